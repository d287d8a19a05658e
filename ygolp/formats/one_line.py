"""A board in one line, for links and bug reports: what FEN is for chess.

    duel:mr2020 a.main1 a:5200 mmz=2:Junk_Synchron;3d:Quillbolt_Hedgehog;4s:Sangan hand=Summoned_Skull gy=Kuriboh*2

The tokens are the era; who is to move, the phase, and where it is not 3 the turn, where it is not open the state; then
for each side its Life Points and what lies in each place. Before the colon of a card stand its zone and marks, behind
it what has no mark. All else that a scenario holds is there as `key=value`, so that nothing of a board is lost. The
form is described in scenarios/README.md; `encode` and `decode` are inverses on the tables that ygolp.writing makes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, NoReturn, cast
from urllib.parse import unquote_to_bytes

from ygolp import schema
from ygolp.errors import ScenarioError, nearest
from ygolp.formats import LINE
from ygolp.scenario import LARGEST_FILE, read_entry

NAME = "board in one line"
DEEPEST = 60
_PLACES = ("mmz", "emz", "st", "fz", "pz", "hand", "extra", "gy", "banished", "deck", "summoning")
_MONSTER_PLACES = ("mmz", "emz", "summoning")
_SIDE_KEYS = tuple(schema.SIDE["properties"])
_BOARD_KEYS = tuple(schema.scenario_schema()["properties"])
_FLAGS = {
    "n": "arrived", "c": "position_changed", "k": "attacked", "z": "negated", "w": "switched", "g": "gemini_summoned",
}  # fmt: skip
_POSITIONS = {"t": "atk", "d": "def", "s": "fd_def"}
_FACES = {"u": "up", "s": "down"}
_PROPER = {"p": True, "q": False}
_ZONES: dict[str, int | str] = {
    **{str(zone): zone for zone in range(1, 6)}, "l": "left", "r": "right",
    **{f"m{zone}": f"mmz{zone}" for zone in range(1, 6)}, "el": "emz left", "er": "emz right",
}  # fmt: skip
_ZONE_SIGNS = {zone: sign for sign, zone in _ZONES.items()}
_PREFIX = re.compile(r"([1-5lr]|m[1-5]|e[lr])?([a-z]*):")
_MARKED = re.compile(r"(?:[1-5lr]|m[1-5]|e[lr])?[a-z]*")
_TURN = re.compile(r"([ab])\.([a-z0-9]+)(?:\.([0-9]{1,4}))?(?:\.([a-z]+))?")
_KEY = re.compile(r"[a-z0-9_]+")
_NUMBER = re.compile(r"-?[0-9]+")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
# Signs that end a word or are read as another one.
_RESERVED = frozenset("_~%;={}[]*\"'|\\`<>^$+")
_FOR = {" ": "_", "'": "~"}
_BACK = str.maketrans("_~", " '")
LONGEST_NUMBER = 15


# ---- writing -------------------------------------------------------------------------------------------------


def encode(data: Mapping[str, Any]) -> str:
    """Return the table of a scenario as one line; title, note and expectations are left out."""
    rest = {key: value for key, value in data.items() if key not in ("title", "note", "expect", "goal", "question")}
    turn = [rest.pop("turn_player", "a"), rest.pop("phase", "main1")]
    number, state = rest.pop("turn", 3), rest.pop("state", "open")
    turn += [] if number == 3 else [str(number)]
    turn += [] if state == "open" else [state]
    tokens = [LINE + rest.pop("era", "mr2020"), ".".join(turn)]
    for player in ("a", "b"):
        side = dict(rest.pop(player, {}))
        tokens.append(f"{player}:{side.pop('lp', 8000)}")
        tokens += _side(side)
    tokens += [f"{key}={_value(value)}" for key, value in rest.items()]
    return " ".join(tokens)


def _side(side: dict[str, Any]) -> Iterator[str]:
    unknown = side.pop("more_in_deck", None)
    if isinstance(side.get("deck"), int):
        unknown = side.pop("deck") + (unknown or 0)
    for place in _PLACES:
        entries = side.pop(place, [])
        entries = entries if isinstance(entries, list) else [entries]
        parts = list(_repeated([_entry(entry, place) for entry in entries], place))
        if place == "deck" and unknown is not None:
            parts.append(str(unknown))
        if parts:
            yield f"{place}={';'.join(parts)}"
    for key, value in side.items():
        yield f"{key}={_value(value)}"


def _repeated(parts: list[str], place: str) -> Iterator[str]:
    for part, run in groupby(parts):
        count = len(list(run))
        if count > 60 or place in _MONSTER_PLACES:
            yield from [part] * count
        else:
            yield f"{part}*{count}" if count > 1 else part


def _entry(entry: Any, place: str) -> str:
    table: dict[str, Any] = {"card": entry} if isinstance(entry, int) else read_entry(entry)
    zone = table.pop("zone", None)
    prefix = _ZONE_SIGNS.get(zone, "") if zone is not None else ""
    if zone is not None and not prefix:
        table["zone"] = zone
    for key, signs in (("position", _POSITIONS), ("face", _FACES), ("proper", _PROPER)):
        sign = next((sign for sign, value in signs.items() if key in table and table[key] == value), "")
        if sign and (key != "position" or place in _MONSTER_PLACES) and (key != "face" or place not in _MONSTER_PLACES):
            prefix += sign
            del table[key]
    for sign, key in _FLAGS.items():
        if table.get(key) is True:
            prefix += sign
            del table[key]
    prefix += table.pop("owner", "")
    copies = table.pop("copies", 1)
    if "stack" in table:
        # The name that a file gives to a pile stands with what has no mark.
        body = f"[{_inner(table.pop('stack'))}]"
    else:
        body = _card(table.pop("card"), place)
        body += f"[{_inner(table.pop('materials'))}]" if "materials" in table else ""
    text = (f"{prefix}:" if prefix else "") + body + (_value(table) if table else "")
    return f"{text}*{copies}" if copies > 1 else text


def _inner(entries: list[Any]) -> str:
    return ";".join(_entry(entry, "under") for entry in entries)


def _card(name: str | int, place: str) -> str:
    if isinstance(name, int):
        return str(name)
    word = _word(name)
    before, colon, after = word.partition(":")
    if colon and _MARKED.fullmatch(before):
        word = f"{before}%3A{after}"
    if place == "deck" and word.isdecimal():
        return f"%{ord(word[0]):02X}{word[1:]}"
    return word or '""'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ";".join(f"{_key(str(key))}={_value(part)}" for key, part in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ";".join(map(_value, value)) + "]"
    if isinstance(value, str):
        word = _word(value)
        if word in ("true", "false") or _NUMBER.fullmatch(word):
            return f"%{ord(word[0]):02X}{word[1:]}"
        return word or '""'
    return str(value)


def _key(key: str) -> str:
    """Return a key: one of the form of a scenario's keys stands as it is, the name of a counter like other names."""
    if _KEY.fullmatch(key):
        return key
    word = _word(key) or '""'
    return f"%{ord(word[0]):02X}{word[1:]}" if _KEY.fullmatch(word) else word


def _word(text: str) -> str:
    if text.isalnum() and text.isascii():
        return text
    return "".join(_FOR.get(sign) or (sign if _stands(sign) else _escaped(sign)) for sign in text)


def _stands(sign: str) -> bool:
    return sign not in _RESERVED and sign.isprintable() and sign != " " and not sign.isspace()


def _escaped(sign: str) -> str:
    return "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "surrogatepass"))


# ---- reading -------------------------------------------------------------------------------------------------


def decode(text: str, name: str = NAME) -> dict[str, Any]:
    """Return the table of a scenario that a line stands for, its form unchecked.

    Raises ScenarioError with the column of what is not understood.
    """
    if len(text) > LARGEST_FILE:
        raise ScenarioError(name, [f"longer than {LARGEST_FILE} characters"])
    return _Reader(text, name).data()


class _Reader:
    def __init__(self, text: str, name: str) -> None:
        self.text = text
        self.name = name
        self.at = 0
        self.end = 0

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        column = (self.at if at is None else at) + 1
        raise ScenarioError(self.name, [f"column {column}: {problem}"])

    def shown(self, start: int, end: int | None = None) -> str:
        text = self.text[start : self.end if end is None else end]
        return repr(text) if len(text) <= 60 else repr(text[:57] + "...")

    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        side: dict[str, Any] | None = None
        for number, token in enumerate(re.finditer(r"\S+", self.text)):
            self.at, self.end = token.span()
            if number == 0:
                if not token[0].startswith(LINE):
                    self.fail(f"{self.shown(self.at)}: expected duel: and an era, such as duel:mr2020")
                found["era"] = token[0][len(LINE) :] or "mr2020"
            elif token[0][:2] in ("a:", "b:") or token[0] in ("a", "b"):
                side = self.side(token[0], found)
            elif "=" not in token[0]:
                self.turn(token[0], found, number)
            else:
                self.pair(token[0], found, side)
        if not found:
            self.fail("expected duel: and an era, such as duel:mr2020", 0)
        return found

    def turn(self, token: str, found: dict[str, Any], number: int) -> None:
        match = _TURN.fullmatch(token)
        if match is None or number != 1:
            expected = "a player and a phase such as a.main1, or key=value" if number == 1 else "a:8000, or key=value"
            self.fail(f"{self.shown(self.at)}: expected {expected}")
        found |= {"turn_player": match[1], "phase": match[2]}
        if match[3]:
            found["turn"] = int(match[3])
        if match[4]:
            found["state"] = match[4]

    def side(self, token: str, found: dict[str, Any]) -> dict[str, Any]:
        if token[0] in found:
            self.fail(f"{token[0]!r}: this side stands there already")
        if len(token) > 2 and not (token[2:].isascii() and token[2:].isdecimal() and len(token) < 12):
            self.fail(f"{self.shown(self.at + 2)}: expected Life Points such as {token[0]}:8000", self.at + 2)
        side: dict[str, Any] = {"lp": int(token[2:])} if len(token) > 2 else {}
        found[token[0]] = side
        return side

    def pair(self, token: str, found: dict[str, Any], side: dict[str, Any] | None) -> None:
        start = self.at
        key = token.partition("=")[0]
        self.at += len(key) + 1
        if key in _SIDE_KEYS and side is None:
            self.fail(f"{key!r}: a side, a: or b:, is expected before it", start)
        table = side if key in _SIDE_KEYS and side is not None else found
        if table is found and key not in _BOARD_KEYS:
            self.fail(f"{key!r}: unknown key{nearest(key, (*_SIDE_KEYS, *_BOARD_KEYS))}", start)
        if key in table:
            self.fail(f"{key!r}: stands there already", start)
        if key in _PLACES:
            entries = self.entries(key)
            counts = [entry for entry in entries if isinstance(entry, int)]
            if len(counts) > 1:
                self.fail("the number of unknown cards stands there twice")
            if counts:
                entries.remove(counts[0])
                table["more_in_deck" if entries else key] = counts[0]
            if entries or not counts:
                table[key] = entries
        else:
            table[key] = self.value(0)
        if self.at < self.end:
            self.fail(f"{self.shown(self.at)}: expected the end of {key}")

    # -- cards ---------------------------------------------------------------------------------------------

    def entries(self, place: str) -> list[Any]:
        found = [self.entry(place)]
        while self.takes(";"):
            found.append(self.entry(place))
        return found

    def entry(self, place: str) -> Any:
        start = self.at
        table: dict[str, Any] = {}
        prefix = _PREFIX.match(self.text, self.at, self.end)
        if prefix and prefix[0] != ":":
            self.marks(prefix, place, table)
            self.at = prefix.end()
        word = self.raw()
        if place == "deck" and not table and word.isdecimal() and len(word) < 3:
            return int(word)
        if word:
            table["card"] = self.number(word, start) if word.isascii() and word.isdecimal() else self.decoded(word)
        if place != "under" and self.takes("["):
            table["materials" if word else "stack"] = self.listed(lambda: self.inner(start))
        if self.text.startswith("{", self.at, self.end):
            more = self.value(0)
            twice = sorted({*more} & {*table})
            if twice:
                self.fail(f"{twice[0]!r}: stands there already", start)
            table |= more
        if self.takes("*"):
            table["copies"] = self.number(self.raw(), self.at)
        if "card" not in table and "stack" not in table:
            self.fail(f"{self.shown(start)}: expected a card such as 3d:Gemini_Elf", start)
        return table

    def marks(self, prefix: re.Match[str], place: str, table: dict[str, Any]) -> None:
        if prefix[1]:
            table["zone"] = _ZONES[prefix[1]]
        for sign in prefix[2]:
            positions = ("position", _POSITIONS) if place in _MONSTER_PLACES else ("face", _FACES)
            if sign in positions[1]:
                key, value = positions[0], cast("Any", positions[1][sign])
            elif sign in _FLAGS:
                key, value = _FLAGS[sign], True
            elif sign in _PROPER:
                key, value = "proper", _PROPER[sign]
            elif sign in "ab":
                key, value = "owner", sign
            else:
                known = "".join(sorted({*positions[1], *_FLAGS, *_PROPER, "a", "b"}))
                self.fail(f"{sign!r} in {prefix[0]!r}: unknown mark: expected some of {known}")
            if key in table:
                self.fail(f"{sign!r} in {prefix[0]!r}: a second mark of its kind")
            table[key] = value

    def inner(self, start: int) -> str:
        """Read a card under another, and return it as an entry with its marks behind a bar."""
        table = self.entry("under")
        marks = [f"owner {table.pop('owner')}"] if "owner" in table else []
        proper = table.pop("proper", None)
        marks += [] if proper is None else ["proper"] if proper else ["not proper"]
        card = table.pop("card", None)
        if table or card is None:
            self.fail("a card under another has marks a, b, p and q only", start)
        if "|" in str(card):
            self.fail(f"{card!r}: no name has a bar", start)
        return f"{card} | {', '.join(marks)}" if marks else str(card)

    # -- values --------------------------------------------------------------------------------------------

    def value(self, depth: int) -> Any:
        if depth > DEEPEST:
            self.fail("nested too deeply")
        start = self.at
        if self.takes("["):
            return self.listed(lambda: self.value(depth + 1))
        if self.takes("{"):
            return self.table(depth)
        word = self.raw()
        if not word:
            self.fail(f"{self.shown(self.at)}: expected a value")
        if word in ("true", "false"):
            return word == "true"
        if word == '""':
            return ""
        return self.number(word, start) if _NUMBER.fullmatch(word) else self.decoded(word)

    def listed(self, item: Callable[[], Any]) -> list[Any]:
        if self.takes("]"):
            return []
        found = [item()]
        while not self.takes("]"):
            if not self.takes(";"):
                self.fail(f"{self.shown(self.at)}: expected ; or ]")
            found.append(item())
        return found

    def table(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self.takes("}"):
            if found and not self.takes(";"):
                self.fail(f"{self.shown(self.at)}: expected ; or }}")
            start = self.at
            word = self.raw()
            key = word if _KEY.fullmatch(word) else "" if word == '""' else self.decoded(word)
            if not self.takes("="):
                self.fail(f"{self.shown(start)}: expected key=value", start)
            if key in found:
                self.fail(f"{key!r}: stands there already", start)
            found[key] = self.value(depth + 1)
        return found

    def takes(self, sign: str) -> bool:
        if self.text.startswith(sign, self.at, self.end):
            self.at += 1
            return True
        return False

    def raw(self) -> str:
        """Read on up to a sign that ends a word."""
        start = self.at
        while self.at < self.end and self.text[self.at] not in ";={}[]*":
            self.at += 1
        return self.text[start : self.at]

    def number(self, word: str, start: int) -> int:
        if not _NUMBER.fullmatch(word) or len(word) > LONGEST_NUMBER:
            self.fail(f"{self.shown(start)}: expected a number of at most {LONGEST_NUMBER} digits", start)
        return int(word)

    def decoded(self, word: str) -> str:
        plain = word.translate(_BACK)
        if "%" not in plain:
            return plain
        if "%" in _ESCAPES.sub("", plain):
            self.fail(f"{word[:60]!r}: expected two hexadecimal digits behind %")
        try:
            return _ESCAPES.sub(lambda run: unquote_to_bytes(run[0]).decode("utf-8", "surrogatepass"), plain)
        except UnicodeDecodeError:
            self.fail(f"{word[:60]!r}: no UTF-8 text behind %")
