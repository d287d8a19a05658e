"""A file of results: what has been found out about hands outlives the run, and is not found out twice.

It is an SQLite database: `question` has the parts of the question (Question.identity), `hand` a row for each hand.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from ygolp.errors import YgolpError
from ygolp.hands.counting import Hand
from ygolp.hands.question import Result, differences

# Says in the head of the file whose it is: "ygoh".
_MARK = 0x79676F68
_FORM = 1
_TABLES = (
    "CREATE TABLE question (part TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE hand (cards TEXT PRIMARY KEY, verdict TEXT NOT NULL, actions INTEGER NOT NULL, "
    "complete INTEGER NOT NULL, boards INTEGER NOT NULL) WITHOUT ROWID",
)


class StoreError(YgolpError):
    """A file of results cannot be used, or belongs to another question."""


class Store:
    """Results by hand; kept in a file, or without one in memory for as long as the run."""

    def __init__(self, path: Path | None, identity: Mapping[str, str]) -> None:
        self.path = path
        try:
            self._base = sqlite3.connect(":memory:" if path is None else path, isolation_level=None, timeout=30)
            self._open(identity)
        except sqlite3.Error as error:
            raise StoreError(f"{path}: no file of results that can be used: {error}") from None

    def _open(self, identity: Mapping[str, str]) -> None:
        base = self._base
        base.execute("BEGIN IMMEDIATE")
        try:
            mark, form = (base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
            if mark != _MARK:
                if mark or base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    raise StoreError(f"{self.path}: a database of something else, not of results")
                for table in _TABLES:
                    base.execute(table)
                base.executemany("INSERT INTO question VALUES (?, ?)", identity.items())
                base.execute(f"PRAGMA application_id = {_MARK}")
                base.execute(f"PRAGMA user_version = {_FORM}")
            elif form != _FORM:
                raise StoreError(f"{self.path}: results in the form of another version of ygolp")
            found = dict(base.execute("SELECT part, text FROM question"))
            if found != dict(identity):
                parts = differences(identity, found) or ["another version of ygolp"]
                raise StoreError(
                    f"{self.path}: holds results of another question:\n"
                    + "".join(f"  {part}\n" for part in parts)
                    + "name another file, or ask the same question"
                )
            base.execute("COMMIT")
        except BaseException:
            if base.in_transaction:
                base.execute("ROLLBACK")
            base.close()
            raise

    def results(self) -> dict[Hand, Result]:
        """Return what is known, by hand."""
        found: dict[Hand, Result] = {}
        try:
            for row in self._base.execute("SELECT cards, verdict, actions, complete, boards FROM hand"):
                cards, verdict, actions, complete, boards = row
                hand = tuple((str(name), int(count)) for name, count in json.loads(cards))
                found[hand] = Result(verdict, actions, bool(complete), boards)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise StoreError(f"{self.path}: no file of results that can be used: {error}") from None
        return found

    def add(self, hand: Hand, result: Result) -> None:
        """Keep a result; one that is there already stays as it is."""
        cards = json.dumps(hand, ensure_ascii=False, separators=(",", ":"))
        try:
            self._base.execute("INSERT OR IGNORE INTO hand VALUES (?, ?, ?, ?, ?)", (cards, *result))
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: a result cannot be kept: {error}") from None

    def close(self) -> None:
        """Close the file."""
        self._base.close()
