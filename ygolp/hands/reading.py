"""From files and names to a question: the deck, the board it is played on, the goal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ygolp import schema
from ygolp.board import Board, Piece, replace
from ygolp.errors import ScenarioError, YgolpError
from ygolp.hands.question import SEEKER, Question
from ygolp.scenario import read_data, read_file, read_text
from ygolp.search.goal import read_goal
from ygolp.search.graph import Bounds

LARGEST_PASSCODE = 2**32 - 1


def read_question(deck: Path, board: Path | None, goals: Sequence[str], bounds: Bounds) -> Question:
    """Return the question that files and names ask.

    The deck is a scenario, or a .ydk file, or stands on another board, whose own Deck and Extra Deck are empty. Raises
    ScenarioError, GoalError, or another YgolpError that says what is missing.
    """
    data = _deck_table(deck)
    name = str(deck)
    if board is not None:
        data = _on_board(data, read_file(board), name, str(board))
        name = f"{deck} on {board}"
    if goals and isinstance(data, dict):
        data = {**data, "goal": _goal_table(goals)}
    scenario = read_data(data, name)
    _check(scenario.board, name)
    if scenario.goal is None:
        raise YgolpError(f"--goal is missing, and {name} has no [goal]")
    return Question(scenario.board, read_goal(scenario.goal), bounds)


def _deck_table(path: Path) -> Any:
    """Return the table of a scenario that has the deck: of a .ydk file one of the first turn."""
    if path.suffix.lower() != ".ydk":
        return read_file(path)
    return {"turn": 1, SEEKER: _ydk(read_text(path), str(path))}


def _ydk(text: str, name: str) -> dict[str, list[int]]:
    """Return the passcodes of a .ydk file; its Side Deck is left out."""
    parts: dict[str, list[int]] = {"deck": [], "extra": [], "side": []}
    problems = []
    part = "deck"
    for number, row in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        row = row.strip()
        if row.startswith("!"):
            part = "side"
        elif row == "#extra":
            part = "extra"
        elif row and not row.startswith("#"):
            if row.isdecimal() and 0 < int(row[:11]) <= LARGEST_PASSCODE:
                parts[part].append(int(row))
            else:
                problems.append(f"line {number}: {row[:60]!r}: expected a passcode, a comment `#...` or `!side`")
    if problems:
        raise ScenarioError(name, problems)
    return {part: parts[part] for part in ("deck", "extra") if parts[part]}


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
    side = {**mine, **{key: deck.get(SEEKER, {}).get(key, []) for key in ("deck", "extra")}}
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
