"""The little of Lua that puzzle files are written in: calls of Debug, constants and sums of them, cards in variables.

A file is read, never run: `calls` returns what it would call, in order. What else Lua knows is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from ygolp.errors import ScenarioError, nearest

DEEPEST = 20
MOST_CALLS = 2000
LARGEST_NUMBER = 2**63 - 1
_KEYWORDS = frozenset((
    "and", "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "in", "not", "or", "repeat",
    "return", "then", "until", "while",
))  # fmt: skip
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]+|[0-9]+")
_STRINGS = {
    '"': re.compile(r'"([^"\\\n]*+(?:\\[\s\S][^"\\\n]*+)*+)"'),
    "'": re.compile(r"'([^'\\\n]*+(?:\\[\s\S][^'\\\n]*+)*+)'"),
}
_LONG = re.compile(r"\[(=*)\[")
_LONG_COMMENT = re.compile(r"--\[(=*)\[")
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\n": "\n"}


class Card(NamedTuple):
    """What a call of Debug.AddCard returns: the card that was added as the `number`-th, from 0."""

    number: int


Value = int | bool | str | Card | None


class Call(NamedTuple):
    """A call with its arguments, and the line on which it stands."""

    name: str
    arguments: tuple[Value, ...]
    line: int


class _Token(NamedTuple):
    kind: str  # name, number, string, sign, end
    text: str
    line: int


def calls(text: str, name: str, constants: Mapping[str, int], known: Mapping[str, str]) -> list[Call]:
    """Return the calls of a file in order.

    `known` are the functions that may be called, by their spellings (`aux.BeginPuzzle`, `Auxiliary.BeginPuzzle`), and
    what they are in what is returned. Raises ScenarioError with the line of the first thing that is not understood.
    """
    return _Parser(text, name, constants, known).read()


class _Parser:
    def __init__(self, text: str, name: str, constants: Mapping[str, int], known: Mapping[str, str]) -> None:
        self.name = name
        self.constants = constants
        self.known = known
        self.variables: dict[str, Value] = {}
        self.found: list[Call] = []
        self.cards = 0
        self.tokens = _tokens(text.removeprefix("\ufeff"), name)
        self.token = next(self.tokens)

    def fail(self, problem: str, line: int | None = None) -> NoReturn:
        raise ScenarioError(self.name, [f"line {self.token.line if line is None else line}: {problem}"])

    def free(self, token: _Token) -> NoReturn:
        self.fail(
            f"{_shown(token)}: this is Lua that is not read: expected a call such as Debug.AddCard(...), or a variable "
            "with a card",
            token.line,
        )

    def next(self) -> _Token:
        token = self.token
        if token.kind != "end":
            self.token = next(self.tokens)
        return token

    def takes(self, sign: str) -> bool:
        if self.token.kind == "sign" and self.token.text == sign:
            self.next()
            return True
        return False

    def expect(self, sign: str, what: str) -> None:
        if not self.takes(sign):
            self.fail(f"{_shown(self.token)}: expected {sign} {what}")

    # -- statements ----------------------------------------------------------------------------------------

    def read(self) -> list[Call]:
        while self.token.kind != "end":
            if not self.takes(";"):
                self.statement()
        return self.found

    def statement(self) -> None:
        first = self.next()
        local = first.kind == "name" and first.text == "local"
        if local:
            first = self.next()
        if first.kind != "name" or first.text in _KEYWORDS:
            self.free(first)
        if not local and self.token.kind == "sign" and self.token.text in (".", ":"):
            self.call(first, 0)
            return
        names = [first.text]
        while self.takes(","):
            token = self.next()
            if token.kind != "name" or token.text in _KEYWORDS:
                self.free(token)
            names.append(token.text)
        values: list[Value] = []
        if self.takes("="):
            values.append(self.value(0))
            while self.takes(","):
                values.append(self.value(0))
        elif not local:
            self.free(first)
        if len(names) > MOST_CALLS or len(self.variables) > MOST_CALLS:
            self.fail(f"more than {MOST_CALLS} variables")
        for number, each in enumerate(names):
            if each in self.constants or each in ("Debug", "aux", "Auxiliary"):
                self.fail(f"{each!r}: a name of the game cannot be another thing", first.line)
            self.variables[each] = values[number] if number < len(values) else None

    def call(self, first: _Token, depth: int) -> Value:
        spelled = first.text
        while self.token.kind == "sign" and self.token.text in (".", ":"):
            sign = self.next().text
            token = self.next()
            if token.kind != "name":
                self.free(token)
            spelled += sign + token.text
            if len(spelled) > 80:
                self.free(first)
        if spelled not in self.known:
            if spelled.startswith(("Debug.", "aux.", "Auxiliary.")):
                self.fail(f"{spelled!r}: no call that is known{nearest(spelled, self.known)}", first.line)
            self.free(first._replace(text=spelled))
        arguments: list[Value] = []
        if self.token.kind == "string":
            arguments.append(self.next().text)
        else:
            self.expect("(", f"behind {spelled}")
            if not self.takes(")"):
                arguments.append(self.value(depth + 1))
                while self.takes(","):
                    arguments.append(self.value(depth + 1))
                    if len(arguments) > 20:
                        self.fail(f"{spelled}: more than 20 arguments", first.line)
                self.expect(")", f"behind the arguments of {spelled}")
        if len(self.found) >= MOST_CALLS:
            self.fail(f"more than {MOST_CALLS} calls", first.line)
        self.found.append(Call(self.known[spelled], tuple(arguments), first.line))
        if self.known[spelled] == "AddCard":
            self.cards += 1
            return Card(self.cards - 1)
        return None

    # -- expressions ---------------------------------------------------------------------------------------

    def value(self, depth: int) -> Value:
        """Read sums and unions: `+` and `-` bind closer than `&`, and that closer than `|`."""
        return self.joined(depth, ("|", "&", "+-"))

    def joined(self, depth: int, levels: tuple[str, ...]) -> Value:
        if not levels:
            return self.single(depth)
        value = self.joined(depth, levels[1:])
        while self.token.kind == "sign" and self.token.text in levels[0]:
            sign = self.next()
            other = self.joined(depth, levels[1:])
            left, right = self.whole(value, sign), self.whole(other, sign)
            made = {"|": left | right, "&": left & right, "+": left + right, "-": left - right}[sign.text]
            if abs(made) > LARGEST_NUMBER:
                self.fail("a number is too large", sign.line)
            value = made
        return value

    def whole(self, value: Value, sign: _Token) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(f"{sign.text!r}: expected numbers on both sides", sign.line)
        return value

    def single(self, depth: int) -> Value:
        if depth > DEEPEST:
            self.fail("nested too deeply")
        token = self.next()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "string":
            return token.text
        if token.kind == "sign" and token.text == "(":
            value = self.value(depth + 1)
            self.expect(")", "here")
            return value
        if token.kind == "sign" and token.text == "-":
            return -self.whole(self.single(depth + 1), token)
        if token.kind != "name" or token.text in _KEYWORDS:
            self.free(token)
        words: dict[str, Value] = {"true": True, "false": False, "nil": None}
        if token.text in words:
            return words[token.text]
        if self.token.kind == "sign" and self.token.text in (".", ":"):
            return self.call(token, depth)
        if token.text in self.variables:
            return self.variables[token.text]
        if token.text not in self.constants:
            close = nearest(token.text, (*self.constants, *self.variables))
            self.fail(f"{token.text!r}: neither a constant that is known nor a variable{close}", token.line)
        return self.constants[token.text]

    def number(self, token: _Token) -> int:
        digits = token.text[2:].lstrip("0") if token.text[:2] in ("0x", "0X") else token.text.lstrip("0")
        value = int(digits or "0", 16 if token.text[:2] in ("0x", "0X") else 10) if len(digits) < 20 else None
        if value is None or value > LARGEST_NUMBER:
            self.fail(f"{_shown(token)}: a number is too large", token.line)
        return value


# ---- tokens --------------------------------------------------------------------------------------------------


def _tokens(text: str, name: str) -> Iterator[_Token]:
    """Yield the tokens of a text, comments left out, with an end for ever."""
    at, line, size = 0, 1, len(text)

    def fail(problem: str) -> NoReturn:
        raise ScenarioError(name, [f"line {line}: {problem}"])

    if text.startswith("#"):
        at = _end_of_line(text, 0)
    while at < size:
        sign = text[at]
        start = at
        if space := _SPACE.match(text, at):
            at = space.end()
        elif text.startswith("--", at):
            opened = _LONG_COMMENT.match(text, at)
            if opened:
                at = text.find(f"]{opened[1]}]", opened.end()) + len(opened[1]) + 2
                if at < opened.end():
                    fail("a comment that does not end: expected " + f"]{opened[1][:20]}]")
            else:
                at = _end_of_line(text, at)
        elif word := _NAME.match(text, at):
            at = word.end()
            yield _Token("name", word[0], line)
        elif digits := _NUMBER.match(text, at):
            at = digits.end()
            if text[at : at + 1] in (".", "_") or text[at : at + 1].isalnum():
                fail(f"{text[start : at + 10]!r}: expected a whole number")
            yield _Token("number", digits[0], line)
        elif sign in _STRINGS:
            quoted = _STRINGS[sign].match(text, at)
            if quoted is None:
                fail(f"{text[at : at + 20]!r}: a text that does not end on its line")
            at = quoted.end()
            yield _Token("string", _plain(quoted[1]), line)
        elif opened := _LONG.match(text, at):
            close = text.find(f"]{opened[1]}]", opened.end())
            if close < 0:
                fail("a text that does not end: expected " + f"]{opened[1][:20]}]")
            at = close + len(opened[1]) + 2
            yield _Token("string", text[opened.end() : close], line)
        else:
            at += 1
            yield _Token("sign", sign, line)
        line += text.count("\n", start, at)
    while True:
        yield _Token("end", "the end of the file", line)


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _plain(text: str) -> str:
    if "\\" not in text:
        return text
    return re.sub(r"\\([\s\S])", lambda escape: _SIMPLE_ESCAPES.get(escape[1], escape[1]), text)


def _shown(token: _Token) -> str:
    text: Any = token.text
    if token.kind == "end":
        return "the end of the file"
    return repr(text) if len(text) <= 60 else repr(text[:57] + "...")
