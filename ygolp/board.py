"""A board as plain values: who has which card where, in which state, and what happened this turn."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

Player = Literal["a", "b"]
PLAYERS: tuple[Player, Player] = ("a", "b")
HIDDEN = ("hand", "deck", "extra", "gy", "banished")
ON_FIELD = ("mmz", "emz", "st", "fz", "pz")


_Value = TypeVar("_Value", bound=tuple[Any, ...])


def replace(value: _Value, **changes: Any) -> _Value:
    """Return a value of this package (a named tuple) with some fields changed."""
    changed: _Value = value._replace(**changes)  # type: ignore[attr-defined]
    return changed


def opponent(player: Player) -> Player:
    return "b" if player == "a" else "a"


class Piece(NamedTuple):
    """One card of the duel, or the unit of a Ripple Monster.

    `id` names it in facts. `place` is hand, deck, extra, gy, banished, mmz, emz, st, fz, pz, under (Xyz
    Material of `parent`), nowhere, summoning (a Summon of it is attempted; `zone` is the place it will take, as it is
    written), or part (of the pile `parent`); `zone` is 1 to 5 from the player's left, "left" or
    "right" as the player sees it, or for under and part the number from the top. `called` is the name that a file gives
    to a pile.
    """

    id: str
    name: str
    player: Player
    place: str
    zone: int | str | None = None
    owner: Player = "a"
    pile: bool = False
    called: str | None = None
    parent: str | None = None
    position: str | None = None
    face: str | None = None
    arrived: bool = False
    position_changed: bool = False
    attacked: bool = False
    switched: bool = False
    gemini_summoned: bool = False
    negated: bool = False
    proper: bool = False
    from_extra: bool = False
    summoned: str | None = None
    now: tuple[tuple[str, str | int], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    equipped_to: str | None = None
    declared: str | None = None
    copied: str | None = None
    since: int | None = None

    @property
    def where(self) -> str:
        """The place as it is written in actions: `mmz2`, `emz left`, `hand`."""
        return place_text(self.place, self.zone)


def place_text(place: str, zone: int | str | None) -> str:
    if place in ("mmz", "st"):
        return f"{place}{zone}"
    return f"{place} {zone}" if place in ("emz", "pz") else place


class Side(NamedTuple):
    """What a player has besides cards: Life Points, the ledger of the turn, whether the Deck's size is known."""

    lp: int = 8000
    normal_summons: int = 0
    special_summons: int = 0
    pendulum_summoned: bool = False
    resolved: tuple[str, ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    unknown_deck: int = 0
    deck_stated: bool = False
    summons: int | None = None
    monsters_summoned: int | None = None


class Board(NamedTuple):
    """A snapshot of a duel under one version of the rules.

    `flow` is where it stands in a window or on a Chain: facts of asp/inputs.lp as nested tuples without the step,
    sorted, `("link", 1, "b", "solemn_judgment", ("string", "Solemn Judgment"), 1)`; empty in the open game state, but
    for what effects have left for later and what cards have used.
    """

    era: str = "mr2020"
    preset: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    extensions: tuple[str, ...] = ()
    turn_player: Player = "a"
    phase: str = "main1"
    state: str = "open"
    turn: int = 3
    waiting_triggers: tuple[str, ...] = ()
    sides: Mapping[Player, Side] = MappingProxyType({"a": Side(), "b": Side()})
    pieces: tuple[Piece, ...] = ()
    records: Mapping[str, dict[str, Any]] = MappingProxyType({})
    flow: tuple[tuple[Any, ...], ...] = ()

    def piece(self, identity: str) -> Piece:
        """Return the piece of that id; KeyError if there is none."""
        for piece in self.pieces:
            if piece.id == identity:
                return piece
        raise KeyError(identity)
