"""Filters of card records as clauses: what asp/board/filters.lp reads.

A filter becomes a conjunction of clauses, each a list of literals of which one must hold. Literals are nested
tuples, `("is", "level", 4)` for the term is(level, 4); facts.py turns them into symbols.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from ygolp.errors import YgolpError

LARGEST = 256
Term = Any
Fact = tuple[Any, ...]
Clause = tuple[Term, ...]
FIELD_PLACES = ("monster_zone", "spell_zone", "field_zone", "pendulum_zone")
_TEXT_ASPECTS = ("name", "archetype", "mentions")
# `normal_summon = false`: cannot be Normal Summoned or Set.
_STATES = {"arrived": "arrived", "has_material": "has_material", "normal_summon": "special_only"}
_NUMBERS = ("level", "rank", "link", "atk", "def", "scale")


class FilterError(YgolpError):
    """A filter of a card record cannot be used."""


def word(text: str) -> str:
    """Return the constant for a race, attribute, arrow ...: `Beast-Warrior` is beast_warrior."""
    return re.sub(r"[^a-z0-9]+", "_", text.casefold()).strip("_") or "unnamed"


def aspect_value(aspect: str, value: Any) -> Term:
    """Return a value as it stands in facts: names are strings, "?" is unknown, other texts are constants."""
    if isinstance(value, int):
        return value
    if aspect in _TEXT_ASPECTS:
        return ("string", value)
    return ("const", "unknown" if value == "?" else word(value))


def clauses(spec: dict[str, Any], place: tuple[str, ...] = (), side: str = "") -> list[Clause]:
    """Return the clauses of a filter.

    `place` and `side` are what holds where the filter does not say; the clause about the place comes first.
    """
    where = as_list(spec.get("place", list(place)))
    result: list[Clause] = [tuple(("place", ("const", kind)) for kind in where)] if where else []
    who = spec.get("side", side)
    if who:
        result.append((("side", ("const", who)),))
    for key, value in spec.items():
        if key not in ("place", "side"):
            result += _key(key, value)
    return result


def places(spec: dict[str, Any], default: tuple[str, ...] = ("monster_zone",)) -> list[str]:
    """Return the kinds of place that a filter looks at."""
    return as_list(spec.get("place", list(default)))


def slot_bounds(slot: dict[str, Any]) -> tuple[int, int | None]:
    """Return the least and the greatest number of cards for a slot (None: any number)."""
    if "count" in slot:
        return slot["count"], slot["count"]
    if "min" in slot or "max" in slot:
        return slot.get("min", 1), slot.get("max")
    return 1, 1


def filter_facts(
    label: Fact, spec: dict[str, Any], place: tuple[str, ...] = (), side: str = ""
) -> Iterator[Fact]:
    """Yield asks/3 for a filter; the clause about the place has a name instead of a number."""
    for number, clause in enumerate(clauses(spec, place, side), 1):
        key: Any = ("const", "place") if clause and clause[0][0] == "place" else number
        for literal in clause:
            yield ("asks", label, key, literal)


def _key(key: str, value: Any) -> list[Clause]:
    if key in ("name", "archetype", "race", "attribute", "card", "mentions"):
        return [tuple(_is(key, item) for item in as_list(value))]
    if key == "type":
        return [tuple(_is("type", item) for item in as_list(value))]
    if key == "not_type":
        return [(("non", _is("type", item)),) for item in as_list(value)]
    if key in _NUMBERS or key in ("original_atk", "original_def", "original_level"):
        return _range(key, value)
    if key == "position":
        return [tuple(("position", ("const", item)) for item in as_list(value))]
    if key == "face":
        return [(("face", ("const", value)),)]
    if key == "summoned":
        return [tuple(("summoned", ("const", item)) for item in as_list(value))]
    if key == "summoned_from":
        return [(("summoned_from", ("const", value)),)]
    if key == "equipped_with":
        return [(("equipped_with", ("const", value)),)]
    if key in _STATES:
        literal = (_STATES[key],)
        return [(literal if value is (key != "normal_summon") else ("non", literal),)]
    if key == "token":
        token = _is("type", "token")
        return [(token if value else ("non", token),)]
    if key == "self":
        return [(("self",) if value else ("non", ("self",)),)]
    if key == "equipped_to_self":
        return [(("equipped_to_self",) if value else ("non", ("equipped_to_self",)),)]
    if key == "declared":
        return [(("declared",) if value else ("non", ("declared",)),)]
    if key == "original_card":
        return [(("original_card", ("const", value)),)]
    if key == "any":
        return _either([clauses(part) for part in value])
    if key == "not":
        parts = value if isinstance(value, (list, tuple)) else [value]
        return [clause for part in parts for clause in _negated(clauses(part))]
    return []


def _is(aspect: str, value: Any) -> Term:
    return ("is", ("const", aspect), aspect_value(aspect, value))


def _range(key: str, value: Any) -> list[Clause]:
    original = key.startswith("original_")
    aspect = ("const", key.removeprefix("original_"))
    exact, low, high = (
        ("original", "original_at_least", "original_at_most") if original else ("is", "at_least", "at_most")
    )
    if isinstance(value, dict):
        return [((name, aspect, value[end]),) for end, name in (("min", low), ("max", high)) if end in value]
    return [tuple((exact, aspect, number) for number in as_list(value))]


def _either(choices: list[list[Clause]]) -> list[Clause]:
    """Return the clauses of "one of these filters", by distribution."""
    _bounded(choices)
    return [tuple(itertools.chain(*picked)) for picked in itertools.product(*choices)] if choices else []


def _negated(parts: list[Clause]) -> list[Clause]:
    """Return the clauses of "not this filter": not (A and B) is (not A or not B)."""
    _bounded(parts)
    return [tuple(_non(literal) for literal in picked) for picked in itertools.product(*parts)]


def _bounded(parts: Sequence[Sequence[Any]]) -> None:
    """Refuse a filter whose clauses would grow beyond all use."""
    if math.prod(len(part) for part in parts) > LARGEST:
        raise FilterError(f"`any` and `not` make more than {LARGEST} clauses: write a simpler filter")


def _non(literal: Term) -> Term:
    return literal[1] if literal[0] == "non" else ("non", literal)


def as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]
