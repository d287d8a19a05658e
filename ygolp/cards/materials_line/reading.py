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
from typing import Any

from ygolp.cards.materials_line.filters import (
    Filter,
    Slot,
    ask_also,
    both,
    counted,
    filter_of,
    listed,
    of_a_monster,
    without_count,
)
from ygolp.cards.materials_line.phrases import MONSTER_NOUNS, PhraseReader
from ygolp.cards.materials_line.tokens import NotUnderstoodError
from ygolp.cards.materials_line.ways import Line, Unit, joined_line, merged
from ygolp.cards.materials_line.words import ASPECTS

__all__ = ["Filter", "Line", "NotUnderstoodError", "Slot", "listed", "of_a_monster", "parse", "without_count"]

LONGEST = 1000  # signs of a line; no printed one has more than 250
MOST_LINES = 8


class _Reader(PhraseReader):
    """A line as it is being read."""

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
        return [joined_line(way, together) for way in itertools.product(*terms)]

    def term(self) -> list[Unit]:
        units = [self.unit()]
        while self.is_word("or") and self.peek(1).kind in ("number", "name"):
            self.at += 1
            units.append(self.unit())
        return merged(units)

    def unit(self) -> Unit:
        least, most = self.count()
        spec, named = self.kind_of_card()
        if named and least is None:
            least = most = 1
        elif least is None:
            raise NotUnderstoodError("a number is missing")
        slots: list[Slot] = [counted(spec, least or 0, most)]
        demands: dict[str, Any] = {}
        while self.tail(slots, demands):
            pass
        if any("name" in slot and len(slot) == 1 for slot in slots) and demands:
            raise NotUnderstoodError("cards of one name with something in common")
        return Unit(slots, demands)

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
            ask_also(slots, {"mentions": token.text})
        elif not comma and self.take("named"):
            if self.peek().kind != "name":
                raise NotUnderstoodError("a name is missing")
            self.at += 1
            ask_also(slots, {"name": self.peek(-1).text})
        elif not comma and (spec := self.known_words()) is not None:
            ask_also(slots, spec)
        elif not comma and self.take("with"):
            self.stats(slots)
        else:
            self.at = start
            return False
        return True

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
            included = [counted(also, low, high)]
            common: dict[str, Any] = {}
            while not self.is_sign(",") and not self.is_word("including", "except") and self.tail(included, common):
                pass
            if common or len(included) != 1:
                raise NotUnderstoodError("what is in common is not clear")
            slots.append(counted(both(spec, without_count(included[0])), low, high))
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
            slots.append(counted(spec, max(least, 0), most))

    def exception(self, slots: list[Slot]) -> None:
        """`except Tokens`, `except "X" monsters`."""
        self.count()
        spec, _ = self.kind_of_card()
        spec.pop("card", None)
        ask_also(slots, {"not": spec})

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
        ask_also(slots, spec)

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
            ask_also(slots, {"equipped_with": "monster"})
        elif self.take("equip", "card"):
            ask_also(slots, {"equipped_with": "any"})
        elif self.take("equip", "spell"):
            ask_also(slots, {"equipped_with": "spell"})
        else:
            raise NotUnderstoodError(f"{self.peek().text!r} as equipment")

    def whose(self, slots: list[Slot]) -> None:
        original = "original_" if self.take("original") else ""
        token = self.peek()
        if not self.is_word("level", "atk", "def"):
            raise NotUnderstoodError(f"{token.text!r} as a value")
        self.at += 1
        self.need("is")
        ask_also(slots, {original + token.text: self.numbers()})

    def bracket(self, slots: list[Slot]) -> None:
        """`(Warrior and/or Machine)`, or `(1 Fusion, 1 Synchro, and 1 Xyz)`: how the number is made up."""
        if self.peek().kind != "number":
            atoms, joins = self.phrase()
            self.need(")")
            if not atoms:
                raise NotUnderstoodError("nothing in brackets")
            ask_also(slots, filter_of(atoms, joins))
            return
        if len(slots) != 1 or "count" not in slots[0]:
            raise NotUnderstoodError("a number in brackets")
        whole = slots.pop()
        total = whole.pop("count")
        while True:
            number = self.number()
            atoms, joins = self.phrase()
            if self.is_word(*MONSTER_NOUNS):
                self.at += 1
            if not atoms or any(atom[0] == "quoted" for atom in atoms):
                raise NotUnderstoodError("which cards are meant in the brackets")
            slots.append(counted(both(whole, filter_of(atoms, joins)), number, number))
            total -= number
            if self.take(")"):
                break
            joined = self.take("+") or self.take(",")
            if not (self.take("and") or joined):
                raise NotUnderstoodError(f"{self.peek().text!r} in brackets")
        if total:
            raise NotUnderstoodError("the brackets do not add up")


def parse(text: str, monsters_only: bool) -> list[Line]:
    """Return the ways to meet a materials line; NotUnderstoodError if it is not wholly understood.

    `monsters_only`: materials may come from where no monsters are as well (the hand), so that it is said that they are.
    """
    if len(text) > LONGEST:
        raise NotUnderstoodError("too long")
    return _Reader(text, monsters_only).line()
