"""The cards that an audit puts on boards: String Monsters, and others in so far as a ripple line tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from ygolp.cards.meaning import lasting_facts
from ygolp.cards.pool import Record

# What a field holds besides the String Monster.
MOST_OF_A_LINE = 10
_Word = tuple[Any, ...]
_NON = ("non",)


def string_monsters(records: Iterable[Record]) -> list[Record]:
    """Return the records that carry a Ripple Monster, by name."""
    return sorted((record for record in records if "ripple" in record), key=lambda record: str(record["name"]))


def face_of(carrier: Record) -> str:
    """Return the name of the Ripple Monster that a String Monster carries."""
    return str(carrier["ripple"]["name"])


def materials_of(carrier: Record) -> int:
    """Return how many cards a ripple line asks for at least, besides its String Monster."""
    facts = list(lasting_facts(carrier, None))
    line = ("way", ("string", carrier["name"]))
    ways = {fact[2] for fact in facts if fact[:2] == line and fact[3] == ("const", "ripple")}
    return sum(fact[4] for fact in facts if fact[0] == "slot" and fact[1] == line[1] and fact[2] in ways)


def places_for(carrier: Record, record: Record) -> int:
    """Return how many places of a ripple line a card could fill at most: those that ask for something that it has."""
    name, there = ("string", carrier["name"]), set(_words(lasting_facts(record, None)))
    facts = list(lasting_facts(carrier, None))
    count = 0
    for fact in facts:
        if fact[0] == "slot" and fact[1:3] == (name, 1):
            asked = {pair for each in facts if each[0] == "asks" and each[1] == ("slot", *fact[1:4])
                     for pair in _pairs(each[3])}  # fmt: skip
            has = any(pair in there or pair[1] is None for pair in asked)
            count += fact[4] if has or _NON in _asked(carrier) else 0
    return count


def _words(facts: Iterable[_Word]) -> Iterator[_Word]:
    for fact in facts:
        yield from _pairs(fact)


def kinds_of_material(carrier: Record, records: Iterable[Record]) -> list[list[Record]]:
    """Return the records in groups that a ripple line does not tell apart, the plainest record of each first.

    Tokens are not in it, nor is what has nothing of what the line asks for.
    """
    asked = _asked(carrier)
    groups: dict[tuple[str, ...], list[Record]] = {}
    for record in records:
        if "token" in record.get("types", ()):
            continue
        signature = _signature(record, asked)
        if signature is not None:
            groups.setdefault(signature, []).append(record)
    for group in groups.values():
        group.sort(key=_plainness)
    return [groups[signature] for signature in sorted(groups)]


def demands(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the names and archetypes that the conditions of a record's own procedures ask for."""
    facts = list(lasting_facts(record, None))
    ways = {fact[2] for fact in facts if fact[0] == "works_from"}
    for fact in facts:
        if fact[0] != "asks" or fact[1][0] != "counted" or fact[1][1][0] != "condition" or fact[1][1][2] not in ways:
            continue
        for word in _pairs(fact[3]):
            if word[0] in (("const", "name"), ("const", "archetype")) and word[1][0] == "string":
                yield word[0][1], word[1][1]


def _asked(carrier: Record) -> set[_Word]:
    """Return what a line asks for, as pairs of neighbouring words of facts such as `name, "Umi"`; and `non`."""
    found: set[_Word] = set()
    for fact in lasting_facts(carrier, None):
        if fact[0] == "asks" and fact[1][:2] == ("slot", ("string", carrier["name"])) and fact[1][2] == 1:
            found.update(_pairs(fact[3]))
            if "'non'" in str(fact[3]):
                found.add(_NON)
    return found


def _pairs(term: Any) -> Iterator[_Word]:
    if not isinstance(term, tuple):
        return
    for one, other in pairwise(term):
        if isinstance(one, tuple) and one[0] == "const":
            # A number is asked for by a range, so that every value counts.
            yield (one, None) if isinstance(other, int) else (one, other)
    for part in term:
        yield from _pairs(part)


def _signature(record: Record, asked: set[_Word]) -> tuple[str, ...] | None:
    """Return the facts of a record that a line asks about, and its kind of card; None if it has none of them.

    Where a line asks for what a card is not, having nothing is something.
    """
    facts = []
    met = _NON in asked
    for fact in lasting_facts(record, None):
        by_value = any(pair in asked or (pair[0], None) in asked for pair in _pairs(fact))
        met = met or by_value
        if by_value or fact[0] == "barred" or (fact[0] == "printed" and fact[2] == ("const", "card")):
            facts.append(str((fact[0], *fact[2:])))
    return tuple(sorted(facts)) if met else None


def _plainness(record: Record) -> tuple[Any, ...]:
    texts = {"effects", "continuous", "procedures", "always", "this_turn", "normal_summon", "not_modelled", "ripple"}
    extra = {"fusion", "synchro", "xyz", "link", "ritual", "pendulum"} & set(record.get("types", ()))
    return len(extra), len(texts & set(record)), str(record["name"])
