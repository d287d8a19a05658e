"""What a player does: an action with its cards, as values that compare and hash. `notation.py` reads their text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ygolp.board import Player, replace

KINDS = (
    "normal summon", "tribute summon", "set", "tribute set", "flip summon", "change",
    "special summon", "contact fusion", "synchro summon", "xyz summon", "link summon",
    "fusion summon", "ritual summon", "pendulum summon", "ripple summon", "switch", "activate", "pass", "choose",
    "bring", "attack", "set spell or trap",
)  # fmt: skip
POSITIONS = ("atk", "def", "fd_def")


class CardRef(NamedTuple):
    """A card of a board: its name, whose side, its place (`mmz2`, `hand`), and which of equal ones (from 1).

    `told`: it differs from the first of them there, so that its number is written (`Stardust Dragon (gy #2)`).
    """

    name: str
    player: Player
    place: str
    copy: int = 1
    told: bool = False

    def text(self, actor: Player, full: bool = True) -> str:
        """Return the reference as the acting player writes it."""
        if not full:
            return self.name
        side = "" if self.player == actor else f"{self.player} "
        number = f" #{self.copy}" if self.told else ""
        return self.name if self.place == "nowhere" else f"{self.name} ({side}{self.place}{number})"


class Action(NamedTuple):
    """One action: its kind, the card it is about, and all that was chosen for it.

    `using` are Tributes, materials or payments; of a Pendulum Summon the monsters summoned, of a Switch the new
    top card, of a Ripple Summon the carrier first. `ripple` names the Ripple Monster. `zone` and `position` are
    None where they are left open; `change` has the new position. None as `using`: any materials. `effect` is the number
    of the effect that is activated (`using` is its cost; 0: a Pendulum Monster as a Spell Card), `targets` are its
    targets (None: any), `declared` is the card name that is declared.
    """

    kind: str
    player: Player
    card: CardRef | None = None
    using: tuple[CardRef, ...] | None = ()
    ripple: str | None = None
    zone: str | None = None
    position: str | None = None
    effect: int = 0
    targets: tuple[CardRef, ...] | None = ()
    declared: str | None = None

    def __str__(self) -> str:
        return self.text()

    def text(self, short: Iterable[CardRef] = ()) -> str:
        """Return the action in the notation of scenarios/README.md; `short` needs no places."""
        brief = set(short)

        def name(ref: CardRef) -> str:
            return ref.text(self.player, full=ref not in brief)

        using = self.using or ()
        if self.kind == "pass":
            return f"pass {self.player}"
        if self.kind == "choose":
            words = f"choose {', '.join(map(name, using)) or 'nothing'}"
        elif self.kind == "activate" and self.card:
            words = f"activate {name(self.card)} " + (f"effect {self.effect}" if self.effect else "as spell")
            if using:
                words += f" using {', '.join(map(name, using))}"
            if self.targets:
                words += f" targeting {', '.join(map(name, self.targets))}"
            if self.declared:
                words += f" declaring {self.declared}"
        elif self.kind == "attack" and self.card:
            target = name(self.targets[0]) if self.targets else "directly"
            return f"attack {target} with {name(self.card)}"
        elif self.kind == "pendulum summon":
            words = f"pendulum summon {', '.join(map(name, using))}"
        elif self.kind == "switch" and self.card and using:
            return f"switch {name(self.card)} to {using[0].name}"
        elif self.kind == "change" and self.card:
            return f"change {name(self.card)} to {self.position}"
        else:
            kind = "set" if self.kind == "set spell or trap" else self.kind
            about = self.ripple if self.kind == "ripple summon" else name(self.card) if self.card else ""
            words = f"{kind} {about}"
            if using:
                words += f" using {', '.join(map(name, using))}"
        if self.position:
            words += f" in {self.position}"
        if self.zone:
            words += f" to {self.zone}"
        return words

    def base(self) -> Action:
        """Return the action without zone and position (a change keeps its position)."""
        kept = self.position if self.kind == "change" else None
        return replace(self, zone=None, position=kept)


def kindred(kind: str, asked: str) -> bool:
    """Say whether a kind of action is meant by the one that is asked for: a Tribute Summon is a Normal Summon.

    Without a Tribute a Normal Summon is no Tribute Summon.
    """
    if asked in ("tribute summon", "tribute set"):
        return kind == asked
    families = (
        {"normal summon", "tribute summon"},
        {"set", "tribute set"},
        {"special summon", "contact fusion"},
    )
    return kind == asked or any({kind, asked} <= family for family in families)
