"""Reads a noun, or several with "or" between them: the number, what stands before the head and what behind it."""

from __future__ import annotations

from dataclasses import replace

from ygolp.cards.summon_text.nouns.adjectives import described
from ygolp.cards.summon_text.nouns.model import Filter, Noun, one_of
from ygolp.cards.summon_text.nouns.places import read_controlled, read_place
from ygolp.cards.summon_text.nouns.tails import exception, read_that, read_total, read_with
from ygolp.cards.summon_text.words import Words


def nouns(w: Words) -> Noun | None:
    """Read a noun, or several with "or" between them: one of these."""
    first = noun(w)
    if first is None:
        return None
    choices = [first]
    while True:
        before = w.at
        listed = len(choices) == 1 and w.sees(", a") and _or_follows(w)
        if not (w.eat(", or") or w.eat("or") or (listed and w.eat(","))):
            break
        if w.word() in ("if", "you", "your", "all", "the", "no", "only"):
            w.at = before
            break
        other = noun(w)
        if other is None or (other.low, other.high) != (first.low, first.high):
            w.at = before
            break
        choices.append(other)
    return one_of(choices)


def _or_follows(w: Words) -> bool:
    for ahead in range(1, 16):
        if w.word(ahead) in ("or",):
            return True
        if w.word(ahead) in ("you", "", "and"):
            return False
    return False


def noun(w: Words) -> Noun | None:
    """Read one noun, with its number before and what is said behind it."""
    start = w.at
    exact = w.sees("exactly")
    low, high, every, other = _number(w)
    spec: Filter = {}
    if other:
        spec["self"] = False
    banished = w.eat("of your banished")
    found = described(w, spec)
    if found is None or (banished and not spec and not found[0]):
        w.at = start
        return None
    head, named = found
    if banished:
        spec |= {"place": "banished", "side": "own"}
    result = Noun(spec, low, high, every, exact, head, banished, named)
    behind = _behind(w, result)
    if behind is None or (not head and not named and not spec and not behind.placed):
        w.at = start
        return None
    return behind


def _number(w: Words) -> tuple[int, int | None, bool, bool]:
    """Read how many: the least and greatest number, whether all of them, and whether "other" cards."""
    if w.eat("another"):
        return 1, 1, False, True
    if w.eat("a") or w.eat("any other") or w.eat("each"):
        return 1, 1, False, w.eat("other")
    if w.eat("all the?") or w.eat("every"):
        return 1, None, True, w.eat("other")
    if w.eat("any"):
        return 1, 1, False, w.eat("other")
    at_least = w.eat("at least")
    if not at_least:
        w.eat("exactly")
    number = w.number()
    if number is None:
        return (1, 1, False, w.eat("other"))
    if w.eat("or more") or w.eat("+") or at_least:
        return number, None, False, w.eat("other")
    return number, number, False, w.eat("other")


def _behind(w: Words, result: Noun) -> Noun | None:
    """Read places, players, ATK and DEF, exceptions ... behind the head."""
    while True:
        before = w.at
        for read in (read_controlled, read_place, read_with, read_that, exception, _including, _parts, read_total):
            again = read(w, result)
            if again is not None:
                result = again
                break
            w.at = before
        else:
            return result


def _including(w: Words, result: Noun) -> Noun | None:
    if result.including or not w.eat(",? including"):
        return None
    inner = noun(w)
    if inner is None or inner.including:
        return None
    return replace(result, including=(inner,))


def _parts(w: Words, result: Noun) -> Noun | None:
    """Read `3 cards from your GY (1 monster, 1 Spell, and 1 Trap)`: what the cards are, one by one."""
    if result.parts or result.high is None or not w.eat("("):
        return None
    found: list[Noun] = []
    while True:
        part = noun(w)
        if part is None:
            return None
        found.append(part)
        if w.eat(")"):
            break
        if not (w.eat(", and") or w.eat(",") or w.eat("and")):
            return None
    if len(found) < 2 or sum(part.low for part in found) != result.low or any(part.low != part.high for part in found):
        return None
    return replace(result, parts=tuple(found))
