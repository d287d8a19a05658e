"""The public face: what is exported, what an action is, and what is said of a board that cannot be."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ygolp
from ygolp import Action, CardRef, Duel
from ygolp.scenario import read_data

SCENARIOS = Path(__file__).parents[1] / "scenarios"
BOARD: dict[str, Any] = {
    "a": {"hand": ["Gemini Elf", "Gemini Elf", "Jinzo"], "mmz": ["Junk Synchron", "Quillbolt Hedgehog"],
          "extra": ["Armory Arm", "Stardust Dragon"]},
    "b": {"mmz": ["Sangan | fd_def"]},
}  # fmt: skip


def duel_of(**data: Any) -> Duel:
    return Duel(read_data(data))


# ---- what is exported ----------------------------------------------------------------------------------------


def test_the_public_names_are_these() -> None:
    assert sorted(ygolp.__all__) == [
        "Action", "AmbiguousAction", "Board", "CardRef", "Duel", "EncodingError", "IllegalAction",
        "Line", "LineError", "NotationError", "Option", "Played", "Reason", "Repair", "Scenario", "ScenarioError",
        "Verdict", "YgolpError", "line_of", "line_text", "load", "parse_line",
        "use_cards",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ygolp.__all__)
def test_each_public_name_is_there_and_documented(name: str) -> None:
    assert (getattr(ygolp, name).__doc__ or "").strip()


def test_another_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="nothing_like_it"):
        ygolp.nothing_like_it  # noqa: B018


def test_errors_have_one_base() -> None:
    for name in ("AmbiguousAction", "EncodingError", "NotationError", "ScenarioError"):
        assert issubclass(getattr(ygolp, name), ygolp.YgolpError)
    assert issubclass(ygolp.AmbiguousAction, ygolp.NotationError)


def test_importing_the_package_imports_no_solver() -> None:
    code = "import sys, ygolp; print(sorted({'clingo', 'networkx', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_methods_are_typed_and_documented() -> None:
    for name in ("legal_actions", "why", "parse", "short", "status", "under", "characteristics"):
        method = getattr(Duel, name)
        assert method.__doc__, name
        assert "return" in method.__annotations__, name


# ---- values --------------------------------------------------------------------------------------------------


def test_actions_hash_compare_and_sort() -> None:
    first, second = Duel(read_data(BOARD)), Duel(read_data(BOARD))
    assert first.legal_actions() == second.legal_actions()
    assert set(first.legal_actions()) == set(second.legal_actions())
    action = first.parse("synchro summon Armory Arm using Junk Synchron, Quillbolt Hedgehog")
    assert action == second.parse("synchro summon Armory Arm using Junk Synchron, Quillbolt Hedgehog")
    assert hash(action) == hash(action._replace())
    assert action != action._replace(zone="mmz3")
    assert action._replace(zone="mmz3", position="def").base() == action
    assert sorted([CardRef("B", "a", "hand"), CardRef("A", "b", "gy")])[0].name == "A"


def test_actions_cannot_be_changed() -> None:
    action = Duel(read_data(BOARD)).legal_actions()[0]
    with pytest.raises(AttributeError):
        action.kind = "set"  # type: ignore[misc]
    assert isinstance(action, Action)


def test_equal_copies_are_listed_once() -> None:
    texts = [Duel(read_data(BOARD)).short(action) for action in Duel(read_data(BOARD)).legal_actions()]
    assert texts.count("normal summon Gemini Elf") == 1


def test_a_verdict_is_true_when_legal() -> None:
    duel = Duel(read_data(BOARD))
    legal, illegal = duel.why("set Gemini Elf"), duel.why("set Jinzo")
    assert legal
    assert not illegal
    assert legal.reasons == ()
    assert {reason.rule for reason in illegal.reasons} == {"set_needs_tributes"}
    assert "SM-028" in illegal.reasons[0].sources
    assert legal.zones == ("mmz3", "mmz4", "mmz5")
    assert legal.positions == ("fd_def",)


def test_asking_without_materials_finds_the_nearest_set() -> None:
    verdict = Duel(read_data(BOARD)).why("synchro summon Stardust Dragon")
    assert [reason.rule for reason in verdict.reasons] == ["synchro_level_sum"]
    assert {ref.name for ref in verdict.action.using or ()} == {"Junk Synchron", "Quillbolt Hedgehog"}


def test_not_understood_and_ambiguous_are_told_apart() -> None:
    duel = duel_of(a={"mmz": ["Gemini Elf", "Sangan", "Gemini Elf"], "hand": ["Jinzo"]})
    with pytest.raises(ygolp.AmbiguousAction) as caught:
        duel.parse("tribute summon Jinzo using Gemini Elf")
    assert caught.value.candidates == ("Gemini Elf (mmz1)", "Gemini Elf (mmz3)")
    with pytest.raises(ygolp.NotationError, match="'Jinzo'"):
        duel.parse("tribute summon Jinso using Sangan")
    with pytest.raises(ygolp.NotationError, match="'normal summon'"):
        duel.parse("normal sumon Jinzo")
    with pytest.raises(ygolp.NotationError, match="Jinzo is no Pendulum Monster"):
        duel.parse("activate Jinzo as spell")
    with pytest.raises(ygolp.NotationError, match="a Set Spell or Trap takes no Tributes"):
        duel_of(a={"hand": ["Mirror Force", "Sangan"]}).parse("set Mirror Force using Sangan")


@pytest.mark.parametrize(("text", "blamed"), [
    ("activate Flash Knight as spell to pz middle", "unknown zone 'pz middle', expected pz left or pz right"),
    ("set Sangan to mmz9", "unknown zone 'mmz9', expected mmz1 to mmz5"),
    ("normal summon Sangan to mmz 9", "unknown zone 'mmz 9', expected mmz1 to mmz5"),
    ("normal summon Sangan to MMZ3", "unknown zone 'MMZ3', did you mean 'mmz3'?"),
    ("set Sangan to the left", "unknown zone 'the left', did you mean 'emz left'?"),
    ("special summon Jinzo in fu_atk", "unknown position 'fu_atk', did you mean 'atk'?"),
    ("special summon Jinzo in fu_def to mmz2", "unknown position 'fu_def', did you mean 'def'?"),
    ("normal summon Jinzo in the middle", "unknown position 'the middle', expected atk, def or fd_def"),
    ("normal summon Jinzo in def in atk", "no position is chosen here, found 'in def'"),
    ("attack Sangan with Jinzo to mmz1", "no zone is chosen here, found 'to mmz1'"),
    ("tribute summon Jinzo using Sangan (mmz9)", "unknown place 'mmz9', expected mmz1 to mmz5"),
    ("normal summon Sangan (hnad)", "unknown place 'hnad', did you mean 'hand'?"),
    ("activate Sangan effect one", "'one' is no number of an effect"),
    ("activate Flash Knight as spel", "expected `as spell`, found 'as spel'"),
    ("ripple summon Dragon Vein to mmz8", "unknown zone 'mmz8', expected mmz1 to mmz5"),
    ("normal summon Sangn (hand)", "unknown card 'Sangn', did you mean 'Sangan'?"),
])  # fmt: skip
def test_what_stands_behind_a_card_that_is_known_is_blamed(text: str, blamed: str) -> None:
    duel = duel_of(a={"hand": ["Jinzo", "Sangan", "Flash Knight"]})
    with pytest.raises(ygolp.NotationError) as caught:
        duel.parse(text)
    assert str(caught.value) == f"{text!r}: {blamed}"


def test_an_activation_without_number_is_ambiguous_only_among_what_is_legal() -> None:
    # Ultimate Offering: effect 1 in its player's Main Phase, effect 11 in the Battle Phase of the opponent, 500 LP each
    side = {"st": ["Ultimate Offering | faceup"], "hand": ["Gemini Elf"]}
    assert duel_of(a=side).parse("activate Ultimate Offering").effect == 1
    poor = duel_of(a={**side, "lp": 400})
    with pytest.raises(ygolp.AmbiguousAction):
        poor.parse("activate Ultimate Offering")
    verdict = poor.why("activate Ultimate Offering")
    assert [each.action.effect for each in (verdict, *verdict.others)] == [1, 11]
    assert {reason.rule for reason in verdict.reasons} == {"cost_payable"}
    assert {reason.rule for reason in verdict.others[0].reasons} == {"cost_payable", "effect_condition"}
    assert poor.why("activate Ultimate Offering effect 1").others == ()
    assert poor.repair("activate Ultimate Offering") == poor.repair("activate Ultimate Offering effect 1")
    with pytest.raises(ygolp.IllegalAction, match=r"effect 1: Its cost .*; effect 11: .*turn of player a") as caught:
        poor.push("activate Ultimate Offering")
    assert caught.value.verdict == verdict


def test_an_activation_without_number_asks_which_of_the_legal_effects_is_meant() -> None:
    gift = {"kind": "ignition", "does": [{"op": "gain_lp", "amount": 500}]}
    poor = {"kind": "ignition", "cost": [{"pay": 9000}], "does": [{"op": "gain_lp", "amount": 500}]}
    record = {"name": "Giver", "card": "monster", "types": ["effect"], "attribute": "LIGHT", "race": "Fairy",
              "level": 4, "atk": 0, "def": 0, "effects": [gift, gift, poor]}  # fmt: skip
    duel = Duel(read_data({"card": [record], "a": {"mmz": ["Giver"]}}))
    for asked in (duel.why, duel.push, duel.parse, duel.repair):
        with pytest.raises(ygolp.AmbiguousAction) as caught:
            asked("activate Giver")
        assert caught.value.candidates == ("effect 1", "effect 2")
    assert duel.why("activate Giver effect 2").others == ()


def test_the_card_that_is_summoned_is_not_what_it_takes() -> None:
    name = "Gameciel, the Sea Turtle Kaiju"
    duel = duel_of(a={"hand": [name]}, b={"mmz": [name]})
    action = duel.parse(f"special summon {name} using {name}")
    assert [(ref.player, ref.place) for ref in (action.card, *(action.using or ())) if ref] == [
        ("a", "hand"), ("b", "mmz1")]  # fmt: skip
    assert duel.why(action)


def test_zone_and_position_stand_in_either_order() -> None:
    duel = duel_of(a={"hand": ["Sangan"]})
    assert duel.parse("set Sangan to mmz3 in fd_def") == duel.parse("set Sangan in fd_def to mmz3")


def test_what_is_set_and_what_becomes_a_scale_has_a_text_of_its_own() -> None:
    duel = duel_of(a={"hand": ["Mirror Force", "Umi", "Timegazer Magician"], "pz": ["Flash Knight | zone left"]})
    options = {str(option.action): option for option in duel.options}
    kinds = {text: option.action.kind for text, option in options.items()}
    assert kinds["set Mirror Force (hand)"] == kinds["set Umi (hand)"] == "set spell or trap"
    assert kinds["set Timegazer Magician (hand)"] == "set"
    assert options["set Umi (hand)"].zones == ("fz",)
    assert options["activate Timegazer Magician (hand) as spell"].zones == ("pz right",)
    scale = "activate Timegazer Magician (hand) as spell to pz right"
    for text in ("set Mirror Force (hand) to st3", "set Umi (hand) to fz", scale):
        assert str(duel.parse(text)) == text
        assert duel.why(text)
    assert duel.parse("activate Timegazer Magician to st5").zone == "pz right"
    assert str(duel.push("set Mirror Force").action) == "set Mirror Force (hand) to st2"
    assert not duel.why("activate Mirror Force")


def test_a_board_answers_under_each_era() -> None:
    duel = ygolp.load(SCENARIOS / "zones" / "xyz_materials_make_no_room_in_2017.toml")
    kinds = {era: {action.kind for action in duel.under(era).legal_actions()} for era in ("mr3", "mr4", "mr2020")}
    assert "xyz summon" in kinds["mr3"] & kinds["mr2020"]
    assert "xyz summon" not in kinds["mr4"]
    assert duel.under("mr4").board.era == "mr4"


# ---- a board that cannot be ----------------------------------------------------------------------------------

LINK_WITH_LEVEL: dict[str, Any] = {"card": "Decode Talker", "zone": 3, "level": 5}
TWO_IN_ONE_ZONE = [{"card": "Sangan", "zone": 2}, {"card": "Gemini Elf", "zone": 2}]
SIX = ["Sangan", "Gemini Elf", "Jinzo", "Kuriboh", "Mystical Elf", "Man-Eater Bug"]
TWO_EXTRA = [{"card": "Link Spider", "zone": "left"}, {"card": "Linkuriboh", "zone": "right"}]
SCALE = [{"card": "Flash Knight", "zone": "left"}]


@pytest.mark.parametrize(
    ("side", "rule", "words"),
    [
        ({"mmz": [LINK_WITH_LEVEL]}, "one_level_or_rank", ["Decode Talker", "Level"]),
        ({"mmz": TWO_IN_ONE_ZONE}, "one_card_per_zone", ["Sangan", "Gemini Elf"]),
        ({"mmz": SIX}, "one_card_per_zone", ["Man-Eater Bug"]),
        ({"hand": ["Sheep Token"]}, "token_on_field_only", ["Sheep Token", "hand"]),
        ({"mmz": ["Sheep Token | fd_def"]}, "token_on_field_only", ["Sheep Token", "face-down"]),
        ({"mmz": ["Decode Talker | def"]}, "position_of_card", ["Decode Talker", "Defense"]),
        ({"hand": ["Stardust Dragon"]}, "extra_deck_cards", ["Stardust Dragon", "hand"]),
        ({"extra": ["Gemini Elf"]}, "extra_deck_cards", ["Gemini Elf", "Extra Deck"]),
        ({"mmz": ["Pot of Greed"]}, "card_in_its_zone", ["Pot of Greed"]),
        ({"fz": ["Pot of Greed"]}, "card_in_its_zone", ["Pot of Greed"]),
        ({"pz": [{"card": "Gemini Elf", "zone": "left"}]}, "card_in_its_zone", ["Gemini Elf"]),
        ({"mmz": [{"card": "Gemini Elf", "materials": ["Sangan"]}]}, "materials_under_xyz", ["Sangan", "Gemini Elf"]),
        ({"gy": ["Sangan | x4"]}, "three_copies", ["4 copies", "Sangan"]),
        ({"emz": TWO_EXTRA}, "one_extra_monster_zone", ["Link Spider"]),
        ({"mmz": [{"card": "Sangan", "level": [3, 4]}]}, "one_level_or_rank", ["Sangan", "3", "4"]),
    ],
)  # fmt: skip
def test_a_fault_is_named(side: dict[str, Any], rule: str, words: list[str]) -> None:
    found = duel_of(a=side).status()
    assert rule in {reason.rule for reason in found}
    text = " ".join(reason.sentence for reason in found if reason.rule == rule)
    assert [word for word in words if word not in text] == [], text
    assert all(reason.sources for reason in found)


@pytest.mark.parametrize(
    ("era", "side", "rule"),
    [
        ("mr3", {"emz": [{"card": "Link Spider", "zone": "left"}]}, "zones_of_era"),
        ("mr2", {"pz": SCALE}, "zones_of_era"),
        ("mr2020", {"pz": SCALE, "st": [{"card": "Umi", "zone": 1}]}, "one_card_per_zone"),
    ],
)
def test_a_fault_of_the_era_is_named(era: str, side: dict[str, Any], rule: str) -> None:
    assert rule in {reason.rule for reason in duel_of(era=era, a=side).status()}
    assert rule not in {reason.rule for reason in duel_of(era=era, a={}).status()}


def test_everything_wrong_is_reported_at_once() -> None:
    found = duel_of(a={"mmz": [LINK_WITH_LEVEL, *TWO_IN_ONE_ZONE], "hand": ["Sheep Token"]}, b={"mmz": SIX}).status()
    assert {reason.rule for reason in found} == {"one_level_or_rank", "one_card_per_zone", "token_on_field_only"}
    assert len(found) == 4


def test_a_good_board_has_no_fault() -> None:
    assert Duel(read_data(BOARD)).status() == []


def test_both_players_may_not_stand_in_one_extra_monster_zone() -> None:
    # The zone at the left hand of player a lies at the right hand of player b.
    left = {"emz": [{"card": "Link Spider", "zone": "left"}]}
    both = duel_of(a=left, b={"emz": [{"card": "Linkuriboh", "zone": "right"}]})
    assert [reason.rule for reason in both.status()] == ["one_card_per_zone"]
    apart = duel_of(a=left, b={"emz": [{"card": "Linkuriboh", "zone": "left"}]})
    assert apart.status() == []


@pytest.mark.parametrize(
    ("monster", "trap", "unsure"),
    [("Jinzo", "Skill Drain", True), ("Jinzo", "Vanity's Emptiness", False), ("Gemini Elf", "Skill Drain", False)],
)
def test_an_answer_says_when_an_order_is_not_known(monster: str, trap: str, unsure: bool) -> None:
    """Where a Trap negates monsters and a monster negates Traps, what counts is which came first."""
    board = {"a": {"hand": ["Kuriboh"]}, "b": {"mmz": [monster], "st": [f"{trap} | faceup"]}}
    notes = Duel(read_data(board)).why("normal summon Kuriboh").notes
    assert any("negate each other" in note for note in notes) == unsure
