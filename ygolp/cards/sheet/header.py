"""The head of a card as players know it: names, kind, Attribute, Level, Type, ATK and DEF, archetypes."""

from __future__ import annotations

from typing import Any

from ygolp.cards.filters import as_list
from ygolp.cards.pool import Record
from ygolp.cards.sheet.words import listed, quoted, type_word

# The order in which a card names what it is.
_ORDER = (
    "normal", "ritual", "fusion", "synchro", "xyz", "link", "pendulum", "toon", "spirit", "union", "gemini", "flip",
    "string", "ripple", "tuner", "token", "effect",
)  # fmt: skip


def title(record: Record) -> str:
    """Return the English and the Chinese name."""
    return f"{record['name']} · {record['zh']}" if "zh" in record else str(record["name"])


def header(record: Record) -> list[str]:
    """Return the lines under the title."""
    found = [" · ".join(stats(record))]
    if record.get("archetypes"):
        found.append(f"Archetypes: {', '.join(map(quoted, record['archetypes']))}")
    if "treated_as" in record:
        found.append(f"Its name is treated as {quoted(record['treated_as'])}.")
    if record.get("mentions"):
        found.append(f"Its text mentions {', '.join(map(quoted, record['mentions']))}.")
    known = [f"passcode {record['passcode']}"] if "passcode" in record else []
    known += _standing(record)
    known += [f"also found as {', '.join(record['aliases'])}"] if record.get("aliases") else []
    return [*found, *([f"({'; '.join(known)})"] if known else [])]


def _standing(record: Record) -> list[str]:
    """Return what is said of the card as a card of the OCG."""
    found = []
    if "ocg_card" in record:
        found.append("a card of the OCG" if record["ocg_card"] else "no card of the OCG")
    if record.get("usable_in_official_duels") is False:
        found.append("not usable in official Duels")
    if "limit" in record:
        copies = "1 copy" if record["limit"] == 1 else f"{record['limit']} copies"
        found.append(f"{copies} allowed by the forbidden list")
    return found


def stats(record: dict[str, Any]) -> list[str]:
    """Return the printed data: `Synchro Tuner Effect Monster`, `LIGHT`, `Level 8`, `Dragon`, `ATK 2500`, `DEF 2000`."""
    kinds = sorted(record.get("types", ()), key=lambda kind: _ORDER.index(kind) if kind in _ORDER else 0)
    parts = [" ".join([*map(type_word, kinds), record["card"].capitalize()])]
    parts += [record["attribute"]] if "attribute" in record else []
    parts += [f"Level {record['level']}"] if "level" in record else []
    parts += [f"Rank {record['rank']}"] if "rank" in record else []
    parts += [f"Link-{record['link']}"] if "link" in record else []
    parts += [f"Link Arrows {listed(record['arrows'], 'and')}"] if record.get("arrows") else []
    if "scale" in record:
        parts.append(f"Pendulum Scale {' and '.join(str(side) for side in as_list(record['scale']))}")
    parts += [record["race"]] if "race" in record else []
    parts += [f"ATK {record['atk']}"] if "atk" in record else []
    parts += [f"DEF {record['def']}"] if "def" in record else []
    return parts
