"""Small cards.cdb files of made-up cards, in the form of EDOPro and YGOPro."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

DATAS = ("id", "ot", "alias", "setcode", "type", "atk", "def", "level", "race", "attribute", "category")
NORMAL, EFFECT, FUSION, RITUAL, SYNCHRO, XYZ, LINK = 0x11, 0x21, 0x61, 0xA1, 0x2021, 0x800021, 0x4000021
TUNER, PENDULUM, TOKEN, SPELL, TRAP = 0x1000, 0x1000000, 0x4011, 2, 4
WARRIOR, DRAGON, MACHINE = 1, 0x2000, 0x20
EARTH, LIGHT, DARK = 1, 0x10, 0x20
USUAL = {"ot": 3, "type": NORMAL, "atk": 1000, "def": 500, "level": 4, "race": WARRIOR, "attribute": EARTH, "desc": ""}
SETNAMES = "#comment\n!system 1 text\n!setname 0x1 Tower\tトワー\n!setname 0x1001 Old Tower\n!setname 0x2 Sea|Ocean\n"
# Made-up cards: two plain ones, a Tuner, and one of each kind of the Extra Deck.
CARDS: tuple[dict[str, Any], ...] = (
    {"id": 101, "name": "Tower Guard", "setcode": 0x1},
    {"id": 102, "name": "Tower Guard", "setcode": 0x1, "alias": 101},
    {"id": 103, "name": "Old Tower Guard", "setcode": 0x1001, "level": 3},
    {"id": 104, "name": 'The "Loud" Bell-Ringer!', "type": EFFECT | TUNER, "level": 2, "setcode": 0x0002_1001,
     "desc": 'If you control a "Tower" monster, you can Special Summon this card (from your hand).'},
    {"id": 105, "name": "Sun Wyrm", "type": SYNCHRO, "level": 6, "race": DRAGON, "attribute": LIGHT, "atk": 2400,
     "desc": "1 Tuner + 1+ non-Tuner monsters\nYou can only control 1 \"Sun Wyrm\"."},
    {"id": 106, "name": "Gate Engine", "type": XYZ, "level": 4, "race": MACHINE, "desc": "2 Level 4 monsters\n"},
    {"id": 107, "name": "Twin Gate", "type": LINK, "level": 2, "def": 0x1 | 0x80, "desc": "2 monsters"},
    {"id": 108, "name": "Tower of Riddles", "type": FUSION, "level": 7, "desc": "Whatever the moon likes + 1 riddle"},
    {"id": 109, "name": "Old Guard", "alias": 101, "level": 1},
    {"id": 110, "name": "Moon Scales", "type": NORMAL | PENDULUM, "level": 4 << 24 | 5 << 16 | 3, "race": DRAGON},
    {"id": 111, "name": "Echo Token", "type": TOKEN, "level": 1, "atk": 0, "def": 0},
    {"id": 112, "name": "Tower Call", "type": SPELL | 0x10000, "atk": 0, "def": 0, "level": 0, "race": 0,
     "attribute": 0},
    {"id": 113, "name": "Standing Wall", "type": TRAP | 0x20000, "atk": -2, "def": 0},
)  # fmt: skip


def make(file: Path, cards: Iterable[Mapping[str, Any]] = CARDS, setnames: str | None = SETNAMES) -> Path:
    """Write a database, and a strings.conf beside it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    connection = sqlite3.connect(file)
    numbers = ", ".join(f"{column} integer" for column in DATAS).replace("id integer", "id integer primary key", 1)
    connection.execute(f"create table datas ({numbers})")
    prompts = ", ".join(f"str{number} text" for number in range(1, 17))
    connection.execute(f"create table texts (id integer primary key, name text, desc text, {prompts})")
    for card in cards:
        row = {**USUAL, **card}
        values = [row.get(column, 0) for column in DATAS]
        connection.execute(f"insert into datas values ({', '.join('?' * len(DATAS))})", values)
        connection.execute("insert into texts (id, name, desc) values (?, ?, ?)", (row["id"], row["name"], row["desc"]))
    connection.commit()
    connection.close()
    if setnames is not None:
        (file.parent / "strings.conf").write_text(setnames, encoding="utf-8")
    return file


def make_names(file: Path, names: Mapping[int, str]) -> Path:
    """Write a locale file: names by passcode, and no numbers."""
    connection = sqlite3.connect(file)
    connection.execute("create table texts (id integer primary key, name text, desc text)")
    connection.executemany("insert into texts values (?, ?, '')", names.items())
    connection.commit()
    connection.close()
    return file
