"""Whether listing what is legal takes longer while a Chain is built than on an open board.

    python -m tests.bench.bench_states [BOARDS]

takes so many boards of scenarios/chains (40 if absent) that stand in a window or on a Chain, and the same cards on an
open board with nothing going on. Printed are the medians in milliseconds, boards in turn, and their ratio.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from ygolp import Duel, load
from ygolp.board import Board, replace

_SCENARIOS = Path(__file__).parents[2] / "scenarios" / "chains"


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(argument.isdecimal() for argument in arguments):
        print("usage: python -m tests.bench.bench_states [BOARDS]", file=sys.stderr)
        return 2
    boards = [board for path in sorted(_SCENARIOS.glob("*.toml")) if (board := load(path).board).state in
              ("attempt", "building", "response", "success")]  # fmt: skip
    step = max(1, len(boards) // int(arguments[0] if arguments else 40))
    times: dict[str, list[float]] = {"in a window": [], "open": []}
    for board in boards[::step]:
        plain = replace(board, state="open", flow=())
        for name, asked in (("in a window", board), ("open", plain)) * 2:
            times[name].append(_listing(asked))
    medians = {name: statistics.median(taken) * 1e3 for name, taken in times.items()}
    print(", ".join(f"{name} {taken:.1f} ms" for name, taken in medians.items()))
    print(f"ratio {medians['in a window'] / medians['open']:.2f} on {len(boards[::step])} boards")
    return 0


def _listing(board: Board) -> float:
    start = time.perf_counter()
    assert Duel(board).options is not None
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
