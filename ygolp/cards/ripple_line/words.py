"""The words of the ripple line: races, attributes and kinds of Spell and Trap Card, Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping

ATTRIBUTES = {
    "光": "LIGHT", "暗": "DARK", "地": "EARTH", "水": "WATER", "炎": "FIRE", "风": "WIND", "神": "DIVINE",
}  # fmt: skip

RACES = {
    "战士": "Warrior", "魔法师": "Spellcaster", "天使": "Fairy", "恶魔": "Fiend", "不死": "Zombie", "机械": "Machine",
    "水": "Aqua", "炎": "Pyro", "岩石": "Rock", "鸟兽": "Winged Beast", "植物": "Plant", "昆虫": "Insect",
    "雷": "Thunder", "龙": "Dragon", "兽": "Beast", "兽战士": "Beast-Warrior", "恐龙": "Dinosaur", "鱼": "Fish",
    "海龙": "Sea Serpent", "爬虫类": "Reptile", "念动力": "Psychic", "幻神兽": "Divine-Beast", "创造神": "Creator God",
    "幻龙": "Wyrm", "电子界": "Cyberse", "幻想魔": "Illusion",
}  # fmt: skip

# The kind of card, its type in a record ("" for any), the Chinese and the English word for the type.
CARD_KINDS = (
    ("spell", "", "", ""), ("spell", "field", "场地", "Field"), ("spell", "equip", "装备", "Equip"),
    ("spell", "continuous", "永续", "Continuous"), ("spell", "quick_play", "速攻", "Quick-Play"),
    ("spell", "ritual", "仪式", "Ritual"), ("spell", "normal", "通常", "Normal"),
    ("trap", "", "", ""), ("trap", "continuous", "永续", "Continuous"), ("trap", "counter", "反击", "Counter"),
    ("trap", "normal", "通常", "Normal"),
)  # fmt: skip
CARDS = {"spell": ("魔法卡", "Spell"), "trap": ("陷阱卡", "Trap")}


def turned(table: Mapping[str, str]) -> dict[str, str]:
    """Return a table with keys and values exchanged."""
    return {value: key for key, value in table.items()}
