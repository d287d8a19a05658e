"""The signs, numbers, names and words of a materials line, and a reader that looks ahead among them."""

from __future__ import annotations

from typing import NamedTuple

_SIGNS = ",+()/."
_OPEN, _CLOSE = "\"“", {"\"": "\"", "“": "”"}


class NotUnderstoodError(Exception):
    """The text is not of the form that is known."""


class Token(NamedTuple):
    kind: str  # name, word, number, sign, end
    text: str


def tokens(text: str) -> list[Token]:
    """Return the words, numbers, names and signs of a line."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        sign = text[at]
        if sign.isspace():
            at += 1
        elif sign in _OPEN:
            end = text.find(_CLOSE[sign], at + 1)
            if end < 0:
                raise NotUnderstoodError("a quotation mark is not closed")
            found.append(Token("name", " ".join(text[at + 1 : end].split())))
            at = end + 1
        elif sign in _SIGNS:
            found.append(Token("sign", sign))
            at += 1
        elif "0" <= sign <= "9":
            end = at
            while end < len(text) and "0" <= text[end] <= "9":
                end += 1
            if end - at > 6:
                raise NotUnderstoodError("too large a number")
            found.append(Token("number", text[at:end]))
            at = end
        else:
            end = at
            while end < len(text) and not text[end].isspace() and text[end] not in _SIGNS and text[end] not in _OPEN:
                end += 1
            word = text[at:end]
            # "Link-2" is a word and a number.
            front, dash, digits = word.rpartition("-")
            if dash and front and digits.isascii() and digits.isdigit() and len(digits) <= 2:
                found += [Token("word", front.casefold()), Token("number", digits)]
            else:
                found.append(Token("word", word.casefold()))
            at = end
    found.append(Token("end", ""))
    return found


class TokenReader:
    """A line as it is being read, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def is_word(self, *words: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token.kind == "word" and token.text in words

    def is_sign(self, *signs: str, ahead: int = 0) -> bool:
        token = self.peek(ahead)
        return token.kind == "sign" and token.text in signs

    def take(self, *words: str) -> bool:
        """Take these words or signs if they come next."""
        for ahead, word in enumerate(words):
            token = self.peek(ahead)
            if token.kind not in ("word", "sign") or token.text != word:
                return False
        self.at += len(words)
        return True

    def joiner(self) -> bool:
        """Take `or`, `and/or`, `and` between alternatives."""
        return self.take("and", "/", "or") or self.take("or") or self.take("and")

    def number(self) -> int:
        token = self.peek()
        if token.kind != "number":
            raise NotUnderstoodError(f"a number instead of {token.text!r}")
        self.at += 1
        return int(token.text)

    def need(self, *words: str) -> None:
        if not self.take(*words):
            raise NotUnderstoodError(f"{' '.join(words)!r} instead of {self.peek().text!r}")
