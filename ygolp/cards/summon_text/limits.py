"""Sentences about what cannot be: Summons that are ruled out, and how often it can be Summoned or controlled."""

from __future__ import annotations

from ygolp.cards.summon_text.card import Card, Done
from ygolp.cards.summon_text.nouns import noun, nouns
from ygolp.cards.summon_text.words import Words


def no_normal(w: Words, card: Card) -> Done | None:
    if not (w.eat("this card|monster cannot be normal summoned / set") or w.eat("cannot be normal summoned / set")):
        return None

    def done() -> str:
        card.no_normal = True
        return "It cannot be Normal Summoned or Set."

    return done


def no_pendulum(w: Words, card: Card) -> Done | None:
    w.eat("this card")
    if not w.eat("cannot be pendulum summoned"):
        return None
    return lambda: "It cannot be Pendulum Summoned." if card.add("pendulum_summon", False) else None


def no_special(w: Words, card: Card) -> Done | None:
    """Read `Cannot be Special Summoned [from the Deck]`."""
    if not (w.eat("this card|monster cannot be special summoned") or w.eat("cannot be special summoned")):
        return None
    if w.over:
        return lambda: "It cannot be Special Summoned." if card.add("special_summon", False) else None
    if w.eat("by|in other ways") and not card.no_normal and card.procedures:
        only = {"name": card.name}
        told = "No effect of another card can Special Summon it."
        return lambda: told if card.add("special_summon_only_by", only) else None
    if w.eat("from the|your"):
        places = []
        while w.word() in ("gy", "deck", "extra_deck", "hand"):
            places.append({"gy": "gy", "deck": "deck", "extra_deck": "extra", "hand": "hand"}[w.word()])
            w.at += 1
            if not (w.eat(", or") or w.eat("or") or w.eat(",")):
                break
        if not places:
            return None
        told = "It cannot be Special Summoned from there."
        return lambda: told if card.add("special_summon_not_from", places) else None
    if w.eat(",? except by|with"):
        w.eat("the effect of") or w.eat("an effect of") or w.eat("an")
        found = nouns(w)
        w.eat("'s effect") or w.eat("effect")
        if found is None or found.placed or found.together or not w.over or card.no_normal:
            return None
        spec = dict(found.spec)
        told = "Only the effects of such cards can Special Summon it."
        return lambda: told if card.add("special_summon_only_by", spec) else None
    return None


def once_per_turn(w: Words, card: Card) -> Done | None:
    """Read `You can only Special Summon "X" once per turn [this way]`."""
    if not w.eat("you can only special summon"):
        return None
    if not w.eat("this card"):
        quoted = w.quoted()
        if quoted is None or not _is_self(quoted, card.name):
            return None
    if not w.eat("once per turn"):
        return None
    this_way = w.eat("this way") or w.eat("in this way") or w.eat("by this way")

    def done() -> str | None:
        if this_way:
            card.this_way = True
            return "This way can be used once per turn."
        card.add("special_summon_once", True)
        return "Monsters of its name can be Special Summoned once per turn."

    return done


def _is_self(quoted: str, name: str) -> bool:
    """Return whether a name in a text is the card's own; "X(s)" stands for one or more."""
    return not name or quoted.casefold().removesuffix("(s)") in (name.casefold(), name.casefold() + "s")


def control_limit(w: Words, card: Card) -> Done | None:
    """Read `You can only control 1 "X" [monster]`."""
    if not w.eat("you can only control") and not w.eat("you can control only"):
        return None
    found = noun(w)
    if found is None or found.placed or found.together or found.including or found.high is None or found.every:
        return None
    spec = {key: value for key, value in found.spec.items() if key != "card"}
    limit = {"filter": {**spec, "face": "up", "place": "monster_zone"}, "max": found.low}
    return lambda: "Its controller can have only so many." if card.add("control_limit", limit) else None
