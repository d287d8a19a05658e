"""How much of a file of materials lines is understood.

    python -m tests.materials_lines FILE.jsonl

Each line of the file is an object with `kind` (`fusion synchro xyz link`), `name` and `materials`, the line as it is
printed (../shared/data/materials_lines.jsonl). What is printed are the figures by kind, then each line that is not
understood, and each whose canonical form is not read as the same. Exit status 0 when 99 % are understood and all
canonical forms agree.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from ygolp.cards.materials_line import read, write

MATERIALS = ("materials", "materials_with", "material_lines")


class Figures(NamedTuple):
    lines: Counter[str]
    understood: Counter[str]
    missed: list[tuple[str, str]]
    changed: list[tuple[str, str]]


def survey(entries: list[dict[str, Any]]) -> Figures:
    """Read every line, and its canonical form again."""
    found = Figures(Counter(), Counter(), [], [])
    for entry in entries:
        kind, line = entry["kind"], entry["materials"]
        found.lines[kind] += 1
        reading = read(line, kind)
        if reading.missed:
            found.missed.append((kind, line))
            continue
        found.understood[kind] += 1
        canonical = write(reading.record, kind)
        again = read(canonical, kind).record if canonical else {}
        if any(reading.record.get(key) != again.get(key) for key in MATERIALS):
            found.changed.append((line, canonical))
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("usage: python -m tests.materials_lines FILE.jsonl", file=sys.stderr)
        return 2
    text = Path(arguments[0]).read_text("utf-8")
    figures = survey([json.loads(line) for line in text.splitlines() if line.strip()])
    for kind, number in figures.lines.items():
        print(f"{kind}: understood {figures.understood[kind]} of {number}")
    total, understood = figures.lines.total(), figures.understood.total()
    print(f"all: understood {understood} of {total} ({100 * understood / max(total, 1):.2f} %)")
    for kind, line in figures.missed:
        print(f"not understood: {kind}: {line}")
    for line, canonical in figures.changed:
        print(f"not the same: {line}: {canonical}")
    return 0 if understood >= 0.99 * total and not figures.changed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
