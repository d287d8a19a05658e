"""Lines of play as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ygolp
from ygolp.errors import LineError
from ygolp.lines import Line, Move, line_of, line_text, parse_line
from ygolp.paths import SCENARIOS

TEXT = """\
# The board of the README.
# Two rows about the first action.
1. flip summon Sangan
   # Instead:
   1. set Marauding Captain
   2. change Junk Synchron to def
      2. change Quillbolt Hedgehog to atk
   # A second way.
   1. normal summon Marauding Captain
2. tribute summon Summoned Skull using Sangan
#
# That is all.
"""
WORDS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=12)
ACTIONS = WORDS.map(lambda text: f"set {text}")
MOVES = st.deferred(lambda: st.builds(Move, ACTIONS, st.lists(WORDS, max_size=2).map(tuple), VARIATIONS))
VARIATIONS = st.deferred(lambda: st.lists(SHORT, max_size=2).map(tuple))
SHORT = st.lists(MOVES, min_size=1, max_size=2).map(lambda moves: Line(tuple(moves)))


def numbered(line: Line, first: int) -> Line:
    """Return a line whose variations begin with the number of the action that they replace."""
    moves = tuple(
        move._replace(variations=tuple(numbered(each, number) for each in move.variations))
        for number, move in enumerate(line.moves, first)
    )
    return line._replace(moves=moves, first=first if moves else 1)


def test_a_line_is_read() -> None:
    line = parse_line(TEXT)
    assert line.actions == ("flip summon Sangan", "tribute summon Summoned Skull using Sangan")
    first, second = line.moves
    assert first.comments == ("The board of the README.", "Two rows about the first action.")
    assert [variation.actions for variation in first.variations] == [
        ("set Marauding Captain", "change Junk Synchron to def"), ("normal summon Marauding Captain",),
    ]  # fmt: skip
    assert first.variations[0].moves[1].variations[0] == Line((Move("change Quillbolt Hedgehog to atk"),), first=2)
    assert first.variations[1].moves[0].comments == ("A second way.",)
    assert second.variations == ()
    assert line.closing == ("", "That is all.")
    assert line_text(line) == TEXT
    assert parse_line(TEXT.replace("\n", "\r\n\r\n")) == line


@settings(derandomize=True, deadline=None, database=None)
@given(SHORT | st.just(Line()), st.integers(1, 30), st.lists(WORDS, max_size=2))
def test_every_line_is_written_and_read_back(line: Line, first: int, closing: list[str]) -> None:
    whole = numbered(line, first)._replace(closing=tuple(closing))
    assert parse_line(line_text(whole)) == whole


@settings(derandomize=True, deadline=None, database=None)
@given(st.lists(st.sampled_from(["# x", "1. set A", "2. set B", "   1. set C", "   # y", "  1. z", "so", "", "#"])))
def test_any_text_is_a_line_or_one_clear_error(rows: list[str]) -> None:
    text = "\n".join(rows)
    try:
        line = parse_line(text, "some.txt")
    except LineError as error:
        assert str(error).startswith(f"some.txt:{error.row}: ")  # noqa: PT017
        assert 1 <= error.row <= len(rows)  # noqa: PT017
    else:
        assert parse_line(line_text(line)) == line


@pytest.mark.parametrize(("text", "message"), [
    ("1. set A\n3. set B", "x:2: action 3: expected number 2"),
    ("1. set A\n  2. set B", "x:2: indented by no multiple of 3 spaces, up to 20 of them"),
    ("   1. set A", "x:1: a variation stands below the action that it replaces"),
    ("1. set A\nset B", "x:2: 'set B': expected an action such as '1. set Sangan', or a comment '# ...'"),
    ("1. set A\n   2. set B", "x:2: action 2: expected number 1"),
    ("1. set A\n   # so\n2. set B", "x:2: a comment stands above the action that it is about, indented like it"),
])  # fmt: skip
def test_what_is_not_understood_is_named(text: str, message: str) -> None:
    with pytest.raises(LineError) as caught:
        parse_line(text, "x")
    assert str(caught.value) == message


@pytest.mark.parametrize("line", [
    Line((Move(""),)), Line((Move("set A\nset B"),)), Line((Move("set A", ("one\ntwo",)),)),
    Line((Move("set A", (), (Line(),)),)), Line((Move("set A", (), (Line((Move("set B"),), ("end",)),)),)),
    Line((Move("set A", (), (Line((Move("set B"),), first=2),)),)),
])  # fmt: skip
def test_what_has_no_text_is_refused(line: Line) -> None:
    with pytest.raises(ValueError, match=r"no action|no variation|several rows"):
        line_text(line)


def test_the_log_of_a_duel_is_a_line_that_can_be_replayed() -> None:
    duel = ygolp.load(SCENARIOS / "first-board.toml")
    duel.replay(parse_line(TEXT).actions)
    text = line_text(line_of(duel.log))
    assert text.startswith("1. flip summon Sangan (mmz4)\n2. tribute summon Summoned Skull (hand) using Sangan (mmz4)")
    again = ygolp.load(SCENARIOS / "first-board.toml")
    assert again.replay(parse_line(text).actions) == duel.log
    assert again.board == duel.board
