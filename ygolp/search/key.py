"""When two boards of a duel are the same: equal up to copies of a card, and up to zones that do not matter.

A Main Monster Zone matters where a Link Monster could point to it, a Spell & Trap Zone where it could be a Pendulum
Zone, and both where the procedure of a card names zones by columns or neighbours (procedure_zone; no other rule asks
for a column). So zones count only in a duel that has such a card.
Xyz Materials have no order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ygolp.board import Board, Piece

Key = tuple[Any, ...]
_NAMED = ("id", "name", "player", "place", "zone", "parent", "equipped_to")
_ASKED_BY = {"mmz": "link", "st": "pendulum"}


def key_of(board: Board) -> Key:
    """Return a value that equal boards share; cards stand for themselves by name, place and state, not by id.

    What lies under a monster, or is equipped to it, belongs to that one, also among monsters that look alike. Copies
    that only a Chain tells apart, by other such copies, keep their order, so that such boards may count as different.
    """
    alike = _alike(board)
    looks = {piece.id: _look(piece, alike) for piece in board.pieces}
    for card, facts in _mentions(board, alike).items():
        looks[card] += tuple(sorted(facts))
    ordered = _ordered(board.pieces, looks)
    number = {piece.id: index for index, (piece, _) in enumerate(ordered)}

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(plain, _without_zone(part, alike)))
        return ("card", number[part]) if isinstance(part, str) and part in number else part

    return (
        board.state, board.phase, board.turn_player, board.turn,
        tuple(sorted(number[card] for card in board.waiting_triggers if card in number)),
        tuple((side.lp, side.normal_summons, side.special_summons, side.pendulum_summoned, side.summons,
               side.monsters_summoned, tuple(sorted(side.resolved)),
               tuple(sorted(side.used)), side.unknown_deck) for side in (board.sides["a"], board.sides["b"])),
        tuple((look, _hosts(piece, number)) for piece, look in ordered),
        tuple(sorted(map(plain, board.flow), key=repr)),
    )  # fmt: skip


_KNOWN: dict[int, tuple[Mapping[str, Any], frozenset[str]]] = {}


def _alike(board: Board) -> frozenset[str]:
    """Return the kinds of zones of which it does not matter which is taken, in the duel of this board."""
    found = _KNOWN.get(id(board.records))
    if found is None or found[0] is not board.records:
        faces = [face for record in board.records.values()
                 for face in (record, record.get("as_monster", {}), record.get("ripple", {}))]  # fmt: skip
        types = {kind for face in faces if isinstance(face, dict) for kind in face.get("types", ())}
        named = any("zone" in way for face in faces if isinstance(face, dict) for way in face.get("procedures", ()))
        alike = frozenset(place for place, asking in _ASKED_BY.items() if asking not in types and not named)
        _KNOWN.clear()
        found = _KNOWN[id(board.records)] = (board.records, alike)
    return found[1]


def _zone(piece: Piece, alike: frozenset[str]) -> str:
    where = str(piece.zone)
    if piece.place == "summoning":
        return where.rstrip("12345") if where.split(" ")[-1][:-1] in alike else where
    return "" if piece.place in alike or piece.place == "under" else where


def _without_zone(part: tuple[Any, ...], alike: frozenset[str]) -> tuple[Any, ...]:
    """Return a part of a fact, without the number of a zone of which it does not matter which one is taken."""
    return part[:2] if len(part) == 3 and part[0] in alike else part


def _look(piece: Piece, alike: frozenset[str]) -> Key:
    """Return all that can be seen of a piece itself, as something that can be sorted."""
    plain = (repr(value) for field, value in zip(piece._fields, piece, strict=True) if field not in _NAMED)
    return (piece.name, piece.player, piece.place, _zone(piece, alike), *plain)


def _mentions(board: Board, alike: frozenset[str]) -> dict[str, list[str]]:
    """Return for each card what the state of the duel says of it: what it has used, where it stands on a Chain."""
    names = {piece.id: piece.name for piece in board.pieces}
    found: dict[str, list[str]] = {}

    def cards_of(part: Any) -> set[str]:
        if isinstance(part, tuple):
            return set().union(*map(cards_of, part))
        return {part} if isinstance(part, str) and part in names else set()

    def of(part: Any, card: str) -> Any:
        if isinstance(part, tuple):
            return tuple(of(each, card) for each in _without_zone(part, alike))
        if isinstance(part, str) and part in names:
            return "this card" if part == card else ("card", names[part])
        return part

    for fact in board.flow:
        for card in cards_of(fact):
            found.setdefault(card, []).append(repr(of(fact, card)))
    return found


def _hosts(piece: Piece, number: Mapping[str, int]) -> tuple[int, int]:
    """Return the numbers of the monster or pile that a piece lies under, and of the one that it is equipped to."""
    return number.get(piece.parent or "", -1), number.get(piece.equipped_to or "", -1)


def _ordered(pieces: Sequence[Piece], looks: Mapping[str, Key]) -> list[tuple[Piece, Key]]:
    """Return the pieces with their looks in an order that does not depend on ids, but among pieces that are alike.

    Those that others lie under or are equipped to come first, by what they have; the others follow by where they are.
    """
    guests: dict[str, list[Piece]] = {}
    alone: list[Piece] = []
    attached: list[Piece] = []
    for piece in pieces:
        hosts = [host for host in (piece.parent, piece.equipped_to) if host is not None and host in looks]
        for host in hosts:
            guests.setdefault(host, []).append(piece)
        (attached if hosts else alone).append(piece)
    shown = {host: sorted(looks[piece.id] for piece in found) for host, found in guests.items()}
    number: dict[str, int] = {}
    found: list[Piece] = []
    # What lies under a card that is itself equipped to another follows that one.
    while alone:
        alone.sort(key=lambda piece: (looks[piece.id], _hosts(piece, number), shown.get(piece.id, []), piece.id))
        number |= {piece.id: len(found) + index for index, piece in enumerate(alone)}
        found += alone
        waiting = [
            piece for piece in attached
            if any(host in looks and host not in number for host in (piece.parent, piece.equipped_to))
        ]  # fmt: skip
        alone = [piece for piece in attached if piece not in waiting]
        attached = waiting
    return [(piece, looks[piece.id]) for piece in (*found, *attached)]
