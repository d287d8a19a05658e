"""A line of play as text, both ways: numbered actions with comments and variations.

    # Comments stand on lines of their own, above the action that they are about.
    1. normal summon Junk Synchron (hand) in atk to mmz1
       # A variation takes the place of the action above it; it is indented by three.
       1. set Junk Synchron (hand) in fd_def to mmz1
       2. change Gemini Elf (mmz2) to def
    2. synchro summon Junk Warrior (extra) using Junk Synchron (mmz1), Doppelwarrior (mmz2) in atk to mmz3
    # What stands below the last action closes the line.

`parse_line` and `line_text` are inverses: of every line, and of every text that is written this way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ygolp.errors import LineError

INDENT = "   "
DEEPEST = 20
_ACTION = re.compile(r"(\d+)\. (\S.*)")


class Move(NamedTuple):
    """An action of a line as text, the comments above it, and the lines that could be played in its place."""

    action: str
    comments: tuple[str, ...] = ()
    variations: tuple[Line, ...] = ()


class Line(NamedTuple):
    """Actions in order, beginning with the `first`-th of the turn; `closing` are the comments below the last."""

    moves: tuple[Move, ...] = ()
    closing: tuple[str, ...] = ()
    first: int = 1

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions of the line itself, without variations."""
        return tuple(move.action for move in self.moves)


def line_of(actions: Iterable[object]) -> Line:
    """Return the line of actions, such as those of Duel.log, without comments."""
    return Line(tuple(Move(str(action)) for action in actions))


def line_text(line: Line) -> str:
    """Return a line as text; ValueError for what has no text: an empty action or variation, a line break in a part."""
    rows = [*_rows(line, ""), *(_comment(comment, "") for comment in line.closing)]
    return "".join(f"{row}\n" for row in rows)


def _rows(line: Line, indent: str) -> list[str]:
    rows = []
    for number, move in enumerate(line.moves, line.first):
        if not move.action.strip() or move.action != move.action.lstrip() or set("\r\n") & set(move.action):
            raise ValueError(f"no action: {move.action!r}")
        rows += [_comment(comment, indent) for comment in move.comments]
        rows.append(f"{indent}{number}. {move.action}")
        for variation in move.variations:
            if not variation.moves or variation.closing or variation.first != number:
                raise ValueError(f"no variation of action {number}: {variation}")
            rows += _rows(variation, indent + INDENT)
    return rows


def _comment(text: str, indent: str) -> str:
    if set("\r\n") & set(text):
        raise ValueError(f"a comment of several rows: {text!r}")
    return f"{indent}# {text}" if text else f"{indent}#"


def parse_line(text: str, name: str = "line") -> Line:
    """Return the line that a text stands for; blank rows are passed over.

    Raises LineError with the name of the text and the number of the row that is not understood.
    """
    rows: list[_Row] = []
    for number, row in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        bare = row.lstrip(" ")
        if not bare.strip():
            continue
        depth, rest = divmod(len(row) - len(bare), len(INDENT))
        if rest or bare[0].isspace() or depth > DEEPEST:
            raise LineError(name, number, f"indented by no multiple of {len(INDENT)} spaces, up to {DEEPEST} of them")
        rows.append(_Row(number, depth, bare))
    reader = _Reader(rows, name)
    line = reader.line(0, None)
    return line._replace(closing=reader.comments(0))


class _Row(NamedTuple):
    number: int
    depth: int
    text: str


class _Reader:
    def __init__(self, rows: list[_Row], name: str) -> None:
        self.rows = rows
        self.name = name
        self.at = 0

    def fail(self, problem: str) -> LineError:
        row = self.rows[self.at if self.at < len(self.rows) else -1]
        return LineError(self.name, row.number, problem)

    def comments(self, depth: int) -> tuple[str, ...]:
        """Read the comments that stand here."""
        found = []
        while self.at < len(self.rows) and self.rows[self.at].text.startswith("#"):
            if self.rows[self.at].depth != depth:
                raise self.fail("a comment stands above the action that it is about, indented like it")
            found.append(self.rows[self.at].text[1:].removeprefix(" "))
            self.at += 1
        return tuple(found)

    def action(self) -> tuple[int, _Row] | None:
        """Return the number of the next action and its row, comments passed over; None at the end."""
        for row in self.rows[self.at :]:
            if not row.text.startswith("#"):
                found = _ACTION.fullmatch(row.text)
                if found is None:
                    problem = f"{row.text!r}: expected an action such as '1. set Sangan', or a comment '# ...'"
                    raise LineError(self.name, row.number, problem)
                return int(found[1]), row
        return None

    def line(self, depth: int, begins: int | None) -> Line:
        """Read a line at that depth; a variation begins with the number of the action that it replaces."""
        moves: list[Move] = []
        while (coming := self.action()) is not None:
            number, row = coming
            if row.depth > depth:
                if not moves:
                    raise self.fail("a variation stands below the action that it replaces")
                variation = self.line(depth + 1, (begins or 1) + len(moves) - 1)
                moves[-1] = moves[-1]._replace(variations=(*moves[-1].variations, variation))
                continue
            if row.depth < depth or (depth and moves and number == begins):
                break
            begins = number if begins is None else begins
            if number != begins + len(moves):
                raise LineError(self.name, row.number, f"action {number}: expected number {begins + len(moves)}")
            comments = self.comments(depth)
            found = _ACTION.fullmatch(row.text)
            assert found is not None
            moves.append(Move(found[2], comments))
            self.at += 1
        if depth and not moves:
            raise self.fail("a variation without an action")
        return Line(tuple(moves), (), begins or 1)
