"""What a procedure takes: `by banishing 1 LIGHT and 1 DARK monster from your GY`."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ygolp.cards.summon_text.conditions import Condition, held
from ygolp.cards.summon_text.nouns import OF_MONSTERS, Filter, Noun, exception, noun, one_of
from ygolp.cards.summon_text.words import Words

_FIELD = ("field", "monster_zone", "spell_zone", "field_zone", "pendulum_zone")


class Cost(NamedTuple):
    """Slots of a procedure, what their cards have in common, and conditions that stand as a cost ("by having ...")."""

    slots: list[Filter]
    together: Filter
    conditions: list[Condition]
    pay: int = 0
    # Another choice of slots: `3 Pyro monsters or 1 "X" card`.
    instead: tuple[Cost, ...] = ()
    notes: tuple[str, ...] = ()


_DEEDS = {
    "tributing": ("tribute", ("",)), "banishing": ("banish", ("",)),
    "sending": ("send", ("to the gy", "to the gys")), "discarding": ("discard", ("", "to the gy")),
    "returning": ("return_to_hand", (
        "to the hand", "to your hand", "to the owner's hand", "to their owner's hand", "to the owners' hands",
        "to the hand / extra_deck", "to the extra_deck")),
    "shuffling": ("return_to_deck", (
        "into the deck", "into your deck", "into the deck and/or extra_deck", "into the main deck",
        "into the deck / extra_deck")),
    "revealing": ("reveal", ("",)), "having": ("", ("",)), "controlling": ("", ("",)),
}  # fmt: skip


_GERUNDS = {
    "tribute": "tributing", "discard": "discarding", "send": "sending", "banish": "banishing",
    "return": "returning", "pay": "paying", "shuffle": "shuffling", "reveal": "revealing",
}  # fmt: skip
_FACE_DOWN = "The cards that its procedure takes are banished face-down."


def cost(w: Words) -> Cost | None:
    """Read one cost, from its verb on: a gerund, or in old wording the verb itself ("You can Tribute ... to ...")."""
    verb = _GERUNDS.get(w.word(), w.word())
    if verb in ("having", "controlling"):
        return _condition_as_cost(w)
    if verb == "paying":
        w.at += 1
        number = w.number()
        return Cost([], {}, [], number) if number and w.eat("lp") else None
    if verb == "detaching":
        return _detaching(w)
    if verb not in _DEEDS:
        return None
    deed, ends = _DEEDS[verb]
    w.at += 1
    found = _cards(w)
    if found is None:
        return None
    # `by shuffling into the Deck, 1 each ...` and the like stay with what is not understood.
    if verb == "banishing" and w.sees(",? face-down"):
        w.eat(",? face-down")
        made = _slots(found, deed)
        return None if made is None else made._replace(notes=(_FACE_DOWN,))
    end = next((end for end in sorted(ends, key=len, reverse=True) if end and w.eat(end)), None)
    if end is None and "" not in ends:
        return None
    # `by returning 1 "A" monster you control to the hand, except "B"`
    if end and (last := exception(w, found[-1])) is not None:
        found = [*found[:-1], last]
    if verb == "revealing" and any(w.eat(f"and returning it to the hand{end}") for end in (" / extra_deck", "")):
        deed = "return_to_hand"
        found = [replace(each, spec={**each.spec, "place": each.spec.get("place", "field")}) for each in found]
    return _slots(found, deed)


def _cards(w: Words) -> list[Noun] | None:
    """Read the cards: nouns joined by "and", of which the last may say head and place for all."""
    found: list[Noun] = []
    while True:
        each = noun(w)
        if each is None:
            return None
        if found and not each.head and not each.named and not set(each.spec) - {"place", "side", "self"}:
            # `1 Dragon monster from your hand and 1 from your GY`: of the same kind.
            spec = {key: value for key, value in found[-1].spec.items() if key not in ("place", "side", "not")}
            if "not" in found[-1].spec or found[-1].named:
                return None
            each = replace(each, spec={**spec, **each.spec}, head=found[-1].head)
        found.append(each)
        before = w.at
        if not ((w.eat(", and") or w.eat("and") or w.eat(",")) and _card_follows(w)):
            w.at = before
            break
    if len(found) == 1 and not found[0].together and w.eat("or"):
        # A choice is one filter if the numbers are equal: `1 "A" or 1 DARK monster`.
        other = noun(w)
        if other is None or other.together or other.including or other.parts or found[0].including or found[0].parts:
            return None
        if (other.low, other.high) != (found[0].low, found[0].high):
            first = found[0]
            if not first.placed and other.placed:
                said: Filter = {key: other.spec[key] for key in ("place", "side", "not") if key in other.spec}
                first = replace(first, spec={**said, **first.spec}, placed=True)
            return [first, replace(other, instead=True)]
        found = [one_of([found[0], other])]
    last = found[-1]
    filled = []
    for each in found[:-1]:
        spec = dict(each.spec)
        if not each.head and not each.named:
            if "card" in last.spec:
                spec["card"] = last.spec["card"]
            if each.spec.get("archetype"):
                return None
        elif each.named and last.head and not last.named and not each.placed and "archetype" in last.spec:
            # `1 "A" and 1 "B" monster`: whether A is a name or an archetype is not said.
            return None
        if each.together or each.including or each.parts:
            return None
        if not each.placed:
            spec |= {key: last.spec[key] for key in ("place", "side", "not") if key in last.spec and key not in spec}
        filled.append(replace(each, spec=spec, placed=each.placed or last.placed, every=each.every))
    if len(found) > 1 and last.together and (set(last.together) - {"different"}):
        return None
    return [*filled, last]


def _card_follows(w: Words) -> bool:
    token = w.peek()
    return token.kind in ("number", "name") or token.text in ("a", "another", "face-up")


def _condition_as_cost(w: Words) -> Cost | None:
    """Read `by having exactly 3 DARK monsters in your GY`, `by controlling 2 or more ...`: nothing is taken."""
    made = held(w)
    return None if made is None else Cost([], {}, made)


def _detaching(w: Words) -> Cost | None:
    w.at += 1
    number = w.number()
    if not number or not w.eat("material|materials from"):
        return None
    found = noun(w)
    if found is None or not found.placed or (found.low, found.high) != (1, 1):
        return None
    if found.spec.get("side") not in ("own", "any"):
        return None
    spec = {key: value for key, value in found.spec.items() if key not in ("place", "side", "card")}
    if set(spec) - {"type", "archetype", "race", "attribute", "rank", "name"}:
        return None
    if found.spec.get("side") == "any":
        spec["side"] = "any"
    # The filter of such a slot is about the monster that the materials are detached from.
    return Cost([{**spec, "count": number, "do": "detach"}], {}, []) if number == 1 else None


# ---- slots -------------------------------------------------------------------------------------------------------


def _slots(found: list[Noun], deed: str) -> Cost | None:
    if found[-1].instead:
        first, second = _slots(found[:1], deed), _slots([replace(found[1], instead=False)], deed)
        return None if first is None or second is None else first._replace(instead=(second,))
    slots: list[Filter] = []
    together: Filter = {}
    for each in found:
        made = _of_noun(each, deed)
        if made is None:
            return None
        slots += made
        together |= each.together
    if not slots or len(slots) > 6:
        return None
    if "total_level" in together:
        together["minimal"] = True
    return Cost(slots, together, [])


def _of_noun(each: Noun, deed: str) -> list[Filter] | None:
    if each.parts and not each.every:
        made = []
        for part in each.parts:
            if part.together or part.including or part.every or (part.placed and each.placed):
                return None
            merged = {**each.spec, **part.spec}
            if "card" in each.spec and "card" not in part.spec:
                merged["card"] = each.spec["card"]
            sub = _slot(replace(part, spec=merged, placed=each.placed or part.placed), deed)
            if sub is None:
                return None
            made.append({**sub, "count": part.low})
        return made
    spec = _slot(each, deed)
    if spec is None:
        return None
    if each.every:
        return _all(each, spec, deed)
    if each.including:
        inner = each.including[0]
        if each.high is None or inner.together or inner.including or inner.low >= each.low:
            return None
        merged = {**each.spec, **inner.spec}
        sub = _slot(replace(inner, spec=merged, placed=True), deed)
        if sub is None:
            return None
        return [{**sub, "count": inner.low}, {**spec, "count": each.low - inner.low}]
    if each.high is None:
        return [{**spec, "min": each.low}]
    return [{**spec, "count": each.low}]


def _all(each: Noun, spec: Filter, deed: str) -> list[Filter] | None:
    """Return the slots for `all monsters you control, including at least 3 "X" monsters`."""
    if each.parts or each.together or len(each.including) > 1:
        return None
    made = [{**spec, "min": 1, "every": True}]
    for inner in each.including:
        sub = _slot(replace(inner, spec={**each.spec, **inner.spec}, placed=True), deed)
        if sub is None or inner.placed or inner.together:
            return None
        # The rest may be any number, and none at all.
        made = [{**sub, "min": inner.low}, {**spec, "min": 0, "every": True}]
    return made


def _slot(each: Noun, deed: str) -> Filter | None:
    """Return the filter of a slot: where such a card is, and face-up if it is the opponent's."""
    spec = dict(each.spec)
    monsters = spec.get("card") == "monster" or bool(OF_MONSTERS & set(spec))
    monsters |= deed == "tribute" and "card" not in spec
    if not each.placed:
        # Where a text does not say it: what is discarded is in the hand, what is Tributed on the field.
        usual = {"discard": "hand", "tribute": "monster_zone", "send": "monster_zone" if monsters else ""}.get(deed)
        if not usual:
            return None
        spec["place"] = usual
    place = spec.get("place", "monster_zone")
    places = [place] if isinstance(place, str) else list(place)
    if monsters:
        places = ["monster_zone" if kind == "field" else kind for kind in places]
        if places == ["monster_zone"]:
            spec.pop("card", None)
        else:
            spec["card"] = "monster"
    if deed == "discard" and places != ["hand"]:
        return None
    if spec.get("side") == "own":
        del spec["side"]
    asks = set(spec) - {"place", "side", "face", "self", "card", "summoned", "position", "token", "not"}
    on_field = [kind for kind in places if kind in _FIELD]
    if on_field and "face" not in spec and asks and (deed != "tribute" or spec.get("side") in ("any", "opponent")):
        hidden: Filter = {"place": "field", "face": "down"}
        if deed == "tribute" and spec.get("side") == "any":
            hidden["side"] = "opponent"
        if len(on_field) == len(places) and "side" not in hidden:
            spec["face"] = "up"
        else:
            denied = spec.get("not", [])
            denied = denied if isinstance(denied, list) else [denied]
            if hidden not in denied:
                spec["not"] = [*denied, hidden] if denied else hidden
    if deed in ("send", "return_to_hand", "return_to_deck") and on_field and "token" not in spec:
        spec["token"] = False
    spec["place"] = places[0] if len(places) == 1 else places
    if spec["place"] == "monster_zone":
        del spec["place"]
    spec["do"] = deed
    return spec
