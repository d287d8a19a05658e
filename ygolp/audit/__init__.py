"""What a mechanic does to the game, found by solving: small boards are looked for, and questions are asked of them.

`audit` looks for what is odd: Ripple Monsters that can never be summoned or Switched to, rules that a Ripple Monster
never meets, settings and ends that the rules leave open, loops. What it finds holds on the boards it shows; what it
does not find is said with the bounds of the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ygolp import engine
from ygolp.audit.demands import unanswered
from ygolp.audit.findings import Asked, Clock, Finding, Part
from ygolp.audit.loops import loops
from ygolp.audit.outcomes import settings, several_ends
from ygolp.audit.rules import unreached
from ygolp.audit.summons import Search, grow, never_summoned, never_switched
from ygolp.cards.pool import Record

DEFAULT_SECONDS = 60


class Audit(NamedTuple):
    """The answer: the parts in order, how many String Monsters were looked at, and how many questions were asked."""

    extension: str
    parts: tuple[Part, ...]
    string_monsters: int
    records: int
    questions: int

    @property
    def complete(self) -> bool:
        return all(part.complete for part in self.parts)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for part in self.parts for finding in part.findings)

    def part(self, name: str) -> Part:
        """Return the part of that name; KeyError if there is none."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)


def audit(
    extension: str, records: Iterable[Record], seconds: float = DEFAULT_SECONDS, only: Sequence[Record] | None = None,
    rulebook: engine.Rulebook = engine.SHIPPED,
) -> Audit:  # fmt: skip
    """Audit an extension with these card records, for so many seconds at most.

    `only`: the String Monsters that it is about, all of the records if absent. `rulebook`: for the search for loops.
    """
    clock = Clock(seconds)
    search = Search(extension, records, clock, only)
    first = never_summoned(search)
    grown = first.complete and grow(search)
    parts: tuple[Part, ...] = (
        first, never_switched(search, grown), unreached(search), unanswered(search), settings(search),
        several_ends(search), loops(search, rulebook),
    )  # fmt: skip
    # What was not summoned was not asked about.
    parts = tuple(part._replace(complete=part.complete and grown) for part in parts)
    return Audit(extension, parts, len(search.asked), len(search.records), clock.questions)


__all__ = ["DEFAULT_SECONDS", "Asked", "Audit", "Finding", "Part", "audit"]
