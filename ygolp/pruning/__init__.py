"""What of the encodings can matter for a board: the rest is neither read nor grounded.

Most of the time of a question goes into reading and grounding statements that can have no instance. So each
statement comes with what it needs (analysis.py, which `python -m ygolp.pruning` runs), and a statement whose needs no
fact of the board can meet is left out. The answer is the same: the tests ask every question both ways.

A mark says that a fact has a certain predicate (`waiting_trigger`), or a certain constant or function as an argument
(`at.1=pz`, `asks.2=is.0=type`; arguments count from 0). A mark with a kind of place in front of it
(`monster_zone&printed.1=arrow`) says that a card there has a record with such a fact.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

from clingo import Symbol, SymbolType

from ygolp.paths import ASP

NEEDS = Path(__file__).with_name("needs")
QUESTIONS = (
    "legal", "legal_checked", "why", "status", "characteristics", "repair", "apply", "audit", "successors", "goal",
)  # fmt: skip


# A statement as text, the numbers of its clauses, the number of the predicate that it derives if it does nothing else,
# and the numbers of those that it uses.
_Statement = tuple[str, list[int], int | None, list[int]]


def program(
    question: str,
    marks: set[str],
    change: tuple[str, str | None] | None = None,
    beside: Callable[[list[str], list[str]], list[str]] | None = None,
) -> str | None:
    """Return the statements of a question that can matter for facts with these marks; None if that is not known.

    `change` and `beside` are those of an engine.Rulebook.

    It is not known for a question without needs, and when the encodings have changed since the needs were found.
    """
    found = _needs(question)
    if found is None or found[0] != digest():
        return None
    clauses, statements = found[1:]
    unmet = frozenset(number for number, clause in enumerate(clauses) if marks.isdisjoint(clause))
    if beside is not None:
        nearly = [text for text, clauses, _, _ in statements if len(unmet.intersection(clauses)) == 1]
        return "\n".join(beside(_possible(statements, unmet), nearly))
    return _text(question, unmet) if change is None else "\n".join(_possible(_changed(statements, *change), unmet))


@lru_cache(maxsize=4096)
def _text(question: str, unmet: frozenset[int]) -> str:
    found = _needs(question)
    assert found is not None
    return "\n".join(_possible(found[2], unmet))


def _changed(statements: list[_Statement], old: str, new: str | None) -> list[_Statement]:
    found = [statement for statement in statements if statement[0] != old]
    if new is not None:
        found += [(new, [], derives, uses) for text, _, derives, uses in statements if text == old]
    return found


def _possible(statements: list[_Statement], unmet: frozenset[int]) -> list[str]:
    """Return the statements without those that have a clause which the facts do not meet, or that nothing asks for."""
    possible = [statement for statement in statements if unmet.isdisjoint(statement[1])]
    used = _used(possible)
    return [text for text, _, derives, _ in possible if derives is None or derives in used]


def _used(statements: list[_Statement]) -> set[int]:
    """Return the predicates that the answer depends on, from what is shown, forbidden, chosen or minimised."""
    used: set[int] = set()
    waiting: dict[int, list[list[int]]] = {}
    todo: list[list[int]] = []
    for _, _, derives, uses in statements:
        if derives is None:
            todo.append(uses)
        else:
            waiting.setdefault(derives, []).append(uses)
    while todo:
        for number in todo.pop():
            if number not in used:
                used.add(number)
                todo += waiting.get(number, ())
    return used


@cache
def _needs(question: str) -> tuple[int, list[list[str]], list[_Statement]] | None:
    path = NEEDS / f"{question}.json"
    if not path.exists():
        return None
    data = json.loads(path.read_text("utf-8"))
    return data["digest"], data["clauses"], data["statements"]


@cache
def digest(folder: Path = ASP) -> int:
    """Return a checksum of all encodings of a folder."""
    found = 0
    for path in sorted(folder.rglob("*.lp")):
        found = crc32(path.read_bytes(), crc32(path.name.encode(), found))
    return found


def marks_of(facts: Iterable[tuple[Any, ...]]) -> set[str]:
    """Return the marks of facts as ygolp.cards.meaning writes them."""
    found: set[str] = set()
    for fact in facts:
        found.add(fact[0])
        _mark(found, fact[0], fact[1:], 3)
    return found


# The kinds of place on the field, as board/places.lp has them.
KINDS = {
    "mmz": ("monster_zone", "main_monster_zone", "field"), "emz": ("monster_zone", "extra_monster_zone", "field"),
    "st": ("spell_zone", "back_row", "field"),
    "fz": ("field_zone", "back_row", "field"), "pz": ("pendulum_zone", "back_row", "field"),
}  # fmt: skip


@cache
def marks_there(place: str, of_record: frozenset[str]) -> frozenset[str]:
    """Return the marks of a card in a place of the field: those of its record, each with the kinds of that place."""
    return frozenset(f"{kind}&{mark}" for kind in KINDS[place] for mark in of_record)


def _mark(found: set[str], path: str, terms: tuple[Any, ...], depth: int) -> None:
    for number, part in enumerate(terms):
        word = _word(part)
        if word:
            mark = f"{path}.{number}={word}"
            found.add(mark)
            if depth > 1 and isinstance(part, tuple) and part[0] != "const":
                _mark(found, mark, part[1:], depth - 1)


def _word(part: Any) -> str | None:
    """Return the constant or function that a term is; None for a number or a text."""
    if isinstance(part, str):
        return part
    if not isinstance(part, tuple) or part[0] == "string":
        return None
    word: str = part[1] if part[0] == "const" else part[0]
    return word


def symbol_marks(facts: Iterable[Symbol]) -> set[str]:
    """Return the marks of facts that are symbols already."""
    return marks_of((fact.name, *map(_as_tuple, fact.arguments)) for fact in facts)


def _as_tuple(symbol: Symbol) -> Any:
    if symbol.type == SymbolType.Function:
        return (symbol.name, *map(_as_tuple, symbol.arguments)) if symbol.arguments else ("const", symbol.name)
    return ("string", "") if symbol.type == SymbolType.String else 0
