"""The command line. Each command imports what it needs, so that the others start at once."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp import __version__
from ygolp.errors import AmbiguousAction, EncodingError, NotationError, ScenarioError, YgolpError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ygolp.duel import Duel
    from ygolp.engine import Rulebook
    from ygolp.explain import Reason
    from ygolp.scenario import Scenario

_KINDS = ("fusion", "synchro", "xyz", "link", "main")
ILLEGAL, NOT_UNDERSTOOD, INTERRUPTED, BROKEN_PIPE = 1, 2, 130, 141
_JSON = "ygolp.json"
# Commands of other modules, which are imported when they are called.
_LATER = {
    "boards": "ygolp.cli_lines", "hands": "ygolp.cli_hands", "line": "ygolp.cli_lines", "survive": "ygolp.cli_survive",
    "verify": "ygolp.cli_lines",
}  # fmt: skip
# Control signs but the line feed, and marks that change the direction of writing.
_OBEYED = dict.fromkeys({*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A)} - {10}, "\ufffd")


class FaultyBoard(YgolpError):
    """A question is put to a board that breaks rules itself."""

    def __init__(self, name: str, faults: Sequence[Reason]) -> None:
        from ygolp.report import faults_lines

        self.faults = tuple(faults)
        super().__init__("\n".join(faults_lines(name, faults)))


class _Commands(click.Group):
    """A group that turns the errors of this package into messages and exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_LATER})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _LATER:
            return super().get_command(ctx, cmd_name)
        from importlib import import_module

        command: click.Command = getattr(import_module(_LATER[cmd_name]), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _say("ygolp: incomplete: interrupted before there was an answer\n", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads on. Point stdout elsewhere, so that the interpreter does not complain when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)
        except YgolpError as error:
            if ctx.meta.get(_JSON):
                _print_json(_error_json(error))
            else:
                _say("".join(f"ygolp: {line}\n" for line in _messages(error)), err=True)
            ctx.exit(NOT_UNDERSTOOD)


def _messages(error: YgolpError) -> list[str]:
    if isinstance(error, AmbiguousAction):
        head = str(error).removesuffix("; ".join(error.candidates)).rstrip(" :")
        return [f"{head}; it could be", *(f"  {candidate}" for candidate in error.candidates)]
    lines = str(error).splitlines() or [type(error).__name__]
    if isinstance(error, EncodingError):
        lines = [f"the encoding of the rules is at fault, not your input: {lines[0]}", *lines[1:]]
        lines.append("if you have added no rules of your own, this is a bug of ygolp; please report it")
    return lines


def _error_json(error: YgolpError) -> dict[str, Any]:
    from ygolp.report import FORMAT, reason_json

    kind = "not_understood" if isinstance(error, NotationError) else "error"
    found: dict[str, Any] = {"kind": kind, "messages": str(error).splitlines()}
    if isinstance(error, AmbiguousAction):
        found |= {"kind": "ambiguous", "candidates": list(error.candidates)}
    elif isinstance(error, FaultyBoard):
        found |= {"kind": "faulty_board", "reasons": [reason_json(reason) for reason in error.faults]}
    return {"format": FORMAT, "error": found}


def _print_json(value: object) -> None:
    import json

    _say(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def _say(text: str, err: bool = False) -> None:
    """Print a text; signs that the terminal would obey, or cannot show, are replaced."""
    plain = text.translate(_OBEYED)
    encoding = (sys.stderr if err else sys.stdout).encoding or "utf-8"
    click.echo(plain.encode(encoding, "replace").decode(encoding), err=err, nl=False)


def _note_json(ctx: click.Context, parameter: click.Parameter, value: bool) -> bool:
    ctx.meta[_JSON] = value
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


_FILE = click.argument("file", callback=_source, metavar="FILE")
_CARDS, _CARD_FILES = (
    click.option(
        "--cards", "card_files", metavar="PATH", multiple=True, type=click.Path(path_type=Path), callback=_use_cards,
        expose_value=exposed, help="Know the cards of that cards.cdb, of a folder of them, or of a card file.",
    )
    for exposed in (False, True)
)  # fmt: skip
_AS_JSON = click.option(
    "--json", "as_json", is_flag=True, callback=_note_json, is_eager=True, help="Print the answer as JSON."
)
_RULES = click.option(
    "--rules", "more_rules", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Add the .lp files of a folder to the rulebook.",
)  # fmt: skip


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ygolp")
def main() -> None:
    """What is legal now, and why not the rest: a rules checker for the Yu-Gi-Oh! OCG.

    FILE is a scenario (.toml or .json), a puzzle of EDOPro or YGOPro (.lua), a deck (.ydk or ydke://...), or a board in
    one line (duel:...), see `ygolp convert`. Exit status: 0 yes, 1 no, 2 not understood.
    """


@main.command()
@_FILE
@click.option("--all", "everything", is_flag=True, help="Add what cannot be done with each card, and why.")
@_AS_JSON
@_RULES
@_CARDS
def legal(file: str | Path, everything: bool, as_json: bool, more_rules: Path | None) -> None:
    """List what the turn player may do.

    Each action comes with its materials, and with the zones and positions that may be chosen.
    """
    from ygolp import report

    duel = _sound(_duel(file, more_rules).prepare())
    refused = None
    if everything:
        from ygolp.questions import refusals

        refused = refusals(duel)
    if as_json:
        _print_json(report.legal_json(duel, refused))
    else:
        _say(report.legal_text(duel, refused))


@main.command()
@_FILE
@click.argument("action")
@_AS_JSON
@_RULES
@_CARDS
@click.pass_context
def why(ctx: click.Context, file: str | Path, action: str, as_json: bool, more_rules: Path | None) -> None:
    """Say whether ACTION is legal, or why not.

    An illegal action comes with the rules that it breaks, and with what would make it legal.

    ACTION is written as `ygolp legal` prints it; materials may be left out. Exit status: 0 legal, 1 illegal, 2 not
    understood or ambiguous.
    """
    from ygolp import report

    duel = _duel(file, more_rules)
    asked = duel.parse(action)
    _sound(duel)
    verdict = duel.why(asked)
    repairs: list[tuple[str, ...]] = []
    if not verdict.legal and hasattr(duel, "repair"):
        repairs = [tuple(repair.sentences) for repair in duel.repair(asked)]
    if as_json:
        _print_json(report.why_json(duel, asked, verdict, repairs))
    else:
        _say(report.why_text(duel, asked, verdict, repairs))
    ctx.exit(0 if verdict.legal else ILLEGAL)


@main.command()
@_FILE
@click.argument("action", required=False)
@_AS_JSON
@_RULES
@_CARDS
def eras(file: str | Path, action: str | None, as_json: bool, more_rules: Path | None) -> None:
    """Compare the versions of the rules.

    What is legal under some of them only, and which rule makes the difference; or the verdicts on ACTION.
    """
    from ygolp import questions, report

    duel = _duel(file, more_rules)
    asked = duel.parse(action) if action is not None else None
    _sound(duel)
    if asked is not None and action is not None:
        answers = questions.answers(duel, action)
        if as_json:
            _print_json(report.era_answers_json(duel, asked, answers))
        else:
            _say(report.era_answers_text(duel, asked, answers))
        return
    comparison = questions.compare(duel)
    if as_json:
        _print_json(report.eras_json(duel, comparison))
    else:
        _say(report.eras_text(duel, comparison))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--coverage", is_flag=True, help="Say which rules the scenarios exercise.")
@click.option("--mutants", is_flag=True, help="Say which conditions could be dropped without any scenario noticing.")
@_CARDS
@_RULES
@click.pass_context
def check(ctx: click.Context, paths: Sequence[Path], coverage: bool, mutants: bool, more_rules: Path | None) -> None:
    """Run scenarios with expectations.

    The shipped ones are run if no PATHS are given.

    Exit status: 0 all hold, 1 some fail.
    """
    from ygolp.paths import SCENARIOS

    paths = list(paths) or [SCENARIOS]
    rulebook = _rulebook(more_rules)
    if coverage or mutants:
        from importlib import import_module

        fine = True
        for wanted, module in ((coverage, "ygolp.coverage"), (mutants, "ygolp.mutants")):
            if wanted:
                text, ok = import_module(module).report(paths, rulebook)
                _say(text.rstrip("\n") + "\n")
                fine = fine and ok
        ctx.exit(0 if fine else ILLEGAL)
    ctx.exit(_check(paths, rulebook))


def _check(paths: Sequence[Path], rulebook: Rulebook) -> int:
    """Run the expectations, print those that fail, and return the exit status; Ctrl-C ends it with what there is."""
    from ygolp.check import files, run_file

    found = files(paths)
    found += [path for path in paths if path.is_file() and path not in found]
    total = failed = unread = done = 0
    for path in found:
        _progress(f"{done + unread + 1} of {len(found)} files")
        try:
            outcomes = run_file(path, rulebook)
            if not outcomes:
                raise ScenarioError(str(path), ["expects nothing: [[expect]] is missing"])
        except KeyboardInterrupt:
            break
        except ScenarioError as error:
            unread += 1
            _progress("")
            _say(f"{error}\n\n")
            continue
        done += 1
        for outcome in outcomes:
            total += 1
            if outcome.failure is not None:
                failed += 1
                _progress("")
                _say(f"{outcome.label}: {outcome.question}\n    {outcome.failure}\n\n")
    _progress("")
    checked = f"{_many(total, 'expectation')} in {_many(done, 'file')}"
    holds = f"{checked} {'holds' if total == 1 else 'hold'}"
    parts = [f"{failed} of {checked} {'fails' if failed == 1 else 'fail'}" if failed else holds]
    parts += [f"{_many(unread, 'file')} cannot be used"] if unread else []
    interrupted = done + unread < len(found)
    parts += [f"incomplete: interrupted after {done + unread} of {len(found)} files"] if interrupted else []
    _say(("; ".join(parts) if found else "no scenario with expectations found") + "\n")
    if interrupted:
        return INTERRUPTED
    return 0 if found and not failed and not unread else ILLEGAL


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _progress(text: str) -> None:
    """Show how far long work is, on a terminal only; an empty text clears the line."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)


@main.command("apply")
@_FILE
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option("--line", type=click.Path(path_type=Path), metavar="FILE", help="Play the line of that file first.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the last board there.")
@_AS_JSON
@_RULES
@_CARDS
@click.pass_context
def apply_(
    ctx: click.Context, file: str | Path, actions: Sequence[str], line: Path | None, output: Path | None, as_json: bool,
    more_rules: Path | None,
) -> None:  # fmt: skip
    """Play each ACTION in turn; print what happens and the board after it.

    A zone or position that is not named is the first that may be chosen. Exit status: 0 played, 1 one of them is
    illegal (nothing is written), 2 not understood or ambiguous. FILE of -o ends in the form that is written, as that of
    `ygolp convert`; .toml if it does not.
    """
    from ygolp import report
    from ygolp.errors import IllegalAction

    if line is not None:
        actions = (*_line(line), *actions)
    if not actions:
        raise click.UsageError("Missing argument 'ACTION...', or --line FILE.", ctx)
    duel = _sound(_duel(file, more_rules))
    told: list[str] = []
    steps: list[dict[str, Any]] = []
    try:
        for text in actions:
            played = duel.push(text)
            if as_json:
                steps.append(report.played_json(duel, played))
            else:
                told.append(report.played_text(duel, played))
    except IllegalAction as error:
        if as_json:
            _print_json(report.apply_json(duel, steps, error.verdict))
        else:
            _say("\n".join([*told, report.why_text(duel, error.verdict.action, error.verdict)]))
        ctx.exit(ILLEGAL)
    if as_json:
        _print_json(report.apply_json(duel, steps))
    else:
        _say("\n".join(told) + report.standing_text(duel))
    if output is not None:
        from ygolp.formats import Source
        from ygolp.formats.convert import FORMS
        from ygolp.formats.convert import convert as converted
        from ygolp.scenario import Scenario

        suffix = output.suffix.lower().removeprefix(".")
        form = suffix if suffix in FORMS else "toml"
        title = duel.scenario.title if duel.scenario else ""
        board = Scenario(str(output), title, duel.board)
        found = converted(board, Source({"title": title} if title else {}, str(output)), form)
        for sentence in found.left_out:
            _say(f"ygolp: not in the {form} form: {sentence}\n", err=True)
        _write(output, found.text)


@main.command()
@_FILE
@click.option(
    "--to", "form", type=click.Choice(["toml", "json", "line", "lua", "ydk", "ydke"]),
    help="The form; that of the ending of the output file if it is not named.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not to the screen.")
@click.option(
    "--player", type=click.Choice(["a", "b"]), default="a", show_default=True, help="Whose deck, for ydk and ydke."
)
@_CARDS
@click.pass_context
def convert(ctx: click.Context, file: str | Path, form: str | None, output: Path | None, player: str) -> None:
    """Write the board in another form.

    toml and json are scenario files, line is a board in one line for links and bug reports, lua a puzzle that EDOPro
    and YGOPro open, ydk and ydke the Deck and Extra Deck of a player. What a form cannot say is told.
    """
    from ygolp.formats import read
    from ygolp.formats.convert import FORMS
    from ygolp.formats.convert import convert as converted
    from ygolp.scenario import of_source

    form = form or (output.suffix.lower().removeprefix(".") if output else "")
    if form not in FORMS:
        raise click.UsageError(f"Missing option '--to': one of {', '.join(FORMS)}.", ctx)
    source = read(file)
    found = converted(of_source(source), source, form, player)
    for sentence in source.remarks:
        _say(f"ygolp: {sentence}\n", err=True)
    for sentence in found.left_out:
        _say(f"ygolp: not in the {form} form: {sentence}\n", err=True)
    if output is None:
        _say(found.text)
    else:
        _write(output, found.text)


@main.command()
@_FILE
@click.option("--reveal", is_flag=True, help="Show face-down cards, hands and Decks that player a cannot know.")
@_CARDS
def show(file: str | Path, reveal: bool) -> None:
    """Draw the board, seen from player a."""
    from ygolp.scenario import load
    from ygolp.show import draw

    scenario = load(file)
    _say(draw(scenario.board, scenario.title, reveal))
    _complain(scenario)


@main.command()
@_FILE
@_CARDS
def facts(file: str | Path) -> None:
    """Print the board as facts for clingo.

    `clingo asp/questions/legal.lp facts.lp 0` then lists the legal actions.
    """
    from ygolp.facts import as_program, board_facts
    from ygolp.scenario import load

    scenario = load(file)
    _say(as_program(board_facts(scenario.board)))
    _complain(scenario)


@main.command()
@click.argument("name", required=False, metavar="[ID]")
@click.option(
    "--missing", "catalogue_dir", metavar="CATALOGUE_DIR", type=click.Path(path_type=Path),
    help="List the ids of a catalogue that no rule cites; exit status 1 if there are any.",
)  # fmt: skip
@_RULES
@click.pass_context
def rules(ctx: click.Context, name: str | None, catalogue_dir: Path | None, more_rules: Path | None) -> None:
    """Print the rulebook, a rule or a source.

    ID is the name of a rule, or that of a source such as SM-012.
    """
    from ygolp import rule_table, rulebook
    from ygolp.paths import ASP, SCENARIOS

    found = rulebook.read_rules(ASP, *([more_rules] if more_rules else []))
    if catalogue_dir is not None:
        ids = rulebook.missing(found, catalogue_dir)
        _say(rule_table.not_cited(ids))
        ctx.exit(ILLEGAL if ids else 0)
    _say(rule_table.one(name, found, SCENARIOS) if name else rule_table.all_rules(found))


@main.command()
def schema() -> None:
    """Print the JSON Schema of scenario files."""
    from ygolp.schema import scenario_schema

    _print_json(scenario_schema())


@main.group()
def cards() -> None:
    """Ask what the rulebook knows of cards."""


@cards.command("show")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@_CARD_FILES
@_AS_JSON
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

        _print_json({"format": FORMAT, "cards": list(map(sheet.sheet_json, records, read))})
    else:
        _say("\n".join(map(sheet.sheet_text, records, read)))


@cards.command("use")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option("--forget", is_flag=True, help="Use no database any more.")
@_AS_JSON
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

        _print_json({"format": FORMAT, "config": str(file), **(told._asdict() if told else {"files": []})})
        return
    lines = list(told.files) if told else []
    lines += [f"archetypes: {name}" for name in (told.strings if told else ())]
    if told:
        lines.append(f"{_many(told.cards, 'card')}, {_many(told.archetypes, 'archetype')}")
        lines += [f"warning: {warning}" for warning in told.warnings]
    _say("".join(f"{line}\n" for line in lines) or "no card database is in use\n")


@cards.command("coverage")
@click.option("--kind", type=click.Choice([*_KINDS]), help="Monsters of that kind only.")
@click.option("--most", type=click.IntRange(min=0), default=20, show_default=True, metavar="NUMBER",
              help="Print so many templates of what was not understood.")
@_CARD_FILES
@_AS_JSON
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

        _print_json({"format": FORMAT, **coverage.as_json(found, most)})
    else:
        _say(coverage.as_text(found, most))


@main.command()
@click.option(
    "--extension", type=click.Choice(["ripple"]), default="ripple", show_default=True,
    help="The mechanic that is looked at.",
)  # fmt: skip
@_CARD_FILES
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0), default=60, show_default=True, metavar="SECONDS",
    help="Stop then, with what there is.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show the boards on which all is well too.")
@_AS_JSON
def audit(extension: str, card_files: Sequence[Path], seconds: float, verbose: bool, as_json: bool) -> None:
    """Look for what a mechanic does to the game.

    Small boards are looked for by solving: Ripple Monsters that can never be summoned, rules that they never meet,
    settings that decide, ends that are left open, loops within a turn. With --cards it is about the String Monsters of
    those files. Exit status 0, whatever is found.
    """
    if math.isnan(seconds):
        raise click.BadParameter("nan is no number of seconds.", param_hint="'--time'")
    from ygolp.audit import audit as run
    from ygolp.audit import report
    from ygolp.cards.known import in_use

    pool = in_use()
    if card_files and not any("ripple" in record for record in pool.added()):
        raise YgolpError(f"{', '.join(map(str, card_files))}: no String Monster there")
    found = run(extension, pool.records(), seconds, pool.added() if card_files else None)
    if as_json:
        _print_json(report.audit_json(found))
    else:
        _say(report.audit_text(found, verbose))


def _write(output: Path, text: str) -> None:
    try:
        output.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise YgolpError(f"{output}: {error.strerror}") from None


# ---- reading -------------------------------------------------------------------------------------------------


def _line(path: Path) -> Sequence[str]:
    """Return the actions of a line of play, its variations left out."""
    from ygolp.lines import parse_line

    try:
        return parse_line(path.read_text(encoding="utf-8"), str(path)).actions
    except OSError as error:
        raise YgolpError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise YgolpError(f"{path}: no UTF-8 text") from None


def _rulebook(more: Path | None) -> Rulebook:
    from ygolp.engine import SHIPPED, Rulebook

    if more is None:
        return SHIPPED
    files = sorted(more.glob("*.lp"))
    if not files:
        raise YgolpError(f"{more}: no .lp files there")
    return Rulebook(more=files)


def _duel(file: str | Path, more: Path | None) -> Duel:
    from ygolp.duel import Duel
    from ygolp.scenario import load

    return Duel(load(file), _rulebook(more))


def _sound(duel: Duel) -> Duel:
    """Return the duel if nothing is wrong with its board; FaultyBoard with all that is."""
    faults = duel.status()
    if faults:
        raise FaultyBoard(duel.scenario.name if duel.scenario else "board", faults)
    return duel


def _complain(scenario: Scenario) -> None:
    """Print what is wrong with a board that is shown all the same, and what of its file it does not hold."""
    from ygolp.duel import Duel
    from ygolp.report import faults_lines

    for line in (*scenario.remarks, *faults_lines(scenario.name, Duel(scenario).status())):
        _say(f"ygolp: {line}\n", err=True)
