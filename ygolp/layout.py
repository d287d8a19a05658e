"""Text in columns: widths of signs, wrapping, tables, and zones in a short form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

WIDTH = 100


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """Fill a text with spaces up to so many columns."""
    return text + " " * (columns - width(text))


def cut(text: str, columns: int) -> str:
    """Shorten a text to so many columns, the last one an ellipsis if something is lost."""
    if width(text) <= columns:
        return text
    kept = ""
    for sign in text:
        if width(kept + sign) > columns - 1:
            break
        kept += sign
    return kept + "…"


def wrap(text: str, columns: int) -> list[str]:
    """Break a text into lines of at most so many columns: at spaces, and within a word that is too long."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and width(line) + 1 + width(word) <= columns:
            line += f" {word}"
            continue
        if line:
            lines.append(line)
        line = ""
        for sign in word:
            if width(line + sign) > columns:
                lines.append(line)
                line = ""
            line += sign
    return [*lines, line] if line or not lines else lines


def hanging(text: str, first: str, rest: str | None = None, columns: int = WIDTH) -> list[str]:
    """Wrap a text behind an opening; further lines are indented as far, or by `rest`."""
    indent = " " * width(first) if rest is None else rest
    broken = wrap(text, max(columns - max(width(first), width(indent)), 20))
    return [(first if number == 0 else indent) + line for number, line in enumerate(broken)]


def blocks(rows: Sequence[Sequence[str]], indent: str = "", widest: int = 64, gap: int = 2) -> list[list[str]]:
    """Return the lines of each row, with columns in line.

    A cell wider than `widest` columns is never broken: its row goes on in the next line.
    """
    count = max(map(len, rows), default=0)
    sizes = [
        max((width(row[column]) for row in rows if column < len(row) and width(row[column]) <= widest), default=0)
        for column in range(count)
    ]
    found: list[list[str]] = []
    for row in rows:
        lines, line, start = [], indent, width(indent)
        for column, cell in enumerate(row):
            if cell:
                if width(line) > start:
                    lines.append(line)
                    line = ""
                line = pad(line, start) + cell
            start += sizes[column] + gap
            if width(line) <= start - gap:
                line = pad(line, start)
        found.append([each.rstrip() for each in [*lines, line]])
    return found


def table(rows: Sequence[Sequence[str]], indent: str = "", widest: int = 64, gap: int = 2) -> list[str]:
    """Return rows as lines with columns in line; see `blocks`."""
    return [line for lines in blocks(rows, indent, widest, gap) for line in lines]


def zones_text(zones: Iterable[str]) -> str:
    """Return zones in a short form: `mmz1-3, mmz5, emz` for mmz1, mmz2, mmz3, mmz5 and both Extra Monster Zones."""
    numbered: dict[str, list[int]] = {}
    sides: dict[str, list[str]] = {}
    for zone in zones:
        if zone[-1:].isdecimal():
            numbered.setdefault(zone[:-1], []).append(int(zone[-1]))
        else:
            name, _, side = zone.rpartition(" ")
            sides.setdefault(name, []).append(side)
    parts: list[str] = []
    for name in sorted(numbered, key=lambda name: (" " in name, name)):
        for start, end in _runs(sorted(numbered[name])):
            parts.append(f"{name}{start}" if start == end else f"{name}{start}-{end}")
    for name in sorted(sides):
        found = sorted(sides[name])
        parts += [name] if found == ["left", "right"] else [f"{name} {side}".strip() for side in found]
    return ", ".join(parts)


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
