"""`python -m ygolp.pruning`: find out what the statements of the encodings need, and write it down."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ygolp.paths import ASP
from ygolp.pruning import NEEDS, QUESTIONS, digest
from ygolp.pruning.analysis import needs

MOST_CLAUSES = 6
MOST_MARKS = 40


def written(question: str, folder: Path = ASP) -> str:
    """Return the needs of a question as they are kept: the short clauses, each once, and who needs them."""
    clauses: dict[tuple[str, ...], int] = {}
    predicates: dict[str, int] = {}
    statements = []
    for statement, need in needs(folder, f"questions/{question}.lp"):
        short = sorted((each for each in need if len(each) <= MOST_MARKS), key=lambda each: (len(each), each))
        statements.append([
            statement.text,
            [clauses.setdefault(tuple(each), len(clauses)) for each in short[:MOST_CLAUSES]],
            predicates.setdefault(statement.derives, len(predicates)) if statement.derives else None,
            [predicates.setdefault(name, len(predicates)) for name in statement.uses],
        ])
    data = {"digest": digest(folder), "clauses": list(clauses), "statements": statements}
    return json.dumps(data, separators=(",", ":")).replace('],["', '],\n["') + "\n"


def main() -> None:
    """Write the needs of every question."""
    NEEDS.mkdir(exist_ok=True)
    with ProcessPoolExecutor() as pool:
        for question, text in zip(QUESTIONS, pool.map(written, QUESTIONS), strict=True):
            (NEEDS / f"{question}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
