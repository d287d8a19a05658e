"""Rules of the base game that a Ripple Monster never meets, and demands that the cards of a pile do not answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ygolp.audit.boards import board_of, stack_of, unit_on
from ygolp.audit.findings import UNANSWERED, UNREACHED, Asked, Finding, Part, TimeIsUp
from ygolp.audit.records import demands, face_of
from ygolp.audit.summons import Line, Search
from ygolp.board import Board
from ygolp.cards.pool import Record, ripple_record
from ygolp.duel import Duel, Verdict
from ygolp.errors import NotationError

MOST_FACES = 2
_SET = ("fd_def",)


class Probe(NamedTuple):
    """A question about a monster X: its marks, the cards beside it, and the action; `{x}` stands for its name."""

    action: str
    marks: dict[str, Any] = {}  # noqa: RUF012 - never changed
    side: str = "a"
    a: dict[str, list[Any]] = {}  # noqa: RUF012
    b: dict[str, list[Any]] = {}  # noqa: RUF012
    frame: dict[str, Any] = {}  # noqa: RUF012


_SKULL = {"hand": ["Summoned Skull"]}
_TUNER = {"mmz": ["Junk Synchron"], "extra": ["Stardust Dragon"]}
_XYZ = {"mmz": ["Gemini Elf"], "extra": ["Number 39: Utopia"]}
_LINK = {"mmz": ["Gemini Elf"], "extra": ["I:P Masquerena"]}
_NOW = {"era": "mr2020"}
PROBES = (
    Probe("change {x} to def"),
    Probe("change {x} to atk", {"position": "def"}),
    Probe("change {x} to def", {"arrived": True}),
    Probe("change {x} to def", {"position_changed": True}),
    Probe("change {x} to def", {"attacked": True}),
    Probe("change {x} to atk", {"position": "fd_def"}),
    Probe("change {x} to def", frame={"phase": "standby"}),
    Probe("change {x} (b mmz1) to def", side="b"),
    Probe("flip summon {x}", {"position": "fd_def"}),
    Probe("flip summon {x}", {"position": "fd_def", "arrived": True}),
    Probe("flip summon {x}"),
    Probe("tribute summon Summoned Skull using {x}", a=_SKULL),
    Probe("tribute summon Summoned Skull using {x} (b mmz1)", side="b", a=_SKULL),
    Probe("tribute summon Summoned Skull using {x}", a=_SKULL, b={"st": ["Mask of Restrict | faceup"]}),
    Probe("tribute summon Obelisk the Tormentor using {x}", a={"hand": ["Obelisk the Tormentor"]}),
    Probe("special summon Lava Golem using {x} (b mmz1), Gemini Elf (b mmz2)", side="b", a={"hand": ["Lava Golem"]},
          b={"mmz": ["Gemini Elf | zone 2"]}),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x}", a=_TUNER),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x}", {"position": "fd_def"}, a=_TUNER),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x} (b mmz1)", side="b", a=_TUNER),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", {"level": 4}, a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", {"position": "fd_def", "level": 4}, a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x} (b mmz1)", {"level": 4}, "b", _XYZ),
    Probe("link summon I:P Masquerena using Gemini Elf, {x}", a=_LINK, frame=_NOW),
    Probe("link summon I:P Masquerena using Gemini Elf, {x}", {"position": "fd_def"}, a=_LINK, frame=_NOW),
    Probe("activate Book of Moon targeting {x}", a={"hand": ["Book of Moon"]}),
    Probe("activate Book of Moon targeting {x}", {"position": "fd_def"}, a={"hand": ["Book of Moon"]}),
    Probe("activate Compulsory Evacuation Device targeting {x} (b mmz1)", {"arrived": True}, "b",
          {"st": ["Compulsory Evacuation Device | set"]}),
    Probe("normal summon {x}"),
    Probe("set {x}"),
    Probe("special summon {x}"),
)  # fmt: skip


def ordinary(carrier: Record) -> Record:
    """Return a made-up monster with the data of the Ripple Monster that a String Monster carries."""
    face = ripple_record(carrier)
    kept = {key: part for key, part in face.items() if key not in ("zh", "carrier", "types")}
    types = [kind for kind in face["types"] if kind != "ripple"] or ["effect"]
    return {**kept, "name": f"Ordinary {face['name']}", "types": types, "attribute": carrier["attribute"]}


class _Answered(NamedTuple):
    probe: Probe
    face: str
    boards: tuple[Board, Board]
    texts: tuple[str, str]
    verdicts: tuple[Verdict | None, Verdict | None]


def unreached(search: Search) -> Part:
    """Ask each probe about an ordinary monster and about a Ripple Monster of the same data, and compare the rules."""
    answered: list[_Answered] = []
    complete = True
    lines = [line for line in search.lines if not _holds_ripple(search, line)][:MOST_FACES]
    try:
        for line in lines:
            answered += _answers(search, line)
    except TimeIsUp:
        complete = False
    findings = tuple(_compared(answered)) if complete else ()
    bounds = (
        f"{len(PROBES)} questions (positions, Tributes, materials of each kind of Summon, targets) about "
        f"{_listed([line.face for line in lines])}, each also about an ordinary monster with the same data"
    )
    return Part("rules", "a rule that speaks of an ordinary monster and never of a Ripple Monster", bounds, findings,
                (), complete)  # fmt: skip


def _listed(names: Sequence[str]) -> str:
    return " and ".join(names) or "no Ripple Monster"


def _holds_ripple(search: Search, line: Line) -> bool:
    return any(piece.pile for piece in line.board.pieces)


def _answers(search: Search, line: Line) -> Iterator[_Answered]:
    carrier = next(each for each in search.carriers if face_of(each) == line.face)
    plain = ordinary(carrier)
    records = [*search.records, plain]
    stack = stack_of(line.after, unit_on(line.after, line.face))
    for probe in PROBES:
        boards, texts, verdicts = [], [], []
        for entry, name in (({"card": plain["name"]}, plain["name"]), ({"stack": stack}, line.face)):
            sides = {"a": dict(probe.a), "b": dict(probe.b)}
            sides[probe.side]["mmz"] = [{**entry, **probe.marks}, *sides[probe.side].get("mmz", [])]
            search.clock.check()
            board = board_of(search.extension, records, **probe.frame, **sides)
            boards.append(board)
            texts.append(probe.action.format(x=name))
            try:
                verdicts.append(Duel(board).why(texts[-1]))
            except NotationError:
                verdicts.append(None)
        yield _Answered(probe, line.face, (boards[0], boards[1]), (texts[0], texts[1]), (verdicts[0], verdicts[1]))


def _compared(answered: Sequence[_Answered]) -> Iterator[Finding]:
    """Yield a finding for each rule that some ordinary monster breaks and no Ripple Monster does, and for the converse."""
    fired = [{rule for each in answered for rule in _rules(each.verdicts[side])} for side in (0, 1)]
    for side, other in ((0, 1), (1, 0)):
        for rule in sorted(fired[side] - fired[other]):
            first = next(each for each in answered if rule in _rules(each.verdicts[side]))
            whom, others = ("an ordinary monster", "a Ripple Monster")[::1 if side == 0 else -1]
            sentence = f"{rule} is broken with {whom}, and by the same questions never with {others}."
            asked = tuple(Asked(n, first.texts[n], answer_of(first.verdicts[n])) for n in (0, 1))
            yield Finding(UNREACHED, sentence, first.boards, asked)


def _rules(verdict: Verdict | None) -> set[str]:
    return {reason.rule for reason in verdict.reasons} if verdict is not None else set()


def answer_of(verdict: Verdict | None) -> str:
    """Return a verdict as a sentence."""
    if verdict is None:
        return "cannot be asked"
    return "legal" if verdict else "illegal: " + " ".join(f"{each.sentence} ({each.rule})" for each in verdict.reasons)


def unanswered(search: Search) -> Part:
    """Compare a procedure that asks for a card that lies on the field with the same board where it lies in a pile."""
    findings: list[Finding] = []
    complete, count = True, 0
    known = {str(record["name"]): record for record in search.records}
    try:
        for record in search.records:
            wanted = set(demands(record)) if record.get("procedures") else set()
            for line in search.lines if wanted else ():
                stack = stack_of(line.after, unit_on(line.after, line.face))
                met = [name for name in stack if _meets(known[name], wanted)]
                if not met or known[met[0]]["card"] != "monster":
                    continue
                count += 1
                finding = _demand(search, record, met[0], stack)
                if finding is not None:
                    findings.append(finding)
                    break
    except TimeIsUp:
        complete = False
    bounds = f"{count} boards: procedures that ask for a name or an archetype, with a pile that holds such a card"
    return Part("demands", "a text that asks for a card on the field and does not find it in a pile", bounds,
                tuple(findings), (), complete)  # fmt: skip


def _meets(record: Record, wanted: set[tuple[str, str]]) -> bool:
    return any((aspect == "name" and record["name"] == value)
               or (aspect == "archetype" and value in record.get("archetypes", ()))
               for aspect, value in wanted)  # fmt: skip


def _demand(search: Search, record: Record, met: str, stack: list[str]) -> Finding | None:
    text = f"special summon {record['name']}"
    place = "extra" if {"fusion", "synchro", "xyz", "link"} & set(record.get("types", ())) else "hand"
    boards, verdicts = [], []
    for lying in (met, {"stack": stack}):
        search.clock.check()
        board = board_of(search.extension, search.records, a={place: [record["name"]], "mmz": [lying]})
        boards.append(board)
        try:
            duel = Duel(board)
            index = duel.index
            subject = next(index.ref_of[piece.id] for piece in board.pieces if piece.place == place)
            verdicts.append(duel.why(f"special summon {subject.text('a')}"))
        except NotationError:
            return None
    if verdicts[0].legal == verdicts[1].legal:
        return None
    asked = tuple(Asked(number, text, answer_of(verdict)) for number, verdict in enumerate(verdicts))
    sentence = f"{record['name']} asks for {met} on the field; as a card of a pile it is not found."
    return Finding(UNANSWERED, sentence, tuple(boards), asked)
