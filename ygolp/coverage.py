"""Coverage: which rules and statements of the encodings the expectations of scenarios exercise.

A prohibition fires when the answer to some expectation's question has its violation; any other statement is exercised
when its body holds there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ygolp import engine, probing, statements
from ygolp.rulebook import Rule, read_file_rules, read_rules
from ygolp.scenario import load
from ygolp.statements import Statement


@dataclass(frozen=True)
class Coverage:
    """What was found: prohibitions by whether they fired, statements by whether they were exercised."""

    fired: tuple[Rule, ...]
    silent: tuple[Rule, ...]
    exercised: tuple[Statement, ...]
    idle: tuple[Statement, ...]

    @property
    def ok(self) -> bool:
        return not self.silent


def report(paths: Iterable[str | Path], rulebook: engine.Rulebook = engine.SHIPPED) -> tuple[str, bool]:
    """Return the coverage as text, and whether every prohibition fires.

    With encodings of the user's own the report is about those alone.
    """
    found = measure(paths, rulebook)
    rules, total = len(found.fired), len(found.fired) + len(found.silent)
    lines = [f"{rule.file}:{rule.line}: {rule.name} never fires: {rule.sentence}" for rule in found.silent]
    lines += [f"{statement.place}: not exercised: {statement.text}" for statement in found.idle]
    done, of = len(found.exercised), len(found.exercised) + len(found.idle)
    lines.append(f"rules fired {rules} of {total}, statements {done} of {of}")
    return "\n".join(lines), found.ok


def measure(paths: Iterable[str | Path], rulebook: engine.Rulebook = engine.SHIPPED) -> Coverage:
    """Ask every expectation's question and return what of the encodings took part in the answers."""
    all_rules = _rules(rulebook)
    forbidding = statements.forbids(statements.all_trees(rulebook))
    prohibitions = [rule for name, rule in all_rules.items() if name in forbidding]
    others = [each for each in statements.read(rulebook) if each.predicate not in ("violation", "fault")]
    files = [[(spot.path, spot.number, spot.era) for spot, _ in found] for _, found in probing.spots(paths)]
    broken: set[str] = set()
    held: set[int] = set()
    # What was seen in the first files is no longer looked for in the others: most of the work is in the looking.
    for part in (files[::8], [each for number, each in enumerate(files) if number % 8]):
        watching = _watching(rulebook, {number: each for number, each in enumerate(others) if number not in held})
        for _, (rules, numbers) in probing.spread(_ask, [(each,) for each in part], _start, (watching,)):
            broken |= rules
            held |= numbers
    return Coverage(
        tuple(rule for rule in prohibitions if rule.name in broken),
        tuple(rule for rule in prohibitions if rule.name not in broken),
        tuple(each for number, each in enumerate(others) if number in held),
        tuple(each for number, each in enumerate(others) if number not in held),
    )


def _watching(rulebook: engine.Rulebook, looked_for: dict[int, Statement]) -> engine.Rulebook:
    probes: dict[str, list[str]] = {}
    for number, each in looked_for.items():
        probes.setdefault(each.text, []).append(f"{probing.MARK}fired({number}) :- {'; '.join(each.body)}.")
    always = (
        f"{probing.MARK}broken(Rule) :- violation(Rule, _, _).",
        f"{probing.MARK}broken(Rule) :- fault(Rule, _).",
        f"#show {probing.MARK}fired/1. #show {probing.MARK}broken/1.",
    )
    return probing.watching(rulebook, probing.Beside(probes, {}, always))


def _rules(rulebook: engine.Rulebook) -> dict[str, Rule]:
    if not rulebook.more:
        return read_rules(rulebook.folder)
    return {rule.name: rule for path in rulebook.more for rule in read_file_rules(path)}


_WATCHING = engine.SHIPPED


def _start(watching: engine.Rulebook) -> None:
    global _WATCHING
    _WATCHING = watching


def _ask(spots: list[tuple[Path, int, str]]) -> tuple[set[str], set[int]]:
    """Return what the questions of one file's expectations break and make hold."""
    broken: set[str] = set()
    held: set[int] = set()
    seen: set[probing.Asked] = set()
    scenario = load(spots[0][0]) if spots else None
    for path, number, era in spots:
        assert scenario is not None
        for asked in probing.questions(scenario, probing.Spot(path, number, era)):
            if asked in seen:
                continue
            seen.add(asked)
            for mark in probing.marks(asked, _WATCHING):
                value = mark.arguments[0]
                if mark.name.endswith("fired"):
                    held.add(value.number)
                else:
                    broken.add(str(value))
    return broken, held
