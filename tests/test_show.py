"""The drawing of a board, and the text layout below it."""

from __future__ import annotations

from typing import Any

import pytest

from ygolp.layout import blocks, cut, hanging, table, width, wrap, zones_text
from ygolp.paths import SCENARIOS
from ygolp.scenario import load, read_data
from ygolp.show import draw

FIRST = load(SCENARIOS / "first-board.toml")


def shown(reveal: bool = False, **data: Any) -> str:
    return draw(read_data(data).board, reveal=reveal)


def labels(text: str, row: int) -> list[str]:
    """Return the names of the zones of a row, from left to right."""
    heads = [line for line in text.splitlines() if "│" in line and any(zone in line for zone in ("st1", "mmz1", "emz"))]
    parts = [part.strip() for part in heads[row].split("│") if part.strip()]
    return [part if part.startswith("emz") else part.split()[0] for part in parts]


def cell(text: str, label: str) -> list[str]:
    """Return the lines of player a's zone of that label, the first with its name and position."""
    rows = [line.split("│") for line in text.splitlines()]
    top, column = max(
        (number, column) for number, row in enumerate(rows) for column, part in enumerate(row) if part.startswith(label)
    )
    below = next(number for number in range(top, len(rows)) if len(rows[number]) <= column)
    return [row[column].rstrip() for row in rows[top:below]]


# ---------------------------------------------------------------- the board


def test_zones_of_the_opponent_are_mirrored() -> None:
    text = draw(FIRST.board)
    assert labels(text, 0) == ["Deck", "st5", "st4", "st3", "st2", "st1", "Extra"]
    assert labels(text, 1) == ["GY", "mmz5", "mmz4", "mmz3", "mmz2", "mmz1", "fz"]
    assert labels(text, 2) == ["emz left", "emz right"]
    assert labels(text, 3) == ["fz", "mmz1", "mmz2", "mmz3", "mmz4", "mmz5", "GY"]
    assert labels(text, 4) == ["Extra", "st1", "st2", "st3", "st4", "st5", "Deck"]


def test_extra_monster_zones_lie_between_the_second_and_fourth_columns() -> None:
    lines = draw(FIRST.board).splitlines()
    extra = next(line for line in lines if "emz left" in line)
    main = [line for line in lines if "mmz1" in line][-1]
    assert extra.index("emz left") == main.index("mmz2")
    assert extra.index("emz right") == main.index("mmz4")


def test_the_left_extra_monster_zone_of_b_is_at_the_right_of_a() -> None:
    text = shown(b={"emz": ["Linkuriboh | zone left"]})
    line = next(line for line in text.splitlines() if "Linkuriboh" in line)
    main = [line for line in text.splitlines() if "mmz1" in line][-1]
    assert line.index("Linkuriboh") == main.index("mmz4")
    assert "b emz left" in text


@pytest.mark.parametrize("era", ["mr2", "mr3"])
def test_no_extra_monster_zones_before_2017(era: str) -> None:
    text = shown(era=era)
    assert "emz" not in text
    assert ("pz left" in text) == (era == "mr3")


def test_positions_and_names() -> None:
    text = draw(FIRST.board)
    assert cell(text, "mmz2")[:2] == ["mmz2     ▮ ATK", "Junk Synchron"]
    assert cell(text, "mmz3")[:3] == ["mmz3     ▬ DEF", "Quillbolt", "Hedgehog"]
    assert cell(text, "mmz4")[0] == "mmz4     ▬ set"
    assert cell(text, "st3")[0] == "st3        set"


def test_what_a_cannot_see_is_hidden_unless_revealed() -> None:
    hidden, revealed = draw(FIRST.board), draw(FIRST.board, reveal=True)
    for name in ("Sangan", "Solemn", "Mirror Force", "Giant Soldier", "Cyber Dragon"):
        assert name not in hidden
        assert name in revealed
    assert "(Sangan)" in revealed
    assert "Summoned Skull, Marauding Captain, Dark Armed Dragon" in hidden  # a's own hand


def test_a_face_down_card_tells_nothing_below_the_board() -> None:
    text = shown(a={"mmz": [{"card": "Sangan", "position": "fd_def", "arrived": True}]})
    assert "a mmz1  face-down card: arrived this turn" in text
    assert "Sangan" not in text


def test_counts_and_lists() -> None:
    text = draw(FIRST.board)
    assert "a   LP 5200 · hand 3 · Deck 31 · Extra Deck 4 · GY 2 · banished 0" in text
    assert "b   LP 6400 · hand 2 · Deck 33 · Extra Deck 0 · GY 0 · banished 0" in text
    assert "    GY         Kuriboh, Mystic Tomato" in text
    assert "Turn 5, of player a · Main Phase 1" in text
    assert "mr2020" in text


def test_equal_cards_are_counted_and_face_down_banished_ones_hidden() -> None:
    text = shown(a={"gy": ["Kuriboh | x3", "Sangan"], "banished": ["Gemini Elf | set", "Sangan"]})
    assert "Kuriboh x3, Sangan" in text
    assert "a face-down card, Sangan" in text


def test_a_ripple_monster_shows_its_pile_from_the_top() -> None:
    text = shown(
        era="mr3", extensions=["ripple"], a={"mmz": [{"stack": ["Wave Magician", "Wave Swordsman"], "switched": True}]}
    )
    assert "pile from the top: Wave Magician, Wave Swordsman; Switched this turn" in text


def test_marks_materials_counters_and_equips() -> None:
    text = shown(
        a={
            "mmz": [
                {"card": "Number 39: Utopia", "materials": ["Gemini Elf", "Sangan"], "attacked": True, "zone": 2},
                {"card": "Gemini Elf", "counters": {"Spell Counter": 2}, "level": 5, "owner": "b"},
            ],
            "st": [{"card": "Axe of Despair", "equip_to": "Gemini Elf"}],
            "normal_summons": 1,
        }
    )
    assert "a mmz2  Number 39: Utopia: Xyz Materials: Gemini Elf, Sangan; attacked this turn" in text
    assert "a mmz1  Gemini Elf: level now 5; 2 Spell Counter; owned by b" in text
    assert "a st1  Axe of Despair: equipped to Gemini Elf (mmz1)" in text
    assert "this turn  Normal Summons and Sets made: 1" in text


def test_pendulum_zones_are_the_outer_spell_and_trap_zones_since_2017() -> None:
    pair = {"pz": ["Timegazer Magician | zone left", "Stargazer Magician | zone right"]}
    text = shown(era="mr2020", a=pair)
    assert cell(text, "st1")[:3] == ["st1 pz", "Timegazer", "Magician"]
    assert cell(text, "st5")[:3] == ["st5 pz", "Stargazer", "Magician"]
    assert cell(shown(era="mr3", a=pair), "pz left")[1] == "Timegazer"


def test_two_cards_in_one_zone_are_both_told() -> None:
    text = shown(a={"mmz": ["Sangan | zone 1", "Kuriboh | zone 1"]})
    assert "and 1 more" in text


def test_wide_names_keep_the_columns_in_line() -> None:
    name = "混沌战士的黎明之龙与星之使者的终焉"
    record = {"name": name, "card": "monster", "types": ["normal"], "level": 4, "attribute": "DARK", "race": "Dragon",
              "atk": 1000, "def": 1000}  # fmt: skip
    text = shown(card=[record], a={"mmz": [name], "hand": [f"{name} | x2", *["Sangan"] * 3], "gy": [name] * 3})
    assert {width(line) for line in text.splitlines() if line.startswith(("│", "┌", "├", "└"))} == {98}
    assert all(width(line) <= 100 for line in text.splitlines())
    assert cell(text, "mmz1")[1:4] == ["混沌战士的黎明", "之龙与星之使者", "的终焉"]


@pytest.mark.parametrize(
    "path", sorted(SCENARIOS.rglob("*.toml"))[::7], ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_every_board_fits(path: Any) -> None:
    scenario = load(path)
    for reveal in (False, True):
        assert all(width(line) <= 100 for line in draw(scenario.board, scenario.title, reveal).splitlines())


# ---------------------------------------------------------------- layout


@pytest.mark.parametrize(
    ("zones", "text"),
    [
        ([], ""),
        (["mmz3"], "mmz3"),
        (["mmz5", "mmz3", "mmz4"], "mmz3-5"),
        (["emz left", "emz right", "mmz1", "mmz2", "mmz4"], "mmz1-2, mmz4, emz"),
        (["emz right"], "emz right"),
        (["b mmz1", "b mmz2", "mmz5"], "mmz5, b mmz1-2"),
    ],
)
def test_zones_in_short(zones: list[str], text: str) -> None:
    assert zones_text(zones) == text


def test_width_counts_wide_signs_twice() -> None:
    assert width("Ai") == 2
    assert width("星尘龙") == 6
    assert width("é") == 1
    assert cut("星尘龙", 5) == "星尘…"


def test_wrapping() -> None:
    assert wrap("Blue-Eyes White Dragon", 12) == ["Blue-Eyes", "White Dragon"]
    assert wrap("星尘龙星尘龙", 8) == ["星尘龙星", "尘龙"]
    assert wrap("", 8) == [""]
    assert hanging("one two three", "- ", columns=26) == ["- one two three"]


def test_a_long_cell_is_not_broken() -> None:
    assert table([("a", "1"), ("bb", "2")]) == ["a   1", "bb  2"]
    assert blocks([("long name", "1"), ("a", "2")], widest=4) == [["long name", "   1"], ["a  2"]]
