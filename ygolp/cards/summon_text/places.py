"""Where a Special Summon brings the monster from and to: places, battle position, zones."""

from __future__ import annotations

from ygolp.cards.summon_text.card import Record
from ygolp.cards.summon_text.nouns import noun
from ygolp.cards.summon_text.words import Words

_PILES = {"hand": "hand", "gy": "gy", "deck": "deck", "extra_deck": "extra"}


def _from(w: Words) -> list[str] | None:
    """Read `(from your hand or GY)`, with or without brackets."""
    if w.eat("from your"):
        closing = False
    elif w.eat("( from your"):
        closing = True
    else:
        return None
    places = []
    while True:
        w.eat("face-up")
        place = _PILES.get(w.word())
        if place is None:
            return None
        places.append(place)
        w.at += 1
        if not (w.eat(", or your?") or w.eat("or your?") or w.eat("and/or your?") or (w.word() == "," and w.word(1) in (
                "hand", "gy", "deck", "extra_deck") and w.eat(","))):  # fmt: skip
            break
    if closing and not w.eat(")"):
        return None
    return places


def _position(w: Words) -> list[str] | None:
    if w.eat("in face-up? attack position"):
        return ["atk"]
    if w.eat("in face-up? defense position"):
        return ["def"]
    if w.eat("in face-down defense position"):
        return ["fd_def"]
    return None


def _zone(w: Words) -> Record | None:
    """Read where the monster appears: whose field, which zones."""
    if w.eat("to your opponent's field"):
        return {"to": "opponent"}
    if w.eat("to either field") or w.eat("to either player's field"):
        return {"to": "any"}
    if w.eat("to your field") or w.eat("on your field"):
        return {}
    if w.eat("to your center main monster_zone"):
        return {"zone": {"center": True}}
    if w.eat("in that column") or w.eat("to your zone in that column"):
        return {"zone": {"that_column": True}}
    if w.eat("to your zone|zones") or w.eat("to your main monster_zone|zones") or w.eat("to a zone"):
        w.eat("that")
        if w.eat(", adjacent to"):
            found = noun(w)
            if found is None or not found.placed or found.spec.get("side") != "own" or not w.eat("or in its column"):
                return None
            return {"zone": {"beside": _filter(found.spec)}}
        found = noun(w)
        if found is None or found.placed or not w.eat("points|point to"):
            return None
        return {"zone": {"linked": _filter(found.spec)}}
    return None


def _filter(spec: Record) -> Record:
    return {key: value for key, value in spec.items() if key not in ("card", "place", "side")}


def read_way(w: Words, starts: list[str]) -> Record | None:
    """Read what stands behind "this card": places, position, zone; `from` is the hand where nothing is said."""
    way: Record = {"from": starts}
    places = _from(w)
    if places is not None:
        way["from"] = places
    while True:
        w_at = w.at
        position = _position(w)
        if position is not None:
            if "position" in way:
                return None
            way["position"] = position
            continue
        zone = _zone(w)
        if zone is not None:
            if set(zone) & set(way):
                return None
            way |= zone
            continue
        places = _from(w) if places is None else None
        if places is not None:
            way["from"] = places
            continue
        w.at = w_at
        return way
