"""Boards in a window or on a Chain: what a file may say of them, and that they are written as they were read."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ygolp
from tests.boards import seeded
from ygolp.board import Board, replace
from ygolp.duel import Duel
from ygolp.engine import Rulebook, _apart
from ygolp.errors import NotationError, ScenarioError, YgolpError
from ygolp.moves import play
from ygolp.scenario import read_data
from ygolp.show import draw
from ygolp.writing import scenario_text

CHAINS = sorted((Path(__file__).parents[1] / "scenarios" / "chains").glob("*.toml"))
DELAYED = sorted((Path(__file__).parents[1] / "scenarios" / "delayed").glob("*.toml"))

ELF: dict[str, Any] = {"a": {"mmz": ["Gemini Elf"]}}
JUDGMENT: dict[str, Any] = {"b": {"st": ["Solemn Judgment | faceup"]}}


@pytest.mark.parametrize(("data", "words"), [
    ({"chain": [{"card": "Solemn Judgement (b st1)"}], **JUDGMENT}, "chain[1].card: 'Solemn Judgement (b st1)'"),
    ({"chain": [{"card": "Solemn Judgement"}], **JUDGMENT}, "did you mean 'Solemn Judgment'?"),
    ({"chain": [{"card": "Solemn Judgment", "effect": 2}], **JUDGMENT}, "effect: 2: Solemn Judgment has no such"),
    ({"chain": [{"card": "Solemn Judgment", "zone": "here"}], **JUDGMENT}, "chain[1].zone: 'here': expected a place"),
    ({"events": [{"summoned": "Gemini Elf", "zone": "mmz9"}], **ELF}, "events[1].zone: 'mmz9': expected a place"),
    ({"events": [{"moved": "Gemini Elf", "from": "under Nobody"}], **ELF}, "events[1].from: 'Nobody': no such card"),
    ({"events": [{"how": "special"}]}, "events[1]: one of summoned, moved"),
    ({"attempt": {"by": "a", "how": "normal", "cards": ["Gemini Elf"]}, **ELF}, "it has to stand in a.summoning"),
    ({"delayed": [{"card": "Gemini Elf", "does": "return", "phase": "end", "by": "a"}], **ELF}, "returns is banished"),
    ({"delayed": [{"card": "Gemini Elf", "does": "fusion", "phase": "end", "by": "a"}], **ELF}, "not on the field yet"),
    ({"delayed": [{"card": "Nobody", "does": "return", "phase": "end", "by": "a"}], **ELF}, "no such card on the"),
    ({"delayed": [{"card": "Gemini Elf", "does": "return", "phase": "end"}], **ELF}, "delayed[1].by: missing"),
    (
        {"delayed": [{"card": "Sangan", "does": "set", "phase": "end", "by": "a"}], "a": {"hand": ["Sangan"]}},
        "delayed[1].does: 'set'",
    ),
    (
        {
            "delayed": [{"card": "Sangan", "does": "special", "phase": "end", "by": "a", "position": "def"}],
            "a": {"hand": ["Sangan"]},
        },
        "delayed[1].position: only what returns",
    ),
    ({"used_effects": ["Gemini Elf effect x"], **ELF}, "expected `NAME effect NUMBER`"),
    ({"a": {"summoning": ["Gemini Elf | st1"]}}, "a.summoning[1]: 'st1': unknown mark"),
])  # fmt: skip
def test_what_is_wrong_is_named(data: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_data(data)
    assert words in str(caught.value)


def stands(board: Board) -> list[str]:
    """Return the flow of a board with cards by name and place: files give them ids of their own."""
    known = {piece.id: f"{piece.name} {piece.player} {piece.where}" for piece in board.pieces}

    def told(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(told, part))
        return known.get(part, part) if isinstance(part, str) else part

    return sorted(repr(told(fact)) for fact in board.flow)


def boards() -> Iterator[Board]:
    """Yield the boards of every third file, and those that their lines pass through."""
    for path in [*CHAINS[::3], *DELAYED[::3]]:
        duel = ygolp.load(path)
        yield duel.board
        for expectation in duel.scenario.expectations[:1] if duel.scenario else ():
            for action in expectation.keys.get("play", ()):
                try:
                    duel.push(action)
                except YgolpError:
                    break
                yield duel.board


def test_windows_and_chains_are_written_and_read_back() -> None:
    seen: set[str] = set()
    for board in boards():
        again = read_data(tomllib.loads(scenario_text(board))).board
        assert again.state == board.state
        assert stands(again) == stands(board)
        seen |= {fact[0] for fact in board.flow}
    assert {"attempted", "link", "link_target", "happened", "priority", "passed", "delayed"} <= seen


def test_what_is_banished_until_the_end_phase_comes_back_in_it() -> None:
    duel = Duel(read_data({"a": {"mmz": ["Gemini Elf | def"], "st": ["Interdimensional Matter Transporter | set"]}}))
    duel.push("activate Interdimensional Matter Transporter")
    assert not duel.why("bring Gemini Elf")
    assert "returns in the End Phase" in draw(duel.board)
    later = Duel(replace(duel.board, phase="end"))
    later.push("bring Gemini Elf to mmz4")
    elf = later.index.piece_of[later.index.only("Gemini Elf")]
    assert (elf.where, elf.position) == ("mmz4", "def")
    assert all(fact[0] != "delayed" for fact in later.board.flow)


def test_a_card_name_is_declared_and_written() -> None:
    duel = Duel(read_data({"a": {"hand": ["Prohibition"]}}))
    with pytest.raises(NotationError, match="declaring NAME"):
        duel.push("activate Prohibition")
    action = duel.parse("activate Prohibition declaring 雷击")
    assert str(action) == "activate Prohibition (hand) effect 9 declaring Raigeki"
    assert duel.parse(str(action)) == action
    assert "Prohibition: Raigeki is declared." in duel.push(action).events
    again = read_data(tomllib.loads(scenario_text(duel.board))).board
    assert [piece.declared for piece in again.pieces] == ["Raigeki"]


@pytest.mark.parametrize(("text", "words"), [
    ("activate Prohibition declaring Nobody at All", "unknown card 'Nobody at All'"),
    ("activate Sangan declaring Gemini Elf", "has no effect|nothing is declared"),
    ("activate Raigeki declaring Gemini Elf", "nothing is declared for effect 1 of Raigeki"),
    ("bring Sangan using Gemini Elf", "takes no Tributes or materials"),
])  # fmt: skip
def test_what_is_declared_or_brought_must_make_sense(text: str, words: str) -> None:
    duel = Duel(read_data({"a": {"hand": ["Prohibition", "Raigeki", "Gemini Elf"], "banished": ["Sangan"]}}))
    with pytest.raises(NotationError, match=words):
        duel.parse(text)


EVERY_WINDOW = Rulebook(lenient=True, text="""
may_be_answered(t) :- over_and_done(t).
could_answer(t) :- over_and_done(t).
could_answer(t) :- collected_all(t).
could_chain(t) :- chain_built(t).
negator_about(t) :- bears(_, Name, t), negates_summons(Name, _, _).
""")


@pytest.mark.parametrize(
    "number", [2, 4, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 1, 3, 5, 6, 8, 9, 10))]
)
def test_a_window_that_is_not_opened_is_one_that_nobody_uses(number: int) -> None:
    board = read_data(next(itertools.islice(seeded(number + 1), number, None))).board
    duel, other = Duel(board), Duel(board, EVERY_WINDOW)
    kinds = {option.action.kind: option.action for option in reversed(duel.options)}
    assert kinds
    for action in kinds.values():
        (after, played), (there, so) = play(duel, action), play(other, action)
        assert played.events == so.events
        assert (after.pieces, after.sides, after.state) == (there.pieces, there.sides, there.state), str(action)
        assert _numbered(after) == _numbered(there), str(action)


def _numbered(board: Board) -> set[tuple[object, ...]]:
    """Return what is on its way, with the events in their order but without gaps between their numbers."""
    numbers = sorted({fact[1] for fact in board.flow if fact[0] == "happened"}, key=int)
    return {
        ("happened", numbers.index(fact[1]), *fact[2:]) if fact[0] == "happened" else fact for fact in board.flow
    }  # fmt: skip


def test_the_board_after_has_predicates_of_its_own() -> None:
    text = "at(Card,summoning(Zone),(t+1)) :- goes(Card,Zone,t).\nstate(open,(t+1)) :- over(t); not at(_,f(t),(t+1))."
    assert _apart(text) == (
        "next__at(Card,summoning(Zone),t) :- goes(Card,Zone,t).\n"
        "next__state(open,t) :- over(t); not next__at(_,f(t),t)."
    )
