"""The ways to meet a materials line as a whole: units of cards as alternatives, and joined into one line."""

from __future__ import annotations

from typing import Any, NamedTuple

from ygolp.cards.materials_line.filters import Filter, Slot, listed, of_a_monster, without_count
from ygolp.cards.materials_line.tokens import NotUnderstoodError

MOST_SLOTS = 6


class Line(NamedTuple):
    """One way to meet a materials line: its slots, and what the whole set has in common or not."""

    slots: list[Slot]
    demands: dict[str, Any]


class Unit(NamedTuple):
    """Some cards of one kind, or of several kinds that add up, and what they have in common."""

    slots: list[Slot]
    demands: dict[str, Any]


def merged(units: list[Unit]) -> list[Unit]:
    """Return the alternatives of a term; those with one slot of the same number make one slot."""
    if len(units) == 1:
        return units

    def number(unit: Unit) -> tuple[Any, ...]:
        return tuple((key, unit.slots[0].get(key)) for key in ("count", "min", "max"))

    alike = all(len(unit.slots) == 1 and not unit.demands and number(unit) == number(units[0]) for unit in units)
    if not alike:
        return units
    numbers = {key: value for key, value in number(units[0]) if value is not None}
    specs = [without_count(unit.slots[0]) for unit in units]
    if all(set(spec) == {"name"} for spec in specs):
        return [Unit([{"name": [n for spec in specs for n in listed(spec["name"])], **numbers}], {})]
    if len(specs) > 6:
        raise NotUnderstoodError("too many alternatives")
    return [Unit([{"any": specs, **numbers}], {})]


def joined_line(units: tuple[Unit, ...], together: dict[str, Any]) -> Line:
    slots: list[Slot] = []
    demands = together
    for unit in units:
        one_card = len(unit.slots) == 1 and unit.slots[0].get("count") == 1
        if unit.demands and (len(units) == 1 or one_card):
            # Of the last of several single cards it is said of all.
            if demands or (len(units) > 1 and unit is not units[-1]):
                raise NotUnderstoodError("what is in common is not clear")
            demands = unit.demands
            slots += unit.slots
        elif unit.demands:
            if len(unit.slots) != 1:
                raise NotUnderstoodError("what is in common is not clear")
            slots.append({**unit.slots[0], "with": unit.demands})
        else:
            slots += unit.slots
    if len(slots) > MOST_SLOTS:
        raise NotUnderstoodError("too many kinds of materials")
    return Line([_lean(slot) for slot in slots], demands)


def _lean(spec: Filter) -> Filter:
    """Return a filter that does not say that it asks for a monster where that is clear."""
    made = {key: [_lean(choice) for choice in value] if key == "any" else value for key, value in spec.items()}
    clear = of_a_monster(made) or (bool(made.get("any")) and all(
        choice.get("card") == "monster" or of_a_monster(choice) for choice in made["any"]))
    return {key: value for key, value in made.items() if key != "card" or not clear}
