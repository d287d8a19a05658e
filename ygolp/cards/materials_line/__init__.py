"""The materials line of a Fusion, Synchro, Xyz or Link Monster: read into a record, written from one."""

from __future__ import annotations

from ygolp.cards.materials_line.card_text import read, read_text, write

__all__ = ["read", "read_text", "write"]
