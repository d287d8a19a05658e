"""Playing actions: what holds for every board and every line of play."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given

import ygolp
from tests import test_cli
from tests.boards import boards
from tests.test_properties import duel_of, few
from ygolp import AmbiguousAction, Duel, IllegalAction, NotationError, ScenarioError, check
from ygolp.board import Board, Piece, replace
from ygolp.check import files
from ygolp.paths import SCENARIOS
from ygolp.scenario import load, read_data
from ygolp.writing import scenario_text

FIRST = SCENARIOS / "first-board.toml"


def cards(board: Board) -> Counter[tuple[str, str]]:
    """Return the cards of a board that cannot get lost, each with its owner: all but Tokens and the units of piles."""
    return Counter(
        (piece.name, piece.owner) for piece in board.pieces
        if not piece.pile and "token" not in board.records[piece.name].get("types", ())
    )  # fmt: skip


def same(board: Board) -> tuple[Any, ...]:
    """Return a board in a form that does not depend on the names that facts give to cards."""
    by_id = {piece.id: piece for piece in board.pieces}

    def spot(identity: str | None) -> tuple[Any, ...] | None:
        if not identity:
            return None
        piece = by_id[identity]
        return piece.name, piece.player, piece.place, piece.zone

    def bare(piece: Piece) -> str:
        return repr((replace(piece, id="", parent=None, equipped_to=None), spot(piece.parent), spot(piece.equipped_to)))

    return (
        sorted(map(bare, board.pieces)), dict(board.sides), board.era, board.preset, board.settings, board.extensions,
        board.turn_player, board.phase, board.state, board.turn, list(map(spot, board.waiting_triggers)),
    )  # fmt: skip


@few(25)
@given(boards())
def test_random_play_keeps_what_must_be_kept(data: dict[str, Any]) -> None:
    """No card is lost or doubled, no board becomes impossible, and taking back gives the very board that was."""
    duel = duel_of(data)
    random = Random(str(data))
    before = [duel.board]
    for _ in range(6):
        options = duel.options
        if not options:
            break
        option = random.choice(options)
        action = option.action
        if action.kind not in ("change", "flip summon", "switch", "pendulum summon") and option.zones:
            position = random.choice(option.positions or (None,))
            action = replace(action, zone=random.choice(option.zones), position=position)
        held = cards(duel.board)
        played = duel.push(action)
        assert played.events
        assert cards(duel.board) == held
        assert [str(reason) for reason in duel.status()] == []
        before.append(duel.board)
    log = duel.log
    while duel.log:
        assert duel.board == before.pop()
        duel.pop()
    assert duel.board == before[0]
    assert duel.replay(played.action for played in log) == log


@few(25)
@given(boards())
def test_a_board_is_written_and_read_back(data: dict[str, Any]) -> None:
    board = duel_of(data).board
    assert same(read_data(tomllib.loads(scenario_text(board)), "written").board) == same(board)


def test_a_deck_that_is_known_in_part_is_written_and_read_back() -> None:
    duel = duel_of({
        "a": {"hand": ["Porter"], "mmz": ["Sangan"], "deck": 30},
        "card": [{"name": "Porter", "card": "monster", "types": ["effect"], "level": 4, "attribute": "DARK",
                  "race": "Fiend", "atk": 0, "def": 0, "procedures": [{"by": [{"count": 1, "do": "return_to_deck"}]}]}],
    })  # fmt: skip
    duel.push("special summon Porter")
    text = scenario_text(duel.board)
    assert 'deck = ["Sangan"]\nmore_in_deck = 30\n' in text
    assert same(read_data(tomllib.loads(text)).board) == same(duel.board)


def test_every_scenario_is_written_and_read_back() -> None:
    for path in files([SCENARIOS]):
        board = load(path).board
        again = read_data(tomllib.loads(scenario_text(board, "a title")), "written")
        assert same(again.board) == same(board), path
        assert again.title == "a title"
        assert dict(again.board.records) == dict(board.records), path


def test_a_line_of_play() -> None:
    duel = ygolp.load(FIRST)
    board = duel.board
    first = duel.push("synchro summon Junk Warrior")
    assert duel.board.state == "attempt"  # Solemn Judgment is Set
    assert str(first.action) == (
        "synchro summon Junk Warrior (extra) using Junk Synchron (mmz2), Quillbolt Hedgehog (mmz3) in atk to mmz1"
    )
    assert first.events == (
        "Junk Synchron (mmz2) goes to the GY.",
        "Quillbolt Hedgehog (mmz3) goes to the GY.",
        "The Synchro Summon of Junk Warrior is attempted.",
    )
    duel.push("normal summon Marauding Captain to mmz5")
    assert [played.action.kind for played in duel.log] == ["synchro summon", "normal summon"]
    assert not duel.why("normal summon Dark Armed Dragon")
    duel.pop()
    duel.pop()
    assert duel.board == board
    with pytest.raises(IndexError):
        duel.pop()


def test_an_illegal_action_changes_nothing() -> None:
    duel = ygolp.load(FIRST)
    board = duel.board
    with pytest.raises(IllegalAction) as caught:
        duel.push("synchro summon Stardust Dragon")
    assert [reason.rule for reason in caught.value.verdict.reasons] == ["synchro_level_sum"]
    with pytest.raises(AmbiguousAction) as which:
        duel.push("tribute summon Summoned Skull")
    assert len(which.value.candidates) == 3
    for unknown in ("normal summon Nobody", "dance"):
        with pytest.raises(NotationError):
            duel.push(unknown)
    with pytest.raises(IllegalAction):
        duel.push("normal summon Blue-Eyes White Dragon (b mmz3)")
    assert duel.board == board
    assert duel.log == ()


def test_replay_is_all_or_nothing() -> None:
    duel = ygolp.load(FIRST)
    board = duel.board
    with pytest.raises(IllegalAction):
        duel.replay(["normal summon Marauding Captain", "set Summoned Skull"])
    assert duel.board == board
    assert len(duel.replay(["normal summon Marauding Captain", "change Junk Synchron to def"])) == 2


def test_zone_and_position_that_are_named_are_taken(tmp_path: Path) -> None:
    duel = ygolp.load(FIRST)
    duel.replay(["normal summon Marauding Captain to mmz5", "pass"])
    path = tmp_path / "after.toml"
    path.write_text(scenario_text(duel.board, "after"), encoding="utf-8")
    again = Duel(load(path))
    assert next(ref for ref in again.index.piece_of if ref.name == "Marauding Captain").place == "mmz5"
    assert {str(action) for action in again.legal_actions()} == {str(action) for action in duel.legal_actions()}


# ---- the command ---------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    return test_cli.run("apply", *map(str, arguments))


def test_apply_tells_what_happens_and_draws_the_board() -> None:
    result = run(FIRST, "synchro summon Junk Warrior", "flip summon Sangan", "pass")
    assert result.exit_code == 0
    assert "1. synchro summon Junk Warrior (extra) using" in result.output
    assert "2. flip summon Sangan (mmz4)" in result.output
    assert "- Sangan is Flip Summoned in mmz4 of player a, in face-up Attack Position." in result.output
    assert result.output.count("Turn 5, of player a") == 3
    assert "Player a passes." in result.output


def test_apply_writes_the_last_board(tmp_path: Path) -> None:
    there = tmp_path / "after.toml"
    assert run(FIRST, "normal summon Marauding Captain to mmz1", "pass", "-o", there).exit_code == 0
    board = load(there).board
    assert board.sides["a"].normal_summons == 1
    captain = next(piece for piece in board.pieces if piece.name == "Marauding Captain")
    assert (captain.where, captain.position, captain.arrived, captain.summoned) == ("mmz1", "atk", True, "normal")
    duel = ygolp.load(FIRST)
    duel.replay(["normal summon Marauding Captain to mmz1", "pass"])
    assert same(board) == same(duel.board)


def test_apply_stops_at_an_illegal_action_and_writes_nothing(tmp_path: Path) -> None:
    there = tmp_path / "after.toml"
    result = run(FIRST, "normal summon Marauding Captain", "set Summoned Skull", "-o", there)
    assert result.exit_code == 1
    assert "1. normal summon Marauding Captain" in result.output
    assert "illegal: set Summoned Skull" in result.output
    assert "normal_summon_once: " in result.output
    assert not there.exists()


@pytest.mark.parametrize(("arguments", "words"), [
    (["tribute summon Summoned Skull"], "ambiguous"),
    (["normal summon Nobody"], "unknown card 'Nobody'"),
    (["flip summon Sangan", "-o", "/no/such/folder/after.toml"], "No such file or directory"),
])  # fmt: skip
def test_apply_that_is_not_understood(arguments: list[str], words: str) -> None:
    result = run(FIRST, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.output


def test_apply_as_json() -> None:
    result = run(FIRST, "flip summon Sangan", "set Marauding Captain", "set Summoned Skull", "--json")
    assert result.exit_code == 1
    answer = json.loads(result.output)
    assert answer["format"] == 1
    assert [step["action"] for step in answer["played"]] == [
        "flip summon Sangan (mmz4)", "set Marauding Captain (hand) in fd_def to mmz1",
    ]  # fmt: skip
    assert answer["played"][0]["events"] == ["The Flip Summon of Sangan is attempted."]
    assert answer["played"][1]["events"] == [
        "Player a passes.", "Sangan is Flip Summoned in mmz4 of player a, in face-up Attack Position.",
        "Marauding Captain is Set in mmz1 of player a.",
    ]  # fmt: skip
    assert tomllib.loads(answer["played"][1]["board"])["a"]["normal_summons"] == 1
    assert answer["illegal"]["verdict"] == "illegal"
    assert {reason["rule"] for reason in answer["illegal"]["reasons"]} == {"normal_summon_once", "set_needs_tributes"}


def test_apply_plays_a_line(tmp_path: Path) -> None:
    line = tmp_path / "line.txt"
    line.write_text("1. flip summon Sangan\n   1. set Sangan\n2. set Marauding Captain\n", encoding="utf-8")
    result = run(FIRST, "--line", line, "change Junk Synchron to def")
    assert result.exit_code == 0
    assert "3. change Junk Synchron (mmz2) to def" in result.output
    line.write_text("1. flip summon Sangan\n1. set Marauding Captain\n", encoding="utf-8")
    result = run(FIRST, "--line", line)
    assert (result.exit_code, result.stderr) == (2, f"ygolp: {line}:2: action 1: expected number 2\n")
    assert run(FIRST, "--line", tmp_path / "none.txt").exit_code == 2
    assert run(FIRST).exit_code == 2


# ---- expectations about the board after actions ----------------------------------------------------------------


@pytest.mark.parametrize(("after", "words"), [
    ({"a": {"mmz": ["Summoned Skull"], "gy": []}}, "not expected ['Sangan']"),
    ({"a": {"mmz": ["Summoned Skull | def"]}}, "missing ['Summoned Skull | def']"),
    ({"a": {"gy": ["Sangan", "Kuriboh"]}}, "missing ['Kuriboh']"),
    ({"a": {"normal_summons": 2}}, "a.normal_summons: expected 2, is 1"),
    ({"b": {"lp": 1}}, "b.lp: expected 1, is 8000"),
    ({"a": {"used": ["Kuriboh 1"]}}, "a.used: expected ['Kuriboh 1'], is ['Sangan 1']"),
    ({"a": {"mmz": [{"card": "Summoned Skull", "materials": ["Sangan"]}]}}, "missing"),
    ({"a": {"mmz": "Summoned Skull | atk, arrived, summoned tribute", "gy": "Sangan", "normal_summons": 1}}, None),
])  # fmt: skip
def test_what_is_not_as_expected_is_named(after: dict[str, Any], words: str | None) -> None:
    data = {
        "a": {"hand": ["Summoned Skull"], "mmz": ["Sangan"]},
        "expect": [{"source": "SM-015", "play": ["tribute summon Summoned Skull"], "after": after}],
    }
    (outcome,) = check.run(read_data(data))
    assert (outcome.failure is None) if words is None else (words in str(outcome.failure))


def test_an_illegal_line_fails_the_expectation() -> None:
    data = {"a": {"hand": ["Summoned Skull"]}, "expect": [{"source": "SM-015", "play": ["set Summoned Skull"]}]}
    (outcome,) = check.run(read_data(data))
    assert "illegal" in str(outcome.failure)


@pytest.mark.parametrize(("entry", "words"), [
    ("Sangan | arived", "expect[1].after.a.gy: 'arived': unknown mark, did you mean 'arrived'?"),
    ("Sangann", "expect[1].after.a.gy: 'Sangann': unknown card, did you mean 'Sangan'?"),
    ({"card": "Sangan", "materials": ["Kuribo"]},
     "expect[1].after.a.gy: 'Kuribo': unknown card, did you mean 'Kuriboh'?"),
])  # fmt: skip
def test_a_misspelling_in_what_is_expected_is_an_error(entry: object, words: str) -> None:
    """It would be passed over otherwise, and the expectation could not fail."""
    expect = {"source": "SM-015", "play": ["set Sangan"], "after": {"a": {"gy": [entry]}}}
    with pytest.raises(ScenarioError) as caught:
        read_data({"a": {"hand": ["Sangan"]}, "expect": [expect]})
    assert words in caught.value.problems


def test_a_contact_fusion_may_be_called_a_special_summon() -> None:
    side = {"mmz": ["A-Assault Core"], "gy": ["B-Buster Drake", "C-Crush Wyvern"], "extra": ["ABC-Dragon Buster"]}
    played = duel_of({"a": side}).push("special summon ABC-Dragon Buster")
    assert played.action.kind == "contact fusion"


def test_what_is_not_modelled_of_a_card_is_said() -> None:
    duel = duel_of({
        "a": {"hand": ["Riddle"]},
        "card": [{"name": "Riddle", "card": "monster", "types": ["effect"], "level": 4, "attribute": "DARK",
                  "race": "Fiend", "atk": 0, "def": 0, "not_modelled": ["When it is Summoned something happens."]}],
    })  # fmt: skip
    assert duel.push("normal summon Riddle").notes == ("Riddle: not modelled: When it is Summoned something happens.",)


@pytest.mark.parametrize(("keys", "words"), [
    ({"action": "set Sangan", "verdict": "legal", "after": {"a": {"gy": []}}}, "expect[1].play: missing"),
    ({"play": ["set Sangan"], "action": "set Sangan", "verdict": "illegal"},
     "expect[1].verdict: a line that is played has after and happens, and nothing else"),
])  # fmt: skip
def test_what_would_be_passed_over_is_an_error(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_data({"a": {"hand": ["Sangan"]}, "expect": [{"source": "SM-015", **keys}]})
    assert words in caught.value.problems


def test_the_readme_plays_a_line_as_it_goes() -> None:
    path = SCENARIOS / "chains" / "torrential_tribute_is_chained_to_a_trigger.toml"
    duel = ygolp.load(path)
    line = [
        "normal summon Yosenju Kama 1", "pass b", "activate Yosenju Kama 1", "activate Torrential Tribute", "pass b",
    ]  # fmt: skip
    told = "".join(
        f"{number}. {played}\n" + "".join(f"   - {event}\n" for event in played.events)
        for number, played in enumerate(duel.replay(line), 1)
    )
    assert f"```\n{told}```\n" in (SCENARIOS.parent / "README.md").read_text("utf-8")


def test_an_open_board_remembers_no_events() -> None:
    """Where no card can answer no window is opened, and nothing waits for one."""
    duel = duel_of(
        {
            "extensions": ["ripple"],
            "a": {"mmz": ["Gaia Knight, the Radiant Knight", {"stack": ["Breath of the Spirit Dragon", "Umi"]}]},
        }
    )
    duel.push("ripple summon Gaia Dragon Knight of the Holy Dragon")
    assert duel.board.state == "open"
    assert not [fact for fact in duel.board.flow if fact[0] == "happened"]
    assert "Breath of the Spirit Dragon (pile) becomes part of the new pile." in duel.log[0].events
