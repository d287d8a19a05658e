"""Which Ripple Monsters can be summoned at all, and which faces a Switch reaches: boards are looked for by solving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Control, Function, Number, Symbol

from ygolp import engine
from ygolp.actions import Action
from ygolp.audit.boards import actions_of, board_of, later, stack_of, unit_on
from ygolp.audit.findings import NEVER_SUMMONED, NEVER_SWITCHED, Asked, Clock, Finding, Part, TimeIsUp
from ygolp.audit.records import MOST_OF_A_LINE, face_of, kinds_of_material, materials_of, places_for, string_monsters
from ygolp.board import Board, Piece, replace
from ygolp.cards.pool import Record, ripple_record
from ygolp.duel import Duel
from ygolp.errors import EncodingError
from ygolp.facts import board_facts_and_marks, const
from ygolp.pruning import symbol_marks


class Line(NamedTuple):
    """A board with a legal Ripple Summon: the action as it is written, and the board after it."""

    board: Board
    action: Action
    text: str
    after: Board

    @property
    def face(self) -> str:
        return str(self.action.ripple)


class Search:
    """Looks for boards with a Ripple Summon among the records given, and remembers what it has found.

    `only`: the audit is about the String Monsters among these; the others may be materials.
    """

    def __init__(
        self, extension: str, records: Iterable[Record], clock: Clock, only: Sequence[Record] | None = None
    ) -> None:
        self.extension, self.clock = extension, clock
        by_name = {str(record["name"]): record for record in records}
        by_name |= {str(record["name"]): record for record in only or ()}
        self.records = list(by_name.values())
        self.carriers = string_monsters(self.records)
        self.asked = self.carriers if only is None else string_monsters(only)
        self.lines: list[Line] = []
        self._units: list[tuple[Piece, list[Piece], str]] = []
        self._kinds: dict[str, list[list[Record]]] = {}
        self._made: dict[str, Control] = {}

    def kinds(self, carrier: Record) -> list[list[Record]]:
        """Return the records in groups that the line of a carrier does not tell apart."""
        name = str(carrier["name"])
        if name not in self._kinds:
            self._kinds[name] = kinds_of_material(carrier, self.records)
        return self._kinds[name]

    def most(self, carrier: Record) -> int:
        """Return how many materials are tried with a carrier: as many as its line needs."""
        return min(MOST_OF_A_LINE, materials_of(carrier))

    def loose(self, carrier: Record) -> dict[str, Record]:
        """Return the cards that may lie on a board with the Ripple Summon of a carrier, by their names there."""
        found = {self.name_of(1, carrier): carrier}
        found |= {self.name_of(2, each): each for each in self.carriers}
        for number, group in enumerate(self.kinds(carrier)):
            most = min(self.most(carrier), places_for(carrier, group[0]))
            found |= {f"kind_{number}_{index}": group[index % len(group)] for index in range(most)}
        return found

    def name_of(self, copy: int, carrier: Record) -> str:
        return f"string_{self.carriers.index(carrier)}_{copy}"

    def control(self, carrier: Record) -> Control:
        """Return the grounded question about a String Monster, with what may lie beside it."""
        known = {str(record["name"]): record for record in self.records}
        used: dict[str, Record] = {}
        pieces = [_piece(name, record) for name, record in self.loose(carrier).items()]
        asked = [Function("asked", [self.term(carrier)])]
        loose = list(pieces)
        for unit, parts, face in self._units:
            loose.append(unit)
            pieces += [unit, *parts]
            used[face] = ripple_record(next(each for each in self.carriers if face_of(each) == face))
        used |= {piece.name: known[piece.name] for piece in pieces if not piece.pile}
        board = Board(era="mr3", extensions=(self.extension,), pieces=tuple(pieces), records=used)
        facts, marks = board_facts_and_marks(board)
        free = {piece.id for piece in loose}
        facts = [fact for fact in facts if fact.name != "at" or fact.arguments[0].name not in free]
        asked += [Function("may_lie", [const(piece.id), const(piece.place)]) for piece in loose]
        return engine.control("audit", [*facts, *asked], options=("0",), marks=marks | symbol_marks(asked))

    def term(self, carrier: Record) -> Symbol:
        """Return the Ripple Summon of a carrier as an attempt."""
        return Function("special_summon", [const("ripple"), const(self.name_of(1, carrier)), Number(1)])

    def ask(self, carrier: Record, *beside: str) -> list[str] | None:
        """Return what lies on a smallest board with a Ripple Summon of that carrier and with these pieces; or None."""
        name = str(carrier["name"])
        if name not in self._made:
            self.clock.check()
            self._made[name] = self.control(carrier)
        for many in range(2, self.most(carrier) + 2):
            self.clock.check()
            wanted = [(Function("many", [Number(many)]), True)]
            wanted += [(Function("lies", [const(each)]), True) for each in beside]
            found = next(iter(engine.answers(self._made[name], wanted)), None)
            if found is not None:
                return sorted(symbol.arguments[0].name for symbol in found if symbol.name == "lies")
        return None

    def line(self, carrier: Record, lying: Sequence[str]) -> Line:
        """Return the Ripple Summon of a carrier from what lies on a board, played."""
        self.clock.check()
        stacks = {unit.id: [part.name for part in parts] for unit, parts, _ in self._units}
        kinds = self.loose(carrier)
        top = self.name_of(1, carrier)
        sides: dict[str, list[object]] = {}
        for name in [top, *(each for each in lying if each != top)]:
            if name in stacks:
                sides.setdefault("mmz", []).append({"stack": stacks[name]})
            else:
                sides.setdefault(_place(kinds[name]), []).append(kinds[name]["name"])
        shown = {place: entries[0] if place == "fz" else entries for place, entries in sides.items()}
        board = board_of(self.extension, self.records, a=shown)
        duel = Duel(board)
        first = next(piece for piece in board.pieces if piece.place != "part")
        # The smallest board has nothing to spare: the summon takes whatever lies on it.
        found = next((action for action in duel.legal_actions()
                      if action.ripple == face_of(carrier) and action.card == duel.index.ref_of[first.id]
                      and len(action.using or ()) == len(lying)), None)  # fmt: skip
        if found is None:
            raise EncodingError(f"two questions disagree about the Ripple Summon of {face_of(carrier)}")
        text = duel.short(found)
        self.clock.check()
        played = duel.push(found)
        return Line(board, played.action, text, duel.board)

    def about(self) -> list[Line]:
        """Return the lines whose pile holds a String Monster that the audit is about."""
        names = {str(record["name"]) for record in self.asked}
        return [line for line in self.lines if names & set(stack_of(line.after, unit_on(line.after, line.face)))]

    def keep(self, line: Line) -> Line:
        """Remember a line, so that its Ripple Monster may be a material from now on."""
        self.lines.append(line)
        return line

    def pile(self, line: Line) -> str:
        """Let the Ripple Monster of a line lie on boards to come, and return its name there."""
        unit = unit_on(line.after, line.face)
        name = f"pile_{len(self._units)}"
        parts = [replace(part, id=f"{name}_{part.zone}", parent=name)
                 for part in line.after.pieces if part.parent == unit.id and part.place == "part"]  # fmt: skip
        parts.sort(key=lambda part: int(part.zone or 0))
        lying = replace(unit, id=name, place="mmz", zone=1, arrived=False)
        self._units.append((lying, parts, line.face))
        self._made.clear()
        return name


def _place(record: Record) -> str:
    if record["card"] == "monster":
        return "mmz"
    return "fz" if "field" in record.get("types", ()) else "st"


def _piece(name: str, record: Record) -> Piece:
    place = _place(record)
    position, face = ("atk", None) if place == "mmz" else (None, "up")
    return Piece(name, str(record["name"]), "a", place, 1, position=position, face=face)


def never_summoned(search: Search) -> Part:
    """Look for a Ripple Summon of each Ripple Monster; first from cards alone, then with Ripple Monsters as well."""
    findings: list[Finding] = []
    witnesses: list[Finding] = []
    open_ones = list(search.carriers)
    complete = True
    try:
        beside: list[tuple[str, ...]] = [()]
        while any(each in search.asked for each in open_ones) and beside:
            made: list[Line] = []
            for carrier in list(open_ones):
                line = next(_lines(search, carrier, beside), None)
                if line is not None:
                    open_ones.remove(carrier)
                    made.append(search.keep(line))
                    if carrier in search.asked:
                        witnesses.append(_witness(line))
            beside = [(search.pile(line),) for line in made]
        for carrier in (each for each in open_ones if each in search.asked):
            search.clock.check()
            findings.append(_never(search, carrier))
    except TimeIsUp:
        complete = False
    kinds = sum(len(search.kinds(carrier)) for carrier in search.asked)
    bounds = (
        "boards under Master Rule 3, of the String Monster and as many materials as its line needs, face-up, all of "
        f"them used; a card of each of the {kinds} kinds that fit a part of a line, from {len(search.records)} "
        "records; String Monsters and the Ripple Monsters found are materials as well"
    )
    question = "a Ripple Monster that can never be summoned"
    return Part("summons", question, bounds, tuple(findings), tuple(witnesses), complete)


def _lines(search: Search, carrier: Record, beside: Sequence[tuple[str, ...]]) -> Iterator[Line]:
    for names in beside:
        lying = search.ask(carrier, *names)
        if lying is not None:
            yield search.line(carrier, lying)


def _witness(line: Line) -> Finding:
    return Finding(NEVER_SUMMONED, f"{line.face} can be summoned.", (line.board,), (Asked(0, line.text, "legal"),))


def _never(search: Search, carrier: Record) -> Finding:
    face = face_of(carrier)
    board = board_of(search.extension, search.records, a={"mmz": [carrier["name"]]})
    verdict = Duel(board).why(f"ripple summon {face}")
    answer = "illegal: " + " ".join(reason.sentence for reason in verdict.reasons)
    sentence = f"{face} can never be summoned: no board has materials for it."
    return Finding(NEVER_SUMMONED, sentence, (board,), (Asked(0, f"ripple summon {face}", answer),))


def grow(search: Search) -> bool:
    """Look for Ripple Summons whose piles hold another String Monster or Ripple Monster; False if the time ended."""
    try:
        others = [(search.name_of(2, each), str(each["name"])) for each in search.carriers]
        others += [(search.pile(line), line.face) for line in list(search.lines)]
        wanted = {str(each["name"]) for each in search.asked} | {face_of(each) for each in search.asked}
        for carrier in search.carriers:
            for other, name in others:
                if str(carrier["name"]) not in wanted and name not in wanted:
                    continue
                lying = search.ask(carrier, other)
                if lying is None:
                    continue
                line = search.line(carrier, lying)
                if not _known(search, line):
                    search.keep(line)
    except TimeIsUp:
        return False
    return True


def _known(search: Search, line: Line) -> bool:
    mine = stack_of(line.after, unit_on(line.after, line.face))
    return any(mine == stack_of(other.after, unit_on(other.after, other.face)) for other in search.lines)


def never_switched(search: Search, grown: bool) -> Part:
    """Look for a legal Switch to each face, on the boards that Ripple Summons leave."""
    reached: dict[str, Finding] = {}
    below: dict[str, Line] = {}
    complete = grown
    try:
        for line in search.lines:
            unit = unit_on(line.after, line.face)
            for name in stack_of(line.after, unit)[1:]:
                carrier = next((each for each in search.carriers if each["name"] == name), None)
                if carrier is not None:
                    below.setdefault(face_of(carrier), line)
            search.clock.check()
            duel = Duel(later(line.after))
            for action in actions_of(duel, search.extension):
                if action.kind != "switch" or not action.using:
                    continue
                face = next(face_of(each) for each in search.carriers if each["name"] == action.using[0].name)
                if face not in reached:
                    text = duel.short(action)
                    sentence = f"A Switch reaches {face}."
                    reached[face] = Finding(NEVER_SWITCHED, sentence, (duel.board,), (Asked(0, text, "legal"),))
    except TimeIsUp:
        complete = False
    findings: list[Finding] = []
    if complete:
        for carrier in search.asked:
            if face_of(carrier) not in reached:
                findings.append(_not_reached(carrier, below.get(face_of(carrier))))
    told = [reached[face_of(each)] for each in search.asked if face_of(each) in reached]
    bounds = (
        f"the piles of {len(search.lines)} Ripple Summons found: each String Monster on top of each other one, and of "
        "each Ripple Monster"
    )
    return Part("switches", "a Ripple Monster that no Switch reaches", bounds, tuple(findings), tuple(told),
                complete)  # fmt: skip


def _not_reached(carrier: Record, line: Line | None) -> Finding:
    face = face_of(carrier)
    if line is None:
        name = carrier["name"]
        sentence = f"{face} is reached by no Switch: no Ripple Summon lays {name} below another String Monster."
        return Finding(NEVER_SWITCHED, sentence)
    board = later(line.after)
    text = f"switch {line.face} to {carrier['name']}"
    verdict = Duel(board).why(text)
    answer = "legal" if verdict else "illegal: " + " ".join(reason.sentence for reason in verdict.reasons)
    return Finding(NEVER_SWITCHED, f"{face} is reached by no Switch.", (board,), (Asked(0, text, answer),))
