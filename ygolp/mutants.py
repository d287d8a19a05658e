"""Mutation check of the encodings: does some scenario notice when a statement, or one literal of it, is dropped?

A mutant is run only on expectations where it can make a difference at all. One pass with an instrumented rulebook
finds those: for a dropped statement, where it derives something (best, where nothing else does); for a dropped
literal, where the weakened statement derives what the whole program does not. Where it derives nothing new, the answer
of a stratified program stays what it was. Of those expectations at most `MOST` are run, the most promising first, and
only those of which the mutant answers one question otherwise: a line of play asks many, the mutant can matter in few.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ygolp import check, engine, probing, statements
from ygolp.errors import YgolpError
from ygolp.mutant_fates import (
    BESIDE,
    WITNESSES,
    Fate,
    excused,
    lists,
    read_equivalents,
    remembered,
)  # fmt: skip
from ygolp.paths import ASP
from ygolp.probing import MARK, Asked, Spot
from ygolp.scenario import Expectation, Scenario, load
from ygolp.statements import Mutant, Statement

MOST = 40
TOLD = 50  # fates told at a time
ROUNDS = (1, 1, 2, 4)  # shares of the files that are looked at in turn
_ASKED_BY = {"questions/faults.lp": ("status", "legal_checked"), "questions/why.lp": ("why",)}
PATIENCE = 20.0  # seconds of work on an expectation, which may never end with a mutant
MODELS = 100  # so many answers of a question are compared
DIRECT = 2  # an expectation with so few questions is run without asking first what the mutant answers

_Texts = frozenset[frozenset[str]]  # what is shown in every answer
_Expected = dict[Spot, tuple[Scenario, Expectation]]
# A score, what it costs and a rarity, the lower the better; the number of the question.
_Candidate = tuple[int, int, float, Spot, int]
_Batch = list[tuple[Path, list[Spot]]]
_Told = Callable[[Sequence[Fate]], None]


def report(
    paths: Iterable[str | Path],
    rulebook: engine.Rulebook = engine.SHIPPED,
    *,
    sample: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
) -> tuple[str, bool]:
    """Return the outcome of the mutation check as text, and whether no mutant is left unnoticed.

    `sample` takes that many mutants at random, `seconds` ends the check after that time. With encodings of the user's
    own the check is about those alone. Mutants that change nothing can be listed, with their reason, in a file
    `equivalent_mutants.toml` beside the encodings.
    """
    return told(examine(paths, rulebook, sample=sample, seed=seed, seconds=seconds, believe=sample is not None))


def told(fates: Sequence[Fate]) -> tuple[str, bool]:
    """Return the fates of mutants as text, and whether none is unnoticed."""
    lines = [_unnoticed(fate) for fate in fates if fate.unnoticed]
    noticed = sum(fate.witness is not None for fate in fates)
    listed = sum(fate.reason is not None for fate in fates)
    late = sum(fate.out_of_time for fate in fates)
    figures = f"noticed {noticed} of {len(fates)} mutants, {listed} listed as equivalent, {len(lines)} unnoticed"
    if late:
        figures += f", {late} not tried for lack of time"
    if any(fate.unnoticed and fate.tried < fate.candidates for fate in fates):
        lines.append(f"At most {MOST} expectations are tried for each mutant.")
    return "\n".join([*lines, figures]), not any(fate.unnoticed or fate.out_of_time for fate in fates)


def _unnoticed(fate: Fate) -> str:
    if not fate.candidates:
        return f"{fate.mutant.label}: no expectation could notice it"
    return f"{fate.mutant.label}: tried {fate.tried} of {fate.candidates} expectations that could notice it"


def examine(
    paths: Iterable[str | Path],
    rulebook: engine.Rulebook = engine.SHIPPED,
    *,
    sample: int | None = None,
    seed: int = 0,
    seconds: float | None = None,
    witnesses: Path | None = BESIDE / WITNESSES,
    believe: bool = False,
    only: tuple[str, ...] = (),
    rules: bool = False,
    words: Sequence[str] = (),
    tell: _Told | None = None,
    trust: bool = False,
) -> list[Fate]:
    """Return the fate of every mutant, or of a sample of them.

    `only` takes those of encodings whose path begins so, `rules` those without a whole statement, `words` those of
    statements with one of these words. With `believe` mutants that are listed as equivalent are not run.

    `witnesses` is a file that remembers what noticed each mutant the last time (write_witnesses); those expectations
    are tried first, and only mutants that they no longer notice need the pass over all expectations. `tell` is given
    some fates at a time as they are settled: a check that takes hours can be ended without losing them. `trust` takes
    it that all expectations hold without any change.
    """
    end = None if seconds is None else time.monotonic() + seconds
    found = statements.mutants(each for each in statements.read(rulebook) if not only or each.file.startswith(only))
    if rules:
        found = [mutant for mutant in found if mutant.whole]
    if words:
        asked = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b")
        found = [mutant for mutant in found if asked.search(mutant.statement.text)]
    if sample is not None and sample < len(found):
        chosen = set(random.Random(seed).sample(range(len(found)), sample))
        found = [mutant for number, mutant in enumerate(found) if number in chosen]
    known = {
        spot: (scenario, expectation) for scenario, each in probing.spots(paths) for spot, expectation in each
    }  # fmt: skip
    excuses = [entry for file in lists(rulebook) for entry in read_equivalents(file)]
    fates: dict[int, Fate] = {}
    with tempfile.TemporaryDirectory(prefix="ygolp") as folder:
        desk = _Desk(rulebook, Path(folder), end, trust)
        known_before = remembered(witnesses, found, list(known))
        before: dict[int, list[_Trial]] = {number: [(spot, ())] for number, spot in known_before.items()}
        fates.update(_try(desk, found, before, "remembered", tell))
        if believe:
            for number, mutant in enumerate(found):
                if number not in fates and any(each.fits(mutant) for each in excuses):
                    fates[number] = Fate(mutant)
        left = [
            number for number in range(len(found))
            if number not in fates or (fates[number].witness is None and fates[number].tried)
        ]  # fmt: skip
        fates.update(_search(desk, found, left, known, tell))
    return [excused(fates.get(number, Fate(mutant)), excuses) for number, mutant in enumerate(found)]


# ---- running mutants --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Desk:
    """What the processes are given: the rulebook, a folder to write to, when to stop, whether expectations hold."""

    rulebook: engine.Rulebook
    folder: Path
    end: float | None
    trust: bool = False

    @property
    def late(self) -> bool:
        return self.end is not None and time.monotonic() > self.end


_DESK = _Desk(engine.SHIPPED, Path(), None)


def _start(desk: _Desk) -> None:
    global _DESK
    _DESK = desk
    _scenario.cache_clear()
    _holds.cache_clear()


@cache
def _scenario(path: Path) -> Scenario:
    return load(path)


@cache
def _holds(spot: Spot) -> bool:
    """Say whether an expectation holds without any change; one that does not cannot notice anything."""
    return _DESK.trust or not _fails(spot, _DESK.rulebook)


def _fails(spot: Spot, rulebook: engine.Rulebook) -> bool:
    scenario = probing.single(_scenario(spot.path), spot)
    try:
        return any(outcome.failure is not None for outcome in check.run(scenario, rulebook))
    except (LookupError, AssertionError, TypeError, StopIteration, AttributeError):
        return True  # an answer without sense, such as none at all: no user would miss that


@dataclass(frozen=True, slots=True)
class _Known:
    """A question and what the rulebook answers; None: that is not known."""

    asked: Asked
    answers: _Texts | None


def _otherwise(known: Sequence[_Known], rulebook: engine.Rulebook) -> bool:
    """Say whether a changed rulebook answers one of these questions otherwise than the rulebook itself."""
    for each in known:
        answers = each.answers if each.answers is not None else _answers(each.asked, _DESK.rulebook)
        if len(answers) == MODELS or _answers(each.asked, rulebook) != answers:
            return True
    return False


def _answers(asked: Asked, rulebook: engine.Rulebook) -> _Texts:
    try:
        return probing.shown(asked, rulebook, MODELS)[0]
    except YgolpError as error:
        return frozenset([frozenset([str(error)])])


# An expectation, and the questions that it asks in which a mutant can make a difference; none: it is run at once.
_Trial = tuple[Spot, tuple[_Known, ...]]


@dataclass(frozen=True, slots=True)
class _Change:
    """A mutant as it is sent to a process: the encoding with its new text, and the statement before and after."""

    path: Path
    text: bytes
    before: str
    after: str | None


def _run(change: _Change, trials: Sequence[_Trial]) -> tuple[int | None, int, bool]:
    """Run a changed encoding on expectations until one fails: its number, how many were tried, whether time was up."""
    with tempfile.TemporaryDirectory(dir=_DESK.folder) as place:
        mutated = _mutated(change, Path(place))
        if sys.platform == "win32":
            *_, (number, noticed) = _runs(mutated, trials)
        else:
            number, noticed = _watched(mutated, trials)
    if noticed is None:
        return None, number, number < len(trials)
    return number, number + 1, False


def _runs(mutated: engine.Rulebook, trials: Sequence[_Trial]) -> Iterator[tuple[int, bool | None]]:
    """Yield the number of each expectation before it is run, and at the end that of the one that has failed."""
    for number, (spot, asked) in enumerate(trials):
        if _DESK.late:
            yield number, None
            return
        yield number, False
        if asked and not _otherwise(asked, mutated):
            continue
        if _fails(spot, mutated) and _holds(spot):
            yield number, True
            return
    yield len(trials), None


def _watched(mutated: engine.Rulebook, trials: Sequence[_Trial]) -> tuple[int, bool | None]:
    """Run expectations in a process of its own: a game that goes on for ever, or grounding that does, has failed."""
    for spot, _ in trials[:2]:
        _scenario(spot.path)  # read here, it is kept for the next mutant
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_tell, args=(theirs, mutated, trials), daemon=True)
    process.start()
    theirs.close()
    last: tuple[int, bool | None] = (0, False)
    try:
        while last[1] is False:
            last = ours.recv()
    except EOFError:
        number, _ = last
        last = (number, True) if _holds(trials[number][0]) else (len(trials), None)
    process.join()
    return last


def _tell(pipe: Any, mutated: engine.Rulebook, trials: Sequence[_Trial]) -> None:
    for told in _runs(mutated, trials):
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)  # when it runs out this process is ended
        pipe.send(told)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def _mutated(change: _Change, place: Path) -> engine.Rulebook:
    rulebook = _DESK.rulebook
    if not rulebook.more and not rulebook.text and rulebook.folder == ASP:
        # What a board does not need is left out as ever: that is some times faster.
        return engine.Rulebook(change=(change.before, change.after))
    if rulebook.more:
        changed = place / change.path.name
        more = [changed if other == change.path else other for other in rulebook.more]
        mutated = engine.Rulebook(rulebook.folder, more, rulebook.text)
    else:
        copy = place / "asp"
        shutil.copytree(rulebook.folder, copy)
        changed = copy / change.path.relative_to(rulebook.folder)
        mutated = engine.Rulebook(copy, (), rulebook.text)
    changed.write_bytes(change.text)
    return mutated


def _search(
    desk: _Desk, mutants: Sequence[Mutant], left: list[int], known: _Expected, tell: _Told | None
) -> dict[int, Fate]:
    """Look for witnesses in rounds, over more and more files, so that what is noticed early costs nothing later."""
    found: dict[int, list[_Candidate]] = defaultdict(list)
    tried: dict[int, dict[Spot, None]] = defaultdict(dict)
    fates: dict[int, Fate] = {}
    asked: list[_Known] = []
    ruled = _ruled(statements.read(desk.rulebook))
    wanted = {rule for number in left for rule in _rules(mutants[number].statement, ruled)}
    for turn, batch in enumerate(_batches(known, wanted)):
        if not batch or not left:
            continue
        for number, candidates in _candidates(desk, mutants, left, known, batch, turn, asked).items():
            found[number] += candidates
        most = MOST * (turn + 1) // (len(ROUNDS) + 2)
        chosen: dict[int, list[_Trial]] = {}
        for number in left:
            asking: dict[Spot, list[_Known]] = defaultdict(list)
            direct = {spot for _, cost, _, spot, _ in found[number] if cost == 0}
            for _, _, _, spot, place in found[number]:
                asking[spot].append(asked[place])
            untried = [spot for spot in _ordered(found[number], known) if spot not in tried[number]]
            chosen[number] = [
                (spot, () if spot in direct else tuple(asking[spot])) for spot in untried[: most - len(tried[number])]
            ]
        for number, fate in _try(desk, mutants, chosen, f"mutants, round {turn + 1}", tell).items():
            tried[number].update(dict.fromkeys(spot for spot, _ in chosen[number][: fate.tried]))
            could = len({spot for *_, spot, _ in found[number]})
            fates[number] = replace(fate, candidates=could, tried=len(tried[number]))
        left = [number for number in left if fates[number].witness is None and not fates[number].out_of_time]
    return fates


def _batches(known: _Expected, wanted: set[str]) -> list[_Batch]:
    """Return the expectations by file, in batches: first what names one of the rules that are wanted.

    Then all others under one era each, in larger and larger shares of the files, and at last under the other eras.
    """
    batches: list[dict[Path, list[Spot]]] = [defaultdict(list), defaultdict(list), defaultdict(list)]
    seen: set[tuple[Path, int]] = set()
    for spot, (_, expectation) in known.items():
        again = (spot.path, spot.number) in seen
        batches[2 if again else 0 if wanted & _named(expectation) else 1][spot.path].append(spot)
        seen.add((spot.path, spot.number))
    files = list(batches[1].items())
    random.Random(0).shuffle(files)
    ends = [sum(ROUNDS[:turn]) * len(files) // sum(ROUNDS) for turn in range(len(ROUNDS) + 1)]
    shares = [files[begin:end] for begin, end in pairwise(ends)]
    return [list(batches[0].items()), *shares, list(batches[2].items())]


def _named(expectation: Expectation) -> frozenset[str]:
    """Return the rules that an expectation names."""
    names = expectation.keys.get("because", expectation.keys.get("wrong", []))
    return frozenset([names] if isinstance(names, str) else names)


def _ruled(listed: Sequence[Statement]) -> dict[str, frozenset[str]]:
    """Return for each predicate the rules of the statements that ask for it, or for what these derive."""
    own = [_own_rule(statement) for statement in listed]
    return {
        name: frozenset(rule for places in both for place in places if (rule := own[place]))
        for name, both in _readers(listed).items()
    }


def _own_rule(statement: Statement) -> str:
    """Return the rule that a statement says is broken, empty if it is none."""
    place = {"violation": 0, "fault": 0, "refused": 1}.get(statement.predicate)
    if place is None:
        return ""
    rule = statement.head.partition("(")[2].split(",")[place]
    return rule if rule[:1].islower() else ""


def _rules(statement: Statement, ruled: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the rules that a change of a statement may have to do with."""
    own = _own_rule(statement)
    return frozenset([own]) if own else ruled[statement.predicate]


def _try(
    desk: _Desk, mutants: Sequence[Mutant], trials: dict[int, list[_Trial]], what: str, tell: _Told | None
) -> dict[int, Fate]:
    fates: dict[int, Fate] = {}
    numbers = [number for number in trials if trials[number]]
    tasks = []
    for number in numbers:
        mutant = mutants[number]
        change = _Change(
            mutant.statement.path, mutant.applied(), mutant.statement.text, None if mutant.whole else mutant.text
        )
        tasks.append((change, trials[number][:MOST]))
    for place, (witness, tried, late) in _shown(probing.spread(_run, tasks, _start, (desk,)), len(tasks), what):
        number = numbers[place]
        seen = trials[number][witness][0] if witness is not None else None
        fates[number] = Fate(mutants[number], seen, len(trials[number]), tried, out_of_time=late)
        if tell is not None and (len(fates) % TOLD == 0 or len(fates) == len(tasks)):
            tell([*fates.values()][-TOLD:])
    for number in trials:
        fates.setdefault(number, Fate(mutants[number]))
    return fates


def _shown(results: Iterable[Any], total: int, what: str) -> Iterable[Any]:
    """Pass results on, counting them on a terminal."""
    terminal = sys.stderr.isatty()
    for number, result in enumerate(results, 1):
        if terminal:
            print(f"\r{what}: {number} of {total}", end="", file=sys.stderr, flush=True)
        yield result
    if terminal and total:
        print(f"\r{' ' * 40}\r", end="", file=sys.stderr, flush=True)


# ---- which expectations could notice which mutant? --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Probes:
    """The instrumentation: text for questions with one answer, and for those that choose."""

    plain: engine.Rulebook
    choosing: engine.Rulebook


_PROBES = _Probes(engine.SHIPPED, engine.SHIPPED)


def _start_probes(probes: _Probes) -> None:
    global _PROBES
    _PROBES = probes
    _scenario.cache_clear()


def _instrument(desk: _Desk, mutants: Sequence[Mutant], numbers: Sequence[int]) -> _Probes:
    weaker: dict[str, list[str]] = defaultdict(list)
    for number in numbers:
        if not mutants[number].whole:
            weaker[mutants[number].statement.text].append(f"{MARK}probe({number}) :- {mutants[number].probe}.")
    fired: dict[str, list[str]] = defaultdict(list)
    also_by: dict[str, list[str]] = defaultdict(list)
    heads = {mutants[number].statement.predicate for number in numbers if mutants[number].whole}
    listed = statements.read(desk.rulebook)
    readers = _readers(listed)
    signs = {place for number in numbers for group in readers[mutants[number].statement.predicate] for place in group}
    texts = {mutants[number].statement.text for number in numbers}
    for place, statement in enumerate(listed):
        if place not in signs and statement.text not in texts and statement.predicate not in heads:
            continue
        body = "; ".join(statement.body)
        fired[statement.text].append(f"{MARK}fired({place}) :- {body}.")
        also_by[statement.text].append(fired[statement.text][-1])
        if statement.predicate in heads:
            also_by[statement.text].append(f"{MARK}by({place},{statement.head}) :- {body}.")
    shows = (f"#show {MARK}probe/1.", f"#show {MARK}fired/1.", f"#show {MARK}by/2.")
    return _Probes(
        probing.watching(desk.rulebook, probing.Beside(dict(also_by), dict(weaker), shows)),
        probing.watching(desk.rulebook, probing.Beside(dict(fired), dict(weaker), shows[:2], relaxed=True)),
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a question showed: which expectations ask it, the probes that hold, and the statements by number.

    `sole` are the statements that derive what no other does, `fired` all whose bodies hold.
    """

    known: _Known
    asking: tuple[Spot, ...]
    probes: frozenset[int]
    sole: frozenset[int]
    fired: frozenset[int]


def _probe(path: Path, spots: Sequence[Spot]) -> list[_Answer]:
    """Ask the questions of a file of the instrumented rulebook."""
    asked: dict[Asked, list[Spot]] = {}
    for spot in spots:
        for question in probing.questions(_scenario(path), spot):
            asked.setdefault(question, []).append(spot)
    found = []
    for question, asking in asked.items():
        answers: _Texts | None = None
        if question.chooses:
            marks = probing.possible_marks(question, _PROBES.choosing)
        else:
            answers, marks = probing.shown(question, _PROBES.plain)
        values: dict[str, set[int]] = {"probe": set(), "fired": set()}
        derived: dict[Any, list[int]] = defaultdict(list)
        for mark in marks:
            number = mark.arguments[0].number
            if mark.name == f"{MARK}by":
                derived[mark.arguments[1]].append(number)
            else:
                values[mark.name.removeprefix(MARK)].add(number)
        sole = values["fired"] if question.chooses else {each[0] for each in derived.values() if len(each) == 1}
        found.append(
            _Answer(
                _Known(question, answers), tuple(asking),
                frozenset(values["probe"]), frozenset(sole), frozenset(values["fired"]),
            )
        )  # fmt: skip
    return found


def _candidates(
    desk: _Desk,
    mutants: Sequence[Mutant],
    numbers: Sequence[int],
    known: _Expected,
    files: _Batch,
    turn: int,
    asked: list[_Known],
) -> dict[int, list[_Candidate]]:
    """Return for each mutant the expectations of the files that could notice it; add what they ask to `asked`."""
    probes = _instrument(desk, mutants, numbers)
    answers: list[_Answer] = []
    results = probing.spread(_probe, list(files), _start_probes, (probes,))
    for _, found in _shown(results, len(files), f"scenarios, round {turn + 1}"):
        answers += found
    listed = statements.read(desk.rulebook)
    order = {(each.path, each.span): place for place, each in enumerate(listed)}
    wholes = {order[mutants[number].statement.path, mutants[number].statement.span]: number
              for number in numbers if mutants[number].whole}  # fmt: skip
    inside: dict[int, list[int]] = defaultdict(list)
    for number in numbers:
        if mutants[number].within:
            inside[order[mutants[number].statement.path, mutants[number].statement.span]].append(number)
    often = Counter(place for answer in answers for place in answer.fired)
    readers = _readers(listed)
    ruled = _ruled(listed)
    candidates: dict[int, list[_Candidate]] = {number: [] for number in numbers}
    costs = Counter(spot for answer in answers for spot in answer.asking)
    for answer in answers:
        asked.append(answer.known)
        question = answer.known.asked
        reached = dict.fromkeys(answer.probes, 0)
        for place in answer.fired & wholes.keys():
            reached[wholes[place]] = 0 if place in answer.sole else 4
        # A condition dropped from an aggregate may also make the statement hold less often.
        for place in answer.fired & inside.keys():
            for number in inside[place]:
                reached.setdefault(number, 2)
        for number, distance in reached.items():
            mutant = mutants[number]
            asked_by = ("apply",) if mutant.statement.file.startswith("changes/") else (question.question,)
            if question.question not in _ASKED_BY.get(mutant.statement.file, asked_by):
                continue
            near, far = readers[mutant.statement.predicate]
            promise = sum(1 / often[place] for place in near & answer.fired)
            promise += sum(0.2 / often[place] for place in far & answer.fired)
            for spot in answer.asking:
                score = distance + question.chooses + _unlikely(mutant, known[spot][1], ruled)
                cost = 0 if costs[spot] <= DIRECT else 1 if costs[spot] <= 10 else 2
                candidates[number].append((score, cost, -promise, spot, len(asked) - 1))
    return candidates


def _readers(listed: Sequence[Statement]) -> dict[str, tuple[frozenset[int], frozenset[int]]]:
    """Return for each predicate the statements that ask for it, and those that ask for what these derive.

    Where a change shows, one of them usually applies; the rarer it does, the better the sign.
    """
    asking: dict[str, set[int]] = defaultdict(set)
    for place, statement in enumerate(listed):
        for name in statements.predicates(statement.tree) - {statement.predicate}:
            asking[name].add(place)
    return {
        name: (
            frozenset(asking[name]),
            frozenset(far for place in asking[name] for far in asking[listed[place].predicate]),
        )
        for name in {statement.predicate for statement in listed}
    }


def _unlikely(mutant: Mutant, expectation: Expectation, ruled: dict[str, frozenset[str]]) -> int:
    """Return how unlikely the kind of an expectation makes it that it notices a mutant; 0 is best."""
    rules = _rules(mutant.statement, ruled)
    verdict = expectation.keys.get("verdict")
    if rules & _named(expectation):
        return 0 if mutant.whole or mutant.statement.predicate not in ("violation", "fault", "refused") else 5
    if mutant.statement.predicate not in ("violation", "fault", "refused"):
        return 1 if rules and verdict else 0
    if mutant.whole:
        return 1 if verdict != "legal" else 5
    return 0 if verdict != "illegal" else 5


def _ordered(found: Sequence[_Candidate], known: _Expected) -> list[Spot]:
    """Sort expectations: by score, one of each file before a second, the kinds of verdict in turn, the rare first."""
    groups: dict[tuple[int, str], list[tuple[int, int, float, Spot]]] = defaultdict(list)
    files: dict[tuple[int, Path], int] = defaultdict(int)
    in_order = sorted(found, key=lambda each: (*each[:3], str(each[3].path), each[3].number, each[3].era))
    seen: set[Spot] = set()
    for score, cost, marks, spot, _ in in_order:
        if spot in seen:
            continue
        seen.add(spot)
        verdict = str(known[spot][1].keys.get("verdict"))
        files[score, spot.path] += 1
        groups[score, verdict].append((files[score, spot.path], cost, marks, spot))
    ranked = []
    for (score, verdict), group in groups.items():
        group.sort(key=lambda each: each[:3])
        ranked += [(score, rank, verdict, spot) for rank, (*_, spot) in enumerate(group)]
    ranked.sort(key=lambda each: each[:3])
    return [spot for _, _, _, spot in ranked]
