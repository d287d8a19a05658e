"""The words of card text: types, places, numbers, and how several of them are joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ygolp.cards.filters import as_list

PLACES = {
    "monster_zone": "Monster Zone", "field": "field", "spell_zone": "Spell & Trap Zone", "field_zone": "Field Zone",
    "pendulum_zone": "Pendulum Zone", "hand": "hand", "gy": "GY", "banished": "banished cards", "extra": "Extra Deck",
    "deck": "Deck", "main_monster_zone": "Main Monster Zone", "extra_monster_zone": "Extra Monster Zone",
}  # fmt: skip
OWNERS = {"own": "your", "opponent": "your opponent's", "any": "either player's", "": "the"}
_CONTROLS = {"own": "you control", "opponent": "your opponent controls", "any": "", "": ""}
_ON_FIELD = {
    "own": "on your field", "opponent": "on your opponent's field", "any": "anywhere on the field", "": "on the field",
}  # fmt: skip
_POSITIONS = {"atk": "Attack Position", "def": "Defense Position", "fd_def": "face-down Defense Position"}
ASPECTS = {
    "level": "Level", "rank": "Rank", "link": "Link Rating", "attribute": "Attribute", "race": "Type", "name": "name",
    "atk": "ATK", "def": "DEF", "type": "kind", "archetype": "archetype",
}  # fmt: skip
_EVERY_SPECIAL = {"special", "fusion", "ritual", "synchro", "xyz", "link", "pendulum"}
_PHASES = {
    "draw": "Draw Phase", "standby": "Standby Phase", "main1": "Main Phase 1", "battle": "Battle Phase",
    "main2": "Main Phase 2", "end": "End Phase",
}  # fmt: skip


# What an effect refers to: what it is done to, or what a value is compared with.
REFERENCES = {
    "self": "this card", "answered": "that card", "summoned": "that monster(s)", "event": "that card(s)",
    "previous": "the same card(s)", "costs": "the card(s) used for the cost", "targets": "the target(s)",
}  # fmt: skip


def listed(items: Iterable[str], word: str = "or") -> str:
    """Return `a`, `a or b`, `a, b, or c`."""
    parts = list(items)
    if len(parts) > 2:
        return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"
    return f" {word} ".join(parts)


def quoted(names: Any) -> str:
    return listed(f'"{name}"' for name in as_list(names))


def article(noun: str) -> str:
    """Return the noun with "a" or "an"."""
    if noun.startswith("other "):
        return f"an{noun}"
    sound = noun.lstrip('"')
    vowel = sound[:1] in "AEIOaeio" or (sound[:2] in ("Un", "un", "Xy", "8 ") and not sound.lower().startswith("uni"))
    return f"{'an' if vowel else 'a'} {noun}"


def many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def top_cards(number: int) -> str:
    return "the top card" if number == 1 else f"the top {number} cards"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def type_word(kind: str) -> str:
    """Return the type as it is printed: `quick_play` is Quick-Play."""
    return {"quick_play": "Quick-Play"}.get(kind, kind.capitalize())


def spread(value: Any, low: str, high: str) -> str:
    """Return a number, list or range in words: `4`, `5 or 6`, `4 or lower`, `5 to 8`."""
    if not isinstance(value, dict):
        return listed(str(number) for number in as_list(value))
    if "min" in value and "max" in value:
        return f"{value['min']} to {value['max']}"
    if "min" in value:
        return f"{value['min']} or {high}"
    return f"{value['max']} or {low}" if "max" in value else "any"


def how_many(low: int, high: int | None, plus: bool = False) -> str:
    """Return the bounds of a choice in words; `plus` is the short form of materials lines, `2+`."""
    if high is None:
        return f"{low}+" if plus else "any number of" if low == 0 else f"{low} or more"
    if low == high:
        return str(low)
    return f"up to {high}" if low == 1 else f"{low} to {high}"


def bounds(condition: dict[str, Any]) -> tuple[int, int | None]:
    """Return the least and greatest number that a condition asks for."""
    if "exactly" in condition:
        return condition["exactly"], condition["exactly"]
    return condition.get("min", 0 if "max" in condition else 1), condition.get("max")


def where(places: Sequence[str], side: str, monster: bool = False, prep: str = "in") -> str:
    """Return where a card is: `you control`, `in your hand or GY`, `from your Deck`."""
    if not places:
        return _CONTROLS[side]
    if list(places) == ["monster_zone"] and monster and side:
        return _CONTROLS[side] or "on the field"
    if list(places) == ["field"]:
        return _ON_FIELD[side] if monster else _CONTROLS[side] or "on the field"
    owner = OWNERS[side]
    if list(places) == ["banished"]:
        return f"{'from ' if prep == 'from' else ''}among {owner} banished cards"
    return f"{prep} {owner} {listed(PLACES[place] for place in places)}"


def position(value: Any) -> str:
    """Return battle positions as they are named for a Summon, where Defense Position is face-up."""
    return listed(_POSITIONS[kind] for kind in as_list(value))


def position_held(value: Any) -> str:
    """Return battle positions as they are asked of a monster on the field."""
    if set(as_list(value)) == {"def", "fd_def"}:
        return "Defense Position"
    return listed("face-up Defense Position" if kind == "def" else _POSITIONS[kind] for kind in as_list(value))


def behind(phrase: str, text: str) -> str:
    """Return a phrase with a text behind it, but before what is excepted: `1 card to your hand, except ...`."""
    cards, comma, excepted = phrase.partition(", except ")
    return f"{cards} {text}{comma}{excepted}" if text else phrase


def bracketed(phrase: str) -> str:
    """Return a phrase that can stand among others: what is excepted is in brackets."""
    cards, comma, excepted = phrase.partition(", except ")
    return f"{cards} (except {excepted})" if comma else phrase


def there(places: Sequence[str]) -> str:
    """Return where a card itself is: `in your GY or banished`."""
    zones = [PLACES[place] for place in places if place != "banished"]
    banished = ["banished"] if "banished" in places else []
    return listed([*([f"in your {listed(zones)}"] if zones else []), *banished]) or "nowhere"


def summons(kinds: Any) -> str:
    """Return how something is summoned: `Normal or Special Summoned`, `Set`."""
    if set(as_list(kinds)) == _EVERY_SPECIAL:
        return "Special Summoned in any way"
    named = [kind.capitalize() for kind in as_list(kinds) if kind not in ("set", "any")]
    parts = [f"{listed(named)} Summoned"] if named else []
    parts += ["Summoned"] if "any" in as_list(kinds) else []
    parts += ["Set"] if "set" in as_list(kinds) else []
    return listed(parts)


def during(turn: str, phases: Any) -> str:
    """Return the time at which something can be done: `your opponent's Main Phase`."""
    kinds = as_list(phases)
    whose = {"own": "your ", "opponent": "your opponent's "}.get(turn, "")
    if not kinds:
        return f"{whose}turn" if whose else ""
    main = {"main1", "main2"} <= set(kinds)
    named = [_PHASES[kind] for kind in kinds if not main or kind not in ("main1", "main2")]
    the = "" if not main and named[0].startswith("Main Phase") else "the "
    return (whose or the) + listed((["Main Phase"] if main else []) + named)
