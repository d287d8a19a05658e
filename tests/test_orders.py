"""All lines, each once up to the order of independent actions: counted as by walking every order."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterable, Iterator
from math import factorial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.test_cli import run
from ygolp import Duel, cli_lines
from ygolp.actions import Action, CardRef
from ygolp.board import Board
from ygolp.scenario import read_data
from ygolp.search import lines as lines_of
from ygolp.search import orders
from ygolp.search.goal import judge, read_goal
from ygolp.search.graph import Bounds, Graph, Node
from ygolp.search.key import key_of
from ygolp.search.lines import Found, Way, all_lines, label, play
from ygolp.search.report import every

Part = tuple[tuple[str, ...], int, int]
"""What is done from an open board to the next, how many actions that is, and the number of that board."""


def parts(node: Node, ends: set[int]) -> set[Part]:
    """Return what can be done from a board to the next open one."""
    found = set()
    todo: list[tuple[Node, tuple[str, ...], int]] = [(node, (), 0)]
    while todo:
        at, deeds, cost = todo.pop()
        for action, child in at.steps or ():
            more = deeds if action is None or action.kind == "pass" else (*deeds, label(action))
            after = child, more, cost + at.counts(action)
            if child.open or child.number in ends:
                found.add((after[1], after[2], child.number))
            else:
                todo.append(after)
    return found


def walks(graph: Any, ends: set[int]) -> Iterator[tuple[Part, ...]]:
    """Yield every way to an end that passes no end before, also those that come back to a board."""
    most = graph.bounds.actions
    longest = len(graph.nodes)
    todo: list[tuple[Part, ...]] = [()]
    while todo:
        walk = todo.pop()
        at = walk[-1][2] if walk else graph.root.number
        if at in ends:
            yield walk
        elif len(walk) < longest:
            for part in parts(graph.nodes[at], ends):
                if most is None or sum(each[1] for each in walk) + part[1] <= most:
                    todo.append((*walk, part))


def classes(graph: Any, ends: set[int]) -> list[set[tuple[Part, ...]]]:
    """Return the lines that exchanges of neighbouring parts turn into each other, found by walking every order."""
    left = set(walks(graph, ends))
    found = []
    while left:
        todo = [left.pop()]
        alike = set(todo)
        while todo:
            walk = todo.pop()
            numbers = [graph.root.number, *(part[2] for part in walk)]
            for place in range(len(walk) - 1):
                if not graph.nodes[numbers[place]].open:
                    continue
                (one, cost, _), (other, more, end) = walk[place : place + 2]
                for part in parts(graph.nodes[numbers[place]], ends):
                    turned = (*walk[:place], part, (one, cost, end), *walk[place + 2 :])
                    if part[:2] == (other, more) and turned in left:
                        left.remove(turned)
                        alike.add(turned)
                        todo.append(turned)
        ways = ([graph.root.number, *(part[2] for part in walk)] for walk in alike)
        if all(len(set(way)) == len(way) for way in ways):
            found.append(alike)
    return found


def walked(way: Way, ends: set[int]) -> tuple[Part, ...]:
    """Return a line as its parts."""
    found: list[Part] = []
    deeds: tuple[str, ...] = ()
    cost = 0
    for (_, before), (action, node) in itertools.pairwise(way):
        deeds = deeds if action is None or action.kind == "pass" else (*deeds, label(action))
        cost += before.counts(action)
        if node.open or node.number in ends:
            found.append((deeds, cost, node.number))
            deeds, cost = (), 0
    return tuple(found)


def agrees(graph: Any, ends: Iterable[Node]) -> Found:
    """Hold what was found against what walking every order finds, and return it."""
    ends = [*ends]
    numbers = {node.number for node in ends}
    expected = classes(graph, numbers)
    found = all_lines(graph, ends, 10_000)
    assert (found.number, found.orders) == (len(expected), sum(map(len, expected)))
    where = [next(place for place, each in enumerate(expected) if walked(way, numbers) in each) for way in found.lines]
    assert sorted(where) == list(range(len(expected)))
    assert found.complete
    return found


# ---- graphs --------------------------------------------------------------------------------------------------


def set_(name: str) -> Action:
    return Action("pass" if name == "pass" else "set", "a", CardRef(name, "a", "hand"))


def graph_of(steps: dict[int, list[tuple[str, int]]], most: int | None = None, windows: Iterable[int] = ()) -> Any:
    """Return boards, of which nothing is known but the steps between them: name of the action, number of the board."""
    numbers = sorted({0, *steps, *(end for each in steps.values() for _, end in each)})
    states = {number: "attempt" if number in windows else "open" for number in numbers}
    place = {number: position for position, number in enumerate(numbers)}
    nodes = [Node(place[number], Board(state=states[number]), 0, None, None) for number in numbers]
    for number, each in steps.items():
        nodes[place[number]].steps = [(set_(name), nodes[place[end]]) for name, end in dict.fromkeys(each)]
    return SimpleNamespace(root=nodes[place[0]], nodes=nodes, bounds=Bounds(most), stopped="", proven=99)


def done_by(graph: Any, *names: str) -> list[Node]:
    """Return the boards where these actions lead to from the first."""
    nodes = [graph.root]
    for name in names:
        nodes = [child for node in nodes for action, child in node.steps or () if action == set_(name)]
    return nodes


def cube(names: str, forbidden: Iterable[str] = ()) -> Any:
    """Return the boards of actions that can be done once each, but for the beginnings of lines that are forbidden."""
    steps: dict[int, list[tuple[str, int]]] = {}
    for done in range(2 ** len(names)):
        held = "".join(name for place, name in enumerate(names) if done >> place & 1)
        steps[done] = [
            (name, done | 1 << place) for place, name in enumerate(names)
            if not done >> place & 1 and "".join(sorted(held + name)) not in forbidden
        ]  # fmt: skip
    return graph_of(steps)


@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_actions_that_do_not_depend_on_each_other_have_one_order(number: int) -> None:
    graph = cube("abcde"[:number])
    found = agrees(graph, [graph.nodes[-1]])
    assert (found.number, found.orders) == (1, factorial(number))


def test_many_orders_are_not_walked() -> None:
    graph = cube("abcdefghij")
    found = all_lines(graph, [graph.nodes[-1]], 5)
    assert (found.number, found.orders, len(found.lines)) == (1, factorial(10), 1)
    # Without an order: every set of actions that ends with one of the ten.
    first = [node for node in graph.nodes if any(child.number == 1023 for _, child in node.steps or ())]
    assert all_lines(graph, first, 5).number == 10


def test_what_depends_on_each_other_has_every_order() -> None:
    # Nothing is independent: the boards of a tree.
    steps: dict[int, list[tuple[str, int]]] = {}
    numbers = {(): 0}
    for length in (1, 2, 3):
        for order in itertools.permutations("abc", length):
            numbers[order] = len(numbers)
            steps.setdefault(numbers[order[:-1]], []).append((order[-1], numbers[order]))
    graph = graph_of(steps)
    found = agrees(graph, [node for node in graph.nodes if not node.steps])
    assert (found.number, found.orders) == (6, 6)


def test_actions_may_be_independent_on_some_boards_only() -> None:
    # b makes room: a and c both take the one place that there is without it. All lines exchange into each other, but
    # acb and cab are none, so that a first and c first meet only where b is in the middle.
    graph = cube("abc", forbidden=["ac"])
    found = agrees(graph, [graph.nodes[-1]])
    assert (found.number, found.orders) == (1, 4)


def test_a_line_ends_where_it_reaches_the_goal() -> None:
    graph = cube("ab")
    goal = [node for node in graph.nodes if any(node in done_by(graph, *way) for way in ("a", "ab"))]
    # b and then a is a line; a and then b is none, since a alone has reached the goal.
    found = agrees(graph, goal)
    assert (found.number, found.orders) == (2, 2)
    assert agrees(graph, [graph.root]).lines == [[(None, graph.root)]]


def test_what_comes_back_is_left_out_in_whatever_order() -> None:
    # A switch and back again, and x which does not depend on it: to do nothing but x is the only line.
    graph = graph_of({0: [("to", 1), ("x", 2)], 1: [("fro", 0), ("x", 3)], 2: [("to", 3)], 3: [("fro", 2)]})
    found = agrees(graph, done_by(graph, "x"))
    assert (found.number, found.orders) == (1, 1)
    assert agrees(graph, done_by(graph, "to", "x")).number == 1


def test_what_was_chosen_in_a_window_is_not_exchanged() -> None:
    steps = {0: [("a", 1), ("b", 2)], 1: [("b", 3)], 2: [("a", 3)]}
    for windows, count in (((), 1), ((0,), 2)):
        graph = graph_of(steps, windows=windows)
        assert agrees(graph, [graph.nodes[3]]).number == count
    # The same two actions in the same order by way of two boards are two lines.
    graph = graph_of({0: [("a", 1), ("a", 2)], 1: [("b", 3)], 2: [("b", 3)]})
    assert agrees(graph, [graph.nodes[3]]).number == 2
    graph = graph_of({0: [("a", 1), ("a", 2)], 1: [("a", 3)], 2: [("a", 3)]})
    assert agrees(graph, [graph.nodes[3]]).number == 1


def test_passing_makes_no_other_line() -> None:
    # Where a window comes up, and where it is passed, does not tell lines apart.
    steps = {0: [("a", 1), ("b", 4)], 1: [("pass", 2)], 2: [("b", 3)], 4: [("a", 3)]}
    found = agrees(graph_of(steps, windows=[1]), [graph_of(steps, windows=[1]).nodes[3]])
    assert (found.number, found.orders) == (1, 2)


SUBSETS = st.integers(2, 4).flatmap(lambda size: st.tuples(
    st.just(size), st.sets(st.tuples(st.integers(0, 2**size - 1), st.integers(0, size - 1)), max_size=6),
    st.dictionaries(st.integers(1, 2**size - 1), st.integers(1, 2**size - 1), max_size=3),
    st.sets(st.integers(1, 2**size - 1), min_size=1, max_size=4), st.sampled_from([None, None, 2, 3]),
))  # fmt: skip


@settings(derandomize=True, deadline=None, database=None, max_examples=400)
@given(SUBSETS)
def test_actions_that_exclude_each_other_here_and_there(drawn: Any) -> None:
    size, missing, merged, ends, most = drawn
    steps = {
        done: [("abcd"[place], merged.get(done | 1 << place, done | 1 << place)) for place in range(size)
               if not done >> place & 1 and (done, place) not in missing]
        for done in range(2**size) if done not in merged
    }  # fmt: skip
    graph = graph_of(steps, most)
    agrees(graph, [node for place, node in enumerate(graph.nodes) if place in ends])


STEPS = st.dictionaries(
    st.integers(0, 5), st.lists(st.tuples(st.sampled_from(["a", "b", "c", "pass"]), st.integers(0, 6)), max_size=3)
)


@settings(derandomize=True, deadline=None, database=None, max_examples=600)
@given(STEPS, st.sets(st.integers(0, 5), max_size=2), st.sets(st.integers(0, 6), min_size=1, max_size=2),
       st.sampled_from([None, 3, 4]))  # fmt: skip
@example({0: [("a", 1), ("b", 2)], 1: [("b", 3)], 2: [("a", 3)], 3: [("c", 0), ("c", 4)]}, set(), {4}, None)
def test_any_graph_of_boards(steps: Any, windows: set[int], ends: set[int], most: int | None) -> None:
    # Open boards may follow in circles; in a window something always goes on.
    kept = {
        number: [(name, end) for name, end in each if end > number or (not windows & {number, end} and name != "pass")]
        for number, each in steps.items()
    }  # fmt: skip
    circles = any(end <= number for number, each in kept.items() for _, end in each)
    graph = graph_of(kept, most or (4 if circles else None), windows - ends)
    agrees(graph, [node for place, node in enumerate(graph.nodes) if place in ends and node.open])


# ---- boards --------------------------------------------------------------------------------------------------

# How many lines there are is counted by hand; "in every order" only where it is easy.
BOARDS: dict[str, tuple[int, int | None, dict[str, Any]]] = {
    # Double Summon may come first or in the middle; then the other monster is Summoned.
    "Double Summon": (1, 4, {
        "a": {"hand": ["Double Summon", "Gemini Elf", "Alexandrite Dragon"]},
        "goal": {"control": ["Gemini Elf", "Alexandrite Dragon"]},
    }),
    # The Xyz Summon with both monsters in Attack Position, with one of them changed before, or with both.
    "Xyz Summon": (4, 5, {
        "a": {"mmz": ["Gemini Elf", "Alexandrite Dragon"], "extra": ["Number 39: Utopia"]},
        "goal": {"control": ["Number 39: Utopia"]},
    }),
    # Either of two equal monsters: it does not matter which.
    "copies": (1, 1, {
        "a": {"hand": ["Gemini Elf", "Gemini Elf"]}, "goal": {"control": ["Gemini Elf"]},
    }),
    # What is activated in a window belongs to the action before: Doppelwarrior makes Tokens, or not.
    "Junk Warrior": (2, 2, {
        "a": {"hand": ["Junk Synchron"], "gy": ["Doppelwarrior"], "extra": ["Junk Warrior"]},
        "goal": {"control": ["Junk Warrior"]},
    }),
}  # fmt: skip


def searched(data: dict[str, Any], **bounds: Any) -> Graph:
    scenario = read_data(data)
    assert scenario.goal is not None
    return Graph(scenario.board, read_goal(scenario.goal), Bounds(**bounds)).search()


@pytest.mark.parametrize("name", BOARDS)
def test_lines_of_a_board_are_counted_and_played(name: str) -> None:
    number, in_every_order, data = BOARDS[name]
    graph = searched(data)
    found = agrees(graph, graph.reached)
    assert (found.number, found.orders) == (number, in_every_order)
    ways = [*play(graph, found.lines)]
    for way, line in zip(found.lines, ways, strict=True):
        duel = Duel(read_data(data))
        duel.replay([str(each.action) for each in line])
        assert key_of(duel.board) == key_of(line[-1].board) == key_of(way[-1][1].board)
        assert judge([duel.board], graph.goal)[0].reached
        assert sum(each.counts for each in line) == sum(counted for _, counted, _ in walked(way, {way[-1][1].number}))
    assert len({tuple(str(each.action) for each in line) for line in ways}) == number


@pytest.mark.parametrize("name", ["Double Summon", "Xyz Summon"])
def test_bounds_leave_out_no_order_of_a_line_that_is_short_enough(name: str) -> None:
    graph = searched(BOARDS[name][2], actions=2)
    assert graph.stopped == "actions"
    agrees(graph, graph.reached)


def test_what_ends_the_counting_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = searched(BOARDS["Xyz Summon"][2])
    late = all_lines(graph, graph.reached, 10, time.monotonic() - 1)
    assert (late.number, late.proven, late.complete, late.stopped) == (1, 0, False, "seconds")
    assert [action.kind for action, _ in late.lines[0] if action is not None] == ["xyz summon"]

    def stop(number: int, actions: int) -> None:
        if actions == 2:
            raise KeyboardInterrupt

    broken = all_lines(graph, graph.reached, 10, progress=stop)
    assert (broken.number, broken.proven, broken.complete, broken.stopped) == (3, 2, False, "interrupted")
    words = every(graph, broken).head
    assert words == (
        "3 lines, up to the order of independent actions; incomplete: interrupted while lines were counted; all those "
        "of up to 2 actions are"
    )  # fmt: skip
    monkeypatch.setattr(lines_of, "MOST_HELD", 2)
    many = all_lines(graph, graph.reached, 10)
    assert (many.complete, many.stopped) == (False, "lines")


def test_lines_are_played_until_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = searched(BOARDS["Xyz Summon"][2])
    found = all_lines(graph, graph.reached, 2)
    answer = every(graph, found)
    assert answer.head == "4 lines, up to the order of independent actions (5 in every order); 2 of them are printed"
    answer = every(graph, found, time.monotonic() - 1)
    assert answer.head.endswith("none of them are printed; incomplete: the time was up before all lines were played")
    assert answer.stopped == "seconds"


# ---- the command ---------------------------------------------------------------------------------------------


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(BOARDS["Xyz Summon"][2]), encoding="utf-8")
    return file


def test_all_lines_are_printed_or_counted(board: Path) -> None:
    made = run("line", board, "--all", "--limit", "2")
    assert made.exit_code == 0
    text = " ".join(made.stdout.split())
    assert text.startswith(
        "4 lines, up to the order of independent actions (5 in every order); 2 of them are printed. 1. xyz summon"
    )
    assert "All " in text
    made = run("line", board, "--count", "--json")
    found = json.loads(made.stdout)
    assert made.exit_code == 0
    assert (found["count"], found["orders"], found["counted"], found["lines"]) == (4, 5, True, [])
    made = run("line", board, "--count", "--goal", "Stardust Dragon")
    assert made.exit_code == 1
    assert made.stdout.startswith("There is no line that reaches the goal: control Stardust Dragon.")


def test_the_document_prints_what_the_program_says(board: Path) -> None:
    board.write_text(json.dumps(BOARDS["Double Summon"][2]), encoding="utf-8")
    document = (Path(__file__).parent.parent / "docs" / "lines.md").read_text(encoding="utf-8")
    part = document.partition("## All lines")[2].split("```")[1].strip()
    assert run("line", board, "--all").stdout.startswith(part)


def test_ctrl_c_gives_the_lines_that_were_found(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = orders.ways

    def broken(*given: Any) -> Iterator[list[orders.Way]]:
        yield from itertools.islice(ways(*given), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(orders, "ways", broken)
    made = run("line", board, "--all")
    assert made.exit_code == 130
    text = " ".join(made.stdout.split())
    assert "1 line, up to the order of independent actions; incomplete: interrupted while lines were counted;" in text
    assert "1. xyz summon Number 39: Utopia" in text
    assert json.loads(run("line", board, "--all", "--json").stdout)["stopped"] == "interrupted"


@pytest.mark.parametrize("arguments", [["line", "--all"], ["line"], ["line", "--best", "atk"], ["boards"]])
def test_ctrl_c_while_lines_are_played(arguments: list[str], board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(lines_of._Player, "play", broken)
    name, *rest = arguments
    made = run(name, board, *rest)
    assert made.exit_code == 130
    assert "incomplete: interrupted before all lines were played" in " ".join(made.stdout.split())
    assert "Bounds: " in made.stdout


def test_a_picture_that_is_interrupted_is_said(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr("ygolp.graph.lines_graph", broken)
    made = run("line", board, "--graph", tmp_path / "x.svg")
    assert made.exit_code == 130
    assert "a shortest line" in made.stdout
    assert "incomplete: interrupted, " in made.stderr


@pytest.mark.parametrize(("arguments", "says"), [
    (["--all", "--best", "atk"], "--all and --best are two questions"),
    (["--count", "--best", "atk"], "--count and --best are two questions"),
    (["--count", "-o", "x.txt"], "--count gives no line for -o"), (["--count", "--show"], "gives no line for --show"),
    (["--limit", "0"], "'--limit'"), (["--limit", "many"], "'--limit'"),
    (["--coutn"], "Did you mean one of: '--count'"),
    (["--max", "-1"], "'--max'"), (["--time", "0"], "'--time'"), (["--goal", "Number 39 Utopa"], "Number 39: Utopia"),
    (["--best", "attk"], "did you mean 'atk'?"), (["--graph", "x.pdf"], "x.pdf"),
])  # fmt: skip
def test_what_is_not_understood(board: Path, arguments: list[str], says: str) -> None:
    made = run("line", board, *arguments)
    assert (made.exit_code, made.stdout) == (2, "")
    assert says in made.stderr


def test_a_command_that_there_is_not_has_a_nearest_one() -> None:
    made = run("lin", "board.toml")
    assert (made.exit_code, made.stdout) == (2, "")
    assert "No such command 'lin'. Did you mean 'line'?" in made.stderr


def test_a_tenth_of_the_time_is_for_the_lines() -> None:
    now = time.monotonic()
    assert cli_lines._until(now, None) is None
    assert cli_lines._until(now, 100) == now + 100
    assert 9 < (cli_lines._until(now - 100, 100) or 0) - now < 11
