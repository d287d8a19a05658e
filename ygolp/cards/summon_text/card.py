"""What has been understood of a card so far: the readers of sentences write into it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Record = dict[str, Any]
Done = Callable[[], str | None]


class Card:
    """What has been understood of a card so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.record: Record = {}
        self.no_normal = False  # "Cannot be Normal Summoned/Set"
        self.no_other = False  # "cannot be Special Summoned by other ways"
        self.kind = ""  # what the text says of the kind of Special Summon Monster
        self.this_way = False  # "once per turn this way"
        self.locks: list[Any] = []
        self.notes: list[str] = []
        self.procedures: list[Record] = []

    def add(self, path: str, value: Any) -> bool:
        """Put a value at `key` or `key.key`; False if something else is there already."""
        *tables, last = path.split(".")
        table = self.record
        for key in tables:
            table = table.setdefault(key, {})
        if last in table and table[last] != value:
            if isinstance(table[last], list) and isinstance(value, list):
                table[last] += [each for each in value if each not in table[last]]
                return True
            return False
        table[last] = value
        return True
