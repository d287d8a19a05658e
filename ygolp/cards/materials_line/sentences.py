"""What the rest of the text of an Extra Deck monster says of its Summon.

Most sentences are those of any monster, and summon_text/ reads them. Read here are those of Extra Deck monsters alone:

    Must [first] be Fusion Summoned. | ... and cannot be Special Summoned by other ways.
    Must [first] be Special Summoned (from your Extra Deck) by banishing the above cards you control [...].
    You can also Xyz Summon this card by using 1 "X" you control as material. (Transfer its materials to this card.)
    You can only Link Summon "X" once per turn.
    Cannot be Synchro Summoned. | (This card is always treated as an "X" card.)

A sentence that bears on the Summon and is not wholly understood is missed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.materials_line.reading import Line, NotUnderstoodError, Slot, parse
from ygolp.cards.reading import Clause, Reading
from ygolp.cards.summon_text import read as read_any
from ygolp.cards.summon_text.sentences import Sentence, activated, bears, sentences
from ygolp.cards.summon_text.words import LONGEST, Words

Record = dict[str, Any]
_KINDS = ("fusion", "synchro", "xyz", "link")
# What is done to "the above cards": the verb, what stands behind the cards, and the deed of a record.
_DEEDS = (
    ("banishing", "", "banish"), ("tributing", "", "tribute"), ("sending", "to the gy", "send"),
    ("shuffling", "into the deck", "return_to_deck"), ("returning", "to the deck", "return_to_deck"),
    ("returning", "to the hand", "return_to_hand"), ("returning", "to the hand / extra_deck", "return_to_hand"),
    ("shuffling", "into the deck / extra_deck", "return_to_deck"),
    ("returning", "to the deck / extra_deck", "return_to_deck"),
)  # fmt: skip
# Where "the above cards" are, and the places of a slot.
_WHERE: tuple[tuple[str, list[str]], ...] = (
    ("you control", ["monster_zone"]), ("from your field", ["monster_zone"]), ("from your gy", ["gy"]),
    ("from your field and/or gy", ["monster_zone", "gy"]), ("from your field or gy", ["monster_zone", "gy"]),
    ("from your hand or field", ["hand", "monster_zone"]), ("from your hand and/or field", ["hand", "monster_zone"]),
    ("from your hand , field , and/or gy", ["hand", "monster_zone", "gy"]),
    ("from your hand and/or gy", ["hand", "gy"]),
)  # fmt: skip


# Words of sentences about the Summon of an Extra Deck monster; summon_text/ knows those of any monster.
_ABOUT = (
    *(f"also {kind} summon this card" for kind in (*_KINDS, "special")),
    *(f"this card's {kind} summon" for kind in _KINDS), *(f"to {kind} summon this card" for kind in _KINDS),
    *(f"you can {kind} summon this card" for kind in _KINDS), *(f"must be {kind}" for kind in _KINDS),
    *(f"must first be {kind}" for kind in _KINDS), *(f"be {kind} summoned by" for kind in _KINDS),
    *(f"{kind} summon of this card" for kind in _KINDS), "you can also xyz summon", "the above", "for this card's",
    "as material for its", "as material for this card",
)  # fmt: skip


class _Monster:
    """What has been understood so far."""

    def __init__(self, kind: str, name: str, ways: list[Line]) -> None:
        self.kind, self.name, self.ways = kind, name, ways
        self.ssm = ""
        self.limited = False  # once per turn by its materials line
        self.more_ways: list[Record] = []
        self.procedures: list[Record] = []
        self.record: Record = {}


Done = Callable[[], str]
Template = Callable[[Words, _Monster, Sentence], "Done | None"]


def read_sentences(text: str, kind: str, name: str, ways: list[Line]) -> tuple[Record, list[Line], Reading]:
    """Read what stands behind the materials line, or a text without one.

    Returns the keys that this adds to the record, the ways of the materials line (also one that a sentence gives), and
    as a Reading the clauses and what was missed.
    """
    if len(text) > LONGEST:
        return {}, ways, Reading({}, (), (f"a text of more than {LONGEST} characters",))
    monster = _Monster(kind, name if len(name) <= LONGEST else "", list(ways))
    clauses: list[Clause] = []
    missed: list[str] = []
    left: list[str] = []
    found = list(sentences(text, monster.name))
    for number, sentence in enumerate(found):
        if _has_colon(sentence):
            continue
        if meaning := _meaning(sentence, found[number + 1 : number + 2], monster):
            clauses.append(Clause(sentence.text, meaning))
        elif _transfers(sentence) or _no_polymerization(sentence):
            continue  # said together with the sentence before it
        elif _of_extra_deck(sentence, monster.name):
            missed.append(sentence.text)
        elif not activated(sentence) and bears(sentence):
            left.append(sentence.text)
    rest = read_any("\n".join(left), monster.name)
    record = _joined(dict(rest.record), monster)
    return record, monster.ways, Reading({}, (*clauses, *rest.clauses), (*missed, *rest.missed))


def _meaning(sentence: Sentence, following: list[Sentence], monster: _Monster) -> str | None:
    for template in _TEMPLATES:
        words = Words(list(sentence.words), monster.name)
        done = template(words, monster, sentence)
        if done is not None and words.over:
            return done()
    words = Words(list(sentence.words), monster.name)
    done = _also_xyz(words, monster, sentence, following)
    return done() if done is not None and words.over else None


def _has_colon(sentence: Sentence) -> bool:
    """Return whether a sentence is an effect that is activated, or a bullet of one."""
    depth = 0
    for token in sentence.words:
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "sign" else 0
        if token.kind == "sign" and depth <= 0 and token.text in (":", ";", "●", "•"):
            return True
    return False


def _joined(record: Record, monster: _Monster) -> Record:
    if monster.ssm:
        record["ssm"] = "nomi" if "nomi" in (monster.ssm, record.get("ssm")) else monster.ssm
    record |= monster.record
    if monster.procedures:
        record["procedures"] = [*record.get("procedures", []), *monster.procedures]
    if record.get("ssm") == "nomi" and monster.kind == "fusion" and not monster.ways:
        record["fusion_summon"] = False
    if monster.limited or monster.more_ways:
        lines: list[Record] = []
        for way in monster.ways:
            line: Record = {"slots": way.slots}
            line |= {"with": way.demands} if way.demands else {}
            line |= {"limit": "name"} if monster.limited else {}
            lines.append(line)
        record["material_lines"] = [*lines, *monster.more_ways]
    return record


def _of_extra_deck(sentence: Sentence, name: str) -> bool:
    """Return whether a sentence that no template fits is about the Summon of the monster itself all the same."""
    row = " ".join('"' if token.kind == "name" else token.text for token in sentence.words).replace(" 's", "'s")
    if any(f" {phrase} " in f" {row} " for phrase in _ABOUT):
        return True
    own = [token for token in sentence.words if token.kind == "name" and _is_self(token.text, name)]
    return bool(own) and " once per turn" in row and any(f"only {kind} summon" in row for kind in _KINDS)


# ---- sentences -----------------------------------------------------------------------------------------------


def _must_be(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    words.eat("this card")
    first = words.eat("must first be") or words.eat("must be first")
    if not first and not words.eat("must be"):
        return None
    if not words.eat(f"{monster.kind} summoned"):
        return None
    only = words.eat(",? and cannot be special summoned by|in other ways")
    if not words.over:
        return None
    first = first and not only

    def done() -> str:
        monster.ssm = "semi_nomi" if first else "nomi"
        how = "first " if first else ""
        return f"It must {how}be {monster.kind.capitalize()} Summoned{'' if first else ', and in no other way'}."

    return done


def _must_be_with(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `Must be Fusion Summoned with "Dark Fusion"`: no other card makes that Summon."""
    words.eat("this card")
    if monster.kind != "fusion":
        return None
    if not (words.eat("must be fusion summoned with|by") or words.eat("must be special summoned with|by")):
        return None
    words.eat("the effect of")
    name = words.quoted()
    if name is None:
        return None
    while not words.over and (words.eat(", or") or words.eat("or")):
        if words.quoted() is None:
            return None
    if words.eat(", using") and not (words.quoted() is not None or _takes_a_kind(words)):
        return None
    words.eat(",? and cannot be special summoned by|in other ways")
    if not words.over:
        return None

    def done() -> str:
        monster.ssm = "nomi"
        monster.record["fusion_summon"] = False
        monster.record["effects_not_modelled"] = [f'"{name}" can Special Summon it.']
        return f'Only "{name}" can Special Summon it.'

    return done


def _takes_a_kind(words: Words) -> bool:
    return words.eat("a") and bool(words.word()) and words.eat(words.word()) and words.eat("monster")


def _except_with(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `This card cannot be Special Summoned except with "NEX"`, `... except by Fusion Summon`."""
    if not words.eat("this? card? cannot be special summoned ,? except with|by"):
        return None
    name = words.quoted()
    if name is None:
        if not (words.eat(f"a? {monster.kind} summon") or words.eat(f"{monster.kind} summoning")):
            return None
        return lambda: _set(monster, "nomi", f"It must be {monster.kind.capitalize()} Summoned, and in no other way.")
    if monster.kind != "fusion":
        return None

    def done() -> str:
        monster.record["fusion_summon"] = False
        monster.record["effects_not_modelled"] = [f'"{name}" can Special Summon it.']
        return _set(monster, "nomi", f'Only "{name}" can Special Summon it.')

    return done


def _set(monster: _Monster, ssm: str, meaning: str) -> str:
    monster.ssm = ssm
    return meaning


def _cannot_be(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `Cannot be Synchro Summoned`, of a monster whose text has no materials."""
    if not words.eat(f"this? card? cannot be {monster.kind} summoned") or not words.over or monster.ways:
        return None
    return lambda: f"It cannot be {monster.kind.capitalize()} Summoned."


def _once(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `You can only Link Summon "X(s)" once per turn`."""
    if not words.eat(f"you can only {monster.kind} summon"):
        return None
    name = words.quoted()
    if name is None or not _is_self(name, monster.name) or not words.eat("once per turn") or not monster.ways:
        return None

    def done() -> str:
        monster.limited = True
        return f"It can be {monster.kind.capitalize()} Summoned once per turn, by its name."

    return done


def _treated_as(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `(This card is always treated as an "X" and "Y" card.)`, and what its name or Level is treated as."""
    bracket = words.eat("(")
    if words.eat("this card is always treated as a?"):
        while words.quoted() is not None and (words.eat(",? and a?") or words.eat(",")):
            pass
        if not words.eat("card|monster"):
            return None
        meaning = "Its archetypes."
    elif words.eat("this card's original level is always treated as"):
        if words.number() is None:
            return None
        meaning = "Its Level."
    elif words.eat("this card's name is always? also? treated as"):
        name = words.quoted()
        if name is None:
            return None

        def named() -> str:
            monster.record.setdefault("always", {})["also_named"] = [name]
            return f'Its name is also "{name}".'

        words.eat(".")
        return named if not bracket or words.eat(")") else None
    else:
        return None
    words.eat(".")
    if bracket and not words.eat(")"):
        return None
    return lambda: meaning


def _contact(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `Must first be Special Summoned (from your Extra Deck) by banishing the above cards you control`."""
    words.eat("this card")
    ssm = ""
    if words.eat("must first be special summoned"):
        ssm = "semi_nomi"
    elif words.eat("must be special summoned") or words.eat("can only be special summoned"):
        ssm = "nomi"
    elif words.eat(f"must first be either {monster.kind} summoned ,? or special summoned"):
        ssm = "semi_nomi both"
    elif words.eat(f"must be either {monster.kind} summoned ,? or special summoned"):
        ssm = "nomi both"
    elif words.eat("you can also? special summon this card"):
        ssm = "both"
    else:
        return None
    if not words.eat("( from your extra_deck )") and not words.eat("from your extra_deck"):
        return None
    if not words.eat("by"):
        return None
    slots = _above(words, monster)
    if slots is None:
        return None
    words.eat(",? and cannot be special summoned by|in other ways") and (ssm := ssm.replace("semi_", ""))
    _polymerization(words)
    if not words.over:
        return None

    def done() -> str:
        kind, _, both = ssm.partition(" ") if ssm != "both" else ("", "", "both")
        monster.ssm = kind or monster.ssm
        if not both:
            monster.record["fusion_summon"] = False
        for way in slots:
            monster.procedures.append({"from": ["extra"], "by": way.slots, "as": "fusion_material",
                                       **({"with": way.demands} if way.demands else {})})  # fmt: skip
        return "It Special Summons itself from the Extra Deck with these materials, without a card effect."

    return done


def _level_difference(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `Must be Special Summoned (...) by sending 2 monsters you control with a Level difference of 1 ...`."""
    if not words.eat("this? card? must be special summoned ( from your extra_deck ) by sending 2 monsters you control"):
        return None
    number = words.number() if words.eat("with a level difference of") else None
    if number is None or not words.eat("to the gy (") or not sentence.text.rstrip().endswith(")"):
        return None
    inside = _from(sentence, words.peek().start).rstrip()[:-1]
    try:
        ways = parse(inside.replace(" and ", " + "), False)
    except NotUnderstoodError:
        return None
    slots = ways[0].slots
    if len(ways) != 1 or ways[0].demands or len(slots) != 2 or any(slot.get("count") != 1 for slot in slots):
        return None
    words.at = len(words.tokens)

    def done() -> str:
        by = [{**slot, "face": "up", "do": "send"} for slot in slots]
        monster.procedures.append({"from": ["extra"], "by": by, "with": {"level_difference": number}})
        return _set(monster, "nomi", "It Special Summons itself from the Extra Deck with two monsters of such Levels.")

    return done


def _above(words: Words, monster: _Monster) -> list[Line] | None:
    """Read `banishing the above cards you control`: the ways of the materials line as payments."""
    for verb, end, deed in _DEEDS:
        start = words.at
        if words.eat(f"{verb} the above cards|monsters|materials"):
            for where, places in _WHERE:
                if words.eat(f"{where} {end}".strip()) and (words.over or words.sees("( you") or words.sees("and|,|.")):
                    return _paid(monster, places, deed)
        words.at = start
    return None


def _paid(monster: _Monster, places: list[str], deed: str) -> list[Line] | None:
    paid: list[Line] = []
    for way in monster.ways:
        slots: list[Slot] = []
        for slot in way.slots:
            if "place" in slot and slot["place"] not in places:
                return None
            made = {key: value for key, value in slot.items() if key not in ("side",)}
            made.setdefault("place", places[0] if len(places) == 1 else places)
            slots.append({**made, "do": deed})
        paid.append(Line(slots, way.demands))
    return paid or None


def _polymerization(words: Words) -> bool:
    """Read `(You do not use "Polymerization".)`, which says nothing more."""
    start = words.at
    words.eat("(") or words.eat(".")
    if words.eat("you do not use") and words.quoted() is not None:
        words.eat(".")
        if words.eat(")") or words.over:
            return True
    words.at = start
    return False


def _no_polymerization(sentence: Sentence) -> bool:
    words = Words(list(sentence.words), "")
    return _polymerization(words) and words.over


def _using(words: Words, monster: _Monster, sentence: Sentence) -> Done | None:
    """Read `Must be Fusion Summoned using any 5 "X" monsters, including ...`: a materials line in a sentence."""
    words.eat("this card")
    if monster.ways or not words.eat(f"must be {monster.kind} summoned using"):
        return None
    words.eat("any")
    start = words.peek().start
    only = ", and cannot be Special Summoned by other ways"
    text = _from(sentence, start)
    if text.endswith(only):
        text = text.removesuffix(only)
    try:
        ways = parse(text, monster.kind == "fusion")
    except NotUnderstoodError:
        return None
    words.at = len(words.tokens)

    def done() -> str:
        monster.ways = ways
        how = f"it must be {monster.kind.capitalize()} Summoned, and in no other way"
        return _set(monster, "nomi", f"Its materials; {how}.")

    return done


def _from(sentence: Sentence, start: int) -> str:
    """Return the text of a sentence from a place in the whole text on."""
    return sentence.text[start - sentence.words[0].start :]


def _also_xyz(words: Words, monster: _Monster, sentence: Sentence, following: list[Sentence]) -> Done | None:
    """Read `You can also Xyz Summon this card by using 1 "X" you control as material (transfer its materials ...)`."""
    if monster.kind != "xyz" or not monster.ways:
        return None
    limited = words.eat("once per turn ,")
    if not words.eat("you can also xyz summon"):
        return None
    if not words.eat("this card"):
        name = words.quoted()
        if name is None or not _is_self(name, monster.name):
            return None
    if not words.eat("by using"):
        return None
    start = words.peek()
    while not words.over and not words.sees("you control as|."):
        words.at += 1
    if words.over:
        return None
    text = _from(sentence, start.start)[: words.peek().start - start.start]
    if not (words.eat("you control as the? xyz? material|materials") or words.eat("you control as xyz? material")):
        return None
    keeps = _transfer(words)
    if not words.over:
        return None
    keeps = keeps or bool(following and _transfers(following[0]))
    slot = _one_slot(text.strip())
    if slot is None or not keeps:
        return None

    def done() -> str:
        way: Record = {"slots": [slot], "keeps_materials": True}
        monster.more_ways.append({**way, "limit": "name"} if limited else way)
        return f"Another way to Xyz Summon it: {text.strip()} that you control, with its materials."

    return done


def _one_slot(text: str) -> Slot | None:
    """Return the slot for the one monster that is used."""
    try:
        ways = parse(text, False)
    except NotUnderstoodError:
        return None
    if len(ways) != 1 or len(ways[0].slots) != 1 or ways[0].demands or ways[0].slots[0].get("count") != 1:
        return None
    return ways[0].slots[0]


def _transfer(words: Words) -> bool:
    """Read `(Transfer its materials to this card.)` or its older wording."""
    start = words.at
    words.eat("(") or words.eat(".")
    said = words.eat("transfer its materials to this card") or words.eat(
        "xyz? material|materials attached to that monster also become xyz? material|materials on this card"
    )
    words.eat(".")
    if said and (words.eat(")") or words.over):
        return True
    words.at = start
    return False


def _transfers(sentence: Sentence) -> bool:
    words = Words(list(sentence.words), "")
    return _transfer(words) and words.over


def _is_self(quoted: str, name: str) -> bool:
    """Return whether a name in a text is the card's own; "X(s)" stands for one or more."""
    return quoted.casefold().removesuffix("(s)") in (name.casefold(), f"{name.casefold()}s")


_TEMPLATES: tuple[Template, ...] = (
    _must_be, _must_be_with, _except_with, _cannot_be, _once, _treated_as, _contact, _level_difference, _using,
)  # fmt: skip
