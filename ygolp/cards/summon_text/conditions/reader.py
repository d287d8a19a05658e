"""Reads conditions that are joined by "and" or by "or", each of the kinds that the other files here read."""

from __future__ import annotations

from ygolp.cards.summon_text.conditions.control import all_are, both_players, only_opponent, read_control, totals
from ygolp.cards.summon_text.conditions.counting import Condition, either
from ygolp.cards.summon_text.conditions.life_points import life
from ygolp.cards.summon_text.conditions.piles import only_card, read_have
from ygolp.cards.summon_text.conditions.presence import column, there_is
from ygolp.cards.summon_text.words import Words


def conditions(w: Words) -> list[Condition] | None:
    """Read conditions that are joined by "and" or by "or"."""
    start = w.at
    first = _one(w)
    if first is None:
        w.at = start
        return None
    found, joint = [first], ""
    while True:
        before = w.at
        word = ""
        if w.eat(", or if?") or w.eat("or if?"):
            word = "or"
        elif w.eat(", and if?") or w.eat("and if?"):
            word = "and"
        if not word or (joint and joint != word):
            w.at = before
            break
        # "you have ... and control no monsters"
        more = read_control(w, w.eat("control")) if w.sees("control") else _one(w)
        if more is None:
            w.at = before
            break
        found.append(more)
        joint = word
    if joint == "or":
        return either(found)
    return [each for part in found for each in part]


def _one(w: Words) -> list[Condition] | None:
    start = w.at
    for read in _KINDS:
        found = read(w)
        if found is not None:
            return found
        w.at = start
    return None


_KINDS = (only_opponent, only_card, both_players, read_control, life, all_are, totals, column, read_have, there_is)
