"""What is left out of the encodings cannot matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from clingo import Function, Number, String
from hypothesis import given

from tests.boards import boards
from tests.test_properties import duel_of, few, some
from ygolp import Action, Verdict, check, engine, pruning
from ygolp.engine import Rulebook
from ygolp.paths import ASP, SCENARIOS
from ygolp.pruning.__main__ import written
from ygolp.pruning.analysis import needs

WHOLE = Rulebook(text="% nothing more, but with rules of one's own everything is read")
ENCODING = """\
#defined card/2. #defined colour/2. #defined laid/2. #defined state/1. #defined told/1.
table(red, warm). table(blue, cold).
warm(Card) :- colour(Card, Colour), table(Colour, warm).
lies(Card, Place) :- laid(Card, at(Place, _)).
linked(Card) :- linked(Other), card(Card, Other).
linked(Card) :- told(start(Card)).
odd :- state(State), State != closed, closed(State).
closed(closed).
marked(Card) :- warm(Card), lies(Card, hand).
marked(Card) :- linked(Card), not warm(Card).
{ pick(Card) : marked(Card) } :- state(open).
:- pick(Card), lies(Card, deck).
#show pick/1.
#show odd/0.
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[list[str]]]:
    """Return the needs of the statements of ENCODING by their heads."""
    folder = tmp_path_factory.mktemp("asp")
    (folder / "entry.lp").write_text(ENCODING, "utf-8")
    return {needed.statement.text: needed.clauses for needed in needs(folder, "entry.lp")}


@pytest.mark.parametrize(("statement", "clauses"), [
    ("warm(Card) :- colour(Card,Colour); table(Colour,warm).", [["colour.1=red"]]),
    ("lies(Card,Place) :- laid(Card,at(Place,_)).", [["laid.1=at"]]),
    ("linked(Card) :- linked(Other); card(Card,Other).", [["told.0=start"]]),
    ("linked(Card) :- told(start(Card)).", [["told.0=start"]]),
    ("marked(Card) :- warm(Card); lies(Card,hand).", [["colour.1=red"], ["laid.1=at.0=hand"]]),
    ("marked(Card) :- linked(Card); not warm(Card).", [["told.0=start"]]),
    ("{ pick(Card): marked(Card) } :- state(open).", [["state.0=open"]]),
    ("#false :- pick(Card); lies(Card,deck).",
     [["colour.1=red", "told.0=start"], ["laid.1=at.0=deck"], ["laid.1=at.0=hand", "told.0=start"],
      ["state.0=open"]]),
])  # fmt: skip
def test_needs_follow_the_positive_literals(
    found: dict[str, list[list[str]]], statement: str, clauses: list[list[str]]
) -> None:
    """By hand: `card` is on every board; what is linked begins with something that is told."""
    assert found[statement] == clauses


def test_what_nothing_can_meet_is_left_out_for_good(found: dict[str, list[list[str]]]) -> None:
    """No state is closed and not closed."""
    assert not [text for text in found if text.startswith("odd ")]


def test_marks_name_constants_and_functions_three_deep() -> None:
    deep = Function("non", [Function("is", [Function("type", []), Function("tuner", [])])])
    fact = Function("asks", [Function("slot", [String("X"), Number(1)]), Number(1), deep])
    assert pruning.symbol_marks([fact, Function("open_materials", [])]) == {
        "asks", "asks.0=slot", "asks.2=non", "asks.2=non.0=is", "asks.2=non.0=is.0=type", "asks.2=non.0=is.1=tuner",
        "open_materials",
    }  # fmt: skip


def test_marks_of_tuples_and_of_symbols_agree() -> None:
    """Facts are marked before they become symbols; what a question adds is marked afterwards."""
    duel = duel_of({"a": {"hand": ["Kuriboh"], "mmz": ["Junk Synchron"], "extra": ["Stardust Dragon"]}})
    from ygolp.facts import board_facts_and_marks

    facts, marks = board_facts_and_marks(duel.board)
    assert {mark for mark in marks if "&" not in mark} == pruning.symbol_marks(facts)


def test_marks_of_what_stands_on_the_field(tmp_path: Path) -> None:
    """A rule about a fact of the record of a card in a kind of place needs such a card there."""
    from ygolp.facts import board_facts_and_marks

    _, marks = board_facts_and_marks(
        duel_of({"a": {"hand": ["Kuriboh"], "st": ["Axe of Despair"], "extra": ["I:P Masquerena"]}}).board
    )
    assert {"back_row&printed.2=spell", "field&printed.2=spell", "spell_zone&printed.2=spell"} <= marks
    assert not {"monster_zone&printed.2=fiend", "back_row&printed.2=fiend", "monster_zone&printed.1=arrow"} & marks
    assert "printed.1=arrow" in marks
    encoding = """
        #defined at/3. #defined card/2. #defined printed/3.
        kind(mmz(a, 1), monster_zone, a). kind(hand(a), hand, a).
        in(Card, Kind, Player, t) :- at(Card, Place, t), kind(Place, Kind, Player).
        aims(Card, t) :- in(Card, monster_zone, _, t), card(Card, Name), printed(Name, arrow, _).
        holds(Card, t) :- in(Card, hand, _, t), card(Card, Name), printed(Name, arrow, _).
        #show aims/2. #show holds/2.
    """
    (tmp_path / "entry.lp").write_text(encoding, "utf-8")
    found = {needed.statement.text.split("(")[0]: needed.clauses for needed in needs(tmp_path, "entry.lp")}
    assert found["aims"] == [["at.1=mmz"], ["monster_zone&printed.1=arrow"], ["printed.1=arrow"]]
    assert found["holds"] == [["at.1=hand"], ["printed.1=arrow"]]
    (tmp_path / "entry.lp").write_text(encoding + "at(Card, mmz(a, 1), t) :- moved(Card).\n", "utf-8")
    moved = {needed.statement.text.split("(")[0]: needed.clauses for needed in needs(tmp_path, "entry.lp")}
    assert moved["aims"] == [["at.1=mmz", "moved"], ["printed.1=arrow"]]


@pytest.mark.parametrize("question", pruning.QUESTIONS)
def test_needs_are_those_of_the_encodings(question: str) -> None:
    """`python -m ygolp.pruning` has been run since the last change of an encoding."""
    assert pruning.program(question, set()) is not None


@pytest.mark.slow
@pytest.mark.parametrize("question", pruning.QUESTIONS)
def test_needs_are_what_the_analysis_finds(question: str) -> None:
    assert (pruning.NEEDS / f"{question}.json").read_text("utf-8") == written(question, ASP)


def test_changed_encodings_are_read_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "digest", lambda: 0)
    assert pruning.program("legal", set()) is None
    assert duel_of({"a": {"hand": ["Kuriboh"]}}).legal_actions()


def test_little_is_read_for_a_bare_board() -> None:
    """A hand of one monster needs nothing of Synchro, Pendulum or Ripple Summons."""
    from ygolp.facts import board_facts_and_marks

    _, marks = board_facts_and_marks(duel_of({"a": {"hand": ["Kuriboh"]}}).board)
    text = pruning.program("legal", marks)
    assert text is not None
    assert "normal_summon_once" in text
    assert not [word for word in ("synchro_level_sum", "pendulum_scales", "ripple_", "#show faulty") if word in text]


def violated(verdict: Verdict) -> tuple[int, set[str]]:
    """Return what of a verdict is the same whichever of several nearest sets of materials is found."""
    return len(verdict.reasons), set(verdict.notes)


@few(25)
@given(boards())
def test_what_is_left_out_changes_no_answer(data: dict[str, Any]) -> None:
    """Every question about a random board, with the statements that cannot matter and without."""
    quick, whole = duel_of(data), duel_of(data, WHOLE)
    assert quick.options == whole.options
    assert quick.prepare().options == whole.options
    assert quick.status() == whole.status()
    for ref in some((ref for ref in quick.index.piece_of if ref.place != "pile"), 2, data):
        assert quick.characteristics(ref) == whole.characteristics(ref)
        for kind in ("normal summon", "special summon", "flip summon", "synchro summon"):
            asked = Action(kind, ref.player, ref)
            assert violated(quick.why(asked)) == violated(whole.why(asked))


@pytest.mark.slow
@pytest.mark.parametrize("folder", sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir()))
def test_expectations_hold_with_everything_read(folder: str) -> None:
    """The scenarios are checked with statements left out; here they are checked with all of them."""
    failures = [
        f"{path}: {outcome.failure}"
        for path in check.files([SCENARIOS / folder])
        for outcome in check.run_file(path, WHOLE)
        if outcome.failure
    ]
    assert not failures


def test_a_rulebook_elsewhere_is_read_whole(tmp_path: Path) -> None:
    asked: list[str] = []
    made = engine.control("legal", [], Rulebook(ASP), marks=set())
    asked += [str(atom.symbol) for atom in made.symbolic_atoms.by_signature("kind", 3)]
    assert not asked
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "legal.lp").write_text("kept(1).\n", "utf-8")
    elsewhere = engine.control("legal", [], Rulebook(tmp_path), marks=set())
    assert [str(symbol) for symbol in engine.atoms(elsewhere, "kept", 1)] == ["kept(1)"]
