"""What is wrong with a board: the sentences for asp/questions/faults.lp."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from clingo import Control, Symbol

from ygolp import engine
from ygolp.board import Board

if TYPE_CHECKING:
    from ygolp.explain import Reason


def faults(board: Board, made: Control) -> list[Reason]:
    """Return every fault of a board as a reason, sorted by rule; `made` is a grounding with faults.lp."""
    found = [symbol.arguments for symbol in engine.atoms(made, "fault", 2)]
    if not found:
        return []
    from ygolp.explain import Explainer, Reason

    sources: dict[str, list[str]] = {}
    for symbol in engine.atoms(made, "rule", 2):
        sources.setdefault(symbol.arguments[0].name, []).append(symbol.arguments[1].string)
    explainer = Explainer(board)
    reasons = [
        Reason(rule.name, _sentence(explainer, why), tuple(sorted(sources.get(rule.name, ()))), str(why))
        for rule, why in found
    ]
    return sorted(reasons, key=lambda reason: (reason.rule, reason.sentence))


def _sentence(e: Any, why: Symbol) -> str:
    text = _SENTENCES[why.name](e, *why.arguments)
    return text[:1].upper() + text[1:] + "."


def _era(symbol: Symbol) -> str:
    from ygolp.explain import ERAS

    return ERAS[symbol.name]


def _position(symbol: Symbol) -> str:
    from ygolp.explain import POSITIONS

    return POSITIONS[symbol.name]


_SENTENCES: dict[str, Callable[..., str]] = {
    "both": lambda e, card, other: (
        f"{e.card(card)} and {e.card(other)} stand in one zone, or in zones that exclude each other"
    ),
    "not_in_era": lambda e, card, era: (
        f"{e.card(card)} is {e.place(card)}, which {_era(era)} does not have"
    ),
    "two": lambda e, card, aspect, one, other: (
        f"{e.card(card)} has two values of {aspect}: {one} and {other}"
    ),
    "has_not": lambda e, card, aspect: (
        f"{e.card(card)} has no {aspect.name.capitalize()} that could be changed"
    ),
    "position": lambda e, card, position: f"{e.card(card)} cannot be in {_position(position)}",
    "elsewhere": lambda e, card: f"{e.card(card)} cannot be {e.place(card)}",
    "face_down": lambda e, card: f"{e.card(card)} cannot be face-down",
    "not_there": lambda e, card: f"{e.card(card)} cannot be {e.place(card)}",
    "under": lambda e, card, unit: f"{e.card(card)} lies under {e.card(unit)}, which is no Xyz Monster",
    "copies": lambda e, name, number: f"{number} copies of {name.string} belong to one player",
    "ripple_monster": lambda e, card: (
        f"{e.card(card)} is a Ripple Monster: no card of it exists; give its `stack` from top to bottom"
    ),
    "no_carrier": lambda e, card: f"{e.card(card)} carries no Ripple Monster, so it cannot lie on top",
    "carries": lambda e, card, name: f"{e.card(card)} on top gives {name.string}",
    "carriers": lambda e, one, other, ripple: f"{one.string} and {other.string} both carry {ripple.string}",
}
