"""Texts that ask for a card on the field, and do not find it among the cards of a pile."""

from __future__ import annotations

from ygolp.audit.boards import board_of, stack_of, unit_on
from ygolp.audit.findings import UNANSWERED, Asked, Finding, Part, TimeIsUp
from ygolp.audit.records import demands
from ygolp.audit.rules import answer_of
from ygolp.audit.summons import Search
from ygolp.cards.pool import Record
from ygolp.duel import Duel
from ygolp.errors import NotationError


def unanswered(search: Search) -> Part:
    """Compare a procedure that asks for a card that lies on the field with the same board where it lies in a pile."""
    findings: list[Finding] = []
    complete, count = True, 0
    known = {str(record["name"]): record for record in search.records}
    try:
        for record in search.records:
            wanted = set(demands(record)) if record.get("procedures") else set()
            for line in search.about() if wanted else ():
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
