"""Which effects matter to what is played: those of the others are not read at all, apart from that they exist.

asp/questions/activations.lp and apply.lp say which activations are looked at; here the same is told from the records,
and never less, so that the facts of all other effects can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from ygolp.actions import Action
from ygolp.board import Board, Piece, replace
from ygolp.cards.activated import number_of, working_places
from ygolp.cards.pool import Record
from ygolp.pruning import KINDS

Effects = frozenset[tuple[str, int]]
_WINDOW_KINDS = {"attempt": ("quick", "activation"), "building": ("quick", "activation"),
                 "response": ("quick", "activation"), "success": ("trigger",)}  # fmt: skip


def of_action(board: Board, action: Action, card: Piece | None) -> Effects:
    """Return the effects that matter to an action: its own, those on the Chain, and what may be done instead."""
    found = {*_on_the_chain(board), *_equipping(board)}
    if action.kind == "activate" and card is not None:
        found |= {(name, number) for name in _names(card) for number in _numbers(board.records.get(name, {}))}
    if action.kind == "pass" or (action.kind == "activate" and board.state == "success"):
        found |= set(_awake(board))
    return frozenset(found)


def of_what_follows(board: Board) -> Effects:
    """Return the effects that matter to what follows without an action: those on the Chain and those of the window."""
    return frozenset((*_on_the_chain(board), *_equipping(board), *_awake(board)))


def summons_left(board: Board) -> Iterator[tuple[str, int, Board]]:
    """Yield effects that make a Summon as they resolve: card, number, and the board on which that Summon is made."""
    if board.state in ("resolving", "owed"):
        return
    for piece in board.pieces:
        if piece.place not in ("hand", "mmz", "emz", "st", "fz", "pz"):
            continue
        for index, effect in enumerate(board.records[piece.name].get("effects", ())):
            op = effect["does"][0]["op"]
            if op not in ("owe", "fusion_summon", "ritual_summon"):
                continue
            number = number_of(effect, index)
            player = board.turn_player if effect.get("by") == "turn_player" else piece.player
            link = ("link", 1, player, piece.id, ("string", piece.name), number)
            flow = (link, ("link_here", 1), ("owes", 1) if op == "owe" else ("link_aims", 1, 0))
            yield piece.id, number, replace(board, state="owed" if op == "owe" else "resolving", flow=flow)


def _on_the_chain(board: Board) -> Iterator[tuple[str, int]]:
    for fact in board.flow:
        if fact[0] == "link":
            _, _, _, _, name, effect = fact
            yield name[1], effect


def _equipping(board: Board) -> Iterator[tuple[str, int]]:
    """Yield the activations of the cards that are equipped: these say to what (asp/changes/equips.lp)."""
    for piece in board.pieces:
        if piece.equipped_to is not None:
            for index, effect in enumerate(board.records.get(piece.name, {}).get("effects", ())):
                if effect["kind"] == "activation":
                    yield piece.name, number_of(effect, index)


def _awake(board: Board) -> Iterator[tuple[str, int]]:
    """Yield the effects that somebody might activate in the window that is open."""
    kinds = _WINDOW_KINDS.get(board.state, ())
    happened = {word for fact in board.flow if fact[0] == "happened" for word in _words(fact[2])}
    for piece in board.pieces:
        places = {*KINDS.get(piece.place, ()), piece.place}
        for name in _names(piece):
            record = board.records.get(name, {})
            for index, effect in enumerate(record.get("effects", ())):
                if effect["kind"] not in kinds:
                    continue
                if board.state == "attempt" and "summon" not in effect.get("answers", {}):
                    continue
                # A trigger of the card itself may follow it to another place.
                if effect["kind"] == "trigger" and effect.get("on", {}).get("self"):
                    if piece.id in happened:
                        yield name, number_of(effect, index)
                elif not places.isdisjoint(working_places(record, effect)):
                    yield name, number_of(effect, index)


def _names(piece: Piece) -> Iterator[str]:
    """Yield the records whose effects a card has: its own, and that of a card which it has copied."""
    yield piece.name
    if piece.copied is not None:
        yield piece.copied


def _numbers(record: Record) -> Iterator[int]:
    for index, effect in enumerate(record.get("effects", ())):
        yield number_of(effect, index)


def _words(term: object) -> Iterator[str]:
    """Yield the constants in a term."""
    if isinstance(term, str):
        yield term
    elif isinstance(term, tuple):
        for part in term[1:]:
            yield from _words(part)
