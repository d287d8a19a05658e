"""The text of an Extra Deck monster as keys of a card record, and its materials line back."""

from __future__ import annotations

from typing import Any

from ygolp.cards.materials_line.reading import Line, NotUnderstoodError, parse
from ygolp.cards.materials_line.writing import line_text
from ygolp.cards.reading import Clause, Reading

KINDS = ("fusion", "synchro", "xyz", "link")
_MENTIONS = "What a material mentions is known of cards from a database only."
_BEHIND = " / "  # four cards have the beginning of their text glued to the line


def read(line: str, kind: str) -> Reading:
    """Read the materials line of a monster of that kind (`fusion synchro xyz link`).

    Where a text has no such line its first sentences may stand there instead: they are read as the rest of a text is.
    """
    ways = _ways(line, kind)
    if ways is not None:
        return Reading(_record(ways), (Clause(line, _meaning(ways, kind)),), ())
    glued = _BEHIND in line
    reading = read_text(line if glued else "", "" if glued else line, kind, "")
    return reading if reading.clauses and not reading.missed else Reading({}, (), (line,))


def read_text(line: str, rest: str, kind: str, name: str) -> Reading:
    """Read the text about the monster `name`: its materials line, and the sentences about its Summon in the rest.

    A text without a materials line has an empty one.
    """
    from ygolp.cards.materials_line.sentences import read_sentences

    ways = _ways(line, kind) if line else None
    if ways is None and _BEHIND in line:
        front, _, behind = line.partition(_BEHIND)
        ways = _ways(front, kind)
        if ways is not None:
            line, rest = front, f"{behind}\n{rest}"
    if not line and rest.startswith("("):
        # What the name is treated as may stand before the materials.
        before, _, behind = rest.partition("\n")
        second, _, behind = behind.partition("\n")
        ways = _ways(second, kind) if second else None
        if ways is not None:
            line, rest = second, f"{before}\n{behind}"
    clauses = () if ways is None else (Clause(line, _meaning(ways, kind)),)
    missed = (line,) if line and ways is None else ()
    said, ways, reading = read_sentences(rest, kind, name, ways or [])
    record = _record(ways) if ways and "material_lines" not in said else {}
    return Reading({**record, **said}, (*clauses, *reading.clauses), (*missed, *reading.missed))


def write(record: dict[str, Any], kind: str) -> str:
    """Return the canonical line of the materials of a record that `read` has made, "" if it has none."""
    lines = [Line(line["slots"], line.get("with", {})) for line in record.get("material_lines", ())]
    if not lines and "materials" not in record:
        return ""
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


def _record(ways: list[Line]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if len(ways) > 1:
        made["material_lines"] = [
            {"slots": way.slots, **({"with": way.demands} if way.demands else {})} for way in ways
        ]
    else:
        made["materials"] = ways[0].slots
        if ways[0].demands:
            made["materials_with"] = ways[0].demands
    if any("mentions" in slot for way in ways for slot in way.slots):
        made["not_modelled"] = [_MENTIONS]
    return made
