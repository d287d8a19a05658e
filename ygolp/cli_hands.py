"""The command `ygolp hands`: in how many opening hands of a deck a goal is reachable."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ygolp.errors import YgolpError
from ygolp.terminal import AS_JSON, CARDS, INTERRUPTED, many, print_json, progress, say, sound, source

if TYPE_CHECKING:
    from ygolp.actions import Action
    from ygolp.hands.counting import Hand

_POSITIVE = click.IntRange(min=1)
_SECONDS = click.FloatRange(min=0)
MOST_HANDS = 2_000_000
MOST_DRAWN = 10_000_000


@click.command()
@click.argument("deck", callback=source, metavar="DECK")
@click.option(
    "--goal", "goals", multiple=True, metavar="GOAL",
    help="A file with a [goal], or a card that is to be controlled; may be repeated. Absent: the [goal] of DECK.",
)  # fmt: skip
@click.option("--size", type=_POSITIVE, default=5, show_default=True, help="Cards of the opening hand.")
@click.option(
    "--sample", type=click.IntRange(1, MOST_DRAWN), default=2000, show_default=True, metavar="N",
    help="Draw that many hands, where more than that differ.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Which hands are drawn.")
@click.option("--exact", is_flag=True, help="Look at every hand that differs, however many there are.")
@click.option("--near", is_flag=True, help="Look also at the hands one card away from a drawn one that fails.")
@click.option("--max", "actions", type=click.IntRange(min=0), metavar="N", help="Lines of up to N actions.")
@click.option(
    "--boards", type=_POSITIVE, default=20_000, show_default=True, metavar="N", help="Up to N boards for each hand."
)
@click.option("--each", type=_SECONDS, metavar="SECONDS", help="Up to that long for each hand.")
@click.option("--time", "seconds", type=_SECONDS, metavar="SECONDS", help="Stop then, with what there is.")
@click.option(
    "--board", callback=lambda ctx, parameter, value: value and source(ctx, parameter, value), metavar="FILE",
    help="The board that the hand is drawn to: a scenario without a Deck of player a.",
)  # fmt: skip
@click.option(
    "--results", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
    help="Keep the results there (SQLite), and go on with those that are there.",
)  # fmt: skip
@click.option(
    "--cores", type=click.IntRange(1, 256), metavar="N", help="So many processes (if absent: all).",
)
@click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster of that scheduler (ygolp[cluster]).")
@click.option("--rows", type=click.IntRange(min=0), default=20, show_default=True, help="Rows of each table.")
@click.option("--lines", "with_lines", is_flag=True, help="Print a shortest line for each hand of the table.")
@click.option("--all", "everything", is_flag=True, help="Print all rows.")
@AS_JSON
@CARDS
@click.pass_context
def hands(
    ctx: click.Context, deck: str | Path, goals: Sequence[str], size: int, sample: int, seed: int, exact: bool,
    near: bool, actions: int | None, boards: int, each: float | None, seconds: float | None, board: str | Path | None,
    results: Path | None, cores: int | None, scheduler: str | None, rows: int, with_lines: bool, everything: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Say in how many of all opening hands a goal is reachable.

    DECK is a .ydk file, a ydke:// link, or a scenario whose side a has `deck` and `extra`. Hands are counted as often
    as they are dealt, and each different one is searched once, until a line reaches the goal or there is none within
    the bounds.

    Exit status: 0 whatever is found, 130 after Ctrl-C, with what there was.
    """
    from ygolp.duel import Duel
    from ygolp.hands import report
    from ygolp.hands.answer import plan
    from ygolp.hands.counting import number_of_hands
    from ygolp.hands.reading import read_question
    from ygolp.hands.run import Where, run
    from ygolp.hands.store import Store
    from ygolp.scenario import Scenario
    from ygolp.search.graph import Bounds

    for name, value in (("--each", each), ("--time", seconds)):
        if value is not None and math.isnan(value):
            raise click.BadParameter("nan is no number of seconds.", param_hint=f"'{name}'")
    question = read_question(deck, board, goals, Bounds(actions, each, boards))
    cards = sum(question.deck.values())
    if size > cards:
        raise YgolpError(f"{cards} cards in the deck: no hand of {size} can be drawn")
    if exact and number_of_hands(question.deck, size) > MOST_HANDS:
        raise YgolpError(f"--exact: more than {MOST_HANDS:,} hands differ; leave it out to draw some of them")
    planned = plan(question.deck, size, sample, seed, exact)
    name = str(deck) if isinstance(deck, Path) else "deck"
    sound(Duel(Scenario(name, name, question.dealt(next(iter(planned.weights))))))
    store = Store(results, question.identity())
    try:
        answer = run(question, planned, store, Where(cores or 0, scheduler), seconds, near, _Meter().show)
    finally:
        store.close()
        progress("")
    most = None if everything else rows
    shown = answer.hands("reached")[:most] if with_lines else []
    lines: dict[Hand, list[Action]] = {}
    with suppress(KeyboardInterrupt):
        for hand in shown:
            lines[hand] = question.line(hand)
    if as_json:
        print_json(report.as_json(question, answer, str(deck), lines))
    else:
        say(report.text(question, answer, most, lines))
    if len(lines) < len(shown):
        told = f"lines are printed for {len(lines)} of {many(len(shown), 'hand')}"
        say(f"ygolp: incomplete: interrupted, {told}\n", err=True)
    if answer.stopped == "interrupted" or len(lines) < len(shown):
        ctx.exit(INTERRUPTED)


class _Meter:
    """Shows how many hands are known, and how long the others may take."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._first: int | None = None

    def show(self, known: int, wanted: int) -> None:
        """Print it on the terminal, if there is one."""
        if self._first is None:
            self._first = known
        taken, found = time.monotonic() - self._start, known - self._first
        speed = ""
        if found and taken > 0:
            left = (wanted - known) * taken / found
            minutes = f"{left / 60:,.0f} min" if left >= 60 else f"{left:.0f} s"
            speed = f", {found / taken:.2g} a second, {minutes} left"
        progress(f"{known:,} of {wanted:,} hands{speed}")
