"""What holds while a game goes on: random legal actions of whoever has to act, through windows and Chains.

`python -m tests.test_random_play FIRST COUNT OTHERS [ripple]` plays seeded games and prints what does not hold.
"""

from __future__ import annotations

import re
import sys
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.boards import play_board, play_boards, ripple_board, ripple_boards
from tests.test_properties import QUIET
from ygolp import Action, Duel, Option
from ygolp.board import HIDDEN, ON_FIELD, PLAYERS, Board, Piece, Side, opponent, replace
from ygolp.facts import absolute_side
from ygolp.lines import line_of, line_text, parse_line
from ygolp.moves import Played
from ygolp.scenario import read_data
from ygolp.writing import scenario_text

ACTIONS = 16
LP_SENTENCES = re.compile(r"Player ([ab]) (pays|takes|gains) (\d+) (?:LP|damage)\.")
DECK_SENTENCES = re.compile(r"Player ([ab]) draws (\d+)\.|The top (\d+) of player ([ab])'s Deck are sent to the GY\.")


# ---- what holds of a board -----------------------------------------------------------------------------------


def cards_of(board: Board) -> Counter[str]:
    """Return the cards of a board that are no Tokens and no piles, by id."""
    return Counter(
        piece.id for piece in board.pieces
        if not piece.pile and "token" not in board.records[piece.name].get("types", ())
    )  # fmt: skip


def check_places(board: Board) -> None:
    """No zone holds two cards, and each card is where its kind can be."""
    here = {piece.id for piece in board.pieces}
    zones: Counter[object] = Counter()
    for piece in board.pieces:
        types = board.records[piece.name].get("types", ())
        if piece.place in (*ON_FIELD, "summoning"):
            zones[zone_of(piece)] += 1
        if piece.place in HIDDEN:
            assert piece.player == piece.owner, f"{piece.name} is with player {piece.player}: {piece.place}"
            assert "token" not in types, f"a Token is in {piece.place}"
        if piece.place in ("hand", "deck"):
            extra = {"fusion", "synchro", "xyz", "link"} & set(types)
            assert not extra or board.records[piece.name]["card"] != "monster", f"{piece.name} in {piece.place}"
        if piece.place in ("under", "part"):
            assert piece.parent in here, f"{piece.name} is under nothing"
        if piece.equipped_to is not None:
            assert piece.equipped_to in here, f"{piece.name} is equipped to nothing"
            unit = board.piece(piece.equipped_to)
            assert unit.place in ("mmz", "emz"), f"{piece.name} is equipped to a card in {unit.place}"
        in_monster_zone = piece.place in ("mmz", "emz", "summoning")
        assert (piece.position is not None) == in_monster_zone, piece
    doubled = [zone for zone, count in zones.items() if count > 1]
    assert not doubled, f"two cards in {doubled}"
    for side in board.sides.values():
        assert side.lp >= 0
        assert side.unknown_deck >= 0


def zone_of(piece: Piece) -> object:
    """Return the zone of a card, the same for both players where they share it."""
    place, zone = piece.place, piece.zone
    if place == "summoning":
        place, _, zone = str(zone).partition(" ") if str(zone).startswith("emz") else ("mmz", "", str(zone)[3:])
    if place == "emz":
        return place, absolute_side(piece.player, str(zone))
    return piece.player, place, str(zone)


READ = ("mmz", "st", "emz", "pz", "fz", "summoning", "hand", "extra", "gy", "banished", "deck")


def as_read(board: Board) -> list[Piece]:
    """Return the cards of a board in the order in which a file with it is read."""
    order = []
    for player in PLAYERS:
        for place in READ:
            for piece in board.pieces:
                if (piece.player, piece.place) == (player, place):
                    inside = [each for each in board.pieces if each.parent == piece.id]
                    order += [piece, *sorted(inside, key=lambda each: int(each.zone or 0))]
    return order


def check_written(board: Board) -> None:
    """The board as a scenario is read back equal, but for the names of its cards in facts."""
    again = read_data(tomllib.loads(scenario_text(board)), "written").board
    names = dict(zip([piece.id for piece in again.pieces], [piece.id for piece in as_read(board)], strict=True))

    def back(part: Any) -> Any:
        if isinstance(part, tuple):
            return gone(tuple(map(back, part)))
        return names.get(part, part) if isinstance(part, str) else part

    def gone(part: Any) -> Any:
        """Return a place in a unit that has ceased to exist as files have it, other parts as they are."""
        if isinstance(part, tuple) and part[0] in ("under", "part_of") and part[1] not in here:
            return ("under", "nobody")
        return tuple(map(gone, part)) if isinstance(part, tuple) else part

    here = {piece.id for piece in board.pieces}
    wanted, found = {}, {}
    for piece in board.pieces:
        wanted[piece.id] = replace(piece, called=None, counters=tuple(sorted(piece.counters)))
    for piece in again.pieces:
        mine = replace(
            piece, id=names[piece.id], parent=names.get(piece.parent or ""), called=None,
            equipped_to=names.get(piece.equipped_to or ""), counters=tuple(sorted(piece.counters)),
        )  # fmt: skip
        found[mine.id] = mine
    for identity, piece in wanted.items():
        mine = found[identity]
        if piece.place == "under":
            mine, piece = replace(mine, zone=None), replace(piece, zone=None)
        assert mine == piece, f"read back as {mine}, was {piece}"
    differ = {repr(gone(fact)) for fact in board.flow} ^ {repr(back(fact)) for fact in again.flow}
    assert not differ, f"flow differs in {sorted(differ)}"
    assert again.state == board.state
    for player, side in board.sides.items():
        assert replace(again.sides[player], used=()) == replace(side, used=())
        assert Counter(again.sides[player].used) == Counter(side.used)


def check_step(before: Board, after: Board, played: Played) -> None:
    """No card is lost or doubled, and what the log says of Life Points and Decks is what changed."""
    was, now = cards_of(before), cards_of(after)
    assert now == was, f"lost {sorted(was - now)}, new {sorted(now - was)}"
    assert max(Counter(piece.id for piece in after.pieces).values(), default=1) == 1
    lp = {player: side.lp for player, side in before.sides.items()}
    unknown = {player: side.unknown_deck for player, side in before.sides.items()}
    for sentence in played.events:
        for player, what, amount in LP_SENTENCES.findall(sentence):
            lp[player] = max(0, lp[player] + (int(amount) if what == "gains" else -int(amount)))
        for drawer, drawn, milled, miller in DECK_SENTENCES.findall(sentence):
            unknown[drawer or miller] = max(0, unknown[drawer or miller] - int(drawn or milled))
    assert {player: side.lp for player, side in after.sides.items()} == lp, f"LP without a sentence: {played.events}"
    assert {player: side.unknown_deck for player, side in after.sides.items()} == unknown, f"Deck: {played.events}"
    check_places(after)
    check_written(after)


# ---- games ---------------------------------------------------------------------------------------------------


class Game:
    """A game on one board: what was played, and the checks of each action."""

    def __init__(self, data: dict[str, Any], random: Random, others: int, replays: bool = True) -> None:
        self.data = data
        self.random = random
        self.others = others
        self.replays = replays
        self.duel = Duel(read_data(data, "random play"))
        self.first = self.duel.board
        self.pushes = 0
        self.activated: list[str] = []
        self.asked: Option | None = None

    def play(self, most: int = ACTIONS, turns: int = 2) -> None:
        """Play turns in turn, each until only passes are left, or so many actions were played."""
        for _ in range(turns):
            self.turn(most)
            if self.replays:
                self.again()
            self.first = next_turn(self.duel.board)
            self.duel = Duel(self.first)
            if self.first.state != "open":
                break

    def turn(self, most: int) -> None:
        for _ in range(most):
            options = list(self.duel.options)
            assert options or self.duel.board.state == "open", "nobody can do anything, and nothing follows"
            if not options or (self.duel.board.state == "open" and all(is_pass(option) for option in options)):
                break
            assert len({str(option.action) for option in options}) == len(options)
            chosen = self.chosen(options)
            for option in self.random.sample(options, min(self.others, len(options))):
                self.look(option)
            self.asked = chosen
            self.push(self.completed(chosen))

    def chosen(self, options: list[Option]) -> Option:
        """Return one of the options: each card has the same chance, activations and Summons more than the rest."""
        kinds: dict[tuple[str, object], list[Option]] = {}
        for option in options:
            kinds.setdefault((option.action.kind, option.action.card), []).append(option)
        weights = [WEIGHTS.get(kind, 4) for kind, _ in kinds]
        return self.random.choice(self.random.choices(list(kinds.values()), weights)[0])

    def look(self, option: Option) -> None:
        """An option is legal by `why`, it can be played and taken back."""
        self.asked = option
        verdict = self.duel.why(option.action)
        assert verdict.legal, f"listed, but by why: {'; '.join(map(str, verdict.reasons))}"
        text = str(option.action)
        assert self.duel.parse(text).base() == option.action.base(), f"{text!r} is read as {self.duel.parse(text)}"
        before = self.duel.board
        self.push(option.action)
        self.duel.pop()
        assert self.duel.board == before

    def push(self, action: Action) -> None:
        before = self.duel.board
        played = self.duel.push(action)
        self.pushes += 1
        if action.kind == "activate" and action.card:
            self.activated.append(f"{action.card.name} {action.effect}")
        check_step(before, self.duel.board, played)

    def completed(self, option: Option) -> Action:
        action = option.action
        if option.zones and self.random.random() < 0.5:
            action = replace(action, zone=self.random.choice(option.zones))
        if option.positions and self.random.random() < 0.5:
            action = replace(action, position=self.random.choice(option.positions))
        return action

    def again(self) -> None:
        """The line as text, played from the first board, gives the same board and the same sentences."""
        self.asked = None
        text = line_text(line_of(played.action for played in self.duel.log))
        other = Duel(self.first)
        other.replay(parse_line(text).actions)
        assert other.log == self.duel.log
        assert other.board == self.duel.board
        while other.log:
            other.pop()
        assert other.board == self.first

    def told(self) -> str:
        """Return how the game came here: the board before, and what was asked."""
        played = "\n".join(f"{number}. {each}" for number, each in enumerate(self.duel.log, 1))
        return f"{scenario_text(self.first)}\n{played}\n>> {self.asked}\n{scenario_text(self.duel.board)}"


def next_turn(board: Board) -> Board:
    """Return the board with the other player's turn begun: nothing has been used up in it."""
    if board.state != "open":
        return board
    fresh = [
        replace(piece, arrived=False, position_changed=False, attacked=False, switched=False) for piece in board.pieces
    ]
    sides = {
        player: Side(lp=side.lp, unknown_deck=side.unknown_deck) for player, side in board.sides.items()
    }  # fmt: skip
    other = opponent(board.turn_player)
    return replace(board, turn_player=other, phase="main1", pieces=tuple(fresh), sides=sides, flow=())


WEIGHTS = {"activate": 12, "choose": 6, "pass": 3, "change": 1, "set": 2}


def is_pass(option: Option) -> bool:
    return option.action.kind == "pass"


def played(data: dict[str, Any], seed: int, most: int, turns: int) -> None:
    """Play a game, and say how it came to what does not hold."""
    game = Game(data, Random(seed), others=1)
    try:
        game.play(most, turns)
    except Exception as error:
        raise AssertionError(game.told()) from error


@settings(max_examples=3, derandomize=True, deadline=None, database=None, suppress_health_check=QUIET,
          phases=(Phase.explicit, Phase.generate))  # fmt: skip
@given(play_boards(small=True), st.integers(0, 10**6))
def test_a_few_random_actions_keep_what_holds(data: dict[str, Any], seed: int) -> None:
    played(data, seed, most=3, turns=1)


@pytest.mark.slow
@settings(max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=QUIET,
          phases=(Phase.explicit, Phase.generate))  # fmt: skip
@given(play_boards(), st.integers(0, 10**6))
def test_random_games_keep_what_holds(data: dict[str, Any], seed: int) -> None:
    played(data, seed, most=ACTIONS, turns=2)


@settings(max_examples=2, derandomize=True, deadline=None, database=None, suppress_health_check=QUIET,
          phases=(Phase.explicit, Phase.generate))  # fmt: skip
@given(ripple_boards(small=True), st.integers(0, 10**6))
def test_a_few_random_actions_with_piles_keep_what_holds(data: dict[str, Any], seed: int) -> None:
    played(data, seed, most=3, turns=1)


@pytest.mark.slow
@settings(max_examples=100, derandomize=True, deadline=None, database=None, suppress_health_check=QUIET,
          phases=(Phase.explicit, Phase.generate))  # fmt: skip
@given(ripple_boards(), st.integers(0, 10**6))
def test_random_games_with_piles_keep_what_holds(data: dict[str, Any], seed: int) -> None:
    played(data, seed, most=ACTIONS, turns=2)


# What random play has found: the board, and the actions that led there.
FOUND: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a Token that was a cost": (
        {"a": {"mmz": ["Cannon Soldier", "Sheep Token"], "st": ["Skill Drain"]}, "b": {"st": ["Dust Tornado | set"]}},
        ["activate Cannon Soldier effect 1 using Sheep Token"],
    ),
    "the mark of a material": (
        {"a": {"mmz": [{"card": "Number 101: Silent Honor ARK", "materials": ["Kuriboh", "Gemini Elf"]}]},
         "b": {"mmz": ["Stardust Dragon | summoned synchro"]}},
        ["activate Number 101: Silent Honor ARK targeting Stardust Dragon"],
    ),
    "places in a pile that is attempted": (
        {"extensions": ["ripple"],
         "a": {"mmz": ["Wave Swordsman", "Wave Magician"]}, "b": {"st": ["Solemn Warning | set"]}},
        ["ripple summon Ripple Dragon Spacecosm using Wave Swordsman, Wave Magician", "activate Solemn Warning"],
    ),
    "a Gemini monster that is summoned again": (
        {"a": {"mmz": ["Blazewing Butterfly"]}, "b": {"st": ["Solemn Warning | set"]}},
        ["normal summon Blazewing Butterfly", "activate Solemn Warning"],
    ),
    "counters as a cost": (
        {"a": {"mmz": [{"card": "Breaker the Magical Warrior", "counters": {"Spell Counter": 1}}]},
         "b": {"st": ["Mirror Force | set"]}},
        ["activate Breaker the Magical Warrior effect 3 targeting Mirror Force"],
    ),
    "equal materials of two monsters": (
        {"a": {"mmz": [{"card": "Daigusto Emeral", "materials": ["Kuriboh", "Sangan"]},
                       {"card": "Tornado Dragon", "materials": ["Kuriboh", "Kuriboh"]}]},
         "b": {"st": ["Mirror Force | set"]}},
        ["activate Tornado Dragon using Kuriboh (material) targeting Mirror Force"],
    ),
    "two copies of which one was properly summoned": (
        {"a": {"gy": ["Stardust Dragon", "Stardust Dragon | proper"], "st": ["Call of the Haunted | set"]}},
        ["activate Call of the Haunted targeting Stardust Dragon (gy #2)"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("data", "actions"), FOUND.values(), ids=FOUND)
def test_what_random_play_has_found_holds(data: dict[str, Any], actions: list[str]) -> None:
    game = Game(data, Random(1), others=0)
    for text in actions:
        action = game.duel.parse(text)
        assert game.duel.why(action)
        if None not in (action.using, action.targets):
            assert action.base() in game.duel.legal_actions()
        game.push(action)
    game.again()


def main(first: int, count: int, others: int, made: Callable[..., dict[str, Any]] = play_board) -> None:
    """Play `count` games and print each that does not hold."""
    pushes = 0
    for seed in range(first, first + count):
        random = Random(f"play-{seed}")
        game = None
        try:
            game = Game(made(random, small=seed % 5 == 0), random, others, replays=seed % 4 == 0)
            game.play()
        except Exception:
            print(f"==== seed {seed}\n{traceback.format_exc(limit=-4)}\n{game.told() if game else ''}", flush=True)
        pushes += game.pushes if game else 0
        print(f"seed {seed}: {pushes} pushes; {', '.join(game.activated) if game else ''}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), ripple_board if "ripple" in sys.argv[4:] else play_board)
