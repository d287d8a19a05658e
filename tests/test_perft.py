"""Counts of lines and boards: by hand on tiny boards, and against an independent engine where it is at hand."""

from __future__ import annotations

import json
from math import comb, factorial
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import names_of, scenario_data
from tests.perft import Counts, counts
from ygolp.cards.known import use_cards
from ygolp.scenario import read_data

SHARED = Path(__file__).parents[2] / "shared"
COUNTS = SHARED / "oracle" / "perft_dev.jsonl"


def test_position_changes_are_counted_by_hand() -> None:
    # Three monsters, each of which may change its position once: 3 * 2 * 1 lines, and the subsets as boards.
    board = read_data({"a": {"mmz": ["Gemini Elf", "Alexandrite Dragon", "Sangan"]}}).board
    lines = [factorial(3) // factorial(3 - depth) for depth in (1, 2, 3)]
    assert counts(board, 3) == Counts(lines, [comb(3, depth) for depth in (1, 2, 3)])


def test_a_summon_and_what_follows_are_counted_by_hand() -> None:
    # Summon or Set the Elf, or change the other monster; then Utopia with the two, if both lie face-up.
    # Depth 1: summon, set, change. Depth 2: summon+change, set+change, change+summon, change+set, summon+Xyz.
    # Depth 3: summon+change+Xyz, change+summon+Xyz.
    side = {"hand": ["Gemini Elf"], "mmz": ["Alexandrite Dragon"], "extra": ["Number 39: Utopia"]}
    assert counts(read_data({"a": side}).board, 3) == Counts([3, 5, 2], [3, 3, 1])


def rows() -> list[Any]:
    return [json.loads(row) for row in COUNTS.read_text("utf-8").splitlines()] if COUNTS.exists() else []


@pytest.mark.skipif(not COUNTS.exists(), reason="no counts of another engine at hand")
def test_counts_are_those_of_another_engine() -> None:
    use_cards(SHARED / "data" / "cards.cdb")
    try:
        row = min(rows(), key=lambda row: row["lines"][2])
        found = counts(read_data(scenario_data(row, names_of([row["names"]]))).board, 3)
        assert found == Counts(row["lines"][:3], row["states"][:3])
    finally:
        use_cards()
