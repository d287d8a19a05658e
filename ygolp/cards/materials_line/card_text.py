"""The text of an Extra Deck monster as keys of a card record, and its materials line back."""

from __future__ import annotations

from typing import Any

from ygolp.cards.materials_line.reading import Line, NotUnderstoodError, parse
from ygolp.cards.materials_line.writing import line_text
from ygolp.cards.reading import Clause, Reading

KINDS = ("fusion", "synchro", "xyz", "link")
_BEHIND = " / "  # four cards have the beginning of their text glued to the line


def read(line: str, kind: str) -> Reading:
    """Read the materials line of a monster of that kind (`fusion synchro xyz link`)."""
    ways = _ways(line, kind)
    if ways is None:
        return Reading({}, (), (line,))
    return Reading(_record(ways), (Clause(line, _meaning(ways, kind)),), ())


def read_text(text: str, kind: str, name: str) -> Reading:
    """Read the text about the monster: the materials line, if its first line is one, and the sentences about its Summon."""
    first, _, rest = text.partition("\n")
    line = first.strip()
    ways = _ways(line, kind)
    if ways is None and _BEHIND in line:
        front, _, behind = line.partition(_BEHIND)
        ways = _ways(front, kind)
        if ways is not None:
            line, rest = front, f"{behind}\n{rest}"
    clauses: tuple[Clause, ...] = ()
    missed: tuple[str, ...] = ()
    if ways is not None:
        clauses = (Clause(line, _meaning(ways, kind)),)
    elif _is_sentence(line):
        rest = text
    else:
        missed = (line,)
    from ygolp.cards.materials_line.sentences import read_sentences

    record, found, reading = read_sentences(rest, kind, name, ways or [])
    made = _record(found) if found else {}
    if "material_lines" in record:
        made = {}
    return Reading({**made, **record}, (*clauses, *reading.clauses), (*missed, *reading.missed))


def write(record: dict[str, Any], kind: str) -> str:
    """Return the canonical line of the materials of a record that `read` has made."""
    lines = [Line(line["slots"], line.get("with", {})) for line in record.get("material_lines", ())]
    if not lines:
        lines = [Line(record["materials"], record.get("materials_with", {}))]
    return line_text(lines, kind == "fusion")


def _ways(line: str, kind: str) -> list[Line] | None:
    try:
        return parse(line, kind == "fusion")
    except NotUnderstoodError:
        return None


def _meaning(ways: list[Line], kind: str) -> str:
    return f"Materials: {line_text(ways, kind == 'fusion')}."


def _is_sentence(line: str) -> bool:
    """Return whether a line is a sentence, and no list of materials."""
    first = line.partition(" ")[0].casefold()
    return first in ("must", "cannot", "this", "you", "(this") or not line


def _record(ways: list[Line]) -> dict[str, Any]:
    if len(ways) == 1:
        made: dict[str, Any] = {"materials": ways[0].slots}
        return {**made, "materials_with": ways[0].demands} if ways[0].demands else made
    return {"material_lines": [{"slots": way.slots, **({"with": way.demands} if way.demands else {})} for way in ways]}
