"""How long it takes to find lines, and to prove that there are none.

    python -m tests.bench.bench_lines [SECONDS]

prints a table: for each duel the boards that were looked at, boards a second, and how far the lines were proven, with
all reductions and without each of them in turn: boards that differ in zones or copies kept apart, one board asked at a
time, one process. A row ends after so many seconds (60 if absent).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ygolp.scenario import read_data
from ygolp.search import expand, graph, key
from ygolp.search.goal import read_goal
from ygolp.search.graph import Bounds, Graph
from ygolp.search.workers import Workers

_MAIN = [
    "Junk Synchron", "Doppelwarrior", "Quillbolt Hedgehog", "Gemini Elf", "Glow-Up Bulb", "Plaguespreader Zombie",
    "Sangan", "Mystic Tomato", "Cyber Dragon", "Krebons", "Marauding Captain", "Kuriboh",
]  # fmt: skip
_EXTRA = [
    "Junk Warrior", "Formula Synchron", "Stardust Dragon", "T.G. Hyper Librarian", "Armory Arm", "Black Rose Dragon",
    "Number 39: Utopia", "Daigusto Emeral", "Steelswarm Roach", "Gem-Knight Pearl", "Number 17: Leviathan Dragon",
    "Tornado Dragon",
]  # fmt: skip


def _burn(copies: int) -> dict[str, Any]:
    """Return a duel whose shortest line plays every burn Spell; monsters add what could be done besides."""
    return {
        "a": {"hand": ["Hinotama"] * copies + ["Gemini Elf", "Kuriboh"], "mmz": ["Alexandrite Dragon"],
              "extra": ["Number 39: Utopia"]},
        "b": {"lp": 500 * copies, "mmz": ["Gemini Elf"]},
        "goal": {"opponent_lp": 0},
    }  # fmt: skip


DUELS: dict[str, dict[str, Any]] = {
    "a shortest line of 3": {
        "a": {"hand": ["Junk Synchron", "Gemini Elf"], "gy": ["Doppelwarrior"], "extra": ["Junk Warrior"]},
        "goal": {"control": ["Junk Warrior"]},
    },
    **{f"a shortest line of {copies}": _burn(copies) for copies in (10, 20, 30)},
    "no line, 59 cards": {
        "a": {
            "hand": ["Junk Synchron", "Quillbolt Hedgehog", "Cyber Dragon", "Gemini Elf", "Sangan"],
            "deck": (_MAIN * 3)[:35], "extra": _EXTRA, "mmz": ["Alexandrite Dragon", "Gemini Elf"],
        },
        "b": {"mmz": ["Gemini Elf"], "deck": 4},
        "goal": {"control": ["Gem-Knight Pearl", "Stardust Dragon", "Junk Warrior"]},
    },
    "all end boards of six cards": {
        "a": {"mmz": ["Gemini Elf", "Alexandrite Dragon"], "hand": ["Cyber Dragon", "Sangan"],
              "extra": ["Number 39: Utopia", "Daigusto Emeral"]},
    },
}  # fmt: skip


@contextmanager
def replaced(module: Any, name: str, value: Any) -> Iterator[None]:
    """Let a name of a module mean something else for a while."""
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


@contextmanager
def apart() -> Iterator[None]:
    """Keep boards apart that differ in zones, or in which copy is where."""

    def whole(board: Any) -> Any:
        return board._replace(records=None, sides=None), repr(board.sides)

    with replaced(graph, "key_of", whole), replaced(expand, "key_of", whole), replaced(key, "key_of", whole):
        yield


@contextmanager
def alone() -> Iterator[None]:
    """Ask about one board at a time."""
    with replaced(expand, "MOST_AT_ONCE", 1):
        yield


@contextmanager
def plain() -> Iterator[None]:
    """Change nothing."""
    yield


WAYS: dict[str, tuple[Callable[[], Any], int]] = {
    "all reductions, one process": (plain, 1),
    "all reductions, all cores": (plain, os.cpu_count() or 1),
    "zones and copies apart": (apart, 1),
    "one board at a time": (alone, 1),
}


def main(arguments: list[str]) -> int:
    """Measure, print, and return 0; 2 for a wrong call."""
    if len(arguments) > 1 or not all(argument.isdecimal() for argument in arguments):
        print("usage: python -m tests.bench.bench_lines [SECONDS]", file=sys.stderr)
        return 2
    seconds = int(arguments[0]) if arguments else 60
    print(f"{'duel':30}{'way':30}{'boards':>8}{'a second':>10}{'proven':>8}{'seconds':>9}")
    for name, data in DUELS.items():
        scenario = read_data(data, name)
        for way, (changed, cores) in WAYS.items():
            with changed(), Workers(scenario.board, cores) as workers:
                goal = read_goal(scenario.goal) if scenario.goal else None
                found = Graph(scenario.board, goal, Bounds(seconds=seconds))
                start = time.perf_counter()
                found.search(until_goal=goal is not None, workers=workers)
                taken = time.perf_counter() - start
            looked = sum(node.steps is not None for node in found.nodes)
            proven = "all" if found.complete else str(found.proven)
            print(f"{name:30}{way:30}{looked:8}{looked / taken:10.1f}{proven:>8}{taken:9.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
