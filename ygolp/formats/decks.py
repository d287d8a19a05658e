"""Decks as passcodes: .ydk files and ydke:// links, read and written.

A .ydk file has a passcode a line, a line a copy, below the heads `#main`, `#extra` and `!side`. A link is
`ydke://MAIN!EXTRA!SIDE!`, each part the Base64 of its passcodes as little-endian 32-bit numbers.
"""

from __future__ import annotations

import binascii
import re
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ygolp.errors import ScenarioError, UnusableCard
from ygolp.formats import LINK, is_link

if TYPE_CHECKING:
    from ygolp.board import Board, Player
    from ygolp.cards.pool import Record

LARGEST_PASSCODE = 2**32 - 1
MOST_CARDS = 400
EXTRA_DECK = {"fusion", "synchro", "xyz", "link"}
MOST_PROBLEMS = 10
_NUMBER = re.compile(r"[ \t]*0*([0-9]+)")
_PARTS = ("main", "extra", "side")


class Deck(NamedTuple):
    """Passcodes in the order in which they are written, a copy each: Main Deck, Extra Deck, Side Deck."""

    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()


def read_deck(source: str | Path, folder: Path | None = None) -> Deck:
    """Return the deck of a ydke:// link, or of a .ydk file (sought from `folder` on, if its path is not absolute).

    Raises ScenarioError, which names the file and the line, or the part of the link.
    """
    text = str(source).strip()
    if is_link(text):
        return read_ydke(text)
    from ygolp.scenario import read_text

    file = Path(source) if folder is None else folder / Path(source)
    return read_ydk(read_text(file), str(file))


def is_deck(text: str) -> bool:
    """Tell whether a text names a deck: a ydke:// link, or a file whose name ends in .ydk."""
    return is_link(text) or (text.lower().endswith(".ydk") and "\n" not in text)


# ---- .ydk ----------------------------------------------------------------------------------------------------


def read_ydk(text: str, name: str = "deck.ydk") -> Deck:
    """Return the deck of the text of a .ydk file. Raises ScenarioError with the lines that are no passcodes.

    As the clients read it: `#extra` and any line that begins with `!` are heads, other lines that begin with `#` are
    comments, and what follows a number in its line is ignored.
    """
    found: dict[str, list[int]] = {part: [] for part in _PARTS}
    problems: list[str] = []
    part = "main"
    for number, line in enumerate(_lines(text.removeprefix("\ufeff")), 1):
        if line.startswith("!"):
            part = "side"
        elif line == "#extra":
            part = "extra" if part == "main" else part
        elif line.strip() and not line.startswith("#"):
            digits = _NUMBER.match(line)
            passcode = int(digits[1]) if digits and len(digits[1]) <= 10 else 0
            if 0 < passcode <= LARGEST_PASSCODE:
                found[part].append(passcode)
            else:
                problems.append(f"line {number}: {_shown(line)}: expected a passcode, a comment `#...` or `!side`")
    count = sum(map(len, found.values()))
    if count > MOST_CARDS:
        problems.append(f"{count} cards: a deck has at most {MOST_CARDS}")
    _raise(name, problems)
    return Deck(*(tuple(found[part]) for part in _PARTS))


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def write_ydk(deck: Deck, names: Mapping[int, str] | None = None) -> str:
    """Return a deck as the text of a .ydk file; with names, each run of a card stands below a comment with its name."""
    lines = ["#created by ygolp"]
    for head, passcodes in zip(("#main", "#extra", "!side"), deck, strict=True):
        lines.append(head)
        before = None
        for passcode in passcodes:
            if names and passcode != before and passcode in names:
                lines.append(f"# {' '.join(names[passcode].split())}")
            lines.append(str(passcode))
            before = passcode
    return "\n".join(lines) + "\n"


# ---- ydke:// -------------------------------------------------------------------------------------------------


def read_ydke(link: str, name: str = "ydke link") -> Deck:
    """Return the deck of a ydke:// link. Raises ScenarioError that names the part that is broken."""
    text = link.strip()
    if not is_link(text):
        raise ScenarioError(name, [f"{_shown(text)}: expected ydke://MAIN!EXTRA!SIDE!"])
    parts = text[len(LINK) :].split("!", 3)
    if len(parts) < 4:
        raise ScenarioError(name, [f"expected ydke://MAIN!EXTRA!SIDE! with three `!`, not {len(parts) - 1}"])
    problems = [f"{_shown(parts[3])}: nothing is expected behind the third `!`"] if parts[3] else []
    found = [_passcodes(part, which, problems) for part, which in zip(parts, _PARTS, strict=False)]
    count = sum(map(len, found))
    if count > MOST_CARDS:
        problems.append(f"{count} cards: a deck has at most {MOST_CARDS}")
    _raise(name, problems)
    return Deck(*found)


def _passcodes(part: str, which: str, problems: list[str]) -> tuple[int, ...]:
    try:
        content = binascii.a2b_base64(part.encode("ascii"), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        reason = "a sign that is not in its alphabet" if isinstance(error, UnicodeEncodeError) else str(error)
        problems.append(f"{which}: {_shown(part)}: no valid Base64 ({reason})")
        return ()
    if len(content) % 4:
        problems.append(f"{which}: {len(content)} bytes: expected 4 for each card")
        return ()
    passcodes = struct.unpack(f"<{len(content) // 4}I", content)
    if 0 in passcodes:
        problems.append(f"{which}: card {passcodes.index(0) + 1} is 0: expected a passcode")
    return passcodes


def write_ydke(deck: Deck) -> str:
    """Return a deck as a ydke:// link."""
    return LINK + "".join(f"{_base64(passcodes)}!" for passcodes in deck)


def _base64(passcodes: Sequence[int]) -> str:
    return binascii.b2a_base64(struct.pack(f"<{len(passcodes)}I", *passcodes), newline=False).decode("ascii")


# ---- cards ---------------------------------------------------------------------------------------------------


def places(deck: Deck, name: str) -> dict[str, list[str]]:
    """Return the names of a deck's cards by the place that each has on a board: `deck`, `extra`.

    The Side Deck is on no board. Raises ScenarioError with the passcodes that neither the pool nor a database in use
    has.
    """
    from ygolp.cards.known import in_use

    pool = in_use()
    found: dict[str, list[str]] = {"deck": [], "extra": []}
    problems: dict[str, None] = {}
    for passcode in (*deck.main, *deck.extra):
        try:
            record = pool.find(passcode)
        except UnusableCard as error:
            problems[f"{passcode}: {error}"] = None
            continue
        if record is None:
            problems[f"{passcode}: unknown passcode: neither the pool nor a card database in use has it"] = None
        else:
            found["extra" if EXTRA_DECK & set(record.get("types", ())) else "deck"].append(str(record["name"]))
    _raise(name, list(problems))
    return {place: names for place, names in found.items() if names}


def deck_of(board: Board, player: Player) -> tuple[Deck, tuple[str, ...]]:
    """Return Deck and Extra Deck of a player, and what of them passcodes cannot say.

    Raises ScenarioError that names the cards whose passcode is not known.
    """
    main, extra = (
        [piece.name for piece in board.pieces if (piece.player, piece.place) == (player, place)]
        for place in ("deck", "extra")
    )
    codes = {name: passcode_of(board.records[name]) for name in (*main, *extra)}
    _raise("board", [f"{name}: no passcode is known of it" for name, code in codes.items() if code is None])
    unknown = board.sides[player].unknown_deck
    left_out = (f"{unknown} unknown cards in the Deck of player {player}",) if unknown else ()
    return Deck(*(tuple(codes[name] or 0 for name in names) for names in (main, extra))), left_out


def passcode_of(record: Record) -> int | None:
    """Return the passcode of a card, from its record or a card database in use; None if nobody knows it."""
    from ygolp.cards.known import DatabasePool, in_use

    if "passcode" in record:
        return int(record["passcode"])
    pool = in_use()
    return pool.library.code(record["name"]) if isinstance(pool, DatabasePool) else None


# ---- errors --------------------------------------------------------------------------------------------------


def _shown(text: str) -> str:
    shown = repr(text[:60])
    return shown if len(text) <= 60 else f"{shown[:-1]}...{shown[-1]}"


def _raise(name: str, problems: Sequence[str]) -> None:
    if len(problems) > MOST_PROBLEMS:
        left = len(problems) - MOST_PROBLEMS
        problems = [*problems[:MOST_PROBLEMS], f"and {left} more like these" if left > 1 else problems[-1]]
    if problems:
        raise ScenarioError(name, problems)
