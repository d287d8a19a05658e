"""Puzzle files of EDOPro and YGOPro: read by a grammar, never run; written so that they can be read back."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.boards import boards, mirrored
from tests.test_cli import answer, run
from ygolp import ScenarioError
from ygolp.board import Board
from ygolp.cards.meaning import ssm
from ygolp.cards.pool import embedded
from ygolp.formats.puzzles import Puzzle, puzzle_text, read_puzzle
from ygolp.scenario import load, read_data

QUICK = settings(
    max_examples=80, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)  # fmt: skip
BEGIN = "Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN+DUEL_SIMPLE_AI,5)\n"
# A made-up puzzle in which each call, each place and each way of writing a number stands once.
PUZZLE = """--[[message
A made-up puzzle. [brackets]
]]
Debug.SetAIName("Somebody \\"else\\"")
Debug.ReloadFieldBegin(DUEL_ATTACK_FIRST_TURN+DUEL_SIMPLE_AI|0x10,5) -- the rules of 2020
Debug.SetPlayerInfo(0,5200,0,0)
Debug.SetPlayerInfo(1, 100, 0, 0);

local elf = Debug.AddCard(69140098,0,0,LOCATION_MZONE,1,POS_FACEUP_ATTACK)
hedgehog=Debug.AddCard(0023571046, 0, 0, LOCATION_MMZONE, 2, 4, true) -- Quillbolt Hedgehog
local axe, other = Debug.AddCard(40619825,0,0,0x8,1,POS_FACEUP)
Debug.AddCard(84013237,0,0,LOCATION_MZONE,5,POS_FACEUP_ATTACK,true) -- Number 39: Utopia
Debug.AddCard(40640057,1,0,LOCATION_MZONE,5,POS_FACEUP_ATTACK) -- Kuriboh, under it
Debug.AddCard(44508094,0,0,LOCATION_GRAVE,0,POS_FACEUP,true) -- Stardust Dragon
Debug.AddCard(44508094,0,0,LOCATION_EXTRA,0,POS_FACEDOWN)
Debug.AddCard(40640057,0,0,LOCATION_DECK,0,POS_FACEDOWN)
Debug.AddCard(46986414,0,0,LOCATION_DECK,0,POS_FACEDOWN) -- Dark Magician lies on top
Debug.AddCard(26202165,0,0,LOCATION_DECK,1,POS_FACEDOWN) -- Sangan at the bottom
Debug.AddCard(70781052,0,0,LOCATION_HAND,0,POS_FACEDOWN)
Debug.AddCard(41420027,1,1,LOCATION_SZONE,0,POS_FACEDOWN)
Debug.AddCard(44508094,1,1,LOCATION_EMZONE,0,POS_FACEUP_DEFENSE)
Debug.AddCard(26202165,1,1,LOCATION_MZONE,4,POS_FACEDOWN_DEFENCE)
Debug.AddCard(26202165,1,1,LOCATION_REMOVED,0,POS_FACEDOWN)
Debug.ReloadFieldEnd()
Debug.PreEquip(axe, elf)
Debug.PreSummon(elf,SUMMON_TYPE_ADVANCE,LOCATION_HAND)
Debug.PreAddCounter(elf,0x1,2)
Debug.ShowHint[==[Win
in this turn]==]
aux.BeginPuzzle()
--[[ Solution: ]] -- none
"""


def read(text: str) -> Puzzle:
    return read_puzzle(text, "p.lua", embedded())


def test_a_puzzle_is_read_call_by_call() -> None:
    """The core of the clients: zones from 0 at the controller's left, 5 and 6 the Extra Monster Zones."""
    found = read(PUZZLE)
    assert found.remarks == ()
    assert found.data == {
        "era": "mr2020",
        "a": {
            "lp": 5200,
            "mmz": [
                {"card": "Gemini Elf", "zone": 2, "summoned": "tribute", "counters": {"Spell Counter": 2}},
                {"card": "Quillbolt Hedgehog", "zone": 3, "position": "def"},
            ],
            "st": [{"card": "Axe of Despair", "zone": 2, "face": "up", "equip_to": "Gemini Elf (a mmz2)"}],
            "emz": [{"card": "Number 39: Utopia", "zone": "left", "materials": ["Kuriboh | owner b"]}],
            "gy": [{"card": "Stardust Dragon", "proper": True}],
            "extra": [{"card": "Stardust Dragon"}],
            "deck": [{"card": "Dark Magician"}, {"card": "Kuriboh"}, {"card": "Sangan"}],
            "hand": [{"card": "Summoned Skull"}],
        },
        "b": {
            "lp": 100,
            "st": [{"card": "Solemn Judgment", "zone": 1, "face": "down"}],
            # It was not properly Summoned.
            "emz": [{"card": "Stardust Dragon", "zone": "left", "position": "def", "proper": False}],
            "mmz": [{"card": "Sangan", "zone": 5, "position": "fd_def"}],
            "banished": [{"card": "Sangan", "face": "down"}],
        },
    }


def test_a_puzzle_that_is_written_is_read_as_the_same_board() -> None:
    board = read_data(read(PUZZLE).data).board
    text, left_out = puzzle_text(board, "A title ]] of two\nlines")
    assert left_out == ()
    assert text.startswith("--[[message\nA title ] ] of two lines\n]]\n")
    assert read_data(read(text).data).board == board


@pytest.mark.parametrize(
    ("arguments", "era"),
    [
        ("0x42", "mr3"), ("true", "mr3"), ("0,1", "ocg2010"), ("0,2", "mr2"), ("DUEL_SIMPLE_AI,3", "mr3"),
        ("0,4", "mr4"), ("0,5", "mr2020"), ("DUEL_OBSOLETE_RULING", "ocg2010"), ("DUEL_MODE_MR5,0", "mr2020"),
        ("DUEL_MODE_MR4,0", "mr4"), ("DUEL_MODE_MR3|DUEL_SIMPLE_AI,5,true", "mr3"), ("DUEL_MODE_MR2,nil,true", "mr2"),
    ],
)  # fmt: skip
def test_the_master_rule_gives_the_era(arguments: str, era: str) -> None:
    assert read(f"Debug.ReloadFieldBegin({arguments})").data["era"] == era


@pytest.mark.parametrize(
    ("call", "place"),
    [
        ("LOCATION_FZONE,0,POS_FACEUP", "fz"), ("LOCATION_SZONE,5,POS_FACEUP", "fz"), ("LOCATION_SZONE,6,5", "pz"),
        ("LOCATION_PZONE,1,POS_FACEUP", "pz"), ("LOCATION_STZONE,4,POS_FACEDOWN", "st"),
    ],
)  # fmt: skip
def test_places_have_other_spellings(call: str, place: str) -> None:
    found = read(f"Debug.ReloadFieldBegin(2,3) Debug.AddCard(5318639,0,0,{call})")
    assert list(found.data["a"]) == [place]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no puzzle: Debug.ReloadFieldBegin is missing"),
        ("for i=1,3 do end", "line 1: 'for': this is Lua that is not read"),
        ("\n\nlocal function f() end", "line 3: 'function': this is Lua that is not read"),
        (BEGIN + "local e1=Effect.CreateEffect(c)", "line 2: 'Effect.CreateEffect': this is Lua that is not read"),
        (BEGIN + "e1:SetType(1)", "line 2: 'e1:SetType': this is Lua that is not read"),
        (BEGIN + "Duel.Draw(0,1,0)", "line 2: 'Duel.Draw': this is Lua that is not read"),
        (BEGIN + "os.execute('true')", "line 2: 'os.execute'"),
        (BEGIN + "Debug.AddCrad(1)", "line 2: 'Debug.AddCrad': no call that is known, did you mean 'Debug.AddCard'?"),
        (BEGIN + "Debug.AddCard(1,0,0,LOCATION_MZON,0,1)", "line 2: 'LOCATION_MZON': neither a constant"),
        (BEGIN + "Debug.AddCard(26202165,0,0,4)", "line 2: AddCard: 4 arguments: expected 6 to 7"),
        (BEGIN + "Debug.AddCard(1,0,0,LOCATION_MZONE,0,1)", "line 2: 1: unknown passcode"),
        (BEGIN + "Debug.AddCard(26202165,2,0,LOCATION_MZONE,0,1)", "line 2: owner: 2: expected 0 or 1"),
        (BEGIN + "Debug.AddCard(26202165,0,0,LOCATION_MZONE,9,1)", "line 2: LOCATION_MZONE, sequence 9: no place"),
        (BEGIN + "Debug.AddCard(26202165,0,0,LOCATION_SZONE,6,5)", "line 2: LOCATION_SZONE, sequence 6: no place"),
        (BEGIN + "Debug.AddCard(26202165,0,0,LOCATION_MZONE,0,2)", "line 2: position 2: expected POS_FACEUP_ATTACK"),
        (BEGIN + 2 * "Debug.AddCard(41420027,0,0,LOCATION_SZONE,0,10)\n", "line 3: Solemn Judgment: this zone is"),
        (BEGIN + "local a=1\nDebug.PreEquip(a,a)", "line 3: equip card: 1: expected a variable"),
        (BEGIN + "Debug.PreSummon(Debug.AddCard(26202165,0,0,4,0,1),7)", "line 2: Summon 0x7: expected a SUMMON_TYPE_"),
        ("Debug.AddCard(26202165,0,0,4,0,1)", "line 1: expected Debug.ReloadFieldBegin before the cards"),
        (BEGIN + BEGIN, "line 2: ReloadFieldBegin stands once, before the cards"),
        ("Debug.ReloadFieldBegin(DUEL_MODE_SPEED,5)", "line 1: a Speed or Rush Duel: its field is not known"),
        ("Debug.ReloadFieldBegin(DUEL_MODE_RUSH,0)", "line 1: a Speed or Rush Duel"),
        ("Debug.ReloadFieldBegin(DUEL_MODE_MR5)", "line 1: flags of a later Master Rule than 3"),
        ("Debug.ReloadFieldBegin(DUEL_MODE_MR5,4)", "line 1: flags of a later Master Rule than 4"),
        ("Debug.ReloadFieldBegin(0,6)", "line 1: Master Rule: 6: expected a whole number from 0 to 5"),
        ("Debug.ReloadFieldBegin('2',5)", "line 1: flags: '2': expected a whole number"),
        ("Debug.ReloadFieldBegin(0x2", "line 1: the end of the file: expected )"),
        ("Debug.SetPlayerInfo(0,1.5,0,0)", "line 1: '1.5,0,0)': expected a whole number"),
        ("Debug.SetPlayerInfo(0,1e9,0,0)", "line 1: '1e9,0,0)': expected a whole number"),
        ("--[[ no end", "line 1: a comment that does not end: expected ]]"),
        ("x=[==[ no end ]]", "line 1: a text that does not end: expected ]==]"),
        ('Debug.SetAIName("no end)\n")', "line 1: '\"no end)"),
        ("Debug=1", "line 1: 'Debug': a name of the game cannot be another thing"),
        ("x=" + "(" * 100_000, "line 1: nested too deeply"),
        ("x=" + "- " * 99_999 + " 1", "nested too deeply"),
        ("x=" + "Debug.SetAIName(" * 50_000, "nested too deeply"),
        ("x=" + "9" * 200_000, "a number is too large"),
        ("x=0x" + "f" * 200_000, "a number is too large"),
        ("x=" + "9223372036854775807+" * 9 + "1", "line 1: a number is too large"),
        ("a" * 500_000, "line 1: 'aaa"),
        ("[" * 300_000, "line 1: a text that does not end"),
        ("[=" * 150_000, "a text that does not end"),
        ('"\\' * 150_000, "a text that does not end on its line"),
        (BEGIN + "Debug.ShowHint('x')\n" * 60_000, "more than 2000 calls"),
        (BEGIN + "Debug.AddCard(26202165,0,0,2,0,8)\n" * 10_000, "more than 2000 calls"),
        (BEGIN + "Debug.AddCard(26202165,0,0,2,0,8)\n" * 1_000, "line 402: more than 400 cards"),
        ("local " + "a," * 100_000 + "a", "more than 2000 variables"),
        ("\x00", "line 1: '\\x00'"),
        ("x=" + "y.z" * 100_000, "line 1: 'y'"),
    ],
)
def test_what_is_not_read_is_refused_with_its_line(text: str, told: str) -> None:
    started = time.monotonic()
    with pytest.raises(ScenarioError) as refusal:
        read(text)
    assert told in str(refusal.value)
    (line,) = str(refusal.value).splitlines()
    assert line.startswith("p.lua: ")
    assert len(line) < 260
    assert time.monotonic() - started < 5


def test_what_is_not_in_the_board_is_said_in_the_answer(tmp_path: Path) -> None:
    file = tmp_path / "p.lua"
    file.write_text(
        "Debug.ReloadFieldBegin(2,5)\nDebug.SetPlayerInfo(0,8000,5,1)\n"
        "local a=Debug.AddCard(26202165,0,0,LOCATION_MZONE,0,POS_FACEUP)\n"
        "local b=Debug.AddCard(97077563,0,0,LOCATION_SZONE,0,POS_FACEUP)\n"
        "Debug.PreSetTarget(b,a)\nDebug.PreAddCounter(a,0x14,6)\nDebug.ReloadFieldEnd()\n", encoding="utf-8"
    )  # fmt: skip
    told = [
        f"{file}, line 2: the start hand of 5 is not drawn: these cards are in the Deck",
        f"{file}, line 3: POS_FACEUP of a monster is taken for face-up Attack Position",
        f"{file}, line 5: Call of the Haunted targets Sangan: what lasts on a target is not modelled",
        f"{file}, line 6: the counters 0x14 have no name here",
    ]
    assert answer("legal", file)["notes"][:4] == told
    assert answer("why", file, "change Sangan to def")["notes"][:4] == told
    converted = run("convert", file, "--to", "lua")
    assert converted.stderr.splitlines() == [f"ygolp: {each}" for each in told]
    assert "Debug.PreAddCounter(c1,0x14,6)" in converted.stdout


# ---- random boards -------------------------------------------------------------------------------------------


def placed(board: Board) -> list[tuple[Any, ...]]:
    """Return what a puzzle can say of the cards of a board."""
    here = {piece.id: piece for piece in board.pieces}
    found = []
    for piece in board.pieces:
        limited = ssm(board.records[piece.name], None) != "none"
        above = here[piece.parent].where if piece.parent else None
        found.append((
            piece.name, piece.player, piece.where, piece.owner, piece.position, piece.face, above,
            limited and piece.place != "under" and piece.proper, piece.counters,
        ))  # fmt: skip
    return found


@settings(QUICK, max_examples=25)
@given(boards())
def test_random_boards_come_back_as_far_as_a_puzzle_can_say(data: dict[str, Any]) -> None:
    board = read_data(data).board
    assume(not board.extensions and all("passcode" in board.records[piece.name] for piece in board.pieces))
    text, _ = puzzle_text(board)
    found = read_data(read(text).data).board
    expected = read_data(mirrored(data)).board if board.turn_player == "b" else board
    assert sorted(placed(found), key=repr) == sorted(placed(expected), key=repr)
    assert (found.era, found.preset, found.turn_player) == (board.era, board.preset, "a")
    for player in ("a", "b"):
        assert found.sides[player].lp == expected.sides[player].lp


# ---- anything ------------------------------------------------------------------------------------------------

PIECES = st.sampled_from((
    "Debug", ".", "AddCard", "(", ")", ",", "1", "0x2", "local", " ", "=", "x", "LOCATION_MZONE", "|", "+", "-", "&",
    "\n", "'a'", '"', "--", "[[", "]]", "[=[", ";", ":", "end", "nil", "true", "ReloadFieldBegin", "26202165", "\\",
    "\x00", "龙",
))  # fmt: skip


@QUICK
@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_a_puzzle_or_refused(text: str) -> None:
    for whole in (text, BEGIN + text, PUZZLE + text):
        with suppress(ScenarioError):
            read_data(read(whole).data)


@QUICK
@given(st.integers(0, len(PUZZLE)), st.integers(0, 40), st.text(max_size=3))
def test_a_spoilt_puzzle_is_read_or_refused(at: int, length: int, put: str) -> None:
    with suppress(ScenarioError):
        read_data(read(PUZZLE[:at] + put + PUZZLE[at + length :]).data)


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes_are_a_puzzle_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.lua"
    file.write_bytes(content)
    with suppress(ScenarioError):
        load(file)


def test_counters_have_the_names_of_the_database(tmp_path: Path) -> None:
    """`!counter` lines of the strings.conf beside it; the number of Spell Counters is the same everywhere."""
    from ygolp.cards.known import DatabasePool

    (tmp_path / "strings.conf").write_text("!counter 0x14 Egg Counter (Made-up)\n!counter 0x1 Something\n", "utf-8")
    connection = sqlite3.connect(tmp_path / "cards.cdb")
    columns = "ot, alias, setcode, type, atk, def, level, race, attribute, category"
    connection.execute(f"create table datas (id integer primary key, {columns})")
    connection.execute("create table texts (id integer primary key, name, desc)")
    connection.commit()
    connection.close()
    text = BEGIN + "x=Debug.AddCard(26202165,0,0,4,0,1) Debug.PreAddCounter(x,0x14,6) Debug.PreAddCounter(x,0x1001,2)"
    found = read_puzzle(text, "p.lua", DatabasePool([tmp_path / "cards.cdb"]))
    assert found.data["a"]["mmz"][0]["counters"] == {"Egg Counter (Made-up)": 6, "Spell Counter": 2}
    assert found.remarks == ()
