"""The ripple line: what is printed on a String Monster, as text in a card record. Lines and errors are those of the
rule catalogue's grammar (RP-023 to RP-028, D-61)."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_cli import run
from ygolp import Duel, ScenarioError
from ygolp.cards.files import read_cards
from ygolp.cards.pool import Pool, embedded
from ygolp.cards.ripple_line import (
    RippleLineError,
    chinese_line,
    english_line,
    read_line,
    ripple_table,
    with_tables,
)
from ygolp.cards.ripple_line.words import ATTRIBUTES, RACES
from ygolp.scenario import read_data
from ygolp.schema import check_card
from ygolp.writing import scenario_text

# The String Monster, and its line in Chinese and in English.
LINES = [
    ("Wave Swordsman", "＋「波动魔术师」=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）",
     '+ "Wave Magician" = "Ripple Dragon Spacecosm" (Effect / Dragon / Level 7 / ATK 2500 / DEF 2000)'),
    ("Wave Magician", "＋「波动剑士」=「波纹龙 时宙龙」（效果 · 龙 · 7星 · 攻2500/守2000）",
     '+ "Wave Swordsman" = "Ripple Dragon Timecosm" (Effect / Dragon / Level 7 / ATK 2500 / DEF 2000)'),
    ("Ghost Sword - Edge", "＋不死族怪兽=「鬼剑-盾斩」（效果 · 不死 · 8星 · 攻3000/守3000）",
     '+ Zombie monster = "Ghost Sword - Shieldslash" (Effect / Zombie / Level 8 / ATK 3000 / DEF 3000)'),
    ("Cyberdark Dragon Core", "＋机械族怪兽=「电子暗黑龙 · 黑域」（效果 · 机械 · 8星 · 攻1000/守1000）",
     '+ Machine monster = "Cyberdark Dragon - Dark Domain" (Effect / Machine / Level 8 / ATK 1000 / DEF 1000)'),
    ("Breath of the Spirit Dragon", "＋场地魔法卡=「龙脉」（效果 · 龙 · 10星 · 攻0/守4000）",
     '+ Field Spell = "Dragon Vein" (Effect / Dragon / Level 10 / ATK 0 / DEF 4000)'),
    ("Shadow of Sophia - Baleful Star", "＋「入魔双蛇仗使」=「蚀星神 入魔-候」（效果 · 天使 · 9星 · 攻2900/守2550）",
     '+ "Evilswarm Kerykeion" = "Evilswarm Hou, the Star Eclipse God" '
     "(Effect / Fairy / Level 9 / ATK 2900 / DEF 2550)"),
    ("Light of Sophia - Radiant Star",
     "＋「星圣 · 草帽星系」=「蚀星神 星圣-琉璃」（效果 · 天使 · 9星 · 攻2850/守2600）",
     '+ "Constellar Sombre" = "Constellar Lapis, the Star Eclipse God" '
     "(Effect / Fairy / Level 9 / ATK 2850 / DEF 2600)"),
    ("Gaia Knight, the Radiant Knight", "＋龙族怪兽=「圣龙之骑士 盖亚龙骑士」（效果 · 龙 · 10星 · 攻3500/守2800）",
     '+ Dragon monster = "Gaia Dragon Knight of the Holy Dragon" '
     "(Effect / Dragon / Level 10 / ATK 3500 / DEF 2800)"),
]  # fmt: skip
# The pool calls these two materials by their official Chinese names.
OFFICIAL = {"入魔双蛇仗使": "邪蚀 柯尔吉昂", "星圣 · 草帽星系": "星圣 索恩布雷斯"}
SAID = ("name", "zh", "types", "race", "level", "atk", "def", "materials")


def carrier(ripple: Any, **further: Any) -> dict[str, Any]:
    """Return a made-up String Monster with that line."""
    return {
        "name": "Wave Tester", "card": "monster", "types": ["effect", "string"], "attribute": "WIND", "race": "Fairy",
        "level": 4, "atk": 1000, "def": 1000, "ripple": ripple, **further,
    }  # fmt: skip


def table(ripple: Any, *others: dict[str, Any]) -> dict[str, Any]:
    """Return the table that a line in a record becomes."""
    labelled = [("card", carrier(ripple)), *(("other", other) for other in others)]
    records, problems = with_tables(labelled, embedded())
    assert problems == []
    assert check_card(records[0][1]) == []
    found: dict[str, Any] = records[0][1]["ripple"]
    return found


def problems(ripple: Any) -> list[str]:
    return with_tables([("card[1]", carrier(ripple))], embedded())[1]


# ---- the lines of the eight cards ----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "chinese", "english"), LINES)
def test_the_lines_of_the_eight_cards_say_what_the_pool_has(name: str, chinese: str, english: str) -> None:
    record = embedded().find(name)
    assert record is not None
    pool = {key: part for key, part in record["ripple"].items() if key in SAID}
    assert table({"line": chinese, "name": pool["name"]}) == pool
    assert table({"line": english, "zh": pool["zh"]}) == pool


@pytest.mark.parametrize(("name", "chinese", "english"), LINES)
def test_the_pool_is_written_as_the_lines_of_the_eight_cards(name: str, chinese: str, english: str) -> None:
    record = embedded().find(name)
    assert record is not None
    for seed, official in OFFICIAL.items():
        chinese = chinese.replace(seed, official)
    assert chinese_line(record["ripple"], embedded().find) == chinese
    assert english_line(record["ripple"]) == english
    shown = run("cards", "show", name).stdout
    assert f"\n  {chinese}\n" in shown
    assert english in " ".join(shown.split())


def test_a_line_alone_gives_the_ripple_monster_the_name_that_it_has_in_the_line() -> None:
    assert table(LINES[7][1]) == {
        "name": "圣龙之骑士 盖亚龙骑士", "types": ["effect"], "race": "Dragon", "level": 10, "atk": 3500, "def": 2800,
        "materials": [{"race": "Dragon", "place": "monster_zone"}],
    }  # fmt: skip


# ---- every form ----------------------------------------------------------------------------------------------

PLAIN = "＋龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）"
ENGLISH = '+ Dragon monster = "Nameless" (Effect / Dragon / Level 10 / ATK 3500 / DEF 2800)'


@pytest.mark.parametrize("line", [
    "+龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）",
    "＋龙族怪兽＝「无名」（效果 · 龙 · 10星 · 攻3500/守2800）",
    "＋龙族怪兽=无名（效果 · 龙 · 10星 · 攻3500/守2800）",
    "＋龙族怪兽=「无名」(效果 · 龙 · 10星 · 攻3500/守2800)",
    "＋龙族怪兽=「无名」（效果·龙·10星·攻3500/守2800）",
    "＋龙族怪兽=「无名」（效果・龙・10星・攻3500/守2800）",
    "＋龙族怪兽=「无名」（效果 • 龙 • 10星 • 攻3500/守2800）",
    "＋龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500／守2800）",
    "＋龙族怪兽=「无名」（效果 · 龙 · １０星 · 攻３５００/守２８００）",
    "＋龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）。",
    "波纹：＋龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）",
    "波纹:＋龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）",
    "  ＋ 龙族怪兽 = 「无名」 （ 效果 · 龙 · 10 星 · 攻 3500 / 守 2800 ） \n",
    "＋1只龙族怪兽=「无名」（效果 · 龙 · 10星 · 攻3500/守2800）",
])  # fmt: skip
def test_signs_have_more_than_one_form(line: str) -> None:
    assert table(line) == table(PLAIN)


@pytest.mark.parametrize("line", [
    '+Dragon monster="Nameless"(Effect/Dragon/Level 10/ATK 3500/DEF 2800)',
    '＋ Dragon monster ＝ “Nameless” （Effect · Dragon · Level 10 · ATK 3500 · DEF 2800）.',
    "+ Dragon monster = 「Nameless」 (Effect, Dragon, Level 10, ATK 3500, DEF 2800)",
    "+ dragon MONSTER = Nameless (effect / dragon / level 10 / atk 3500 / def 2800)",
    '+ 1 Dragon-Type monster = "Nameless" (Effect ・ Dragon • Level 10 ／ ATK 3500 / DEF 2800)',
    'Ripple: + Dragon monster\n  = "Nameless"\n  (Effect / Dragon / Level 10 / ATK 3500 / DEF 2800)\n',
])  # fmt: skip
def test_signs_have_more_than_one_form_in_english(line: str) -> None:
    assert table(line) == table(ENGLISH)


def test_the_two_forms_say_the_same() -> None:
    assert table(PLAIN.replace("无名", "Nameless")) == table(ENGLISH)
    assert table('+ "波动魔术师" = Nameless (Dragon / Level 1 / ATK ? / DEF ？)') == table(
        "＋「Wave Magician」=Nameless（龙 · 1星 · 攻？/守?）"
    )


FIELD, ZONE = {"place": "field"}, {"place": "monster_zone"}
REQUIREMENTS: list[tuple[str, str, dict[str, Any]]] = [
    ("「波动魔术师」", '"Wave Magician"', {"name": "Wave Magician", **FIELD}),
    ("「星圣·草帽星系」", '"constellar sombre"', {"name": "Constellar Sombre", **FIELD}),
    ("「入魔双蛇杖使」", '"Evilswarm  Kerykeion"', {"name": "Evilswarm Kerykeion", **FIELD}),
    ("「龙脉」", '"Dragon Vein"', {"name": "Dragon Vein", **FIELD}),
    ("2张「波动魔术师」", '2 "Wave Magician"', {"name": "Wave Magician", "count": 2, **FIELD}),
    ("3只龙族怪兽", "3x Dragon monsters", {"race": "Dragon", "count": 3, **ZONE}),
    ("光属性龙族怪兽", "LIGHT Dragon monster", {"attribute": "LIGHT", "race": "Dragon", **ZONE}),
    ("神属性怪兽", "DIVINE monster", {"attribute": "DIVINE", **ZONE}),
    ("魔法卡", "Spell Card", {"card": "spell", **FIELD}),
    ("场地魔法卡", "Field Spell", {"card": "spell", "type": "field", **FIELD}),
    ("装备魔法卡", "Equip Spell", {"card": "spell", "type": "equip", **FIELD}),
    ("永续魔法卡", "Continuous Spell", {"card": "spell", "type": "continuous", **FIELD}),
    ("速攻魔法卡", "Quick-Play Spell", {"card": "spell", "type": "quick_play", **FIELD}),
    ("仪式魔法卡", "Ritual Spell", {"card": "spell", "type": "ritual", **FIELD}),
    ("通常魔法卡", "Normal Spell", {"card": "spell", "type": "normal", **FIELD}),
    ("2张陷阱卡", "2 Traps", {"card": "trap", "count": 2, **FIELD}),
    ("永续陷阱卡", "Continuous Trap Card", {"card": "trap", "type": "continuous", **FIELD}),
    ("反击陷阱卡", "Counter Trap", {"card": "trap", "type": "counter", **FIELD}),
    ("通常陷阱卡", "Normal Trap", {"card": "trap", "type": "normal", **FIELD}),
    *((f"{zh}族怪兽", f"{race} monster", {"race": race, **ZONE}) for zh, race in RACES.items()),
    *((f"{zh}属性怪兽", f"{name} monster", {"attribute": name, **ZONE}) for zh, name in ATTRIBUTES.items()),
]  # fmt: skip


@pytest.mark.parametrize(("chinese", "english", "slot"), REQUIREMENTS)
def test_every_requirement(chinese: str, english: str, slot: dict[str, Any]) -> None:
    assert table(PLAIN.replace("龙族怪兽", chinese))["materials"] == [slot]
    assert table(ENGLISH.replace("Dragon monster", english))["materials"] == [slot]


def test_requirements_are_joined() -> None:
    both = table(PLAIN.replace("龙族怪兽", "「波动魔术师」＋龙族怪兽+2只光属性怪兽"))["materials"]
    assert both == [
        {"name": "Wave Magician", **FIELD}, {"race": "Dragon", **ZONE}, {"attribute": "LIGHT", "count": 2, **ZONE},
    ]  # fmt: skip
    assert table(ENGLISH.replace("Dragon m", '"Wave Magician" + Dragon monster + 2 LIGHT m'))["materials"] == both


@pytest.mark.parametrize(("zh", "race"), RACES.items())
def test_every_race_stands_in_the_brackets(zh: str, race: str) -> None:
    assert table(f"＋魔法卡=「无名」（效果 · {zh} · 4星 · 攻0/守0）")["race"] == race
    assert table(f"+ Spell = Nameless ({race} / Level 4 / ATK 0 / DEF 0)")["race"] == race


def test_without_the_word_effect_it_is_no_effect_monster_and_no_normal_monster() -> None:
    assert table("＋魔法卡=「无名」（龙 · 4星 · 攻?/守？）") == {
        "name": "无名", "types": [], "race": "Dragon", "level": 4, "atk": "?", "def": "?",
        "materials": [{"card": "spell", **FIELD}],
    }  # fmt: skip


def test_materials_may_be_cards_of_the_same_file() -> None:
    other = {**carrier("＋「Wave Tester」=「B」（龙 · 4星 · 攻0/守0）"), "name": "Wave Other", "zh": "波动别人"}
    mine = table("＋「波动别人」=「A」（龙 · 4星 · 攻0/守0）", other)
    assert mine["materials"] == [{"name": "Wave Other", **FIELD}]


def test_what_a_line_cannot_say_stands_beside_it() -> None:
    ripple = {
        "line": f"{PLAIN}。这张卡的攻击力上升500。", "name": "Nameless", "archetypes": ["Ojama"],
        "continuous": [{"op": "atk", "by": 500}], "effects_not_modelled": [],
    }  # fmt: skip
    assert table(ripple) == {
        **table(PLAIN), "name": "Nameless", "zh": "无名", "archetypes": ["Ojama"],
        "continuous": [{"op": "atk", "by": 500}], "effects_not_modelled": [],
    }  # fmt: skip
    assert problems({"line": PLAIN, "name": "Nameless", "zh": "别名"}) == [
        "card[1].ripple.line: column 7: '无名': the Ripple Monster is called Nameless beside the line"
    ]


# ---- what is not understood, and what is odd -----------------------------------------------------------------

TEXT = "1回合1次，可以选择对方场上1只怪兽发动。选择的怪兽破坏。●（括号）＋「引号」=…"


@pytest.mark.parametrize(("line", "period"), [(PLAIN, "。"), (ENGLISH, ". ")])
def test_effect_text_is_kept_and_not_guessed(line: str, period: str) -> None:
    assert table(f"{line}{period}{TEXT}\n") == {**table(line), "effects_not_modelled": [TEXT]}


def test_effect_text_is_shown_as_not_modelled(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"card": [carrier(f"{PLAIN}。{TEXT}")]}), encoding="utf-8")
    shown = run("cards", "show", "Wave Tester", "--cards", file)
    assert shown.exit_code == 0
    assert shown.stdout.endswith(f"\nNot modelled of the Ripple Monster\n  {TEXT}\n")
    assert f"\n  {PLAIN}\n" in shown.stdout


def board(line: str) -> dict[str, Any]:
    on_field = {"mmz": ["Wave Tester", "Curse of Dragon"]}
    return {"era": "mr3", "extensions": ["ripple"], "card": [carrier(line)], "a": on_field}


def test_a_level_above_12_is_accepted_with_a_warning(tmp_path: Path) -> None:
    line = PLAIN.replace("10星", "13星")
    data = board(line)
    duel = Duel(read_data(data))
    verdict = duel.why("ripple summon 无名 using Wave Tester, Curse of Dragon")
    assert verdict.legal
    assert "无名: Level 13: official Levels end at 12" in verdict.notes
    duel.push("ripple summon 无名 using Wave Tester, Curse of Dragon")
    assert "无名: Level 13: official Levels end at 12" in duel.notes_about()
    data["card"][0]["ripple"] = PLAIN.replace("10星", "12星")
    assert not any("official Levels" in note for note in Duel(read_data(data)).notes_about())
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"card": [carrier(line)]}), encoding="utf-8")
    assert "Level 13: official Levels end at 12" in run("cards", "show", "Wave Tester", "--cards", file).stdout


def test_a_board_that_is_written_has_the_same_ripple_monster() -> None:
    data = board(f"{PLAIN}。{TEXT}")
    first = read_data(data).board
    second = read_data(tomllib.loads(scenario_text(first))).board
    assert second.records["Wave Tester"] == first.records["Wave Tester"]
    assert second.records["无名"] == first.records["无名"]


# ---- errors --------------------------------------------------------------------------------------------------

# The line, the column, what is wrong (of the catalogue's list, in its order and words), and what stands there.
INVALID = [
    ("「波动魔术师」=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 1, "expected ＋", "「波动魔术师」"),
    ("「波动剑士」＋「波动魔术师」=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 1,
     "nothing may stand before the first ＋ (the carrier is implied)", "「波动剑士」"),
    ("＋=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 2, "expected a material requirement after ＋", "="),
    ("＋波动魔术师=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 2,
     "unknown requirement 波动魔术师: a card name stands in 「」, a race as X族怪兽, an attribute as X属性怪兽",
     "波动魔术师"),
    ("＋「波动魔术师」「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 9,
     "expected = after the material requirements", "「波纹龙"),
    ("＋「波动魔术师」=「波纹龙 空宇龙」（效果 · 光 · 龙 · 7星 · 攻2500/守2000）", 25,
     "attribute 光 not allowed in the brackets", "光"),
    ("＋「波动魔术师」=「波纹龙 空宇龙」（通常 · 龙 · 7星 · 攻2500/守2000）", 20,
     "a Ripple Monster is never a Normal Monster: 效果 or nothing expected", "通常"),
    ("＋「波动魔术师」=「波纹龙 空宇龙」（效果 · 龙 · 攻2500/守2000）", 29,
     "Level missing: expected N星 after the race", "攻2500"),
    ("＋「波动魔术师」=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000", 45, "expected ） at end of line", ""),
    ("＋衍生物=「波纹龙 空宇龙」（效果 · 龙 · 7星 · 攻2500/守2000）", 2, "a token cannot be a Ripple Material",
     "衍生物"),
    ("＋「波动魔术师」=「波纹龙 空宇龙」（龙 · 7星 · 攻2500/守2000）。1回合1次，可以选择对方场上1只怪兽发动。", 42,
     "effect text but no 效果 in the brackets", "1回合1次"),
]  # fmt: skip
UNKNOWN_EN = 'a card name stands in "", a race as X monster, an attribute as LIGHT monster'
# The same in English, and what the list does not name.
FURTHER = [
    ('"Wave Magician" = A (Effect / Dragon / Level 7 / ATK 0 / DEF 0)', 1, "expected +", '"Wave'),
    ('"A" + "Wave Magician" = A (Dragon / Level 7 / ATK 0 / DEF 0)', 1,
     "nothing may stand before the first + (the carrier is implied)", '"A"'),
    ("+ = A (Dragon / Level 7 / ATK 0 / DEF 0)", 3, "expected a material requirement after +", "="),
    ("+ Wave Magician = A (Dragon / Level 7 / ATK 0 / DEF 0)", 3,
     f"unknown requirement Wave Magician: {UNKNOWN_EN}", "Wave Magician"),
    ("+ Dragn monster = A (Dragon / Level 7 / ATK 0 / DEF 0)", 3,
     f"unknown requirement Dragn monster: {UNKNOWN_EN}, did you mean 'Dragon monster'?", "Dragn monster"),
    ('+ "Wave Magician" "A" (Dragon / Level 7 / ATK 0 / DEF 0)', 19,
     "expected = after the material requirements", '"A"'),
    ("+ Spell = A (Effect / LIGHT / Dragon / Level 7 / ATK 0 / DEF 0)", 23,
     "attribute LIGHT not allowed in the brackets", "LIGHT"),
    ("+ Spell = A (Normal / Dragon / Level 7 / ATK 0 / DEF 0)", 14,
     "a Ripple Monster is never a Normal Monster: Effect or nothing expected", "Normal"),
    ("+ Spell = A (Dragon / ATK 0 / DEF 0)", 23, "Level missing: expected Level N after the race", "ATK 0"),
    ("+ Spell = A (Dragon / Level 7 / ATK 0 / DEF 0", 46, "expected ) at end of line", ""),
    ("+ Token = A (Dragon / Level 7 / ATK 0 / DEF 0)", 3, "a token cannot be a Ripple Material", "Token"),
    ("+ Spell = A (Dragon / Level 7 / ATK 0 / DEF 0). Draw 1 card.", 49, "effect text but no Effect in the brackets",
     "Draw 1 card."),
    ("+ Spell = A (Dragon / Level 7 / ATK 0 / DEF 0) Draw 1 card.", 48, "expected . and the effect text, or the end",
     "Draw 1 card."),
    ("＋怪兽=「A」（龙 · 7星 · 攻0/守0）", 2,
     "unknown requirement 怪兽: a card name stands in 「」, a race as X族怪兽, an attribute as X属性怪兽", "怪兽"),
    ("＋「波动魔术师=「A」（龙 · 7星 · 攻0/守0）", 2, "expected 」 at the end of the name", "「波动魔术师"),
    ("＋「」=「A」（龙 · 7星 · 攻0/守0）", 2, "expected a name", "「」"),
    ("＋魔法卡=（龙 · 7星 · 攻0/守0）", 6, "expected a name", "（"),
    ("＋魔法卡=「A」龙 · 7星 · 攻0/守0）", 9, "expected （ after the name of the Ripple Monster", "龙"),
    ("＋魔法卡=「A」（效果 龙 · 7星 · 攻0/守0）", 10, "unknown race 效果 龙: expected one of 战士, ", "效果 龙"),
    ("＋魔法卡=「A」（龙族 · 7星 · 攻0/守0）", 10, "unknown race 龙族: races stand without 族 in the brackets", "龙族"),
    ("＋魔法卡=「A」（7星 · 攻0/守0）", 10, "race missing: expected one of 战士, ", "7星"),
    ("＋魔法卡=「A」（水 · 龙 · 7星 · 攻0/守0）", 10, "attribute 水 not allowed in the brackets", "水"),
    ("＋魔法卡=「A」（龙 · 光 · 7星 · 攻0/守0）", 14, "attribute 光 not allowed in the brackets", "光"),
    ("＋魔法卡=「A」（龙 · 0星 · 攻0/守0）", 14, "a Level is a whole number from 1 to 999999", "0"),
    ("＋魔法卡=「A」（龙 · 7星 · 攻0·守0）", 21, "expected / between ATK and DEF", "·守0）"),
    ("＋魔法卡=「A」（龙 · 7星 · 攻X/守0）", 20, "expected a number or ? after 攻", "X"),
    ("＋魔法卡=「A」（龙 · 7星 · 守0/攻0）", 19, "expected 攻 and a number, or 攻 and ?", "守0"),
    ("＋魔法卡=「A」（龙 · 7星 · 攻0/守0 · 光）", 27, "attribute 光 not allowed in the brackets", "光"),
    ("＋魔法卡=「A」（龙 · 7星 · 光 · 攻0/守0）", 19, "attribute 光 not allowed in the brackets", "光"),
    ("＋魔法卡=「A」（龙 · 7星 · 攻0/守0 · 无）", 25, "expected ）", "· 无）"),
    ("＋2张「波动魔法师」=「A」（龙 · 7星 · 攻0/守0）", 4, "unknown card, did you mean '波动魔术师'?", "波动魔法师"),
    ("＋0只龙族怪兽=「A」（龙 · 7星 · 攻0/守0）", 2, "a count is a whole number from 1 to 99", "0"),
    ("＋魔法卡" * 7 + "=「A」（龙 · 7星 · 攻0/守0）", 26, "at most 6 material requirements are expected", "魔法卡"),
    ("波纹＋魔法卡=「A」（龙 · 7星 · 攻0/守0）", 3, "expected ： after 波纹", "＋"),
    ("＋「波动魔法师」=「A」（龙 · 7星 · 攻0/守0）", 2, "unknown card, did you mean '波动魔术师'?", "波动魔法师"),
    ("＋龙族怪兽＋「绒儿衍生物」=「A」（龙 · 7星 · 攻0/守0）", 7, "unknown card, ", "绒儿衍生物"),
    ('+ "Fluff Token" = A (Dragon / Level 7 / ATK 0 / DEF 0)', 3, "a token cannot be a Ripple Material", "Fluff Token"),
    ("   ", 1, "expected ＋", ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "column", "problem", "culprit"), [*INVALID, *FURTHER])
def test_an_error_names_column_culprit_and_what_was_expected(
    tmp_path: Path, line: str, column: int, problem: str, culprit: str
) -> None:
    (told,) = problems(line)
    match = re.fullmatch(r"card\[1\]\.ripple: column (\d+): (end of the line|['\"].*?['\"](?=: )): (.*)", told)
    assert match is not None, told
    assert int(match[1]) == column
    assert match[2] == "end of the line" if not culprit else match[2][1:].startswith(culprit)
    assert match[3] == problem if not problem.endswith(", ") else match[3].startswith(problem)
    # The same as a fault of a file: the file, the key, the column, the culprit; exit status 2.
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"card": [carrier(line)]}, ensure_ascii=False), encoding="utf-8")
    for command in (("cards", "show", "Wave Tester", "--cards", file), ("legal", file)):
        made = run(*command)
        assert (made.exit_code, made.stdout) == (2, "")
        assert f"ygolp: {file}: {told}\n" in made.stderr


def test_every_wrong_line_of_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.jsonl"
    ripples = {"One": "＋", "Two": {"line": "＋魔法卡", "zh": "二"}, "Three": PLAIN}
    cards = [carrier(ripple, name=name) for name, ripple in ripples.items()]
    file.write_text("\n".join(json.dumps(card) for card in cards), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        read_cards(file)
    assert caught.value.problems == (
        "line 1.ripple: column 2: end of the line: expected a material requirement after ＋",
        "line 2.ripple.line: column 5: end of the line: expected = after the material requirements",
    )


@pytest.mark.parametrize(("ripple", "problem"), [
    (7, "card.ripple: 7: expected a table or a text of 1 to 2000 characters"),
    ("", "card.ripple: a text of 0 characters: expected a text of 1 to 2000 characters"),
    ({"lines": PLAIN, "zh": "A"}, "card.ripple.lines: unknown key, did you mean 'line'?"),
    ({"line": PLAIN, "level": 4}, "card.ripple.level: unknown key"),
    ({"name": "A", "race": "Rock", "level": 4, "atk": 0, "def": 0}, "card.ripple.materials: missing"),
])  # fmt: skip
def test_the_form_of_the_key_is_checked(ripple: Any, problem: str) -> None:
    assert problem in check_card(carrier(ripple))


def test_a_line_goes_with_the_type_string(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"card": [carrier(PLAIN, types=["effect"])]}), encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"card\[1\]\.ripple: goes with the type 'string'"):
        read_cards(file)


# ---- there and back, and nonsense ----------------------------------------------------------------------------

FEW = settings(max_examples=300, derandomize=True, deadline=None, database=None)
SIGNS = st.text("abcXYZ 12-·・'!?:,.&（)＋=#龙剑士圣ÄéЖ", min_size=1, max_size=12)
NAMES = SIGNS.map(lambda name: " ".join(name.split())).filter(bool)
POOL_NAMES = st.sampled_from(sorted(str(each["name"]) for each in embedded().records() if "zh" in each
                                    and "token" not in each.get("types", ()) and "treated_as" not in each))  # fmt: skip
SLOTS = st.builds(
    lambda slot, count: {**slot, "count": count} if count > 1 else slot,
    st.one_of(st.sampled_from([slot for _, _, slot in REQUIREMENTS if "count" not in slot]),
              st.builds(lambda name: {"name": name, "place": "field"}, POOL_NAMES)),
    st.integers(1, 99),
)  # fmt: skip
STATS = st.one_of(st.just("?"), st.integers(0, 999999))
EFFECT_TEXTS = st.text(min_size=1, max_size=40).map(str.strip).filter(bool)


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    found = {
        "name": draw(NAMES), "types": draw(st.sampled_from([[], ["effect"]])),
        "race": draw(st.sampled_from(list(RACES.values()))), "level": draw(st.integers(1, 999999)), "atk": draw(STATS),
        "def": draw(STATS), "materials": draw(st.lists(SLOTS, min_size=1, max_size=6)),
    }  # fmt: skip
    if found["types"] and draw(st.booleans()):
        found["effects_not_modelled"] = [draw(EFFECT_TEXTS)]
    return found


@FEW
@given(tables())
def test_a_table_that_is_written_reads_as_the_same_table(ripple: dict[str, Any]) -> None:
    chinese, english = chinese_line(ripple, embedded().find), english_line(ripple)
    assert chinese is not None
    assert english is not None
    text = ripple.get("effects_not_modelled", [""])[0]
    assert table(chinese + (f"。{text}" if text else "")) == ripple
    assert table(english + (f". {text}" if text else "")) == ripple
    assert read_line(chinese).chinese
    assert not read_line(english).chinese


@pytest.mark.parametrize("slot", [
    {"race": "Dragon", "level": 4, **ZONE}, {"race": ["Dragon", "Fairy"], **ZONE}, {"race": "Dragon", "place": "gy"},
    {"race": "Bird", **ZONE}, {"name": "「」\"“”", **FIELD}, {"race": "Dragon", "min": 2, **ZONE}, {"type": "tuner"},
    {},
])  # fmt: skip
def test_what_a_line_cannot_say_is_not_written(slot: dict[str, Any]) -> None:
    ripple = {**table(PLAIN), "materials": [slot]}
    assert chinese_line(ripple, Pool().find) is None
    assert english_line(ripple) is None


PIECES = st.sampled_from([
    *"＋+=＝（(）)：:。.·・•/／「」\"“”?？ 只张星攻守族0１9x\n", "效果", "龙", "水", "光属性", "怪兽", "龙族怪兽",
    "魔法卡", "陷阱卡", "衍生物", "10星", "攻3500", "守2800", "波纹", "通常", "「波动魔术师」",
    "Effect", "Dragon", "LIGHT", "monster", "monsters", "Field Spell", "Token", "Level 7", "ATK 0", "DEF ?", "Ripple",
    '"Wave Magician"', "2 ", "9" * 5000, "²", "٣", "\x00", "🃏", "\ud800", "Ⅳ", "ﬀ",
])  # fmt: skip


@FEW
@given(st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=30))
def test_nonsense_is_refused_clearly(text: str) -> None:
    refused_or_read(text)


@FEW
@given(st.sampled_from([line for _, *both in LINES for line in both]), st.data())
def test_a_damaged_line_is_refused_clearly(line: str, data: st.DataObject) -> None:
    at, length = data.draw(st.integers(0, len(line))), data.draw(st.integers(0, 3))
    refused_or_read(line[:at] + data.draw(PIECES | st.just("")) + line[at + length :])


def refused_or_read(text: str) -> None:
    """Hold that a text is a line that makes a valid record, or is refused with a column within it."""
    try:
        line = read_line(text)
    except RippleLineError as error:
        refused = error
    else:
        assert check_card(carrier(ripple_table(line, {}))) == []
        assert all("unknown card" in problem or "token" in problem for problem in problems(text))
        return
    assert 1 <= refused.column <= len(text) + 1
    assert refused.problem
    assert str(refused).startswith(f"column {refused.column}: ")
