"""What the rules leave open: settings under which a verdict differs, and actions with several ends."""

from __future__ import annotations

from collections.abc import Iterator

from ygolp.actions import Action
from ygolp.audit.boards import actions_of, later
from ygolp.audit.findings import ENDINGS, SETTING, Asked, Clock, Finding, Part, TimeIsUp
from ygolp.audit.summons import Line, Search
from ygolp.board import Board, replace
from ygolp.duel import Duel
from ygolp.moves import endings
from ygolp.schema import SETTINGS

MOST_BOARDS = 3


def settings_of(extension: str) -> dict[str, tuple[str, ...]]:
    """Return the settings of an extension, those whose name begins with its own, with their values."""
    return {name: values for name, values in SETTINGS.items() if name.startswith(f"{extension}_")}


def boards_of(lines: list[Line]) -> Iterator[Board]:
    """Yield the boards of the lines: before the Ripple Summon, and a turn after it."""
    for line in lines:
        yield line.board
    for line in lines:
        yield later(line.after)


def settings(search: Search) -> Part:
    """Ask for the extension's actions on each board under each value of its settings."""
    findings: list[Finding] = []
    complete = True
    asked = list(boards_of(search.about()))
    for name, values in settings_of(search.extension).items():
        boards: list[Board] = []
        questions: list[Asked] = []
        try:
            for board in asked:
                found = _differing(search.clock, board, search.extension, name, values, len(boards))
                if found:
                    boards.append(board)
                    questions += found
        except TimeIsUp:
            complete = False
        if boards:
            sentence = f"The setting {name} decides on {len(boards)} of {len(asked)} boards."
            kept = [question for question in questions if question.board < MOST_BOARDS]
            findings.append(Finding(SETTING, sentence, tuple(boards[:MOST_BOARDS]), tuple(kept)))
    names = ", ".join(settings_of(search.extension)) or "there is none"
    bounds = f"{len(asked)} boards: those of the Ripple Summons found, and a turn later; settings: {names}"
    return Part("settings", "a setting that decides whether an action is legal", bounds, tuple(findings), (), complete)


def _differing(
    clock: Clock, board: Board, extension: str, name: str, values: tuple[str, ...], number: int
) -> list[Asked]:
    duels = {value: Duel(replace(board, settings=((name, value),))) for value in values}
    legal: dict[str, dict[str, Action]] = {}
    for value, duel in duels.items():
        clock.check()
        legal[value] = {duel.short(action): action for action in actions_of(duel, extension)}
    found = []
    for text in sorted({text for texts in legal.values() for text in texts}):
        if all(text in texts for texts in legal.values()):
            continue
        told = []
        for value in values:
            if text in legal[value]:
                told.append(f"legal with {name} = {value}")
            else:
                clock.check()
                reasons = duels[value].why(text).reasons
                told.append(f"illegal with {value}: {' '.join(reason.sentence for reason in reasons)}")
        found.append(Asked(number, text, "; ".join(told)))
    return found


def several_ends(search: Search) -> Part:
    """Play the extension's actions with all choices settled, and look whether more than one board can follow."""
    findings: list[Finding] = []
    complete, count = True, 0
    try:
        for line in search.about():
            findings += _ends(search.clock, Duel(line.board), line.action)
            count += 1
        for board in map(later, (line.after for line in search.about())):
            duel = Duel(board)
            search.clock.check()
            for action in actions_of(duel, search.extension):
                if action.kind == "switch":
                    findings += _ends(search.clock, duel, action)
                    count += 1
    except TimeIsUp:
        complete = False
    bounds = f"{count} actions on the same boards, with materials, their order, zone and position settled"
    return Part("endings", "an action that can end in two ways", bounds, tuple(findings), (), complete)


def _ends(clock: Clock, duel: Duel, action: Action) -> list[Finding]:
    clock.check()
    found = endings(duel, action)
    if len(found) < 2:
        return []
    apart = sorted(found[0] ^ found[1])
    text = duel.short(action)
    asked = Asked(0, text, f"ends in several ways, which differ in {', '.join(apart[:4])}")
    return [Finding(ENDINGS, f"{text} can end in several ways.", (duel.board,), (asked,))]
