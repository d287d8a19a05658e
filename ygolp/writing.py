"""A board as the text of a scenario file: what ygolp.scenario reads back as the same board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from ygolp.board import HIDDEN, PLAYERS, Board, Piece, Player, Side
from ygolp.cards.known import in_use
from ygolp.flow import written
from ygolp.scenario import usual_face

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 100
_PLACES = ("mmz", "emz", "st", "fz", "pz", *HIDDEN, "summoning")
_MARKS = {
    "arrived": "arrived", "position_changed": "pos_changed", "attacked": "attacked", "negated": "negated",
    "switched": "switched", "gemini_summoned": "gemini summoned",
    "from_extra": "from extra",
}  # fmt: skip


def scenario_data(board: Board, title: str = "") -> dict[str, Any]:
    """Return a board as the table of a scenario file, in the order in which it is written.

    Cards that are not in the embedded pool are written out as records under `card`.
    """
    head: dict[str, Any] = {"title": title} if title else {}
    head["era"] = board.preset or board.era
    plain = Board()
    for key in ("turn_player", "phase", "state", "turn"):
        if getattr(board, key) != getattr(plain, key):
            head[key] = getattr(board, key)
    if board.extensions:
        head["extensions"] = list(board.extensions)
    if board.settings:
        head["settings"] = dict(board.settings)
    if board.waiting_triggers:
        head["waiting_triggers"] = [_named(board.piece(identity)) for identity in board.waiting_triggers]
    head.update(written(board, lambda identity: _found_again(board, identity)))
    whole: dict[str, Any] = {**head, **{player: _side(board, player) for player in PLAYERS}}
    whole["card"] = list(_made_up(board))
    return {key: part for key, part in whole.items() if part not in ({}, []) or key not in (*PLAYERS, "card")}


def scenario_text(board: Board, title: str = "") -> str:
    """Return a board as the TOML text of a scenario file."""
    return toml_text(scenario_data(board, title))


def toml_text(data: Mapping[str, Any]) -> str:
    """Return the table of a scenario as TOML."""
    parts = [_table("", {key: value for key, value in data.items() if key not in (*PLAYERS, "card", "expect")})]
    parts += [_table(player, data.get(player, {})) for player in PLAYERS]
    parts += [_table(f"[{key}]", each) for key in ("card", "expect") for each in data.get(key, ())]
    return "\n".join(part for part in parts if part)


def _made_up(board: Board) -> Iterator[dict[str, Any]]:
    """Yield the records that neither the embedded pool nor a database in use has as they are."""
    pool = in_use()
    for name in sorted(board.records):
        record = board.records[name]
        if not pool.holds(record) and "carrier" not in record and not name.startswith("pile under "):
            yield record


def _found_again(board: Board, identity: str) -> str:
    """Return name, place and number of a card, as the reader finds it."""
    piece = board.piece(identity)
    alike = [
        other.id for other in _written_order(board)
        if (other.name, other.player, other.where) == (piece.name, piece.player, piece.where)
    ]  # fmt: skip
    number = f" #{alike.index(identity) + 1}" if len(alike) > 1 else ""
    return f"{piece.called or piece.name} ({piece.player} {piece.where}{number})"


def _written_order(board: Board) -> list[Piece]:
    """Return the cards in the order in which they are written and read."""
    order: list[Piece] = []
    for player in PLAYERS:
        for place in _PLACES:
            for piece in board.pieces:
                if (piece.player, piece.place) == (player, place):
                    order.append(piece)
                    order += [each for each in board.pieces if each.parent == piece.id]
    return order


# ---- one side ------------------------------------------------------------------------------------------------


def _side(board: Board, player: Player) -> dict[str, Any]:
    side, plain = board.sides[player], Side()
    found: dict[str, Any] = {}
    for key in ("lp", "normal_summons", "special_summons", "pendulum_summoned", "summons", "monsters_summoned"):
        if getattr(side, key) != getattr(plain, key):
            found[key] = getattr(side, key)
    for place in _PLACES:
        entries = [
            _entry(board, piece) for piece in board.pieces if (piece.player, piece.place) == (player, place)
        ]
        if entries:
            found[place] = entries
    if side.unknown_deck or side.deck_stated:
        found["more_in_deck" if "deck" in found else "deck"] = side.unknown_deck
    if side.resolved:
        found["resolved"] = list(side.resolved)
    if side.used:
        found["used"] = [_use(board, name, number) for name, number in side.used]
    return found


def _use(board: Board, name: str, number: int) -> str:
    """Return a card and the number of its effect, so that it is not read as a card of that name (Harpie Lady 1)."""
    text = f"{name} {number}"
    if in_use().find(text) is None:
        return text
    return name if number == 1 else f"{board.records[name].get('passcode', name)} {number}"


def _entry(board: Board, piece: Piece) -> str | dict[str, Any]:
    """Return one card as `Name | marks`, or as a table where marks do not do."""
    keys = dict(_keys(board, piece))
    if not keys:
        marks = list(_marks(board, piece))
        return f"{piece.name} | {', '.join(marks)}" if marks else piece.name
    named: dict[str, Any] = {} if piece.pile else {"card": piece.name}
    return {**named, **dict(_plain_keys(board, piece)), **keys}


def entry_text(board: Board, piece: Piece) -> str:
    """Return the entry of one card as a file has it."""
    entry = _entry(board, piece)
    return entry if isinstance(entry, str) else _value(entry)


def _keys(board: Board, piece: Piece) -> Iterator[tuple[str, Any]]:
    """Yield the keys that have no mark."""
    inside = [each for each in board.pieces if each.parent == piece.id]
    if piece.pile:
        ordered = sorted(inside, key=lambda each: int(each.zone or 0))
        yield "stack", [_inner(each, piece) for each in ordered]
        if piece.called not in (None, piece.name):
            yield "card", piece.called
    elif inside:
        yield "materials", [_inner(each, piece) for each in inside]
    if piece.counters:
        yield "counters", dict(piece.counters)
    if piece.equipped_to:
        yield "equip_to", _named(board.piece(piece.equipped_to))
    if piece.declared is not None:
        yield "declared", piece.declared
    if piece.copied is not None:
        yield "copied", piece.copied
    if piece.since is not None:
        yield "since", piece.since
    for aspect in dict.fromkeys(aspect for aspect, _ in piece.now):
        values = [value for name, value in piece.now if name == aspect]
        yield aspect, values if len(values) > 1 else values[0]


def _inner(piece: Piece, unit: Piece) -> str:
    marks = [] if piece.owner == unit.owner else [f"owner {piece.owner}"]
    marks += ["proper"] if piece.proper else []
    return f"{piece.name} | {', '.join(marks)}" if marks else piece.name


def _plain_keys(board: Board, piece: Piece) -> Iterator[tuple[str, Any]]:
    """Yield what marks say, as keys."""
    if piece.zone is not None:
        yield "zone", piece.zone
    if piece.position not in (None, "atk"):
        yield "position", piece.position
    if piece.face is not None and piece.face != usual_face(piece.place, board.records.get(piece.name)):
        yield "face", piece.face
    if piece.owner != piece.player:
        yield "owner", piece.owner
    for field in _MARKS:
        if getattr(piece, field):
            yield field, True
    if piece.proper != (piece.place in ("mmz", "emz")):
        yield "proper", piece.proper
    if piece.summoned:
        yield "summoned", piece.summoned


def _marks(board: Board, piece: Piece) -> Iterator[str]:
    for key, value in _plain_keys(board, piece):
        if key in _MARKS:
            yield _MARKS[key]
        elif key == "position":
            yield value
        elif key == "face":
            yield "faceup" if value == "up" else "set"
        elif key == "proper":
            yield "proper" if value else "not proper"
        else:
            yield f"{key} {value}"


def _named(piece: Piece) -> str:
    return f"{piece.called or piece.name} ({piece.player} {piece.where})"


# ---- TOML ----------------------------------------------------------------------------------------------------


def _table(name: str, values: Mapping[str, Any]) -> str:
    if not values:
        return ""
    lines = [f"[{name}]"] if name else []
    for key, value in values.items():
        line = f"{_key(key)} = {_value(value)}"
        if isinstance(value, list) and len(line) > _WIDTH:
            line = f"{_key(key)} = [\n" + "".join(f"    {_value(each)},\n" for each in value) + "]"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_value(part) for part in value)}]"
    return str(value)


def _text(text: str) -> str:
    """Return a basic string of TOML: that of JSON, but for one control sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
