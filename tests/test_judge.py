"""Whether a goal is reached: the same with the statements that can matter and with the whole rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from ygolp import engine
from ygolp.scenario import read_data
from ygolp.search.goal import judge, read_goal


@pytest.mark.parametrize(
    ("goal", "reached"),
    [
        ({"control": ["Gemini Elf"]}, True),
        ({"control": ["Gemini Elf", "Gemini Elf"]}, False),
        ({"gy": ["Sangan"], "hand": 1}, True),
        ({"if": [{"count": {"level": {"min": 5}}, "min": 1}]}, False),
        ({"terms": ["phase(main1)"]}, True),
        ({"terms": ["phase(main2)"]}, False),
    ],
)
def test_the_whole_rulebook_says_the_same(goal: dict[str, Any], reached: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    board = read_data({"a": {"mmz": ["Gemini Elf"], "hand": ["Sangan"], "gy": ["Sangan"], "deck": ["Kuriboh"]}}).board
    asked = read_goal(goal)
    found = judge([board, board], asked, ("atk", "monsters"))
    assert [each.reached for each in found] == [reached, reached]
    assert found[0].measures == {"atk": 1900, "monsters": 1}
    monkeypatch.setattr(engine, "program", lambda *_: None)
    assert judge([board, board], asked, ("atk", "monsters")) == found
