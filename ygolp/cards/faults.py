"""What is wrong with the meaning of a card record whose form is right (ygolp/schema.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygolp import schema
from ygolp.cards.activated import number_of
from ygolp.cards.filters import FilterError, slot_bounds
from ygolp.cards.meaning import facts as record_facts
from ygolp.cards.meaning import lines
from ygolp.cards.pool import Record, ripple_record
from ygolp.errors import nearest

# What each kind of continuous effect needs (one of them) and what else it may have.
_MADE = ("race", "attribute", "level", "name")
_REACH = ("filter", "equipped")
_OPS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "forbid": (("what",), ("who", "filter", "except")),
    "face_up_defense": ((), ()),
    "make": ((*_MADE, "declared"), _REACH),
    "add": (_MADE, _REACH),
    "negate": ((), ("filter",)),
    "gy_becomes_banishment": ((), ("filter",)),
    "no_move_from_gy": ((), ()),
    "no_search": ((), ()),
    "normal_summons": (("count",), ()),
    "tribute_opponent": (("count",), ()),
    "fewer_tributes": (("count",), ("who", "filter", "except")),
    "special_summon_limit": (("count",), ("who",)),
    "extra_normal_summon": (("count",), ("who", "filter", "except")),
    "scale": (("to",), ()),
    "atk": (("by", "to"), _REACH),
    "def": (("by", "to"), _REACH),
    "original_atk": (("to",), _REACH),
    "original_def": (("to",), _REACH),
    "destroyed_instead": (("filter",), ()),
    "piercing": ((), ()),
    "falls_with": ((), ()),
    "battle_original": ((), ()),
    "after_battle": (("by",), ()),
    "unaffected": (("by",), ("who",)),
    **dict.fromkeys(("destroys_equipped", "destroys_leaving", "destroyed_with"), ((), ())),
    "returns_control": ((), ()),
    "one_kind": (("aspect",), ()),
    "one_of_each": (("aspect",), ()),
    "protects": (("against",), ("who", "equipped")),
    "no_direct_attack": ((), ("equipped",)),
    "falls_in_defense": ((), ()),
    "summon_limit": (("count",), ()),
    "blocks_zones": ((), ()),
    "draw_with_summons": ((), ()),
}
_EVERY_OP = ("op", "place", "if")
# What each condition may have besides; the first key names it.
_BOUNDS = ("min", "max", "exactly")
_CONDITIONS: dict[str, tuple[str, ...]] = {
    "more": ("than", "by"),
    "count": (*_BOUNDS, "distinct", "same"),
    "any": (),
    "lp_behind": (),
    "lp": (),
    "sum": (*_BOUNDS, "of"),
    "lp_higher": (),
    "lp_lower": (),
    "not_normal_summoned": (),
    "monsters_summoned": _BOUNDS,
}
_WITH = {"more": ("than",), "sum": ("of",)}


def record_faults(record: Record) -> list[str]:
    """Return what is wrong with the meaning of a well-formed card record, a line for each fault."""
    faults = [*_incomplete(record)]
    if faults:
        return faults
    try:
        for each in [record, *([ripple_record(record)] if "ripple" in record else ())]:
            for _ in record_facts(each, None):
                pass
    except FilterError as error:
        faults.append(str(error))
    if record.get("ocg_card") is False and "limit" in record:
        faults.append("limit: the forbidden list has cards of the OCG only")
    if record.get("ocg_card") and {"token", "ripple"} & set(record.get("types", ())):
        faults.append("ocg_card: a Token or Ripple Monster is no card")
    types = record.get("types", [])
    allowed = {"monster": schema.MONSTER_TYPES, "spell": schema.SPELL_TYPES, "trap": schema.TRAP_TYPES}[
        record["card"]
    ]
    for kind in types:
        if kind not in allowed:
            faults.append(f"types: {kind!r}: no type of a {record['card']}{nearest(kind, allowed)}")
    scales = [key for key in ("level", "rank", "link") if key in record]
    if record["card"] == "monster" and len(scales) != 1:
        faults.append(f"level: a monster has exactly one of level, rank, link, not {len(scales)}")
    if record["card"] != "monster" and scales:
        faults.append(f"{scales[0]}: only a monster has it")
    if "link" in record and "def" in record:
        faults.append("def: a Link Monster has none")
    for key, kind in (("rank", "xyz"), ("link", "link")):
        if (key in record) != (kind in types) and record["card"] == "monster":
            faults.append(f"{key}: goes with the type {kind!r}")
    if ("scale" in record) != ("pendulum" in types):
        faults.append("scale: goes with the type 'pendulum'")
    if ("ripple" in record) != ("string" in types):
        faults.append("ripple: goes with the type 'string'")
    if "normal" in types and "effect" in types:
        faults.append("types: normal and effect exclude each other")
    return faults


def _incomplete(record: Record) -> Iterator[str]:
    """Yield the conditions and effects that lack a key they need, or have one that says nothing there."""
    for where, condition in _conditions(record):
        if "same" in condition and ("max" in condition or "exactly" in condition or "distinct" in condition):
            yield f"{where}.same: goes with min alone"
        kind = next((name for name in _CONDITIONS if name in condition), None)
        if kind is None:
            yield f"{where}: says nothing: one of {', '.join(_CONDITIONS)} is missing"
            continue
        yield from (f"{where}.{key}: missing beside {kind}" for key in _WITH.get(kind, ()) if key not in condition)
        known = (kind, *_CONDITIONS[kind])
        yield from (f"{where}.{key}: says nothing beside {kind}" for key in condition if key not in known)
    if isinstance(record.get("scale"), list) and len(record["scale"]) != 2:
        yield f"scale: {record['scale']!r}: expected a number, or two: left and right"
    yield from _slots(record)
    yield from _activated(record)
    if "ripple" in record:
        yield from (f"ripple.{fault}" for fault in _activated(ripple_record(record)))
    for where, effect in _effects(record):
        needed, further = _OPS[effect["op"]]
        if needed and not any(key in effect for key in needed):
            yield f"{where}: op {effect['op']!r} needs {' or '.join(needed)}"
        known = (*_EVERY_OP, *needed, *further)
        yield from (f"{where}.{key}: says nothing of op {effect['op']!r}" for key in effect if key not in known)
        if effect["op"] == "after_battle" and not isinstance(effect.get("by"), int):
            yield f"{where}.by: a number"
        elif (effect["op"] == "unaffected") != isinstance(effect.get("by", 0), list):
            yield f"{where}.by: a list of spell, trap, monster goes with op 'unaffected' alone"
        elif isinstance(effect.get("by"), dict):
            yield from _each(effect["by"], f"{where}.by")
        for number, condition in enumerate(effect.get("if", ()), 1):
            if not {"count"} <= set(condition) <= {"count", "min", "max"}:
                yield f"{where}.if[{number}]: of an effect a condition has count, min and max only"


def _slots(record: Record) -> Iterator[str]:
    """Yield the slots of which something is asked alone although more than one other card goes with them."""
    ways = [(f"materials[{at}]" if at else "materials", line["slots"]) for at, line in enumerate(lines(record))]
    ways += [(f"procedures[{at}].by", way.get("by", [])) for at, way in enumerate(record.get("procedures", ()), 1)]
    for where, slots in ways:
        for number, slot in enumerate(slots, 1):
            others = [slot_bounds(other) for at, other in enumerate(slots, 1) if at != number]
            if "with" in slot and others != [(1, 1)]:
                yield f"{where}[{number}].with: one slot of 1 card is asked for beside it"


def _each(each: dict[str, Any], where: str) -> Iterator[str]:
    """Yield what is wrong with a change of so much for each card or counter."""
    if len({"counters", "materials", "count"} & set(each)) != 1:
        yield f"{where}: one of counters, materials, count is asked for"
    if each.get("materials") is False:
        yield f"{where}.materials: false says nothing"
    plain = ("place", "side", "race", "attribute", "name", "archetype", "type", "card")
    for key, value in each.get("count", {}).items():
        if key not in plain:
            yield f"{where}.count.{key}: cannot be asked of what is counted"
        elif isinstance(value, list) and key != "place":
            yield f"{where}.count.{key}: one value only"


# What each kind of step needs (one of them) and what else it may have.
_PICKED = ("of", "all", "exact", "as_many", "chooser", "filter", "with")
_STEPS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **dict.fromkeys(
        ("send", "return_to_hand", "return_to_deck", "add_to_hand", "discard", "tribute", "set",
         "negate_effects", "exchange", "equip", "absorb", "attach", "choose", "copy"), ((), _PICKED)),
    "banish": ((), (*_PICKED, "until")),
    "take_control": ((), (*_PICKED, "until", "restrained")),
    "destroy": ((), (*_PICKED, "negated", "banished")),
    "unaffected": (("until",), (*_PICKED, "kinds")),
    "activate": (("of",), ("chooser",)),
    "turn_up_later": ((), ()),
    "special_summon": ((), (*_PICKED, "position", "to", "as", "ignoring", "prescribed", "names_kind", "negated",
                            "needed", "overlay")),
    "tokens": (("token",), ("count", "position", "to")),
    "draw": ((), ("count", "who")),
    "mill": ((), ("count", "who")),
    "damage": (("amount",), ("who",)),
    "gain_lp": (("amount",), ("who",)),
    "change_position": ((), (*_PICKED, "position")),
    "value": (("aspect",), (*_PICKED, "value", "by")),
    "counters": (("counter",), (*_PICKED, "count")),
    "owe": (("how",), ("filter", "exactly", "extra", "only", "with_self", "without_tributes")),
    "fusion_summon": ((), ("filter", "materials", "do", "only", "shown")),
    "ritual_summon": ((), ("filter", "materials", "do", "exactly", "only")),
    **dict.fromkeys(("negate_activation", "negate_effect", "negate_summon", "last"), ((), ())),
}  # fmt: skip
_EVENTS = ("summoned", "sent", "leaves_field", "flipped", "attack", "battle_damage", "starts")


def _activated(record: Record) -> Iterator[str]:
    """Yield what is wrong with the effects that are activated: each fault names its key."""
    numbers: dict[int, int] = {}
    for index, effect in enumerate(record.get("effects", ())):
        where = f"effects[{index + 1}]"
        number = number_of(effect, index)
        if number in numbers:
            yield f"{where}.number: {number} is the number of effects[{numbers[number]}] already"
        numbers[number] = index + 1
        kind, on = effect["kind"], effect.get("on")
        if kind == "activation" and record["card"] == "monster":
            yield f"{where}.kind: 'activation' is of a Spell or Trap Card; a monster has ignition, trigger, quick"
        if kind == "activation" and "from" in effect:
            yield f"{where}.from: says nothing of an activation: a Spell comes from the hand or Set, a Trap Set"
        if kind == "trigger" and on is None and not effect.get("phase"):
            yield f"{where}.on: missing beside kind 'trigger'"
        if kind == "ignition" and ("on" in effect or "answers" in effect):
            yield f"{where}.{'on' if 'on' in effect else 'answers'}: an ignition effect waits for nothing"
        if on is not None:
            named = [key for key in _EVENTS if key in on]
            if len(named) != 1:
                yield f"{where}.on: one of {', '.join(_EVENTS)} is asked for, not {len(named)}"
            if "self" in on and "filter" in on:
                yield f"{where}.on.filter: says nothing beside self"
            if "timing" not in effect and not effect.get("mandatory"):
                yield f"{where}.timing: missing beside on: \"when\" or \"if\""
        if "answers" in effect and len({"activation", "summon"} & set(effect["answers"])) != 1:
            yield f"{where}.answers: either activation or summon"
        if "from" in effect.get("answers", {}) and "activation" not in effect["answers"]:
            yield f"{where}.answers.from: says nothing of a Summon"
        if effect.get("silences") and not effect.get("targets"):
            yield f"{where}.silences: the effect has no targets"
        if "declares" in effect and kind == "trigger":
            yield f"{where}.declares: a name is declared for an activation of a player's own choice, not by a trigger"
        for slot, target in enumerate(effect.get("targets", ()), 1):
            yield from _relations(effect, target, f"{where}.targets[{slot}]", False)
        if not effect["does"]:
            yield f"{where}.does: no step"
        for at, step in enumerate(effect["does"], 1):
            yield from _step(effect, step, f"{where}.does[{at}]", at)


def _step(effect: dict[str, Any], step: dict[str, Any], where: str, at: int) -> Iterator[str]:
    needed, further = _STEPS[step["op"]]
    if needed and not any(key in step for key in needed):
        yield f"{where}: op {step['op']!r} needs {' or '.join(needed)}"
    known = {"op", "join", "optional", "if", *needed, *further}
    yield from (f"{where}.{key}: says nothing of op {step['op']!r}" for key in step if key not in known)
    if step.get("of") == "targets" and not effect.get("targets"):
        yield f"{where}.of: 'targets': the effect has no targets"
    if step.get("of") == "previous" and at == 1:
        yield f"{where}.of: 'previous': there is no step before"
    if step.get("of") == "answered" and "activation" not in effect.get("answers", {}):
        yield f"{where}.of: 'answered': the effect answers no activation"
    if step.get("of") == "summoned" and "summon" not in effect.get("answers", {}):
        yield f"{where}.of: 'summoned': the effect answers no Summon"
    if "of" in step and "all" in step:
        yield f"{where}.all: says nothing beside of"
    if at == 1 and "join" in step:
        yield f"{where}.join: the first step joins nothing"
    if step["op"] == "value" and ("value" in step) == ("by" in step):
        yield f"{where}.value: either value or by"
    if step["op"] == "value" and "by" in step and step.get("aspect") not in ("level", "atk", "def"):
        yield f"{where}.by: {step.get('aspect')} is no number"
    if isinstance(step.get("count"), dict) and step["op"] not in ("draw", "mill"):
        yield f"{where}.count: a number"
    if isinstance(step.get("count"), str) and (step["op"] != "draw" or at == 1):
        yield f"{where}.count: {step['count']!r} is how many a player draws, after a step that is about cards"
    if step["op"] == "exchange" and (at == 1 or not isinstance(step.get("of"), dict)):
        yield f"{where}.of: the monster that is given for the one of the step before"
    if step.get("of") == "event" and "on" not in effect:
        yield f"{where}.of: 'event': the effect waits for no event"
    if step.get("overlay") and not effect.get("targets"):
        yield f"{where}.overlay: the effect has no target to place the monster on"
    if "filter" in step and isinstance(step.get("of"), dict):
        yield f"{where}.filter: says nothing beside a slot, which is a filter itself"
    if "with" in step and not isinstance(step.get("of"), dict):
        yield f"{where}.with: says nothing where no cards are chosen"
    if isinstance(step.get("of"), dict):
        yield from _relations(effect, step["of"], f"{where}.of", at > 1)


def _relations(effect: dict[str, Any], slot: dict[str, Any], where: str, later: bool) -> Iterator[str]:
    """Yield the relations of a slot to what is not there."""
    if slot.get("event") and (later or "on" not in effect):
        yield f"{where}.event: the effect waits for no event"
    there = {"self": True, "targets": bool(effect.get("targets")), "costs": bool(effect.get("cost")),
             "event": "on" in effect, "previous": later}  # fmt: skip
    for number, relation in enumerate(slot.get("like", ()), 1):
        if not there[relation["of"]]:
            yield f"{where}.like[{number}].of: {relation['of']!r}: there is nothing of that kind"
        if relation.get("by") and relation["same"] not in ("level", "rank", "link"):
            yield f"{where}.like[{number}].by: {relation['same']} is no Level, Rank or Link Rating"


def _effects(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, table in (("", record), ("ripple.", record.get("ripple", {}))):
        for key in ("continuous", "this_turn"):
            for number, effect in enumerate(table.get(key, ()), 1):
                yield f"{path}{key}[{number}]", effect


def _conditions(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    holders: list[tuple[str, dict[str, Any]]] = [*_effects(record), ("normal_summon", record.get("normal_summon", {}))]
    for number, effect in enumerate(record.get("effects", ()), 1):
        holders.append((f"effects[{number}]", effect))
        holders += [(f"effects[{number}].does[{at}]", step) for at, step in enumerate(effect["does"], 1)]
    for number, effect in enumerate(record.get("ripple", {}).get("effects", ()), 1):
        holders.append((f"ripple.effects[{number}]", effect))
        holders += [(f"ripple.effects[{number}].does[{at}]", step) for at, step in enumerate(effect["does"], 1)]
    for number, way in enumerate(record.get("procedures", ()), 1):
        holders.append((f"procedures[{number}]", way))
    for key in ("tributes", "set_tributes"):
        for number, choice in enumerate(record.get("normal_summon", {}).get(key, ()), 1):
            if isinstance(choice, dict):
                holders.append((f"normal_summon.{key}[{number}]", choice))
    for where, holder in holders:
        for key in ("if", "summon_if"):
            for number, condition in enumerate(holder.get(key, ()), 1):
                yield f"{where}.{key}[{number}]", condition
                yield from ((f"{where}.{key}[{number}].any[{part}]", choice)
                            for part, choice in enumerate(condition.get("any", ()), 1))  # fmt: skip
