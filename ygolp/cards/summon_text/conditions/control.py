"""Conditions about the cards that players control: `you control no monsters`, `all monsters you control are ...`."""

from __future__ import annotations

from dataclasses import replace

from ygolp.cards.summon_text.conditions.counting import FIELD, Condition, counted, counting, either, fit, least_named
from ygolp.cards.summon_text.nouns import Filter, Noun, noun, nouns
from ygolp.cards.summon_text.words import Words

_ZONES = (["monster_zone"], ["spell_zone"], ["main_monster_zone"], ["extra_monster_zone"])


def only_opponent(w: Words) -> list[Condition] | None:
    if not w.eat("only your opponent controls"):
        return None
    found = noun(w)
    if not fit(found) or found is None or found.placed:
        return None
    own = counted(found)
    return [{"count": {**own, "side": "opponent"}, "min": found.low}, {"count": own, "max": 0}]


def both_players(w: Words) -> list[Condition] | None:
    if not w.eat("both players control"):
        return None
    found = noun(w)
    if not fit(found) or found is None or found.placed:
        return None
    return [*counting(found, counted(found)), *counting(found, counted(found, side="opponent"))]


def read_control(w: Words, begun: bool = False) -> list[Condition] | None:
    """Read "you control ...", "your opponent controls ..."."""
    if begun or w.eat("you control"):
        side, denied = "own", False
    elif w.eat("you do not control") or w.eat("you don't control"):
        side, denied = "own", True
    elif w.eat("your opponent controls"):
        side, denied = "opponent", False
    else:
        return None
    if side == "opponent" and (more := _more(w)) is not None:
        return more
    if w.eat("no other"):
        return _none(w, side, {"self": False})
    if w.eat("no"):
        return _none(w, side, {})
    if w.eat("both"):
        return _both(w, side)
    found = nouns(w)
    if found is not None and len(found.including) == 1 and not (denied or found.placed):
        return _with_one(found, side)
    if found is None or not fit(found):
        return None
    if found.placed and found.spec.get("side") not in ("any", side):
        return None
    # "you control X in your Monster Zone": only a zone of the field says where one controls a card.
    if found.placed and any(place not in FIELD for place in found.places):
        return None
    if found.placed:
        # "2 or more cards in their Spell & Trap Zones": whose they are has been said.
        found = replace(found, spec={**found.spec, "side": side})
    spec = counted(found, side=side)
    if denied:
        return [{"count": spec, "max": 0}]
    return [*counting(found, spec), *_also(w, side, found)]


def _with_one(found: Noun, side: str) -> list[Condition] | None:
    """Return the conditions for `2 or more monsters, including a LIGHT monster`."""
    inner = found.including[0]
    outer = Noun(found.spec, found.low, found.high, exact=found.exact, head=True)
    if inner.placed or inner.including or inner.together or found.together:
        return None
    one = Noun({**found.spec, **inner.spec}, inner.low)
    return [*counting(outer, counted(outer, side=side)), *counting(one, counted(one, side=side))]


def _also(w: Words, side: str, first: Noun) -> list[Condition]:
    """Read further cards behind "you control A": `, "B" and "C"`, `, and no monsters`."""
    made: list[Condition] = []
    while True:
        before = w.at
        if not (w.eat(", and") or w.eat("and") or w.eat(",")):
            return made
        if w.eat("no"):
            none = _none(w, side, {})
            if none is None:
                w.at = before
                return made
            made += none
            continue
        if w.word() in ("you", "your", "there", "all", "the", "only", "if") or w.over:
            w.at = before
            return made
        found = noun(w)
        if found is None or found.placed or not fit(found) or (first.named and not found.named):
            w.at = before
            return made
        made += counting(found, counted(found, side=side))


def _none(w: Words, side: str, more: Filter) -> list[Condition] | None:
    found = nouns(w)
    if found is None or not fit(found) or found.low != 1:
        return None
    if found.placed and (found.places not in _ZONES or found.spec.get("side") != side):
        return None
    spec = counted(found, side=side)
    none: list[Condition] = [{"count": {**spec, **more}, "max": 0}]
    if found.plain() and w.eat("or only"):
        # "no monsters or only Zombie monsters"
        only = nouns(w)
        if only is None or not fit(only) or only.placed or only.spec.get("card", "monster") != "monster":
            return None
        return either([none, _every(only, False, least_named(w))])
    return none


def _both(w: Words, side: str) -> list[Condition] | None:
    """Read `both Fish and Winged Beast monsters`: one of each."""
    first = noun(w)
    if first is None or not w.eat("and"):
        return None
    second = noun(w)
    if second is None or not (fit(first) and fit(second)) or first.placed or second.placed or not second.head:
        return None
    made = []
    for each in (first, second):
        spec = dict(each.spec)
        if not each.head and "card" in second.spec:
            spec["card"] = second.spec["card"]
        made.append({"count": counted(Noun(spec, head=True), side=side), "min": each.low})
    return made


def _more(w: Words) -> list[Condition] | None:
    """Read `more monsters than you do`, `at least 2 more monsters than you`."""
    before = w.at
    by = 1
    if w.eat("at least"):
        by = w.number() or 0
    found = None
    if w.eat("more"):
        found = noun(w)
    if found is None or not by or not fit(found) or found.placed or not (w.eat("than you do") or w.eat("than you")):
        w.at = before
        return None
    spec = counted(found)
    made: Condition = {"more": {**spec, "side": "opponent"}, "than": {**spec, "side": "own"}}
    return [made | ({"by": by} if by != 1 else {})]


def all_are(w: Words) -> list[Condition] | None:
    """Read `all monsters you control are Cyberse monsters (min. 1)`, `the only monsters you control are ...`."""
    faced = False
    if w.eat("the only monster|monsters you control is|are"):
        pass
    elif w.eat("the only face-up monster|monsters you control is|are"):
        faced = True
    elif w.eat("you only control") or w.eat("you control only"):
        return _control_only(w)
    elif w.eat("all the? face-up monsters you control"):
        faced = True
    elif not w.eat("all the? monsters you control"):
        return None
    least = least_named(w)
    w.eat("is|are")
    found = nouns(w)
    if not fit(found) or found is None or found.placed or found.spec.get("card", "monster") != "monster":
        return None
    least = least_named(w) if least is None else least
    made = _every(found, faced, least)
    if w.eat(", and none are") or w.eat("and none are"):
        name = w.quoted()
        return None if name is None else [*made, {"count": {"name": name, "face": "up"}, "max": 0}]
    return made


def _control_only(w: Words) -> list[Condition] | None:
    found = nouns(w)
    if not fit(found) or found is None or found.placed or found.spec.get("card", "monster") != "monster":
        return None
    return _every(found, False, least_named(w))


def _every(found: Noun, faced: bool, least: int | None) -> list[Condition]:
    spec = dict(found.spec)
    spec.pop("card", None)
    spec.pop("face", None)
    face: Filter = {"face": "up"} if faced else {}
    alike = counted(Noun({**spec, "card": "monster"}, head=True), "monster_zone")
    other: Filter = {**face, "not": {**spec, **({} if faced else {"face": "up"})}}
    made: list[Condition] = [{"count": alike, "min": found.low if least is None else least}]
    if found.low == found.high and found.low > 1:
        made = [{"count": alike, "exactly": found.low}]
    if least is None and found.named and found.low == 1 and found.high == 1:
        made = [{"count": alike, "exactly": 1}]
    return [*made, {"count": other, "max": 0}]


def totals(w: Words) -> list[Condition] | None:
    """Read `the total Levels and Ranks of all Effect Monsters you control are 8 or lower`."""
    if not w.eat("the total levels"):
        return None
    aspects = ["level"]
    if w.eat("and ranks"):
        aspects.append("rank")
    if not w.eat("of"):
        return None
    found = noun(w)
    if found is None or not found.every or found.together or found.including or not found.placed or not w.eat("are|is"):
        return None
    number = w.number()
    if number is None:
        return None
    bound = {"max": number} if w.eat("or lower|less") else {"min": number} if w.eat("or higher|more") else None
    spec = counted(Noun(dict(found.spec), head=True))
    return [{"sum": aspects, "of": spec, **bound}] if bound else None
