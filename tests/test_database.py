"""Cards of cards.cdb files: what the rows mean, which card a name stands for, and what answers say of them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.databases import (
    CARDS,
    DARK,
    DRAGON,
    EARTH,
    EFFECT,
    LINK,
    NORMAL,
    SETNAMES,
    SPELL,
    SYNCHRO,
    TRAP,
    make,
    make_names,
)
from tests.test_cli import answer, run
from ygolp import load, schema
from ygolp.cards.database import Library, texts
from ygolp.cards.faults import record_faults
from ygolp.cards.known import config_file, databases, in_use, use_cards
from ygolp.cards.pool import embedded
from ygolp.errors import DatabaseError, UnusableCard, YgolpError
from ygolp.scenario import read_data
from ygolp.writing import scenario_text

DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(autouse=True)
def nothing_chosen() -> Iterator[None]:
    use_cards()
    yield
    use_cards()


@pytest.fixture
def cdb(tmp_path: Path) -> Path:
    return make(tmp_path / "cards" / "cards.cdb")


@pytest.fixture
def use(cdb: Path) -> Path:
    """Use the made-up cards in this process."""
    use_cards(cdb)
    return cdb


def record(library: Library, name: str | int) -> dict[str, Any]:
    code = library.code(name)
    assert code is not None, name
    return library.entry(code).record


# ---------------------------------------------------------------- rows


def test_every_kind_of_row_becomes_a_record(cdb: Path) -> None:
    library = Library([cdb])
    assert record(library, "Sun Wyrm").items() >= {
        "name": "Sun Wyrm", "passcode": 105, "card": "monster", "types": ["effect", "synchro"], "attribute": "LIGHT",
        "race": "Dragon", "level": 6, "atk": 2400, "def": 500, "ocg_card": True,
    }.items()  # fmt: skip
    engine = record(library, "Gate Engine")
    assert engine["rank"] == 4
    assert "level" not in engine
    gate = record(library, "Twin Gate")
    assert (gate["link"], gate["arrows"]) == (2, ["bottom-left", "top"])
    assert "def" not in gate
    scales = record(library, "Moon Scales")
    assert (scales["level"], scales["scale"]) == (3, [4, 5])
    assert record(library, "Echo Token")["types"] == ["normal", "token"]
    assert record(library, "Echo Token")["ocg_card"] is False
    assert record(library, "Tower Call").items() >= {"card": "spell", "types": ["quick_play"]}.items()
    wall = record(library, "Standing Wall")
    assert wall["as_monster"] == {"attribute": "EARTH", "race": "Warrior", "level": 4, "atk": "?", "def": 0}


def test_every_record_is_one_that_a_card_file_could_hold(cdb: Path) -> None:
    library = Library([cdb])
    for code in library.codes():
        made = library.entry(code).record
        assert schema.check_card(made) == []
        assert record_faults(made) == []


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({"type": 0x8000021}, "a Skill Card"),
        ({"type": 0}, "not one of monster, spell, trap"),
        ({"type": 0x31}, "normal and effect"),
        ({"race": 3}, "race 3"),
        ({"race": 1 << 40}, "race"),
        ({"attribute": -1}, "attribute"),
        ({"atk": -7}, "atk -7"),
        ({"type": LINK, "level": 0}, "no link"),
        ({"atk": 10**12}, "atk"),
        ({"level": "four"}, "level 'four': no whole number"),
        ({"atk": 1.5}, "atk '1.5'"),
        ({"name": ""}, "without a name"),
        ({"name": "x" * 10**6}, "a name of 1000000 characters"),
    ],
)
def test_a_row_that_is_no_card_says_why(tmp_path: Path, row: dict[str, Any], what: str) -> None:
    file = make(tmp_path / "cards.cdb", [{"id": 7, "name": "Odd One", **row}])
    library = Library([file])
    with pytest.raises(UnusableCard) as error:
        library.entry(7)
    assert what in str(error.value)
    assert str(error.value).startswith(f"{file}: card 7")
    assert len(str(error.value)) < 500


def test_numbers_may_be_texts_and_setcodes_negative(tmp_path: Path) -> None:
    rows = [
        {"id": 7, "name": "Negative", "setcode": -(1 << 63) | 0x1},
        {"id": 8, "name": "Texts", "setcode": "4097", "atk": " 1200 "},
        {"id": 9, "name": "Four", "setcode": 0x0FFF_0002_0000_1001},
    ]
    library = Library([make(tmp_path / "cards.cdb", rows)])
    assert record(library, "Negative")["archetypes"] == ["Tower"]
    assert record(library, "Texts")["archetypes"] == ["Old Tower", "Tower"]
    assert record(library, "Texts")["atk"] == 1200
    assert record(library, "Four")["archetypes"] == ["Ocean", "Old Tower", "Sea", "Tower"]


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("Tower Guard", 101), ("tower-guard", 101), (101, 101), ("101", 101), ("00101", 101), (102, 101),
        ("Old Guard", 109), ("the loud bell ringer", 104), ('The "Loud" Bell-Ringer!', 104), ("塔之守卫", 101),
        ("No such card", None), (999, None), ("", None), ("9" * 40, None),
    ],
)  # fmt: skip
def test_a_card_is_found_by_any_of_its_names(cdb: Path, asked: str | int, code: int | None) -> None:
    chinese = make_names(cdb.with_name("zh.cdb"), {101: "塔之守卫", 103: "老塔守卫", 555: "无此卡"})
    assert Library([cdb, chinese]).code(asked) == code


def test_an_artwork_is_its_card_and_another_name_is_treated_as(cdb: Path) -> None:
    library = Library([cdb])
    assert record(library, 102) is record(library, 101)
    assert record(library, "Old Guard").items() >= {"treated_as": "Tower Guard", "level": 1}.items()


def test_two_cards_of_one_name_stay_apart_and_are_known_by_it(tmp_path: Path) -> None:
    rows = [{"id": 7, "name": "Twins"}, {"id": 300_000_000, "name": "Twins", "level": 5}]
    library = Library([make(tmp_path / "cards.cdb", rows)])
    assert record(library, "Twins")["passcode"] == 7
    other = record(library, 300_000_000)
    assert (other["name"], other["treated_as"], other["level"]) == ("Twins [300000000]", "Twins", 5)
    assert library.code("Twins [300000000]") == 300_000_000


def test_exact_names_come_before_equal_but_for_punctuation(tmp_path: Path) -> None:
    rows = [{"id": 7, "name": "Sky-Line"}, {"id": 8, "name": "Skyline", "level": 2}]
    library = Library([make(tmp_path / "cards.cdb", rows)])
    assert library.code("Skyline") == 8
    assert library.code("Sky-Line") == 7


def test_locale_files_give_names_and_no_card(cdb: Path) -> None:
    names = {101: "塔之守卫", 555: "无此卡", 103: "老塔守卫"}
    other = {101: "Turmwache"}
    locale = make_names(cdb.with_name("de.cdb"), other)
    library = Library([cdb, make_names(cdb.with_name("zh.cdb"), names), locale])
    guard = record(library, "Turmwache")
    assert (guard["name"], guard["zh"], guard["aliases"]) == ("Tower Guard", "塔之守卫", ["Turmwache"])
    assert library.code(555) is None


def test_rows_in_one_table_only_are_no_cards(cdb: Path) -> None:
    connection = sqlite3.connect(cdb)
    connection.execute("delete from texts where id = 103")
    connection.execute("delete from datas where id = 105")
    connection.commit()
    connection.close()
    library = Library([cdb])
    assert library.code(103) is None
    assert library.code("Sun Wyrm") is None


def test_the_last_of_several_files_counts(cdb: Path, tmp_path: Path) -> None:
    newer = make(tmp_path / "expansion.cdb", [{"id": 101, "name": "Tower Guard", "level": 8}], setnames=None)
    assert record(Library([cdb, newer]), "Tower Guard")["level"] == 8
    assert record(Library([newer, cdb]), "Tower Guard")["level"] == 4


def test_archetypes_go_by_name_in_each_file(cdb: Path, tmp_path: Path) -> None:
    client = make(tmp_path / "other" / "cards.cdb", [{"id": 201, "name": "Far Guard", "setcode": 0x9}],
                  "!setcode 0x9 Tower\n")  # fmt: skip
    library = Library([cdb, client])
    assert record(library, "Far Guard")["archetypes"] == ["Tower"]
    assert record(library, "Tower Guard")["archetypes"] == ["Tower"]


def test_a_card_in_the_files_of_two_languages_is_in_the_archetypes_of_both(cdb: Path, tmp_path: Path) -> None:
    rows = [{**card, "name": f"塔{card['id']}", "setcode": 0x7 if card["id"] == 101 else 0} for card in CARDS]
    chinese = make(tmp_path / "zh" / "cards.cdb", rows, "!setname 0x7 塔\tトワー\n")
    guard = record(Library([cdb, chinese]), "塔101")
    assert (guard["name"], guard["zh"], guard["archetypes"]) == ("Tower Guard", "塔101", ["Tower", "塔"])
    assert record(Library([chinese]), 101)["name"] == "塔101"


def test_without_strings_conf_it_is_said_that_archetypes_are_not_known(tmp_path: Path) -> None:
    file = make(tmp_path / "a" / "b" / "c" / "cards.cdb", setnames=None)
    library = Library([file])
    assert "archetypes" not in record(library, "Tower Guard")
    assert any("strings.conf" in note for note in record(library, "Tower Guard")["not_understood"])
    # What asks for an archetype that nobody knows is not guessed at.
    assert "procedures" not in record(library, 104)
    assert library.summary().warnings


def test_a_name_in_a_text_is_the_name_that_the_rules_know(tmp_path: Path) -> None:
    rows = [*CARDS, {"id": 120, "name": "Alloy", "type": 0x61, "desc": '"Old Guard" + "tower guard"'}]
    materials = record(Library([make(tmp_path / "cards.cdb", rows)]), "Alloy")["materials"]
    assert {slot["name"] for slot in materials} == {"Tower Guard"}


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("text", "line", "rest"),
    [
        ("2 monsters\r\nCannot attack.", "2 monsters", "Cannot attack."),
        ('Must be Special Summoned with "Mask".', "", 'Must be Special Summoned with "Mask".'),
        ("[ Pendulum Effect ]\nA: B.\n----------\n[ Monster Effect ]\n2 monsters\nC.", "2 monsters", "C."),
        ("←4 【灵摆】 4→\nx\n【怪兽效果】\n2 monsters", "2 monsters", ""),
        ("(This card is always treated as a gate.)\n2 monsters\nX.", "2 monsters",
         "(This card is always treated as a gate.)\nX."),
        ("", "", ""),
    ],
)
def test_the_materials_line_is_the_first_of_the_monsters_part(text: str, line: str, rest: str) -> None:
    assert texts.parts(text) == (line, rest)


@pytest.mark.skipif(not DATA.is_dir(), reason="the lines of real cards are not here")
def test_no_materials_line_is_taken_for_a_sentence() -> None:
    rows = map(json.loads, (DATA / "materials_lines.jsonl").read_text("utf-8").splitlines())
    lost = [row["materials"] for row in rows if not texts.parts(row["materials"]).line]
    assert [line for line in lost if " + " in line or not line.rstrip(")").endswith(".")] == []


def test_a_card_mentions_the_cards_that_its_text_names(tmp_path: Path) -> None:
    text = 'Once per turn: You can banish 1 "Old Guard" or "Nobody"; draw 1. "Tower" monsters and "sun wyrm" are safe.'
    rows = [*CARDS, {"id": 120, "name": "Teller", "type": EFFECT, "desc": text}]
    assert record(Library([make(tmp_path / "cards.cdb", rows)]), "Teller")["mentions"] == ["Tower Guard", "Sun Wyrm"]


def test_sentences_that_hold_while_a_card_is_face_up_are_told_apart() -> None:
    text = 'Neither player can Special Summon. When it arrives: Draw 1. "A: B" monsters become Level 4. It is red.'
    assert texts.standing(text) == ["Neither player can Special Summon.", '"A: B" monsters become Level 4.']


def test_standing_sentences_are_told_where_the_card_is_face_up(tmp_path: Path, board: Callable[[str], Path]) -> None:
    rows = [{"id": 7, "name": "Lock", "type": TRAP | 0x20000, "race": 0, "desc": "No one can Summon dolls."}]
    file = make(tmp_path / "cards.cdb", rows)
    result = run("legal", board('[a]\nst = ["Lock | faceup"]\n'), "--cards", file)
    assert "Not modelled: Lock: No one can Summon dolls." in result.stdout


# ---------------------------------------------------------------- boards


RIDDLES = '[a]\nextra = ["Tower of Riddles"]\nmmz = ["Tower Guard", "the loud bell ringer"]\n'


def test_cards_of_a_database_stand_on_a_board(cdb: Path, board: Callable[[str], Path]) -> None:
    file = board('[a]\nextra = ["sun wyrm", 106]\nmmz = [102, "The Loud Bell-Ringer"]\n')
    result = run("legal", file, "--cards", cdb)
    assert result.exit_code == 0, result.stderr
    using = 'synchro summon Sun Wyrm using The "Loud" Bell-Ringer!, Tower Guard'
    assert using in " ".join(result.stdout.split())
    assert run("why", file, "synchro summon Sun Wyrm", "--cards", cdb).exit_code == 0
    assert run("legal", file).exit_code == 2  # the next question knows nothing of them


def test_what_was_not_understood_is_told_with_the_answer(cdb: Path, board: Callable[[str], Path]) -> None:
    file = board(RIDDLES)
    told = "Summon of Tower of Riddles: its materials were not understood: Whatever the moon likes + 1 riddle"
    assert told in " ".join(run("legal", file, "--cards", cdb).stdout.split())
    assert told in answer("legal", file, "--cards", cdb)["notes"]
    verdict = answer("why", file, "fusion summon Tower of Riddles", "--cards", cdb)
    assert told in verdict["notes"]


def test_nothing_is_told_of_a_text_that_was_understood(cdb: Path, board: Callable[[str], Path]) -> None:
    notes = answer("legal", board('[a]\nextra = ["Sun Wyrm"]\n'), "--cards", cdb)["notes"]
    assert not [note for note in notes if "understood" in note]


def test_made_up_cards_come_before_the_pool_and_the_pool_before_databases(use: Path, tmp_path: Path) -> None:
    rows = [{"id": 26202165, "name": "Sangan", "level": 9}, *CARDS]
    use_cards(make(tmp_path / "mine" / "cards.cdb", rows))
    assert in_use().find("Sangan") is embedded().find("Sangan")
    assert in_use().find(26202165) is embedded().find("Sangan")
    mine = {"name": "Tower Guard", "card": "monster", "types": ["normal"], "attribute": "DARK", "race": "Fiend",
            "level": 7, "atk": 0, "def": 0}  # fmt: skip
    made = read_data({"a": {"hand": ["Tower Guard", 101]}, "card": [mine]})
    assert made.board.records["Tower Guard"]["level"] == 7


def test_a_board_is_written_with_the_names_of_its_cards(use: Path) -> None:
    board = read_data({"a": {"hand": ["Tower Guard"], "extra": ["Sun Wyrm"]}}).board
    text = scenario_text(board)
    assert "[[card]]" not in text
    import tomllib

    assert read_data(tomllib.loads(text)).board == board


def test_a_miss_names_the_nearest(cdb: Path, board: Callable[[str], Path]) -> None:
    result = run("legal", board('[a]\nhand = ["Towr Gard", 5]\n'), "--cards", cdb)
    assert result.exit_code == 2
    assert "'Towr Gard': unknown card, did you mean 'Tower Guard'?" in result.stderr
    assert "a.hand[2]: 5: unknown passcode" in result.stderr


def test_a_row_that_is_no_card_is_named_with_its_place(tmp_path: Path, board: Callable[[str], Path]) -> None:
    file = make(tmp_path / "cards.cdb", [{"id": 7, "name": "Odd One", "race": 3}])
    result = run("legal", board('[a]\nhand = ["Odd One", "Sangan"]\n'), "--cards", file)
    assert result.exit_code == 2
    assert f"a.hand[1]: 'Odd One': {file}: card 7 (Odd One): race 3" in result.stderr


# ---------------------------------------------------------------- which databases


def test_databases_are_remembered_shown_and_forgotten(cdb: Path, board: Callable[[str], Path]) -> None:
    file = board('[a]\nhand = ["Tower Guard"]\n')
    try:
        assert run("cards", "use").stdout == "no card database is in use\n"
        used = run("cards", "use", cdb.parent)
        assert used.exit_code == 0, used.stderr
        assert "12 cards, 4 archetypes" in used.stdout
        assert answer("cards", "use")["files"] == [str(cdb)]
        assert run("legal", file).exit_code == 0
        config_file().write_text("[]", encoding="utf-8")
        assert "use it again" in run("legal", file).stderr
    finally:
        assert run("cards", "use", "--forget").exit_code == 0
    assert not config_file().exists()
    assert run("legal", file).exit_code == 2


def test_the_option_comes_before_the_variable_and_that_before_what_is_remembered(
    cdb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YGOLP_CARDS", "")
    assert databases() == ()
    monkeypatch.setenv("YGOLP_CARDS", f"{tmp_path / 'a.cdb'}{__import__('os').pathsep}{tmp_path / 'b.cdb'}")
    assert databases() == (tmp_path / "a.cdb", tmp_path / "b.cdb")
    use_cards(cdb)
    assert databases() == (cdb,)
    use_cards()
    assert databases() == (tmp_path / "a.cdb", tmp_path / "b.cdb")


def test_card_files_are_known_to_questions_too(board: Callable[..., Path]) -> None:
    cards = board('[[card]]\nname = "Paper Crane"\ncard = "monster"\ntypes = ["normal"]\nlevel = 1\n', "cards.toml")
    file = board('[a]\nhand = ["Paper Crane"]\n')
    assert run("legal", file, "--cards", cards).exit_code == 0
    assert run("legal", file).exit_code == 2


def test_strings_conf_may_be_named(tmp_path: Path) -> None:
    file = make(tmp_path / "a" / "b" / "c" / "cards.cdb", setnames=None)
    names = tmp_path / "x" / "strings.conf"
    names.parent.mkdir()
    names.write_text(SETNAMES, encoding="utf-8")
    assert record(Library([file, names]), "Tower Guard")["archetypes"] == ["Tower"]


# ---------------------------------------------------------------- show and coverage


def test_show_tells_what_each_part_of_a_text_was_taken_to_mean(cdb: Path) -> None:
    result = run("cards", "show", "bell ringer loud the", "--cards", cdb)
    assert result.exit_code == 2
    text = " ".join(run("cards", "show", "the loud bell ringer", "--cards", cdb).stdout.split())
    assert 'From its text "If you control a "Tower" monster, you can Special Summon this card (from your hand)' in text
    card = answer("cards", "show", "Tower of Riddles", "--cards", cdb)["cards"][0]
    assert card["clauses"] == []
    assert card["missed"] == ["Whatever the moon likes + 1 riddle"]
    assert "Not understood" in [each["heading"] for each in card["sections"]]


def test_coverage_counts_and_ranks(cdb: Path) -> None:
    found = answer("cards", "coverage", "--cards", cdb)
    assert found["kinds"]["fusion"] == {"understood": 0, "partly": 0, "not": 1}
    assert found["kinds"]["synchro"] == {"understood": 1, "partly": 0, "not": 0}
    assert found["missing"] == [
        {"template": "Whatever the moon likes + # riddle", "count": 1, "example": "Tower of Riddles"}
    ]
    only = run("cards", "coverage", "--kind", "synchro", "--cards", cdb)
    assert "synchro" in only.stdout
    assert "fusion" not in only.stdout
    assert run("cards", "coverage").exit_code == 2


# ---------------------------------------------------------------- decks


def test_a_deck_is_dealt_to_deck_and_extra_deck(cdb: Path, tmp_path: Path, board: Callable[[str], Path]) -> None:
    deck = "#created by me\n#main\n101\n102\n103\n#extra\n105\n!side\n104\n"
    (tmp_path / "my.ydk").write_text(deck, encoding="utf-8")
    file = board('[a]\ndeck = "my.ydk"\nhand = [103, "Sangan"]\n')
    use_cards(cdb)
    there = [(piece.name, piece.place) for piece in load(file).board.pieces]
    # The one that is in the hand has left the Deck.
    assert sorted(there) == [
        ("Old Tower Guard", "hand"), ("Sangan", "hand"), ("Sun Wyrm", "extra"), ("Tower Guard", "deck"),
        ("Tower Guard", "deck"),
    ]  # fmt: skip


def test_a_link_is_a_deck_too_and_an_extra_deck_that_is_written_out_counts(use: Path) -> None:
    # 101 and 105 as little-endian 32-bit numbers.
    link = "ydke://ZQAAAA==!aQAAAA==!!"
    board = read_data({"a": {"deck": link}}).board
    assert [(piece.name, piece.place) for piece in board.pieces] == [("Tower Guard", "deck"), ("Sun Wyrm", "extra")]
    board = read_data({"a": {"deck": link, "extra": ["Gate Engine"]}}).board
    assert [(piece.name, piece.place) for piece in board.pieces] == [("Gate Engine", "extra"), ("Tower Guard", "deck")]


@pytest.mark.parametrize(
    ("deck", "what"),
    [
        ("absent.ydk", "a.deck: absent.ydk: "), ("ydke://!!", "a.deck: ydke link: expected ydke://"),
        ("ydke://ZQAAA!!!", "no valid Base64"), ("ydke://AQAAAA==!!!", "1: unknown passcode"),
    ],
)  # fmt: skip
def test_a_deck_that_cannot_be_used_is_named(use: Path, deck: str, what: str) -> None:
    with pytest.raises(YgolpError) as error:
        read_data({"a": {"deck": deck}})
    assert what in str(error.value)


# ---------------------------------------------------------------- what is kept


def test_a_changed_database_is_read_again(cdb: Path) -> None:
    assert record(Library([cdb]), "Tower Guard")["level"] == 4
    make(cdb, [{"id": 101, "name": "Tower Guard", "level": 5}, {"id": 130, "name": "Newcomer"}])
    assert record(Library([cdb]), "Tower Guard")["level"] == 5
    assert Library([cdb]).code("Newcomer") == 130


def test_what_is_kept_is_what_was_read(cdb: Path) -> None:
    first = [Library([cdb]).entry(code) for code in Library([cdb]).codes()]
    again = Library([cdb])
    assert [again.entry(each.record["passcode"]) for each in first] == first


@pytest.mark.parametrize("broken", [b"", b"nonsense", b"SQLite format 3\0 and no more"])
def test_a_broken_cache_is_made_again(
    cdb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    assert Library([cdb]).code("tower guard") == 101
    files = list((tmp_path / "kept" / "ygolp").iterdir())
    assert files
    for file in files:
        file.write_bytes(broken)
    library = Library([cdb])
    assert library.code("tower guard") == 101
    assert record(library, "Sun Wyrm")["level"] == 6


def test_without_a_place_for_the_cache_all_is_well(cdb: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert record(Library([cdb]), "sun wyrm")["level"] == 6


@pytest.mark.parametrize(("board_text", "opened"), [('hand = ["Sangan"]', False), ('hand = ["Tower Guard"]', True)])
def test_a_database_is_opened_only_for_a_card_that_the_pool_lacks(
    cdb: Path, board: Callable[[str], Path], board_text: str, opened: bool
) -> None:
    command = ["legal", str(board(f"[a]\n{board_text}\n")), "--cards", str(cdb)]
    code = f"import sys, ygolp.cli\nygolp.cli.main({command!r}, standalone_mode=False)\n"
    code += "print('sqlite3' in sys.modules)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.splitlines()[-1] == str(opened)


# ---------------------------------------------------------------- real cards


@pytest.mark.skipif(not DATA.is_dir(), reason="no database of real cards is here")
@pytest.mark.parametrize(
    ("asked", "name"),
    [
        (89631140, "Blue-Eyes White Dragon"), ("blue eyes white dragon", "Blue-Eyes White Dragon"),
        ("青眼白龙", "Blue-Eyes White Dragon"), ("Red-Eyes B. Dragon", "Red-Eyes Black Dragon"),
    ],
)  # fmt: skip
def test_real_cards_are_found(asked: str | int, name: str) -> None:
    assert record(Library([DATA / "cards.cdb", DATA / "cards-zh.cdb"]), asked)["name"] == name


@pytest.mark.skipif(not DATA.is_dir(), reason="no database of real cards is here")
def test_archetypes_of_real_cards_are_those_of_the_pool() -> None:
    library = Library([DATA / "cards.cdb"])
    assert library.summary().warnings == ()


# ---------------------------------------------------------------- hostile files

Change = Callable[[Path], object]


def _statements(*statements: str) -> Change:
    def change(file: Path) -> None:
        connection = sqlite3.connect(file)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    return change


ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select i id, 'x' name, '' desc from n"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda file: file.unlink(), "no such file"),
        (lambda file: (file.unlink(), file.mkdir()), "no .cdb file in that folder"),
        (lambda file: file.write_bytes(b""), "no card database"),
        (lambda file: file.write_text("Sun Wyrm", encoding="utf-8"), "no card database"),
        (lambda file: file.write_bytes(b"SQLite format 3\0" + b"x" * 4000), "cannot be read"),
        (lambda file: file.write_bytes(file.read_bytes()[:5000]), "cannot be read"),
        (lambda file: file.write_bytes(file.read_bytes().replace(b"name text", b"name\x80text")), "no column"),
        (lambda file: file.write_bytes(file.read_bytes().replace(b"CREATE", b"CR\x80ATE")), "its schema is damaged"),
        (_statements("drop table texts"), "there is no table 'texts'"),
        (_statements("drop table texts", f"create view texts as {ENDLESS}"), "'texts' is no plain table"),
        (_statements("alter table texts rename column name to title"), "'texts' has no column 'name'"),
        (_statements("alter table datas rename column race to type_"), "'datas' has no column 'race'"),
        (_statements("alter table texts drop column desc",
                     "alter table texts add column desc text as (hex(zeroblob(1000000)))"), "computed"),
    ],
)  # fmt: skip
def test_hostile_files_are_refused(cdb: Path, board: Callable[[str], Path], change: Change, what: str) -> None:
    change(cdb)
    for command in (["legal", board('[a]\nhand = ["Tower Guard", "Sun Wyrm"]\n')], ["cards", "show", "Sun Wyrm"]):
        result = run(*command, "--cards", cdb)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert what in result.stderr
        assert len(result.stderr.splitlines()) == 1
        assert "cards.cdb" in result.stderr
    assert run("cards", "use", cdb).exit_code == 2


def test_texts_of_any_kind_do_no_harm(tmp_path: Path) -> None:
    odd = "a\0b\n\"c\"'; drop table texts; -- \ud7ff\u202e"
    rows = [
        {"id": 7, "name": odd, "desc": odd * 1000, "type": SYNCHRO, "level": 1},
        {"id": 8, "name": "Long", "desc": "1 Tuner + " * 100_000, "type": SYNCHRO, "level": 1},
        {"id": 9, "name": "Blob", "desc": b"\xff\xfe\x00", "type": EFFECT, "attribute": DARK, "race": DRAGON},
        {"id": 10, "name": b"\xff", "type": SPELL},
        {"id": 11, "name": "Null", "desc": None, "type": NORMAL, "attribute": EARTH},
    ]
    library = Library([make(tmp_path / "cards.cdb", rows)])
    for code in library.codes():
        made = library.entry(code)
        assert schema.check_card(made.record) == []
        assert record_faults(made.record) == []
    assert "1000000 characters" in library.entry(8).record["not_understood"][0]


def test_strings_conf_may_be_nonsense(tmp_path: Path) -> None:
    nonsense = "!setname\n!setname x y\n!setname 0x1\n!setname 0xfffffffff A\n!setname 0x1 Tower\n!setname 0x2 ||\n\0\n"
    library = Library([make(tmp_path / "cards.cdb", setnames=nonsense)])
    assert record(library, "Tower Guard")["archetypes"] == ["Tower"]
    (tmp_path / "strings.conf").write_bytes(b"\xff\xff")
    with pytest.raises(DatabaseError, match="no UTF-8 text"):
        Library([tmp_path / "cards.cdb"]).summary()
