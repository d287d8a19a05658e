"""Several card databases taken as one: a card by name or passcode, as a record in the vocabulary of the pool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ygolp.cards.database import bits, strings, texts
from ygolp.cards.database.bits import Row
from ygolp.cards.database.files import LONGEST_NAME, CardFile
from ygolp.cards.database.names import Names
from ygolp.cards.pool import Record, embedded, fold
from ygolp.cards.reading import Clause, Reading
from ygolp.errors import DatabaseError, UnusableCard

_ARTWORKS = 10  # passcodes of other artworks lie closer than that to the card's own
_PRINTED = 100_000_000  # longer passcodes stand for cards before their release
_LONGEST_NOTE = 400
_NUMBERED = re.compile(r".* \[([0-9]{1,12})\]")
EXTRA_DECK = ("fusion", "synchro", "xyz", "link")
UNREAD_EFFECTS = "The effects in its text are not read."


class Entry(NamedTuple):
    """A card of a database: its record, and how much of its text the record says.

    `clauses` are the parts of the text that were understood, `missed` those that were not; a clause of `missed` tells
    why where that is not the wording itself.
    """

    record: Record
    text: str
    clauses: tuple[Clause, ...] = ()
    missed: tuple[str, ...] = ()


class Library:
    """Database files in the order in which they are given: of one card that is in several the last counts."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.files = [CardFile(path) for path in paths if path.name != strings.NAME]
        self.strings = [path for path in paths if path.name == strings.NAME]
        self._names = [Names(file) for file in self.files]
        self._archetypes: dict[int, strings.Archetypes | None] = {}
        self._entries: dict[int, Entry] = {}
        self._codes: dict[int, int | None] = {}
        self._spelled: dict[str, str | None] | None = None

    # -- which card? ---------------------------------------------------------------------------------------

    def code(self, name: str | int) -> int | None:
        """Return the passcode of a card, by name in any language of the files or by any of its passcodes."""
        text = str(name)
        if text.endswith("]") and (numbered := _NUMBERED.fullmatch(text)):
            text = numbered[1]
        if text.isascii() and text.isdecimal() and len(text) <= 12:
            found = self.own_code(int(text))
            if found is not None:
                return found
        candidates = [each for names in reversed(self._names) for each in names.find(text)]
        exact = [code for spelling, code in candidates if spelling == text]
        codes = dict.fromkeys(self.own_code(code) for code in exact or (code for _, code in candidates))
        known = [code for code in codes if code is not None]
        return min(known, key=self._rank) if known else None

    def own_code(self, code: int) -> int | None:
        """Return the passcode of the card that a passcode stands for, None if there is none: artworks are one card."""
        if code not in self._codes:
            self._codes[code] = self._own_code(code)
        return self._codes[code]

    def _own_code(self, code: int) -> int | None:
        found = self._row(code)
        if found is None:
            return None
        _, row = found
        other = self._row(row.alias) if row.alias not in (0, code) else None
        if other is not None and row[4:] == other[1][4:]:
            near = abs(row.alias - code) < _ARTWORKS
            if near or self._name(code) == self._name(row.alias):
                return row.alias
        return code

    def _rank(self, code: int) -> tuple[bool, bool, bool, bool, int]:
        """Return how late a card comes among those of one name."""
        found = self._row(code)
        scope, alias = (found[1].ot, found[1].alias) if found else (0, 0)
        return embedded().find(code) is None, alias != 0, not scope & 3, code >= _PRINTED or scope > 0xFF, code

    def _row(self, code: int) -> tuple[int, Row] | None:
        """Return the row of a passcode and the number of its file; a row without a name counts for nothing."""
        if not 0 < code < 1 << 63:
            return None
        for number in range(len(self.files) - 1, -1, -1):
            row = self.files[number].row(code)
            if row is not None and self.files[number].text(code) is not None:
                return number, row
        return None

    def _texts(self, code: int) -> Iterator[tuple[CardFile, str, str]]:
        """Yield name and text of a card in each file that has them, the last file first."""
        for file in reversed(self.files):
            found = file.text(code)
            if found is not None:
                yield file, found[0].strip(), found[1]

    def _name(self, code: int) -> str:
        return self._told(code)[0]

    def _told(self, code: int) -> tuple[str, str | None, list[str], str]:
        """Return the English name, the Chinese name, names in other languages, and the English text."""
        english, chinese, others, text = "", "", [], ""
        spare = ""
        for file, name, desc in self._texts(code):
            if not 0 < len(name) <= LONGEST_NAME:
                shown = f"a name of {len(name)} characters" if name else "without a name"
                raise UnusableCard(f"{file.path}: card {code}: {shown}")
            if file.language == "zh":
                chinese = chinese or name
            elif file.language == "en" and file.has_datas:
                english = english or name
            else:
                others.append(name)
            if file.language == "en" and texts.is_english(desc):
                if file.has_datas:
                    text = text or desc
                else:
                    spare = spare or desc
        return english or chinese or others[0], chinese or None, others, text or spare

    # -- the card ------------------------------------------------------------------------------------------

    def entry(self, code: int) -> Entry:
        """Return the card of a passcode that own_code gives. Raises DatabaseError if its row makes no card."""
        if code not in self._entries:
            self._entries[code] = self._entry(code)
        return self._entries[code]

    def _entry(self, code: int) -> Entry:
        found = self._row(code)
        if found is None:
            raise DatabaseError(f"{code}: no such passcode in {', '.join(str(file.path) for file in self.files)}")
        number, row = found
        name, chinese, others, text = self._told(code)
        archetypes = self._archetypes_of(number)
        try:
            facts = bits.facts(row, archetypes or {})
        except bits.RowError as error:
            raise UnusableCard(f"{self.files[number].path}: card {code} ({name}): {error}") from None
        record: Record = {"name": name}
        if chinese is not None and chinese != name:
            record["zh"] = chinese
        record["passcode"] = code
        aliases = list(dict.fromkeys(each for each in others if each != name))
        if aliases:
            record["aliases"] = aliases
        same = self.code(name)
        if same not in (None, code):  # another card of that name: the rules know both by it
            record |= {"name": f"{name} [{code}]", "treated_as": name}
        if row.alias not in (0, code) and self._row(row.alias) is not None:
            record["treated_as"] = self._rules_name(row.alias)
        record |= facts
        record["ocg_card"] = bool(row.ot & bits.OCG) and "token" not in record["types"]
        return self._read(record, row, text, archetypes)

    def _rules_name(self, code: int) -> str:
        """Return the name by which the rules know the card of a passcode."""
        known = embedded().find(code)
        if known is not None:
            return str(known.get("treated_as", known["name"]))
        own = self.own_code(code)
        return self._name(code if own is None else own)

    def _archetypes_of(self, number: int) -> strings.Archetypes | None:
        """Return the archetypes by their numbers in a file; None if no strings.conf is there to tell."""
        if number not in self._archetypes:
            own = strings.beside(self.files[number].path)
            sources = self.strings or ([own] if own else [])
            if not sources:  # that of another file is better than none: they are used together
                sources = [found for file in self.files if (found := strings.beside(file.path))][:1]
            merged: strings.Archetypes = {}
            for source in sources:
                merged |= strings.read(source)
            self._archetypes[number] = merged if sources else None
        return self._archetypes[number]

    # -- its text ------------------------------------------------------------------------------------------

    def _read(self, record: Record, row: Row, text: str, archetypes: strings.Archetypes | None) -> Entry:
        missed: list[str] = []
        clauses: list[Clause] = []
        notes: list[str] = []
        if archetypes is None and row.setcode:
            notes.append("its archetypes are not known: there is no strings.conf beside the database")
        for what, reading in self._readings(record, text):
            settled, wrong = self._settled(reading.record, archetypes)
            merge(record, settled)
            clauses += reading.clauses
            for part in (*reading.missed, *wrong):
                missed.append(part)
                notes.append(f"its {what} not understood: {part}")
        kind = _extra_kind(record)
        if kind and "materials" not in record and "material_lines" not in record and not notes and not clauses:
            notes.append("its materials are not known: the database has no text of it")
        if notes:
            record["not_understood"] = [_short(note) for note in notes]
        if record["card"] != "monster" or "effect" in record["types"]:
            record["effects_not_modelled"] = [UNREAD_EFFECTS]
        return Entry(record, text, tuple(clauses), tuple(missed))

    def _readings(self, record: Record, text: str) -> Iterator[tuple[str, Reading]]:
        """Yield what the readers make of a text, with what each was looking for."""
        if record["card"] != "monster" or not text.strip():
            return
        kind = _extra_kind(record)
        rest = texts.about_monster(text)
        if kind:
            line, rest = texts.parts(text)
            if line:
                yield "materials were", read_line(line, kind)
        if rest and {"effect", "ritual", *EXTRA_DECK} & set(record["types"]):
            yield "condition was", read_text(rest, record["name"])

    def _settled(self, read: Record, archetypes: strings.Archetypes | None) -> tuple[Record, list[str]]:
        """Return what was read with card and archetype names as they are known here, and what names are not known.

        What asks for an archetype that nobody knows is left out.
        """
        wrong: list[str] = []
        kept: Record = {}
        for key, value in read.items():
            unknown: list[str] = []
            settled = self._named(value, archetypes, unknown)
            if unknown:
                wrong += [f"no archetype {name!r} in strings.conf" for name in dict.fromkeys(unknown)]
            else:
                kept[key] = settled
        return kept, list(dict.fromkeys(wrong))

    def _named(self, value: Any, archetypes: strings.Archetypes | None, unknown: list[str], key: str = "") -> Any:
        if isinstance(value, dict):
            return {word: self._named(part, archetypes, unknown, word) for word, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._named(part, archetypes, unknown, key) for part in value]
        if isinstance(value, str) and key == "archetype":
            spelled = self._archetype(value)
            if spelled is None:
                unknown.append(value)
            return spelled or value
        if isinstance(value, str) and key == "name":
            return self.rules_name(value)
        return value

    def rules_name(self, name: str) -> str:
        """Return the name by which the rules know a card that a text names; the same if nobody knows it."""
        known = embedded().find(name)
        if known is None:
            code = self.code(name)
            if code is None:
                return name
            if embedded().find(code) is None:
                row = self._row(code)
                alias = row[1].alias if row else 0
                return self._rules_name(alias if alias and self._row(alias) else code)
            known = embedded().find(code)
        return name if known is None else str(known.get("treated_as", known["name"]))

    def _archetype(self, name: str) -> str | None:
        """Return the spelling of an archetype that the records have, None if there is none of that name."""
        if self._spelled is None:
            tables = [self._archetypes_of(number) or {} for number in range(len(self.files))]
            named = dict.fromkeys(each for table in tables for names in table.values() for each in names)
            of_pool = dict.fromkeys(each for record in embedded().records() for each in record.get("archetypes", ()))
            self._spelled = {}
            for each in (*named, *of_pool):
                self._spelled.setdefault(each, each)
                self._spelled.setdefault(fold(each), each)
        return self._spelled.get(name) or self._spelled.get(fold(name))

    # -- all of them ---------------------------------------------------------------------------------------

    def codes(self) -> list[int]:
        """Return the passcode of every card, artworks left out, sorted."""
        every = sorted({code for file in self.files for code in file.codes()})
        return [code for code in every if self.own_code(code) == code]

    def holds(self, record: Record) -> bool:
        """Return whether a record is one that these databases gave."""
        entry = self._entries.get(record.get("passcode", 0))
        return entry is not None and entry.record is record

    def names(self) -> Iterator[str]:
        """Yield every name in every language."""
        for names in self._names:
            yield from names.all()


def read_line(line: str, kind: str) -> Reading:
    """Return what a materials line of a monster of that kind means."""
    try:
        from ygolp.cards import materials_line
    except ImportError:
        return Reading({}, (), (line,))
    return materials_line.read(line, kind)


def read_text(text: str, name: str) -> Reading:
    """Return what the text of a monster says of its own Summon."""
    try:
        from ygolp.cards import summon_text
    except ImportError:
        return Reading({}, (), (text,))
    return summon_text.read(text, name)


def merge(record: Record, more: Record) -> None:
    """Add what was read to a record: lists grow, tables are joined."""
    for key, value in more.items():
        if isinstance(value, list) and isinstance(record.get(key), list):
            record[key] = [*record[key], *(part for part in value if part not in record[key])]
        elif isinstance(value, dict) and isinstance(record.get(key), dict):
            merge(record[key], value)
        else:
            record[key] = value


def _extra_kind(record: Record) -> str | None:
    return next((kind for kind in EXTRA_DECK if kind in record["types"]), None) if record["card"] == "monster" else None


def _short(note: str) -> str:
    plain = " ".join(note.split())
    return plain if len(plain) <= _LONGEST_NOTE else plain[: _LONGEST_NOTE - 3] + "..."


def expand(paths: Iterable[Path]) -> list[Path]:
    """Return the files that paths stand for: of a folder its .cdb files, those of its sub-folders, and strings.conf."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted((*path.glob("*.cdb"), *path.glob("*/*.cdb"), *path.glob("*/*/*.cdb")))
            # The base file first: what comes later counts.
            inside.sort(key=lambda each: (len(each.parts), each.name != "cards.cdb"))
            if not inside:
                raise DatabaseError(f"{path}: no .cdb file in that folder")
            found += inside
        else:
            found.append(path)
    return list(dict.fromkeys(found))
