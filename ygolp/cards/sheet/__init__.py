"""What the rulebook knows of a card, written in the style of card text (`ygolp cards show`).

Every sentence is made from the record; nothing here is copied from a card, and nothing of a record is left out.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ygolp.cards.pool import Record, embedded, ripple_record
from ygolp.cards.ripple_line import level_warnings
from ygolp.cards.ripple_line import lines as ripple_lines
from ygolp.cards.sheet.effects import effects
from ygolp.cards.sheet.header import header, title
from ygolp.cards.sheet.lasting import lasting
from ygolp.cards.sheet.summoning import materials, slots, summoning

if TYPE_CHECKING:
    from ygolp.cards.database import Entry

_WIDTH = 100
_EFFECTS = "Effects (numbers that begin alike are ways of one effect)"


class Section(NamedTuple):
    """A heading and the sentences under it."""

    heading: str
    sentences: list[str]


def sections(record: Record, read: Entry | None = None) -> list[Section]:
    """Return what is known of a card besides its header, in the order in which a card says it.

    `read` is what was read of its text in a database.
    """
    found = [
        Section("Materials", materials(record)),
        Section("Summoning", list(summoning(record))),
        Section("Continuous effects", [lasting(effect) for effect in record.get("continuous", ())]),
        Section(_EFFECTS if _ways(record) else "Effects", effects(record)),
        Section(
            "Lasting effect, once an effect of the card has resolved",
            [lasting(effect, for_turn=True) for effect in record.get("this_turn", ())],
        ),
    ]
    if "ripple" in record:
        found += _ripple(record)
        found += _ripple_line(record)
    if read is not None:
        found.append(Section("From its text", [f'"{each.text}" - {each.meaning}' for each in read.clauses]))
    found.append(Section("Not understood", [_sentence(note) for note in record.get("not_understood", ())]))
    found.append(Section("Not modelled: what could change which summons are legal", record.get("not_modelled", [])))
    found.append(Section("Not modelled of its effects", record.get("effects_not_modelled", [])))
    return [section for section in found if section.sentences]


def _sentence(note: str) -> str:
    return note[:1].upper() + note[1:]


def _ways(record: Record) -> bool:
    return any(effect.get("number", 0) > 9 for effect in record.get("effects", ()))


def _ripple(record: Record) -> list[Section]:
    ripple = ripple_record(record)
    head = [title(ripple), *header(ripple), f"Materials: {slots(record['ripple']['materials'])}"]
    faces = [lasting(effect) for effect in ripple.get("continuous", ())] + effects(ripple)
    return [Section("Ripple Monster", head + faces)]


def _ripple_line(record: Record) -> list[Section]:
    ripple = record["ripple"]
    unknown = [*level_warnings(record), *ripple.get("not_modelled", ()), *ripple.get("effects_not_modelled", ())]
    return [
        Section("Ripple line", ripple_lines(ripple, embedded().find)),
        Section("Not modelled of the Ripple Monster", unknown),
    ]


def sheet_text(record: Record, read: Entry | None = None) -> str:
    """Return the sheet of one card as text, with a line feed at its end."""
    lines = [title(record), *_wrapped(header(record), "  ")]
    for section in sections(record, read):
        lines += ["", section.heading, *_wrapped(section.sentences, "  ")]
    return "\n".join(lines) + "\n"


def sheet_json(record: Record, read: Entry | None = None) -> dict[str, Any]:
    """Return the sheet of one card as a table: the record itself, its sentences, and what was read of its text."""
    text = {"clauses": [each._asdict() for each in read.clauses], "missed": list(read.missed)} if read else {}
    return {
        "name": record["name"],
        "title": title(record),
        "header": header(record),
        "sections": [{"heading": each.heading, "sentences": list(each.sentences)} for each in sections(record, read)],
        **text,
        "record": record,
    }


def _wrapped(sentences: Iterable[str], indent: str) -> list[str]:
    return [
        line
        for sentence in sentences
        for line in textwrap.wrap(
            sentence, _WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    ", break_on_hyphens=False
        )
    ]


__all__ = ["Section", "header", "sections", "sheet_json", "sheet_text", "title"]
