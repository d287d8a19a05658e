"""Scenario files as a regression suite: what a file expects against what the rulebook answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ygolp import engine
from ygolp.actions import Action, kindred
from ygolp.board import Player
from ygolp.cards.filters import word
from ygolp.duel import Duel
from ygolp.errors import NotationError, ScenarioError, YgolpError
from ygolp.notation import split_action
from ygolp.scenario import Expectation, Scenario, load


@dataclass(frozen=True, slots=True)
class Outcome:
    """One expectation under one era: what was expected, and what is wrong (None if it holds)."""

    file: str
    number: int
    era: str
    question: str
    failure: str | None
    rules: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        return f"{self.file} expect[{self.number}] ({self.era})"


def files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the scenario files under the paths, sorted; ScenarioError for a path that is not there."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted([*path.rglob("*.toml"), *path.rglob("*.json")])
        elif path.exists():
            found.append(path)
        else:
            raise ScenarioError(str(path), ["no such file or folder"])
    return [file for file in found if "expect" in file.read_text(encoding="utf-8", errors="replace")]


def run_file(path: Path, rulebook: engine.Rulebook = engine.SHIPPED) -> list[Outcome]:
    """Return the outcome of every expectation of a file."""
    return list(run(load(path), rulebook))


def run(scenario: Scenario, rulebook: engine.Rulebook = engine.SHIPPED) -> Iterator[Outcome]:
    """Yield the outcome of every expectation of a scenario, under each era that it names."""
    base = Duel(scenario, rulebook)
    duels: dict[str, Duel] = {}
    for expectation in scenario.expectations:
        for era in expectation.eras:
            duel = duels.setdefault(era, base.under(era))
            keys = expectation.keys
            played = "; ".join(keys.get("play", ()))
            searched = "lines" if {"shortest", "end_boards"} & set(keys) else ""
            question = str(
                keys.get("action") or keys.get("matching") or keys.get("card") or played or searched or "the board"
            )
            rules: tuple[str, ...] = ()
            try:
                failure, rules = _failure(duel, expectation, scenario.goal)
            except NotationError as error:
                failure = str(error)
            except YgolpError as error:
                failure = f"{type(error).__name__}: {error}"
            yield Outcome(scenario.name, expectation.number, era, question, failure, rules)


def _failure(
    duel: Duel, expectation: Expectation, goal: dict[str, Any] | None
) -> tuple[str | None, tuple[str, ...]]:
    keys = expectation.keys
    if "wrong" in keys:
        broken = tuple(sorted({reason.rule for reason in duel.status()}))
        return _differ("the board breaks", sorted(keys["wrong"]), sorted(broken)), broken
    if "shortest" in keys or "end_boards" in keys:
        return _searched(duel, keys, goal or {}), ()
    if "play" in keys:
        return _played(duel, keys), ()
    if "has" in keys:
        return _has(duel, keys["card"], keys["has"], keys.get("viewer")), ()
    if "actions" in keys:
        return _listed(duel, keys["matching"], keys["actions"]), ()
    if "using" in keys:
        return _sets(duel, keys["action"], keys["using"]), ()
    verdict = duel.why(keys["action"])
    rules = tuple(sorted({reason.rule for reason in verdict.reasons}))
    if "verdict" in keys:
        answer = "legal" if verdict.legal else "illegal"
        because = f" ({', '.join(rules)})" if rules else ""
        if answer != keys["verdict"]:
            return f"expected {keys['verdict']}, is {answer}{because}", rules
        wanted = keys.get("because", [])
        missing = [rule for rule in ([wanted] if isinstance(wanted, str) else wanted) if rule not in rules]
        if missing:
            return f"expected because of {', '.join(missing)}, is {answer}{because}", rules
    for key, found in (("zones", verdict.zones), ("positions", verdict.positions)):
        if key in keys:
            failure = _differ(key, sorted(keys[key]), sorted(found))
            if failure:
                return failure, rules
    return None, rules


def _searched(duel: Duel, keys: dict[str, Any], goal: dict[str, Any]) -> str | None:
    """Look for a shortest line to the goal, or count the end boards."""
    from ygolp.search.goal import read_goal
    from ygolp.search.graph import Bounds, Graph

    bounds = Bounds(actions=keys.get("within"))
    if "end_boards" in keys:
        graph = Graph(duel.board, bounds=bounds, rulebook=duel.rulebook).search()
        return _differ("end boards", [keys["end_boards"]], [len(graph.ends)])
    graph = Graph(duel.board, read_goal(goal), bounds, rulebook=duel.rulebook)
    reached = graph.search(until_goal=True).reached
    if graph.stopped not in ("", "goal", "actions"):
        return f"incomplete: {graph.stopped}"
    found = min(node.depth for node in reached) if reached else "none"
    return _differ("a shortest line", [keys["shortest"]], [found])


def _played(duel: Duel, keys: dict[str, Any]) -> str | None:
    """Play the actions and compare what happened and the board after it; the duel is taken back to where it stood."""
    from ygolp.after import difference
    from ygolp.moves import unfold

    played = duel.replay(keys["play"])
    try:
        events = [sentence for each in played for sentence in each.events]
        board = duel.board
        if not played:
            board, events = unfold(board, duel.rulebook)
        failure = _differ("what happens", keys["happens"], events) if "happens" in keys else None
        return failure or difference(board, keys.get("after", {}))
    finally:
        for _ in played:
            duel.pop()


def _has(duel: Duel, card: str, wanted: dict[str, Any], viewer: Player | None) -> str | None:
    values = duel.characteristics(card, viewer)
    for aspect, expected in wanted.items():
        found = values.get({"types": "type", "archetypes": "archetype"}.get(aspect, aspect), [])
        listed = expected if isinstance(expected, list) else [expected]
        if aspect in ("race", "attribute", "types", "card"):
            listed = [word(item) if isinstance(item, str) and item != "?" else item for item in listed]
        failure = _differ(f"{card}: {aspect}", sorted(listed, key=str), sorted(found, key=str))
        if failure:
            return failure
    return None


def _listed(duel: Duel, matching: str, wanted: list[str]) -> str | None:
    index = duel.index
    expected = {_same(duel, index.parse(text)) for text in wanted}
    found = {_same(duel, action) for action in duel.legal_actions() if _matches(duel, action, matching)}
    if expected == found:
        return None
    missing = [duel.short(action) for action in expected - found]
    extra = [duel.short(action) for action in found - expected]
    parts = [f"missing: {'; '.join(sorted(missing))}"] if missing else []
    return " | ".join(parts + ([f"not expected: {'; '.join(sorted(extra))}"] if extra else []))


def _matches(duel: Duel, action: Action, matching: str) -> bool:
    start = " ".join(matching.split()).casefold()
    return any(
        text.casefold().startswith(start)
        for text in (str(action), duel.short(action), action.text(duel.index.piece_of))
    )


def _same(duel: Duel, action: Action) -> Action:
    """Return an action in the form of the list: no zone, materials in order, Tributes named as such."""
    base = action.base()
    using = base.using or ()
    if base.kind == "ripple summon" and using:
        return Action(base.kind, base.player, using[0], (using[0], *sorted(using[1:])), base.ripple)
    kind = base.kind
    if using and kind in ("normal summon", "set"):
        kind = {"normal summon": "tribute summon", "set": "tribute set"}[kind]
    return Action(kind, base.player, base.card, tuple(sorted(using)), base.ripple, None, base.position)


def _sets(duel: Duel, text: str, wanted: list[list[str]]) -> str | None:
    """Compare the material sets of an action; the text may leave the carrier of a Ripple Summon open."""
    kind, about = split_action(text)
    found: set[tuple[str, ...]] = set()
    expected: set[tuple[str, ...]] = set()
    for names in wanted:
        action = duel.parse(f"{kind} {about} using {', '.join(names)}" if names else text)
        expected.add(tuple(sorted(ref.text(action.player) for ref in action.using or ())))
    asked = None if kind == "ripple summon" else duel.parse(f"{kind} {about}")
    for legal in duel.legal_actions():
        name = legal.ripple or ""
        if (name == about if asked is None else legal.card == asked.card) and kindred(legal.kind, kind):
            found.add(tuple(sorted(ref.text(legal.player) for ref in legal.using or ())))
    return _differ("sets", sorted(expected), sorted(found))


def _differ(what: str, expected: Any, found: Any) -> str | None:
    return None if expected == found else f"{what}: expected {expected}, is {found}"
