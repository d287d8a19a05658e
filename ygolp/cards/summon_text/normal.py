"""Sentences about the Normal Summon: without Tributes, with fewer, with other Tributes, under a condition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ygolp.cards.summon_text.card import Card
from ygolp.cards.summon_text.conditions import Condition, conditions
from ygolp.cards.summon_text.nouns import Filter, Noun, noun, nouns
from ygolp.cards.summon_text.words import Words

Done = Callable[[], "str | None"]
# The number of Tributes that its Level asks for.
USUAL = "usual"
_VALUES = "What a Normal Summon without (all) Tributes makes of its own ATK, DEF or Level."


def normal_summon(w: Words, card: Card) -> Done | None:
    start = w.at
    for read in (_without, _by_tributing, _requires, _tributes_must, _unless, _also, _worth):
        found = read(w, card)
        if found is not None and w.over:
            return found
        w.at = start
    return None


def _choice(card: Card, choice: Any, both: bool) -> None:
    """Add a number of Tributes to those that are possible, the usual one among them."""
    table = card.record.setdefault("normal_summon", {})
    for key in ("tributes", "set_tributes") if both else ("tributes",):
        table.setdefault(key, [USUAL]).append(choice)


def _without(w: Words, card: Card) -> Done | None:
    """Read `[If ...,] you can Normal Summon[/Set] this card without Tributing[, but ...]`."""
    ifs: list[Condition] = []
    if w.eat("if|while"):
        found = conditions(w)
        if found is None or not w.eat(",") or any("column" in each for each in found):
            return None
        ifs = found
    both = w.eat("you can normal summon / set this card")
    if not both and not w.eat("you can normal summon this card") and not w.eat("this card can be normal summoned"):
        return None
    if not (w.eat("without tributing") or w.eat("without tributes|tribute") or w.eat("without a tribute")):
        return None
    noted = False
    if not w.over:
        if not w.eat(", but"):
            return None
        noted = _own_values(w)
        if not noted:
            return None

    def done() -> str:
        _choice(card, {"count": 0, "if": ifs} if ifs else 0, both)
        if noted and _VALUES not in card.notes:
            card.notes.append(_VALUES)
        deeds = "Normal Summoned or Set" if both else "Normal Summoned"
        return f"It can be {deeds} without Tributes{' under that condition' if ifs else ''}."

    return done


def _own_values(w: Words) -> bool:
    known = {"its", "original", "atk", "def", "level", "becomes", "become", "is", "are", "halved", "and", "/"}
    while not w.over:
        if w.peek().kind != "number" and w.word() not in known:
            return False
        w.at += 1
    return True


def _tribute(found: Noun | None) -> Filter | None:
    """Return the filter of Tributes; their place is one's own field as for any Tribute Summon."""
    if found is None or found.together or found.including or found.parts or found.every:
        return None
    if found.placed and (found.places != ["field"] or found.spec.get("side") != "own"):
        return None
    return {key: value for key, value in found.spec.items() if key not in ("place", "side", "card")}


def _by_tributing(w: Words, card: Card) -> Done | None:
    """Read `You can Tribute Summon this card [face-up] by Tributing 1 "X" monster`, `... with 1 Tribute`."""
    ifs_of: Filter | None = None
    if w.eat("if you ' re tributing") or w.eat("if you're tributing") or w.eat("if you are tributing"):
        found = nouns(w)
        ifs_of = _tribute(found)
        if not ifs_of or found is None or (found.low, found.high) != (1, 1) or not w.eat(","):
            return None
    both = w.eat("you can normal summon / set this card") or w.eat("you can tribute summon / set this card")
    # "Tribute Summon" without "face-up" is said of the Set, too; "Normal Summon" is not (there is "Normal Summon/Set").
    either = both or w.eat("you can tribute summon this card") or w.eat("this card can be tribute summoned")
    if not (either or w.eat("you can normal summon this card") or w.eat("this card can be normal summoned")):
        return None
    face_up = not either or w.eat("in face-up attack position") or w.eat("face-up") or w.eat("in attack position")
    if w.eat("with"):
        number = w.number()
        if not number or not w.eat("tribute|tributes"):
            return None
        noted = bool(w.eat(", but"))
        if noted and not _own_values(w):
            return None
        return _fewer(card, {"count": number, **_only(ifs_of)}, not face_up or both, noted)
    if ifs_of is not None or not w.eat("by tributing"):
        return None
    found = nouns(w)
    spec = _tribute(found)
    if spec is None or found is None or found.high is None or found.low != found.high:
        return None
    return _fewer(card, {"count": found.low, **({"filter": spec} if spec else {})}, not face_up or both)


def _only(spec: Filter | None) -> dict[str, Any]:
    return {"filter": spec} if spec else {}


def _fewer(card: Card, choice: Any, both: bool, noted: bool = False) -> Done:
    def done() -> str:
        if noted and _VALUES not in card.notes:
            card.notes.append(_VALUES)
        plain = choice["count"] if set(choice) == {"count"} else choice
        _choice(card, plain, both)
        count = choice["count"]
        return f"It can be Tribute Summoned with {count} Tribute{'s' if count > 1 else ''} of that kind."

    return done


def _requires(w: Words, card: Card) -> Done | None:
    """Read `Requires 3 Tributes to Normal Summon (cannot be Normal Set)`, `Must be Normal Summoned/Set by ...`.

    Of one kind: `Requires 3 "X" Tributes to Normal Summon/Set`.
    """
    if w.eat("requires"):
        number = w.number()
        archetype = w.quoted()
        if not number or not w.eat("tributes|tribute to normal summon"):
            return None
        both = w.eat("/ set")
        no_set = w.eat("( cannot be normal set )")
    else:
        must = w.eat("must be normal summoned / set by tributing")
        if not must and not w.eat("cannot be normal summoned / set except by tributing"):
            return None
        both, no_set = True, False
        found = noun(w)
        if found is None or found.low != found.high or _tribute(found) != {}:
            return None
        number, archetype = found.low, None
    if not (both or no_set):
        return None

    def done() -> str | None:
        table = card.record.setdefault("normal_summon", {})
        if "tributes" in table:
            return None
        table["tributes"] = [number]
        if both:
            table["set_tributes"] = [number]
        else:
            table["set"] = False
        if archetype:
            table["tribute_filter"] = {"archetype": archetype}
        return f"Its Normal Summon takes {number} Tributes."

    return done


def _tributes_must(w: Words, card: Card) -> Done | None:
    """Read `If you Tribute Summon this card, all Tributes must be WIND`."""
    if w.eat("to tribute summon this card , you must tribute"):
        found = noun(w)
        spec = _tribute(found)
        if spec is None or found is None or found.low != found.high or not spec:
            return None
        number = found.low

        def set_both() -> str | None:
            table = card.record.setdefault("normal_summon", {})
            if "tributes" in table:
                return None
            table |= {"tributes": [number], "tribute_filter": spec}
            return f"Its Tribute Summon takes {number} such Tributes."

        return set_both
    if not w.eat("if you tribute summon this card ,"):
        return None
    if not (w.eat("all tributes must be") or w.eat("the tribute|tributes must be")):
        return None
    found = nouns(w)
    spec = _tribute(found)
    if not spec or found is None or (found.low, found.high) != (1, 1):
        return None
    return lambda: "Its Tributes must be of that kind." if card.add("normal_summon.tribute_filter", spec) else None


def _unless(w: Words, card: Card) -> Done | None:
    """Read `Cannot be Normal Summoned, unless you control a "X" monster`, `... while you control a monster`."""
    if w.eat("unless"):
        first = conditions(w)
        if first is None or any("column" in each for each in first):
            return None
        if not w.eat(", this card cannot be normal summoned"):
            return None
        chosen = "normal_summon.if" if w.eat("/ set") else "normal_summon.summon_if"
        return lambda: "It can only be Normal Summoned under that condition." if card.add(chosen, first) else None
    w.eat("this card")
    if w.eat("cannot be normal? set"):
        return lambda: "It cannot be Set." if card.add("normal_summon.set", False) else None
    if not w.eat("cannot be normal summoned"):
        return None
    both = w.eat("/ set")
    if w.eat(", except by tributing"):
        found = noun(w)
        spec = _tribute(found)
        if not spec or found is None or found.low != found.high or not w.eat("( but can be normal set )") or both:
            return None
        count = found.low

        def only_so() -> str | None:
            table = card.record.setdefault("normal_summon", {})
            if "tributes" in table:
                return None
            table["tributes"] = [{"count": count, "filter": spec}]
            return "It can only be Normal Summoned with such Tributes."

        return only_so
    denied = False
    if w.eat(",? while|if"):
        denied = True
    elif not w.eat(",? unless"):
        return None
    found_ifs = conditions(w)
    if found_ifs is None or any("column" in each for each in found_ifs):
        return None
    if denied:
        turned = [_denied(each) for each in found_ifs]
        if len(turned) != 1 or turned[0] is None:
            return None
        found_ifs = [turned[0]]
    key = "if" if both else "summon_if"
    told = "It can only be Normal Summoned under that condition."
    return lambda: told if card.add(f"normal_summon.{key}", found_ifs) else None


def _denied(condition: Condition) -> Condition | None:
    """Return the opposite of a count of one or more, or of none."""
    if set(condition) == {"count", "min"} and condition["min"] > 0:
        return {"count": condition["count"], "max": condition["min"] - 1}
    if set(condition) == {"count", "max"}:
        return {"count": condition["count"], "min": condition["max"] + 1}
    return None


def _also(w: Words, card: Card) -> Done | None:
    """Read `To Tribute Summon this card face-up, you can Tribute a Trap you control, instead of a monster`."""
    if not w.eat("to tribute summon this card face-up? , you can tribute"):
        return None
    found = noun(w)
    if found is None or not found.placed or found.places != ["field"] or found.spec.get("side") != "own":
        return None
    if not (w.eat(", as well as monsters") or w.eat(", instead of a monster")):
        return None
    spec = {key: value for key, value in found.spec.items() if key != "side"} | {"place": "spell_zone"}
    if spec.get("card") in ("monster", None):
        return None
    told = "Such cards can be Tributed for it as well."
    return lambda: told if card.add("normal_summon.tribute_also", spec) else None


def _worth(w: Words, card: Card) -> Done | None:
    """Read `This card can be treated as 2 Tributes for the Tribute Summon of a LIGHT monster`."""
    if not w.eat("you can treat this card as"):
        w.eat("this card")
        if not w.eat("can be treated as"):
            return None
    number = w.number()
    if not number or not w.eat("tributes for the tribute summon of"):
        return None
    found = nouns(w)
    spec = None if found is None or found.placed else _tribute(found)
    if spec is None:
        return None

    def done() -> str | None:
        if not card.add("always.tribute_worth", number):
            return None
        if spec:
            card.add("always.for", spec)
        return f"It is worth {number} Tributes for such a monster."

    return done
