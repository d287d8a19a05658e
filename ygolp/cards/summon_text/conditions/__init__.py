"""Conditions of card texts: `you control no monsters, or all monsters you control are Zombie monsters`.

The result is a list of conditions of the record vocabulary that all must hold; `{"any": [...]}` is a choice of them.
"""

from __future__ import annotations

from ygolp.cards.summon_text.conditions.counting import Condition
from ygolp.cards.summon_text.conditions.piles import held
from ygolp.cards.summon_text.conditions.reader import conditions

__all__ = ["Condition", "conditions", "held"]
