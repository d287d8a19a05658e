"""A declarative rules checker for the Yu-Gi-Oh! OCG: what is legal now, and why not the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ygolp.errors import (
    AmbiguousAction,
    EncodingError,
    IllegalAction,
    NotationError,
    ScenarioError,
    YgolpError,
)  # fmt: skip

if TYPE_CHECKING:
    from ygolp.board import Board
    from ygolp.duel import Duel, Option, Verdict, load
    from ygolp.explain import Reason
    from ygolp.moves import Played
    from ygolp.notation import Action, CardRef
    from ygolp.repair import Repair
    from ygolp.scenario import Scenario

__version__ = "0.1.0"
__all__ = [
    "Action", "AmbiguousAction", "Board", "CardRef", "Duel", "EncodingError", "IllegalAction",
    "NotationError", "Option", "Played", "Reason", "Repair", "Scenario", "ScenarioError", "Verdict", "YgolpError",
    "load",
]  # fmt: skip

_HOMES = {
    "Action": "notation", "CardRef": "notation", "Board": "board", "Duel": "duel", "Option": "duel",
    "Verdict": "duel", "load": "duel", "Played": "moves", "Reason": "explain", "Repair": "repair",
    "Scenario": "scenario",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the solver only when something is asked of it."""
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"ygolp.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'ygolp' has no attribute {name!r}")
