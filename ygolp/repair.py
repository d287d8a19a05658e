"""What would make an action legal: facts for asp/questions/repair.lp, and the sentence of each change.

The question is asked with no change, then with one, two and three; the first that has answers gives the smallest
repairs. A change is a term such as `undone(arrived(card_3))`, and each kind of term has one sentence here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

from clingo import Function, Number, String, Symbol, SymbolType

from ygolp import engine
from ygolp.board import Board, Piece, Player, Side, opponent, replace
from ygolp.cards.filters import places
from ygolp.cards.meaning import lines, procedure_number, slot_bounds
from ygolp.cards.pool import Record, embedded
from ygolp.explain import PHASES, POSITIONS, STATES, Explainer, describe_filter
from ygolp.facts import board_facts, const, seen_side, term
from ygolp.notation import Action, Index

if TYPE_CHECKING:
    from ygolp.duel import Duel

MOST_CHANGES = 3
MOST_REPAIRS = 8
_MOST_OF_A_KIND = 3
_LOOKED_AT = 400
STATE = frozenset({
    "turn_player", "phase", "state", "waiting_trigger", "lp", "at", "position", "face", "arrived", "position_changed",
    "attacked", "switched", "gemini_summoned", "proper", "summoned_as", "effects_negated", "now", "declared", "since",
    "equipped", "normal_summons", "special_summons", "pendulum_summoned", "resolved", "used",
})  # fmt: skip
_CHOSEN = frozenset({"summons", "into", "in_position"})
_SPARE_KINDS = ("monster_zone", "spell_zone", "hand", "gy", "banished", "extra", "deck")
_FIELD_KINDS = {"monster_zone": "mmz", "spell_zone": "st"}
_NUMBERS = ("No", "One", "Two", "Three")


@dataclass(frozen=True, slots=True)
class Repair:
    """The fewest changes that make an action legal, in one of the ways there are.

    `changes` are terms as text, `sentences` says each of them in words. `board` is the board after them and `action`
    the action as it is legal there; a card that was added is called `Spare 1` ... on that board.
    """

    changes: tuple[str, ...]
    sentences: tuple[str, ...]
    board: Board
    action: Action

    @property
    def text(self) -> str:
        """All changes in words."""
        return " ".join(self.sentences)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class _Spare:
    """A card that may be added: for what, the how-manieth, and its piece without a zone."""

    use: Symbol
    number: int
    piece: Piece
    kind: str
    record: Record
    leveled: bool = False


@dataclass(slots=True)
class _Question:
    """What the sentences need to know: the board asked about, and what may be added or counted."""

    duel: Duel
    action: Action
    board: Board
    explainer: Explainer
    spares: list[_Spare] = field(default_factory=list)
    specs: dict[Symbol, dict[str, Any]] = field(default_factory=dict)


def repairs(duel: Duel, action: Action | str) -> list[Repair]:
    """Return the smallest repairs of an illegal action, the plainest first, at most MOST_REPAIRS.

    The list is empty for a legal action, and where no MOST_CHANGES changes that are offered help.
    """
    if isinstance(action, str):
        action = duel.parse(action)
    question = _question(duel, action)
    made = engine.control("repair", _facts(question), duel.rulebook, ("0", "--project=project"))
    if next(engine.answers(made, [_costs(0)]), None) is not None:
        return []
    for number in range(1, MOST_CHANGES + 1):
        found = list(islice(engine.answers(made, [_costs(number)]), _LOOKED_AT))
        if found:
            return _chosen(question, found)
    return []


def _costs(number: int) -> tuple[Symbol, bool]:
    return Function("cost", [Number(number)]), True


# ---- the question --------------------------------------------------------------------------------------------


def _question(duel: Duel, action: Action) -> _Question:
    board = duel.index.completed()
    subject = duel.index.piece_of[action.card] if action.card else None
    question = _Question(duel, action, board, Explainer(board, subject.id if subject else None))
    spares = _Spares(question)
    if action.kind == "pendulum summon":
        spares.for_pendulum()
    elif subject is not None and not subject.pile:
        spares.for_card(board.records[subject.name])
    return question


def _facts(question: _Question) -> Iterator[Symbol]:
    """Yield the facts of the question, the state and the choices wrapped in fact/1."""
    duel, action, board = question.duel, question.action, question.board
    spares = question.spares
    with_spares = replace(board, records={**board.records, **{spare.record["name"]: spare.record for spare in spares}})
    for fact in (*board_facts(with_spares), *duel._question(action, board)):
        if fact.name in STATE or fact.name in _CHOSEN or fact.name == "names_ripple":
            yield Function("fact", [Function(fact.name, fact.arguments[:-1])])
        elif fact.name == "extension":
            yield Function("fact", [fact])
        else:
            yield fact
    yield Function("acting", [const(action.player)])
    for use in dict.fromkeys(spare.use for spare in spares if spare.leveled):
        yield Function("leveled", [use])
    for spare in spares:
        piece, card = spare.piece, const(spare.piece.id)
        yield Function("spare", [spare.use, Number(spare.number), card, const(spare.kind), const(piece.player)])
        yield Function("card", [card, String(piece.name)])
        yield Function("owner", [card, const(piece.owner)])
        for name, value in (("position", piece.position), ("face", piece.face)):
            if value is not None:
                yield Function("spare_lies", [card, Function(name, [card, const(value)])])


class _Spares:
    """Thinks up the cards that may be added: such as materials lines, procedures and conditions ask for."""

    def __init__(self, question: _Question) -> None:
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
        for asked in self.question.duel._terms(action, self.question.board):
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
        kind = _kind(spec, where, record)
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
        self.question.spares.append(_Spare(use, number, piece, kind, record, leveled))


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


def _kind(spec: dict[str, Any], where: tuple[str, ...], record: Record | None) -> str | None:
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
        found = board.records.get(name) or embedded().find(name)
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


# ---- the answers ---------------------------------------------------------------------------------------------


def _chosen(question: _Question, answers: Sequence[Sequence[Symbol]]) -> list[Repair]:
    """Return the repairs to show: the plainest first, some of each kind, nothing said twice."""
    sets = {frozenset(_changes(answer)) for answer in answers}
    answers = [answer for answer in answers if not any(other < set(_changes(answer)) for other in sets)]
    ranked = sorted(((_rank(question, answer), answer) for answer in answers), key=lambda pair: pair[0])
    general = [_changes(answer) for answer in answers if any(change.name in _GENERAL for change in _changes(answer))]
    kinds: dict[tuple[str, ...], int] = {}
    said: set[tuple[str, ...]] = set()
    first: list[Repair] = []
    more: list[Repair] = []
    for _, answer in ranked:
        changes = _changes(answer)
        kind = tuple(sorted(_head(change) for change in changes))
        most = 1 if any(change.name in _ONE_IS_ENOUGH for change in changes) else _MOST_OF_A_KIND
        if kinds.get(kind, 0) >= most or _said_in_general(changes, general, answer):
            continue
        repair = _repair(question, changes, answer)
        if repair.sentences in said:
            continue
        said.add(repair.sentences)
        kinds[kind] = kinds.get(kind, 0) + 1
        (first if kinds[kind] == 1 else more).append(repair)
    kept = (first + more)[:MOST_REPAIRS]
    return [repair for repair in (*first, *more) if repair in kept]


def _changes(answer: Iterable[Symbol]) -> tuple[Symbol, ...]:
    """Return the changes of an answer, the plainest first."""
    changes = [symbol.arguments[0] for symbol in answer if symbol.name == "change"]
    return tuple(sorted(changes, key=lambda change: (_ORDER.index(change.name), change)))


def _head(change: Symbol) -> str:
    inner = change.arguments[0].name if change.name == "undone" else ""
    return f"{change.name} {inner}".strip()


def _rank(question: _Question, answer: Sequence[Symbol]) -> tuple[Any, ...]:
    """Return what answers are sorted by: plain changes, small differences, then the text."""
    changes = _changes(answer)
    plainness = tuple(_ORDER.index(change.name) for change in changes)
    difference = 0
    for change in changes:
        if change.name == "level":
            difference += abs(change.arguments[1].number - (_level(question, change.arguments[0]) or 0))
        elif change.name.startswith("fewer_"):
            difference -= change.arguments[1].number
    scales = [change.arguments for change in changes if change.name == "scale"]
    difference += _spread(question, {side.name: scale.number for side, scale in scales})
    return plainness, difference, tuple(map(str, changes))


def _spread(question: _Question, scales: dict[str, int]) -> int:
    """Return how far the Pendulum Scales lie apart, where one of them is a change; else 0."""
    if not scales:
        return 0
    values = []
    for side, zone in (("l", "left"), ("r", "right")):
        there = _in_pendulum_zone(question, zone)
        scale = question.board.records[there.name].get("scale", 0) if there else 0
        values.append(scales.get(side, scale[side == "r"] if isinstance(scale, list) else scale))
    return abs(values[0] - values[1])


def _said_in_general(changes: Sequence[Symbol], general: Sequence[Sequence[Symbol]], answer: Sequence[Symbol]) -> bool:
    """Return whether "a card of those less" says what "this card less" would."""
    for change in changes:
        if change.name != "gone":
            continue
        rest = {other for other in changes if other != change}
        for others in general:
            wide = [other for other in others if other.name in _GENERAL and other not in rest]
            if set(others) - set(wide) == rest and any(_covers(one, change.arguments[0], answer) for one in wide):
                return True
    return False


def _covers(change: Symbol, card: Symbol, answer: Iterable[Symbol]) -> bool:
    if change.name == "fewer" and change.arguments[1].number != 1:
        return False
    label = Function("fewer", [change.arguments[0]]) if change.name == "fewer" else change
    return Function("may_go", [label, card]) in answer


def _repair(question: _Question, changes: Sequence[Symbol], answer: Sequence[Symbol]) -> Repair:
    sentences = []
    for change in changes:
        text = _SENTENCES[change.name](question, answer, *change.arguments)
        sentences.append(text[:1].upper() + text[1:] + ".")
    board = _edited(question, answer)
    action = _repaired(question, changes, answer, board)
    return Repair(tuple(map(str, changes)), tuple(sentences), board, action)


def _edited(question: _Question, answer: Sequence[Symbol]) -> Board:
    """Return the board after the facts that an answer drops and adds."""
    pieces = {piece.id: piece for piece in question.board.pieces}
    records = dict(question.board.records)
    present = {symbol.arguments[0].name for symbol in answer if symbol.name == "present"}
    for spare in question.spares:
        if spare.piece.id in present:
            pieces[spare.piece.id] = spare.piece
            records[spare.record["name"]] = spare.record
    dropped = [symbol.arguments[0] for symbol in answer if symbol.name == "dropped"]
    gained = [symbol.arguments[0] for symbol in answer if symbol.name == "gained"]
    board = replace(question.board, records=records)
    arriving = {fact.arguments[0].name for fact in gained if fact.name == "at"}
    for fact in dropped:
        if fact.name == "at" and fact.arguments[0].name not in arriving:
            pieces.pop(fact.arguments[0].name, None)
        elif fact.name == "at":
            moved, player = pieces[fact.arguments[0].name], question.action.player
            pieces[moved.id] = Piece(moved.id, moved.name, player, "nowhere", owner=player)
    for fact in dropped:
        board = _without(board, pieces, fact)
    for fact in gained:
        board = _with(board, pieces, fact)
    return replace(board, pieces=tuple(pieces.values()))


_FLAGS = {
    "arrived": "arrived", "position_changed": "position_changed", "attacked": "attacked", "switched": "switched",
}  # fmt: skip


def _without(board: Board, pieces: dict[str, Piece], fact: Symbol) -> Board:
    name, arguments = fact.name, fact.arguments
    if name in _FLAGS or name == "equipped":
        piece = pieces.get(arguments[0].name)
        if piece is not None:
            pieces[piece.id] = replace(piece, equipped_to=None) if name == "equipped" else _unflagged(piece, name)
    elif name == "waiting_trigger":
        board = replace(board, waiting_triggers=())
    elif name in ("pendulum_summoned", "resolved", "used"):
        who = _player(arguments[0])
        side = board.sides[who]
        if name == "pendulum_summoned":
            side = replace(side, pendulum_summoned=False)
        elif name == "resolved":
            side = replace(side, resolved=tuple(one for one in side.resolved if one != arguments[1].string))
        else:
            side = replace(side, used=tuple(one for one in side.used if one[0] != arguments[1].string))
        board = _sided(board, who, side)
    return board


def _unflagged(piece: Piece, flag: str) -> Piece:
    values: dict[str, Any] = {_FLAGS[flag]: False}
    return replace(piece, **values)


def _with(board: Board, pieces: dict[str, Piece], fact: Symbol) -> Board:
    name, arguments = fact.name, fact.arguments
    if name in ("at", "position", "face", "now", "proper"):
        piece = pieces[arguments[0].name]
        if name == "at":
            player, place, zone = _place(arguments[1])
            piece = replace(piece, player=player, place=place, zone=zone)
        elif name == "position":
            piece = replace(piece, position=arguments[1].name)
        elif name == "face":
            piece = replace(piece, face=arguments[1].name)
        elif name == "proper":
            piece = replace(piece, proper=True)
        else:
            now = tuple(pair for pair in piece.now if pair[0] != "level")
            piece = replace(piece, now=(*now, ("level", arguments[2].number)))
        pieces[piece.id] = piece
    elif name == "turn_player":
        board = replace(board, turn_player=_player(arguments[0]))
    elif name == "phase":
        board = replace(board, phase=arguments[0].name)
    elif name == "state":
        board = replace(board, state=arguments[0].name)
    elif name == "extension":
        board = replace(board, extensions=(*board.extensions, arguments[0].name))
    else:
        who = _player(arguments[0])
        values: dict[str, Any] = {name: arguments[1].number}
        board = _sided(board, who, replace(board.sides[who], **values))
    return board


def _sided(board: Board, player: Player, side: Side) -> Board:
    sides = dict(board.sides)
    sides[player] = side
    return replace(board, sides=sides)


def _player(symbol: Symbol) -> Player:
    return "b" if symbol.name == "b" else "a"


def _place(symbol: Symbol) -> tuple[Player, str, int | str | None]:
    """Return player, place and zone of the term of a place."""
    player = _player(symbol.arguments[0])
    if len(symbol.arguments) == 1:
        return player, symbol.name, None
    zone = symbol.arguments[1]
    if zone.type == SymbolType.Number:
        return player, symbol.name, zone.number
    return player, symbol.name, "left" if zone.name == "l" else "right"


def _repaired(question: _Question, changes: Sequence[Symbol], answer: Sequence[Symbol], board: Board) -> Action:
    """Return the action as it stands after the changes, on the board after them."""
    before, refs = question.action, Index(board).ref_of
    names = {change.name for change in changes}
    piece_of = question.duel.index.piece_of
    card = refs[piece_of[before.card].id] if before.card else None
    for change in changes:
        if change.name == "on_top":
            card = refs[change.arguments[0].name]
    using = before.using
    if using is not None and before.kind == "switch":
        using = tuple(refs[piece_of[ref].id] for ref in using)
    elif using is not None:
        used = [symbol.arguments[0].name for symbol in answer if symbol.name in ("uses", "summons")]
        using = tuple(sorted(refs[one] for one in used))
        if before.kind == "ripple summon" and card is not None:
            using = (card, *using)
    kind = before.kind
    if using is not None and kind in ("normal summon", "set", "tribute summon", "tribute set"):
        families = {"normal summon": "tribute summon", "set": "tribute set"}
        kind = next(pair[bool(using)] for pair in families.items() if kind in pair)
    ripple = next((change.arguments[0].string for change in changes if change.name == "carried"), before.ripple)
    zone = None if "other_zone" in names else before.zone
    position = None if "other_position" in names else before.position
    return Action(kind, before.player, card, using, ripple, zone, position)


# ---- sentences -----------------------------------------------------------------------------------------------


def _level(question: _Question, card: Symbol) -> int | None:
    """Return the Level that a card on the board has now."""
    piece = question.explainer.names[card.name]
    for aspect, value in piece.now:
        if aspect == "level" and isinstance(value, int):
            return value
    level = question.board.records.get(piece.name, {}).get("level")
    return level if isinstance(level, int) else None


def _whose(question: _Question, player: Player) -> str:
    return "your" if player == question.action.player else "the opponent's"


def _cards(question: _Question, use: Symbol, number: int, word: str, level: int | None = None) -> str:
    """Return "One more Level 3 Tuner on your field": so many cards that a line or condition asks for."""
    unsaid = ("side", "not", "self", "token", "face")
    spec = {key: value for key, value in question.specs[use].items() if key not in unsaid}
    kind = _kind(spec, ("monster_zone",), None)
    if level is not None:
        spec.pop("level", None)
        spec = {"level": level, **spec}
    any_card = "field" in places(spec) and set(spec) <= {"place", "position"}
    if kind in ("monster_zone", "spell_zone"):
        spec.pop("place", None)
    what = describe_filter(spec, plural=number != 1)
    if any_card:
        what = what.replace("monster", "card")
    whose = _whose(question, _side(question, use))
    if whose != "your":
        what = what.replace("in your ", f"in {whose} ")
    where = f" on {whose} field" if kind in ("monster_zone", "spell_zone") else ""
    return f"{_NUMBERS[number]} {word} {what}{where}"


def _side(question: _Question, use: Symbol) -> Player:
    player = question.action.player
    return opponent(player) if question.specs[use].get("side") == "opponent" else player


def _more(
    question: _Question, answer: Sequence[Symbol], use: Symbol, number: int, level: int | None = None
) -> str:
    if use.name == "tribute":
        return f"{_cards(question, use, number, 'more')} to Tribute"
    text = _cards(question, use, number, "more", level)
    if use.name != "slot":
        return text
    exchanged = any(change.name == "without" for change in _changes(answer))
    return f"{text}, used {'instead' if exchanged else 'as well'}"


def _fewer_made(number: Symbol, what: str, both: str) -> str:
    made = number.number
    return f"no {what} made this turn" if made == 0 else f"only {made} {what if made == 1 else both} made this turn"


def _undone(q: _Question, fact: Symbol) -> str:
    name, arguments = fact.name, fact.arguments
    if name == "pendulum_summoned":
        return "the Pendulum Summon of this turn not made yet"
    if name == "resolved":
        return f"the effect of {arguments[1].string} not lasting this turn"
    done = {
        "arrived": "{} not summoned, Set or placed this turn",
        "position_changed": "the position of {} not changed this turn", "attacked": "{} not having attacked this turn",
        "switched": "{} not Switched this turn",
    }  # fmt: skip
    return done[name].format(q.explainer.card(arguments[0]))


def _gone(q: _Question, card: Symbol) -> str:
    place = q.explainer.names[card.name].place
    where = {"gy": "in the GY", "hand": "in the hand", "banished": "banished"}.get(place, "on the field")
    return f"{q.explainer.card(card)} not being {where}"


def _moved(q: _Question, card: Symbol, kind: Symbol) -> str:
    to = {
        "hand": "in your hand", "gy": "in your GY", "banished": "banished", "extra": "face-down in your Extra Deck",
        "deck": "in your Deck", "monster_zone": "face-up on your field", "defense": "in Defense Position on your field",
        "set": "Set on your field",
    }[kind.name]  # fmt: skip
    piece = q.explainer.names[card.name]
    if piece.place == "nowhere":
        return f"{piece.name} being {to}"
    place = "banished" if piece.place == "banished" else q.explainer.place(card)
    return f"{piece.name} being {to}, not {place}"


def _turned(q: _Question, card: Symbol, position: Symbol) -> str:
    now = q.explainer.names[card.name].position or "atk"
    return f"{q.explainer.card(card)} being in {POSITIONS[position.name]} instead of {POSITIONS[now]}"


def _scale(q: _Question, side: Symbol, scale: Symbol) -> str:
    name = "left" if side.name == "l" else "right"
    there = _in_pendulum_zone(q, name)
    text = f"a card with Pendulum Scale {scale} in your {name} Pendulum Zone"
    return f"{text} instead of {there.name}" if there else text


def _in_pendulum_zone(q: _Question, name: str) -> Piece | None:
    where = (q.action.player, "pz", name)
    return next((piece for piece in q.board.pieces if (piece.player, piece.place, piece.zone) == where), None)


def _other_zone(q: _Question, answer: Sequence[Symbol]) -> str:
    zones = []
    for symbol in answer:
        if symbol.name == "zone_option":
            player, place, zone = _place(symbol.arguments[0])
            side = "" if player == q.action.player else f"{player} "
            if place == "emz":
                zone = seen_side(q.action.player, symbol.arguments[0].arguments[1].name)
            zones.append(f"{side}{place}{zone}" if isinstance(zone, int) else f"{side}{place} {zone}")
    return f"another zone ({', '.join(sorted(zones))})" if zones else "another zone"


def _other_position(q: _Question, answer: Sequence[Symbol]) -> str:
    names = sorted(POSITIONS[symbol.arguments[0].name] for symbol in answer if symbol.name == "position_option")
    return f"in {' or '.join(names)} instead"


def _also(q: _Question, card: Symbol) -> str:
    if q.action.kind in ("normal summon", "tribute summon", "set", "tribute set"):
        return f"Tributing {q.explainer.card(card)}{' as well' if q.action.using else ''}"
    return f"using {q.explainer.card(card)}{' as well' if q.action.using else ''}"


def _life_points(q: _Question, player: Symbol, points: Symbol) -> str:
    return f"your LP being {points} instead of {q.board.sides[_player(player)].lp}"


def _turn(q: _Question, player: Symbol) -> str:
    return f"it being the turn of player {player}"


_SENTENCES: dict[str, Callable[..., str]] = {
    "main_phase": lambda q, _: f"it being Main Phase 1 instead of the {PHASES[q.board.phase]}",
    "turn": lambda q, _, player: _turn(q, player),
    "open_state": lambda q, _: f"an open game state (now {STATES[q.board.state]})",
    "no_trigger": lambda q, _: "no Trigger Effect waiting for its Chain",
    "extension": lambda q, _, name: f"the extension {name} switched on",
    "fewer_normal_summons": lambda q, _, player, number: _fewer_made(
        number, "Normal Summon or Set", "Normal Summons and Sets"
    ),
    "fewer_special_summons": lambda q, _, player, number: _fewer_made(number, "Special Summon", "Special Summons"),
    "undone": lambda q, _, fact: _undone(q, fact),
    "unused": lambda q, _, player, name: f"the effect of {name.string} not used this turn",
    "other_zone": _other_zone,
    "other_position": _other_position,
    "ordinary": lambda q, _: "a Normal Summon or Set without Tribute instead of a Tribute Summon",
    "on_top": lambda q, _, card: f"{q.explainer.card(card)} on top instead of {q.explainer.me()}",
    "carried": lambda q, _, ripple: f"{ripple.string} as the Ripple Monster, which is what the card on top carries",
    "free_zone": lambda q, _, player: f"one monster less on {_whose(q, _player(player))} field, so that a zone is free",
    "gone": lambda q, _, card: _gone(q, card),
    "without": lambda q, _, card: f"{q.explainer.card(card)} left out",
    "also": lambda q, _, card: _also(q, card),
    "instead": lambda q, _, card, other: f"{q.explainer.card(other)} instead of {q.explainer.card(card)}",
    "turned": lambda q, _, card, position: _turned(q, card, position),
    "more": lambda q, answer, use, number: _more(q, answer, use, number.number),
    "leveled": lambda q, answer, use, number, level: _more(q, answer, use, 1, level.number),
    "fewer": lambda q, _, use, number: _cards(q, use, number.number, "fewer"),
    "scale": lambda q, _, side, scale: _scale(q, side, scale),
    "level": lambda q, _, card, level: (
        f"{q.explainer.card(card)} being Level {level} instead of Level {_level(q, card) or 'none'}"
    ),
    "moved": lambda q, _, card, kind: _moved(q, card, kind),
    "proper": lambda q, _, card: f"{q.explainer.card(card)} having been properly summoned before",
    "life_points": lambda q, _, player, points: _life_points(q, player, points),
}  # fmt: skip
_ORDER = tuple(_SENTENCES)
_GENERAL = ("free_zone", "fewer")
_ONE_IS_ENOUGH = ("fewer_normal_summons", "fewer_special_summons", "scale")


def change_terms() -> set[str]:
    """Return the kinds of changes that have a sentence."""
    return set(_SENTENCES)
