"""Scenario files: read and check (the form is in scenarios/README.md)."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ygolp import schema
from ygolp.board import HIDDEN, PLAYERS, Board, Piece, Player, Side, replace
from ygolp.cards.known import in_use
from ygolp.cards.meaning import names_aspect
from ygolp.cards.pool import Pool, Record, fold, ripple_record
from ygolp.errors import ScenarioError, UnusableCard, nearest
from ygolp.flow import read as read_flow

if TYPE_CHECKING:
    from ygolp.formats import Source

LARGEST_FILE = 2_000_000
MOST_CARDS = 400
_ZONES = {
    "mmz": (1, 2, 3, 4, 5),
    "st": (1, 2, 3, 4, 5),
    "emz": ("left", "right"),
    "pz": ("left", "right"),
    "fz": (None,),
    "summoning": schema.MONSTER_ZONES,
}
_WORDS = {
    "atk": ("position", "atk"), "def": ("position", "def"), "fd_def": ("position", "fd_def"),
    "faceup": ("face", "up"), "set": ("face", "down"), "arrived": ("arrived", True),
    "pos_changed": ("position_changed", True), "attacked": ("attacked", True),
    "proper": ("proper", True), "not proper": ("proper", False), "negated": ("negated", True),
    "switched": ("switched", True), "gemini summoned": ("gemini_summoned", True),
    "from extra": ("from_extra", True),
}  # fmt: skip
_PRESENT = ("name", "level", "rank", "attribute", "race", "atk", "def")
_FLAGS = ("arrived", "position_changed", "attacked", "switched", "gemini_summoned", "negated", "from_extra")


class Expectation(NamedTuple):
    """One [[expect]] block: the question, the answer, and the sources it rests on."""

    number: int
    source: tuple[str, ...]
    eras: tuple[str, ...]
    keys: dict[str, Any]


class Scenario(NamedTuple):
    """A board with its name, and what is expected of it; `remarks` say what of its file the board does not hold."""

    name: str
    title: str
    board: Board
    expectations: tuple[Expectation, ...] = ()
    made_up: tuple[str, ...] = ()
    goal: dict[str, Any] | None = None
    remarks: tuple[str, ...] = ()


def load(source: str | Path) -> Scenario:
    """Read a scenario from a file, or from a text that holds a whole board: ygolp.formats says which there are.

    Raises ScenarioError with every fault that is found, each naming key and culprit.
    """
    from ygolp.formats import read

    return of_source(read(source))


def of_source(found: Source) -> Scenario:
    """Return the scenario of a table that ygolp.formats has read."""
    return replace(read_data(found.data, found.name, found.folder), remarks=found.remarks)


def read_file(path: str | Path) -> Any:
    """Return what a .toml or .json file holds, unchecked. Raises ScenarioError if it is no such file."""
    file = Path(path)
    return parsed(read_text(file), str(path), file.suffix == ".json")


def parsed(text: str, name: str, as_json: bool) -> Any:
    """Return what a text of JSON or TOML holds, unchecked. Raises ScenarioError, by that name, if it is none."""
    try:
        return json.loads(text) if as_json else tomllib.loads(text)
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
        raise ScenarioError(name, [f"no valid {'JSON' if as_json else 'TOML'}: {error}"]) from None
    except (RecursionError, ValueError):
        raise ScenarioError(name, ["nested too deeply, or a number is too long"]) from None


def read_text(file: Path) -> str:
    """Return the text of a file. Raises ScenarioError if it cannot be read, is too large, or is no UTF-8 text."""
    try:
        with file.open("rb") as opened:
            # No more is read than may be: a device can be without end.
            content = opened.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ScenarioError(str(file), [f"larger than {LARGEST_FILE} bytes"])
        return content.decode("utf-8")
    except OSError as error:
        raise ScenarioError(str(file), [error.strerror or "cannot be read"]) from None
    except UnicodeDecodeError as error:
        raise ScenarioError(str(file), [f"no UTF-8 text (byte {error.start + 1})"]) from None
    except ValueError:  # a NUL in the path
        raise ScenarioError(str(file), ["no such file can be"]) from None


def read_data(data: Any, name: str = "scenario", folder: Path | None = None) -> Scenario:
    """Return the scenario that a table of the form of a scenario file describes; it may name decks in that folder."""
    try:
        problems = schema.check_scenario(data)
    except RecursionError:
        problems = ["nested too deeply"]
    if problems:
        raise ScenarioError(name, problems)
    reader = _Reader(data, folder or Path())
    board = reader.board()
    expectations = tuple(reader.expectations())
    goal = reader.goal()
    if reader.problems:
        raise ScenarioError(name, reader.problems)
    title = data.get("title", Path(name).stem)
    return Scenario(name, title, board, expectations, tuple(reader.made_up), goal)


def under_era(board: Board, era: str) -> Board:
    """Return the same board under another era or preset."""
    if era in schema.PRESETS:
        return replace(board, era="mr2", preset=era)
    return replace(board, era=era, preset=None)


def split_marks(text: str) -> tuple[str, list[str]]:
    """Return the name and the marks of an entry such as `Gemini Elf | def, zone 3`."""
    name, bar, marks = text.partition("|")
    return name.strip(), [mark.strip() for mark in marks.split(",")] if bar else []


_ASKED = {
    "verdict", "using", "zones", "positions", "actions", "has", "wrong", "play", "shortest", "end_boards",
}  # fmt: skip


class _Reader:
    """Turns a well-formed table into a board, and collects what is wrong with its meaning."""

    def __init__(self, data: dict[str, Any], folder: Path) -> None:
        self.data = data
        self.folder = folder
        self.lists: dict[Player, dict[str, list[str]]] = {}
        self.problems: list[str] = []
        self.made_up: list[str] = []
        self.pool = Pool(base=in_use())
        self.records: dict[str, Record] = {}
        self.pieces: list[Piece] = []
        self.taken: set[tuple[str, Player, int | str | None]] = set()
        self.ids: dict[str, int] = {}
        self.equips: list[tuple[int, str, str]] = []
        labelled = [(f"card[{number}]", record) for number, record in enumerate(data.get("card", ()), 1)]
        if any("ripple" in record for _, record in labelled):
            from ygolp.cards.ripple_line import with_tables

            labelled, self.problems = with_tables(labelled, in_use())
        for where, record in labelled:
            self._made_up(record, where)

    def _made_up(self, record: Record, where: str) -> None:
        from ygolp.cards.faults import record_faults

        self.problems += [f"{where}.{fault}" for fault in record_faults(record)]
        if any(fold(record["name"]) == fold(name) for name in self.made_up):
            self.problems.append(f"{where}.name: {record['name']!r}: a second card of that name")
        self.made_up.append(record["name"])
        self.pool.add(record)
        # Its name may be declared, wherever the card is.
        self.records[record["name"]] = record

    def board(self) -> Board:
        era = self.data.get("era", "mr2020")
        sides = {player: self._side(player) for player in PLAYERS}
        self._deal()
        if len(self.pieces) > MOST_CARDS:
            self.problems.append(f"{len(self.pieces)} cards: a board has at most {MOST_CARDS}")
        for index, name, where in self.equips:
            target = self._target(name, where, self.pieces[index].player)
            self.pieces[index] = replace(self.pieces[index], equipped_to=target)
        waiting = [
            self._named_piece(name, f"waiting_triggers[{number}]")
            for number, name in enumerate(self.data.get("waiting_triggers", ()), 1)
        ]
        flow = read_flow(self.data, self._named_piece, self.pieces, self.records, self.problems)
        if self.data.get("attempt", {}).get("how") == "flip":
            # A monster that is Flip Summoned keeps its zone; what it counts as meanwhile is the rulebook's matter.
            self.pieces = [_in_its_zone(piece) if piece.place == "summoning" else piece for piece in self.pieces]
        board = Board(
            era="mr2020",
            flow=flow,
            settings=tuple(self.data.get("settings", {}).items()),
            extensions=tuple(self.data.get("extensions", ())),
            turn_player=self.data.get("turn_player", "a"),
            phase=self.data.get("phase", "main1"),
            state=self.data.get("state", "open"),
            turn=self.data.get("turn", 3),
            waiting_triggers=tuple(waiting),
            sides=sides,
            pieces=tuple(self.pieces),
            records=self.records,
        )
        return under_era(board, era)

    def expectations(self) -> Iterator[Expectation]:
        own = self.data.get("era", "mr2020")
        for number, block in enumerate(self.data.get("expect", ()), 1):
            eras = block.get("eras", [own])
            keys = {key: part for key, part in block.items() if key not in ("source", "eras", "note")}
            asked = _ASKED & set(keys)
            where = f"expect[{number}]"
            if not asked:
                self.problems.append(
                    f"{where}: expects nothing: verdict, using, zones, positions, actions, has, wrong, play, "
                    "shortest or end_boards is missing"
                )
            for needed, wanting in (
                ("action", {"verdict", "using", "zones", "positions"}),
                ("card", {"has"}),
                ("matching", {"actions"}),
                ("play", {"after", "happens"}),
            ):
                if set(keys) & wanting and needed not in keys:
                    self.problems.append(f"{where}.{needed}: missing")
            if "shortest" in keys and "goal" not in self.data:
                self.problems.append(f"{where}.shortest: the scenario has no goal")
            if "within" in keys and not {"shortest", "end_boards"} & set(keys):
                self.problems.append(f"{where}.within: says nothing without shortest or end_boards")
            if "viewer" in keys and "has" not in keys:
                self.problems.append(f"{where}.viewer: says nothing without has")
            for other in sorted(asked - {"play"}) if "play" in asked else ():
                self.problems.append(f"{where}.{other}: a line that is played has after and happens, and nothing else")
            after = keys.get("after", {})
            for player, side in ((player, after[player]) for player in PLAYERS if player in after):
                for place in set(side) & {*_ZONES, *HIDDEN}:
                    for entry in side[place] if isinstance(side[place], list) else [side[place]]:
                        self._after(entry, f"{where}.after.{player}.{place}")
            yield Expectation(number, _as_tuple(block["source"]), _as_tuple(eras), keys)

    def goal(self) -> dict[str, Any] | None:
        """Return the goal of the scenario with the names of its cards as records have them; None if it has none."""
        if "goal" not in self.data:
            return None
        found = dict(self.data["goal"])
        if not found:
            self.problems.append("goal: wants nothing")
        for key in ("control", "hand", "gy", "banished"):
            if isinstance(found.get(key), list):
                found[key] = [self._wanted(name, f"goal.{key}[{n}]") for n, name in enumerate(found[key], 1)]
        return found

    def _wanted(self, name: Any, where: str) -> Any:
        if not isinstance(name, str):
            self.problems.append(f"{where}: {name!r}: expected the name of a card")
            return name
        carrier = self.pool.find_ripple(name)
        record = carrier["ripple"] if carrier is not None else self.pool.find(name)
        if record is None:
            self.problems.append(f"{where}: {name!r}: unknown card{self.pool.hint(name)}")
            return name
        return str(record["name"])

    def _after(self, entry: Any, where: str) -> None:
        """Note what is wrong with an entry of a board that is expected."""
        table = self._entry(entry, where) or {}
        inside = [read_entry(each)["card"] for key in ("stack", "materials") for each in table.get(key, ())]
        for name in (table.get("card", 0), *inside):
            if isinstance(name, str) and self.pool.find(name) is None and self.pool.find_ripple(name) is None:
                self.problems.append(f"{where}: {name!r}: unknown card{self.pool.hint(name)}")

    # -- a side --------------------------------------------------------------------------------------------

    def _side(self, player: Player) -> Side:
        data: dict[str, Any] = self.data.get(player, {})
        places = {
            place: data[place]
            for place in (*_ZONES, "hand", "extra", "gy", "banished", "deck")
            if place in data
        }
        unknown = data.get("more_in_deck", 0)
        stated = "more_in_deck" in data or isinstance(places.get("deck"), int)
        if isinstance(places.get("deck"), int):
            unknown += places.pop("deck")
        elif isinstance(places.get("deck"), str):
            self._list_of(player, places)
        for place, entries in places.items():
            listed = entries if isinstance(entries, list) else [entries]
            read = []
            for number, entry in enumerate(listed, 1):
                where = f"{player}.{place}[{number}]" if isinstance(entries, list) else f"{player}.{place}"
                read.append((where, self._entry(entry, where)))
            # Zones that are named are taken before the others look for a free one.
            for _, table in read:
                if table and table.get("zone") is not None:
                    self.taken.add((place, player, table["zone"]))
            for where, table in read:
                if table:
                    self._place(table, place, player, where)
        used = [self._used(text, f"{player}.used[{n}]") for n, text in enumerate(data.get("used", ()), 1)]
        resolved = [
            self._record(name, f"{player}.resolved[{n}]")
            for n, name in enumerate(data.get("resolved", ()), 1)
        ]
        return Side(
            lp=data.get("lp", 8000),
            normal_summons=data.get("normal_summons", 0),
            special_summons=data.get("special_summons", 0),
            pendulum_summoned=data.get("pendulum_summoned", False),
            resolved=tuple(record["name"] for record in resolved if record),
            used=tuple(entry for entry in used if entry),
            unknown_deck=unknown,
            deck_stated=stated,
            summons=data.get("summons"),
            monsters_summoned=data.get("monsters_summoned"),
        )

    def _list_of(self, player: Player, places: dict[str, Any]) -> None:
        """Take a deck out of the places of a side, if that is what stands there for the Deck."""
        from ygolp.formats import is_link

        text: str = places["deck"]
        if not is_link(text) and not text.lower().endswith(".ydk"):
            return
        from ygolp.formats import decks

        del places["deck"]
        name = "ydke link" if is_link(text) else text
        try:
            found = decks.read_ydke(text) if is_link(text) else decks.read_ydk(read_text(self.folder / text))
            self.lists[player] = decks.places(found, name)
        except ScenarioError as error:
            self.problems += [f"{player}.deck: {name}: {problem}" for problem in error.problems]
            return
        if "extra" in places:  # what a scenario says itself counts
            self.lists[player].pop("extra", None)

    def _deal(self) -> None:
        """Put the cards of the decks that are named into Deck and Extra Deck, but those that are elsewhere by now."""
        for player, listed in self.lists.items():
            elsewhere = Counter(piece.name for piece in self.pieces if piece.owner == player)
            for place, names in listed.items():
                for name in names:
                    if elsewhere[name]:
                        elsewhere[name] -= 1
                    else:
                        self._piece({"card": name}, place, player, f"{player}.deck")

    def _copied(self, table: dict[str, Any], where: str) -> str | None:
        record = self._record(table["copied"], f"{where}.copied") if "copied" in table else None
        return str(record["name"]) if record else None

    def _used(self, text: str, where: str) -> tuple[str, int] | None:
        match = re.fullmatch(r"(.*\S) (\d{1,2})", text)
        whole = self.pool.find(text)
        if whole is None and match:
            record = self._record(match[1], where)
            return (record["name"], int(match[2])) if record else None
        record = self._record(whole["name"] if whole else text, where)
        return (record["name"], 1) if record else None

    def _entry(self, entry: Any, where: str) -> dict[str, Any] | None:
        """Return an entry as a table; its marks are read."""
        if isinstance(entry, int):
            return {"card": entry}
        if isinstance(entry, dict):
            table = dict(entry)
            if "card" not in table and "stack" not in table:
                self.problems.append(f"{where}.card: missing")
                return None
            if isinstance(table.get("card"), str) and "|" in table["card"]:
                self.problems.append(f"{where}.card: {table['card']!r}: marks stand in keys here")
                return None
            return table
        name, marks = split_marks(entry)
        table = {"card": int(name) if name.isdecimal() else name}
        for mark in marks:
            read = _read_mark(mark)
            if read is None:
                known = [*_WORDS, "zone", "owner", "summoned", "x2"]
                self.problems.append(f"{where}: {mark!r}: unknown mark{nearest(mark, known)}")
            else:
                table[read[0]] = read[1]
        return table

    def _place(self, table: dict[str, Any], place: str, player: Player, where: str) -> None:
        for _ in range(table.get("copies", 1)):
            self._piece(table, place, player, where)

    def _piece(self, table: dict[str, Any], place: str, player: Player, where: str) -> None:
        record = None
        if "card" in table:
            record = self._record(table["card"], where, quiet="stack" in table)
            if record is None and "stack" not in table:
                return
        zone = self._zone(table, place, player, where)
        owner = table.get("owner", player)
        common: dict[str, Any] = {
            "player": player, "place": place, "zone": zone, "owner": owner,
            "proper": table.get("proper", place in ("mmz", "emz")),
            "summoned": table.get("summoned"), "now": self._now(table, where),
            "counters": tuple(table.get("counters", {}).items()), 
            "declared": self._declared(table, record, where), "copied": self._copied(table, where),
            "since": table.get("since"),
            **{flag: table.get(flag, False) for flag in _FLAGS},
        }  # fmt: skip
        if place in ("mmz", "emz", "summoning"):
            if "face" in table:
                self.problems.append(
                    f"{where}: a card in a Monster Zone has a position (atk, def, fd_def), no face"
                )
            common["position"] = table.get("position", "atk")
        else:
            if "position" in table:
                self.problems.append(
                    f"{where}: {table['position']!r}: only a card in a Monster Zone has a position"
                )
            common["face"] = table.get("face", usual_face(place, record))
        if "stack" in table:
            self._pile(table, where, common, place)
            return
        assert record is not None
        index = len(self.pieces)
        piece = Piece(id=self._identity(record["name"]), name=record["name"], **common)
        self.pieces.append(piece)
        if "equip_to" in table:
            self.equips.append((index, table["equip_to"], f"{where}.equip_to"))
        for depth, material in enumerate(table.get("materials", ()), 1):
            self._beneath(material, piece, "under", depth, f"{where}.materials[{depth}]")

    def _pile(self, table: dict[str, Any], where: str, common: dict[str, Any], place: str) -> None:
        stack = table["stack"]
        if len(stack) < 2:
            self.problems.append(f"{where}.stack: a pile has at least 2 cards")
            return
        top = self._record(split_marks(str(stack[0]))[0], f"{where}.stack[1]")
        if top is None:
            return
        # A pile that cannot be is let in: status() says what is wrong with it.
        unnamed: Record = {"name": f"pile under {top['name']}", "card": "monster", "types": ["ripple"]}
        record = ripple_record(top) if "ripple" in top else unnamed
        self.records[record["name"]] = record
        called = self.pool.find_ripple(str(table["card"])) if "card" in table else None
        if "card" in table and called is None:
            self.problems.append(f"{where}.card: {table['card']!r}: no Ripple Monster that ygolp knows")
        name = called["ripple"]["name"] if called else record["name"]
        unit = Piece(id=self._identity(name), name=record["name"], pile=True, called=name, **common)
        self.pieces.append(unit)
        for depth, part in enumerate(stack, 1):
            self._beneath(part, unit, "part", depth, f"{where}.stack[{depth}]")

    def _beneath(self, entry: Any, unit: Piece, place: str, depth: int, where: str) -> None:
        table = self._entry(entry, where)
        record = self._record(table["card"], where) if table else None
        if table and record:
            owner = table.get("owner", unit.owner)
            self.pieces.append(
                Piece(
                    self._identity(record["name"]),
                    record["name"],
                    unit.player,
                    place,
                    depth,
                    owner,
                    parent=unit.id,
                    proper=table.get("proper", False),
                )
            )

    # -- parts of an entry ---------------------------------------------------------------------------------

    def _record(self, name: str | int, where: str, quiet: bool = False) -> Record | None:
        try:
            record = self.pool.find(name)
        except UnusableCard as error:
            self.problems.append(f"{where}: {name!r}: {error}")
            return None
        if record is not None and self.made_up:
            record = self.pool.find(record["name"])  # a made-up card of that name, whatever passcode was named
        carrier = None if record else self.pool.find_ripple(str(name))
        if carrier is not None and not quiet:
            # No card of a Ripple Monster exists; status() says so.
            record = self.records[carrier["ripple"]["name"]] = ripple_record(carrier)
            self.records[carrier["name"]] = carrier
            return record
        if record is None:
            if not quiet:
                what = "passcode" if isinstance(name, int) else "card"
                hint = "" if isinstance(name, int) else self.pool.hint(name)
                self.problems.append(f"{where}: {name!r}: unknown {what}{hint}")
            return None
        self.records[record["name"]] = record
        if "ripple" in record:
            self.records[record["ripple"]["name"]] = ripple_record(record)
        for effect in (*record.get("effects", ()), *record.get("ripple", {}).get("effects", ())):
            for step in effect["does"]:
                token = self.pool.find(step["token"]) if step["op"] == "tokens" else None
                if token:
                    self.records[token["name"]] = token
        return record

    def _identity(self, name: str) -> str:
        """Return a constant for facts: a readable slug, numbered from the second of its kind."""
        slug = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
        slug = slug if slug[:1].isalpha() and slug.isascii() else f"card_{slug}".rstrip("_")
        if slug == "t" or slug == "not":
            slug = f"card_{slug}"
        self.ids[slug] = self.ids.get(slug, 0) + 1
        count = self.ids[slug]
        return slug if count == 1 else f"{slug}__{count}"

    def _zone(self, table: dict[str, Any], place: str, player: Player, where: str) -> int | str | None:
        zones: tuple[int | str | None, ...] | None = _ZONES.get(place)
        zone = table.get("zone")
        if zones is None:
            if zone is not None:
                self.problems.append(f"{where}.zone: {zone!r}: cards in {place} have no zone")
            return None
        if zone is None:
            free = [choice for choice in zones if (place, player, choice) not in self.taken]
            # One too many shares the last zone; status() says so, with all else that is wrong.
            zone = free[0] if free else zones[-1]
        elif zone not in zones:
            expected = ", ".join(str(choice) for choice in zones)
            self.problems.append(f"{where}.zone: {zone!r}: expected one of {expected}")
        self.taken.add((place, player, zone))
        return cast("int | str | None", zone)

    def _now(self, table: dict[str, Any], where: str) -> tuple[tuple[str, str | int], ...]:
        present: list[tuple[str, str | int]] = []
        for aspect in _PRESENT:
            if aspect in table:
                present += [(aspect, part) for part in _as_tuple(table[aspect])]
        # A name that an effect gives is known by the rules as what it is treated as.
        present = [
            (aspect, (self.pool.find(part) or {}).get("treated_as", part) if aspect == "name" else part)
            for aspect, part in present
        ]
        return tuple(present)

    def _declared(self, table: dict[str, Any], record: Record | None, where: str) -> str | None:
        """Return what was declared for a card: for one that has no use for a race or attribute it is a card name."""
        text: str | None = table.get("declared")
        if text is None or record is None or names_aspect(record):
            return text
        named = self.pool.find(text)
        if named is None:
            self.problems.append(f"{where}.declared: {text!r}: unknown card{self.pool.hint(text)}")
        return str(named["name"]) if named else text

    def _target(self, text: str, where: str, player: Player) -> str | None:
        return self._named_piece(text, where, on_field_of=player)

    def _named_piece(self, text: str | int, where: str, on_field_of: Player | None = None) -> str:
        """Return the id of the card that is named, by name, or name and place: `Sangan (b gy)`, `Sangan (gy 2)`.

        With `on_field_of` it is a monster on the field, where two fit that of this player.
        """
        name, _, place = str(text).partition(" (")
        place, _, number = place.rstrip(")").partition(" #")
        record = self.pool.find(int(name) if name.isdecimal() else name)
        carrier = None if record else self.pool.find_ripple(name)
        known = record["name"] if record else carrier["ripple"]["name"] if carrier else name
        fits = [
            piece for piece in self.pieces
            if piece.name == known and (on_field_of is None or piece.place in ("mmz", "emz"))
            and (not place or place in (piece.where, f"{piece.player} {piece.where}"))
        ]  # fmt: skip
        fits.sort(key=lambda piece: on_field_of not in (None, piece.player))
        if not fits or (number and not (number.isdecimal() and 1 <= int(number) <= len(fits))):
            hint = nearest(name, {piece.name for piece in self.pieces}) if record is None else ""
            self.problems.append(f"{where}: {text!r}: no such card on the board{hint}")
            return ""
        return fits[int(number or 1) - 1].id


def _in_its_zone(piece: Piece) -> Piece:
    """Return a monster that is being summoned as one that stands in the zone it will take."""
    zone = str(piece.zone)
    if zone.startswith("emz"):
        return replace(piece, place="emz", zone=zone.removeprefix("emz "))
    return replace(piece, place="mmz", zone=int(zone.removeprefix("mmz")))


def usual_face(place: str, record: Record | None) -> str | None:
    """Return the face that a card has in that place where a file says nothing."""
    if place == "st":
        return "down" if record and record["card"] == "trap" else "up"
    if place in ("fz", "pz", "banished"):
        return "up"
    return "down" if place == "extra" else None


def read_entry(entry: Any) -> dict[str, Any]:
    """Return an entry of a place as a table, its marks read; the reader has refused marks that are not known."""
    if isinstance(entry, dict):
        return dict(entry)
    name, marks = split_marks(str(entry))
    return {"card": name, **dict(filter(None, map(_read_mark, marks)))}


def _read_mark(mark: str) -> tuple[str, Any] | None:
    if mark in _WORDS:
        return _WORDS[mark]
    word, _, rest = mark.partition(" ")
    if mark in schema.MONSTER_ZONES:
        return "zone", mark
    if word == "zone" and (rest in ("left", "right", *schema.MONSTER_ZONES) or re.fullmatch("[1-5]", rest)):
        return "zone", int(rest) if rest.isdecimal() else rest
    if word == "owner" and rest in PLAYERS:
        return "owner", rest
    if word == "summoned" and rest in schema.METHODS:
        return "summoned", rest
    if re.fullmatch("x[1-9][0-9]?", mark):
        return "copies", int(mark[1:])
    return None


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)
