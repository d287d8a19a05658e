"""All boards that can be reached from one, each once: the graph that every question about lines looks at.

The search goes through the boards by the number of actions that lead to them. Passing, what is chosen or Summoned while
an effect resolves, and triggers that must be activated belong to the action before and are not counted. Each board is
asked once (expand.py); boards that are equal up to copies of a card are one (key.py). The opponent is passive: of what
the opponent may do only passing is looked at, where that is allowed, unless `Bounds.passive` is False.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ygolp import engine
from ygolp.actions import Action
from ygolp.board import Board, Player
from ygolp.moves import over
from ygolp.search.expand import MOST_AT_ONCE, Expander, Expansion, Step
from ygolp.search.goal import Goal, Judged, judge
from ygolp.search.key import Key, key_of

if TYPE_CHECKING:
    from ygolp.search.workers import Workers

_UNCOUNTED = ("pass", "choose")


def counts(board: Board, action: Action | None, others: Iterable[Action | None]) -> int:
    """Return 1 for what counts as an action of a line, 0 for what belongs to the action before.

    `others` are all that may be done on the board. Nobody counts what follows, is passed or is chosen, nor what has to
    be done: a Summon that an effect makes or owes, a trigger that must be activated. Whether there is another one to
    choose makes no difference to that.
    """
    if action is None or action.kind in _UNCOUNTED:
        return 0
    if board.state == "open":
        return 1
    return int(any(other is not None and other.kind == "pass" and other.player == action.player for other in others))


class Bounds(NamedTuple):
    """How far the search goes: actions of a line, seconds, boards; None: without an end.

    `kinds` are the kinds of actions that are looked at (all if empty), `passive` whether the opponent does nothing.
    `zones` and `positions` say that a Summon takes every one that it may, not only the first, `sets` that Spells and
    Traps are Set from the hand, although each doubles the boards (a goal may ask for it, too).
    """

    actions: int | None = None
    seconds: float | None = None
    boards: int | None = 200_000
    passive: bool = True
    kinds: tuple[str, ...] = ()
    zones: bool = False
    positions: bool = False
    sets: bool = False

    def for_goal(self, goal: Goal | None) -> Bounds:
        """Return the bounds of a search for a goal, which may ask for Set cards."""
        return self._replace(sets=self.sets or (goal is not None and goal.asks_for_sets))

    @property
    def widened(self) -> tuple[str, ...]:
        """The choices that are not left out, as asp/questions/successors.lp names them."""
        choices = (("every_zone", self.zones), ("every_position", self.positions), ("sets_spells_and_traps", self.sets))
        return tuple(name for name, open_ in choices if open_)


FREE = Bounds()


class Node:
    """A board of the graph: `depth` actions from the first, by `parent` and `action` on a shortest line.

    `steps` are its successors with the actions, None before it was looked at, and `after` the boards to which these
    lead: equal to those of the successors up to copies and zones. `player` decides there (None: nobody).
    """

    __slots__ = ("action", "after", "board", "depth", "judged", "number", "parent", "player", "steps")

    def __init__(self, number: int, board: Board, depth: int, parent: Node | None, action: Action | None) -> None:
        self.number = number
        self.board = board
        self.depth = depth
        self.parent = parent
        self.action = action
        self.steps: list[tuple[Action | None, Node]] | None = None
        self.after: list[Board] = []
        self.player: Player | None = None
        self.judged: Judged | None = None

    @property
    def open(self) -> bool:
        """Say whether a line can end here: nothing is on its way, or the Duel is over."""
        return self.board.state == "open" or over(self.board)

    def counts(self, action: Action | None) -> int:
        """Return whether an action on this board counts (see `counts` of this module)."""
        return counts(self.board, action, (other for other, _ in self.steps or ()))

    def line(self) -> list[Action]:
        """Return the actions of a shortest line that leads here, with what was chosen and passed on the way."""
        actions: list[Action] = []
        node: Node | None = self
        while node is not None:
            if node.action is not None:
                actions.append(node.action)
            node = node.parent
        return actions[::-1]


class Graph:
    """The boards that were reached from the first, and how far that is complete.

    All lines of up to `proven` actions have been looked at; `complete` says that there are no longer ones. `stopped`
    names the bound that ended the search: "actions", "seconds", "boards", "interrupted", "goal"; "" if nothing did.
    """

    def __init__(
        self,
        board: Board,
        goal: Goal | None = None,
        bounds: Bounds = FREE,
        measures: Sequence[str] = (),
        rulebook: engine.Rulebook = engine.SHIPPED,
        player: Player | None = None,
        expander: Expander | None = None,
    ) -> None:
        self.player: Player = player or board.turn_player
        self.goal = goal
        self.bounds = bounds.for_goal(goal)
        self.measures = tuple(name for name in measures if name != "actions")
        self._judges = goal is not None or bool(measures)
        self.rulebook = rulebook
        self.root = Node(0, board, 0, None, None)
        self.nodes = [self.root]
        self.proven = -1
        self.complete = False
        self.stopped = ""
        self._index: dict[Key, Node] = {key_of(board): self.root}
        self._expander = expander or Expander(rulebook, self.bounds.widened)

    @property
    def reached(self) -> list[Node]:
        """The boards that reach the goal, the shortest lines first."""
        return [node for node in self.nodes if node.judged is not None and node.judged.reached]

    def node_of(self, board: Board) -> Node:
        """Return the node of a board that was reached; KeyError if it was not."""
        return self._index[key_of(board)]

    @property
    def ends(self) -> list[Node]:
        """The open boards: those that a line may end with."""
        return [node for node in self.nodes if node.open]

    def search(
        self,
        until_goal: bool = False,
        progress: Callable[[Graph, int], None] | None = None,
        workers: Workers | None = None,
        at_once: int = MOST_AT_ONCE,
    ) -> Graph:
        """Look at all boards within the bounds, or until one reaches the goal; return the graph itself.

        `progress` is called now and then with the graph and the number of boards that wait. With workers
        (ygolp.search.workers) boards are looked at side by side. Ctrl-C ends it with what is known.
        """
        end = None if self.bounds.seconds is None else time.monotonic() + self.bounds.seconds
        level, depth = [self.root], 0
        try:
            while level:
                self._judge(level)
                if until_goal and any(node.judged is not None and node.judged.reached for node in level):
                    return self._end("goal", depth)
                if self.bounds.actions is not None and depth >= self.bounds.actions:
                    # What is passed and chosen after the last action still belongs to it.
                    level = [node for node in level if not node.open]
                following: list[Node] = []
                for found in self._through(level, depth, following, workers, at_once):
                    if until_goal and any(node.judged is not None and node.judged.reached for node in found):
                        return self._end("goal", depth)
                    if end is not None and time.monotonic() > end:
                        return self._end("seconds")
                    if self.bounds.boards is not None and len(self.nodes) > self.bounds.boards:
                        return self._end("boards")
                    if progress is not None:
                        progress(self, len(following))
                self.proven = depth
                if self.bounds.actions is not None and depth >= self.bounds.actions:
                    return self._end("actions")
                level, depth = [node for node in following if node.depth == depth + 1], depth + 1
        except KeyboardInterrupt:
            return self._end("interrupted")
        self.complete = True
        return self

    def _end(self, reason: str, proven: int | None = None) -> Graph:
        self.stopped = reason
        if proven is not None:
            self.proven = max(self.proven, proven - 1)
        return self

    def _through(
        self, level: Iterable[Node], depth: int, following: list[Node], workers: Workers | None, at_once: int
    ) -> Iterator[list[Node]]:
        """Expand the boards of a level and those that are reached without a further action; yield what is new."""
        waiting = deque(level)
        last = self.bounds.actions is not None and depth >= self.bounds.actions
        while waiting:
            batch: list[Node] = []
            most = at_once if workers is None else 8 * at_once
            while waiting and len(batch) < most:
                node = waiting.popleft()
                if node.steps is None and node.depth == depth and not (last and node.open):
                    batch.append(node)
            if not batch:
                continue
            here: list[Node] = []
            for node, expansion in zip(batch, expanded(batch, workers, self._expander), strict=True):
                node.player = expansion.player
                steps: list[tuple[Action | None, Node]] = []
                node.after = []
                every = [step.action for step in expansion.steps]
                for step in self._looked_at(node, expansion):
                    cost = counts(node.board, step.action, every)
                    if cost and last:
                        continue
                    child, new = self._node(step, depth + cost, node)
                    steps.append((step.action, child))
                    node.after.append(child.board if child.board == step.board else step.board)
                    if new:
                        (following if cost else here).append(child)
                # Only now: whatever ends the search, no board seems to have fewer steps than it has.
                node.steps = steps
            self._judge(here)
            waiting.extend(here)
            yield here

    def _looked_at(self, node: Node, expansion: Expansion) -> Iterator[Step]:
        """Yield the steps that the bounds allow."""
        steps = expansion.steps
        if expansion.player is not None and self.bounds.passive:
            mine = [step for step in steps if step.action is None or step.action.player == self.player]
            theirs = [step for step in steps if step.action is not None and step.action.player != self.player]
            passing = [step for step in theirs if step.action is not None and _passive(step.action)]
            steps = (*mine, *(passing or theirs))
        every = [step.action for step in expansion.steps]
        for step in steps:
            kind = step.action.kind if step.action is not None else None
            if not self.bounds.kinds or not counts(node.board, step.action, every) or kind in self.bounds.kinds:
                yield step

    def _node(self, step: Step, depth: int, parent: Node) -> tuple[Node, bool]:
        """Return the node of a board, and whether it has to be looked at: it is new, or nearer than was thought."""
        key = key_of(step.board)
        node = self._index.get(key)
        if node is None:
            node = self._index[key] = Node(len(self.nodes), step.board, depth, parent, step.action)
            self.nodes.append(node)
            return node, True
        if depth < node.depth and node.steps is None:
            node.board, node.depth, node.parent, node.action = step.board, depth, parent, step.action
            return node, True
        return node, False

    def _judge(self, nodes: Iterable[Node]) -> None:
        if not self._judges:
            return
        asked = [node for node in nodes if node.judged is None and node.open]
        judged = judge([node.board for node in asked], self.goal, self.measures, self.player, self.rulebook)
        for node, each in zip(asked, judged, strict=True):
            node.judged = each._replace(measures={**each.measures, "actions": node.depth})


def expanded(batch: Sequence[Node], workers: Workers | None, expander: Expander) -> Iterable[Expansion]:
    """Return what follows from the board of each node, in order; from processes if there are enough of them."""
    boards = [node.board for node in batch]
    if workers is not None and workers.wanted(len(boards)):
        return workers.expand(boards)
    return expander.expand(boards)


def _passive(action: Action) -> bool:
    return action.kind == "pass" or (action.kind == "choose" and not action.using)
