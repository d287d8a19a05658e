"""Reads the phrases of a materials line: how many cards, their adjectives, their noun, their numbers."""

from __future__ import annotations

from typing import Any

from ygolp.cards.materials_line.filters import SCALES, Filter, filter_of, hashable, settled_joins
from ygolp.cards.materials_line.tokens import NotUnderstoodError, TokenReader
from ygolp.cards.materials_line.words import ATTRIBUTES, HISTORIES, KINDS, NOUNS, PLACES, RACES, SUMMONED

MONSTER_NOUNS = ("monster", "monsters")
_RACES = {race.casefold(): race for race in RACES}
_ATTRIBUTES = {attribute.casefold(): attribute for attribute in ATTRIBUTES}
_KINDS = {word.casefold(): kind for word, kind in KINDS.items()}
_KNOWN: dict[str, Filter] = {**PLACES, **HISTORIES}
_LONGEST_TAIL = max(len(words.split()) for words in (*PLACES, *HISTORIES))


class PhraseReader(TokenReader):
    """A line as it is being read, phrase by phrase."""

    def __init__(self, text: str, monsters_only: bool) -> None:
        super().__init__(text)
        self.monsters_only = monsters_only

    def count(self) -> tuple[int | None, int | None]:
        """Read how many cards, at least and at most; None, None if nothing is said."""
        if self.is_word("a", "an"):
            self.at += 1
            return 1, 1
        if self.peek().kind != "number":
            return None, None
        least: int = self.number()
        most: int | None = least
        if self.take("+") or self.take("or", "more"):
            most = None
            if self.take("(", "max", "."):
                most = self.number()
                self.need(")")
        if not (1 if most == least else 0) <= least <= 20 or (most is not None and not max(least, 1) <= most <= 20):
            raise NotUnderstoodError("a number of cards that no line has")
        return least, most

    def kind_of_card(self) -> tuple[Filter, bool]:
        """Read adjectives and noun: the filter, and whether cards are asked for by name alone."""
        atoms, joins = self.phrase()
        noun = ""
        if self.is_word(*MONSTER_NOUNS):
            noun = "monster"
            self.at += 1
            if self.is_word("card", "cards"):
                self.at += 1
        elif self.is_word("card", "cards"):
            noun = "card"
            self.at += 1
        if not noun and atoms and all(atom[0] == "quoted" for atom in atoms):
            if any(join == "" for join in joins[1:]) or any(atom[2] for atom in atoms):
                raise NotUnderstoodError("a name behind a name")
            names = [atom[1] for atom in atoms]
            return {"name": names[0] if len(names) == 1 else names}, True
        # "1 non-Tuner", "2 Tuners", "1 Token": of a list each is such a noun.
        if not noun and not (atoms and atoms[-1][0] == "type" and atoms[-1][1] in NOUNS):
            raise NotUnderstoodError(f"a noun instead of {self.peek().text!r}")
        spec = filter_of(atoms, joins)
        if noun == "card" and not spec:
            raise NotUnderstoodError("any card")
        if self.monsters_only and noun != "card":
            spec = {"card": "monster", **spec}
        return spec, False

    def phrase(self) -> tuple[list[tuple[str, Any, bool]], list[str]]:
        """Read adjectives, each with how it is joined to the one before: "" or "or"."""
        atoms: list[tuple[str, Any, bool]] = []
        joins: list[str] = []
        while True:
            start, join = self.at, ""
            if atoms:
                comma = self.take(",")
                if self.joiner():
                    join = "or"
                elif comma:
                    join = ","
            atom = self.adjective()
            if atom is None:
                self.at = start
                break
            atoms.append(atom)
            joins.append(join)
        return atoms, settled_joins(joins)

    def adjective(self) -> tuple[str, Any, bool] | None:
        """Read one adjective: aspect, value, whether it is negated; None if there is none."""
        token = self.peek()
        if token.kind == "name":
            self.at += 1
            return "quoted", token.text, False
        if token.kind != "word":
            return None
        if self.take("face-up"):
            return "face", "up", False
        start = self.at
        if self.known_words() is not None:  # "1 Tuner Special Summoned this turn"
            self.at = start
            return None
        for words, kinds in SUMMONED.items():
            if self.take(*words.split()):
                return "summoned", tuple(kinds), False
        negated = token.text.startswith("non-")
        word = token.text.removeprefix("non-")
        if negated and not word:
            if self.peek(1).kind != "name":
                return None
            self.at += 2
            return "quoted", self.peek(-1).text, True
        if word in SCALES and self._scale_follows():
            return self.scale()
        if self.is_word("original") and self.is_word(*SCALES, ahead=1):
            return None
        for ahead, text in ((1, f"{word} {self.peek(1).text}"), (0, word)):
            plain = text.removesuffix("-type").removesuffix("-types").removesuffix("-")
            if (ahead == 0 or self.peek(1).kind == "word") and plain in _RACES:
                self.at += ahead + 1
                return "race", _RACES[plain], negated
        if word in _ATTRIBUTES:
            self.at += 1
            self.take("attribute")
            return "attribute", _ATTRIBUTES[word], negated
        kind = _KINDS.get(word) or (_KINDS.get(word[:-1]) if word.endswith("s") and word[:-1] in NOUNS else None)
        if kind:
            self.at += 1
            return "type", kind, negated
        return None

    def _scale_follows(self) -> bool:
        ahead = 1
        while self.is_sign("/", ahead=ahead) and self.is_word(*SCALES, ahead=ahead + 1):
            ahead += 2
        return self.peek(ahead).kind == "number"

    def scale(self) -> tuple[str, Any, bool]:
        scales = [self.peek().text]
        self.at += 1
        while self.take("/"):
            scales.append(self.peek().text)
            self.at += 1
        value = self.numbers()
        return ("scale", (tuple(scales), hashable(value)), False)

    def numbers(self) -> Any:
        """Read `4`, `4 or lower`, `4 or 5`, `4, 5, or 6`."""
        values = [self.number()]
        while True:
            start = self.at
            comma = self.take(",")
            joined = self.joiner()
            if (comma or joined) and self.peek().kind == "number" and not self.is_sign("+", ahead=1):
                values.append(self.number())
                continue
            self.at = start
            break
        if self.take("or", "higher") or self.take("or", "more"):
            value: Any = {"min": values[0]}
        elif self.take("or", "lower") or self.take("or", "less") or self.take("or", "fewer"):
            value = {"max": values[0]}
        else:
            return values[0] if len(values) == 1 else values
        if len(values) > 1:
            raise NotUnderstoodError("several numbers or more")
        return value

    def known_words(self) -> Filter | None:
        """Read a place or a history that words.py lists: the longest that fits."""
        words: list[str] = []
        best: tuple[int, Filter] | None = None
        ahead = 0
        while ahead < 2 * _LONGEST_TAIL:
            token = self.peek(ahead)
            if token.kind == "sign" and token.text == "/" and words:
                following = self.peek(ahead + 1)
                words[-1] += f"/{following.text}"
                ahead += 2
            elif token.kind == "word":
                words.append(token.text)
                ahead += 1
            else:
                break
            said = " ".join(words)
            known: Filter | None = _KNOWN.get(said)
            if known is not None:
                best = ahead, known
        if best is None:
            return None
        self.at += best[0]
        return dict(best[1])
