"""The form of scenario files, as a JSON Schema, and a check that explains what is wrong.

The schema is the one place that lists the keys; `ygolp schema` prints it.
"""

from __future__ import annotations

from typing import Any

from ygolp.errors import nearest

Schema = dict[str, Any]

ATTRIBUTES = ("DARK", "DIVINE", "EARTH", "FIRE", "LIGHT", "WATER", "WIND")
ERAS = ("mr2", "mr3", "mr4", "mr2020")
PRESETS = ("ocg2010",)
PHASES = ("draw", "standby", "main1", "battle", "main2", "end")
STATES = ("open", "attempt", "building", "resolving", "owed", "success", "response", "damage")
POSITIONS = ("atk", "def", "fd_def")
METHODS = (
    "normal", "tribute", "flip", "special", "fusion", "ritual", "synchro", "xyz", "link",
    "pendulum", "ripple", "set",
)  # fmt: skip
MONSTER_TYPES = (
    "normal", "effect", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "tuner",
    "flip", "toon", "spirit", "union", "gemini", "token", "string", "ripple",
)  # fmt: skip
SPELL_TYPES = ("normal", "continuous", "equip", "field", "quick_play", "ritual")
TRAP_TYPES = ("normal", "continuous", "counter")
SSM_KINDS = ("none", "by_effect", "unlimited", "semi_nomi", "nomi")
ARROWS = (
    "bottom-left", "bottom", "bottom-right", "left", "right", "top-left", "top", "top-right",
)  # fmt: skip
PLACES = (
    "monster_zone", "field", "spell_zone", "field_zone", "pendulum_zone", "hand", "gy",
    "banished", "extra", "deck",
)  # fmt: skip
# Places that a filter may name besides.
ZONES = ("main_monster_zone", "extra_monster_zone")
SETTINGS: dict[str, tuple[str, ...]] = {
    "region": ("ocg", "tcg"),
    "negated_flip": ("limbo", "field"),
    "negated_special_counts": ("yes", "no"),
    "trigger_follows_card": ("yes", "no"),
    "ignition_priority": ("off", "on"),
    "hidden_triggers_last": ("on", "off"),
    "card_text": ("newest", "ocg2010"),
    "ripple_switch_match": ("contains", "exact"),
    "fissure_spares_nonmonsters": ("off", "on"),
    "forbidden_names_may_be_declared": ("on", "off"),
}

TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 400}
LINE: Schema = {"type": "string", "minLength": 1, "maxLength": 2000}
FLAG: Schema = {"type": "boolean"}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": 99}
STAT: Schema = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 999999}, {"enum": ["?"]}]}


def one_of(*values: str) -> Schema:
    return {"enum": list(values)}


def list_of(item: Schema, most: int = 200) -> Schema:
    return {"type": "array", "items": item, "maxItems": most}


def or_list(item: Schema) -> Schema:
    return {"anyOf": [item, list_of(item)]}


def table(*required: str, **properties: Schema) -> Schema:
    """Return the schema of a table with these keys; the required ones are named first."""
    return {
        "type": "object", "properties": properties, "required": list(required),
        "additionalProperties": False,
    }  # fmt: skip


NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": 999999}
RANGE: Schema = {"anyOf": [NUMBER, list_of(NUMBER), table(min=NUMBER, max=NUMBER)]}
_FILTER: Schema = {"$ref": "#/$defs/filter"}
_SLOT: Schema = {"$ref": "#/$defs/slot"}
_MATERIAL: Schema = {"$ref": "#/$defs/material"}
_CONDITION: Schema = {"$ref": "#/$defs/condition"}
_ENTRY: Schema = {"$ref": "#/$defs/entry"}
_ASPECTS = ("name", "race", "attribute", "level", "rank", "type", "archetype")

_FILTER_KEYS: dict[str, Schema] = {
    "name": or_list(TEXT), "archetype": or_list(TEXT), "race": or_list(TEXT),
    "attribute": or_list(one_of(*ATTRIBUTES)),
    "type": or_list(one_of(*MONSTER_TYPES, "continuous", "equip", "field", "quick_play", "counter")),
    "not_type": or_list(one_of(*MONSTER_TYPES)),
    "card": or_list(one_of("monster", "spell", "trap")),
    "level": RANGE, "rank": RANGE, "link": RANGE, "atk": RANGE, "def": RANGE, "scale": RANGE,
    "original_atk": RANGE, "original_def": RANGE, "original_level": RANGE, "mentions": or_list(TEXT),
    "position": or_list(one_of(*POSITIONS)), "face": one_of("up", "down"),
    "place": or_list(one_of(*PLACES, *ZONES)), "side": one_of("own", "opponent", "any"),
    "summoned_from": one_of("extra"), "arrived": FLAG, "normal_summon": FLAG, "has_material": FLAG,
    "equipped_with": one_of("monster", "spell", "any"),
    "token": FLAG, "summoned": or_list(one_of(*METHODS)), "self": FLAG, "equipped_to_self": FLAG,
    "original_card": one_of("monster", "spell", "trap"),
    "declared": FLAG, "any": list_of(_FILTER, 6), "not": or_list(_FILTER),
}  # fmt: skip
_DEEDS = (
    "send", "banish", "tribute", "return_to_hand", "return_to_deck", "discard", "detach",
    "reveal", "none",
)  # fmt: skip
_WITH = table(
    different=or_list(one_of(*_ASPECTS)), same=or_list(one_of(*_ASPECTS)),
    total_level=RANGE, minimal=FLAG, level_difference=COUNT,
)  # fmt: skip
# What the cards that are chosen for a step, or targeted, have in common.
_IN_COMMON = or_list(one_of(*_ASPECTS, "atk", "def"))
_TARGETS_IN_COMMON = or_list(one_of(*_ASPECTS))
_MATERIAL_USES = ("synchro_material", "xyz_material", "link_material", "fusion_material")
# What a procedure rules out: in the same turn, after it, or Special Summons of some monsters after it.
_LOCKS = ("special_summon", "normal_summon", "summon", "flip_summon")
_OPS = (
    "forbid", "face_up_defense", "make", "add", "negate", "gy_becomes_banishment",
    "no_move_from_gy", "no_search", "normal_summons", "tribute_opponent", "fewer_tributes",
    "special_summon_limit", "extra_normal_summon", "scale", "atk", "def", "original_atk",
    "original_def", "destroyed_instead", "piercing", "battle_original", "after_battle", "falls_with", "unaffected",
    "destroys_equipped", "destroys_leaving", "destroyed_with", "returns_control", "one_kind",
    "one_of_each", "protects", "no_direct_attack", "falls_in_defense",
    "summon_limit", "blocks_zones", "draw_with_summons",
)  # fmt: skip
_USES = (
    "tributed", "tributed_for_summon", "synchro_material", "xyz_material", "link_material",
    "fusion_material", "ripple_material",
)  # fmt: skip
EFFECT_KINDS = ("activation", "ignition", "trigger", "quick")
EVENT_DEEDS = (
    "destroyed", "battle", "effect", "opponent_effect", "own_effect", "tributed", "discarded", "detached", "material",
    "battle_with_self",
)  # fmt: skip
STEP_OPS = (
    "destroy", "send", "banish", "return_to_hand", "return_to_deck", "add_to_hand", "discard", "tribute", "set",
    "special_summon", "tokens", "draw", "damage", "gain_lp", "mill", "negate_activation", "negate_effect",
    "negate_summon", "negate_effects", "change_position", "take_control", "equip", "attach", "value", "last", "owe",
    "fusion_summon", "ritual_summon", "counters", "choose", "absorb", "copy", "activate",
    "unaffected", "exchange", "turn_up_later",
)  # fmt: skip
UNTIL = ("end", "own_standby")
RESTRAINTS = ("attack", "tribute")
JOINS = ("then", "and", "if_so", "also")
LIMITS = ("turn", "name", "activation", "chain", "duel")
_SIDES = one_of("own", "opponent", "any")
_REFERENCES = ("self", "targets", "costs", "previous", "event")
_AMOUNT: Schema = {"anyOf": [
    NUMBER, table("per", "count", per=NUMBER, count=_FILTER),
    table("value", "of", value=one_of("atk", "def"), of=one_of(*_REFERENCES))]}  # fmt: skip
_EVENT = table(
    summoned=or_list(one_of(*METHODS, "any")), sent=or_list(one_of(*PLACES)), leaves_field=FLAG, attack=FLAG,
    battle_damage=FLAG, self=FLAG, filter=_FILTER, by=or_list(one_of(*EVENT_DEEDS)), whose=_SIDES,
    exactly=COUNT, linked=FLAG, flipped=FLAG, starts=one_of("battle"), **{"from": or_list(one_of(*PLACES))},
)  # fmt: skip
_ANSWER = table(
    activation=or_list(one_of("card", "effect", "spell", "trap", "monster", "spell_or_trap_card", "special_summon",
                              "destroys", "deck_to_hand", "deck_summon", "deck_to_gy",
                              "special_summon_activation", "any")),
    summon=or_list(one_of("normal", "flip", "special", "any")), by=_SIDES, filter=_FILTER, exactly=COUNT,
    **{"from": or_list(one_of(*PLACES))},
)  # fmt: skip
_COST = {"anyOf": [
    table("pay", pay={"anyOf": [NUMBER, one_of("half")]}),
    table("mill", mill=COUNT),
    table("counters", "count", counters=TEXT, count=COUNT, of=one_of("self", "field")),
    table(**_FILTER_KEYS, count=COUNT, min=COUNT, max=COUNT, do=one_of(*_DEEDS)),
]}  # fmt: skip
_STEP = table("op",
    op=one_of(*STEP_OPS), join=one_of(*JOINS), optional=FLAG, chooser=one_of("own", "opponent"), exact=FLAG,
    of={"anyOf": [one_of("targets", "self", "answered", "summoned", "previous", "costs", "event"), _SLOT]},
    needed=FLAG, all=_FILTER, as_many=FLAG, position=or_list(one_of(*POSITIONS)), to=one_of("own", "opponent", "owner"),
    who=one_of("own", "opponent"), count={"anyOf": [_AMOUNT, one_of("previous", "own_previous")]},
    amount=_AMOUNT, only=_FILTER, with_self=FLAG, overlay=FLAG,
    without_tributes=COUNT, by={"type": "integer", "minimum": -999999, "maximum": 999999},
    token=TEXT, ignoring=FLAG, prescribed=FLAG, names_kind=FLAG, negated=FLAG, banished=FLAG, shown=FLAG,
    kinds=list_of(one_of("spell", "trap", "monster"), 3), until=one_of(*UNTIL),
    restrained=list_of(one_of(*RESTRAINTS), 2),
    how=or_list(one_of("normal", "set", "tribute", "synchro", "xyz", "link")), extra=FLAG, exactly=FLAG,
    materials=or_list(one_of(*PLACES)), do=one_of("send", "banish", "return_to_deck", "tribute"), filter=_FILTER,
    aspect=one_of("level", "name", "attribute", "race", "atk", "def"), value={"anyOf": [NUMBER, TEXT]}, counter=TEXT,
    **{"if": list_of(_CONDITION), "with": table(same=_IN_COMMON, different=_IN_COMMON),
    "as": one_of("fusion", "ritual", "synchro", "xyz", "link")},
)  # fmt: skip
# What the record of a Ripple Monster says that its line cannot say.
_FACE: dict[str, Schema] = {
    "name": TEXT, "zh": TEXT, "archetypes": list_of(TEXT), "continuous": list_of({"$ref": "#/$defs/effect"}),
    "effects": list_of({"$ref": "#/$defs/activated"}, 9),
    "not_modelled": list_of(TEXT), "effects_not_modelled": list_of(LINE),
}  # fmt: skip
# A number of Tributes that a text allows.
_TRIBUTES: Schema = {"anyOf": [
    COUNT, one_of("usual"), table("count", count=COUNT, filter=_FILTER, **{"if": list_of(_CONDITION)})]}
_DEFS: dict[str, Schema] = {
    "filter": table(**_FILTER_KEYS),
    "activated": table("kind", "does",
        kind=one_of(*EFFECT_KINDS), number=COUNT, mandatory=FLAG, turn=_SIDES, phase=or_list(one_of(*PHASES)),
        by=one_of("turn_player", "opponent"), timing=one_of("when", "if"), on=_EVENT,
        answers=_ANSWER, cost=list_of(_COST, 6), targets=list_of(_SLOT, 4),
        targets_with=table(same=_TARGETS_IN_COMMON, different=_TARGETS_IN_COMMON),
        does=list_of(_STEP, 12), limit=or_list(one_of(*LIMITS)), limit_as=COUNT,
        declares=one_of("name"), silences=FLAG, text=one_of(*SETTINGS["card_text"]),
        locks=list_of({"anyOf": [
            one_of(*_LOCKS), table("what", what=one_of(*_LOCKS), filter=_FILTER, **{"except": _FILTER})]}),
        **{"from": or_list(one_of(*PLACES)), "if": list_of(_CONDITION)},
    ),
    "slot": table(
        **_FILTER_KEYS, count=COUNT, min=COUNT, max=COUNT, event=FLAG, itself=FLAG,
        like=list_of(table("same", "of", same=one_of(*_ASPECTS, "atk", "def", "link"), of=one_of(*_REFERENCES),
                           by={"type": "integer", "minimum": -12, "maximum": 12}), 4),
    ),
    "material": table(**_FILTER_KEYS, count=COUNT, min=COUNT, max=COUNT, do=one_of(*_DEEDS), every=FLAG,
                      **{"with": table(different=or_list(one_of(*_ASPECTS)), same=or_list(one_of(*_ASPECTS)))}),
    "condition": table(
        count=_FILTER, min=COUNT, max=COUNT, exactly=COUNT,
        distinct=one_of(*_ASPECTS), more=_FILTER, than=_FILTER, by=COUNT,
        any=list_of(_CONDITION, 6), same=one_of("level", "name", "race", "attribute", "rank"), lp_behind=NUMBER,
        lp=table(min=NUMBER, max=NUMBER), lp_lower=FLAG, lp_higher=FLAG, not_normal_summoned=FLAG,
        monsters_summoned=one_of("own", "opponent"),
        sum=list_of(one_of("level", "rank", "link")), of=_FILTER,
    ),
    "effect": table("op", op=one_of(*_OPS),
        what=one_of("special_summon", "normal_summon", "summon", "set", "flip_summon", "tribute_summon",
                    "tribute", "change_position", "pendulum_summon", "activate", "attack"),
        who=one_of("both", "own", "opponent"), filter=_FILTER,
        race=TEXT, attribute=one_of(*ATTRIBUTES), level=NUMBER, name=TEXT,
        declared=one_of("race", "attribute", "level"), count=NUMBER, aspect=one_of("race", "attribute"),
        by={"anyOf": [
            {"type": "integer", "minimum": -999999, "maximum": 999999}, one_of("equipped"),
            list_of(one_of("spell", "trap", "monster"), 3),
            table("per", per=NUMBER, counters=TEXT, materials=FLAG, count=_FILTER)]},
        to={"anyOf": [NUMBER, table("per", "count", per=NUMBER, count=_FILTER)]},
        place=or_list(one_of(*PLACES)), equipped=FLAG,
        against=list_of(one_of("targeting", "effects", "battle"), 3), **{"if": list_of(_CONDITION), "except": _FILTER},
    ),
    "procedure": table(
        **{"if": list_of(_CONDITION), "from": or_list(one_of(*PLACES)), "with": _WITH},
        by=list_of(_MATERIAL, 6), to=one_of("own", "opponent", "any"),
        position=or_list(one_of(*POSITIONS)), limit=one_of("name", "one_on_field"),
        locks=list_of({"anyOf": [
            one_of("normal_summon", "normal_summon_after"),
            table("what", what=one_of("special_summon"), filter=_FILTER, **{"except": _FILTER})]}),
        pay=NUMBER, zone=table(center=FLAG, column=one_of("crowded", "empty"), linked=_FILTER, beside=_FILTER),
        **{"as": one_of("fusion_material")},
    ),
    "line": {"anyOf": [list_of(_MATERIAL, 6), table("slots", slots=list_of(_MATERIAL, 6), limit=one_of("name"),
        keeps_materials=FLAG, **{"with": _WITH})]},
    "card": table("name", "card",
        name=TEXT, zh=TEXT, passcode={"type": "integer", "minimum": 1}, aliases=list_of(TEXT),
        treated_as=TEXT, card=one_of("monster", "spell", "trap"),
        types=list_of(one_of(*MONSTER_TYPES, *SPELL_TYPES, *TRAP_TYPES)),
        attribute=one_of(*ATTRIBUTES), race=TEXT, level=NUMBER, rank=NUMBER,
        link={"type": "integer", "minimum": 1, "maximum": 8}, arrows=list_of(one_of(*ARROWS)),
        scale={"anyOf": [COUNT, list_of(COUNT, 2)]}, atk=STAT, archetypes=list_of(TEXT),
        ssm={"anyOf": [one_of(*SSM_KINDS),
                       table(ocg2010=one_of(*SSM_KINDS), today=one_of(*SSM_KINDS))]},
        ocg_card=FLAG, usable_in_official_duels=FLAG, limit={"type": "integer", "minimum": 0, "maximum": 3},
        special_summon=FLAG, special_summon_once=FLAG,
        special_summon_not_from=list_of(one_of("hand", "deck", "gy", "extra", "banished")),
        special_summon_only_by=_FILTER,
        pendulum_summon=FLAG, pendulum_level=NUMBER,
        fusion_summon=FLAG, fusion_substitutes=FLAG,
        mentions=list_of(TEXT, 40), control_limit=table("filter", "max", filter=_FILTER, max=COUNT),
        materials=list_of(_MATERIAL, 6), material_lines=list_of({"$ref": "#/$defs/line"}),
        materials_with=_WITH, procedures=list_of({"$ref": "#/$defs/procedure"}),
        normal_summon=table(
            tributes=list_of(_TRIBUTES), set_tributes=list_of(_TRIBUTES), summon_if=list_of(_CONDITION),
            tribute_filter=_FILTER, tribute_also=_FILTER, set=FLAG, summon=FLAG,
            **{"if": list_of(_CONDITION)}),
        continuous=list_of({"$ref": "#/$defs/effect"}), this_turn=list_of({"$ref": "#/$defs/effect"}),
        effects=list_of({"$ref": "#/$defs/activated"}, 9),
        always=table(
            cannot_be=list_of(one_of(*_USES)), cannot_be_on_arrival=list_of(one_of(*_USES)),
            cannot_be_but=table(**dict.fromkeys(_MATERIAL_USES, _FILTER)),
            tribute_worth=COUNT, also_named=list_of(TEXT), whole_ritual=_FILTER, fusion_substitute=FLAG,
            summon_not_negated=list_of(one_of("normal", "flip", "special")),
            **{"for": _FILTER}),
        as_monster=table(attribute=one_of(*ATTRIBUTES), race=TEXT, level=NUMBER, atk=STAT,
                         types=list_of(one_of(*MONSTER_TYPES)), trap=FLAG, **{"def": STAT}),
        ripple={"anyOf": [
            table("name", "race", "level", "atk", "def", "materials", types=list_of(one_of(*MONSTER_TYPES)),
                  race=TEXT, level=NUMBER, atk=STAT, materials=list_of(_SLOT, 6), **_FACE, **{"def": STAT}),
            LINE, table("line", line=LINE, **_FACE)]},
        not_modelled=list_of(TEXT), effects_not_modelled=list_of(TEXT), not_understood=list_of(TEXT), **{"def": STAT},
    ),
}  # fmt: skip

MONSTER_ZONES = ("mmz1", "mmz2", "mmz3", "mmz4", "mmz5", "emz left", "emz right")
NAME: Schema = {"anyOf": [TEXT, {"type": "integer", "minimum": 1}]}
_PRESENT = {
    "level": or_list(NUMBER), "rank": or_list(NUMBER), "attribute": or_list(one_of(*ATTRIBUTES)),
    "race": or_list(TEXT), "atk": NUMBER, "def": NUMBER, "name": TEXT,
}  # fmt: skip
_DEFS["entry"] = {"anyOf": [NAME, table(
    card=NAME, stack=list_of(NAME, 20), zone={"anyOf": [{"type": "integer", "minimum": 1, "maximum": 5},
                                                       one_of("left", "right", *MONSTER_ZONES)]},
    position=one_of(*POSITIONS), face=one_of("up", "down"), copies={"type": "integer", "minimum": 1, "maximum": 60},
    owner=one_of("a", "b"), arrived=FLAG, position_changed=FLAG, attacked=FLAG, switched=FLAG, proper=FLAG,
    gemini_summoned=FLAG, negated=FLAG, from_extra=FLAG, summoned=one_of(*METHODS), materials=list_of(NAME, 60),
    counters={"type": "object", "additionalProperties": COUNT}, equip_to=TEXT, declared=TEXT, copied=TEXT, since=COUNT,
    **_PRESENT)]}  # fmt: skip
_PLACE: Schema = {"anyOf": [list_of(_ENTRY, 120), _ENTRY]}
_LP: Schema = {"type": "integer", "minimum": 0, "maximum": 999999}
SIDE = table(
    lp=_LP, summoning=_PLACE,
    hand=_PLACE, more_in_deck=COUNT,
    deck={"anyOf": [COUNT, _PLACE, LINE]}, extra=_PLACE, gy=_PLACE, banished=_PLACE, mmz=_PLACE, emz=_PLACE,
    st=_PLACE, fz=_PLACE, pz=_PLACE, normal_summons=COUNT, special_summons=COUNT, pendulum_summoned=FLAG,
    summons=COUNT, monsters_summoned=COUNT, resolved=list_of(NAME), used=list_of(TEXT),
)  # fmt: skip
_AFTER = table(
    summoning=list_of(TEXT, 10),
    **dict.fromkeys(("hand", "deck", "extra", "gy", "banished", "mmz", "emz", "st", "fz", "pz"), _PLACE),
    lp=_LP, normal_summons=COUNT, special_summons=COUNT, pendulum_summoned=FLAG, used=list_of(TEXT),
    summons=COUNT, monsters_summoned=COUNT,
)  # fmt: skip
HAS_KEYS = (
    "name", "card", "types", "level", "rank", "link", "scale", "attribute", "race", "atk", "def",
    "original_atk", "original_def", "ssm", "archetypes", "zone", "position", "tributes",
)  # fmt: skip
_ANY: Schema = {}
_LEFT: dict[str, Schema] = {
    "card": TEXT, "does": one_of("return", "control", "turn_up", *METHODS), "phase": one_of(*PHASES),
    "turn": one_of("a", "b"),
    "by": one_of("a", "b"), "to": one_of("a", "b"), "position": one_of(*POSITIONS),
}  # fmt: skip
_EXPECT = table("source", source=or_list(TEXT), action=TEXT, verdict=one_of("legal", "illegal"),
    because=or_list(TEXT), using=list_of(list_of(TEXT), 5000), zones=list_of(TEXT),
    positions=list_of(one_of(*POSITIONS)),
    matching=TEXT, actions=list_of(TEXT, 5000), card=TEXT, has=table(**dict.fromkeys(HAS_KEYS, _ANY)),
    viewer=one_of("a", "b"),
    play=list_of(TEXT, 500), happens=list_of(TEXT, 5000),
    after=table(a=_AFTER, b=_AFTER, delayed=list_of(table("card", **_LEFT), 30)), wrong=list_of(TEXT),
    eras=or_list(one_of(*ERAS, *PRESETS)), note=TEXT,
    shortest={"anyOf": [COUNT, one_of("none")]}, within=COUNT, end_boards={"type": "integer", "minimum": 1},
)  # fmt: skip
_SPOT: Schema = {"type": "string", "minLength": 1, "maxLength": 80}
_GOAL: Schema = table(
    control=list_of(NAME, 30), hand={"anyOf": [COUNT, list_of(NAME, 60)]}, gy=list_of(NAME, 60),
    banished=list_of(NAME, 60),
    lp=_LP, opponent_lp=_LP, negations=COUNT, terms=list_of(TEXT, 20), **{"if": list_of(_CONDITION, 20)},
)  # fmt: skip
_PROPERTIES: dict[str, Schema] = {
    "title": TEXT, "note": TEXT, "era": one_of(*ERAS, *PRESETS),
    "extensions": list_of(one_of("ripple")),
    "settings": table(**{name: one_of(*values) for name, values in SETTINGS.items()}),
    "turn_player": one_of("a", "b"), "phase": one_of(*PHASES), "turn": COUNT, "state": one_of(*STATES),
    "priority": one_of("a", "b"), "passed": list_of(one_of("a", "b")), "declined": list_of(one_of("a", "b")),
    "attempt": table("by", "how", "cards", by=one_of("a", "b"), how=one_of(*METHODS), cards=list_of(TEXT, 10),
                     negated=FLAG,
                     window_used=FLAG, absorbed=list_of(TEXT, 20)),
    "chain": list_of(table("card",
        card=TEXT, of=TEXT, by=one_of("a", "b"), effect=COUNT, targets=list_of(TEXT), cost=list_of(TEXT),
        event=list_of(TEXT), aimed=COUNT, here=FLAG,
        on_field=FLAG, position=one_of(*POSITIONS), zone=TEXT, negated=one_of("activation", "effect"), done=FLAG,
        owes=FLAG,
        step=COUNT, steps_done=list_of(COUNT), step_cards=list_of(TEXT)), 30),
    "events": list_of(table(
        number=COUNT, summoned=TEXT, how=one_of(*METHODS), zone=_SPOT, position=one_of(*POSITIONS), moved=TEXT,
        to=_SPOT, shown=TEXT, turned_up=TEXT, worked=COUNT,
        deed=one_of("send", "destroy", "tribute", "discard", "banish", "detach", "material", "return_to_hand",
                    "return_to_deck",
                    "add_to_hand", "rules", "overlay", "stack", "left_over"),
        cause=one_of("procedure", "cost", "effect a", "effect b", "battle", "rules", "clean_up"), attack=TEXT,
        battle_damage=one_of("a", "b"), beaten=TEXT, of=TEXT, starts=one_of("battle"), by=one_of("a", "b"),
        **{"from": _SPOT}), 400),
    "collected": COUNT, "used_effects": list_of(TEXT),
    "delayed": list_of(table("card", "does", "phase", "by", **_LEFT), 30),
    "battle": table(attacker=TEXT, target=TEXT, fought=FLAG), "doomed": list_of(TEXT, 30),
    "restrained": list_of(table("card", "from", card=TEXT, **{"from": list_of(one_of(*RESTRAINTS), 2)}), 30),
    "blocked": list_of(table("zone", "by", zone=TEXT, by=TEXT), 30),
    "bereft": list_of(TEXT, 30), "felled": list_of(TEXT, 30), "asked_instead": list_of(one_of("a", "b")),
    "unaffected": list_of(table("card", card=TEXT, but=TEXT, by=list_of(one_of("spell", "trap", "monster"), 3)), 30),
    "lost": list_of(one_of("a", "b"), 2),
    "uncounted": list_of(table("card", "by", "number", card=TEXT, by=one_of("a", "b"), number=COUNT), 30),
    "used_in_duel": list_of(table("by", "card", by=one_of("a", "b"), card=TEXT, effect=COUNT), 30),
    "waiting_triggers": list_of(NAME), "a": SIDE, "b": SIDE, "card": list_of({"$ref": "#/$defs/card"}),
    "goal": _GOAL, "question": {"type": "object"}, "expect": list_of(_EXPECT, 500),
}  # fmt: skip


def scenario_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a scenario given as TOML or JSON."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ygolp scenario",
        **table(**_PROPERTIES),
        "$defs": _DEFS,
    }


def check_scenario(data: object) -> list[str]:
    """Return what is wrong with the form of a scenario, a line for each fault."""
    return list(_faults(data, scenario_schema(), ""))


def check_card(data: object, where: str = "card") -> list[str]:
    """Return what is wrong with the form of a card record, a line for each fault."""
    return list(_faults(data, _DEFS["card"], where))


def _faults(value: object, schema: Schema, where: str) -> list[str]:
    if "$ref" in schema:
        return _faults(value, _DEFS[schema["$ref"].rsplit("/", 1)[1]], where)
    if "anyOf" in schema:
        tries = [_faults(value, choice, where) for choice in schema["anyOf"]]
        if any(not faults for faults in tries):
            return []
        fitting = [
            faults
            for faults, choice in zip(tries, schema["anyOf"], strict=True)
            if _could_be(_shape(value), choice)
        ]
        if fitting:
            return min(fitting, key=len)
        kinds = " or ".join(dict.fromkeys(_describe(choice) for choice in schema["anyOf"]))
        return [f"{where}: {_show(value)}: expected {kinds}"]
    if "enum" in schema:
        if isinstance(value, str) and value in schema["enum"]:
            return []
        hint = nearest(value, schema["enum"]) if isinstance(value, str) else ""
        return [f"{where}: {_show(value)}: expected {_describe(schema)}{hint}"]
    kind = schema.get("type")
    if kind is not None and _shape(value) != kind:
        return [f"{where}: {_show(value)}: expected {_describe(schema)}"]
    if isinstance(value, dict):
        return _table_faults(value, schema, where)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            return [f"{where}: {len(value)} items: at most {schema['maxItems']} are expected"]
        item = schema.get("items", {})
        return [
            fault
            for number, part in enumerate(value, 1)
            for fault in _faults(part, item, f"{where}[{number}]")
        ]
    if isinstance(value, str) and not (
        schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value))
    ):
        return [f"{where}: a text of {len(value)} characters: expected {_describe(schema)}"]
    if isinstance(value, int) and not (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
    ):
        return [f"{where}: {value}: expected {_describe(schema)}"]
    return []


def _table_faults(value: dict[str, object], schema: Schema, where: str) -> list[str]:
    known: dict[str, Schema] = schema.get("properties", {})
    rest = schema.get("additionalProperties", True)
    faults = [
        f"{_join(where, key)}: missing" for key in schema.get("required", ()) if key not in value
    ]
    for key, part in value.items():
        if key in known:
            faults += _faults(part, known[key], _join(where, key))
        elif rest is False:
            faults.append(f"{_join(where, key)}: unknown key{nearest(str(key), known)}")
        elif isinstance(rest, dict):
            faults += _faults(part, rest, _join(where, key))
    return faults


def _join(where: str, key: str) -> str:
    return f"{where}.{key}" if where else str(key)


def _shape(value: object) -> str:
    if isinstance(value, bool):
        return "boolean"
    names = {str: "string", int: "integer", list: "array", dict: "object"}
    return names.get(type(value), type(value).__name__)


def _could_be(shape: str, schema: Schema) -> bool:
    if "$ref" in schema:
        return _could_be(shape, _DEFS[schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return any(_could_be(shape, choice) for choice in schema["anyOf"])
    return shape == ("string" if "enum" in schema else schema.get("type", shape))


def _show(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _describe(schema: Schema) -> str:
    if "$ref" in schema:
        return _describe(_DEFS[schema["$ref"].rsplit("/", 1)[1]])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_describe(choice) for choice in schema["anyOf"]))
    if "enum" in schema:
        values = schema["enum"]
        return str(values[0]) if len(values) == 1 else "one of " + ", ".join(map(str, values))
    kind = schema.get("type", "a value")
    if kind == "integer" and "minimum" in schema:
        return f"a whole number from {schema['minimum']} to {schema.get('maximum', 'any')}"
    if kind == "string" and "maxLength" in schema:
        return f"a text of 1 to {schema['maxLength']} characters"
    return {
        "integer": "a whole number", "string": "a text", "boolean": "true or false",
        "array": "a list", "object": "a table",
    }.get(kind, str(kind))  # fmt: skip
