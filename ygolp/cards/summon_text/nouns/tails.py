"""What is said of cards behind the head of a noun: ATK and DEF, what they have in common, exceptions, totals."""

from __future__ import annotations

from dataclasses import replace

from ygolp.cards.summon_text.nouns.adjectives import HEADS, bound, described, single
from ygolp.cards.summon_text.nouns.model import Filter, Noun
from ygolp.cards.summon_text.words import Words


def read_with(w: Words, result: Noun) -> Noun | None:
    """Read `with 2000 or more ATK`, `with 1500 ATK/2100 DEF`, `with different names`."""
    if not w.eat("with"):
        return None
    spec = dict(result.spec)
    for demand in ("different", "the? same"):
        if w.eat(demand):
            aspects = []
            while True:
                found = {"name": "name", "names": "name", "type": "race", "types": "race", "attribute": "attribute",
                         "attributes": "attribute", "level": "level", "levels": "level"}.get(w.word())  # fmt: skip
                if found is None:
                    return None
                aspects.append(found)
                w.at += 1
                if not w.eat("and"):
                    break
            key = "different" if demand == "different" else "same"
            if result.together:
                return None
            return replace(result, together={key: single(aspects)})
    if w.eat("a different name"):
        if "not" in spec:
            return None
        spec["not"] = {"name": w.name}
        return replace(result, spec=spec)
    number = w.number()
    if number is None:
        return None
    value = bound(w, number)
    original = "original_" if w.eat("original") else ""
    first = w.word()
    if first not in ("atk", "def"):
        return None
    w.at += 1
    if w.eat("or def|atk"):
        if "any" in spec:
            return None
        spec["any"] = [{f"{original}atk": value}, {f"{original}def": value}]
    elif w.eat("/") or (w.sees("and") and w.peek(1).kind == "number" and w.eat("and")):
        second = w.number()
        if second is None or w.word() not in ("atk", "def") or w.word() == first:
            return None
        spec[f"{original}{first}"], spec[f"{original}{w.word()}"] = value, second
        w.at += 1
    else:
        if f"{original}{first}" in spec:
            return None
        spec[f"{original}{first}"] = value
    return replace(result, spec=spec)


def read_that(w: Words, result: Noun) -> Noun | None:
    """Read `that was Special Summoned from the Extra Deck`, `that cannot be Normal Summoned/Set`, `that mentions X`."""
    w.eat("that was|were") or w.eat("that")
    if w.eat("special summoned from the extra_deck"):
        said: Filter = {"summoned_from": "extra"}
    elif w.eat("cannot be normal summoned / set"):
        said = {"normal_summon": False}
    elif w.eat("mentions|mention") and w.peek().kind == "name":
        said = {"mentions": w.quoted()}
    else:
        return None
    return None if set(said) & set(result.spec) else replace(result, spec={**result.spec, **said})


def exception(w: Words, result: Noun) -> Noun | None:
    """Read `other than "A"`, `, except "A"`, `not named "A"`, `, except this card`."""
    if not (w.eat("other than") or w.eat(", except") or w.eat("except") or w.eat("not named") or w.eat(", other than")
            or w.eat(", but not")):  # fmt: skip
        return None
    spec = dict(result.spec)
    if w.eat("this card") or w.eat("itself"):
        spec["self"] = False
        return replace(result, spec=spec)
    if w.peek().kind == "name":
        names = [w.quoted() or ""]
        while (step := _next_name(w)) > 0:
            w.at += step
            names.append(w.quoted() or "")
        if w.word() in HEADS or w.word() == "tuner":
            return None
        denied: Filter = {"name": single(names)}
    elif w.eat("token|tokens") or w.eat("a token"):
        spec["token"] = False
        return replace(result, spec=spec)
    else:
        other: Filter = {}
        w.eat("a")
        if described(w, other) is None or not other:
            return None
        other.pop("card", None)
        denied = other
    if "not" in spec:
        spec["not"] = [spec["not"], denied] if isinstance(spec["not"], dict) else [*spec["not"], denied]
    else:
        spec["not"] = denied
    return replace(result, spec=spec)


def _next_name(w: Words) -> int:
    """Return how many words stand between two names of a list, 0 if there is no further name."""
    if w.sees(", or") and w.peek(2).kind == "name":
        return 2
    return 1 if w.sees("or|and|,") and w.peek(1).kind == "name" else 0


def read_total(w: Words, result: Noun) -> Noun | None:
    """Read `whose total Levels equal 8 or more`."""
    if result.together or not (w.eat(",? whose total levels|level equal|equals|is|are")):
        return None
    w.eat("exactly")
    number = w.number()
    if number is None:
        return None
    value = bound(w, number)
    if isinstance(value, dict) and "max" in value:
        return None
    return replace(result, low=1, high=None, together={"total_level": value})
