"""Reasons to sentences: the only module with prose about rules.

The rulebook gives reasons as terms, `needs(2, offered(1))`; each kind of term has one sentence here, and a
test holds that every term that the rulebook can build has one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from clingo import Symbol, SymbolType

from ygolp.board import Board
from ygolp.cards.activated import number_of
from ygolp.cards.meaning import lines, procedure_number, slot_bounds
from ygolp.facts import seen_side

PHASES = {
    "draw": "Draw Phase", "standby": "Standby Phase", "main1": "Main Phase 1", "battle": "Battle Phase",
    "main2": "Main Phase 2", "end": "End Phase",
}  # fmt: skip
POSITIONS = {
    "atk": "face-up Attack Position", "def": "face-up Defense Position", "fd_def": "face-down Defense Position",
}  # fmt: skip
STATES = {
    "attempt": "a Summon is being attempted", "building": "a Chain is being built",
    "resolving": "a Chain is resolving", "owed": "a Summon that an effect owes is made", "open": "it is open",
    "success": "a Summon has just succeeded and effects may answer it",
    "response": "players may respond to what has just happened",
    "damage": "a battle is being fought",
}  # fmt: skip
SSM = {
    "by_effect": "it can only be Special Summoned by a card effect", "unlimited": "it cannot be Normal Summoned or Set",
    "semi_nomi": "it must first be Special Summoned in its own way",
    "nomi": "it can only be Special Summoned in its own way",
    "none": "its text forbids it",
}  # fmt: skip
ERAS = {
    "mr2": "Master Rule 2 (2011)", "mr3": "Master Rule 3 (2014)", "mr4": "the rules of 2017 (mr4)",
    "mr2020": "the rules of April 2020 (mr2020)", "ocg2010": "the OCG of 2010 (ocg2010)",
}  # fmt: skip
_FUNCTION = SymbolType.Function


class Reason(NamedTuple):
    """One broken rule: its name, the sentence about this board, and the catalogue ids it rests on."""

    rule: str
    sentence: str
    sources: tuple[str, ...]
    term: str

    def __str__(self) -> str:
        return f"{self.sentence} [{self.rule}: {', '.join(self.sources)}]"


class Explainer:
    """Writes the sentences about one board and one attempt."""

    def __init__(
        self,
        board: Board,
        subject: str | None = None,
        way: int | None = None,
        kind: str = "",
        after: Board | None = None,
    ) -> None:
        self.board = board
        self.names = {piece.id: piece for piece in (after.pieces if after else ())}
        self.names.update((piece.id, piece) for piece in board.pieces)
        self.subject = subject
        self.way = way
        self.kind = kind

    def sentence(self, rule: str, why: Symbol) -> str:
        """Return the sentence for a reason; KeyError if the term has none."""
        head = why.name if why.type == _FUNCTION else "constant"
        maker = _BY_RULE.get((rule, head)) or _BY_TERM[head]
        text = maker(self, *why.arguments)
        return text[:1].upper() + text[1:] + "."

    # -- words ---------------------------------------------------------------------------------------------

    def card(self, symbol: Symbol) -> str:
        piece = self.names.get(symbol.name)
        if piece is None:
            return "the effect that lasts for the turn" if symbol.name == "resolved" else str(symbol)
        twins = [other for other in self.board.pieces if other.name == piece.name]
        return f"{piece.name} ({piece.where})" if len(twins) > 1 and piece.place != "nowhere" else piece.name

    def place(self, symbol: Symbol) -> str:
        piece = self.names[symbol.name]
        whose = {"hand": "in the hand", "deck": "in the Deck", "extra": "in the Extra Deck", "gy": "in the GY",
                 "banished": "banished", "under": "an Xyz Material", "part": "part of a Ripple Monster",
                 "nowhere": "not on this board", "summoning": "being summoned"}  # fmt: skip
        if piece.place in whose:
            side = "" if piece.place in ("under", "part", "nowhere") else f" of player {piece.player}"
            return whose[piece.place] + side
        return f"in {piece.where} on the field of player {piece.player}"

    def zone(self, symbol: Symbol) -> str:
        """Return a zone in words: `mmz3 of player a`."""
        player, *rest = symbol.arguments
        if symbol.name == "emz":
            spot = f"emz {seen_side(player.name, rest[0].name)}"
        elif symbol.name == "pz":
            spot = f"pz {'left' if rest[0].name == 'l' else 'right'}"
        else:
            spot = symbol.name + "".join(str(part) for part in rest)
        return f"{spot} of player {player.name}"

    def me(self) -> str:
        return self.card_name(self.subject) if self.subject else "it"

    def card_name(self, identity: str) -> str:
        return self.names[identity].name if identity in self.names else identity

    def slots(self, group: int) -> str:
        """Return in words what the slots of a group (a bit mask) ask for."""
        wanted = [describe_slot(slot) for number, slot in enumerate(self._slot_list()) if group >> number & 1]
        return " + ".join(wanted) or "its materials"

    def _slot_list(self) -> list[dict[str, Any]]:
        record = (
            self.board.records.get(self.names[self.subject].name, {}) if self.subject in self.names else {}
        )
        if self.kind == "ripple":
            return list(record.get("ripple", {}).get("materials", ()))
        if self.kind == "switch" and self.subject in self.names:
            return list(record.get("ripple", {}).get("materials", ()))
        if self.kind == "own":
            for index, procedure in enumerate(record.get("procedures", ())):
                if procedure_number(record, index) == self.way:
                    return list(procedure.get("by", ()))
            return []
        found = lines(record)
        return list(found[self.way - 1]["slots"]) if self.way and self.way <= len(found) else []

    def asked(self, number: Symbol) -> str:
        """Return in words a condition of the effect that is asked about."""
        record = self.board.records.get(self.names[self.subject].name, {}) if self.subject in self.names else {}
        for index, effect in enumerate(record.get("effects", ())):
            if number_of(effect, index) == self.way:
                return describe_condition(effect["if"][number.number - 1])
        return "what its text asks for"

    def condition(self, way: Symbol, number: Symbol) -> str:
        record = (
            self.board.records.get(self.names[self.subject].name, {}) if self.subject in self.names else {}
        )
        for index, procedure in enumerate(record.get("procedures", ())):
            if procedure_number(record, index) == way.number:
                return describe_condition(procedure["if"][number.number - 1])
        return "what its text asks for"


# ---- descriptions of filters ---------------------------------------------------------------------------------


def describe_slot(slot: dict[str, Any]) -> str:
    """Return a slot in words: `1 Tuner`, `1+ non-Tuner monsters`."""
    least, most = slot_bounds(slot)
    count = f"{least}" if least == most else f"{least}+" if most is None else f"{least} to {most}"
    return f"{count} {describe_filter(slot, plural=most != 1)}"


# What a filter may ask for besides what most slots ask: `ygolp cards show` has the words.
_BESIDES = frozenset({
    "any", "not", "original_atk", "original_def", "original_level", "summoned", "summoned_from", "arrived",
    "normal_summon", "has_material", "equipped_with", "mentions",
})  # fmt: skip


def describe_filter(spec: dict[str, Any], plural: bool = False) -> str:
    """Return a filter in words, in the manner of card texts."""
    zones = {"main_monster_zone", "extra_monster_zone"} & set(_listed(spec.get("place", [])))
    if zones or not _BESIDES.isdisjoint(spec):
        from ygolp.cards.sheet.phrases import MATERIAL, one, several

        return several(spec, MATERIAL) if plural else one(spec, MATERIAL).partition(" ")[2]
    words: list[str] = []
    if spec.get("face"):
        words.append(f"face-{spec['face']}")
    for key in ("level", "rank", "link"):
        if key in spec:
            words.append(f"{key.capitalize()} {_range(spec[key])}")
    for key in ("attribute", "race"):
        if key in spec:
            words.append(_either(spec[key]))
    if "archetype" in spec:
        words.append(_either([f'"{name}"' for name in _listed(spec["archetype"])]))
    types = [kind for kind in _listed(spec.get("type", [])) if kind != "tuner"]
    if types:
        words.append(_either([kind.capitalize() for kind in types]))
    words += [f"non-{kind.capitalize()}" for kind in _listed(spec.get("not_type", []))]
    if "name" in spec:
        head = _either([f'"{name}"' for name in _listed(spec["name"])])
    elif "tuner" in _listed(spec.get("type", [])):
        head = "Tuners" if plural else "Tuner"
    elif spec.get("card") in ("spell", "trap"):
        head = str(spec["card"]).capitalize() + (" Cards" if plural else " Card")
    elif (
        _listed(spec.get("card", []))[:1] == []
        and "hand" in _listed(spec.get("place", []))
        and len(spec) <= 4
    ):
        head = "cards" if plural else "card"
    else:
        head = "monsters" if plural else "monster"
    words.append(head)
    for key in ("atk", "def"):
        if key in spec:
            words.append(f"with {_range(spec[key])} {key.upper()}")
    if spec.get("token") is False:
        words.append("(no Token)")
    place = {"hand": "in your hand", "gy": "in your GY", "banished": "that is banished", "extra": "in your Extra Deck",
             "deck": "in your Deck"}  # fmt: skip
    where = [place[kind] for kind in _listed(spec.get("place", [])) if kind in place]
    if where:
        words.append(" or ".join(where))
    if spec.get("side") == "opponent":
        words.append("of the opponent")
    elif spec.get("side") == "any":
        words.append("on either side")
    return " ".join(words)


def describe_condition(condition: dict[str, Any]) -> str:
    """Return a condition of a procedure in words."""
    if "any" in condition:
        return " or ".join(map(describe_condition, condition["any"]))
    if "lp_behind" in condition:
        return f"LP at least {condition['lp_behind']} lower than the opponent's"
    if "more" in condition:
        by = condition.get("by", 1)
        return (f"at least {by} more {describe_filter(condition['more'], True)} than "
                f"{describe_filter(condition['than'], True)}")  # fmt: skip
    if "sum" in condition:
        return (f"{' and '.join(condition['sum'])} of {describe_filter(condition['of'], True)} adding up to "
                f"{_bounds(condition)}")  # fmt: skip
    if "count" in condition:
        what = describe_filter(condition["count"], True)
        kind = f" with different {condition['distinct']}s" if "distinct" in condition else ""
        kind = f" with the same {condition['same']}" if "same" in condition else kind
        return f"{_bounds(condition)} {what}{kind}"
    if "lp" in condition:
        return f"LP of {_range(condition['lp'])}"
    if condition.get("lp_lower"):
        return "LP lower than the opponent's"
    if condition.get("lp_higher"):
        return "LP higher than the opponent's"
    return "no Normal Summon or Set made this turn"


def _bounds(condition: dict[str, Any]) -> str:
    if "exactly" in condition:
        return f"exactly {condition['exactly']}" if condition["exactly"] else "no"
    if condition.get("max") == 0:
        return "no"
    parts = []
    if "min" in condition or "max" not in condition:
        parts.append(f"at least {condition.get('min', 1)}")
    if "max" in condition:
        parts.append(f"at most {condition['max']}")
    return " and ".join(parts)


def _range(value: Any) -> str:
    if isinstance(value, dict):
        if "min" in value and "max" in value:
            return f"{value['min']} to {value['max']}"
        return f"{value['min']} or more" if "min" in value else f"{value.get('max')} or less"
    return _either(value)


def _either(value: Any) -> str:
    items = [str(item) for item in _listed(value)]
    return " or ".join(items)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


# ---- sentences -----------------------------------------------------------------------------------------------

_Maker = Callable[..., str]


def _misplaced(e: Explainer, card: Symbol) -> str:
    return f"{e.card(card)} is {e.place(card)}"


SUMMONS = {
    "normal": "Normal Summon", "tribute": "Tribute Summon", "flip": "Flip Summon", "special": "Special Summon",
    "synchro": "Synchro Summon", "xyz": "Xyz Summon", "link": "Link Summon", "pendulum": "Pendulum Summon",
    "ripple": "Ripple Summon", "fusion": "Fusion Summon", "ritual": "Ritual Summon",
}  # fmt: skip
_NO_WAY = {
    "synchro": "is no Synchro Monster", "xyz": "is no Xyz Monster", "link": "is no Link Monster",
    "own": "has no way to Special Summon itself without a Chain",
    "fusion": "is no Fusion Monster with a materials line",
    "ritual": "is no Ritual Monster",
}  # fmt: skip


def _no_way(e: Explainer, kind: str) -> str:
    record = e.board.records.get(e.names[e.subject].name, {}) if e.subject in e.names else {}
    if record.get("not_understood"):
        return f"{e.me()} has no such way to be summoned, as far as its text was understood"
    return f"{e.me()} {_NO_WAY.get(kind, 'has no such way to be summoned')}"


_BY_TERM: dict[str, _Maker] = {
    "turn_of": lambda e, who: f"it is the turn of player {who}",
    "phase": lambda e, phase: f"it is the {PHASES[phase.name]}; this is done in one's own Main Phase 1 or 2",
    "state": lambda e, state: f"the game state is not open: {STATES[state.name]}",
    "no_battle": lambda e, phase: f"it is the {PHASES[phase.name]}; attacks are declared in one's own Battle Phase",
    "not_in_attack_position": lambda e, card: f"{e.card(card)} is not in face-up Attack Position",
    "no_target": lambda e, card: f"{e.card(card)} is no monster on the field of the opponent",
    "summons": lambda e, source, allowed: f"{e.card(source)} allows {allowed} Summons a turn, and so many were made",
    "still_to_choose": lambda e, who: f"player {who} first has to choose what goes to the GY",
    "not_the_rest": lambda e, source: f"{e.card(source)} lets one kind stay, or one of each, and nothing else goes",
    "not_directly": lambda e, source: f"because of {e.card(source)} it cannot attack directly",
    "not_targeted": lambda e, card: f"{e.card(card)} cannot be targeted by this player's effects",
    "guarded_by": lambda e, card: f"the opponent controls {e.card(card)}: there is no direct attack",
    "used_in_duel": lambda e, card: f"this effect of {e.card(card)} was used in this Duel, and can be once",
    "waits": lambda e, card: f"the Trigger Effect of {e.card(card)} waits and goes on a Chain first",
    "elsewhere": _misplaced,
    "no_spell_or_trap": lambda e, card: f"{e.card(card)} is a monster and cannot be Set as a Spell or Trap",
    "no_monster": lambda e, card: f"{e.card(card)} is no monster",
    "made": lambda e, number, allowed: (
        f"{number} Normal Summon or Set made this turn, {allowed.arguments[0]} allowed"
        if number.number == 1
        else f"{number} Normal Summons and Sets made this turn, {allowed.arguments[0]} allowed"
    ),
    "not_offered": lambda e, position: f"{e.me()} cannot be placed in {POSITIONS[position.name]}",
    "by": lambda e, source, *_: f"{e.card(source)} forbids it",
    "own_text": lambda e, card: f"the text of {e.card(card)} forbids it",
    "own_condition": lambda e, card: f"what the text of {e.card(card)} asks for a Normal Summon is not met",
    "clause": lambda e, name: f"{name.string} was used this turn, which rules out Normal Summons and Sets",
    "made_before": lambda e, number: "a Normal Summon or Set was made this turn, which its procedure rules out",
    "does_not_fit": lambda e, card: f"{e.card(card)} is not what {e.me()} asks for ({e.slots(-1)})",
    "needs": lambda e, number, *rest: (
        f"{e.me()} needs {number} {'Tribute' if number.number == 1 else 'Tributes'}"
        + (f", {rest[0].arguments[0]} offered" if rest else "")
    ),
    "too_many_of_opponent": lambda e, number: f"at most {number} of the opponent's monsters may be Tributed",
    "not_on_field": lambda e, card: f"{e.card(card)} is {e.place(card)}, not in a Monster Zone",
    "from": lambda e, old, new: f"{e.me()} cannot go from {POSITIONS[old.name]} to {POSITIONS[new.arguments[0].name]}",
    "changed": lambda e, card: f"the battle position of {e.card(card)} was already changed this turn",
    "arrived": lambda e, card: f"{e.card(card)} was summoned, Set or placed this turn",
    "attacked": lambda e, card: f"{e.card(card)} attacked this turn",
    "link": lambda e, card: f"{e.card(card)} is a Link Monster",
    "no_such_way": lambda e, kind: _no_way(e, kind.name),
    "face_up": lambda e, card: f"{e.card(card)} is face-up in the Extra Deck",
    "face_down": lambda e, card: f"{e.card(card)} is face-down",
    "unmet": lambda e, card, way, number: f"the procedure of {e.card(card)} asks for {e.condition(way, number)}",
    "two_at_once": lambda e, card, other: (
        f"{e.card(card)} and {e.card(other)} come at the same time, "
        "and one of that name can be Special Summoned per turn"
    ),
    "used_this_turn": lambda e, card: f"{e.card(card)} was already Special Summoned this way this turn",
    "too_few": lambda e, group, needs, offered: (
        f"{e.me()} needs {e.slots(group.number)}; {offered.arguments[0]} offered"
    ),
    "too_many": lambda e, group, holds, offered: (
        f"{e.me()} takes at most {holds.arguments[0]} as {e.slots(group.number)}; {offered.arguments[0]} offered"
    ),
    "same": lambda e, aspect, card, other: f"{e.card(card)} and {e.card(other)} have the same {aspect}",
    "differ": lambda e, aspect, card, other: f"{e.card(card)} and {e.card(other)} have not the same {aspect}",
    "difference": lambda e, aspect, needs, offered: (
        f"their {aspect}s differ by {offered.arguments[0]}, not by {needs.arguments[0]}"
    ),
    "total": lambda e, aspect, bound, offered: (
        f"the {aspect}s add up to {offered.arguments[0]}, {'at least' if bound.name == 'needs' else 'at most'} "
        f"{bound.arguments[0]} is asked for"
    ),
    "superfluous": lambda e, card: f"{e.card(card)} is superfluous: the others reach the total without it",
    "cannot_reach_gy": lambda e, card: f"{e.card(card)} would not reach the GY, so it cannot be sent there as payment",
    "stays_in_gy": lambda e, card: f"{e.card(card)} cannot be taken from the GY",
    "limit": lambda e, source, allowed: f"{e.card(source)} allows {allowed} Special Summon per turn",
    "would_apply": lambda e, source: f"once this is paid, {e.card(source)} would apply and forbid it",
    "no_level": lambda e, card: f"{e.card(card)} has no Level",
    "no_tuner": lambda e: "there is no Tuner among the materials",
    "token": lambda e, card: f"{e.card(card)} is a Token",
    "rating": lambda e, rating, offered: (
        f"{e.me()} has Link Rating {rating}, and the materials ({offered.arguments[0]}) cannot count as that many"
    ),
    "no_scale": lambda e, side: (
        f"there is no face-up card in the {'left' if side.name == 'l' else 'right'} Pendulum Zone"
    ),
    "not_in_era": lambda e, era: f"{ERAS[era.name]} does not have it",
    "outside": lambda e, card, scales: (
        f"{e.card(card)} has no Level strictly between the Pendulum Scales "
        f"{scales.arguments[0]} and {scales.arguments[1]}"
    ),
    "nothing": lambda e: "there is no monster that could be Pendulum Summoned",
    "none_free": lambda e, player: f"no zone that {e.me()} may use is free on the field of player {player}",
    "taken": lambda e, zone, card: f"{e.zone(zone)} is not free: {e.card(card)}",
    "not_for": lambda e, zone: f"{e.me()} cannot be placed in {e.zone(zone)}",
    "field_of": lambda e, player: f"{e.me()} cannot be placed on the field of player {player}",
    "holds": lambda e, limit: f"its controller may control only {limit} such monster",
    "off": lambda e: "Ripple Summon is an extension that this scenario does not switch on",
    "none": lambda e: "there is no String Monster among the materials",
    "no_carrier": lambda e, card: f"{e.card(card)} carries no Ripple Monster, so it cannot lie on top",
    "carries": lambda e, card, name: f"{e.card(card)} on top gives {name.string}",
    "no_component": lambda e, card: f"{e.card(card)} is no card of that pile",
    "on_top": lambda e, card: f"{e.card(card)} lies on top already",
    "switched": lambda e, card: f"{e.card(card)} was already Switched this turn",
    "no_string": lambda e, card: f"{e.card(card)} is no String Monster",
    "surplus": lambda e, card: f"{e.card(card)} has no place in the new Ripple Monster",
    "no_tribute": lambda e: "a Tribute Summon takes at least one Tribute",
    "ripple_monster": lambda e, card: (
        f"{e.card(card)} is a Ripple Monster: no card of it exists outside a Ripple Summon"
    ),
    "fusion": lambda e: "a Fusion Summon is made by the effect of a card such as Polymerization",
    "ritual": lambda e: "a Ritual Summon is made by the effect of a Ritual Spell",
    "bound": lambda e: f"{e.me()} is bound to other materials",
    "no_effect": lambda e, card, effect: f"{e.card(card)} has no effect {effect} that is activated",
    "not_to_act": lambda e, player: f"it is not for player {player} to act now",
    "resolving": lambda e: "a Chain is resolving: nothing can be activated until all of it is resolved",
    "in_damage_step": lambda e: "in the Damage Step only triggers and what negates an activation can be activated",
    "top_is_banished": lambda e, player: (
        f"the top cards of player {player}'s Deck would be banished, and so cannot be sent to the GY as a cost"
    ),
    "damage_step": lambda e: "damage is to be calculated: only what changes ATK or DEF can be activated now",
    "window_of_attempt": lambda e: "a Summon is being attempted: only an effect that negates it can be activated now",
    "window_used": lambda e: "the window of this Summon has had its Chain",
    "no_attempt": lambda e: "no Summon is being attempted that it could negate",
    "kind_of_summon": lambda e, how: f"it does not answer a {SUMMONS[how.name]}",
    "player_of_summon": lambda e, player: f"it does not answer a Summon of player {player}",
    "not_negated": lambda e, card: f"the Summon of {e.card(card)} cannot be negated",
    "two_substitutes": lambda e, card, other: (
        f"{e.card(card)} and {e.card(other)} would both be substitutes, and only one material can be replaced"
    ),
    "still_to_come": lambda e, card: f"the Summon of {e.card(card)} is still attempted, it is not on the field yet",
    "cannot_return": lambda e, card: f"{e.card(card)} cannot be returned as a payment",
    "kept_out": lambda e, source, card, unit: (
        f"{e.card(source)} lets {e.card(card)} not come face-up beside {e.card(unit)}"
    ),
    "monster_of_summon": lambda e, card: f"{e.card(card)} is not a monster whose Summon it answers",
    "number_of_monsters": lambda e, number: f"{number} monsters are summoned at once, and it answers another number",
    "speed": lambda e, speed, *below: (
        f"it has Spell Speed {speed}, the Chain Link below has Spell Speed {below[0]}"
        if below
        else "it has Spell Speed 1 and cannot be chained, nor answer anything"
    ),
    "nothing_activated": lambda e: "there is no activation that it could answer",
    "other_activation": lambda e, card: f"it does not answer the activation of {e.card(card)}",
    "summoned_before": lambda e, number: "its player has Special Summoned this turn, which its text rules out",
    "normal_summoned_before": lambda e, number: "its player has Normal Summoned or Set this turn, which is ruled out",
    "came_before": lambda e, card: f"{e.card(card)} was summoned this turn, which its text rules out",
    "not_in_phase": lambda e, phase: f"it is the {PHASES[phase.name]}, in which it cannot be activated",
    "works_not_from": lambda e, card: f"it cannot be activated while {e.card(card)} is {e.place(card)}",
    "face_up_already": lambda e, card: f"{e.card(card)} is face-up already",
    "not_set": lambda e, card: f"{e.card(card)} is a Trap Card: it must be Set first",
    "set_this_turn": lambda e, card: f"{e.card(card)} was Set this turn",
    "hand_in_own_turn": lambda e, card: f"{e.card(card)} can be activated from the hand in its player's own turn only",
    "no_pendulum_zone": lambda e, player: f"no Pendulum Zone of player {player} is free",
    "no_zone_left": lambda e, player: f"no Spell & Trap Zone of player {player} is free",
    "used_name": lambda e, card: f"the effect of {e.card(card)} was used this turn, and can be once per turn by name",
    "targeted_by": lambda e, source: f"its effect is on the Chain and targets the card: {e.card(source)}",
    "used_card": lambda e, card: f"{e.card(card)} has used this effect this turn",
    "on_this_chain": lambda e, card: f"this effect of {e.card(card)} stands on the Chain already",
    "one_of_all": lambda e, card: f"{e.card(card)} must be taken as well",
    "life_points": lambda e, amount: f"its cost of {amount} LP cannot be paid",
    "too_few_for_cost": lambda e, slot, needs, offered: (
        f"its cost asks for {needs} cards, {offered.arguments[0]} can be paid"
    ),
    "counters": lambda e, counter, number: f"its cost asks for {number} of {counter.string}",
    "too_few_targets": lambda e, slot, needs, offered: f"it asks for {needs} targets, there are {offered.arguments[0]}",
    "nothing_to_take": lambda e, step: "there is no card that its effect could be done with",
    "not_to_be_summoned": lambda e, card: f"{e.card(card)} cannot be Special Summoned by it",
    "no_such_summon": lambda e: "there is no Summon that could be made by it",
    "too_few_in_deck": lambda e, player, number, holds: (
        f"player {player} has {holds.arguments[0]} in the Deck, {number} are asked for"
    ),
    "has_lost": lambda e, player: f"player {player} has lost the Duel: it is over",
    "no_more_summons": lambda e: "it would give no Normal Summon that its player has not had already",
    "one_on_this_chain": lambda e, card: f"{e.card(card)}, which Special Summons itself, stands on the Chain already",
    "unfit": lambda e, role, card: f"{e.card(card)} is not what it asks for",
    "number_chosen": lambda e, role, slot, number, offered: (
        f"{number} cards are to be chosen, {offered.arguments[0]} were"
    ),
    "chosen_twice": lambda e, card: f"{e.card(card)} was chosen twice",
    "paid": lambda e, card: f"{e.card(card)} is paid as cost and is no target any more",
    "not_happened": lambda e, card: f"what the effect of {e.card(card)} waits for has not happened",
    "not_last": lambda e, number: "it missed its timing: what it waits for was not the last thing to happen",
    "before": lambda e, card: f"the Trigger Effect of {e.card(card)} goes on the Chain first",
    "declined_before": lambda e: "its player has declined the triggers of this moment",
    "nothing_to_pass": lambda e: "there is no window that could be passed",
    "nothing_to_choose": lambda e: "nothing is to be chosen now",
    "other_card": lambda e, card: f"{e.card(card)} is none of the cards that the effect names as materials",
    "nothing_left": lambda e, card: f"no effect has left anything for {e.card(card)}",
    "no_card_of_game": lambda e, name: f"{name.string} is no card of the OCG, so its name cannot be declared",
    "unusable": lambda e, name: f"{name.string} cannot be used in official Duels, so its name cannot be declared",
    "forbidden_name": lambda e, name: f"{name.string} is forbidden, and this scenario lets no such name be declared",
    "not_alike": lambda e, card: f"{e.card(card)} has not the value that its text compares",
    "none_alike": lambda e: "there is no card with the value that its text compares",
    "left_out": lambda e, card: f"{e.card(card)} must be among the materials",
}
_BY_RULE: dict[tuple[str, str], _Maker] = {
    ("effect_condition", "unmet"): lambda e, card, number: (
        f"what the text of {e.card(card)} asks for is not so: {e.asked(number)}"
    ),
    ("delayed_in_its_phase", "not_in_phase"): lambda e, phase: (
        f"it is the {PHASES[phase.name]}; what was left for {e.me()} is done in another phase"
    ),
    ("zones_for_all", "needs"): lambda e, number, free: f"{number} Monster Zones are needed, {free.arguments[0]} free",
    ("ignition_needs_open_state", "state"): lambda e, state: f"it needs the open game state: {STATES[state.name]}",
    ("success_window", "state"): lambda e, state: f"it answers what has happened, and not now: {STATES[state.name]}",
    ("activation_place", "face_down"): lambda e, card: f"{e.card(card)} is face-down",
    ("face_down_no_own_trigger", "face_down"): lambda e, card: f"{e.card(card)} is face-down and shows no effect",
    ("synchro_level_sum", "needs"): lambda e, level, offered: (
        f"the Levels of the materials add up to {offered.arguments[0]}, {e.me()} has Level {level}"
    ),
    ("zone_needed", "needs"): lambda e, number, free: (
        f"{number} monsters need {number} zones that they may use, {free.arguments[0]} free"
    ),
    ("normal_summon_from_hand", "elsewhere"): lambda e, card: (
        f"{e.card(card)} is {e.place(card)}; a Normal Summon or Set is made from the hand"
    ),
    ("set_spell_or_trap", "elsewhere"): lambda e, card: (
        f"{e.card(card)} is {e.place(card)}; Spells and Traps are Set from the hand"
    ),
    ("procedure_source", "elsewhere"): lambda e, card: (
        f"its procedure does not work while {e.card(card)} is {e.place(card)}"
    ),
    ("from_extra_deck", "elsewhere"): lambda e, card: (
        f"{e.card(card)} is {e.place(card)}, not in the player's Extra Deck"
    ),
    ("special_summon_monster_not_normal", "semi_nomi"): lambda e: (
        f"{e.me()} cannot be Normal Summoned or Set: {SSM['semi_nomi']}"
    ),
    ("special_summon_monster_not_normal", "nomi"): lambda e: (
        f"{e.me()} cannot be Normal Summoned or Set: {SSM['nomi']}"
    ),
    ("special_summon_monster_not_normal", "unlimited"): lambda e: f"{e.me()} cannot be Normal Summoned or Set",
    ("special_summon_monster_not_normal", "by_effect"): lambda e: (
        f"{e.me()} cannot be Normal Summoned or Set: {SSM['by_effect']}"
    ),
    ("pendulum_once", "made"): lambda e: "the Pendulum Summon of this turn was already made",
    ("switch_timing", "phase"): lambda e, phase: (
        f"it is the {PHASES[phase.name]}; a Switch is made in one's own Main Phase"
    ),
}
for _kind, _text in SSM.items():
    for _rule in ("not_from_hand_or_deck", "nomi"):
        _BY_RULE[_rule, _kind] = lambda e, text=_text: (
            f"a monster among them cannot be Pendulum Summoned: {text}"
        )


def reason_terms() -> tuple[set[str], set[tuple[str, str]]]:
    """Return the kinds of terms that have a sentence: for any rule, and for one rule."""
    return set(_BY_TERM), set(_BY_RULE)
