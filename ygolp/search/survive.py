"""Lines that the opponent may interrupt once: what plays through, and whether a way to play survives it all.

The opponent has certain cards, and at every window where one of them is legal either uses it, with any targets, or
passes; once one is used, nothing else of them is. Whatever else the opponent does by choice is left out; what the
opponent has to choose counts against the player. The boards are found as in graph.py; then the board that wins
whatever the opponent does is worked out from the goal backwards: of one's own steps one has to win, of the
opponent's all.
"""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygolp import engine
from ygolp.actions import Action
from ygolp.board import Board, Player, opponent
from ygolp.lines import Line, Move
from ygolp.search.expand import MOST_AT_ONCE, Expander, Expansion, Step
from ygolp.search.goal import Goal, judge
from ygolp.search.graph import FREE, Bounds, Node, counts, expanded, sets_cards
from ygolp.search.key import Key, key_of

if TYPE_CHECKING:
    from ygolp.search.workers import Workers

_UNCOUNTED = ("pass", "choose")
_FORCED = ("resolving", "owed")


class Spot(Node):
    """A board of the game; `used` is the card that the opponent has used, None as long as there was none."""

    __slots__ = ("used",)

    def __init__(
        self, number: int, board: Board, depth: int, parent: Node | None, action: Action | None, used: str | None
    ) -> None:
        super().__init__(number, board, depth, parent, action)
        self.used = used

    @property
    def reached(self) -> bool:
        """Say whether the goal is reached here."""
        return self.judged is not None and self.judged.reached


class Answer(NamedTuple):
    """What the opponent does in a window, the board after it, and the fewest actions to the goal; None: stopped."""

    action: Action
    after: Spot
    board: Board
    left: int | None


class Window(NamedTuple):
    """A window of a line: so many actions were played, then the opponent may do this (by card)."""

    played: int
    last: Action | None
    board: Board
    answers: dict[str, list[Answer]]


class Game:
    """The boards that are reached when the opponent interrupts once with one of some cards, or never.

    `bounds` count the actions of the player who has the turn: neither passing and choosing nor what the opponent does.
    `proven`, `complete` and `stopped` are as those of a Graph; the search ends with "policy" when there is a way to
    play that survives every one of the cards.
    """

    def __init__(
        self, board: Board, goal: Goal, cards: Sequence[str], bounds: Bounds = FREE,
        rulebook: engine.Rulebook = engine.SHIPPED,
    ) -> None:  # fmt: skip
        self.player: Player = board.turn_player
        self.opponent: Player = opponent(self.player)
        self.goal = goal
        self.cards = tuple(cards)
        self.bounds = bounds
        self.rulebook = rulebook
        self.root = Spot(0, board, 0, None, None, None)
        self.nodes: list[Spot] = [self.root]
        self.proven = -1
        self.complete = False
        self.stopped = ""
        self._index: dict[tuple[str | None, Key], Spot] = {(None, key_of(board)): self.root}
        self.sets = sets_cards(goal, bounds)
        self._expander = Expander(rulebook, self.sets)

    # -- finding the boards --------------------------------------------------------------------------------

    def search(
        self,
        progress: Callable[[Game, int], None] | None = None,
        workers: Workers | None = None,
        to_the_end: bool = False,
    ) -> Game:
        """Look at all boards within the bounds, or until a way to play survives everything; return the game itself.

        `to_the_end` goes on all the same. Ctrl-C ends it with what is known.
        """
        end = None if self.bounds.seconds is None else time.monotonic() + self.bounds.seconds
        level, depth = [self.root], 0
        try:
            self._judge(level)
            while level:
                last = self.bounds.actions is not None and depth >= self.bounds.actions
                following: list[Spot] = []
                for _ in self._through(level, depth, following, last, workers):
                    if end is not None and time.monotonic() > end:
                        return self._end("seconds")
                    if self.bounds.boards is not None and len(self.nodes) > self.bounds.boards:
                        return self._end("boards")
                    if progress is not None:
                        progress(self, len(following))
                self.proven = depth
                # A way that takes more actions than that could have a shorter one that is not seen yet.
                if not to_the_end and self.worth(self.cards).get(self.root.number, depth + 2) <= depth + 1:
                    return self._end("policy")
                if last:
                    return self._end("actions")
                level, depth = [node for node in following if node.depth == depth + 1], depth + 1
        except KeyboardInterrupt:
            return self._end("interrupted")
        self.complete = True
        return self

    def _end(self, reason: str) -> Game:
        self.stopped = reason
        return self

    def _through(
        self, level: Iterable[Spot], depth: int, following: list[Spot], last: bool, workers: Workers | None
    ) -> Iterator[None]:
        waiting = deque(level)
        while waiting:
            batch: list[Spot] = []
            most = MOST_AT_ONCE if workers is None else 8 * MOST_AT_ONCE
            while waiting and len(batch) < most:
                node = waiting.popleft()
                if node.steps is None and node.depth == depth and not node.reached and not (last and node.open):
                    batch.append(node)
            here: list[Spot] = []
            later: list[Spot] = []
            for node, expansion in zip(batch, expanded(batch, workers, self._expander), strict=True):
                node.player = expansion.player
                steps: list[tuple[Action | None, Node]] = []
                every = [step.action for step in expansion.steps]
                for step in self._looked_at(node, expansion):
                    mine = step.action is not None and step.action.player == self.player
                    cost = counts(node.board, step.action, every) if mine else 0
                    if cost and last:
                        continue
                    child, new = self._node(step, depth + cost, node)
                    steps.append((step.action, child))
                    if new:
                        (later if cost else here).append(child)
                node.steps = steps
            self._judge([*here, *later])
            waiting.extend(here)
            following.extend(later)
            yield

    def cost(self, node: Node, action: Action | None) -> int:
        """Return 1 for an action of the player on a board that counts, else 0."""
        return node.counts(action) if action is not None and action.player == self.player else 0

    def interrupts(self, action: Action | None) -> str | None:
        """Return the card with which an action of the opponent interrupts, None if it does not."""
        if action is None or action.player != self.opponent or action.kind != "activate" or action.card is None:
            return None
        return action.card.name if action.card.name in self.cards else None

    def _looked_at(self, node: Spot, expansion: Expansion) -> Iterator[Step]:
        """Yield the steps that the bounds allow: of the opponent's passing, choosing, and the one interruption."""
        every = [step.action for step in expansion.steps]
        passing = any(action is not None and action.kind == "pass" for action in every)
        for step in expansion.steps:
            action = step.action
            if action is None or action.player == self.player:
                kinds = self.bounds.kinds
                if not kinds or action is None or action.kind in kinds or not counts(node.board, action, every):
                    yield step
            elif action.kind in _UNCOUNTED or node.board.state in _FORCED or not passing or (
                self.interrupts(action) and node.used is None
            ):  # fmt: skip
                yield step

    def _node(self, step: Step, depth: int, parent: Spot) -> tuple[Spot, bool]:
        used = parent.used or self.interrupts(step.action)
        key = (used, key_of(step.board))
        node = self._index.get(key)
        if node is None:
            node = self._index[key] = Spot(len(self.nodes), step.board, depth, parent, step.action, used)
            self.nodes.append(node)
            return node, True
        if depth < node.depth and node.steps is None:
            node.board, node.depth, node.parent, node.action = step.board, depth, parent, step.action
            return node, True
        return node, False

    def _judge(self, nodes: Iterable[Spot]) -> None:
        asked = [node for node in nodes if node.judged is None and node.open]
        judged = judge([node.board for node in asked], self.goal, (), self.player, self.rulebook)
        for node, each in zip(asked, judged, strict=True):
            node.judged = each

    # -- who wins ------------------------------------------------------------------------------------------

    def decided_by_opponent(self, node: Spot) -> bool:
        """Say whether the opponent chooses between the steps of a board."""
        return any(action is not None and action.player == self.opponent for action, _ in node.steps or ())

    def steps(self, node: Spot, against: Iterable[str]) -> list[tuple[Action | None, Spot]]:
        """Return the steps of a board if the opponent has these cards only."""
        allowed = {None, *against}
        return [
            (action, child) for action, child in node.steps or ()
            if isinstance(child, Spot) and (node.used or self.interrupts(action) in allowed)
        ]  # fmt: skip

    def worth(self, against: Iterable[str]) -> dict[int, int]:
        """Return for each board, by number, how many actions reach the goal whatever is done with these cards.

        A board that is not there can be stopped, or is not looked at far enough. (Knuth's algorithm, from the goal
        backwards: the boards are settled in the order of their worth.)
        """
        held = tuple(against)
        before: dict[int, list[tuple[Spot, int]]] = {}
        open_steps: dict[int, int] = {}
        for node in self.nodes:
            steps = self.steps(node, held)
            if self.decided_by_opponent(node):
                open_steps[node.number] = len(steps)
            for action, child in steps:
                before.setdefault(child.number, []).append((node, self.cost(node, action)))
        settled: dict[int, int] = {}
        queue = [(0, node.number) for node in self.nodes if node.reached]
        heapq.heapify(queue)
        while queue:
            worth, number = heapq.heappop(queue)
            if number in settled:
                continue
            settled[number] = worth
            for node, cost in before.get(number, ()):
                if node.number in open_steps:
                    open_steps[node.number] -= 1
                    if open_steps[node.number]:
                        continue
                if node.number not in settled and not node.reached:
                    heapq.heappush(queue, (worth + cost, node.number))
        return settled

    def _played(self, node: Spot, board: Board, against: Iterable[str]) -> list[tuple[Action | None, Spot, Board]]:
        """Return the steps of a board as they are played on one that is equal to it up to copies and zones."""
        steps = self.steps(node, against)
        if board == node.board and all(child.parent is node and child.action == action for action, child in steps):
            return [(action, child, child.board) for action, child in steps]
        after = {child.number for _, child in steps}
        (expansion,) = self._expander.expand([board])
        found = []
        for action, there in self._looked_at(node, expansion):
            card = self.interrupts(action)
            child = self._index.get((node.used or card, key_of(there)))
            if child is not None and child.number in after and (node.used or card in {None, *against}):
                found.append((action, child, there))
        return found if {child.number for _, child, _ in found} == after else [
            (action, child, child.board) for action, child in steps
        ]  # fmt: skip

    def policy(self, against: Sequence[str], start: Answer | None = None) -> Line:
        """Return how to play so that the goal is reached whatever the opponent does with these cards.

        What the opponent may do instead of passing stands as variations of it. The board must be won.
        """
        # Of equal steps the one that was settled first: no line goes round in circles.
        order = {number: (each, rank) for rank, (number, each) in enumerate(self.worth(against).items())}
        node, board = (self.root, self.root.board) if start is None else (start.after, start.board)
        return Line(tuple(self._moves(node, board, tuple(against), order, 1)))

    def _moves(
        self, node: Spot, board: Board, against: Sequence[str], order: dict[int, tuple[int, int]], first: int
    ) -> list[Move]:
        moves: list[Move] = []
        while not node.reached:
            steps = self._played(node, board, against)
            if self.decided_by_opponent(node):
                steps.sort(key=lambda step: (self.interrupts(step[0]) is not None, step[0] is None))
                (action, after, there), *others = steps
                number = first + len(moves)
                variations = (
                    Line((Move(str(other)), *self._moves(child, board, against, order, number + 1)), (), number)
                    for other, child, board in others
                )
                moves.append(Move(str(action), (), tuple(variations)))
                node, board = after, there
                continue
            ranked = [
                (self.cost(node, action) + order[child.number][0], order[child.number][1], place)
                for place, (action, child, _) in enumerate(steps) if child.number in order
            ]  # fmt: skip
            action, node, board = steps[min(ranked)[2]]
            if action is not None:
                moves.append(Move(str(action)))
        return moves

    # -- what an interruption leaves -----------------------------------------------------------------------

    @property
    def shortest(self) -> Spot | None:
        """The board where a shortest line that nobody interrupts reaches the goal, None if none was found."""
        found = (node for node in self.nodes if node.reached and node.used is None)
        return min(found, key=lambda node: (node.depth, node.number), default=None)

    def windows(self, end: Spot) -> list[Window]:
        """Return the windows of the line to a board in which the opponent could interrupt."""
        worth = self.worth(())
        line: list[Node] = []
        node: Node | None = end
        while node is not None:
            line.append(node)
            node = node.parent
        found = []
        played, last = 0, None
        for each in line[::-1]:
            if each.action is not None and each.action.kind not in _UNCOUNTED:
                played, last = played + 1, each.action
            answers: dict[str, list[Answer]] = {}
            if isinstance(each, Spot) and any(self.interrupts(action) for action, _ in each.steps or ()):
                for action, child, board in self._played(each, each.board, self.cards):
                    card = self.interrupts(action)
                    if card is not None and action is not None:
                        answers.setdefault(card, []).append(Answer(action, child, board, worth.get(child.number)))
            if answers:
                found.append(Window(played, last, each.board, answers))
        return found


def not_interrupted(action: Action | None, child: Node) -> bool:
    """Say that a step leads on where the opponent has done nothing (for lines_graph)."""
    return isinstance(child, Spot) and child.used is None
