"""Rules of the base game that an ordinary monster meets and a Ripple Monster never does, or the other way round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ygolp.audit.boards import board_of, stack_of, unit_on
from ygolp.audit.findings import UNREACHED, Asked, Finding, Part, TimeIsUp
from ygolp.audit.probes import PROBES, Probe, Setting, circumstances
from ygolp.audit.records import face_of
from ygolp.audit.summons import Line, Search
from ygolp.board import ON_FIELD, Board
from ygolp.cards.pool import Record, ripple_record
from ygolp.duel import Duel, Verdict
from ygolp.errors import IllegalAction, NotationError

MOST_FACES = 2


def ordinary(carrier: Record) -> Record:
    """Return a made-up monster with the data of the Ripple Monster that a String Monster carries."""
    face = ripple_record(carrier)
    kept = {key: part for key, part in face.items() if key not in ("zh", "carrier", "types")}
    types = [kind for kind in face["types"] if kind != "ripple"] or ["effect"]
    return {**kept, "name": f"Ordinary {face['name']}", "types": types, "attribute": carrier["attribute"]}


class _Answered(NamedTuple):
    """A question asked about an ordinary monster (0) and about a Ripple Monster (1)."""

    boards: tuple[Board, Board]
    texts: tuple[str, str]
    verdicts: tuple[Verdict | None, Verdict | None]
    template: str
    first: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def unreached(search: Search) -> Part:
    """Ask each question about an ordinary monster and about a Ripple Monster of the same data; compare the rules."""
    answered: list[_Answered] = []
    complete = True
    lines = [line for line in search.about() if not any(piece.pile for piece in line.board.pieces)][:MOST_FACES]
    summons = list(circumstances(search.records)) if lines else []
    try:
        for line in lines:
            answered += [_on_field(search, line, probe) for probe in PROBES]
            answered += [_summoned(search, line, setting) for setting in summons]
    except TimeIsUp:
        complete = False
    findings = tuple(_compared(search.extension, answered)) if complete else ()
    met = len({rule for each in answered for rule in _rules(each.verdicts[0])})
    bounds = (
        f"{len(PROBES)} questions about a monster on the field (positions, Tributes, materials, targets, what has "
        f"left) and its Special Summon in {len(summons)} circumstances (phases, zones, bans): "
        f"{' and '.join(line.face for line in lines) or 'no Ripple Monster'}, and an ordinary monster with the same "
        f"data, which meets {met} prohibitions"
    )
    question = "a rule that an ordinary monster meets and a Ripple Monster never does, or the other way round"
    return Part("rules", question, bounds, findings, (), complete)


def _carrier(search: Search, line: Line) -> Record:
    return next(each for each in search.carriers if face_of(each) == line.face)


def _on_field(search: Search, line: Line, probe: Probe) -> _Answered:
    plain = ordinary(_carrier(search, line))
    stack = stack_of(line.after, unit_on(line.after, line.face))
    found = []
    for entry, name in (({"card": plain["name"]}, str(plain["name"])), ({"stack": stack}, line.face)):
        sides: dict[str, dict[str, list[Any]]] = {"a": dict(probe.a), "b": dict(probe.b)}
        sides[probe.side]["mmz"] = [{**entry, **probe.marks}, *sides[probe.side].get("mmz", [])]
        search.clock.check()
        board = board_of(search.extension, [*search.records, plain], **{**probe.frame, **sides})
        first = tuple(text.format(x=name) for text in probe.first)
        text = probe.action.format(x=name)
        found.append((board, text, _verdict(board, text, first), first))
    (one, text, verdict, first), (other, text_, verdict_, first_) = found
    return _Answered((one, other), (text, text_), (verdict, verdict_), probe.action, (first, first_))


def _summoned(search: Search, line: Line, setting: Setting) -> _Answered:
    """Ask for the Ripple Summon, and on the same board for an ordinary Special Summon from the hand."""
    plain = {**ordinary(_carrier(search, line)), "procedures": [{"from": ["hand"]}]}
    place = setting.materials_in
    a: dict[str, Any] = {where: list(entries) for where, entries in setting.a.items()}
    for piece in line.board.pieces:
        where = "fz" if piece.place == "fz" else place or piece.place
        if where == "fz":
            a["fz"] = piece.name
        else:
            entry = f"{piece.name} | faceup" if where == "st" else piece.name
            a.setdefault(where, []).append(entry)
    a |= {"hand": [plain["name"]], **setting.side}
    search.clock.check()
    search.clock.check()
    records = [*search.records, plain]
    board = board_of(search.extension, records, **{**setting.frame, "a": a, "b": dict(setting.b)})
    texts = (f"special summon {plain['name']}", f"ripple summon {line.face} using {_materials(line, board)}")
    verdicts = (_verdict(board, texts[0]), _verdict(board, texts[1]))
    return _Answered((board, board), texts, verdicts, "summon")


def _materials(line: Line, board: Board) -> str:
    """Return the materials of a line as they lie on another board."""
    lying = Duel(board).index.piece_of.items()
    there = [ref for ref, piece in lying if piece.player == "a" and piece.place in ON_FIELD]
    found = []
    for wanted in line.action.using or ():
        ref = min(each for each in there if each.name == wanted.name and each not in found)
        found.append(ref)
    return ", ".join(ref.text("a") for ref in found)


def _verdict(board: Board, text: str, first: Sequence[str] = ()) -> Verdict | None:
    """Return the verdict on an action after others; None where it cannot be asked."""
    duel = Duel(board)
    try:
        duel.replay(first)
        return duel.why(text)
    except (NotationError, IllegalAction):
        return None


def _compared(extension: str, answered: Sequence[_Answered]) -> Iterator[Finding]:
    """Yield a finding for each rule that is broken with one of the two and never with the other."""
    whom = ("an ordinary monster", "a Ripple Monster")
    told: set[str] = set()
    for each in answered:
        if (each.verdicts[0] is None) != (each.verdicts[1] is None) and each.template not in told:
            told.add(each.template)
            side = int(each.verdicts[0] is None)
            sentence = f"The question `{each.texts[side]}` exists for {whom[side]} alone."
            yield _pair(sentence, each)
    answered = [each for each in answered if each.template not in told]
    fired = [{rule for each in answered for rule in _rules(each.verdicts[side])} for side in (0, 1)]
    for side, other in ((0, 1), (1, 0)):
        for rule in sorted(fired[side] - fired[other]):
            if not rule.startswith((extension, "switch")):
                first = next(each for each in answered if rule in _rules(each.verdicts[side]))
                sentence = f"{rule} is broken with {whom[side]}, and by the same questions never with {whom[other]}."
                yield _pair(sentence, first)


def _pair(sentence: str, each: _Answered) -> Finding:
    boards = each.boards if each.boards[0] is not each.boards[1] else each.boards[:1]
    asked = []
    for number in (0, 1):
        board = min(number, len(boards) - 1)
        asked += [Asked(board, text, "played") for text in each.first[number]]
        asked.append(Asked(board, each.texts[number], answer_of(each.verdicts[number])))
    return Finding(UNREACHED, sentence, boards, tuple(asked))


def _rules(verdict: Verdict | None) -> set[str]:
    return {reason.rule for reason in verdict.reasons} if verdict is not None else set()


def answer_of(verdict: Verdict | None) -> str:
    """Return a verdict as a sentence."""
    if verdict is None:
        return "there is no such card"
    return "legal" if verdict else "illegal: " + " ".join(f"{each.sentence} ({each.rule})" for each in verdict.reasons)
