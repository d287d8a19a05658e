"""What would make an action legal: the repairs, and that each of them is one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ygolp.duel import Duel
from ygolp.paths import ASP, SCENARIOS
from ygolp.repair import STATE, Repair, change_terms
from ygolp.scenario import load, read_data


def board(**keys: Any) -> dict[str, Any]:
    """Return the data of a scenario; `a` and `b` are its sides."""
    return {"a": {}, "b": {}, **keys}


def duel(data: dict[str, Any]) -> Duel:
    return Duel(read_data(data))


def repairs(data: dict[str, Any], action: str) -> list[Repair]:
    """Return the repairs of an action, each of them tried out."""
    asked = duel(data)
    assert not asked.why(action)
    found = asked.repair(action)
    for repair in found:
        assert len(repair.changes) == len(repair.sentences)
        verdict = Duel(repair.board).why(repair.action)
        assert verdict.legal, (repair.text, [str(reason) for reason in verdict.reasons])
    return found


def texts(data: dict[str, Any], action: str) -> list[str]:
    return [repair.text for repair in repairs(data, action)]


STARDUST = board(a={"mmz": ["Junk Synchron", "Quillbolt Hedgehog"], "extra": ["Stardust Dragon"]})
NAMED = "synchro summon Stardust Dragon using Junk Synchron, Quillbolt Hedgehog"


# ---- Tributes ------------------------------------------------------------------------------------------------


def test_a_monster_more_to_tribute() -> None:
    data = board(a={"hand": ["Summoned Skull"]})
    assert texts(data, "normal summon Summoned Skull") == ["One more monster on your field to Tribute."]
    data["a"]["mmz"] = ["Gemini Elf"]
    assert duel(data).why("tribute summon Summoned Skull using Gemini Elf")


def test_two_monsters_more_to_tribute() -> None:
    data = board(a={"hand": ["Blue-Eyes White Dragon"]})
    assert texts(data, "normal summon Blue-Eyes White Dragon") == ["Two more monsters on your field to Tribute."]


def test_a_tribute_that_is_there_is_named() -> None:
    data = board(a={"hand": ["Blue-Eyes White Dragon"], "mmz": ["Gemini Elf", "Sangan"]})
    found = texts(data, "tribute summon Blue-Eyes White Dragon using Gemini Elf")
    assert "Tributing Sangan as well." in found
    assert duel(data).why("tribute summon Blue-Eyes White Dragon using Gemini Elf, Sangan")


def test_a_tribute_too_many_is_left_out() -> None:
    data = board(a={"hand": ["Summoned Skull"], "mmz": ["Gemini Elf", "Sangan"]})
    found = texts(data, "tribute summon Summoned Skull using Gemini Elf, Sangan")
    assert found == ["Gemini Elf left out.", "Sangan left out."]


# ---- materials -----------------------------------------------------------------------------------------------


def test_levels_short_of_a_synchro_monster() -> None:
    found = texts(STARDUST, NAMED)
    assert "Quillbolt Hedgehog being Level 5 instead of Level 2." in found
    assert "Junk Synchron being Level 6 instead of Level 3." in found
    assert "One more Level 3 non-Tuner monster on your field, used as well." in found


@pytest.mark.parametrize("change", [
    {"mmz": ["Junk Synchron", {"card": "Quillbolt Hedgehog", "level": 5}]},
    {"mmz": [{"card": "Junk Synchron", "level": 6}, "Quillbolt Hedgehog"]},
])  # fmt: skip
def test_those_levels_fit(change: dict[str, Any]) -> None:
    assert duel(board(a={**STARDUST["a"], **change})).why(NAMED)


def test_open_materials_are_chosen_along() -> None:
    data = board(a={"mmz": ["Junk Synchron", "Quillbolt Hedgehog", "Sangan | fd_def"], "extra": ["Stardust Dragon"]})
    found = texts(data, "synchro summon Stardust Dragon")
    assert found[0] == "Sangan being in face-up Attack Position instead of face-down Defense Position."
    data["a"]["mmz"][2] = "Sangan"
    assert duel(data).why("synchro summon Stardust Dragon using Junk Synchron, Quillbolt Hedgehog, Sangan")


def test_another_material_at_hand() -> None:
    data = board(a={"mmz": ["Junk Synchron", "Quillbolt Hedgehog", "Cyber Dragon"], "extra": ["Stardust Dragon"]})
    assert "Cyber Dragon instead of Quillbolt Hedgehog." in texts(data, NAMED)
    assert duel(data).why("synchro summon Stardust Dragon using Junk Synchron, Cyber Dragon")


def test_the_monster_in_another_place() -> None:
    data = board(a={"gy": ["Gemini Elf"]})
    assert texts(data, "normal summon Gemini Elf") == ["Gemini Elf being in your hand, not in the GY of player a."]


# ---- zones, bans, the ledger of the turn -----------------------------------------------------------------------


def test_a_free_zone() -> None:
    five = ["Gemini Elf", "Sangan", "Kuriboh", "Mystical Elf", "Cyber Dragon"]
    data = board(a={"hand": ["Celtic Guardian"], "mmz": five})
    found = texts(data, "normal summon Celtic Guardian")
    assert found == ["One monster less on your field, so that a zone is free."]
    data["a"]["mmz"] = five[:4]
    assert duel(data).why("normal summon Celtic Guardian")


def test_another_zone_or_the_named_one_free() -> None:
    data = board(a={"hand": ["Celtic Guardian"], "mmz": ["Sangan | zone 2"]})
    found = texts(data, "normal summon Celtic Guardian to mmz2")
    assert found == ["Another zone (mmz1, mmz3, mmz4, mmz5).", "Sangan not being on the field."]


def test_a_ban_that_is_gone() -> None:
    data = board(a={"hand": ["Cyber Dragon"]}, b={"mmz": ["Gemini Elf"], "st": ["Vanity's Emptiness | faceup"]})
    assert texts(data, "special summon Cyber Dragon") == ["Vanity's Emptiness not being on the field."]
    del data["b"]["st"]
    assert duel(data).why("special summon Cyber Dragon")


def test_the_normal_summon_not_used() -> None:
    data = board(a={"hand": ["Gemini Elf"], "normal_summons": 1})
    assert texts(data, "normal summon Gemini Elf") == ["No Normal Summon or Set made this turn."]
    data["a"] |= {"normal_summons": 2, "resolved": ["Double Summon"]}
    assert texts(data, "normal summon Gemini Elf") == ["Only 1 Normal Summon or Set made this turn."]


def test_the_pendulum_summon_not_used() -> None:
    pendulum = load(next(SCENARIOS.rglob("pendulum/once_per_turn.toml")))
    asked = Duel(pendulum)
    assert [repair.text for repair in asked.repair("pendulum summon Geargiano")] == [
        "The Pendulum Summon of this turn not made yet."
    ]


def test_a_set_monster_that_was_not_set_this_turn() -> None:
    data = board(a={"mmz": ["Morphing Jar | fd_def, arrived"]})
    assert texts(data, "flip summon Morphing Jar") == ["Morphing Jar not summoned, Set or placed this turn."]


def test_a_flip_summon_in_the_battle_phase() -> None:
    data = board(phase="battle", a={"mmz": ["Morphing Jar | fd_def"]})
    assert texts(data, "flip summon Morphing Jar") == ["It being Main Phase 1 instead of the Battle Phase."]


def test_two_obstacles_take_two_changes() -> None:
    data = board(phase="battle", a={"hand": ["Gemini Elf"], "normal_summons": 1})
    found = repairs(data, "normal summon Gemini Elf")
    assert [repair.sentences for repair in found] == [
        ("It being Main Phase 1 instead of the Battle Phase.", "No Normal Summon or Set made this turn.")
    ]


# ---- conditions of procedures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "text"), [
    (4, "One fewer DARK monster in your GY."), (5, "Two fewer DARK monsters in your GY."),
    (2, "One more DARK monster in your GY."), (0, "Three more DARK monsters in your GY."),
])  # fmt: skip
def test_dark_armed_dragon_wants_three(number: int, text: str) -> None:
    dark = ["Sangan", "Kuriboh", "Mystic Tomato", "Summoned Skull", "Zombie Master"]
    data = board(a={"hand": ["Dark Armed Dragon"], "gy": dark[:number]})
    assert texts(data, "special summon Dark Armed Dragon") == [text]
    data["a"]["gy"] = dark[:3]
    assert duel(data).why("special summon Dark Armed Dragon")


def test_cyber_dragon_wants_a_monster_over_there_and_none_here() -> None:
    data = board(a={"hand": ["Cyber Dragon"], "mmz": ["Gemini Elf"]})
    assert texts(data, "special summon Cyber Dragon") == [
        "One more monster on the opponent's field. One fewer monster on your field."
    ]


# ---- what no change helps ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "action"), [
    ({"hand": ["Monster Reborn"]}, "synchro summon Monster Reborn"),
    ({"hand": ["Dark Armed Dragon"]}, "normal summon Dark Armed Dragon"),
    ({"mmz": ["Link Spider"]}, "change Link Spider to def"),
    ({"mmz": ["Gemini Elf"]}, "change Gemini Elf to fd_def"),
])  # fmt: skip
def test_nothing_helps(side: dict[str, Any], action: str) -> None:
    assert repairs(board(a=side), action) == []


def test_a_legal_action_needs_no_repair() -> None:
    data = board(a={"hand": ["Gemini Elf"]})
    assert duel(data).why("normal summon Gemini Elf")
    assert duel(data).repair("normal summon Gemini Elf") == []


# ---- all scenarios -----------------------------------------------------------------------------------------------


def illegal_actions() -> Iterator[tuple[Path, str, str | None]]:
    """Yield every action that a scenario calls illegal, with the first era it is asked for."""
    for path in sorted(SCENARIOS.rglob("*.toml")):
        for expectation in load(path).expectations:
            if expectation.keys.get("verdict") == "illegal":
                yield path, expectation.keys["action"], next(iter(expectation.eras), None)


CASES = list(illegal_actions())


def try_out(path: Path, action: str, era: str | None) -> None:
    asked = Duel(load(path)).under(era) if era else Duel(load(path))
    for repair in asked.repair(action):
        verdict = Duel(repair.board).why(repair.action)
        assert verdict.legal, (repair.text, [str(reason) for reason in verdict.reasons])


@pytest.mark.parametrize(("path", "action", "era"), CASES[::15])
def test_a_repair_makes_it_legal(path: Path, action: str, era: str | None) -> None:
    try_out(path, action, era)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "action", "era"), CASES)
def test_every_repair_of_every_scenario_makes_it_legal(path: Path, action: str, era: str | None) -> None:
    try_out(path, action, era)


# ---- the encoding and its prose --------------------------------------------------------------------------------------


def test_every_change_has_a_sentence() -> None:
    encoding = (ASP / "questions" / "repair.lp").read_text(encoding="utf-8")
    offered = set(re.findall(r"^may(?:_choose)?\(\(?([a-z_]+)", encoding, re.MULTILINE)) | {"instead"}
    assert offered == change_terms()


def test_the_state_is_that_of_the_inputs() -> None:
    inputs = (ASP / "inputs.lp").read_text(encoding="utf-8")
    section = inputs.split("---- state of a board")[1].split("---- counters")[0]
    assert set(re.findall(r"^%\*! ([a-z_]+)\([^)]*, t\)", section, re.MULTILINE)) == STATE
    encoding = (ASP / "questions" / "repair.lp").read_text(encoding="utf-8")
    assert {name for name, _ in re.findall(r"^([a-z_]+)\(.*, t\) :- holds\((\w+)", encoding, re.MULTILINE)} == STATE
