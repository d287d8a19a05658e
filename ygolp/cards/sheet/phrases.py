"""Filters of card records as noun phrases: `1 Level 4 or lower Warrior monster in your Deck`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ygolp.cards.filters import as_list, slot_bounds
from ygolp.cards.sheet.words import (
    ASPECTS,
    REFERENCES,
    article,
    how_many,
    listed,
    position_held,
    quoted,
    spread,
    summons,
    type_word,
    where,
)  # fmt: skip

Filter = dict[str, Any]
# What only a monster has; types that only a monster has.
_OF_MONSTERS = {
    "level", "rank", "link", "atk", "def", "original_atk", "original_def", "race", "attribute", "position", "summoned",
    "original_level", "summoned_from", "normal_summon", "has_material", "equipped_with",
}  # fmt: skip
_MONSTER_TYPES = {
    "effect", "fusion", "synchro", "xyz", "link", "pendulum", "tuner", "flip", "toon", "spirit", "union", "gemini",
    "token", "string", "ripple",
}  # fmt: skip
_LINKED = ("archetype", "race", "attribute", "type")
_NUMBERED = {"level": "Level ", "rank": "Rank ", "link": "Link-"}
_STATS = {
    "atk": "ATK", "def": "DEF", "original_atk": "original ATK", "original_def": "original DEF",
    "scale": "Pendulum Scale", "original_level": "as original Level",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Usual:
    """What a filter means where it says nothing: the places, the side ("" for no side), the noun."""

    places: tuple[str, ...] = ()
    side: str = ""
    noun: str = "card"


FIELD = Usual(("monster_zone",), "own")
ANYWHERE = Usual()
MATERIAL = Usual((), "", "monster")


def counted(spec: Filter, usual: Usual = ANYWHERE, prep: str = "in", plus: bool = False) -> str:
    """Return a slot with its number: `2 Level 4 monsters`, `up to 2 cards in your GY`."""
    low, high = slot_bounds(spec)
    number = how_many(low, high, plus)
    if spec.get("self") is True:
        return ("" if number == "1" else f"{number} of ") + _itself(spec, usual, prep)
    if spec.get("every"):
        return f"all {_phrase(spec, usual, True, prep)}"
    if spec.get("event"):
        return f"{number} of those {_phrase(spec, usual, True, prep)}"
    many = (low, high) != (1, 1)
    return f"{number} {_phrase(spec, usual, many, prep)}"


def one(spec: Filter, usual: Usual = ANYWHERE, prep: str = "in") -> str:
    """Return a filter as one card: `a Tuner you control`, `another monster`."""
    return _itself(spec, usual, prep) if spec.get("self") is True else article(_phrase(spec, usual, False, prep))


def several(spec: Filter, usual: Usual = ANYWHERE, prep: str = "in") -> str:
    """Return a filter as a kind of cards: `face-up Spells/Traps on the field`."""
    return _itself(spec, usual, prep) if spec.get("self") is True else _phrase(spec, usual, True, prep)


def each(spec: Filter, usual: Usual = ANYWHERE) -> str:
    """Return a filter as what a number is multiplied with: `for each face-up monster you control`."""
    return f" for each {_itself(spec, usual, 'in') if spec.get('self') is True else _phrase(spec, usual, False, 'in')}"


def _phrase(spec: Filter, usual: Usual, many: bool, prep: str) -> str:
    places = as_list(spec.get("place", list(usual.places)))
    singular, plural, monster = _noun(spec, usual, places)
    side = spec.get("side", usual.side)
    # Where no place goes without saying, the Monster Zone is named beside a player.
    named = not usual.places and places == ["monster_zone"] and side in ("own", "opponent")
    place = where(places, side, monster and not named, prep)
    words, clauses = [*_adjectives(spec), plural if many else singular], _clauses(spec, many)
    # "1 monster you control with 2000 or more ATK", but "1 monster with 2000 or more ATK in your Deck".
    early = place.startswith("you") or place == "on the field"
    words += [place, *clauses] if early else [*clauses, place]
    words += _relations(spec)
    return " ".join(word for word in words if word) + _exceptions(spec, "monster" if monster else "card")


def _itself(spec: Filter, usual: Usual, prep: str) -> str:
    words = ["this", *_adjectives(spec), "card", *_clauses(spec, False)]
    if "card" in spec:
        words.append(f"(a {listed(as_list(spec['card']))})")
    if "place" in spec or "side" in spec:
        words.append(where(as_list(spec.get("place", [])), spec.get("side", usual.side), False, prep))
    words += [*_relations(spec), *(["(of those)"] if spec.get("event") else [])]
    return " ".join(word for word in words if word) + _exceptions(spec, "card")


def _noun(spec: Filter, usual: Usual, places: list[str]) -> tuple[str, str, bool]:
    """Return the noun, its plural, and whether it is a monster."""
    kinds, types = as_list(spec.get("card", [])), as_list(spec.get("type", []))
    if types == ["token"] or spec.get("token") is True:
        return "Token", "Tokens", True
    if not kinds and (
        _OF_MONSTERS & set(spec)
        or any(kind in _MONSTER_TYPES for kind in types)
        or places == ["monster_zone"]
        or usual.noun == "monster"
    ):
        kinds = ["monster"]
    monster = kinds == ["monster"]
    if "name" in spec and "card" not in spec:
        return quoted(spec["name"]), quoted(spec["name"]), True
    if monster and types == ["tuner"]:
        return "Tuner", "Tuners", True
    if monster:
        typed = types or (_is_short(spec.get("any", [])) and any("type" in part for part in spec["any"]))
        noun = "Monster" if typed else "monster"
        return noun, f"{noun}s", True
    if set(kinds) == {"spell", "trap"}:
        return "Spell/Trap", "Spells/Traps", False
    names = ["monster" if kind == "monster" else kind.capitalize() for kind in kinds] or [usual.noun]
    return listed(names), listed(f"{name}s" for name in names), False


def _adjectives(spec: Filter) -> list[str]:
    words = ["other"] if spec.get("self") is False else []
    words += [f"face-{spec['face']}"] if "face" in spec else []
    words += [position_held(spec["position"])] if "position" in spec else []
    words += ["non-Token"] if spec.get("token") is False else []
    words += [f"{sign}{spread(spec[key], 'lower', 'higher')}" for key, sign in _NUMBERED.items() if key in spec]
    words += [", ".join(f"non-{type_word(kind)}" for kind in as_list(spec["not_type"]))] if "not_type" in spec else []
    words += [listed(as_list(spec[key])) for key in ("attribute", "race") if key in spec]
    words += [quoted(spec["archetype"])] if "archetype" in spec else []
    types, itself = as_list(spec.get("type", [])), spec.get("self") is True
    if itself and (types or spec.get("token")):
        words.append(listed(map(type_word, types or ["token"])))
    elif types and not _is_noun(spec, types):
        words.append(listed(map(type_word, types)))
    if "any" in spec and _is_short(spec["any"]):
        words.append(listed(_short(part) for part in spec["any"]))
    return words


def _is_noun(spec: Filter, types: list[str]) -> bool:
    """Return whether the type is the noun itself: Tuner, Token."""
    tuner = types == ["tuner"] and as_list(spec.get("card", "monster")) == ["monster"] and "name" not in spec
    return tuner or types == ["token"]


def _is_short(choices: list[Filter]) -> bool:
    """Return whether each choice is one word that stands before the noun."""
    return bool(choices) and all(len(part) == 1 and set(part) <= set(_LINKED) for part in choices)


def _short(part: Filter) -> str:
    ((key, value),) = part.items()
    if key == "archetype":
        return quoted(value)
    return listed(type_word(item) if key == "type" else item for item in as_list(value))


def _clauses(spec: Filter, many: bool) -> list[str]:
    is_, was = ("are", "were") if many else ("is", "was")
    stats = [f"{spread(spec[key], 'less', 'more')} {name}" for key, name in _STATS.items() if key in spec]
    words = [f"with {listed(stats, 'and')}"] if stats else []
    if "name" in spec and ("card" in spec or spec.get("self") is True):
        words.append(f"named {quoted(spec['name'])}")
    if "declared" in spec:
        words.append("with the declared name" if spec["declared"] else "without the declared name")
    if "summoned" in spec:
        words.append(f"that {was} {summons(spec['summoned'])}")
    if "summoned_from" in spec:
        words.append(f"that {was} Special Summoned from the Extra Deck")
    if "arrived" in spec:
        words.append(f"that {was} {'' if spec['arrived'] else 'not '}Summoned or placed this turn")
    if "normal_summon" in spec:
        words.append(f"that can{'' if spec['normal_summon'] else 'not'} be Normal Summoned/Set")
    if "has_material" in spec:
        words.append(f"with{'' if spec['has_material'] else 'out'} Xyz Material")
    if "equipped_with" in spec:
        kind = {"monster": "a Monster Card", "spell": "an Equip Spell", "any": "an Equip Card"}[spec["equipped_with"]]
        words.append(f"equipped with {kind}")
    if "mentions" in spec:
        words.append(f"that mention{'' if many else 's'} {quoted(spec['mentions'])}")
    if "original_card" in spec:
        words.append(f"that {is_} originally {article(_printed(spec['original_card']))}")
    if "equipped_to_self" in spec:
        words.append("equipped to this card" if spec["equipped_to_self"] else "not equipped to this card")
    if "any" in spec and not _is_short(spec["any"]):
        choices = listed(several(part) if many else one(part) for part in spec["any"])
        words.append(f"that {is_} {choices}" if choices else "of no kind")
    return words


def _relations(spec: Filter) -> list[str]:
    """Return what a card has in common with another: `with the same Type and Attribute as the target(s)`."""
    groups: dict[tuple[str, int], list[str]] = {}
    for relation in spec.get("like", ()):
        groups.setdefault((relation["of"], relation.get("by", 0)), []).append(ASPECTS[relation["same"]])
    parts = []
    for (of, by), aspects in groups.items():
        other = "the card(s) mentioned last" if of == "previous" else REFERENCES[of]
        if by:
            parts.append(f"with a {listed(aspects, 'and')} {abs(by)} {'higher' if by > 0 else 'lower'} than {other}")
        else:
            parts.append(f"with the same {listed(aspects, 'and')} as {other}")
    itself = ["(this card can be chosen too)"] if spec.get("itself") else []
    return [*([" and ".join(parts)] if parts else []), *itself]


def _printed(kind: str) -> str:
    return kind if kind == "monster" else kind.capitalize()


def _exceptions(spec: Filter, noun: str) -> str:
    if "not" not in spec:
        return ""
    return f", except {listed([several(part, Usual((), '', noun)) for part in as_list(spec['not'])], 'and')}"
