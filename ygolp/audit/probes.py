"""The questions that are asked about an ordinary monster and about a Ripple Monster alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ygolp.cards.pool import Record


class Probe(NamedTuple):
    """A question about a monster X that stands on the field; `{x}` is its name.

    `marks` are its own, `a` and `b` the cards beside it; `first` is played before the question is asked.
    """

    action: str
    marks: dict[str, Any] = {}  # noqa: RUF012 - never changed
    side: str = "a"
    a: dict[str, list[Any]] = {}  # noqa: RUF012
    b: dict[str, list[Any]] = {}  # noqa: RUF012
    frame: dict[str, Any] = {}  # noqa: RUF012
    first: tuple[str, ...] = ()


_SKULL = {"hand": ["Summoned Skull"]}
_TUNER = {"mmz": ["Junk Synchron"], "extra": ["Stardust Dragon"]}
_XYZ = {"mmz": ["Gemini Elf"], "extra": ["Number 39: Utopia"]}
_LINK = {"mmz": ["Gemini Elf"], "extra": ["I:P Masquerena"]}
_NOW = {"era": "mr2020"}
PROBES = (
    Probe("change {x} to def"),
    Probe("change {x} to atk", {"position": "def"}),
    Probe("change {x} to def", {"arrived": True}),
    Probe("change {x} to def", {"position_changed": True}),
    Probe("change {x} to def", {"attacked": True}),
    Probe("change {x} to atk", {"position": "fd_def"}),
    Probe("change {x} to def", frame={"phase": "standby"}),
    Probe("change {x} (b mmz1) to def", side="b"),
    Probe("flip summon {x}", {"position": "fd_def"}),
    Probe("flip summon {x}", {"position": "fd_def", "arrived": True}),
    Probe("flip summon {x}"),
    Probe("tribute summon Summoned Skull using {x}", a=_SKULL),
    Probe("tribute summon Summoned Skull using {x} (b mmz1)", side="b", a=_SKULL),
    Probe("tribute summon Summoned Skull using {x}", a=_SKULL, b={"st": ["Mask of Restrict | faceup"]}),
    Probe("tribute summon Obelisk the Tormentor using {x}", a={"hand": ["Obelisk the Tormentor"]}),
    Probe("special summon Lava Golem using {x} (b mmz1), Gemini Elf (b mmz2)", side="b", a={"hand": ["Lava Golem"]},
          b={"mmz": ["Gemini Elf | zone 2"]}),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x}", a=_TUNER),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x}", {"position": "fd_def"}, a=_TUNER),
    Probe("synchro summon Stardust Dragon using Junk Synchron, {x} (b mmz1)", side="b", a=_TUNER),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", {"level": 4}, a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x}", {"position": "fd_def", "level": 4}, a=_XYZ),
    Probe("xyz summon Number 39: Utopia using Gemini Elf, {x} (b mmz1)", {"level": 4}, "b", _XYZ),
    Probe("link summon I:P Masquerena using Gemini Elf, {x}", a=_LINK, frame=_NOW),
    Probe("link summon I:P Masquerena using Gemini Elf, {x}", {"position": "fd_def"}, a=_LINK, frame=_NOW),
    Probe("activate Book of Moon targeting {x}", a={"hand": ["Book of Moon"]}),
    Probe("activate Book of Moon targeting {x}", {"position": "fd_def"}, a={"hand": ["Book of Moon"]}),
    Probe("activate Compulsory Evacuation Device targeting {x} (b mmz1)", {"arrived": True}, "b",
          {"st": ["Compulsory Evacuation Device | set"]}),
    Probe("normal summon {x}"),
    Probe("set {x}"),
    Probe("special summon {x}"),
    Probe("activate Monster Reborn targeting {x} (gy)", a={"hand": ["Summoned Skull", "Monster Reborn"]},
          first=("tribute summon Summoned Skull using {x}",)),
    Probe("normal summon {x} (hand)", a={"st": ["Compulsory Evacuation Device | set"]},
          first=("activate Compulsory Evacuation Device targeting {x}",)),
)  # fmt: skip


class Setting(NamedTuple):
    """Circumstances of a Special Summon: sides besides what is summoned, whole-board keys; where its materials lie."""

    a: dict[str, list[Any]] = {}  # noqa: RUF012
    b: dict[str, list[Any]] = {}  # noqa: RUF012
    frame: dict[str, Any] = {}  # noqa: RUF012
    side: dict[str, Any] = {}  # noqa: RUF012
    materials_in: str | None = None


_FULL = ["Gemini Elf", "Gemini Elf", "Mystical Elf", "Mystical Elf", "Alexandrite Dragon"]


def circumstances(records: Iterable[Record]) -> Iterator[Setting]:
    """Yield what a Special Summon may meet: phases, turns, a full field, and every card that bans Special Summons."""
    yield Setting()
    for phase in ("standby", "battle", "main2", "end"):
        yield Setting(frame={"phase": phase})
    yield Setting(frame={"turn_player": "b"})
    yield Setting(a={"mmz": _FULL}, materials_in="st")
    for record in records:
        ops = {(effect["op"], effect.get("what")) for effect in record.get("continuous", ())}
        if ("forbid", "special_summon") not in ops and ("special_summon_limit", None) not in ops:
            continue
        place = "mmz" if record["card"] == "monster" else "pz" if "pendulum" in record.get("types", ()) else "st"
        entry = record["name"] if place == "mmz" else f"{record['name']} | faceup"
        for special_summons in (0, 1):
            yield Setting(b={place: [entry]}, side={"special_summons": special_summons})
