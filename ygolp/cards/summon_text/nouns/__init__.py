"""Cards as card texts speak of them: `3 face-up "Blackwing" monsters with different names in your GY`.

A noun becomes a filter of the record vocabulary (ygolp/cards/README.md) with a number. `None` means: not understood.
"""

from __future__ import annotations

from ygolp.cards.summon_text.nouns.adjectives import MONSTER_KINDS, RACES
from ygolp.cards.summon_text.nouns.model import OF_MONSTERS, Filter, Noun, one_of
from ygolp.cards.summon_text.nouns.reader import noun, nouns
from ygolp.cards.summon_text.nouns.tails import exception

__all__ = ["MONSTER_KINDS", "OF_MONSTERS", "RACES", "Filter", "Noun", "exception", "noun", "nouns", "one_of"]
