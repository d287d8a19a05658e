"""What a line of play is to reach: the `[goal]` of a scenario as a question to the rulebook, and what is counted.

Conditions are those of card records (ygolp/cards/README.md), held against the board by asp/questions/goal.lp.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

import clingo
from clingo import Number, Symbol, SymbolType

from ygolp import engine
from ygolp.board import Board, Player
from ygolp.cards.meaning import condition_facts
from ygolp.errors import YgolpError
from ygolp.facts import facts_of_several, term
from ygolp.pruning import marks_of

MEASURES = (
    "cards", "monsters", "atk", "hand", "gy", "banished", "deck", "extra", "lp", "opponent_lp", "opponent_cards",
    "actions",
)  # fmt: skip
MOST_AT_ONCE = 64
_FIELD = ["monster_zone", "spell_zone", "field_zone", "pendulum_zone"]


class GoalError(YgolpError):
    """A goal, or what is to be counted, is not understood."""


_BACK_ROW_TERMS = ("st(", "fz(", "spell_zone", "field_zone", "back_row", "face_down", ",down")


def _of_sets(condition: Any) -> bool:
    """Return whether a condition counts what may be Set in the Spell & Trap or Field Zones."""
    if isinstance(condition, list):
        return any(map(_of_sets, condition))
    if not isinstance(condition, dict):
        return False
    place = condition.get("place", ())
    there = {"spell_zone", "field_zone", "field"} & {*([place] if isinstance(place, str) else place)}
    return bool(there and condition.get("face") != "up") or any(map(_of_sets, condition.values()))


class Goal(NamedTuple):
    """What is wanted of an open board; everything must hold. `text` says it in words."""

    conditions: tuple[dict[str, Any], ...] = ()
    lp: tuple[int, int] | None = None
    opponent_lp: tuple[int, int] | None = None
    negations: int = 0
    terms: tuple[str, ...] = ()
    text: str = ""

    @property
    def asks_for_sets(self) -> bool:
        """Say whether it speaks of Set cards, of Spell & Trap Zones or of cards that are ready to negate."""
        named = any(_of_sets(condition) for condition in self.conditions)
        return named or self.negations > 0 or any(word in text for text in self.terms for word in _BACK_ROW_TERMS)


def read_goal(table: Mapping[str, Any]) -> Goal:
    """Return the goal that a table of a scenario describes; ygolp.schema has checked its form."""
    conditions: list[dict[str, Any]] = []
    words = []
    for key, place, saying in (
        ("control", {"place": _FIELD, "face": "up"}, "control {}"), ("hand", {"place": "hand"}, "{} in the hand"),
        ("gy", {"place": "gy"}, "{} in the GY"), ("banished", {"place": "banished"}, "{} banished"),
    ):  # fmt: skip
        wanted = table.get(key, ())
        if isinstance(wanted, int):
            conditions.append({"count": place, "min": wanted})
            words.append(saying.format(_cards(wanted)))
            continue
        for name, count in Counter(wanted).items():
            conditions.append({"count": {"name": name, **place}, "min": count})
            words.append(saying.format(f"{count} {name}" if count > 1 else name))
    conditions += table.get("if", ())
    if "if" in table:
        words.append("the conditions of `if`")
    most = 10**9
    lp = (table["lp"], most) if "lp" in table else None
    opponent = (0, table["opponent_lp"]) if "opponent_lp" in table else None
    if lp:
        words.append(f"at least {lp[0]} LP")
    if opponent:
        words.append(f"the opponent at {opponent[1]} LP or less")
    if table.get("negations"):
        words.append(f"{_cards(table['negations'])} ready that can negate")
    terms = tuple(table.get("terms", ()))
    for text in terms:
        _atom(text)
        words.append(text)
    return Goal(tuple(conditions), lp, opponent, table.get("negations", 0), terms, " and ".join(words) or "nothing")


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _atom(text: str) -> Symbol:
    try:
        symbol = clingo.parse_term(text, logger=lambda code, message: None)
    except RuntimeError:
        symbol = Number(0)
    if symbol.type != SymbolType.Function or not symbol.name or not symbol.positive:
        raise GoalError(f"goal: terms: {text!r}: expected an atom of the rulebook without variables: `phase(main1)`")
    return symbol


def _there(atom: Symbol, rulebook: engine.Rulebook) -> Symbol:
    """Return an atom; GoalError if no encoding has its name, so that it could never be true."""
    known = engine.predicates(rulebook, "goal")
    if atom.name not in known:
        near = get_close_matches(atom.name, known, 1)
        hint = f", did you mean {near[0]!r}?" if near else ""
        raise GoalError(f"goal: terms: {str(atom)[:80]!r}: the rulebook has no {atom.name[:80]!r}{hint}")
    return atom


class Judged(NamedTuple):
    """Whether a board reaches the goal, and its measures by name."""

    reached: bool
    measures: dict[str, int]


def judge(
    boards: Sequence[Board], goal: Goal | None, measures: Sequence[str] = (), player: Player = "a",
    rulebook: engine.Rulebook = engine.SHIPPED,
) -> list[Judged]:  # fmt: skip
    """Return for each board of a duel whether the goal is reached, and what was to be counted."""
    found: list[Judged] = []
    for start in range(0, len(boards), MOST_AT_ONCE):
        found += _judge(boards[start : start + MOST_AT_ONCE], goal, measures, player, rulebook)
    return found


def _judge(
    boards: Sequence[Board], goal: Goal | None, measures: Sequence[str], player: Player, rulebook: engine.Rulebook
) -> list[Judged]:
    facts, marks = facts_of_several(boards)
    asked = [*_goal_facts(goal or Goal(), player), *(("measured", ("const", name)) for name in measures)]
    batch = engine.Batch(
        "goal", [*facts, *map(term, asked)], len(boards), marks | marks_of(asked), rulebook, at_once=True,
        # A term may be about anything, also what the question itself does not ask for.
        whole=goal is not None and bool(goal.terms),
    )  # fmt: skip
    reached = {number for number, _ in batch.found("reached", 1)} if goal is not None else set()
    if goal is not None and goal.terms:
        atoms = [_there(_atom(text), rulebook) for text in goal.terms]
        reached = {number for number in reached if all(batch.holds(atom, number) for atom in atoms)}
    counted: list[dict[str, int]] = [{} for _ in boards]
    for number, symbol in batch.found("measure", 3):
        counted[number][symbol.arguments[0].name] = symbol.arguments[1].number
    return [Judged(number in reached, counted[number]) for number in range(len(boards))]


def _goal_facts(goal: Goal, player: Player) -> Iterator[tuple[Any, ...]]:
    yield ("seeker", player)
    yield from condition_facts(("const", "goal"), 1, goal.conditions)
    for who, bounds in (("own", goal.lp), ("opponent", goal.opponent_lp)):
        if bounds is not None:
            yield ("wants_lp", ("const", who), *bounds)
    if goal.negations:
        yield ("wants_negations", goal.negations)


def measure_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of measures, each once; GoalError for one that there is not."""
    for name in names:
        if name not in MEASURES:
            near = get_close_matches(name, MEASURES, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(MEASURES)}"
            raise GoalError(f"{name[:80]!r} is no measure; {hint}")
    return tuple(dict.fromkeys(names))


class Worth:
    """A number that a line is to make as large as possible: sums, differences and multiples of measures."""

    def __init__(self, text: str) -> None:
        self.text = text
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body if len(text) <= 300 else None
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self._tree = None
        if self._tree is None:
            raise GoalError(f"--best {text[:80]!r}: expected measures with + - and *, such as `atk + 500 * hand`")
        names: list[str] = []
        self._check(self._tree, names)
        self.names = tuple(dict.fromkeys(names))

    def _check(self, node: ast.expr, names: list[str]) -> None:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            self._check(node.left, names)
            self._check(node.right, names)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            self._check(node.operand, names)
        elif isinstance(node, ast.Name):
            names += measure_names([node.id])
        elif not (isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 10**9):
            raise GoalError(f"--best {self.text!r}: expected measures with + - and *, such as `atk + 500 * hand`")

    def of(self, measures: Mapping[str, int]) -> int:
        """Return the number for a board with these measures."""

        def value(node: ast.expr) -> int:
            if isinstance(node, ast.BinOp):
                left, right = value(node.left), value(node.right)
                if isinstance(node.op, ast.Add):
                    return left + right
                return left - right if isinstance(node.op, ast.Sub) else left * right
            if isinstance(node, ast.UnaryOp):
                return -value(node.operand)
            return measures[node.id] if isinstance(node, ast.Name) else int(node.value)  # type: ignore[attr-defined]

        assert self._tree is not None
        return value(self._tree)
