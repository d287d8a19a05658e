"""Whatever a card database holds, there is a card, no card, or one error that names the file."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.databases import CARDS, DATAS, SETNAMES, make
from ygolp import schema
from ygolp.cards.database import Library, coverage
from ygolp.cards.faults import record_faults
from ygolp.cards.pool import Record
from ygolp.errors import DatabaseError, UnusableCard
from ygolp.scenario import read_data

FUZZ = settings(
    max_examples=40, derandomize=True, deadline=None, database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
NUMBER = st.one_of(
    st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-3, 20), st.sampled_from([1 << bit for bit in range(63)])
)
WORDS = (
    "1", "2+", "Tuner", "non-Tuner", "monsters", "monster", "+", '"Tower"', '"', "Level 4", "or", ",", "except", "(",
    ")", "including", "LIGHT", "Dragon", "You can Special Summon this card", "(from your hand)", "by", "Tributing",
    "If", "you control", "no", "Must be", "\n", "\r\n", ".", ":", ";", "●", "Cannot be Normal Summoned/Set", "-Type",
    "0", "99999999999999999999", "Link-2", "Rank", "[ Monster Effect ]", "different names",
)  # fmt: skip
SETNAME_PARTS = ("!setname", "!setcode", " ", "0x1", "\t", "|", "\n", "Tower", "0x10001", "-1", "\0")
TEXT = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
VALUE = st.one_of(NUMBER, st.none(), TEXT, st.binary(max_size=20), st.floats(allow_nan=False))
KINDS = st.sampled_from([0x11, 0x21, 0x61, 0x2021, 0x800021, 0x4000021, 0x1000021, 0xA1, 2, 4, 0x20004])
_FRESH = itertools.count()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def sound(record: Record) -> None:
    assert schema.check_card(record) == []
    assert record_faults(record) == []


def ask_everything(file: Path) -> None:
    """Ask for every card in every way; errors name the file and are short."""
    library = Library([file])
    try:
        codes = library.codes()
        library.summary()
    except DatabaseError as error:
        told(error, file)
        return
    for asked in (*codes, "Tower Guard", "sun wyrm", 10**30, ""):
        try:
            code = library.code(asked)
            if code is not None:
                sound(library.entry(code).record)
        except DatabaseError as error:
            told(error, file)
    try:
        coverage.as_text(coverage.count(library, ("fusion", "main")), 5)
    except DatabaseError as error:
        told(error, file)


def told(error: DatabaseError, file: Path) -> None:
    text = str(error)
    assert str(file) in text or "strings.conf" in text
    assert len(text) < 1000


@FUZZ
@given(
    changes=st.lists(st.tuples(st.integers(0, 1 << 20), st.integers(0, 255)), max_size=12), cut=st.integers(0, 1 << 20)
)
def test_a_damaged_file(folder: Path, changes: list[tuple[int, int]], cut: int) -> None:
    whole = bytearray(make(folder / "whole.cdb").read_bytes())
    for at, value in changes:
        whole[at % len(whole)] = value
    if cut % 3 == 0:
        del whole[cut % len(whole) :]
    file = folder / f"{next(_FRESH)}.cdb"
    file.write_bytes(whole)
    ask_everything(file)


@FUZZ
@given(row=st.dictionaries(st.sampled_from(DATAS[1:]), VALUE), name=st.one_of(TEXT, VALUE), desc=st.one_of(TEXT, VALUE))
def test_any_values(folder: Path, row: dict[str, Any], name: Any, desc: Any) -> None:
    cards = [*CARDS, {**row, "id": 7, "name": name, "desc": desc}]
    ask_everything(make(folder / f"{next(_FRESH)}.cdb", cards))


@FUZZ
@given(kind=KINDS, desc=TEXT, setcode=NUMBER, level=st.integers(1, 8))
def test_any_text(folder: Path, kind: int, desc: str, setcode: int, level: int) -> None:
    odd = {"id": 7, "name": "Odd One", "type": kind, "desc": desc, "setcode": setcode, "level": level}
    library = Library([make(folder / f"{next(_FRESH)}.cdb", [odd])])
    try:
        record = library.entry(7).record
    except UnusableCard as error:
        told(error, library.files[0].path)
        return
    sound(record)
    read_data({"a": {"hand": ["Sangan"]}, "card": [record]})


@FUZZ
@given(text=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(SETNAME_PARTS), max_size=30).map("".join)))
def test_any_strings_conf(folder: Path, text: str) -> None:
    place = folder / str(next(_FRESH))
    file = make(place / "cards.cdb", setnames=None)
    (place / "strings.conf").write_text(SETNAMES + text, encoding="utf-8", errors="replace")
    ask_everything(file)
