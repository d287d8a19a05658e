"""Cards from the `cards.cdb` files of EDOPro and YGOPro."""

from __future__ import annotations

from ygolp.cards.database.library import Entry, Library, expand
from ygolp.errors import DatabaseError

__all__ = ["DatabaseError", "Entry", "Library", "expand"]
