"""Writes a Ripple Monster of a card record as a ripple line: what ygolp.cards.ripple_line.reading reads back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.pool import Record
from ygolp.cards.ripple_line.words import ATTRIBUTES, CARD_KINDS, CARDS, RACES, turned

Find = Callable[[str], Record | None]
_ZH_ATTRIBUTES, _ZH_RACES = turned(ATTRIBUTES), turned(RACES)


def chinese_line(ripple: Record, find: Find) -> str | None:
    """Return the line of a Ripple Monster in Chinese; None if no line can say what the record says.

    `find` gives the record of a card by its name: materials are called by their Chinese names where these are known.
    """
    requirements = []
    for slot in ripple["materials"]:
        words = _words(slot, chinese=True)
        if words is None:
            return None
        if "name" in slot:
            words = _in_quotes(str((find(slot["name"]) or {}).get("zh", slot["name"])), "「」")
        counter = "张" if "name" in slot or "card" in slot else "只"
        requirements.append((f"{slot['count']}{counter}" if slot.get("count", 1) != 1 else "") + words)
    name = _in_quotes(str(ripple.get("zh", ripple["name"])), "「」")
    if not _plain(ripple) or not name or not all(requirements):
        return None
    data = ["效果"] if "effect" in ripple.get("types", ()) else []
    data += [_ZH_RACES[ripple["race"]], f"{ripple['level']}星", f"攻{ripple['atk']}/守{ripple['def']}"]
    return f"{''.join('＋' + each for each in requirements)}={name}（{' · '.join(data)}）"


def english_line(ripple: Record) -> str | None:
    """Return the line of a Ripple Monster in English; None if no line can say what the record says."""
    requirements = []
    for slot in ripple["materials"]:
        words = _words(slot, chinese=False)
        if words is None:
            return None
        if "name" in slot:
            words = _in_quotes(slot["name"], '""', "“”", "「」")
        elif slot.get("count", 1) != 1:
            words += "s"
        requirements.append((f"{slot['count']} " if slot.get("count", 1) != 1 else "") + words)
    name = _in_quotes(ripple["name"], '""', "“”", "「」")
    if not _plain(ripple) or not name or not all(requirements):
        return None
    data = ["Effect"] if "effect" in ripple.get("types", ()) else []
    data += [ripple["race"], f"Level {ripple['level']}", f"ATK {ripple['atk']}", f"DEF {ripple['def']}"]
    return f"+ {' + '.join(requirements)} = {name} ({' / '.join(data)})"


def _plain(ripple: Record) -> bool:
    """Return whether the data of a Ripple Monster can stand in the brackets."""
    return ripple.get("types", []) in ([], ["effect"]) and ripple["race"] in _ZH_RACES and ripple["level"] >= 1


def _words(slot: dict[str, Any], chinese: bool) -> str | None:
    """Return the words for a slot ("" for a name), or None if a line has none."""
    asked = {key: value for key, value in slot.items() if key != "count"}
    place = asked.pop("place", None)
    if slot.get("count", 1) < 1 or not all(isinstance(value, str) for value in asked.values()):
        return None
    if set(asked) == {"name"} and place in (None, "field"):
        return ""
    if asked and set(asked) <= {"attribute", "race"} and place in (None, "monster_zone"):
        attribute, race = asked.get("attribute", ""), asked.get("race", "")
        if race and race not in _ZH_RACES:
            return None
        if not chinese:
            return " ".join(filter(None, (attribute, race, "monster")))
        words = (f"{_ZH_ATTRIBUTES[attribute]}属性" if attribute else "") + (f"{_ZH_RACES[race]}族" if race else "")
        return f"{words}怪兽"
    if place == "field":
        for card, kind, zh_word, word in CARD_KINDS:
            if asked == ({"card": card, "type": kind} if kind else {"card": card}):
                return zh_word + CARDS[card][0] if chinese else f"{word} {CARDS[card][1]}".strip()
    return None


def _in_quotes(name: str, *pairs: str) -> str:
    """Return a name in the first pair of quotation marks that it does not contain itself, or nothing."""
    return next((f"{pair[0]}{name}{pair[1]}" for pair in pairs if not set(pair) & set(name)), "")


def lines(ripple: Record, find: Find) -> list[str]:
    """Return the line of a Ripple Monster in each language in which it has a name: Chinese, English, both or none."""
    chinese = chinese_line(ripple, find) if "zh" in ripple or _is_chinese(ripple["name"]) else None
    english = None if _is_chinese(ripple["name"]) else english_line(ripple)
    return [line for line in (chinese, english) if line]


def _is_chinese(name: str) -> bool:
    return any("\u4e00" <= sign <= "\u9fff" for sign in name)
