"""The questions that expectations ask, collected without asking them, and asked of an instrumented rulebook."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from clingo import Function, Symbol, parse_term

from ygolp import check, engine
from ygolp.board import replace
from ygolp.errors import YgolpError
from ygolp.scenario import Expectation, Scenario, load

_T = TypeVar("_T")
MARK = "ygolp_"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the encodings: its name, the facts of the board with their marks, and the options of the solver."""

    question: str
    facts: tuple[Symbol, ...]
    options: tuple[str, ...]
    marks: frozenset[str]

    def __reduce__(self) -> tuple[Any, ...]:
        # A symbol is an address: it means nothing to another process.
        return _unpacked, (self.question, str(Function("", self.facts)), self.options, self.marks)

    @property
    def chooses(self) -> bool:
        """Say whether the question has more than one attempt or set of materials to look at."""
        if self.question == "legal":
            return True
        names = [fact.name for fact in self.facts]
        return "open_materials" in names or names.count("asked") > 1


def _unpacked(question: str, facts: str, options: tuple[str, ...], marks: frozenset[str]) -> Asked:
    return Asked(question, tuple(parse_term(facts).arguments), options, marks)


@dataclass(frozen=True, slots=True)
class Spot:
    """One expectation under one era: what a mutant may be noticed by."""

    path: Path
    number: int
    era: str


class _Stop(YgolpError):
    """Raised in the place of an answer."""


def single(scenario: Scenario, spot: Spot) -> Scenario:
    """Return a scenario with that one expectation under that one era."""
    found = next(expectation for expectation in scenario.expectations if expectation.number == spot.number)
    return replace(scenario, expectations=(replace(found, eras=(spot.era,)),))


def spots(paths: Iterable[str | Path]) -> Iterator[tuple[Scenario, list[tuple[Spot, Expectation]]]]:
    """Yield the scenarios under the paths, each with its expectations under each of their eras."""
    for path in check.files(paths):
        scenario = load(path)
        yield (
            scenario,
            [(Spot(path, each.number, era), each) for each in scenario.expectations for era in each.eras],
        )


def questions(scenario: Scenario, spot: Spot) -> list[Asked]:
    """Return the questions that an expectation asks of the encodings.

    They are answered only where the next question depends on it: in a line of play.
    """
    found: list[Asked] = []
    alone = single(scenario, spot)
    plays = any("play" in expectation.keys for expectation in alone.expectations)

    def note(question: str, facts: list[Symbol], options: Sequence[str], marks: set[str] | None) -> None:
        found.append(Asked(question, tuple(facts), tuple(options), frozenset(marks or ())))
        if not plays:
            raise _Stop("not asked")

    for _ in check.run(alone, engine.Rulebook(watch=note)):
        pass
    return found


@dataclass(frozen=True)
class Beside:
    """Probes that are read beside the statements that a board needs.

    `probes` has those of each statement, by its text in clingo's writing, `weaker` those that may hold where the
    statement is nearly needed, `always` what is read in any case. `relaxed` leaves out the constraints on violations,
    so that every attempt is looked at.
    """

    probes: dict[str, list[str]]
    weaker: dict[str, list[str]]
    always: tuple[str, ...]
    relaxed: bool = False

    def __call__(self, needed: list[str], nearly: list[str]) -> list[str]:
        if self.relaxed:
            needed = [text for text in needed if not text.startswith("#false :-") or "violation(" not in text]
        found = [*needed, *self.always]
        for text in needed:
            found += self.probes.get(text, ())
        for text in (*needed, *nearly):
            found += self.weaker.get(text, ())
        return found


def watching(rulebook: engine.Rulebook, beside: Beside) -> engine.Rulebook:
    """Return a rulebook with probes; with encodings of the user's own all are read whatever a board needs."""
    if not rulebook.own:
        return engine.Rulebook(lenient=True, beside=beside)
    lines = [line for each in (beside.probes, beside.weaker) for group in each.values() for line in group]
    text = "\n".join([rulebook.text, *beside.always, *lines])
    return engine.Rulebook(rulebook.folder, rulebook.more, text, lenient=True)


def shown(
    asked: Asked, rulebook: engine.Rulebook, most: int | None = None
) -> tuple[frozenset[frozenset[str]], set[Symbol]]:
    """Return what is shown in every answer that the question itself looks at, and the marks of all of them."""
    made = engine.control(asked.question, asked.facts, rulebook, asked.options, set(asked.marks))
    optimal = any(option.startswith("--opt-mode") for option in asked.options)
    found = engine.best_answers(made, 1) if optimal else itertools.islice(engine.answers(made), most)
    answers = [*map(frozenset, found)]
    seen = {symbol for answer in answers for symbol in answer if symbol.name.startswith(MARK)}
    return frozenset(frozenset(map(str, answer - seen)) for answer in answers), seen


def marks(asked: Asked, rulebook: engine.Rulebook) -> set[Symbol]:
    """Return the shown atoms whose names begin with MARK, of every answer that the question itself looks at."""
    return shown(asked, rulebook)[1]


def possible_marks(asked: Asked, rulebook: engine.Rulebook) -> set[Symbol]:
    """Return the shown marks that hold in any answer at all, with a relaxed rulebook: for any attempt and materials."""
    options = ("--enum-mode=brave", "--opt-mode=ignore", "0")
    made = engine.control(asked.question, asked.facts, rulebook, options, set(asked.marks))
    growing = list(engine.answers(made))
    return {symbol for symbol in growing[-1] if symbol.name.startswith(MARK)} if growing else set()


def cores() -> int:
    """Return how many processes are worth starting."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[..., _T], tasks: Sequence[tuple[Any, ...]], start: Callable[..., None], given: tuple[Any, ...]
) -> Iterator[tuple[int, _T]]:
    """Do tasks on all cores; yield the number of each with its result as they end. `start` prepares each process."""
    if cores() == 1 or len(tasks) == 1:
        start(*given)
        yield from ((number, work(*task)) for number, task in enumerate(tasks))
        return
    with ProcessPoolExecutor(cores(), initializer=start, initargs=given) as pool:
        numbers: dict[Future[_T], int] = {pool.submit(work, *task): number for number, task in enumerate(tasks)}
        try:
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        finally:
            for future in numbers:
                future.cancel()
