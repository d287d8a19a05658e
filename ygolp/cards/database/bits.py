"""The numbers of a row of `datas` as keys of a card record.

The clients keep types, races, attributes and arrows as bit sets, Level, Rank, Link Rating and both Pendulum Scales in
one number, and up to four archetypes in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

Record = dict[str, Any]
MONSTER, SPELL, TRAP = 1, 2, 4
NORMAL, EFFECT, RITUAL, TOKEN, SUMMON_CONDITION = 0x10, 0x20, 0x80, 0x4000, 0x2000000
MONSTER_TYPES = {
    NORMAL: "normal", EFFECT: "effect", 0x40: "fusion", RITUAL: "ritual", 0x200: "spirit", 0x400: "union",
    0x800: "gemini", 0x1000: "tuner", 0x2000: "synchro", TOKEN: "token", 0x200000: "flip", 0x400000: "toon",
    0x800000: "xyz", 0x1000000: "pendulum", 0x4000000: "link",
}  # fmt: skip
SPELL_TYPES = {RITUAL: "ritual", 0x10000: "quick_play", 0x20000: "continuous", 0x40000: "equip", 0x80000: "field"}
TRAP_TYPES = {0x20000: "continuous", 0x100000: "counter"}
_STRANGE = {0x8000: "a Maximum Monster", 0x8000000: "a Skill Card", 0x10000000: "an Action Card"}
ATTRIBUTES = ("EARTH", "WATER", "FIRE", "WIND", "LIGHT", "DARK", "DIVINE")
RACES = (
    "Warrior", "Spellcaster", "Fairy", "Fiend", "Zombie", "Machine", "Aqua", "Pyro", "Rock", "Winged Beast", "Plant",
    "Insect", "Thunder", "Dragon", "Beast", "Beast-Warrior", "Dinosaur", "Fish", "Sea Serpent", "Reptile", "Psychic",
    "Divine-Beast", "Creator God", "Wyrm", "Cyberse", "Illusion",
)  # fmt: skip
ARROWS = {
    1: "bottom-left", 2: "bottom", 4: "bottom-right", 8: "left", 0x20: "right", 0x40: "top-left", 0x80: "top",
    0x100: "top-right",
}  # fmt: skip
OCG = 1
UNDETERMINED = -2
# Cards with more archetypes than a row has room for; the clients know them by passcode.
_MORE_ARCHETYPES = dict.fromkeys((8512558, 55088578), ("Zubaba", "Gagaga", "Gogogo", "Dododo"))


class Row(NamedTuple):
    """A row of `datas`, as whole numbers."""

    id: int
    ot: int
    alias: int
    setcode: int
    type: int
    atk: int
    def_: int
    level: int
    race: int
    attribute: int


class RowError(Exception):
    """The numbers of a row make no card of this game."""


def facts(row: Row) -> Record:
    """Return what the numbers of a row say, without name and archetypes; RowError if they make no card."""
    for bit, strange in _STRANGE.items():
        if row.type & bit:
            raise RowError(f"{strange}, which is no card of this game")
    kinds = [kind for bit, kind in ((MONSTER, "monster"), (SPELL, "spell"), (TRAP, "trap")) if row.type & bit]
    if len(kinds) != 1:
        raise RowError(f"type {row.type}: not one of monster, spell, trap")
    return _monster(row) if kinds[0] == "monster" else _other(row, kinds[0])


def _monster(row: Row) -> Record:
    types = [word for bit, word in MONSTER_TYPES.items() if row.type & bit]
    if row.type & NORMAL and row.type & EFFECT:
        raise RowError(f"type {row.type}: normal and effect exclude each other")
    made: Record = {"card": "monster", "types": types, **_traits(row)}
    stars = -(-row.level & 0xFF) if row.level < 0 else row.level & 0xFF
    scale = "link" if "link" in types else "rank" if "xyz" in types else "level"
    if {"link", "xyz"} <= set(types) or stars < 0 or (scale == "link" and not 1 <= stars <= 8):
        raise RowError(f"level {row.level}: no {scale} of a monster")
    made[scale] = stars
    if scale == "link":
        made["arrows"] = [word for bit, word in ARROWS.items() if row.def_ & bit]
    made["atk"] = _value("atk", row.atk)
    if scale != "link":
        made["def"] = _value("def", row.def_)
    if "pendulum" in types:
        left, right = row.level >> 24 & 0xFF, row.level >> 16 & 0xFF
        if max(left, right) > 99:
            raise RowError(f"level {row.level}: no Pendulum Scales")
        made["scale"] = left if left == right else [left, right]
    return made


def _other(row: Row, kind: str) -> Record:
    table = SPELL_TYPES if kind == "spell" else TRAP_TYPES
    types = [word for bit, word in table.items() if row.type & bit] or ["normal"]
    made: Record = {"card": kind, "types": types}
    if kind == "trap" and row.race and row.attribute and row.level & 0xFF:
        # Its text says whether it is an Effect Monster then, and whether it stays a Trap.
        values = {"atk": _value("atk", row.atk), "def": _value("def", row.def_)}
        made["as_monster"] = {**_traits(row), "level": row.level & 0xFF, **values}
    return made


def _traits(row: Row) -> Record:
    """Return attribute and race; a Token may lack both."""
    found: Record = {}
    for key, bits, words in (("attribute", row.attribute, ATTRIBUTES), ("race", row.race, RACES)):
        named = [word for number, word in enumerate(words) if bits & 1 << number]
        if len(named) > 1 or bits >> len(words):
            raise RowError(f"{key} {bits}: not one {key} of this game")
        if named:
            found[key] = named[0]
    return found


def _value(key: str, number: int) -> int | str:
    if number == UNDETERMINED:
        return "?"
    if not 0 <= number <= 999999:
        raise RowError(f"{key} {number}: no value of a monster")
    return number


def archetypes_of(row: Row, archetypes: Mapping[int, tuple[str, ...]]) -> list[str]:
    """Return the names of the archetypes of a row, sorted.

    Of a code the low 12 bits are an archetype and the high 4 bits a set of its branches: whoever has the branch 0x10af
    is in 0xaf too.
    """
    named = {name for code in _slots(row.setcode) for each in _wider(code) for name in archetypes.get(each, ())}
    return sorted(named | set(_MORE_ARCHETYPES.get(row.id, ())))


def _slots(setcode: int) -> Iterator[int]:
    """Yield the up to four codes in a setcode; it may come as a negative number."""
    for shift in (0, 16, 32, 48):
        if code := setcode >> shift & 0xFFFF:
            yield code


def _wider(code: int) -> Iterable[int]:
    branches = code >> 12
    return (code & 0xFFF | part << 12 for part in range(branches + 1) if part & branches == part)
