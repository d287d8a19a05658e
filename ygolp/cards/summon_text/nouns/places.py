"""Where the cards of a noun are, and whose: `you control`, `on the field`, `from your hand or GY`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ygolp.cards.summon_text.nouns.model import Noun
from ygolp.cards.summon_text.words import Words

_PLACES = {
    "hand": "hand", "hands": "hand", "gy": "gy", "gys": "gy", "deck": "deck", "extra_deck": "extra", "field": "field",
    "field_zone": "field_zone", "monster_zone": "monster_zone", "back_row": "spell_zone",
}  # fmt: skip


def _placed(result: Noun, place: Any, side: str, face: str | None = None) -> Noun | None:
    if result.placed:
        return None
    spec = dict(result.spec)
    spec["place"], spec["side"] = place, side
    if face:
        if spec.get("face", face) != face:
            return None
        spec["face"] = face
    return replace(result, spec=spec, placed=True)


def read_controlled(w: Words, result: Noun) -> Noun | None:
    side = None
    if w.eat("you control"):
        side = "own"
    elif w.eat("your opponent controls") or w.eat("they control") or w.eat("the opponent controls"):
        side = "opponent"
    if side is None or w.sees("equipped"):
        return None
    if w.eat("in your|their back_row|zones") or w.eat("in your|their back_row"):
        return _placed(result, "spell_zone", side)
    if w.eat("in your|their monster_zone"):
        return _placed(result, "monster_zone", side)
    if w.eat("in your|their|the main monster_zone"):
        return _placed(result, "main_monster_zone", side)
    if w.eat("in your|their|the|a extra monster_zone"):
        return _placed(result, "extra_monster_zone", side)
    if w.eat("and in your|their gy"):
        return _placed(result, ["field", "gy"], side)
    return None if w.sees("in") else _placed(result, "field", side)


def read_place(w: Words, result: Noun) -> Noun | None:
    """Read `on the field`, `in your GY`, `from your hand, field, or GY`, `from your GY and/or face-up field`."""
    if w.eat("from anywhere on the field") or w.eat("on the field"):
        return _placed(result, "field", "any")
    if w.eat("on either player's field") or w.eat("on either field") or w.eat("on either player ' s field"):
        return _placed(result, "field", "any")
    if w.eat("in the|a|either extra monster_zone"):
        return _placed(result, "extra_monster_zone", "any")
    if w.eat("in your main monster_zone"):
        return _placed(result, "main_monster_zone", "own")
    if w.eat("from that field"):
        return _placed(result, "field", "that")
    prep = w.word()
    if prep not in ("in", "from", "on"):
        return None
    w.at += 1
    whose = None
    if w.eat("your opponent's") or w.eat("their"):
        whose = "opponent"
    elif w.eat("your"):
        whose = "own"
    elif w.eat("either player's?") or w.eat("either") or w.eat("both") or w.eat("a") or w.eat("any"):
        whose = "any"
    elif w.eat("the"):
        whose = "own" if w.sees("hand") else "any"
    if whose is None:
        return None
    places: list[str] = []
    faced = False
    while True:
        if w.eat("face-up"):
            faced = True
            if w.word() not in ("field", "extra_deck"):
                return None
            if w.word() == "extra_deck":
                return None
        if w.eat("monster_zone"):
            places.append("monster_zone")
        elif w.word() in _PLACES:
            places.append(_PLACES[w.word()])
            w.at += 1
        else:
            return None
        before = w.at
        if w.eat("and/or face-up from your field"):
            places.append("field")
            faced = True
            break
        if w.eat(", or") or w.eat(", and/or") or w.eat("and/or") or w.eat("or") or w.eat(","):
            w.eat("your")
            if w.word() in _PLACES or (w.word() == "face-up" and w.word(1) == "field"):
                continue
        w.at = before
        break
    if faced and len(places) > 1:
        # Face-up where there is a face: off the field none is asked for.
        spec = dict(result.spec)
        if result.placed or "not" in spec:
            return None
        spec["not"] = {"place": "field", "face": "down"}
        result = replace(result, spec=spec)
        return _placed(result, places, whose)
    return _placed(result, places[0] if len(places) == 1 else places, whose, "up" if faced else None)
