"""What a statement of the encodings needs: facts without which its body can hold for nothing.

A need is a set of clauses, each a set of marks (ygolp.pruning.marks). A statement can be left out when the facts of a
board bear no mark of some clause. Needs are found by going from the positive literals of the body to the statements
that derive them, down to the facts. Where that would be too long to write down clauses are dropped, and comparisons,
negation and aggregates are passed over, so that a statement may be kept for nothing, but is never missed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from clingo.ast import AST, ASTType, Sign, parse_string

from ygolp.pruning import KINDS

# A term is None (a variable, or anything that is not looked into), a constant as text, or a function with its terms.
Term = Any
Clause = int  # a set of marks, a bit for each (_Marks)
Need = frozenset[Clause] | None  # None: nothing can meet it

_FIELD = {kind for kinds in KINDS.values() for kind in kinds}
_NO_RECORDS = {("used", 4), ("resolved", 3)}  # facts that begin with something else than the name of a record
ALWAYS: Need = frozenset()
MOST_CLAUSES = 12
MOST_MARKS = 40
MOST_ROWS = 400
DEPTH = 3  # how far marks look into terms
# What (nearly) every board has: a clause with such a mark tells nothing.
EVERYWHERE = {
    "at", "card", "owner", "turn_player", "phase", "state", "lp", "normal_summons", "special_summons",
    "printed", "printed.1=card", "printed.1=type", "printed.1=level", "printed.1=attribute", "printed.1=race",
    "printed.1=atk", "printed.1=def", "printed.2=monster", "printed.2=effect",
}  # fmt: skip


class Atom(NamedTuple):
    """A predicate and its argument terms."""

    name: str
    arguments: tuple[Term, ...]


class Variable(NamedTuple):
    """A variable, told apart from those of other statements by a number."""

    name: str
    number: int = 0


class Derivation(NamedTuple):
    """A way to derive an atom: the positive literals and comparisons of a body."""

    head: Atom
    body: tuple[Atom, ...]
    compared: tuple[tuple[str, Term, Term], ...]


class Statement(NamedTuple):
    """A statement as text, with its bodies without pools (none: it is always kept).

    `derives` is its predicate if it does nothing but derive that, `uses` are the predicates of its body.
    """

    text: str
    bodies: tuple[Derivation, ...] | None
    derives: str | None
    uses: tuple[str, ...]


class Needed(NamedTuple):
    """A statement with its need."""

    statement: Statement
    clauses: list[list[str]]


def needs(folder: Path, entry: str) -> list[Needed]:
    """Return each statement of a question with its need, but for those that nothing can meet."""
    statements, derivations = read(folder, entry)
    solver = _Solver(derivations, stated(folder))
    ways = [solver.ask(each.bodies) if each.bodies else [frozenset[Atom]()] for each in statements]
    known = solver.solve()
    found = []
    for statement, each in zip(statements, ways, strict=True):
        need = solver.marks.need_of(each, known)
        if need is not None:
            found.append(Needed(statement, sorted(map(solver.marks.names, need))))
    return found


# ---- reading -------------------------------------------------------------------------------------------------


def files(entry: Path) -> Iterator[Path]:
    """Yield the files that an encoding includes and itself, in reading order, each once."""
    seen: set[Path] = set()

    def walk(path: Path) -> Iterator[Path]:
        if path in seen:
            return
        seen.add(path)
        for line in path.read_text("utf-8").splitlines():
            if line.startswith('#include "'):
                yield from walk((path.parent / line.split('"')[1]).resolve())
        yield path

    yield from walk(entry.resolve())


def trees(text: str) -> list[AST]:
    """Return the statements of one file without what it includes."""
    lines = ("\n" if line.startswith("#include") else line for line in text.splitlines(keepends=True))
    found: list[AST] = []
    parse_string("".join(lines), found.append)
    return found[1:]  # the first is `#program base.`


def stated(folder: Path) -> set[tuple[str, int]]:
    """Return the predicates that facts may state: those that some encoding declares by `#defined`."""
    return {each for path in folder.rglob("*.lp") for each in _read_text(path.read_text("utf-8"))[2]}


def read(folder: Path, entry: str) -> tuple[list[Statement], list[Derivation]]:
    """Return the statements of a question and all its derivations."""
    statements: list[Statement] = []
    derivations: list[Derivation] = []
    for path in files(folder / entry):
        of_file = _read_text(path.read_text("utf-8"))
        statements += of_file[0]
        derivations += of_file[1]
    return statements, derivations


@cache
def _read_text(text: str) -> tuple[list[Statement], list[Derivation], list[tuple[str, int]]]:
    """Return the statements of one file, its derivations, and what it declares by `#defined`; many questions ask."""
    statements: list[Statement] = []
    derivations: list[Derivation] = []
    defined: list[tuple[str, int]] = []
    for tree in trees(text):
        if tree.ast_type == ASTType.Defined:
            defined.append((tree.name, tree.arity))
        if tree.ast_type in (ASTType.Comment, ASTType.Defined, ASTType.Program):
            continue
        derives = bodies = None
        if tree.ast_type == ASTType.Rule:
            heads = _heads(tree.head)
            for head, conditions in heads:
                derivations += _derivations(head, [*tree.body, *conditions])
            if tree.head.ast_type == ASTType.Literal and heads:
                (derives,) = {_name(atom) for atom in _atoms(heads[0][0])}
        if tree.ast_type in (ASTType.Rule, ASTType.Minimize, ASTType.ShowTerm):
            bodies = tuple(_derivations(None, tree.body)) or None
        uses = dict.fromkeys(name for name in _mentioned(tree) if name != derives)
        statements.append(Statement(str(tree), bodies, derives, tuple(uses)))
    return statements, derivations, defined


def _name(atom: Atom) -> str:
    return f"{atom.name}/{len(atom.arguments)}"


def _mentioned(tree: AST) -> Iterator[str]:
    """Yield the predicates in a statement."""
    if tree.ast_type in (ASTType.ShowSignature, ASTType.ProjectSignature):
        yield f"{tree.name}/{tree.arity}"
    elif tree.ast_type == ASTType.SymbolicAtom:
        yield from map(_name, _atoms(tree.symbol))
    else:
        for key in tree.child_keys:
            child = getattr(tree, key)
            for each in [child] if isinstance(child, AST) else child or ():
                yield from _mentioned(each)


def _heads(head: AST) -> list[tuple[AST, list[AST]]]:
    """Return the symbols that a head may make true, each with what its element asks besides the body."""
    if head.ast_type == ASTType.Literal:
        return [(head.atom.symbol, [])] if head.atom.ast_type == ASTType.SymbolicAtom else []
    if head.ast_type == ASTType.Aggregate:
        return [(each.literal.atom.symbol, list(each.condition)) for each in head.elements]
    raise NotImplementedError(f"{head.location}: a head of this kind is not known to the pruning")


def _derivations(head: AST | None, body: Sequence[AST]) -> list[Derivation]:
    """Return a rule without pools: one derivation for each way to choose from them."""
    literals: list[list[Atom]] = []
    compared: list[tuple[str, Term, Term]] = []
    for each in body:
        if each.ast_type != ASTType.Literal or each.sign != Sign.NoSign:
            continue
        if each.atom.ast_type == ASTType.SymbolicAtom:
            literals.append(_atoms(each.atom.symbol))
        elif each.atom.ast_type == ASTType.Comparison and len(each.atom.guards) == 1:
            guard = each.atom.guards[0]
            left, right = _terms(each.atom.term), _terms(guard.term)
            if len(left) == len(right) == 1:
                compared.append((_SIGNS.get(guard.comparison, ""), left[0], right[0]))
    heads = _atoms(head) if head is not None else [Atom("", ())]
    return [
        Derivation(chosen[0], tuple(chosen[1:]), tuple(compared))
        for chosen in itertools.product(heads, *literals)
    ]


_SIGNS = {0: ">", 1: "<", 2: "<=", 3: ">=", 4: "!=", 5: "="}


def _atoms(symbol: AST) -> list[Atom]:
    return [Atom(*term) if isinstance(term, tuple) else Atom(term, ()) for term in _terms(symbol)]


def _terms(tree: AST) -> list[Term]:
    """Return the terms that a term with pools stands for."""
    if tree.ast_type == ASTType.Variable:
        return [None if tree.name == "_" else Variable(tree.name)]
    if tree.ast_type == ASTType.SymbolicTerm:
        return [str(tree.symbol)]
    if tree.ast_type == ASTType.Pool:
        return [term for each in tree.arguments for term in _terms(each)]
    if tree.ast_type == ASTType.Function:
        if not tree.arguments:
            return [tree.name]
        return [
            (tree.name, arguments)
            for arguments in itertools.product(*(_terms(each) for each in tree.arguments))
        ]
    return ["t+1"] if str(tree) == "(t+1)" else [None]  # an interval or a calculation


# ---- unification ---------------------------------------------------------------------------------------------

Bindings = dict[Variable, Term]


def _resolve(term: Term, bindings: Bindings) -> Term:
    while isinstance(term, Variable) and term in bindings:
        term = bindings[term]
    return term


def _unify(left: Term, right: Term, bindings: Bindings) -> bool:
    """Make two terms equal if they can be, adding to the bindings."""
    left, right = _resolve(left, bindings), _resolve(right, bindings)
    if left is None or right is None or left == right:
        return True
    if isinstance(left, Variable):
        bindings[left] = right
        return True
    if isinstance(right, Variable):
        bindings[right] = left
        return True
    if "t" in (left, right):  # the step, which a table may hold as a number, but not the step after it
        return "t+1" not in (left, right)
    if isinstance(left, str) or isinstance(right, str):
        return False
    return (
        left[0] == right[0]
        and len(left[1]) == len(right[1])
        and all(_unify(one, other, bindings) for one, other in zip(left[1], right[1], strict=True))
    )


def _pattern(term: Term, bindings: Bindings, depth: int = DEPTH) -> Term:
    """Return a term with every open variable as None, so that equal patterns are equal."""
    term = _resolve(term, bindings)
    if isinstance(term, Variable) or term is None or not depth:
        return None
    if isinstance(term, str):
        return term
    return (term[0], tuple(_pattern(each, bindings, depth - 1) for each in term[1]))


def _renamed(term: Term, number: int) -> Term:
    if isinstance(term, Variable):
        return Variable(term.name, number)
    if isinstance(term, tuple):
        return (term[0], tuple(_renamed(each, number) for each in term[1]))
    return term


# ---- needs ---------------------------------------------------------------------------------------------------


class _Solver:
    """Atoms with their ways to be derived, each a set of atoms, and the least needs that follow."""

    def __init__(self, derivations: Iterable[Derivation], stated: set[tuple[str, int]]) -> None:
        self.stated = stated
        self.rules: dict[tuple[str, int], list[Derivation]] = {}
        for each in derivations:
            self.rules.setdefault(_signature(each.head), []).append(each)
        self.tables = {
            signature
            for signature, rules in self.rules.items()
            if signature not in stated and not any(each.body or each.compared for each in rules)
        }
        # In `repair` cards may be moved, so that where they stand is no fact.
        self.board_is_stated = all(each.head.arguments[-1] == "t+1" for each in self.rules.get(("at", 3), ()))
        self.ways: dict[Atom, list[frozenset[Atom]]] = {}
        self.fresh = itertools.count(1)

    def ask(self, bodies: Sequence[Derivation]) -> list[frozenset[Atom]]:
        """Return the ways in which one of the bodies can hold; what they are made of is looked into."""
        found = [atoms for each in bodies for atoms in self._ways(each, {})]
        todo = {atom for atoms in found for atom in atoms}
        while todo:
            atom = todo.pop()
            if atom not in self.ways:
                self.ways[atom] = list(dict.fromkeys(self._derived(atom)))
                todo |= {part for way in self.ways[atom] for part in way}
        return found

    def solve(self) -> dict[Atom, Need]:
        """Return what every atom that was come across needs."""
        users: dict[Atom, set[Atom]] = {}
        for atom, ways in self.ways.items():
            for way in ways:
                for part in way:
                    users.setdefault(part, set()).add(atom)
        stated = {atom: frozenset(marks_of(atom)) for atom in self.ways if self._statable(atom)}
        self.marks = _Marks({mark for marks in stated.values() for mark in marks})
        facts = {atom: frozenset(map(self.marks.clause, marks)) for atom, marks in stated.items()}
        known: dict[Atom, Need] = dict.fromkeys(self.ways)
        todo = dict.fromkeys(self.ways)
        while todo:
            atom = next(iter(todo))
            del todo[atom]
            new = self.marks.need_of(self.ways[atom], known)
            if atom in facts:
                new = self.marks.either([new, facts[atom]])
            if new != known[atom]:
                known[atom] = new
                todo |= dict.fromkeys(users.get(atom, ()))
        return known

    def _statable(self, atom: Atom) -> bool:
        return _signature(atom) in self.stated or _signature(atom) not in self.rules

    def _derived(self, atom: Atom) -> Iterator[frozenset[Atom]]:
        for rule in self.rules.get(_signature(atom), ()):
            number = next(self.fresh)
            bindings: Bindings = {}
            if _unify(_renamed(tuple(rule.head), number), tuple(atom), bindings):
                yield from self._ways(_fresh(rule, number), bindings)

    def _ways(self, derivation: Derivation, bindings: Bindings) -> Iterator[frozenset[Atom]]:
        """Yield the sets of atoms that a body may stand for: one for each choice of rows from tables."""
        rows = [dict(bindings)]
        for atom in derivation.body:
            if _signature(atom) in self.tables:
                rows = self._joined(rows, atom)
        for row in rows:
            if all(_possible(sign, left, right, row) for sign, left, right in derivation.compared):
                found = {
                    Atom(atom.name, _pattern(tuple(atom), row, DEPTH + 1)[1])
                    for atom in derivation.body
                    if _signature(atom) not in self.tables
                }
                yield frozenset(found | set(self._on_field(derivation, row)))

    def _on_field(self, derivation: Derivation, bindings: Bindings) -> Iterator[Atom]:
        """Yield `kind&fact(...)` for a body that asks for a card in a kind of place, and for a fact of its record."""
        if not self.board_is_stated:
            return
        kinds: dict[Term, set[str]] = {}
        names: dict[Term, Term] = {}
        for atom in derivation.body:
            card, *rest = (_resolve(term, bindings) for term in atom.arguments or (None,))
            if _signature(atom) == ("in", 4) and isinstance(rest[0], str) and rest[0] in _FIELD:
                kinds.setdefault(card, set()).add(rest[0])
            elif _signature(atom) in (("record", 3), ("card", 2)):
                names[rest[0]] = card
        for atom in derivation.body:
            name = _resolve(atom.arguments[0], bindings) if atom.arguments else None
            if isinstance(name, Variable) and name in names and _signature(atom) in self.stated - _NO_RECORDS:
                for kind in kinds.get(names[name], ()):
                    yield Atom(f"{kind}&{atom.name}", _pattern(tuple(atom), bindings, DEPTH + 1)[1])

    def _joined(self, rows: list[Bindings], atom: Atom) -> list[Bindings]:
        table = self.rules[_signature(atom)]
        if len(rows) * len(table) > MOST_ROWS:
            return rows
        joined = []
        for row in rows:
            for entry in table:
                more = dict(row)
                if _unify(_renamed(tuple(entry.head), next(self.fresh)), tuple(atom), more):
                    joined.append(more)
        return joined


def _signature(atom: Atom) -> tuple[str, int]:
    return atom.name, len(atom.arguments)


def _fresh(derivation: Derivation, number: int) -> Derivation:
    return Derivation(
        Atom(*_renamed(tuple(derivation.head), number)),
        tuple(Atom(*_renamed(tuple(atom), number)) for atom in derivation.body),
        tuple(
            (sign, _renamed(left, number), _renamed(right, number)) for sign, left, right in derivation.compared
        ),
    )


def _possible(sign: str, left: Term, right: Term, bindings: Bindings) -> bool:
    """Say whether a comparison can hold; an equation binds."""
    if sign == "=":
        return _unify(left, right, bindings)
    left, right = _pattern(left, bindings), _pattern(right, bindings)
    return not (sign == "!=" and isinstance(left, str) and left == right and left != "t")


def marks_of(atom: Atom) -> Iterator[str]:
    """Yield the marks that a fact of this pattern bears: for each constant or functor in it, else its predicate."""
    yield from list(_inner(atom.name, atom.arguments, DEPTH)) or [atom.name]


def _inner(path: str, terms: tuple[Term, ...], depth: int) -> Iterator[str]:
    """Yield a mark for each constant, and each function without a constant in it; those in a function name it too."""
    for position, term in enumerate(terms):
        if isinstance(term, str):
            if term[0].isalpha() and term not in ("a", "b", "t", "t+1"):  # numbers, texts and players tell little
                yield f"{path}.{position}={term}"
        elif isinstance(term, tuple):
            mark = f"{path}.{position}={term[0]}"
            yield from (list(_inner(mark, term[1], depth - 1)) if depth > 1 else ()) or (mark,)


class _Marks:
    """The marks of all facts that were come across, and what is reckoned with sets of them.

    The first mark by name has the highest bit, so that of two clauses of one length the greater number is the one
    whose names come first.
    """

    def __init__(self, marks: Iterable[str]) -> None:
        self.sorted = sorted(marks)
        self._bits = {mark: 1 << number for number, mark in enumerate(reversed(self.sorted))}
        self._everywhere = sum(self._bits.get(mark, 0) for mark in EVERYWHERE)
        # The same needs are put together again and again until nothing changes any more.
        self._all_of: dict[frozenset[Need], Need] = {}
        self._either: dict[tuple[frozenset[Clause], frozenset[Clause]], Need] = {}
        self._named: dict[Clause, list[str]] = {}

    def clause(self, mark: str) -> Clause:
        """Return the clause that one mark is."""
        return self._bits[mark]

    def names(self, clause: Clause) -> list[str]:
        """Return the marks of a clause by name."""
        if clause not in self._named:
            self._named[clause] = [mark for mark in self.sorted if clause & self._bits[mark]]
        return self._named[clause]

    def need_of(self, ways: Iterable[frozenset[Atom]], known: dict[Atom, Need]) -> Need:
        """Return what one of several ways needs, each a set of atoms."""
        return self.either(self._both(known[atom] for atom in way) for way in ways)

    def _both(self, parts: Iterable[Need]) -> Need:
        needs = frozenset(parts)
        if needs not in self._all_of:
            clauses = {clause for need in needs if need is not None for clause in need}
            self._all_of[needs] = None if None in needs else self._absorbed(clauses)
        return self._all_of[needs]

    def either(self, parts: Iterable[Need]) -> Need:
        """Return what one of several parts needs."""
        found: Need = None
        for part in parts:
            if part is None:
                continue
            found = part if found is None else self._one_of(found, part)
        return found

    def _one_of(self, found: frozenset[Clause], part: frozenset[Clause]) -> Need:
        if (found, part) not in self._either:
            self._either[found, part] = self._absorbed({one | other for one in found for other in part})
        return self._either[found, part]

    def _absorbed(self, clauses: set[Clause]) -> Need:
        """Return clauses without those that follow from others, and without those too long to be of use."""
        kept: list[Clause] = []
        telling = [clause for clause in clauses if not clause & self._everywhere]
        for clause in sorted(telling, key=lambda each: (each.bit_count(), -each)):
            if len(kept) == MOST_CLAUSES or clause.bit_count() > MOST_MARKS:
                break
            if not any(each & clause == each for each in kept):
                kept.append(clause)
        return frozenset(kept)
