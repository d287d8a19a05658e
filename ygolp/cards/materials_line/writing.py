"""Writes what a materials line asks for as one canonical line, which `reading.parse` reads back as the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ygolp.cards.materials_line.reading import Filter, Line, Slot, listed, of_a_monster, without_count
from ygolp.cards.materials_line.words import ASPECT_WORDS, EQUIPMENT, HISTORIES, KIND_WORDS, PLACES, SUMMONED

_SCALES = ("level", "rank", "link")
_HISTORY_KEYS = ("summoned_from", "arrived", "summoned", "normal_summon", "has_material")
_BEFORE_NOUN = ("attribute", "race", "archetype")


def line_text(ways: list[Line], monsters_only: bool) -> str:
    """Return the line of these ways, which are alike but for one slot."""
    first = ways[0]
    if len(first.slots) == 1 and first.demands:
        return _slot({**first.slots[0], "with": first.demands}, monsters_only)
    texts = [_slot(slot, monsters_only) for slot in first.slots]
    if len(ways) > 1:
        at = next(at for at in range(len(texts)) if any(way.slots[at] != first.slots[at] for way in ways))
        texts[at] = " or ".join(_slot(way.slots[at], monsters_only, True) for way in ways)
    text = " + ".join(texts)
    return f"{text}, all {_common(first.demands)}" if first.demands else text


def _slot(slot: Slot, monsters_only: bool, in_choice: bool = False) -> str:
    spec = {key: value for key, value in without_count(slot).items() if key != "with"}
    least, most = slot.get("count", slot.get("min", 1)), slot.get("count", slot.get("max"))
    number = str(least) if least == most else f"{least}+"
    if most not in (None, least):
        number += f" (max. {most})"
    common = f" {_common(slot['with'])}" if "with" in slot else ""
    return _slot_with(spec, number, monsters_only, in_choice, common)


def _slot_with(spec: Filter, number: str, monsters_only: bool, in_choice: bool, common: str) -> str:
    choices = spec.get("any", [])
    if len(choices) > 1 and set(spec) == {"any"} and not (_in_few_words(choices) or _scales(choices)):
        return " or ".join(_cards(choice, number, monsters_only, True) for choice in choices) + common
    return _cards(spec, number, monsters_only, in_choice, common)


def _cards(spec: Filter, number: str, monsters_only: bool, in_choice: bool, common: str = "") -> str:
    many = number != "1"
    if set(spec) == {"name"}:
        names = _or(_quoted(listed(spec["name"])))
        return (names if number in ("", "1") and not in_choice else f"{number} {names}") + common
    parts = _parts(spec)
    words = [number, *_adjectives(parts)]
    if words[-1] in ("Tuner", "Token"):
        words[-1] += "s" if many else ""
    else:
        card = monsters_only and "card" not in spec and not of_a_monster(spec)
        typed = any(kind not in ("toon", "flip") for part in parts for kind in listed(part.get("type", [])))
        noun = "card" if card else "Monster" if typed else "monster"
        words.append(noun + ("s" if many else ""))
    return " ".join(filter(None, words)) + _tails(parts, many) + common + _exceptions(parts)


def _parts(spec: Filter) -> list[Filter]:
    """Return the filters of which all must be met, without those inside each other."""
    if len(spec.get("any", [])) != 1:
        return [spec]
    return [{key: value for key, value in spec.items() if key != "any"}, *_parts(spec["any"][0])]


def _adjectives(parts: list[Filter]) -> list[str]:
    words = ["face-up" for part in parts if part.get("face") == "up"]
    words += [_how(part["summoned"]) for part in parts if "summoned" in part and "arrived" not in part]
    words += [f"non-{KIND_WORDS[kind]}" for part in parts for kind in listed(part.get("not_type", []))]
    excluded = [each for part in parts if _alone(part) for each in listed(part.get("not", []))]
    words += [f"non-{_value(*short)}" for each in excluded if (short := _short(each))]
    for part in parts:
        words += [_scale(scale.capitalize(), part[scale]) for scale in _SCALES if scale in part]
        choices = part.get("any", [])
        if _scales(choices):
            named = "/".join(next(iter(choice)).capitalize() for choice in choices)
            words.append(_scale(named, next(iter(choices[0].values()))))
        elif choices:
            words.append(" or ".join(" ".join(_adjectives([choice])) for choice in choices))
    for key in _BEFORE_NOUN:
        words += [_or(_value(key, value) for value in listed(part[key])) for part in parts if key in part]
    words += [_or(KIND_WORDS[kind] for kind in listed(part["type"])) for part in parts if "type" in part]
    return words


def _how(kinds: list[str]) -> str:
    """Return how a monster was Summoned, before the noun."""
    words = next(words for words, known in SUMMONED.items() if known == kinds)
    return " ".join(word.capitalize() for word in words.replace(" / set", "/set").split()).replace("/set", "/Set")


def _in_few_words(choices: list[Filter]) -> bool:
    """Return whether the choices are adjectives that are told apart: `LIGHT or Dragon`, `LIGHT Fairy or DARK Fiend`."""
    forms = [tuple(choice) for choice in choices]
    plain = all(isinstance(value, str) for choice in choices for value in choice.values())
    if not plain or not {key for form in forms for key in form} <= {*_BEFORE_NOUN, "type"}:
        return False
    if all(len(form) == 1 for form in forms):
        return len(set(forms)) == len(forms) > 1
    return len(set(forms)) == 1 and forms[0] == tuple(key for key in (*_BEFORE_NOUN, "type") if key in forms[0])


def _scales(choices: list[Filter]) -> bool:
    """Return whether the choices are `Level/Rank/Link 2`."""
    keys = [tuple(choice) for choice in choices]
    alike = all(len(key) == 1 and key[0] in _SCALES for key in keys) and len(set(keys)) == len(keys) > 1
    return alike and all(list(choice.values()) == list(choices[0].values()) for choice in choices)


def _alone(part: Filter) -> bool:
    """Return whether a filter has no choice before which `non-...` would be ambiguous."""
    return not part.get("any") or _scales(part["any"])


def _short(excluded: Filter) -> tuple[str, Any] | None:
    """Return what stands as `non-...` before the noun."""
    ((key, value), *more) = excluded.items()
    return (key, value) if key in _BEFORE_NOUN and not more and isinstance(value, str) else None


def _tails(parts: list[Filter], many: bool) -> str:
    """Return what stands behind the noun."""
    text = ""
    for part in parts:
        where: Filter = {key: part[key] for key in ("place", "side") if key in part}
        text += f" {_known(PLACES, where)}" if where else ""
        history: Filter = {key: part[key] for key in _HISTORY_KEYS if key in part}
        if set(history) - {"summoned"}:
            text += f" {_known(HISTORIES, history)}"
        text += f" equipped with {EQUIPMENT[part['equipped_with']]}" if "equipped_with" in part else ""
        text += f' named "{part["name"]}"' if isinstance(part.get("name"), str) else ""
        text += f' that mention{"" if many else "s"} "{part["mentions"]}"' if "mentions" in part else ""
        if "original_level" in part:
            text += f" whose original Level is {_number(part['original_level'], 'higher', 'lower')}"
        for original in ("", "original_"):
            text += _stats(original, [part.get(f"{original}{stat}") for stat in ("atk", "def")])
    return text


def _stats(original: str, values: list[Any]) -> str:
    """Return `with 2000 or more ATK`, `with 0 original ATK/DEF`, or nothing."""
    attack, defence = [None if value is None else _number(value, "more", "less") for value in values]
    word = "original " if original else ""
    if attack == defence:
        return f" with {attack} {word}ATK/DEF" if attack else ""
    both = [f"{value} {word}{stat}" for value, stat in ((attack, "ATK"), (defence, "DEF")) if value]
    return f" with {'/'.join(both)}"


def _exceptions(parts: list[Filter]) -> str:
    text = ""
    for part in parts:
        for each in listed(part.get("not", [])):
            if not (_short(each) and _alone(part)):
                text += f", except {_cards(each, '', False, False)}"
    return text


def _known(table: dict[str, Filter], spec: Filter) -> str:
    words = next(words for words, known in table.items() if known == spec)
    for small, great in (
        ("extra monster zone", "Extra Monster Zone"), ("main monster zone", "Main Monster Zone"), ("gy", "GY"),
        ("special summoned", "Special Summoned"), ("normal summoned/set", "Normal Summoned/Set"),
        ("normal summoned", "Normal Summoned"), ("extra deck", "Extra Deck"),
    ):  # fmt: skip
        words = words.replace(small, great)
    return words


def _common(demands: dict[str, Any]) -> str:
    parts = []
    for what in ("same", "different"):
        aspects = listed(demands.get(what, []))
        words = [ASPECT_WORDS[aspect] + ("s" if what == "different" else "") for aspect in aspects]
        if words:
            parts.append(f"{'the same' if what == 'same' else 'different'} {' and '.join(words)}")
    return f"with {' but '.join(parts)}"


def _scale(named: str, value: Any) -> str:
    return f"{named} {_number(value, 'higher', 'lower')}"


def _number(value: Any, above: str, below: str) -> str:
    if isinstance(value, dict):
        return f"{value['min']} or {above}" if "min" in value else f"{value['max']} or {below}"
    return _or(map(str, listed(value)))


def _value(key: str, value: str) -> str:
    return f'"{value}"' if key == "archetype" else value


def _quoted(names: Iterable[str]) -> list[str]:
    return [f'"{name}"' for name in names]


def _or(words: Iterable[str]) -> str:
    """Return `A`, `A or B`, `A, B, or C`."""
    items = list(words)
    return " or ".join(items) if len(items) < 3 else f"{', '.join(items[:-1])}, or {items[-1]}"
