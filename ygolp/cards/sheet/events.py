"""What an effect waits for or answers, as the clause of card text before the colon."""

from __future__ import annotations

from typing import Any

from ygolp.cards.filters import as_list
from ygolp.cards.sheet.phrases import Usual, counted, one
from ygolp.cards.sheet.words import PLACES, article, bracketed, listed, summons, where

_DEEDS = {
    "destroyed": "destroyed", "tributed": "Tributed", "discarded": "discarded", "detached": "detached",
}  # fmt: skip
_CAUSES = {
    "battle_with_self": "by battle with this card", "battle": "by battle",
    "effect": "by a card effect", "opponent_effect": "by an opponent's card effect",
    "own_effect": "by your card effect", "material": "as material",
}  # fmt: skip
_TAKES = {"own": "you take", "opponent": "your opponent takes", "any": "either player takes", "": "a player takes"}
_WHOSE = {"own": " (yours)", "opponent": " (your opponent's)", "any": " (any player's)", "": ""}
_MOVES = {
    "gy": "sent to the GY", "banished": "banished", "hand": "returned to the hand", "deck": "returned to the Deck",
    "extra": "returned to the Extra Deck",
}  # fmt: skip
_ACTIVATED = {
    "card": "card", "effect": "effect", "spell": "Spell Card or effect", "trap": "Trap Card or effect",
    "monster": "monster effect", "spell_or_trap_card": "Spell/Trap Card",
    "special_summon": "card or effect that Special Summons",
    "special_summon_activation": "Spell/Trap Card or monster effect that Special Summons", "any": "card or effect",
    "destroys": "card or effect that destroys cards on the field",
    "deck_to_hand": "card or effect that adds cards from the Deck to the hand",
    "deck_summon": "card or effect that Special Summons from the Deck",
    "deck_to_gy": "card or effect that sends cards from the Deck to the GY",
}  # fmt: skip
_ATTEMPTS = {"normal": "Normal Summoned", "flip": "Flip Summoned", "special": "Special Summoned", "any": "Summoned"}


def event(on: dict[str, Any], timing: str) -> str:
    """Return what a trigger waits for: `If this card is sent from the field to the GY`."""
    return f"{timing.capitalize()} {_happened(on)}"


def _happened(on: dict[str, Any]) -> str:
    if "starts" in on:
        return "the Battle Phase starts"
    if "battle_damage" in on:
        who = _TAKES[on.get("whose", "")]
        if on.get("self"):
            return f"{who} battle damage from this card"
        source = f" from {one(on['filter'], _usual(on))}" if "filter" in on else ""
        return f"{who} battle damage{source}{_causes(on)}"
    subject, is_ = _subject(on)
    whose = _WHOSE[on.get("whose", "")]
    if "attack" in on:
        return f"{subject}{whose} declares an attack{_causes(on)}"
    to_zone = " to a zone this card points to" if on.get("linked") else ""
    if "summoned" in on:
        return f"{subject}{whose} {is_} {summons(on['summoned'])}{_from(on)}{_causes(on)}{to_zone}"
    if "flipped" in on:
        return f"{subject}{whose} {is_} flipped face-up{_causes(on)}"
    if "leaves_field" in on:
        deeds = _deeds(on)
        start = f"{is_} {deeds}{_causes(on)} and " if deeds else ""
        end = "" if deeds else _causes(on)
        return f"{subject}{whose} {start}leaves the field{_from(on)}{end}{to_zone}"
    return f"{subject}{whose} {is_} {_moved(on)}{to_zone}"


def _subject(on: dict[str, Any]) -> tuple[str, str]:
    """Return what it happens to, and the verb that fits."""
    if on.get("self"):
        return "this card" + (f" (exactly {on['exactly']})" if "exactly" in on else ""), "is"
    if "exactly" not in on:
        return bracketed(one(on.get("filter", {}), _usual(on))), "is"
    number = on["exactly"]
    cards = counted({**on.get("filter", {}), "count": number}, _usual(on))
    return f"exactly {bracketed(cards)}", "is" if number == 1 else "are"


def _usual(on: dict[str, Any]) -> Usual:
    return Usual((), "own", "monster" if "sent" not in on and "leaves_field" not in on else "card")


def _moved(on: dict[str, Any]) -> str:
    moves = [_MOVES.get(place, f"put into the {PLACES[place]}") for place in as_list(on["sent"])]
    to, start = listed(moves), _from(on)
    if len(moves) == 1 and " " in to:  # sent from the field to the GY
        verb, _, rest = to.partition(" ")
        to, start = f"{verb}{start} {rest}", ""
    deeds = _deeds(on)
    if not deeds:
        return f"{to}{start}{_causes(on)}"
    return f"{deeds}{_causes(on)} and {to}{start}"


def _deeds(on: dict[str, Any]) -> str:
    return listed((_DEEDS[deed] for deed in as_list(on.get("by", [])) if deed in _DEEDS), "and")


def _causes(on: dict[str, Any]) -> str:
    """Return the causes that are asked for, and the deeds too where they are not said elsewhere."""
    causes = [_CAUSES[deed] for deed in as_list(on.get("by", [])) if deed in _CAUSES]
    if not {"sent", "leaves_field"} & set(on):
        causes += [f"being {_DEEDS[deed]}" for deed in as_list(on.get("by", [])) if deed in _DEEDS]
    return f" {listed(causes, 'and')}" if causes else ""


def _from(on: dict[str, Any]) -> str:
    places = as_list(on.get("from", []))
    return f" from the {listed(PLACES[place] for place in places)}" if places else ""


def answer(asked: dict[str, Any]) -> str:
    """Return what an effect answers: `When your opponent activates a Spell/Trap Card`."""
    by = asked.get("by", "any")
    who = {"own": "you", "opponent": "your opponent"}.get(by)
    number = f"exactly {asked['exactly']} " if "exactly" in asked else ""
    if "activation" in asked:
        kinds = [_ACTIVATED[kind] for kind in as_list(asked["activation"])]
        what = _merged(kinds)
        what = f"{number}{what}" if number else article(what)
        narrowed = f" ({one(asked['filter'], Usual((), 'any'))})" if "filter" in asked else ""
        start = f" {where(as_list(asked['from']), 'any', False, 'in')}" if "from" in asked else ""
        if who is None:
            return f"When {what}{narrowed} is activated{start}"
        return f"When {who} {'activate' if by == 'own' else 'activates'} {what}{narrowed}{start}"
    cards = one(asked["filter"], Usual((), "any", "monster")) if "filter" in asked else "a monster(s)"
    if "exactly" in asked:
        cards = f"exactly {asked['exactly']} monster{'' if asked['exactly'] == 1 else 's'}" + (
            f" ({cards})" if "filter" in asked else "")  # fmt: skip
    kinds = [_ATTEMPTS[kind] for kind in as_list(asked["summon"])]
    if who is None:
        return f"When {cards} would be {listed(kinds)}"
    active = listed(kind.removesuffix("ed") for kind in kinds)
    return f"When {who} would {active} {cards}"


def _merged(kinds: list[str]) -> str:
    ends = " Card or effect"
    if len(kinds) > 1 and all(kind.endswith(ends) for kind in kinds):
        return "/".join(kind.removesuffix(ends) for kind in kinds) + ends
    start = "card or effect that "
    doing = [kind.removeprefix(start) for kind in kinds if kind.startswith(start)]
    others = [kind for kind in kinds if not kind.startswith(start)]
    return listed([*others, *([start + listed(doing)] if doing else [])])
