"""The graph of lines: what is merged and left out, what no line can do without, and pictures of it."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from ygolp.actions import Action, CardRef
from ygolp.board import Board, Piece
from ygolp.errors import YgolpError
from ygolp.graph import ENDINGS, check_path, choke_points, deed, lines_graph, write_graph
from ygolp.search.goal import Judged
from ygolp.search.graph import Node

# A name with all that a form could take for its own, a bell and a mark that turns the direction of writing.
WICKED = '</text><script>alert("x")</script>&amp; \\" ]--> #quot; %% {{ `b` \a\u202e ]]> <!--'
PASS = Action("pass", "b")


def act(name: str, kind: str = "set") -> Action:
    return Action(kind, "a", CardRef(name, "a", "hand"))


def chain(steps: dict[int, list[tuple[Action | None, int]]], goals: set[int], windows: set[int] = frozenset()) -> Node:  # type: ignore[assignment]
    """Return the first of boards that are joined by steps; `windows` are not open."""
    numbers = sorted({0, *steps, *(child for each in steps.values() for _, child in each)})
    nodes = {
        number: Node(number, Board(state="success" if number in windows else "open"), number, None, None)
        for number in numbers
    }
    for number, node in nodes.items():
        node.steps = [(action, nodes[child]) for action, child in steps.get(number, ())]
        node.judged = Judged(number in goals, {})
    return nodes[0]


def names(graph: Any) -> dict[tuple[int, int], list[list[str]]]:
    return {
        (tail, head): [[action.card.name for action in way] for way in data["ways"]]
        for tail, head, data in graph.edges(data=True)
    }


def test_windows_without_a_choice_and_passes_are_left_out() -> None:
    root = chain(
        {0: [(act("A"), 1)], 1: [(None, 2)], 2: [(PASS, 3)], 3: [(act("B"), 4), (act("C"), 5)], 5: [(None, 4)]},
        {4}, windows={1, 2, 5},
    )  # fmt: skip
    graph = lines_graph(root)
    assert set(graph.nodes) == {0, 3, 4}
    assert names(graph) == {(0, 3): [["A"]], (3, 4): [["B"], ["C"]]}


def test_only_what_lies_on_a_line_to_the_goal_is_there() -> None:
    steps: dict[int, list[tuple[Action | None, int]]] = {
        0: [(act("A"), 1), (act("B"), 2)], 1: [(act("C"), 3)], 3: [(act("D"), 4)],
    }  # fmt: skip
    assert set(lines_graph(chain(steps, {3})).nodes) == {0, 1, 3}
    whole = lines_graph(chain(steps, {3}), to_goal=False)
    assert set(whole.nodes) == {0, 1, 2, 3, 4}
    assert [number for number, data in whole.nodes(data=True) if data["goal"]] == [3]


def test_no_line_has_no_choke_points() -> None:
    graph = lines_graph(chain({0: [(act("A"), 1)]}, set()))
    assert set(graph.nodes) == {0}
    assert choke_points(graph) == ((), (), (), True, ())


def test_what_every_line_needs_is_a_choke_point() -> None:
    # A then B, or B then A, to one board; then C by two copies, which is one deed; D is not needed.
    root = chain(
        {0: [(act("A"), 1), (act("B"), 2)], 1: [(act("B"), 3)], 2: [(act("A"), 3)],
         3: [(act("C"), 4), (act("C")._replace(zone="mmz2"), 5), (act("D"), 6)], 6: [(act("C"), 5)]},
        {4, 5},
    )  # fmt: skip
    chokes = choke_points(lines_graph(root))
    assert chokes.deeds == ("set A", "set B", "set C")
    assert chokes.boards == (3,)
    assert chokes.exact


def test_two_ways_are_cut_by_two_actions() -> None:
    # A B or C D: each line loses to one of its own, so that the cuts are one of each.
    root = chain({0: [(act("A"), 1), (act("C"), 2)], 1: [(act("B"), 3)], 2: [(act("D"), 3)]}, {3})
    chokes = choke_points(lines_graph(root))
    assert chokes.deeds == ()
    assert chokes.cuts == (
        ("set A", "set C"), ("set A", "set D"), ("set B", "set C"), ("set B", "set D"),
    )  # fmt: skip
    assert len(chokes.steps) == 2
    assert chokes.boards == ()


@pytest.mark.parametrize("seed", range(30))
def test_cuts_are_those_of_trying_every_set(seed: int) -> None:
    random = Random(seed)
    steps: dict[int, list[tuple[Action | None, int]]] = {
        number: [(act(random.choice("ABCDEF")), random.randint(number + 1, 8)) for _ in range(random.randint(1, 3))]
        for number in range(8)
    }
    root = chain(steps, {8})
    lines = [{deed(action) for action in line} for line in _lines(steps, 0, 8)]
    smallest: list[tuple[str, ...]] = []
    for size in (1, 2, 3):
        found = itertools.combinations([f"set {name}" for name in "ABCDEF"], size)
        smallest = [each for each in found if all(line & {*each} for line in lines)]
        if smallest:
            break
    chokes = choke_points(lines_graph(root))
    assert list(chokes.cuts) == smallest
    assert set(chokes.deeds) == set.intersection(*lines)


def _lines(steps: dict[int, list[tuple[Action | None, int]]], at: int, goal: int) -> list[list[Action]]:
    if at == goal:
        return [[]]
    return [[action, *rest] for action, child in steps.get(at, ()) if action for rest in _lines(steps, child, goal)]


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (act("Sangan", "normal summon")._replace(zone="mmz1", position="atk"), "normal summon Sangan"),
        (act("Sangan", "change")._replace(position="def"), "change Sangan to def"),
        (act("Sangan", "activate")._replace(effect=2, using=(CardRef("X", "a", "gy"),)), "activate Sangan effect 2"),
        (Action("choose", "a"), "choose nothing"),
        (Action("choose", "a", using=(CardRef("X", "a", "gy"),)), "choose X"),
        (Action("pendulum summon", "a", using=(CardRef("X", "a", "hand"),)), "pendulum summon"),
        (act("Wave Swordsman", "ripple summon")._replace(ripple="Y"), "ripple summon Y"),
    ],
)
def test_a_deed_has_no_zone_and_no_materials(action: Action, words: str) -> None:
    assert deed(action) == words


# ---- pictures ------------------------------------------------------------------------------------------------


def wicked() -> Any:
    root = chain({0: [(act(WICKED), 1), (act("B"), 2)], 1: [(act("C"), 3)], 2: [(act(WICKED), 3)]}, {3})
    for node, _ in [(root, None), *((child, None) for _, child in root.steps or ())]:
        node.board = node.board._replace(
            pieces=(Piece("x", WICKED, "a", "mmz", 1, position="atk"), Piece("y", "星尘龙", "a", "hand"))
        )
    return lines_graph(root)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.shown = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for key, value in attrs if key in ("href", "src")]
        self.ids += [value or "" for key, value in attrs if key == "id"]
        assert not any(key.startswith("on") for key, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.shown += data


@pytest.mark.parametrize("ending", ENDINGS)
def test_names_of_cards_are_only_text_in_a_picture(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"lines{ending}"
    write_graph(wicked(), file, WICKED)
    text = file.read_text(encoding="utf-8")
    assert ending == ".dot" or "<script" not in text
    assert not set("\a\u202e") & set(text)
    if ending in (".svg", ".graphml"):
        tree = ElementTree.fromstring(text)
        assert 'alert("x")' in "".join(tree.itertext())
    elif ending == ".html":
        page = _Page()
        page.feed(text)
        assert not {"script", "img", "link", "iframe", "object"} & set(page.tags)
        assert 'alert("x")' in page.shown
        assert {link for link in page.links if not link.startswith("#")} == set()
        assert {f"#{each}" for each in page.ids if each.startswith("board-")} >= set(page.links)
    elif ending == ".mmd":
        quoted = r"\"[^\"`<>{}]*(<br/>[^\"`<>{}]*)*\""
        assert all(re.fullmatch(rf"[^\"]*({quoted}[^\"]*)?", row) for row in text.splitlines())
    else:
        quoted = re.sub(r'"(\\.|[^"\\])*"', "", text)
        assert "alert" not in quoted
        assert '"' not in quoted


def test_choke_points_are_marked(tmp_path: Path) -> None:
    graph = wicked()
    # The set of the wicked card is on both lines, B and C on one each.
    assert [each.startswith("set </text>") for each in choke_points(graph).deeds] == [True]
    for ending in ENDINGS:
        write_graph(graph, tmp_path / f"x{ending}")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").count('class="edge choke"') == 2
    assert (tmp_path / "x.dot").read_text(encoding="utf-8").count("fontcolor=red") == 2
    assert "linkStyle 0,3 " in (tmp_path / "x.mmd").read_text(encoding="utf-8")
    tree = ElementTree.parse(tmp_path / "x.graphml")
    assert len([each for each in tree.iter() if each.text == "True"]) == 4  # the start, the goal and two edges
    assert (tmp_path / "x.html").read_text(encoding="utf-8").count('<li class="choke">') == 2


def test_a_page_shows_the_board_of_each_node(tmp_path: Path) -> None:
    write_graph(wicked(), tmp_path / "x.html", "Two ways")
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert text.count("<section id=") == 4
    assert "<h1>Two ways</h1>" in text
    assert "LP 8000 · hand 1" in text


def test_a_picture_has_no_box_on_another(tmp_path: Path) -> None:
    random = Random(1)
    steps: dict[int, list[tuple[Action | None, int]]] = {
        number: [(act(letter), random.randint(number + 1, 20)) for letter in "ABC"] for number in range(20)
    }
    write_graph(lines_graph(chain(steps, {20})), tmp_path / "x.svg")
    tree = ElementTree.parse(tmp_path / "x.svg")
    boxes = [
        tuple(float(each.attrib[key]) for key in ("x", "y", "width", "height"))
        for each in tree.iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert len(boxes) > 5
    for one, other in itertools.combinations(boxes, 2):
        apart = any(
            one[axis] + one[axis + 2] <= other[axis] or other[axis] + other[axis + 2] <= one[axis] for axis in (0, 1)
        )
        assert apart


def test_a_graph_that_goes_round_in_circles_is_drawn(tmp_path: Path) -> None:
    root = chain({0: [(act("A"), 1)], 1: [(act("B"), 0), (act("C"), 2)]}, {2})
    write_graph(lines_graph(root), tmp_path / "x.svg")
    assert len(ElementTree.parse(tmp_path / "x.svg").findall(".//{http://www.w3.org/2000/svg}rect")) == 3


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("lines.pdf", "'.pdf': a graph is written to a file that ends in .svg, .dot, .mmd, .graphml or .html"),
        ("lines", "'no ending': a graph"),
        ("nowhere/lines.svg", "there is no folder"),
        ("folder.svg", "is a folder"),
    ],
)
def test_where_no_picture_can_be_nothing_is_written(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(YgolpError, match=re.escape(says)):
        check_path(tmp_path / name)
    with pytest.raises(YgolpError, match=re.escape(says)):
        write_graph(wicked(), tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == ["folder.svg"]


def test_too_many_boards_are_not_drawn(tmp_path: Path) -> None:
    steps: dict[int, list[tuple[Action | None, int]]] = {number: [(act("A"), number + 1)] for number in range(501)}
    graph = lines_graph(chain(steps, {501}))
    with pytest.raises(YgolpError, match="502 boards are too many to draw"):
        write_graph(graph, tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())
    write_graph(graph, tmp_path / "x.dot")


def test_networkx_waits_until_it_is_needed() -> None:
    code = (
        "import sys, ygolp.graph, ygolp.cli_survive\n"
        "print(sorted({'networkx', 'clingo'} & set(sys.modules)))"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout == "[]\n"
