"""Sentences about Special Summons by a procedure of its own: `If ..., you can Special Summon this card by ...`."""

from __future__ import annotations

from typing import Any

from ygolp.cards.summon_text.afterwards import read_rider
from ygolp.cards.summon_text.card import Card, Done, Record
from ygolp.cards.summon_text.conditions import Condition, conditions
from ygolp.cards.summon_text.costs import Cost, cost
from ygolp.cards.summon_text.nouns import MONSTER_KINDS, RACES
from ygolp.cards.summon_text.places import read_way
from ygolp.cards.summon_text.words import Words


def special_summon(w: Words, card: Card) -> Done | None:
    """Read `[If ...,] you can Special Summon this card (from your hand) [by ...]`."""
    ifs: list[Condition] = []
    if w.eat("if") or w.eat("while"):
        found = conditions(w)
        if found is None or not w.eat(","):
            return None
        ifs = found
    if w.eat("this card|monster can be special summoned"):
        pass
    elif not (w.eat("you can special summon this card|monster")):
        return _old(w, card) if not ifs else None
    return _procedure(w, card, ifs, "")


def _old(w: Words, card: Card) -> Done | None:
    """Read `You can Tribute 1 "X" to Special Summon this card from your hand`, `You can discard ..., then ...`.

    What was written so and works from the hand alone is a procedure; from the GY it may be an effect, and is left.
    """
    if not w.eat("you can"):
        return None
    paid = cost(w)
    if paid is None:
        return None
    then = w.eat(", then special summon this card")
    if not then and not w.eat("to special summon this card|monster"):
        return None
    way = read_way(w, ["hand"])
    if way is None or (way["from"] != ["hand"] and not then):
        return None
    ifs: list[Condition] = list(paid.conditions)
    if w.eat("when|while|if"):
        more = conditions(w)
        if more is None:
            return None
        ifs += more
    if then:
        # What is discarded before may be the card itself (Machina Fortress).
        paid = paid._replace(slots=[{**slot, "itself": True} for slot in paid.slots])
    ways = _ways(way, ifs, paid)
    if ways is None:
        return None

    def done() -> str:
        card.procedures.extend(ways)
        return _meaning(ways)

    return done


def must_be_special(w: Words, card: Card) -> Done | None:
    """Read `Must [first] be Special Summoned (from your hand) by ...`, `... with "X"`, `... by card effect`."""
    w.eat("this card|monster")
    kind = ""
    if w.eat("must first be special summoned") or w.eat("must be first special summoned"):
        kind = "semi_nomi"
    elif w.eat("must be special summoned") or w.eat("can only be special summoned"):
        kind = "nomi"
    elif w.eat("cannot be special summoned ,? except"):
        kind = "nomi" if card.no_normal else ""
        if not kind:
            return None
    if not kind:
        return None
    before = w.at
    named = _named_way(w)
    if named is not None:
        if w.eat(",? and cannot be special summoned by other ways"):
            kind = "nomi"
        if not w.over:
            w.at = before
            return None
        made = "by_effect" if named == "effect" else kind

        def done() -> str | None:
            if card.kind and card.kind != made:
                return None
            card.kind = made
            how = {"effect": "by a card effect", "own": "by its own effect"}.get(named, f"with {named}")
            return f"It must be Special Summoned {how}."

        return done
    w.at = before
    return _procedure(w, card, [], kind)


_OF_SOURCES = ("monster", "spell", "trap", "card", "'s", "spell/trap", "spells/traps")


def _named_way(w: Words) -> str | None:
    """Read what else Special Summons it: `by card effect`, `with "X"`, `by its own effect`, `by the effect of "X"`."""
    if w.eat("by|with a? card effect") or w.eat("by|with the effect of a card") or w.eat("by card effects"):
        return "effect"
    if any(w.eat(f"by|with {whose} effect") for whose in ("its own", "the following", "this card 's own?")):
        return "own"
    if not w.eat("by|with"):
        return None
    w.eat("the effect of") or w.eat("an? effect of") or w.eat("effects of")
    w.eat("a") or w.eat("the") or w.eat("any")
    names = []
    while w.peek().kind == "name":
        names.append(w.quoted() or "")
        if not (w.eat(", or") or w.eat("or a?") or (w.word() == "," and w.peek(1).kind == "name" and w.eat(","))):
            break
    kinds = []
    while w.word() in _OF_SOURCES or w.word() in RACES or w.word() in MONSTER_KINDS:
        kinds.append(w.word())
        w.at += 1
    if not names and not kinds:
        return None
    w.eat("effect")
    if w.eat("( or by its own effect )"):
        names.append("its own effect")
    w.eat("in your possession")
    return " or ".join(f'"{name}"' if name != "its own effect" else name for name in names) or f"a {' '.join(kinds)}"


def _procedure(w: Words, card: Card, ifs: list[Condition], kind: str) -> Done | None:
    """Read a procedure from behind "this card" or "Special Summoned" on."""
    way = read_way(w, ["hand"])
    if way is None:
        return None
    paid: Cost | None = None
    ifs = list(ifs)
    notes: list[str] = []
    w.eat(",") if w.sees(", by") else None
    if w.eat("by"):
        paid = _paid(w)
        if paid is None:
            return None
        ifs += paid.conditions
        notes += paid.notes
    while w.eat(",? while") or w.eat(",? if"):
        more = conditions(w)
        if more is None:
            return None
        ifs += more
    no_other = w.eat(",? and cannot be special summoned by|in other ways")
    locks: list[Any] = []
    if not w.over:
        rider = read_rider(w, locks, notes)
        if not rider:
            return None
    ways = _ways(way, ifs, paid)
    if ways is None:
        return None

    def done() -> str | None:
        if kind:
            if card.kind and card.kind != kind:
                return None
            card.kind = "nomi" if no_other else kind
        elif no_other:
            return None
        for each in ways:
            if locks:
                each["locks"] = list(locks)
            card.procedures.append(each)
        card.notes += [note for note in notes if note not in card.notes]
        return _meaning(ways)

    return done


def _paid(w: Words) -> Cost | None:
    """Read a cost, or two of them ("by sending ... to the GY and banishing ...")."""
    first = cost(w)
    if first is None:
        return None
    before = w.at
    if w.eat(", and") or w.eat("and"):
        second = cost(w)
        if second is None:
            w.at = before
            return first
        if first.together or second.together or (first.pay and second.pay):
            return None
        if first.instead or second.instead:
            return None
        return Cost(first.slots + second.slots, {}, first.conditions + second.conditions, first.pay + second.pay, (),
                    first.notes + second.notes)  # fmt: skip
    return first


def _ways(way: Record, ifs: list[Condition], paid: Cost | None) -> list[Record] | None:
    """Return the procedures: one, or one for each field where both are allowed."""
    columns = [condition["column"] for condition in ifs if "column" in condition]
    ifs = [condition for condition in ifs if "column" not in condition]
    zone = way.get("zone", {})
    if zone.get("that_column"):
        if len(columns) != 1:
            return None
        way = {**way, "zone": {"column": columns[0]}}
    elif columns:
        return None
    way = dict(way)
    if ifs:
        way["if"] = ifs
    if paid is not None:
        slots = [dict(slot) for slot in paid.slots]
        for slot in slots:
            there = slot.get("place", "monster_zone")
            if not slot.pop("itself", False) and set([there] if isinstance(there, str) else there) & set(way["from"]):
                slot["self"] = False
        if slots:
            way["by"] = slots
        if paid.together:
            way["with"] = paid.together
        if paid.pay:
            way["pay"] = paid.pay
    if paid is not None and paid.instead:
        others = _ways({**way, "from": way["from"]}, ifs, paid.instead[0]) if "by" in way else None
        first = _ways({key: value for key, value in way.items() if key != "if"}, ifs, paid._replace(instead=()))
        return None if others is None or first is None else [*first, *others]
    there = [slot for slot in way.get("by", ()) if slot.get("side") == "that"]
    if way.get("to") == "any":
        way.pop("to")
        return [_on_side(way, "own"), {**_on_side(way, "opponent"), "to": "opponent"}]
    return None if there else [way]


def _on_side(way: Record, side: str) -> Record:
    """Return a procedure to one of two fields; "from that field" is that one."""
    slots = []
    for slot in way.get("by", ()):
        slot = {**slot, "side": side} if slot.get("side") == "that" else dict(slot)
        if slot.get("side") == "own":
            del slot["side"]
        slots.append(slot)
    return {**way, "by": slots} if slots else dict(way)


def _meaning(ways: list[Record]) -> str:
    from ygolp.cards.sheet.summoning import procedure_sentence

    return " ".join(procedure_sentence(way) for way in ways)
