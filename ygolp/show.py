"""A board as a drawing for the terminal, seen from player a: b on top, zones mirrored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ygolp.board import Board, Piece, Player, opponent
from ygolp.explain import ERAS, PHASES, STATES
from ygolp.layout import WIDTH, cut, hanging, pad, width, wrap

_CELL, _EDGE = 14, 10
_POSITIONS = {"atk": "▮ ATK", "def": "▬ DEF", "fd_def": "▬ set"}
# Junctions of lines by what meets there: up, down, left, right.
_JOINTS = {
    "0000": " ", "1111": "┼", "1110": "┤", "1101": "├", "1011": "┴", "0111": "┬", "1010": "┘", "1001": "└",
    "0110": "┐", "0101": "┌", "1100": "│", "0011": "─",
}  # fmt: skip

Cell = tuple[str, list[str]]
"""The line on top of a zone (its name, a position), and the lines of the name of the card in it."""


def draw(board: Board, title: str = "", reveal: bool = False) -> str:
    """Return the board as text of at most 100 columns.

    Names of face-down cards on the field, of Decks, and of player b's hand and Extra Deck are left out, unless
    `reveal` is true.
    """
    lines = hanging(title, "") if title else []
    lines += [*hanging(_headline(board), ""), ""]
    lines += [*_side(board, "b", reveal), ""]
    lines += _grid(_rows(board, reveal))
    lines += ["", *_side(board, "a", reveal)]
    details = list(_details(board, reveal))
    if details:
        lines += ["", *details]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _headline(board: Board) -> str:
    parts = [f"Turn {board.turn}, of player {board.turn_player}", PHASES[board.phase]]
    parts += [STATES[board.state]] if board.state != "open" else []
    parts += [ERAS[board.preset or board.era], *(f"with {name.capitalize()} Summon" for name in board.extensions)]
    return " · ".join(parts)


# ---- what a player has besides the field ---------------------------------------------------------------------


def _side(board: Board, player: Player, reveal: bool) -> list[str]:
    side = board.sides[player]
    here = {place: [piece for piece in board.pieces if piece.player == player and piece.place == place]
            for place in ("hand", "deck", "extra", "gy", "banished")}  # fmt: skip
    deck = len(here["deck"]) + side.unknown_deck
    counts = (f"LP {side.lp}", f"hand {len(here['hand'])}", f"Deck {deck}", f"Extra Deck {len(here['extra'])}",
              f"GY {len(here['gy'])}", f"banished {len(here['banished'])}")  # fmt: skip
    lines = [f"{player}   {' · '.join(counts)}"]
    own = player == "a" or reveal
    listed = {
        "hand": here["hand"] if own else [],
        "Extra Deck": [piece for piece in here["extra"] if own or piece.face == "up"],
        "GY": here["gy"],
        "banished": here["banished"],
        "Deck": here["deck"] if reveal else [],
    }
    for label, pieces in listed.items():
        if pieces:
            lines += hanging(_names(pieces, label, reveal), f"    {label:<11}")
    ledger = list(_ledger(board, player))
    return lines + (hanging("; ".join(ledger), f"    {'this turn':<11}") if ledger else [])


def _names(pieces: list[Piece], label: str, reveal: bool) -> str:
    counted: dict[str, int] = {}
    for piece in pieces:
        name = piece.name
        if label == "Extra Deck" and piece.face == "up":
            name += " (face-up)"
        elif label == "banished" and piece.face == "down":
            name = f"{piece.name} (face-down)" if reveal else "a face-down card"
        counted[name] = counted.get(name, 0) + 1
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in counted.items())


def _ledger(board: Board, player: Player) -> Iterator[str]:
    side = board.sides[player]
    if side.normal_summons:
        yield f"Normal Summons and Sets made: {side.normal_summons}"
    if side.special_summons:
        yield f"Special Summons made: {side.special_summons}"
    if side.pendulum_summoned:
        yield "Pendulum Summon made"
    for name in side.resolved:
        yield f"{name} resolved"
    for name, number in side.used:
        yield f"{name} used" if number == 1 else f"{name} (effect {number}) used"


# ---- the field -----------------------------------------------------------------------------------------------


def _rows(board: Board, reveal: bool) -> list[list[Cell | None]]:
    """Return the rows of zones from top to bottom, each with seven cells from left to right."""
    by_zone: dict[tuple[str, Player, int | str | None], list[Piece]] = {}
    for piece in board.pieces:
        by_zone.setdefault((piece.place, piece.player, piece.zone), []).append(piece)

    def cell(place: str, player: Player, zone: int | str | None, label: str, columns: int = _CELL) -> Cell:
        found = by_zone.get((place, player, zone), [])
        if place == "st" and zone in (1, 5) and _shared(board):
            scale = by_zone.get(("pz", player, "left" if zone == 1 else "right"), [])
            label, found = (label.replace(f"st{zone}", f"st{zone} pz"), [*found, *scale]) if scale else (label, found)
        return _cell(found, label, columns, reveal)

    def row(place: str, player: Player) -> list[Cell | None]:
        cells: list[Cell | None] = [cell(place, player, zone, f"{place}{zone}") for zone in range(1, 6)]
        if place == "mmz":
            edges = [cell("fz", player, None, "fz", _EDGE), _count(board, player, "gy", "GY")]
        elif _shared(board) or board.era == "mr2":
            edges = [_count(board, player, "extra", "Extra"), _count(board, player, "deck", "Deck")]
        else:
            edges = [cell("pz", player, side, f"pz {side}", _EDGE) for side in ("left", "right")]
        return [edges[0], *cells, edges[1]]

    rows = [row("st", "b")[::-1], row("mmz", "b")[::-1]]
    if _shared(board) or any(piece.place == "emz" for piece in board.pieces):
        rows.append(_between(by_zone, reveal))
    return [*rows, row("mmz", "a"), row("st", "a")]


def _shared(board: Board) -> bool:
    """Say whether Pendulum Zones are Spell & Trap Zones at the edge, as since 2017."""
    return board.era in ("mr4", "mr2020")


def _between(by_zone: dict[tuple[str, Player, int | str | None], list[Piece]], reveal: bool) -> list[Cell | None]:
    """Return the row of the Extra Monster Zones, which are above mmz2 and mmz4 of player a."""
    cells: list[Cell | None] = [None] * 7
    for column, side, theirs in ((2, "left", "right"), (4, "right", "left")):
        found = [*by_zone.get(("emz", "a", side), []), *by_zone.get(("emz", "b", theirs), [])]
        whose = f"{found[0].player} " if found else ""
        zone = found[0].zone if found else side
        cells[column] = _cell(found, f"{whose}emz {zone}" if found else f"emz {side}", _CELL, reveal)
    return cells


def _cell(found: list[Piece], label: str, columns: int, reveal: bool) -> Cell:
    if not found:
        return label, []
    piece = found[0]
    mark = _POSITIONS.get(piece.position or "", "set" if piece.face == "down" else "")
    if width(label) + 1 + width(mark) > columns:
        mark = mark[:1] if piece.position else mark
    top = pad(label, columns - width(mark)) + mark
    hidden = _face_down(piece) and not reveal
    lines = ["▒" * (columns - 2)] if hidden else wrap(piece.called or piece.name, columns)
    if _face_down(piece) and reveal:
        lines = wrap(f"({piece.called or piece.name})", columns)
    if len(lines) > 3:
        lines = [*lines[:2], cut(lines[2] + "…", columns)]
    if len(found) > 1:
        lines = [*lines[:2], f"and {len(found) - 1} more"]
    return top, lines


def _face_down(piece: Piece) -> bool:
    return piece.position == "fd_def" or piece.face == "down"


def _count(board: Board, player: Player, place: str, label: str) -> Cell:
    number = sum(piece.player == player and piece.place == place for piece in board.pieces)
    if place == "deck":
        number += board.sides[player].unknown_deck
    return label, [str(number)]


def _grid(rows: list[list[Cell | None]]) -> list[str]:
    """Draw rows of cells with shared borders; where there is no cell there are no lines."""
    sizes = [_EDGE, *[_CELL] * 5, _EDGE]
    blank: list[Cell | None] = [None] * len(sizes)
    framed = [blank, *rows, blank]
    lines: list[str] = []
    for above, below in pairwise(framed):
        lines.append(_border(above, below, sizes))
        if below is not blank:
            lines += _content(below, sizes)
    return lines


def _border(above: list[Cell | None], below: list[Cell | None], sizes: list[int]) -> str:
    count = len(sizes)
    flat = [above[column] is not None or below[column] is not None for column in range(count)]
    text = ""
    for column in range(count + 1):
        meets = (
            _upright(above, column), _upright(below, column), column > 0 and flat[column - 1],
            column < count and flat[column],
        )  # fmt: skip
        text += _JOINTS["".join(str(int(each)) for each in meets)]
        if column < count:
            text += ("─" if flat[column] else " ") * sizes[column]
    return text


def _content(row: list[Cell | None], sizes: list[int]) -> list[str]:
    height = max(1, *(len(cell[1]) for cell in row if cell))
    lines: list[str] = []
    for number in range(height + 1):
        text = ""
        for column, size in enumerate(sizes):
            cell = row[column]
            part = "" if cell is None else cell[0] if number == 0 else "".join(cell[1][number - 1 : number])
            text += ("│" if _upright(row, column) else " ") + pad(part, size)
        lines.append(text + ("│" if _upright(row, len(sizes)) else " "))
    return lines


def _upright(row: list[Cell | None], column: int) -> bool:
    """Say whether a line stands at the left of a column of a row."""
    return (column > 0 and row[column - 1] is not None) or (column < len(row) and row[column] is not None)


# ---- what lies under cards, and marks ------------------------------------------------------------------------


def _details(board: Board, reveal: bool) -> Iterator[str]:
    """Yield what the drawing has no room for: piles, Xyz Materials, marks of this turn, changed values."""
    names = {piece.id: piece for piece in board.pieces}
    for piece in board.pieces:
        if piece.place not in ("mmz", "emz", "st", "fz", "pz"):
            continue
        hidden = _face_down(piece) and not reveal
        parts = [] if hidden else list(_beneath(board, piece))
        marks = (("arrived", "arrived this turn"), ("position_changed", "position changed this turn"),
                 ("attacked", "attacked this turn"), ("switched", "Switched this turn"),
                 ("gemini_summoned", "Gemini Summoned"), ("negated", "effects negated"),
                 ("from_extra", "Special Summoned from the Extra Deck"))  # fmt: skip
        parts += [text for mark, text in marks if getattr(piece, mark)]
        parts += [f"summoned: {piece.summoned}"] if piece.summoned else []
        parts += [f"{aspect} now {value}" for aspect, value in piece.now]
        parts += [f"{count} {name}" for name, count in piece.counters]
        if piece.equipped_to in names:
            target = names[piece.equipped_to or ""]
            parts.append(f"equipped to {target.called or target.name} ({target.where})")
        parts += [f"declared: {piece.declared}"] if piece.declared else []
        parts += [f"as {piece.copied}"] if piece.copied else []
        parts += [f"owned by {piece.owner}"] if piece.owner == opponent(piece.player) and not piece.pile else []
        if parts:
            name = "face-down card" if hidden else piece.called or piece.name
            yield from hanging("; ".join(parts), f"{piece.player} {piece.where}  {name}: ", "    ", WIDTH)
    for _, card, (deed, *_), phase, turn, _ in (fact for fact in board.flow if fact[0] == "delayed"):
        piece = names[card]
        opening = f"{piece.player} {piece.where}  {piece.name}: "
        does = {"back": "returns", "control": "changes back its controller", "turns_up": "turns monsters up"}.get(
            deed, "is Special Summoned")  # fmt: skip
        whose = "" if turn == "any" else f" of player {turn}"
        yield from hanging(f"{does} in the {PHASES[phase]}{whose}", opening, "    ")


def _beneath(board: Board, piece: Piece) -> Iterator[str]:
    below = [other for other in board.pieces if other.parent == piece.id]
    for place, label in (("part", "pile from the top"), ("under", "Xyz Materials")):
        found = sorted((other for other in below if other.place == place), key=lambda other: int(other.zone or 0))
        if found:
            yield f"{label}: {', '.join(other.name for other in found)}"
