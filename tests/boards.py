"""Random boards: scenario data over the embedded pool, for properties and benchmarks.

A board is a table of the form of scenarios/README.md. Half of its cards come from themes, so that materials,
scales and procedures meet each other; the rest is anything. What the rules of an era do not have (an Extra Monster
Zone in `mr2`) and what no board can hold (a Token in the hand) is left out: `duel.status()` finds nothing wrong.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from ygolp.cards.pool import Record, embedded, ripple_record
from ygolp.schema import ERAS

Table = dict[str, Any]

EXTRA_DECK = {"fusion", "synchro", "xyz", "link"}
RECORDS: dict[str, Record] = {str(record["name"]): record for record in embedded().records()}
# A made-up card: the pool has none that counts as two Tributes.
DOUBLE: Record = {
    "name": "Twofold Seal", "card": "monster", "types": ["effect"], "level": 4, "attribute": "WATER", "race": "Fish",
    "atk": 1000, "def": 1000, "always": {"tribute_worth": 2, "for": {"attribute": "DARK"}},
}  # fmt: skip
# Cards that go together, each name a card of the pool.
THEMES: tuple[tuple[str, ...], ...] = (
    ("Junk Synchron", "Quillbolt Hedgehog", "Doppelwarrior", "Doppel Token", "Stardust Dragon", "Junk Warrior",
     "Armory Arm", "Formula Synchron", "Sheep Token", "Black Rose Dragon", "T.G. Hyper Librarian", "Krebons"),
    ("Gemini Elf", "Alexandrite Dragon", "Red Gadget", "Wind-Up Shark", "Number 39: Utopia", "Daigusto Emeral",
     "Steelswarm Roach", "Tornado Dragon", "Gem-Knight Pearl", "Number 39: Utopia Beyond"),
    ("Number 11: Big Eye", "Number 61: Volcasaurus", "Gaia Dragon, the Thunder Charger", "Cyber Dragon",
     "Cyber Dragon Nova", "Cyber Dragon Infinity", "Cyber Dragon Core", "Chimeratech Fortress Dragon"),
    ("Decode Talker", "Link Spider", "Linkuriboh", "Knightmare Phoenix", "Knightmare Unicorn", "Firewall Dragon",
     "Crystron Halqifibrax", "I:P Masquerena", "Accesscode Talker", "Glow-Up Bulb", "Sheep Token", "Mystical Elf"),
    ("Stargazer Magician", "Timegazer Magician", "Odd-Eyes Pendulum Dragon", "Dragonpulse Magician", "Flash Knight",
     "Foucault's Cannon", "Qliphort Scout", "Performapal Skullcrobat Joker", "Servant of Endymion",
     "Odd-Eyes Rebellion Dragon", "Odd-Eyes Meteorburst Dragon", "Dandylion", "Sangan"),
    ("Jinzo", "Dark Magician", "Summoned Skull", "Beast King Barbaros", "Caius the Shadow Monarch", "Zombie World",
     "Obelisk the Tormentor", "Light of Intervention", "Mask of Restrict", "Double Summon", "Kuriboh"),
    ("Wave Swordsman", "Wave Magician", "Cyberdark Dragon Core", "Breath of the Spirit Dragon", "Ghost Sword - Edge",
     "Shadow of Sophia - Baleful Star", "Light of Sophia - Radiant Star", "Gaia Knight, the Radiant Knight",
     "Evilswarm Kerykeion", "Constellar Sombre", "Skull Servant", "Curse of Dragon", "Luster Dragon", "Umi"),
    ("Machina Fortress", "Photon Thrasher", "Photon Slasher", "Gilasaurus", "Lava Golem", "Volcanic Queen",
     "Dark Armed Dragon", "Judgment Dragon", "Celestia, Lightsworn Angel", "Aqua Spirit", "Chaos Sorcerer",
     "Gameciel, the Sea Turtle Kaiju", "Grapha, Dragon Lord of Dark World", "The Tricky", "Vice Dragon"),
    ("Blazewing Butterfly", "Crusader of Endymion", "Man-Eater Bug", "Morphing Jar", "Yata-Garasu",
     "Embodiment of Apophis", "Metal Reflect Slime", "Zoma the Spirit", "A-Assault Core", "B-Buster Drake",
     "C-Crush Wyvern", "ABC-Dragon Buster"),
)  # fmt: skip
FLOODGATES = (
    "Skill Drain", "Vanity's Emptiness", "Light of Intervention", "Mask of Restrict", "Gravity Bind", "Macro Cosmos",
    "DNA Surgery", "DNA Transplant", "Imperial Order", "Royal Oppression", "Dimensional Fissure", "Ultimate Offering",
)  # fmt: skip
MONSTER_GATES = ("Vanity's Fiend", "Fossil Dyna Pachycephalo", "El Shaddoll Winda", "Jinzo", "Thunder King Rai-Oh")
LASTING = ("Double Summon", "Chain Summon", "The Monarchs Stormforth")
CONTROLLED = ("normal", "tribute", "special", "flip")


def boards(small: bool = False) -> st.SearchStrategy[Table]:
    """Return a strategy of scenario data; `small` boards have few cards."""
    return st.randoms(use_true_random=False).map(lambda random: board(random, small))


def seeded(count: int, seed: int = 1, small: bool = False) -> Iterator[Table]:
    """Yield `count` boards that are the same for the same seed."""
    for number in range(count):
        yield board(Random(f"{seed}-{number}"), small)


def board(random: Random, small: bool = False) -> Table:
    """Return one board made with the choices of `random`."""
    return _Maker(random, small).made()


def mirrored(data: Table) -> Table:
    """Return the same board with the players exchanged; zones are as each player sees them, so they stay."""
    other = copy.deepcopy(data)
    other["a"], other["b"] = other.get("b", {}), other.get("a", {})
    other["turn_player"] = "b" if data.get("turn_player", "a") == "a" else "a"
    for player in "ab":
        for cards in other[player].values():
            for entry in cards if isinstance(cards, list) else ():
                if isinstance(entry, dict) and "owner" in entry:
                    entry["owner"] = "b" if entry["owner"] == "a" else "a"
    return other


class _Maker:
    """Makes one board; each card is used at most three times in all, whoever owns it."""

    def __init__(self, random: Random, small: bool) -> None:
        self.random = random
        self.most = 2 if small else 4
        self.used: dict[str, int] = {}
        self.era = random.choice(ERAS)
        self.ripple = random.random() < 0.25
        themes = random.sample(THEMES, 1 if small else 2)
        if self.ripple:
            themes[0] = THEMES[6]
        self.names = [name for theme in themes for name in theme if name in RECORDS and self._known(name)]
        self.others = [name for name in RECORDS if self._known(name)]

    def made(self) -> Table:
        random = self.random
        data: Table = {"era": self.era, "turn_player": random.choice("ab")}
        data["phase"] = random.choice((*["main1"] * 9, *["main2"] * 3, "battle", "end"))
        if self.ripple:
            data["extensions"] = ["ripple"]
        turn = data["turn_player"]
        # Two sides never meet in one Extra Monster Zone: each takes the one at its own left.
        for player in "ab":
            data[player] = self._side(player == turn)
        if random.random() < 0.1 and len(data[turn].get("mmz", [])) < 5:
            taken = [entry["zone"] for entry in data[turn].get("mmz", [])]
            entry = {"card": DOUBLE["name"], "zone": next(zone for zone in range(1, 6) if zone not in taken)}
            data[turn].setdefault("mmz", []).append(entry)
            data["card"] = [DOUBLE]
            data[turn].setdefault("hand", []).extend(self._named(["Jinzo", "Dark Magician", "Blue-Eyes White Dragon"]))
        return data

    def _side(self, acts: bool) -> Table:
        random = self.random
        side: Table = {"lp": random.choice((8000, 8000, 4000, 1500, 100))}
        lean = self.most if acts else 1
        side["mmz"] = self._zones(random.randint(acts, self.most + (acts and self.most > 2)))
        if self.ripple and random.random() < 0.5 and len(side["mmz"]) < 5:
            side["mmz"] += self._pile([entry["zone"] for entry in side["mmz"]])
        if self.era in ("mr4", "mr2020") and random.random() < 0.4:
            names = self._some(1, lambda record: bool(EXTRA_DECK & _types(record)))
            side["emz"] = [{"card": name, "zone": "left", **self._history(name)} for name in names]
        side["hand"] = self._some(random.randint(0, lean), lambda record: not _nowhere(record))
        side["extra"] = [{"card": name} for name in self._some(random.randint(0, 2 * lean), _in_extra)]
        if self.era != "mr2" and random.random() < 0.5:
            scales = self._some(2, _is_pendulum)
            side["extra"] += [{"card": name, "face": "up"} for name in self._some(1, _is_pendulum)]
            if self.era == "mr3" or random.random() < 0.7:
                sides = zip(scales, ("left", "right"), strict=False)
                side["pz"] = [{"card": name, "zone": zone} for name, zone in sides]
        side["gy"] = [
            {"card": name, "proper": random.random() < 0.5}
            for name in self._some(random.randint(0, lean), lambda record: not _nowhere(record, deck=False))
        ]
        side["banished"] = self._some(random.randint(0, 1), lambda record: not _nowhere(record, deck=False))
        side["st"] = self._spells()
        fields = self._some(1, _is_field) if random.random() < 0.25 else []
        side["fz"] = [{"card": name, "face": random.choice(("up", "up", "down"))} for name in fields]
        side["normal_summons"] = random.choice((0, 0, 0, 1)) if acts else 0
        side["special_summons"] = random.choice((0, 0, 1)) if acts else 0
        side["pendulum_summoned"] = acts and random.random() < 0.15
        side["resolved"] = [random.choice(LASTING)] if acts and random.random() < 0.15 else []
        return {key: value for key, value in side.items() if value not in ([], False)}

    def _zones(self, count: int) -> list[Table]:
        zones = sorted(self.random.sample(range(1, 6), min(count, 5)))
        names = self._some(len(zones), _stands)
        if names and self.random.random() < 0.2:
            names[-1:] = self._named([self.random.choice(MONSTER_GATES)])
        return [{"card": name, "zone": zone, **self._history(name)} for name, zone in zip(names, zones, strict=False)]

    def _history(self, name: str) -> Table:
        random, types = self.random, _types(RECORDS[name])
        positions = ("atk", "atk", "atk", "def", "def") if "token" in types else ("atk", "atk", "atk", "def", "fd_def")
        marks: Table = {"position": random.choice(positions)}
        if "link" in types:
            marks["position"] = "atk"
        for mark in ("arrived", "position_changed", "attacked", "negated"):
            if random.random() < 0.1:
                marks[mark] = True
        if random.random() < 0.1 and "token" not in types:
            marks["owner"] = random.choice("ab")
        if random.random() < 0.2:
            marks["summoned"] = random.choice(CONTROLLED)
        if "gemini" in types and random.random() < 0.4:
            marks["gemini_summoned"] = True
        if "level" in RECORDS[name] and random.random() < 0.1:
            marks["level"] = random.randint(1, 8)
        if "xyz" in types and random.random() < 0.6:
            names = [random.choice(("Kuriboh", "Gemini Elf")) for _ in range(random.randint(1, 2))]
            marks["materials"] = self._named(names)
        return marks

    def _pile(self, taken: list[int]) -> list[Table]:
        carriers = self._named(["Wave Swordsman", "Wave Magician"])
        if len(carriers) < 2:
            return []
        self.random.shuffle(carriers)
        zone = self.random.choice([zone for zone in range(1, 6) if zone not in taken])
        marks: Table = self.random.choice(
            ({}, {"arrived": True}, {"switched": True}, {"position": "def"}, {"position": "fd_def"})
        )
        return [{"stack": carriers, "zone": zone, **marks}]

    def _spells(self) -> list[Table]:
        random = self.random
        names = self._named([random.choice(FLOODGATES)]) if random.random() < 0.4 else []
        names += self._some(random.randint(0, 1), lambda record: record["card"] != "monster" and not _is_field(record))
        entries: list[Table] = [{"card": name, "face": random.choice(("up", "up", "down"))} for name in names]
        if self.ripple and random.random() < 0.3:
            entries += [{"card": name, "face": "up"} for name in self._named(["Cyberdark Dragon Core"])]
        # The zones in the middle, since Pendulum Zones may be the outer ones.
        return [{**entry, "zone": zone} for zone, entry in zip((2, 3, 4), entries, strict=False)]

    # -- cards ---------------------------------------------------------------------------------------------

    def _some(self, count: int, fits: Callable[[Record], bool]) -> list[str]:
        found: list[str] = []
        for _ in range(count):
            source = self.names if self.random.random() < 0.85 else self.others
            here = [name for name in source if fits(RECORDS[name])]
            here = here or [name for name in self.others if fits(RECORDS[name])]
            if here:
                found += self._named([self.random.choice(here)])
        return found

    def _named(self, names: list[str]) -> list[str]:
        """Return those of the names of which a further copy may be used."""
        taken = []
        for name in names:
            if self.used.get(name, 0) < (9 if "token" in _types(RECORDS[name]) else 3):
                self.used[name] = self.used.get(name, 0) + 1
                taken.append(name)
        return taken

    def _known(self, name: str) -> bool:
        types = _types(RECORDS[name])
        if "link" in types:
            return self.era in ("mr4", "mr2020")
        if "pendulum" in types:
            return self.era != "mr2"
        return "string" not in types or self.ripple


def _types(record: Record) -> set[str]:
    return set(record.get("types", ())) if record["card"] == "monster" else set()


def _nowhere(record: Record, deck: bool = True) -> bool:
    """Tell whether a card cannot be in a hand (deck: nor in a Deck), GY or banishment."""
    return "token" in _types(record) or (deck and bool(EXTRA_DECK & _types(record)))


def _in_extra(record: Record) -> bool:
    return bool(EXTRA_DECK & _types(record))


def _is_pendulum(record: Record) -> bool:
    return "pendulum" in _types(record) and not EXTRA_DECK & _types(record)


def _is_field(record: Record) -> bool:
    return record["card"] == "spell" and "field" in record.get("types", ())


def _stands(record: Record) -> bool:
    """Tell whether a card can stand in a Monster Zone: a monster, or a Trap that becomes one."""
    return record["card"] == "monster" or "as_monster" in record


# ---- boards for random play ----------------------------------------------------------------------------------


def play_boards(small: bool = False) -> st.SearchStrategy[Table]:
    """Return a strategy of boards on which much can be activated, by both players."""
    return st.randoms(use_true_random=False).map(lambda random: play_board(random, small))


def play_board(random: Random, small: bool = False) -> Table:
    """Return one board of cards that have effects, with Decks, made with the choices of `random`."""
    return _PlayMaker(random, small).made()


class _PlayMaker(_Maker):
    """Makes boards of cards with effects: both players have cards in all places, Set cards among them."""

    def __init__(self, random: Random, small: bool) -> None:
        super().__init__(random, small)
        if random.random() < 0.7:
            self.era = "mr2020"
        self.others = [name for name in RECORDS if self._known(name) and RECORDS[name].get("effects")]
        self.names = [name for name in self.names if self._known(name)]
        # Some cards whose effects do something rare, with cards that they ask for.
        leads = [random.choice(BY_OP[random.choice(sorted(BY_OP))]) for _ in range(4 if small else 8)]
        leads = [name for name in leads if self._known(name)]
        asked = [name for lead in leads for name in _asked_for(RECORDS[lead], random)]
        self.names = [*leads * 3, *(name for name in asked if self._known(name)), *self.names[:6]]

    def made(self) -> Table:
        data = super().made()
        data["phase"] = self.random.choice((*["main1"] * 12, "main2", "battle", "end"))
        return data

    def _side(self, acts: bool) -> Table:
        random, most = self.random, self.most
        side: Table = {"lp": random.choice((8000, 8000, 4000, 1500))}
        side["mmz"] = self._zones(random.randint(1, most - 1))
        side["hand"] = self._some(random.randint(most - 1, most + 1), lambda record: not _nowhere(record))
        side["extra"] = [{"card": name} for name in self._some(random.randint(0, most + 1), _in_extra)]
        in_gy = self._some(random.randint(0, most), lambda record: not _nowhere(record, deck=False))
        side["gy"] = [{"card": name, "proper": random.random() < 0.5} for name in in_gy]
        side["banished"] = self._some(random.randint(0, 1), lambda record: not _nowhere(record, deck=False))
        side["deck"] = self._some(random.randint(1, most + 1), lambda record: not _nowhere(record))
        side["more_in_deck"] = random.choice((0, 1, 20))
        side["st"] = self._backs(random.randint(1, most - 1))
        fields = self._some(1, _is_field) if random.random() < 0.15 else []
        side["fz"] = [{"card": name, "face": random.choice(("up", "down"))} for name in fields]
        if self.era != "mr2" and random.random() < 0.2:
            sides = zip(self._some(2, _is_pendulum), ("left", "right"), strict=False)
            side["pz"] = [{"card": name, "zone": zone} for name, zone in sides]
        side["normal_summons"] = random.choice((0, 0, 0, 1)) if acts else 0
        return {key: value for key, value in side.items() if value not in ([], False)}

    def _backs(self, count: int) -> list[Table]:
        names = self._some(count, lambda record: record["card"] != "monster" and not _is_field(record))
        entries: list[Table] = []
        for name, zone in zip(names, (2, 3, 4), strict=False):
            lasts = {"continuous", "equip"} & set(RECORDS[name].get("types", ()))
            face = "up" if lasts == {"continuous"} and self.random.random() < 0.4 else "down"
            entries.append({"card": name, "face": face, "zone": zone})
        return entries


def _asked_for(record: Record, random: Random) -> list[str]:
    """Return names of cards that the effects of a record may ask for, some for each slot."""
    found: list[str] = []
    for slot in _tables(record.get("effects", ())):
        fits = [name for name, other in RECORDS.items() if {*_SLOT} & {*slot} and _fits(other, slot)]
        found += random.sample(fits, min(2, len(fits)))
    return found


_SLOT = ("name", "archetype", "attribute", "race", "type", "level")


def _fits(record: Record, slot: Table) -> bool:
    """Tell whether what is printed on a card is what a slot asks for, as far as single values go."""
    if record["card"] != slot.get("card", record["card"]) or _types(record) & {"token"}:
        return False
    printed = {
        "name": [record["name"]], "archetype": record.get("archetypes", []), "attribute": [record.get("attribute")],
        "race": [record.get("race")], "type": record.get("types", []),
    }  # fmt: skip
    for key, values in printed.items():
        wanted = slot.get(key, values)
        if values and not {*(wanted if isinstance(wanted, list) else [wanted])} & {*values}:
            return False
    level = slot.get("level")
    if isinstance(level, dict):
        return bool(level.get("min", 0) <= record.get("level", -1) <= level.get("max", 99))
    return level is None or record.get("level") in (level if isinstance(level, list) else [level])


def _tables(part: Any) -> Iterator[Table]:
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, (list, tuple)) else ():
        yield from _tables(each)


def _by_op() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, record in RECORDS.items():
        for effect in record.get("effects", ()):
            for step in effect["does"]:
                found.setdefault(step["op"], []).append(name)
    return found


BY_OP = _by_op()


# ---- boards for random play with Ripple Monsters ---------------------------------------------------------------

# Piles from top to bottom, one also with cards that a Switch finds below its String Monster.
PILES: tuple[tuple[str, ...], ...] = (
    ("Wave Swordsman", "Wave Magician"), ("Wave Magician", "Wave Swordsman"), ("Ghost Sword - Edge", "Zombie Master"),
    ("Ghost Sword - Edge", "Dandylion"), ("Ghost Sword - Edge", "Ghost Sword - Edge", "Sangan"),
    ("Ghost Sword - Edge", "Zoma the Spirit"), ("Cyberdark Dragon Core", "Cyber Dragon"),
    ("Cyberdark Dragon Core", "Number 39: Utopia"), ("Breath of the Spirit Dragon", "Umi"),
    ("Breath of the Spirit Dragon", "Zombie World"), ("Shadow of Sophia - Baleful Star", "Evilswarm Kerykeion"),
    ("Light of Sophia - Radiant Star", "Constellar Sombre"), ("Gaia Knight, the Radiant Knight", "Curse of Dragon"),
    ("Gaia Knight, the Radiant Knight", "Wave Swordsman", "Wave Magician"),
    ("Gaia Knight, the Radiant Knight", "Odd-Eyes Pendulum Dragon"),
    ("Ghost Sword - Edge", "Wave Magician", "Wave Swordsman", "Gaia Knight, the Radiant Knight"),
)  # fmt: skip
# What can lie on the field, in the hand, in the Extra Deck and behind, so that piles are made and taken apart.
BESIDE_PILES = (
    "Wave Swordsman", "Wave Magician", "Gaia Knight, the Radiant Knight", "Ghost Sword - Edge", "Cyberdark Dragon Core",
    "Breath of the Spirit Dragon", "Shadow of Sophia - Baleful Star", "Light of Sophia - Radiant Star",
    "Evilswarm Kerykeion", "Constellar Sombre", "Zombie Master", "Curse of Dragon", "Relinquished", "Cyber Dragon",
    "Sangan", "Dandylion", "Cannon Soldier", "Thunder King Rai-Oh", "Caius the Shadow Monarch",
)  # fmt: skip
HANDS = (*BESIDE_PILES, "Raigeki", "Dark Hole", "Monster Reborn", "Umi", "Zombie World", "Jinzo", "Summoned Skull",
         "Snatch Steal", "Axe of Despair", "Change of Heart")  # fmt: skip
BEHIND = (
    "Compulsory Evacuation Device", "Phoenix Wing Wind Blast", "Book of Moon", "Book of Eclipse", "Mirror Force",
    "Bottomless Trap Hole", "Solemn Warning", "Torrential Tribute", "Enemy Controller", "Dimensional Fissure",
    "Interdimensional Matter Transporter", "Call of the Haunted", "Mystical Space Typhoon", "Giant Trunade",
    "Macro Cosmos", "Scapegoat",
)  # fmt: skip
OVERLAID = (
    "Number 11: Big Eye", "Number 101: Silent Honor ARK", "Superdreadnought Rail Cannon Gustav Max",
    "Number 39: Utopia", "Castel, the Skyblaster Musketeer", "Daigusto Emeral", "Black Rose Dragon",
    "Chimeratech Fortress Dragon",
)  # fmt: skip


def ripple_boards(small: bool = False) -> st.SearchStrategy[Table]:
    """Return a strategy of boards full of String Monsters, Ripple Monsters and what takes them apart."""
    return st.randoms(use_true_random=False).map(lambda random: ripple_board(random, small))


def ripple_board(random: Random, small: bool = False) -> Table:
    """Return one board of String Monsters, piles and cards that move them, made with the choices of `random`."""
    return _RippleMaker(random, small).made()


class _RippleMaker(_PlayMaker):
    """Makes boards with piles of all String Monsters, some of them lent, equipped, Switched or face-down."""

    def __init__(self, random: Random, small: bool) -> None:
        super().__init__(random, small)
        self.ripple = True
        self.era = random.choice(("mr2020", "mr2020", "mr3", "mr4", "mr2"))

    def made(self) -> Table:
        data = super().made()
        if self.random.random() < 0.2:
            data["settings"] = {"ripple_switch_match": "exact", "fissure_spares_nonmonsters": "on"}
        return {**data, "extensions": ["ripple"]}

    def _side(self, acts: bool) -> Table:
        random, most = self.random, self.most
        side: Table = {"lp": random.choice((8000, 8000, 4000))}
        zones = random.sample(range(1, 6), random.randint(2, 4 if self.most > 2 else 3))
        piles = [random.random() < 0.5 for _ in zones]
        side["mmz"] = [each for zone, pile in zip(zones, piles, strict=True) for each in self._unit(pile, zone)]
        side["hand"] = self._of(HANDS, random.randint(1, most), lambda record: True)
        side["extra"] = self._of(OVERLAID, random.randint(0, 3), _in_extra)
        side["gy"] = self._of(BESIDE_PILES, random.randint(0, 3), lambda record: True)
        side["banished"] = self._of(BESIDE_PILES, random.randint(0, 1), lambda record: True)
        side["deck"] = self._of((*HANDS, "Geartown"), random.randint(1, 3), lambda record: True)
        side["more_in_deck"] = random.choice((0, 1, 20))
        side["st"] = self._behind(side["mmz"])
        fields = self._of(("Umi", "Zombie World", "Geartown"), random.choice((0, 1)), _is_field)
        side["fz"] = [{"card": name, "face": random.choice(("up", "down"))} for name in fields]
        return {key: value for key, value in side.items() if value not in ([], False)}

    def _of(self, names: tuple[str, ...], count: int, fits: Callable[[Record], bool]) -> list[str]:
        here = [name for name in names if self._known(name) and fits(RECORDS[name])]
        return self._named([self.random.choice(here) for _ in range(count)])

    def _unit(self, pile: bool, zone: int) -> list[Table]:
        if pile:
            return self._pile_in(zone)
        return [{"card": name, "zone": zone, **self._marks()} for name in self._of(BESIDE_PILES, 1, _stands)]

    def _marks(self) -> Table:
        marks: Table = {"position": self.random.choice(("atk", "atk", "def", "fd_def"))}
        if self.random.random() < 0.1:
            marks["arrived"] = True
        return marks

    def _pile_in(self, zone: int) -> list[Table]:
        stack = self.random.choice([pile for pile in PILES if all(map(self._known, pile))])
        if self._named([*stack]) != [*stack]:
            return []
        lent = [f"{name} | owner {self.random.choice('ab')}" for name in stack]
        marks = self._marks()
        if self.random.random() < 0.15:
            marks["switched"] = True
        return [{"stack": lent if self.random.random() < 0.2 else [*stack], "zone": zone, **marks}]

    def _behind(self, monsters: list[Table]) -> list[Table]:
        random = self.random
        entries: list[Table] = []
        for name in self._of(BEHIND, random.randint(1, 3), lambda record: True):
            lasts = "continuous" in RECORDS[name].get("types", ()) and name != "Call of the Haunted"
            entries.append({"card": name, "face": "up" if lasts and random.random() < 0.7 else "down"})
        # Equipped is what is face-up; the only one in its zone is named without a place.
        bearers = [entry for entry in monsters if entry["position"] != "fd_def" and "stack" in entry]
        if bearers and random.random() < 0.4 and self._named(["Axe of Despair"]):
            entries.append({"card": "Axe of Despair", "equip_to": _called(random.choice(bearers))})
        return [{**entry, "zone": zone} for zone, entry in zip((2, 3, 4), entries, strict=False)]


def _called(pile: Table) -> str:
    top = RECORDS[pile["stack"][0].partition(" | ")[0]]
    return f"{ripple_record(top)['name']} (mmz{pile['zone']})"
