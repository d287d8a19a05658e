"""Reads the materials line of a Fusion, Synchro, Xyz or Link Monster, in the old or the new wording.

    line        = term { "+" term }
    term        = unit { "or" unit }
    unit        = names | [ count ] phrase [ noun ] { tail }                 (a noun unless the phrase ends in one)
    names       = [ count ] NAME { ( "," | "or" | "," "or" ) NAME }
    count       = number | number "+" | number "or more" [ "(max. number)" ] | "a" | "an"
    phrase      = { adjective }                                              (alternatives with "," "or" "and/or" "and")
    adjective   = NAME | attribute | race [ "-Type" ] | kind | "non-" ( attribute | race | kind | NAME ) | "face-up"
                | ( "Level" | "Rank" | "Link" ) { "/" ( "Level" | ... ) } numbers [ "or higher" | "or lower" ]
    noun        = "monster" | "monsters" | "Monster Card" | "card" | "cards"
    tail        = [ "," ] "including" [ "at least" ] unit { ( "," | "and" ) unit }
                | [ "," ] "except" phrase [ noun ]
                | "with" common { [ "," ] [ "but" | "and" ] common }
                | "with" number [ "or more" | "or less" ] [ "original" ] stats
                | "whose" [ "original" ] aspect "is" number [ "or higher" | "or lower" ]
                | "(" phrase ")" | "(" unit { ( "," | "and" | "+" ) unit } ")"
                | "that mentions" NAME | "named" NAME | place | history      (words.py lists these)
    common      = ( "the same" | "different" ) aspect { "and" aspect }

A NAME stands in quotation marks; with a noun behind it it is an archetype, without one the name of a card. Whatever
is not of this form is not understood, and the whole line with it.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ygolp.cards.materials_line.words import ASPECTS, ATTRIBUTES, HISTORIES, KINDS, NOUNS, PLACES, RACES, SUMMONED

Filter = dict[str, Any]
Slot = dict[str, Any]
LONGEST = 1000  # signs of a line; no printed one has more than 250
MOST_SLOTS = 6
MOST_LINES = 8
LARGEST = 999_999
_MONSTER_NOUNS = ("monster", "monsters")
_SIGNS = ",+()/."
_OPEN, _CLOSE = "\"“", {"\"": "\"", "“": "”"}
_SCALES = ("level", "rank", "link")
_ADJECTIVES = {"attribute", "race", "archetype", "type", "not_type", "summoned", "face", *_SCALES}
_RACES = {race.casefold(): race for race in RACES}
_ATTRIBUTES = {attribute.casefold(): attribute for attribute in ATTRIBUTES}
_KINDS = {word.casefold(): kind for word, kind in KINDS.items()}
_KNOWN: dict[str, Filter] = {**PLACES, **HISTORIES}
_LONGEST_TAIL = max(len(words.split()) for words in (*PLACES, *HISTORIES))


class NotUnderstoodError(Exception):
    """The text is not of the form that is known."""


class Token(NamedTuple):
    kind: str  # name, word, number, sign, end
    text: str


class Line(NamedTuple):
    """One way to meet a materials line: its slots, and what the whole set has in common or not."""

    slots: list[Slot]
    demands: dict[str, Any]


class Unit(NamedTuple):
    """Some cards of one kind, or of several kinds that add up, and what they have in common."""

    slots: list[Slot]
    demands: dict[str, Any]


# ---- signs and words -----------------------------------------------------------------------------------------


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


class _Reader:
    """A line as it is being read."""

    def __init__(self, text: str, monsters_only: bool) -> None:
        self.tokens = tokens(text)
        self.at = 0
        self.monsters_only = monsters_only

    # -- looking ahead --

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

    # -- the line --

    def line(self) -> list[Line]:
        """Read to the end."""
        terms = [self.term()]
        while self.take("+"):
            terms.append(self.term())
        together: dict[str, Any] = {}
        if self.take(",", "all", "with"):
            self.in_common([], together)
        self.take(".")
        if self.peek().kind != "end":
            raise NotUnderstoodError(f"{self.peek().text!r} is not known here")
        if sum(len(term) > 1 for term in terms) > 1 or max(map(len, terms)) > MOST_LINES:
            raise NotUnderstoodError("too many alternatives")
        if any(len(term) > 1 and any(len(unit.slots) > 1 or unit.demands for unit in term) for term in terms):
            raise NotUnderstoodError("an alternative of several parts")
        return [_joined(way, together) for way in itertools.product(*terms)]

    def term(self) -> list[Unit]:
        units = [self.unit()]
        while self.is_word("or") and self.peek(1).kind in ("number", "name"):
            self.at += 1
            units.append(self.unit())
        return _merged(units)

    def unit(self) -> Unit:
        least, most = self.count()
        spec, named = self.kind_of_card()
        if named and least is None:
            least = most = 1
        elif least is None:
            raise NotUnderstoodError("a number is missing")
        slots: list[Slot] = [_counted(spec, least or 0, most)]
        demands: dict[str, Any] = {}
        while self.tail(slots, demands):
            pass
        if any("name" in slot and len(slot) == 1 for slot in slots) and demands:
            raise NotUnderstoodError("cards of one name with something in common")
        return Unit(slots, demands)

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
        if self.is_word(*_MONSTER_NOUNS):
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
        spec = _filter(atoms, joins)
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
        return atoms, _settled(joins)

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
        if word in _SCALES and self._scale_follows():
            return self.scale()
        if self.is_word("original") and self.is_word(*_SCALES, ahead=1):
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
        while self.is_sign("/", ahead=ahead) and self.is_word(*_SCALES, ahead=ahead + 1):
            ahead += 2
        return self.peek(ahead).kind == "number"

    def scale(self) -> tuple[str, Any, bool]:
        scales = [self.peek().text]
        self.at += 1
        while self.take("/"):
            scales.append(self.peek().text)
            self.at += 1
        value = self.numbers()
        return ("scale", (tuple(scales), _hashable(value)), False)

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

    # -- what stands behind the noun --

    def tail(self, slots: list[Slot], demands: dict[str, Any]) -> bool:
        """Read one more thing that is said of the cards; False if nothing follows."""
        start = self.at
        comma = self.take(",")
        if self.take("including"):
            self.take("at", "least")
            self.including(slots)
        elif self.take("except"):
            self.exception(slots)
        elif self.is_word("with", "of") and self._in_common(1):
            self.at += 1
            self.in_common(slots, demands)
        elif not comma and self.take("whose"):
            self.whose(slots)
        elif not comma and self.is_sign("("):
            self.at += 1
            self.bracket(slots)
        elif not comma and self.take("equipped", "with"):
            self.equipped(slots)
        elif not comma and (self.take("that", "mentions") or self.take("that", "mention")):
            token = self.peek()
            if token.kind != "name":
                raise NotUnderstoodError("a name is missing")
            self.at += 1
            _also(slots, {"mentions": token.text})
        elif not comma and self.take("named"):
            if self.peek().kind != "name":
                raise NotUnderstoodError("a name is missing")
            self.at += 1
            _also(slots, {"name": self.peek(-1).text})
        elif not comma and (spec := self.known_words()) is not None:
            _also(slots, spec)
        elif not comma and self.take("with"):
            self.stats(slots)
        else:
            self.at = start
            return False
        return True

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

    def including(self, slots: list[Slot]) -> None:
        """`3 monsters, including a Dragon monster`: 1 Dragon monster and 2 monsters."""
        if len(slots) != 1:
            raise NotUnderstoodError("including twice")
        whole = slots.pop()
        spec = without_count(whole)
        least: int = whole["count"] if "count" in whole else whole["min"]
        most: int | None = whole.get("count", whole.get("max"))
        while True:
            low, high = self.count()
            also, named = self.kind_of_card()
            if low is None and named:
                low = high = 1
            if low is None or high is None:
                raise NotUnderstoodError("including how many")
            also.pop("card", None)
            included = [_counted(also, low, high)]
            common: dict[str, Any] = {}
            while not self.is_sign(",") and not self.is_word("including", "except") and self.tail(included, common):
                pass
            if common or len(included) != 1:
                raise NotUnderstoodError("what is in common is not clear")
            slots.append(_counted(_both(spec, without_count(included[0])), low, high))
            least, most = least - low, None if most is None else most - low
            start = self.at
            joined = self.take(",")
            joined = self.take("and") or joined
            if not joined or not (self.peek().kind == "number" or self.is_word("a", "an")):
                self.at = start
                break
        if (most is not None and most < 0) or (most is None and least < 0):
            raise NotUnderstoodError("including more than there are")
        if most != 0:
            slots.append(_counted(spec, max(least, 0), most))

    def exception(self, slots: list[Slot]) -> None:
        """`except Tokens`, `except "X" monsters`."""
        self.count()
        spec, _ = self.kind_of_card()
        spec.pop("card", None)
        _also(slots, {"not": spec})

    def _in_common(self, ahead: int) -> bool:
        return self.is_word("different", ahead=ahead) or (
            self.is_word("the", ahead=ahead) and self.is_word("same", ahead=ahead + 1))

    def in_common(self, slots: list[Slot], demands: dict[str, Any]) -> None:
        while True:
            what = "different" if self.take("different") else "same"
            if what == "same":
                self.need("the", "same")
            if what in demands:
                raise NotUnderstoodError("the same twice")
            found: list[str] = []
            while True:
                token = self.peek()
                if token.kind != "word" or token.text not in ASPECTS:
                    raise NotUnderstoodError(f"{token.text!r} as what cards have in common")
                self.at += 1
                found.append(ASPECTS[token.text])
                start = self.at
                comma = self.take(",")
                if (self.take("and") or comma) and self.peek().text in ASPECTS:
                    continue
                self.at = start
                break
            demands[what] = found[0] if len(found) == 1 else found
            start = self.at
            self.take(",")
            if (self.take("but") or self.take("and") or self.at > start) and self._in_common(0):
                continue
            self.at = start
            return

    def stats(self, slots: list[Slot]) -> None:
        """`with 2000 or more ATK`, `with 1500 ATK/2100 DEF`, `with 0 original ATK/DEF`."""
        spec: Filter = {}
        while True:
            value = self.numbers()
            if isinstance(value, list):
                raise NotUnderstoodError("several values")
            original = "original_" if self.take("original") else ""
            stats = [self.stat()]
            while self.is_sign("/") and self.is_word("atk", "def", ahead=1):
                self.at += 1
                stats.append(self.stat())
            for stat in stats:
                if original + stat in spec:
                    raise NotUnderstoodError("two values")
                spec[original + stat] = value
            if (self.is_sign("/") or self.is_word("and")) and self.peek(1).kind == "number":
                self.at += 1
                continue
            break
        _also(slots, spec)

    def stat(self) -> str:
        if not self.is_word("atk", "def"):
            raise NotUnderstoodError(f"ATK or DEF instead of {self.peek().text!r}")
        self.at += 1
        return self.peek(-1).text

    def equipped(self, slots: list[Slot]) -> None:
        """`equipped with a Monster Card`, `equipped with an Equip Card`."""
        self.need(self.peek().text if self.is_word("a", "an", "at") else "a")
        if self.peek(-1).text == "at":
            self.need("least")
            if self.number() != 1:
                raise NotUnderstoodError("equipped with several cards")
        if self.take("monster", "card"):
            _also(slots, {"equipped_with": "monster"})
        elif self.take("equip", "card"):
            _also(slots, {"equipped_with": "any"})
        elif self.take("equip", "spell"):
            _also(slots, {"equipped_with": "spell"})
        else:
            raise NotUnderstoodError(f"{self.peek().text!r} as equipment")

    def whose(self, slots: list[Slot]) -> None:
        original = "original_" if self.take("original") else ""
        token = self.peek()
        if not self.is_word("level", "atk", "def"):
            raise NotUnderstoodError(f"{token.text!r} as a value")
        self.at += 1
        self.need("is")
        _also(slots, {original + token.text: self.numbers()})

    def bracket(self, slots: list[Slot]) -> None:
        """`(Warrior and/or Machine)`, or `(1 Fusion, 1 Synchro, and 1 Xyz)`: how the number is made up."""
        if self.peek().kind != "number":
            atoms, joins = self.phrase()
            self.need(")")
            if not atoms:
                raise NotUnderstoodError("nothing in brackets")
            _also(slots, _filter(atoms, joins))
            return
        if len(slots) != 1 or "count" not in slots[0]:
            raise NotUnderstoodError("a number in brackets")
        whole = slots.pop()
        total = whole.pop("count")
        while True:
            number = self.number()
            atoms, joins = self.phrase()
            if self.is_word(*_MONSTER_NOUNS):
                self.at += 1
            if not atoms or any(atom[0] == "quoted" for atom in atoms):
                raise NotUnderstoodError("which cards are meant in the brackets")
            slots.append(_counted(_both(whole, _filter(atoms, joins)), number, number))
            total -= number
            if self.take(")"):
                break
            joined = self.take("+") or self.take(",")
            if not (self.take("and") or joined):
                raise NotUnderstoodError(f"{self.peek().text!r} in brackets")
        if total:
            raise NotUnderstoodError("the brackets do not add up")


# ---- filters -------------------------------------------------------------------------------------------------


def _settled(joins: list[str]) -> list[str]:
    """Return how each adjective is joined: of `A, B, or C` the comma says "or" as well."""
    settled = list(joins)
    for at in range(len(joins) - 1, -1, -1):
        if settled[at] == ",":
            settled[at] = "or" if at + 1 < len(joins) and settled[at + 1] == "or" else "also"
    return settled


def _hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else value


def _filter(atoms: list[tuple[str, Any, bool]], joins: list[str]) -> Filter:
    """Return the filter of adjectives."""
    groups: list[list[tuple[str, Any, bool]]] = []
    between: list[str] = []
    for atom, join in zip(atoms, joins, strict=True):
        if join == "also" and not (atom[2] and groups[-1][-1][2]):
            raise NotUnderstoodError("adjectives with a comma")  # but "non-Fusion, non-Xyz"
        same = bool(groups) and (groups[-1][0][0], groups[-1][0][2]) == (atom[0], atom[2])
        if join == "or" and same and not (atom[0] == "scale" and groups[-1][0][1][0] != atom[1][0]):
            if atom[2]:
                raise NotUnderstoodError("not this or that")
            groups[-1].append(atom)
        else:
            groups.append([atom])
            between.append("or" if join == "or" else "")
    if "or" not in between[1:]:
        spec: Filter = {}
        for group in groups:
            spec = _both(spec, _of_group(group))
        return spec
    # "LIGHT Fairy or DARK Fiend", "LIGHT or Dragon": alternatives as a whole, if each says as much as the others.
    parts: list[list[list[tuple[str, Any, bool]]]] = []
    for group, join in zip(groups, between, strict=True):
        if join == "or" or not parts:
            parts.append([])
        parts[-1].append(group)
    forms = {tuple(group[0][0] for group in part) for part in parts}
    if any(len(part) > 1 for part in parts) and (len(forms) > 1 or any(len(g) > 1 for part in parts for g in part)):
        raise NotUnderstoodError("what is joined by 'or' is not clear")
    choices = []
    for part in parts:
        choice: Filter = {}
        for group in part:
            choice = _both(choice, _of_group(group))
        choices.append(choice)
    if len(choices) > 6:
        raise NotUnderstoodError("too many alternatives")
    return {"any": choices}


def _of_group(group: list[tuple[str, Any, bool]]) -> Filter:
    aspect, first, negated = group[0]
    values = [atom[1] for atom in group]
    if aspect == "scale":
        scales = first[0]
        numbers = [_plain(value[1]) for value in values]
        if len(numbers) > 1 and any(isinstance(number, (dict, list)) for number in numbers):
            raise NotUnderstoodError("ranges joined by 'or'")
        number = numbers[0] if len(numbers) == 1 else numbers
        if len(scales) == 1:
            return {scales[0]: number}
        return {"any": [{scale: number} for scale in scales]}
    if aspect == "summoned":
        return {"summoned": list(first)}
    key = {"quoted": "archetype"}.get(aspect, aspect)
    if len(set(values)) != len(values):
        raise NotUnderstoodError("the same twice")
    value = values[0] if len(values) == 1 else values
    if not negated:
        return {key: value}
    return {"not_type": value} if key == "type" else {"not": {key: value}}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        if value and isinstance(value[0], tuple):
            return dict(value)
        return list(value)
    return value


def _both(first: Filter, second: Filter) -> Filter:
    """Return the filter of cards that meet both."""
    made = dict(first)
    rest: Filter = {}
    for key, value in second.items():
        if key not in made:
            made[key] = value
        elif made[key] == value:
            continue
        elif key == "not_type":
            made[key] = [*listed(made[key]), *(v for v in listed(value) if v not in listed(made[key]))]
        elif key == "not":
            made[key] = [*listed(made[key]), *listed(value)]
        else:
            rest[key] = value
    if rest:
        if "any" not in made:
            made["any"] = [rest]
        elif len(made["any"]) == 1:
            made["any"] = [_both(made["any"][0], rest)]
        else:
            raise NotUnderstoodError("a choice and more of the same")
    choices = made.get("any", ())
    if len(choices) > 1 and not all(set(choice) <= set(_SCALES) for choice in choices) and _ADJECTIVES & set(made):
        raise NotUnderstoodError("a choice and more adjectives")
    return made


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]


def of_a_monster(spec: Filter) -> bool:
    """Return whether only a monster can meet a filter."""
    kinds = [kind for kind in listed(spec.get("type", [])) if kind not in ("normal", "ritual")]
    numbers = ("attribute", "race", "level", "rank", "link", "atk", "def", "name")
    return any(key in spec for key in numbers) or (bool(kinds) and len(kinds) == len(listed(spec["type"])))


def _counted(spec: Filter, least: int, most: int | None) -> Slot:
    if most is None:
        return {**spec, "min": least}
    return {**spec, "count": least} if least == most else {**spec, "min": least, "max": most}


def _also(slots: list[Slot], spec: Filter) -> None:
    """Ask more of all the slots."""
    for at, slot in enumerate(slots):
        numbers: Filter = {key: slot[key] for key in ("count", "min", "max") if key in slot}
        slots[at] = {**_both(without_count(slot), spec), **numbers}


def without_count(slot: Slot) -> Filter:
    return {key: value for key, value in slot.items() if key not in ("count", "min", "max")}


# ---- the line as a whole -------------------------------------------------------------------------------------


def _merged(units: list[Unit]) -> list[Unit]:
    """Return the alternatives of a term; those with one slot of the same number make one slot."""
    if len(units) == 1:
        return units

    def number(unit: Unit) -> tuple[Any, ...]:
        return tuple((key, unit.slots[0].get(key)) for key in ("count", "min", "max"))

    alike = all(len(unit.slots) == 1 and not unit.demands and number(unit) == number(units[0]) for unit in units)
    if not alike:
        return units
    numbers = {key: value for key, value in number(units[0]) if value is not None}
    specs = [without_count(unit.slots[0]) for unit in units]
    if all(set(spec) == {"name"} for spec in specs):
        return [Unit([{"name": [n for spec in specs for n in listed(spec["name"])], **numbers}], {})]
    if len(specs) > 6:
        raise NotUnderstoodError("too many alternatives")
    return [Unit([{"any": specs, **numbers}], {})]


def _joined(units: tuple[Unit, ...], together: dict[str, Any]) -> Line:
    slots: list[Slot] = []
    demands = together
    for unit in units:
        one_card = len(unit.slots) == 1 and unit.slots[0].get("count") == 1
        if unit.demands and (len(units) == 1 or one_card):
            # Of the last of several single cards it is said of all.
            if demands or (len(units) > 1 and unit is not units[-1]):
                raise NotUnderstoodError("what is in common is not clear")
            demands = unit.demands
            slots += unit.slots
        elif unit.demands:
            if len(unit.slots) != 1:
                raise NotUnderstoodError("what is in common is not clear")
            slots.append({**unit.slots[0], "with": unit.demands})
        else:
            slots += unit.slots
    if len(slots) > MOST_SLOTS:
        raise NotUnderstoodError("too many kinds of materials")
    return Line([_lean(slot) for slot in slots], demands)


def _lean(spec: Filter) -> Filter:
    """Return a filter that does not say that it asks for a monster where that is clear."""
    made = {key: [_lean(choice) for choice in value] if key == "any" else value for key, value in spec.items()}
    clear = of_a_monster(made) or (bool(made.get("any")) and all(
        choice.get("card") == "monster" or of_a_monster(choice) for choice in made["any"]))
    return {key: value for key, value in made.items() if key != "card" or not clear}


def parse(text: str, monsters_only: bool) -> list[Line]:
    """Return the ways to meet a materials line; NotUnderstoodError if it is not wholly understood.

    `monsters_only`: materials may come from where no monsters are as well (the hand), so that it is said that they are.
    """
    if len(text) > LONGEST:
        raise NotUnderstoodError("too long")
    return _Reader(text, monsters_only).line()
