"""Which summoning conditions of real cards are understood.

    python -m tests.summon_conditions ../shared/data/summon_conditions.jsonl

Prints how many sentences and texts are understood, and the rest by template (names are <N>, numbers #), the most
frequent first. Status 1 when fewer than 80 % of the sentences are understood, 2 for a wrong call.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path

from ygolp.cards.summon_text import read


def template(sentence: str) -> str:
    """Return a sentence without its names and numbers."""
    return re.sub(r"\d+", "#", re.sub(r'"[^"]*"', "<N>", sentence))


def main(arguments: list[str]) -> int:
    """Read the texts of the file and print the figures."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("usage: python -m tests.summon_conditions FILE.jsonl", file=sys.stderr)
        return 2
    rows = [json.loads(line) for line in Path(arguments[0]).read_text("utf-8").splitlines()]
    readings = [read(row["condition"], row["name"]) for row in rows]
    understood = sum(len(each.clauses) for each in readings)
    missed = Counter(template(part) for each in readings for part in each.missed)
    whole = sum(bool(each.clauses) and not each.missed for each in readings)
    total = understood + missed.total()
    print(f"understood {understood} of {total} sentences, {whole} of {len(rows)} texts wholly; missed:")
    print(*(f"{count:4} {text}" for text, count in missed.most_common()), sep="\n")
    return 0 if understood >= 0.8 * total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
