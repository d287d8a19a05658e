"""What an expectation says of the board after actions, against the board that there is."""

from __future__ import annotations

from typing import Any

from ygolp.board import HIDDEN, PLAYERS, Board, Piece
from ygolp.cards.pool import fold
from ygolp.flow import written
from ygolp.scenario import read_entry
from ygolp.writing import entry_text

_SAME = (
    "arrived", "position_changed", "attacked", "switched", "gemini_summoned", "negated", "proper", "summoned",
    "from_extra",
    "owner", "zone", "position", "face", "declared", "since", "copied",
)  # fmt: skip


_NUMBERS = ("lp", "normal_summons", "special_summons", "pendulum_summoned", "summons", "monsters_summoned")


def difference(board: Board, wanted: dict[str, Any]) -> str | None:
    """Return what is not as wanted: for each player, places with all their cards, and numbers of the ledger.

    An entry fits a card of its name for which all marks of the entry hold; other marks may hold as well. Besides, no
    card off the field may keep what it had there.
    """
    for piece in board.pieces:
        if piece.place not in HIDDEN and piece.place not in ("under", "part"):
            continue
        bare = Piece(piece.id, piece.name, piece.player, piece.place, piece.zone, piece.owner, parent=piece.parent)
        face = piece.face if piece.place in ("banished", "extra") else None
        if piece != bare._replace(proper=piece.proper, face=face, negated=_negated_there(piece, wanted)):
            return f"{piece.player}.{piece.place}: {entry_text(board, piece)} keeps what it had on the field"
    for piece in board.pieces:
        types = board.records[piece.name].get("types", ())
        if (piece.switched and not piece.pile) or (piece.gemini_summoned and "gemini" not in types):
            return f"{piece.player}.{piece.place}: {entry_text(board, piece)} has a mark that it cannot have"
    if "delayed" in wanted:
        failure = _delayed(board, wanted["delayed"])
        if failure:
            return failure
    for player, side in ((player, wanted[player]) for player in PLAYERS if player in wanted):
        for key, value in side.items():
            if key in _NUMBERS:
                found = getattr(board.sides[player], key)
                if found != value:
                    return f"{player}.{key}: expected {value}, is {found}"
            elif key == "used":
                used = sorted(f"{name} {number}" for name, number in board.sides[player].used)
                if used != sorted(value):
                    return f"{player}.used: expected {sorted(value)}, is {used}"
            else:
                failure = _place(board, player, key, value if isinstance(value, list) else [value])
                if failure:
                    return failure
    return None


def _negated_there(piece: Piece, wanted: dict[str, Any]) -> bool:
    """Return whether the expectation says that the card is negated where it lies, off the field."""
    entries = wanted.get(piece.player, {}).get(piece.place, ())
    named = [read_entry(entry) for entry in (entries if isinstance(entries, list) else [entries])]
    return any(entry.get("negated") and fold(str(entry["card"])) == fold(piece.name) for entry in named)


def _delayed(board: Board, wanted: list[dict[str, Any]]) -> str | None:
    """Compare what effects have left for later: an entry for each, of which all keys must hold."""

    def name(identity: str) -> str:
        piece = board.piece(identity)
        return f"{piece.name} ({piece.player} {piece.where})"

    found = written(board, name).get("delayed", [])
    left = list(found)
    for entry in wanted:
        fit = next((each for each in left if entry.items() <= each.items()), None)
        if fit is None:
            return f"delayed: missing {entry}, is {found}"
        left.remove(fit)
    return f"delayed: not expected {left}" if left else None


def _place(board: Board, player: str, place: str, entries: list[Any]) -> str | None:
    here = [piece for piece in board.pieces if (piece.player, piece.place) == (player, place)]
    left = list(here)
    missing = []
    for entry in entries:
        table = read_entry(entry)
        for _ in range(table.pop("copies", 1)):
            fit = next((piece for piece in left if _fits(board, piece, table)), None)
            if fit is None:
                missing.append(entry if isinstance(entry, str) else str(entry))
            else:
                left.remove(fit)
    if not missing and not left:
        return None
    found = [entry_text(board, piece) for piece in here]
    return f"{player}.{place}: missing {missing}, not expected {[piece.name for piece in left]}, is {found}"


def _fit_inside(found: list[Piece], wanted: list[dict[str, Any]], ordered: bool) -> bool:
    """Return whether those cards lie under or in a card: by name, and by owner where one is named."""
    left = list(found)
    for table in wanted:
        fits = [
            each for each in (left[:1] if ordered else left)
            if fold(each.name) == fold(str(table["card"])) and table.get("owner", each.owner) == each.owner
        ]  # fmt: skip
        if not fits:
            return False
        left.remove(fits[0])
    return not left


def _fits(board: Board, piece: Piece, table: dict[str, Any]) -> bool:
    names = {"materials": "under", "stack": "part"}
    for key, wanted in table.items():
        if key == "card":
            if fold(str(wanted)) not in (fold(piece.name), fold(piece.called or "")):
                return False
        elif key == "counters":
            if dict(piece.counters) != wanted:
                return False
        elif key in names:
            inside = [each for each in board.pieces if each.parent == piece.id and each.place == names[key]]
            found = sorted(inside, key=lambda each: int(each.zone or 0))
            if not _fit_inside(found, [read_entry(each) for each in wanted], ordered=key == "stack"):
                return False
        elif key == "equip_to":
            if piece.equipped_to is None or fold(board.piece(piece.equipped_to).name) != fold(str(wanted)):
                return False
        elif key in _SAME:
            if getattr(piece, key) != wanted:
                return False
        elif (key, wanted) not in piece.now:
            return False
    return True
