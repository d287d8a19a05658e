"""The command line. Each command imports what it needs, so that the others start at once."""

from __future__ import annotations

import math
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ygolp import __version__
from ygolp.errors import ScenarioError, YgolpError
from ygolp.terminal import (
    AS_JSON,
    BROKEN_PIPE,
    CARD_FILES,
    CARDS,
    FILE,
    ILLEGAL,
    INTERRUPTED,
    JSON,
    NOT_UNDERSTOOD,
    RULES,
    complain,
    duel_of,
    error_json,
    line_in,
    many,
    messages,
    print_json,
    progress,
    rulebook_of,
    say,
    sound,
    write,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ygolp.engine import Rulebook

# Commands of other modules, which are imported when they are called.
_LATER = {
    "boards": "ygolp.cli_lines", "cards": "ygolp.cli_cards", "hands": "ygolp.cli_hands", "line": "ygolp.cli_lines",
    "survive": "ygolp.cli_survive", "verify": "ygolp.cli_lines",
}  # fmt: skip


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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1)
            if not near or "Did you mean" in error.message:
                raise
            raise click.UsageError(f"{error.message} Did you mean {near[0]!r}?", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            say("ygolp: incomplete: interrupted before there was an answer\n", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # Nobody reads on. Point stdout elsewhere, so that the interpreter does not complain when it flushes.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)
        except YgolpError as error:
            if ctx.meta.get(JSON):
                print_json(error_json(error))
            else:
                say("".join(f"ygolp: {line}\n" for line in messages(error)), err=True)
            ctx.exit(NOT_UNDERSTOOD)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="ygolp")
def main() -> None:
    """What is legal now, and why not the rest: a rules checker for the Yu-Gi-Oh! OCG.

    FILE is a scenario (.toml or .json), a puzzle of EDOPro or YGOPro (.lua), a deck (.ydk or ydke://...), or a board in
    one line (duel:...), see `ygolp convert`. Exit status: 0 yes, 1 no, 2 not understood.
    """


@main.command()
@FILE
@click.option("--all", "everything", is_flag=True, help="Add what cannot be done with each card, and why.")
@AS_JSON
@RULES
@CARDS
def legal(file: str | Path, everything: bool, as_json: bool, more_rules: Path | None) -> None:
    """List what the turn player may do.

    Each action comes with its materials, and with the zones and positions that may be chosen.
    """
    from ygolp import report

    duel = sound(duel_of(file, more_rules).prepare())
    refused = None
    if everything:
        from ygolp.questions import refusals

        refused = refusals(duel)
    if as_json:
        print_json(report.legal_json(duel, refused))
    else:
        say(report.legal_text(duel, refused))


@main.command()
@FILE
@click.argument("action")
@AS_JSON
@RULES
@CARDS
@click.pass_context
def why(ctx: click.Context, file: str | Path, action: str, as_json: bool, more_rules: Path | None) -> None:
    """Say whether ACTION is legal, or why not.

    An illegal action comes with the rules that it breaks, and with what would make it legal.

    ACTION is written as `ygolp legal` prints it; materials may be left out. Exit status: 0 legal, 1 illegal, 2 not
    understood or ambiguous.
    """
    from ygolp import report

    duel = duel_of(file, more_rules)
    meanings = duel.meanings(action)
    sound(duel)
    found: list[report.Answer] = []
    for asked in meanings:
        verdict = duel.why(asked)
        repairs = [] if verdict.legal else [tuple(repair.sentences) for repair in duel.repair(asked)]
        found.append((asked, verdict, repairs))
    found.sort(key=lambda each: len(each[1].reasons))
    if as_json:
        print_json(report.why_json(duel, *found[0], found[1:]))
    else:
        say("\n".join(report.why_text(duel, *each) for each in found))
    ctx.exit(0 if found[0][1].legal else ILLEGAL)


@main.command()
@FILE
@click.argument("action", required=False)
@AS_JSON
@RULES
@CARDS
def eras(file: str | Path, action: str | None, as_json: bool, more_rules: Path | None) -> None:
    """Compare the versions of the rules.

    What is legal under some of them only, and which rule makes the difference; or the verdicts on ACTION.
    """
    from ygolp import questions, report

    duel = duel_of(file, more_rules)
    asked = duel.parse(action) if action is not None else None
    sound(duel)
    if asked is not None and action is not None:
        answers = questions.answers(duel, action)
        if as_json:
            print_json(report.era_answers_json(duel, asked, answers))
        else:
            say(report.era_answers_text(duel, asked, answers))
        return
    comparison = questions.compare(duel)
    if as_json:
        print_json(report.eras_json(duel, comparison))
    else:
        say(report.eras_text(duel, comparison))


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--coverage", is_flag=True, help="Say which rules the scenarios exercise.")
@click.option("--mutants", is_flag=True, help="Say which conditions could be dropped without any scenario noticing.")
@CARDS
@RULES
@click.pass_context
def check(ctx: click.Context, paths: Sequence[Path], coverage: bool, mutants: bool, more_rules: Path | None) -> None:
    """Run scenarios with expectations.

    The shipped ones are run if no PATHS are given.

    Exit status: 0 all hold, 1 some fail.
    """
    from ygolp.paths import SCENARIOS

    paths = list(paths) or [SCENARIOS]
    rulebook = rulebook_of(more_rules)
    if coverage or mutants:
        from importlib import import_module

        fine = True
        for wanted, module in ((coverage, "ygolp.coverage"), (mutants, "ygolp.mutants")):
            if wanted:
                text, ok = import_module(module).report(paths, rulebook)
                say(text.rstrip("\n") + "\n")
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
        progress(f"{done + unread + 1} of {len(found)} files")
        try:
            outcomes = run_file(path, rulebook)
            if not outcomes:
                raise ScenarioError(str(path), ["expects nothing: [[expect]] is missing"])
        except KeyboardInterrupt:
            break
        except ScenarioError as error:
            unread += 1
            progress("")
            say(f"{error}\n\n")
            continue
        done += 1
        for outcome in outcomes:
            total += 1
            if outcome.failure is not None:
                failed += 1
                progress("")
                say(f"{outcome.label}: {outcome.question}\n    {outcome.failure}\n\n")
    progress("")
    checked = f"{many(total, 'expectation')} in {many(done, 'file')}"
    holds = f"{checked} {'holds' if total == 1 else 'hold'}"
    parts = [f"{failed} of {checked} {'fails' if failed == 1 else 'fail'}" if failed else holds]
    parts += [f"{many(unread, 'file')} cannot be used"] if unread else []
    interrupted = done + unread < len(found)
    parts += [f"incomplete: interrupted after {done + unread} of {len(found)} files"] if interrupted else []
    say(("; ".join(parts) if found else "no scenario with expectations found") + "\n")
    if interrupted:
        return INTERRUPTED
    return 0 if found and not failed and not unread else ILLEGAL


@main.command("apply")
@FILE
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option("--line", type=click.Path(path_type=Path), metavar="FILE", help="Play the line of that file first.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the last board there.")
@AS_JSON
@RULES
@CARDS
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
        actions = (*line_in(line), *actions)
    if not actions:
        raise click.UsageError("Missing argument 'ACTION...', or --line FILE.", ctx)
    duel = sound(duel_of(file, more_rules))
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
            print_json(report.apply_json(duel, steps, error.verdict))
        else:
            refused = (error.verdict, *error.verdict.others)
            say("\n".join([*told, *(report.why_text(duel, verdict.action, verdict) for verdict in refused)]))
        ctx.exit(ILLEGAL)
    if as_json:
        print_json(report.apply_json(duel, steps))
    else:
        say("\n".join(told) + report.standing_text(duel))
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
            say(f"ygolp: not in the {form} form: {sentence}\n", err=True)
        write(output, found.text)


@main.command()
@FILE
@click.option(
    "--to", "form", type=click.Choice(["toml", "json", "line", "lua", "ydk", "ydke"]),
    help="The form; that of the ending of the output file if it is not named.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write there, not to the screen.")
@click.option(
    "--player", type=click.Choice(["a", "b"]), default="a", show_default=True, help="Whose deck, for ydk and ydke."
)
@CARDS
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
        say(f"ygolp: {sentence}\n", err=True)
    for sentence in found.left_out:
        say(f"ygolp: not in the {form} form: {sentence}\n", err=True)
    if output is None:
        say(found.text)
    else:
        write(output, found.text)


@main.command()
@FILE
@click.option("--reveal", is_flag=True, help="Show face-down cards, hands and Decks that player a cannot know.")
@CARDS
def show(file: str | Path, reveal: bool) -> None:
    """Draw the board, seen from player a."""
    from ygolp.scenario import load
    from ygolp.show import draw

    scenario = load(file)
    say(draw(scenario.board, scenario.title, reveal))
    complain(scenario)


@main.command()
@FILE
@CARDS
def facts(file: str | Path) -> None:
    """Print the board as facts for clingo.

    `clingo asp/questions/legal.lp facts.lp 0` then lists the legal actions.
    """
    from ygolp.facts import as_program, board_facts
    from ygolp.scenario import load

    scenario = load(file)
    say(as_program(board_facts(scenario.board)))
    complain(scenario)


@main.command()
@click.argument("name", required=False, metavar="[ID]")
@click.option(
    "--missing", "catalogue_dir", metavar="CATALOGUE_DIR", type=click.Path(path_type=Path),
    help="List the ids of a catalogue that no rule cites; exit status 1 if there are any.",
)  # fmt: skip
@RULES
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
        say(rule_table.not_cited(ids))
        ctx.exit(ILLEGAL if ids else 0)
    say(rule_table.one(name, found, SCENARIOS) if name else rule_table.all_rules(found))


@main.command()
def schema() -> None:
    """Print the JSON Schema of scenario files."""
    from ygolp.schema import scenario_schema

    print_json(scenario_schema())


@main.command()
@click.option(
    "--extension", type=click.Choice(["ripple"]), default="ripple", show_default=True,
    help="The mechanic that is looked at.",
)  # fmt: skip
@CARD_FILES
@click.option(
    "--time", "seconds", type=click.FloatRange(min=0), default=60, show_default=True, metavar="SECONDS",
    help="Stop then, with what there is.",
)  # fmt: skip
@click.option("-v", "--verbose", is_flag=True, help="Show the boards on which all is well too.")
@AS_JSON
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
        print_json(report.audit_json(found))
    else:
        say(report.audit_text(found, verbose))


# ---- reading -------------------------------------------------------------------------------------------------


