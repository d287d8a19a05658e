"""The embedded card pool, and the records of one scenario.

A record is the plain table that README.md of this folder describes. Names are compared without case,
punctuation and width, so that `XX-Saber Gottoms` and `xx saber gottoms` are one.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from ygolp.errors import nearest
from ygolp.paths import POOL

if TYPE_CHECKING:
    from ygolp.cards.database import Entry

Record = dict[str, Any]
_PUNCTUATION = re.compile(r"[\W_]+")


def fold(name: str) -> str:
    """Return the form in which two spellings of a card name are compared."""
    wide = name.lower() if name.isascii() else unicodedata.normalize("NFKC", name).casefold()
    return _PUNCTUATION.sub("", wide) or wide.strip()


class Pool:
    """Records by English name, Chinese name, alias and passcode."""

    def __init__(self, records: Iterable[Record] = (), base: Pool | None = None) -> None:
        self._base = base
        self._own: list[Record] = []
        self._exact: dict[str, Record] = {}  # by name and passcode as they are written
        self._folded: dict[str, Record] | None = None  # by fold(name), from when a name is written in another way
        self._carriers: dict[str, Record] = {}
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        """Add a record; its spellings hide equal ones of the base pool."""
        self._own.append(record)
        self._folded = None
        for name in spellings(record):
            self._exact[name] = record
        if "passcode" in record:
            self._exact[str(record["passcode"])] = record
        if "ripple" in record:
            for key in ("name", "zh"):
                if key in record["ripple"]:
                    self._carriers[fold(record["ripple"][key])] = record

    def find(self, name: str | int) -> Record | None:
        """Return the record of a name or passcode, or None."""
        found = self._exact.get(str(name)) or self._find_folded(str(name))
        if found is None and self._base is not None:
            return self._base.find(name)
        return found

    def _find_folded(self, name: str) -> Record | None:
        if self._folded is None:
            self._folded = {fold(each): record for record in self._own for each in spellings(record)}
        return self._folded.get(fold(name))

    def holds(self, record: Record) -> bool:
        """Return whether a record is, just as it is, one that is there without a card file."""
        return self.find(record["name"]) is record if self._base is None else self._base.holds(record)

    def read_of(self, record: Record) -> Entry | None:
        """Return what was read of the text of a record that a database gave; None of any other."""
        return None if self._base is None else self._base.read_of(record)

    def find_ripple(self, name: str) -> Record | None:
        """Return the record of the String Monster that carries the Ripple Monster `name`."""
        found = self._carriers.get(fold(name))
        if found is None and self._base is not None:
            return self._base.find_ripple(name)
        return found

    def records(self) -> Iterator[Record]:
        """Yield every record once, sorted by name."""
        seen = {id(record): record for record in self._exact.values()}
        if self._base is not None:
            seen |= {id(record): record for record in self._base.records()}
        yield from sorted(seen.values(), key=lambda record: str(record["name"]))

    def added(self) -> list[Record]:
        """Return the records that were added to the embedded pool, in this pool and in those below it."""
        below = self._base.added() if self._base is not None else []
        return [*below, *self._own] if self._base is not None else below

    def hint(self, name: str) -> str:
        """Return a "did you mean" for a name that is not there, or nothing."""
        return nearest(name, self.candidates(name))

    def candidates(self, name: str) -> Iterator[str]:
        """Yield the names that could be meant by one that is not there."""
        for record in self._own:
            yield from spellings(record)
        if self._base is not None:
            yield from self._base.candidates(name)


def spellings(record: Record) -> list[str]:
    """Return every name under which a record is found."""
    named = [record["name"], *record.get("aliases", ())]
    return [*named, record["zh"]] if "zh" in record else named


def ripple_record(carrier: Record) -> Record:
    """Return the record of the Ripple Monster that a String Monster carries."""
    ripple = carrier["ripple"]
    types = [kind for kind in ripple.get("types", ()) if kind != "ripple"]
    kept = {key: part for key, part in ripple.items() if key not in ("materials", "types")}
    return {**kept, "card": "monster", "types": [*types, "ripple"], "carrier": carrier["name"]}


@cache
def embedded() -> Pool:
    """Return the pool that the package ships."""
    lines = POOL.read_text(encoding="utf-8").splitlines()
    return Pool(json.loads("[" + ",".join(lines) + "]"))


def find(name: str | int) -> Record | None:
    """Return the embedded record of a name or passcode, or None."""
    return embedded().find(name)
