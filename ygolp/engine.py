"""The solver: the only module that makes a clingo Control.

A question is a file of asp/questions; it is loaded with the rulebook, given the facts of a board, grounded and solved.
Every warning of clingo is an error of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import clingo
from clingo import Control, MessageCode, Symbol

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
