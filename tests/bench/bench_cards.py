"""What a card database costs a question.

    python -m tests.bench.bench_cards DATABASE.cdb [FILE.cdb ...]

Two boards of 40 different cards (hand, field, GY, Extra Deck) are asked `ygolp legal`: one of cards that the
embedded pool has, one of cards that only the database has, both with the database in use and the first without it,
too. Printed are medians of whole commands, taken in turn, in time and in processor time, with their differences; then
what it takes to read the board in a process that has done nothing else yet. Each is run once before: what is
kept of names and cards (ygolp/cards/database/kept.py) is there then.
"""

from __future__ import annotations

import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from ygolp.cards.database import Library
from ygolp.cards.pool import Record, embedded
from ygolp.errors import UnusableCard

RUNS = 11
HAND, FIELD, GY, EXTRA = 6, 5, 17, 12
_READ = "import sys, time; from ygolp.scenario import load; a = time.process_time(); load(sys.argv[1]); "
_READ += "print(time.process_time() - a)"


def main(arguments: Sequence[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    paths = [Path(argument).resolve() for argument in arguments]
    if not paths or not all(path.is_file() for path in paths):
        print("usage: python -m tests.bench.bench_cards DATABASE.cdb [FILE.cdb ...]", file=sys.stderr)
        return 2
    library = Library(paths)
    library.summary()
    picked = random.Random(40).sample(library.codes(), 2000)
    with tempfile.TemporaryDirectory() as folder:
        boards = {
            "pool": _board(Path(folder) / "pool.json", embedded().records()),
            "database": _board(Path(folder) / "database.json", _records(library, picked)),
        }
        plain = {**os.environ, "YGOLP_CARDS": ""}
        plain.pop("PYTHONDONTWRITEBYTECODE", None)
        using = {**plain, "YGOLP_CARDS": os.pathsep.join(map(str, paths))}
        cases = {
            "pool": (boards["pool"], plain),
            "pool, database in use": (boards["pool"], using),
            "cards of the database": (boards["database"], using),
        }
        taken: dict[str, list[tuple[float, float]]] = {name: [] for name in cases}
        for turn in range(RUNS + 1):
            for name, (board, environment) in cases.items():
                start, used = time.perf_counter(), _used()
                command = [sys.executable, "-m", "ygolp", "legal", str(board)]
                subprocess.run(command, env=environment, capture_output=True, check=True)
                if turn:
                    taken[name].append((time.perf_counter() - start, _used() - used))
        base = _medians(taken["pool"])
        print(f"{'':24}{'time':>9}{'more':>9}{'processor':>12}{'more':>9}")
        for name, times in taken.items():
            found = _medians(times)
            cells = zip(found, (each - first for each, first in zip(found, base, strict=True)), strict=True)
            print(f"{name:24}" + "   ".join(f"{each * 1e3:6.0f} ms{more * 1e3:+6.0f} ms" for each, more in cells))
        for name, (board, environment) in cases.items():
            command = [sys.executable, "-c", _READ, str(board)]
            runs = [subprocess.run(command, env=environment, capture_output=True, check=True) for _ in range(RUNS)]
            print(f"read: {name:24}{statistics.median(float(run.stdout) for run in runs) * 1e3:6.1f} ms processor")
    return 0


def _used() -> float:
    """Return the processor time that the commands have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _medians(times: Iterable[tuple[float, float]]) -> tuple[float, float]:
    whole, used = zip(*times, strict=True)
    return statistics.median(whole), statistics.median(used)


def _records(library: Library, codes: Iterable[int]) -> Iterable[Record]:
    for code in codes:
        try:
            record = library.entry(code).record
        except UnusableCard:
            continue
        if embedded().find(record["name"]) is None:
            yield record


def _board(file: Path, records: Iterable[Record]) -> Path:
    main: list[str] = []
    extra: list[str] = []
    for record in records:
        types = set(record["types"])
        if record["card"] != "monster" or types & {"token", "string"}:
            continue
        deck = extra if types & {"fusion", "synchro", "xyz", "link"} else main
        if len(deck) < (EXTRA if deck is extra else HAND + FIELD + GY):
            deck.append(record["name"])
    side = {"hand": main[:HAND], "mmz": main[HAND : HAND + FIELD], "gy": main[HAND + FIELD :], "extra": extra}
    file.write_text(json.dumps({"a": side}), encoding="utf-8")
    return file


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
