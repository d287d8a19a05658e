"""Questions made of several: why each card cannot be summoned now, and what the eras differ in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ygolp.actions import Action, CardRef
from ygolp.board import Piece, replace
from ygolp.cards.activated import AS_SPELL
from ygolp.duel import Duel, Option, Verdict
from ygolp.explain import Reason
from ygolp.schema import ERAS, PRESETS

EVERY_ERA = (*PRESETS, *ERAS)
_ONE_KIND = {"tribute summon": "normal summon", "tribute set": "set"}
_EXTRA_DECK = ("synchro", "xyz", "link")
_ON_FIELD = ("mmz", "emz", "st", "fz", "pz")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that cannot be done with a card now, whatever is chosen for it; `verdict` has the nearest choice."""

    card: CardRef
    action: Action
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Difference:
    """An action that some eras allow and others do not, or not with the same zones and positions.

    `options` has the choice under each era that allows it. `reasons` has, for each other era, the rules that it breaks
    there, and for an era that offers fewer zones or positions, the rules that forbid the first one missing.
    """

    action: Action
    options: dict[str, Option]
    reasons: dict[str, tuple[Reason, ...]]

    @property
    def verdict_differs(self) -> bool:
        return any(era not in self.options for era in self.reasons)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The board under several eras: what differs, and the eras under which there is no such board."""

    eras: tuple[str, ...]
    differences: tuple[Difference, ...]
    impossible: dict[str, tuple[Reason, ...]]
    alike: int


@dataclass(frozen=True, slots=True)
class EraAnswer:
    """The verdict on an action under an era, or the faults that the board has under it."""

    era: str
    verdict: Verdict | None
    faults: tuple[Reason, ...] = ()


def refusals(duel: Duel) -> list[Refusal]:
    """Return what the turn player cannot do with each card of hand, Extra Deck and field, once for each name and place.

    A card stands there for each kind of action that it is made for and that no choice of materials makes legal.
    """
    legal = {_kind_of(action) for action in duel.legal_actions()}
    legal |= {("pendulum summon", ref, None) for action in duel.legal_actions() if action.kind == "pendulum summon"
              for ref in action.using or ()}  # fmt: skip
    found: list[Refusal] = []
    asked: set[tuple[str, str, str]] = set()
    for piece in duel.board.pieces:
        if piece.player != duel.board.turn_player:
            continue
        for action in _natural_actions(duel, piece):
            card = action.card or duel.index.ref_of[piece.id]
            place = card.place if action.kind in ("change", "flip summon") else card.place.split()[0].rstrip("12345")
            name = action.ripple or (card.name if action.using or action.card else "")
            key = (action.kind, name, place)
            first = replace(card, copy=1)
            kind = _ONE_KIND.get(action.kind, action.kind)
            tried = {(kind, each if name else None, action.ripple) for each in (card, first)}
            if key in asked or tried & legal:
                continue
            asked.add(key)
            verdict = duel.why(action)
            if not verdict.legal:
                found.append(Refusal(card, action, verdict))
    return found


def compare(duel: Duel, eras: Sequence[str] = EVERY_ERA) -> Comparison:
    """Return what differs between the legal actions of the same board under the eras."""
    duels = {era: duel.under(era).prepare() for era in eras}
    faults = {era: tuple(each.status()) for era, each in duels.items()}
    impossible = {era: found for era, found in faults.items() if found}
    options = {
        era: {option.action: option for option in each.options} for era, each in duels.items() if era not in impossible
    }
    actions: dict[Action, None] = {}
    for era in options:
        actions.update(dict.fromkeys(options[era]))
    differences: list[Difference] = []
    for action in actions:
        here = {era: options[era][action] for era in options if action in options[era]}
        choices = {(option.zones, option.positions) for option in here.values()}
        if len(here) == len(options) and len(choices) == 1:
            continue
        reasons: dict[str, tuple[Reason, ...]] = {}
        for era in options:
            if era not in here:
                reasons[era] = duels[era].why(action).reasons
            elif missing := _first_missing(action, here[era], list(here.values())):
                reasons[era] = duels[era].why(missing).reasons
        differences.append(Difference(action, here, reasons))
    differences.sort(key=lambda difference: not difference.verdict_differs)
    return Comparison(tuple(eras), tuple(differences), impossible, len(actions) - len(differences))


def answers(duel: Duel, text: str, eras: Sequence[str] = EVERY_ERA) -> list[EraAnswer]:
    """Return the verdict on an action under each era; NotationError or AmbiguousAction if it is not understood."""
    found: list[EraAnswer] = []
    for era in eras:
        there = duel.under(era)
        faults = tuple(there.status())
        found.append(EraAnswer(era, None if faults else there.why(text), faults))
    return found


def _first_missing(action: Action, option: Option, others: Sequence[Option]) -> Action | None:
    """Return the action with the first zone or position that another era offers and this one does not."""
    for other in others:
        for zone in other.zones:
            if zone not in option.zones:
                return replace(action, zone=zone)
    for other in others:
        for position in other.positions:
            if position not in option.positions:
                return replace(action, position=position)
    return None


def _kind_of(action: Action) -> tuple[str, CardRef | None, str | None]:
    return (_ONE_KIND.get(action.kind, action.kind), action.card, action.ripple)


def _natural_actions(duel: Duel, piece: Piece) -> Iterator[Action]:
    """Yield what a player would try with a card of theirs, materials left open."""
    ref = duel.index.ref_of[piece.id]
    record = duel.board.records[piece.name]
    types = record.get("types", ())
    player = piece.player
    if piece.place == "hand":
        yield Action("normal summon", player, ref, None)
        monster = record["card"] == "monster"
        yield Action("set", player, ref, None) if monster else Action("set spell or trap", player, ref)
        if "pendulum" in types:
            yield Action("activate", player, ref, effect=AS_SPELL)
    elif piece.place == "extra":
        yield from (Action(f"{kind} summon", player, ref, None) for kind in _EXTRA_DECK if kind in types)
        if "fusion" in types and not record.get("procedures"):
            yield Action("fusion summon", player, ref, None)
        if piece.face == "up":
            yield Action("pendulum summon", player, using=(ref,))
    elif piece.place in ("mmz", "emz"):
        if piece.position == "fd_def":
            yield Action("flip summon", player, ref)
        else:
            yield Action("change", player, ref, position="def" if piece.position == "atk" else "atk")
    elif piece.place == "pz":
        yield Action("pendulum summon", player, using=None)
    if any(piece.place in _places(procedure) for procedure in record.get("procedures", ())):
        contact = "fusion" in types and piece.place == "extra"
        yield Action("contact fusion" if contact else "special summon", player, ref, None)
    if "ripple" in duel.board.extensions and "ripple" in record and piece.place in _ON_FIELD and not piece.pile:
        yield Action("ripple summon", player, ref, None, record["ripple"]["name"])


def _places(procedure: dict[str, Any]) -> Sequence[str]:
    places = procedure.get("from", "hand")
    return [places] if isinstance(places, str) else list(places)
