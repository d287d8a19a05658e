"""Passcodes by name: cards.cdb has no index on names, so one is kept in the user's cache folder.

A database is read once for it; from then on a name costs one look-up. An index that does not fit the file any more (its
size or time has changed), or cannot be read, is made again; without a place to keep it, it is kept in memory.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from ygolp.cards.database.files import CardFile
from ygolp.cards.database.kept import kept_file, stamp_of
from ygolp.cards.pool import fold

_FORM = 2
Found = tuple[str, int]  # a name as it is written, and its passcode


class Names:
    """The names of one database file."""

    def __init__(self, file: CardFile) -> None:
        self._file = file
        self._kept: sqlite3.Connection | None = None
        self._held: dict[str, list[Found]] | None = None

    def find(self, name: str) -> list[Found]:
        """Return the cards whose name is that one but for case, width and punctuation."""
        folded = fold(name)
        kept = self._index()
        if kept is not None:
            try:
                rows = kept.execute("select name, code from names where folded = ? order by code", (folded,)).fetchall()
                return [(str(text), int(code)) for text, code in rows]
            except (sqlite3.Error, ValueError, OverflowError):
                self._kept, self._held = None, _held(self._file.names())
        return (self._held or {}).get(folded, [])

    def all(self) -> Iterator[str]:
        """Yield every name of the file."""
        for _, name in self._file.names():
            yield name

    def _index(self) -> sqlite3.Connection | None:
        if self._kept is None and self._held is None:
            try:
                self._kept = self._opened()
            except (OSError, RuntimeError, sqlite3.Error, ValueError):
                self._held = _held(self._file.names())
        return self._kept

    def _opened(self) -> sqlite3.Connection:
        path = self._file.path.resolve()
        stamp = f"{_FORM} {stamp_of([path])}"
        kept = kept_file("names", [path])
        if kept.is_file():
            found = _fitting(kept, stamp)
            if found is not None:
                return found
        _write(kept, stamp, self._file.names())
        made = _fitting(kept, stamp)
        if made is None:
            raise ValueError("the index cannot be read back")
        return made


def _fitting(kept: Path, stamp: str) -> sqlite3.Connection | None:
    try:
        connection = sqlite3.connect(f"{kept.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        if connection.execute("select text from stamp").fetchall() == [(stamp,)]:
            return connection
        connection.close()
    except sqlite3.Error:
        pass
    return None


def _write(kept: Path, stamp: str, names: Iterable[tuple[int, str]]) -> None:
    """Write an index beside and put it in its place, so that nobody sees half of one."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    half = kept.with_name(f"{kept.name}.{os.getpid()}")
    try:
        connection = sqlite3.connect(half)
        try:
            connection.execute("pragma journal_mode = off")
            connection.execute("pragma synchronous = off")
            connection.execute("create table stamp (text)")
            connection.execute(
                "create table names (folded text, name text, code integer, primary key (folded, name, code)) "
                "without rowid"
            )
            rows = ((fold(name), name, code) for code, name in names)
            connection.executemany("insert or ignore into names values (?, ?, ?)", rows)
            connection.execute("insert into stamp values (?)", (stamp,))
            connection.commit()
        finally:
            connection.close()
        os.replace(half, kept)
    finally:
        with contextlib.suppress(OSError):
            half.unlink()


def _held(names: Iterable[tuple[int, str]]) -> dict[str, list[Found]]:
    found: dict[str, list[Found]] = {}
    for code, name in sorted(names):
        found.setdefault(fold(name), []).append((name, code))
    return found
