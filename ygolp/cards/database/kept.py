"""What was read of the cards of a database, kept in the user's cache folder.

To find a card by its name and to read its text takes a millisecond or two. A board that was asked about is asked about
again: so it is written down which card each name stands for and what was read of it. What is kept counts only as long
as the files are the same (by size and time), and this package too. Without a place to keep it nothing is kept.
"""

from __future__ import annotations

import binascii
import json
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ygolp.paths import POOL

_FORM = 1
_FAULTS = (OSError, RuntimeError, sqlite3.Error, ValueError, KeyError, TypeError)


def cache_folder() -> Path:
    """Return the folder in which such files are kept."""
    if os.environ.get("XDG_CACHE_HOME"):
        return Path(os.environ["XDG_CACHE_HOME"]) / "ygolp"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "ygolp" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ygolp"
    return Path.home() / ".cache" / "ygolp"


def kept_file(kind: str, paths: Iterable[Path]) -> Path:
    """Return the file of a kind that is kept about these files."""
    named = b"\0".join(os.fsencode(path) for path in paths)
    return cache_folder() / f"{kind}-{binascii.crc32(named):08x}{len(named):04x}.db"


def stamp_of(paths: Iterable[Path]) -> str:
    """Return a text that changes with the files. Raises OSError if one is not there."""
    parts = []
    for path in paths:
        known = path.stat()
        parts.append(f"{path} {known.st_size} {known.st_mtime_ns}")
    return "\n".join(parts)


def own_stamp() -> str:
    """Return a text that changes with the code that reads cards, and with the embedded pool."""
    form = POOL.parents[1] / "schema.py"
    known = [*_code(POOL.parent, 1), POOL.stat(), form.stat()]
    return f"{_FORM} {len(known)} {sum(each.st_size for each in known)} {sum(each.st_mtime_ns for each in known)}"


def _code(folder: Path, depth: int) -> Iterator[os.stat_result]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield entry.stat()
            elif depth and entry.is_dir() and not entry.name.startswith("_"):
                yield from _code(Path(entry.path), depth - 1)


class Kept:
    """A file of names and cards; whatever goes wrong with it, it just holds nothing."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._connection: sqlite3.Connection | None = None
        try:
            files = [path.resolve() for path in paths]
            self._open(kept_file("cards", files), f"{own_stamp()}\n{stamp_of(files)}")
        except _FAULTS:
            self._connection = None

    def _open(self, file: Path, stamp: str) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        for attempt in (1, 2):
            connection = sqlite3.connect(file, timeout=0.2, isolation_level=None)
            try:
                connection.execute("pragma synchronous = off")
                if attempt == 1 and _holds(connection, stamp):
                    break
                connection.execute("begin immediate")
                for table in ("stamp", "names", "cards"):
                    connection.execute(f"drop table if exists {table}")
                connection.execute("create table stamp (text)")
                connection.execute("create table names (name text primary key, code integer) without rowid")
                connection.execute("create table cards (code integer primary key, card text)")
                connection.execute("insert into stamp values (?)", (stamp,))
                connection.execute("commit")
                break
            except sqlite3.DatabaseError as error:
                connection.close()
                if attempt == 2 or isinstance(error, sqlite3.OperationalError):
                    raise
                file.unlink()  # no database, or a broken one
        self._connection = connection

    def code(self, name: str) -> int | None:
        """Return the passcode that a name was found to stand for."""
        found = self._one("select code from names where name = ?", name)
        return found if isinstance(found, int) else None

    def card(self, code: int) -> dict[str, Any] | None:
        """Return what was read of a card."""
        try:
            text = self._one("select card from cards where code = ?", code)
            found = None if text is None else json.loads(text)
        except _FAULTS:
            return None
        return found if isinstance(found, dict) else None

    def keep_code(self, name: str, code: int) -> None:
        self._write("insert or replace into names values (?, ?)", name, code)

    def keep_card(self, code: int, card: dict[str, Any]) -> None:
        self._write("insert or replace into cards values (?, ?)", code, json.dumps(card, ensure_ascii=False))

    def _one(self, query: str, value: str | int) -> Any:
        if self._connection is None:
            return None
        try:
            found = self._connection.execute(query, (value,)).fetchone()
        except _FAULTS:
            self._connection = None
            return None
        return found[0] if found else None

    def _write(self, query: str, *values: str | int) -> None:
        if self._connection is not None:
            try:
                self._connection.execute(query, values)
            except _FAULTS:
                self._connection = None


def _holds(connection: sqlite3.Connection, stamp: str) -> bool:
    try:
        return connection.execute("select text from stamp").fetchall() == [(stamp,)]
    except sqlite3.OperationalError:  # no such table
        return False
