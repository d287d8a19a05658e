"""Which sentences of a card text say how the monster is Summoned.

A card text holds conditions and effects. What is told apart here, and how:

- An effect that is activated has a colon behind what it waits for, or a semicolon behind its cost (outside names and
  brackets): all texts since 2011. Such a sentence is no condition, whatever it says of Summons, nor is a bullet.
- Older texts have neither sign. A sentence that begins with an event or a phase ("When ...", "During your End Phase
  ...", "Each time ...", "After ...") is an effect of theirs - unless it says "Special Summon this card (from your
  hand)": the brackets are of the newer wording.
- Of the others a sentence bears on the Summon of the monster if it speaks of Summoning, Setting or Tributing it, of its
  use as a material or Tribute, or of how often it can be Summoned or controlled (`bears`). All else is passed over.
- A sentence that bears on it and is not wholly understood is reported. Of one thing it is said all the same: that it
  *must* be Special Summoned in a way that is not understood makes it a Special Summon Monster, or it would pass for one
  that anything may Summon.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ygolp.cards.summon_text.words import LONGEST, Token, Words, tokens


class Sentence(NamedTuple):
    """A sentence of a card text, and its tokens without the full stop."""

    text: str
    words: tuple[Token, ...]


_EVENTS = ("when", "during", "each", "after", "at", "once", "until", "as")
_MARKERS = ("[ monster effect ]", "[monster effect]", "【怪兽效果】")


def monster_text(text: str) -> str:
    """Return the part of a Pendulum Monster's text that is about the monster."""
    lowered = text.lower()
    if len(lowered) != len(text):
        return text
    for marker in _MARKERS:
        at = lowered.find(marker)
        if at >= 0:
            return text[at + len(marker) :]
    return text


def sentences(text: str, name: str) -> Iterator[Sentence]:
    """Yield the sentences of a text."""
    text = monster_text(text)
    found: list[Token] = []
    depth = 0
    for token in tokens(text[:LONGEST], name):
        if token.text == "\n" and token.kind == "sign":
            if depth <= 0:
                yield from _sentence(text, found)
                found, depth = [], 0
            continue
        depth += {"(": 1, ")": -1}.get(token.text, 0) if token.kind == "sign" else 0
        if token.text == "." and token.kind == "sign" and depth <= 0 and _ends(text, token):
            yield from _sentence(text, found, token.end)
            found, depth = [], 0
            continue
        found.append(token)
    yield from _sentence(text, found)


def _ends(text: str, stop: Token) -> bool:
    return stop.end >= len(text) or text[stop.end] in " \r\n\t)"


def _sentence(text: str, found: list[Token], end: int = 0) -> Iterator[Sentence]:
    if found:
        yield Sentence(text[found[0].start : end or found[-1].end].strip(), tuple(found))


def activated(sentence: Sentence) -> bool:
    """Return whether a sentence is an effect that is activated, or a part of one."""
    depth = 0
    for token in sentence.words:
        if token.kind == "sign":
            depth += {"(": 1, ")": -1}.get(token.text, 0)
            if depth <= 0 and token.text in (":", ";", "●", "•"):
                return True
    row = [token.text if token.kind != "name" else '"' for token in sentence.words]
    if "special summon this card ( from" in " ".join(row):
        return False
    return row[0] in _EVENTS


_ABOUT = """
    special summon this card
    normal summon this card
    tribute summon this card
    normal summon / set this card
    ritual summon this card
    set this card from your hand
    tribute summon this monster
    special summon this monster
    cannot be normal summoned
    cannot be special summoned
    cannot be normal set
    cannot be set
    must be special summoned
    must first be special summoned
    must be ritual summoned
    must be either
    must first be
    must be normal summoned
    must be fusion summoned
    must be synchro summoned
    must be xyz summoned
    must be link summoned
    must be pendulum summoned
    can be special summoned
    can be normal summoned
    can be tribute summoned
    can only be special summoned
    can only be normal summoned
    can only be tribute summoned
    can only be ritual summoned
    cannot be pendulum summoned
    requires 3 tributes
    requires 2 tributes
    tributes to normal summon
    to tribute summon this card
    if you tribute summon this card
    can be treated as 2 tributes
    treated as 2 tributes
    can be treated as 2
    cannot be used as
    cannot be tributed
    can be ritual summoned with
    treat this card as 2 tributes
    cannot be fusion summoned
    cannot be synchro summoned
    cannot be xyz summoned
    cannot be link summoned
    you can only control
    there can only be 1
    special summon this card from
    must be summoned
    synchro summon this card
    xyz summon this card
    fusion summon this card
    link summon this card
    substitute this card for
    when used for a synchro summon
    if this card is used for the xyz summon
    used as fusion material
    used as synchro material
    used as the entire tribute
    this card can be used as
    the turn you special summon this card
    by other ways
    must be used
    you cannot normal summon
"""
_ABOUT_WORDS = tuple(f" {line.strip()} " for line in _ABOUT.strip().splitlines())


def _row(sentence: Sentence) -> str:
    return f" {' '.join(token.text if token.kind != 'name' else QUOTED for token in sentence.words)} "


QUOTED = '"'
_ITS = (" special summon this card ", " special summon it ", " special summon this monster ")


def brings_itself(sentence: Sentence) -> bool:
    """Return whether an effect may Special Summon the monster itself."""
    row = _row(sentence)
    return any(words in row for words in _ITS)


def follows(sentence: Sentence) -> bool:
    """Return whether a sentence goes on about a Special Summon that was told before it."""
    row = _row(sentence)
    return row.startswith((" if summoned this way ", " if special summoned this way ")) or " this way " in row[-12:]


def bears(sentence: Sentence) -> bool:
    """Return whether a sentence that is no activated effect is about the Summon of the monster or its use."""
    joined = _row(sentence)
    # What an effect or the Summon brings about is no condition of it.
    starts = (" must ", " cannot be special summoned ", " cannot be normal summoned ")
    if " this effect " in joined and not joined.startswith(starts):
        return False
    if joined.startswith((" if summoned this way ", " if special summoned this way ")):
        return True
    if joined.startswith((" gains ", " it gains ", " this card gains ", " loses ")):
        return False
    if joined.startswith(" if you tribute summon this card ") and " must be " not in joined:
        return False
    itself = (" cannot ", " this card ", " this monster ", " while this card ", " if ")
    if " cannot be used as " in joined and not joined.startswith(itself):
        return False
    if any(phrase in joined for phrase in _ABOUT_WORDS):
        return True
    return " you can only special summon " in joined and (" once per turn " in joined or " once per duel " in joined)


__all__ = ["Sentence", "Words", "activated", "bears", "sentences"]
