"""The filters and slots that adjectives and what stands behind the noun make: joined, narrowed, counted."""

from __future__ import annotations

from typing import Any

from ygolp.cards.materials_line.tokens import NotUnderstoodError

Filter = dict[str, Any]
Slot = dict[str, Any]
SCALES = ("level", "rank", "link")
_ADJECTIVES = {"attribute", "race", "archetype", "type", "not_type", "summoned", "face", *SCALES}


def settled_joins(joins: list[str]) -> list[str]:
    """Return how each adjective is joined: of `A, B, or C` the comma says "or" as well."""
    settled = list(joins)
    for at in range(len(joins) - 1, -1, -1):
        if settled[at] == ",":
            settled[at] = "or" if at + 1 < len(joins) and settled[at + 1] == "or" else "also"
    return settled


def hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else value


def filter_of(atoms: list[tuple[str, Any, bool]], joins: list[str]) -> Filter:
    """Return the filter of adjectives."""
    groups: list[list[tuple[str, Any, bool]]] = []
    between: list[str] = []
    for atom, join in zip(atoms, joins, strict=True):
        if join == "also" and not (atom[2] and groups[-1][-1][2]):
            raise NotUnderstoodError("adjectives with a comma")  # but "non-Fusion, non-Xyz"
        same = bool(groups) and (groups[-1][0][0], groups[-1][0][2]) == (atom[0], atom[2])
        if join == "or" and same and not (atom[0] == "scale" and groups[-1][0][1][0] != atom[1][0]):
            if atom[2]:
                raise NotUnderstoodError("not this or that")
            groups[-1].append(atom)
        else:
            groups.append([atom])
            between.append("or" if join == "or" else "")
    if "or" not in between[1:]:
        spec: Filter = {}
        for group in groups:
            spec = both(spec, _of_group(group))
        return spec
    # "LIGHT Fairy or DARK Fiend", "LIGHT or Dragon": alternatives as a whole, if each says as much as the others.
    parts: list[list[list[tuple[str, Any, bool]]]] = []
    for group, join in zip(groups, between, strict=True):
        if join == "or" or not parts:
            parts.append([])
        parts[-1].append(group)
    forms = {tuple(group[0][0] for group in part) for part in parts}
    if any(len(part) > 1 for part in parts) and (len(forms) > 1 or any(len(g) > 1 for part in parts for g in part)):
        raise NotUnderstoodError("what is joined by 'or' is not clear")
    choices = []
    for part in parts:
        choice: Filter = {}
        for group in part:
            choice = both(choice, _of_group(group))
        choices.append(choice)
    if len(choices) > 6:
        raise NotUnderstoodError("too many alternatives")
    return {"any": choices}


def _of_group(group: list[tuple[str, Any, bool]]) -> Filter:
    aspect, first, negated = group[0]
    values = [atom[1] for atom in group]
    if aspect == "scale":
        scales = first[0]
        numbers = [_plain(value[1]) for value in values]
        if len(numbers) > 1 and any(isinstance(number, (dict, list)) for number in numbers):
            raise NotUnderstoodError("ranges joined by 'or'")
        number = numbers[0] if len(numbers) == 1 else numbers
        if len(scales) == 1:
            return {scales[0]: number}
        return {"any": [{scale: number} for scale in scales]}
    if aspect == "summoned":
        return {"summoned": list(first)}
    key = {"quoted": "archetype"}.get(aspect, aspect)
    if len(set(values)) != len(values):
        raise NotUnderstoodError("the same twice")
    value = values[0] if len(values) == 1 else values
    if not negated:
        return {key: value}
    return {"not_type": value} if key == "type" else {"not": {key: value}}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return dict(value)
        return list(value)
    return value


def both(first: Filter, second: Filter) -> Filter:
    """Return the filter of cards that meet both."""
    made = dict(first)
    rest: Filter = {}
    for key, value in second.items():
        if key not in made:
            made[key] = value
        elif made[key] == value:
            continue
        elif key == "not_type":
            made[key] = [*listed(made[key]), *(v for v in listed(value) if v not in listed(made[key]))]
        elif key == "not":
            made[key] = [*listed(made[key]), *listed(value)]
        else:
            rest[key] = value
    if rest:
        if "any" not in made:
            made["any"] = [rest]
        elif len(made["any"]) == 1:
            made["any"] = [both(made["any"][0], rest)]
        else:
            raise NotUnderstoodError("a choice and more of the same")
    choices = made.get("any", ())
    if len(choices) > 1 and not all(set(choice) <= set(SCALES) for choice in choices) and _ADJECTIVES & set(made):
        raise NotUnderstoodError("a choice and more adjectives")
    return made


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def of_a_monster(spec: Filter) -> bool:
    """Return whether only a monster can meet a filter."""
    kinds = [kind for kind in listed(spec.get("type", [])) if kind not in ("normal", "ritual")]
    numbers = ("attribute", "race", "level", "rank", "link", "atk", "def", "name")
    return any(key in spec for key in numbers) or (bool(kinds) and len(kinds) == len(listed(spec["type"])))


def counted(spec: Filter, least: int, most: int | None) -> Slot:
    if most is None:
        return {**spec, "min": least}
    return {**spec, "count": least} if least == most else {**spec, "min": least, "max": most}


def ask_also(slots: list[Slot], spec: Filter) -> None:
    """Ask more of all the slots."""
    for at, slot in enumerate(slots):
        numbers: Filter = {key: slot[key] for key in ("count", "min", "max") if key in slot}
        slots[at] = {**both(without_count(slot), spec), **numbers}


def without_count(slot: Slot) -> Filter:
    return {key: value for key, value in slot.items() if key not in ("count", "min", "max")}
