"""Several card databases taken as one: a card by name or passcode, as a record in the vocabulary of the pool."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ygolp import schema
from ygolp.cards.database import bits, strings, texts
from ygolp.cards.database.bits import Row
from ygolp.cards.database.files import LONGEST_NAME, CardFile
from ygolp.cards.database.kept import Kept
from ygolp.cards.database.names import Names
from ygolp.cards.faults import record_faults
from ygolp.cards.pool import Record, embedded, fold
from ygolp.cards.reading import Clause, Reading
from ygolp.errors import DatabaseError, UnusableCard

_ARTWORKS = 10  # passcodes of other artworks lie closer than that to the card's own
_PRINTED = 100_000_000  # longer passcodes stand for cards before their release
_LONGEST_NOTE = 400
_MOST_MENTIONS = 40
_LONGEST_TEXT = 20_000
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


class Summary(NamedTuple):
    """What is in databases: their files, where the archetypes come from, and how many cards and archetypes it is."""

    files: tuple[str, ...]
    strings: tuple[str, ...]
    cards: int
    archetypes: int
    warnings: tuple[str, ...]


class Library:
    """Database files in the order in which they are given: of one card that is in several the last counts."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.files = [CardFile(path) for path in paths if path.name != strings.NAME]
        self.strings = [path for path in paths if path.name == strings.NAME]
        self._names = [Names(file) for file in self.files]
        self._archetypes: dict[int, strings.Archetypes | None] = {}
        self._kept: Kept | None = None
        self._sources: dict[int, list[Path]] = {}
        self._entries: dict[int, Entry] = {}
        self._codes: dict[int, int | None] = {}
        self._named_archetypes: set[str] | None = None
        self._spelled: dict[str, str] | None = None

    # -- which card? ---------------------------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        """What earlier runs have read of these files."""
        if self._kept is None:
            archetypes = [strings.beside(file.path) for file in self.files]
            paths = (*(file.path for file in self.files), *self.strings, *filter(None, archetypes))
            self._kept = Kept(dict.fromkeys(paths))
        return self._kept

    def code(self, name: str | int) -> int | None:
        """Return the passcode of a card, by name in any language of the files or by any of its passcodes."""
        text = str(name)
        found = self.kept.code(text)
        if found is None:
            found = self._code(text)
            if found is not None:
                self.kept.keep_code(text, found)
        return found

    def _code(self, text: str) -> int | None:
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

    def entry(self, code: int, keep: bool = True) -> Entry:
        """Return the card of a passcode that own_code gives. Raises DatabaseError if its row makes no card.

        With `keep` it is kept for later runs, and what earlier ones have kept is taken.
        """
        if code not in self._entries:
            known = self.kept.card(code) if keep else None
            if known is not None:
                clauses = tuple(Clause(*each) for each in known["clauses"])
                self._entries[code] = Entry(known["record"], known["text"], clauses, tuple(known["missed"]))
            else:
                self._entries[code] = self._entry(code)
                if keep:
                    self.kept.keep_card(code, self._entries[code]._asdict())
        return self._entries[code]

    def _entry(self, code: int) -> Entry:
        found = self._row(code)
        if found is None:
            raise DatabaseError(f"{code}: no such passcode in {', '.join(str(file.path) for file in self.files)}")
        number, row = found
        name, chinese, others, text = self._told(code)
        try:
            facts = bits.facts(row)
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
        # The files of two clients may name archetypes in two languages: the card is in all of them.
        there = [(each, file.row(code)) for each, file in enumerate(self.files)]
        tables = [(self._archetypes_of(each), found) for each, found in there if found is not None and found.setcode]
        named = {name for table, found in tables for name in bits.archetypes_of(found, table or {})}
        if named:
            record["archetypes"] = sorted(named)
        record["ocg_card"] = bool(row.ot & bits.OCG) and "token" not in record["types"]
        return self._read(record, text, any(table is None for table, _ in tables))

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
            self._sources[number] = sources
        return self._archetypes[number]

    def counters(self) -> dict[int, str]:
        """Return the names of the counters by their numbers; of two names that of the first strings.conf."""
        sources = self.strings or dict.fromkeys(own for file in self.files if (own := strings.beside(file.path)))
        found: dict[int, str] = {}
        for source in sources:
            found = strings.counters(source) | found
        return found

    # -- its text ------------------------------------------------------------------------------------------

    def _read(self, record: Record, text: str, nameless: bool) -> Entry:
        """Return a card with what is read of its text; `nameless` if it has archetypes whose names are not known."""
        missed: list[str] = []
        clauses: list[Clause] = []
        notes: list[str] = []
        if len(text) > _LONGEST_TEXT:
            notes.append(f"its text has {len(text)} characters and is not read")
            missed.append(text[:_LONGEST_NOTE])
            text = ""
        if nameless:
            notes.append("its archetypes are not known: there is no strings.conf beside the database")
        for what, reading in self._readings(record, text):
            settled, wrong = self._settled(reading.record)
            trial = copy.deepcopy(record)
            merge(trial, settled)
            if _faulty(trial):  # it says more than a record can hold: then nothing of it counts
                wrong = [*(clause.text for clause in reading.clauses)]
            else:
                record.clear()
                record.update(trial)
                clauses += reading.clauses
            for part in (*reading.missed, *wrong):
                missed.append(part)
                notes.append(f"its {what} not understood: {part}")
        mentions = [self.rules_name(name) for name in texts.quoted(text) if self._is_card(name)]
        if mentions:
            record["mentions"] = list(dict.fromkeys(mentions))[:_MOST_MENTIONS]
        notes += self._lacking(record, text, clauses) if not notes or text else ()
        if notes:
            record["not_understood"] = [_short(note) for note in notes]
        standing = _standing(record, text, [*(clause.text for clause in clauses), *missed])
        if standing:
            record["not_modelled"] = [*record.get("not_modelled", ()), *standing]
        if _has_effects(record):
            record["effects_not_modelled"] = [UNREAD_EFFECTS]
        return Entry(record, text, tuple(clauses), tuple(missed))

    def _lacking(self, record: Record, text: str, clauses: Sequence[Clause]) -> Iterator[str]:
        """Yield what the database itself does not say of a monster's Summon."""
        if record["card"] != "monster" or not (_extra_kind(record) or "effect" in record["types"]):
            return
        if not text.strip():
            yield "nothing is known of its text: the database has none in English"
        elif _extra_kind(record) and "effect" in record["types"] and clauses and not texts.parts(text).rest:
            yield "its text in the database ends after its materials: what else it says is not known"

    def _readings(self, record: Record, text: str) -> Iterator[tuple[str, Reading]]:
        """Yield what the readers make of a text, with what each was looking for."""
        if record["card"] != "monster" or not text.strip():
            return
        kind = _extra_kind(record)
        rest = texts.about_monster(text)
        if kind:
            from ygolp.cards import materials_line

            line, rest = texts.parts(text)
            reading = materials_line.read_text(line, rest, kind, str(record.get("treated_as", record["name"])))
            if line in reading.missed:
                yield "materials were", Reading({}, (), (line,))
                reading = reading._replace(missed=tuple(part for part in reading.missed if part != line))
            yield "condition was", reading
        elif rest and {"effect", "ritual"} & set(record["types"]):
            yield "condition was", read_text(rest, record["name"])

    def _settled(self, read: Record) -> tuple[Record, list[str]]:
        """Return what was read with card and archetype names as they are known here, and what names are not known.

        What asks for an archetype that nobody knows is left out.
        """
        wrong: list[str] = []
        kept: Record = {}
        for key, value in read.items():
            unknown: list[str] = []
            settled = self._named(value, unknown)
            if unknown:
                wrong += [f"no archetype {name!r} in strings.conf" for name in dict.fromkeys(unknown)]
            else:
                kept[key] = settled
        return kept, list(dict.fromkeys(wrong))

    def _named(self, value: Any, unknown: list[str], key: str = "") -> Any:
        if isinstance(value, dict):
            return {word: self._named(part, unknown, word) for word, part in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._named(part, unknown, key) for part in value]
        if isinstance(value, str) and key == "archetype":
            spelled = self._archetype(value)
            if spelled is None:
                unknown.append(value)
            return spelled or value
        if isinstance(value, str) and key in ("name", "mentions"):
            return self.rules_name(value)
        return value

    def _is_card(self, name: str) -> bool:
        return embedded().find(name) is not None or self.code(name) is not None

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
        if self._named_archetypes is None:
            tables = [self._archetypes_of(number) or {} for number in range(len(self.files))]
            self._named_archetypes = {each for table in tables for names in table.values() for each in names}
        if name in self._named_archetypes:
            return name
        if self._spelled is None:
            of_pool = {each for record in embedded().records() for each in record.get("archetypes", ())}
            self._spelled = {fold(each): each for each in (*sorted(of_pool), *sorted(self._named_archetypes))}
        return self._spelled.get(fold(name))

    # -- all of them, and of what files -------------------------------------------------------------------

    def summary(self) -> Summary:
        """Open every file, make the index of its names, and return what there is. Raises DatabaseError."""
        warnings = []
        for number, (file, names) in enumerate(zip(self.files, self._names, strict=True)):
            names.find("a name")
            if file.has_datas and self._archetypes_of(number) is None:
                warnings.append(f"{file.path}: no {strings.NAME} beside it: its archetypes are not known")
        if not any(file.has_datas for file in self.files):
            warnings.append("names only: no file has a table 'datas'")
        archetypes = {name for each in self._archetypes.values() for names in (each or {}).values() for name in names}
        sources = dict.fromkeys(str(path) for paths in self._sources.values() for path in paths)
        return Summary(
            tuple(str(file.path) for file in self.files), tuple(sources), len(self.codes()), len(archetypes),
            (*warnings, *self._misfits()),
        )  # fmt: skip

    def _misfits(self) -> Iterator[str]:
        """Yield a warning for a strings.conf that does not fit its database: the numbers of both clients differ."""
        for number, file in enumerate(self.files):
            table = self._archetypes_of(number)
            known = wrong = 0
            for record in embedded().records() if table and file.has_datas else ():
                row = file.row(record.get("passcode", 0))
                for name in record.get("archetypes", ()) if row is not None and row.setcode else ():
                    known += 1
                    wrong += row is not None and name not in bits.archetypes_of(row, table or {})
            if wrong > known / 4:
                yield f"{file.path}: the archetypes of strings.conf do not fit: is it that of another client?"

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


def _faulty(record: Record) -> bool:
    """Return whether a record cannot be used."""
    return bool(schema.check_card(record) or record_faults(record))


def _has_effects(record: Record) -> bool:
    return record["card"] != "monster" or "effect" in record["types"]


def _standing(record: Record, text: str, read: Sequence[str]) -> list[str]:
    """Return the sentences of a card that hold while it is face-up and are in no record, as notes."""
    lasting = {"continuous", "equip", "field", "pendulum", "effect"} & set(record["types"])
    if not lasting or not texts.is_english(text):
        return []
    if _extra_kind(record):
        line = texts.parts(text).line
        text = text.replace(line, "", 1) if line else text
    known = "\n".join(read)
    return [_short(sentence) for sentence in texts.standing(text) if sentence.rstrip(".") not in known]


def read_text(text: str, name: str) -> Reading:
    """Return what the text of a monster says of its own Summon."""
    from ygolp.cards import summon_text

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
