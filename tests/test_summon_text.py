"""Summoning conditions and procedures of main-deck monsters, read from their texts."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.summon_conditions import main
from ygolp import schema
from ygolp.cards.faults import record_faults
from ygolp.cards.summon_text import read

NAME = "Test Knight"
DATA = Path(__file__).parents[2] / "shared" / "data" / "summon_conditions.jsonl"
HAND = "you can Special Summon this card (from your hand)"


def understood(text: str) -> dict[str, Any]:
    """Read a text that must be understood wholly, and must make a record that can be used."""
    reading = read(text, NAME)
    assert not reading.missed, reading
    assert reading.clauses, text
    monster = {"name": NAME, "card": "monster", "types": ["effect"], "level": 4, "attribute": "DARK", "race": "Warrior",
               "atk": 0, "def": 0}  # fmt: skip
    record = {**monster, **reading.record}
    assert [*schema.check_card(record), *record_faults(record)] == []
    return reading.record


def procedure(text: str) -> dict[str, Any]:
    """Read a text with one procedure."""
    (found,) = understood(text)["procedures"]
    return dict(found)


# ---- conditions --------------------------------------------------------------------------------------------------

NONE = [{"count": {}, "max": 0}]
ALONE = [{"count": {"side": "opponent"}, "min": 1}, *NONE]
CONDITIONS: list[tuple[str, list[dict[str, Any]]]] = [
    ("you control no monsters", NONE),
    ("your opponent controls a monster and you control no monsters", ALONE),
    ("only your opponent controls a monster", ALONE),
    ("your opponent controls at least 2 more monsters than you do",
     [{"more": {"side": "opponent"}, "than": {"side": "own"}, "by": 2}]),
    ('you control a "Tower" monster other than "Test Knight"',
     [{"count": {"archetype": "Tower", "not": {"name": "Test Knight"}, "face": "up"}, "min": 1}]),
    ("you control a Level/Rank 2 monster", [{"count": {"any": [{"level": 2}, {"rank": 2}], "face": "up"}, "min": 1}]),
    ("you control a LIGHT or EARTH Warrior monster",
     [{"count": {"attribute": ["LIGHT", "EARTH"], "race": "Warrior", "face": "up"}, "min": 1}]),
    ("you control a Fusion, Synchro, Xyz, or Link Monster",
     [{"count": {"type": ["fusion", "synchro", "xyz", "link"], "face": "up"}, "min": 1}]),
    ("you control both Fish and Winged Beast-Type monsters",
     [{"count": {"race": race, "face": "up"}, "min": 1} for race in ("Fish", "Winged Beast")]),
    ('you control "Alpha" or a monster with 1500 ATK/2100 DEF',
     [{"count": {"any": [{"name": "Alpha"}, {"card": "monster", "atk": 1500, "def": 2100}], "place": "field",
                 "face": "up"}, "min": 1}]),
    ("all monsters you control are Cyberse monsters (min. 1)",
     [{"count": {"race": "Cyberse", "face": "up"}, "min": 1},
      {"count": {"not": {"race": "Cyberse", "face": "up"}}, "max": 0}]),
    ("there are no monsters on the field", [{"count": {"side": "any"}, "max": 0}]),
    ('"Alpha" is in the Field Zone',
     [{"count": {"name": "Alpha", "place": "field_zone", "side": "any", "face": "up"}, "min": 1}]),
    ("2 or more monsters with the same Level are on the field",
     [{"count": {"side": "any", "face": "up"}, "min": 2, "same": "level"}]),
    ("you have no Spell/Trap Cards in your Graveyard",
     [{"count": {"card": ["spell", "trap"], "place": "gy"}, "max": 0}]),
    ("you have exactly 3 Normal Monsters in your GY",
     [{"count": {"type": "normal", "card": "monster", "place": "gy"}, "exactly": 3}]),
    ("your opponent has 2 or more cards in their hand", [{"count": {"place": "hand", "side": "opponent"}, "min": 2}]),
    ("you have 2000 LP or less", [{"lp": {"max": 2000}}]),
    ("your opponent's LP are at least 2000 higher than yours", [{"lp_behind": 2000}]),
    ("your LP is lower than your opponent's", [{"lp_lower": True}]),
    ("you control no monsters, or you control a DARK monster",
     [{"any": [*NONE, {"count": {"attribute": "DARK", "face": "up"}, "min": 1}]}]),
    ("you control no monsters in your Main Monster Zone",
     [{"count": {"card": "monster", "place": "main_monster_zone"}, "max": 0}]),
    ("your opponent controls a monster that was Special Summoned from the Extra Deck",
     [{"count": {"summoned_from": "extra", "side": "opponent", "face": "up"}, "min": 1}]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), CONDITIONS, ids=[text for text, _ in CONDITIONS])
def test_conditions(text: str, expected: list[dict[str, Any]]) -> None:
    assert procedure(f"If {text}, {HAND}.") == {"from": ["hand"], "if": expected}


# ---- costs -------------------------------------------------------------------------------------------------------

GY = {"card": "monster", "place": "gy", "do": "banish"}
COSTS: list[tuple[str, list[dict[str, Any]]]] = [
    ("banishing 1 LIGHT and 1 DARK monster from your GY",
     [{"attribute": "LIGHT", **GY, "count": 1}, {"attribute": "DARK", **GY, "count": 1}]),
    ("removing from play 2 Dragon-Type monsters in your Graveyard", [{"race": "Dragon", **GY, "count": 2}]),
    ("discarding 1 card", [{"place": "hand", "self": False, "do": "discard", "count": 1}]),
    ("Tributing 3 monsters, including at least 1 Fiend monster",
     [{"race": "Fiend", "do": "tribute", "count": 1}, {"do": "tribute", "count": 2}]),
    ('Tributing 1 "Alpha", "Beta", and "Gamma"',
     [{"name": name, "do": "tribute", "count": 1} for name in ("Alpha", "Beta", "Gamma")]),
    ("Tributing 1 monster they control", [{"side": "opponent", "do": "tribute", "count": 1}]),
    ("sending 1 card from your hand or field to the GY",
     [{"place": ["hand", "field"], "token": False, "self": False, "do": "send", "count": 1}]),
    ('returning 1 "Tower" monster you control to the hand, except "Test Knight"',
     [{"archetype": "Tower", "not": {"name": "Test Knight"}, "face": "up", "token": False, "do": "return_to_hand",
       "count": 1}]),
    ("banishing 3 cards from your GY (1 monster, 1 Spell, and 1 Trap)",
     [{"card": card, "place": "gy", "do": "banish", "count": 1} for card in ("monster", "spell", "trap")]),
    ("banishing 1 Dragon monster from your hand and 1 from your GY",
     [{"race": "Dragon", **GY, "place": "hand", "self": False, "count": 1}, {"race": "Dragon", **GY, "count": 1}]),
    ('revealing "Alpha" in your hand', [{"name": "Alpha", "place": "hand", "self": False, "do": "reveal", "count": 1}]),
    ("detaching 1 material from a monster you control", [{"do": "detach", "count": 1}]),
    ("banishing all Reptile monsters from your GY", [{"race": "Reptile", **GY, "min": 1, "every": True}]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), COSTS, ids=[text for text, _ in COSTS])
def test_costs(text: str, expected: list[dict[str, Any]]) -> None:
    assert procedure(f"Y{HAND[1:]} by {text}.") == {"from": ["hand"], "by": expected}


def test_cards_with_different_names_or_a_total() -> None:
    different = procedure(f"Y{HAND[1:]} by banishing 3 monsters with different names from your GY.")
    assert different["with"] == {"different": "name"}
    total = procedure(f"Y{HAND[1:]} by banishing Machine monsters from your GY whose total Levels equal 12 or more.")
    assert total["with"] == {"total_level": {"min": 12}, "minimal": True}
    assert total["by"][0]["min"] == 1


def test_a_choice_of_costs_makes_two_procedures() -> None:
    text = "Must be Special Summoned (from your hand) by banishing 3 Pyro monsters or 1 Trap from your GY."
    record = understood(f"Cannot be Normal Summoned/Set. {text}")
    assert record["ssm"] == "nomi"
    assert [way["by"][0]["count"] for way in record["procedures"]] == [3, 1]


def test_what_a_procedure_says_besides() -> None:
    assert procedure(f"Y{HAND[1:]} by paying 1000 LP.")["pay"] == 1000
    assert procedure(f"Y{HAND[1:]} in Defense Position.")["position"] == ["def"]
    kaiju = procedure(f"Y{HAND[1:]} to your opponent's field in Attack Position, by Tributing 1 monster they control.")
    assert (kaiju["to"], kaiju["position"]) == ("opponent", ["atk"])
    both = understood(f"Y{HAND[1:]} to either field by Tributing 1 monster from that field.")["procedures"]
    assert [(way.get("to"), way["by"][0].get("side")) for way in both] == [(None, None), ("opponent", "opponent")]
    limited = procedure(f'Y{HAND[1:]}. You can only Special Summon "Test Knight" once per turn this way.')
    assert limited["limit"] == "name"
    locked = procedure(f"Y{HAND[1:]}, but you cannot Special Summon for the rest of this turn, except Dragon monsters.")
    assert locked["locks"] == [{"what": "special_summon", "except": {"race": "Dragon"}}]
    assert procedure(f"Y{HAND[1:]} to your center Main Monster Zone.")["zone"] == {"center": True}
    linked = procedure(f"Y{HAND[1:]} to your zone a Link Monster points to.")
    assert linked["zone"] == {"linked": {"type": "link"}}
    crowded = procedure(f"If 2 or more cards are in the same column, {HAND} in that column.")
    assert crowded["zone"] == {"column": "crowded"}
    where = 'to your Main Monster Zone, adjacent to a "Tower" monster you control or in its column'
    beside = procedure(f"Y{HAND[1:]} {where}.")
    assert beside["zone"] == {"beside": {"archetype": "Tower"}}


# ---- other sentences ---------------------------------------------------------------------------------------------

TEXTS: list[tuple[str, dict[str, Any]]] = [
    ("Cannot be Normal Summoned/Set. Must be Special Summoned by card effect.", {"ssm": "by_effect"}),
    ('Cannot be Normal Summoned/Set. Must first be Special Summoned with "Alpha".', {"ssm": "semi_nomi"}),
    ('This card cannot be Normal Summoned or Set. This card cannot be Special Summoned except with "Alpha".',
     {"ssm": "nomi"}),
    ("Cannot be Special Summoned.", {"special_summon": False}),
    ("Cannot be Special Summoned from the Deck or GY.", {"special_summon_not_from": ["deck", "gy"]}),
    ('Cannot be Special Summoned, except by the effect of a "Tower" monster.',
     {"special_summon_only_by": {"archetype": "Tower", "card": "monster"}}),
    ('You can only Special Summon "Test Knight(s)" once per turn.', {"special_summon_once": True}),
    ('You can only control 1 "Tower" monster.',
     {"control_limit": {"filter": {"archetype": "Tower", "face": "up", "place": "monster_zone"}, "max": 1}}),
    ("You can Normal Summon this card without Tributing.", {"normal_summon": {"tributes": ["usual", 0]}}),
    ("If you control no monsters, you can Normal Summon/Set this card without Tributing.",
     {"normal_summon": {key: ["usual", {"count": 0, "if": NONE}] for key in ("tributes", "set_tributes")}}),
    ("You can Tribute Summon this card face-up by Tributing 1 Dinosaur monster.",
     {"normal_summon": {"tributes": ["usual", {"count": 1, "filter": {"race": "Dinosaur"}}]}}),
    ("Requires 3 Tributes to Normal Summon (cannot be Normal Set).",
     {"normal_summon": {"tributes": [3], "set": False}}),
    ("If you Tribute Summon this card, all Tributes must be WIND.",
     {"normal_summon": {"tribute_filter": {"attribute": "WIND"}}}),
    ('Cannot be Normal Summoned, unless you control a "Tower" monster.',
     {"normal_summon": {"summon_if": [{"count": {"archetype": "Tower", "face": "up"}, "min": 1}]}}),
    ("This card can be treated as 2 Tributes for the Tribute Summon of a LIGHT monster.",
     {"always": {"tribute_worth": 2, "for": {"attribute": "LIGHT"}}}),
    ("Cannot be used as a Synchro Material Monster.", {"always": {"cannot_be": ["synchro_material"]}}),
    ("Cannot be used as an Xyz Material for an Xyz Summon, except for the Xyz Summon of a Warrior-Type monster.",
     {"always": {"cannot_be_but": {"xyz_material": {"race": "Warrior"}}}}),
    ('You can Ritual Summon this card with any "Tower" Ritual Spell.', {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), TEXTS, ids=[text for text, _ in TEXTS])
def test_other_sentences(text: str, expected: dict[str, Any]) -> None:
    assert understood(text) == expected


def test_old_wording_reads_like_the_new() -> None:
    old = "This card can only be Special Summoned by removing from play 1 FIRE monster in your Graveyard."
    new = "Must be Special Summoned (from your hand) by banishing 1 FIRE monster from your GY."
    assert understood(f"This card cannot be Normal Summoned or Set. {old}") == understood(
        f"Cannot be Normal Summoned/Set. {new}"
    )
    assert procedure('You can Tribute 1 "Alpha" to Special Summon this card from your hand.') == procedure(
        'You can Special Summon this card (from your hand) by Tributing 1 "Alpha".'
    )


# ---- what is not read --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "If this card is Normal Summoned: You can Special Summon 1 monster from your hand.",
        "You can discard 1 card; Special Summon this card from your GY.",
        "During your End Phase, you can Special Summon this card from your Graveyard.",
        "When this card is destroyed and sent to the Graveyard, you can Special Summon this card.",
        "Gains 500 ATK for each monster Tributed to Special Summon this card.",
        "It cannot be used as a Synchro Material during the turn it is Special Summoned by this effect.",
        "Once per turn: You can target 1 monster; it cannot be used as material this turn.",
    ],
)
def test_effects_are_passed_over(text: str) -> None:
    assert read(text, NAME) == ({}, (), ())


@pytest.mark.parametrize(
    "text",
    [
        f"If you have activated a Trap this turn, {HAND}.",
        f'Y{HAND[1:]} by Tributing 1 "Alpha" equipped with "Beta".',
        f"Y{HAND[1:]} by Tributing 1 monster on the third day.",
        f'If you control a "Tower" monster that has a "Bell" in it, {HAND}.',
        "You can Tribute 1 monster to Special Summon this card from your hand or Graveyard.",
        "Cannot be used as Synchro Material, except with 2 others.",
        "Cannot be Special Summoned, except on a Sunday.",
        'There can only be 1 face-up "Tower" monster on the field.',
    ],
)
def test_what_is_not_wholly_understood_gives_nothing(text: str) -> None:
    assert read(text, NAME) == ({}, (), (text,))


def test_a_way_that_is_not_understood_is_a_way() -> None:
    text = "Must first be Special Summoned (from your hand) by a feat of strength."
    reading = read(f"Cannot be Normal Summoned/Set. {text}", NAME)
    assert reading.record == {"ssm": "semi_nomi"}
    assert reading.missed == (text,)


def test_an_excerpt_without_the_way_says_so() -> None:
    assert read("This card cannot be Normal Summoned or Set.", NAME).missed
    whole = "This card cannot be Normal Summoned or Set. You can discard 1 card; Special Summon this card."
    assert read(whole, NAME).missed == ()


def test_only_the_text_of_the_monster_counts() -> None:
    text = f"[ Pendulum Effect ]\nCannot be Special Summoned.\n[ Monster Effect ]\nY{HAND[1:]}."
    assert understood(text) == {"procedures": [{"from": ["hand"]}]}


def test_clauses_are_parts_of_the_text() -> None:
    text = f"Cannot be Special Summoned from the Deck. If you control no monsters, {HAND}."
    assert " ".join(clause.text for clause in read(text, NAME).clauses) == text
    quoted = 'You can only Special Summon "Knight - "Crown"" once per turn.'
    assert read(quoted, 'Knight - "Crown"').record == {"special_summon_once": True}


# ---- hostile and large texts ---------------------------------------------------------------------------------------

PIECES = [
    "If", "you control", "no", "monsters", ",", "you can Special Summon this card", "(from your hand)", "by",
    "banishing", "1", "or more", '"Tower"', '"', "(", ")", ".", ";", ":", "and", "or", "Level", "4", "/", "LIGHT",
    "Dragon", "monster", "from your GY", "except", "Must first be Special Summoned",
    "Cannot be Normal Summoned/Set", "\n", "with", "different names", "99999999999999", "all", "including",
    "in your hand", "Tributing", "to the GY",
]  # fmt: skip


@settings(max_examples=200, derandomize=True, deadline=None, database=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join) | st.text(max_size=80))
def test_any_text_is_read_or_missed(text: str) -> None:
    reading = read(text, NAME)
    monster = {"name": NAME, "card": "monster", "types": ["effect"], "level": 4, "attribute": "DARK", "race": "Warrior",
               "atk": 0, "def": 0}  # fmt: skip
    assert schema.check_card({**monster, **reading.record}) == [] or not reading.clauses


@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000, '"' * 20_000, "(" * 20_000, "If you control " + "a monster or " * 1_500 + "x",
        "If " + "you control no monsters, or " * 700, "Must be Special Summoned by banishing " + "1 LIGHT and " * 1_600,
        '"A" or ' * 2_800, "Level 4 or " * 1_800,
    ],
)  # fmt: skip
def test_long_texts_end_quickly(text: str) -> None:
    start = time.process_time()
    read(text, NAME)
    read("Cannot be Special Summoned.", text)
    assert time.process_time() - start < 5


# ---- the sentences of real cards, where they are at hand -----------------------------------------------------------


def test_most_conditions_of_real_cards_are_understood(capsys: pytest.CaptureFixture[str]) -> None:
    if not DATA.is_file():
        pytest.skip(f"the sentences are not here: {DATA}")
    assert main([str(DATA)]) == 0
    figures = re.match(r"understood (\d+) of (\d+) sentences, (\d+) of (\d+) texts", capsys.readouterr().out)
    assert figures is not None
    understood, sentences, whole, texts = map(int, figures.groups())
    assert understood >= 0.9 * sentences
    assert whole >= 0.85 * texts
