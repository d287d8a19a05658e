"""In how many hands a goal is reachable: small decks of which one knows it by thinking, counted with math.comb."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from tests.test_cli import answer as json_of
from tests.test_cli import run as ygolp
from ygolp.errors import ScenarioError, YgolpError
from ygolp.hands import run as running
from ygolp.hands.answer import Answer, plan
from ygolp.hands.counting import Hand, hand_of
from ygolp.hands.question import Question
from ygolp.hands.reading import read_question
from ygolp.hands.run import Where, run
from ygolp.hands.store import Store, StoreError
from ygolp.hands.together import search_together
from ygolp.search.graph import Bounds

Board = Callable[..., Path]
ROOT = Path(__file__).parent.parent

# The only monster that can be Normal Summoned without a Tribute, and that is a Gemini Elf, is a Gemini Elf.
ELVES = """
turn = 1
[a]
deck = ["Gemini Elf | x3", "Summoned Skull | x3", "Kuriboh | x2"]
[goal]
control = ["Gemini Elf"]
"""
# Goblindbergh Summons a Level 4 monster from the hand; two of Level 4 make Utopia. No other card Summons a second one.
UTOPIA = """
turn = 1
[a]
deck = ["Goblindbergh | x2", "Gemini Elf | x3", "Summoned Skull | x3"]
extra = ["Number 39: Utopia"]
[goal]
control = ["Number 39: Utopia"]
"""


def ask(file: Path, goals: Sequence[str] = (), actions: int | None = 3, boards: int | None = 500) -> Question:
    return read_question(file, None, goals, Bounds(actions, None, boards))


def answered(question: Question, size: int, **more: Any) -> Answer:
    wanted = plan(question.deck, size, more.pop("sample", 2000), 1)
    return run(question, wanted, Store(None, question.identity()), **more)


def hand(*names: str) -> Hand:
    return hand_of({name: names.count(name) for name in names})


# ---- what is reachable ---------------------------------------------------------------------------------------


def test_a_card_that_is_enough_by_itself(board: Board) -> None:
    found = answered(ask(board(ELVES)), 2)
    assert found.complete
    assert found.plan.total == comb(8, 2)
    assert found.weight("reached") == comb(8, 2) - comb(5, 2)
    assert found.weight("not") == comb(5, 2)
    assert found.weight("undecided") == found.weight(None) == 0
    assert found.least == found.most == Fraction(18, 28)
    assert all(found.results[each].actions == 1 for each in found.hands("reached"))
    # A Gemini Elf for any card would do.
    near = found.near()
    assert {each: {(one.without, one.instead) for one in enough} for each, enough in near.items()} == {
        hand("Summoned Skull", "Summoned Skull"): {("Summoned Skull", "Gemini Elf")},
        hand("Kuriboh", "Summoned Skull"): {("Kuriboh", "Gemini Elf"), ("Summoned Skull", "Gemini Elf")},
        hand("Kuriboh", "Kuriboh"): {("Kuriboh", "Gemini Elf")},
    }
    assert found.near_is_settled()


def test_two_cards_that_are_needed_together(board: Board) -> None:
    found = answered(ask(board(UTOPIA)), 2)
    assert found.plan.total == comb(8, 2)
    assert set(found.hands("reached")) == {hand("Goblindbergh", "Gemini Elf"), hand("Goblindbergh", "Goblindbergh")}
    assert found.weight("reached") == 2 * 3 + comb(2, 2)
    assert all(found.results[each].actions == 3 for each in found.hands("reached"))
    near = found.near()
    # One card short are those with one Level 4 monster, and two Gemini Elves; not those with neither.
    assert sum(found.plan.weights[each] for each in near) == 2 * 3 + 3 * 3 + comb(3, 2)
    assert found.weight("not") - sum(found.plan.weights[each] for each in near) == comb(3, 2)
    assert {one.instead for one in near[hand("Goblindbergh", "Summoned Skull")]} == {"Goblindbergh", "Gemini Elf"}
    assert {one.instead for one in near[hand("Gemini Elf", "Gemini Elf")]} == {"Goblindbergh"}


def test_a_goal_that_needs_longer_lines_is_proven_unreachable_within_the_bound(board: Board) -> None:
    found = answered(ask(board(UTOPIA), actions=2), 2)
    assert found.weight("not") == comb(8, 2)
    assert found.near() == {}
    pair = found.results[hand("Goblindbergh", "Gemini Elf")]
    assert (pair.verdict, pair.actions, pair.complete) == ("not", 2, False)


def test_what_the_hand_does_not_have_lies_in_the_deck(board: Board) -> None:
    file = board("""
        turn = 1
        [a]
        deck = ["Goblindbergh | x2", "Reinforcement of the Army", "Summoned Skull | x5"]
        """)
    found = answered(ask(file, ["Goblindbergh"], 2), 3)
    assert found.weight("reached") == comb(8, 3) - comb(5, 3)
    searched = found.results[hand("Reinforcement of the Army", "Summoned Skull", "Summoned Skull")]
    assert (searched.verdict, searched.actions) == ("reached", 2)


def test_what_would_be_drawn_is_not_known(board: Board) -> None:
    file = board("""
        turn = 1
        [a]
        deck = ["Gemini Elf | x4", "Pot of Greed", "Summoned Skull | x3"]
        """)
    found = answered(ask(file, ["Gemini Elf"]), 2)
    assert found.weight("reached") == comb(8, 2) - comb(4, 2)
    assert found.results[hand("Pot of Greed", "Summoned Skull")].verdict == "not"


def test_the_opponents_board_matters(board: Board) -> None:
    # Cyber Dragon Special Summons itself if only the opponent controls a monster; a Tribute for it takes two turns.
    deck = board('[a]\ndeck = ["Cyber Dragon | x2", "Summoned Skull | x4"]', "deck.toml")
    against = board('[b]\nmmz = ["Gemini Elf"]', "against.toml")
    bounds = Bounds(3, None, 500)
    first = answered(read_question(deck, None, ["Cyber Dragon"], bounds), 2)
    second = answered(read_question(deck, against, ["Cyber Dragon"], bounds), 2)
    assert first.weight("reached") == 0
    assert first.near() == {}
    assert second.weight("reached") == comb(6, 2) - comb(4, 2)


def test_what_is_not_decided_counts_both_ways(board: Board) -> None:
    # One action leads to the goal, and to a second board. With two Summoned Skulls nothing can be done.
    found = answered(ask(board(ELVES), boards=1), 2)
    assert found.complete
    assert found.weight("reached") == 0
    assert found.hands("not") == [hand("Summoned Skull", "Summoned Skull")]
    assert found.weight("undecided") == comb(8, 2) - comb(3, 2)
    assert found.interval == (0, float(1 - Fraction(comb(3, 2), comb(8, 2))))
    assert found.near() == {}
    assert not found.near_is_settled()


def test_side_by_side_is_the_same_as_one_by_one(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    from ygolp import engine

    made: list[str] = []
    begin = engine.Batch.__init__

    def counted(self: engine.Batch, question: str, *rest: Any, **more: Any) -> None:
        made.append(question)
        begin(self, question, *rest, **more)

    monkeypatch.setattr(engine.Batch, "__init__", counted)
    question = ask(board(ELVES))
    hands = [*plan(question.deck, 2, 100, 1).weights]
    together = dict(search_together(question, hands))
    batches = len(made)
    alone = {}
    for each in hands:
        before = len(made)
        assert together[each] == question.search(each)
        alone[each] = len(made) - before
    assert set(together) == set(hands)
    # As many as the longest of them needs.
    assert batches == max(alone.values())
    monkeypatch.setattr("ygolp.hands.together.MOST_BOARDS", 3)
    assert dict(search_together(question, hands)) == together


def test_ctrl_c_while_lines_are_looked_for(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(Question, "line", broken)
    made = ygolp("hands", board(ELVES), "--size", "1", "--max", "1", "--cores", "1", "--lines")
    assert made.exit_code == 130
    assert "Hands that reach it" in made.stdout
    assert made.stderr == "ygolp: incomplete: interrupted, lines are printed for 0 of 1 hand\n"


def test_a_line_can_be_played(board: Board) -> None:
    from ygolp import Duel

    question = ask(board(UTOPIA))
    given = hand("Goblindbergh", "Goblindbergh")
    duel = Duel(question.dealt(given))
    for action in question.line(given):
        duel.push(str(action))
    assert "Number 39: Utopia" in [piece.name for piece in duel.board.pieces if piece.place in ("mmz", "emz")]
    assert question.line(hand("Gemini Elf", "Summoned Skull")) == []


# ---- samples -------------------------------------------------------------------------------------------------


def test_a_sample_gives_an_interval_around_the_share(board: Board) -> None:
    question = ask(board(ELVES))
    found = answered(question, 2, sample=5)
    exact = answered(question, 2)
    assert found.plan.seed == 1
    assert found.plan.total == 5
    assert all(found.results[each].verdict == exact.results[each].verdict for each in found.plan.weights)
    low, high = found.interval
    assert low < found.least < high
    assert low < 18 / 28 < high


def test_hands_one_card_away_are_looked_at_on_request(board: Board) -> None:
    question = ask(board(UTOPIA))
    wanted = plan(question.deck, 2, 1, 1)
    wanted = wanted._replace(weights={hand("Summoned Skull", "Summoned Skull"): 1, hand("Gemini Elf", "Gemini Elf"): 1})
    without = run(question, wanted, Store(None, question.identity()))
    assert without.complete
    assert without.near() == {}
    assert not without.near_is_settled()
    with_near = run(question, wanted, Store(None, question.identity()), near=True)
    assert [*with_near.near()] == [hand("Gemini Elf", "Gemini Elf")]
    assert with_near.near_is_settled()
    assert with_near.plan.total == 2  # they weigh nothing


# ---- results that are kept -----------------------------------------------------------------------------------


class _Crash(Exception):
    """Stands for the end of the process."""


def test_after_a_crash_it_goes_on(board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask(board(ELVES))
    wanted = plan(question.deck, 2, 100, 1)
    whole = run(question, wanted, Store(None, question.identity()))
    file = tmp_path / "results.sqlite"

    def crash(known: int, of: int) -> None:
        if known == 2:
            raise _Crash

    with pytest.raises(_Crash):
        run(question, wanted, Store(file, question.identity()), progress=crash)
    assert len(Store(file, question.identity()).results()) == 2
    searched: list[Hand] = []

    def noted(question: Question, hands: Sequence[Hand], *rest: Any) -> Iterator[Any]:
        searched.extend(hands)
        return search_together(question, hands, *rest)

    monkeypatch.setattr(running, "search_together", noted)
    again = run(question, wanted, Store(file, question.identity()))
    assert len(searched) == len(set(searched)) == len(wanted.weights) - 2
    assert again == whole
    with sqlite3.connect(file) as base:
        assert base.execute("SELECT count(*), count(DISTINCT cards) FROM hand").fetchone() == (6, 6)
    searched.clear()
    assert run(question, wanted, Store(file, question.identity())) == whole
    assert searched == []


def test_results_of_a_sample_serve_all_hands(board: Board, tmp_path: Path) -> None:
    question = ask(board(ELVES))
    file = tmp_path / "results.sqlite"
    run(question, plan(question.deck, 2, 4, 1), Store(file, question.identity()))
    known = len(Store(file, question.identity()).results())
    assert 0 < known < 6
    found = run(question, plan(question.deck, 2, 100, 1), Store(file, question.identity()))
    assert found.weight("reached") == 18


def test_a_result_is_not_kept_twice(board: Board, tmp_path: Path) -> None:
    question = ask(board(ELVES))
    given = hand("Gemini Elf", "Kuriboh")
    result = question.search(given)
    first, second = (Store(tmp_path / "results.sqlite", question.identity()) for _ in range(2))
    first.add(given, result)
    second.add(given, result._replace(actions=99))
    assert first.results() == second.results() == {given: result}


@pytest.mark.parametrize(
    ("changed", "goals", "actions", "says"),
    [
        (ELVES.replace("Kuriboh | x2", "Kuriboh | x3"), [], 3, "deck: 3 Gemini Elf, 2 Kuriboh, 3 Summoned Skull there"),
        (ELVES, ["Kuriboh"], 3, "goal: control Gemini Elf there, control Kuriboh here"),
        (ELVES, [], 4, "bounds: actions 3, boards 500, seconds None there"),
        (ELVES + "[b]\nmmz = ['Sangan']", [], 3, "another board"),
        (ELVES.replace("turn = 1", "turn = 2"), [], 3, "another board"),
        (ELVES.replace("[goal]", "extra = ['Junk Warrior']\n[goal]"), [], 3, "another board"),
        (ELVES + "negations = 1", [], 3, "another conditions"),
    ],
)
def test_a_file_of_another_question_is_refused(
    changed: str, goals: list[str], actions: int, says: str, board: Board, tmp_path: Path
) -> None:
    file = tmp_path / "results.sqlite"
    Store(file, ask(board(ELVES)).identity()).close()
    before = file.read_bytes()
    with pytest.raises(StoreError) as error:
        Store(file, ask(board(changed), goals, actions).identity())
    assert f"{file}: holds results of another question" in str(error.value)
    assert says in str(error.value)
    assert file.read_bytes() == before


def test_other_rules_are_another_question(board: Board, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = ask(board(ELVES))
    file = tmp_path / "results.sqlite"
    Store(file, question.identity()).close()
    monkeypatch.setattr("ygolp.hands.question.digest", lambda: 1)
    with pytest.raises(StoreError, match="rulebook"):
        Store(file, question.identity())


def test_the_order_of_the_deck_is_no_other_question(board: Board) -> None:
    rows = '"Kuriboh", "Summoned Skull | x3", "Gemini Elf | x3", "Kuriboh"'
    other = f'turn = 1\n[a]\ndeck = [{rows}]\n[goal]\ncontrol = ["Gemini Elf"]'
    assert ask(board(ELVES)).identity() == ask(board(other)).identity()


def test_a_file_of_something_else_is_left_alone(board: Board, tmp_path: Path) -> None:
    identity = ask(board(ELVES)).identity()
    text = board("no database, but long enough to be one " * 50, "text.sqlite")
    with pytest.raises(StoreError, match=r"text\.sqlite: no file of results"):
        Store(text, identity)
    assert text.read_text().startswith("no database")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE mine (x)")
    before = other.read_bytes()
    with pytest.raises(StoreError, match="a database of something else"):
        Store(other, identity)
    assert other.read_bytes() == before
    with pytest.raises(StoreError, match="nowhere"):
        Store(tmp_path / "nowhere" / "results.sqlite", identity)


# ---- processes -----------------------------------------------------------------------------------------------


def test_two_processes_find_the_same(board: Board) -> None:
    question = ask(board(ELVES))
    assert answered(question, 2, where=Where(2)) == answered(question, 2)


def test_a_lost_process_costs_only_time(board: Board) -> None:
    import multiprocessing

    question = ask(board(ELVES))
    killed: list[int] = []

    def kill(known: int, of: int) -> None:
        children = multiprocessing.active_children()
        if children and not killed:
            pid = children[0].pid
            assert pid is not None
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    found = answered(question, 2, where=Where(2), progress=kill)
    assert killed
    assert found == answered(question, 2)


def test_without_dask_the_extra_is_named(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(YgolpError, match=r"ygolp\[cluster\]"):
        answered(ask(board(ELVES)), 2, where=Where(0, "tcp://127.0.0.1:1"))


@pytest.mark.slow
def test_a_cluster_finds_the_same(board: Board) -> None:
    distributed = pytest.importorskip("distributed")
    question = ask(board(ELVES))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        found = answered(question, 2, where=Where(0, cluster.scheduler_address))
    assert found == answered(question, 2)


def test_a_worker_with_other_rules_is_refused(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = ask(board(ELVES)).packed()
    monkeypatch.setattr("ygolp.hands.question.digest", lambda: 1)
    with pytest.raises(YgolpError, match="another rulebook"):
        running.search_piece(packed, [hand("Kuriboh", "Kuriboh")])


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
@pytest.mark.parametrize("cores", ["1", "2"])
def test_ctrl_c_gives_what_there_is(cores: str, board: Board, tmp_path: Path) -> None:
    results = tmp_path / "results.sqlite"
    process = _started(board(UTOPIA), results, cores)
    _wait_for_a_row(process, results)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert err == ""
    if process.returncode == 0:
        pytest.skip("it was done before it could be interrupted")
    assert process.returncode == 130
    assert "incomplete: interrupted after" in out
    assert "not looked at" in out
    assert "Hands without an answer count both ways." in " ".join(out.split())


@pytest.mark.skipif(os.name == "nt", reason="signals are others there")
def test_a_process_that_is_killed_goes_on_later(board: Board, tmp_path: Path) -> None:
    file, results = board(UTOPIA), tmp_path / "results.sqlite"
    process = _started(file, results, "2")
    _wait_for_a_row(process, results)
    process.kill()
    process.communicate(timeout=120)
    found = json_of("hands", file, "--size", "2", "--max", "3", "--results", results, "--cores", "1")
    assert (found["reached"], found["total"], found["complete"]) == (7, 28, True)
    with sqlite3.connect(results) as base:
        assert base.execute("SELECT count(*) FROM hand").fetchone() == (len(found["hands"]),)


def _started(file: Path, results: Path, cores: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ygolp", "hands", str(file), "--size", "2", "--max", "3", "--cores", cores]
    return subprocess.Popen(
        [*command, "--results", str(results)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8",
    )  # fmt: skip


def _wait_for_a_row(process: subprocess.Popen[str], results: Path) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if results.exists() and results.stat().st_size:
            try:
                with sqlite3.connect(results, timeout=5) as base:
                    if base.execute("SELECT count(*) FROM hand").fetchone()[0]:
                        return
            except sqlite3.OperationalError:
                pass  # it is just being made
        time.sleep(0.02)


# ---- the command ---------------------------------------------------------------------------------------------


def test_the_table_of_hands(board: Board) -> None:
    result = ygolp("hands", board(ELVES), "--size", "2", "--max", "3", "--cores", "1", "--lines", "--rows", "2")
    assert result.exit_code == 0
    rows = [" ".join(row.split()) for row in result.stdout.splitlines()]
    for row in (
        "Opening hands of 2 from a deck of 8: 28, of which 6 differ",
        "Goal: control Gemini Elf",
        "reachable 18 of 28 64.29 %",
        "not reachable 10 of 28 35.71 %",
        "by one card 10 of 28 35.71 %",
        "Probability, exact: 64.29 % of all hands.",
        "Gemini Elf, Summoned Skull 32.14 % 9 1",
        "Gemini Elf, Kuriboh 21.43 % 6 1",
        "and 1 more: 10.71 %",
        "With Gemini Elf, Summoned Skull:",
        "1. normal summon Gemini Elf (hand)",
        "Gemini Elf 35.71 % 10",
        "Kuriboh, Summoned Skull 21.43 % 6 Gemini Elf for Kuriboh or Summoned Skull",
    ):
        assert row in rows, row
    assert "Bounds: lines of up to 3 actions, up to 20,000 boards a hand; the opponent does nothing" in result.stdout
    assert "incomplete" not in result.stdout


def test_the_guide_shows_what_is_printed(board: Board) -> None:
    guide = (ROOT / "docs" / "hands.md").read_text(encoding="utf-8")
    (deck,) = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    (command,) = re.findall(r"```sh\nygolp hands deck.toml ([^\n]*)\n```", guide)
    (printed,) = re.findall(r"```\n(Opening hands.*?)```", guide, re.DOTALL)
    assert ygolp("hands", board(deck), *shlex.split(command), "--cores", "1").stdout == printed


def test_the_answer_as_json(board: Board, tmp_path: Path) -> None:
    goal = board('[goal]\ncontrol = ["Gemini Elf"]', "goal.toml")
    deck = board(ELVES.partition("[goal]")[0], "deck.toml")
    found = json_of("hands", deck, "--goal", goal, "--size", "2", "--cores", "1")
    assert (found["method"], found["total"], found["all_hands"], found["different_hands"]) == ("exact", 28, 28, 6)
    assert (found["reached"], found["not_reached"], found["undecided"], found["not_looked_at"]) == (18, 10, 0, 0)
    assert found["probability"] == {"low": 18 / 28, "high": 18 / 28, "confidence": 1}
    assert found["complete"]
    assert sum(each["weight"] for each in found["hands"]) == 28
    by_hand = {json.dumps(each["hand"]): each for each in found["hands"]}
    assert by_hand['{"Kuriboh": 2}']["enough"] == [{"without": "Kuriboh", "instead": "Gemini Elf"}]
    assert by_hand['{"Kuriboh": 2}']["any_length"] is True
    assert by_hand['{"Gemini Elf": 2}']["actions"] == 1
    # Without a search there is nothing that is proven.
    none = json_of("hands", deck, "--goal", goal, "--size", "2", "--cores", "1", "--time", "0")
    assert (none["stopped"], none["complete"], none["not_looked_at"]) == ("seconds", False, 28)
    assert none["probability"] == {"low": 0, "high": 1, "confidence": 1}


def test_a_sample_says_so(board: Board) -> None:
    result = ygolp("hands", board(ELVES), "--size", "2", "--sample", "3", "--seed", "5", "--cores", "1")
    assert "Probability, from 3 hands drawn with seed 5" in result.stdout
    assert "with a confidence of 95 % (Wilson)" in " ".join(result.stdout.split())


def test_a_deck_of_passcodes(board: Board) -> None:
    deck = board("#created by hand\n#main\n69140098\n69140098\n70781052\n#extra\n84013237\n!side\n33396948\n", "my.ydk")
    question = ask(deck, ["Gemini Elf"])
    assert question.deck == {"Gemini Elf": 2, "Summoned Skull": 1}
    assert [piece.name for piece in question.board.pieces if piece.place == "extra"] == ["Number 39: Utopia"]
    assert question.board.turn == 1
    with pytest.raises(ScenarioError, match=r"faulty\.ydk: line 2"):
        ask(board("69140098\nx\n", "faulty.ydk"), ["Gemini Elf"])
    on = board('[b]\nmmz = ["Sangan"]', "on.toml")
    against = read_question(deck, on, ["Gemini Elf"], Bounds(3))
    assert against.board.turn == 2
    assert against.deck == question.deck
    link = read_question("ydke://gv4eBIL+HgR8CDgE!tfABBQ==!!", None, ["Gemini Elf"], Bounds(3, None, 500))
    assert link.identity() == question.identity()


@pytest.mark.parametrize(
    ("text", "more", "says"),
    [
        (ELVES.partition("[goal]")[0], [], "--goal is missing"),
        (ELVES, ["--goal", "Gemni Elf"], "'Gemni Elf': unknown card, did you mean 'Gemini Elf'?"),
        (ELVES, ["--goal", "nowhere.toml"], "nowhere.toml: No such file"),
        (ELVES, ["--goal", "a.toml", "--goal", "Kuriboh"], "one file, or names"),
        (ELVES, ["--size", "9"], "8 cards in the deck: no hand of 9"),
        (ELVES.replace("[goal]", "hand = ['Sangan']\n[goal]"), [], "a.hand: Sangan: the opening hand"),
        (ELVES.replace("[goal]", "more_in_deck = 32\n[goal]"), [], "32 unknown cards"),
        ('[goal]\ncontrol = ["Sangan"]', [], "a.deck: missing"),
        (ELVES.replace("Kuriboh | x2", "Sheep Token"), [], "token_"),
        (ELVES, ["--each", "nan"], "nan"),
    ],
)
def test_what_cannot_be_asked_is_said(text: str, more: list[str], says: str, board: Board) -> None:
    result = ygolp("hands", board(text), "--cores", "1", "--size", "2", *more)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_a_board_with_a_deck_of_its_own_is_refused(board: Board) -> None:
    other = board('[a]\ndeck = ["Sangan"]', "other.toml")
    result = ygolp("hands", board(ELVES), "--board", other)
    assert result.exit_code == 2
    assert "a.deck: the deck comes from" in result.stderr


def test_nothing_of_a_cluster_is_imported_without_need() -> None:
    code = "import sys, ygolp.cli_hands, ygolp.hands.run\nassert not {'distributed', 'dask'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
