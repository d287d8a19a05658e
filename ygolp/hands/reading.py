"""From files and names to a question: the deck, the board it is played on, the goal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ygolp import formats, schema
from ygolp.board import Board, Piece, replace
from ygolp.errors import ScenarioError, YgolpError
from ygolp.hands.question import SEEKER, Question
from ygolp.scenario import read_data, read_file
from ygolp.search.goal import read_goal
from ygolp.search.graph import Bounds


def read_question(deck: str | Path, board: str | Path | None, goals: Sequence[str], bounds: Bounds) -> Question:
    """Return the question that files and names ask.

    The deck is whatever a board can be read from (ygolp.formats), or stands on another board, whose own Deck and Extra
    Deck are empty. It is the first turn, or the second if the opponent has cards, where nothing else is said. Raises
    ScenarioError, GoalError, or another YgolpError that says what is missing.
    """
    found = formats.read(deck)
    data, name = found.data, found.name
    if board is not None:
        other = formats.read(board)
        data = _on_board(data, other.data, name, other.name)
        name = f"{name} on {other.name}"
    if isinstance(data, dict):
        data = {"turn": 2 if data.get("b") else 1, **data}
        if goals:
            data["goal"] = _goal_table(goals)
    scenario = read_data(data, name, found.folder)
    _check(scenario.board, name)
    if scenario.goal is None:
        raise YgolpError(f"--goal is missing, and {name} has no [goal]")
    return Question(scenario.board, read_goal(scenario.goal), bounds)


def _on_board(deck: Any, board: Any, deck_name: str, board_name: str) -> dict[str, Any]:
    """Return the table of a board with the deck on player a's side, and the made-up cards of both."""
    for data, name in ((deck, deck_name), (board, board_name)):
        problems = schema.check_scenario(data)
        if problems:
            raise ScenarioError(name, problems)
    mine: dict[str, Any] = board.get(SEEKER, {})
    there = [f"{SEEKER}.{key}: the deck comes from {deck_name}" for key in ("deck", "extra") if mine.get(key)]
    if there:
        raise ScenarioError(board_name, there)
    side = {**mine, **{key: part for key, part in deck.get(SEEKER, {}).items() if key in ("deck", "extra")}}
    cards = [*board.get("card", ()), *(card for card in deck.get("card", ()) if card not in board.get("card", ()))]
    extensions = sorted({*board.get("extensions", ()), *deck.get("extensions", ())})
    goal = {key: data["goal"] for data in (board, deck) for key in ("goal",) if key in data}
    return {**board, **goal, SEEKER: side, "card": cards, "extensions": extensions}


def _check(board: Board, name: str) -> None:
    """Raise ScenarioError if no hand can be dealt there."""
    side = board.sides[SEEKER]
    problems = []
    looks: dict[str, Piece] = {}
    for piece in board.pieces:
        if (piece.player, piece.place) == (SEEKER, "hand"):
            problems.append(f"{SEEKER}.hand: {piece.name}: the opening hand is what is asked about; leave it out")
        if (piece.player, piece.place) == (SEEKER, "deck"):
            look = replace(piece, id="")
            if looks.setdefault(piece.name, look) != look:
                problems.append(f"{SEEKER}.deck: {piece.name}: the marks of all copies have to be equal")
    if not looks:
        problems.append(f"{SEEKER}.deck: missing: expected the cards of the deck")
    if side.unknown_deck:
        problems.append(f"{SEEKER}.deck: {side.unknown_deck} unknown cards: every card of the deck must be known")
    if board.state != "open":
        problems.append(f"state: {board.state!r}: expected 'open'")
    if problems:
        raise ScenarioError(name, list(dict.fromkeys(problems)))


def _goal_table(goals: Sequence[str]) -> Any:
    """Return the [goal] of a file, or that of names; the names are read with those of the deck."""
    files = [goal for goal in goals if Path(goal).suffix.lower() in (".toml", ".json")]
    if not files:
        return {"control": list(goals)}
    if len(goals) > 1:
        raise YgolpError("--goal: expected one file, or names of cards that are to be controlled")
    table = read_file(files[0])
    problems = schema.check_scenario(table)
    if not problems and "goal" not in table:
        problems = ["goal: missing"]
    if problems:
        raise ScenarioError(files[0], problems)
    return table["goal"]
