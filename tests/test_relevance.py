"""What is left out because it does not matter changes nothing: lines of play give the same boards without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ygolp import Duel, relevance
from ygolp.board import Board
from ygolp.paths import SCENARIOS
from ygolp.scenario import load

FILES = sorted(path for path in (SCENARIOS / "chains").glob("*.toml") if "\nplay" in path.read_text("utf-8"))


def outcomes(path: Path) -> list[tuple[Board, list[tuple[str, ...]]]]:
    """Return the board after each line of play of a scenario, with what happened at each action."""
    found = []
    for expectation in load(path).expectations:
        if "play" in expectation.keys:
            duel = Duel(load(path).board)
            played = duel.replay(expectation.keys["play"])
            found.append((duel.board, [each.events for each in played]))
    return found


def check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = outcomes(path)
    monkeypatch.setattr(relevance, "of_action", lambda *_: None)
    monkeypatch.setattr(relevance, "of_what_follows", lambda *_: None)
    assert outcomes(path) == told


@pytest.mark.parametrize("path", FILES[::25], ids=lambda path: path.stem)
def test_effects_that_do_not_matter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_effects_that_do_not_matter_in_any_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, monkeypatch)
