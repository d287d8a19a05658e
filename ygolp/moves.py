"""Playing an action: the board after it, and what happened in order (asp/changes, asp/questions/apply.lp)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Function, Number, Symbol, SymbolType

from ygolp import engine, relevance
from ygolp.actions import Action, kindred
from ygolp.board import Board, Piece, Player, Side, replace
from ygolp.cards.filters import aspect_value, word
from ygolp.errors import AmbiguousAction, EncodingError, IllegalAction, NotationError
from ygolp.explain import POSITIONS, SUMMONS, Explainer
from ygolp.facts import board_facts_and_marks, const, place_of
from ygolp.facts import term as as_symbol
from ygolp.flow import passed_over
from ygolp.pruning import symbol_marks

if TYPE_CHECKING:
    from ygolp.duel import Duel

_FLOW = frozenset((
    "priority", "passed", "declined", "attempted", "attempted_card", "attempt_negated", "window_used", "link",
    "link_target", "link_event", "link_paid", "link_aims", "link_here", "link_on_field", "link_position", "link_zone",
    "link_negated", "link_done", "link_step", "step_done", "step_card", "owes", "happened", "collected", "used_effect",
    "delayed", "absorbed", "doomed", "bereft", "instead_asked", "unaffected", "unaffected_by",
    "lost", "attacking", "fought", "felled", "restrained", "blocks", "used_in_duel",
    "uncounted",
))  # fmt: skip
_NOT_THE_BOARD = frozenset(("waits", "violation", "board", "attempt", "uses", "summons", "chosen", "declines_to"))
_OF_SIDES = frozenset((
    "lp", "more_in_deck", "normal_summons", "special_summons", "pendulum_summoned", "used", "resolved", "made",
))  # fmt: skip
_DRAWS = ("draws", "mills")
MOST_STEPS = 500
_FLAGS = {
    "arrived": "arrived", "position_changed": "position_changed", "attacked": "attacked", "switched": "switched",
    "gemini_summoned": "gemini_summoned", "effects_negated": "negated", "proper": "proper",
    "from_extra": "from_extra",
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
    """Return the board after an action, and what happened until a player has something to decide.

    Materials that are left open must be settled by the board: AmbiguousAction names the candidates if there are
    several sets. A zone or position that is left open becomes the first that may be chosen. IllegalAction carries the
    verdict of an action that breaks a rule. Windows in which nobody can act are passed.
    """
    from ygolp.duel import Duel as AnyDuel

    before: list[str] = []
    if action.kind == "activate" and action.player != duel.board.turn_player:
        duel = AnyDuel(passed_over(duel.board), duel.rulebook)
    # An action of the open game state says of the windows before it that nobody used them.
    while duel.board.state in ("attempt", "building", "response", "success") and action.kind not in _IN_WINDOWS:
        mover = next((fact[1] for fact in duel.board.flow if fact[0] == "priority"), duel.board.turn_player)
        passing = Action("pass", "b" if mover == "b" else "a")
        if not duel.why(passing):
            break
        board, played = play_alone(duel, passing)
        board, more = settle(board, duel.rulebook)
        before += [*played.events, *more]
        duel = AnyDuel(board, duel.rulebook)
        action = duel.parse(str(action))
    while _for_the_other(duel, action):
        passing = Action("pass", "b" if ("priority", "b") in duel.board.flow else "a")
        board, played = play_alone(duel, passing)
        board, more = settle(board, duel.rulebook)
        before += [*played.events, *more]
        duel = AnyDuel(board, duel.rulebook)
        action = duel.parse(str(action))
    board, played = play_alone(duel, action)
    board, more = settle(board, duel.rulebook)
    return board, played._replace(events=(*before, *played.events, *more))


def meant(duel: Duel, text: str) -> Action:
    """Return the action of a text; IllegalAction if it names no effect of its card and none is legal.

    One that only waits for the other player to pass is meant; AmbiguousAction if there are several of them.
    """
    actions = duel.meanings(text)
    if len(actions) == 1:
        return actions[0]
    waiting = [action for action in actions if _for_the_other(duel, action)]
    if not waiting:
        raise IllegalAction(text, duel.why(text))
    if len(waiting) > 1:
        raise AmbiguousAction(text, "which effect", [f"effect {action.effect}" for action in waiting])
    return waiting[0]


def _for_the_other(duel: Duel, action: Action) -> bool:
    """Return whether an action in a window says of the other player, who is to act first, that they pass."""
    if duel.board.state not in ("attempt", "building", "response") or action.kind not in ("activate", "pass"):
        return False
    if not any(fact[0] == "priority" for fact in duel.board.flow):
        return False
    return [reason.rule for reason in duel.why(action).reasons] == ["priority_to_act"]


def unfold(board: Board, rulebook: engine.Rulebook) -> tuple[Board, list[str]]:
    """Return what becomes of a board on which a Chain resolves and nobody has anything to choose, and what happened."""
    if board.state != "resolving" or any(each.name == "waits" for each in _transition(board, "proceed", rulebook)):
        return board, []
    return settle(board, rulebook)


def settle(board: Board, rulebook: engine.Rulebook) -> tuple[Board, list[str]]:
    """Return the board where somebody has something to decide again, and what happened until then."""
    from ygolp.duel import Duel as AnyDuel

    events: list[str] = []
    for _ in range(MOST_STEPS):
        if board.state == "open" or over(board):
            return board, events
        found = _transition(board, "proceed", rulebook)
        after = Reader(board, found).board(None)
        waiting = [symbol.arguments[0].name for symbol in found if symbol.name == "waits"]
        if waiting and after.state in ("attempt", "building", "response"):
            return after, events  # who has something to activate there may also pass
        if waiting:
            duel = AnyDuel(after, rulebook)
            if board.state == "owed" or (board.state == "resolving" and not _chooses(duel)):
                if any(option.action.kind != "choose" for option in duel.options):
                    return after, events
                found = _transition(board, "drop", rulebook)
                after = Reader(board, found).board(None)
                board = after
                continue
            if len(duel.options) == 1:
                # Nothing else is legal: a trigger that must be activated, the only card that can be chosen.
                board, forced = play_alone(duel, duel.options[0].action)
                events += forced.events
                continue
            return after, events
        events += _sentences(board, found, after)
        if after == board:
            raise EncodingError(f"nothing follows in the state {board.state}")
        board = after
    raise EncodingError(f"more than {MOST_STEPS} steps without a choice")


def over(board: Board) -> bool:
    """Return whether a player has lost the Duel (duel_over, asp/rules/when.lp): nothing follows any more."""
    return any(side.lp == 0 for side in board.sides.values()) or any(fact[0] == "lost" for fact in board.flow)


def _chooses(duel: Duel) -> bool:
    return any(option.action.kind == "choose" for option in duel.options)


def _transition(board: Board, name: str, rulebook: engine.Rulebook) -> list[Symbol]:
    facts, marks = board_facts_and_marks(board, relevance.of_what_follows(board))
    from ygolp.duel import Duel as AnyDuel

    asked = [Function("asked", [const(name)]), *_spare_tokens(board), *AnyDuel(board, rulebook).impossible(board)]
    made = engine.control("apply", [*facts, *asked], rulebook, ("--opt-mode=optN", "0"), marks | symbol_marks(asked))
    return engine.best_answers(made, 1)[0]


def _spare_tokens(board: Board) -> list[Symbol]:
    """Return names for Tokens, where some effect on the board makes them."""
    if not any(step["op"] == "tokens" for record in board.records.values() for effect in record.get("effects", ())
               for step in effect["does"]):  # fmt: skip
        return []
    taken = {piece.id for piece in board.pieces}
    free = [name for name in (f"token__{number}" for number in range(1, len(taken) + 6)) if name not in taken]
    return [Function("spare_token", [const(name), Number(number)]) for number, name in enumerate(free[:5], 1)]


_IN_WINDOWS = ("activate", "pass", "choose")


def play_alone(duel: Duel, action: Action) -> tuple[Board, Played]:
    """Return the board after one action alone."""
    action = _settled(duel, action)
    board = duel.index.completed()
    unit = _new_id(board, action.ripple) if action.ripple else None
    answers = [_answer(duel, action, board, term, unit) for term in duel.terms(action)]
    found = next((each for each in answers if not any(symbol.name == "violation" for symbol in each)), None)
    if found is None:
        raise IllegalAction(duel.short(action), duel.why(action))
    after = Reader(board, found).board(unit)
    zone, position = _chosen(duel, found, action)
    whole = replace(action, zone=zone, position=position)
    refs = (action.card, *(action.using or ()), *(action.targets or ()))
    concerned = [duel.index.piece_of[ref].id for ref in refs if ref is not None]
    notes = tuple(duel.notes_about(concerned, action.kind == "activate"))
    return after, Played(whole, tuple(_sentences(board, found, after)), notes)


def _sentences(board: Board, found: Sequence[Symbol], after: Board) -> list[str]:
    """Return what happened, a sentence each, in order."""
    explainer = Explainer(board, after=after)
    events = sorted(
        (symbol.arguments[0].number, _sentence(explainer, symbol.arguments[1]))
        for symbol in found
        if symbol.name == "event"
    )
    return [sentence for _, sentence in events]


def _settled(duel: Duel, action: Action) -> Action:
    """Return the action with its materials, where only one set is possible."""
    if action.kind == "activate" and action.declared is None and duel.index.declares(action):
        raise NotationError(f"{duel.short(action)!r}: a card name is declared: `declaring NAME` is missing")
    if action.using is not None and action.targets is not None:
        return action
    if action.kind == "activate":
        return _chosen_cards(duel, action)
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


def _chosen_cards(duel: Duel, action: Action) -> Action:
    """Return an activation with its cost and targets, where only one choice is possible."""
    found = [
        option.action for option in duel.options
        if (option.action.card, option.action.effect, option.action.kind) == (action.card, action.effect, "activate")
        and (action.using is None or set(action.using) == set(option.action.using or ()))
        and (action.targets is None or set(action.targets) == set(option.action.targets or ()))
    ]  # fmt: skip
    if len(found) > 1:
        raise AmbiguousAction(duel.short(action), "which cards", [duel.short(each) for each in found])
    if not found:
        raise IllegalAction(duel.short(action), duel.why(action))
    return replace(found[0], zone=action.zone, position=action.position, declared=action.declared)


def endings(duel: Duel, action: Action, most: int = 2) -> list[frozenset[str]]:
    """Return what may follow from a legal action whose choices are all settled: each different answer, up to `most`."""
    board = duel.index.completed()
    unit = _new_id(board, action.ripple) if action.ripple else None
    answers = [answer for term in duel.terms(action) for answer in _answers(duel, action, board, term, unit, most)]
    return list(dict.fromkeys(frozenset(map(str, answer)) for answer in answers))


def _answer(duel: Duel, action: Action, board: Board, term: Symbol, unit: str | None) -> list[Symbol]:
    return _answers(duel, action, board, term, unit, 1)[0]


def _answers(
    duel: Duel, action: Action, board: Board, term: Symbol, unit: str | None, most: int
) -> list[list[Symbol]]:
    card = duel.index.piece_of[action.card] if action.card is not None else None
    facts, marks = board_facts_and_marks(board, relevance.of_action(board, action, card))
    asked = [fact for fact in duel.question(action, board) if fact.name != "asked"]
    asked.append(Function("asked", [term]))
    plain = action.kind not in ("activate", "pass", "choose")
    if plain and not action.zone:
        asked.append(Function("zone_left_open"))
    if plain and not action.position:
        asked.append(Function("position_left_open"))
    if unit:
        asked.append(Function("new_unit", [const(unit)]))
        for number, ref in enumerate(action.using or (), 1):
            asked.append(Function("stack_order", [const(duel.index.piece_of[ref].id), Number(number)]))
    made = engine.control(
        "apply", [*facts, *asked], duel.rulebook, ("--opt-mode=optN", "0"), marks | symbol_marks(asked)
    )
    return engine.best_answers(made, most)


def _new_id(board: Board, name: str) -> str:
    """Return a constant for a new unit that no card of the board has."""
    slug = "unit_" + re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    taken = {piece.id for piece in board.pieces}
    numbers = (f"{slug}__{number}" for number in range(2, len(taken) + 3))
    return slug if slug not in taken else next(each for each in numbers if each not in taken)


def _chosen(duel: Duel, found: Sequence[Symbol], action: Action) -> tuple[str | None, str | None]:
    """Return the zone and position of the monster as they are written in actions."""
    from ygolp.duel import zone_text

    if action.kind in ("change", "switch", "flip summon", "pendulum summon", "attack", *_IN_WINDOWS):
        return action.zone, action.position
    for symbol in found:
        if symbol.name == "event" and symbol.arguments[1].name == "put_down":
            return zone_text(symbol.arguments[1].arguments[1], action.player), None
        if symbol.name == "event" and symbol.arguments[1].name == "summoned":
            _, _, zone, position = symbol.arguments[1].arguments
            if zone.name in ("mmz", "emz"):
                return zone_text(zone, action.player), position.name
    places = {symbol.arguments[0]: symbol.arguments[1] for symbol in found if symbol.name == "at"}
    positions = {symbol.arguments[0]: symbol.arguments[1].name for symbol in found if symbol.name == "position"}
    for symbol in found:
        if symbol.name == "attempted_card" and places[symbol.arguments[0]].name == "summoning":
            zone = places[symbol.arguments[0]].arguments[0]
            return zone_text(zone, action.player), positions[symbol.arguments[0]]
    return action.zone, action.position


class Reader:
    """Makes a board of the shown state."""

    def __init__(self, before: Board, symbols: Sequence[Symbol]) -> None:
        self.before = before
        self.of: dict[str, dict[str, list[Sequence[Symbol]]]] = {}
        self.sides: dict[str, list[Sequence[Symbol]]] = {}
        self.flow: list[tuple[object, ...]] = []
        self.state = before.state
        self.new: list[Piece] = []
        self.drawn: dict[str, int] = {}
        for symbol in symbols:
            name, arguments = symbol.name, symbol.arguments
            if name in _FLOW:
                self.flow.append((name, *map(plain, arguments)))
                continue
            if name in _NOT_THE_BOARD:
                continue
            subject, *rest = arguments
            if name == "state":
                self.state = subject.name
            elif name == "event":
                self._unknown_cards(rest[0])
            elif name == "new_card":
                owner: Player = "b" if rest[1].name == "b" else "a"
                self.new.append(Piece(subject.name, rest[0].string, owner, "mmz", owner=owner))
            elif name in _OF_SIDES:
                self.sides.setdefault(subject.name, []).append((const(name), *rest))
            elif subject.type == SymbolType.Function:
                self.of.setdefault(subject.name, {}).setdefault(name, []).append(rest)

    def _unknown_cards(self, what: Symbol) -> None:
        """Count the cards that leave an unknown Deck: which they are nobody knows."""
        if what.name in _DRAWS:
            player = what.arguments[0].name
            self.drawn[player] = self.drawn.get(player, 0) + what.arguments[1].number

    def board(self, unit: str | None) -> Board:
        here = (piece for piece in self.before.pieces if piece.place != "nowhere")
        pieces = [each for each in map(self._after, here) if each is not None]
        pieces += [self._piece(piece) for piece in self.new]
        if unit:
            pieces.append(self._piece(Piece(unit, "", "a", "mmz", pile=True)))
        tops = {piece.parent: piece for piece in pieces if piece.place == "part" and piece.zone == 1}
        pieces = [self._named(piece, tops) if piece.pile else piece for piece in pieces]
        return replace(
            self.before,
            pieces=tuple(sorted(pieces, key=lambda piece: (piece.place == "part", piece.place == "under"))),
            sides={player: self._side(player, side) for player, side in self.before.sides.items()},
            state=self.state,
            flow=tuple(sorted(self.flow, key=repr)),
        )

    def _after(self, piece: Piece) -> Piece | None:
        """Return what has become of a piece, None if it has ceased to exist."""
        told = self.of.get(piece.id, {})
        if "at" in told:
            return self._piece(piece)
        # Of cards that stay in a Deck or Extra Deck nothing is said.
        return piece if piece.place in ("deck", "extra") and "ceases" not in told else None

    def _piece(self, piece: Piece) -> Piece:
        state = self.of[piece.id]
        if len(state["at"]) > 1:
            raise EncodingError(f"{piece.id} is in two places: {state['at']}")
        player, place, zone, parent = place_of(state["at"][0][0])
        if parent:
            player = place_of(self.of[parent]["at"][0][0])[0]
        now = [(aspect.name, value) for aspect, value in state.get("now", ())]
        return replace(
            piece,
            player=player, place=place, zone=zone, parent=parent,
            position=_one(state.get("position")), face=_one(state.get("face")),
            summoned=_one(state.get("summoned_as")),
            **{field: name in state for name, field in _FLAGS.items()},
            now=_values(piece, now, self.before.records),
            declared=_spoken(state["declared"][0][0], piece) if "declared" in state else None,
            copied=state["copied"][0][0].string if "copied" in state else None,
            since=piece.since if "since" in state else None,
            equipped_to=_one(state.get("equipped")),
            counters=tuple(sorted((values[0].string, values[1].number) for values in state.get("counters", ()))),
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
        made = {values[0].name: values[1].number for values in found.get("made", ())}
        return replace(
            side,
            lp=_number(found.get("lp")),
            resolved=tuple(
                dict.fromkeys((*side.resolved, *(values[0].string for values in found.get("resolved", ()))))
            ),
            unknown_deck=(
                _number(found["more_in_deck"]) if "more_in_deck" in found
                else max(0, side.unknown_deck - self.drawn.get(player, 0))
            ),
            normal_summons=_number(found.get("normal_summons")), special_summons=_number(found.get("special_summons")),
            pendulum_summoned="pendulum_summoned" in found, summons=made.get("summons"),
            monsters_summoned=made.get("monsters"),
            used=(*(each for each in side.used if each in used), *(each for each in used if each not in side.used)),
        )  # fmt: skip


def _spoken(value: Symbol, piece: Piece) -> str | None:
    """Return what was declared for a card, as it is written: a name, or the race or attribute that the board says."""
    return value.string if value.type == SymbolType.String else piece.declared
def _values(
    piece: Piece, now: Sequence[tuple[str, Symbol]], records: Mapping[str, dict[str, Any]]
) -> tuple[tuple[str, Any], ...]:
    """Return the present values of a card: those it had as they were written, and what an effect has set."""
    changed: list[tuple[str, Any]] = []
    kept = [(aspect, value) for aspect, value in piece.now if _constant(aspect, value) in now]
    for aspect, value in now:
        if any(_constant(name, old) == (aspect, value) for name, old in kept):
            continue
        told: Any = plain(value)
        if value.type == SymbolType.String:
            told = value.string
        elif value.type == SymbolType.Function:
            races = (record["race"] for record in records.values() if "race" in record)
            told = next((race for race in races if word(race) == value.name), value.name.capitalize())
            told = value.name.upper() if aspect == "attribute" else told
        changed.append((aspect, told))
    return (*kept, *changed)


def _constant(aspect: str, value: Any) -> tuple[str, Symbol]:
    return aspect, as_symbol(aspect_value(aspect, value))


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
    where_to = {
        "gy": "to the GY", "banished": "to the banished cards", "hand": "to the hand", "deck": "to the Deck",
        "extra": "to the Extra Deck", "under": "under the new monster", "part_of": "into the new pile",
    }  # fmt: skip
    how = {
        "tribute": "is Tributed", "discard": "is discarded", "detach": "is detached", "overlay": "becomes Xyz Material",
        "stack": "becomes Ripple Material", "destroy": "is destroyed",
    }.get(deed.name, "goes")  # fmt: skip
    if how == "goes":
        how = {"under": "becomes Xyz Material", "part_of": "becomes part of the new pile"}.get(to.name, how)
    if to.name not in where_to:
        return f"{e.card_name(card.name)} ({_spot(e, start)}) goes to {e.zone(to)}"
    where = where_to[to.name]
    if to.name == "extra" and deed.name in ("tribute", "send", "material", "destroy"):
        where = "face-up to the Extra Deck"
    return f"{e.card_name(card.name)} ({_spot(e, start)}) {how}" + (
        "" if to.name in ("under", "part_of") else f" {'and goes ' if how != 'goes' else ''}{where}"
    )


def _spot(e: Explainer, place: Symbol) -> str:
    return {"under": "material", "part_of": "pile", "summoning": "being summoned"}.get(place.name) or (
        e.zone(place).partition(" of ")[0] if place.name in ("mmz", "emz", "st", "fz", "pz") else place.name
    )


def _appeared(e: Explainer, card: Symbol, how: Symbol, zone: Symbol, position: Symbol) -> str:
    name = e.card_name(card.name) if card.name in e.names else "the Ripple Monster"
    if how.name == "set":
        return f"{name} is Set in {e.zone(zone)}"
    return f"{name} is {SUMMONS[how.name]}ed in {e.zone(zone)}, in {POSITIONS[position.name]}"


def plain(symbol: Symbol) -> object:
    """Return a symbol as ygolp.cards.meaning writes terms."""
    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.String:
        return ("string", symbol.string)
    return (symbol.name, *map(plain, symbol.arguments)) if symbol.arguments else symbol.name


def _moved_by(e: Explainer, card: Symbol, start: Symbol, to: Symbol, deed: Symbol, cause: Symbol) -> str:
    return _moved(e, card, start, to, deed)


_EVENTS: dict[str, Callable[..., str]] = {
    "moved": _moved_by,
    "attempted": lambda e, card, how: f"the {SUMMONS[how.name]} of {e.card(card)} is attempted",
    "attack": lambda e, card, player: f"{e.card(card)} attacks",
    "instead": lambda e, card, other: f"{e.card(other)} is destroyed instead of {e.card(card)}",
    "shown": lambda e, card: f"{e.card(card)} lies face-up",
    "passes": lambda e, player: f"player {player} passes",
    "activated": lambda e, card, effect: (
        f"{e.card(card)}: effect {effect} is activated" if effect.number
        else f"{e.card(card)} is activated as a Spell Card"
    ),
    "declared": lambda e, card, name: f"{e.card(card)}: {name.string} is declared",
    "targeted": lambda e, card: f"{e.card(card)} is targeted",
    "put_down": lambda e, card, zone: f"{e.card(card)} is Set in {e.zone(zone)}",
    "pays": lambda e, player, amount: f"player {player} pays {amount} LP",
    "damaged": lambda e, player, amount: f"player {player} takes {amount} damage",
    "gains": lambda e, player, amount: f"player {player} gains {amount} LP",
    "draws": lambda e, player, number: f"player {player} draws {number}",
    "mills": lambda e, player, number: f"the top {number} of player {player}'s Deck are sent to the GY",
    "shows": lambda e, card: f"{e.card(card)} is shown",
    "loses": lambda e, player: f"player {player} loses the Duel",
    "negated": lambda e, link, what: f"the {what} of Chain Link {link} is negated",
    "summon_negated": lambda e: "the Summon is negated",
    "without_result": lambda e, link: f"Chain Link {link} resolves without result",
    "skipped": lambda e, link: f"Chain Link {link} is not resolved",
    "nothing_done": lambda e, link: f"Chain Link {link}: a step is not carried out",
    "ceases": lambda e, card: f"{e.card(card)} ceases to exist",
    "summoned": _appeared,
    "changed": lambda e, card, position: f"{e.card(card)} is put in {POSITIONS[position.name]}",
    "goes_back": lambda e, card, face: (
        f"{e.card(card)} is {'Set' if face.name == 'down' else 'placed face-up'} in the Spell & Trap Zone"
    ),
    "switched": lambda e, unit, card: f"{e.card(unit)} is Switched: {e.card(card)} comes to lie on top",
}
