"""The board and the action as they are after a repair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clingo import Symbol

from ygolp.actions import Action
from ygolp.board import Board, Piece, Player, Side, replace
from ygolp.facts import place_of
from ygolp.notation import Index
from ygolp.repair.spares import Question


def edited(question: Question, answer: Sequence[Symbol]) -> Board:
    """Return the board after the facts that an answer drops and adds."""
    pieces = {piece.id: piece for piece in question.board.pieces}
    records = dict(question.board.records)
    present = {symbol.arguments[0].name for symbol in answer if symbol.name == "present"}
    for spare in question.spares:
        if spare.piece.id in present:
            pieces[spare.piece.id] = spare.piece
            records[spare.record["name"]] = spare.record
    dropped = [symbol.arguments[0] for symbol in answer if symbol.name == "dropped"]
    gained = [symbol.arguments[0] for symbol in answer if symbol.name == "gained"]
    board = replace(question.board, records=records)
    arriving = {fact.arguments[0].name for fact in gained if fact.name == "at"}
    for fact in dropped:
        if fact.name == "at" and fact.arguments[0].name not in arriving:
            pieces.pop(fact.arguments[0].name, None)
        elif fact.name == "at":
            moved, player = pieces[fact.arguments[0].name], question.action.player
            pieces[moved.id] = Piece(moved.id, moved.name, player, "nowhere", owner=player)
    for fact in dropped:
        board = _without(board, pieces, fact)
    for fact in gained:
        board = _with(board, pieces, fact)
    return replace(board, pieces=tuple(pieces.values()))


_FLAGS = {
    "arrived": "arrived", "position_changed": "position_changed", "attacked": "attacked", "switched": "switched",
}  # fmt: skip


def _without(board: Board, pieces: dict[str, Piece], fact: Symbol) -> Board:
    name, arguments = fact.name, fact.arguments
    if name in _FLAGS or name == "equipped":
        piece = pieces.get(arguments[0].name)
        if piece is not None:
            pieces[piece.id] = replace(piece, equipped_to=None) if name == "equipped" else _unflagged(piece, name)
    elif name == "waiting_trigger":
        board = replace(board, waiting_triggers=())
    elif name in ("pendulum_summoned", "resolved", "used"):
        who = player_of(arguments[0])
        side = board.sides[who]
        if name == "pendulum_summoned":
            side = replace(side, pendulum_summoned=False)
        elif name == "resolved":
            side = replace(side, resolved=tuple(one for one in side.resolved if one != arguments[1].string))
        else:
            side = replace(side, used=tuple(one for one in side.used if one[0] != arguments[1].string))
        board = _sided(board, who, side)
    return board


def _unflagged(piece: Piece, flag: str) -> Piece:
    values: dict[str, Any] = {_FLAGS[flag]: False}
    return replace(piece, **values)


def _with(board: Board, pieces: dict[str, Piece], fact: Symbol) -> Board:
    name, arguments = fact.name, fact.arguments
    if name in ("at", "position", "face", "now", "proper"):
        piece = pieces[arguments[0].name]
        if name == "at":
            player, place, zone, _ = place_of(arguments[1])
            piece = replace(piece, player=player, place=place, zone=zone)
        elif name == "position":
            piece = replace(piece, position=arguments[1].name)
        elif name == "face":
            piece = replace(piece, face=arguments[1].name)
        elif name == "proper":
            piece = replace(piece, proper=True)
        else:
            now = tuple(pair for pair in piece.now if pair[0] != "level")
            piece = replace(piece, now=(*now, ("level", arguments[2].number)))
        pieces[piece.id] = piece
    elif name == "turn_player":
        board = replace(board, turn_player=player_of(arguments[0]))
    elif name == "phase":
        board = replace(board, phase=arguments[0].name)
    elif name == "state":
        board = replace(board, state=arguments[0].name)
    elif name == "extension":
        board = replace(board, extensions=(*board.extensions, arguments[0].name))
    else:
        who = player_of(arguments[0])
        values: dict[str, Any] = {name: arguments[1].number}
        board = _sided(board, who, replace(board.sides[who], **values))
    return board


def _sided(board: Board, player: Player, side: Side) -> Board:
    sides = dict(board.sides)
    sides[player] = side
    return replace(board, sides=sides)


def player_of(symbol: Symbol) -> Player:
    return "b" if symbol.name == "b" else "a"


def repaired(question: Question, changes: Sequence[Symbol], answer: Sequence[Symbol], board: Board) -> Action:
    """Return the action as it stands after the changes, on the board after them."""
    before, refs = question.action, Index(board).ref_of
    names = {change.name for change in changes}
    piece_of = question.duel.index.piece_of
    card = refs[piece_of[before.card].id] if before.card else None
    for change in changes:
        if change.name == "on_top":
            card = refs[change.arguments[0].name]
    using = () if "ordinary" in names else before.using
    if using is not None and before.kind in ("switch", "activate"):
        using = tuple(refs[piece_of[ref].id] for ref in using)
    elif using is not None:
        used = [symbol.arguments[0].name for symbol in answer if symbol.name in ("uses", "summons")]
        using = tuple(sorted(refs[one] for one in used))
        if before.kind == "ripple summon" and card is not None:
            using = (card, *using)
    kind = before.kind
    if using is not None and kind in ("normal summon", "set", "tribute summon", "tribute set"):
        families = {"normal summon": "tribute summon", "set": "tribute set"}
        kind = next(pair[bool(using)] for pair in families.items() if kind in pair)
    ripple = next((change.arguments[0].string for change in changes if change.name == "carried"), before.ripple)
    zone = None if "other_zone" in names else before.zone
    position = None if "other_position" in names else before.position
    targets = before.targets and tuple(refs[piece_of[ref].id] for ref in before.targets)
    return Action(
        kind, before.player, card, using, ripple, zone, position, before.effect, targets, before.declared
    )
