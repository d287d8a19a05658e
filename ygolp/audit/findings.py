"""What an audit finds, and how long it may look."""

from __future__ import annotations

import time
from typing import NamedTuple

from ygolp.board import Board

NEVER_SUMMONED, NEVER_SWITCHED = "never_summoned", "never_switched"
UNREACHED, UNANSWERED = "unreached_rule", "unanswered_demand"
SETTING, ENDINGS, LOOP, IDLE = "setting", "endings", "loop", "idle_action"


class TimeIsUp(Exception):
    """The time for an audit is used up."""


class Clock:
    """The time that is left; `check` is called before each question."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self.questions = 0

    def check(self) -> None:
        """Count a question; TimeIsUp if there is no time for it."""
        if time.monotonic() > self._end:
            raise TimeIsUp
        self.questions += 1


class Asked(NamedTuple):
    """A question that shows a finding: the number of its board (from 0), the action, and the answer in a sentence."""

    board: int
    action: str
    answer: str


class Finding(NamedTuple):
    """Something that the mechanic does to the game: its kind, a sentence, and small boards with what they show."""

    kind: str
    sentence: str
    boards: tuple[Board, ...] = ()
    asked: tuple[Asked, ...] = ()


class Part(NamedTuple):
    """One part of an audit: what was looked for, within which bounds, what was found; what was found to be right.

    `complete` is False where the time ended before the search.
    """

    name: str
    question: str
    bounds: str
    findings: tuple[Finding, ...]
    witnesses: tuple[Finding, ...] = ()
    complete: bool = True
