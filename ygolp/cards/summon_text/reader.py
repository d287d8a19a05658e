"""Reads sentence after sentence of a monster's text into the keys of its card record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.reading import Clause, Reading
from ygolp.cards.summon_text.conditions import Condition, conditions
from ygolp.cards.summon_text.costs import Cost, cost
from ygolp.cards.summon_text.materials import use_as_material
from ygolp.cards.summon_text.normal import normal_summon
from ygolp.cards.summon_text.nouns import MONSTER_KINDS, RACES, noun, nouns
from ygolp.cards.summon_text.sentences import Sentence, activated, bears, brings_itself, follows, sentences
from ygolp.cards.summon_text.words import LONGEST, Words

Record = dict[str, Any]


class Card:
    """What has been understood of a card so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.record: Record = {}
        self.no_normal = False  # "Cannot be Normal Summoned/Set"
        self.no_other = False  # "cannot be Special Summoned by other ways"
        self.kind = ""  # what the text says of the kind of Special Summon Monster
        self.this_way = False  # "once per turn this way"
        self.locks: list[Any] = []
        self.notes: list[str] = []
        self.procedures: list[Record] = []

    def add(self, path: str, value: Any) -> bool:
        """Put a value at `key` or `key.key`; False if something else is there already."""
        *tables, last = path.split(".")
        table = self.record
        for key in tables:
            table = table.setdefault(key, {})
        if last in table and table[last] != value:
            if isinstance(table[last], list) and isinstance(value, list):
                table[last] += [each for each in value if each not in table[last]]
                return True
            return False
        table[last] = value
        return True


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


Done = Callable[[], str | None]


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


# ---- sentences about Special Summons ---------------------------------------------------------------------------------


def _no_normal(w: Words, card: Card) -> Done | None:
    if not (w.eat("this card|monster cannot be normal summoned / set") or w.eat("cannot be normal summoned / set")):
        return None

    def done() -> str:
        card.no_normal = True
        return "It cannot be Normal Summoned or Set."

    return done


def _once(w: Words, card: Card) -> Done | None:
    """Read `You can only Special Summon "X" once per turn [this way]`."""
    if not w.eat("you can only special summon"):
        return None
    if not w.eat("this card"):
        quoted = w.quoted()
        if quoted is None or not _is_self(quoted, card.name):
            return None
    if not w.eat("once per turn"):
        return None
    this_way = w.eat("this way") or w.eat("in this way") or w.eat("by this way")

    def done() -> str | None:
        if this_way:
            card.this_way = True
            return "This way can be used once per turn."
        card.add("special_summon_once", True)
        return "Monsters of its name can be Special Summoned once per turn."

    return done


def _is_self(quoted: str, name: str) -> bool:
    """Return whether a name in a text is the card's own; "X(s)" stands for one or more."""
    return not name or quoted.casefold().removesuffix("(s)") in (name.casefold(), name.casefold() + "s")


def _control_limit(w: Words, card: Card) -> Done | None:
    """Read `You can only control 1 "X" [monster]`."""
    if not w.eat("you can only control") and not w.eat("you can control only"):
        return None
    found = noun(w)
    if found is None or found.placed or found.together or found.including or found.high is None or found.every:
        return None
    spec = {key: value for key, value in found.spec.items() if key != "card"}
    limit = {"filter": {**spec, "face": "up", "place": "monster_zone"}, "max": found.low}
    return lambda: "Its controller can have only so many." if card.add("control_limit", limit) else None


_PILES = {"hand": "hand", "gy": "gy", "deck": "deck", "extra_deck": "extra"}


def _from(w: Words) -> list[str] | None:
    """Read `(from your hand or GY)`, with or without brackets."""
    if w.eat("from your"):
        closing = False
    elif w.eat("( from your"):
        closing = True
    else:
        return None
    places = []
    while True:
        w.eat("face-up")
        place = _PILES.get(w.word())
        if place is None:
            return None
        places.append(place)
        w.at += 1
        if not (w.eat(", or your?") or w.eat("or your?") or w.eat("and/or your?") or (w.word() == "," and w.word(1) in (
                "hand", "gy", "deck", "extra_deck") and w.eat(","))):  # fmt: skip
            break
    if closing and not w.eat(")"):
        return None
    return places


def _position(w: Words) -> list[str] | None:
    if w.eat("in face-up? attack position"):
        return ["atk"]
    if w.eat("in face-up? defense position"):
        return ["def"]
    if w.eat("in face-down defense position"):
        return ["fd_def"]
    return None


def _zone(w: Words) -> Record | None:
    """Read where the monster appears: whose field, which zones."""
    if w.eat("to your opponent's field"):
        return {"to": "opponent"}
    if w.eat("to either field") or w.eat("to either player's field"):
        return {"to": "any"}
    if w.eat("to your field") or w.eat("on your field"):
        return {}
    if w.eat("to your center main monster_zone"):
        return {"zone": {"center": True}}
    if w.eat("in that column") or w.eat("to your zone in that column"):
        return {"zone": {"that_column": True}}
    if w.eat("to your zone|zones") or w.eat("to your main monster_zone|zones") or w.eat("to a zone"):
        w.eat("that")
        if w.eat(", adjacent to"):
            found = noun(w)
            if found is None or not found.placed or found.spec.get("side") != "own" or not w.eat("or in its column"):
                return None
            return {"zone": {"beside": _filter(found.spec)}}
        found = noun(w)
        if found is None or found.placed or not w.eat("points|point to"):
            return None
        return {"zone": {"linked": _filter(found.spec)}}
    return None


def _filter(spec: Record) -> Record:
    return {key: value for key, value in spec.items() if key not in ("card", "place", "side")}


def _way(w: Words, starts: list[str]) -> Record | None:
    """Read what stands behind "this card": places, position, zone; `from` is the hand where nothing is said."""
    way: Record = {"from": starts}
    places = _from(w)
    if places is not None:
        way["from"] = places
    while True:
        w_at = w.at
        position = _position(w)
        if position is not None:
            if "position" in way:
                return None
            way["position"] = position
            continue
        zone = _zone(w)
        if zone is not None:
            if set(zone) & set(way):
                return None
            way |= zone
            continue
        places = _from(w) if places is None else None
        if places is not None:
            way["from"] = places
            continue
        w.at = w_at
        return way


def _special(w: Words, card: Card) -> Done | None:
    """Read `[If ...,] you can Special Summon this card (from your hand) [by ...]`."""
    ifs: list[Condition] = []
    if w.eat("if") or w.eat("while"):
        found = conditions(w)
        if found is None or not w.eat(","):
            return None
        ifs = found
    if w.eat("this card|monster can be special summoned"):
        pass
    elif not (w.eat("you can special summon this card|monster")):
        return _old(w, card) if not ifs else None
    return _procedure(w, card, ifs, "")


def _old(w: Words, card: Card) -> Done | None:
    """Read `You can Tribute 1 "X" to Special Summon this card from your hand`, `You can discard ..., then ...`.

    What was written so and works from the hand alone is a procedure; from the GY it may be an effect, and is left.
    """
    if not w.eat("you can"):
        return None
    paid = cost(w)
    if paid is None:
        return None
    then = w.eat(", then special summon this card")
    if not then and not w.eat("to special summon this card|monster"):
        return None
    way = _way(w, ["hand"])
    if way is None or (way["from"] != ["hand"] and not then):
        return None
    ifs: list[Condition] = list(paid.conditions)
    if w.eat("when|while|if"):
        more = conditions(w)
        if more is None:
            return None
        ifs += more
    if then:
        # What is discarded before may be the card itself (Machina Fortress).
        paid = paid._replace(slots=[{**slot, "itself": True} for slot in paid.slots])
    ways = _ways(way, ifs, paid)
    if ways is None:
        return None

    def done() -> str:
        card.procedures.extend(ways)
        return _meaning(ways)

    return done


def _must(w: Words, card: Card) -> Done | None:
    """Read `Must [first] be Special Summoned (from your hand) by ...`, `... with "X"`, `... by card effect`."""
    w.eat("this card|monster")
    kind = ""
    if w.eat("must first be special summoned") or w.eat("must be first special summoned"):
        kind = "semi_nomi"
    elif w.eat("must be special summoned") or w.eat("can only be special summoned"):
        kind = "nomi"
    elif w.eat("cannot be special summoned ,? except"):
        kind = "nomi" if card.no_normal else ""
        if not kind:
            return None
    if not kind:
        return None
    before = w.at
    named = _named_way(w)
    if named is not None:
        if w.eat(",? and cannot be special summoned by other ways"):
            kind = "nomi"
        if not w.over:
            w.at = before
            return None
        made = "by_effect" if named == "effect" else kind

        def done() -> str | None:
            if card.kind and card.kind != made:
                return None
            card.kind = made
            how = {"effect": "by a card effect", "own": "by its own effect"}.get(named, f"with {named}")
            return f"It must be Special Summoned {how}."

        return done
    w.at = before
    return _procedure(w, card, [], kind)


_OF_SOURCES = ("monster", "spell", "trap", "card", "'s", "spell/trap", "spells/traps")


def _named_way(w: Words) -> str | None:
    """Read what else Special Summons it: `by card effect`, `with "X"`, `by its own effect`, `by the effect of "X"`."""
    if w.eat("by|with a? card effect") or w.eat("by|with the effect of a card") or w.eat("by card effects"):
        return "effect"
    if any(w.eat(f"by|with {whose} effect") for whose in ("its own", "the following", "this card 's own?")):
        return "own"
    if not w.eat("by|with"):
        return None
    w.eat("the effect of") or w.eat("an? effect of") or w.eat("effects of")
    w.eat("a") or w.eat("the") or w.eat("any")
    names = []
    while w.peek().kind == "name":
        names.append(w.quoted() or "")
        if not (w.eat(", or") or w.eat("or a?") or (w.word() == "," and w.peek(1).kind == "name" and w.eat(","))):
            break
    kinds = []
    while w.word() in _OF_SOURCES or w.word() in RACES or w.word() in MONSTER_KINDS:
        kinds.append(w.word())
        w.at += 1
    if not names and not kinds:
        return None
    w.eat("effect")
    if w.eat("( or by its own effect )"):
        names.append("its own effect")
    w.eat("in your possession")
    return " or ".join(f'"{name}"' if name != "its own effect" else name for name in names) or f"a {' '.join(kinds)}"


def _procedure(w: Words, card: Card, ifs: list[Condition], kind: str) -> Done | None:
    """Read a procedure from behind "this card" or "Special Summoned" on."""
    way = _way(w, ["hand"])
    if way is None:
        return None
    paid: Cost | None = None
    ifs = list(ifs)
    notes: list[str] = []
    w.eat(",") if w.sees(", by") else None
    if w.eat("by"):
        paid = _paid(w)
        if paid is None:
            return None
        ifs += paid.conditions
        notes += paid.notes
    while w.eat(",? while") or w.eat(",? if"):
        more = conditions(w)
        if more is None:
            return None
        ifs += more
    no_other = w.eat(",? and cannot be special summoned by|in other ways")
    locks: list[Any] = []
    if not w.over:
        rider = _rider(w, locks, notes)
        if not rider:
            return None
    ways = _ways(way, ifs, paid)
    if ways is None:
        return None

    def done() -> str | None:
        if kind:
            if card.kind and card.kind != kind:
                return None
            card.kind = "nomi" if no_other else kind
        elif no_other:
            return None
        for each in ways:
            if locks:
                each["locks"] = list(locks)
            card.procedures.append(each)
        card.notes += [note for note in notes if note not in card.notes]
        return _meaning(ways)

    return done


def _paid(w: Words) -> Cost | None:
    """Read a cost, or two of them ("by sending ... to the GY and banishing ...")."""
    first = cost(w)
    if first is None:
        return None
    before = w.at
    if w.eat(", and") or w.eat("and"):
        second = cost(w)
        if second is None:
            w.at = before
            return first
        if first.together or second.together or (first.pay and second.pay):
            return None
        if first.instead or second.instead:
            return None
        return Cost(first.slots + second.slots, {}, first.conditions + second.conditions, first.pay + second.pay, (),
                    first.notes + second.notes)  # fmt: skip
    return first


def _ways(way: Record, ifs: list[Condition], paid: Cost | None) -> list[Record] | None:
    """Return the procedures: one, or one for each field where both are allowed."""
    columns = [condition["column"] for condition in ifs if "column" in condition]
    ifs = [condition for condition in ifs if "column" not in condition]
    zone = way.get("zone", {})
    if zone.get("that_column"):
        if len(columns) != 1:
            return None
        way = {**way, "zone": {"column": columns[0]}}
    elif columns:
        return None
    way = dict(way)
    if ifs:
        way["if"] = ifs
    if paid is not None:
        slots = [dict(slot) for slot in paid.slots]
        for slot in slots:
            there = slot.get("place", "monster_zone")
            if not slot.pop("itself", False) and set([there] if isinstance(there, str) else there) & set(way["from"]):
                slot["self"] = False
        if slots:
            way["by"] = slots
        if paid.together:
            way["with"] = paid.together
        if paid.pay:
            way["pay"] = paid.pay
    if paid is not None and paid.instead:
        others = _ways({**way, "from": way["from"]}, ifs, paid.instead[0]) if "by" in way else None
        first = _ways({key: value for key, value in way.items() if key != "if"}, ifs, paid._replace(instead=()))
        return None if others is None or first is None else [*first, *others]
    there = [slot for slot in way.get("by", ()) if slot.get("side") == "that"]
    if way.get("to") == "any":
        way.pop("to")
        return [_on_side(way, "own"), {**_on_side(way, "opponent"), "to": "opponent"}]
    return None if there else [way]


def _on_side(way: Record, side: str) -> Record:
    """Return a procedure to one of two fields; "from that field" is that one."""
    slots = []
    for slot in way.get("by", ()):
        slot = {**slot, "side": side} if slot.get("side") == "that" else dict(slot)
        if slot.get("side") == "own":
            del slot["side"]
        slots.append(slot)
    return {**way, "by": slots} if slots else dict(way)


_OWN = "What its Special Summon in this way makes of its own ATK, DEF, Level, name or attacks."


def _rider(w: Words, locks: list[Any], notes: list[str]) -> bool:
    """Read what a procedure says of the time after it: `, but you cannot Special Summon for the rest of this turn`."""
    if w.eat("as a level") and w.number() is not None and w.eat("monster"):
        notes.append(_OWN)
        return w.over
    if not (w.eat(", but") or w.eat(", and if you do ,?") or w.eat(", and") or w.eat("and if you do ,?")):
        return False
    return _afterwards(w, locks, notes)


def _afterwards(w: Words, locks: list[Any], notes: list[str]) -> bool:
    """Read what is ruled out for the rest of the turn, or becomes of the monster."""
    if w.eat("you cannot normal summon / set for the rest of this turn") or w.eat(
        "you cannot normal summon / set monsters for the rest of this turn"
    ):
        locks.append("normal_summon_after")
        return True
    if w.eat("banish it|this") and w.eat("card? when it leaves the field"):
        notes.append("It is banished when it leaves the field, if it was Summoned in this way.")
        return True
    if w.eat("you cannot special summon"):
        return _no_more(w, locks)
    # What becomes of the monster itself is no question of how it is Summoned.
    for start in ("its original atk|def|level", "its atk|def|level|name", "this card gains|loses", "it gains|loses",
                  "it can|cannot attack", "this card 's name becomes"):  # fmt: skip
        if w.sees(start) and _of_the_monster(w):
            notes.append(_OWN)
            return True
    return False


def _no_more(w: Words, locks: list[Any]) -> bool:
    """Read `you cannot Special Summon [monsters from your hand] for the rest of this turn[, except "X" monsters]`."""
    spec: Record = {}
    if not w.sees("for|,|other"):
        found = nouns(w)
        if found is None or found.together or found.including or (found.placed and found.places != ["hand"]):
            return False
        spec = {key: value for key, value in found.spec.items() if key not in ("side", "card")}
    if not (w.eat("for the rest of this turn") or w.eat("other monsters for the rest of this turn")):
        return False
    lock: Record = {"what": "special_summon"}
    if spec:
        lock["filter"] = spec
    if w.eat(", except"):
        found = nouns(w)
        if found is None or found.placed or found.together or found.including:
            return False
        lock["except"] = {key: value for key, value in found.spec.items() if key != "card"}
    locks.append(lock)
    return True


def _this_way(w: Words, card: Card) -> Done | None:
    """Read `If Summoned this way, ...` behind a procedure."""
    if not w.eat("if special? summoned this way ,") or len(card.procedures) != 1:
        return None
    locks: list[Any] = []
    notes: list[str] = []
    if not _afterwards(w, locks, notes):
        return None

    def done() -> str:
        card.locks += locks
        card.notes += [note for note in notes if note not in card.notes]
        return "What follows from its Special Summon in this way."

    return done


# The words of which what becomes of the monster itself is made.
_ITS_OWN = {
    "its", "original", "atk", "def", "level", "becomes", "become", "is", "are", "halved", "and", "this", "card", "'s",
    "name", "gains", "loses", "equal", "to", "the", "tributed", "it", "can", "cannot", "attack", "directly", "turn",
    "/", "combined", "of", "monster", "monsters", "summoned", "for", "each", "sent", "gy", "you", "until", "end", ",",
    "a", "that", "banished",
}  # fmt: skip


def _of_the_monster(w: Words) -> bool:
    """Go over the rest of a sentence that speaks of the monster's own values, name and attacks."""
    at = w.at
    while not w.over:
        token = w.peek()
        if token.kind not in ("number", "name") and token.text not in _ITS_OWN:
            w.at = at
            return False
        w.at += 1
    return True


def _turn_lock(w: Words, card: Card) -> Done | None:
    """Read `You cannot Normal Summon/Set the turn you Special Summon this card`."""
    if not w.eat("you cannot normal summon / set") or not w.eat("the turn you special summon this card"):
        return None
    w.eat("this way")

    def done() -> str:
        card.locks.append("normal_summon")
        return "Its player cannot Normal Summon or Set in the turn of its Special Summon."

    return done


def _not_special(w: Words, card: Card) -> Done | None:
    """Read `Cannot be Special Summoned [from the Deck]`."""
    if not (w.eat("this card|monster cannot be special summoned") or w.eat("cannot be special summoned")):
        return None
    if w.over:
        return lambda: "It cannot be Special Summoned." if card.add("special_summon", False) else None
    if w.eat("by|in other ways") and not card.no_normal and card.procedures:
        only = {"name": card.name}
        told = "No effect of another card can Special Summon it."
        return lambda: told if card.add("special_summon_only_by", only) else None
    if w.eat("from the|your"):
        places = []
        while w.word() in ("gy", "deck", "extra_deck", "hand"):
            places.append({"gy": "gy", "deck": "deck", "extra_deck": "extra", "hand": "hand"}[w.word()])
            w.at += 1
            if not (w.eat(", or") or w.eat("or") or w.eat(",")):
                break
        if not places:
            return None
        told = "It cannot be Special Summoned from there."
        return lambda: told if card.add("special_summon_not_from", places) else None
    if w.eat(",? except by|with"):
        w.eat("the effect of") or w.eat("an effect of") or w.eat("an")
        found = nouns(w)
        w.eat("'s effect") or w.eat("effect")
        if found is None or found.placed or found.together or not w.over or card.no_normal:
            return None
        spec = dict(found.spec)
        told = "Only the effects of such cards can Special Summon it."
        return lambda: told if card.add("special_summon_only_by", spec) else None
    return None


def _no_pendulum(w: Words, card: Card) -> Done | None:
    w.eat("this card")
    if not w.eat("cannot be pendulum summoned"):
        return None
    return lambda: "It cannot be Pendulum Summoned." if card.add("pendulum_summon", False) else None


def _ritual(w: Words, card: Card) -> Done | None:
    """Read `You can Ritual Summon this card with "X"`: the Ritual Spell says how."""
    if not w.eat("you can ritual summon this card with") and not w.eat("this card can be ritual summoned with"):
        return None
    w.eat("a") or w.eat("any")
    if w.eat("ritual spell|spells"):
        return lambda: "It is Ritual Summoned by the effect of a Ritual Spell."
    names = []
    while w.peek().kind == "name":
        names.append(w.quoted())
        if not (w.eat(", or") or w.eat("or a?")):
            break
    if not names:
        return None
    w.eat("ritual? spell|card|spells")
    return lambda: "It is Ritual Summoned by the effect of such a card."


def _must_ritual(w: Words, card: Card) -> Done | None:
    """Read `Must [first] be Ritual Summoned`, and the like of other kinds."""
    w.eat("this card|monster")
    if w.eat("must first be"):
        kind = "semi_nomi"
    elif w.eat("must be") or w.eat("can only be"):
        kind = "nomi"
    else:
        return None
    how = w.word()
    if how not in ("ritual", "fusion", "synchro", "xyz", "link") or w.word(1) != "summoned":
        return None
    w.at += 2
    w.eat(",? and cannot be special summoned by other ways")

    def done() -> str | None:
        if card.kind and card.kind != kind:
            return None
        card.kind = kind
        return f"It must {'first ' if kind == 'semi_nomi' else ''}be {how.capitalize()} Summoned."

    return done


def _set_as_spell(w: Words, card: Card) -> Done | None:
    """Read `You can Set this card from your hand to your Spell & Trap Zone as a Spell`: no monster is Set by that."""
    if not w.eat("you can set this card from your hand to your back_row as a spell"):
        return None

    def done() -> str:
        card.notes.append("It can be Set from the hand to the Spell & Trap Zone as a Spell.")
        return "It can be Set as a Spell."

    return done


def _meaning(ways: list[Record]) -> str:
    from ygolp.cards.sheet.summoning import procedure_sentence

    return " ".join(procedure_sentence(way) for way in ways)


_TEMPLATES: tuple[Callable[[Words, Card], Done | None], ...] = (
    _no_normal, _once, _special, _must, _not_special, _ritual, _must_ritual, _turn_lock, _this_way, _no_pendulum,
    _control_limit, _set_as_spell, normal_summon, use_as_material,
)  # fmt: skip
