"""Words of a card text: tokens in a common spelling, so that old and new wording read alike.

Names in quotation marks are one token each. What the wording of different years says differently (Graveyard and GY,
remove from play and banish, "Dragon-Type" and Dragon, Spell Card and Spell) has one form behind this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

# Longer than any card text by far; nothing beyond is read.
LONGEST = 20_000


class Token(NamedTuple):
    """A word, number, sign or quoted name: its common spelling, its kind, and where it stands in the text."""

    text: str
    kind: str  # word, number, name, sign
    start: int
    end: int


_PIECE = re.compile(r"[^\W_]+(?:[-'☆&][^\W_]+)*(?:\(s\))?|[^\w\s]|_")
_QUOTES = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "\u00a0": " "})
_ONE = {
    "graveyard": "gy", "graveyards": "gys", "an": "a", "fewer": "less", "its'": "its",
    "effect's": "effect", "&": "and",
}  # fmt: skip
# Several words that have one form; the longer ones are tried first.
_SEVERAL = """
    removing from play: banishing
    removed from play: banished
    remove from play: banish
    normal summoned or set: normal summoned / set
    normal summon or set: normal summon / set
    summoned or set: summoned / set
    side of the field: field
    life points: lp
    life point: lp
    spell cards: spells
    spell card: spell
    trap cards: traps
    trap card: trap
    monster cards: monsters
    monster card: monster
    and / or: and/or
    spells / traps: spells/traps
    spell / traps: spells/traps
    spell / trap cards: spells/traps
    spells or traps: spells/traps
    spell or traps: spells/traps
    spells and traps: spells/traps
    spell or trap cards: spells/traps
    spell and trap cards: spells/traps
    spell / trap card: spell/trap
    spell or trap card: spell/trap
    spell / trap: spell/trap
    spell or trap: spell/trap
    spell/trap card: spell/trap
    spells/traps cards: spells/traps
    in order to: to
    synchro material monster: synchro material
    fusion material monster: fusion material
    xyz material monster: xyz material
    synchro materials: synchro material
    card's: card 's
    monster's: monster 's
    main monster zones: main monster_zone
    monster zones: monster_zone
    monster zone: monster_zone
    extra monster zones: extra monster_zone
    extra deck: extra_deck
    spell and trap zone: back_row
    spell and trap zones: back_row
    spell / trap zone: back_row
    spell / trap zones: back_row
    field zone: field_zone
    field zones: field_zone
    winged beast: winged_beast
    sea serpent: sea_serpent
    divine beast: divine-beast
    creator god: creator_god
"""
_STARTS: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
for _line in sorted(_SEVERAL.strip().splitlines(), key=lambda line: -len(line.partition(": ")[0].split())):
    _old, _, _new = _line.partition(": ")
    _STARTS.setdefault(_old.split()[0], []).append((tuple(_old.split()), tuple(_new.split())))


def tokens(text: str, name: str) -> list[Token]:
    """Return the tokens of a text; `name` is the card's own, which may hold quotation marks itself."""
    text = text.translate(_QUOTES)
    return list(_joined(list(_pieces(text, name.translate(_QUOTES)))))


def _pieces(text: str, name: str) -> Iterator[Token]:
    at, own = 0, f'"{name}"'
    while at < len(text):
        quote = text.find('"', at)
        stop = len(text) if quote < 0 else quote
        for line in re.finditer(r"[^\r\n]+|[\r\n]+", text[at:stop]):
            if line[0][0] in "\r\n":
                yield Token("\n", "sign", at + line.start(), at + line.end())
                continue
            for found in _PIECE.finditer(line[0]):
                start = at + line.start() + found.start()
                yield _token(found[0], start)
        if quote < 0:
            return
        if name and text.startswith(own, quote):
            end = quote + len(own)
        else:
            closing = text.find('"', quote + 1)
            if closing < 0:
                yield Token('"', "sign", quote, quote + 1)
                at = quote + 1
                continue
            end = closing + 1
        yield Token(text[quote + 1 : end - 1].strip(), "name", quote, end)
        # American quotation puts the full stop inside; no name ends with one where a sentence may end.
        at = end


def _token(found: str, start: int) -> Token:
    end = start + len(found)
    if found.isdecimal():
        return Token(found, "number", start, end)
    if not found[0].isalnum():
        return Token("and" if found == "&" else found, "sign", start, end)
    word = found.casefold()
    if word.endswith("(s)"):
        word = word[:-3] + "s"
    for suffix in ("-types", "-type"):
        word = word.removesuffix(suffix)
    return Token(_ONE.get(word, word), "word", start, end)


def _joined(found: list[Token]) -> Iterator[Token]:
    """Yield the tokens with several words of old wording put as the newer wording has them."""
    at = 0
    while at < len(found):
        token = found[at]
        for old, new in _STARTS.get(token.text, ()) if token.kind == "word" else ():
            part = found[at : at + len(old)]
            if [each.text for each in part] == list(old) and all(each.kind != "name" for each in part):
                # What was made may begin another of them: "Spell / Trap Card" is put together in two steps.
                made = [Token(word, "word", part[0].start, part[-1].end) for word in new]
                found[at : at + len(old)] = made
                at -= 1
                break
        else:
            yield token
        at += 1


class Words:
    """A place in a row of tokens. `eat` goes on if the next words are those of a pattern."""

    def __init__(self, found: list[Token], name: str) -> None:
        self.tokens, self.name, self.at = found, name, 0

    @property
    def over(self) -> bool:
        return self.at >= len(self.tokens)

    def peek(self, ahead: int = 0) -> Token:
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else _END

    def word(self, ahead: int = 0) -> str:
        """Return the next word or sign; a name in quotation marks is no word."""
        token = self.peek(ahead)
        return "" if token.kind == "name" else token.text

    def sees(self, pattern: str) -> bool:
        return self._match(pattern) is not None

    def eat(self, pattern: str) -> bool:
        """Go behind the pattern if it stands here: words, `a|b` for one of them, `a?` for one that may be absent."""
        end = self._match(pattern)
        if end is not None:
            self.at = end
        return end is not None

    def _match(self, pattern: str) -> int | None:
        at = self.at
        for choices, optional in _compiled(pattern):
            token = self.tokens[at] if at < len(self.tokens) else _END
            if token.kind != "name" and token.text in choices:
                at += 1
            elif not optional:
                return None
        return at

    def number(self) -> int | None:
        token = self.peek()
        if token.kind == "number" and len(token.text) <= 6:
            self.at += 1
            return int(token.text)
        return None

    def quoted(self) -> str | None:
        token = self.peek()
        if token.kind == "name" and token.text:
            self.at += 1
            return token.text
        return None

    def itself(self, name: str) -> bool:
        return name.casefold() == self.name.casefold()


_END = Token("", "end", 0, 0)


@cache
def _compiled(pattern: str) -> tuple[tuple[frozenset[str], bool], ...]:
    words = pattern.split()
    return tuple((frozenset(word.removesuffix("?").split("|")), word.endswith("?") and len(word) > 1) for word in words)
