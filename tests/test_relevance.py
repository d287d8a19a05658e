"""What is left out because it does not matter changes nothing: lines of play give the same boards without it, and what
is illegal is not played.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ygolp import AmbiguousAction, Duel, IllegalAction, NotationError, relevance
from ygolp.board import Board
from ygolp.paths import SCENARIOS
from ygolp.scenario import load, read_data

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
    monkeypatch.setattr("ygolp.duel.of_a_list", lambda _: None)
    assert outcomes(path) == told


@pytest.mark.parametrize("path", FILES[::25], ids=lambda path: path.stem)
def test_effects_that_do_not_matter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_effects_that_do_not_matter_in_any_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(path, monkeypatch)


IN_WINDOWS = sorted(
    path for path in (SCENARIOS / "chains").glob("*.toml")
    if re.search('^state = "(attempt|building|response|success)"', path.read_text("utf-8"), re.MULTILINE)
)  # fmt: skip


def listed_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = load(path).board
    listed = Duel(board).options
    monkeypatch.setattr("ygolp.duel.of_a_list", lambda _: None)
    assert Duel(board).options == listed


@pytest.mark.parametrize("path", IN_WINDOWS[::10], ids=lambda path: path.stem)
def test_effects_that_do_not_matter_to_a_list(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed_all_the_same(path, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("path", IN_WINDOWS, ids=lambda path: path.stem)
def test_effects_that_do_not_matter_to_any_list(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed_all_the_same(path, monkeypatch)


ILLEGAL = sorted(path for path in SCENARIOS.rglob("*.toml") if 'verdict = "illegal"' in path.read_text("utf-8"))


def not_played(path: Path) -> None:
    """Playing each action that a scenario calls illegal is refused, in the first era that it names.

    An action of the open game state says of a window that nobody used it: that is another question.
    """
    scenario = load(path)
    for expectation in scenario.expectations:
        action = expectation.keys.get("action", "")
        here = scenario.board.state == "open" or action.startswith(("activate ", "pass", "choose "))
        if expectation.keys.get("verdict") == "illegal" and action and here:
            duel = Duel(scenario.board).under(expectation.eras[0])
            # Of materials that are left open there may be several illegal sets; a name may be missing.
            with pytest.raises((IllegalAction, AmbiguousAction, NotationError)):
                duel.push(action)


@pytest.mark.parametrize("path", ILLEGAL[::40], ids=lambda path: path.stem)
def test_what_is_illegal_is_not_played(path: Path) -> None:
    not_played(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_nothing_that_is_illegal_is_played(path: Path) -> None:
    not_played(path)


def test_what_an_activation_has_ruled_out_is_not_played_later() -> None:
    """Scapegoat: no other Special Summon in its turn, also when its card lies in the GY."""
    side = {"hand": ["Scapegoat", "Cyber Dragon"]}
    duel = Duel(read_data({"a": side, "b": {"mmz": ["Gemini Elf"]}}, "test"))
    duel.push("activate Scapegoat")
    with pytest.raises(IllegalAction):
        duel.push("special summon Cyber Dragon")
