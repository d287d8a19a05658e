"""What a condition counts: the filter of a noun on the field or in a pile, how many, and choices of conditions."""

from __future__ import annotations

from typing import Any

from ygolp.cards.summon_text.nouns import OF_MONSTERS, Filter, Noun
from ygolp.cards.summon_text.words import Words

Condition = dict[str, Any]
FIELD = (
    "field", "monster_zone", "spell_zone", "field_zone", "pendulum_zone", "main_monster_zone", "extra_monster_zone",
)  # fmt: skip


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
    if "face" not in spec and any(each in FIELD for each in places) and asks:
        if all(each in FIELD for each in places):
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


def counting(found: Noun, spec: Filter) -> list[Condition]:
    """Return the condition that so many cards are there, with what they have in common."""
    made: Condition = {"count": spec}
    made["exactly" if found.exact else "min"] = found.low
    if "different" in found.together and isinstance(found.together["different"], str):
        made["distinct"] = found.together["different"]
    elif "same" in found.together and isinstance(found.together["same"], str):
        made["same"] = found.together["same"]
    return [made]


def fit(found: Noun | None) -> bool:
    """Return whether a condition can count with a noun."""
    if found is None or found.including or found.parts or found.every:
        return False
    return not found.together or (len(found.together) == 1 and set(found.together) <= {"different", "same"} and all(
        isinstance(value, str) for value in found.together.values()))


def least_named(w: Words) -> int | None:
    """Read `(min. 1)`."""
    before = w.at
    if w.eat("( min .? "):
        number = w.number()
        if number is not None and w.eat(")"):
            return number
    w.at = before
    return None


def either(choices: list[list[Condition]]) -> list[Condition] | None:
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
