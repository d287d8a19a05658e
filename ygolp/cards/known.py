"""The cards that can stand on a board: those of card files, the embedded pool, and the card databases in use.

Which databases these are says the option --cards of a question, else the environment variable YGOLP_CARDS, else what
`ygolp cards use` has written down in the user's configuration. No database is opened before a card is named that the
pool does not have.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from ygolp.cards.pool import Pool, Record, embedded
from ygolp.errors import YgolpError

if TYPE_CHECKING:
    from ygolp.cards.database import Entry, Library

VARIABLE = "YGOLP_CARDS"
_CANDIDATES = 60
RECORD_FILES = (".toml", ".json", ".jsonl")


class DatabasePool(Pool):
    """The embedded pool, and behind it card databases: a record of the pool hides that of a database."""

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__(base=embedded())
        self._paths = tuple(paths)
        self._library: Library | None = None
        self._pairs: list[tuple[str, frozenset[str]]] | None = None

    @property
    def library(self) -> Library:
        """The databases behind the pool, opened when a card of theirs is asked for."""
        if self._library is None:
            from ygolp.cards.database import Library, expand

            self._library = Library(expand(self._paths))
        return self._library

    def find(self, name: str | int) -> Record | None:
        """Return the record of a name or passcode, or None. Raises DatabaseError if a database cannot be read."""
        found = super().find(name)
        if found is None and embedded().find_ripple(str(name)) is None:
            code = self.library.code(name)
            if code is not None:
                return super().find(code) or self.library.entry(code).record
        return found

    def read_of(self, record: Record) -> Entry | None:
        """Return what was read of the text of a record that a database gave."""
        return self.library.entry(record["passcode"]) if not embedded().holds(record) and self.holds(record) else None

    def holds(self, record: Record) -> bool:
        """Return whether a record is that of the embedded pool or of a database."""
        return embedded().holds(record) or (self._library is not None and self._library.holds(record))

    def candidates(self, name: str) -> Iterator[str]:
        """Yield the names that could be meant: of a database those that share most with it, for all are too many."""
        yield from super().candidates(name)
        if self._pairs is None:
            self._pairs = [(each, _pairs(each)) for each in self.library.names()]
        wanted = _pairs(name)
        scored = [(len(wanted & pairs) / len(wanted | pairs), each) for each, pairs in self._pairs]
        yield from (each for _, each in sorted(scored, key=lambda pair: -pair[0])[:_CANDIDATES])


def _pairs(name: str) -> frozenset[str]:
    plain = name.casefold()
    return frozenset(plain[at : at + 2] for at in range(len(plain) - 1)) or frozenset([plain])


# ---- which databases? ----------------------------------------------------------------------------------------

_CHOSEN: ContextVar[tuple[Path, ...]] = ContextVar("databases", default=())
_RECORDS: ContextVar[Pool | None] = ContextVar("records", default=None)
_POOLS: dict[tuple[tuple[Path, int], ...], Pool] = {}


def use_cards(*paths: str | Path) -> None:
    """Use these card databases and card files from now on, whatever else is set; without any, what is set again.

    A path is a cards.cdb file, a folder of such files, a strings.conf, or a file of card records (.toml .json .jsonl).
    Raises ScenarioError for a file of records that is wrong; a database is opened when a card of it is named.
    """
    found = [Path(path) for path in paths]
    _CHOSEN.set(tuple(path for path in found if path.suffix not in RECORD_FILES))
    _RECORDS.set(None)
    records = [path for path in found if path.suffix in RECORD_FILES]
    if records:
        from ygolp.cards.files import known

        _RECORDS.set(known(records, in_use()))


def in_use() -> Pool:
    """Return the embedded pool, with the databases in use behind it and the card files chosen before it."""
    records = _RECORDS.get()
    if records is not None:
        return records
    paths = databases()
    if not paths:
        return embedded()
    key = tuple((path, _time(path)) for path in paths)
    if key not in _POOLS:
        _POOLS[key] = DatabasePool(paths)
    return _POOLS[key]


def library() -> Library | None:
    """Return the databases in use, None if there are none."""
    paths = databases()
    return DatabasePool(paths).library if paths else None


def _time(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except (OSError, ValueError):
        return 0


def databases() -> tuple[Path, ...]:
    """Return the paths of the databases in use, as they were given."""
    chosen = _CHOSEN.get()
    if chosen:
        return chosen
    variable = os.environ.get(VARIABLE)
    if variable is not None:
        return tuple(Path(part) for part in variable.split(os.pathsep) if part)
    return remembered()


def config_file() -> Path:
    """Return the file in which `ygolp cards use` writes down the databases."""
    if os.environ.get("XDG_CONFIG_HOME"):
        folder = Path(os.environ["XDG_CONFIG_HOME"])
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path.home() / ".config"
    return folder / "ygolp" / "cards.json"


def remembered() -> tuple[Path, ...]:
    """Return the databases that were written down; none if nothing was."""
    try:
        file = config_file()
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError, RuntimeError):
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise YgolpError(f"{file}: cannot be read: {error}") from None
    try:
        listed = json.loads(text)["cards"]
        if not isinstance(listed, list) or not all(isinstance(each, str) and each for each in listed):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise YgolpError(f"{file}: not as `ygolp cards use` writes it: use it again") from None
    return tuple(map(Path, listed))


def remember(paths: Sequence[Path]) -> Path:
    """Write the databases down for later runs and return the file; without paths it is taken away."""
    file = config_file()
    try:
        if not paths:
            file.unlink(missing_ok=True)
            return file
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"cards": [str(path.resolve()) for path in paths]}, indent=2, ensure_ascii=False)
        file.write_text(text + "\n", encoding="utf-8")
    except (OSError, UnicodeEncodeError) as error:
        raise YgolpError(f"{file}: cannot be written: {error}") from None
    return file
