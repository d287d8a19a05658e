"""Counts of lines and boards to a depth, as chess programs publish them: a check of all that a line is made of.

    python -m tests.perft ../shared/oracle/perft_dev.jsonl [--depth N] [--every N]

prints for each board of a file whether the counts at each depth are those of an independent engine. An action here is a
Summon, a Set or a change of position; no effect is activated.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from tests.oracle import names_of, scenario_data
from ygolp.actions import Action
from ygolp.board import Board
from ygolp.cards.known import databases, use_cards
from ygolp.scenario import read_data
from ygolp.search.graph import Bounds, Graph, Node

_KINDS = {
    "normal summon": "normal", "tribute summon": "normal", "set": "set", "tribute set": "set", "flip summon": "change",
    "change": "change", "special summon": "special", "contact fusion": "special", "synchro summon": "special",
    "xyz summon": "special", "link summon": "special",
}  # fmt: skip


class Counts(NamedTuple):
    """The number of lines, and of boards, after exactly 1, 2, ... actions."""

    lines: list[int]
    states: list[int]


def counts(board: Board, depth: int) -> Counts:
    """Return the counts of a board up to a depth."""
    graph = Graph(board, bounds=Bounds(actions=depth, kinds=tuple(_KINDS))).search()
    now: Counter[int] = Counter({graph.root.number: 1})
    found = Counts([], [])
    for _ in range(depth):
        after: Counter[int] = Counter()
        for number, ways in now.items():
            for end in {(label, end.number) for label, end in _actions(graph.nodes[number])}:
                after[end[1]] += ways
        now = after
        found.lines.append(sum(now.values()))
        found.states.append(len({_state(graph.nodes[number].board) for number in now}))
    return found


def _actions(node: Node) -> list[tuple[Any, Node]]:
    """Return what can be done on an open board, each with the open board where it ends."""
    return [(_label(action), _settled(child)) for action, child in node.steps or () if action is not None]


def _settled(node: Node) -> Node:
    """Return the open board that follows where nobody does anything."""
    while not node.open:
        steps = node.steps or []
        node = next(child for action, child in steps if action is None or action.kind in ("pass", "choose"))
    return node


def _label(action: Action) -> tuple[Any, ...]:
    name = action.card.name if action.card is not None else ""
    return _KINDS[action.kind], name, tuple(sorted(ref.name for ref in action.using or ()))


def _state(board: Board) -> tuple[Any, ...]:
    """Return what counts as a board here: which cards are where, positions, the Normal Summon of the turn."""
    hidden = ("hand", "extra", "gy", "banished")
    lying = sorted((piece.player, piece.place, piece.name) for piece in board.pieces if piece.place in hidden)
    under = sorted((piece.parent or "", piece.name) for piece in board.pieces if piece.place == "under")
    standing = sorted(
        (piece.player, piece.name, str(piece.position), tuple(name for parent, name in under if parent == piece.id))
        for piece in board.pieces if piece.place in ("mmz", "emz")
    )  # fmt: skip
    return tuple(lying), tuple(standing), board.sides["a"].normal_summons > 0


def main(arguments: list[str]) -> int:
    """Compare, print, and return 0 if every count agrees, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft")
    parser.add_argument("file", type=Path)
    parser.add_argument("--depth", type=int, default=99)
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args(arguments)
    wrong = 0
    database = given.file.resolve().parents[1] / "data" / "cards.cdb"
    if not databases() and database.is_file():
        use_cards(database)
    rows = given.file.read_text("utf-8").splitlines()[:: given.every]
    for row in map(json.loads, rows):
        depth = min(given.depth, row["depth"])
        found = counts(read_data(scenario_data(row, names_of([row["names"]]))).board, depth)
        wanted = Counts(row["lines"][:depth], row["states"][:depth])
        agrees = found == wanted
        wrong += not agrees
        print(f"{row['id']}: {'agrees' if agrees else f'differs: expected {wanted}, found {found}'}", flush=True)
    print(f"{len(rows) - wrong} of {len(rows)} boards agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
