"""What a Ripple Monster has done as one of its faces, where the cards of an attempt came from, and lines of Summons."""

from __future__ import annotations

import tomllib
from collections import Counter
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


def monsters(duel: Duel) -> frozenset[tuple[str, frozenset[str]]]:
    """Return the monsters of a board with what is in their piles: positions and the order in a pile left out."""
    pieces = duel.board.pieces
    return frozenset(
        (piece.name, frozenset(each.name for each in pieces if each.parent == piece.id))
        for piece in pieces if piece.place == "mmz"
    )  # fmt: skip


def test_two_ripple_summons_end_on_three_boards() -> None:
    # The eleventh worked scenario of the catalogue: 6 lines, 3 boards (RP-032, RP-043, RP-060).
    knight, dragon = "Gaia Knight, the Radiant Knight", "Curse of Dragon"
    waves = frozenset(("Wave Swordsman", "Wave Magician"))
    field = [*sorted(waves), knight, dragon, "Gemini Elf"]
    duel = duel_of({"era": "mr3", "extensions": ["ripple"], "a": {"mmz": field}})
    ends: Counter[frozenset[tuple[str, frozenset[str]]]] = Counter()
    for first in [option.action for option in duel.options if option.action.kind == "ripple summon"]:
        duel.push(first)
        for second in [option.action for option in duel.options if option.action.kind == "ripple summon"]:
            duel.push(second)
            ends[monsters(duel)] += 1
            duel.pop()
        duel.pop()
    elf, gaia = ("Gemini Elf", frozenset[str]()), "Gaia Dragon Knight of the Holy Dragon"
    made = (gaia, frozenset((knight, dragon)))
    assert ends == {
        frozenset((elf, ("Ripple Dragon Spacecosm", waves), made)): 2,
        frozenset((elf, ("Ripple Dragon Timecosm", waves), made)): 2,
        frozenset((elf, (dragon, frozenset()), (gaia, waves | {knight}))): 2,
    }


def test_a_monster_that_will_fall_with_safe_zone_is_written() -> None:
    duel = duel_of({**DRAGON, "state": "success", "bereft": ["Ripple Dragon Spacecosm"]})
    assert tomllib.loads(scenario_text(duel.board))["bereft"] == ["Ripple Dragon Spacecosm (a mmz1)"]
    assert scenario_text(again(duel).board) == scenario_text(duel.board)
