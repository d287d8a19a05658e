"""Conditions about what is anywhere: `there are no monsters on the field`, `a LIGHT monster is in your GY`."""

from __future__ import annotations

from dataclasses import replace

from ygolp.cards.summon_text.conditions.counting import Condition, counted, counting, fit
from ygolp.cards.summon_text.nouns import Noun, noun, nouns
from ygolp.cards.summon_text.words import Words


def there_is(w: Words) -> list[Condition] | None:
    """Read `there are no monsters on the field`, `a LIGHT monster is on the field`, `6 of your cards are banished`."""
    if w.eat("there is|are"):
        if w.eat("no"):
            found = nouns(w)
            if found is None or not fit(found) or not found.placed:
                return None
            return [{"count": counted(found, side="any"), "max": 0}]
        found = nouns(w)
        if not fit(found) or found is None or not found.placed:
            return None
        made = counting(found, counted(found, side="any"))
        return made
    number = w.number()
    if number is not None and w.eat("or more of your"):
        theirs = noun(w)
        if not fit(theirs) or theirs is None or theirs.placed or not w.eat("are banished"):
            return None
        theirs = replace(theirs, spec={**theirs.spec, "place": "banished", "side": "own"})
        return [{"count": counted(theirs), "min": number}]
    w.at -= 0 if number is None else 1
    if w.eat("no"):
        found = nouns(w)
        none = True
    else:
        found, none = nouns(w), False
    if not fit(found) or found is None or found.placed:
        return None
    if w.eat("is|are not"):
        none = True
    elif not w.eat("is|are"):
        return None
    if w.eat("banished"):
        if found.low != 1:
            return None
        spec = counted(Noun({**found.spec, "place": "banished", "side": "any"}))
        return [{"count": spec, **({"max": 0} if none else {"min": found.low})}]
    places, rest = [], replace(found, placed=True)
    while True:
        spot = noun_place(w)
        if spot is None:
            return None
        places.append(spot)
        before = w.at
        if w.eat("or") and w.sees("in|on"):
            continue
        w.at = before
        break
    sides = {side for _, side in places}
    if len(sides) != 1:
        return None
    kinds = [kind for kind, _ in places]
    there = {"place": kinds[0] if len(kinds) == 1 else kinds, "side": sides.pop()}
    spec = counted(replace(rest, spec={**rest.spec, **there}))
    if none:
        return [{"count": spec, "max": 0}]
    return counting(found, spec)


def noun_place(w: Words) -> tuple[str, str] | None:
    """Read a place behind "is": `on the field`, `in the Field Zone`, `in either GY`."""
    for pattern, kind, side in (
        ("on the field", "field", "any"), ("in the|a field_zone", "field_zone", "any"),
        ("in your field_zone", "field_zone", "own"),
        ("in either gy", "gy", "any"), ("in a|the gy|gys", "gy", "any"), ("in your gy", "gy", "own"),
        ("in your opponent's gy", "gy", "opponent"), ("on your field", "field", "own"),
        ("on your opponent's field", "field", "opponent"),
        ("on either player's field", "field", "any"), ("on either field", "field", "any"),
        ("in the|a|either extra monster_zone", "extra_monster_zone", "any"),
    ):  # fmt: skip
        if w.eat(pattern):
            return kind, side
    return None


def column(w: Words) -> list[Condition] | None:
    """Read what is said of columns: the zone that a procedure asks for is where it is true."""
    if w.peek().kind == "number" and w.word(1) == "or":
        number = w.number()
        if number == 2 and w.eat("or more cards are in the same column"):
            return [{"column": "crowded"}]
        return None
    if w.eat("there is a column with no cards"):
        return [{"column": "empty"}]
    return None
