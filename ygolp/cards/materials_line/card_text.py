"""The materials line as keys of a card record, and back."""

from __future__ import annotations

from typing import Any

from ygolp.cards.materials_line.reading import Line, NotUnderstoodError, parse
from ygolp.cards.materials_line.writing import line_text
from ygolp.cards.reading import Clause, Reading

KINDS = ("fusion", "synchro", "xyz", "link")


def read(line: str, kind: str) -> Reading:
    """Read the materials line of a monster of that kind (`fusion synchro xyz link`)."""
    try:
        ways = parse(line, kind == "fusion")
    except NotUnderstoodError:
        return Reading({}, (), (line,))
    meaning = f"Materials: {line_text(ways, kind == 'fusion')}."
    return Reading(_record(ways), (Clause(line, meaning),), ())


def write(record: dict[str, Any], kind: str) -> str:
    """Return the canonical line of the materials of a record that `read` has made."""
    lines = [Line(line["slots"], line.get("with", {})) for line in record.get("material_lines", ())]
    if not lines:
        lines = [Line(record["materials"], record.get("materials_with", {}))]
    return line_text(lines, kind == "fusion")


def _record(ways: list[Line]) -> dict[str, Any]:
    if len(ways) == 1:
        made: dict[str, Any] = {"materials": ways[0].slots}
        return {**made, "materials_with": ways[0].demands} if ways[0].demands else made
    return {"material_lines": [{"slots": way.slots, **({"with": way.demands} if way.demands else {})} for way in ways]}


def read_text(text: str, kind: str, name: str) -> Reading:
    return read(text.partition("\n")[0], kind)
