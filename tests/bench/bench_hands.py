"""How many opening hands are searched in a second, with one process and with two.

    python -m tests.bench.bench_hands [HANDS]

So many hands of three (24 if absent), drawn from a deck of 24, are searched for a Number 39: Utopia within 3 actions:
one by one, side by side in one process, in two processes. Starting the processes is part of it. All three find the
same.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from ygolp.hands.answer import plan
from ygolp.hands.counting import Hand
from ygolp.hands.question import Question, Result
from ygolp.hands.run import Where, run
from ygolp.hands.store import Store
from ygolp.hands.together import search_together
from ygolp.scenario import read_data
from ygolp.search.goal import read_goal
from ygolp.search.graph import Bounds

DECK = [
    "Goblindbergh | x3", "Gemini Elf | x3", "Marauding Captain | x3", "Sangan | x3", "Summoned Skull | x3",
    "Cyber Dragon | x3", "Dark Magician | x3", "Reinforcement of the Army | x3",
]  # fmt: skip
EXTRA = ["Number 39: Utopia"]
SIZE = 3


def question() -> Question:
    """Return what is asked of each hand."""
    scenario = read_data({"turn": 1, "a": {"deck": DECK, "extra": EXTRA}}, "bench")
    return Question(scenario.board, read_goal({"control": ["Number 39: Utopia"]}), Bounds(3, None, 2000))


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(argument.isdecimal() and int(argument) for argument in arguments):
        print("usage: python -m tests.bench.bench_hands [HANDS]", file=sys.stderr)
        return 2
    asked = question()
    wanted = plan(asked.deck, SIZE, int(arguments[0]) if arguments else 24, 1)
    hands = [*wanted.weights]
    asked.search(hands[0])  # reads the encodings

    def processes(number: int) -> dict[Hand, Result]:
        return run(asked, wanted, Store(None, asked.identity()), Where(number)).results

    ways: dict[str, Callable[[], dict[Hand, Result]]] = {
        "one by one": lambda: {hand: asked.search(hand) for hand in hands},
        "side by side": lambda: dict(search_together(asked, hands)),
        "two processes": lambda: processes(2),
    }
    found: list[dict[Hand, Result]] = []
    taken: list[float] = []
    for way in ways.values():
        start = time.perf_counter()
        found.append(way())
        taken.append(time.perf_counter() - start)
    assert all(each == found[0] for each in found), "the ways differ"
    boards = sum(result.boards for result in found[0].values())
    reached = sum(result.verdict == "reached" for result in found[0].values())
    cards = sum(asked.deck.values())
    print(f"{len(hands)} hands of {SIZE} from {cards} cards, {boards} boards, {reached} reach the goal")
    print(f"{'':16}{'seconds':>9}{'hands/s':>9}{'boards/s':>9}{'times':>7}")
    for name, seconds in zip(ways, taken, strict=True):
        print(f"{name:16}{seconds:9.1f}{len(hands) / seconds:9.2f}{boards / seconds:9.0f}{taken[0] / seconds:7.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
