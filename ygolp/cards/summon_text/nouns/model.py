"""A noun: a filter with a number, and several nouns as one with a choice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Filter = dict[str, Any]
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
