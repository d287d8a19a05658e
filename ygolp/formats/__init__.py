"""What a board is read from, and what it can be written as: the one place that knows all of these.

A board is a scenario file (.toml, .json), a puzzle of EDOPro or YGOPro (.lua), a deck (.ydk, ydke://) or a line
(duel:). A file with another ending is a line or a link if it begins like one, else TOML.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

LINE = "duel:"
LINK = "ydke://"


class Source(NamedTuple):
    """The table of a scenario as it was found, its form unchecked, and the name for messages.

    `remarks` say what was not read, if anything; decks that the table names are sought in `folder`.
    """

    data: Any
    name: str
    remarks: tuple[str, ...] = ()
    folder: Path | None = None


def is_line(text: str) -> bool:
    """Tell whether a text is a board in one line: it begins with `duel:`."""
    return text[:200].lstrip().startswith(LINE)


def is_link(text: str) -> bool:
    """Tell whether a text is the link of a deck: it begins with `ydke://`, in any case."""
    return text[:200].lstrip()[: len(LINK)].lower() == LINK


def is_text(source: str | Path) -> bool:
    """Tell whether a source is itself what is read, and names no file."""
    return isinstance(source, str) and (is_line(source) or is_link(source))


def read(source: str | Path) -> Source:
    """Return what a file, a line or a link holds. Raises ScenarioError if it is none of these, or not understood."""
    if isinstance(source, str) and is_text(source):
        return _read_text(source, "board in one line" if is_line(source) else "ydke link")
    from ygolp.scenario import parsed, read_text

    file, name = Path(source), str(source)
    text = read_text(file)
    suffix = file.suffix.lower()
    if suffix == ".lua":
        from ygolp.cards.known import in_use
        from ygolp.formats.puzzles import read_puzzle

        puzzle = read_puzzle(text, name, in_use())
        return Source(puzzle.data, name, puzzle.remarks)
    if suffix == ".ydk":
        from ygolp.formats.decks import places, read_ydk

        return Source({"a": places(read_ydk(text, name), name)}, name)
    if suffix != ".json" and is_text(text):
        return _read_text(text, name)
    return Source(parsed(text, name, suffix == ".json"), name, folder=file.parent)


def _read_text(text: str, name: str) -> Source:
    if is_line(text):
        from ygolp.formats.one_line import decode

        return Source(decode(text, name), name)
    from ygolp.formats.decks import places, read_ydke

    return Source({"a": places(read_ydke(text, name), name)}, name)
