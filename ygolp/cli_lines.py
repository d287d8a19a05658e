"""The commands about lines of play: `line`, `boards`, `verify`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp.errors import YgolpError
from ygolp.terminal import (
    AS_JSON,
    CARDS,
    FILE,
    ILLEGAL,
    INTERRUPTED,
    RULES,
    duel_of,
    line_in,
    print_json,
    progress,
    say,
    sound,
)

if TYPE_CHECKING:
    from ygolp.cards.pool import Record
    from ygolp.duel import Duel
    from ygolp.search.graph import Bounds, Graph, Node
    from ygolp.search.lines import Found

UNDECIDED = 3


class _Seconds(click.FloatRange):
    """A number of seconds; no time is up after `nan` of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if found != found:
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return found


SECONDS = _Seconds(min=0.1)


def bounded(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that bound a search."""
    for option in (
        click.option("--max", "most", type=click.IntRange(0, 99), metavar="N", help="Lines of at most N actions."),
        click.option("--time", "seconds", type=SECONDS, metavar="SECONDS", help="Stop then."),
        click.option("--zones", is_flag=True, help="A Summon takes every zone that it may, not only the first."),
        click.option("--positions", is_flag=True, help="A Summon takes every position that it may."),
        click.option("--opponent", is_flag=True, help="The opponent may do anything, not only pass."),
        click.option("--sets", is_flag=True, help="Spells and Traps may be Set: each doubles the boards."),
        click.option("--cores", type=click.IntRange(1, 256), metavar="N", help="So many processes (if absent: all)."),
    ):
        command = option(command)
    return command


def drawn(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option that draws the graph of the lines."""
    return click.option(
        "--graph", "picture", type=click.Path(path_type=Path), metavar="PATH",
        help="Draw the lines, with the choke points: .svg, .html, .dot, .mmd or .graphml.",
    )(command)  # fmt: skip


@click.command()
@FILE
@click.option("--goal", "names", multiple=True, metavar="NAME", help="Control this card (instead of the [goal]).")
@click.option("--all", "everything", is_flag=True, help="Every line, but for the order of independent actions.")
@click.option("--count", is_flag=True, help="Only say how many lines --all has.")
@click.option(
    "--limit", type=click.IntRange(1, 10**6), default=1000, show_default=True, metavar="N",
    help="Print at most N of the lines of --all.",
)  # fmt: skip
@click.option("--best", metavar="EXPR", help="The line to the largest value, such as `atk + 500 * hand`.")
@click.option("--show", is_flag=True, help="Draw the board after each action.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the line there.")
@drawn
@bounded
@AS_JSON
@RULES
@CARDS
@click.pass_context
def line(
    ctx: click.Context, file: str | Path, names: Sequence[str], everything: bool, count: bool, limit: int,
    best: str | None, show: bool, output: Path | None, picture: Path | None, most: int | None, seconds: float | None,
    zones: bool, positions: bool, opponent: bool, sets: bool, cores: int | None, as_json: bool, more_rules: Path | None,
) -> None:  # fmt: skip
    """Find a shortest line of play to the [goal] of FILE, or prove that there is none.

    Exit status: 0 found, 1 there is none within the bounds, 2 not understood, 3 not known: a bound was hit first, 130
    interrupted, with what was found by then.
    """
    from ygolp.search import report
    from ygolp.search.goal import Worth

    for given, option in ((everything, "--all"), (count, "--count")):
        if given and best is not None:
            raise click.UsageError(f"{option} and --best are two questions: ask one of them.", ctx)
    if count and (output is not None or show):
        raise click.UsageError(f"--count gives no line for {'--show' if show else '-o'}.", ctx)
    _check_picture(picture)
    _check_output(output)
    duel = sound(duel_of(file, more_rules))
    worth = Worth(best) if best is not None else None
    goal = _goal(duel, names, needed=worth is None)
    graph = _graph(duel, goal, _bounds(most, seconds, opponent, sets, zones, positions), worth.names if worth else ())
    begun = time.monotonic()
    _search(graph, cores, until_goal=not everything and not count and worth is None)
    until = _until(begun, seconds)
    reached = graph.reached if goal is not None else graph.ends
    if worth is not None:
        answer = report.best(graph, reached, worth)
    elif everything or count:
        answer = report.every(graph, _all(graph, reached, 0 if count else limit, until), until)
    else:
        answer = report.one(graph, reached)
    if as_json:
        print_json(report.answer_json(graph, answer))
    else:
        say(report.answer_text(graph, answer, show))
    if output is not None and answer.lines and answer.lines[0]:
        _write(output, duel, [str(each.action) for each in answer.lines[0]])
    stopped = _draw(duel, graph, picture) or answer.stopped
    ctx.exit(_status(graph, bool(answer.lines or (answer.found and answer.found.number)), stopped))


@click.command()
@FILE
@click.option("--measure", "measures", multiple=True, metavar="NAME", help="What is counted: cards, atk, hand ...")
@click.option("--final", is_flag=True, help="Only boards on which nothing more can be done.")
@click.option("--show", is_flag=True, help="Draw the boards of the Pareto front.")
@drawn
@bounded
@AS_JSON
@RULES
@CARDS
@click.pass_context
def boards(
    ctx: click.Context, file: str | Path, measures: Sequence[str], final: bool, show: bool, picture: Path | None,
    most: int | None, seconds: float | None, zones: bool, positions: bool, opponent: bool, sets: bool,
    cores: int | None, as_json: bool, more_rules: Path | None,
) -> None:  # fmt: skip
    """List every end board that can be reached from FILE, each once, with a shortest line to it.

    Those that no other beats in all measures (the Pareto front) come first. With a [goal] only those that reach it.

    Exit status: 0 these are all within the bounds, 2 not understood, 3 there may be more: the time was up first, 130
    interrupted, with what was found by then.
    """
    from ygolp.search import report
    from ygolp.search.goal import measure_names

    _check_picture(picture)
    duel = sound(duel_of(file, more_rules))
    goal = _goal(duel, (), needed=False)
    chosen = measure_names(measures or ("cards", "atk", "hand"))
    graph = _graph(duel, goal, _bounds(most, seconds, opponent, sets, zones, positions), chosen)
    begun = time.monotonic()
    _search(graph, cores)
    listed = report.end_boards(graph, chosen, final, _until(begun, seconds), alike=not as_json)
    if as_json:
        print_json(report.boards_json(graph, listed))
    else:
        say(report.boards_text(graph, listed, show))
    stopped = _draw(duel, graph, picture) or listed.stopped
    whole = graph.stopped not in ("seconds", "boards") and listed.stopped != "seconds"
    ctx.exit(_status(graph, whole, stopped))


@click.command()
@click.argument("line_file", type=click.Path(path_type=Path), metavar="LINE")
@click.argument("file", required=False, metavar="[FILE]")
@AS_JSON
@RULES
@CARDS
@click.pass_context
def verify(ctx: click.Context, line_file: Path, file: str | Path, as_json: bool, more_rules: Path | None) -> None:
    """Play the line of the file LINE from the board of FILE, and explain the first illegal step.

    Exit status: 0 every action is legal (and the [goal] of FILE is reached, if it has one), 1 not, 2 not understood.
    """
    from ygolp import report
    from ygolp.errors import AmbiguousAction, IllegalAction, NotationError
    from ygolp.search.goal import judge

    actions = line_in(line_file)
    duel = sound(duel_of(file or _board_in(line_file), more_rules))
    goal = _goal(duel, (), needed=False)
    for number, action in enumerate(actions, 1):
        try:
            duel.push(action)
        except IllegalAction as error:
            if as_json:
                print_json(report.apply_json(duel, [], error.verdict) | {"step": number})
            else:
                say(f"Action {number} of {len(actions)} is illegal.\n")
                say(report.why_text(duel, error.verdict.action, error.verdict))
            ctx.exit(ILLEGAL)
        except (NotationError, AmbiguousAction) as error:
            raise YgolpError(f"{line_file}: action {number}: {error}") from None
    player = duel.board.turn_player
    reached = goal is None or judge([duel.board], goal, player=player, rulebook=duel.rulebook)[0].reached
    words = "" if goal is None else f"; the goal ({goal.text}) is {'reached' if reached else 'not reached'}"
    if as_json:
        there = None if goal is None else reached
        print_json({"format": report.FORMAT, "legal": True, "actions": len(actions), "goal_reached": there})
    else:
        one = {0: "There is no action in it", 1: "The one action is legal"}
        say(f"{one.get(len(actions), f'All {len(actions)} actions are legal')}{words}.\n")
    ctx.exit(0 if reached else ILLEGAL)


def _board_in(line_file: Path) -> str:
    """Return the board in one line that a comment of a line says it begins with."""
    from ygolp.formats import is_line

    rows = line_file.read_text(encoding="utf-8").splitlines()
    found = next((text for text in (row.lstrip("# ") for row in rows if row.startswith("#")) if is_line(text)), None)
    if found is None:
        raise YgolpError(f"{line_file}: names no board: give FILE, or begin it with a comment `# duel:...`")
    return found


def _write(output: Path, duel: Duel, actions: Sequence[str]) -> None:
    """Write a line with the board that it begins with, so that `verify` needs nothing else."""
    from ygolp.formats.one_line import encode
    from ygolp.lines import Line, Move, line_text
    from ygolp.writing import scenario_data

    first, *rest = actions
    moves = (Move(first, (encode(scenario_data(duel.board)),)), *map(Move, rest))
    try:
        output.write_text(line_text(Line(moves)), encoding="utf-8")
    except OSError as error:
        raise YgolpError(f"{output}: {error.strerror}") from None


def _goal(duel: Duel, names: Sequence[str], needed: bool) -> Any:
    from ygolp.search.goal import read_goal

    table = duel.scenario.goal if duel.scenario is not None else None
    if names:
        made_up = duel.scenario.made_up if duel.scenario is not None else ()
        table = {"control": [_card_name(name, [duel.board.records[each] for each in made_up]) for name in names]}
    if table is None:
        if needed:
            where = duel.scenario.name if duel.scenario is not None else "board"
            raise YgolpError(f"{where}: goal: missing; write a [goal] table, or give --goal NAME or --best EXPR")
        return None
    return read_goal(table)


def _card_name(text: str, made_up: Sequence[Record]) -> str:
    from ygolp.cards.known import in_use
    from ygolp.cards.pool import Pool

    pool = Pool(made_up, in_use())
    carrier = pool.find_ripple(text)
    record = carrier["ripple"] if carrier is not None else pool.find(text)
    if record is None:
        raise YgolpError(f"--goal {text[:80]!r}: unknown card{pool.hint(text)}")
    return str(record["name"])


def _bounds(
    most: int | None, seconds: float | None, opponent: bool, sets: bool, zones: bool, positions: bool
) -> Bounds:  # fmt: skip
    from ygolp.search.graph import Bounds

    return Bounds(
        actions=most, seconds=seconds, passive=not opponent, sets=sets, zones=zones, positions=positions
    )  # fmt: skip


def _graph(duel: Duel, goal: Any, bounds: Bounds, measures: Sequence[str]) -> Graph:
    from ygolp.search.graph import Graph

    return Graph(duel.board, goal, bounds, measures, duel.rulebook)


def _search(graph: Graph, cores: int | None, until_goal: bool = False) -> None:
    """Search, and show how far it is; processes are started only when it turns out to be long."""
    from ygolp.search.workers import Workers

    begun = time.monotonic()

    def tell(graph: Graph, waiting: int) -> None:
        if time.monotonic() - begun > 1:
            done = f"lines of up to {max(graph.proven, 0)} actions are done"
            progress(f"{len(graph.nodes)} boards, {done}, {waiting} boards wait")

    with Workers(graph.root.board, cores, graph.rulebook, graph.bounds.widened) as workers:
        graph.search(until_goal, tell, workers)
    progress("")


def _check_output(output: Path | None) -> None:
    """Raise YgolpError for a file that cannot be written, before a long search and not after it."""
    if output is not None:
        from ygolp.graph import check_folder

        check_folder(output)


def _check_picture(picture: Path | None) -> None:
    if picture is not None:
        from ygolp.graph import check_path

        check_path(picture)


def _draw(duel: Duel, graph: Graph, picture: Path | None) -> str:
    """Draw the lines to the goal, all lines if there is none; return "interrupted" if Ctrl-C has ended it."""
    if picture is not None:
        from ygolp.graph import lines_graph, write_graph

        title = duel.scenario.title if duel.scenario is not None else ""
        try:
            write_graph(lines_graph(graph.root, to_goal=graph.goal is not None), picture, title)
        except KeyboardInterrupt:
            say(f"ygolp: incomplete: interrupted, {picture} is not whole\n", err=True)
            return "interrupted"
    return ""


def _until(begun: float, seconds: float | None) -> float | None:
    """Return when an answer is to be written, of a search that has begun then: lines get a tenth of the time."""
    return None if seconds is None else max(begun + seconds, time.monotonic() + seconds / 10)


def _all(graph: Graph, ends: Sequence[Node], most: int, until: float | None) -> Found:
    """Count all lines, and show how far it is."""
    from ygolp.search.lines import all_lines

    told = time.monotonic()

    def tell(lines: int, actions: int) -> None:
        nonlocal told
        if time.monotonic() - told > 1:
            told = time.monotonic()
            progress(f"{lines:,} lines of up to {actions} actions are counted")

    found = all_lines(graph, ends, most, until, tell)
    progress("")
    return found


def _status(graph: Graph, found: bool, stopped: str = "") -> int:
    if "interrupted" in (graph.stopped, stopped):
        return INTERRUPTED
    if found:
        return 0
    return UNDECIDED if "seconds" in (graph.stopped, stopped) or graph.stopped == "boards" else ILLEGAL
