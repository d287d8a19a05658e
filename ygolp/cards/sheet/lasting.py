"""Continuous effects, and what holds for the rest of a turn, as sentences."""

from __future__ import annotations

from typing import Any

from ygolp.cards.filters import as_list
from ygolp.cards.sheet.conditions import conditions
from ygolp.cards.sheet.phrases import MATERIAL, Usual, counted, each, one, several
from ygolp.cards.sheet.words import ASPECTS, behind, capital, listed, many, quoted, there

Effect = dict[str, Any]
# What is counted turn by turn.
_PER_TURN = {"normal_summons": "each turn", "extra_normal_summon": "each turn", "special_summon_limit": "per turn"}
_REACHED = Usual(("monster_zone",), "any", "monster")
_COUNTED = Usual(("monster_zone",), "own")
_WHAT = {
    "special_summon": "Special Summon", "pendulum_summon": "Pendulum Summon", "normal_summon": "Normal Summon/Set",
    "summon": "Normal Summon", "set": "Set", "flip_summon": "Flip Summon",
    "tribute_summon": "Tribute Summon", "tribute": "Tribute",
    "change_position": "change the battle positions of", "activate": "activate", "attack": "attack with",
}  # fmt: skip
_CANNOT = {"both": "neither player can", "own": "you cannot", "opponent": "your opponent cannot"}
_WHO = {"both": "each player", "own": "you", "opponent": "your opponent"}


def lasting(effect: Effect, for_turn: bool = False) -> str:
    """Return one continuous effect as a sentence; `for_turn` for what holds for the rest of a turn only."""
    start = f"while this card is {there(as_list(effect['place']))}, " if "place" in effect else ""
    ifs = conditions(effect.get("if"))
    start += f"if {ifs}, " if ifs else ""
    until = "for the rest of this turn" if for_turn else ""
    if effect["op"] in _PER_TURN:
        until = "this turn" if for_turn else _PER_TURN[effect["op"]]
    return f"{capital(start + behind(_sentence(effect), until))}."


def _sentence(effect: Effect) -> str:
    op = effect["op"]
    plain = {
        "face_up_defense": "monsters can be Normal Summoned in face-up Defense Position, and cannot be Set",
        "no_move_from_gy": "cards in the GYs cannot be banished",
        "destroys_equipped": "when this card is destroyed, destroy the equipped monster",
        "destroys_leaving": "when this card leaves the field, destroy the monster that it is on",
        "destroyed_with": "when the monster that this card is on is destroyed, destroy this card",
        "returns_control": "when this card leaves the field, control of the equipped monster goes back to its owner",
        "piercing": "if this card attacks a Defense Position monster, it inflicts piercing battle damage",
        "falls_with": "when this card leaves the field, destroy the monster that it is on, and the other way round",
        "battle_original": "the monster that this card battles has its original ATK and DEF in damage calculation",
    }
    if op in plain:
        return plain[op]
    if op in ("one_kind", "one_of_each"):
        kind = "Type" if effect["aspect"] == "race" else "Attribute"
        few = f"monsters of 1 {kind}" if op == "one_kind" else f"1 monster of each {kind}"
        return f"each player can control only {few} face-up"
    if op == "destroyed_instead":
        return f"if this card would be destroyed, you can destroy {one(effect['filter'], _COUNTED)} instead"
    if op == "unaffected" and isinstance(effect["by"], list):
        kinds = ["monsters" if kind == "monster" else f"{kind.capitalize()}s" for kind in effect["by"]]
        whose = {"own": "your ", "opponent": "your opponent's "}.get(effect.get("who", "both"), "")
        return f"this card is unaffected by the effects of {whose}{'other ' if not whose else ''}{listed(kinds, 'and')}"
    if op == "after_battle":
        by = effect["by"]
        changed = f"{'gains' if by >= 0 else 'loses'} {abs(by)}" if isinstance(by, int) else f"gains {by}"
        return f"the monster that this card battled {changed} ATK after damage calculation"
    if op in ("make", "add"):
        return _made(effect)
    if op in ("atk", "def", "original_atk", "original_def"):
        return _stat(effect)
    if op == "scale":
        return f"this card's Pendulum Scale becomes {effect['to']}"
    if op == "negate":
        spec = {"card": "monster", **effect.get("filter", {})}
        return f"negate the effects of {several({'face': 'up', **spec}, Usual(('field',), 'any'))}"
    if op == "gy_becomes_banishment":
        spec = effect.get("filter", {})
        owner = {"own": "your", "opponent": "your opponent's"}.get(spec.get("side", "any"), "the")
        kept = {key: value for key, value in spec.items() if key != "side"}
        return f"{several(kept)} sent to {owner} GY are banished instead"
    return _allowance(effect)


def _allowance(effect: Effect) -> str:
    op, who = effect["op"], effect.get("who", "both")
    subject = _WHO[who]
    narrowed = several(effect["filter"], MATERIAL, "from") if "filter" in effect else ""
    except_ = f", except {several(effect['except'], MATERIAL)}" if "except" in effect else ""
    if op == "forbid":
        usual = "cards or effects" if effect["what"] == "activate" else "monsters"
        return f"{_CANNOT[who]} {_WHAT[effect['what']]} {narrowed or usual}{except_}"
    number = effect["count"]
    if op == "normal_summons":
        return f"you can conduct {number} Normal Summons/Sets in all"
    if op == "extra_normal_summon":
        cards = counted({**effect.get("filter", {}), "count": number}, MATERIAL)
        whose = "their" if who == "both" else "your opponent's" if who == "opponent" else "your"
        return behind(f"{subject} can Normal Summon {cards}{except_}", f"in addition to {whose} Normal Summon/Set")
    if op == "tribute_opponent":
        return f"for a Tribute Summon you can Tribute {many(number, 'monster')} your opponent controls"
    if op == "fewer_tributes":
        return f"{subject} can Tribute Summon {narrowed or 'monsters'}{except_} with {many(number, 'Tribute')} less"
    return f"{subject} can only Special Summon {'once' if number == 1 else f'{number} times'}"


def _reach(effect: Effect) -> tuple[str, str, bool]:
    """Return what an effect changes, as a subject and as an owner, and whether that is one card."""
    spec = effect.get("filter")
    if effect.get("equipped"):
        held = f" ({several(spec, MATERIAL)})" if spec else ""
        return f"the equipped monster{held}", f"the equipped monster's{held}", True
    if spec is None or spec.get("self"):
        only = {key: value for key, value in (spec or {}).items() if key not in ("place", "side")}
        itself = several(only, MATERIAL) if only else "this card"
        return itself, f"{itself}'s", True
    cards = f"all {several(spec, _REACHED)}"
    return cards, f"of {cards}", False


def _made(effect: Effect) -> str:
    cards, owner, single = _reach(effect)
    found = [(aspect, effect[aspect]) for aspect in ("race", "attribute", "level", "name") if aspect in effect]
    parts = [{"level": f"Level {value}", "name": quoted(value)}.get(aspect, str(value)) for aspect, value in found]
    parts += [f"the declared {ASPECTS[effect['declared']]}"] if "declared" in effect else []
    if effect["op"] == "add":
        return f"{cards} {'is' if single else 'are'} also treated as {listed(parts, 'and')}"
    if single and len(parts) == 1 and found and found[0][0] in ("name", "level"):
        ((aspect, value),) = found
        return f"{owner} {ASPECTS[aspect]} becomes {quoted(value) if aspect == 'name' else value}"
    return f"{cards} {'becomes' if single else 'become'} {listed(parts, 'and')}"


def _stat(effect: Effect) -> str:
    cards, owner, single = _reach(effect)
    name = {"atk": "ATK", "def": "DEF", "original_atk": "original ATK", "original_def": "original DEF"}[effect["op"]]
    if "by" in effect:
        by = effect["by"]
        if by == "equipped":
            verb = "gains" if single else "gain"
            return f"{cards} {verb} {name} equal to that printed on the monster equipped to it"
        if isinstance(by, dict):
            return f"{cards} gain{'s' if single else ''} {by['per']} {name}{_each(by)}"
        verb = "gain" if by >= 0 else "lose"
        return f"{cards} {verb}{'s' if single else ''} {abs(by)} {name}"
    to = effect["to"]
    value = f"{to['per']} x the number of {several(to['count'], _COUNTED)}" if isinstance(to, dict) else str(to)
    return f"{owner} {name} becomes {value}" if single else f"the {name} {owner} becomes {value}"


def _each(by: dict[str, Any]) -> str:
    """Return for what a change is so much: ` for each Spell Counter on this card`."""
    if "counters" in by:
        return f" for each {by['counters']} on this card"
    return each(by["count"], _COUNTED) if "count" in by else " for each material attached to this card"
