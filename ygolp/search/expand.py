"""What can be done on a board, with the board after each action: for many boards of a duel at once.

clingo prepares the statements of the rulebook once for a whole batch (asp/questions/successors.lp). A board that waits
for nobody has one successor, what follows by itself; the others have one for each legal action of the player who acts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Function, Number, String, Symbol

from ygolp import engine
from ygolp.actions import Action
from ygolp.board import Board, Player, replace
from ygolp.duel import Duel, zone_text
from ygolp.facts import const, facts_of_several
from ygolp.moves import Reader, play_alone
from ygolp.pruning import symbol_marks
from ygolp.relevance import picks_left, summons_left
from ygolp.search.key import Key, key_of

MOST_AT_ONCE = 32
MOST_TOKENS = 5
_BY_ITSELF = ("proceed", "drop")


class Step(NamedTuple):
    """A board that follows from another; without an action it follows by itself."""

    action: Action | None
    board: Board


class Expansion(NamedTuple):
    """What follows from a board: `player` decides between the steps; None: nobody has a choice."""

    player: Player | None
    steps: tuple[Step, ...]


class Expander:
    """Expands boards of one duel, and remembers which Summons of effects are possible.

    `widened` are the choices that are not left out: "every_zone", "every_position",
    "sets_spells_and_traps" (asp/questions/successors.lp).
    """

    def __init__(self, rulebook: engine.Rulebook = engine.SHIPPED, widened: Sequence[str] = ()) -> None:
        self.rulebook = rulebook
        self.widened = tuple(widened)
        self._summons: dict[Key, bool] = {}

    def expand(self, boards: Sequence[Board]) -> list[Expansion]:
        """Return what follows from each board, in the order of the boards."""
        found: list[Expansion | None] = [None] * len(boards)
        impossible = self._impossible(boards)
        for group in _batches(boards):
            chosen = [boards[number] for number in group]
            answers = self._ask(chosen, [impossible[number] for number in group], self.widened)
            for number, board, models in zip(group, chosen, answers, strict=True):
                found[number] = self._read(board, models)
        return [each for each in found if each is not None]

    def _ask(
        self, boards: Sequence[Board], impossible: Sequence[Sequence[Symbol]], widened: Sequence[str] = ()
    ) -> list[list[list[Symbol]]]:
        """Return the answer sets of each board, with what is known to be impossible on it."""
        facts, marks = facts_of_several(boards)
        more = [*_spare_tokens(boards), *map(Function, widened)]
        for number, known in enumerate(impossible):
            more += [Function(fact.name, [*fact.arguments, Number(2 * number)]) for fact in known]
        batch = engine.Batch("successors", [*facts, *more], len(boards), marks | symbol_marks(more), self.rulebook)
        return batch.answers()

    def _read(self, board: Board, models: Iterable[Sequence[Symbol]]) -> Expansion:
        duel = Duel(board, self.rulebook)
        steps: list[Step] = []
        alone: dict[str, tuple[Board, str | None]] = {}
        for symbols in models:
            action = duel.option(symbols).action
            if self.widened:
                action, symbols = _with_place(action, symbols, board.turn_player)
            if action.kind in _BY_ITSELF:
                waiting = next((symbol.arguments[0].name for symbol in symbols if symbol.name == "waits"), None)
                alone[action.kind] = Reader(board, symbols).board(None), waiting
                continue
            if action.kind in ("pendulum summon", "ripple summon"):
                # Their zones and the order of the pile are choices that the question does not make.
                steps += [Step(each, play_alone(duel, each)[0]) for each in _orders(action)]
            else:
                steps.append(Step(action, Reader(board, symbols).board(None)))
        if "proceed" not in alone:
            return Expansion(board.turn_player, tuple(steps))
        after, waiting = alone["proceed"]
        if waiting is None:
            return Expansion(None, (Step(None, after),))
        if after != board:
            return Expansion(None, (Step(None, after),))
        kinds = {step.action.kind for step in steps if step.action is not None}
        asks_a_summon = board.state == "owed" or (board.state == "resolving" and "choose" not in kinds)
        if asks_a_summon and not kinds - {"choose"}:
            return Expansion(None, (Step(None, alone["drop"][0]),))
        # A Summon of an effect is written down, as when it is played: its zone and position could be chosen.
        if len(steps) == 1 and not asks_a_summon:
            return Expansion(None, (Step(None, steps[0].board),))
        return Expansion("b" if waiting == "b" else "a", tuple(steps))

    def _impossible(self, boards: Sequence[Board]) -> list[list[Symbol]]:
        """Return for each board the Summons of effects that could not be made at once, as facts without their step."""
        asked: dict[Key, Board] = {}
        wanted: list[list[tuple[Symbol, Key | None]]] = []
        for board in boards:
            left = [(fact, there, None if there is None else key_of(there)) for fact, there in _what_it_takes(board)]
            wanted.append([(fact, key) for fact, _, key in left])
            asked |= {key: there for _, there, key in left if there and key is not None and key not in self._summons}
        keys = list(asked)
        for group in _batches([asked[key] for key in keys]):
            answers = self._ask([asked[keys[number]] for number in group], [()] * len(group))
            for number, models in zip(group, answers, strict=True):
                attempts = (symbol.arguments[0].name for each in models for symbol in each if symbol.name == "attempt")
                self._summons[keys[number]] = any(name not in _BY_ITSELF for name in attempts)
        possible = [{fact for fact, key in pairs if key is not None and self._summons[key]} for pairs in wanted]
        each = zip(wanted, possible, strict=True)
        return [[*dict.fromkeys(fact for fact, _ in pairs if fact not in can)] for pairs, can in each]


def _with_place(action: Action, symbols: Iterable[Symbol], viewer: Player) -> tuple[Action, list[Symbol]]:
    """Return an action with the zone and position that were chosen for it, and what else an answer set shows."""
    rest = []
    for symbol in symbols:
        if symbol.name not in ("into", "in_position"):
            rest.append(symbol)
        elif action.kind != "pendulum summon":
            value = symbol.arguments[0]
            changed = {"zone": zone_text(value, viewer)} if symbol.name == "into" else {"position": value.name}
            action = replace(action, **changed)
    return action, rest


def _what_it_takes(board: Board) -> Iterator[tuple[Symbol, Board | None]]:
    """Yield what is impossible unless something can be done on another board (None: it is impossible)."""
    for card, number, there in summons_left(board):
        yield Function("impossible_summon", [Function("activate", [const(card), Number(number)])]), there
    for name, number, card, after in picks_left(board):
        yield Function("impossible_pick", [String(name), Number(number), const(card)]), after


def _batches(boards: Sequence[Board]) -> Iterator[list[int]]:
    """Yield the numbers of boards that are asked together: no name means two cards in them."""
    left = list(range(len(boards)))
    while left:
        group: list[int] = []
        names: dict[str, str] = {}
        later = []
        for number in left:
            mine = {piece.id: piece.called or piece.name for piece in boards[number].pieces}
            if len(group) < MOST_AT_ONCE and all(names.get(card, name) == name for card, name in mine.items()):
                group.append(number)
                names |= mine
            else:
                later.append(number)
        yield group
        left = later


def _orders(action: Action) -> Iterator[Action]:
    """Yield an action with its materials in every order that makes a difference: those of a pile."""
    if action.kind != "ripple summon":
        yield action
        return
    first, *rest = action.using or ()
    for order in itertools.permutations(rest):
        yield replace(action, using=(first, *order))


def _spare_tokens(boards: Sequence[Board]) -> Iterator[Symbol]:
    """Yield names for new Tokens that no board of a batch has."""
    taken = {piece.id for board in boards for piece in board.pieces}
    free = (name for name in map("token__{}".format, itertools.count(1)) if name not in taken)
    if any(step["op"] == "tokens" for board in boards for record in board.records.values()
           for effect in record.get("effects", ()) for step in effect["does"]):  # fmt: skip
        for number in range(1, MOST_TOKENS + 1):
            yield Function("spare_token", [const(next(free)), Number(number)])

