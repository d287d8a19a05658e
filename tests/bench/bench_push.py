"""How long it takes to play an action.

    python -m tests.bench.bench_push [BOARDS]

On each of so many generated boards (tests/boards.py; 100 if absent) one legal action of each kind is played and taken
back, every material named. Printed are median and mean in milliseconds for each kind, and the number of cards of a
board.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections import defaultdict

from tests.boards import seeded
from ygolp import Duel
from ygolp.scenario import read_data


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(argument.isdecimal() for argument in arguments):
        print("usage: python -m tests.bench.bench_push [BOARDS]", file=sys.stderr)
        return 2
    times: dict[str, list[float]] = defaultdict(list)
    cards = []
    for data in seeded(int(arguments[0]) if arguments else 100):
        duel = Duel(read_data(data, "bench"))
        cards.append(len(duel.board.pieces))
        kinds = {option.action.kind: option.action for option in reversed(duel.options)}
        for kind, action in kinds.items():
            start = time.perf_counter()
            duel.push(action)
            times[kind].append(time.perf_counter() - start)
            duel.pop()
    every = [taken for each in times.values() for taken in each]
    print(f"{len(cards)} boards of {statistics.fmean(cards):.0f} cards, {len(every)} actions; milliseconds a push")
    print(f"{'':18}{'actions':>8}{'median':>8}{'mean':>8}")
    for kind, taken in [*sorted(times.items()), ("all", every)]:
        print(f"{kind:18}{len(taken):8}{statistics.median(taken) * 1e3:8.1f}{statistics.fmean(taken) * 1e3:8.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
