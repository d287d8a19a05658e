"""Attacks, destructions that are replaced, protection, the ledger of the Duel: boards that are written and read."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ygolp.cards.faults import record_faults
from ygolp.duel import Duel
from ygolp.errors import NotationError, ScenarioError
from ygolp.scenario import read_data
from ygolp.writing import scenario_text

CORE: dict[str, Any] = {
    "era": "mr3", "extensions": ["ripple"], "turn_player": "b", "phase": "battle",
    "a": {"mmz": ["Cyberdark Dragon Core"], "st": [{"card": "Curse of Dragon", "equip_to": "Cyberdark Dragon Core"}]},
    "b": {"mmz": ["Blue-Eyes White Dragon"]},
}  # fmt: skip
VEIN: dict[str, Any] = {
    "era": "mr3", "extensions": ["ripple"],
    "a": {"mmz": [{"stack": ["Breath of the Spirit Dragon", "Umi"]}, "Gemini Elf"]},
}  # fmt: skip


def duel_of(data: dict[str, Any]) -> Duel:
    return Duel(read_data(data).board)


def again(duel: Duel) -> Duel:
    """Return the board as it is read from the file that is written of it."""
    return duel_of(tomllib.loads(scenario_text(duel.board)))


def test_what_is_destroyed_instead_is_asked_on_a_board_that_was_written() -> None:
    duel = duel_of(CORE)
    duel.push("attack Cyberdark Dragon Core with Blue-Eyes White Dragon")
    assert duel.board.state == "damage"
    read = again(duel)
    assert scenario_text(read.board) == scenario_text(duel.board)
    assert [duel.short(action) for action in read.legal_actions()] == ["choose nothing", "choose Curse of Dragon"]
    assert read.push("choose Curse of Dragon").events[0] == (
        "Curse of Dragon is destroyed instead of Cyberdark Dragon Core.")  # fmt: skip
    assert read.board.state == "open"
    assert not any(fact[0] in ("attacking", "fought", "doomed", "instead_asked") for fact in read.board.flow)


def test_an_attack_that_was_declared_is_written_and_read() -> None:
    duel = duel_of({**CORE, "a": {"mmz": ["Gemini Elf"], "st": ["Mirror Force | set"]}})
    duel.push("attack Gemini Elf with Blue-Eyes White Dragon")
    read = again(duel)
    assert tomllib.loads(scenario_text(read.board))["battle"] == {
        "attacker": "Blue-Eyes White Dragon (b mmz1)", "target": "Gemini Elf (a mmz1)"}  # fmt: skip
    read.push("pass")
    assert (read.board.sides["a"].lp, read.board.state) == (6900, "open")


def test_protection_and_the_ledger_of_the_duel_are_written_and_read() -> None:
    duel = duel_of(VEIN)
    duel.push("activate Dragon Vein effect 2")
    read = again(duel)
    assert scenario_text(read.board) == scenario_text(duel.board)
    assert {reason.rule for reason in read.why("activate Dragon Vein effect 2").reasons} == {
        "ledger_by_duel", "ledger_by_monster_and_face"}  # fmt: skip
    assert {reason.rule for reason in read.why("activate Dragon Vein effect 1").reasons} == {
        "ledger_by_monster_and_face"}  # fmt: skip


def test_a_window_of_flip_effects_is_written_and_read() -> None:
    # The Bug is beaten by 1900 ATK, and destroys the attacker before it goes itself.
    duel = duel_of({"turn_player": "b", "phase": "battle", "a": {"mmz": ["Man-Eater Bug | fd_def"]},
                    "b": {"mmz": ["Gemini Elf"]}})  # fmt: skip
    duel.push("attack Man-Eater Bug with Gemini Elf")
    read = again(duel)
    assert scenario_text(read.board) == scenario_text(duel.board)
    told = tomllib.loads(scenario_text(read.board))
    assert told["felled"] == ["Man-Eater Bug (a mmz1)"]
    assert told["battle"]["fought"] is True
    # Where an effect has removed the attacker the monster that it has beaten is destroyed all the same.
    without = duel_of({**told, "battle": {"fought": True}})
    assert tomllib.loads(scenario_text(without.board))["battle"] == {"fought": True}
    for each in (read, without):
        each.push("activate Man-Eater Bug targeting Gemini Elf")
        assert each.board.state == "open"
        assert {piece.place for piece in each.board.pieces} == {"gy"}
    with pytest.raises(ScenarioError, match="attacker is missing"):
        duel_of({"battle": {"target": "Gemini Elf"}, "b": {"mmz": ["Gemini Elf"]}})


def test_what_mind_control_forbids_is_written_and_read() -> None:
    duel = duel_of({"a": {"hand": ["Mind Control"]}, "b": {"mmz": ["Gemini Elf"]}})
    duel.push("activate Mind Control")
    read = again(duel)
    assert scenario_text(read.board) == scenario_text(duel.board)
    told = tomllib.loads(scenario_text(read.board))
    assert told["restrained"] == [{"card": "Gemini Elf (a mmz1)", "from": ["attack", "tribute"]}]
    reasons = duel_of({**told, "phase": "battle"}).why("attack directly with Gemini Elf").reasons
    assert {reason.rule for reason in reasons} == {"attack_forbidden"}
    there = duel_of({**told, "phase": "end"})
    there.push("bring Gemini Elf")
    assert "restrained" not in tomllib.loads(scenario_text(there.board))


@pytest.mark.parametrize(("phase", "remains"), [("main1", True), ("end", False)])
def test_protection_lasts_until_the_end_phase(phase: str, remains: bool) -> None:
    board = {**VEIN, "turn_player": "b", "phase": phase, "state": "response", "priority": "b",
             "unaffected": [{"card": "Gemini Elf (a mmz2)", "but": "Dragon Vein (a mmz1)"}],
             "b": {"st": ["Compulsory Evacuation Device | set"]}}  # fmt: skip
    duel = duel_of(board)
    duel.push("activate Compulsory Evacuation Device targeting Gemini Elf (a mmz2)")
    if duel.board.state != "response" and duel.board.state != "open":
        duel.push("pass")
    assert any(piece.name == "Gemini Elf" and piece.place == "mmz" for piece in duel.board.pieces) is remains


@pytest.mark.parametrize("text", ["attack Gemini Elf", "attack Sangan with Blue-Eyes White Dragon"])
def test_an_attack_that_is_not_understood_is_named(text: str) -> None:
    with pytest.raises(NotationError):
        duel_of(CORE).parse(text)


@pytest.mark.parametrize(("more", "words"), [
    ({"battle": {"attacker": "Sangan"}}, "battle.attacker"),
    ({"used_in_duel": [{"by": "a", "card": "Dragon Vein"}]}, "used_in_duel[1].card: 'Dragon Vein'"),
    ({"unaffected": [{"card": "Kuriboh"}]}, "unaffected[1].card"),
])  # fmt: skip
def test_what_is_wrong_with_a_battle_is_named(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        duel_of({**CORE, **more})
    assert words in str(raised.value)


def test_words_of_battles_need_their_keys() -> None:
    card: dict[str, Any] = {"name": "Test", "card": "monster", "types": ["effect"], "level": 4, "atk": 0, "def": 0}
    op = {"op": "after_battle", "by": {"per": 100, "materials": True}}
    assert record_faults({**card, "continuous": [op]}) == ["continuous[1].by: a number"]
    step = {"kind": "ignition", "does": [{"op": "activate"}]}
    assert record_faults({**card, "effects": [step]}) == ["effects[1].does[1]: op 'activate' needs of"]
