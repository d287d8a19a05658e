"""Cards as card texts speak of them: `3 face-up "Blackwing" monsters with different names in your GY`.

A noun becomes a filter of the record vocabulary (ygolp/cards/README.md) with a number. `None` means: not understood.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ygolp.cards.summon_text.words import Words

Filter = dict[str, Any]

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
_HEADS: dict[str, tuple[str, ...]] = {
    "monster": ("monster",), "monsters": ("monster",), "spell": ("spell",), "spells": ("spell",), "trap": ("trap",),
    "traps": ("trap",), "spell/trap": ("spell", "trap"), "spells/traps": ("spell", "trap"), "card": (), "cards": (),
}  # fmt: skip
_HOW = ("normal", "special", "tribute", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "flip")
_PLACES = {
    "hand": "hand", "hands": "hand", "gy": "gy", "gys": "gy", "deck": "deck", "extra_deck": "extra", "field": "field",
    "field_zone": "field_zone", "monster_zone": "monster_zone", "back_row": "spell_zone",
}  # fmt: skip
# What is asked of monsters alone.
OF_MONSTERS = {
    "level", "rank", "link", "race", "attribute", "atk", "def", "original_atk", "original_def", "summoned", "position",
    "token", "not_type", "summoned_from", "normal_summon", "mentions",
}  # fmt: skip


@dataclass(frozen=True)
class Noun:
    """A filter with a number (`high` None: any number above), and what the cards must have in common."""

    spec: Filter
    low: int = 1
    high: int | None = 1
    every: bool = False  # "all monsters ..."
    exact: bool = False  # "exactly 3"
    instead: bool = field(default=False, kw_only=True)  # another choice than the noun before it
    head: bool = False  # a head such as "monster" was there
    placed: bool = False  # a place or player was there
    named: bool = False  # asked for by names
    together: Filter = field(default_factory=dict)
    including: tuple[Noun, ...] = ()
    parts: tuple[Noun, ...] = ()

    @property
    def places(self) -> list[str]:
        place = self.spec.get("place", [])
        return [place] if isinstance(place, str) else list(place)

    def plain(self) -> bool:
        """Return whether nothing is asked of a card but where it is."""
        return not set(self.spec) - {"place", "side", "face", "self", "card"}


def nouns(w: Words) -> Noun | None:
    """Read a noun, or several with "or" between them: one of these."""
    first = noun(w)
    if first is None:
        return None
    choices = [first]
    while True:
        before = w.at
        listed = len(choices) == 1 and w.sees(", a") and _or_follows(w)
        if not (w.eat(", or") or w.eat("or") or (listed and w.eat(","))):
            break
        if w.word() in ("if", "you", "your", "all", "the", "no", "only"):
            w.at = before
            break
        other = noun(w)
        if other is None or (other.low, other.high) != (first.low, first.high):
            w.at = before
            break
        choices.append(other)
    return one_of(choices)


def _or_follows(w: Words) -> bool:
    for ahead in range(1, 16):
        if w.word(ahead) in ("or",):
            return True
        if w.word(ahead) in ("you", "", "and"):
            return False
    return False


def one_of(choices: list[Noun]) -> Noun:
    if len(choices) == 1:
        return choices[0]
    last = choices[-1]
    specs = []
    for each in choices:
        spec = dict(each.spec)
        if not each.placed:
            spec |= {key: last.spec[key] for key in ("place", "side") if key in last.spec}
        specs.append(spec)
    shared = {key: value for key, value in specs[0].items() if all(spec.get(key) == value for spec in specs[1:])}
    rest = [{key: value for key, value in spec.items() if key not in shared} for spec in specs]
    place = dict(shared)
    if any("place" in spec or "side" in spec for spec in rest):
        # A place that differs must stay with its own part; the filters' default place would narrow it.
        rest = [spec if "place" in spec or "place" in shared else {"place": "field", **spec} for spec in rest]
    joined = Noun({**place, "any": rest}, last.low, last.high, head=True, placed=last.placed or choices[0].placed)
    return joined if all(rest) else Noun(dict(shared), last.low, last.high, head=True, placed=last.placed)


def noun(w: Words) -> Noun | None:
    """Read one noun, with its number before and what is said behind it."""
    start = w.at
    exact = w.sees("exactly")
    low, high, every, other = _number(w)
    spec: Filter = {}
    if other:
        spec["self"] = False
    banished = w.eat("of your banished")
    found = _described(w, spec)
    if found is None or (banished and not spec and not found[0]):
        w.at = start
        return None
    head, named = found
    if banished:
        spec |= {"place": "banished", "side": "own"}
    result = Noun(spec, low, high, every, exact, head, banished, named)
    behind = _behind(w, result)
    if behind is None or (not head and not named and not spec and not behind.placed):
        w.at = start
        return None
    return behind


def _number(w: Words) -> tuple[int, int | None, bool, bool]:
    """Read how many: the least and greatest number, whether all of them, and whether "other" cards."""
    if w.eat("another"):
        return 1, 1, False, True
    if w.eat("a") or w.eat("any other") or w.eat("each"):
        return 1, 1, False, w.eat("other")
    if w.eat("all the?") or w.eat("every"):
        return 1, None, True, w.eat("other")
    if w.eat("any"):
        return 1, 1, False, w.eat("other")
    at_least = w.eat("at least")
    if not at_least:
        w.eat("exactly")
    number = w.number()
    if number is None:
        return (1, 1, False, w.eat("other"))
    if w.eat("or more") or w.eat("+") or at_least:
        return number, None, False, w.eat("other")
    return number, number, False, w.eat("other")


# ---- the words before the head -----------------------------------------------------------------------------------


def _described(w: Words, spec: Filter) -> tuple[bool, bool] | None:
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
            spec["attribute"] = _single([value.upper() for value in values])
        elif w.word() in RACES:
            values = _list(w, tuple(RACES))
            if values is None or "race" in spec:
                return None
            spec["race"] = _single([RACES[value] for value in values])
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
        spec["type"] = _single(types)
    head = w.word()
    if head in _HEADS:
        if head in ("cards", "card") and w.word(1) == "effect":
            return None
        w.at += 1
        if _HEADS[head]:
            spec["card"] = _single(list(_HEADS[head]))
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


def _single(values: list[Any]) -> Any:
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
        spec["archetype"] = _single(names)
        return "archetype"
    spec["name"] = _single(names)
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
    return w.word(ahead) in _HEADS or w.word(ahead) in ("tuner", "tuners", "token", "tokens") or (
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
        spec["link"] = _bound(w, int(rating))
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
    value = _bound(w, number)
    if not isinstance(value, dict):
        numbers = [number]
        while (w.sees("or") or w.sees(",")) and w.peek(1).kind == "number" and w.word(2) != "or":
            w.at += 1
            numbers.append(w.number() or 0)
        value = _single(numbers)
    if len(aspects) == 1:
        spec[aspects[0]] = value
    elif "any" in spec:
        return False
    else:
        spec["any"] = [{aspect: value} for aspect in aspects]
    return True


def _bound(w: Words, number: int) -> Any:
    if w.eat("or higher|more|above"):
        return {"min": number}
    if w.eat("or lower|less|below"):
        return {"max": number}
    return number


# ---- what is said behind the head ---------------------------------------------------------------------------------


def _behind(w: Words, result: Noun) -> Noun | None:
    """Read places, players, ATK and DEF, exceptions ... behind the head."""
    while True:
        before = w.at
        for read in (_controlled, _place, _with, _that, exception, _including, _parts, _total):
            again = read(w, result)
            if again is not None:
                result = again
                break
            w.at = before
        else:
            return result


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


def _controlled(w: Words, result: Noun) -> Noun | None:
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


def _place(w: Words, result: Noun) -> Noun | None:
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


def _with(w: Words, result: Noun) -> Noun | None:
    """Read `with 2000 or more ATK`, `with 1500 ATK/2100 DEF`, `with different names`."""
    if not w.eat("with"):
        return None
    spec = dict(result.spec)
    for demand in ("different", "the? same"):
        if w.eat(demand):
            aspects = []
            while True:
                found = {"name": "name", "names": "name", "type": "race", "types": "race", "attribute": "attribute",
                         "attributes": "attribute", "level": "level", "levels": "level"}.get(w.word())  # fmt: skip
                if found is None:
                    return None
                aspects.append(found)
                w.at += 1
                if not w.eat("and"):
                    break
            key = "different" if demand == "different" else "same"
            if result.together:
                return None
            return replace(result, together={key: _single(aspects)})
    if w.eat("a different name"):
        if "not" in spec:
            return None
        spec["not"] = {"name": w.name}
        return replace(result, spec=spec)
    number = w.number()
    if number is None:
        return None
    value = _bound(w, number)
    original = "original_" if w.eat("original") else ""
    first = w.word()
    if first not in ("atk", "def"):
        return None
    w.at += 1
    if w.eat("or def|atk"):
        if "any" in spec:
            return None
        spec["any"] = [{f"{original}atk": value}, {f"{original}def": value}]
    elif w.eat("/") or (w.sees("and") and w.peek(1).kind == "number" and w.eat("and")):
        second = w.number()
        if second is None or w.word() not in ("atk", "def") or w.word() == first:
            return None
        spec[f"{original}{first}"], spec[f"{original}{w.word()}"] = value, second
        w.at += 1
    else:
        if f"{original}{first}" in spec:
            return None
        spec[f"{original}{first}"] = value
    return replace(result, spec=spec)


def _that(w: Words, result: Noun) -> Noun | None:
    """Read `that was Special Summoned from the Extra Deck`, `that cannot be Normal Summoned/Set`, `that mentions X`."""
    w.eat("that was|were") or w.eat("that")
    if w.eat("special summoned from the extra_deck"):
        said: Filter = {"summoned_from": "extra"}
    elif w.eat("cannot be normal summoned / set"):
        said = {"normal_summon": False}
    elif w.eat("mentions|mention") and w.peek().kind == "name":
        said = {"mentions": w.quoted()}
    else:
        return None
    return None if set(said) & set(result.spec) else replace(result, spec={**result.spec, **said})


def exception(w: Words, result: Noun) -> Noun | None:
    """Read `other than "A"`, `, except "A"`, `not named "A"`, `, except this card`."""
    if not (w.eat("other than") or w.eat(", except") or w.eat("except") or w.eat("not named") or w.eat(", other than")
            or w.eat(", but not")):  # fmt: skip
        return None
    spec = dict(result.spec)
    if w.eat("this card") or w.eat("itself"):
        spec["self"] = False
        return replace(result, spec=spec)
    if w.peek().kind == "name":
        names = [w.quoted() or ""]
        while (step := _next_name(w)) > 0:
            w.at += step
            names.append(w.quoted() or "")
        if w.word() in _HEADS or w.word() == "tuner":
            return None
        denied: Filter = {"name": _single(names)}
    elif w.eat("token|tokens") or w.eat("a token"):
        spec["token"] = False
        return replace(result, spec=spec)
    else:
        other: Filter = {}
        w.eat("a")
        if _described(w, other) is None or not other:
            return None
        other.pop("card", None)
        denied = other
    if "not" in spec:
        spec["not"] = [spec["not"], denied] if isinstance(spec["not"], dict) else [*spec["not"], denied]
    else:
        spec["not"] = denied
    return replace(result, spec=spec)


def _next_name(w: Words) -> int:
    """Return how many words stand between two names of a list, 0 if there is no further name."""
    if w.sees(", or") and w.peek(2).kind == "name":
        return 2
    return 1 if w.sees("or|and|,") and w.peek(1).kind == "name" else 0


def _including(w: Words, result: Noun) -> Noun | None:
    if result.including or not w.eat(",? including"):
        return None
    inner = noun(w)
    if inner is None or inner.including:
        return None
    return replace(result, including=(inner,))


def _parts(w: Words, result: Noun) -> Noun | None:
    """Read `3 cards from your GY (1 monster, 1 Spell, and 1 Trap)`: what the cards are, one by one."""
    if result.parts or result.high is None or not w.eat("("):
        return None
    found: list[Noun] = []
    while True:
        part = noun(w)
        if part is None:
            return None
        found.append(part)
        if w.eat(")"):
            break
        if not (w.eat(", and") or w.eat(",") or w.eat("and")):
            return None
    if len(found) < 2 or sum(part.low for part in found) != result.low or any(part.low != part.high for part in found):
        return None
    return replace(result, parts=tuple(found))


def _total(w: Words, result: Noun) -> Noun | None:
    """Read `whose total Levels equal 8 or more`."""
    if result.together or not (w.eat(",? whose total levels|level equal|equals|is|are")):
        return None
    w.eat("exactly")
    number = w.number()
    if number is None:
        return None
    value = _bound(w, number)
    if isinstance(value, dict) and "max" in value:
        return None
    return replace(result, low=1, high=None, together={"total_level": value})
