"""`strings.conf`: the names of archetypes and counters, by the numbers that the cards.cdb beside it uses.

The clients number archetypes differently, so that a number means nothing without the file that came with it.
"""

from __future__ import annotations

import re
from pathlib import Path

from ygolp.errors import DatabaseError

NAME = "strings.conf"
LARGEST_FILE = 20_000_000
_LONGEST_NAME = 400
_LINE = re.compile(r"!set(?:name|code)[ \t]+(0[xX][0-9a-fA-F]{1,8}|[0-9]{1,10})[ \t]+([^\t]+)")
_COUNTER = re.compile(r"!counter[ \t]+0[xX]([0-9a-fA-F]{1,4})[ \t]+([^\t]+)")
Archetypes = dict[int, tuple[str, ...]]


def beside(file: Path) -> Path | None:
    """Return the strings.conf that belongs to a database: in its folder, its `config`, or the folder above."""
    here = file.parent
    for folder in (here, here / "config", here.parent, here.parent / "config", here.parent.parent / "config"):
        if (folder / NAME).is_file():
            return folder / NAME
    return None


def _text(file: Path) -> str:
    try:
        if not file.is_file():
            raise DatabaseError(f"{file}: no file")
        if file.stat().st_size > LARGEST_FILE:
            raise DatabaseError(f"{file}: larger than {LARGEST_FILE} bytes")
        return file.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DatabaseError(f"{file}: {error.strerror or 'cannot be read'}") from None
    except UnicodeDecodeError as error:
        raise DatabaseError(f"{file}: no UTF-8 text (byte {error.start + 1})") from None


def counters(file: Path) -> dict[int, str]:
    """Return the name of each counter number. Raises DatabaseError if the file cannot be read."""
    lines = (_COUNTER.match(line) for line in _text(file).splitlines() if line.startswith("!counter"))
    named = ((int(match[1], 16), match[2].strip()) for match in lines if match)
    return {number: name for number, name in named if 0 < len(name) <= _LONGEST_NAME}


def read(file: Path) -> Archetypes:
    """Return the names of each archetype number. Raises DatabaseError if the file cannot be read."""
    found: Archetypes = {}
    for line in _text(file).splitlines():
        if line.startswith("!set") and (match := _LINE.match(line)):
            # What follows a tab is a note, or the Japanese name; `A|B` gives two names to one number.
            names = tuple(name for part in match[2].split("|") if 0 < len(name := part.strip()) <= _LONGEST_NAME)
            code = int(match[1], 16 if match[1][:2] in ("0x", "0X") else 10)
            found[code] = tuple(dict.fromkeys((*found.get(code, ()), *names)))
    return found
