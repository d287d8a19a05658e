"""A declarative rules checker for the Yu-Gi-Oh! OCG: what is legal now, and why not the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ygolp.errors import (
    AmbiguousAction,
    EncodingError,
    IllegalAction,
    LineError,
    NotationError,
    ScenarioError,
    YgolpError,
)  # fmt: skip

if TYPE_CHECKING:
    from ygolp.actions import Action, CardRef
    from ygolp.board import Board
    from ygolp.cards.known import use_cards
    from ygolp.duel import Duel, Option, Verdict, load
    from ygolp.explain import Reason
    from ygolp.lines import Line, line_of, line_text, parse_line
    from ygolp.moves import Played
    from ygolp.repair import Repair
    from ygolp.scenario import Scenario

__version__ = "0.1.0"
__all__ = [
    "Action", "AmbiguousAction", "Board", "CardRef", "Duel", "EncodingError", "IllegalAction",
    "Line", "LineError", "NotationError", "Option", "Played", "Reason", "Repair", "Scenario", "ScenarioError",
    "Verdict", "YgolpError", "line_of", "line_text", "load", "parse_line",
    "use_cards",
]  # fmt: skip

_HOMES = {
    "Action": "notation", "CardRef": "notation", "Board": "board", "Duel": "duel", "Option": "duel",
    "Verdict": "duel", "load": "duel", "Played": "moves", "Reason": "explain", "Repair": "repair",
    "Scenario": "scenario", "Line": "lines", "line_of": "lines", "line_text": "lines", "parse_line": "lines",
    "use_cards": "cards.known",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the solver only when something is asked of it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"ygolp.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'ygolp' has no attribute {name!r}")
