"""The mutation check of the encodings."""

from pathlib import Path

import pytest

from ygolp import mutant_fates, mutants, statements
from ygolp.engine import Rulebook
from ygolp.errors import ScenarioError
from ygolp.paths import SCENARIOS

LISTED = Path(__file__).with_name("equivalent_mutants.toml")
HOUSE_RULE = """\
% no_kuriboh: At this table nobody Normal Summons Kuriboh.
rule(no_kuriboh, "house").
violation(no_kuriboh, elsewhere(Card), t) :-
    attempt(normal_summon(Card), t), card(Card, "Kuriboh").
"""
BOARD = """\
[a]
hand = ["Kuriboh", "Sangan"]

[[expect]]
source = "house"
action = "normal summon Kuriboh"
verdict = "illegal"
because = ["no_kuriboh"]
"""
SANGAN = """
[[expect]]
source = "house"
action = "normal summon Sangan"
verdict = "legal"
"""
ATTEMPT, CARD = "attempt(normal_summon(Card),t)", 'card(Card,"Kuriboh")'


@pytest.fixture
def house(tmp_path: Path) -> Rulebook:
    encoding = tmp_path / "house.lp"
    encoding.write_text(HOUSE_RULE, encoding="utf-8")
    return Rulebook(more=[encoding])


def scenario(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_dropped_and_not_noticed_is_named(house: Rulebook, tmp_path: Path) -> None:
    """Without a legal action beside it, the only scenario cannot tell which card the rule is about."""
    text, ok = mutants.report([scenario(tmp_path, BOARD)], house)
    lines = text.splitlines()
    place = f"{house.more[0]}:3: violation(no_kuriboh,elsewhere(Card),t): without"
    assert lines[0].startswith(f"{place} {ATTEMPT}:")
    assert lines[1].startswith(f"{place} {CARD}:")
    assert lines[-1] == "noticed 1 of 3 mutants, 0 listed as equivalent, 2 unnoticed"
    assert not ok


def test_a_scenario_that_keeps_the_rule_notices_its_conditions(house: Rulebook, tmp_path: Path) -> None:
    text, ok = mutants.report([scenario(tmp_path, BOARD + SANGAN)], house)
    assert text == "noticed 3 of 3 mutants, 0 listed as equivalent, 0 unnoticed"
    assert ok


def test_equivalents_are_listed_with_their_reason(house: Rulebook, tmp_path: Path) -> None:
    listed = tmp_path / mutant_fates.EQUIVALENT
    listed.write_text(
        '[[equivalent]]\nhead = "violation(no_kuriboh, elsewhere(Card), t)"\n'
        f"drop = ['{ATTEMPT}', '{CARD}']\nreason = \"shown in a test\"\n",
        encoding="utf-8",
    )
    text, ok = mutants.report([scenario(tmp_path, BOARD)], house)
    assert text == "noticed 1 of 3 mutants, 2 listed as equivalent, 0 unnoticed"
    assert ok
    listed.write_text('[[equivalent]]\nhead = "a"\ndropped = "b"\n', encoding="utf-8")
    with pytest.raises(ScenarioError, match="dropped: unknown key"):
        mutants.report([scenario(tmp_path, BOARD)], house)


def test_no_time_is_no_success(house: Rulebook, tmp_path: Path) -> None:
    text, ok = mutants.report([scenario(tmp_path, BOARD)], house, seconds=0)
    assert "not tried for lack of time" in text
    assert not ok


def test_conditions_of_aggregates_are_dropped_too(tmp_path: Path) -> None:
    path = tmp_path / "count.lp"
    path.write_text("many(N) :- size(N), N < #count { X, Y : p(X), q(Y), not r(X) }, not few.", encoding="utf-8")
    found = statements.mutants(statements.read_file("count.lp", path))
    assert [mutant.dropped for mutant in found if mutant.within] == ["not r(X)"]
    assert [mutant.dropped for mutant in found if not mutant.within] == [
        "rule", "N < #count { X,Y: p(X), q(Y), not r(X) }", "not few",
    ]  # fmt: skip
    assert found[2].applied() == b"many(N) :- size(N); N < #count { X,Y: p(X), q(Y) }; not few."


def test_witnesses_are_remembered(house: Rulebook, tmp_path: Path) -> None:
    path = scenario(tmp_path, BOARD + SANGAN)
    fates = mutants.examine([path], house, witnesses=None)
    mutant_fates.write_witnesses(tmp_path / "seen.json", fates, tmp_path)
    again = mutants.examine([path], house, witnesses=tmp_path / "seen.json")
    assert [fate.witness for fate in again] == [fate.witness for fate in fates]
    assert all(fate.candidates == 1 for fate in again)


# Slow while no witnesses of the encodings of Chains are remembered.
@pytest.mark.slow
@pytest.mark.skipif(not (LISTED.parent / mutant_fates.WITNESSES).exists(), reason="nothing is remembered yet: too slow")
def test_some_mutants_of_the_rulebook_are_noticed() -> None:
    """A sample; the whole check is the next test."""
    text, ok = mutants.report([SCENARIOS], sample=60, seed=2)
    assert ok, text


@pytest.mark.slow
def test_every_mutant_of_the_rulebook_is_noticed_or_listed() -> None:
    fates = mutants.examine([SCENARIOS])
    assert [fate.mutant.label for fate in fates if fate.unnoticed] == []
    assert mutant_fates.superfluous(fates, mutant_fates.read_equivalents(LISTED)) == []
