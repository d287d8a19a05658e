"""What would make an action legal: facts for asp/questions/repair.lp, and the sentence of each change.

The question is asked with no change, then with one, two and three; the first that has answers gives the smallest
repairs. A change is a term such as `undone(arrived(card_3))`, and each kind of term has one sentence here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from clingo import Function, Number, String, Symbol

from ygolp import engine
from ygolp.actions import Action
from ygolp.board import Board, replace
from ygolp.explain import Explainer
from ygolp.facts import board_facts, const
from ygolp.pruning import symbol_marks
from ygolp.repair.edits import edited, repaired
from ygolp.repair.sentences import (
    GENERAL,
    ONE_IS_ENOUGH,
    ORDER,
    SENTENCES,
    change_terms,
    changes_of,
    in_pendulum_zone,
    level_of,
)  # fmt: skip
from ygolp.repair.spares import MOST_CHANGES, Question, Spares

if TYPE_CHECKING:
    from ygolp.duel import Duel

MOST_REPAIRS = 8
_MOST_OF_A_KIND = 3
_LOOKED_AT = 400
STATE = frozenset({
    "turn_player", "phase", "state", "waiting_trigger", "lp", "at", "position", "face", "arrived", "position_changed",
    "attacked", "switched", "gemini_summoned", "proper", "summoned_as", "effects_negated", "now", "declared", "copied",
    "since", "equipped", "normal_summons", "special_summons", "pendulum_summoned", "resolved", "used",
    "from_extra",
})  # fmt: skip
_CHOSEN = frozenset({"summons", "into", "in_position"})


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest changes that make an action legal, in one of the ways there are.

    `changes` are terms as text, `sentences` says each of them in words. `board` is the board after them and `action`
    the action as it is legal there; a card that was added is called `Spare 1` ... on that board.
    """

    changes: tuple[str, ...]
    sentences: tuple[str, ...]
    board: Board
    action: Action

    @property
    def text(self) -> str:
        """All changes in words."""
        return " ".join(self.sentences)

    def __str__(self) -> str:
        return self.text


def repairs(duel: Duel, action: Action | str) -> list[Repair]:
    """Return the smallest repairs of an illegal action, the plainest first, at most MOST_REPAIRS.

    The list is empty for a legal action, and where no MOST_CHANGES changes that are offered help.
    """
    if isinstance(action, str):
        asked = duel.meanings(action)
        action = min(asked, key=lambda each: len(duel.why(each).reasons)) if len(asked) > 1 else asked[0]
    question = _question(duel, action)
    facts = list(_facts(question))
    made = engine.control("repair", facts, duel.rulebook, ("0", "--project=project"), symbol_marks(facts))
    if next(engine.answers(made, [_costs(0)]), None) is not None:
        return []
    for number in range(1, MOST_CHANGES + 1):
        found = list(islice(engine.answers(made, [_costs(number)]), _LOOKED_AT))
        if found:
            return _chosen(question, found)
    return []


def _costs(number: int) -> tuple[Symbol, bool]:
    return Function("cost", [Number(number)]), True


# ---- the question --------------------------------------------------------------------------------------------


def _question(duel: Duel, action: Action) -> Question:
    board = duel.index.completed()
    subject = duel.index.piece_of[action.card] if action.card else None
    question = Question(duel, action, board, Explainer(board, subject.id if subject else None))
    spares = Spares(question)
    if action.kind == "pendulum summon":
        spares.for_pendulum()
    elif subject is not None and not subject.pile:
        spares.for_card(board.records[subject.name])
    return question


def _facts(question: Question) -> Iterator[Symbol]:
    """Yield the facts of the question, the state and the choices wrapped in fact/1."""
    duel, action, board = question.duel, question.action, question.board
    spares = question.spares
    with_spares = replace(board, records={**board.records, **{spare.record["name"]: spare.record for spare in spares}})
    for fact in (*board_facts(with_spares), *duel.question(action, board)):
        if fact.name in STATE or fact.name in _CHOSEN or fact.name == "names_ripple":
            yield Function("fact", [Function(fact.name, fact.arguments[:-1])])
        elif fact.name == "extension":
            yield Function("fact", [fact])
        else:
            yield fact
    yield Function("acting", [const(action.player)])
    for use in dict.fromkeys(spare.use for spare in spares if spare.leveled):
        yield Function("leveled", [use])
    for spare in spares:
        piece, card = spare.piece, const(spare.piece.id)
        yield Function("spare", [spare.use, Number(spare.number), card, const(spare.kind), const(piece.player)])
        yield Function("card", [card, String(piece.name)])
        yield Function("owner", [card, const(piece.owner)])
        for name, value in (("position", piece.position), ("face", piece.face)):
            if value is not None:
                yield Function("spare_lies", [card, Function(name, [card, const(value)])])


# ---- the answers ---------------------------------------------------------------------------------------------


def _chosen(question: Question, answers: Sequence[Sequence[Symbol]]) -> list[Repair]:
    """Return the repairs to show: the plainest first, some of each kind, nothing said twice."""
    sets = {frozenset(changes_of(answer)) for answer in answers}
    answers = [answer for answer in answers if not any(other < set(changes_of(answer)) for other in sets)]
    ranked = sorted(((_rank(question, answer), answer) for answer in answers), key=lambda pair: pair[0])
    general = [changes_of(answer) for answer in answers if any(change.name in GENERAL for change in changes_of(answer))]
    kinds: dict[tuple[str, ...], int] = {}
    said: set[tuple[str, ...]] = set()
    first: list[Repair] = []
    more: list[Repair] = []
    for _, answer in ranked:
        changes = changes_of(answer)
        kind = tuple(sorted(_head(change) for change in changes))
        most = 1 if any(change.name in ONE_IS_ENOUGH for change in changes) else _MOST_OF_A_KIND
        if kinds.get(kind, 0) >= most or _said_in_general(changes, general, answer):
            continue
        repair = _repair(question, changes, answer)
        if repair.sentences in said:
            continue
        said.add(repair.sentences)
        kinds[kind] = kinds.get(kind, 0) + 1
        (first if kinds[kind] == 1 else more).append(repair)
    kept = (first + more)[:MOST_REPAIRS]
    return [repair for repair in (*first, *more) if repair in kept]


def _head(change: Symbol) -> str:
    inner = change.arguments[0].name if change.name == "undone" else ""
    return f"{change.name} {inner}".strip()


def _rank(question: Question, answer: Sequence[Symbol]) -> tuple[Any, ...]:
    """Return what answers are sorted by: plain changes, small differences, then the text."""
    changes = changes_of(answer)
    plainness = tuple(ORDER.index(change.name) for change in changes)
    difference = 0
    for change in changes:
        if change.name == "level":
            difference += abs(change.arguments[1].number - (level_of(question, change.arguments[0]) or 0))
        elif change.name.startswith("fewer_"):
            difference -= change.arguments[1].number
    scales = [change.arguments for change in changes if change.name == "scale"]
    difference += _spread(question, {side.name: scale.number for side, scale in scales})
    return plainness, difference, tuple(map(str, changes))


def _spread(question: Question, scales: dict[str, int]) -> int:
    """Return how far the Pendulum Scales lie apart, where one of them is a change; else 0."""
    if not scales:
        return 0
    values = []
    for side, zone in (("l", "left"), ("r", "right")):
        there = in_pendulum_zone(question, zone)
        scale = question.board.records[there.name].get("scale", 0) if there else 0
        values.append(scales.get(side, scale[side == "r"] if isinstance(scale, list) else scale))
    return abs(values[0] - values[1])


def _said_in_general(changes: Sequence[Symbol], general: Sequence[Sequence[Symbol]], answer: Sequence[Symbol]) -> bool:
    """Return whether "a card of those less" says what "this card less" would."""
    for change in changes:
        if change.name != "gone":
            continue
        rest = {other for other in changes if other != change}
        for others in general:
            wide = [other for other in others if other.name in GENERAL and other not in rest]
            if set(others) - set(wide) == rest and any(_covers(one, change.arguments[0], answer) for one in wide):
                return True
    return False


def _covers(change: Symbol, card: Symbol, answer: Iterable[Symbol]) -> bool:
    if change.name == "fewer" and change.arguments[1].number != 1:
        return False
    label = Function("fewer", [change.arguments[0]]) if change.name == "fewer" else change
    return Function("may_go", [label, card]) in answer


def _repair(question: Question, changes: Sequence[Symbol], answer: Sequence[Symbol]) -> Repair:
    sentences = []
    for change in changes:
        text = SENTENCES[change.name](question, answer, *change.arguments)
        sentences.append(text[:1].upper() + text[1:] + ".")
    board = edited(question, answer)
    action = repaired(question, changes, answer, board)
    return Repair(tuple(map(str, changes)), tuple(sentences), board, action)

__all__ = ["STATE", "Repair", "change_terms", "repairs"]
