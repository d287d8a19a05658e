"""The statements of the encodings, taken apart: what coverage and the mutation check work on.

A statement is a rule with a body and one plain atom as its head. Choices, constraints, facts and directives are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from clingo import Control
from clingo.ast import AST, ASTType, Transformer, parse_string

from ygolp.engine import Rulebook
from ygolp.errors import EncodingError

_QUESTIONS = "questions"
_WITH_RULES = ("faults.lp", "why.lp")  # the questions that state rules of their own
_INCLUDE = re.compile(rb"^#include", re.MULTILINE)


@dataclass(frozen=True)
class Statement:
    """One rule of an encoding.

    `file` is the path as it is printed, `path` where it lies, `line` (from 1) where it begins, `span` its bytes there.
    """

    file: str
    path: Path
    line: int
    span: tuple[int, int]
    head: str
    body: tuple[str, ...]
    tree: AST

    @cached_property
    def text(self) -> str:
        """The statement in clingo's own writing."""
        return written(self.head, self.body)

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def predicate(self) -> str:
        return self.head.partition("(")[0]


def written(head: str, body: Sequence[str]) -> str:
    """Return a rule as program text."""
    return f"{head} :- {'; '.join(body)}." if body else f"{head}."


def files(rulebook: Rulebook) -> list[tuple[str, Path]]:
    """Return the encodings that are looked at, as printed and as paths.

    They are the user's own if there are any, else the rulebook's; of its questions those that state rules of their own.
    """
    if rulebook.more:
        return [(str(path), path) for path in rulebook.more]
    found = sorted(rulebook.folder.rglob("*.lp"))
    return [
        (path.relative_to(rulebook.folder).as_posix(), path)
        for path in found
        if path.parent.name != _QUESTIONS or path.name in _WITH_RULES
    ]


def read(rulebook: Rulebook) -> list[Statement]:
    """Return the statements of the encodings that are looked at, by file and line."""
    return [statement for file, path in files(rulebook) for statement in read_file(file, path)]


def read_file(file: str, path: Path) -> list[Statement]:
    """Return the statements of one encoding; EncodingError if it is not one."""
    data = path.read_bytes()
    starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]
    found: list[Statement] = []

    def add(tree: AST) -> None:
        if tree.ast_type != ASTType.Rule or not tree.body or not _plain(tree.head):
            return
        begin, end = tree.location.begin, tree.location.end
        span = (starts[begin.line - 1] + begin.column - 1, starts[end.line - 1] + end.column - 1)
        body = tuple(str(literal) for literal in tree.body)
        found.append(Statement(file, path, begin.line, span, str(tree.head), body, tree))

    complaints: list[str] = []
    try:
        parse_string(_INCLUDE.sub(b"%include", data).decode(), add, logger=lambda _, text: complaints.append(text))
    except (RuntimeError, UnicodeDecodeError) as error:
        raise EncodingError(f"{file}: {'; '.join(complaints) or error}") from None
    return found


def constants_at(statements: Iterable[AST], predicate: str, position: int) -> set[str]:
    """Return the constants that heads of a predicate have as the argument at a position."""
    return {
        str(argument)
        for tree in statements
        if tree.ast_type == ASTType.Rule and _plain(tree.head)
        for function in _functions(tree.head.atom.symbol)
        if function.ast_type == ASTType.Function and function.name == predicate and len(function.arguments) > position
        for argument in _parts(function.arguments[position])
        if argument.ast_type in (ASTType.SymbolicTerm, ASTType.Function)
    }


def all_trees(rulebook: Rulebook) -> list[AST]:
    """Return every statement of the encodings that are looked at, facts among them."""
    trees: list[AST] = []
    for _, path in files(rulebook):
        parse_string(_INCLUDE.sub(b"%include", path.read_bytes()).decode(), trees.append)
    return trees


def forbids(trees: Sequence[AST]) -> set[str]:
    """Return the names of the rules that forbid something: those of violation/3 and fault/2.

    Where the name is a variable it is looked up in the literals of the body that have it.
    """
    names: set[str] = set()
    for tree in trees:
        if tree.ast_type != ASTType.Rule or not _plain(tree.head):
            continue
        for function in _functions(tree.head.atom.symbol):
            if function.ast_type != ASTType.Function or function.name not in ("violation", "fault"):
                continue
            for name in _parts(function.arguments[0]):
                if name.ast_type == ASTType.Variable:
                    for predicate, position in _places(tree.body, name.name):
                        names |= constants_at(trees, predicate, position)
                else:
                    names.add(str(name))
    return names


def _places(body: Sequence[AST], variable: str) -> Iterator[tuple[str, int]]:
    for literal in body:
        if literal.ast_type == ASTType.Literal and literal.sign == 0 and literal.atom.ast_type == ASTType.SymbolicAtom:
            for function in _functions(literal.atom.symbol):
                if function.ast_type == ASTType.Function:
                    for position, argument in enumerate(function.arguments):
                        if str(argument) == variable:
                            yield function.name, position


def _plain(head: AST) -> bool:
    return head.ast_type == ASTType.Literal and head.sign == 0 and head.atom.ast_type == ASTType.SymbolicAtom


def _functions(symbol: AST) -> Iterator[AST]:
    yield from symbol.arguments if symbol.ast_type == ASTType.Pool else [symbol]


def _parts(term: AST) -> Iterator[AST]:
    yield from term.arguments if term.ast_type == ASTType.Pool else [term]


# ---- what can be dropped ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """A statement without one literal of its body (`dropped`), or without all of it (`dropped` is "rule").

    `body` is what is left. `within` is the literal that a dropped condition of an aggregate stands in.
    """

    statement: Statement
    dropped: str
    body: tuple[str, ...]
    within: str = ""

    @property
    def whole(self) -> bool:
        return self.dropped == "rule"

    @property
    def text(self) -> str:
        if self.whole:
            # The head stays known, so that nothing complains of a predicate without rules.
            return written(self.statement.head, (*self.statement.body, "#false"))
        return written(self.statement.head, self.body)

    @property
    def label(self) -> str:
        within = f" in {self.within}" if self.within else ""
        what = "the rule" if self.whole else f"{self.dropped}{within}"
        return f"{self.statement.place}: {self.statement.head}: without {what}"

    @property
    def probe(self) -> str:
        """The body of a rule that holds where the statement would derive more than the whole program does."""
        return "; ".join((*self.body, f"not {self.statement.head}"))

    def applied(self) -> bytes:
        """Return the text of the encoding with this change."""
        data = self.statement.path.read_bytes()
        begin, end = self.statement.span
        return data[:begin] + self.text.encode() + data[end:]


def mutants(statements: Iterable[Statement]) -> list[Mutant]:
    """Return all mutants of the statements that are rules of their own: those that stay safe."""
    found: list[Mutant] = []
    for statement in statements:
        found.append(Mutant(statement, "rule", ()))
        for index, literal in enumerate(statement.tree.body):
            left = statement.body[:index] + statement.body[index + 1 :]
            found.append(Mutant(statement, statement.body[index], left))
            for dropped, weaker in _inside(literal):
                body = (*statement.body[:index], weaker, *statement.body[index + 1 :])
                found.append(Mutant(statement, dropped, body, statement.body[index]))
    return [mutant for mutant in found if mutant.whole or _safe(mutant)]


def _inside(literal: AST) -> Iterator[tuple[str, str]]:
    """Yield each condition of an aggregate or of a conditional literal, and the literal without it."""
    if literal.ast_type == ASTType.ConditionalLiteral:
        for index, condition in enumerate(literal.condition):
            kept = [other for place, other in enumerate(literal.condition) if place != index]
            yield str(condition), str(literal.update(condition=kept))
        return
    atom: Any = getattr(literal, "atom", None)
    if atom is None or atom.ast_type not in (ASTType.BodyAggregate, ASTType.Aggregate):
        return
    for number, element in enumerate(atom.elements):
        for index, condition in enumerate(element.condition):
            kept = [other for place, other in enumerate(element.condition) if place != index]
            elements = list(atom.elements)
            elements[number] = element.update(condition=kept)
            yield str(condition), str(literal.update(atom=atom.update(elements=elements)))


def _safe(mutant: Mutant) -> bool:
    """Say whether clingo takes the mutant and its probe."""
    return _taken(f"{mutant.text}\nygolp_probe :- {mutant.probe}.")


def _taken(text: str) -> bool:
    control = Control(logger=lambda code, message: None)
    try:
        control.add("base", [], f"#const t = 0. {text}")
        control.ground()
    except RuntimeError:
        return False
    return True


class _Names(Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        for function in _functions(atom.symbol):
            if function.ast_type == ASTType.Function:
                self.found.add(function.name)
        return atom


def predicates(tree: AST) -> set[str]:
    """Return the names of the predicates in a statement."""
    names = _Names()
    names(tree)
    return names.found
