"""Effects that are activated, each in the order of card text: conditions: costs and targets; what it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ygolp.cards.activated import number_of
from ygolp.cards.filters import as_list
from ygolp.cards.pool import Record
from ygolp.cards.sheet.conditions import conditions
from ygolp.cards.sheet.events import answer, event
from ygolp.cards.sheet.phrases import FIELD, MATERIAL, Usual, counted, several
from ygolp.cards.sheet.steps import resolution, takes_itself
from ygolp.cards.sheet.summoning import demands
from ygolp.cards.sheet.words import behind, bracketed, capital, during, listed, many, quoted, there, top_cards, where

Effect = dict[str, Any]
_DEEDS = {
    "send": ("send", "to the GY"), "banish": ("banish", ""), "tribute": ("Tribute", ""),
    "return_to_hand": ("return", "to the hand"), "return_to_deck": ("return", "to the Deck"),
    "discard": ("discard", ""), "detach": ("detach", "from this card"), "reveal": ("reveal", ""),
    "none": ("choose", ""),
}  # fmt: skip
_COST_PLACES = {"discard": ("hand",), "detach": ()}
_LOCKS = {
    "special_summon": "Special Summon", "normal_summon": "Normal Summon/Set", "summon": "Normal Summon",
    "flip_summon": "Flip Summon",
}


def effects(record: Record) -> list[str]:
    """Return a sentence for each effect of a record, with its number in front."""
    return [
        f"{number_of(each, index)}. {_effect(record, each, index)}"
        for index, each in enumerate(record.get("effects", ()))
    ]


def _effect(record: Record, effect: Effect, index: int) -> str:
    place = _place(record, effect)
    costs = [*effect.get("cost", ())]
    own_cost = next((cost for cost in costs if cost.get("self") is True and "place" not in cost), None)
    in_cost = bool(place) and own_cost is not None
    in_step = bool(place) and not in_cost and any(takes_itself(effect, step) for step in effect["does"])
    others = listed(map(str, _sharing(record, effect, index)), "and")
    before = _conditions(effect, others, "" if in_cost or in_step or not place else there(_places(record, effect)))
    payments = [_payment(cost, place if cost is own_cost else "") for cost in costs]
    aims = [counted(target, FIELD) for target in effect.get("targets", ())]
    aims = [*map(bracketed, aims)] if len(aims) > 1 or "targets_with" in effect else aims
    together = demands(effect.get("targets_with", {}))
    aim = f"target {listed(aims, 'and') or 'nothing'}{together}" if aims or together else ""
    does = _resolution(effect, place if in_step else "")
    declared = f"declare 1 card {effect['declares']}" if "declares" in effect else ""
    costs_text = listed(map(bracketed, payments) if len(payments) > 1 or aim else payments, "and")
    paid = ", then ".join(part for part in (costs_text, declared, aim) if part)
    text = f"{paid}; {does}" if paid else does
    optional = effect["kind"] != "activation" and not effect.get("mandatory")
    users = {"turn_player": "The turn player", "opponent": "The opponent of its controller"}
    user = users.get(effect.get("by", ""), "You")
    text = f"{user} can {text}" if optional else capital(text)
    if "by" in effect and not optional:
        text += f" ({user[:1].lower()}{user[1:]} does this)"
    if effect.get("mandatory") and effect["kind"] != "trigger":
        text += " (mandatory)"
    return ". ".join([f"{before}{text}", *_limits(record, effect, index)]) + "."


def _resolution(effect: Effect, place: str) -> str:
    if effect["kind"] == "activation" and effect["does"] == [{"op": "last"}]:
        return "activate this card"
    return resolution(effect, place)


def _place(record: Record, effect: Effect) -> str:
    """Return where the card must be, if it is neither the usual place nor that of the event."""
    if effect["kind"] == "activation":
        return ""
    usual, places = _places(record, {}), _places(record, effect)
    on = effect.get("on", {})
    implied = as_list(on.get("sent", [])) if on.get("self") else []
    if places == (implied or usual):
        return ""
    return where(places, "own", False, "from") if places else "from nowhere"


def _places(record: Record, effect: Effect) -> list[str]:
    usual = ["monster_zone"] if record["card"] == "monster" else ["spell_zone", "field_zone"]
    return as_list(effect.get("from", usual))


def _conditions(effect: Effect, others: str, place: str) -> str:
    """Return what stands before the colon, with the colon, or nothing; `others` share its limit."""
    clauses = []
    if "on" in effect:
        clauses.append(event(effect["on"], effect.get("timing", "if")))
    if "answers" in effect:
        clauses.append(answer(effect["answers"]))
    if time := during(effect.get("turn", "any"), effect.get("phase", [])):
        clauses.append(f"during {time}")
    if place:
        clauses.append(f"while this card is {place}")
    if ifs := conditions(effect.get("if")):
        clauses.append(f"{'while' if 'on' in effect or 'answers' in effect else 'if'} {ifs}")
    if "turn" in as_list(effect.get("limit", [])):
        clauses.insert(0, f"once per turn (shared with {others})" if others else "once per turn")
        clauses[1:2] = [clause[:1].lower() + clause[1:] for clause in clauses[1:2]]
    marks = {"quick": "(Quick Effect)", "trigger": "" if "on" in effect else "(Trigger Effect)"}.get(effect["kind"], "")
    text = f"{capital(', '.join(clauses))} {marks}".strip()
    return f"{text}: " if text else ""


def _payment(cost: Effect, place: str) -> str:
    if "pay" in cost:
        return "pay half your LP" if cost["pay"] == "half" else f"pay {cost['pay']} LP"
    if "mill" in cost:
        return f"send {top_cards(cost['mill'])} of your Deck to the GY"
    if "counters" in cost:
        start = {"self": " from this card", "field": " from your field"}.get(cost.get("of", ""), "")
        return f"remove {many(cost['count'], cost['counters'])}{start}"
    deed = cost.get("do", "send")
    verb, end = _DEEDS[deed]
    if deed == "detach":
        cards = counted(cost, Usual((), "", "material"))
    else:
        cards = counted(cost, Usual(_COST_PLACES.get(deed, ("monster_zone",)), "own"),
                        "in" if deed in ("tribute", "reveal", "none") else "from")  # fmt: skip
    if deed == "discard":
        cards = cards.replace(" from your hand", "", 1)
        if cost.get("self") is True and "place" not in cost:
            place = {"from your hand": "", "": "from your Monster Zone"}.get(place, place)
    return f"{verb} {behind(cards, ' '.join(part for part in (place, end) if part))}"


def _sharing(record: Record, effect: Effect, index: int) -> list[int]:
    """Return the numbers of the other effects that share the limit of this one."""
    group = effect.get("limit_as", number_of(effect, index))
    sharing = {
        number_of(each, at)
        for at, each in enumerate(record["effects"])
        if each.get("limit") == effect.get("limit") and each.get("limit_as", number_of(each, at)) == group
    }
    return sorted((sharing | {group}) - {number_of(effect, index)})


def _limits(record: Record, effect: Effect, index: int) -> Iterator[str]:
    limit, name, others = effect.get("limit"), quoted(record["name"]), _sharing(record, effect, index)
    both = listed(map(str, sorted([number_of(effect, index), *others])), "and") if others else ""
    if "duel" in as_list(limit or []):
        yield f"This effect of {name} can only be used once per Duel"
    if limit == "name" and both:
        yield f"You can only use 1 of the effects {both} of {name} per turn, and only once that turn"
    elif limit == "name":
        yield f"You can only use this effect of {name} once per turn"
    elif limit == "activation":
        yield f"You can only activate 1 {name} per turn" + (f" (effects {both} together)" if both else "")
    elif limit == "chain":
        yield "It can only be activated once per Chain" + (f" (effects {both} together)" if both else "")
    if effect.get("silences"):
        yield "Your opponent cannot activate the targeted card on this Chain"
    yield from map(_lock, effect.get("locks", ()))
    if "text" in effect:
        text = {"newest": "newest text", "ocg2010": "OCG text of 2010"}[effect["text"]]
        yield f"This effect is in the {text} only"


def _lock(lock: Any) -> str:
    """Return what its player does not do in the turn of the activation."""
    table = lock if isinstance(lock, dict) else {"what": lock}
    cards = several({"self": False, **table.get("filter", {})}, MATERIAL, "from")
    if "except" in table:
        cards += f", except {several(table['except'], MATERIAL, 'from')}"
    return f"You cannot {_LOCKS[table['what']]} {behind(cards, 'in the turn you activate this effect')}"
