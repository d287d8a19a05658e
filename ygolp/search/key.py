"""When two boards are the same: equal up to which copy of a card is which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ygolp.board import Board, Piece

Key = tuple[Any, ...]


def key_of(board: Board) -> Key:
    """Return a value that equal boards share; cards stand for themselves by name, place and state, not by id.

    Copies that only what a Chain says of them tells apart keep their order, so that such boards may count as different.
    """
    places = {piece.id: (piece.name, piece.player, piece.place, str(piece.zone)) for piece in board.pieces}
    ordered = sorted(board.pieces, key=lambda piece: (_look(piece, places), piece.id))
    number = {piece.id: index for index, piece in enumerate(ordered)}

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(plain, part))
        return ("card", number[part]) if isinstance(part, str) and part in number else part

    return (
        board.state, board.phase, board.turn_player, board.turn,
        tuple(sorted(number[card] for card in board.waiting_triggers if card in number)),
        tuple((side.lp, side.normal_summons, side.special_summons, side.pendulum_summoned, tuple(sorted(side.resolved)),
               tuple(sorted(side.used)), side.unknown_deck) for side in (board.sides["a"], board.sides["b"])),
        tuple(_look(piece, places) for piece in ordered),
        tuple(sorted(map(plain, board.flow), key=repr)),
    )  # fmt: skip


def _look(piece: Piece, places: Mapping[str, tuple[str, ...]]) -> Key:
    """Return all that can be seen of a piece, as something that can be sorted."""
    return (
        piece.name, piece.player, piece.place, str(piece.zone), piece.owner, piece.pile,
        places.get(piece.parent or "", ()), str(piece.position), str(piece.face), piece.arrived, piece.position_changed,
        piece.attacked, piece.switched, piece.gemini_summoned, piece.negated, piece.proper, str(piece.summoned),
        repr(piece.now), piece.counters, places.get(piece.equipped_to or "", ()), str(piece.declared),
        str(piece.copied), -1 if piece.since is None else piece.since,
    )  # fmt: skip
