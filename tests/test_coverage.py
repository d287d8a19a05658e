"""Coverage of the encodings by scenarios."""

from pathlib import Path

import pytest

from ygolp.coverage import measure, report
from ygolp.engine import Rulebook
from ygolp.paths import SCENARIOS

HOUSE_RULES = """\
% no_kuriboh: At this table nobody Normal Summons Kuriboh.
rule(no_kuriboh, "house").
violation(no_kuriboh, elsewhere(Card), t) :- attempt(normal_summon(Card), t), furry(Card).
furry(Card) :- card(Card, "Kuriboh").

% no_sangan: Nor Sangan.
rule(no_sangan, "house").
violation(no_sangan, elsewhere(Card), t) :- attempt(normal_summon(Card), t), card(Card, "Sangan").
spotted(Card) :- card(Card, "Sangan").
"""
KURIBOH = """\
[a]
hand = ["Kuriboh"]

[[expect]]
source = "house"
action = "normal summon Kuriboh"
verdict = "illegal"
because = ["no_kuriboh"]
"""


def test_rules_that_fire_and_rules_that_do_not(tmp_path: Path) -> None:
    encoding = tmp_path / "house.lp"
    encoding.write_text(HOUSE_RULES, encoding="utf-8")
    (tmp_path / "kuriboh.toml").write_text(KURIBOH, encoding="utf-8")
    rulebook = Rulebook(more=[encoding])
    text, ok = report([tmp_path], rulebook)
    lines = text.splitlines()
    assert lines[-1] == "rules fired 1 of 2, statements 1 of 2"
    assert f"{encoding}:6: no_sangan never fires: Nor Sangan." in lines
    assert any(line.startswith(f"{encoding}:9: not exercised: spotted(Card)") for line in lines)
    assert not ok

    sangan = KURIBOH.replace("Kuriboh", "Sangan").replace("kuriboh", "sangan")
    (tmp_path / "sangan.toml").write_text(sangan, encoding="utf-8")
    text, ok = report([tmp_path], rulebook)
    assert text == "rules fired 2 of 2, statements 2 of 2"
    assert ok


@pytest.mark.slow
def test_every_rule_of_the_rulebook_fires_in_some_scenario() -> None:
    found = measure([SCENARIOS])
    assert [rule.name for rule in found.silent] == []
    assert [statement.place for statement in found.idle] == []
