"""Puzzle boards of EDOPro and YGOPro (`puzzles/*.lua`): read without being run, and written.

What the calls mean is what the core of the clients does with them (libdebug.cpp): player 0 is to move, in Main Phase 1
of the first turn; zones are counted from the left of the player who controls the card; a further card in a Monster Zone
that is taken is an Xyz Material of the card there; a card of the Deck is put on top of it, or with sequence 1 at the
bottom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from ygolp.board import PLAYERS, Board, Piece, Player, Side
from ygolp.cards.known import DatabasePool, in_use
from ygolp.cards.meaning import ssm
from ygolp.cards.pool import Pool, Record
from ygolp.errors import ScenarioError, UnusableCard
from ygolp.formats.decks import passcode_of
from ygolp.formats.lua import Call, Card, Value, calls
from ygolp.schema import METHODS

DECK, HAND, MZONE, SZONE, GRAVE, REMOVED, EXTRA, OVERLAY = (1 << bit for bit in range(8))
FZONE, PZONE, STZONE, MMZONE, EMZONE = 0x100, 0x200, 0x400, 0x800, 0x1000
UP_ATTACK, DOWN_ATTACK, UP_DEFENSE, DOWN_DEFENSE = 1, 2, 4, 8
FACE_UP, FACE_DOWN = UP_ATTACK | UP_DEFENSE, DOWN_ATTACK | DOWN_DEFENSE
ATTACK_FIRST_TURN, OBSOLETE_RULING, THREE_COLUMNS = 0x2, 0x8, 0x400000
_PZONE_FLAG, _SEPARATE_PZONE, _EMZONE_FLAG, _FREE_MMZONE = 0x800, 0x1000, 0x2000, 0x4000
_SPEED, _RUSH = THREE_COLUMNS | 0x200000, THREE_COLUMNS | 0x200000 | 0x2000000
SUMMONS = {
    "normal": 0x10000000, "tribute": 0x11000000, "gemini": 0x12000000, "flip": 0x20000000, "special": 0x40000000,
    "fusion": 0x43000000, "ritual": 0x45000000, "synchro": 0x46000000, "xyz": 0x49000000, "pendulum": 0x4A000000,
    "link": 0x4C000000,
}  # fmt: skip
_SUMMON_NAMES = {"tribute": "ADVANCE"}
COUNTERS = {0x1: "Spell Counter"}
_COUNTER_MARKS = 0x3000  # "without permit" and "need enable": not part of its number
CONSTANTS: dict[str, int] = {
    "LOCATION_DECK": DECK, "LOCATION_HAND": HAND, "LOCATION_MZONE": MZONE, "LOCATION_SZONE": SZONE,
    "LOCATION_GRAVE": GRAVE, "LOCATION_REMOVED": REMOVED, "LOCATION_EXTRA": EXTRA, "LOCATION_OVERLAY": OVERLAY,
    "LOCATION_FZONE": FZONE, "LOCATION_PZONE": PZONE, "LOCATION_STZONE": STZONE, "LOCATION_MMZONE": MMZONE,
    "LOCATION_EMZONE": EMZONE, "LOCATION_ONFIELD": MZONE | SZONE,
    "POS_FACEUP_ATTACK": UP_ATTACK, "POS_FACEDOWN_ATTACK": DOWN_ATTACK, "POS_FACEUP_DEFENSE": UP_DEFENSE,
    "POS_FACEDOWN_DEFENSE": DOWN_DEFENSE, "POS_FACEUP_DEFENCE": UP_DEFENSE, "POS_FACEDOWN_DEFENCE": DOWN_DEFENSE,
    "POS_FACEUP": FACE_UP, "POS_FACEDOWN": FACE_DOWN, "POS_ATTACK": UP_ATTACK | DOWN_ATTACK,
    "POS_DEFENSE": UP_DEFENSE | DOWN_DEFENSE, "POS_DEFENCE": UP_DEFENSE | DOWN_DEFENSE,
    "DUEL_TEST_MODE": 0x1, "DUEL_ATTACK_FIRST_TURN": ATTACK_FIRST_TURN, "DUEL_OBSOLETE_RULING": OBSOLETE_RULING,
    "DUEL_PSEUDO_SHUFFLE": 0x10, "DUEL_SIMPLE_AI": 0x40, "DUEL_RELAY": 0x80, "DUEL_1ST_TURN_DRAW": 0x200,
    "DUEL_1_FACEUP_FIELD": 0x400, "DUEL_PZONE": _PZONE_FLAG, "DUEL_SEPARATE_PZONE": _SEPARATE_PZONE,
    "DUEL_EMZONE": _EMZONE_FLAG, "DUEL_FSX_MMZONE": _FREE_MMZONE, "DUEL_3_COLUMNS_FIELD": THREE_COLUMNS,
    "DUEL_TRAP_MONSTERS_NOT_USE_ZONE": 0x8000, "DUEL_TRIGGER_ONLY_IN_LOCATION": 0x20000,
    "DUEL_NO_STANDBY_PHASE": 0x100000, "DUEL_NO_MAIN_PHASE_2": 0x200000, "DUEL_MODE_SPEED": _SPEED,
    "DUEL_MODE_RUSH": _RUSH, "DUEL_MODE_MR1": 0x600, "DUEL_MODE_MR2": 0x600,
    "DUEL_MODE_MR3": _PZONE_FLAG | _SEPARATE_PZONE, "DUEL_MODE_MR4": _PZONE_FLAG | _EMZONE_FLAG,
    "DUEL_MODE_MR5": _PZONE_FLAG | _EMZONE_FLAG | _FREE_MMZONE | 0x28000,
    **{f"SUMMON_TYPE_{_SUMMON_NAMES.get(how, how).upper()}": number for how, number in SUMMONS.items()},
    "SUMMON_TYPE_TRIBUTE": SUMMONS["tribute"], "SUMMON_TYPE_DUAL": SUMMONS["gemini"], "COUNTER_SPELL": 0x1,
}  # fmt: skip
_DEBUG = (
    "AddCard", "SetPlayerInfo", "PreEquip", "PreSetTarget", "PreAddCounter", "PreSummon", "ReloadFieldBegin",
    "ReloadFieldEnd", "SetAIName", "ShowHint", "Message",
)  # fmt: skip
KNOWN = {f"Debug.{each}": each for each in _DEBUG}
KNOWN |= {"aux.BeginPuzzle": "BeginPuzzle", "Auxiliary.BeginPuzzle": "BeginPuzzle"}
# Least and most arguments.
_COUNTS = {
    "AddCard": (6, 7), "SetPlayerInfo": (2, 4), "PreEquip": (2, 2), "PreSetTarget": (2, 2), "PreAddCounter": (3, 3),
    "PreSummon": (2, 5), "ReloadFieldBegin": (1, 3),
}  # fmt: skip
_RULES = {1: "ocg2010", 2: "mr2", 3: "mr3", 4: "mr4", 5: "mr2020"}
_USUAL_RULE = 3
MOST_CARDS = 400
_LISTS = {DECK: "deck", HAND: "hand", GRAVE: "gy", REMOVED: "banished", EXTRA: "extra"}
_ONLY = "only"  # the zone of the Field Zone


class Puzzle(NamedTuple):
    """A board as the table of a scenario, and what of the file is not in it, a sentence each."""

    data: dict[str, Any]
    remarks: tuple[str, ...]


def read_puzzle(text: str, name: str, pool: Pool) -> Puzzle:
    """Return the board of a puzzle file; its cards are sought in the pool.

    Raises ScenarioError with the line of the first thing that is not understood.
    """
    return _Reader(name, pool).read(calls(text, name, CONSTANTS, KNOWN))


class _Added(NamedTuple):
    """A card that was added: its entry, and where that stands."""

    entry: dict[str, Any]
    player: Player
    place: str


class _Reader:
    def __init__(self, name: str, pool: Pool) -> None:
        self.name = name
        self.pool = pool
        self.line = 0
        self.data: dict[str, Any] = {}
        self.sides: dict[str, dict[str, Any]] = {"a": {}, "b": {}}
        self.added: list[_Added] = []
        self.zones: dict[tuple[Player, str, int | str], dict[str, Any]] = {}
        self.remarks: list[str] = []

    def fail(self, problem: str) -> NoReturn:
        raise ScenarioError(self.name, [f"line {self.line}: {problem}"])

    def remark(self, sentence: str) -> None:
        self.remarks.append(f"{self.name}, line {self.line}: {sentence}")

    def read(self, found: list[Call]) -> Puzzle:
        deeds: dict[str, Callable[..., None]] = {
            "AddCard": self.add, "SetPlayerInfo": self.player_info, "PreEquip": self.equip,
            "PreSetTarget": self.set_target, "PreAddCounter": self.counters, "PreSummon": self.summoned,
            "ReloadFieldBegin": self.begin,
        }  # fmt: skip
        for call in found:
            self.line = call.line
            if call.name not in deeds:
                continue
            least, most = _COUNTS[call.name]
            if not least <= len(call.arguments) <= most:
                span = str(least) if least == most else f"{least} to {most}"
                self.fail(f"{call.name}: {len(call.arguments)} arguments: expected {span}")
            deeds[call.name](*call.arguments)
        if "era" not in self.data:
            raise ScenarioError(self.name, ["no puzzle: Debug.ReloadFieldBegin is missing"])
        return Puzzle(self.data | self.sides, tuple(dict.fromkeys(self.remarks)))

    # -- arguments -----------------------------------------------------------------------------------------

    def whole(self, value: Value, what: str, most: int, least: int = 0) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.fail(f"{what}: {_shown(value)}: expected a whole number from {least} to {most}")
        return value

    def who(self, value: Value, what: str) -> Player:
        if isinstance(value, bool) or value not in (0, 1):
            self.fail(f"{what}: {_shown(value)}: expected 0 or 1")
        return PLAYERS[int(value == 1)]

    def card(self, value: Value, what: str) -> _Added:
        if not isinstance(value, Card) or value.number >= len(self.added):
            self.fail(f"{what}: {_shown(value)}: expected a variable with what Debug.AddCard has returned")
        return self.added[value.number]

    def record(self, value: Value) -> Record:
        passcode = self.whole(value, "card", 2**32 - 1, 1)
        try:
            record = self.pool.find(passcode)
        except UnusableCard as error:
            self.fail(str(error))
        if record is None:
            self.fail(f"{passcode}: unknown passcode: neither the pool nor a card database in use has it")
        return record

    # -- the calls -----------------------------------------------------------------------------------------

    def begin(self, flags: Value, rule: Value = None, build: Value = None) -> None:
        bits = 0 if isinstance(flags, bool) or flags is None else self.whole(flags, "flags", 2**40)
        if bits & THREE_COLUMNS:
            self.fail("a Speed or Rush Duel: its field is not known")
        if self.added or "era" in self.data:
            self.fail("ReloadFieldBegin stands once, before the cards")
        # Without a rule it is the third; with 0, or where the last argument says so, the flags say what the field is.
        number = 0 if rule in (None, False) else self.whole(rule, "Master Rule", 5)
        if rule is None and not build:
            number = 1 if bits & OBSOLETE_RULING else _USUAL_RULE
        if build or not number:
            number = _rule_of(bits)
        elif _rule_of(bits) > max(number, 2):
            self.fail(f"flags of a later Master Rule than {number}: expected flags and Master Rule that agree")
        self.data["era"] = _RULES[number]
        if not bits & ATTACK_FIRST_TURN:
            self.data["turn"] = 1

    def player_info(self, player: Value, lp: Value, start: Value = 0, draws: Value = 0) -> None:
        side = self.sides[self.who(player, "player")]
        side["lp"] = self.whole(lp, "Life Points", 999999)
        if self.whole(start, "start hand", 1000):
            self.remark(f"the start hand of {start} is not drawn: these cards are in the Deck")
        self.whole(draws, "draws", 1000)

    def add(
        self, code: Value, owner: Value, controller: Value, location: Value, sequence: Value, position: Value,
        proper: Value = False,
    ) -> None:  # fmt: skip
        if "era" not in self.data:
            self.fail("expected Debug.ReloadFieldBegin before the cards")
        if len(self.added) >= MOST_CARDS:
            self.fail(f"more than {MOST_CARDS} cards")
        record = self.record(code)
        belongs, player = self.who(owner, "owner"), self.who(controller, "controller")
        where = self.whole(location, "location", 0x1FFF)
        number = self.whole(sequence, "sequence", 200)
        seen = self.whole(position, "position", 15)
        place, zone = self.spot(where, number)
        entry: dict[str, Any] = {"card": record["name"]}
        if belongs != player:
            entry["owner"] = belongs
        limited = ssm(record, None) != "none"
        if zone is None:
            if bool(proper) and limited:
                entry["proper"] = True
            if (place == "extra" and seen & FACE_UP and "pendulum" in record.get("types", ())) or (
                place == "banished" and seen & FACE_DOWN and not seen & FACE_UP
            ):
                entry["face"] = "up" if place == "extra" else "down"
            cards = self.sides[player].setdefault(place, [])
            cards.insert(0 if place == "deck" and number != 1 else len(cards), entry)
            self.added.append(_Added(entry, player, place))
            return
        there = self.zones.get((player, place, zone))
        if there is not None:
            if place not in ("mmz", "emz"):
                self.fail(f"{record['name']}: this zone is taken by {there['card']}")
            owned = f" | owner {belongs}" if belongs != there.get("owner", player) else ""
            there.setdefault("materials", []).append(f"{record['name']}{owned}")
            self.added.append(_Added(entry, player, "under"))
            return
        if zone != _ONLY:
            entry["zone"] = zone
        if place in ("mmz", "emz"):
            entry |= self.position(seen)
            if limited and not proper:
                entry["proper"] = False
        else:
            entry["face"] = self.face(seen)
            if bool(proper) and limited:
                entry["proper"] = True
        self.zones[player, place, zone] = entry
        self.sides[player].setdefault(place, []).append(entry)
        self.added.append(_Added(entry, player, place))

    def spot(self, where: int, number: int) -> tuple[str, int | str | None]:
        """Return place and zone of a location; the zone of a card that has none is None."""
        if where in _LISTS:
            return _LISTS[where], None
        if where == FZONE or (where == SZONE and number == 5):
            return "fz", _ONLY
        if where in (MZONE, MMZONE) and number < 5:
            return "mmz", number + 1
        if (where == MZONE and number in (5, 6)) or (where == EMZONE and number in (0, 1, 5, 6)):
            return "emz", "right" if number in (1, 6) else "left"
        if where in (SZONE, STZONE) and number < 5:
            return "st", number + 1
        if (where == PZONE and number < 2) or (where == SZONE and number in (6, 7) and self.data["era"] == "mr3"):
            return "pz", "right" if number in (1, 7) else "left"
        named = [name for name, value in CONSTANTS.items() if value == where and name.startswith("LOCATION_")]
        self.fail(f"{named[0] if named else hex(where)}, sequence {number}: no place for a card")

    def position(self, seen: int) -> dict[str, Any]:
        if seen == FACE_UP:
            self.remark("POS_FACEUP of a monster is taken for face-up Attack Position")
            seen = UP_ATTACK
        if seen == FACE_DOWN:
            seen = DOWN_DEFENSE
        positions = {UP_ATTACK: "atk", UP_DEFENSE: "def", DOWN_DEFENSE: "fd_def"}
        if seen not in positions:
            self.fail(f"position {seen}: expected POS_FACEUP_ATTACK, POS_FACEUP_DEFENSE or POS_FACEDOWN_DEFENSE")
        return {} if seen == UP_ATTACK else {"position": positions[seen]}

    def face(self, seen: int) -> str:
        if bool(seen & FACE_UP) == bool(seen & FACE_DOWN):
            self.fail(f"position {seen}: expected POS_FACEUP or POS_FACEDOWN")
        return "up" if seen & FACE_UP else "down"

    def equip(self, card: Value, target: Value) -> None:
        equipped, monster = self.card(card, "equip card"), self.card(target, "target")
        down = monster.entry.get("position") == "fd_def"
        if equipped.place != "st" or monster.place not in ("mmz", "emz") or down:
            self.fail(
                f"{equipped.entry['card']} is equipped to {monster.entry['card']}: expected a card in a Spell & Trap "
                "Zone, and a face-up monster"
            )
        zone = monster.entry["zone"]
        where = f"mmz{zone}" if monster.place == "mmz" else f"emz {zone}"
        equipped.entry["equip_to"] = f"{monster.entry['card']} ({monster.player} {where})"

    def set_target(self, card: Value, target: Value) -> None:
        aims, at = self.card(card, "card"), self.card(target, "target")
        self.remark(f"{aims.entry['card']} targets {at.entry['card']}: what lasts on a target is not modelled")

    def counters(self, card: Value, kind: Value, count: Value) -> None:
        bears = self.card(card, "card")
        number = self.whole(kind, "counter", 0xFFFF, 1) & ~_COUNTER_MARKS
        named = COUNTERS.get(number) or counter_names(self.pool).get(number)
        if named is None:
            self.remark(f"the counters {number:#x} have no name here")
        counter = named or f"Counter {number:#x}"
        if bears.place == "under":
            self.fail(f"{bears.entry['card']}: a material has no counters")
        table = bears.entry.setdefault("counters", {})
        table[counter] = table.get(counter, 0) + self.whole(count, "number of counters", 99)
        self.whole(table[counter], "number of counters", 99)

    def summoned(self, card: Value, how: Value, *_: Value) -> None:
        came = self.card(card, "card")
        number = self.whole(how, "Summon", 0xFFFFFFFF)
        found = next((each for each, value in SUMMONS.items() if value == number & 0xFF000000), None)
        if found is None:
            self.fail(f"Summon {number:#x}: expected a SUMMON_TYPE_ that is known")
        if came.place not in ("mmz", "emz"):
            self.fail(f"{came.entry['card']}: expected a monster on the field")
        if found == "gemini":
            came.entry["gemini_summoned"] = True
            found = "normal"
        came.entry["summoned"] = found


def counter_names(pool: Pool) -> dict[int, str]:
    """Return the names of counters by their numbers, as the databases in use have them and as they are known here."""
    return {**(pool.library.counters() if isinstance(pool, DatabasePool) else {}), **COUNTERS}


def _rule_of(flags: int) -> int:
    """Return the Master Rule whose field some flags build."""
    if flags & _EMZONE_FLAG:
        return 5 if flags & _FREE_MMZONE else 4
    return 3 if flags & _PZONE_FLAG else 2


def _shown(value: Value) -> str:
    if isinstance(value, Card):
        return "a card"
    text = {True: "true", False: "false", None: "nil"}.get(value) if value is None or isinstance(value, bool) else None
    text = text or repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# ---- writing -------------------------------------------------------------------------------------------------


def puzzle_text(board: Board, title: str = "") -> tuple[str, tuple[str, ...]]:
    """Return a board as a puzzle file, and what of the board a puzzle cannot say, a sentence each.

    The player whose turn it is becomes player 0. Raises ScenarioError that names the cards whose passcode is not known.
    """
    return _Writer(board).written(title)


class _Writer:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.numbers = {player: int(player != board.turn_player) for player in PLAYERS}
        self.variables: dict[str, str] = {}
        self.left_out = list(_left_out(board))

    def written(self, title: str) -> tuple[str, tuple[str, ...]]:
        board = self.board
        unknown = sorted({piece.name for piece in board.pieces if not piece.pile and self.passcode(piece) is None})
        unknown += sorted({piece.called or piece.name for piece in board.pieces if piece.pile})
        if unknown:
            raise ScenarioError(
                "board", [f"{name}: no passcode is known of it, so that no puzzle can hold it" for name in unknown]
            )
        rule = next(number for number, era in _RULES.items() if era == (board.preset or board.era))
        flags = "DUEL_SIMPLE_AI" if board.turn == 1 else "DUEL_ATTACK_FIRST_TURN+DUEL_SIMPLE_AI"
        lines = [f"--[[message\n{_comment(title)}\n]]"] if title else []
        lines += [f"-- not in this file: {_comment(sentence)}" for sentence in self.left_out]
        lines += ['Debug.SetAIName("ygolp")', f"Debug.ReloadFieldBegin({flags},{rule})"]
        for player in sorted(PLAYERS, key=lambda each: self.numbers[each]):
            lines.append(f"Debug.SetPlayerInfo({self.numbers[player]},{board.sides[player].lp},0,0)")
        for player in sorted(PLAYERS, key=lambda each: self.numbers[each]):
            lines += ["", f"-- player {self.numbers[player]}"]
            lines += self.cards(player)
        lines += ["", *self.after(), "Debug.ReloadFieldEnd()", "aux.BeginPuzzle()"]
        return "\n".join(lines) + "\n", tuple(self.left_out)

    def passcode(self, piece: Piece) -> int | None:
        return passcode_of(self.board.records[piece.name])

    def cards(self, player: Player) -> Iterator[str]:
        for place in ("mmz", "emz", "st", "fz", "pz", "hand", "gy", "banished", "extra", "deck"):
            pieces = [piece for piece in self.board.pieces if (piece.player, piece.place) == (player, place)]
            for piece in reversed(pieces) if place == "deck" else pieces:
                yield self.card(piece, piece)
                for each in self.board.pieces:
                    if each.parent == piece.id:
                        yield self.card(each, piece)

    def card(self, piece: Piece, at: Piece) -> str:
        """Return the line that adds a card; a material is added where the card above it stands."""
        location, sequence = _location(at)
        position = _position(at)
        variable = ""
        if piece is at and (piece.counters or piece.summoned or self.concerned(piece)):
            self.variables[piece.id] = f"c{len(self.variables) + 1}"
            variable = f"local {self.variables[piece.id]}="
        owner, controller = self.numbers[piece.owner], self.numbers[at.player]
        proper = ",true" if piece.proper and piece.place != "under" else ""
        values = f"{self.passcode(piece)},{owner},{controller},LOCATION_{location},{sequence},POS_{position}{proper}"
        return f"{variable}Debug.AddCard({values}) -- {_comment(piece.name)}"

    def concerned(self, piece: Piece) -> bool:
        return bool(piece.equipped_to) or any(each.equipped_to == piece.id for each in self.board.pieces)

    def after(self) -> Iterator[str]:
        for piece in self.board.pieces:
            variable = self.variables.get(piece.id)
            if piece.equipped_to in self.variables:
                yield f"Debug.PreEquip({variable},{self.variables[piece.equipped_to]})"
            if piece.summoned in SUMMONS:
                how = "gemini" if piece.gemini_summoned else piece.summoned
                yield f"Debug.PreSummon({variable},SUMMON_TYPE_{_SUMMON_NAMES.get(how, how).upper()})"
            for name, count in piece.counters:
                number = _counter_number(name)
                if number is None:
                    self.left_out.append(f"the counters {name!r} of {piece.name}: their number is not known")
                else:
                    yield f"Debug.PreAddCounter({variable},{number:#x},{count})"


def _location(piece: Piece) -> tuple[str, int]:
    zone = piece.zone
    if piece.place in ("mmz", "st"):
        return "MZONE" if piece.place == "mmz" else "SZONE", int(zone or 1) - 1
    if piece.place in ("emz", "pz"):
        return ("MZONE", 5 + int(zone == "right")) if piece.place == "emz" else ("PZONE", int(zone == "right"))
    if piece.place == "fz":
        return "FZONE", 0
    return {"gy": "GRAVE", "banished": "REMOVED"}.get(piece.place, piece.place.upper()), 0


def _position(piece: Piece) -> str:
    if piece.position is not None:
        return {"atk": "FACEUP_ATTACK", "def": "FACEUP_DEFENSE"}.get(piece.position, "FACEDOWN_DEFENSE")
    return "FACEUP" if piece.face == "up" or piece.place == "gy" else "FACEDOWN"


def _counter_number(name: str) -> int | None:
    plain = re.fullmatch(r"Counter 0x([0-9a-f]{1,4})", name)
    if plain:
        return int(plain[1], 16)
    return next((number for number, known in counter_names(in_use()).items() if known == name), None)


_NOT_SAID = {
    "arrived": "came to the field this turn", "position_changed": "its position was changed this turn",
    "attacked": "attacked this turn", "negated": "its effects are negated", "switched": "was Switched this turn",
}  # fmt: skip


def _left_out(board: Board) -> Iterator[str]:
    """Yield what a puzzle file cannot say of a board."""
    if board.turn_player == "b":
        yield "player b, whose turn it is, is player 0 of the puzzle"
    if board.phase != "main1":
        yield f"the phase ({board.phase}): a puzzle begins in Main Phase 1"
    if board.turn not in (1, Board().turn):
        yield f"the number of the turn ({board.turn})"
    if board.state != "open" or board.flow:
        yield "where the board stands in a window or on a Chain, and what effects have left for later"
    if board.waiting_triggers:
        yield "the triggers that wait for their Chain"
    for key, value in board.settings:
        yield f"the setting {key} = {value}"
    for extension in board.extensions:
        yield f"the extension {extension}"
    for player in PLAYERS:
        side = board.sides[player]
        if side.unknown_deck:
            yield f"{side.unknown_deck} unknown cards in the Deck of player {player}"
        plain = Side(lp=side.lp, unknown_deck=side.unknown_deck)
        if side != plain:
            yield f"what player {player} has done this turn: Summons made, effects used"
    for piece in board.pieces:
        where = f"{piece.name} ({piece.player} {piece.where})"
        for key, words in _NOT_SAID.items():
            if getattr(piece, key):
                yield f"{where} {words}" if words[:3] != "its" else f"{where}: {words}"
        if piece.now:
            yield f"{where}: present values that an effect has set"
        if piece.declared is not None or piece.copied is not None:
            yield f"{where}: what was declared for it, or copied"
        if piece.summoned in METHODS and piece.summoned not in SUMMONS:
            yield f"{where}: how it came ({piece.summoned})"


def _comment(text: str) -> str:
    """Return a text for a comment: on one line, without an end of a comment in it."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split()).replace("]]", "] ]")
