"""How a card is summoned: its materials, conditions, procedures, Normal Summon and traits, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygolp.cards.filters import as_list
from ygolp.cards.meaning import lines
from ygolp.cards.pool import Record
from ygolp.cards.sheet.conditions import conditions
from ygolp.cards.sheet.phrases import FIELD, MATERIAL, Usual, counted, one, several
from ygolp.cards.sheet.words import (
    ASPECTS,
    behind,
    bracketed,
    listed,
    many,
    position,
    quoted,
    spread,
    where,
)  # fmt: skip

_KINDS = {
    "none": "Can be Special Summoned in any way",
    "by_effect": "Cannot be Normal Summoned/Set; must be Special Summoned by a card effect",
    "unlimited": "Cannot be Normal Summoned/Set",
    "semi_nomi": "Must first be Special Summoned in its own way before any other Special Summon of it",
    "nomi": "Must be Special Summoned in its own way, and cannot be Special Summoned by other ways",
}
_USES = {
    "tributed": "be Tributed", "tributed_for_summon": "be Tributed for a Tribute Summon",
    **{f"{kind}_material": f"be used as {kind.capitalize()} Material" for kind in (
        "synchro", "xyz", "link", "fusion", "ripple")},
}  # fmt: skip
# What is done to the cards of a procedure or cost: the verb, and what stands behind the cards.
_DEEDS = {
    "send": ("sending", "to the GY"), "banish": ("banishing", ""), "tribute": ("Tributing", ""),
    "return_to_hand": ("returning", "to the hand"), "return_to_deck": ("returning", "to the Deck"),
    "discard": ("discarding", ""), "detach": ("detaching", ""), "reveal": ("revealing", ""), "none": ("having", ""),
}  # fmt: skip


def materials(record: Record) -> list[str]:
    """Return the materials lines of a record, as card text has them: `1 Tuner + 1+ non-Tuner monsters`."""
    written: Record = {key: record[key] for key in ("materials", "materials_with", "material_lines") if key in record}
    if not written:
        return []
    found = []
    for number, line in enumerate(lines({**written, "card": record["card"]})):
        text = slots(line["slots"]) + demands(line.get("with", {}))
        if line.get("keeps_materials"):
            text += " (its own materials become materials too)"
        if line.get("limit") == "name":
            text += " (once per turn in this way)"
        found.append(f"or {text}" if number else text)
    return found


def slots(items: list[dict[str, Any]], usual: Usual = MATERIAL) -> str:
    """Return a materials line."""
    parts = (bracketed(counted(slot, usual, plus=True)) + demands(slot.get("with", {})) for slot in items)
    return " + ".join(parts) or "no materials"


def demands(table: dict[str, Any]) -> str:
    """Return what a set of cards must meet together, with a comma before it, or nothing."""
    parts = [
        f"with {'different' if key == 'different' else 'the same'} {listed((ASPECTS[each] for each in asked), 'and')}"
        + ("s" if key == "different" and len(asked) == 1 else "")
        for key in ("different", "same")
        if (asked := as_list(table.get(key, [])))
    ]
    if "total_level" in table:
        parts.append(f"whose total Levels are {spread(table['total_level'], 'less', 'more')}")
    if "level_difference" in table:
        parts.append(f"with a Level difference of {table['level_difference']}")
    if table.get("minimal"):
        parts.append("none of them superfluous for that")
    return f" ({listed(parts, 'and')})" if parts else ""


def summoning(record: Record) -> Iterator[str]:
    """Yield the sentences about how a card can be summoned, in the order of card text."""
    yield from _special(record)
    for way in record.get("procedures", ()):
        yield _procedure(record, way)
    yield from _normal(record.get("normal_summon", {}))
    yield from _traits(record.get("always", {}))
    if "control_limit" in record:
        limit = record["control_limit"]
        yield f"Its controller can only have {limit['max']} of these: {several(limit['filter'], MATERIAL)}."
    if "as_monster" in record:
        yield f"As a monster it is: {'; '.join(_as_monster(record['as_monster']))}."


def _special(record: Record) -> Iterator[str]:
    kind = record.get("ssm")
    if isinstance(kind, dict):
        old, new = kind.get("ocg2010", "none"), kind.get("today", "none")
        yield f"{_KINDS[new]}. In the OCG of 2010: {_KINDS[old]}."
    elif kind is not None:
        yield f"{_KINDS[kind]}."
    if record.get("special_summon") is False:
        yield "Cannot be Special Summoned."
    if "special_summon_not_from" in record:
        yield f"Cannot be Special Summoned {where(record['special_summon_not_from'], 'own', prep='from')}."
    if "special_summon_only_by" in record:
        yield f"Cannot be Special Summoned by effects except those of {several(record['special_summon_only_by'])}."
    if record.get("special_summon_once"):
        yield f"You can only Special Summon {quoted(record['name'])} once per turn."
    if record.get("fusion_substitutes") is False:
        yield "No Fusion Material of this card can be replaced by a substitute."
    if record.get("fusion_summon") is False:
        yield "Cannot be Fusion Summoned."
    if "pendulum_summon" in record:
        yield f"{'Can' if record['pendulum_summon'] else 'Cannot'} be Pendulum Summoned."
    if "pendulum_level" in record:
        yield f"For a Pendulum Summon it is treated as Level {record['pendulum_level']}."


def procedure_sentence(way: dict[str, Any]) -> str:
    """Return a procedure as a sentence, without its limit per turn, which has the name of the card."""
    return _procedure({"name": ""}, {key: value for key, value in way.items() if key != "limit"})


def _procedure(record: Record, way: dict[str, Any]) -> str:
    places = as_list(way.get("from", "hand"))
    starts = where(places, "own", prep="from") if places else "from nowhere"
    ifs = conditions(way.get("if"))
    text = f"{f'If {ifs}, you' if ifs else 'You'} can Special Summon this card ({starts})"
    to = {"opponent": " to your opponent's field", "any": " to either field"}.get(way.get("to", "own"), "")
    text += to + (f" in {position(way['position'])}" if "position" in way else "")
    costs = [_payment(slot, way) for slot in way.get("by", ())]
    if "pay" in way:
        costs.append(f"paying {way['pay']} LP")
    text += _zone(way.get("zone", {}))
    text += f" by {listed(map(bracketed, costs) if len(costs) > 1 else costs, 'and')}" if costs else ""
    text += demands(way.get("with", {}))
    text += " (these are Fusion Materials)" if "as" in way else ""
    if way.get("limit") == "name":
        text += f". You can only Special Summon {quoted(record['name'])} once per turn in this way"
    elif way.get("limit") == "one_on_field":
        text += f". You can only control 1 {quoted(record['name'])}"
    for lock in way.get("locks", ()):
        text += f". {_lock(lock)}"
    return f"{text}."


def _lock(lock: Any) -> str:
    if lock == "normal_summon":
        return "You cannot Normal Summon/Set in the turn you do this"
    if lock == "normal_summon_after":
        return "You cannot Normal Summon/Set for the rest of that turn"
    only = f" {several(lock['filter'], MATERIAL, 'from')}" if "filter" in lock else ""
    but = f", except {several(lock['except'], MATERIAL)}" if "except" in lock else ""
    deed = {"special_summon": "Special Summon"}[lock["what"]]
    return f"You cannot {deed}{only} for the rest of that turn{but}"


def _zone(zone: dict[str, Any]) -> str:
    if "center" in zone:
        return " to your center Main Monster Zone"
    if "column" in zone:
        return " to your zone in a column with " + ("no cards" if zone["column"] == "empty" else "2 or more cards")
    if "linked" in zone:
        return f" to your zone that {one(zone['linked'], MATERIAL)} points to"
    if "beside" in zone:
        return f" to your Main Monster Zone beside {one(zone['beside'], MATERIAL)} you control or in its column"
    return ""


def _payment(slot: dict[str, Any], way: dict[str, Any]) -> str:
    if slot.get("do") == "detach":
        monster = {key: value for key, value in slot.items() if key not in ("count", "do")}
        return f"detaching {many(slot.get('count', 1), 'material')} from {one(monster, FIELD)}"
    verb, end = _DEEDS[slot.get("do", "send")]
    hands_over = slot.get("do", "send") not in ("tribute", "none", "reveal")
    cards = counted(slot, FIELD, "from" if hands_over else "in")
    if slot.get("self") is None and set(as_list(way.get("from", "hand"))) & set(as_list(slot.get("place", "hand"))):
        cards += " (this card can be one of them)" if "place" in slot else ""
    return f"{verb} {behind(cards, end)}{demands(slot.get('with', {}))}"


def _normal(table: dict[str, Any]) -> Iterator[str]:
    choices = [_tributes(choice) for choice in table.get("tributes", ())]
    if choices:
        yield f"Can be Normal Summoned with {listed(choices)}."
    if table.get("set_tributes"):
        yield f"Can be Set with {listed(_tributes(choice) for choice in table['set_tributes'])}."
    if "tribute_filter" in table:
        yield f"The Tributes must be {several(table['tribute_filter'], MATERIAL)}."
    if "tribute_also" in table:
        yield f"For its Tribute Summon you can also Tribute {several(table['tribute_also'])}."
    if table.get("summon") is False:
        yield "Cannot be Normal Summoned."
    if table.get("set") is False:
        yield "Cannot be Set."
    if table.get("if") and (ifs := conditions(table["if"])):
        yield f"Can only be Normal Summoned or Set if {ifs}."
    if table.get("summon_if") and (ifs := conditions(table["summon_if"])):
        yield f"Can only be Normal Summoned (not Set) if {ifs}."


def _tributes(choice: Any) -> str:
    if choice == "usual":
        return "the Tributes for its Level"
    if not isinstance(choice, dict):
        return many(choice, "Tribute")
    ifs = conditions(choice.get("if"))
    kind = f" ({several(choice['filter'], MATERIAL)})" if "filter" in choice else ""
    return many(choice["count"], "Tribute") + kind + (f" (if {ifs})" if ifs else "")


def _traits(table: dict[str, Any]) -> Iterator[str]:
    yield from (f"Cannot {_USES[use]}." for use in table.get("cannot_be", ()))
    for use, spec in table.get("cannot_be_but", {}).items():
        yield f"Cannot {_USES[use]}, except for {one(spec, MATERIAL)}."
    yield from (f"Cannot {_USES[use]} in the turn it is Summoned." for use in table.get("cannot_be_on_arrival", ()))
    if "tribute_worth" in table:
        target = f" of {one(table['for'], MATERIAL)}" if "for" in table else ""
        yield f"Can be treated as {many(table['tribute_worth'], 'Tribute')} for the Tribute Summon{target}."
    if "whole_ritual" in table:
        monster = one(table["whole_ritual"], MATERIAL)
        yield f"Can be Tributed as the whole requirement for the Ritual Summon of {monster}."
    if table.get("fusion_substitute"):
        yield "Can be a substitute for 1 Fusion Material that is named; the others must be the correct ones."
    if table.get("summon_not_negated"):
        yield f"Its {' or '.join(kind.title() for kind in table['summon_not_negated'])} Summon cannot be negated."
    if table.get("also_named"):
        yield f"Its name is also treated as {quoted(table['also_named'])}."


def _as_monster(table: dict[str, Any]) -> Iterator[str]:
    from ygolp.cards.sheet.header import stats  # the header of a card and that of a monster are one

    yield from stats({"card": "monster", **table})
    if table.get("trap") is False:
        yield "no longer a Trap"
