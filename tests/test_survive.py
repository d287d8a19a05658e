"""What survives an interruption: small boards whose answers are known by thinking."""

from __future__ import annotations

import itertools
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result

from tests.test_cli import run as cli_run
from ygolp import cli_survive
from ygolp.actions import Action, CardRef
from ygolp.board import Board
from ygolp.duel import Duel
from ygolp.graph import Chokes
from ygolp.lines import Line, line_text
from ygolp.scenario import load
from ygolp.search.goal import Judged, judge, read_goal
from ygolp.search.graph import Bounds
from ygolp.search.survive import Game, Spot

# Stratos adds the only monster that is wanted: who negates its effect has stopped the line.
STRATOS = """
title = "Stratos finds Sparkman"
[a]
hand = ["Elemental HERO Stratos"]
deck = ["Elemental HERO Sparkman"]
[goal]
hand = ["Elemental HERO Sparkman"]
"""
# Quillbolt Hedgehog comes back by itself while a Tuner is there: the effect of Junk Synchron is not needed.
HEDGEHOG = """
title = "Junk Synchron brings Quillbolt Hedgehog, or it comes"
[a]
hand = ["Junk Synchron"]
gy = ["Quillbolt Hedgehog"]
extra = ["Junk Warrior"]
[goal]
control = ["Junk Warrior"]
"""


def run(*arguments: str | Path) -> Result:
    return cli_run("survive", *arguments)


def game(text: str, folder: Path, *cards: str, bounds: Bounds = Bounds(), **more: Any) -> Game:  # noqa: B008
    file = folder / "board.toml"
    file.write_text(text, encoding="utf-8")
    scenario = load(file)
    assert scenario.goal is not None
    board, names = cli_survive.armed(scenario, cards)
    return Game(board, read_goal(scenario.goal), names, bounds).search(**more)


@pytest.fixture(scope="module")
def stratos(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(STRATOS, tmp_path_factory.mktemp("stratos"), "Effect Veiler")


@pytest.fixture(scope="module")
def hedgehog(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return game(HEDGEHOG, tmp_path_factory.mktemp("hedgehog"), "Effect Veiler", to_the_end=True)


def branches(line: Line) -> Iterator[list[str]]:
    """Yield every line that a line with variations holds."""
    played: list[str] = []
    for move in line.moves:
        for variation in move.variations:
            yield from ([*played, *rest] for rest in branches(variation))
        played.append(move.action)
    yield played


def test_the_only_effect_is_stopped(stratos: Game) -> None:
    assert stratos.complete
    assert stratos.root.number not in stratos.worth(stratos.cards)
    assert stratos.worth(())[stratos.root.number] == 2
    end = stratos.shortest
    assert end is not None
    told = {window.board.state: [answer.left for answer in window.answers["Effect Veiler"]]
            for window in stratos.windows(end)}  # fmt: skip
    # On the Chain Link it negates the effect; once that has resolved it is too late.
    assert told == {"building": [None], "response": [0]}


def test_a_second_way_plays_through(hedgehog: Game) -> None:
    assert hedgehog.complete
    # Normal Summon, Quillbolt Hedgehog, Synchro Summon: no line is shorter, and Effect Veiler costs none more.
    assert hedgehog.worth(hedgehog.cards)[hedgehog.root.number] == 3
    assert hedgehog.shortest is not None
    assert hedgehog.shortest.depth == 3


def play(duel: Duel, line: Line) -> Iterator[Board]:
    """Play a line and each of its variations; yield the board at the end of each."""
    for move in line.moves:
        for variation in move.variations:
            yield from play(duel, variation)
        duel.push(move.action)
    yield duel.board
    for _ in line.moves:
        duel.pop()


def test_every_branch_of_a_policy_can_be_played_and_reaches_the_goal(hedgehog: Game) -> None:
    policy = hedgehog.policy(hedgehog.cards)
    ends = list(play(Duel(hedgehog.root.board), policy))
    assert all(each.reached for each in judge(ends, hedgehog.goal))
    lines = list(branches(policy))
    assert len(lines) == len(ends) > 3
    # Once on each line but the last, where the opponent never does.
    uses = [sum("activate Effect Veiler" in action for action in line) for line in lines]
    assert uses == [1] * (len(lines) - 1) + [0]


def test_a_policy_answers_every_choice_of_the_opponent(hedgehog: Game) -> None:
    duel = Duel(hedgehog.root.board)
    for move in hedgehog.policy(hedgehog.cards).moves:
        replies = {str(action) for action in duel.legal_actions()}
        if any(reply.startswith("pass b") for reply in replies):
            answered = {move.action, *(variation.actions[0] for variation in move.variations)}
            assert answered == replies
        duel.push(move.action)


def test_nothing_is_proven_beyond_the_bound(tmp_path: Path) -> None:
    short = game(HEDGEHOG, tmp_path, "Effect Veiler", bounds=Bounds(actions=2))
    assert (short.stopped, short.proven, short.complete) == ("actions", 2, False)
    assert short.shortest is None
    few = game(HEDGEHOG, tmp_path, "Effect Veiler", bounds=Bounds(boards=3))
    assert (few.stopped, few.proven) == ("boards", 0)
    assert few.root.number not in few.worth(())
    late = game(HEDGEHOG, tmp_path, "Effect Veiler", bounds=Bounds(seconds=0.0001))
    assert late.stopped == "seconds"


def test_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    def stop(found: Game, waiting: int) -> None:
        if found.proven == 0:
            raise KeyboardInterrupt

    broken = game(STRATOS, tmp_path, "Effect Veiler", progress=stop)
    assert (broken.stopped, broken.proven, broken.complete) == ("interrupted", 0, False)


# ---- who wins ------------------------------------------------------------------------------------------------


class _MadeUp(Game):
    def _played(self, node: Spot, board: Board, against: Any) -> list[Any]:
        return [(action, child, child.board) for action, child in self.steps(node, against)]


def made_up_game(random: Random) -> Game:
    """Return a game of random boards: who decides, which steps there are, and where the goal is reached."""
    found = _MadeUp(Board(), None, ("X", "Y"))  # type: ignore[arg-type]
    found.nodes = [Spot(number, Board(), 0, None, None, None) for number in range(12)]
    found.root = found.nodes[0]
    for number, node in enumerate(found.nodes):
        children = [found.nodes[random.randint(0, 11)] for _ in range(random.randint(0, 3))]
        node.judged = Judged(random.random() < 0.15, {})
        if random.random() < 0.4:
            uses = [Action("activate", "b", CardRef(name, "b", "hand"), effect=1) for name in "XYX"]
            actions = [Action("pass", "b"), *uses]
        else:
            actions = [Action(random.choice(("set", "pass")), "a", CardRef(f"{number}", "a", "hand"))] * 4
        node.steps = [] if node.reached else list(zip(actions, children, strict=False))
    return found


def by_repetition(found: Game, against: tuple[str, ...]) -> dict[int, int]:
    """Work out the worth of boards anew until nothing changes, the plain way."""
    never = 10**6
    worth = {node.number: 0 if node.reached else never for node in found.nodes}
    for _ in range(100):
        for node in found.nodes:
            steps = found.steps(node, against)
            values = [min(never, found.cost(node, action) + worth[child.number]) for action, child in steps]
            if node.reached or not values:
                continue
            worth[node.number] = max(values) if found.decided_by_opponent(node) else min(values)
    return {number: value for number, value in worth.items() if value < never}


@pytest.mark.parametrize("seed", range(60))
def test_the_worth_is_that_of_plain_repetition(seed: int) -> None:
    found = made_up_game(Random(seed))
    for against in ((), ("X",), ("Y",), ("X", "Y")):
        assert found.worth(against) == by_repetition(found, against)
        if found.root.number in found.worth(against):
            # A policy ends, though the boards go round in circles.
            ends = list(itertools.islice(branches(found.policy(against)), 1000))
            assert ends


# ---- the command ---------------------------------------------------------------------------------------------


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.toml"
    file.write_text(STRATOS, encoding="utf-8")
    return file


def test_the_answer_says_what_stops_it_and_how_far_it_is_proven(board: Path) -> None:
    made = run(board, "--interrupt", "Effect Veiler")
    assert made.exit_code == 1
    text = " ".join(made.stdout.split())
    assert "The shortest line that nobody interrupts: 2 actions 1. normal summon Elemental HERO Stratos (hand)" in text
    assert "activate Elemental HERO Stratos effect 11: on Chain Link 1 stopped" in text
    assert "without which no line reaches the goal: normal summon Elemental HERO Stratos activate" in text
    assert "No way to play survives Effect Veiler: proven for lines of any length." in text
    assert "Bounds: the opponent has Effect Veiler, uses it once, or never, and does nothing else by choice;" in text
    assert "Not modelled: Effect Veiler: The effects are negated until the end of the turn only." in text


def test_the_answer_as_json_and_a_picture(board: Path, tmp_path: Path) -> None:
    made = run(board, "--interrupt", "效果遮蒙者", "--json", "--graph", tmp_path / "x.html")
    found = json.loads(made.stdout)
    assert made.exit_code == 1
    assert found["interrupt"] == ["Effect Veiler"]
    assert (found["survives"], found["policy"], found["alone"]) == (False, None, {"Effect Veiler": None})
    assert [each["left"] for window in found["windows"] for each in window["interruptions"]] == [None, 0]
    assert found["bounds"]["complete"] is True
    assert "Elemental HERO Stratos" in (tmp_path / "x.html").read_text(encoding="utf-8")


def test_the_document_prints_what_the_program_says(monkeypatch: pytest.MonkeyPatch) -> None:
    root = Path(__file__).parent.parent
    document = (root / "docs" / "lines.md").read_text(encoding="utf-8")
    found = re.search(r"```sh\nygolp (survive [^\n]*)\n```\n\n```\n(.*?)\n\.\.\.\n```", document, re.DOTALL)
    assert found is not None
    monkeypatch.chdir(root)
    assert cli_run(*shlex.split(found[1])).stdout.startswith(found[2])


def test_ctrl_c_while_the_answer_is_worked_out(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("ygolp.graph.choke_points", broken)
    made = run(board, "--interrupt", "Effect Veiler")
    assert made.exit_code == 130
    text = " ".join(made.stdout.split())
    assert "activate Elemental HERO Stratos effect 11: on Chain Link 1 stopped" in text
    assert "Choke points" not in text
    assert "Interrupted while this answer was worked out: what is not there is not known." in text
    assert "incomplete: interrupted. Bounds: " in text
    found = json.loads(run(board, "--interrupt", "Effect Veiler", "--json").stdout)
    assert (found["survives"], found["windows"], found["bounds"]["stopped"]) == (False, None, "interrupted")


def test_a_part_of_the_document_is_the_way_that_survives(hedgehog: Game) -> None:
    document = (Path(__file__).parent.parent / "docs" / "lines.md").read_text(encoding="utf-8")
    _, _, rest = document.partition("in at most 3 actions of player a:\n\n")
    part = rest.partition("```")[0]
    assert part
    assert line_text(hedgehog.policy(hedgehog.cards)).startswith(part)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Efect Veiler", "--interrupt 'Efect Veiler': unknown card, did you mean 'Effect Veiler'?"),
        ("Gemini Elf", "--interrupt 'Gemini Elf': ygolp knows no effect of it"),
    ],
)
def test_a_card_that_cannot_interrupt_is_said(board: Path, tmp_path: Path, name: str, says: str) -> None:
    made = run(board, "--interrupt", name, "--graph", tmp_path / "x.svg")
    assert (made.exit_code, made.stdout) == (2, "")
    assert says in made.stderr
    assert not (tmp_path / "x.svg").exists()


def test_what_else_is_not_understood(board: Path, tmp_path: Path) -> None:
    assert "Missing option '--interrupt'" in run(board).stderr
    ending = run(board, "--interrupt", "Effect Veiler", "--graph", tmp_path / "x.pdf")
    assert (ending.exit_code, list(tmp_path.iterdir())) == (2, [board])
    aimless = tmp_path / "aimless.toml"
    aimless.write_text(STRATOS.partition("[goal]")[0], encoding="utf-8")
    made = run(aimless, "--interrupt", "Effect Veiler")
    assert made.exit_code == 2
    assert "goal: missing" in made.stderr
    full = tmp_path / "full.toml"
    full.write_text(STRATOS + '[b]\nst = ["Mirror Force | x3", "Torrential Tribute | x2"]\n', encoding="utf-8")
    made = run(full, "--interrupt", "Solemn Strike")
    assert made.exit_code == 2
    assert "Solemn Strike" in made.stderr


def test_where_the_card_lies(tmp_path: Path) -> None:
    def holds(text: str, *cards: str) -> list[tuple[str, str, str | None]]:
        file = tmp_path / "x.toml"
        file.write_text(text, encoding="utf-8")
        board = cli_survive.armed(load(file), cards)[0]
        return sorted((piece.name, piece.where, piece.face) for piece in board.pieces if piece.player == "b")

    assert holds(STRATOS, "Effect Veiler", "Solemn Strike", "Book of Moon", "Effect Veiler") == [
        ("Book of Moon", "st2", "down"), ("Effect Veiler", "hand", None), ("Solemn Strike", "st1", "down"),
    ]  # fmt: skip
    # What the opponent has is not added again.
    there = STRATOS + '[b]\nst = ["Solemn Strike | set, zone 3"]\n'
    assert holds(there, "Solemn Strike") == [("Solemn Strike", "st3", "down")]
    # A card of one's own.
    own = STRATOS + """
[[card]]
name = "My Veiler"
card = "trap"
types = ["normal"]
effects = [{ kind = "activation", number = 1, does = [{ op = "draw", count = 1 }] }]
"""
    assert holds(own, "My Veiler") == [("My Veiler", "st1", "down")]


def test_choke_points_of_an_incomplete_search_are_not_said_to_be_those_of_all_lines() -> None:
    chokes = Chokes(("normal summon Junk Synchron",), (), (("normal summon Junk Synchron",),))
    assert next(cli_survive._chokes(chokes, False)).startswith("Of the lines that were looked at")
    assert next(cli_survive._chokes(chokes, True)).startswith("Choke points")
