"""The public face: a duel at one moment, and the questions that can be asked about it.

>>> import ygolp
>>> duel = ygolp.load("scenarios/first-board.toml")       # doctest: +SKIP
>>> [str(action) for action in duel.legal_actions()]      # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from clingo import Control, Function, Number, String, Symbol, SymbolType

from ygolp import engine
from ygolp.actions import Action, CardRef
from ygolp.board import Board, Piece, Player, opponent, place_text, replace
from ygolp.cards.meaning import lines, procedure_number
from ygolp.cards.ripple_line import level_warnings
from ygolp.errors import AmbiguousEffect, NotationError, YgolpError
from ygolp.facts import board_facts_and_marks, const, place_of, place_term, seen_side
from ygolp.facts import term as as_symbol
from ygolp.flow import passed_over
from ygolp.notation import Index
from ygolp.pruning import symbol_marks
from ygolp.relevance import of_a_list, picks_left, summons_left
from ygolp.scenario import Scenario, read_data, under_era
from ygolp.scenario import load as load_scenario

if TYPE_CHECKING:
    from ygolp.explain import Reason
    from ygolp.moves import Played
    from ygolp.repair import Repair

MOST_OPTIONS = 20_000
_METHODS = {
    "synchro summon": "synchro",
    "xyz summon": "xyz",
    "link summon": "link",
    "fusion summon": "fusion",
    "ritual summon": "ritual",
}
_ORDER = {
    kind: number for number, kind in enumerate((
        "normal summon", "tribute summon", "set", "tribute set", "flip summon", "change", "special summon",
        "contact fusion", "synchro summon", "xyz summon", "link summon", "fusion summon", "ritual summon",
        "pendulum summon",
        "ripple summon", "switch", "bring", "attack", "set spell or trap", "activate", "choose", "pass",
    ))
}  # fmt: skip


_OF_OPTIONS = frozenset(("attempt", "uses", "summons", "chosen", "zone_option", "position_option"))


class Option(NamedTuple):
    """A legal action with what is left to choose: zones and positions, as they are written in actions."""

    action: Action
    zones: tuple[str, ...]
    positions: tuple[str, ...]


_BATTLE = (
    "Battle Phase: not modelled: replays, the windows of the Damage Step but for FLIP effects, most effects that "
    "forbid or allow attacks, the way to the next phase"
)


class Verdict(NamedTuple):
    """The answer to "is this legal?".

    `reasons` is empty if it is. Where no materials were named, `action` has the nearest set. `zones` and `positions`
    are those that may be chosen; `notes` say what the answer does not know. Where an activation was asked about by the
    name of its card alone, and none of the effects that could be meant is legal, `others` are the verdicts on the rest.
    """

    action: Action
    legal: bool
    reasons: tuple[Reason, ...]
    zones: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    others: tuple[Verdict, ...] = ()

    def __bool__(self) -> bool:
        return self.legal


class Duel:
    """A board under the rulebook. Questions are answered when they are asked and remembered."""

    def __init__(self, scenario: Scenario | Board, rulebook: engine.Rulebook = engine.SHIPPED) -> None:
        self.scenario = scenario if isinstance(scenario, Scenario) else None
        self.board = scenario.board if isinstance(scenario, Scenario) else scenario
        self.rulebook = rulebook
        self.incomplete = False
        self._prepared: Control | None = None
        self._past: list[tuple[Board, Played]] = []

    @cached_property
    def index(self) -> Index:
        """The cards of the board as they are named in actions."""
        return Index(self.board)

    def under(self, era: str) -> Duel:
        """Return the same board under another era or preset."""
        return Duel(under_era(self.board, era), self.rulebook)

    def parse(self, text: str) -> Action:
        """Read the text of an action; NotationError or AmbiguousAction if that fails."""
        try:
            return self.index.parse(text)
        except AmbiguousEffect:
            try:
                return self.index.parse(text, self._legal_effects())
            except AmbiguousEffect:
                board = passed_over(self.board)
                if board is self.board:
                    raise
                return self.index.parse(text, Duel(board, self.rulebook)._legal_effects())

    def _legal_effects(self) -> set[tuple[CardRef | None, int]]:
        return {(each.action.card, each.action.effect) for each in self.options if each.action.kind == "activate"}

    def meanings(self, text: str) -> tuple[Action, ...]:
        """Return the action that a text means; of an activation without number, if none is legal, all that it may mean.

        Raises the errors of `parse`; AmbiguousAction for several effects only if more than one of them is legal.
        """
        try:
            return (self.parse(text),)
        except AmbiguousEffect as error:
            if not self._legal_effects().isdisjoint(error.effects):
                raise
            found: list[Action] = []
            for effect in error.effects:
                with suppress(NotationError):  # its targets, say, are those of another effect
                    found.append(self.index.parse(text, {effect}))
            if not found:
                raise
            return tuple(found)

    def short(self, action: Action) -> str:
        """Return an action with places only where a name could mean several cards."""
        return action.text(self.index.brief())

    # -- which are legal? ----------------------------------------------------------------------------------

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every legal action of the player who has to act, once, with zones and positions.

        After MOST_OPTIONS sets of materials it stops, and `incomplete` is True.
        """
        made = self._prepared or self._ground("legal", self.impossible(self.board))
        found: dict[Action, Option] = {}
        for number, symbols in enumerate(engine.answers(made)):
            if number >= MOST_OPTIONS:
                self.incomplete = True
                break
            option = self.option(symbols)
            known = found.get(option.action)
            if known is not None:
                zones = tuple(dict.fromkeys(known.zones + option.zones))
                option = Option(option.action, zones, known.positions)
            found[option.action] = option
        return tuple(sorted(found.values(), key=lambda option: _key(option.action)))

    def legal_actions(self) -> list[Action]:
        """Return the legal actions without zone and position, one for each set of materials."""
        return [option.action for option in self.options]

    def option(self, symbols: Sequence[Symbol]) -> Option:
        """Return the action that an answer set of a question shows."""
        attempt, used, summoned = None, [], []
        targets: list[str] = []
        zones: list[str] = []
        positions: list[str] = []
        for symbol in symbols:
            name = symbol.name
            if name not in _OF_OPTIONS:
                continue
            first = symbol.arguments[0]
            if name == "attempt":
                attempt = first
            elif name == "uses":
                used.append(first.name)
            elif name == "summons":
                summoned.append(first.name)
            elif name == "chosen":
                (targets if first.name == "target" else used).append(symbol.arguments[2].name)
            elif name == "zone_option":
                zones.append(zone_text(first, self.board.turn_player))
            else:
                positions.append(first.name)
        assert attempt is not None
        action = self._action(attempt, used or summoned)
        if targets:
            refs = self.index.ref_of
            action = replace(action, targets=tuple(sorted(refs[card] for card in targets)))
        return Option(action, tuple(sorted(zones)), tuple(sorted(positions)))

    def _action(self, attempt: Symbol, cards: Iterable[str]) -> Action:
        """Return the action that an attempt with its uses stands for."""
        refs = self.index.ref_of
        using = tuple(sorted(refs[card] for card in cards))
        name, arguments = attempt.name, attempt.arguments
        if name in ("proceed", "drop"):
            return Action(name, self.board.turn_player)
        if name in ("pass", "choose"):
            return Action(name, _player(arguments[0].name), using=using)
        if name == "activate":
            ref = refs[arguments[0].name]
            return Action("activate", ref.player, ref, using, effect=arguments[1].number)
        if name == "pendulum_summon":
            return Action("pendulum summon", _player(arguments[0].name), using=using)
        if name == "special_summon":
            method, card, _ = arguments
            ref = refs[card.name]
            if method.name == "ripple":
                ripple = self._record(ref)["ripple"]["name"]
                return Action("ripple summon", ref.player, ref, (ref, *using), ripple)
            kind = f"{method.name} summon"
            if method.name == "own":
                types = self._record(ref).get("types", ())
                contact = "fusion" in types and ref.place == "extra"
                kind = "contact fusion" if contact else "special summon"
            return Action(kind, ref.player, ref, using)
        ref = refs[arguments[0].name]
        if name == "change_position":
            return Action("change", ref.player, ref, position=arguments[1].name)
        if name == "switch":
            return Action("switch", ref.player, ref, (refs[arguments[1].name],))
        if name == "bring":
            return Action("bring", ref.player, ref)
        if name == "set_as_spell_or_trap":
            return Action("set spell or trap", ref.player, ref)
        if name == "attack":
            target = arguments[1].name
            return Action("attack", ref.player, ref, targets=() if target == "direct" else (refs[target],))
        kind = {"normal_summon": "normal summon", "set": "set", "flip_summon": "flip summon"}[name]
        if using:
            kind = {"normal summon": "tribute summon", "set": "tribute set"}[kind]
        return Action(kind, ref.player, ref, using)

    def _record(self, ref: CardRef) -> dict[str, Any]:
        return self.index.completed().records[ref.name]

    # -- why not? ------------------------------------------------------------------------------------------

    def why(self, action: Action | str) -> Verdict:
        """Return whether an action is legal, and every rule that it breaks.

        Without materials the nearest set is looked for: the fewest broken rules, then the smallest differences. So is
        the nearest effect of a card, where an activation names none and none is legal.
        """
        if isinstance(action, str):
            verdicts = [self.why(meant) for meant in self.meanings(action)]
            first, *others = sorted(verdicts, key=lambda verdict: len(verdict.reasons))
            return first._replace(others=tuple(others))
        board = self.index.completed()
        facts, marks = board_facts_and_marks(board)
        asked = self.question(action, board)
        made = engine.control(
            "why",
            [*facts, *asked],
            self.rulebook,
            ("--opt-mode=optN", "0"),
            marks | symbol_marks(asked),
        )
        best = engine.best_answers(made, 1)
        if not best:
            raise NotationError(f"{self.short(action)!r}: there is no such effect or way")
        return self._verdict(action, board, best[0])

    def question(self, action: Action, board: Board) -> list[Symbol]:
        """Return the facts that ask about an action on a completed board."""
        piece_of = self.index.piece_of
        facts = [Function("asked", [term]) for term in self.terms(action)]
        if action.kind in ("activate", "choose"):
            roles = (("cost", action.using), ("target", action.targets)) if action.card else (("step", action.using),)
            for role, refs in roles:
                if refs is None:
                    facts.append(Function("open_choice", [const(role)]))
                facts += [Function("given_as", [const(role), const(piece_of[ref].id)]) for ref in refs or ()]
            if action.declared is not None:
                facts.append(Function("declaring", [String(action.declared)]))
            if action.kind == "choose" and not action.using:
                facts.append(Function("declines_to"))
            if action.kind == "choose":
                facts += self.impossible_picks(board)
            if action.card is not None:
                facts += self.impossible(board, piece_of[action.card].id)
        elif action.using is None:
            facts.append(Function("open_materials"))
        elif action.kind == "pendulum summon":
            facts += [Function("summons", [const(piece_of[ref].id), Number(0)]) for ref in action.using]
        elif action.kind != "switch":
            others = action.using[1:] if action.kind == "ripple summon" else action.using
            facts += [Function("given", [const(piece_of[ref].id)]) for ref in others]
        if action.kind in ("tribute summon", "tribute set"):
            facts.append(Function("asks_tributes"))
        if action.ripple:
            facts.append(Function("names_ripple", [String(action.ripple), Number(0)]))
        if action.zone:
            facts.append(Function("into", [zone_symbol(action.zone, action.player), Number(0)]))
        if action.position and action.kind != "change":
            facts.append(Function("in_position", [const(action.position), Number(0)]))
        return facts

    def terms(self, action: Action) -> list[Symbol]:
        """Return the attempts that an action may mean: one for each way of its card."""
        if action.kind in ("pass", "choose"):
            return [Function(action.kind, [const(action.player)])]
        if action.kind == "pendulum summon":
            return [Function("pendulum_summon", [const(action.player)])]
        assert action.card is not None
        piece = self.index.piece_of[action.card]
        card = const(piece.id)
        if action.kind == "activate":
            return [Function("activate", [card, Number(action.effect)])]
        if action.kind in ("normal summon", "tribute summon"):
            return [Function("normal_summon", [card])]
        if action.kind in ("set", "tribute set"):
            return [Function("set", [card])]
        if action.kind == "flip summon":
            return [Function("flip_summon", [card])]
        if action.kind == "bring":
            return [Function("bring", [card])]
        if action.kind == "set spell or trap":
            return [Function("set_as_spell_or_trap", [card])]
        if action.kind == "attack":
            target = self.index.piece_of[action.targets[0]].id if action.targets else "direct"
            return [Function("attack", [card, const(target)])]
        if action.kind == "change":
            return [Function("change_position", [card, const(action.position or "atk")])]
        if action.kind == "switch":
            part = self.index.piece_of[(action.using or (action.card,))[0]]
            return [Function("switch", [card, const(part.id)])]
        record = self.index.completed().records[piece.name]
        method = _METHODS.get(action.kind, "ripple" if action.kind == "ripple summon" else "own")
        ways = [1]
        if method == "own":
            ways = [procedure_number(record, index) for index, _ in enumerate(record.get("procedures", ()))]
        elif method != "ripple":
            ways = list(range(1, len(lines(record)) + 1))
        return [Function("special_summon", [const(method), card, Number(way)]) for way in ways or [1]]

    def _verdict(self, action: Action, board: Board, symbols: Sequence[Symbol]) -> Verdict:
        attempt = next(symbol.arguments[0] for symbol in symbols if symbol.name == "attempt")
        sources: dict[str, list[str]] = {}
        for symbol in symbols:
            if symbol.name == "source":
                sources.setdefault(symbol.arguments[0].name, []).append(symbol.arguments[1].string)
        whole = attempt.name in ("pendulum_summon", "pass", "choose")
        subject = None if whole else attempt.arguments[0].name
        way, kind = None, attempt.name
        if attempt.name == "special_summon":
            kind, subject, way = (
                attempt.arguments[0].name,
                attempt.arguments[1].name,
                attempt.arguments[2].number,
            )
        elif attempt.name == "activate":
            way = attempt.arguments[1].number
        elif attempt.name == "switch":
            subject = attempt.arguments[1].name
        from ygolp.explain import Explainer, Reason

        explainer = Explainer(board, subject, way, kind)
        reasons = []
        for symbol in symbols:
            if symbol.name == "violation":
                rule, why = symbol.arguments[0].name, symbol.arguments[1]
                found = tuple(sorted(sources.get(rule, ())))
                reasons.append(Reason(rule, explainer.sentence(rule, why), found, str(why)))
        reasons.sort(key=lambda reason: (reason.rule, reason.sentence))
        chosen = action
        if action.using is None or action.targets is None:
            option = self.option(symbols)
            chosen = replace(option.action, zone=action.zone, position=action.position, declared=action.declared)
        zones = tuple(
            sorted(
                zone_text(symbol.arguments[0], action.player)
                for symbol in symbols
                if symbol.name == "zone_option"
            )
        )
        positions = tuple(
            sorted(symbol.arguments[0].name for symbol in symbols if symbol.name == "position_option")
        )
        return Verdict(
            chosen, not reasons, tuple(reasons), zones, positions, tuple(self._notes(board, attempt, symbols))
        )

    def _notes(self, board: Board, attempt: Symbol, symbols: Sequence[Symbol]) -> Iterable[str]:
        """Yield what an answer does not know: texts that are not modelled, an order that is unknown."""
        concerned = {symbol.arguments[0].name for symbol in symbols if symbol.name in ("uses", "summons")}
        concerned |= {part.name for part in attempt.arguments if part.type == SymbolType.Function}
        for symbol in symbols:
            if symbol.name == "unsure":
                pair = symbol.arguments[0].arguments
                names = " and ".join(board.piece(part.name).name for part in pair)
                yield f"{names} negate each other; which came first is not on the board"
        yield from self.notes_about(concerned, attempt.name == "activate")

    def notes_about(self, concerned: Iterable[str] = (), effects: bool = False) -> list[str]:
        """Return the sentences on what is not modelled of cards that could matter, with `effects` of their effects."""
        about = set(concerned)
        notes: dict[str, None] = dict.fromkeys(self.scenario.remarks if self.scenario else ())
        left_over: dict[tuple[str, str], dict[str, None]] = {}
        if self.incomplete:
            notes[f"incomplete: more than {MOST_OPTIONS} legal actions, the rest is not listed"] = None
        if self.board.phase == "battle":
            notes[_BATTLE] = None
        for piece in self.index.completed().pieces:
            visible = (
                piece.place in ("mmz", "emz", "st", "fz", "pz")
                and piece.position != "fd_def"
                and piece.face != "down"
            )
            record = self.index.completed().records[piece.name]
            if visible or piece.id in about:
                for sentence in record.get("not_understood", ()):
                    left_over.setdefault(("" if visible else "Summon of ", sentence), {})[piece.name] = None
                more = record.get("effects_not_modelled", ()) if effects and piece.id in about else ()
                for sentence in (*record.get("not_modelled", ()), *more):
                    notes[f"{piece.name}: not modelled: {sentence}"] = None
                if "ripple" in self.board.extensions:
                    notes |= dict.fromkeys(level_warnings(record))
        return [*notes, *(f"{head}{', '.join(names)}: {said}" for (head, said), names in left_over.items())]

    def half_read(self) -> list[str]:
        """Return the ids of the cards that could be Summoned now if what was not understood of their text allows it."""
        return [
            piece.id for piece in self.board.pieces
            if piece.place in ("hand", "extra", "gy", "banished") and piece.player == self.board.turn_player
            and any(piece.place in ("hand", "extra") or _speaks_of(sentence, piece.place)
                    for sentence in self.board.records[piece.name].get("not_understood", ()))
        ]  # fmt: skip

    def silent_cards(self) -> str:
        """Return a sentence that names cards of which something may be activated that no record holds; "" for none.

        Looked at are the hand and field of the turn player, outside the open game state of both players.
        """
        named: dict[str, None] = {}
        for piece in self.board.pieces:
            if piece.place not in ("hand", "mmz", "emz", "st", "fz", "pz"):
                continue
            if self.board.state == "open" and piece.player != self.board.turn_player:
                continue
            record = self.board.records[piece.name]
            told = set(record) & {
                "effects", "continuous", "procedures", "always", "this_turn", "normal_summon", "not_modelled",
            }  # fmt: skip
            has_text = record["card"] != "monster" or "effect" in record.get("types", ())
            if record.get("effects_not_modelled") or (has_text and not told):
                named[piece.name] = None
        return f"{', '.join(named)}: not modelled: some of what they could activate" if named else ""

    def repair(self, action: Action | str) -> list[Repair]:
        """Return the smallest changes that make an illegal action legal, the plainest first (ygolp/repair)."""
        from ygolp.repair import repairs

        return repairs(self, action)

    # -- time ----------------------------------------------------------------------------------------------

    def push(self, action: Action | str) -> Played:
        """Play an action of the turn player; the duel stands at the board after it. Return what happened.

        Raises IllegalAction, which carries the verdict, and AmbiguousAction where materials are open that the board
        does not settle; then nothing is changed. A zone or position that is not named is the first that may be chosen.
        """
        from ygolp.moves import meant, play, unfold

        duel, before = self, list[str]()
        if isinstance(action, str):
            if not self._past:
                # A board that was given may stand where a Chain resolves by itself.
                board, before = unfold(self.board, self.rulebook)
                duel = Duel(board, self.rulebook) if before else self
            action = meant(duel, action)
        after, played = play(duel, action)
        played = played._replace(events=(*before, *played.events))
        self._past.append((self.board, played))
        self._stand_at(after)
        return played

    def pop(self) -> Played:
        """Take the last action back; IndexError if none was played."""
        board, played = self._past.pop()
        self._stand_at(board)
        return played

    @property
    def log(self) -> tuple[Played, ...]:
        """What was played since the board that the duel began with."""
        return tuple(played for _, played in self._past)

    def replay(self, actions: Iterable[Action | str]) -> tuple[Played, ...]:
        """Play actions in order; if one is illegal or not understood none of them is played."""
        number = len(self._past)
        try:
            return tuple(self.push(action) for action in actions)
        except YgolpError:
            while len(self._past) > number:
                self.pop()
            raise

    def _stand_at(self, board: Board) -> None:
        self.board = board
        self.incomplete = False
        self._prepared = None
        for remembered in ("index", "options"):
            self.__dict__.pop(remembered, None)

    # -- values --------------------------------------------------------------------------------------------

    def characteristics(self, card: CardRef | str, viewer: Player | None = None) -> dict[str, Any]:
        """Return the present values of a card on the board: level, attribute, race, ATK ...

        A value that the card has not got is missing; name and texts are strings, "?" an undetermined number. With a
        viewer it is what that player sees: nothing that is printed on a card that is secret, but its zone and position,
        and the number of Tributes for it in the window of its Summon or Set.
        """
        ref = card if isinstance(card, CardRef) else self.index.only(card)
        piece = self.index.piece_of[ref]
        facts, marks = board_facts_and_marks(self.board)
        asked = [Function("looked_at", [const(piece.id)])]
        asked += [Function("viewer", [const(viewer)])] if viewer else []
        made = engine.control(
            "characteristics", [*facts, *asked], self.rulebook, marks=marks | symbol_marks(asked)
        )
        values: dict[str, list[Any]] = {}
        for symbol in next(iter(engine.answers(made))):
            aspect, value = symbol.arguments
            values.setdefault(aspect.name, []).append(_plain(value))
        return {aspect: sorted(found, key=str) for aspect, found in values.items()}

    # -- the board itself ----------------------------------------------------------------------------------

    def status(self) -> list[Reason]:
        """Return everything that is wrong with the board, all at once; an empty list if nothing is."""
        from ygolp.status import faults

        if self._prepared is not None and not engine.atoms(self._prepared, "faulty", 0):
            return []
        return faults(self.board, self._ground("status"))

    def prepare(self) -> Duel:
        """Ground the list of actions and the check of the board in one go, for a caller that wants both."""
        self._prepared = self._ground("legal_checked", self.impossible(self.board))
        return self

    def _ground(self, question: str, more: Sequence[Symbol] = ()) -> Control:
        effects = of_a_list(self.board) if question in ("legal", "legal_checked") else None
        facts, marks = board_facts_and_marks(self.board, effects)
        return engine.control(question, [*facts, *more], self.rulebook, marks=marks | symbol_marks(more))

    def impossible(self, board: Board, only: str | None = None) -> list[Symbol]:
        """Return impossible_summon for effects whose Summon could not be made if they resolved now.

        The rulebook is asked on the board where the effect has just resolved, or resolves.
        """
        possible: dict[tuple[str, int], bool] = {}
        for card, number, there in summons_left(board, only):
            if not possible.get((card, number)):
                possible[card, number] = bool(Duel(there, self.rulebook).options)
        found = self.impossible_picks(board, only)
        for (card, number), can in possible.items():
            if not can:
                action = Function("activate", [const(card), Number(number)])
                found.append(Function("impossible_summon", [action, Number(0)]))
        return found

    def impossible_picks(self, board: Board, only: str | None = None) -> list[Symbol]:
        """Return impossible_pick for what a step could bring, where the Summon that is owed with it could not be made.

        The rulebook is asked on the board where the monster has come.
        """
        found: dict[Symbol, None] = {}
        for name, number, card, there in picks_left(board, only):
            if there is None or not Duel(there, self.rulebook).options:
                found[Function("impossible_pick", [String(name), Number(number), const(card), Number(0)])] = None
        return list(found)


def load(path: str | Path) -> Duel:
    """Read a scenario file and return its duel."""
    return Duel(load_scenario(path))


def zone_text(symbol: Symbol, viewer: Player) -> str:
    """Return a zone as the viewer writes it: `mmz3`, `emz left`, `b mmz2`, `st1`, `fz`, `pz right`."""
    player = _player(symbol.arguments[0].name)
    if symbol.name == "emz":
        return f"emz {seen_side(viewer, symbol.arguments[1].name)}"
    if symbol.name == "pz":
        return f"pz {'left' if symbol.arguments[1].name == 'l' else 'right'}"
    side = "" if player == viewer else f"{player} "
    return f"{side}{symbol.name}{symbol.arguments[1] if len(symbol.arguments) > 1 else ''}"


def zone_symbol(text: str, viewer: Player) -> Symbol:
    """Return the term of a zone that the viewer has written."""
    return as_symbol(place_term(text, viewer))


def _speaks_of(sentence: str, place: str) -> bool:
    words = ("gy", "graveyard") if place == "gy" else ("banish", "removed from play")
    return any(word in sentence.casefold() for word in words)


def _player(name: str) -> Player:
    return "b" if name == "b" else "a"


def _plain(symbol: Symbol) -> Any:
    if symbol.type == SymbolType.Number:
        return symbol.number
    if symbol.type == SymbolType.String:
        return symbol.string
    if symbol.arguments:
        player, place, zone, _ = place_of(symbol)
        return f"{player} {place_text(place, zone)}"
    return "?" if symbol.name == "unknown" else symbol.name


def _key(action: Action) -> tuple[Any, ...]:
    using = action.using or ()
    name = action.ripple or (action.card.name if action.card else "")
    targets = action.targets or ()
    first = action.card or using[:1]
    return (_ORDER[action.kind], name, first, action.effect, action.position or "", len(using), using, targets)


__all__ = ["Duel", "Option", "Piece", "Verdict", "load", "opponent", "read_data"]
