"""The words before and with the head of a noun: Attributes, Types, kinds, names, Levels, and `monster` or `Spell`."""

from __future__ import annotations

from typing import Any

from ygolp.cards.summon_text.nouns.model import Filter
from ygolp.cards.summon_text.words import Words

ATTRIBUTES = ("dark", "divine", "earth", "fire", "light", "water", "wind")
RACES = {
    name.casefold().replace(" ", "_"): name
    for name in (
        "Aqua", "Beast", "Beast-Warrior", "Creator God", "Cyberse", "Dinosaur", "Divine-Beast", "Dragon", "Fairy",
        "Fiend", "Fish", "Illusion", "Insect", "Machine", "Plant", "Psychic", "Pyro", "Reptile", "Rock", "Sea Serpent",
        "Spellcaster", "Thunder", "Warrior", "Winged Beast", "Wyrm", "Zombie",
    )
}  # fmt: skip
MONSTER_KINDS = (
    "normal", "effect", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "tuner", "flip", "toon", "spirit",
    "union", "gemini",
)  # fmt: skip
SPELL_KINDS = {kind: kind.replace("-", "_") for kind in ("continuous", "field", "equip", "quick-play", "counter")}
HEADS: dict[str, tuple[str, ...]] = {
    "monster": ("monster",), "monsters": ("monster",), "spell": ("spell",), "spells": ("spell",), "trap": ("trap",),
    "traps": ("trap",), "spell/trap": ("spell", "trap"), "spells/traps": ("spell", "trap"), "card": (), "cards": (),
}  # fmt: skip
_HOW = ("normal", "special", "tribute", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "flip")


def described(w: Words, spec: Filter) -> tuple[bool, bool] | None:
    """Read adjectives and the head into a filter; return whether there was a head, and whether it is a name."""
    kinds: list[str] = []
    seen = False
    while True:
        if w.eat("face-up") or w.eat("face - up"):
            spec["face"] = "up"
        elif w.eat("face-down"):
            spec["face"] = "down"
        elif w.eat("attack position"):
            spec["position"] = "atk"
        elif w.eat("defense position"):
            spec["position"] = "def"
        elif _level_follows(w):
            if not _level(w, spec):
                return None
        elif w.word() in _HOW and w.word(1) == "summoned":
            spec["summoned"] = w.word()
            w.at += 2
        elif w.word(1) in ("and/or", "or") and _mixed(w.word(), w.word(2)):
            # "Warrior and/or DARK": a race or an attribute.
            if "any" in spec or "race" in spec or "attribute" in spec:
                return None
            two = (w.word(), w.word(2))
            spec["any"] = [{"attribute": each.upper()} if each in ATTRIBUTES else {"race": RACES[each]} for each in two]
            w.at += 3
        elif w.word() in ATTRIBUTES:
            values = _list(w, ATTRIBUTES)
            if values is None or "attribute" in spec:
                return None
            spec["attribute"] = single([value.upper() for value in values])
        elif w.word() in RACES:
            values = _list(w, tuple(RACES))
            if values is None or "race" in spec:
                return None
            spec["race"] = single([RACES[value] for value in values])
        elif w.word() in ("non-tuner", "non-tuners"):
            spec.setdefault("not_type", []).append("tuner")
            kinds.append("non-tuner")
            w.at += 1
        elif w.eat("non-token"):
            spec["token"] = False
        elif w.eat("non-effect"):
            spec.setdefault("not_type", []).append("effect")
        elif w.word() in ("tuner", "tuners"):
            spec.setdefault("type", []).append("tuner")
            kinds.append("tuner")
            w.at += 1
        elif w.word() in MONSTER_KINDS:
            values = _list(w, MONSTER_KINDS)
            if values is None:
                return None
            if len(values) > 1:
                if "type" in spec:
                    return None
                spec["type"] = list(values)
                kinds.append("union")
            else:
                if "union" in kinds:
                    return None
                spec.setdefault("type", []).append(values[0])
                kinds.append("kind")
        elif w.word() in SPELL_KINDS:
            values = _list(w, tuple(SPELL_KINDS))
            if values is None:
                return None
            spec["type"] = [SPELL_KINDS[value] for value in values]
            kinds.append("union")
        elif w.peek().kind == "name":
            taken = _names(w, spec)
            if taken is None:
                return None
            if taken == "name":
                return True, True
        else:
            break
        seen = True
    types = spec.get("type")
    if types and len(types) > 1 and "union" not in kinds:
        # "Dragon Synchro Tuner": all of them, as a list would say one of them.
        spec["type"] = types[0]
        spec["any"] = [{"type": types[1]}]
        if len(types) > 2:
            return None
    elif types:
        spec["type"] = single(types)
    head = w.word()
    if head in HEADS:
        if head in ("cards", "card") and w.word(1) == "effect":
            return None
        w.at += 1
        if HEADS[head]:
            spec["card"] = single(list(HEADS[head]))
        return True, False
    if w.eat("token|tokens"):
        spec |= {"card": "monster", "token": True}
        return True, False
    if "tuner" in kinds or "non-tuner" in kinds:
        spec["card"] = "monster"
        return True, False
    return (False, False) if seen else (False, False) if w.sees("you|your|in|from|on") else None


def _mixed(first: str, second: str) -> bool:
    """Return whether one of two words is a race, the other an attribute."""
    return (first in RACES and second in ATTRIBUTES) or (first in ATTRIBUTES and second in RACES)


def single(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values


def _list(w: Words, known: tuple[str, ...]) -> list[str] | None:
    """Read `A`, `A or B`, `A, B, or C`, `A and/or B` of one kind of word."""
    values = [w.word()]
    w.at += 1
    while True:
        if w.word() in ("or", "and/or", "/") and w.word(1) in known:
            values.append(w.word(1))
            w.at += 2
            return values if w.word() not in ("or", "and/or") or w.word(1) not in known else None
        if w.word() == "," and w.word(1) in ("or", "and/or") and w.word(2) in known:
            values.append(w.word(2))
            w.at += 3
            return values
        if w.word() == "," and w.word(1) in known and _list_goes_on(w, known):
            values.append(w.word(1))
            w.at += 2
            continue
        return values if len(values) == 1 else None


def _list_goes_on(w: Words, known: tuple[str, ...]) -> bool:
    """Return whether a comma stands within a list that ends with "or"."""
    ahead = 0
    while w.word(ahead) == "," and w.word(ahead + 1) in known:
        ahead += 2
    return (w.word(ahead) == "," and w.word(ahead + 1) in ("or", "and/or")) or w.word(ahead) in ("or", "and/or")


def _names(w: Words, spec: Filter) -> str | None:
    """Read quoted names: archetypes if a head follows ("archetype"), else names of cards ("name")."""
    found = [w.quoted()]
    before = w.at
    while True:
        if (w.eat(", or") or w.eat("or a?") or w.eat("and/or") or w.eat(", and/or")) and w.peek().kind == "name":
            found.append(w.quoted())
            before = w.at
            break
        w.at = before
        if w.word() == "," and w.peek(1).kind == "name" and _names_end_with_or(w):
            w.at += 1
            found.append(w.quoted())
            before = w.at
            continue
        break
    w.at = before
    names = [name for name in found if name]
    if len(names) != len(found):
        return None
    # "A" monster: an archetype. A description between them ("Noble Arms" Equip Spell) counts as well.
    if _head_follows(w):
        if "archetype" in spec:
            return None
        spec["archetype"] = single(names)
        return "archetype"
    spec["name"] = single(names)
    return "name"


def _names_end_with_or(w: Words) -> bool:
    ahead = 0
    while w.word(ahead) == "," and w.peek(ahead + 1).kind == "name":
        ahead += 2
    return (w.word(ahead) == "," and w.word(ahead + 1) in ("or", "and/or")) or w.word(ahead) in ("or", "and/or")


def _head_follows(w: Words) -> bool:
    ahead = 0
    describing = {*ATTRIBUTES, *RACES, *MONSTER_KINDS, *SPELL_KINDS, "non-tuner", "/", "or"}
    while w.word(ahead) in describing and ahead < 8:
        ahead += 1
    if ahead and w.word(ahead - 1) == "or":
        return False
    return w.word(ahead) in HEADS or w.word(ahead) in ("tuner", "tuners", "token", "tokens") or (
        ahead > 0 and w.word(ahead - 1) in ("tuner",))


def _level_follows(w: Words) -> bool:
    return (
        w.word() in ("level", "rank")
        or w.word().startswith("link-")
        or (w.word() == "link" and (w.peek(1).kind == "number" or w.word(1) == "/"))
    )


def _level(w: Words, spec: Filter) -> bool:
    """Read `Level 4`, `Level 5 or higher`, `Level 3 or 5`, `Level/Rank 2`, `Link-1`."""
    if w.word().startswith("link-"):
        rating = w.word().removeprefix("link-")
        if not rating.isdecimal() or len(rating) > 2:
            return False
        w.at += 1
        spec["link"] = bound(w, int(rating))
        return True
    aspects = [w.word()]
    w.at += 1
    while w.eat("/") or w.eat("or"):
        if w.word() not in ("rank", "link", "level"):
            return False
        aspects.append(w.word())
        w.at += 1
    number = w.number()
    if number is None:
        return False
    value = bound(w, number)
    if not isinstance(value, dict):
        numbers = [number]
        while (w.sees("or") or w.sees(",")) and w.peek(1).kind == "number" and w.word(2) != "or":
            w.at += 1
            numbers.append(w.number() or 0)
        value = single(numbers)
    if len(aspects) == 1:
        spec[aspects[0]] = value
    elif "any" in spec:
        return False
    else:
        spec["any"] = [{aspect: value} for aspect in aspects]
    return True


def bound(w: Words, number: int) -> Any:
    if w.eat("or higher|more|above"):
        return {"min": number}
    if w.eat("or lower|less|below"):
        return {"max": number}
    return number
