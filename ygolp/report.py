"""Answers as text and as JSON.

The JSON forms are stable: `format` is 1, and keys are only ever added. A card is

    {"name": "Junk Synchron", "player": "a", "place": "mmz2", "copy": 1}

where `place` is `hand`, `mmz2`, `emz left`, `gy` ... as its player sees it, and `copy` tells equal cards in one place
apart. An action is

    {"action": full text, "short": text without places that go without saying, "kind": "synchro summon",
     "player": "a", "card": card or null, "ripple": name or null, "using": [cards] or null, "zone": text or null,
     "position": "atk", "def", "fd_def" or null}

(`card` is null for a Pendulum Summon; `using` is null where any materials are meant). A reason is

    {"rule": "synchro_level_sum", "sentence": text, "sources": ["SM-098"], "term": the reason in the rulebook}

Every answer opens with `format`, `file`, `title`, `era`, `extensions`, `turn_player`, `phase`. Then have

    legal   "legal": [action + "zones": [...] + "positions": [...]], "notes": [text];
            with --all "illegal": [{"card": card, "actions": [action], "nearest": [cards], "reasons": [reason]}]
    why     "verdict": "legal" or "illegal", "asked": text, "action": action (with the nearest materials if none were
            named), "zones", "positions", "reasons": [reason], "repairs": [[sentence, ...], ...], "notes";
            "others": the same of the card's other effects, if none was named and none is legal
    eras    "eras": [names], "impossible": {era: [reason]}, "alike": number of actions that all eras allow alike,
            "differences": [action + "legal": {era: {"zones", "positions"}} + "reasons": {era: [reason]}];
            of one action "answers": {era: the answer of why, or "verdict": "no_board" with the faults}

    apply   "played": [{"action": text, "events": [sentence, ...], "notes": [text], "board": a scenario file as
            text}], "notes";
            "illegal": the answer of why, if an action could not be played

What cannot be answered has "error": {"kind": "not_understood", "ambiguous", "faulty_board" or "error",
"messages": [text], "candidates": [text] if ambiguous, "reasons": [reason] if the board is faulty}.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ygolp.layout import WIDTH, blocks, hanging, pad, table, width, zones_text

if TYPE_CHECKING:
    from ygolp.actions import Action, CardRef
    from ygolp.duel import Duel, Option, Verdict
    from ygolp.explain import Reason
    from ygolp.moves import Played
    from ygolp.questions import Comparison, Difference, EraAnswer, Refusal

FORMAT = 1
Json = dict[str, Any]
Answer: TypeAlias = "tuple[Action, Verdict, Sequence[Sequence[str]]]"
_HEADINGS = {
    "normal summon": "Normal Summon", "tribute summon": "Tribute Summon", "set": "Set", "tribute set": "Tribute Set",
    "flip summon": "Flip Summon", "change": "Change of battle position", "contact fusion": "Contact Fusion",
    "special summon": "Special Summon by its own procedure", "synchro summon": "Synchro Summon",
    "xyz summon": "Xyz Summon", "link summon": "Link Summon", "pendulum summon": "Pendulum Summon",
    "ripple summon": "Ripple Summon", "switch": "Switch", "attack": "Attack",
    "set spell or trap": "Set of a Spell or Trap",
}  # fmt: skip
_MARK = ": not modelled: "


# ---- legal ---------------------------------------------------------------------------------------------------


def legal_text(duel: Duel, refused: Sequence[Refusal] | None = None) -> str:
    """Return the table of legal actions; with `refused`, what cannot be done and why."""
    options = duel.options
    many = "1 legal action" if len(options) == 1 else f"{len(options) or 'no'} legal actions"
    lines = [f"{_situation(duel)}: {many}", *([""] if options else [])]
    rows = [(duel.short(each.action), zones_text(each.zones), ", ".join(each.positions)) for each in options]
    columns = ("", "zones", "positions")
    least = sum(max(width(row[column]) for row in [*rows, columns]) + 2 for column in (1, 2))
    *shown, [head] = blocks([*rows, columns], indent="  ", widest=max(WIDTH - 2 - least, 40))
    kind = ""
    for option, block in zip(options, shown, strict=True):
        if option.action.kind != kind:
            title = _HEADINGS.get(option.action.kind, option.action.kind.capitalize())
            lines.append(title if kind else title + head[len(title) :])
            kind = option.action.kind
        lines += block
    if refused is not None:
        lines += ["", *_refused(duel, refused)] if refused else ["", "There is nothing else to try with these cards."]
    lines += _notes(legal_notes(duel))
    return "\n".join(lines).rstrip() + "\n"


def _refused(duel: Duel, refused: Sequence[Refusal]) -> list[str]:
    lines = ["Not legal now"]
    for actions, refusal in _merged(refused):
        lines.append("  " + "; ".join(duel.short(action) for action in actions))
        nearest = _materials(refusal.verdict.action)
        if nearest and refusal.action.using is None:
            lines += hanging(f"nearest: {', '.join(ref.name for ref in nearest)}", "      ")
        for reason in refusal.verdict.reasons:
            lines += hanging(f"{reason.sentence} [{reason.rule}]", "    - ")
    return lines


def _merged(refused: Sequence[Refusal]) -> list[tuple[list[Action], Refusal]]:
    """Join the refusals of a card that have the same reasons."""
    found: dict[tuple[Any, ...], tuple[list[Action], Refusal]] = {}
    for refusal in refused:
        nearest = _materials(refusal.verdict.action) if refusal.action.using is None else ()
        key = (refusal.card, nearest, refusal.verdict.reasons)
        found.setdefault(key, ([], refusal))[0].append(refusal.action)
    return list(found.values())


def _materials(action: Action) -> tuple[CardRef, ...]:
    using = action.using or ()
    return using[1:] if action.kind == "ripple summon" else using


def legal_notes(duel: Duel) -> list[str]:
    """Return what is not modelled of the cards on the field and of those that the legal actions are about.

    What was not understood of a card from a database is told wherever it could be Summoned from, too.
    """
    concerned: dict[str, None] = dict.fromkeys(duel.half_read())
    for action in duel.legal_actions():
        for ref in (action.card, *(action.using or ())):
            if ref is not None:
                concerned[duel.index.piece_of[ref].id] = None
    silent = duel.silent_cards()
    return [*duel.notes_about(concerned), *([silent] if silent else [])]


def legal_json(duel: Duel, refused: Sequence[Refusal] | None = None) -> Json:
    """Return the answer of `legal` in its JSON form."""
    answer = _opening(duel)
    answer["legal"] = [{**action_json(duel, option.action), **_choice(option)} for option in duel.options]
    if refused is not None:
        answer["illegal"] = [
            {"card": card_json(refusal.card), "actions": [action_json(duel, action) for action in actions],
             "nearest": [card_json(ref) for ref in _materials(refusal.verdict.action)],
             "reasons": [reason_json(reason) for reason in refusal.verdict.reasons]}
            for actions, refusal in _merged(refused)
        ]  # fmt: skip
    answer["notes"] = legal_notes(duel)
    return answer


# ---- why -----------------------------------------------------------------------------------------------------


def why_text(duel: Duel, asked: Action, verdict: Verdict, repairs: Sequence[Sequence[str]] = ()) -> str:
    """Return the answer of `why`: the verdict, the broken rules, and what would make it legal."""
    word = "legal" if verdict.legal else "illegal"
    lines = [f"{word}: {duel.short(verdict.action if verdict.legal else asked)}"]
    nearest = _materials(verdict.action)
    if asked.using is None and nearest:
        found = ", ".join(ref.name for ref in nearest)
        if verdict.legal:
            lines += hanging("This is one choice of materials; `ygolp legal` lists all.", "  ")
        else:
            lines += hanging(f"The nearest materials: {found}", "  ")
    if verdict.legal:
        rows = [("zones", zones_text(verdict.zones)), ("positions", ", ".join(verdict.positions))]
        lines += table([row for row in rows if row[1]], indent="  ")
    else:
        lines += ["", *_reasons(verdict.reasons)]
    if repairs:
        lines += ["", "It would be legal with"]
        for sentences in repairs:
            lines += hanging(" ".join(sentences), "  - ")
    return "\n".join([*lines, *_notes(verdict.notes)]) + "\n"


def _reasons(reasons: Iterable[Reason], indent: str = "  ") -> list[str]:
    lines: list[str] = []
    for reason in reasons:
        lines += hanging(reason.sentence, indent)
        lines += hanging(f"{reason.rule}: {', '.join(reason.sources)}", f"{indent}    ")
    return lines


def why_json(
    duel: Duel, asked: Action, verdict: Verdict, repairs: Sequence[Sequence[str]] = (), others: Sequence[Answer] = ()
) -> Json:
    """Return the answer of `why` in its JSON form; `others`: the answers on other effects that may be meant."""
    more = {"others": [
        {**_answer(duel, *each[:2]), "repairs": [list(repair) for repair in each[2]]} for each in others
    ]}  # fmt: skip
    given = {**_answer(duel, asked, verdict), "repairs": [list(each) for each in repairs]}
    return {**_opening(duel), **given, **(more if others else {})}


def _answer(duel: Duel, asked: Action, verdict: Verdict) -> Json:
    return {
        "verdict": "legal" if verdict.legal else "illegal",
        "asked": str(asked),
        "action": action_json(duel, verdict.action),
        **_choice(verdict),
        "reasons": [reason_json(reason) for reason in verdict.reasons],
        "notes": list(verdict.notes),
        **({"others": [_answer(duel, each.action, each) for each in verdict.others]} if verdict.others else {}),
    }


# ---- apply ---------------------------------------------------------------------------------------------------



def standing_text(duel: Duel) -> str:
    """Return who has to decide something, where the last board stands in a window; nothing in the open game state."""
    from ygolp.flow import players

    if duel.board.state == "open":
        return ""
    who = " or ".join(f"player {player}" for player in players(duel.board)) or "a player"
    return f"\nIt is for {who} to act or to pass: {duel.board.state} (`ygolp legal` lists what may be done).\n"


def played_text(duel: Duel, played: Played) -> str:
    """Return the last action that was played, what happened, and the board after it."""
    from ygolp.show import draw

    lines = hanging(str(played.action), f"{len(duel.log)}. ")
    for sentence in played.events:
        lines += hanging(sentence, "   - ")
    silent = duel.silent_cards() if duel.board.state != "open" else ""
    notes = [*played.notes, *([silent] if silent else [])]
    return "\n".join([*lines, *_notes(notes), "", draw(duel.board)])


def played_json(duel: Duel, played: Played) -> Json:
    """Return an action that was played in its JSON form, with the board after it as the text of a scenario file."""
    from ygolp.writing import scenario_text

    return {
        "action": str(played.action), "events": list(played.events), "notes": list(played.notes),
        "board": scenario_text(duel.board),
    }  # fmt: skip


def apply_json(duel: Duel, played: Sequence[Json], illegal: Verdict | None = None) -> Json:
    """Return the answer of `apply` in its JSON form, with the verdict on an action that could not be played."""
    refused = {"illegal": _answer(duel, illegal.action, illegal)} if illegal is not None else {}
    return {
        **_opening(duel),
        "played": list(played),
        "notes": [note] if (note := standing_text(duel).strip()) else [],
        **refused,
    }


# ---- eras ----------------------------------------------------------------------------------------------------


def eras_text(duel: Duel, comparison: Comparison) -> str:
    """Return what differs between the eras: a table, then the rules that make each difference."""
    eras = comparison.eras
    lines = _impossible(comparison)
    verdicts = [each for each in comparison.differences if each.verdict_differs]
    choices = [each for each in comparison.differences if not each.verdict_differs]
    many = "1 legal action is" if comparison.alike == 1 else f"{comparison.alike} legal actions are"
    same = f"{many} the same under all of them"
    if not comparison.differences:
        return "\n".join([*lines, f"No difference: {same}."]) + "\n"
    if verdicts:
        rows = [("legal under", *eras)]
        for each in verdicts:
            cells = ("?" if era in comparison.impossible else "yes" if era in each.options else "-" for era in eras)
            rows.append((duel.short(each.action), *cells))
        lines += [*table(rows, widest=WIDTH - sum(width(era) + 2 for era in eras)), ""]
        lines += _by_reason(duel, verdicts, comparison)
    if choices:
        lines.append("Legal under all, with other zones or positions")
        for each in choices:
            lines += ["", f"  {duel.short(each.action)}", *_choices(each)]
            lines += _era_reasons(each)
        lines.append("")
    lines.append(f"{same[:1].upper()}{same[1:]}.")
    return "\n".join(lines) + "\n"


def _impossible(comparison: Comparison) -> list[str]:
    lines: list[str] = []
    for era, faults in comparison.impossible.items():
        lines.append(f"There is no such board under {era}:")
        lines += _reasons(faults)
        lines.append("")
    return lines


def _by_reason(duel: Duel, verdicts: Sequence[Difference], comparison: Comparison) -> list[str]:
    lines: list[str] = []
    for each in verdicts:
        lines.append(duel.short(each.action))
        lines += _era_reasons(each)
        choices = {(option.zones, option.positions) for option in each.options.values()}
        if len(choices) > 1:
            lines += _choices(each)
        lines.append("")
    return lines


def _choices(difference: Difference) -> list[str]:
    grouped: dict[tuple[str, str], list[str]] = {}
    for era, option in difference.options.items():
        grouped.setdefault((zones_text(option.zones), ", ".join(option.positions)), []).append(era)
    return table([(", ".join(eras), zones, positions) for (zones, positions), eras in grouped.items()], indent="    ")


def _era_reasons(difference: Difference) -> list[str]:
    grouped: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for era, reasons in difference.reasons.items():
        for reason in reasons:
            grouped.setdefault((reason.sentence, reason.rule, reason.sources), []).append(era)
    lines: list[str] = []
    for (sentence, rule, sources), eras in grouped.items():
        lines += hanging(f"{sentence} [{rule}: {', '.join(sources)}]", f"    {', '.join(eras)}: ", "        ")
    return lines


def eras_json(duel: Duel, comparison: Comparison) -> Json:
    """Return the answer of `eras` in its JSON form."""
    answer = _opening(duel)
    answer["eras"] = list(comparison.eras)
    answer["impossible"] = {
        era: [reason_json(reason) for reason in faults] for era, faults in comparison.impossible.items()
    }
    answer["alike"] = comparison.alike
    answer["differences"] = [
        {**action_json(duel, each.action),
         "legal": {era: _choice(option) for era, option in each.options.items()},
         "reasons": {era: [reason_json(reason) for reason in reasons] for era, reasons in each.reasons.items()}}
        for each in comparison.differences
    ]  # fmt: skip
    return answer


def era_answers_text(duel: Duel, asked: Action, answers: Sequence[EraAnswer]) -> str:
    """Return the verdict on one action under each era."""
    lines = [duel.short(asked), ""]
    size = max(width(answer.era) for answer in answers)
    for answer in answers:
        first = f"  {pad(answer.era, size)}  "
        if answer.verdict is None:
            lines += [f"{first}there is no such board", *_reasons(answer.faults, " " * width(first))]
        elif answer.verdict.legal:
            labelled = (("zones", zones_text(answer.verdict.zones)), ("positions", ", ".join(answer.verdict.positions)))
            choice = "; ".join(f"{label} {text}" for label, text in labelled if text)
            lines += hanging(f"legal{'; ' if choice else ''}{choice}", first)
        else:
            nearest = _materials(answer.verdict.action) if asked.using is None else ()
            near = f" (nearest: {', '.join(ref.name for ref in nearest)})" if nearest else ""
            lines += hanging(f"illegal{near}", first)
            lines += _reasons(answer.verdict.reasons, " " * width(first))
    return "\n".join(lines) + "\n"


def era_answers_json(duel: Duel, asked: Action, answers: Sequence[EraAnswer]) -> Json:
    """Return the verdicts on one action in their JSON form."""
    found: Json = {}
    for answer in answers:
        if answer.verdict is None:
            found[answer.era] = {"verdict": "no_board", "reasons": [reason_json(reason) for reason in answer.faults]}
        else:
            found[answer.era] = _answer(duel, asked, answer.verdict)
    return {**_opening(duel), "answers": found}


# ---- parts ---------------------------------------------------------------------------------------------------


def faults_lines(name: str, faults: Iterable[Reason]) -> list[str]:
    """Return a line for each fault of a board."""
    return [f"{name}: {reason.sentence} [{reason.rule}: {', '.join(reason.sources)}]" for reason in faults]


def era_name(duel: Duel) -> str:
    """Return the era, or the preset, that a duel is played under."""
    return duel.board.preset or duel.board.era


def _situation(duel: Duel) -> str:
    from ygolp.explain import PHASES

    board = duel.board
    extensions = "".join(f" with {name.capitalize()} Summon" for name in board.extensions)
    return f"Player {board.turn_player}, {PHASES[board.phase]}, {era_name(duel)}{extensions}"


def _notes(notes: Iterable[str]) -> list[str]:
    lines: list[str] = []
    for note in notes:
        card, mark, text = note.partition(_MARK)
        lines += hanging(f"{card}: {text}" if mark else note, "Not modelled: " if mark else "Note: ", "    ")
    return ["", *lines] if lines else []


def _opening(duel: Duel) -> Json:
    board, scenario = duel.board, duel.scenario
    return {
        "format": FORMAT,
        "file": scenario.name if scenario else None,
        "title": scenario.title if scenario else None,
        "era": era_name(duel),
        "extensions": list(board.extensions),
        "turn_player": board.turn_player,
        "phase": board.phase,
    }


def card_json(ref: CardRef) -> Json:
    """Return a card in its JSON form."""
    return {"name": ref.name, "player": ref.player, "place": ref.place, "copy": ref.copy}


def action_json(duel: Duel, action: Action) -> Json:
    """Return an action in its JSON form."""
    return {
        "action": str(action),
        "short": duel.short(action),
        "kind": action.kind,
        "player": action.player,
        "card": card_json(action.card) if action.card else None,
        "ripple": action.ripple,
        "using": None if action.using is None else [card_json(ref) for ref in action.using],
        "zone": action.zone,
        "position": action.position,
    }


def reason_json(reason: Reason) -> Json:
    """Return a reason in its JSON form."""
    return {"rule": reason.rule, "sentence": reason.sentence, "sources": list(reason.sources), "term": reason.term}


def _choice(chosen: Option | Verdict) -> Json:
    return {"zones": list(chosen.zones), "positions": list(chosen.positions)}
