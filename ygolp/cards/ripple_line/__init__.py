"""The ripple line of a String Monster: reading.py reads it, writing.py writes it, records.py puts it into records."""

from __future__ import annotations

from ygolp.cards.ripple_line.reading import Line, RippleLineError, read_line
from ygolp.cards.ripple_line.records import level_warnings, ripple_table, with_tables
from ygolp.cards.ripple_line.writing import chinese_line, english_line, lines

__all__ = [
    "Line", "RippleLineError", "chinese_line", "english_line", "level_warnings", "lines", "read_line", "ripple_table",
    "with_tables",
]  # fmt: skip
