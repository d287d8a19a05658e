"""Lines through a graph of boards: all of them, each once up to the order of independent actions; playing them."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ygolp.actions import Action, CardRef
from ygolp.board import Board
from ygolp.search import orders
from ygolp.search.expand import MOST_AT_ONCE, Expander, Expansion, Step
from ygolp.search.graph import Graph, Node
from ygolp.search.key import key_of

MOST_HELD = 500_000
Way = Sequence[tuple[Action | None, Node]]
"""A line as boards, each with the action that leads to it; the first has none, nor has what follows by itself."""


class Found(NamedTuple):
    """Lines to the goal, the shortest first, and how many there are, up to their order and in every order.

    All lines of up to `proven` actions of those that the graph holds are among them (-1: none is known to be);
    `complete`: all lines that there are. `stopped` is what ended the counting: "seconds", "interrupted", "lines" (more
    than MOST_HELD begin alike), "" if nothing did.
    """

    lines: list[Way]
    number: int
    orders: int
    proven: int
    complete: bool
    stopped: str = ""


class _Stop(Exception):
    """The counting is not to go on."""


def all_lines(
    graph: Graph, ends: Sequence[Node], most: int, until: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Found:  # fmt: skip
    """Count the lines from the first board to one of `ends` that reach none of them before; return `most` of them.

    Of lines that differ only in the order of independent actions (docs/lines.md) there is one. It ends at the time
    `until` (of time.monotonic), and with Ctrl-C. `progress` is called with the number of lines and of actions that are
    done.
    """
    lines: list[Way] = []
    number = in_every_order = 0
    done, stopped = -1, ""

    def check(held: int) -> None:
        if until is not None and time.monotonic() > until:
            raise _Stop("seconds")
        if held > MOST_HELD:
            raise _Stop("lines")
        if progress is not None:
            progress(number, max(done, 0))

    try:
        parts = _Parts(graph, ends)
        for level in orders.ways(parts.country(), check):
            lines += [parts.line(way) for way in level[: most - len(lines)]]
            number += len(level)
            in_every_order += sum(way.orders for way in level)
            done += 1
        complete = not graph.stopped or graph.stopped == "actions"
        return Found(lines, number, in_every_order, graph.proven, complete)
    except _Stop as stop:
        stopped = str(stop)
    except KeyboardInterrupt:
        stopped = "interrupted"
    # A line has as many parts as actions, or more actions; the first part can do without.
    proven = min(done - (not graph.root.open), graph.proven)
    if not lines and ends and most:
        node = min(ends, key=lambda node: node.depth)
        lines, number, in_every_order = [shortest(node)], max(number, 1), max(in_every_order, 1)
    return Found(lines, number, in_every_order, max(proven, -1), False, stopped)


class _Parts:
    """The parts of lines: from an open board to the next one, with what is activated, chosen and passed between."""

    def __init__(self, graph: Graph, ends: Sequence[Node]) -> None:
        self.graph = graph
        self.ends = {node.number for node in ends}
        self.left = _left(graph, self.ends)
        self._parts: dict[int, tuple[list[orders.Step], list[Way]]] = {}
        self._labels: dict[tuple[str, ...], int] = {}

    def country(self) -> orders.Country:
        """Return the graph as a country, in which the ways are lines."""
        nodes = self.graph.nodes
        return orders.Country(
            self.graph.root.number, self.ends, lambda number: self._of(number)[0], self.left, self._loops(),
            lambda number: nodes[number].open, self.graph.bounds.actions,
        )  # fmt: skip

    def line(self, way: orders.Way) -> Way:
        """Return a way as boards with actions."""
        found: list[tuple[Action | None, Node]] = [(None, self.graph.root)]
        for number, place in way.steps():
            found += self._of(number)[1][place]
        return found

    def _of(self, number: int) -> tuple[list[orders.Step], list[Way]]:
        """Return the parts that begin with a board, each once, however it is passed between."""
        if number not in self._parts:
            found: dict[tuple[tuple[str, ...], int, int], Way] = {}
            seen: set[tuple[int, tuple[str, ...], int]] = set()
            todo: deque[tuple[tuple[str, ...], int, list[tuple[Action | None, Node]]]]
            todo = deque([((), 0, [(None, self.graph.nodes[number])])])
            while todo:
                deeds, cost, way = todo.popleft()
                node = way[-1][1]
                if len(way) > 1 and (node.open or node.number in self.ends):
                    found.setdefault((deeds, cost, node.number), way[1:])
                    continue
                if (node.number, deeds, cost) in seen or node in (each for _, each in way[:-1]):
                    continue
                seen.add((node.number, deeds, cost))
                for action, child in node.steps or ():
                    if child.number in self.left:
                        more = deeds if action is None or action.kind == "pass" else (*deeds, label(action))
                        todo.append((more, cost + node.counts(action), [*way, (action, child)]))
            steps = [orders.Step(self._label(deeds), cost, end) for deeds, cost, end in found]
            self._parts[number] = steps, list(found.values())
        return self._parts[number]

    def _label(self, deeds: tuple[str, ...]) -> int:
        return self._labels.setdefault(deeds, len(self._labels))

    def _loops(self) -> set[int]:
        """Return the boards that no order puts before or after all others that lead to an end: those of circles."""
        after = {
            number: [child.number for _, child in self.graph.nodes[number].steps or () if child.number in self.left]
            if number not in self.ends else []
            for number in self.left
        }  # fmt: skip
        before: dict[int, list[int]] = {number: [] for number in after}
        for number, children in after.items():
            for child in children:
                before[child].append(number)
        found = set(after)
        for these, those in ((before, after), (after, before)):
            count = {number: sum(each in found for each in these[number]) for number in found}
            todo = [number for number, left in count.items() if not left]
            while todo:
                number = todo.pop()
                found.discard(number)
                for other in those[number]:
                    if other in found:
                        count[other] -= 1
                        if not count[other]:
                            todo.append(other)
        return found


def _left(graph: Graph, ends: set[int]) -> dict[int, int]:
    """Return for the boards from which an end can be reached how many actions that takes at least."""
    before: dict[int, list[tuple[int, int]]] = {}
    for node in graph.nodes:
        if node.number not in ends:
            for action, child in node.steps or ():
                before.setdefault(child.number, []).append((node.number, node.counts(action)))
    found: dict[int, int] = {}
    todo = deque((number, 0) for number in sorted(ends))
    while todo:
        number, cost = todo.popleft()
        if number in found:
            continue
        found[number] = cost
        for other, more in before.get(number, ()):
            if other not in found:
                (todo.append if more else todo.appendleft)((other, cost + more))
    return found


def label(action: Action) -> str:
    """Return what is done, the same on every board: without zones, and whichever of several copies it is."""
    using = [_name(ref) for ref in action.using or ()]
    if action.kind != "ripple summon":
        using.sort()
    return repr((
        action.kind, action.player, _name(action.card), using, action.ripple, action.position, action.effect,
        [_name(ref) for ref in action.targets or ()], action.declared,
    ))  # fmt: skip


def _name(ref: CardRef | None) -> str:
    return "" if ref is None else f"{ref.name} {ref.place.rstrip('12345')} {ref.player}"


def shortest(node: Node) -> Way:
    """Return a shortest line to a board."""
    line = [(node.action, node)]
    while node.parent is not None:
        node = node.parent
        line.append((node.action, node))
    return line[::-1]


# ---- playing them --------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """An action of a line with the board after it, and 1 if it counts, else 0."""

    action: Action
    board: Board
    counts: int


def play(graph: Graph, ways: Sequence[Way], check: Callable[[], None] = lambda: None) -> Iterator[list[Played]]:
    """Yield lines as they are played, one action after the other.

    Boards that are the same up to zones or copies are one in the graph, so a line is played once more from the first.
    `check` is called now and then; it may raise what it wants.
    """
    player = _Player(graph)
    todo, size = iter(ways), 1
    while some := list(islice(todo, size)):
        yield from player.play(some, check)
        size = min(MOST_AT_ONCE, 4 * size)  # the first ones soon


def actions_along(graph: Graph, line: Way) -> list[tuple[Action, Board]]:
    """Return the actions of a line with the board after each, as they are played one after the other."""
    return [(each.action, each.board) for each in next(play(graph, [line]))]


class _Player:
    """Plays lines; what follows from a board is asked once, and of several boards together."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._expander = Expander(graph.rulebook, graph.bounds.widened)
        self._known: dict[object, Expansion] = {}
        self._steps: dict[object, Step] = {}

    def play(self, ways: Sequence[Way], check: Callable[[], None]) -> list[list[Played]]:
        """Return lines as they are played."""
        boards = [self._graph.root.board for _ in ways]
        found: list[list[Played]] = [[] for _ in ways]
        for depth in range(1, max(map(len, ways), default=0)):
            check()
            going = [number for number, way in enumerate(ways) if depth < len(way)]
            taken = [(boards[number], ways[number][depth - 1][1], *ways[number][depth]) for number in going]
            self._ask(taken)
            for number, (board, node, wanted, child) in zip(going, taken, strict=True):
                action, boards[number] = self._step(board, node, wanted, child)
                if action is not None:
                    found[number].append(Played(action, boards[number], node.counts(wanted)))
                elif found[number]:
                    found[number][-1] = found[number][-1]._replace(board=boards[number])
        return found

    def _ask(self, taken: Iterable[tuple[Board, Node, Action | None, Node]]) -> None:
        """Look at the boards that are not just those of their nodes."""
        asked = {
            _exactly(board): board for board, node, *_ in taken
            if board is not node.board and _exactly(board) not in self._known
        }  # fmt: skip
        self._known |= dict(zip(asked, self._expander.expand([*asked.values()]), strict=True))

    def _step(self, board: Board, node: Node, wanted: Action | None, child: Node) -> Step:
        """Return an action as it is done on a board that is equal to that of a node, and the board after it."""
        if board is node.board:
            return Step(wanted, node.after[(node.steps or []).index((wanted, child))])
        what = None if wanted is None else label(wanted)
        exactly = (_exactly(board), what, child.number)
        if exactly not in self._steps:
            after = key_of(child.board)
            steps = self._known[_exactly(board)].steps
            alike = [step for step in steps if (None if step.action is None else label(step.action)) == what]
            step = next(step for step in (*alike, *steps) if key_of(step.board) == after)
            self._steps[exactly] = step._replace(board=child.board) if step.board == child.board else step
        return self._steps[exactly]


def _exactly(board: Board) -> object:
    """Return what tells a board apart from those that are equal to it."""
    return board.pieces, board.flow, board.waiting_triggers, board.state, tuple(sorted(board.sides.items()))
