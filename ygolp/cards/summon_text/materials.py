"""Sentences about the use of the monster as a material or Tribute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.summon_text.card import Card
from ygolp.cards.summon_text.nouns import Filter, nouns
from ygolp.cards.summon_text.words import Words

_KINDS = ("fusion", "synchro", "xyz", "link")


def use_as_material(w: Words, card: Card) -> Callable[[], str | None] | None:
    """Read `Cannot be used as Synchro Material[, except for the Synchro Summon of a "X" monster]`."""
    w.eat("this card|monster")
    if w.eat("cannot be tributed"):
        use = "tributed_for_summon" if w.eat("for a tribute summon") else "tributed"
        return lambda: "It cannot be Tributed." if card.add("always.cannot_be", [use]) else None
    if not w.eat("cannot be used as"):
        return None
    kinds = _kinds(w)
    if not kinds:
        return None
    spec: Filter = {}
    if w.eat(",? except for? the|a"):
        if len(kinds) != 1 or not w.eat(f"{kinds[0]} summon of"):
            return None
        found = nouns(w)
        if found is None or found.placed or found.together or found.including or (found.low, found.high) != (1, 1):
            return None
        spec = {key: value for key, value in found.spec.items() if key != "card"}
        if not spec:
            return None
    uses = [f"{kind}_material" for kind in kinds]

    def done() -> str | None:
        if spec:
            table: dict[str, Any] = card.record.setdefault("always", {}).setdefault("cannot_be_but", {})
            if uses[0] in table:
                return None
            table[uses[0]] = spec
            return f"It can be {kinds[0].capitalize()} Material for such a monster only."
        card.add("always.cannot_be", uses)
        return f"It cannot be {' or '.join(kind.capitalize() for kind in kinds)} Material."

    return done


def _kinds(w: Words) -> list[str]:
    """Read `a Synchro Material`, `a Fusion, Synchro, or Xyz Material for a Summon`, `material for an Xyz Summon`."""
    w.eat("a")
    kinds: list[str] = []
    behind = w.eat("material|materials for a")
    while w.word() in _KINDS:
        kinds.append(w.word())
        w.at += 1
        if not (w.eat(", or") or w.eat("or") or w.eat("and/or") or w.eat(",")):
            break
    if not kinds:
        return []
    if behind:
        return kinds if w.eat("summon") else []
    if not w.eat("material|materials"):
        return []
    if w.eat("for a"):
        if w.word() in _KINDS:
            if w.word() not in kinds:
                return []
            w.at += 1
        if not w.eat("summon"):
            return []
    return kinds
