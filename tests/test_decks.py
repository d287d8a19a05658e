"""Decks in the forms that players exchange: .ydk files and ydke:// links."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ygolp import ScenarioError
from ygolp.formats.decks import Deck, read_deck, read_ydk, read_ydke, write_ydk, write_ydke

QUICK = settings(max_examples=200, derandomize=True, deadline=None, database=None)
CODES = st.lists(st.integers(1, 2**32 - 1), max_size=60).map(tuple)
DECKS = st.builds(Deck, CODES, CODES, CODES)


@QUICK
@given(DECKS)
def test_a_deck_comes_back_from_both_forms(deck: Deck) -> None:
    assert read_ydk(write_ydk(deck)) == deck
    assert read_ydk(write_ydk(deck).replace("\n", "\r\n")) == deck
    assert read_ydk(write_ydk(deck, dict.fromkeys(deck.main, "#extra\n!side"))) == deck
    assert read_ydke(write_ydke(deck)) == deck


def test_the_link_of_one_card_is_known() -> None:
    """YDKe specification: 89631139 alone in the Main Deck."""
    assert write_ydke(Deck(main=(89631139,))) == "ydke://o6lXBQ==!!!"
    assert read_ydke(" YDKE://o6lXBQ==!!!\n") == Deck(main=(89631139,))


def test_a_file_is_read_as_the_clients_read_it(tmp_path: Path) -> None:
    """Leading zeros, text behind a number, other heads and comments, blank lines, a byte order mark."""
    text = "\ufeff#created by\n#main\n# Dark Magician\n0046986414 x2\r\n\r\n#extra\n44508094\n!any\n#extra\n 5\n"
    assert read_ydk(text) == Deck((46986414,), (44508094,), (5,))
    (tmp_path / "my.YDK").write_text(text, encoding="utf-8")
    assert read_deck("my.YDK", tmp_path) == read_ydk(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("#main\nDark Magician\n", "line 2: 'Dark Magician': expected a passcode"),
        ("#main\n-5\n", "line 2: '-5'"),
        ("1\n4294967296\n", "line 2: '4294967296'"),
        ("9" * 100_000, "line 1: '999"),
        ("\x00\n", "line 1: '\\x00'"),
        ("0\n", "line 1: '0'"),
        ("46986414\n" * 10_000, "10000 cards: a deck has at most 400"),
        ("no\n" * 10_000, "and 9990 more like these"),
    ],
)
def test_a_line_that_is_no_passcode_is_named(text: str, told: str) -> None:
    with pytest.raises(ScenarioError) as refusal:
        read_ydk(text, "d.ydk")
    assert told in str(refusal.value)
    assert all(line.startswith("d.ydk: ") and len(line) < 160 for line in str(refusal.value).splitlines())


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("ydke://", "three `!`, not 0"),
        ("ydke://o6lXBQ==!!", "three `!`, not 2"),
        ("ydke://o6lXBQ=!!!", "main: 'o6lXBQ=': no valid Base64"),
        ("ydke://!o6lX!!", "extra: 3 bytes: expected 4 for each card"),
        ("ydke://!!龙!", "side: '龙': no valid Base64"),
        ("ydke://AAAAAA==!!!", "main: card 1 is 0"),
        ("ydke://o6lXBQ==!!!!!", "nothing is expected behind the third"),
        (f"ydke://{'o6lXB' * 1_000_001}!!!", "main: 'o6lXBo"),
        (f"ydke://{'o6lXBaOpVwWjqVcF' * 1000}!!!", "3000 cards: a deck has at most 400"),
        ("https://example.org", "expected ydke://MAIN!EXTRA!SIDE!"),
    ],
)
def test_a_part_of_a_link_that_is_broken_is_named(link: str, told: str) -> None:
    with pytest.raises(ScenarioError) as refusal:
        read_ydke(link)
    assert told in str(refusal.value)
    assert len(str(refusal.value)) < 400


@QUICK
@given(st.text() | st.text(alphabet="0123456789#!exra\r\n \x00", max_size=60))
def test_any_text_is_a_deck_or_refused(text: str) -> None:
    for read in (read_ydk, read_ydke, lambda part: read_ydke(f"ydke://{part}")):
        with suppress(ScenarioError):
            assert all(0 < code < 2**32 for part in read(text) for code in part)


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes_are_a_deck_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.ydk"
    file.write_bytes(content)
    with suppress(ScenarioError):
        read_deck(file)


def test_a_file_that_is_not_there_is_named() -> None:
    for name in ("nowhere.ydk", "no\x00where.ydk"):
        with pytest.raises(ScenarioError, match="ydk"):
            read_deck(name)
