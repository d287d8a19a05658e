"""What a Ripple Monster has done as one of its faces, and where the cards of an attempt came from."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from ygolp.cards.faults import record_faults
from ygolp.cards.pool import find
from ygolp.duel import Duel
from ygolp.errors import ScenarioError
from ygolp.scenario import read_data
from ygolp.writing import scenario_text

DRAGON: dict[str, Any] = {
    "era": "mr3", "extensions": ["ripple"],
    "a": {"mmz": [{"stack": ["Wave Swordsman", "Wave Magician"]}]},
    "b": {"mmz": ["Gemini Elf", "Kuriboh"], "st": ["Mirror Force | set"]},
}  # fmt: skip
USED = "ledger_by_monster_and_face"


def duel_of(data: dict[str, Any]) -> Duel:
    return Duel(read_data(data).board)


def broken(duel: Duel, action: str) -> set[str]:
    return {reason.rule for reason in duel.why(action).reasons}


def again(duel: Duel) -> Duel:
    """Return the board as it is read from the file that is written of it."""
    return duel_of(tomllib.loads(scenario_text(duel.board)))


def test_each_face_uses_its_effect_once_and_a_file_keeps_that() -> None:
    duel = duel_of(DRAGON)
    duel.push("activate Ripple Dragon Spacecosm targeting Gemini Elf (b mmz1)")
    assert broken(again(duel), "activate Ripple Dragon Spacecosm targeting Kuriboh (b mmz2)") == {USED}
    duel.push("switch Ripple Dragon Spacecosm to Wave Magician")
    timecosm = "activate Ripple Dragon Timecosm targeting Mirror Force (b st1)"
    assert not broken(again(duel), timecosm)
    duel.push(timecosm)
    assert USED in broken(again(duel), "activate Ripple Dragon Timecosm")
    assert "as Ripple Dragon Spacecosm" in scenario_text(duel.board)


def test_an_attempt_keeps_which_cards_were_in_a_pile_before() -> None:
    a = {"mmz": ["Gaia Knight, the Radiant Knight", {"stack": ["Wave Swordsman", "Wave Magician"]}]}
    duel = duel_of({**DRAGON, "a": a, "b": {"st": ["Solemn Warning | set"]}})
    gaia = "Gaia Dragon Knight of the Holy Dragon"
    duel.push(f"ripple summon {gaia} using Gaia Knight, the Radiant Knight, Ripple Dragon Spacecosm to mmz1")
    assert tomllib.loads(scenario_text(duel.board))["attempt"]["absorbed"]
    assert scenario_text(again(duel).board) == scenario_text(duel.board)


@pytest.mark.parametrize(("more", "words"), [
    ({"used_effects": ["Gemini Elf effect 1 as Ripple Dragon Spacecosm"]}, "Gemini Elf is no Ripple Monster"),
    ({"used_effects": ["Ripple Dragon Spacecosm effect 1 as Dragon Vein"]}, "no card in the pile carries that"),
    ({"attempt": {"by": "a", "how": "ripple", "cards": ["Ripple Dragon Spacecosm"], "absorbed": ["Kuriboh"]}},
     "it has to be in the pile"),
])  # fmt: skip
def test_what_is_wrong_is_named(more: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_data({**DRAGON, **more})
    assert words in str(caught.value)


def test_faults_of_the_effects_of_a_face_are_named() -> None:
    carrier = find("Wave Magician")
    assert carrier is not None
    assert not record_faults(carrier)
    effect = {**carrier["ripple"]["effects"][0], "targets": []}
    wrong = {**carrier, "ripple": {**carrier["ripple"], "effects": [effect]}}
    assert any(fault.startswith("ripple.effects[1].silences") for fault in record_faults(wrong))
