"""What is asked: a deck on a board, a goal, and how far each hand is searched; and the answer for one hand."""

from __future__ import annotations

import hashlib
import json
import pickle
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ygolp import __version__
from ygolp.actions import Action
from ygolp.board import Board, Piece, Player, replace
from ygolp.errors import YgolpError
from ygolp.hands.counting import Hand, hand_text
from ygolp.pruning import digest
from ygolp.search.goal import Goal
from ygolp.search.graph import Bounds, Graph, sets_cards
from ygolp.search.key import key_of
from ygolp.search.lines import actions_along, shortest

Verdict = Literal["reached", "not", "undecided"]
# Parts of a question of which a checksum is kept.
_CHECKSUMS = ("board", "conditions", "cards")
SEEKER: Player = "a"


class Result(NamedTuple):
    """What the search of one hand has found.

    `actions` is the length of a shortest line if the goal was reached, else the length up to which no line reaches it
    (-1: nothing is known). `complete`: there are no longer lines. `boards` were looked at.
    """

    verdict: Verdict
    actions: int
    complete: bool
    boards: int


class Question(NamedTuple):
    """A board of which player a's whole deck is still in the Deck, what is to be reached from it, and the bounds."""

    board: Board
    goal: Goal
    bounds: Bounds

    @property
    def deck(self) -> dict[str, int]:
        """The cards of the Deck with their number of copies, sorted by name."""
        found = Counter(piece.name for piece in self.board.pieces if _in_deck(piece))
        return dict(sorted(found.items()))

    @property
    def sets(self) -> bool:
        """Say whether Spells and Traps are Set from the hand."""
        return sets_cards(self.goal, self.bounds)

    def dealt(self, hand: Hand) -> Board:
        """Return the board on which player a has drawn that hand."""
        left = dict(hand)
        pieces: list[Piece] = []
        for piece in self.board.pieces:
            if _in_deck(piece) and left.get(piece.name, 0):
                left[piece.name] -= 1
                piece = replace(piece, place="hand")
            pieces.append(piece)
        assert not any(left.values()), "the deck has no such hand"
        return replace(self.board, pieces=tuple(pieces))

    def search(self, hand: Hand) -> Result:
        """Look for a line that reaches the goal from a hand, within the bounds. Ctrl-C is passed on."""
        return outcome(self._graph(hand))

    def line(self, hand: Hand) -> list[Action]:
        """Return a shortest line that reaches the goal from a hand; nothing if there is none."""
        graph = self._graph(hand)
        if not graph.reached:
            return []
        node = min(graph.reached, key=lambda each: each.depth)
        return [action for action, _ in actions_along(graph, shortest(node))]

    def _graph(self, hand: Hand) -> Graph:
        graph = Graph(self.dealt(hand), self.goal, self.bounds, player=SEEKER).search(until_goal=True)
        if graph.stopped == "interrupted":
            raise KeyboardInterrupt
        return graph

    def identity(self) -> dict[str, str]:
        """Return all that the results of hands depend on, part by part, as text; equal questions have equal texts."""
        board = self.board
        rest = replace(board, pieces=tuple(piece for piece in board.pieces if not _in_deck(piece)))
        frame = (board.era, board.preset, sorted(board.settings), sorted(board.extensions))
        bounds = self.bounds
        return {
            "deck": hand_text(tuple(self.deck.items())),
            "board": _checksum(repr((frame, key_of(rest)))),
            "goal": self.goal.text,
            "conditions": _checksum(json.dumps(self.goal._asdict(), sort_keys=True)),
            "bounds": f"actions {bounds.actions}, boards {bounds.boards}, seconds {bounds.seconds}",
            "cards": _checksum(json.dumps(dict(board.records), sort_keys=True)),
            "rulebook": str(digest()),
            "version": __version__,
        }

    def packed(self) -> bytes:
        """Return the question as bytes for another process, which `unpacked` reads."""
        board = replace(self.board, sides=dict(self.board.sides), records=dict(self.board.records))
        return pickle.dumps((__version__, digest(), pickle.dumps(replace(self, board=board))))


def outcome(graph: Graph) -> Result:
    """Return what a search until the goal has found."""
    boards = len(graph.nodes)
    if graph.reached:
        return Result("reached", min(node.depth for node in graph.reached), False, boards)
    if graph.complete or graph.stopped == "actions":
        return Result("not", graph.proven, graph.complete, boards)
    return Result("undecided", graph.proven, False, boards)


@lru_cache(maxsize=4)
def unpacked(packed: bytes) -> Question:
    """Return the question of another process. Raises YgolpError if that has other rules."""
    version, rulebook, question = pickle.loads(packed)
    if (version, rulebook) != (__version__, digest()):
        raise YgolpError(f"a worker has another rulebook (ygolp {__version__}) than the one that asks ({version})")
    found: Question = pickle.loads(question)
    return found


def _in_deck(piece: Piece) -> bool:
    return piece.player == SEEKER and piece.place == "deck"


def _checksum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def differences(mine: Mapping[str, str], theirs: Mapping[str, Any]) -> list[str]:
    """Return where two questions differ, a phrase for each part."""
    found = []
    for part in mine:
        if mine[part] != theirs.get(part):
            short = max(len(mine[part]), len(str(theirs.get(part)))) <= 120 and part not in _CHECKSUMS
            found.append(f"{part}: {theirs.get(part)} there, {mine[part]} here" if short else f"another {part}")
    return found
