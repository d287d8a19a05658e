"""What follows from a Special Summon: what is ruled out in that turn, and what becomes of the monster."""

from __future__ import annotations

from typing import Any

from ygolp.cards.summon_text.card import Card, Done, Record
from ygolp.cards.summon_text.nouns import nouns
from ygolp.cards.summon_text.words import Words

_OWN = "What its Special Summon in this way makes of its own ATK, DEF, Level, name or attacks."


def read_rider(w: Words, locks: list[Any], notes: list[str]) -> bool:
    """Read what a procedure says of the time after it: `, but you cannot Special Summon for the rest of this turn`."""
    if w.eat("as a level") and w.number() is not None and w.eat("monster"):
        notes.append(_OWN)
        return w.over
    if not (w.eat(", but") or w.eat(", and if you do ,?") or w.eat(", and") or w.eat("and if you do ,?")):
        return False
    return _afterwards(w, locks, notes)


def _afterwards(w: Words, locks: list[Any], notes: list[str]) -> bool:
    """Read what is ruled out for the rest of the turn, or becomes of the monster."""
    if w.eat("you cannot normal summon / set for the rest of this turn") or w.eat(
        "you cannot normal summon / set monsters for the rest of this turn"
    ):
        locks.append("normal_summon_after")
        return True
    if w.eat("banish it|this") and w.eat("card? when it leaves the field"):
        notes.append("It is banished when it leaves the field, if it was Summoned in this way.")
        return True
    if w.eat("you cannot special summon"):
        return _no_more(w, locks)
    # What becomes of the monster itself is no question of how it is Summoned.
    for start in ("its original atk|def|level", "its atk|def|level|name", "this card gains|loses", "it gains|loses",
                  "it can|cannot attack", "this card 's name becomes"):  # fmt: skip
        if w.sees(start) and _of_the_monster(w):
            notes.append(_OWN)
            return True
    return False


def _no_more(w: Words, locks: list[Any]) -> bool:
    """Read `you cannot Special Summon [monsters from your hand] for the rest of this turn[, except "X" monsters]`."""
    spec: Record = {}
    if not w.sees("for|,|other"):
        found = nouns(w)
        if found is None or found.together or found.including or (found.placed and found.places != ["hand"]):
            return False
        spec = {key: value for key, value in found.spec.items() if key not in ("side", "card")}
    if not (w.eat("for the rest of this turn") or w.eat("other monsters for the rest of this turn")):
        return False
    lock: Record = {"what": "special_summon"}
    if spec:
        lock["filter"] = spec
    if w.eat(", except"):
        found = nouns(w)
        if found is None or found.placed or found.together or found.including:
            return False
        lock["except"] = {key: value for key, value in found.spec.items() if key != "card"}
    locks.append(lock)
    return True


def summoned_this_way(w: Words, card: Card) -> Done | None:
    """Read `If Summoned this way, ...` behind a procedure."""
    if not w.eat("if special? summoned this way ,") or len(card.procedures) != 1:
        return None
    locks: list[Any] = []
    notes: list[str] = []
    if not _afterwards(w, locks, notes):
        return None

    def done() -> str:
        card.locks += locks
        card.notes += [note for note in notes if note not in card.notes]
        return "What follows from its Special Summon in this way."

    return done


# The words of which what becomes of the monster itself is made.
_ITS_OWN = {
    "its", "original", "atk", "def", "level", "becomes", "become", "is", "are", "halved", "and", "this", "card", "'s",
    "name", "gains", "loses", "equal", "to", "the", "tributed", "it", "can", "cannot", "attack", "directly", "turn",
    "/", "combined", "of", "monster", "monsters", "summoned", "for", "each", "sent", "gy", "you", "until", "end", ",",
    "a", "that", "banished",
}  # fmt: skip


def _of_the_monster(w: Words) -> bool:
    """Go over the rest of a sentence that speaks of the monster's own values, name and attacks."""
    at = w.at
    while not w.over:
        token = w.peek()
        if token.kind not in ("number", "name") and token.text not in _ITS_OWN:
            w.at = at
            return False
        w.at += 1
    return True


def turn_lock(w: Words, card: Card) -> Done | None:
    """Read `You cannot Normal Summon/Set the turn you Special Summon this card`."""
    if not w.eat("you cannot normal summon / set") or not w.eat("the turn you special summon this card"):
        return None
    w.eat("this way")

    def done() -> str:
        card.locks.append("normal_summon")
        return "Its player cannot Normal Summon or Set in the turn of its Special Summon."

    return done
