"""Board to facts: the only module that knows both.

The facts are those that asp/inputs.lp declares. They are built as clingo symbols and never pass through program text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import clingo
from clingo import Function, Number, String, Symbol

from ygolp.board import PLAYERS, Board, Piece
from ygolp.cards.filters import aspect_value, word
from ygolp.cards.meaning import facts as record_facts
from ygolp.cards.meaning import tags

STEP = Number(0)
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


def place_symbol(piece: Piece) -> Symbol:
    """Return the term of the place where a piece is."""
    player = const(piece.player)
    if piece.place in ("mmz", "st"):
        return Function(piece.place, [player, Number(int(piece.zone or 0))])
    if piece.place == "emz":
        return Function("emz", [player, const(absolute_side(piece.player, str(piece.zone)))])
    if piece.place == "pz":
        return Function("pz", [player, const("l" if piece.zone == "left" else "r")])
    if piece.place == "under":
        return Function("under", [const(piece.parent or "")])
    if piece.place == "part":
        return Function("part_of", [const(piece.parent or ""), Number(int(piece.zone or 0))])
    return Function(piece.place, [player])


def absolute_side(player: str, zone: str) -> str:
    """Return l or r, as player a sees it, of an Extra Monster Zone as the player sees it."""
    return "l" if (zone == "left") == (player == "a") else "r"


def seen_side(player: str, side: str) -> str:
    """Return left or right, as the player sees it, of an absolute side."""
    return "left" if (side == "l") == (player == "a") else "right"


def board_facts(board: Board) -> list[Symbol]:
    """Return all facts of a board: the duel, the cards that it names, and its state at step 0."""
    facts = list(_frame(board))
    for name in sorted(board.records):
        facts += _of_record(board, name)[1]
    for piece in board.pieces:
        facts += _piece(piece)
    return facts


_RECORDS: dict[tuple[int, str | None], tuple[dict[str, Any], list[Symbol], set[str]]] = {}


def _of_record(board: Board, name: str) -> tuple[dict[str, Any], list[Symbol], set[str]]:
    """Return a record with its facts and their tags; they are made once a process."""
    record = board.records[name]
    found = _RECORDS.get((id(record), board.preset))
    if found is None or found[0] is not record:
        facts = list(record_facts(record, board.preset))
        found = (record, [term(fact) for fact in facts], tags(facts))
        _RECORDS[id(record), board.preset] = found
    return found


def board_tags(board: Board) -> set[str]:
    """Return what the facts of a board are about: the words of `%@ only with ...` lines in the rulebook."""
    found = {f"extension:{name}" for name in board.extensions}
    for name in board.records:
        found |= _of_record(board, name)[2]
    for piece in board.pieces:
        found.add(f"at:{piece.place}")
        if piece.now:
            found.add("now")
        if piece.negated:
            found.add("effects_negated")
        if piece.pile:
            found.add("pile")
    if any(side.used for side in board.sides.values()):
        found.add("used")
    return found


def _fact(name: str, *arguments: Symbol) -> Symbol:
    return Function(name, [*arguments, STEP])


def _frame(board: Board) -> Iterator[Symbol]:
    yield Function("era", [const(board.era)])
    for name, value in board.settings:
        yield Function("setting", [const(name), const(value)])
    for name in board.extensions:
        yield Function("extension", [const(name)])
    yield _fact("turn_player", const(board.turn_player))
    yield _fact("phase", const(board.phase))
    yield _fact("state", const(board.state))
    for identity in board.waiting_triggers:
        yield _fact("waiting_trigger", const(identity))
    for player in PLAYERS:
        side, who = board.sides[player], const(player)
        yield _fact("lp", who, Number(side.lp))
        yield _fact("normal_summons", who, Number(side.normal_summons))
        yield _fact("special_summons", who, Number(side.special_summons))
        if side.pendulum_summoned:
            yield _fact("pendulum_summoned", who)
        for name in side.resolved:
            yield _fact("resolved", who, String(name))
        for name, number in side.used:
            yield _fact("used", who, String(name), Number(number))


def _piece(piece: Piece) -> Iterator[Symbol]:
    identity = const(piece.id)
    if piece.pile:
        yield Function("pile", [identity])
        if piece.called:
            yield Function("called", [identity, String(piece.called)])
    else:
        yield Function("card", [identity, String(piece.name)])
        yield Function("owner", [identity, const(piece.owner)])
    yield _fact("at", identity, place_symbol(piece))
    if piece.position is not None:
        yield _fact("position", identity, const(piece.position))
    if piece.face is not None:
        yield _fact("face", identity, const(piece.face))
    for flag, fact in _FLAGS:
        if getattr(piece, flag):
            yield _fact(fact, identity)
    if piece.summoned is not None:
        yield _fact("summoned_as", identity, const(piece.summoned))
    for aspect, value in piece.now:
        yield _fact("now", identity, const(aspect), term(aspect_value(aspect, value)))
    if piece.declared is not None:
        yield _fact("declared", identity, const(word(piece.declared)))
    if piece.since is not None:
        yield _fact("since", identity, Number(piece.since))
    if piece.equipped_to:
        yield _fact("equipped", identity, const(piece.equipped_to))


_FLAGS = (
    ("arrived", "arrived"), ("position_changed", "position_changed"), ("attacked", "attacked"),
    ("switched", "switched"), ("gemini_summoned", "gemini_summoned"), ("proper", "proper"),
    ("negated", "effects_negated"),
)  # fmt: skip


def as_program(facts: Iterable[Symbol]) -> str:
    """Return facts as text for reading, or for a plain clingo: one a line, sorted by predicate."""
    ordered = sorted(facts, key=lambda fact: (fact.name, str(fact)))
    return "".join(f"{fact}.\n" for fact in ordered)


@lru_cache(maxsize=1)
def clingo_version() -> str:
    return str(clingo.__version__)
