"""The cards that an audit puts on boards: String Monsters, and others in so far as a ripple line tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ygolp.cards.meaning import lasting_facts
from ygolp.cards.pool import Record

# What a field holds besides the String Monster.
MOST_OF_A_LINE = 10
_Word = tuple[Any, ...]


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


def kinds_of_material(carriers: Sequence[Record], records: Iterable[Record]) -> list[list[Record]]:
    """Return the records in groups that no line of these carriers tells apart, the plainest record of each first.

    What fits no part of any line is not in it, nor are Tokens.
    """
    asked = _asked(carriers)
    groups: dict[tuple[str, ...], list[Record]] = {}
    for record in records:
        if "token" in record.get("types", ()):
            continue
        groups.setdefault(_signature(record, asked), []).append(record)
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


def _asked(carriers: Iterable[Record]) -> set[_Word]:
    """Return what the lines ask for, as pairs of neighbouring words of facts such as `name, "Umi"`."""
    found: set[_Word] = set()
    for carrier in carriers:
        name = ("string", carrier["name"])
        for fact in lasting_facts(carrier, None):
            if fact[0] == "asks" and fact[1][:2] == ("slot", name) and fact[1][2] == 1:
                found.update(_pairs(fact[3]))
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


def _signature(record: Record, asked: set[_Word]) -> tuple[str, ...]:
    """Return the facts of a record that the lines ask about; its kind of card is always one."""
    facts = []
    for fact in lasting_facts(record, None):
        by_value = any(pair in asked or (pair[0], None) in asked for pair in _pairs(fact))
        if by_value or fact[0] == "barred" or (fact[0] == "printed" and fact[2] == ("const", "card")):
            facts.append(str((fact[0], *fact[2:])))
    return tuple(sorted(facts))


def _plainness(record: Record) -> tuple[Any, ...]:
    texts = {"effects", "continuous", "procedures", "always", "this_turn", "normal_summon", "not_modelled", "ripple"}
    extra = {"fusion", "synchro", "xyz", "link", "ritual", "pendulum"} & set(record.get("types", ()))
    return len(extra), len(texts & set(record)), str(record["name"])
