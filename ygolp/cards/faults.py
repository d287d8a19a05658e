"""What is wrong with the meaning of a card record whose form is right (ygolp/schema.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygolp import schema
from ygolp.cards.filters import FilterError
from ygolp.cards.meaning import facts as record_facts
from ygolp.cards.pool import Record
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
}
_EVERY_OP = ("op", "place", "if")
# What each condition may have besides; the first key names it.
_BOUNDS = ("min", "max", "exactly")
_CONDITIONS: dict[str, tuple[str, ...]] = {
    "more": ("than", "by"),
    "count": (*_BOUNDS, "distinct"),
    "lp": (),
    "sum": (*_BOUNDS, "of"),
    "lp_higher": (),
    "lp_lower": (),
    "not_normal_summoned": (),
}
_WITH = {"more": ("than",), "sum": ("of",)}


def record_faults(record: Record) -> list[str]:
    """Return what is wrong with the meaning of a well-formed card record, a line for each fault."""
    faults = [*_incomplete(record)]
    if faults:
        return faults
    try:
        for _ in record_facts(record, None):
            pass
    except FilterError as error:
        faults.append(str(error))
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
        kind = next((name for name in _CONDITIONS if name in condition), None)
        if kind is None:
            yield f"{where}: says nothing: one of {', '.join(_CONDITIONS)} is missing"
            continue
        yield from (f"{where}.{key}: missing beside {kind}" for key in _WITH.get(kind, ()) if key not in condition)
        known = (kind, *_CONDITIONS[kind])
        yield from (f"{where}.{key}: says nothing beside {kind}" for key in condition if key not in known)
    for where, effect in _effects(record):
        needed, further = _OPS[effect["op"]]
        if needed and not any(key in effect for key in needed):
            yield f"{where}: op {effect['op']!r} needs {' or '.join(needed)}"
        known = (*_EVERY_OP, *needed, *further)
        yield from (f"{where}.{key}: says nothing of op {effect['op']!r}" for key in effect if key not in known)
        for number, condition in enumerate(effect.get("if", ()), 1):
            if not {"count"} <= set(condition) <= {"count", "min", "max"}:
                yield f"{where}.if[{number}]: of an effect a condition has count, min and max only"


def _effects(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, table in (("", record), ("ripple.", record.get("ripple", {}))):
        for key in ("continuous", "this_turn"):
            for number, effect in enumerate(table.get(key, ()), 1):
                yield f"{path}{key}[{number}]", effect


def _conditions(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    holders: list[tuple[str, dict[str, Any]]] = [*_effects(record), ("normal_summon", record.get("normal_summon", {}))]
    for number, way in enumerate(record.get("procedures", ()), 1):
        holders.append((f"procedures[{number}]", way))
    for number, choice in enumerate(record.get("normal_summon", {}).get("tributes", ()), 1):
        if isinstance(choice, dict):
            holders.append((f"normal_summon.tributes[{number}]", choice))
    for where, holder in holders:
        for number, condition in enumerate(holder.get("if", ()), 1):
            yield f"{where}.if[{number}]", condition
