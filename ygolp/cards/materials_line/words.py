"""The words of a materials line: Attributes, Types, kinds of monsters, and what the line counts by."""

from __future__ import annotations

from typing import Any

ATTRIBUTES = ("DARK", "DIVINE", "EARTH", "FIRE", "LIGHT", "WATER", "WIND")
RACES = (
    "Aqua", "Beast", "Beast-Warrior", "Creator God", "Cyberse", "Dinosaur", "Divine-Beast", "Dragon", "Fairy", "Fiend",
    "Fish", "Illusion", "Insect", "Machine", "Plant", "Psychic", "Pyro", "Reptile", "Rock", "Sea Serpent",
    "Spellcaster", "Thunder", "Warrior", "Winged Beast", "Wyrm", "Zombie",
)  # fmt: skip
# The kinds of monsters, as the text writes them and as a record has them.
KINDS = {
    "Effect": "effect", "Normal": "normal", "Fusion": "fusion", "Ritual": "ritual", "Synchro": "synchro", "Xyz": "xyz",
    "Link": "link", "Pendulum": "pendulum", "Tuner": "tuner", "Flip": "flip", "Toon": "toon", "Spirit": "spirit",
    "Union": "union", "Gemini": "gemini", "Token": "token",
}  # fmt: skip
KIND_WORDS = {kind: word for word, kind in KINDS.items()}
# Kinds that stand without "monster" behind them.
NOUNS = ("tuner", "token")
# What cards have in common, in the singular and the plural.
ASPECTS = {
    "name": "name", "names": "name", "type": "race", "types": "race", "attribute": "attribute",
    "attributes": "attribute", "level": "level", "levels": "level", "rank": "rank", "ranks": "rank",
}  # fmt: skip
ASPECT_WORDS = {"name": "name", "race": "Type", "attribute": "Attribute", "level": "Level", "rank": "Rank"}
SPECIAL = ["special", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "ripple"]
# How it was Summoned, before the noun.
SUMMONED = {
    "normal summoned / set": ["normal", "tribute", "set"], "normal summoned or set": ["normal", "tribute", "set"],
    "normal summoned": ["normal", "tribute"],
    "special summoned": SPECIAL, "fusion summoned": ["fusion"], "ritual summoned": ["ritual"],
    "synchro summoned": ["synchro"], "xyz summoned": ["xyz"], "link summoned": ["link"],
    "pendulum summoned": ["pendulum"], "tribute summoned": ["tribute"],
}  # fmt: skip
EQUIPMENT = {"monster": "a Monster Card", "any": "an Equip Card", "spell": "an Equip Spell"}
# Where a material is, and whose it is: what stands behind the cards.
PLACES: dict[str, dict[str, Any]] = {
    "on the field": {"place": "monster_zone", "side": "any"},
    "you control": {"place": "monster_zone", "side": "own"},
    "your opponent controls": {"place": "monster_zone", "side": "opponent"},
    "in the hand": {"place": "hand"},
    "in your hand": {"place": "hand", "side": "own"},
    "in your gy": {"place": "gy", "side": "own"},
    "in your graveyard": {"place": "gy", "side": "own"},
    "in your opponent's gy": {"place": "gy", "side": "opponent"},
    "in your opponent's graveyard": {"place": "gy", "side": "opponent"},
    "in the gy": {"place": "gy", "side": "any"},
    "in either gy": {"place": "gy", "side": "any"},
    "in the extra monster zone": {"place": "extra_monster_zone"},
    "in an extra monster zone": {"place": "extra_monster_zone"},
    "in the extra monster zones": {"place": "extra_monster_zone"},
    "in the main monster zone": {"place": "main_monster_zone"},
    "in your main monster zone": {"place": "main_monster_zone", "side": "own"},
}
# What has happened to a material, behind the cards.
HISTORIES: dict[str, dict[str, Any]] = {
    "special summoned from the extra deck": {"summoned_from": "extra"},
    "that was special summoned from the extra deck": {"summoned_from": "extra"},
    "that were special summoned from the extra deck": {"summoned_from": "extra"},
    "special summoned this turn": {"arrived": True, "summoned": SPECIAL},
    "that was special summoned this turn": {"arrived": True, "summoned": SPECIAL},
    "that were special summoned this turn": {"arrived": True, "summoned": SPECIAL},
    "that was normal summoned/set": {"summoned": ["normal", "tribute", "set"]},
    "that were normal summoned/set": {"summoned": ["normal", "tribute", "set"]},
    "that was special summoned": {"summoned": SPECIAL},
    "that were special summoned": {"summoned": SPECIAL},
    "that was normal summoned": {"summoned": ["normal", "tribute"]},
    "that were normal summoned": {"summoned": ["normal", "tribute"]},
    "that cannot be normal summoned/set": {"normal_summon": False},
    "that cannot be normal summoned or set": {"normal_summon": False},
    "with a level": {"level": {"min": 1}},
    "that have a level": {"level": {"min": 1}},
    "that has a level": {"level": {"min": 1}},
    "that have material": {"has_material": True},
    "that has material": {"has_material": True},
    "with material": {"has_material": True},
}
