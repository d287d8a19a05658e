"""Card records from the pool that a file of independent verdicts brings along.

Such a pool (`pool.json` beside the file) holds facts of cards in the engine's bits, with materials and own Summons in
structured form, the latter with short phrases. Phrases that are not in the tables here make a card unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

TYPES = {
    0x10: "normal", 0x20: "effect", 0x40: "fusion", 0x80: "ritual", 0x200: "spirit", 0x400: "union", 0x800: "gemini",
    0x1000: "tuner", 0x2000: "synchro", 0x4000: "token", 0x200000: "flip", 0x400000: "toon", 0x800000: "xyz",
    0x1000000: "pendulum", 0x4000000: "link",
}  # fmt: skip
SPELL_TYPES = {0x10000: "quick_play", 0x20000: "continuous", 0x40000: "equip", 0x80000: "field", 0x80: "ritual"}
TRAP_TYPES = {0x20000: "continuous", 0x100000: "counter"}
ARROWS = {
    1: "bottom-left", 2: "bottom", 4: "bottom-right", 8: "left", 0x20: "right", 0x40: "top-left", 0x80: "top",
    0x100: "top-right",
}  # fmt: skip
GRAVE = {"card": "monster", "place": "gy", "do": "banish", "count": 1}
IFS: dict[str, list[dict[str, Any]]] = {
    "always": [],
    "you control no monster": [{"count": {}, "max": 0}],
    "only the opponent controls a monster": [{"count": {"side": "opponent"}, "min": 1}, {"count": {}, "max": 0}],
    "opponent controls a monster and you control none": [
        {"count": {"side": "opponent"}, "min": 1}, {"count": {}, "max": 0},
    ],
    "opponent controls at least 2 more monsters than you": [{"more": {"side": "opponent"}, "than": {}, "by": 2}],
    "exactly 3 DARK monsters in your Graveyard": [
        {"count": {"attribute": "DARK", "card": "monster", "place": "gy"}, "exactly": 3}
    ],
}  # fmt: skip
COSTS: dict[str, list[dict[str, Any]]] = {
    "banish 1 LIGHT and 1 DARK monster from your Graveyard": [
        GRAVE | {"attribute": "LIGHT"}, GRAVE | {"attribute": "DARK"},
    ],
    "discard Machine monsters whose Levels total 8 or more": [
        {"race": "Machine", "card": "monster", "place": "hand", "min": 1, "do": "discard"},
    ],
    "tribute 2 monsters the opponent controls": [{"side": "opponent", "count": 2, "do": "tribute"}],
    "discard 1 other card": [{"place": "hand", "self": False, "count": 1, "do": "discard"}],
    "banish 3 Fiend monsters from your Graveyard": [GRAVE | {"race": "Fiend", "count": 3}],
    "banish 1 WATER monster from your Graveyard": [GRAVE | {"attribute": "WATER"}],
}  # fmt: skip
TOTALS = {"discard Machine monsters whose Levels total 8 or more": {"total_level": {"min": 8}, "minimal": True}}
NORMAL: dict[str, dict[str, Any]] = {
    "also without Tribute (ATK 1900), or with 3 Tributes": {"tributes": [0, 2, 3], "set_tributes": [0, 2]},
    "without Tribute when it is the only card in the hand": {
        "tributes": [{"count": 0, "if": [{"count": {"place": "hand"}, "max": 1}]}, 2], "set_tributes": [2],
    },
    "needs exactly 3 Tributes; cannot be Normal Set": {"tributes": [3], "set": False},
}  # fmt: skip
ALTERNATIVES: dict[str, dict[str, Any]] = {
    "own face-up Xyz monster of Rank 5 or 6, its materials move along": {"type": "xyz", "rank": [5, 6]},
}


class PhraseError(Exception):
    """A phrase about a card is not in the tables."""


def record(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of a pool card; PhraseError if a phrase of it is not understood."""
    bits = card["type"]
    if not bits & 1:
        kind, table = ("spell", SPELL_TYPES) if bits & 2 else ("trap", TRAP_TYPES)
        types = [name for bit, name in table.items() if bits & bit] or ["normal"]
        return {"name": card["name"], "passcode": card["code"], "card": kind, "types": types}
    types = [name for bit, name in TYPES.items() if bits & bit]
    made: dict[str, Any] = {
        "name": card["name"], "passcode": card["code"], "card": "monster", "types": types,
        "attribute": card["attribute_name"], "race": card["race_name"], "atk": _stat(card["atk"]),
    }  # fmt: skip
    scale = "rank" if "xyz" in types else "link" if "link" in types else "level"
    made[scale] = card["level"]
    if "link" in types:
        made["arrows"] = [name for bit, name in ARROWS.items() if card["link_markers"] & bit]
    else:
        made["def"] = _stat(card["def"])
    if "pendulum" in types:
        made["scale"] = [card["lscale"], card["rscale"]]
    if "materials" in card:
        made |= _materials(card["materials"])
    if "own_summon" in card:
        made |= _own_summon(card["own_summon"])
    return made


def _stat(value: int) -> int | str:
    return "?" if value < 0 else value


def _filter(spec: Mapping[str, Any]) -> dict[str, Any]:
    known = {"attribute", "race", "type", "level", "name"}
    if set(spec) - known:
        raise PhraseError(f"materials ask for {', '.join(sorted(set(spec) - known))}")
    return dict(spec)


def _materials(spec: Mapping[str, Any]) -> dict[str, Any]:
    kind = spec["kind"]
    if kind == "synchro":
        tuner, rest = dict(spec["tuner"]), dict(spec["non_tuner"])
        slots = [{"count": tuner.pop("count", 1), "type": "tuner", **_filter(tuner)}]
        bounds = {key: rest.pop(key) for key in ("min", "max") if key in rest}
        return {"materials": [*slots, {"not_type": "tuner", **bounds, **_filter(rest)}]}
    if "named" in spec:
        return {"materials": [{"name": name} for name in spec["named"]]}
    if kind == "xyz":
        first = [{"count": spec["count"], "level": spec["level"], **_filter(spec.get("filter", {}))}]
        if "alternative" not in spec:
            return {"materials": first}
        phrase = spec["alternative"].get("on")
        if phrase not in ALTERNATIVES:
            raise PhraseError(f"an alternative way to Xyz Summon: {phrase}")
        second = {"slots": [ALTERNATIVES[phrase]], "keeps_materials": True}
        return {"material_lines": [{"slots": first}, second]}
    bounds = {key: spec[key] for key in ("count", "min", "max") if key in spec}
    made: dict[str, Any] = {"materials": [bounds | _filter(spec.get("filter", {}))]}
    if spec.get("different_names"):
        made["materials_with"] = {"different": "name"}
    return made


def _own_summon(spec: Mapping[str, Any]) -> dict[str, Any]:
    if spec.get("lock") == "neither player can Special Summon":
        return {"continuous": [{"op": "forbid", "what": "special_summon", "who": "both"}]}
    if spec.get("normal_summon") in NORMAL:
        return {"normal_summon": NORMAL[spec["normal_summon"]]}
    if "from" not in spec or spec.get("if", "always") not in IFS or spec.get("cost", "") not in {"", *COSTS}:
        raise PhraseError("; ".join(f"{key}: {phrase}" for key, phrase in spec.items()))
    origin = spec["from"] if isinstance(spec["from"], list) else [spec["from"]]
    way: dict[str, Any] = {"from": ["gy" if place == "grave" else place for place in origin]}
    way |= {"if": IFS[spec.get("if", "always")], "by": COSTS.get(spec.get("cost", ""), [])}
    if spec.get("cost") in TOTALS:
        way["with"] = TOTALS[spec["cost"]]
    if spec.get("to") == "opponent":
        way["to"] = "opponent"
    if "oath" in spec:
        way["locks"] = ["normal_summon"]
    kind = "nomi" if spec.get("only") else "semi_nomi" if spec.get("only_first") else "none"
    return {"procedures": [way], "ssm": kind}
