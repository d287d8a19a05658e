"""Which effects matter to what is played: those of the others are not read at all, apart from that they exist.

asp/questions/activations.lp and apply.lp say which activations are looked at; here the same is told from the records,
and never less, so that the facts of all other effects can be left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import combinations
from typing import Any

from ygolp.actions import Action
from ygolp.board import ON_FIELD, Board, Piece, replace
from ygolp.cards.activated import number_of, working_places
from ygolp.cards.filters import as_list
from ygolp.cards.pool import Record
from ygolp.pruning import KINDS

Effects = frozenset[tuple[str, int]]
MOST_SETS = 40  # so many sets of targets are looked at for a Summon that an effect owes with them
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


def of_a_list(board: Board) -> Effects | None:
    """Return the effects that matter to what is legal in a window; None: all of them may."""
    if board.state not in _WINDOW_KINDS:
        return None
    fast = () if board.state != "success" else _awake(board, _WINDOW_KINDS["response"])
    return frozenset((*of_what_follows(board), *fast))


def summons_left(board: Board, only: str | None = None) -> Iterator[tuple[str, int, Board]]:
    """Yield effects that make a Summon as they resolve: card, number, and the board on which that Summon is made.

    Of one card they are all told, of the others those that somebody might activate in the window that is open.
    An effect that can lead to several boards is yielded with each: it is enough if the Summon can be made on one.
    """
    if board.state in ("resolving", "owed"):
        return
    awake = None if only is not None or board.state not in _WINDOW_KINDS else frozenset(_awake(board))
    for piece in board.pieces:
        if piece.place not in ("hand", "mmz", "emz", "st", "fz", "pz") or only not in (None, piece.id):
            continue
        for index, effect in enumerate(board.records[piece.name].get("effects", ())):
            op = effect["does"][0]["op"]
            number = number_of(effect, index)
            if awake is not None and (piece.name, number) not in awake:
                continue
            if _brings_its_targets(effect):
                yield from ((piece.id, number, there) for there in _after_bringing(board, piece, number, effect))
            if op not in ("owe", "fusion_summon", "ritual_summon"):
                continue
            player = board.turn_player if effect.get("by") == "turn_player" else piece.player
            link = ("link", 1, player, piece.id, ("string", piece.name), number)
            flow = (link, ("link_here", 1), ("owes", 1) if op == "owe" else ("link_aims", 1, 0))
            state = "owed" if op == "owe" else "resolving"
            yield piece.id, number, replace(board, state=state, flow=(*flow, ("foreseen",)))


def picks_left(board: Board, only: str | None = None) -> Iterator[tuple[str, int, str, Board | None]]:
    """Yield what a step could bring of effects that owe a Summon with it: record, effect, card, and the board then.

    The board is None where there is no zone for the card.
    """
    for piece in board.pieces:
        for index, effect in enumerate(board.records[piece.name].get("effects", ())):
            number, steps = number_of(effect, index), effect["does"]
            picks = len(steps) > 1 and steps[0]["op"] == "special_summon" and isinstance(steps[0].get("of"), dict)
            if not picks or steps[1]["op"] != "owe" or not steps[1].get("exactly") or only not in (None, piece.id):
                continue
            on_chain = any(fact[0] == "link" and fact[3] == piece.id for fact in board.flow)
            if piece.place not in ON_FIELD or (board.state == "resolving" and not on_chain):
                continue
            for card in board.pieces:
                if card.player == piece.player and card.place in as_list(steps[0]["of"].get("place", "hand")):
                    yield piece.name, number, card.id, _after_picking(board, piece, number, card)


def _brings_its_targets(effect: Record) -> bool:
    """Tell whether an effect Special Summons what it targets and then owes a Summon with exactly these monsters."""
    steps = effect["does"]
    if len(steps) != 2 or len(effect.get("targets", ())) != 1:
        return False
    brings = steps[0]["op"] == "special_summon" and steps[0].get("of", "targets") == "targets"
    return bool(brings and steps[1]["op"] == "owe" and steps[1].get("exactly"))


def _after_bringing(board: Board, piece: Piece, number: int, effect: Record) -> Iterator[Board]:
    """Yield the boards on which an effect has brought its targets and owes the Summon with them; none if too many."""
    slot = effect["targets"][0]
    least = slot.get("min", slot.get("count", 1))
    most = slot.get("max", 5 if "min" in slot else least)
    taken = {each.zone for each in board.pieces if each.place == "mmz" and each.player == piece.player}
    free = [zone for zone in range(1, 6) if zone not in taken]
    archetypes = set(as_list(slot.get("archetype", ())))
    cards = [
        each for each in board.pieces
        if each.player == piece.player and each.place in as_list(slot.get("place", "monster_zone"))
        and (not archetypes or archetypes & set(board.records[each.name].get("archetypes", ())))
    ]  # fmt: skip
    sets = [cast for size in range(least, min(most, len(free)) + 1) for cast in combinations(cards, size)]
    link = ("link", 1, piece.player, piece.id, ("string", piece.name), number)
    for chosen in sets if len(sets) <= MOST_SETS else ():
        there = {
            each.id: replace(each, place="mmz", zone=zone, position="atk", face=None, arrived=True, summoned="special")
            for each, zone in zip(chosen, free, strict=False)
        }
        steps = tuple(("step_card", 1, each) for each in there)
        flow = (link, ("link_here", 1), ("link_aims", 1, 0), ("owes", 1), *steps, ("foreseen",))
        yield replace(board, pieces=tuple(there.get(each.id, each) for each in board.pieces), state="owed", flow=flow)


def _after_picking(board: Board, piece: Piece, number: int, card: Piece) -> Board | None:
    """Return the board on which an effect has brought a card and owes the Summon with it."""
    taken = {each.zone for each in board.pieces if each.place == "mmz" and each.player == piece.player}
    free = next((zone for zone in range(1, 6) if zone not in taken), None)
    if free is None:
        return None
    there = replace(card, place="mmz", zone=free, position="atk", face=None, arrived=True, summoned="special")
    link = ("link", 1, piece.player, piece.id, ("string", piece.name), number)
    flow = (link, ("link_here", 1), ("link_aims", 1, 0), ("owes", 1), ("step_card", 1, card.id), ("foreseen",))
    pieces = tuple(there if each.id == card.id else each for each in board.pieces)
    return replace(board, pieces=pieces, state="owed", flow=flow)


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


def _awake(board: Board, kinds: Container[str] | None = None) -> Iterator[tuple[str, int]]:
    """Yield the effects that somebody might activate in the window that is open, of its kinds or of those."""
    kinds = _WINDOW_KINDS.get(board.state, ()) if kinds is None else kinds
    happened = {word for fact in board.flow if fact[0] == "happened" for word in _words(fact[2])}
    for piece in board.pieces:
        places = {*KINDS.get(piece.place, ()), piece.place}
        for name in _names(piece):
            record = board.records.get(name, {})
            for index, effect in enumerate(record.get("effects", ())):
                if effect["kind"] not in kinds or _slow(record, effect):
                    continue
                if board.state == "attempt" and "summon" not in effect.get("answers", {}):
                    continue
                # A trigger of the card itself may follow it to another place.
                if effect["kind"] == "trigger" and effect.get("on", {}).get("self"):
                    if piece.id in happened:
                        yield name, number_of(effect, index)
                elif not places.isdisjoint(working_places(record, effect)):
                    yield name, number_of(effect, index)


def _slow(record: Record, effect: Mapping[str, Any]) -> bool:
    """Say whether it is the activation of a Spell that is no Quick-Play Spell: of Spell Speed 1."""
    return effect["kind"] == "activation" and record["card"] == "spell" and "quick_play" not in record.get("types", ())


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
