"""Where the time of `ygolp legal` goes.

    python -m tests.bench.bench_legal [FILE.jsonl]

Lists every legal action of each board of the file, which is in the format of tests/oracle.py, or of 100 generated
boards (tests/boards.py) without one, and nothing is kept from board to board but what a process keeps. Printed are
the median, the mean and the share of each part in milliseconds a board:

    facts     the facts of the board, as symbols
    load      the encodings are read and the facts given to the solver
    ground    clingo grounds
    solve     clingo finds the answer sets, and their atoms are copied
    read      answer sets become options, sorted

Then the whole command on one scenario file, against a Python that only imports clingo and click: medians of runs
taken in turn, and their ratio.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from clingo import Control

from tests.boards import seeded
from tests.oracle import names_of, scenario_data
from ygolp import Duel, ScenarioError, engine
from ygolp.facts import board_facts_and_marks
from ygolp.scenario import read_data

PARTS = ("facts", "load", "ground", "solve", "read", "all")
SCENARIOS = Path(__file__).parents[2] / "scenarios"
RUNS = 15


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(Path(argument).is_file() for argument in arguments):
        print("usage: python -m tests.bench.bench_legal [FILE.jsonl]", file=sys.stderr)
        return 2
    boards = list(from_file(Path(arguments[0])) if arguments else seeded(100))
    measured = [measure(data) for data in boards]
    actions = sum(count for _, count in measured)
    print(f"{len(boards)} boards, {actions} actions, clingo {engine.version()}; milliseconds a board")
    print(f"{'':8}{'median':>8}{'mean':>8}{'share':>8}")
    whole = statistics.fmean(times["all"] for times, _ in measured)
    for part in PARTS:
        each = [times[part] for times, _ in measured]
        mean = statistics.fmean(each)
        print(f"{part:8}{statistics.median(each) * 1e3:8.2f}{mean * 1e3:8.2f}{mean / whole:8.0%}")
    print_command()
    return 0


def from_file(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the boards of a file of verdicts as scenario data."""
    pool = path.with_name("pool.json")
    shared = [json.loads(pool.read_text("utf-8"))] if pool.exists() else []
    for text in filter(str.strip, path.read_text("utf-8").splitlines()):
        line = json.loads(text)
        yield scenario_data(line, names_of(shared + [line[key] for key in ("pool", "names") if key in line]))


def measure(data: dict[str, Any]) -> tuple[dict[str, float], int]:
    """Return the seconds of each part for one board, and the number of its legal actions."""
    duel = Duel(read_data(data, "bench"))
    duel.index  # noqa: B018  names of cards are looked up once a duel, before any question
    times = dict.fromkeys(PARTS, 0.0)
    ground, control, answers = Control.ground, engine.control, engine.answers

    def timed(part: str, since: float) -> None:
        times[part] += time.perf_counter() - since

    def timed_ground(self: Control, *parts: Any, **more: Any) -> None:
        start = time.perf_counter()
        ground(self, *parts, **more)
        timed("ground", start)

    def timed_facts(board: Any) -> Any:
        start = time.perf_counter()
        facts = board_facts_and_marks(board)
        timed("facts", start)
        return facts

    def timed_control(*given: Any, **more: Any) -> Control:
        start = time.perf_counter()
        made = control(*given, **more)
        timed("load", start)
        return made

    def timed_answers(*given: Any, **more: Any) -> Iterator[Any]:
        start = time.perf_counter()
        found = list(answers(*given, **more))
        timed("solve", start)
        return iter(found)

    with (
        mock.patch.object(Control, "ground", timed_ground),
        mock.patch("ygolp.duel.board_facts_and_marks", timed_facts),
        mock.patch.object(engine, "control", timed_control),
        mock.patch.object(engine, "answers", timed_answers),
    ):
        start = time.perf_counter()
        count = len(duel.options)
        timed("all", start)
    times["load"] -= times["ground"]
    times["read"] = times["all"] - sum(times[part] for part in PARTS if part not in ("read", "all"))
    return times, count


def print_command() -> None:
    """Measure the command line against the imports that it cannot do without."""
    file = next(iter(sorted(SCENARIOS.glob("*.toml")) or sorted(SCENARIOS.rglob("*.toml"))))
    command = [sys.executable, "-c", "from ygolp.__main__ import run; run()", "legal", str(file)]
    bare = [sys.executable, "-c", "import clingo, click"]
    failed = subprocess.run(command, capture_output=True, text=True, check=False)
    if failed.returncode:
        print(f"the command fails: {failed.stderr.strip().splitlines()[-1:]}")
        return
    taken: dict[str, list[float]] = {"legal": [], "bare": []}
    for _ in range(RUNS):
        for name, arguments in (("legal", command), ("bare", bare)):
            start = time.perf_counter()
            subprocess.run(arguments, capture_output=True, check=True)
            taken[name].append(time.perf_counter() - start)
    legal, start_up = (statistics.median(taken[name]) for name in ("legal", "bare"))
    print(f"\nygolp legal {file.name}: {legal * 1e3:.0f} ms")
    print(f'python -c "import clingo, click": {start_up * 1e3:.0f} ms; ratio {legal / start_up:.2f}')


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except ScenarioError as error:
        sys.exit(f"a board is no scenario: {error}")
