"""Reads sentence after sentence of a monster's text into the keys of its card record."""

from __future__ import annotations

from collections.abc import Callable

from ygolp.cards.reading import Clause, Reading
from ygolp.cards.summon_text.afterwards import summoned_this_way, turn_lock
from ygolp.cards.summon_text.card import Card, Done, Record
from ygolp.cards.summon_text.limits import control_limit, no_normal, no_pendulum, no_special, once_per_turn
from ygolp.cards.summon_text.materials import use_as_material
from ygolp.cards.summon_text.normal import normal_summon
from ygolp.cards.summon_text.other_ways import must_be_of_kind, ritual_summon, set_as_spell
from ygolp.cards.summon_text.procedures import must_be_special, special_summon
from ygolp.cards.summon_text.sentences import Sentence, activated, bears, brings_itself, follows, sentences
from ygolp.cards.summon_text.words import LONGEST, Words


def read(text: str, name: str) -> Reading:
    """Read how a main-deck monster can be Summoned from its text; effects proper are passed over (sentences.py)."""
    if len(text) > LONGEST:
        return Reading({}, (), (f"a text of more than {LONGEST} characters",))
    if len(name) > LONGEST:
        name = ""
    card = Card(name)
    clauses: list[Clause] = []
    missed: list[str] = []
    comes_by_effect = False
    for sentence in sentences(text, name):
        if activated(sentence) or not bears(sentence):
            comes_by_effect |= brings_itself(sentence)
            continue
        if follows(sentence) and not card.procedures and comes_by_effect:
            continue  # of an effect that was passed over
        meaning = _sentence(sentence, card)
        if meaning is None:
            missed.append(sentence.text)
            _kind_of_missed(sentence, card)
        else:
            clauses.append(Clause(sentence.text, meaning))
    record = _record(card, missed)
    if not card.procedures and not missed and not comes_by_effect:
        # An excerpt: the text speaks of a way that it does not tell.
        if card.this_way:
            missed.append("of which way it can be Special Summoned once per turn")
        elif record.get("ssm") == "unlimited":
            missed.append("in which way it is Special Summoned")
    return Reading(record, tuple(clauses), tuple(missed))


def _sentence(sentence: Sentence, card: Card) -> str | None:
    """Read one sentence into the card; return its meaning, None if it is not wholly understood."""
    for template in _TEMPLATES:
        w = Words(list(sentence.words), card.name)
        meaning = template(w, card)
        if meaning is not None and w.over:
            return meaning()
    return None


def _kind_of_missed(sentence: Sentence, card: Card) -> None:
    """A way that is not understood is a way all the same: the monster can be Special Summoned in no other (first)."""
    w = Words(list(sentence.words), card.name)
    if w.eat("must first be"):
        card.kind = card.kind or "semi_nomi"
    elif w.eat("must be") or w.eat("this card|monster can only be special summoned"):
        card.kind = card.kind or "nomi"
    elif card.no_normal:
        w.eat("this card|monster")
        if w.eat("cannot be special summoned ,? except"):
            card.kind = card.kind or "nomi"


def _record(card: Card, missed: list[str]) -> Record:
    record = card.record
    if card.no_normal:
        record["ssm"] = card.kind or "unlimited"
        if card.no_other and record["ssm"] in ("semi_nomi", "unlimited"):
            record["ssm"] = "nomi"
    elif card.kind:
        record["ssm"] = card.kind
    if card.procedures:
        for procedure in card.procedures:
            if card.this_way:
                procedure["limit"] = "name"
            if card.locks:
                procedure["locks"] = [*procedure.get("locks", []), *card.locks]
        record["procedures"] = card.procedures
    if card.notes:
        record["effects_not_modelled"] = card.notes
    return record


_TEMPLATES: tuple[Callable[[Words, Card], Done | None], ...] = (
    no_normal, once_per_turn, special_summon, must_be_special, no_special, ritual_summon, must_be_of_kind,
    turn_lock, summoned_this_way, no_pendulum, control_limit, set_as_spell, normal_summon, use_as_material,
)  # fmt: skip
