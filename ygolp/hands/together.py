"""Several hands searched side by side in one process, so that their boards are prepared for clingo together.

Each hand has a search of its own (ygolp.search.graph), in a thread of its own. Where the searches ask something of
boards they wait until all of them do, and what they ask is answered at once: a batch costs much less than its boards
one by one. Only one thread works at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from ygolp.board import Board
from ygolp.hands.counting import Hand
from ygolp.hands.question import SEEKER, Question, Result, outcome
from ygolp.search.expand import Expander, Expansion
from ygolp.search.goal import Judged, judge
from ygolp.search.graph import Bounds, Graph, Node

AT_ONCE = 24
# With more boards in memory one search after the other goes on.
MOST_BOARDS = 20_000


def search_together(
    question: Question, hands: Iterable[Hand], end: float | None = None, at_once: int = AT_ONCE
) -> Iterator[tuple[Hand, Result]]:
    """Yield hands with what the search of each has found, as they come; `at_once` of them are searched side by side.

    `end` is a moment of time.monotonic(), at which it ends with those that are done. Ctrl-C is passed on.
    """
    if question.bounds.seconds is not None:
        at_once = 1  # The seconds of a hand are its own.
    desk = _Desk(question)
    todo = iter(hands)
    try:
        while True:
            while len(desk.searches) < at_once and (hand := next(todo, None)) is not None:
                desk.begin(hand, _until(question.bounds, end))
            if not desk.searches:
                return
            for hand, graph in desk.serve():
                cut = graph.stopped == "seconds" and graph.bounds.seconds != question.bounds.seconds
                if not cut:
                    yield hand, outcome(graph)
    finally:
        desk.close()


def _until(bounds: Bounds, end: float | None) -> Bounds:
    """Return the bounds with no more seconds than there are until that moment."""
    if end is None:
        return bounds
    left = max(0.0, end - time.monotonic())
    return bounds._replace(seconds=left if bounds.seconds is None else min(left, bounds.seconds))


class _Asked(NamedTuple):
    """What a search asks of boards: what follows from them, or whether they reach the goal."""

    search: _Search
    boards: Sequence[Board]
    judged: bool


class _Desk:
    """Where the searches ask, and are answered once all of them wait."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.expander = Expander(widened=question.bounds.for_goal(question.goal).widened)
        self.searches: dict[_Search, Hand] = {}
        self.inbox: SimpleQueue[_Asked | _Search] = SimpleQueue()
        self._waiting: list[_Asked] = []

    def begin(self, hand: Hand, bounds: Bounds) -> None:
        """Start the search of a hand."""
        search = _Search(self, hand, bounds)
        self.searches[search] = hand
        search.thread.start()

    def serve(self) -> list[tuple[Hand, Graph]]:
        """Wait until every search asks something or is over; answer; return those that are over."""
        over: list[tuple[Hand, Graph]] = []
        while len(self._waiting) < len(self.searches):
            message = self.inbox.get()
            if isinstance(message, _Asked):
                self._waiting.append(message)
                continue
            hand = self.searches.pop(message)
            if message.failure is not None:
                raise message.failure
            over.append((hand, message.graph))
        if over:
            return over  # Other hands may take their place before the next answer.
        turn = self._waiting
        if sum(len(search.graph.nodes) for search in self.searches) > MOST_BOARDS:
            turn = [max(turn, key=lambda each: len(each.search.graph.nodes))]
        for judged in (True, False):
            asked = [each for each in turn if each.judged is judged]
            boards = [board for each in asked for board in each.boards]
            found: Sequence[Any] = ()
            if boards and judged:
                found = judge(boards, self.question.goal, player=SEEKER)
            elif boards:
                found = self.expander.expand(boards)
            start = 0
            for each in asked:
                each.search.answers.put(found[start : start + len(each.boards)])
                start += len(each.boards)
                self._waiting.remove(each)
        return []

    def close(self) -> None:
        """End the searches that are not over."""
        for search in self.searches:
            search.answers.put(None)


class _Search:
    """The search of one hand in its thread."""

    def __init__(self, desk: _Desk, hand: Hand, bounds: Bounds) -> None:
        self.desk = desk
        self.answers: SimpleQueue[Sequence[Any] | None] = SimpleQueue()
        self.failure: Exception | None = None
        board, goal = desk.question.dealt(hand), desk.question.goal
        self.graph = _AskingGraph(board, goal, bounds, player=SEEKER, expander=_AskingExpander(self))
        self.graph.by = self
        self.thread = Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self.graph.search(until_goal=True)
        except Exception as error:  # whatever it is, the one that serves raises it
            self.failure = error
        self.desk.inbox.put(self)

    def ask(self, boards: Sequence[Board], judged: bool) -> Sequence[Any]:
        """Return the answer of the desk. KeyboardInterrupt, which ends the search, if there is none any more."""
        self.desk.inbox.put(_Asked(self, boards, judged))
        found = self.answers.get()
        if found is None:
            raise KeyboardInterrupt
        return found


class _AskingExpander(Expander):
    """Says what follows from boards as the desk answers."""

    def __init__(self, by: _Search) -> None:
        super().__init__()
        self.by = by

    def expand(self, boards: Sequence[Board]) -> list[Expansion]:
        return [*self.by.ask(boards, False)]


class _AskingGraph(Graph):
    """A graph that has its boards judged elsewhere."""

    by: _Search

    def _judge(self, nodes: Iterable[Node]) -> None:
        asked = [node for node in nodes if node.judged is None and node.open]
        if asked:
            found: Sequence[Judged] = self.by.ask([node.board for node in asked], True)
            for node, each in zip(asked, found, strict=True):
                node.judged = each
