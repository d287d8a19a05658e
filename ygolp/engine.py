"""The solver: the only module that makes a clingo Control.

A question is a file of asp/questions; it is loaded with the rulebook, given the facts of a board, grounded and solved.
Every warning of clingo is an error of ours.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import clingo
from clingo import Control, Function, MessageCode, Symbol

from ygolp.errors import EncodingError
from ygolp.paths import ASP
from ygolp.pruning import program


class Rulebook:
    """Where the encodings come from: the shipped folder and the user's own files.

    `lenient` lets clingo's warnings pass. `watch` is called with each question, its facts, options and marks before it
    is asked; what it raises ends the question. Coverage and the mutation check use the last two: `change` is a
    statement of the encodings in clingo's writing with what stands there instead (None: nothing); `beside` is given the
    statements that a board needs, and those that it nearly needs, and returns what is read.
    """

    def __init__(
        self,
        folder: Path = ASP,
        more: Sequence[Path] = (),
        text: str = "",
        lenient: bool = False,
        watch: Callable[[str, list[Symbol], Sequence[str], set[str] | None], None] | None = None,
        change: tuple[str, str | None] | None = None,
        beside: Callable[[list[str], list[str]], list[str]] | None = None,
    ) -> None:
        self.folder = folder
        self.more = tuple(more)
        self.text = text
        self.lenient = lenient
        self.watch = watch
        self.change = change
        self.beside = beside

    @property
    def own(self) -> bool:
        """Say whether other encodings than those that are shipped are read."""
        return bool(self.more or self.text or self.folder != ASP)


SHIPPED = Rulebook()


def control(
    question: str,
    facts: Iterable[Symbol],
    rulebook: Rulebook = SHIPPED,
    options: Sequence[str] = ("0",),
    marks: set[str] | None = None,
) -> Control:
    """Return a grounded control for a question (`legal`, `why` ...) about a board.

    With the marks of the facts, what cannot matter for them is left out of the shipped encodings (ygolp.pruning).
    """
    if rulebook.watch is not None:
        facts = list(facts)
        rulebook.watch(question, facts, options, marks)
    complaints: list[str] = []
    pruned = None if marks is None or rulebook.own else program(question, marks, rulebook.change, rulebook.beside)
    if pruned is None and (rulebook.change is not None or rulebook.beside is not None):
        raise EncodingError(f"{question} is not as `python -m ygolp.pruning` has left it")

    def complain(code: MessageCode, message: str) -> None:
        # What was left out defines what the rest asks for; a full reading is held to the letter.
        if pruned is None or code != MessageCode.AtomUndefined:
            complaints.append(message.strip())

    made = Control([*options], logger=complain)
    try:
        if pruned is None:
            made.load(str(rulebook.folder / "questions" / f"{question}.lp"))
        else:
            made.add("base", [], pruned)
        for extra in rulebook.more:
            made.load(str(extra))
        if rulebook.text:
            made.add("base", [], rulebook.text)
        with made.backend() as backend:
            for fact in facts:
                backend.add_rule([backend.add_atom(fact)])
        made.ground()
    except RuntimeError as error:
        raise EncodingError("; ".join(complaints) or str(error)) from None
    if complaints and not rulebook.lenient:
        raise EncodingError("; ".join(complaints))
    return made


class Batch:
    """A question about several boards of one duel, grounded together: a statement is prepared once for all of them.

    Board n of `facts` stands at step 2n (ygolp.facts.facts_of_several); the question speaks of it where active(2n)
    holds. That is so for one board in each answer set, or for all at once where the question leaves no choice. With
    `whole` no statement is left out: what the question does not ask for is derived, too.
    """

    def __init__(
        self, question: str, facts: Iterable[Symbol], number: int, marks: set[str],
        rulebook: Rulebook = SHIPPED, at_once: bool = False, whole: bool = False,
    ) -> None:  # fmt: skip
        if rulebook.own or whole:
            text = text_of(question, rulebook)
        else:
            text = _apart(program(question, marks | {"active"}) or "") or text_of(question)
        complaints: list[str] = []
        self._only: frozenset[Symbol] | None = None  # what is true in the only answer set, once that is asked
        self.control = Control(["0"], logger=lambda code, message: complaints.append(message.strip()))
        steps = [clingo.Number(2 * each) for each in range(number)]
        try:
            rows = (row for row in text.splitlines() if not row.startswith("#const t"))
            self.control.add("step", ["t"], "\n".join(rows))
            with self.control.backend() as backend:
                for fact in facts:
                    backend.add_rule([backend.add_atom(fact)])
                self.active = [backend.add_atom(clingo.Function("active", [step])) for step in steps]
                if at_once:
                    for atom in self.active:
                        backend.add_rule([atom])
                else:
                    backend.add_rule(self.active, choice=True)
                    backend.add_rule([], [-atom for atom in self.active])
                    for one, other in itertools.combinations(self.active, 2):
                        backend.add_rule([], [one, other])
            self.control.ground([("step", [step]) for step in steps])
        except RuntimeError as error:
            raise EncodingError("; ".join(complaints) or str(error)) from None

    def answers(self) -> list[list[list[Symbol]]]:
        """Return for each board the shown symbols of each answer set about it; the question shows board(t)."""
        found: list[list[list[Symbol]]] = [[] for _ in self.active]
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                symbols = model.symbols(shown=True)
                number = next(symbol.arguments[0].number for symbol in symbols if symbol.name == "board")
                found[number // 2].append(symbols)
        return found

    def found(self, name: str, arity: int) -> Iterator[tuple[int, Symbol]]:
        """Yield the atoms of a predicate that are true, each with the number of its board (its last argument)."""
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            if self._true(atom):
                yield atom.symbol.arguments[-1].number // 2, atom.symbol

    def holds(self, term: Symbol, number: int) -> bool:
        """Say whether an atom, written without its step or with none, is true of a board."""
        signs = (Function(term.name, [*term.arguments, clingo.Number(2 * number)]), term)
        atoms = map(self.control.symbolic_atoms.__getitem__, signs)
        return any(atom is not None and self._true(atom) for atom in atoms)

    def _true(self, atom: clingo.SymbolicAtom) -> bool:
        """Say whether an atom is true where no choice is left: grounding alone does not settle all of them."""
        if atom.is_fact:
            return True
        if self._only is None:
            with self.control.solve(yield_=True) as handle:
                model = handle.model()
                self._only = frozenset(model.symbols(atoms=True) if model is not None else ())
        return atom.symbol in self._only


@lru_cache(maxsize=64)
def _apart(text: str) -> str:
    """Give what holds of the board after an action, at step t + 1, names of its own: `next__at(Card,Zone,t)`.

    Where t is a parameter clingo takes what is derived at t + 1 for what a rule may read at t. Then nearly all that the
    rulebook says depends on itself, and hardly anything is settled while it is grounded. The text is clingo's writing.
    """
    parts: list[str] = []
    start = 0
    for found in re.finditer(r"(?<=[,(])\(t\+1\)(?=\))", text):
        at, depth = found.start() - 1, 0
        while depth or text[at] != "(":
            depth += (text[at] == ")") - (text[at] == "(")
            at -= 1
        name = next(i for i in range(at, -1, -1) if i == 0 or not (text[i - 1].isalnum() or text[i - 1] in "_'"))
        parts += [text[start:name], "next__", text[name:found.start()], "t"]
        start = found.end()
    return "".join([*parts, text[start:]])


@lru_cache(maxsize=8)
def predicates(rulebook: Rulebook, question: str) -> frozenset[str]:
    """Return the names that could be those of an atom: all that the encodings of a question use."""
    text = text_of(question, rulebook)
    comments = r"%\*.*?\*%|%[^\n]*"
    return frozenset(re.findall(r"(?<![\w\"])_*[a-z][\w']*", re.sub(comments, "", text, flags=re.DOTALL)))


def text_of(question: str, rulebook: Rulebook = SHIPPED) -> str:
    """Return the encodings of a question, nothing left out."""
    return "".join(_texts(rulebook, question))


def _texts(rulebook: Rulebook, question: str) -> Iterator[str]:
    """Yield the texts of a question, of all that it includes and of the user's own encodings."""
    seen: set[Path] = set()

    def walk(path: Path) -> Iterator[str]:
        if path in seen:
            return
        seen.add(path)
        rows = path.read_text("utf-8").splitlines(keepends=True)
        for row in rows:
            if row.startswith('#include "'):
                yield from walk((path.parent / row.split('"')[1]).resolve())
        yield "".join(row for row in rows if not row.startswith("#include")) + "\n"

    for path in (rulebook.folder / "questions" / f"{question}.lp", *rulebook.more):
        yield from walk(path.resolve())
    yield rulebook.text


def atoms(made: Control, name: str, arity: int) -> list[Symbol]:
    """Return the atoms of a predicate that grounding has settled as true."""
    return [atom.symbol for atom in made.symbolic_atoms.by_signature(name, arity) if atom.is_fact]


def answers(made: Control, assumptions: Sequence[tuple[Symbol, bool]] = ()) -> Iterator[list[Symbol]]:
    """Yield the shown symbols of each answer set."""
    with made.solve(yield_=True, assumptions=assumptions) as handle:
        for model in handle:
            yield model.symbols(shown=True)


def best_answers(made: Control, most: int, on_model: Callable[[], None] | None = None) -> list[list[Symbol]]:
    """Return up to `most` optimal answer sets of a control that minimises (options `--opt-mode=optN`)."""
    found: list[list[Symbol]] = []
    with made.solve(yield_=True) as handle:
        for model in handle:
            if on_model is not None:
                on_model()
            # Where nothing can be broken there is nothing to minimise, and clingo proves no optimum.
            if model.optimality_proven or not model.cost:
                found.append(model.symbols(shown=True))
                if len(found) >= most:
                    break
    return found


def version() -> str:
    """Return the version of clingo that answers."""
    return str(clingo.__version__)
