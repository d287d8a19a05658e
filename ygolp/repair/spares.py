"""The cards that a repair may add: thought up from materials lines, procedures and conditions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from clingo import Function, Number, Symbol

from ygolp.actions import Action
from ygolp.board import Board, Piece, Player, opponent
from ygolp.cards.filters import places
from ygolp.cards.known import in_use
from ygolp.cards.meaning import lines, procedure_number, slot_bounds
from ygolp.cards.pool import Record
from ygolp.explain import Explainer
from ygolp.facts import const, term

if TYPE_CHECKING:
    from ygolp.duel import Duel

MOST_CHANGES = 3
_SPARE_KINDS = ("monster_zone", "spell_zone", "hand", "gy", "banished", "extra", "deck")
_FIELD_KINDS = {"monster_zone": "mmz", "spell_zone": "st"}


@dataclass(frozen=True, slots=True)
class Spare:
    """A card that may be added: for what, the how-manieth, and its piece without a zone."""

    use: Symbol
    number: int
    piece: Piece
    kind: str
    record: Record
    leveled: bool = False


@dataclass(slots=True)
class Question:
    """What the sentences need to know: the board asked about, and what may be added or counted."""

    duel: Duel
    action: Action
    board: Board
    explainer: Explainer
    spares: list[Spare] = field(default_factory=list)
    specs: dict[Symbol, dict[str, Any]] = field(default_factory=dict)


class Spares:
    """Thinks up the cards that may be added: such as materials lines, procedures and conditions ask for."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.player = question.action.player

    def for_card(self, record: Record) -> None:
        name, action = record["name"], self.question.action
        if action.kind in ("normal summon", "tribute summon", "set", "tribute set"):
            table = record.get("normal_summon", {})
            self.add(const("tribute"), table.get("tribute_filter", {}), ("monster_zone",), 3)
            for number, choice in enumerate(table.get("tributes", ()), 1):
                if isinstance(choice, dict):
                    self.conditions(name, ("normal", number), choice.get("if", ()))
            self.conditions(name, ("const", "normal"), table.get("if", ()))
        for asked in self.question.duel.terms(action):
            if asked.name == "special_summon":
                self.for_way(record, asked.arguments[0].name, asked.arguments[2].number)

    def for_way(self, record: Record, kind: str, way: int) -> None:
        slots, demands, conditions = _way(record, kind, way)
        total = "total_level" in demands or "level" in _listed(demands.get("same", []))
        for number, slot in enumerate(slots, 1):
            use = term(("slot", ("string", record["name"]), way, number))
            free = not isinstance(slot.get("level"), int) and not {"rank", "link"} & set(slot)
            leveled = free and (total or kind in ("synchro", "xyz"))
            most = min(slot_bounds(slot)[1] or MOST_CHANGES, 2 if leveled else MOST_CHANGES)
            self.add(use, slot, ("monster_zone",), most, leveled)
        self.conditions(record["name"], way, conditions)

    def conditions(self, name: str, way: Any, conditions: Iterable[dict[str, Any]]) -> None:
        for number, condition in enumerate(conditions, 1):
            for part, key in (("more", "more"), ("than", "than"), ("count", "count"), ("of", "of")):
                if isinstance(condition.get(key), dict):
                    label = ("counted", ("condition", ("string", name), way, number), ("const", part))
                    self.add(term(label), condition[key], ("monster_zone",), 3, counted=True)

    def for_pendulum(self) -> None:
        self.add(const("hand"), {"place": "hand", "card": "monster"}, ("hand",), 2, leveled=True)
        for side in ("l", "r"):
            for scale in range(14):
                use = Function("scale", [const(side), Number(scale)])
                record = _monster() | {"types": ["pendulum", "effect"], "scale": scale}
                self.spare(use, 1, record, "scale", self.player, None, "up")

    def add(
        self, use: Symbol, spec: dict[str, Any], where: tuple[str, ...], most: int,
        leveled: bool = False, counted: bool = False,
    ) -> None:  # fmt: skip
        """Offer up to `most` cards that meet a filter, if one can be thought up."""
        spec = _plain(spec)
        self.question.specs[use] = spec
        record = spare_record(spec, leveled, self.question.board)
        kind = kind_of(spec, where, record)
        if record is None or kind is None:
            return
        player = opponent(self.player) if spec.get("side") == "opponent" else self.player
        position, face = None, None
        if kind == "monster_zone":
            down = spec.get("face") == "down"
            positions = spec.get("position", "fd_def" if down else "atk")
            position = positions[0] if isinstance(positions, list) else positions
        elif kind in ("spell_zone", "banished", "extra"):
            face = spec.get("face", "down" if kind == "extra" else "up")
        for number in range(1, most + 1):
            self.spare(use, number, record, kind, player, position, face, leveled)

    def spare(
        self, use: Symbol, number: int, record: Record, kind: str, player: Player,
        position: str | None, face: str | None, leveled: bool = False,
    ) -> None:  # fmt: skip
        count = len(self.question.spares) + 1
        record = record if "name" in record else {"name": f"Spare {count}", **record}
        place = _FIELD_KINDS.get(kind, "pz" if kind == "scale" else kind)
        piece = Piece(f"spare_{count}", record["name"], player, place, owner=player, position=position, face=face)
        self.question.spares.append(Spare(use, number, piece, kind, record, leveled))


def _way(record: Record, kind: str, way: int) -> tuple[list[Any], dict[str, Any], list[Any]]:
    """Return slots, demands on the set and conditions of a way to summon."""
    if kind == "ripple":
        return list(record.get("ripple", {}).get("materials", ())), {}, []
    if kind == "own":
        for index, procedure in enumerate(record.get("procedures", ())):
            if procedure_number(record, index) == way:
                return list(procedure.get("by", ())), procedure.get("with", {}), list(procedure.get("if", ()))
        return [], {}, []
    found = lines(record)
    if not 1 <= way <= len(found):
        return [], {}, []
    return list(found[way - 1]["slots"]), found[way - 1].get("with", {}), []


def _plain(spec: dict[str, Any]) -> dict[str, Any]:
    """Return a filter with the first of its alternatives, the one that a spare card meets."""
    merged = dict(spec)
    for choice in ([merged.pop("any")[0]] if merged.get("any") else []):
        merged.update(choice)
    return merged


def kind_of(spec: dict[str, Any], where: tuple[str, ...], record: Record | None) -> str | None:
    """Return the kind of place in which a spare card would be."""
    listed = places(spec, where)
    if "field" in listed:
        return "monster_zone" if record is None or record["card"] == "monster" else "spell_zone"
    return next((kind for kind in listed if kind in _SPARE_KINDS), None)


def _monster() -> Record:
    return {
        "card": "monster", "types": ["normal"], "attribute": "EARTH", "race": "Warrior", "level": 4,
        "atk": 1000, "def": 1000,
    }  # fmt: skip


def spare_record(spec: dict[str, Any], leveled: bool, board: Board) -> Record | None:
    """Return a card record that meets a filter as far as its keys tell; the rulebook tests it. None: there is none.

    A name gives the card of that name; `leveled` leaves the Level to be chosen. The record has no name otherwise.
    """
    if spec.get("self") is True:
        return None
    if "name" in spec:
        name = _first(spec["name"])
        found = board.records.get(name) or in_use().find(name)
        return found if found is not None else {**_monster(), "treated_as": name}
    card = _first(spec.get("card", "monster"))
    if card != "monster":
        return {"card": card, "types": [_first(spec.get("type", "normal"))]}
    record = _monster()
    barred = _listed(spec.get("not_type", []))
    wanted = [kind for kind in _listed(spec.get("type", []))[:1] if kind not in ("normal", "effect")]
    plain = "normal" if "effect" in barred or spec.get("type") == "normal" or not wanted else "effect"
    record["types"] = [*wanted, "effect" if "normal" in barred or spec.get("type") == "effect" else plain]
    for key in ("attribute", "race"):
        if key in spec:
            record[key] = _first(spec[key])
    if "archetype" in spec:
        record["archetypes"] = [_first(spec["archetype"])]
    for key in ("level", "atk", "def"):
        if key in spec or f"original_{key}" in spec:
            record[key] = _number(spec.get(key, spec.get(f"original_{key}")), record[key])
    for kind, key in (("xyz", "rank"), ("link", "link")):
        if key in spec or kind in wanted:
            del record["level"]
            record[key] = _number(spec.get(key), 2)
            record["types"] = [kind, "effect"]
            if kind == "link":
                del record["def"]
                record["arrows"] = ["bottom", "bottom-left", "bottom-right", "left", "right", "top"][: record[key]]
            break
    if spec.get("token"):
        record["types"] = ["token", "normal"]
    if leveled:
        record["level"] = 4
    return record


def _first(value: Any) -> Any:
    return value[0] if isinstance(value, list) else value


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def _number(value: Any, usual: int) -> int:
    """Return a number that a range asks for, the usual one if it fits."""
    if isinstance(value, dict):
        return int(min(max(usual, value.get("min", usual)), value.get("max", 10**6)))
    first = _first(value)
    return first if isinstance(first, int) else usual
