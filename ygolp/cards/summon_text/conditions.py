"""Conditions of card texts: `you control no monsters, or all monsters you control are Zombie monsters`.

The result is a list of conditions of the record vocabulary that all must hold; `{"any": [...]}` is a choice of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ygolp.cards.summon_text.nouns import OF_MONSTERS, Filter, Noun, noun, nouns
from ygolp.cards.summon_text.words import Words

Condition = dict[str, Any]
_FIELD = (
    "field", "monster_zone", "spell_zone", "field_zone", "pendulum_zone", "main_monster_zone", "extra_monster_zone",
)  # fmt: skip


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
        more = _control(w, w.eat("control")) if w.sees("control") else _one(w)
        if more is None:
            w.at = before
            break
        found.append(more)
        joint = word
    if joint == "or":
        return _either(found)
    return [each for part in found for each in part]


def _either(choices: list[list[Condition]]) -> list[Condition] | None:
    """Return "one of these" as conditions that all hold: a choice of each with each."""
    result: list[list[Condition]] = [[]]
    for part in choices:
        result = [[*picked, each] for picked in result for each in part]
        if len(result) > 16:
            return None
    joined = []
    for picked in result:
        if any(_opposite(one, other) for one in picked for other in picked):
            continue
        joined.append({"any": picked} if len(picked) > 1 else picked[0])
    return joined


def _opposite(one: Condition, other: Condition) -> bool:
    """Return whether one of two conditions always holds."""
    alike = one.get("count") == other.get("count") and "distinct" not in other
    return alike and one.get("max") == 0 and other.get("min") == 1


# ---- filters of conditions --------------------------------------------------------------------------------------


_ZONES = (["monster_zone"], ["spell_zone"], ["main_monster_zone"], ["extra_monster_zone"])


def counted(found: Noun, usual: Any = "monster_zone", side: str = "own") -> Filter:
    """Return the filter that a condition counts with: on the field what is asked of a card asks that it is face-up."""
    spec = dict(found.spec)
    spec.setdefault("side", side)
    kinds = spec.get("card")
    monsters = kinds == "monster" or bool(OF_MONSTERS & set(spec))
    place = spec.get("place", "field" if not monsters else usual)
    if place == "field" and monsters and "any" not in spec:
        place = "monster_zone"
    spec["place"] = place
    places = [place] if isinstance(place, str) else place
    if monsters and places == ["monster_zone"]:
        spec.pop("card", None)
    elif monsters and kinds is None:
        spec["card"] = "monster"
    asks = set(spec) - {"place", "side", "face", "self", "card", "summoned", "position", "token"} or found.together
    if "face" not in spec and any(each in _FIELD for each in places) and asks:
        if all(each in _FIELD for each in places):
            spec["face"] = "up"
        elif "not" not in spec:
            spec["not"] = {"place": "field", "face": "down"}
        else:
            denied = spec["not"] if isinstance(spec["not"], list) else [spec["not"]]
            spec["not"] = [*denied, {"place": "field", "face": "down"}]
    if spec["side"] == "own":
        del spec["side"]
    if spec["place"] == "monster_zone":
        del spec["place"]
    return spec


def _counting(found: Noun, spec: Filter) -> list[Condition]:
    """Return the condition that so many cards are there, with what they have in common."""
    made: Condition = {"count": spec}
    made["exactly" if found.exact else "min"] = found.low
    if "different" in found.together and isinstance(found.together["different"], str):
        made["distinct"] = found.together["different"]
    elif "same" in found.together and isinstance(found.together["same"], str):
        made["same"] = found.together["same"]
    return [made]


def _fit(found: Noun | None) -> bool:
    """Return whether a condition can count with a noun."""
    if found is None or found.including or found.parts or found.every:
        return False
    return not found.together or (len(found.together) == 1 and set(found.together) <= {"different", "same"} and all(
        isinstance(value, str) for value in found.together.values()))


# ---- single conditions ------------------------------------------------------------------------------------------


def _one(w: Words) -> list[Condition] | None:
    start = w.at
    for read in _KINDS:
        found = read(w)
        if found is not None:
            return found
        w.at = start
    return None


def _only_opponent(w: Words) -> list[Condition] | None:
    if not w.eat("only your opponent controls"):
        return None
    found = noun(w)
    if not _fit(found) or found is None or found.placed:
        return None
    own = counted(found)
    return [{"count": {**own, "side": "opponent"}, "min": found.low}, {"count": own, "max": 0}]


def _control(w: Words, begun: bool = False) -> list[Condition] | None:
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
    if found is None or not _fit(found):
        return None
    if found.placed and found.spec.get("side") not in ("any", side):
        return None
    # "you control X in your Monster Zone": only a zone of the field says where one controls a card.
    if found.placed and any(place not in _FIELD for place in found.places):
        return None
    if found.placed:
        # "2 or more cards in their Spell & Trap Zones": whose they are has been said.
        found = replace(found, spec={**found.spec, "side": side})
    spec = counted(found, side=side)
    if denied:
        return [{"count": spec, "max": 0}]
    return [*_counting(found, spec), *_also(w, side, found)]


def _with_one(found: Noun, side: str) -> list[Condition] | None:
    """Return the conditions for `2 or more monsters, including a LIGHT monster`."""
    inner = found.including[0]
    outer = Noun(found.spec, found.low, found.high, exact=found.exact, head=True)
    if inner.placed or inner.including or inner.together or found.together:
        return None
    one = Noun({**found.spec, **inner.spec}, inner.low)
    return [*_counting(outer, counted(outer, side=side)), *_counting(one, counted(one, side=side))]


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
        if found is None or found.placed or not _fit(found) or (first.named and not found.named):
            w.at = before
            return made
        made += _counting(found, counted(found, side=side))


def _none(w: Words, side: str, more: Filter) -> list[Condition] | None:
    found = nouns(w)
    if found is None or not _fit(found) or found.low != 1:
        return None
    if found.placed and (found.places not in _ZONES or found.spec.get("side") != side):
        return None
    spec = counted(found, side=side)
    none: list[Condition] = [{"count": {**spec, **more}, "max": 0}]
    if found.plain() and w.eat("or only"):
        # "no monsters or only Zombie monsters"
        only = nouns(w)
        if only is None or not _fit(only) or only.placed or only.spec.get("card", "monster") != "monster":
            return None
        return _either([none, _every(only, False, _least(w))])
    return none


def _both(w: Words, side: str) -> list[Condition] | None:
    """Read `both Fish and Winged Beast monsters`: one of each."""
    first = noun(w)
    if first is None or not w.eat("and"):
        return None
    second = noun(w)
    if second is None or not (_fit(first) and _fit(second)) or first.placed or second.placed or not second.head:
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
    if found is None or not by or not _fit(found) or found.placed or not (w.eat("than you do") or w.eat("than you")):
        w.at = before
        return None
    spec = counted(found)
    made: Condition = {"more": {**spec, "side": "opponent"}, "than": {**spec, "side": "own"}}
    return [made | ({"by": by} if by != 1 else {})]


def _have(w: Words) -> list[Condition] | None:
    """Read what is in a hand or GY: `you have no Spells/Traps in your GY`; and Life Points."""
    if w.eat("your opponent has"):
        return _held_in(w, "opponent")
    if not w.eat("you have"):
        return None
    return _points(w) or _held_in(w, "own")


def held(w: Words) -> list[Condition] | None:
    """Read a condition that stands as a cost: `having exactly 3 DARK monsters in your GY`, `controlling 2 Tuners`."""
    if w.eat("having"):
        return _held_in(w, "own")
    if not w.eat("controlling"):
        return None
    found = nouns(w)
    if found is None or not _fit(found) or found.placed:
        return None
    return _counting(found, counted(found))


def _held_in(w: Words, side: str) -> list[Condition] | None:
    if (more := _more_held(w, side)) is not None:
        return more
    none, only = w.eat("no"), w.eat("only")
    found = nouns(w)
    placed = _there(found, side) if found is not None and _fit(found) else None
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
            {"count": counted(Noun(dict(placed.spec), head=True)), "min": _least(w) or 1},
            {"count": {**counted(Noun(rest, head=True)), "not": asked}, "max": 0},
        ]
    return _counting(placed, counted(placed))


def _more_held(w: Words, side: str) -> list[Condition] | None:
    """Read `your opponent has more cards in their hand than you do`."""
    before = w.at
    found = noun(w) if w.eat("more") else None
    placed = _there(found, side) if found is not None and _fit(found) else None
    than = ("than you do", "than you") if side == "opponent" else ("than your opponent does", "than your opponent")
    if placed is not None and any(w.eat(words) for words in than):
        spec = counted(placed)
        other = "own" if side == "opponent" else "opponent"
        return [{"more": {**spec, "side": side}, "than": {**spec, "side": other}}]
    w.at = before
    return None


def _only_card(w: Words) -> list[Condition] | None:
    """Read `this is the only card in your hand`."""
    if not (w.eat("this card? is the only card in your hand")):
        return None
    return [{"count": {"place": "hand"}, "exactly": 1}]


def _both_players(w: Words) -> list[Condition] | None:
    if not w.eat("both players control"):
        return None
    found = noun(w)
    if not _fit(found) or found is None or found.placed:
        return None
    return [*_counting(found, counted(found)), *_counting(found, counted(found, side="opponent"))]


def _there(found: Noun, side: str) -> Noun | None:
    """Return the noun if a pile is named that the player, or for "your opponent has" the opponent, has."""
    if not found.placed or any(place in _FIELD for place in found.places):
        return None
    if found.spec.get("side") == "any":
        return found if side == "own" and set(found.places) <= {"gy", "banished"} else None
    return found if found.spec.get("side") == side else None


def _points(w: Words) -> list[Condition] | None:
    before = w.at
    number = w.number()
    if number is not None:
        if w.eat("lp or less") or w.eat("or less lp"):
            return [{"lp": {"max": number}}]
        if w.eat("lp or more") or w.eat("or more lp"):
            return [{"lp": {"min": number}}]
    w.at = before
    return None


def _life(w: Words) -> list[Condition] | None:
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


def _least(w: Words) -> int | None:
    """Read `(min. 1)`."""
    before = w.at
    if w.eat("( min .? "):
        number = w.number()
        if number is not None and w.eat(")"):
            return number
    w.at = before
    return None


def _all_are(w: Words) -> list[Condition] | None:
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
    least = _least(w)
    w.eat("is|are")
    found = nouns(w)
    if not _fit(found) or found is None or found.placed or found.spec.get("card", "monster") != "monster":
        return None
    least = _least(w) if least is None else least
    made = _every(found, faced, least)
    if w.eat(", and none are") or w.eat("and none are"):
        name = w.quoted()
        return None if name is None else [*made, {"count": {"name": name, "face": "up"}, "max": 0}]
    return made


def _control_only(w: Words) -> list[Condition] | None:
    found = nouns(w)
    if not _fit(found) or found is None or found.placed or found.spec.get("card", "monster") != "monster":
        return None
    return _every(found, False, _least(w))


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


def _there_is(w: Words) -> list[Condition] | None:
    """Read `there are no monsters on the field`, `a LIGHT monster is on the field`, `6 of your cards are banished`."""
    if w.eat("there is|are"):
        if w.eat("no"):
            found = nouns(w)
            if found is None or not _fit(found) or not found.placed:
                return None
            return [{"count": counted(found, side="any"), "max": 0}]
        found = nouns(w)
        if not _fit(found) or found is None or not found.placed:
            return None
        made = _counting(found, counted(found, side="any"))
        return made
    number = w.number()
    if number is not None and w.eat("or more of your"):
        theirs = noun(w)
        if not _fit(theirs) or theirs is None or theirs.placed or not w.eat("are banished"):
            return None
        theirs = replace(theirs, spec={**theirs.spec, "place": "banished", "side": "own"})
        return [{"count": counted(theirs), "min": number}]
    w.at -= 0 if number is None else 1
    if w.eat("no"):
        found = nouns(w)
        none = True
    else:
        found, none = nouns(w), False
    if not _fit(found) or found is None or found.placed:
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
    return _counting(found, spec)


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


def _totals(w: Words) -> list[Condition] | None:
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


def _column(w: Words) -> list[Condition] | None:
    """Read what is said of columns: the zone that a procedure asks for is where it is true."""
    if w.peek().kind == "number" and w.word(1) == "or":
        number = w.number()
        if number == 2 and w.eat("or more cards are in the same column"):
            return [{"column": "crowded"}]
        return None
    if w.eat("there is a column with no cards"):
        return [{"column": "empty"}]
    return None


_KINDS = (_only_opponent, _only_card, _both_players, _control, _life, _all_are, _totals, _column, _have, _there_is)
