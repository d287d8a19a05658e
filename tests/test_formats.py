"""A board in one line, and boards converted from one form into another: nothing is lost, and nothing odd gets in."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ygolp
from tests.boards import boards, play_boards
from tests.test_cli import FIRST, answer, run
from ygolp import ScenarioError
from ygolp.board import Board
from ygolp.formats.convert import FORMS
from ygolp.formats.decks import Deck, write_ydke
from ygolp.formats.one_line import NAME, decode, encode
from ygolp.paths import SCENARIOS
from ygolp.scenario import load, read_data
from ygolp.writing import scenario_data, toml_text

QUICK = settings(
    max_examples=60, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture],
)  # fmt: skip
FILES = sorted([*SCENARIOS.rglob("*.toml"), *SCENARIOS.rglob("*.json")])
LINE = (
    "duel:mr2020 a.main1.5 a:5200 mmz=2:Junk_Synchron;3d:Quillbolt_Hedgehog;4s:Sangan st=3:Solemn_Judgment "
    "hand=Summoned_Skull;Marauding_Captain;Dark_Armed_Dragon "
    "extra=Junk_Warrior;Stardust_Dragon;Number_17:_Leviathan_Dragon;I:P_Masquerena gy=Kuriboh;Mystic_Tomato deck=31 "
    "b:6400 mmz=3:Blue-Eyes_White_Dragon;5s:Giant_Soldier_of_Stone st=2:Mirror_Force "
    "hand=Cyber_Dragon;Mystical_Space_Typhoon deck=33"
)


def comes_back(board: Board) -> None:
    """Hold that a board is the same after it was a line, JSON and TOML."""
    data = scenario_data(board)
    line = encode(data)
    assert "\n" not in line
    assert "'" not in line
    assert read_data(decode(line)).board == board
    assert encode(scenario_data(read_data(decode(line)).board)) == line
    assert read_data(json.loads(json.dumps(data))).board == board
    assert read_data(tomllib.loads(toml_text(data))).board == board


# ---- round trips ---------------------------------------------------------------------------------------------


def test_the_line_of_the_first_board_is_short_and_readable() -> None:
    assert encode(scenario_data(load(FIRST).board)) == LINE
    assert load(LINE).board == load(FIRST).board


@QUICK
@given(boards())
def test_random_boards_come_back(data: dict[str, Any]) -> None:
    comes_back(read_data(data).board)


@QUICK
@given(play_boards())
def test_random_boards_for_play_come_back(data: dict[str, Any]) -> None:
    comes_back(read_data(data).board)


@pytest.mark.parametrize("part", range(4))
def test_some_scenarios_come_back(part: int) -> None:
    every_scenario_comes_back(FILES[part::40])


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_all_scenarios_come_back(part: int) -> None:
    every_scenario_comes_back(FILES[part::8])


def every_scenario_comes_back(files: list[Path]) -> None:
    for file in files:
        with suppress(ScenarioError):
            comes_back(load(file).board)


@pytest.mark.parametrize("name", ["torrential_tribute_is_chained_to_a_trigger"])
def test_boards_after_a_play_come_back(name: str) -> None:
    """Their cards are not in the order in which a file has them: what comes back is written in the same way."""
    (file,) = SCENARIOS.rglob(f"{name}.toml")
    duel = ygolp.load(file)
    plays = [block["play"] for block in tomllib.loads(file.read_text(encoding="utf-8"))["expect"] if "play" in block]
    for action in plays[-1]:
        duel.push(action)
        data = scenario_data(duel.board)
        assert scenario_data(read_data(decode(encode(data))).board) == data


ODD_NAMES = st.text(min_size=1, max_size=30) | st.sampled_from(
    (
        "7", "true", "-5", "a:b", "3d:x", "l:", "%41", "a_b", "O'Neil", "~", "x*2", "[x]", "{y=1}", "龙 '龙'", "a;b",
        '""', "\u202e", "spell counter", "level",
    )
)  # fmt: skip
CARD_NAMES = ODD_NAMES.filter(lambda name: "|" not in name and name == name.strip() != "")


@QUICK
@given(
    st.lists(CARD_NAMES, min_size=1, max_size=4, unique=True),
    st.dictionaries(ODD_NAMES, st.integers(0, 99), max_size=3),
)
def test_any_name_and_any_counter_come_back(names: list[str], counters: dict[str, int]) -> None:
    cards = [{"card": name} for name in names]
    side = {
        "mmz": [{"card": names[0], "zone": 3, "counters": counters, "materials": names}],
        "deck": cards, "more_in_deck": 7, "gy": [{**card, "proper": True} for card in cards],
    }  # fmt: skip
    data = {"a": {"lp": 8000, **side}, "used_effects": names, "settings": {}, "passed": []}
    found = decode(encode(data))
    for entry in (*found["a"]["deck"], *found["a"]["gy"], *found["a"]["mmz"]):
        entry["card"] = str(entry["card"])  # a name of digits is sought as a passcode first, as in a file
    assert {key: found[key] for key in data} == data


VALUES = st.recursive(
    st.booleans() | st.integers(-(10**12), 10**12) | ODD_NAMES | st.just(""),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=20,
)


@QUICK
@given(VALUES)
def test_any_value_comes_back(value: Any) -> None:
    assert decode(encode({"settings": value}))["settings"] == value


# ---- reading -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("duel:mr2021", "era: 'mr2021': expected one of"),
        ("duel:mr2020 a.mian1", "phase: 'mian1': expected one of"),
        ("duel:mr2020 a", "a"),
        ("duel:mr2020 c.main1", "column 13: 'c.main1': expected a player and a phase such as a.main1"),
        ("duel:mr2020 a.main1 hand=Kuriboh", "column 21: 'hand': a side, a: or b:, is expected before it"),
        ("duel:mr2020 a.main1 a:8000 hnd=Kuriboh", "column 28: 'hnd': unknown key, did you mean 'hand'?"),
        ("duel:mr2020 a.main1 a:x", "column 23: 'x': expected Life Points such as a:8000"),
        ("duel:mr2020 a.main1 a:8000 a:8000", "column 28: 'a': this side stands there already"),
        ("duel:mr2020 a.main1 a:8000 gy=Sangan gy=Sangan", "column 38: 'gy': stands there already"),
        ("duel:mr2020 a.main1 a:8000 mmz=9:Sangan", "'9:Sangan': unknown card"),
        ("duel:mr2020 a.main1 a:8000 mmz=3y:Sangan", "'y' in '3y:': unknown mark: expected some of"),
        ("duel:mr2020 a.main1 a:8000 mmz=3ds:Sangan", "'s' in '3ds:': a second mark of its kind"),
        ("duel:mr2020 a.main1 a:8000 mmz=Sangn", "a.mmz[1]: 'Sangn': unknown card, did you mean 'Sangan'?"),
        ("duel:mr2020 a.main1 a:8000 mmz=;", "column 32: ';': expected a card such as 3d:Gemini_Elf"),
        ("duel:mr2020 a.main1 a:8000 mmz=Sangan[", "expected a card such as"),
        ("duel:mr2020 a.main1 a:8000 mmz=Sangan{level=}", "expected a value"),
        ("duel:mr2020 a.main1 a:8000 mmz=Sangan{level=4", "expected ; or }"),
        ("duel:mr2020 a.main1 a:8000 mmz=Sangan]", "column 38: ']': expected the end of mmz"),
        ("duel:mr2020 a.main1 a:8000 gy=Sangan*x", "expected a number"),
        ("duel:mr2020 a.main1 a:8000 gy=Sangan*0", "a.gy[1].copies: 0"),
        ("duel:mr2020 a.main1 a:8000 gy=%E9", "no UTF-8 text behind %"),
        ("duel:mr2020 a.main1 a:8000 gy=%zz", "expected two hexadecimal digits behind %"),
        (f"duel:mr2020 a.main1 a:8000 used={'[' * 100_000}", "nested too deeply"),
        (f"duel:mr2020 a.main1 a:8000 mmz={'[' * 100_000}", "column 33: '[[["),
        (f"duel:mr2020 a.main1 a:8000 normal_summons={'9' * 100_000}", "a number of at most 15 digits"),
        (f"duel:mr2020 a.main1 a:8000 gy={'Sangan;' * 5000}Sangan", "5001 items: at most 120"),
        (f"duel:mr2020 a.main1 a:8000 hand={'x' * 100_000}", "a.hand"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(line: str, told: str) -> None:
    started = time.monotonic()
    if told == "a":
        assert load(line).board == Board()
        return
    with pytest.raises(ScenarioError) as refusal:
        load(line)
    assert told in str(refusal.value)
    assert str(refusal.value).startswith(f"{NAME}: ")
    assert len(str(refusal.value).splitlines()[0]) < 300
    assert time.monotonic() - started < 5


def test_a_line_may_be_written_by_hand() -> None:
    """Passcodes, copies, marks in any order, and what is usual left out."""
    line = "duel: b a: gy=Kuriboh*3 hand=46986414 mmz=ns3:Sangan b:100"
    board = read_data(decode("duel: a.main1 a: gy=Kuriboh*3 hand=46986414 mmz=3ns:Sangan b:100")).board
    assert [piece.name for piece in board.pieces] == ["Sangan", "Dark Magician", "Kuriboh", "Kuriboh", "Kuriboh"]
    assert board.pieces[0].position == "fd_def"
    assert board.pieces[0].arrived
    assert board.sides["b"].lp == 100
    with pytest.raises(ScenarioError):
        load(line)


@QUICK
@given(st.text(alphabet="adbmz=:;[]{}*%_1235.~\"lr gyhand", max_size=60) | st.text(max_size=40))
def test_any_line_is_a_board_or_refused(text: str) -> None:
    for line in (f"duel:{text}", f"duel:mr2020 a.main1 a:8000 {text}", f"duel:mr2020 a.main1 a:8000 mmz={text}"):
        with suppress(ScenarioError):
            load(line)


# ---- everywhere a file is ------------------------------------------------------------------------------------


def test_every_question_reads_every_form(tmp_path: Path) -> None:
    asked = answer("legal", FIRST)["legal"]
    for form in FORMS[:4]:
        file = tmp_path / f"board.{form}"
        assert run("convert", FIRST, "-o", file).exit_code == 0
        assert answer("legal", file)["legal"] == asked
    line = run("convert", FIRST, "--to", "line").stdout
    assert line == LINE + "\n"
    assert answer("legal", line)["legal"] == asked
    assert run("why", line, "set Marauding Captain").exit_code == 0
    for question in ("show", "facts", "eras"):
        assert run(question, LINE).exit_code == 0
    assert run("apply", LINE, "set Marauding Captain").exit_code == 0
    assert ygolp.load(LINE).board == ygolp.load(FIRST).board


def test_what_a_file_holds_besides_the_board_is_kept(tmp_path: Path) -> None:
    file = SCENARIOS / "first-board.toml"
    there, back = tmp_path / "b.json", tmp_path / "b.toml"
    assert run("convert", file, "-o", there).exit_code == 0
    assert run("convert", there, "-o", back).exit_code == 0
    assert load(back).expectations == load(file).expectations
    assert load(back).title == load(file).title


def test_a_deck_goes_out_and_comes_in(tmp_path: Path, board: Callable[[str], Path]) -> None:
    file = board("""
        [a]
        deck = ["Kuriboh | x3", "Dark Magician", "Monster Reborn"]
        extra = ["Stardust Dragon"]
        more_in_deck = 20
        [b]
        deck = ["Sangan"]
    """)
    link = run("convert", file, "--to", "ydke")
    assert "20 unknown cards in the Deck of player a" in link.stderr
    found = load(link.stdout.strip()).board
    names = ["Stardust Dragon", "Kuriboh", "Kuriboh", "Kuriboh", "Dark Magician", "Monster Reborn"]
    assert [piece.name for piece in found.pieces] == names
    assert run("convert", file, "-o", tmp_path / "my.ydk", "--player", "a").exit_code == 0
    assert load(tmp_path / "my.ydk").board == found
    assert run("convert", file, "--to", "ydke", "--player", "b").stdout == write_ydke(Deck((26202165,))) + "\n"


def test_a_card_without_a_passcode_is_named(board: Callable[[str], Path]) -> None:
    file = board("""
        [a]
        deck = ["Nobody's Dragon"]
        [[card]]
        name = "Nobody's Dragon"
        card = "monster"
        types = ["normal"]
        level = 4
        atk = 0
        def = 0
        attribute = "DARK"
        race = "Dragon"
    """)
    for form in ("ydk", "ydke", "lua"):
        result = run("convert", file, "--to", form)
        assert result.exit_code == 2
        assert "Nobody's Dragon: no passcode is known of it" in result.stderr
    assert run("show", "ydke://AQAAAA==!!!").stderr.startswith("ygolp: ydke link: 1: unknown passcode")


def test_a_form_has_to_be_named() -> None:
    assert "Missing option '--to': one of toml, json, line, lua, ydk, ydke." in run("convert", FIRST).stderr
    assert run("convert", FIRST).exit_code == 2


def test_the_lines_of_the_documents_are_boards() -> None:
    for document in (SCENARIOS / "README.md", SCENARIOS.parent / "README.md"):
        rows = document.read_text("utf-8").splitlines()
        lines = [row for row in rows if "duel:mr2020 a.main1" in row and "|" not in row]
        assert lines
        for line in lines:
            assert load("duel:" + line.partition("duel:")[2].rstrip("'")).board.pieces


def test_the_last_board_is_written_in_the_form_of_the_file(tmp_path: Path) -> None:
    for name in ("after.toml", "after.json", "after.line", "after"):
        assert run("apply", FIRST, "set Marauding Captain", "-o", tmp_path / name).exit_code == 0
        assert any(piece.name == "Marauding Captain" and piece.arrived for piece in load(tmp_path / name).board.pieces)
    assert ";1sn:Marauding_Captain{summoned=set} st=3:" in (tmp_path / "after.line").read_text("utf-8")
    result = run("apply", FIRST, "set Marauding Captain", "-o", tmp_path / "after.lua")
    assert "not in the lua form: what player a has done this turn: Summons made, effects used" in result.stderr


def test_a_deck_that_a_board_names_is_sought_beside_it(tmp_path: Path) -> None:
    (tmp_path / "my.ydk").write_text("#main\n26202165\n26202165\n#extra\n44508094\n!side\n", "utf-8")
    (tmp_path / "b.toml").write_text('[a]\nhand = ["Sangan"]\ndeck = "my.ydk"\n', "utf-8")
    line = run("convert", tmp_path / "b.toml", "--to", "line").stdout
    assert line == "duel:mr2020 a.main1 a:8000 hand=Sangan extra=Stardust_Dragon deck=Sangan b:8000\n"


@QUICK
@given(st.integers(0, len(LINE)), st.integers(0, 40), st.text(max_size=3) | st.sampled_from(["[[[", "{{", ";;", "*9"]))
def test_a_spoilt_line_is_a_board_or_refused(at: int, length: int, put: str) -> None:
    with suppress(ScenarioError):
        read_data(decode(LINE[:at] + put + LINE[at + length :]))
