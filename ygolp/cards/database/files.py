"""One `cards.cdb` file, opened read-only: rows by passcode, passcodes by name.

A file is foreign input. It is looked at before it is asked: it must be a SQLite database with plain tables `datas` and
`texts` (a locale file has `texts` only), so that a query reads rows and computes nothing; and a query that takes too
long, or meets a value too large, ends in an error. Every error names the file.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ygolp.cards.database import texts
from ygolp.cards.database.bits import Row
from ygolp.errors import DatabaseError, UnusableCard

_FAULTS = (sqlite3.Error, UnicodeDecodeError)  # the latter for a message that quotes what is no text
_HEADER = b"SQLite format 3\0"
_DATAS = ("id", "ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute")
_TEXTS = ("id", "name", "desc")
LONGEST_NAME = 400
_LONGEST_VALUE = 4_000_000
_SECONDS = 20.0
_STEPS = 20_000  # of the virtual machine, between two looks at the clock


class CardFile:
    """A database file, opened when it is first asked."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._until = 0.0
        self._has_datas = False
        self._has_texts = False
        self._language: str | None = None

    @property
    def has_datas(self) -> bool:
        """Whether it has the numbers of its cards; a locale file has names and texts only."""
        return self._opened()._has_datas

    @property
    def has_texts(self) -> bool:
        """Whether it has names and texts."""
        return self._opened()._has_texts

    @property
    def language(self) -> str:
        """`en`, `zh` or `other`: what most of its names are written in."""
        if self._language is None:
            rows = self._rows("select name from texts limit 80") if self.has_texts else []
            self._language = texts.language([_text(name) for (name,) in rows if name])
        return self._language

    def row(self, code: int) -> Row | None:
        """Return the row of `datas`; DatabaseError if it holds anything but whole numbers."""
        if not self.has_datas:
            return None
        rows = self._rows(f"select {', '.join(_DATAS)} from datas where id = ?", (code,))
        return self._whole(rows[0]) if rows else None

    def text(self, code: int) -> tuple[str, str] | None:
        """Return name and text of a card; the name is cut where no name of a card is so long."""
        if not self.has_texts:
            return None
        rows = self._rows("select name, desc from texts where id = ?", (code,))
        return (_text(rows[0][0]), _text(rows[0][1])) if rows else None

    def codes(self) -> list[int]:
        """Return the passcodes that have a row in both tables, sorted."""
        if not (self.has_datas and self.has_texts):
            return []
        rows = self._rows("select datas.id from datas join texts on datas.id = texts.id order by datas.id")
        return [int(code) for (code,) in rows if isinstance(code, int)]

    def names(self) -> Iterator[tuple[int, str]]:
        """Yield every passcode with its name."""
        if self.has_texts:
            for code, name in self._rows("select id, name from texts"):
                plain = _text(name).strip()
                if isinstance(code, int) and 0 < len(plain) <= LONGEST_NAME:
                    yield code, plain

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # -- opening -------------------------------------------------------------------------------------------

    def _opened(self) -> CardFile:
        if self._connection is None:
            self._look()
            errors: list[Exception] = []
            # A database that was left in the middle of writing can only be opened as if nobody ever wrote it.
            for options in ("mode=ro", "mode=ro&immutable=1"):
                try:
                    self._open(options)
                    break
                except (*_FAULTS, DatabaseError) as error:
                    self.close()
                    if isinstance(error, DatabaseError):
                        raise
                    errors.append(error)
            else:
                raise self._error(errors[0])
        return self

    def _look(self) -> None:
        try:
            if not self.path.exists():
                raise DatabaseError(f"{self.path}: no such file")
            if not self.path.is_file():
                raise DatabaseError(f"{self.path}: no file")
            with self.path.open("rb") as stream:
                start = stream.read(len(_HEADER))
        except OSError as error:
            raise DatabaseError(f"{self.path}: {error.strerror or 'cannot be read'}") from None
        if start != _HEADER:
            raise DatabaseError(f"{self.path}: no card database: expected a cards.cdb file (SQLite 3)")

    def _open(self, options: str) -> None:
        address = f"file:{quote(str(self.path.resolve()))}?{options}"
        connection = sqlite3.connect(address, uri=True, check_same_thread=False)
        self._connection = connection
        connection.text_factory = bytes
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
        connection.set_progress_handler(self._too_long, _STEPS)
        self._until = time.monotonic() + _SECONDS
        for pragma in ("query_only = on", "trusted_schema = off", "cell_size_check = on", "mmap_size = 0"):
            connection.execute(f"pragma {pragma}")
        self._has_datas = self._table("datas", _DATAS)
        self._has_texts = self._table("texts", _TEXTS)
        if not self._has_texts:
            raise DatabaseError(f"{self.path}: no card database: there is no table 'texts'")

    def _table(self, name: str, columns: tuple[str, ...]) -> bool:
        assert self._connection is not None
        found = self._connection.execute(
            "select type, sql from sqlite_master where lower(name) = ? and type in ('table', 'view')", (name,)
        ).fetchall()
        if not found:
            return False
        kind, sql = (_text(part) for part in found[0])
        if kind != "table" or "virtual" in sql.casefold().split("(")[0].split():
            raise DatabaseError(f"{self.path}: {name!r} is no plain table")
        info = self._connection.execute(f"pragma table_xinfo({name})").fetchall()
        hidden = [_text(column[1]) for column in info if column[6]]
        if hidden:
            raise DatabaseError(f"{self.path}: {name}.{hidden[0]}: a column that is computed")
        there = {_text(column[1]).casefold() for column in info}
        missing = [column for column in columns if column not in there]
        if missing:
            raise DatabaseError(f"{self.path}: table {name!r} has no column {missing[0]!r}")
        return True

    # -- reading -------------------------------------------------------------------------------------------

    def _rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        self._until = time.monotonic() + _SECONDS
        try:
            return self._connection.execute(query, values).fetchall()
        except (*_FAULTS, OverflowError) as error:
            raise self._error(error) from None

    def _too_long(self) -> bool:
        return time.monotonic() > self._until

    def _error(self, error: Exception) -> DatabaseError:
        if isinstance(error, sqlite3.OperationalError) and str(error) == "interrupted":
            return DatabaseError(f"{self.path}: reading it takes too long")
        what = "its schema is damaged" if isinstance(error, UnicodeDecodeError) else str(error)
        return DatabaseError(f"{self.path}: the database cannot be read: {what[:200]}")

    def _whole(self, values: tuple[Any, ...]) -> Row:
        numbers = []
        for column, value in zip(_DATAS, values, strict=True):
            number = _number(value)
            if number is None:
                shown = repr(_text(value))
                shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
                raise UnusableCard(f"{self.path}: card {values[0]}: {column} {shown}: no whole number")
            numbers.append(number)
        return Row(*numbers)


def _number(value: Any) -> int | None:
    """Return a whole number, also one that SQLite gives as text; nothing there is 0."""
    if value is None:
        return 0
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 2**63 else None
    text = _text(value).strip()
    if len(text) <= 20 and text.removeprefix("-").isdecimal() and text.isascii():
        return int(text)
    return None


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace").replace("\0", "")
    return "" if value is None else str(value)
