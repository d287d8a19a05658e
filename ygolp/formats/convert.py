"""A board in another form."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple, cast

from ygolp.board import Player
from ygolp.formats import Source
from ygolp.scenario import Scenario
from ygolp.writing import scenario_data, toml_text

FORMS = ("toml", "json", "line", "lua", "ydk", "ydke")
# What a file of a board holds besides the board, and is kept in the forms that can hold it.
_BESIDES = ("title", "note", "goal", "question", "expect")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Converted(NamedTuple):
    """A text, and what of the board it cannot say, a sentence each."""

    text: str
    left_out: tuple[str, ...] = ()


def convert(scenario: Scenario, source: Source, form: str, player: str = "a") -> Converted:
    """Return a board in one of FORMS, with a line feed at its end; of a deck that of a player.

    Raises ScenarioError where a card has no passcode and the form asks for one.
    """
    board = scenario.board
    if form in ("toml", "json"):
        besides = {key: source.data[key] for key in _BESIDES if key in source.data}
        data = {**_first(besides, "title", "note"), **scenario_data(board), **besides}
        return Converted(toml_text(data) if form == "toml" else _json(data))
    if form == "line":
        from ygolp.formats.one_line import encode

        return Converted(encode(scenario_data(board)) + "\n")
    if form == "lua":
        from ygolp.formats.puzzles import puzzle_text

        return Converted(*puzzle_text(board, scenario.title))
    from ygolp.formats.decks import deck_of, write_ydk, write_ydke

    deck, left_out = deck_of(board, cast("Player", player))
    if form == "ydke":
        return Converted(write_ydke(deck) + "\n", left_out)
    names = {record["passcode"]: name for name, record in board.records.items() if "passcode" in record}
    return Converted(write_ydk(deck, names), left_out)


def _first(table: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: table[key] for key in keys if key in table}


def _json(data: dict[str, Any]) -> str:
    text = json.dumps(data, indent=2, ensure_ascii=False, default=str)
    return _SURROGATE.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text) + "\n"
