"""`ygolp survive`: what is left of a line when the opponent interrupts it, and how to play through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp import cli
from ygolp.cli import ILLEGAL, INTERRUPTED
from ygolp.errors import YgolpError

if TYPE_CHECKING:
    from ygolp.actions import Action
    from ygolp.board import Board
    from ygolp.cards.pool import Record
    from ygolp.graph import Chokes
    from ygolp.scenario import Scenario
    from ygolp.search.goal import Goal
    from ygolp.search.survive import Answer, Game, Spot

_STOPPED = {
    "actions": "there are longer lines", "seconds": "incomplete: out of time",
    "boards": "incomplete: more boards than allowed", "interrupted": "incomplete: interrupted",
    "policy": "it ends with the first way that survives",
}  # fmt: skip


@click.command()
@cli._FILE
@click.option(
    "--interrupt", "names", metavar="CARD", multiple=True, required=True,
    help="A card that the opponent has; of all of these one is used, once.",
)  # fmt: skip
@click.option("--max", "most", type=click.IntRange(1, 100), metavar="N", help="Lines of up to N actions of your own.")
@click.option("--time", "seconds", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="No longer.")
@click.option("--boards", type=click.IntRange(1), default=200_000, show_default=True, help="No more boards than that.")
@click.option(
    "--graph", "picture", type=click.Path(path_type=Path), metavar="FILE",
    help="Draw the lines that nobody interrupts: .svg, .html, .dot, .mmd or .graphml.",
)  # fmt: skip
@cli._AS_JSON
@cli._RULES
@click.pass_context
def survive(
    ctx: click.Context, file: Path, names: Sequence[str], most: int | None, seconds: float | None, boards: int,
    picture: Path | None, as_json: bool, more_rules: Path | None,
) -> None:  # fmt: skip
    """Say what of the goal of FILE is left when the opponent interrupts, and how to play so that nothing stops it.

    The opponent has each CARD (in the hand, a Spell or Trap Set) and uses one of them once, in any window, or never.

    Exit status: 0 there is a way to play that survives, 1 there is none within the bounds, 2 not understood.
    """
    from ygolp.duel import Duel
    from ygolp.graph import check_path, choke_points, lines_graph, write_graph
    from ygolp.search.graph import Bounds
    from ygolp.search.survive import Game, not_interrupted

    if picture is not None:
        check_path(picture)
    scenario, goal, cards = read(file, names)
    rulebook = cli._rulebook(more_rules)
    cli._sound(Duel(scenario, rulebook))
    game = Game(scenario.board, goal, cards, Bounds(most, seconds, boards), rulebook)
    game.search(lambda found, waiting: cli._progress(f"{len(found.nodes)} boards, {found.proven + 1} actions"))
    cli._progress("")
    lines = lines_graph(game.root, follow=not_interrupted)
    chokes = choke_points(lines)
    if as_json:
        cli._print_json(survive_json(scenario, game, chokes))
    else:
        cli._say("\n".join(survive_text(scenario, game, chokes)) + "\n")
    if picture is not None:
        write_graph(lines, picture, scenario.title)
    survives = game.root.number in game.worth(cards)
    ctx.exit(0 if survives else INTERRUPTED if game.stopped == "interrupted" else ILLEGAL)


# ---- the board -----------------------------------------------------------------------------------------------


def read(file: Path, names: Sequence[str]) -> tuple[Scenario, Goal, tuple[str, ...]]:
    """Return the scenario with the cards that interrupt in the opponent's hand or Set, its goal, and their names.

    Raises YgolpError for a card that nobody knows or that has no effect, and for a file without a goal.
    """
    from ygolp.board import opponent
    from ygolp.scenario import load, read_data, read_file
    from ygolp.search.goal import read_goal

    scenario = load(file)
    data = read_file(file)
    if "goal" not in data:
        raise YgolpError(f"{file}: [goal]: missing: it says what the line is to reach (docs/lines.md)")
    goal = read_goal(data["goal"])
    records = _known(data.get("card", ()), names)
    other = opponent(scenario.board.turn_player)
    side = data.setdefault(other, {})
    for record in records:
        at_hand = _holds(scenario.board, other, str(record["name"]))
        if not at_hand and (record["card"] == "trap" or "quick_play" in record.get("types", ())):
            side["st"] = [*side.get("st", ()), {"card": record["name"], "face": "down"}]
        elif not at_hand:
            side["hand"] = [*side.get("hand", ()), {"card": record["name"]}]
    return read_data(data, str(file)), goal, tuple(str(record["name"]) for record in records)


def _known(made_up: Iterable[Record], names: Sequence[str]) -> list[Record]:
    from ygolp.cards.pool import Pool, embedded

    pool = Pool(({**record, "ripple": {}} if isinstance(record.get("ripple"), str) else record for record in made_up),
                embedded())  # fmt: skip
    found: dict[str, Record] = {}
    for name in names:
        record = pool.find(name)
        if record is None:
            raise YgolpError(f"--interrupt {name!r}: unknown card{pool.hint(name)}")
        if not record.get("effects"):
            raise YgolpError(f"--interrupt {name!r}: ygolp knows no effect of it that could be activated")
        found[str(record["name"])] = record
    return list(found.values())


def _holds(board: Board, player: str, name: str) -> bool:
    from ygolp.board import ON_FIELD

    return any(
        piece.name == name and piece.player == player and piece.place in ("hand", *ON_FIELD) for piece in board.pieces
    )


# ---- the answer ----------------------------------------------------------------------------------------------


def bounds_text(game: Game) -> str:
    """Return how far the answer reaches, and what it takes for granted."""
    far = _STOPPED.get(game.stopped, "there are no longer lines")
    most = f"lines of up to {cli._many(max(game.proven, 0), 'action')}" if game.proven >= 0 else "no whole line"
    return (
        f"Looked at: {cli._many(len(game.nodes), 'board')}, {most}; {far}. Player {game.opponent} has "
        f"{_listed(game.cards)}, uses {'one of them' if len(game.cards) > 1 else 'it'} once or never, and does nothing "
        "else by choice. What is drawn is not known, zone and position are the first that may be chosen, nothing is "
        "declared."
    )


def survive_text(scenario: Scenario, game: Game, chokes: Chokes) -> Iterator[str]:
    """Yield the rows of the answer."""
    from ygolp.layout import hanging
    from ygolp.lines import line_text

    yield from hanging(f"{scenario.title}. Goal: {game.goal.text}.", "")
    yield ""
    end = game.shortest
    if end is None:
        yield from hanging(f"No line reaches the goal even if nobody interrupts it: {_proven(game)}.", "")
    else:
        yield f"The shortest line that nobody interrupts: {cli._many(end.depth, 'action')}"
        played = [action for action in end.line() if action.player == game.player and action.kind != "pass"]
        yield from (f"  {number}. {action}" for number, action in enumerate(played, 1))
        yield ""
        yield from _table(game, end)
        yield ""
        yield from _chokes(chokes)
    for card in game.cards if end is not None and len(game.cards) > 1 else ():
        worth = game.worth([card]).get(game.root.number)
        if worth is None:
            yield from hanging(f"{card} alone: no way to play survives it, {_proven(game)}.", "")
        else:
            yield from hanging(f"{card} alone: a way survives it, in at most {cli._many(worth, 'action')}.", "")
    if end is not None:
        worth = game.worth(game.cards).get(game.root.number)
        if worth is None:
            yield from hanging(f"No way to play survives {_any(game.cards)}: {_proven(game)}.", "")
        else:
            told = f"This survives {_any(game.cards)}, in at most {cli._many(worth, 'action')} of player {game.player}:"
            yield from hanging(told, "")
            yield ""
            yield from line_text(game.policy(game.cards)).splitlines()
    yield ""
    yield from _notes(game)
    yield from hanging(bounds_text(game), "")


def _proven(game: Game) -> str:
    """Return how far an answer "there is none" is proven."""
    if game.complete:
        return "proven for lines of any length"
    whole = f"proven for lines of up to {cli._many(game.proven, 'action')}" if game.proven >= 0 else "nothing is proven"
    return whole if game.stopped in ("actions", "policy") else f"{whole}, {_STOPPED[game.stopped]}"


def _table(game: Game, end: Spot) -> Iterator[str]:
    from ygolp.layout import cut, hanging, pad, width

    windows = game.windows(end)
    if not windows:
        yield from hanging(f"Nowhere on it can player {game.opponent} use {_any(game.cards)}.", "")
        return
    ways: dict[tuple[str, ...], str] = {}
    rows = []
    for window in windows:
        cells = [_cell(game, window.answers.get(card, ()), ways) for card in game.cards]
        rows.append([_moment(window.played, window.last, window.board), *cells])
    head = [f"Player {game.opponent} interrupts", *game.cards]
    table = [[cut(cell, 90 if column == 0 else 24) for column, cell in enumerate(row)] for row in (head, *rows)]
    sizes = [max(width(row[column]) for row in table) for column in range(len(head))]
    for row in table:
        yield "  ".join(pad(cell, size) for cell, size in zip(row, sizes, strict=True)).rstrip()
    for way, name in ways.items():
        yield ""
        yield f"{name}:" if way else f"{name}: the goal is reached with nothing more to do"
        yield from (f"  {number}. {action}" for number, action in enumerate(way, 1))


def _moment(played: int, last: Action | None, board: Board) -> str:
    from ygolp.explain import STATES
    from ygolp.graph import deed
    from ygolp.layout import cut

    links = sum(fact[0] == "link" for fact in board.flow)
    when = f"on Chain Link {links}" if board.state == "building" else STATES[board.state]
    names = {"attempt": "while it is attempted", "success": "when it has succeeded", "response": "afterwards"}
    if last is None:
        return when
    return f"{cut(f'{played}. {deed(last)}', 50)}: {names.get(board.state, when)}"


def _worst(answers: Iterable[Answer]) -> Answer | None:
    """Return the answer that hurts most."""
    return max(answers, key=lambda answer: (answer.left is None, answer.left or 0), default=None)


def _cell(game: Game, answers: Iterable[Answer], ways: dict[tuple[str, ...], str]) -> str:
    worst = _worst(answers)
    if worst is None:
        return "-"
    if worst.left is None:
        return "stopped" if game.complete else f"not in {cli._many(max(game.proven, 0), 'action')}"
    way = tuple(text for text in game.policy((), worst.after).actions if not text.startswith("pass "))
    name = ways.setdefault(way, _letter(len(ways)))
    return f"{name}: {worst.left} more"


def _letter(number: int) -> str:
    rest, sign = divmod(number, 26)
    return (_letter(rest - 1) if rest else "") + chr(ord("A") + sign)


def _chokes(chokes: Chokes) -> Iterator[str]:
    from ygolp.layout import hanging

    if chokes.deeds:
        yield "Choke points, the actions without which no line reaches the goal:"
        yield from (f"  {each}" for each in chokes.deeds)
    elif chokes.cuts:
        sets = "; or ".join(" and ".join(cut) for cut in chokes.cuts[:8])
        more = f"; and {len(chokes.cuts) - 8} more" if len(chokes.cuts) > 8 else ""
        yield from hanging(f"No single action is needed by every line. Without these none is left: {sets}{more}.", "")
    else:
        yield "No action is needed by every line, nor is one of any two or three."
    yield ""


def _notes(game: Game) -> Iterator[str]:
    from ygolp.layout import hanging

    for card, sentence in _not_modelled(game):
        yield from hanging(f"Not modelled: {card}: {sentence}", "")


def _not_modelled(game: Game) -> Iterator[tuple[str, str]]:
    for card in game.cards:
        record: Mapping[str, Any] = game.root.board.records[card]
        for sentence in (*record.get("not_modelled", ()), *record.get("effects_not_modelled", ())):
            yield card, str(sentence)


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _any(cards: Sequence[str]) -> str:
    return cards[0] if len(cards) == 1 else f"any one of {_listed(cards)}"


def survive_json(scenario: Scenario, game: Game, chokes: Chokes) -> dict[str, Any]:
    """Return the answer in the form of docs/lines.md."""
    from ygolp.lines import line_text
    from ygolp.report import FORMAT

    end = game.shortest
    worth = {card: game.worth([card]).get(game.root.number) for card in game.cards}
    whole = game.worth(game.cards).get(game.root.number)
    windows = [
        {
            "played": window.played, "action": str(window.last) if window.last else None, "state": window.board.state,
            "interruptions": [
                {"card": card, "action": str(answer.action), "left": answer.left,
                 "line": list(game.policy((), answer.after).actions) if answer.left is not None else None}
                for card, answers in window.answers.items() for answer in answers
            ],
        }
        for window in (game.windows(end) if end is not None else ())
    ]  # fmt: skip
    return {
        "format": FORMAT, "file": scenario.name, "title": scenario.title, "goal": game.goal.text,
        "interrupt": list(game.cards), "survives": whole is not None, "at_most": whole,
        "policy": line_text(game.policy(game.cards)) if whole is not None else None, "alone": worth,
        "shortest": [str(action) for action in end.line()] if end is not None else None, "windows": windows,
        "choke_points": {
            "actions": list(chokes.deeds), "cuts": [list(cut) for cut in chokes.cuts], "exact": chokes.exact,
        },
        "bounds": {
            "actions": game.proven, "boards": len(game.nodes), "complete": game.complete, "stopped": game.stopped,
        },
        "notes": [f"{card}: {sentence}" for card, sentence in _not_modelled(game)],
    }  # fmt: skip
