"""What a reader of card text returns: the part of a record that it understood, and what it did not understand."""

from __future__ import annotations

from typing import Any, NamedTuple


class Clause(NamedTuple):
    """A part of the text and what was understood of it."""

    text: str
    meaning: str


class Reading(NamedTuple):
    """The keys of a card record that a text gives, where each came from, and the sentences that gave none."""

    record: dict[str, Any]
    clauses: tuple[Clause, ...]
    missed: tuple[str, ...]
