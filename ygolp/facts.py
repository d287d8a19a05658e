"""Board to facts: the only module that knows both.

The facts are those that asp/inputs.lp declares. They are built as clingo symbols and never pass through program text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import clingo
from clingo import Function, Number, String, Symbol

from ygolp.board import HIDDEN, ON_FIELD, PLAYERS, Board, Piece, Player, place_text
from ygolp.cards.filters import Fact, aspect_value, word
from ygolp.cards.meaning import asks_for_summons, effects_apart, lasting_facts, names_aspect
from ygolp.pruning import marks_of, marks_there


class _Step(int):
    """The last argument of the facts of a state, told apart from other numbers."""


STEP = _Step(0)
_CONSTANTS: dict[str, Symbol] = {}


def const(name: str) -> Symbol:
    """Return the constant of that name, made once."""
    found = _CONSTANTS.get(name)
    if found is None:
        found = _CONSTANTS[name] = Function(name, [])
    return found


def term(value: Any) -> Symbol:
    """Return the symbol of a nested tuple as ygolp.cards.meaning writes it."""
    if isinstance(value, int):
        return Number(value)
    if isinstance(value, str):
        return const(value)
    head, *rest = value
    if not rest:
        return const(head)
    if head == "const":
        return const(rest[0])
    if head == "string":
        return String(rest[0])
    return Function(head, [term(part) for part in rest])


def _place(piece: Piece) -> Fact:
    """Return the term of the place where a piece is."""
    if piece.place in ("mmz", "st"):
        return (piece.place, piece.player, int(piece.zone or 0))
    if piece.place == "emz":
        return ("emz", piece.player, absolute_side(piece.player, str(piece.zone)))
    if piece.place == "pz":
        return ("pz", piece.player, "l" if piece.zone == "left" else "r")
    if piece.place == "summoning":
        return ("summoning", place_term(str(piece.zone), piece.player))
    if piece.place == "under":
        return ("under", piece.parent or "")
    if piece.place == "part":
        return ("part_of", piece.parent or "", int(piece.zone or 0))
    return (piece.place, piece.player)


def place_of(symbol: Symbol) -> tuple[Player, str, int | str | None, str | None]:
    """Return player, place, zone and parent of the term of a place, as a Piece has them.

    The player of a card under or in another is not in the term: it is a here.
    """
    player: Player
    zone: int | str | None
    first, *rest = symbol.arguments
    if symbol.name in ("under", "part_of"):
        return "a", "part" if rest else "under", rest[0].number if rest else None, first.name
    if symbol.name == "summoning":
        player, place, zone, _ = place_of(first)
        return player, "summoning", place_text(place, zone), None
    player = "b" if first.name == "b" else "a"
    zone = None
    if symbol.name in ("mmz", "st"):
        zone = rest[0].number
    elif symbol.name == "emz":
        zone = seen_side(player, rest[0].name)
    elif symbol.name == "pz":
        zone = "left" if rest[0].name == "l" else "right"
    return player, symbol.name, zone, None


def absolute_side(player: str, zone: str) -> str:
    """Return l or r, as player a sees it, of an Extra Monster Zone as the player sees it."""
    return "l" if (zone == "left") == (player == "a") else "r"


def seen_side(player: str, side: str) -> str:
    """Return left or right, as the player sees it, of an absolute side."""
    return "left" if (side == "l") == (player == "a") else "right"


def board_facts(board: Board) -> list[Symbol]:
    """Return all facts of a board: the duel, the cards that it names, and its state at step 0."""
    return board_facts_and_marks(board)[0]


def board_facts_and_marks(
    board: Board, effects: frozenset[tuple[str, int]] | None = None
) -> tuple[list[Symbol], set[str]]:
    """Return the facts of a board with their marks (ygolp.pruning).

    Of effects that are activated only those count that are named, by record and number; None: all of them.
    """
    stated = _stated(board)
    facts, marks = [term(fact) for fact in stated], marks_of(stated)
    for name in sorted(board.records):
        more, more_marks = _of_record(board, name)
        facts += more
        marks |= more_marks
        for number, (whole, aside) in _effects_of(board.records[name]).items():
            more, more_marks = whole if effects is None or (name, number) in effects else aside
            facts += more
            marks |= more_marks
    there = [piece for piece in board.pieces if piece.place in ON_FIELD]
    for name, place in {(name, piece.place) for piece in there for name in (piece.name, piece.copied) if name}:
        marks |= marks_there(place, _of_record(board, name)[1])
        for number, (whole, _) in _effects_of(board.records[name]).items():
            if effects is None or (name, number) in effects:
                marks |= marks_there(place, whole[1])
    return facts, marks


def _stated(board: Board) -> list[Fact]:
    """Return what a board states, but for the records of its cards."""
    stated = [*_frame(board), *_copies(board), *_told_of(board), *((*fact, STEP) for fact in board.flow)]
    for piece in board.pieces:
        stated += _piece(piece)
        if piece.declared is not None:
            stated.append(("declared", piece.id, _declared(board.records[piece.name], piece.declared), STEP))
    return stated


def facts_of_several(boards: Sequence[Board]) -> tuple[list[Symbol], set[str]]:
    """Return the facts of several boards of one duel with their marks; board n of the list stands at step 2n.

    What does not change in a duel is stated once, so that no name may mean two cards (ygolp.search.expand).
    """
    facts: dict[Symbol, None] = {}
    marks: set[str] = set()
    names: dict[str, Board] = {}
    there: dict[tuple[str, str], Board] = {}
    for number, board in enumerate(boards):
        step = Number(2 * number)
        stated = _stated(board)
        marks |= marks_of(stated)
        for fact in stated:
            if fact[-1] is STEP:
                facts[Function(fact[0], [*map(_shared_term, fact[1:-1]), step])] = None
            else:
                facts[_shared_term(fact)] = None
        names |= dict.fromkeys(board.records, board)
        for piece in board.pieces:
            if piece.place in ON_FIELD:
                there |= dict.fromkeys(((name, piece.place) for name in (piece.name, piece.copied) if name), board)
    for name, board in names.items():
        told = [_of_record(board, name), *(whole for whole, _ in _effects_of(board.records[name]).values())]
        for more, more_marks in told:
            facts |= dict.fromkeys(more)
            marks |= more_marks
    for (name, place), board in there.items():
        marks |= marks_there(place, _of_record(board, name)[1])
        for whole, _ in _effects_of(board.records[name]).values():
            marks |= marks_there(place, whole[1])
    return list(facts), marks


@lru_cache(maxsize=20_000)
def _shared_term(value: Any) -> Symbol:
    return term(value)


_Told = tuple[list[Symbol], frozenset[str]]
_RECORDS: dict[tuple[int, str | None], tuple[dict[str, Any], _Told]] = {}
_EFFECTS: dict[int, tuple[dict[str, Any], dict[int, tuple[_Told, _Told]]]] = {}


def _of_record(board: Board, name: str) -> _Told:
    """Return the facts of a record without its effects, and their marks; they are made once a process."""
    record = board.records[name]
    found = _RECORDS.get((id(record), board.preset))
    if found is None or found[0] is not record:
        found = _RECORDS[id(record), board.preset] = (record, _told(list(lasting_facts(record, board.preset))))
    return found[1]


def _effects_of(record: dict[str, Any]) -> dict[int, tuple[_Told, _Told]]:
    """Return the facts of each effect of a record, and the few that tell of one that does not matter."""
    found = _EFFECTS.get(id(record))
    if found is None or found[0] is not record:
        made = {number: (_told(whole), _told(aside)) for number, (whole, aside) in effects_apart(record).items()}
        found = _EFFECTS[id(record)] = (record, made)
    return found[1]


def _told(facts: list[Fact]) -> _Told:
    return [term(fact) for fact in facts], frozenset(marks_of(facts))


def _frame(board: Board) -> Iterator[Fact]:
    yield ("era", board.era)
    for name, value in board.settings:
        yield ("setting", name, value)
    for name in board.extensions:
        yield ("extension", name)
    if board.preset == "ocg2010" and "card_text" not in dict(board.settings):
        yield ("setting", "card_text", "ocg2010")
    yield ("turn_player", board.turn_player, STEP)
    yield ("phase", board.phase, STEP)
    yield ("state", board.state, STEP)
    for identity in board.waiting_triggers:
        yield ("waiting_trigger", identity, STEP)
    counted = any(map(asks_for_summons, board.records.values()))
    for player in PLAYERS:
        side = board.sides[player]
        yield ("lp", player, side.lp, STEP)
        yield ("normal_summons", player, side.normal_summons, STEP)
        yield ("special_summons", player, side.special_summons, STEP)
        if counted:
            told = side.normal_summons + side.special_summons
            for kind, number in (("summons", side.summons), ("monsters", side.monsters_summoned)):
                yield ("made", player, kind, told if number is None else number, STEP)
        if side.deck_stated:
            yield ("more_in_deck", player, side.unknown_deck, STEP)
        if side.pendulum_summoned:
            yield ("pendulum_summoned", player, STEP)
        for name in side.resolved:
            yield ("resolved", player, ("string", name), STEP)
        for name, number in side.used:
            yield ("used", player, ("string", name), number, STEP)


def _copies(board: Board) -> Iterator[Fact]:
    for name in sorted({piece.name for piece in _side_by_side(board)}):
        yield ("copies", ("string", name))


def _told_of(board: Board) -> Iterator[Fact]:
    """Yield what the state of the duel says of each of several copies in one place, written alike for each."""
    copies = {piece.id for piece in _side_by_side(board)} if board.flow else set()

    def parts(value: Any) -> Iterator[Any]:
        if isinstance(value, tuple):
            for each in value:
                yield from parts(each)
        else:
            yield value

    def written(value: Any, card: str) -> Any:
        if isinstance(value, tuple):
            return tuple(written(each, card) for each in value)
        return "@" if value == card else value

    for fact in board.flow if copies else ():
        for card in copies.intersection(part for part in parts(fact) if isinstance(part, str)):
            yield ("told_of", card, ("string", repr(written(fact, card))), STEP)


def _side_by_side(board: Board) -> list[Piece]:
    """Return the pieces that lie in one place with others of their name."""
    places = (*HIDDEN, "under")
    lying = [piece for piece in board.pieces if piece.place in places]
    counts = Counter((piece.name, piece.player, piece.place) for piece in lying)
    return [piece for piece in lying if counts[piece.name, piece.player, piece.place] > 1]


def _piece(piece: Piece) -> Iterator[Fact]:
    identity = piece.id
    if piece.pile:
        yield ("pile", identity)
        if piece.called:
            yield ("called", identity, ("string", piece.called))
    else:
        yield ("card", identity, ("string", piece.name))
        yield ("owner", identity, piece.owner)
    yield ("at", identity, _place(piece), STEP)
    if piece.position is not None:
        yield ("position", identity, piece.position, STEP)
    if piece.face is not None:
        yield ("face", identity, piece.face, STEP)
    for flag, fact in _FLAGS:
        if getattr(piece, flag):
            yield (fact, identity, STEP)
    if piece.summoned is not None:
        yield ("summoned_as", identity, piece.summoned, STEP)
    for aspect, value in piece.now:
        yield ("now", identity, aspect, aspect_value(aspect, value), STEP)
    if piece.copied is not None:
        yield ("copied", identity, ("string", piece.copied), STEP)
    if piece.since is not None:
        yield ("since", identity, piece.since, STEP)
    for counter, number in piece.counters:
        yield ("counters", identity, ("string", counter), number, STEP)
    if piece.equipped_to:
        yield ("equipped", identity, piece.equipped_to, STEP)


def _declared(record: dict[str, Any], text: str) -> Fact | str:
    """Return what was declared for a card: a race, attribute ... for its Continuous Effect, else the name of a card."""
    return word(text) if names_aspect(record) else ("string", text)


_FLAGS = (
    ("arrived", "arrived"), ("position_changed", "position_changed"), ("attacked", "attacked"),
    ("switched", "switched"), ("gemini_summoned", "gemini_summoned"), ("proper", "proper"),
    ("negated", "effects_negated"), ("from_extra", "from_extra"),
)  # fmt: skip


def as_program(facts: Iterable[Symbol]) -> str:
    """Return facts as text for reading, or for a plain clingo: one a line, sorted by predicate."""
    ordered = sorted(facts, key=lambda fact: (fact.name, str(fact)))
    return "".join(f"{fact}.\n" for fact in ordered)


@lru_cache(maxsize=1)
def clingo_version() -> str:
    return str(clingo.__version__)


def place_term(text: str, player: str) -> Fact:
    """Return the term of a place as it is written: `b mmz3`, `gy`, `emz left`, `summoning mmz2`."""
    if text[:2] in ("a ", "b "):
        player, text = text[0], text[2:]
    word, _, rest = text.partition(" ")
    if word == "summoning":
        return ("summoning", place_term(rest, player) if rest else player)
    if word == "emz":
        return ("emz", player, absolute_side(player, rest))
    if word == "pz":
        return ("pz", player, "l" if rest == "left" else "r")
    if word[:-1] in ("mmz", "st"):
        return (word[:-1], player, int(word[-1]))
    return (word, player)


def spot_of(place: Fact) -> str:
    """Return the text of the term of a place, with its player: what place_term reads."""
    word, *rest = place
    if word == "summoning" and isinstance(rest[0], tuple):
        return f"{rest[0][1]} summoning {spot_of(rest[0])[2:]}"
    if word == "emz":
        return f"{rest[0]} emz {seen_side(rest[0], rest[1])}"
    if word == "pz":
        return f"{rest[0]} pz {'left' if rest[1] == 'l' else 'right'}"
    return f"{rest[0]} {word}{rest[1] if len(rest) > 1 else ''}"
