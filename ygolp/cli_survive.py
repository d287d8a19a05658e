"""`ygolp survive`: what is left of a line when the opponent interrupts it, and how to play through."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp import cli_lines
from ygolp.errors import YgolpError
from ygolp.terminal import (
    AS_JSON,
    CARDS,
    FILE,
    ILLEGAL,
    INTERRUPTED,
    RULES,
    duel_of,
    many,
    print_json,
    progress,
    say,
    sound,
)

if TYPE_CHECKING:
    from ygolp.actions import Action
    from ygolp.board import Board
    from ygolp.cards.pool import Record
    from ygolp.graph import Chokes
    from ygolp.scenario import Scenario
    from ygolp.search.survive import Answer, Game, Spot

_STOPPED = {
    "seconds": "incomplete: the time is up", "boards": "incomplete: more boards than allowed",
    "interrupted": "incomplete: interrupted",
}  # fmt: skip


@click.command()
@FILE
@click.option(
    "--interrupt", "names", metavar="CARD", multiple=True, required=True,
    help="A card that the opponent has; of all of these one is used, once.",
)  # fmt: skip
@click.option("--goal", "wanted", multiple=True, metavar="NAME", help="Control this card (instead of the [goal]).")
@click.option("--max", "most", type=click.IntRange(0, 99), metavar="N", help="At most N actions of the turn player.")
@click.option("--time", "seconds", type=cli_lines.SECONDS, metavar="SECONDS", help="Stop then.")
@click.option("--cores", type=click.IntRange(1, 256), metavar="N", help="So many processes (if absent: all).")
@cli_lines.drawn
@AS_JSON
@RULES
@CARDS
@click.pass_context
def survive(
    ctx: click.Context, file: str | Path, names: Sequence[str], wanted: Sequence[str], most: int | None,
    seconds: float | None, cores: int | None, picture: Path | None, as_json: bool, more_rules: Path | None,
) -> None:  # fmt: skip
    """Say what of the goal of FILE is left when the opponent interrupts, and how to play so that nothing stops it.

    The opponent has each CARD (in the hand, a Trap or Quick-Play Spell Set) and uses one of them once, in any window,
    or never.

    Exit status: 0 there is a way to play that survives, 1 there is none within the bounds, 2 not understood, 3 not
    known: a bound was hit first, 130 interrupted before it was known.
    """
    from ygolp.duel import Duel
    from ygolp.graph import choke_points, lines_graph, write_graph
    from ygolp.layout import hanging
    from ygolp.search.graph import Bounds
    from ygolp.search.survive import Game, not_interrupted
    from ygolp.search.workers import Workers

    cli_lines._check_picture(picture)
    duel = duel_of(file, more_rules)
    assert duel.scenario is not None
    goal = cli_lines._goal(duel, wanted, needed=True)
    board, cards = armed(duel.scenario, names)
    sound(Duel(duel.scenario._replace(board=board), duel.rulebook))
    game = Game(board, goal, cards, Bounds(most, seconds), duel.rulebook)
    with Workers(board, cores, duel.rulebook, game.bounds.widened) as workers:
        game.search(lambda found, waiting: progress(_far(found, waiting)), workers)
    progress("")
    rows: list[str] = []
    try:
        lines = lines_graph(game.root, follow=not_interrupted)
        if as_json:
            print_json(survive_json(duel.scenario, game, choke_points(lines)))
        else:
            for row in survive_text(duel.scenario, game, lambda: choke_points(lines)):
                rows.append(row)
            say("\n".join(rows) + "\n")
    except KeyboardInterrupt:
        game.stopped = "interrupted"
        if as_json:
            print_json(bare_json(duel.scenario, game))
        else:
            words = ("Interrupted while this answer was worked out: what is not there is not known.", bounds_text(game))
            say("\n".join([*rows, *(row for text in words for row in ("", *hanging(text, "")))]) + "\n")
        ctx.exit(INTERRUPTED)
    if picture is not None:
        write_graph(lines, picture, duel.scenario.title)
    ctx.exit(_status(game))


def _far(game: Game, waiting: int) -> str:
    return f"{len(game.nodes)} boards, lines of up to {max(game.proven, 0)} actions are done, {waiting} boards wait"


def _status(game: Game) -> int:
    if game.root.number in game.worth(game.cards):
        return 0
    if game.stopped == "interrupted":
        return INTERRUPTED
    return cli_lines.UNDECIDED if game.stopped in ("seconds", "boards") else ILLEGAL


# ---- the board -----------------------------------------------------------------------------------------------


def armed(scenario: Scenario, names: Sequence[str]) -> tuple[Board, tuple[str, ...]]:
    """Return the board with the cards that interrupt in the opponent's hand or Set, and the names of these cards.

    What the opponent has there already is not added. Raises YgolpError for a card that nobody knows, that has no
    effect, or that has no zone.
    """
    from ygolp.board import opponent
    from ygolp.scenario import read_data

    board = scenario.board
    other = opponent(board.turn_player)
    made_up = [board.records[name] for name in scenario.made_up]
    records = _known(made_up, names)
    added: dict[str, list[str]] = {"hand": [], "st": []}
    for name, record in records.items():
        if not any(piece.name == name and piece.player == other and piece.place in _HELD for piece in board.pieces):
            is_set = record["card"] == "trap" or "quick_play" in record.get("types", ())
            added["st" if is_set else "hand"].append(name)
    side = {"hand": added["hand"], "st": [{"card": name, "face": "down"} for name in added["st"]]}
    new = read_data({other: side, "card": made_up}, scenario.name).board
    taken = {piece.id for piece in board.pieces}
    zones = iter(_free_zones(board, other))
    pieces = list(board.pieces)
    for piece in new.pieces:
        names_left = (f"{piece.id}__{number}" for number in count(2))
        identity = piece.id if piece.id not in taken else next(name for name in names_left if name not in taken)
        taken.add(identity)
        zone = next(zones, None) if piece.place == "st" else piece.zone
        if piece.place == "st" and zone is None:
            raise YgolpError(f"--interrupt {piece.name!r}: player {other} has no Spell & Trap Zone left to Set it in")
        pieces.append(piece._replace(id=identity, zone=zone))
    records_there = {**new.records, **board.records}
    return board._replace(pieces=tuple(pieces), records=records_there), tuple(records)


_HELD = ("hand", "mmz", "emz", "st", "fz", "pz")


def _free_zones(board: Board, player: str) -> list[int]:
    taken = {piece.zone for piece in board.pieces if piece.player == player and piece.place == "st"}
    if board.era in ("mr4", "mr2020"):
        edges = {"left": 1, "right": 5}
        taken |= {edges[str(piece.zone)] for piece in board.pieces if piece.player == player and piece.place == "pz"}
    return [zone for zone in range(1, 6) if zone not in taken]


def _known(made_up: Iterable[Record], names: Sequence[str]) -> dict[str, Record]:
    from ygolp.cards.known import in_use
    from ygolp.cards.pool import Pool

    pool = Pool(made_up, in_use())
    found: dict[str, Record] = {}
    for name in names:
        record = pool.find(name)
        if record is None:
            raise YgolpError(f"--interrupt {name[:80]!r}: unknown card{pool.hint(name)}")
        if not record.get("effects"):
            raise YgolpError(f"--interrupt {name[:80]!r}: ygolp knows no effect of it that could be activated")
        found[str(record["name"])] = record
    return found


# ---- the answer ----------------------------------------------------------------------------------------------


def bounds_text(game: Game) -> str:
    """Return a sentence on what was looked at and what was left out."""
    from ygolp.search.report import left_out, looked_at

    far = looked_at(len(game.nodes), game.proven, game.complete)
    if game.stopped in _STOPPED:
        far += f"; {_STOPPED[game.stopped]}"
    uses = "one of them once, or never" if len(game.cards) > 1 else "it once, or never"
    left = (
        f"the opponent has {_listed(game.cards)}, uses {uses}, and does nothing else by choice",
        *left_out(game.root.board, game.bounds),
    )
    return f"{far}. Bounds: {'; '.join(left)}. Engine: search over boards."


def survive_text(scenario: Scenario, game: Game, chokes: Callable[[], Chokes]) -> Iterator[str]:
    """Yield the rows of the answer; `chokes` is called when they are needed."""
    from ygolp.layout import hanging
    from ygolp.lines import line_text

    yield from hanging(f"{scenario.title}. Goal: {game.goal.text}.", "")
    yield ""
    end = game.shortest
    if end is None:
        yield from hanging(f"No line reaches the goal even if nobody interrupts it: {_proven(game)}.", "")
    else:
        yield f"The shortest line that nobody interrupts: {many(end.depth, 'action')}"
        played = [action for action in end.line() if action.player == game.player and action.kind != "pass"]
        yield from (f"  {number}. {action}" for number, action in enumerate(played, 1))
        yield ""
        yield from _table(game, end)
        yield ""
        yield from _chokes(chokes(), game.complete)
    for card in game.cards if end is not None and len(game.cards) > 1 else ():
        worth = game.worth([card]).get(game.root.number)
        if worth is None:
            yield from hanging(f"{card} alone: no way to play survives it, {_proven(game)}.", "")
        else:
            yield from hanging(f"{card} alone: a way survives it, in at most {many(worth, 'action')}.", "")
    if end is not None:
        worth = game.worth(game.cards).get(game.root.number)
        if worth is None:
            yield from hanging(f"No way to play survives {_any(game.cards)}: {_proven(game)}.", "")
        else:
            told = f"This survives {_any(game.cards)}, in at most {many(worth, 'action')} of player {game.player}:"
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
    whole = f"proven for lines of up to {many(game.proven, 'action')}" if game.proven >= 0 else "nothing is proven"
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
        return "stopped" if game.complete else f"not in {many(max(game.proven, 0), 'action')}"
    way = tuple(text for text in game.policy((), worst).actions if not text.startswith("pass "))
    name = ways.setdefault(way, _letter(len(ways)))
    return f"{name}: {worst.left} more"


def _letter(number: int) -> str:
    rest, sign = divmod(number, 26)
    return (_letter(rest - 1) if rest else "") + chr(ord("A") + sign)


def _chokes(chokes: Chokes, complete: bool) -> Iterator[str]:
    from ygolp.layout import hanging

    if not complete:
        yield from hanging("Of the lines that were looked at (longer ones may do without):", "")
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

    worth = {card: game.worth([card]).get(game.root.number) for card in game.cards}
    end = game.shortest
    windows = [
        {
            "played": window.played, "action": str(window.last) if window.last else None, "state": window.board.state,
            "interruptions": [
                {"card": card, "action": str(answer.action), "left": answer.left,
                 "line": list(game.policy((), answer).actions) if answer.left is not None else None}
                for card, answers in window.answers.items() for answer in answers
            ],
        }
        for window in (game.windows(end) if end is not None else ())
    ]  # fmt: skip
    bare = bare_json(scenario, game)
    return bare | {
        "policy": line_text(game.policy(game.cards)) if bare["survives"] else None, "alone": worth, "windows": windows,
        "choke_points": {
            "actions": list(chokes.deeds), "cuts": [list(cut) for cut in chokes.cuts], "exact": chokes.exact,
        },
    }  # fmt: skip


def bare_json(scenario: Scenario, game: Game) -> dict[str, Any]:
    """Return what is known at once: the answer without what has to be worked out for it."""
    from ygolp.report import FORMAT

    end = game.shortest
    whole = game.worth(game.cards).get(game.root.number)
    return {
        "format": FORMAT, "file": scenario.name, "title": scenario.title, "goal": game.goal.text,
        "interrupt": list(game.cards), "survives": whole is not None, "at_most": whole,
        "policy": None, "alone": None,
        "shortest": [str(action) for action in end.line()] if end is not None else None, "windows": None,
        "choke_points": None,
        "bounds": {
            "actions": game.proven, "boards": len(game.nodes), "complete": game.complete, "stopped": game.stopped,
            "text": bounds_text(game),
        },
        "notes": [f"{card}: {sentence}" for card, sentence in _not_modelled(game)],
    }  # fmt: skip
