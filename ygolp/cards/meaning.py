"""What a card record means: its facts for the rulebook, as nested tuples.

`("printed", ("string", "Jinzo"), ("const", "level"), 6)` stands for printed("Jinzo", level, 6). The predicates
are declared in asp/inputs.lp; nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygolp.cards.activated import effect_facts, lock_facts, number_of, outline, ruled_out
from ygolp.cards.filters import FIELD_PLACES, Fact, as_list, aspect_value, filter_facts, places, slot_bounds, word
from ygolp.cards.pool import Record, embedded

_SUMMONED_FROM_EXTRA = ("fusion", "synchro", "xyz", "link")
_SUMMON_KINDS = ("synchro", "xyz", "link", "fusion", "ritual")


def facts(record: Record, preset: str | None) -> Iterator[Fact]:
    """Yield the facts of a record under a preset (`ocg2010`) or none."""
    yield from lasting_facts(record, preset)
    for effect, _ in effects_apart(record).values():
        yield from effect


def effects_apart(record: Record) -> dict[int, tuple[list[Fact], list[Fact]]]:
    """Return the facts of each effect that is activated, by its number, and those that only tell that it exists."""
    name = ("string", record["name"])
    found: dict[int, tuple[list[Fact], list[Fact]]] = {}
    for index, effect in enumerate(record.get("effects", ())):
        number = number_of(effect, index)
        whole, aside = found.setdefault(number, ([], []))
        whole += effect_facts(record, name, number, effect, condition_facts)
        aside += outline(record, name, number, effect)
    return found


def lasting_facts(record: Record, preset: str | None) -> Iterator[Fact]:
    """Yield the facts of a record, but for its effects that are activated."""
    name = ("string", record["name"])
    yield from _printed(record, name)
    yield ("ssm", name, ("const", ssm(record, preset)))
    if "ssm" in record:
        yield ("own_condition", name)
    # A card that only a scenario knows is no card of the OCG unless it says so.
    if not record.get("ocg_card", embedded().find(record["name"]) is record):
        yield ("self_made", name)
    if record.get("usable_in_official_duels") is False:
        yield ("not_usable", name)
    if "limit" in record:
        yield ("list_limit", name, record["limit"])
    if record.get("special_summon") is False:
        yield ("never_special", name)
    for kind in record.get("special_summon_not_from", ()):
        yield ("never_special_from", name, ("const", kind))
    if "special_summon_only_by" in record:
        yield ("special_only_by", name)
        yield from filter_facts(("only_by", name), record["special_summon_only_by"])
    if "pendulum_summon" in record:
        yield ("pendulum_allowed", name, ("const", "yes" if record["pendulum_summon"] else "no"))
    yield from _lines(record, name)
    yield from _procedures(record, name)
    yield from _normal_summon(record, name)
    yield from _effects(record, name)
    yield from lock_facts(record, name)
    yield from _traits(record, name)
    if "ripple" in record:
        yield ("carries", name, ("string", record["ripple"]["name"]))
        yield from _way(name, 1, "ripple", record["ripple"]["materials"], {}, ripple=True)


def ssm(record: Record, preset: str | None) -> str:
    """Return the kind of Special Summon Monster that a record is."""
    kind = record.get("ssm")
    if isinstance(kind, dict):
        return str(kind.get("ocg2010" if preset == "ocg2010" else "today", "none"))
    if kind is None:
        special = set(record.get("types", ())) & {"fusion", "ritual", "synchro", "xyz", "link"}
        kind = "semi_nomi" if special and record["card"] == "monster" else "none"
    return str(kind)


def names_aspect(record: Record) -> bool:
    """Return whether a race or an attribute is declared for the card, and no card name."""
    return any("declared" in effect for effect in record.get("continuous", ()))


def _printed(record: Record, name: Fact) -> Iterator[Fact]:
    def printed(aspect: str, value: Any) -> Fact:
        return ("printed", name, ("const", aspect), value)

    yield printed("name", ("string", record.get("treated_as", record["name"])))
    yield printed("card", ("const", record["card"]))
    for kind in record.get("types", ()):
        yield printed("type", ("const", kind))
    for aspect in ("level", "rank", "link", "attribute", "race", "atk", "def"):
        if aspect in record:
            yield printed(aspect, aspect_value(aspect, record[aspect]))
    for archetype in record.get("archetypes", ()):
        yield printed("archetype", ("string", archetype))
    for other in record.get("mentions", ()):
        yield printed("mentions", ("string", other))
    for arrow in record.get("arrows", ()):
        yield printed("arrow", ("const", word(arrow)))
    if "scale" in record:
        scale = record["scale"]
        left, right = scale if isinstance(scale, list) else (scale, scale)
        yield printed("scale", ("scale", ("const", "l"), left))
        yield printed("scale", ("scale", ("const", "r"), right))
    if record.get("as_monster", {}).get("trap", "as_monster" in record):
        yield ("stays_trap", name)
    for aspect, value in record.get("as_monster", {}).items():
        if aspect == "trap":
            continue
        if aspect == "types":
            for kind in value:
                yield ("as_monster", name, ("const", "type"), ("const", kind))
        else:
            yield ("as_monster", name, ("const", aspect), aspect_value(aspect, value))


# ---- ways to summon ------------------------------------------------------------------------------------------


def lines(record: Record) -> list[dict[str, Any]]:
    """Return the materials lines of a record, each as a table with `slots`."""
    listed = list(record.get("material_lines", ()))
    if "materials" in record:
        listed.insert(0, {"slots": record["materials"], "with": record.get("materials_with", {})})
    if not listed and record["card"] == "monster" and "ritual" in record.get("types", ()) and "level" in record:
        # A Ritual Monster says nothing of materials: its Ritual Spell asks for its Level, with no Tribute too many and
        # none without a Level.
        slots = [{"card": "monster", "level": {"min": 1}, "min": 1}]
        listed.append({"slots": slots, "with": {"total_level": {"min": record["level"]}, "minimal": True}})
    return [line if isinstance(line, dict) else {"slots": line} for line in listed]


def _lines(record: Record, name: Fact) -> Iterator[Fact]:
    kind = next((kind for kind in _SUMMON_KINDS if kind in record.get("types", ())), None)
    if kind is None or record.get("fusion_summon") is False:
        return  # The materials of a monster that cannot be Fusion Summoned are no way to summon it.
    for number, line in enumerate(lines(record), 1):
        yield from _way(name, number, kind, line["slots"], line.get("with", {}))
        if line.get("keeps_materials"):
            yield ("keeps_materials", name, number)
        if "limit" in line:
            yield ("way_limit", name, number, ("const", line["limit"]))


def procedure_number(record: Record, index: int) -> int:
    """Return the number of the way that is the procedure of that index (from 0)."""
    return len(lines(record)) + index + 1 if "ripple" not in record else index + 2


def _procedures(record: Record, name: Fact) -> Iterator[Fact]:
    for index, procedure in enumerate(record.get("procedures", ())):
        way = procedure_number(record, index)
        yield from _way(name, way, "own", procedure.get("by", ()), procedure.get("with", {}))
        for kind in as_list(procedure.get("from", "hand")):
            yield ("works_from", name, way, ("const", kind))
        if procedure.get("to", "own") in ("opponent", "any"):
            yield ("to_field_of", name, way, ("const", procedure["to"]))
        for position in as_list(procedure.get("position", [])):
            yield ("way_position", name, way, ("const", position))
        if "limit" in procedure:
            yield ("way_limit", name, way, ("const", procedure["limit"]))
        for part, lock in enumerate(procedure.get("locks", ()), 1):
            yield ("way_locks", name, way, ("const", lock if isinstance(lock, str) else lock["what"]))
            if isinstance(lock, dict):
                yield from ruled_out(name, way, part, lock)
        if "pay" in procedure:
            yield ("way_pays", name, way, procedure["pay"])
        yield from _zone(name, way, procedure.get("zone", {}))
        if "as" in procedure:
            yield ("way_as", name, way, ("const", procedure["as"]))
        if takes_itself(procedure):
            yield ("slot_takes_itself", name, way)
        yield from condition_facts(name, way, procedure.get("if", ()))


def _zone(name: Fact, way: int, zone: dict[str, Any]) -> Iterator[Fact]:
    if "center" in zone:
        yield ("way_zone", name, way, ("const", "center"))
    if "column" in zone:
        yield ("way_zone", name, way, ("column", ("const", zone["column"])))
    for demand in ("linked", "beside"):
        if demand in zone:
            yield ("way_zone", name, way, ("const", demand))
            yield from filter_facts(("zone", name, way), {"face": "up", **zone[demand]})


def takes_itself(procedure: dict[str, Any]) -> bool:
    """Return whether the card itself may be among what its procedure takes (Machina Fortress)."""
    starts = set(as_list(procedure.get("from", "hand")))
    return any(
        starts & set(places(slot)) and slot.get("self") is not False for slot in procedure.get("by", ())
    )


def _way(
    name: Fact, way: int, kind: str, slots: Any, demands: dict[str, Any], ripple: bool = False
) -> Iterator[Fact]:
    yield ("way", name, way, ("const", kind))
    for number, slot in enumerate(slots, 1):
        least, most = slot_bounds(slot)
        yield ("slot", name, way, number, least, ("const", "any") if most is None else most)
        label = ("slot", name, way, number)
        own = kind == "own"
        named = ripple and "place" not in slot and not {"race", "attribute", "type"} & set(slot)
        default = ("field",) if named else ("monster_zone",) if own or ripple else ()
        if own and slot.get("do") == "detach":
            # Its filter is about the monster from which the materials are detached.
            host = ("host", name, way, number)
            yield ("slot_does", name, way, number, ("const", "detach"))
            yield ("asks", label, 1, ("under", host))
            yield from filter_facts(host, {"face": "up", **slot}, default, "own")
            continue
        yield from filter_facts(label, slot, default, "own" if own else "")
        if own:
            for place in places(slot):
                yield ("slot_place", name, way, number, ("const", place))
            yield ("slot_does", name, way, number, ("const", slot.get("do", "send")))
            if slot.get("every"):
                yield ("slot_every", name, way, number)
    for group in range(1, 2 ** len(slots)):
        bounds = [slot_bounds(slot) for number, slot in enumerate(slots) if group >> number & 1]
        least = sum(low for low, _ in bounds)
        if least:
            yield ("least", name, way, group, least)
        if all(high is not None for _, high in bounds):
            yield ("most", name, way, group, sum(high or 0 for _, high in bounds))
    for demand in ("different", "same"):
        for aspect in as_list(demands.get(demand, [])):
            yield ("set_asks", name, way, (demand, ("const", aspect)))
    for number, slot in enumerate(slots, 1):
        for demand in ("different", "same"):
            for aspect in as_list(slot.get("with", {}).get(demand, [])):
                yield ("set_asks", name, way, ("of_slot", number, (demand, ("const", aspect))))
    if "total_level" in demands:
        total = demands["total_level"]
        least, most = (total.get("min", 0), total.get("max")) if isinstance(total, dict) else (total, total)
        yield (
            "set_asks",
            name,
            way,
            ("total", ("const", "level"), least, ("const", "any") if most is None else most),
        )
    if "level_difference" in demands:
        yield ("set_asks", name, way, ("difference", ("const", "level"), demands["level_difference"]))
    if demands.get("minimal"):
        yield ("set_asks", name, way, ("const", "minimal"))


def asks_for_summons(record: Record) -> bool:
    """Return whether a card asks how many Summons, or monsters that were Summoned, there were in the turn."""
    if any(effect["op"] == "summon_limit" for effect in record.get("continuous", ())):
        return True
    asking = (*record.get("effects", ()), *record.get("procedures", ()))
    return any("monsters_summoned" in condition for part in asking for condition in part.get("if", ()))


def condition_facts(name: Fact, way: Any, conditions: Any) -> Iterator[Fact]:
    """Yield the facts of the conditions of a procedure, an effect or a goal, with the filters that they count by."""
    for number, condition in enumerate(conditions, 1):
        # Of several conditions with one number one must hold; each has a filter of its own.
        for part, choice in enumerate(condition.get("any", (condition,))):
            label = ("condition", name, way, 1000 * part + number)
            yield from _condition(name, way, number, choice, label)


def _condition(name: Fact, way: Any, number: int, condition: dict[str, Any], label: Fact) -> Iterator[Fact]:
    def counted(spec: dict[str, Any], part: str) -> tuple[Fact, list[Fact]]:
        filter_name = ("counted", label, ("const", part))
        kinds = places(spec)
        found = [("counted_place", filter_name, ("const", kind)) for kind in kinds]
        return filter_name, [*found, *filter_facts(filter_name, spec, tuple(kinds), "own")]

    least, most = condition.get("min", 0 if "max" in condition else 1), condition.get("max", 999)
    if "exactly" in condition:
        least = most = condition["exactly"]
    if "more" in condition:
        first, more = counted(condition["more"], "more")
        second, than = counted(condition["than"], "than")
        yield from more + than
        yield ("condition", name, way, number, ("more", first, second, condition.get("by", 1)))
    elif "count" in condition:
        filter_name, found = counted(condition["count"], "count")
        yield from found
        asked: Fact = ("count", filter_name, least, most)
        if "same" in condition:
            asked = ("alike", ("const", condition["same"]), filter_name, least)
        if "distinct" in condition:
            asked = ("distinct", ("const", condition["distinct"]), filter_name, least, most)
        yield ("condition", name, way, number, asked)
    elif "lp" in condition:
        bounds = condition["lp"]
        yield ("condition", name, way, number, ("lp", bounds.get("min", 0), bounds.get("max", 999999)))
    elif "sum" in condition:
        filter_name, found = counted(condition["of"], "of")
        yield from found
        for aspect in condition["sum"]:
            yield ("summed", filter_name, ("const", aspect))
        yield ("condition", name, way, number, ("sum", filter_name, least, most))
    elif "lp_behind" in condition:
        yield ("condition", name, way, number, ("lp_behind", condition["lp_behind"]))
    elif "monsters_summoned" in condition:
        whose = ("const", condition["monsters_summoned"])
        yield ("condition", name, way, number, ("monsters_summoned", whose, least, most))
    elif condition.get("lp_higher"):
        yield ("condition", name, way, number, ("const", "lp_higher"))
    elif condition.get("lp_lower"):
        yield ("condition", name, way, number, ("const", "lp_lower"))
    elif condition.get("not_normal_summoned"):
        yield ("condition", name, way, number, ("const", "not_normal_summoned"))


# ---- Normal Summon, effects, traits --------------------------------------------------------------------------


def _normal_summon(record: Record, name: Fact) -> Iterator[Fact]:
    table = record.get("normal_summon", {})
    for act, key, first in (("summon", "tributes", 1), ("set", "set_tributes", 101)):
        for number, choice in enumerate(table.get(key, ()), first):
            count = choice["count"] if isinstance(choice, dict) else choice
            yield ("tributes_by_text", name, ("const", act), ("const", count) if count == "usual" else count, number)
            if isinstance(choice, dict):
                yield from condition_facts(name, ("normal", number), choice.get("if", ()))
                if "filter" in choice:
                    yield ("tributes_ask", name, number)
                    yield from filter_facts(("tributes", name, number), choice["filter"])
    for act in ("summon", "set"):
        if table.get(act) is False:
            yield ("not_by_text", name, ("const", act))
    if "tribute_also" in table:
        yield ("tribute_also", name)
        yield from filter_facts(("also", name), table["tribute_also"])
    if "tribute_filter" in table:
        yield ("tribute_asks", name)
        yield from filter_facts(("tribute", name), table["tribute_filter"])
    yield from condition_facts(name, ("const", "normal"), table.get("if", ()))
    yield from condition_facts(name, ("const", "summon"), table.get("summon_if", ()))


def _effects(record: Record, name: Fact) -> Iterator[Fact]:
    lasting = len(record.get("continuous", ()))
    for number, effect in enumerate(record.get("continuous", ()), 1):
        yield from _effect(name, number, effect, "effect")
    for number, effect in enumerate(record.get("this_turn", ()), lasting + 1):
        yield from _effect(name, number, effect, "lasts")


def _effect(name: Fact, number: int, effect: dict[str, Any], predicate: str) -> Iterator[Fact]:
    for term in _ops(effect):
        yield (predicate, name, number, term)
    op = effect["op"]
    spec = effect.get("filter")
    if op in ("forbid", "fewer_tributes", "extra_normal_summon") and spec is not None:
        yield ("narrowed", name, number)
        yield from filter_facts(("effect", name, number), spec)
    if "except" in effect:
        yield ("excepted", name, number)
        yield from filter_facts(("except", name, number), effect["except"])
    for part, condition in enumerate(effect.get("if", ()), 1):
        label = ("effect_if", name, number, part)
        least, most = condition.get("min", 0 if "max" in condition else 1), condition.get("max", 999)
        yield ("effect_condition", name, number, ("count", label, least, most))
        yield from filter_facts(label, condition["count"], ("monster_zone",), "own")
    if op in ("make", "add", "negate", "atk", "def", "original_atk", "original_def") and spec is not None:
        asked = _beyond_reach(op, spec)
        if asked and not spec.get("self"):
            yield ("reach_narrowed", name, number)
            yield from filter_facts(("effect", name, number), asked)
    if op in ("protects", "no_direct_attack") and effect.get("equipped"):
        yield ("effect_equipped", name, number)
    if op in ("make", "add", "atk", "def", "original_atk", "original_def"):
        if effect.get("equipped"):
            yield ("effect_equipped", name, number)
        elif spec is None or spec.get("self"):
            yield ("effect_self", name, number)
        else:
            for kind in places(spec):
                yield ("effect_reaches", name, number, ("const", kind), ("const", spec.get("side", "any")))
    each = effect.get("by") if op in ("atk", "def") else None
    if isinstance(each, dict) and "count" in each:
        for kind in places(each["count"]):
            yield ("counted_there", name, number, ("const", kind), ("const", each["count"].get("side", "own")))
        for aspect, value in each["count"].items():
            if aspect not in ("place", "side"):
                yield ("counted_is", name, number, ("const", aspect), aspect_value(aspect, value))
    if op == "destroyed_instead":
        yield from filter_facts(("effect", name, number), spec or {}, (), "own")
    for kind in as_list(effect.get("place", [])):
        yield ("effect_in", name, number, ("const", kind))


def _beyond_reach(op: str, spec: dict[str, Any]) -> dict[str, Any]:
    """Return what a filter asks for besides the place, side and kind that the reach of the effect says itself."""
    said = {"place", "card"} if op == "negate" else {"place", "side"}
    usual = {"face": "up", "card": "monster", "side": "any"}
    return {key: value for key, value in spec.items() if key not in said and usual.get(key) != value}


def _ops(effect: dict[str, Any]) -> Iterator[Any]:
    op = effect["op"]
    side = {"both": "any"}.get(effect.get("who", "both"), effect.get("who", "both"))
    if op == "forbid":
        yield ("forbid", ("const", effect["what"]), ("const", side))
    elif op in ("make", "add"):
        for aspect in ("race", "attribute", "level", "name"):
            if aspect in effect:
                yield (op, ("const", aspect), aspect_value(aspect, effect[aspect]))
        if "declared" in effect:
            yield ("make_declared", ("const", effect["declared"]))
    elif op == "negate":
        for kind in as_list(effect.get("filter", {}).get("card", "monster")):
            yield ("negate", ("const", kind))
    elif op == "gy_becomes_banishment":
        spec = effect.get("filter", {})
        cards = "monsters" if spec.get("card") == "monster" else "all"
        yield ("gy_becomes_banishment", ("const", cards), ("const", spec.get("side", "any")))
    elif op == "unaffected":
        for kind in as_list(effect["by"]):
            yield ("unaffected", ("const", kind), ("const", side))
    elif op == "protects":
        for kind in effect["against"]:
            yield ("protects", ("const", kind), ("const", side))
    elif op == "scale":
        yield ("scale_to", effect["to"])
    elif op in ("one_kind", "one_of_each"):
        yield (op, ("const", effect["aspect"]))
    elif op == "after_battle":
        yield ("after_battle", effect["by"])
    elif op in ("atk", "def"):
        if isinstance(effect.get("to"), dict):
            yield from _ops({**effect, "op": f"original_{op}"})
        else:
            kind, value = ("by", effect["by"]) if "by" in effect else ("to", effect["to"])
            if isinstance(value, dict):
                what: Any = ("const", "materials" if value.get("materials") else "cards")
                if "counters" in value:
                    what = ("counters", ("string", value["counters"]))
                yield ("change", ("const", op), ("by_each", value["per"], what))
                return
            yield (
                "change",
                ("const", op),
                ("const", "by_equipped") if value == "equipped" else (kind, value),
            )
    elif op in ("original_atk", "original_def"):
        stat = ("const", op.removeprefix("original_"))
        if isinstance(effect["to"], dict):
            spec = effect["to"]["count"]
            for counted in as_list(spec.get("name", "")):
                what = ("string", counted) if counted else ("const", "any")
                yield ("change_original_each", stat, effect["to"]["per"], ("const", places(spec)[0]), what)
        else:
            yield ("change_original", stat, effect["to"])
    elif "count" in effect:
        yield (op, effect["count"])
    else:
        yield ("const", op)


def _traits(record: Record, name: Fact) -> Iterator[Fact]:
    trait = record.get("always", {})
    for use in trait.get("cannot_be", ()):
        yield ("barred", name, ("const", use))
    for use in trait.get("cannot_be_on_arrival", ()):
        yield ("barred_on_arrival", name, ("const", use))
    for use, spec in trait.get("cannot_be_but", {}).items():
        yield ("barred_but", name, ("const", use))
        yield from filter_facts(("but", name, ("const", use)), spec)
    for other in trait.get("also_named", ()):
        yield ("printed", name, ("const", "name"), ("string", other))
    if "whole_ritual" in trait:
        yield ("whole_requirement", name)
        yield from filter_facts(("whole", name), trait["whole_ritual"])
    if "tribute_worth" in trait:
        yield ("tribute_worth", name, trait["tribute_worth"])
        yield from filter_facts(("worth", name), trait.get("for", {}))
    if trait.get("fusion_substitute"):
        yield ("fusion_substitute", name)
    if record.get("fusion_substitutes") is False:
        yield ("no_substitutes", name)
    for kind in trait.get("summon_not_negated", ()):
        yield ("summon_not_negated", name, ("const", kind))
    if record.get("special_summon_once"):
        yield ("special_summon_once", name)
    if "pendulum_level" in record:
        yield ("pendulum_level", name, record["pendulum_level"])
    if "control_limit" in record:
        yield ("control_limit", name, record["control_limit"]["max"])
        yield from filter_facts(("limit", name), record["control_limit"]["filter"])


__all__ = ["FIELD_PLACES", "facts", "filter_facts", "lines", "names_aspect", "procedure_number", "slot_bounds", "ssm"]
