"""How a main-deck monster can be Summoned, read from its English text (old and new wording)."""

from ygolp.cards.summon_text.reader import read

__all__ = ["read"]
