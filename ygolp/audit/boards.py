"""Small boards for an audit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ygolp.actions import Action
from ygolp.board import Board, Piece, replace
from ygolp.cards.pool import Record, embedded
from ygolp.duel import Duel
from ygolp.scenario import read_data

ERA = "mr3"
_LEDGER = {"arrived": False, "position_changed": False, "attacked": False, "switched": False, "summoned": None,
           "proper": False, "since": None}  # fmt: skip


def table(extension: str, made_up: Sequence[Record] = (), **sides: Any) -> dict[str, Any]:
    """Return scenario data: sides `a` and `b`, and card records that the package does not have."""
    data: dict[str, Any] = {"era": ERA, "extensions": [extension], **sides}
    return {**data, "card": list(made_up)} if made_up else data


def board_of(extension: str, records: Iterable[Record], **sides: Any) -> Board:
    """Return a board; the records are those that its cards may have."""
    unknown = [record for record in records if embedded().find(record["name"]) is not record]
    named = set(_names(sides))
    named |= {word for record in unknown for word in _names(record.get("ripple", {}).get("materials", []))}
    kept = [record for record in unknown if record["name"] in named]
    return read_data(table(extension, kept, **sides), "audit").board


def _names(part: Any) -> Iterable[str]:
    if isinstance(part, dict):
        for inner in part.values():
            yield from _names(inner)
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _names(inner)
    elif isinstance(part, str):
        yield part.split(" | ")[0]


def later(board: Board) -> Board:
    """Return a board one turn of the same player later: nothing of the ledger is left."""
    pieces = tuple(
        replace(piece, arrived=False, position_changed=False, attacked=False, switched=False) for piece in board.pieces
    )
    sides = {player: replace(side, normal_summons=0, special_summons=0, pendulum_summoned=False, resolved=(), used=())
             for player, side in board.sides.items()}  # fmt: skip
    return replace(board, pieces=pieces, sides=sides, state="open", flow=())


def bare(board: Board, alike: bool = False) -> tuple[Any, ...]:
    """Return what of a board is no ledger: which cards lie where, in which position and order; zones are told apart.

    `alike`: cards of one name are not told apart.
    """
    by_id = {piece.id: piece for piece in board.pieces}

    def told(piece: Piece) -> str:
        parent = by_id.get(piece.parent or "")
        spot = (parent.where, parent.player) if parent else None
        name = "" if alike or piece.pile else piece.id
        return repr((replace(piece, **_LEDGER, id=name, called=None, parent=None, equipped_to=None), spot))

    return tuple(sorted(map(told, board.pieces))), board.phase, board.state


def unit_on(board: Board, ripple: str) -> Piece:
    """Return the Ripple Monster of that name on a board."""
    return next(piece for piece in board.pieces if piece.pile and piece.name == ripple)


def stack_of(board: Board, unit: Piece) -> list[str]:
    """Return the names in a pile from top to bottom."""
    parts = [piece for piece in board.pieces if piece.parent == unit.id and piece.place == "part"]
    return [piece.name for piece in sorted(parts, key=lambda piece: int(piece.zone or 0))]


def actions_of(duel: Duel, extension: str) -> list[Action]:
    """Return the legal actions that the extension brings into the game."""
    return [action for action in duel.legal_actions() if action.kind in ACTIONS[extension]]


ACTIONS = {"ripple": ("ripple summon", "switch")}
