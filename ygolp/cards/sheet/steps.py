"""What an effect does when it resolves, step by step, with the connectives of card text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.activated import USUAL_PLACES
from ygolp.cards.filters import as_list, slot_bounds
from ygolp.cards.sheet.conditions import conditions
from ygolp.cards.sheet.phrases import FIELD, MATERIAL, Usual, counted, each, one, several
from ygolp.cards.sheet.summoning import demands
from ygolp.cards.sheet.words import (
    ASPECTS,
    REFERENCES,
    article,
    behind,
    bracketed,
    how_many,
    listed,
    many,
    position,
    quoted,
    top_cards,
    where,
)  # fmt: skip

Step = dict[str, Any]
_JOINS = {"then": ", then ", "if_so": ", and if you do, ", "and": ", and ", "also": ", also "}
_RESTRAINTS = {"attack": "attack", "tribute": "be Tributed"}
_UNTIL = {"end": "until the End Phase", "own_standby": "until your next Standby Phase"}
# The verb, and what stands behind the cards.
_VERBS: dict[str, tuple[str, str]] = {
    "destroy": ("destroy", ""), "send": ("send", "to the GY"), "banish": ("banish", ""),
    "return_to_hand": ("return", "to the hand"), "return_to_deck": ("return", "to the Deck"),
    "add_to_hand": ("add", "to your hand"), "discard": ("discard", ""), "tribute": ("Tribute", ""),
    "set": ("Set", ""), "take_control": ("take control of", ""), "attach": ("attach", "to this card as material"),
    "activate": ("activate", ""),
    "negate_effects": ("negate the effects of", ""), "equip": ("equip this card to", ""),
    "absorb": ("equip", "to this card"), "choose": ("choose", ""),
    "exchange": ("exchange control of", "and that monster"),
    "copy": ("have this card take over the name, printed ATK, and effects of", ""),
}  # fmt: skip
# Steps that take cards away from where they are: "from your Deck", not "in your Deck".
_FROM = {"send", "banish", "add_to_hand", "discard", "set", "special_summon", "attach", "return_to_deck",
         "return_to_hand", "activate"}  # fmt: skip


def resolution(effect: dict[str, Any], own_place: str = "") -> str:
    """Return what the steps of an effect do as one sentence; `own_place` is where the card itself comes from."""
    text = ""
    for number, step in enumerate(effect["does"]):
        if number:
            text += _JOINS[step.get("join", "then")]
        ifs = conditions(step.get("if"))
        text = f"{text.rstrip()}, if {ifs}, " if ifs and number else text
        text += "you can " if step.get("optional") else ""
        if own_place and takes_itself(effect, step):
            step, own_place = {**step, "of": f"this card {own_place}"}, ""
        text += _step(effect, step)
        text += f" (only if {ifs} when this resolves)" if ifs and not number else ""
    return text


def takes_itself(effect: dict[str, Any], step: Step) -> bool:
    """Return whether a step Special Summons the card itself."""
    subject = step.get("of", "targets" if effect.get("targets") else "self")
    return step["op"] == "special_summon" and "all" not in step and subject == "self"


def _step(effect: dict[str, Any], step: Step) -> str:
    op = step["op"]
    if op in _DONE:
        return _DONE[op](step)
    cards, note = _cards(effect, step)
    return _done_to(step, cards) + note


def _done_to(step: Step, cards: str) -> str:
    """Return a step that happens to cards."""
    op = step["op"]
    if op == "discard" and step.get("chooser") == "opponent":
        return f"your opponent discards {cards}"
    whose = {"it": "its", "them": "their", "this card": "this card's"}.get(cards)
    if op == "special_summon":
        whose = "their" if _are_many(step, cards) else "its"
        return f"Special Summon {behind(cards, _to(step))}{_manner(step, whose)}"
    if op == "change_position" and "position" in step:
        return f"change {cards} to {position(step['position'])}"
    if op == "change_position":
        return f"change {whose} battle position" if whose else f"change the battle position of {cards}"
    if op == "value":
        changed = f"{whose} {ASPECTS[step['aspect']]}" if whose else f"the {ASPECTS[step['aspect']]} of {cards}"
        if "by" in step:
            return f"{'increase' if step['by'] >= 0 else 'decrease'} {changed} by {abs(step['by'])}"
        return f"change {changed} to {quoted(step['value']) if step['aspect'] == 'name' else step['value']}"
    if op == "counters":
        return f"place {many(step.get('count', 1), step['counter'])} on {cards}"
    if op == "unaffected":
        until = {"end": "the End Phase", "own_standby": "your next Standby Phase"}[step["until"]]
        kinds = ["monsters" if kind == "monster" else f"{kind.capitalize()}s" for kind in step.get("kinds", ())]
        by = f"other {listed(kinds, 'and')}" if kinds else "all cards but this one"
        return f"make {cards} unaffected by the effects of {by} until {until}"
    if op == "negate_effects" and whose:
        return f"negate {whose} effects"
    verb, end = _VERBS[op]
    end = " ".join(filter(None, (end, _UNTIL[step["until"]]))) if "until" in step else end
    after = f"; {whose or 'their'} effects are negated, also afterwards" if step.get("negated") else ""
    if "restrained" in step:
        after += f"; it cannot {listed([_RESTRAINTS[deed] for deed in step['restrained']], 'or')}"
    after += " and banish what is destroyed" if step.get("banished") else ""
    return f"{verb} {behind(cards, end)}{after}"


def _are_many(step: Step, cards: str) -> bool:
    of = step.get("of")
    return cards in ("them", "those targets") or "all" in step or (isinstance(of, dict) and slot_bounds(of) != (1, 1))


def _cards(effect: dict[str, Any], step: Step) -> tuple[str, str]:
    """Return what a step happens to, and a remark that stands behind the sentence."""
    op = step["op"]
    usual = Usual((USUAL_PLACES.get(op, "monster_zone"),), "own")
    prep = "from" if op in _FROM else "in"
    of = step.get("of", "targets" if effect.get("targets") else "self")
    if "all" in step:
        text = f"all {several(step['all'], usual, prep)}"
    elif isinstance(of, dict):
        text = counted(of, usual, prep)
        if step.get("as_many"):
            text = _as_many(of, usual, prep)
    elif of == "targets":
        slots = effect.get("targets", ())
        single = [slot_bounds(slot) for slot in slots] == [(1, 1)]
        text = ("it" if single else "them") if _all_at_targets(effect) else "that target" if single else "those targets"
    else:
        text = REFERENCES.get(of) or str(of)
    if op == "discard":
        text = text.replace(" from your hand", "", 1)
    note = demands(step.get("with", {}))
    if "filter" in step:
        note += f" (only what is still {bracketed(one(step['filter'], Usual((), 'any')))})"
    note += " (your opponent chooses)" if step.get("chooser") == "opponent" else ""
    note += " (as many as possible)" if step.get("as_many") and ("all" in step or not isinstance(of, dict)) else ""
    return text, note + (" (all of that or nothing)" if step.get("exact") else "")


def _all_at_targets(effect: dict[str, Any]) -> bool:
    """Return whether nothing but the targets has steps, so that "it" can only be a target."""
    return all(
        step["op"] in _DONE or ("all" not in step and step.get("of", "targets") == "targets") for step in effect["does"]
    )


def _as_many(spec: dict[str, Any], usual: Usual, prep: str) -> str:
    low, high = slot_bounds(spec)
    asked = "" if (low, high) == (0, None) else f" ({how_many(low, high)})"
    return f"as many {several(spec, usual, prep)} as possible{asked}"


def _to(step: Step) -> str:
    """Return the position and the field to which something is Special Summoned."""
    position_ = f"in {position(step['position'])}" if "position" in step else ""
    field = {"opponent": "to your opponent's field", "owner": "to its owner's field"}.get(step.get("to", ""), "")
    return " ".join(part for part in (position_, field) if part)


_OBJECT = {"its": "it", "their": "them"}


def _manner(step: Step, whose: str = "its") -> str:
    """Return how something is Special Summoned: as what it counts, and what is waived."""
    text = ""
    if "as" in step:
        text += f" (this is treated as {article(step['as'].capitalize())} Summon)"
    if step.get("ignoring"):
        text += f", ignoring {whose} Summoning conditions"
    if step.get("names_kind"):
        text += f", ignoring {whose} Summoning conditions unless there is only one way to Summon {_OBJECT[whose]}"
    text += f", but negate {whose} effects" if step.get("negated") else ""
    text += f" (in the way {whose} text prescribes)" if step.get("prescribed") else ""
    text += f" (on top of the target, which becomes {whose} material)" if step.get("overlay") else ""
    return text + (" (this must be possible at the activation)" if step.get("needed") else "")


def _tokens(step: Step) -> str:
    number = step.get("count", 1)
    tokens = quoted(step["token"] + ("s" if number > 1 else ""))
    return f"Special Summon {behind(f'{number} {tokens}', _to(step))}"


def _draw(step: Step) -> str:
    count = step.get("count", 1)
    as_many = {"previous": "as many cards as that was", "own_previous": "as many cards as they had of those"}
    cards, each_ = (as_many[count], "") if isinstance(count, str) else _quantity(count, "card", "cards")
    if count == "own_previous" and step.get("who") != "opponent":
        cards = "as many cards as you had of those"
    return f"{'your opponent draws' if step.get('who') == 'opponent' else 'draw'} {cards}{each_}"


def _mill(step: Step) -> str:
    count = step.get("count", 1)
    cards, each_ = _quantity(count, "card", "cards")
    top = top_cards(count) if isinstance(count, int) else f"the top {cards}"
    whose, verb = ("their", "your opponent sends") if step.get("who") == "opponent" else ("your", "send")
    return f"{verb} {top} of {whose} Deck to the GY{each_}"


def _quantity(amount: Any, noun: str, nouns: str) -> tuple[str, str]:
    """Return a number of something, and for each of which cards it is or what it equals."""
    if not isinstance(amount, dict):
        return f"{amount} {noun if amount == 1 else nouns}", ""
    if "per" in amount:
        return f"{amount['per']} {noun if amount['per'] == 1 else nouns}", each(amount["count"], FIELD)
    of = "the card(s) mentioned last" if amount["of"] == "previous" else REFERENCES[amount["of"]]
    return nouns, f" equal to the {ASPECTS[amount['value']]} of {of}"


def _damage(step: Step) -> str:
    damage, each_ = _quantity(step["amount"], "damage", "damage")
    if step.get("who") == "own":
        return f"take {damage}{each_}"
    return f"inflict {damage} to your opponent{each_}"


def _gain(step: Step) -> str:
    lp, each_ = _quantity(step["amount"], "LP", "LP")
    return f"{'your opponent gains' if step.get('who') == 'opponent' else 'gain'} {lp}{each_}"


def _owe(step: Step) -> str:
    kinds = as_list(step["how"])
    deed = listed([*(f"{kind.capitalize()} Summon" for kind in kinds if kind != "set"),
                   *(["Set"] if "set" in kinds else [])])  # fmt: skip
    cards = one(step["filter"], MATERIAL) if "filter" in step else "1 monster"
    if "without_tributes" in step:
        cards = behind(cards, f"that needs {many(step['without_tributes'], 'Tribute')}, without Tributing,")
    used = [text for key, text in (("exactly", "only those cards"), ("with_self", "this card")) if step.get(key)]
    used += [f"only {bracketed(several(step['only'], MATERIAL))}"] if "only" in step else []
    end = f"using {listed(used, 'and')} " if used else ""
    text = f"{deed} {behind(cards, f'{end}immediately after this effect resolves')}"
    return text + (" (this does not use your Normal Summon of the turn)" if step.get("extra") else "")


def _fusion(step: Step) -> str:
    spec = step.get("filter", {})
    cards = counted({"place": "extra", **spec}, Usual((), "own", "monster"), "from")
    if step.get("shown"):
        return f"reveal {cards} {_by(step, 'send')}"
    return f"Fusion Summon {cards}, {_by(step, 'send')}"


def _ritual(step: Step) -> str:
    spec = step.get("filter", {})
    levels = "exactly equal" if step.get("exactly") else "equal or exceed"
    cards = counted({"place": "hand", **spec}, Usual((), "own", "monster"), "from")
    return f"Ritual Summon {cards}, {_by(step, 'tribute')} whose total Levels {levels} its Level"


def _by(step: Step, usual: str) -> str:
    places = as_list(step.get("materials", ["hand", "monster_zone"]))
    start = where(places, "own", True, "from") if places else "from nowhere"
    verb, behind = {
        "send": ("sending", " to the GY"), "banish": ("banishing", ""), "return_to_deck": ("returning", " to the Deck"),
        "tribute": ("Tributing", ""),
    }[step.get("do", usual)]  # fmt: skip
    only = f" (only {bracketed(several(step['only'], MATERIAL))})" if "only" in step else ""
    return f"by {verb} materials{only} {start}{behind}"


_DONE: dict[str, Callable[[Step], str]] = {
    "tokens": _tokens, "draw": _draw, "mill": _mill, "damage": _damage, "gain_lp": _gain, "owe": _owe,
    "fusion_summon": _fusion, "ritual_summon": _ritual,
    "negate_activation": lambda _: "negate the activation", "negate_effect": lambda _: "negate that effect",
    "turn_up_later": lambda _: (
        "in the End Phase change all face-down monsters your opponent controls to face-up Defense Position, and your "
        "opponent draws 1 card for each"
    ),
    "negate_summon": lambda _: "negate the Summon", "last": lambda _: "apply its lasting effect",
}  # fmt: skip

__all__ = ["resolution", "takes_itself"]
