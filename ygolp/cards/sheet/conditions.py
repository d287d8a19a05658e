"""Conditions of card records as clauses: `you control 2 or more face-up "Yang Zing" monsters`."""

from __future__ import annotations

from typing import Any

from ygolp.cards.filters import as_list
from ygolp.cards.sheet.phrases import FIELD, counted, one, several
from ygolp.cards.sheet.words import ASPECTS, bounds, listed, position_held, spread, summons, where

Condition = dict[str, Any]


def conditions(listed_: Any) -> str:
    """Return all conditions as one clause, or nothing."""
    return listed([clause for clause in map(_clause, listed_ or ()) if clause], "and")


def _clause(condition: Condition) -> str:
    if "any" in condition:
        return listed([clause for clause in map(_clause, condition["any"]) if clause], "or")
    if "lp_behind" in condition:
        return f"your opponent's LP is at least {condition['lp_behind']} higher than yours"
    if "more" in condition:
        by = condition.get("by", 1)
        least = "" if by == 1 else f"at least {by} "
        return f"there are {least}more {several(condition['more'], FIELD)} than {several(condition['than'], FIELD)}"
    if "count" in condition:
        return _count(condition)
    if "lp" in condition:
        return f"your LP is {spread(condition['lp'], 'less', 'more')}"
    if "sum" in condition:
        values = listed((f"{ASPECTS[aspect]}s" for aspect in condition["sum"]), "and")
        return f"the total {values} of all {several(condition['of'], FIELD)} is {_bound(condition)}"
    if "monsters_summoned" in condition:
        who = "your opponent" if condition["monsters_summoned"] == "opponent" else "you"
        return f"{who} Normal or Special Summoned {_bound(condition)} monsters this turn"
    if condition.get("lp_higher"):
        return "your LP is higher than your opponent's"
    if condition.get("lp_lower"):
        return "your LP is lower than your opponent's"
    return "you have not Normal Summoned/Set this turn" if condition.get("not_normal_summoned") else ""


def _bound(condition: Condition) -> str:
    low, high = bounds(condition)
    if high is None:
        return f"{low} or more"
    if low == high:
        return f"exactly {low}"
    return f"{high} or less" if low == 0 else f"{low} to {high}"


def _count(condition: Condition) -> str:
    spec, (low, high) = condition["count"], bounds(condition)
    places, side = as_list(spec.get("place", "monster_zone")), spec.get("side", "own")
    if spec.get("self") is True:
        if (state := _state(spec, low, high)) is not None:
            return state + _different(condition)
        there = where(places, side) or "there"
        rest = {key: value for key, value in spec.items() if key not in ("place", "side")}
        is_ = "is" if (low, high) == (1, None) else "is not" if (low, high) == (0, 0) else f"({_bound(condition)}) is"
        return f"{one(rest, FIELD)} {is_} {there}" + _different(condition)
    # "You control" stands before the number where one's own field is meant, as card text has it.
    control = {"own": "you control", "opponent": "your opponent controls"}.get(side)
    if control and f" {control}" in f"{several(spec, FIELD)} ".replace(",", " "):
        return f"{control} {_number(spec, low, high, control)}" + _different(condition)
    verb = "is" if (low, high) in ((1, None), (1, 1)) else "are"
    return f"there {verb} {_number(spec, low, high, '')}" + _different(condition)


def _state(spec: dict[str, Any], low: int, high: int | None) -> str | None:
    """Return what is asked of the card itself on the field, if that is one thing: `this card was Normal Summoned`."""
    not_ = {(1, None): "", (0, 0): " not"}.get((low, high))
    if not_ is None or len(spec) != 2:
        return None
    if "summoned" in spec:
        return f"this card was{not_} {summons(spec['summoned'])}"
    return f"this card is{not_} in {position_held(spec['position'])}" if "position" in spec else None


def _number(spec: dict[str, Any], low: int, high: int | None, control: str) -> str:
    def bare(phrase: str) -> str:
        return phrase.replace(f" {control}", "", 1) if control else phrase

    if (low, high) == (0, 0):
        return f"no {bare(several(spec, FIELD))}"
    if (low, high) == (1, None):
        return bare(one(spec, FIELD))
    if low == high:
        return f"exactly {bare(counted({**spec, 'count': low}, FIELD))}"
    if low == 0 and high is not None:
        return f"{high} or fewer {bare(several(spec, FIELD))}"
    return bare(counted({**spec, "min": low, **({} if high is None else {"max": high})}, FIELD))


def _different(condition: Condition) -> str:
    if "same" in condition:
        return f" with the same {ASPECTS[condition['same']]}"
    return f" with different {ASPECTS[condition['distinct']]}s" if "distinct" in condition else ""
