"""Conditions about hands, GYs and other piles: `you have no Spells/Traps in your GY`."""

from __future__ import annotations

from ygolp.cards.summon_text.conditions.counting import FIELD, Condition, counted, counting, fit, least_named
from ygolp.cards.summon_text.conditions.life_points import points
from ygolp.cards.summon_text.nouns import Noun, noun, nouns
from ygolp.cards.summon_text.words import Words


def read_have(w: Words) -> list[Condition] | None:
    """Read what is in a hand or GY: `you have no Spells/Traps in your GY`; and Life Points."""
    if w.eat("your opponent has"):
        return _held_in(w, "opponent")
    if not w.eat("you have"):
        return None
    return points(w) or _held_in(w, "own")


def held(w: Words) -> list[Condition] | None:
    """Read a condition that stands as a cost: `having exactly 3 DARK monsters in your GY`, `controlling 2 Tuners`."""
    if w.eat("having"):
        return _held_in(w, "own")
    if not w.eat("controlling"):
        return None
    found = nouns(w)
    if found is None or not fit(found) or found.placed:
        return None
    return counting(found, counted(found))


def _held_in(w: Words, side: str) -> list[Condition] | None:
    if (more := _more_held(w, side)) is not None:
        return more
    none, only = w.eat("no"), w.eat("only")
    found = nouns(w)
    placed = _there(found, side) if found is not None and fit(found) else None
    if placed is None:
        return None
    if none:
        return [{"count": counted(placed), "max": 0}]
    if only:
        # `only Machine monsters in your GY (min. 1)`
        rest = {key: value for key, value in placed.spec.items() if key in ("place", "side", "card")}
        asked = {key: value for key, value in placed.spec.items() if key not in ("place", "side", "card")}
        if not asked or "card" not in rest:
            return None
        return [
            {"count": counted(Noun(dict(placed.spec), head=True)), "min": least_named(w) or 1},
            {"count": {**counted(Noun(rest, head=True)), "not": asked}, "max": 0},
        ]
    return counting(placed, counted(placed))


def _more_held(w: Words, side: str) -> list[Condition] | None:
    """Read `your opponent has more cards in their hand than you do`."""
    before = w.at
    found = noun(w) if w.eat("more") else None
    placed = _there(found, side) if found is not None and fit(found) else None
    than = ("than you do", "than you") if side == "opponent" else ("than your opponent does", "than your opponent")
    if placed is not None and any(w.eat(words) for words in than):
        spec = counted(placed)
        other = "own" if side == "opponent" else "opponent"
        return [{"more": {**spec, "side": side}, "than": {**spec, "side": other}}]
    w.at = before
    return None


def _there(found: Noun, side: str) -> Noun | None:
    """Return the noun if a pile is named that the player, or for "your opponent has" the opponent, has."""
    if not found.placed or any(place in FIELD for place in found.places):
        return None
    if found.spec.get("side") == "any":
        return found if side == "own" and set(found.places) <= {"gy", "banished"} else None
    return found if found.spec.get("side") == side else None


def only_card(w: Words) -> list[Condition] | None:
    """Read `this is the only card in your hand`."""
    if not (w.eat("this card? is the only card in your hand")):
        return None
    return [{"count": {"place": "hand"}, "exactly": 1}]
