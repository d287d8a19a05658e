"""Sentences about ways that are no procedure of its own: Ritual Summons and the like, Sets as a Spell."""

from __future__ import annotations

from ygolp.cards.summon_text.card import Card, Done
from ygolp.cards.summon_text.words import Words


def ritual_summon(w: Words, card: Card) -> Done | None:
    """Read `You can Ritual Summon this card with "X"`: the Ritual Spell says how."""
    if not w.eat("you can ritual summon this card with") and not w.eat("this card can be ritual summoned with"):
        return None
    w.eat("a") or w.eat("any")
    if w.eat("ritual spell|spells"):
        return lambda: "It is Ritual Summoned by the effect of a Ritual Spell."
    names = []
    while w.peek().kind == "name":
        names.append(w.quoted())
        if not (w.eat(", or") or w.eat("or a?")):
            break
    if not names:
        return None
    w.eat("ritual? spell|card|spells")
    return lambda: "It is Ritual Summoned by the effect of such a card."


def must_be_of_kind(w: Words, card: Card) -> Done | None:
    """Read `Must [first] be Ritual Summoned`, and the like of other kinds."""
    w.eat("this card|monster")
    if w.eat("must first be"):
        kind = "semi_nomi"
    elif w.eat("must be") or w.eat("can only be"):
        kind = "nomi"
    else:
        return None
    how = w.word()
    if how not in ("ritual", "fusion", "synchro", "xyz", "link") or w.word(1) != "summoned":
        return None
    w.at += 2
    w.eat(",? and cannot be special summoned by other ways")

    def done() -> str | None:
        if card.kind and card.kind != kind:
            return None
        card.kind = kind
        return f"It must {'first ' if kind == 'semi_nomi' else ''}be {how.capitalize()} Summoned."

    return done


def set_as_spell(w: Words, card: Card) -> Done | None:
    """Read `You can Set this card from your hand to your Spell & Trap Zone as a Spell`: no monster is Set by that."""
    if not w.eat("you can set this card from your hand to your back_row as a spell"):
        return None

    def done() -> str:
        card.notes.append("It can be Set from the hand to the Spell & Trap Zone as a Spell.")
        return "It can be Set as a Spell."

    return done
