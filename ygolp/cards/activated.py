"""What the effects of a card record mean: their facts for the rulebook (ygolp/cards/README.md, Effects)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ygolp.cards.filters import Fact, as_list, aspect_value, filter_facts, places, slot_bounds

_BACK_ROW = ("spell_zone", "field_zone")
# Cards that a step moves from where they are: its filter looks there if it says nothing else.
USUAL_PLACES = {
    "add_to_hand": "deck", "discard": "hand", "set": "deck", "special_summon": "hand", "return_to_deck": "gy",
    "attach": "gy", "activate": "deck",
}  # fmt: skip
# The activation of a Pendulum Monster as a Spell Card stands beside its effects (asp/rules/pendulum_activation.lp).
AS_SPELL = 0
# The effects of a card that was copied are numbered from here on the card that copied it.
COPIED = 100
Conditions = Callable[[Fact, Any, Any], Iterator[Fact]]


_FLAGS = (
    "ignoring", "prescribed", "names_kind", "negated", "exact", "as_many", "exactly", "extra", "needed", "with_self",
    "overlay", "banished", "shown",
)  # fmt: skip


def number_of(effect: dict[str, Any], index: int) -> int:
    """Return the number of the effect that stands at that index (from 0)."""
    return int(effect.get("number", index + 1))


def activations_of(record: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Return what can be activated of a card by its number: its effects, and a Pendulum Monster as a Spell Card."""
    found = {number_of(effect, index): effect for index, effect in enumerate(record.get("effects", ()))}
    if "pendulum" in record.get("types", ()):
        found[AS_SPELL] = {"kind": "activation", "number": AS_SPELL, "does": [{"op": "stay"}]}
    return found


def effect_facts(
    record: dict[str, Any], name: Fact, number: int, effect: dict[str, Any], conditions: Conditions
) -> Iterator[Fact]:
    """Yield the facts of one effect of a record."""
    yield ("act", name, number, ("const", effect["kind"]))
    yield from _when(record, name, number, effect)
    yield from conditions(name, ("act", number), effect.get("if", ()))
    for slot, cost in enumerate(effect.get("cost", ()), 1):
        yield from _cost(name, number, slot, cost)
    for slot, target in enumerate(effect.get("targets", ()), 1):
        yield from _slot(name, number, ("const", "target"), slot, target, ("monster_zone",))
    for demand in ("different", "same"):
        for aspect in as_list(effect.get("targets_with", {}).get(demand, [])):
            yield ("targets_ask", name, number, (demand, ("const", aspect)))
    for number_of_step, step in enumerate(effect["does"], 1):
        yield from _step(name, number, number_of_step, step, effect, conditions)


def outline(record: dict[str, Any], name: Fact, number: int, effect: dict[str, Any]) -> Iterator[Fact]:
    """Yield what is to be known of an effect that does not matter to a question: that it exists, and from where."""
    yield ("aside", name, number, ("const", effect["kind"]))
    if "answers" in effect:
        whole = effect["answers"]
        for kind in ["activation"] if "activation" in whole else as_list(whole["summon"]):
            yield ("aside_answers", name, number, ("const", kind))
    if "on" in effect:
        yield from _awaited(name, number, effect["on"])
        if effect["on"].get("self"):
            yield ("aside_self", name, number)
    for place in working_places(record, effect):
        if (place, record["card"]) != ("hand", "trap"):
            yield ("aside_from", name, number, ("const", place))


def _awaited(name: Fact, number: int, event: dict[str, Any]) -> Iterator[Fact]:
    happened = _kind_of_event(event)
    kinds = {"summoned": event.get("summoned", []), "moved": event.get("sent", [])}.get(happened)
    if kinds is None:
        yield ("aside_on", name, number, ("const", happened))
    else:
        yield from (("aside_on", name, number, (happened, ("const", kind))) for kind in as_list(kinds))


def working_places(record: dict[str, Any], effect: dict[str, Any]) -> list[str]:
    """Return the kinds of place from which an effect is activated; those of the activation of a card too."""
    if effect["kind"] == "activation":
        return ["hand", *_BACK_ROW]
    return as_list(effect.get("from", ["monster_zone"] if record["card"] == "monster" else list(_BACK_ROW)))


def _when(record: dict[str, Any], name: Fact, number: int, effect: dict[str, Any]) -> Iterator[Fact]:
    kind = effect["kind"]
    for place in working_places(record, effect) if kind != "activation" or "from" in effect else ():
        yield ("act_from", name, number, ("const", place))
    if effect.get("mandatory"):
        yield ("mandatory", name, number)
    if effect.get("turn", "any") != "any":
        yield ("act_turn", name, number, ("const", effect["turn"]))
    for phase in as_list(effect.get("phase", [])):
        yield ("act_phase", name, number, ("const", phase))
    if "on" in effect:
        yield ("timing", name, number, ("const", effect.get("timing", "if")))
        yield from _event(name, number, effect["on"])
    if "answers" in effect:
        yield from _answer(name, number, effect["answers"])
    if "by" in effect:
        yield ("act_by", name, number, ("const", effect["by"]))
    if "limit" in effect:
        for limit in as_list(effect["limit"]):
            shared = number if limit == "duel" else effect.get("limit_as", number)
            yield ("limit", name, number, ("const", limit), shared)
    if effect.get("silences"):
        yield ("silences", name, number)
    if "declares" in effect:
        yield ("declares", name, number)
    if "text" in effect:
        yield ("act_text", name, number, ("const", effect["text"]))


def lock_facts(record: dict[str, Any], name: Fact) -> Iterator[Fact]:
    """Yield what activations of a record rule out in their turn. It holds when the effect itself is over."""
    for index, effect in enumerate(record.get("effects", ())):
        for part, lock in enumerate(effect.get("locks", ()), 1):
            whole = lock if isinstance(lock, dict) else {"what": lock}
            yield from _lock(name, number_of(effect, index), part, whole)


def _lock(name: Fact, number: int, part: int, lock: dict[str, Any]) -> Iterator[Fact]:
    yield from ruled_out(name, number, part, lock)
    # What came from the Extra Deck is told on the field by how it was summoned.
    before = {key: value for key, value in lock.get("filter", {}).items() if key != "place"}
    if "extra" in as_list(lock.get("filter", {}).get("place", [])):
        before.setdefault("summoned", ["fusion", "synchro", "xyz", "link"])
    yield from filter_facts(("before", name, number, part), before)


def ruled_out(name: Fact, number: int, part: int, lock: dict[str, Any]) -> Iterator[Fact]:
    """Yield what an effect or a procedure of that number rules out for the rest of the turn."""
    label = ("lock", number, part)
    yield ("act_locks", name, number, part, ("const", lock["what"]))
    if "filter" in lock:
        yield ("narrowed", name, label)
        yield from filter_facts(("effect", name, label), lock["filter"])
    if "except" in lock:
        yield ("excepted", name, label)
        yield from filter_facts(("except", name, label), lock["except"])


def _event(name: Fact, number: int, event: dict[str, Any]) -> Iterator[Fact]:
    happened = _kind_of_event(event)
    yield ("on", name, number, ("const", happened))
    for how in as_list(event.get("summoned", [])):
        yield ("on_how", name, number, ("const", how))
    for place in as_list(event.get("sent", [])):
        yield ("on_to", name, number, ("const", place))
    for place in as_list(event.get("from", [])):
        yield ("on_from", name, number, ("const", place))
    for deed in as_list(event.get("by", [])):
        yield ("on_by", name, number, ("const", deed))
    if event.get("self"):
        yield ("on_self", name, number)
    elif happened not in ("battle_damage", "starts"):
        yield from filter_facts(("on", name, number), event.get("filter", {}), (), "own")
    if "whose" in event:
        yield ("on_whose", name, number, ("const", event["whose"]))
    if "starts" in event:
        yield ("on_starts", name, number, ("const", event["starts"]))
    if "exactly" in event:
        yield ("on_exactly", name, number, event["exactly"])
    if event.get("linked"):
        yield ("on_linked", name, number)


def _kind_of_event(event: dict[str, Any]) -> str:
    """Return what a trigger waits for, as the encodings name it."""
    kinds = ("summoned", "sent", "leaves_field", "flipped", "attack", "battle_damage", "starts")
    return {"sent": "moved"}.get(found := next(key for key in kinds if key in event), found)


def _answer(name: Fact, number: int, answer: dict[str, Any]) -> Iterator[Fact]:
    what = "activation" if "activation" in answer else "summon"
    yield ("answers", name, number, ("const", what), ("const", answer.get("by", "any")))
    for kind in as_list(answer.get(what, [])):
        yield ("answers_kind", name, number, ("const", kind))
    for place in as_list(answer.get("from", [])):
        yield ("answers_from", name, number, ("const", place))
    if "filter" in answer:
        yield ("answers_narrowed", name, number)
        yield from filter_facts(("answers", name, number), answer["filter"], (), "any")
    if "exactly" in answer:
        yield ("answers_exactly", name, number, answer["exactly"])


def _cost(name: Fact, number: int, slot: int, cost: dict[str, Any]) -> Iterator[Fact]:
    if "pay" in cost:
        yield ("pays_lp", name, number, ("const", "half") if cost["pay"] == "half" else cost["pay"])
    elif "mill" in cost:
        yield ("pays_mill", name, number, cost["mill"])
    elif "counters" in cost:
        yield ("pays_counters", name, number, ("string", cost["counters"]), cost["count"])
    else:
        where = {"discard": "hand", "detach": "under"}.get(cost.get("do", "send"), "monster_zone")
        yield from _slot(name, number, ("const", "cost"), slot, cost, (where,))
        yield ("cost_does", name, number, slot, ("const", cost.get("do", "send")))


def _slot(
    name: Fact, number: int, role: Any, slot: int, spec: dict[str, Any], usual: tuple[str, ...]
) -> Iterator[Fact]:
    """Yield the facts of a choice: ask/6 with its bounds, the places that are looked at, the filter."""
    least, most = slot_bounds(spec)
    yield ("ask", name, number, role, slot, least, ("const", "any") if most is None else most)
    where = places(spec, usual)
    # The card itself is found where it is.
    if spec.get("self") is True and "place" not in spec:
        where = []
        yield ("ask_self", name, number, role, slot)
    if where == ["under"]:
        yield ("ask_under", name, number, role, slot)
    else:
        for place in where:
            yield ("ask_place", name, number, role, slot, ("const", place))
    for index, relation in enumerate(spec.get("like", ()), 1):
        what = ("const", relation["same"])
        yield ("like", name, number, role, slot, index, ("const", relation["of"]), what, relation.get("by", 0))
    if spec.get("itself"):
        yield ("ask_itself", name, number, role, slot)
    if spec.get("event"):
        yield ("ask_event", name, number, role, slot)
    plain = {key: value for key, value in spec.items() if key != "place"}
    yield from filter_facts(("ask", name, number, role, slot), plain, (), "" if where == ["under"] else "own")


def _step(
    name: Fact, number: int, at: int, step: dict[str, Any], effect: dict[str, Any], conditions: Conditions
) -> Iterator[Fact]:
    op = step["op"]
    yield ("does", name, number, at, _op(step))
    yield ("does_join", name, number, at, ("const", step.get("join", "then") if at > 1 else "first"))
    if step.get("optional"):
        yield ("does_optional", name, number, at)
    if step.get("chooser") == "opponent":
        yield ("does_chooser", name, number, at, ("const", "opponent"))
    yield from _subjects(name, number, at, step, effect)
    yield from conditions(name, ("step", number, at), step.get("if", ()))
    for position in as_list(step.get("position", [])):
        yield ("does_position", name, number, at, ("const", position))
    if op in ("special_summon", "tokens", "fusion_summon", "ritual_summon"):
        yield ("special_summons", name, number)
        yield ("does_to", name, number, at, ("const", step.get("to", "own")))
        yield ("does_as", name, number, at, ("const", step.get("as", "special")))
    if isinstance(step.get("filter"), dict) and op not in ("owe", "fusion_summon", "ritual_summon"):
        yield ("does_filtered", name, number, at)
        yield from filter_facts(("still", name, number, at), step["filter"], (), "any")
    if op == "owe" and {"synchro", "xyz", "link"} & set(as_list(step.get("how", []))):
        yield ("special_summons", name, number)
    if "until" in step:
        side, phase = ("own", "standby") if step["until"] == "own_standby" else ("any", step["until"])
        yield ("does_until", name, number, at, ("const", phase), ("const", side))
    for deed in step.get("restrained", ()):
        yield ("does_restrain", name, number, at, ("const", deed))
    for kind in step.get("kinds", ()):
        yield ("does_kinds", name, number, at, ("const", kind))
    for flag in _FLAGS:
        if step.get(flag):
            yield ("does_flag", name, number, at, ("const", flag))
    if op in ("owe", "fusion_summon", "ritual_summon"):
        for how in as_list(step.get("how", {"fusion_summon": "fusion", "ritual_summon": "ritual"}.get(op, "xyz"))):
            yield ("owed_kind", name, number, at, ("const", how))
        if "filter" in step:
            yield ("owed_narrowed", name, number, at)
            yield from filter_facts(("owed", name, number, at), step["filter"], (), "")
        if op == "ritual_summon":
            for place in as_list(step.get("filter", {}).get("place", "hand")):
                yield ("owed_out_of", name, number, at, ("const", place))
        if "only" in step:
            yield ("owed_only", name, number, at)
            yield from filter_facts(("only", name, number, at), step["only"], (), "any")
        if "without_tributes" in step:
            yield ("owed_free", name, number, at, step["without_tributes"])
        for place in as_list(step.get("materials", ["hand", "monster_zone"])):
            yield ("owed_from", name, number, at, ("const", place))
        yield ("owed_does", name, number, at, ("const", step.get("do", "tribute" if op == "ritual_summon" else "send")))


def _op(step: dict[str, Any]) -> Any:
    op = step["op"]
    if op in ("draw", "mill"):
        count = step.get("count", 1)
        number = ("const", "each") if isinstance(count, dict) else ("const", count) if isinstance(count, str) else count
        return (op, ("const", step.get("who", "own")), number)
    if op in ("damage", "gain_lp"):
        who = step.get("who", "opponent" if op == "damage" else "own")
        amount = step["amount"]
        return (op, ("const", who), ("const", "each") if isinstance(amount, dict) else amount)
    if op == "tokens":
        return ("tokens", ("string", step["token"]), step.get("count", 1))
    if op == "value":
        if "by" in step:
            return ("value", ("const", step["aspect"]), ("by", step["by"]))
        return ("value", ("const", step["aspect"]), aspect_value(step["aspect"], step["value"]))
    if op == "counters":
        return ("counters", ("string", step["counter"]), step.get("count", 1))
    return ("const", op)


def _subjects(name: Fact, number: int, at: int, step: dict[str, Any], effect: dict[str, Any]) -> Iterator[Fact]:
    label = ("step", at)
    amount = step.get("amount", step.get("count"))
    if isinstance(amount, dict) and "of" in amount:
        yield ("does_measure", name, number, at, ("const", amount["value"]), ("const", amount["of"]))
    elif isinstance(amount, dict):
        yield ("does_each", name, number, at, amount["per"])
        yield from _slot(name, number, ("each", at), 1, amount["count"], ("monster_zone",))
    if step["op"] in ("draw", "mill", "damage", "gain_lp", "tokens", "last", "owe", "fusion_summon", "ritual_summon",
                      "negate_activation", "negate_effect", "negate_summon", "turn_up_later"):  # fmt: skip
        return
    usual = (USUAL_PLACES.get(step["op"], "monster_zone"),)
    of = step.get("of", "targets" if effect.get("targets") else "self")
    if "all" in step:
        yield ("does_to_what", name, number, at, ("const", "all"))
        yield from _slot(name, number, label, 1, {**step["all"], "min": 0}, usual)
    elif isinstance(of, dict):
        yield ("does_to_what", name, number, at, ("const", "pick"))
        for demand in ("same", "different"):
            for aspect in as_list(step.get("with", {}).get(demand, [])):
                yield ("asks_picks", name, number, at, (demand, ("const", aspect)))
        yield from _slot(name, number, label, 1, of, usual)
    else:
        yield ("does_to_what", name, number, at, ("const", of))
