"""The errors that ygolp raises; each message stands alone and says what to change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class YgolpError(Exception):
    """Base of every error of this package."""


class EncodingError(YgolpError):
    """The rulebook itself is at fault, not the user's input."""


class ScenarioError(YgolpError):
    """A scenario or card file is wrong; `problems` has one line for each fault."""

    def __init__(self, file: str, problems: Sequence[str]) -> None:
        self.file = file
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{file}: {problem}" for problem in self.problems))


class DatabaseError(YgolpError):
    """A card database cannot be used; the message names the file."""


class UnusableCard(DatabaseError):
    """A row of a card database makes no card; the message names file and card."""


class NotationError(YgolpError):
    """The text of an action is not understood."""


class AmbiguousAction(NotationError):
    """The text of an action fits several; `candidates` are their texts."""

    def __init__(self, text: str, what: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        listed = "; ".join(self.candidates)
        super().__init__(f"{text!r} is ambiguous: {what}: {listed}")


class AmbiguousEffect(AmbiguousAction):
    """The text of an activation fits several effects of its card; `effects` are the card and their numbers."""

    def __init__(self, text: str, candidates: Sequence[str], effects: Sequence[tuple[Any, int]]) -> None:
        self.effects = tuple(effects)
        super().__init__(text, "which effect", candidates)


class IllegalAction(YgolpError):
    """An action that breaks a rule was to be played; `verdict` says which."""

    def __init__(self, text: str, verdict: Any) -> None:
        self.verdict = verdict
        reasons = "; ".join(str(reason) for reason in verdict.reasons)
        if verdict.others:
            each = ((one.action.effect, "; ".join(map(str, one.reasons))) for one in (verdict, *verdict.others))
            reasons = "; ".join(f"effect {number}: {why}" for number, why in each)
        super().__init__(f"{text!r} is illegal: {reasons}")


class LineError(YgolpError):
    """The text of a line of play is not understood; `row` is the number of the row, from 1."""

    def __init__(self, name: str, row: int, problem: str) -> None:
        self.row = row
        super().__init__(f"{name}:{row}: {problem}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `", did you mean 'x'?"` for the known spelling closest to word, or nothing."""
    import difflib  # here, since it is slow to import and few runs go wrong

    by_fold = {name.casefold(): name for name in known}
    close = difflib.get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return f", did you mean {by_fold[close[0]]!r}?" if close else ""
