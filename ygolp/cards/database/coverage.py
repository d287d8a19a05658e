"""How much of the monsters of a database was understood (`ygolp cards coverage`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from ygolp.cards.database.bits import ATTRIBUTES, RACES
from ygolp.cards.database.library import Entry, Library
from ygolp.errors import UnusableCard
from ygolp.layout import hanging, table

_EXTRA = ("fusion", "synchro", "xyz", "link")
_QUOTED = re.compile(r'"[^"\n]{1,200}"|\N{LEFT DOUBLE QUOTATION MARK}[^"\n]{1,200}?\N{RIGHT DOUBLE QUOTATION MARK}')
_NUMBER = re.compile(r"\d+")
_ATTRIBUTE = re.compile(r"\b(?:" + "|".join(ATTRIBUTES) + r")\b")
_RACE = re.compile(r"\b(?:" + "|".join(sorted(RACES, key=len, reverse=True)) + r")\b")


class Kind(NamedTuple):
    """The figures of one kind of monster."""

    kind: str
    understood: int
    partly: int
    nothing: int


class Missing(NamedTuple):
    """A template of what was not understood, how often it occurs, and a card with it."""

    template: str
    times: int
    example: str


class Coverage(NamedTuple):
    """What was understood of the monsters whose text says something of their Summon; `unusable` are no cards at all."""

    kinds: tuple[Kind, ...]
    missing: tuple[Missing, ...]
    unusable: tuple[str, ...]


def count(library: Library, kinds: Iterable[str]) -> Coverage:
    """Read every card of a library and count; a monster that says nothing of its Summon is left out."""
    wanted = tuple(kinds)
    figures: dict[str, Counter[str]] = {kind: Counter() for kind in wanted}
    missing: Counter[str] = Counter()
    examples: dict[str, str] = {}
    unusable: list[str] = []
    for code in library.codes():
        try:
            entry = library.entry(code, keep=False)
        except UnusableCard as error:
            unusable.append(str(error))
            continue
        kind = _kind(entry)
        if kind not in figures or not (entry.clauses or entry.missed):
            continue
        figures[kind]["not" if not entry.clauses else "partly" if entry.missed else "understood"] += 1
        for part in entry.missed:
            found = template(part, entry.record["name"])
            missing[found] += 1
            examples.setdefault(found, entry.record["name"])
    listed = sorted(missing.items(), key=lambda pair: (-pair[1], pair[0]))
    return Coverage(
        tuple(Kind(kind, each["understood"], each["partly"], each["not"]) for kind, each in figures.items()),
        tuple(Missing(text, number, examples[text]) for text, number in listed),
        tuple(unusable),
    )


def _kind(entry: Entry) -> str:
    if entry.record["card"] != "monster":
        return ""
    return next((kind for kind in _EXTRA if kind in entry.record["types"]), "main")


def template(text: str, name: str) -> str:
    """Return a piece of text with its names, numbers, attributes and races left open."""
    plain = " ".join(text[:2000].split()).replace(f'"{name}"', "<SELF>")
    for pattern, word in ((_QUOTED, "<NAME>"), (_ATTRIBUTE, "<ATTR>"), (_RACE, "<RACE>"), (_NUMBER, "#")):
        plain = pattern.sub(word, plain)
    return plain[:300]


def as_text(found: Coverage, most: int) -> str:
    """Return the figures as a table, then the most frequent templates of what is missing."""
    rows = [("", "understood", "partly", "not", "of", "")]
    for kind, yes, partly, no in found.kinds:
        share = f"{yes / (yes + partly + no):.1%}" if yes + partly + no else ""
        rows.append((kind, str(yes), str(partly), str(no), str(yes + partly + no), share))
    lines = table(rows)
    shown = found.missing[:most]
    if shown:
        lines += ["", f"Not understood ({len(found.missing)} templates)"]
        for template_, number, example in shown:
            lines += hanging(f"{template_}  [{example}]", f"{number:6}  ", " " * 8)
    if found.unusable:
        lines += ["", f"Rows that make no card: {len(found.unusable)}"]
        lines += [f"  {each}" for each in found.unusable[:most]]
    return "\n".join(lines) + "\n"


def as_json(found: Coverage, most: int) -> dict[str, Any]:
    """Return the figures in their JSON form."""
    return {
        "kinds": {
            each.kind: {"understood": each.understood, "partly": each.partly, "not": each.nothing}
            for each in found.kinds
        },
        "templates": len(found.missing),
        "missing": [
            {"template": each.template, "count": each.times, "example": each.example} for each in found.missing[:most]
        ],
        "unusable": list(found.unusable),
    }
