"""Playing an action: the board after it, and what happened in order (asp/changes, asp/questions/apply.lp)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from ygolp import engine
from ygolp.board import Board, Piece, Player, Side, replace
from ygolp.errors import AmbiguousAction, EncodingError, IllegalAction
from ygolp.explain import POSITIONS, Explainer
from ygolp.facts import board_facts_and_marks, const, place_of
from ygolp.notation import Action, kindred
from ygolp.pruning import symbol_marks

if TYPE_CHECKING:
    from ygolp.duel import Duel

_SUMMONED = {
    "normal": "Normal Summoned", "tribute": "Tribute Summoned", "flip": "Flip Summoned", "special": "Special Summoned",
    "synchro": "Synchro Summoned", "xyz": "Xyz Summoned", "link": "Link Summoned", "pendulum": "Pendulum Summoned",
    "ripple": "Ripple Summoned",
}  # fmt: skip
_FLAGS = {
    "arrived": "arrived", "position_changed": "position_changed", "attacked": "attacked", "switched": "switched",
    "gemini_summoned": "gemini_summoned", "effects_negated": "negated", "proper": "proper",
}  # fmt: skip


class Played(NamedTuple):
    """An action that was played: with its zone and position, and what happened, a sentence each, in order.

    `notes` say what is not modelled of the cards concerned, which could have changed what happened.
    """

    action: Action
    events: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.action)


def play(duel: Duel, action: Action) -> tuple[Board, Played]:
    """Return the board after an action of the turn player, and what happened.

    Materials that are left open must be settled by the board: AmbiguousAction names the candidates if there are
    several sets. A zone or position that is left open becomes the first that may be chosen. IllegalAction carries the
    verdict of an action that breaks a rule.
    """
    action = _settled(duel, action)
    board = duel.index.completed()
    unit = _new_id(board, action.ripple) if action.ripple else None
    answers = [_answer(duel, action, board, term, unit) for term in duel.terms(action)]
    found = next((each for each in answers if not any(symbol.name == "violation" for symbol in each)), None)
    if found is None:
        raise IllegalAction(duel.short(action), duel.why(action))
    after = _Reader(board, found).board(unit)
    explainer = Explainer(board)
    events = sorted(
        (symbol.arguments[0].number, _sentence(explainer, symbol.arguments[1]))
        for symbol in found
        if symbol.name == "event"
    )
    zone, position = _chosen(duel, found, action)
    whole = replace(action, zone=zone, position=position)
    concerned = [duel.index.piece_of[ref].id for ref in (action.card, *(action.using or ())) if ref is not None]
    return after, Played(whole, tuple(sentence for _, sentence in events), tuple(duel.notes_about(concerned)))


def _settled(duel: Duel, action: Action) -> Action:
    """Return the action with its materials, where only one set is possible."""
    if action.using is not None:
        return action
    sets = [
        option.action for option in duel.options
        if (option.action.card, option.action.ripple, option.action.player)
        == (action.card, action.ripple, action.player)
        and kindred(option.action.kind, action.kind)
    ]  # fmt: skip
    if len(sets) > 1:
        raise AmbiguousAction(duel.short(action), "which cards", [duel.short(each) for each in sets])
    if not sets:
        raise IllegalAction(duel.short(action), duel.why(action))
    return replace(sets[0], zone=action.zone, position=action.position)


def _answer(duel: Duel, action: Action, board: Board, term: Symbol, unit: str | None) -> list[Symbol]:
    facts, marks = board_facts_and_marks(board)
    asked = [fact for fact in duel.question(action, board) if fact.name != "asked"]
    asked.append(Function("asked", [term]))
    if not action.zone:
        asked.append(Function("zone_left_open"))
    if not action.position:
        asked.append(Function("position_left_open"))
    if unit:
        asked.append(Function("new_unit", [const(unit)]))
        for number, ref in enumerate(action.using or (), 1):
            asked.append(Function("stack_order", [const(duel.index.piece_of[ref].id), Number(number)]))
    made = engine.control(
        "apply", [*facts, *asked], duel.rulebook, ("--opt-mode=optN", "0"), marks | symbol_marks(asked)
    )
    return engine.best_answers(made, 1)[0]


def _new_id(board: Board, name: str) -> str:
    """Return a constant for a new unit that no card of the board has."""
    slug = "unit_" + re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    taken = {piece.id for piece in board.pieces}
    numbers = (f"{slug}__{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(each for each in numbers if each not in taken)


def _chosen(duel: Duel, found: Sequence[Symbol], action: Action) -> tuple[str | None, str | None]:
    """Return the zone and position of the monster as they are written in actions."""
    from ygolp.duel import zone_text

    if action.kind in ("change", "switch", "flip summon", "pendulum summon"):
        return action.zone, action.position
    for symbol in found:
        if symbol.name == "event" and symbol.arguments[1].name == "summoned":
            _, _, zone, position = symbol.arguments[1].arguments
            if zone.name in ("mmz", "emz"):
                return zone_text(zone, action.player), position.name
    return action.zone, action.position


class _Reader:
    """Makes a board of the shown state."""

    def __init__(self, before: Board, symbols: Sequence[Symbol]) -> None:
        self.before = before
        self.of: dict[str, dict[str, list[Sequence[Symbol]]]] = {}
        self.sides: dict[str, list[Sequence[Symbol]]] = {}
        for symbol in symbols:
            subject = symbol.arguments[0]
            if symbol.name in ("normal_summons", "special_summons", "pendulum_summoned", "used"):
                self.sides.setdefault(subject.name, []).append((const(symbol.name), *symbol.arguments[1:]))
            elif subject.type == SymbolType.Function:
                self.of.setdefault(subject.name, {}).setdefault(symbol.name, []).append(symbol.arguments[1:])

    def board(self, unit: str | None) -> Board:
        here = (piece for piece in self.before.pieces if piece.place != "nowhere")
        pieces = [self._piece(piece) for piece in here if "at" in self.of.get(piece.id, {})]
        if unit:
            pieces.append(self._piece(Piece(unit, "", "a", "mmz", pile=True)))
        tops = {piece.parent: piece for piece in pieces if piece.place == "part" and piece.zone == 1}
        pieces = [self._named(piece, tops) if piece.pile else piece for piece in pieces]
        return replace(
            self.before,
            pieces=tuple(sorted(pieces, key=lambda piece: (piece.place == "part", piece.place == "under"))),
            sides={player: self._side(player, side) for player, side in self.before.sides.items()},
        )

    def _piece(self, piece: Piece) -> Piece:
        state = self.of[piece.id]
        if len(state["at"]) > 1:
            raise EncodingError(f"{piece.id} is in two places: {state['at']}")
        player, place, zone, parent = place_of(state["at"][0][0])
        if parent:
            player = place_of(self.of[parent]["at"][0][0])[0]
        rests = (player, place, zone, parent) == (piece.player, piece.place, piece.zone, piece.parent)
        now = dict.fromkeys((aspect.name, value) for aspect, value in state.get("now", ()))
        return replace(
            piece,
            player=player, place=place, zone=zone, parent=parent,
            position=_one(state.get("position")), face=_one(state.get("face")),
            summoned=_one(state.get("summoned_as")),
            **{field: name in state for name, field in _FLAGS.items()},
            now=piece.now if now else (),
            declared=piece.declared if "declared" in state else None,
            since=piece.since if "since" in state else None,
            equipped_to=_one(state.get("equipped")),
            counters=piece.counters if rests else (),
        )  # fmt: skip

    def _named(self, unit: Piece, tops: dict[str | None, Piece]) -> Piece:
        """Return a pile with the name of the Ripple Monster that its top card carries."""
        record = self.before.records[tops[unit.id].name]
        name = record["ripple"]["name"] if "ripple" in record else unit.name
        return replace(unit, name=name, called=name, owner=unit.owner if unit.name else unit.player)

    def _side(self, player: Player, side: Side) -> Side:
        found: dict[str, list[Sequence[Symbol]]] = {}
        for what, *values in self.sides.get(player, ()):
            found.setdefault(what.name, []).append(values)
        used = [(values[0].string, values[1].number) for values in found.get("used", ())]
        return replace(
            side,
            normal_summons=_number(found.get("normal_summons")), special_summons=_number(found.get("special_summons")),
            pendulum_summoned="pendulum_summoned" in found,
            used=(*(each for each in side.used if each in used), *(each for each in used if each not in side.used)),
        )  # fmt: skip


def _number(found: Sequence[Sequence[Symbol]] | None) -> int:
    if not found or len(found) > 1:
        raise EncodingError(f"no number, or several: {found}")
    return int(found[0][0].number)


def _one(found: Sequence[Sequence[Symbol]] | None) -> str | None:
    if found and len(found) > 1:
        raise EncodingError(f"two values where there is one: {found}")
    return found[0][0].name if found else None


# ---- sentences -----------------------------------------------------------------------------------------------


def _sentence(e: Explainer, what: Symbol) -> str:
    text = _EVENTS[what.name](e, *what.arguments)
    return text[:1].upper() + text[1:] + "."


def _moved(e: Explainer, card: Symbol, start: Symbol, to: Symbol, deed: Symbol) -> str:
    where = {
        "gy": "to the GY", "banished": "to the banished cards", "hand": "to the hand", "deck": "to the Deck",
        "extra": "to the Extra Deck", "under": "under the new monster", "part_of": "into the new pile",
    }[to.name]  # fmt: skip
    how = {
        "tribute": "is Tributed", "discard": "is discarded", "detach": "is detached", "overlay": "becomes Xyz Material",
        "stack": "becomes Ripple Material",
    }.get(deed.name, "goes")  # fmt: skip
    if to.name == "extra" and deed.name in ("tribute", "send"):
        where = "face-up to the Extra Deck"
    return f"{e.card(card)} ({_spot(e, start)}) {how}" + (
        "" if to.name in ("under", "part_of") else f" {'and goes ' if how != 'goes' else ''}{where}"
    )


def _spot(e: Explainer, place: Symbol) -> str:
    return {"under": "material", "part_of": "pile"}.get(place.name) or (
        e.zone(place).partition(" of ")[0] if place.name in ("mmz", "emz", "st", "fz", "pz") else place.name
    )


def _appeared(e: Explainer, card: Symbol, how: Symbol, zone: Symbol, position: Symbol) -> str:
    name = e.card_name(card.name) if card.name in e.names else "the Ripple Monster"
    if how.name == "set":
        return f"{name} is Set in {e.zone(zone)}"
    return f"{name} is {_SUMMONED[how.name]} in {e.zone(zone)}, in {POSITIONS[position.name]}"


_EVENTS: dict[str, Callable[..., str]] = {
    "moved": _moved,
    "ceases": lambda e, card: f"{e.card(card)} ceases to exist",
    "summoned": _appeared,
    "changed": lambda e, card, position: f"{e.card(card)} is put in {POSITIONS[position.name]}",
    "switched": lambda e, unit, card: f"{e.card(unit)} is Switched: {e.card(card)} comes to lie on top",
}
