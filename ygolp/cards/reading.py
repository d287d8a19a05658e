"""What has been read of a card's text, by the readers of materials_line/ and summon_text/."""

from __future__ import annotations

from typing import Any, NamedTuple


class Clause(NamedTuple):
    """A piece of text, as it stands on the card, and what it was taken to mean, as a sentence."""

    text: str
    meaning: str


class Reading(NamedTuple):
    """What a text says of how a card is summoned.

    `record` has the keys of a card record (README.md of this folder) that follow from it, `missed` the sentences or
    parts that were not understood: they give no keys at all.
    """

    record: dict[str, Any]
    clauses: tuple[Clause, ...]
    missed: tuple[str, ...]
