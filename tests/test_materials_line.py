"""The materials line of Extra Deck monsters: read, written, and understood or not."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.materials_lines import MATERIALS, survey
from ygolp.cards.materials_line import read, read_text, write
from ygolp.cards.materials_line.words import ATTRIBUTES, KINDS, RACES

LINES = Path(__file__).parents[2] / "shared" / "data" / "materials_lines.jsonl"

# A line, the kind of the monster, and the slots.
READ = [
    ("1 Tuner + 1+ non-Tuner monsters", "synchro", [{"type": "tuner", "count": 1}, {"not_type": "tuner", "min": 1}]),
    ("1 Dragon-Type Tuner + 2 or more non-Tuner DARK monsters", "synchro",
     [{"race": "Dragon", "type": "tuner", "count": 1}, {"not_type": "tuner", "attribute": "DARK", "min": 2}]),
    ('"Junk Synchron" + 1 non-Tuner', "synchro",
     [{"name": "Junk Synchron", "count": 1}, {"not_type": "tuner", "count": 1}]),
    ("1 Tuner Synchro Monster + 1+ Tuners", "synchro",
     [{"type": "tuner", "any": [{"type": "synchro"}], "count": 1}, {"type": "tuner", "min": 1}]),
    ("2 Level 4 Winged Beast monsters", "xyz", [{"level": 4, "race": "Winged Beast", "count": 2}]),
    ("3 or more (max. 5) Level 3 monsters", "xyz", [{"level": 3, "min": 3, "max": 5}]),
    ("2 Level 4 Insect- and/or Plant-Type monsters", "xyz", [{"level": 4, "race": ["Insect", "Plant"], "count": 2}]),
    ("2 Rank 4 Xyz Monsters", "xyz", [{"rank": 4, "type": "xyz", "count": 2}]),
    ("1 Link-2 or higher Link Monster", "link", [{"link": {"min": 2}, "type": "link", "count": 1}]),
    ("1 Level 4 or lower Cyberse monster", "link", [{"level": {"max": 4}, "race": "Cyberse", "count": 1}]),
    ('3 monsters, including an "Ojama" monster', "link", [{"archetype": "Ojama", "count": 1}, {"count": 2}]),
    ("2 LIGHT monsters, including a monster with 2000 or more ATK", "link",
     [{"attribute": "LIGHT", "atk": {"min": 2000}, "count": 1}, {"attribute": "LIGHT", "count": 1}]),
    ('2+ monsters, including "Sangan"', "link", [{"name": "Sangan", "count": 1}, {"min": 1}]),
    ("2 monsters, including a Level/Rank/Link 3 monster", "link",
     [{"any": [{"level": 3}, {"rank": 3}, {"link": 3}], "count": 1}, {"count": 1}]),
    ("2 non-Link Monsters", "link", [{"not_type": "link", "count": 2}]),
    ("2+ monsters, except Tokens", "link", [{"not": {"type": "token"}, "min": 2}]),
    ('1 "Ojama" monster, except "Ojama Knight"', "link",
     [{"archetype": "Ojama", "not": {"name": "Ojama Knight"}, "count": 1}]),
    ("1 non-Link Monster in an Extra Monster Zone", "link",
     [{"not_type": "link", "place": "extra_monster_zone", "count": 1}]),
    ("2+ monsters Special Summoned from the Extra Deck", "link", [{"summoned_from": "extra", "min": 2}]),
    ("1 Normal Summoned monster with 1000 or less ATK", "link",
     [{"summoned": ["normal", "tribute"], "atk": {"max": 1000}, "count": 1}]),
    ("2 Effect Monsters (Warrior and/or Machine), including a Tuner", "link",
     [{"type": "effect", "race": ["Warrior", "Machine"], "any": [{"type": "tuner"}], "count": 1},
      {"type": "effect", "race": ["Warrior", "Machine"], "count": 1}]),
    ('1 "Ojama" monster or 1 "Sangan"', "link", [{"any": [{"archetype": "Ojama"}, {"name": "Sangan"}], "count": 1}]),
    ('"Sangan" or "Kuriboh" + 1 DARK or WIND monster', "fusion",
     [{"name": ["Sangan", "Kuriboh"], "count": 1}, {"attribute": ["DARK", "WIND"], "count": 1}]),
    ("1 Fusion, Synchro, Xyz, or Link Monster + 2 Normal Monsters", "fusion",
     [{"type": ["fusion", "synchro", "xyz", "link"], "count": 1}, {"card": "monster", "type": "normal", "count": 2}]),
    ("3 Rock monsters (1 Fusion, 1 Synchro, and 1 Pendulum)", "fusion",
     [{"race": "Rock", "type": kind, "count": 1} for kind in ("fusion", "synchro", "pendulum")]),
    ('"Sangan" + 1 DARK monster whose original Level is 8 or higher', "fusion",
     [{"name": "Sangan", "count": 1}, {"attribute": "DARK", "original_level": {"min": 8}, "count": 1}]),
    ('"Sangan" + 1 monster with 1500 ATK/2100 DEF', "fusion",
     [{"name": "Sangan", "count": 1}, {"atk": 1500, "def": 2100, "count": 1}]),
    ("2 monsters with 2500 original ATK/DEF", "fusion",
     [{"card": "monster", "original_atk": 2500, "original_def": 2500, "count": 2}]),
    ('"Sangan" + 3 "Ojama" monsters with different Attributes', "fusion",
     [{"name": "Sangan", "count": 1},
      {"card": "monster", "archetype": "Ojama", "count": 3, "with": {"different": "attribute"}}]),
    ("1 Rock monster in your GY + 1 Level 7 or higher monster in your opponent's GY", "fusion",
     [{"race": "Rock", "place": "gy", "side": "own", "count": 1},
      {"level": {"min": 7}, "place": "gy", "side": "opponent", "count": 1}]),
    ("2 monsters that cannot be Normal Summoned/Set", "fusion",
     [{"card": "monster", "normal_summon": False, "count": 2}]),
    ('2 monsters that mention "Sangan"', "fusion", [{"card": "monster", "mentions": "Sangan", "count": 2}]),
    ("1 LIGHT Fairy or DARK Fiend monster", "fusion",
     [{"any": [{"attribute": "LIGHT", "race": "Fairy"}, {"attribute": "DARK", "race": "Fiend"}], "count": 1}]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "kind", "slots"), READ, ids=[line for line, _, _ in READ])
def test_a_line_becomes_slots(line: str, kind: str, slots: list[dict[str, Any]]) -> None:
    reading = read(line, kind)
    assert reading.missed == ()
    assert {key: value for key, value in reading.record.items() if key != "not_modelled"} == {"materials": slots}
    assert ("not_modelled" in reading.record) == ("mention" in line)
    assert read(write(reading.record, kind), kind).record == reading.record


@pytest.mark.parametrize(
    ("line", "demands"),
    [
        ("2 monsters with different names", {"different": "name"}),
        ("2+ monsters with the same Type and Attribute", {"same": ["race", "attribute"]}),
        ("3 monsters with the same Attribute but different Types", {"same": "attribute", "different": "race"}),
        ("2 Xyz Monsters with the same name and Rank", {"same": ["name", "rank"]}),
        ("2+ monsters with the same Type, except Tokens", {"same": "race"}),
        ("3 monsters, including a Rock monster, with different names", {"different": "name"}),
    ],
)
def test_what_all_materials_have_in_common(line: str, demands: dict[str, Any]) -> None:
    reading = read(line, "link")
    assert reading.record["materials_with"] == demands
    assert read(write(reading.record, "link"), "link").record == reading.record


def test_a_choice_of_different_numbers_is_two_lines() -> None:
    reading = read('2+ Tuners or 1 Tuner Synchro Monster + "Sangan"', "synchro")
    assert [line["slots"][0] for line in reading.record["material_lines"]] == [
        {"type": "tuner", "min": 2}, {"type": "tuner", "any": [{"type": "synchro"}], "count": 1},
    ]  # fmt: skip
    assert read(write(reading.record, "synchro"), "synchro").record == reading.record


@pytest.mark.parametrize(
    "line",
    [
        "", "2", "monsters", '"Sangan', "2 monsters +", "2 monsters monsters", "2 Sample monsters",
        "2 LIGHT or Level 4 Rock monsters",
        "2 monsters you like", "2 monsters with different hats", "2 monsters, including", "2 monsters (1 Fusion)",
        "0 monsters", "2 monsters, including 3 Rock monsters", "9999999 monsters", "2 cards", "1 + 1", "+", "or",
        '"A" "B"', "2 Level monsters", "2 monsters that mention Sangan", "1 Tuner + 1+ non-Tuner monsters and more",
    ],
)  # fmt: skip
def test_nothing_is_guessed(line: str) -> None:
    reading = read(line, "fusion")
    assert (reading.record, reading.clauses, reading.missed) == ({}, (), (line,))


PIECES = [
    "1", "2", "3+", "2 or more", "+", ",", "or", "and/or", "and", "(", ")", "monster", "monsters", "Tuner", "non-Tuner",
    "Level 4", "Rank 3 or higher", "Link-2", '"Ojama"', '"Sangan"', "with different names", "with the same Type",
    "including a", "except", "Tokens", "in your GY", "on the field", "with 1000 or more ATK", "with 0 ATK/DEF",
    "Special Summoned from the Extra Deck", "face-up", "non-", "max. 5", "whose original Level is 8",
    'that mentions "Sangan"', *ATTRIBUTES, *RACES, *KINDS,
]  # fmt: skip


@settings(max_examples=600, derandomize=True, deadline=None, database=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from(["fusion", "synchro", "xyz", "link"]))
def test_what_is_read_is_written_as_a_line_that_says_the_same(pieces: list[str], kind: str) -> None:
    reading = read(" ".join(pieces), kind)
    if reading.record:
        assert read(write(reading.record, kind), kind).record == reading.record


def _units() -> st.SearchStrategy[str]:
    """Return parts of lines that the grammar knows, in all combinations."""
    some = st.sampled_from
    counts = some(["1", "2", "2+", "3 or more", "2+ (max. 5)"])
    front = some(["", "face-up", "Special Summoned", "non-Tuner", "non-Fusion", "non-LIGHT", 'non-"Ojama"'])
    scale = some(["", "Level 4", "Level 5 or higher", "Level 4, 5, or 6", "Rank 3", "Link-2", "Level/Rank/Link 2"])
    what = some(["", "LIGHT", "LIGHT or DARK", "Rock", "Rock, Aqua, and/or Fish", "LIGHT Rock", '"Ojama"', '"A" or "B"',
                 "LIGHT or Rock", "LIGHT Fairy or DARK Fiend"])  # fmt: skip
    kind = some(["", "Effect", "Normal", "Fusion or Synchro", "Tuner", "Tuner Synchro", "Pendulum"])
    behind = some([
        "", "on the field", "in the hand", "with 1000 or less ATK", "with 0 ATK/DEF", "with 1000 original ATK",
        "whose original Level is 8 or higher", 'that mention "Sangan"', "Special Summoned this turn", ", except Tokens",
        "equipped with an Equip Card", ', except "Ojama" monsters', "with different names", "(Rock or Aqua)",
        "with the same Type and Attribute", ", including a Dragon monster", ", including 2 Rock Tuners",
    ])  # fmt: skip
    cards = st.tuples(counts, front, scale, what, kind, st.just("monsters"), behind).map(lambda part: " ".join(part))
    return st.one_of(cards, some(['"Sangan"', '"Sangan" or "Kuriboh"', '2 "Sangan"', '"Sangan" or 1 Rock monster']))


@settings(max_examples=500, derandomize=True, deadline=None, database=None)
@given(st.lists(_units(), min_size=1, max_size=3), st.sampled_from(["fusion", "synchro", "xyz", "link"]))
def test_lines_of_the_grammar_are_written_as_lines_that_say_the_same(units: list[str], kind: str) -> None:
    reading = read(" + ".join(units), kind)
    if reading.record:
        canonical = write(reading.record, kind)
        assert read(canonical, kind).record == reading.record, canonical
        assert write(read(canonical, kind).record, kind) == canonical


@settings(max_examples=300, derandomize=True, deadline=None, database=None)
@given(st.text(max_size=300))
def test_any_text_ends_in_a_reading(text: str) -> None:
    reading = read(text, "link")
    assert reading.record or reading.missed
    read_text(text, text, "fusion", text)


@pytest.mark.parametrize(
    "piece", ["2 ", '"', "(", "A, ", "monster or ", "including a ", "Level 4, ", "+ 1 Rock monster "]
)
def test_a_text_of_a_million_signs_ends_at_once(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    assert read(text, "link").missed
    assert read_text(text, text, "fusion", "Sample").missed


def test_shuffled_lines_are_read_or_missed() -> None:
    shuffler = random.Random(7)
    for line, kind, _ in READ:
        words = line.split()
        for _ in range(20):
            shuffler.shuffle(words)
            reading = read(" ".join(words), kind)
            if reading.record:
                assert read(write(reading.record, kind), kind).record == reading.record


# ---- the rest of the text --------------------------------------------------------------------------------------


def _slots(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "count": 1, **more}


def test_contact_fusion_takes_the_materials_of_the_line() -> None:
    reading = read_text(
        '"Sangan" + "Kuriboh"',
        "Must first be Special Summoned (from your Extra Deck) by banishing the above cards you control. "
        '(You do not use "Polymerization".)\nOnce per turn: Draw 1 card.', "fusion", "Sample",
    )  # fmt: skip
    assert reading.missed == ()
    paid = [_slots("Sangan", place="monster_zone", do="banish"), _slots("Kuriboh", place="monster_zone", do="banish")]
    assert reading.record == {
        "materials": [_slots("Sangan"), _slots("Kuriboh")], "ssm": "semi_nomi", "fusion_summon": False,
        "procedures": [{"from": ["extra"], "by": paid, "as": "fusion_material"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "ssm"),
    [
        ("Must be Fusion Summoned.", "nomi"), ("Must first be Fusion Summoned.", "semi_nomi"),
        ("Must be Fusion Summoned and cannot be Special Summoned by other ways.", "nomi"),
        ("This card cannot be Special Summoned except by Fusion Summon.", "nomi"),
    ],
)  # fmt: skip
def test_how_it_must_be_summoned(sentence: str, ssm: str) -> None:
    reading = read_text('"Sangan" + "Kuriboh"', sentence, "fusion", "Sample")
    assert (reading.record["ssm"], reading.missed) == (ssm, ())


@pytest.mark.parametrize(
    "transfer",
    [" as material. (Transfer its materials to this card.)", " as material (transfer its materials to this card).",
     " as the Xyz Material. (Xyz Materials attached to that monster also become Xyz Materials on this card.)"],
)  # fmt: skip
def test_another_way_to_xyz_summon_keeps_the_materials(transfer: str) -> None:
    text = f'You can also Xyz Summon this card by using 1 Rank 3 "Ojama" Xyz Monster you control{transfer}'
    reading = read_text("2 Level 4 monsters", text, "xyz", "Sample")
    assert reading.missed == ()
    assert reading.record["material_lines"] == [
        {"slots": [{"level": 4, "count": 2}]},
        {"slots": [{"rank": 3, "archetype": "Ojama", "type": "xyz", "count": 1}], "keeps_materials": True},
    ]


def test_once_a_turn_by_its_line() -> None:
    reading = read_text("2 monsters", 'You can only Link Summon "Sample(s)" once per turn.', "link", "Sample")
    assert reading.record == {"material_lines": [{"slots": [{"count": 2}], "limit": "name"}]}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("synchro", "For this card's Synchro Summon, you can treat 1 monster you control as a Tuner."),
        ("xyz", "You can also Xyz Summon this card by detaching 2 materials from a monster you control."),
        ("xyz", 'Once per turn, you can also Xyz Summon "Sample" by using 1 hat you control as material.'),
        ("fusion", "Must be Fusion Summoned with the above hats."),
        ("link", "Must be Link Summoned during the Battle Phase."),
        ("fusion", "Must first be Special Summoned (from your Extra Deck) by painting the above cards you control."),
    ],
)
def test_what_bears_on_the_summon_and_is_not_understood_is_missed(kind: str, text: str) -> None:
    assert read_text("2 monsters", text, kind, "Sample").missed


def test_effects_are_passed_over() -> None:
    text = "If this card is Link Summoned: You can Special Summon 1 monster from your GY.\nGains 1 ATK for each card."
    assert read_text("2 monsters", text, "link", "Sample").missed == ()


# ---- the lines that there are ----------------------------------------------------------------------------------


def test_lines_as_they_are_printed() -> None:
    if not LINES.is_file():
        pytest.skip(f"the lines are not here: {LINES}")
    figures = survey([json.loads(line) for line in LINES.read_text("utf-8").splitlines()])
    assert figures.changed == []
    assert figures.understood.total() >= 0.99 * figures.lines.total(), figures.missed
    assert MATERIALS
