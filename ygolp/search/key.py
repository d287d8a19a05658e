"""When two boards of a duel are the same: equal up to copies of a card, and up to zones that do not matter.

A Main Monster Zone matters where a Link Monster could point to it, a Spell & Trap Zone where it could be a Pendulum
Zone (no other rule asks for a column). So zones count only in a duel that has such a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ygolp.board import Board, Piece

Key = tuple[Any, ...]
_NAMED = ("id", "name", "player", "place", "zone", "parent", "equipped_to")
_ASKED_BY = {"mmz": "link", "st": "pendulum"}


def key_of(board: Board) -> Key:
    """Return a value that equal boards share; cards stand for themselves by name, place and state, not by id.

    Copies that only what a Chain says of them tells apart keep their order, so that such boards may count as different.
    """
    alike = _alike(board)
    places = {piece.id: (piece.name, piece.player, piece.place, _zone(piece, alike)) for piece in board.pieces}
    ordered = sorted(board.pieces, key=lambda piece: (_look(piece, places), piece.id))
    number = {piece.id: index for index, piece in enumerate(ordered)}

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            if len(part) == 3 and part[0] in alike:
                return part[:2]
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


_KNOWN: dict[int, tuple[Mapping[str, Any], frozenset[str]]] = {}


def _alike(board: Board) -> frozenset[str]:
    """Return the kinds of zones of which it does not matter which is taken, in the duel of this board."""
    found = _KNOWN.get(id(board.records))
    if found is None or found[0] is not board.records:
        faces = (face for record in board.records.values()
                 for face in (record, record.get("as_monster", {}), record.get("ripple", {})))  # fmt: skip
        types = {kind for face in faces if isinstance(face, dict) for kind in face.get("types", ())}
        alike = frozenset(place for place, asking in _ASKED_BY.items() if asking not in types)
        _KNOWN.clear()
        found = _KNOWN[id(board.records)] = (board.records, alike)
    return found[1]


def _zone(piece: Piece, alike: frozenset[str]) -> str:
    where = str(piece.zone)
    if piece.place == "summoning":
        return where.rstrip("12345") if where.split(" ")[-1][:-1] in alike else where
    return "" if piece.place in alike else where


def _look(piece: Piece, places: Mapping[str, tuple[str, ...]]) -> Key:
    """Return all that can be seen of a piece, as something that can be sorted."""
    others = (places.get(other or "", ()) for other in (piece.parent, piece.equipped_to))
    plain = (repr(value) for field, value in zip(piece._fields, piece, strict=True) if field not in _NAMED)
    return (*places[piece.id], *others, *plain)
