"""What the commands have in common: options, errors as messages and exit statuses, printing, progress."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp.errors import AmbiguousAction, EncodingError, NotationError, YgolpError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ygolp.duel import Duel
    from ygolp.engine import Rulebook
    from ygolp.explain import Reason
    from ygolp.scenario import Scenario

ILLEGAL, NOT_UNDERSTOOD, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
JSON = "ygolp.json"
# Control signs but the line feed, and marks that change the direction of writing.
_OBEYED = dict.fromkeys({*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)} - {10}, "\ufffd")


class FaultyBoard(YgolpError):
    """A question is put to a board that breaks rules itself."""

    def __init__(self, name: str, faults: Sequence[Reason]) -> None:
        from ygolp.report import faults_lines

        self.faults = tuple(faults)
        super().__init__("\n".join(faults_lines(name, faults)))


def messages(error: YgolpError) -> list[str]:
    """Return an error as lines for a reader."""
    if isinstance(error, AmbiguousAction):
        head = str(error).removesuffix("; ".join(error.candidates)).rstrip(" :")
        return [f"{head}; it could be", *(f"  {candidate}" for candidate in error.candidates)]
    lines = str(error).splitlines() or [type(error).__name__]
    if isinstance(error, EncodingError):
        lines = [f"the encoding of the rules is at fault, not your input: {lines[0]}", *lines[1:]]
        lines.append("if you have added no rules of your own, this is a bug of ygolp; please report it")
    return lines


def error_json(error: YgolpError) -> dict[str, Any]:
    """Return an error as JSON."""
    from ygolp.report import FORMAT, reason_json

    kind = "not_understood" if isinstance(error, NotationError) else "error"
    found: dict[str, Any] = {"kind": kind, "messages": str(error).splitlines()}
    if isinstance(error, AmbiguousAction):
        found |= {"kind": "ambiguous", "candidates": list(error.candidates)}
    elif isinstance(error, FaultyBoard):
        found |= {"kind": "faulty_board", "reasons": [reason_json(reason) for reason in error.faults]}
    return {"format": FORMAT, "error": found}


def print_json(value: object) -> None:
    """Print a value as JSON."""
    import json

    say(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def say(text: str, err: bool = False) -> None:
    """Print a text; signs that the terminal would obey, or cannot show, are replaced."""
    plain = text.translate(_OBEYED)
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    click.echo(plain.encode(encoding, "replace").decode(encoding), err=err, nl=False)


def _note_json(ctx: click.Context, parameter: click.Parameter, value: bool) -> bool:
    ctx.meta[JSON] = value
    return value


def _use_cards(ctx: click.Context, parameter: click.Parameter, value: tuple[Path, ...]) -> tuple[Path, ...]:
    """Have the cards of these paths known to whatever is asked."""
    from ygolp.cards import known

    known.use_cards(*value)
    return value


def _source(ctx: click.Context, parameter: click.Parameter, value: str) -> str | Path:
    """Return a file, or the text itself that holds a whole board: a line or a link."""
    from ygolp.formats import is_text

    return value if is_text(value) else Path(value)
FILE = click.argument("file", callback=_source, metavar="FILE")
CARDS, CARD_FILES = (
    click.option(
        "--cards", "card_files", metavar="PATH", multiple=True, type=click.Path(path_type=Path), callback=_use_cards,
        expose_value=exposed, help="Know the cards of that cards.cdb, of a folder of them, or of a card file.",
    )
    for exposed in (False, True)
)  # fmt: skip
AS_JSON = click.option(
    "--json", "as_json", is_flag=True, callback=_note_json, is_eager=True, help="Print the answer as JSON."
)
RULES = click.option(
    "--rules", "more_rules", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Add the .lp files of a folder to the rulebook.",
)  # fmt: skip


def many(number: int, noun: str) -> str:
    """Return a number with its noun: `1 board`, `2 boards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def progress(text: str) -> None:
    """Show how far long work is, on a terminal only; an empty text clears the line."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


def write(output: Path, text: str) -> None:
    try:
        output.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise YgolpError(f"{output}: {error.strerror}") from None


def line_in(path: Path) -> Sequence[str]:
    """Return the actions of a line of play, its variations left out."""
    from ygolp.lines import parse_line

    try:
        return parse_line(path.read_text(encoding="utf-8"), str(path)).actions
    except OSError as error:
        raise YgolpError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise YgolpError(f"{path}: no UTF-8 text") from None


def rulebook_of(more: Path | None) -> Rulebook:
    """Return the rulebook, with the encodings of a folder if there is one."""
    from ygolp.engine import SHIPPED, Rulebook

    if more is None:
        return SHIPPED
    files = sorted(more.glob("*.lp"))
    if not files:
        raise YgolpError(f"{more}: no .lp files there")
    return Rulebook(more=files)


def duel_of(file: str | Path, more: Path | None) -> Duel:
    """Return the duel of whatever holds a board."""
    from ygolp.duel import Duel
    from ygolp.scenario import load

    return Duel(load(file), rulebook_of(more))


def sound(duel: Duel) -> Duel:
    """Return the duel if nothing is wrong with its board; FaultyBoard with all that is."""
    faults = duel.status()
    if faults:
        raise FaultyBoard(duel.scenario.name if duel.scenario else "board", faults)
    return duel


def complain(scenario: Scenario) -> None:
    """Print what is wrong with a board that is shown all the same, and what of its file it does not hold."""
    from ygolp.duel import Duel
    from ygolp.report import faults_lines

    for line in (*scenario.remarks, *faults_lines(scenario.name, Duel(scenario).status())):
        say(f"ygolp: {line}\n", err=True)
