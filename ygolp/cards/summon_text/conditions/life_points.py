"""Conditions about Life Points: `your LP are 2000 or less`, `your LP are lower than your opponent's`."""

from __future__ import annotations

from ygolp.cards.summon_text.conditions.counting import Condition
from ygolp.cards.summon_text.words import Words


def points(w: Words) -> list[Condition] | None:
    before = w.at
    number = w.number()
    if number is not None:
        if w.eat("lp or less") or w.eat("or less lp"):
            return [{"lp": {"max": number}}]
        if w.eat("lp or more") or w.eat("or more lp"):
            return [{"lp": {"min": number}}]
    w.at = before
    return None


def life(w: Words) -> list[Condition] | None:
    if w.eat("your lp are|is"):
        number = w.number()
        if number is not None and w.eat("or less"):
            return [{"lp": {"max": number}}]
        if number is not None and w.eat("or more"):
            return [{"lp": {"min": number}}]
        if number is None and w.eat("lower|less than your opponent's lp?"):
            return [{"lp_lower": True}]
        if number is None and w.eat("higher|more than your opponent's lp?"):
            return [{"lp_higher": True}]
        return None
    if w.eat("your opponent's lp are|is"):
        if w.eat("at least"):
            number = w.number()
            return [{"lp_behind": number}] if number and w.eat("higher|more than yours") else None
        return [{"lp_lower": True}] if w.eat("higher|more than yours") else None
    return None
