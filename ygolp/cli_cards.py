"""The commands about cards: `cards show`, `cards use`, `cards coverage`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ygolp.errors import YgolpError
from ygolp.terminal import AS_JSON, CARD_FILES, many, print_json, say

_KINDS = ("fusion", "synchro", "xyz", "link", "main")


@click.group()
def cards() -> None:
    """Ask what the rulebook knows of cards."""


@cards.command("show")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@CARD_FILES
@AS_JSON
def show_cards(names: Sequence[str], card_files: Sequence[Path], as_json: bool) -> None:
    """Print what the rulebook knows of a card, as card text.

    NAME is its English or Chinese name, or its passcode. What of the card is not modelled stands at the end; of a card
    from a database also what each part of its text was taken to mean.
    """
    from ygolp.cards import sheet
    from ygolp.cards.files import look_up
    from ygolp.cards.known import in_use

    pool = in_use()
    records = look_up(names, pool)
    read = [pool.read_of(record) for record in records]
    if as_json:
        from ygolp.report import FORMAT

        print_json({"format": FORMAT, "cards": list(map(sheet.sheet_json, records, read))})
    else:
        say("\n".join(map(sheet.sheet_text, records, read)))


@cards.command("use")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option("--forget", is_flag=True, help="Use no database any more.")
@AS_JSON
def use_cards(paths: Sequence[Path], forget: bool, as_json: bool) -> None:
    """Use the cards of cards.cdb files from now on, and remember that.

    PATH is a cards.cdb of EDOPro or YGOPro, a folder with such files, or a strings.conf (that beside a database is
    found by itself). Of a card that is in several files the last counts; files of another language give names. Without
    PATH it is said which files are in use.
    """
    from ygolp.cards import known

    known.use_cards()
    if forget and paths:
        raise click.UsageError("--forget takes no PATH.")
    if forget or paths:
        from ygolp.cards.database import Library, expand

        told = Library(expand(paths)).summary() if paths else None
        file = known.remember(paths)
    else:
        library = known.library()
        told = library.summary() if library else None
        file = known.config_file()
    if as_json:
        from ygolp.report import FORMAT

        print_json({"format": FORMAT, "config": str(file), **(told._asdict() if told else {"files": []})})
        return
    lines = list(told.files) if told else []
    lines += [f"archetypes: {name}" for name in (told.strings if told else ())]
    if told:
        lines.append(f"{many(told.cards, 'card')}, {many(told.archetypes, 'archetype')}")
        lines += [f"warning: {warning}" for warning in told.warnings]
    say("".join(f"{line}\n" for line in lines) or "no card database is in use\n")


@cards.command("coverage")
@click.option("--kind", type=click.Choice([*_KINDS]), help="Monsters of that kind only.")
@click.option("--most", type=click.IntRange(min=0), default=20, show_default=True, metavar="NUMBER",
              help="Print so many templates of what was not understood.")
@CARD_FILES
@AS_JSON
def coverage_of_cards(kind: str | None, most: int, card_files: Sequence[Path], as_json: bool) -> None:
    """Count the monsters of the databases whose Summon was understood.

    Of Extra Deck monsters it is about the materials and what the text says of the Summon besides, of the others about
    conditions and procedures. What is missing is ranked by template, the most frequent first.
    """
    from ygolp.cards import known

    library = known.library()
    if library is None:
        raise YgolpError("no card database is in use: name one with --cards, or with `ygolp cards use`")
    from ygolp.cards.database import coverage

    found = coverage.count(library, (kind,) if kind else _KINDS)
    if as_json:
        from ygolp.report import FORMAT

        print_json({"format": FORMAT, **coverage.as_json(found, most)})
    else:
        say(coverage.as_text(found, most))
