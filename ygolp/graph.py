"""The lines of a search as a graph, what no line can do without, and pictures of it.

A picture is written by the ending of its file's name: `.svg` and `.html` (laid out here), `.dot` (graphviz), `.mmd`
(Mermaid), `.graphml`. All that comes from cards is escaped. networkx is imported when it is needed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ygolp.actions import Action
from ygolp.errors import YgolpError

if TYPE_CHECKING:
    from networkx import DiGraph

    from ygolp.search.graph import Node

ENDINGS = (".svg", ".dot", ".mmd", ".graphml", ".html")
MOST_TRIED = 3_000
LARGEST_CUT = 3

Way = tuple[Action, ...]
"""Actions that lead from one board of the graph to the next; empty where a player only passes."""


class Chokes(NamedTuple):
    """What no line to the goal can do without.

    `deeds` are actions (without zones and materials) that every line needs, in the order of a shortest line; `boards`
    the nodes that every line passes, between its start and its end. `cuts` are the smallest sets of deeds of which
    every line needs one (the deeds themselves if there are any), none if those have more than LARGEST_CUT; `exact`:
    there are no others of that size. `steps` is a smallest set of edges that every line uses one of.
    """

    deeds: tuple[str, ...] = ()
    boards: tuple[int, ...] = ()
    cuts: tuple[tuple[str, ...], ...] = ()
    exact: bool = True
    steps: tuple[tuple[int, int], ...] = ()


def deed(action: Action) -> str:
    """Return what is done, whatever materials, targets and zones are chosen: `synchro summon Junk Warrior`."""
    if action.kind == "choose":
        return f"choose {', '.join(ref.name for ref in action.using or ()) or 'nothing'}"
    if action.kind == "pendulum summon":
        return action.kind
    name = action.ripple or (action.card.name if action.card else "")
    words = f"{action.kind} {name}".rstrip()
    if action.kind == "activate":
        words += f" effect {action.effect}"
    return f"{words} to {action.position}" if action.kind == "change" else words


def deeds(way: Way) -> list[str]:
    """Return the deeds of a way; who passes does nothing."""
    return [deed(action) for action in way if action.kind != "pass"]


def way_text(way: Way) -> str:
    """Return a way as it is written on an edge."""
    return "; ".join(str(action) for action in way if action.kind != "pass") or "pass"


# ---- the graph -----------------------------------------------------------------------------------------------


def lines_graph(
    root: Node, to_goal: bool = True, follow: Callable[[Action | None, Node], bool] = lambda action, child: True
) -> DiGraph[int]:
    """Return the boards that were found from a first one as a graph; of each equal board there is one.

    Its nodes are numbers with the attributes `board`, `depth`, `start`, `goal` and `open`: the open boards, and those
    in a window or on a Chain where there is a choice. What is forced and who passes is left out; an edge has the `ways`
    that lead along it. With `to_goal` only what lies on a line to the goal is there, and a line ends where it reaches
    it. `follow` says of an action and the board after it whether it is looked at.
    """
    import networkx

    onward: dict[int, list[tuple[Action | None, Node]]] = {}
    nodes: dict[int, Node] = {root.number: root}
    before: dict[int, list[int]] = {}
    waiting = deque([root])
    while waiting:
        node = waiting.popleft()
        ends = to_goal and _at_goal(node)
        onward[node.number] = [] if ends else [step for step in node.steps or () if follow(*step)]
        for _, child in onward[node.number]:
            before.setdefault(child.number, []).append(node.number)
            if child.number not in nodes:
                nodes[child.number] = child
                waiting.append(child)
    kept = set(nodes)
    if to_goal:
        kept = _all_before([number for number, node in nodes.items() if _at_goal(node)], before)
        onward = {
            number: [step for step in steps if step[1].number in kept]
            for number, steps in onward.items() if number in kept
        }  # fmt: skip
    graph: DiGraph[int] = networkx.DiGraph()
    shown = {
        number for number in onward
        if nodes[number].open or number == root.number or len({child.number for _, child in onward[number]}) != 1
    } | {root.number}  # fmt: skip
    for number in sorted(shown, key=lambda number: (nodes[number].depth, number)):
        node = nodes[number]
        graph.add_node(
            number, board=node.board, depth=node.depth, start=node is root, goal=_at_goal(node), open=node.open
        )
    for number in shown & set(onward):
        ways: dict[int, dict[Way, None]] = {}
        for action, child in onward[number]:
            done, at = (action,) if action is not None else (), child
            passed = {number}
            while at.number not in shown and at.number not in passed:
                passed.add(at.number)
                following, after = onward[at.number][0]
                done, at = (*done, following) if following is not None else done, after
            if at.number in shown:
                plain = tuple(each for each in done if each.kind != "pass")
                ways.setdefault(at.number, {})[plain] = None
        for target, found in ways.items():
            if target != number:
                graph.add_edge(number, target, ways=tuple(found))
    return graph


def _at_goal(node: Node) -> bool:
    return node.judged is not None and node.judged.reached


def _all_before(ends: Iterable[int], before: dict[int, list[int]]) -> set[int]:
    found = set(ends)
    waiting = list(found)
    while waiting:
        for number in before.get(waiting.pop(), ()):
            if number not in found:
                found.add(number)
                waiting.append(number)
    return found


# ---- choke points --------------------------------------------------------------------------------------------


def choke_points(graph: DiGraph[int]) -> Chokes:
    """Return what every line from the start to a goal needs; nothing if no line reaches one."""
    import networkx

    start = next((number for number, data in graph.nodes(data=True) if data["start"]), None)
    goals = [number for number, data in graph.nodes(data=True) if data["goal"]]
    if start is None or not goals or start in goals or _line(graph, start, frozenset()) is None:
        return Chokes()
    cuts, exact = _cuts(graph, start)
    single = {cut[0] for cut in cuts if len(cut) == 1}
    path = _line(graph, start, frozenset()) or []
    ended = networkx.DiGraph()
    ended.add_nodes_from(graph.nodes)
    for tail, head, data in graph.edges(data=True):
        ended.add_edge(tail, head, capacity=len(data["ways"]))
    ended.add_edges_from((goal, "end") for goal in goals)
    dominators = networkx.immediate_dominators(ended, start)
    boards = []
    at = dominators["end"]
    while at != start:
        boards.append(at)
        at = dominators[at]
    beyond = set(networkx.minimum_cut(ended, start, "end")[1][1])
    steps = sorted((tail, head) for tail, head in graph.edges if tail not in beyond and head in beyond)
    return Chokes(
        tuple(dict.fromkeys(each for each in path if each in single)),
        tuple(boards[::-1] if boards and boards[0] not in goals else boards[:0:-1]),
        tuple(sorted(cuts)), exact, tuple(steps),
    )  # fmt: skip


def _cuts(graph: DiGraph[int], start: int) -> tuple[list[tuple[str, ...]], bool]:
    """Return all smallest sets of deeds without which there is no line, and whether all sets were tried.

    What is left out must meet every line: so of a line that is left, each deed is tried (Reiter's hitting set tree).
    """
    level: set[frozenset[str]] = {frozenset()}
    tried = 0
    for _ in range(LARGEST_CUT):
        cuts: list[tuple[str, ...]] = []
        following: set[frozenset[str]] = set()
        for without in sorted(level, key=sorted):
            line = _line(graph, start, without)
            for each in dict.fromkeys(line or ()):
                following.add(without | {each})
        for without in sorted(following, key=sorted):
            tried += 1
            if tried > MOST_TRIED:
                return cuts, False
            if _line(graph, start, without) is None:
                cuts.append(tuple(sorted(without)))
        if cuts:
            return cuts, True
        level = following
    return [], False


def _line(graph: DiGraph[int], start: int, without: frozenset[str]) -> list[str] | None:
    """Return the deeds of a line with the fewest edges to a goal that needs none of some deeds; None: there is none."""
    found: dict[int, tuple[int, list[str]]] = {start: (start, [])}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if graph.nodes[at]["goal"]:
            parts = []
            while at != start:
                at, done = found[at]
                parts.append(done)
            return [each for part in parts[::-1] for each in part]
        for target, data in graph.adj[at].items():
            if target in found:
                continue
            left = (deeds(way) for way in data["ways"])
            free = next((each for each in left if without.isdisjoint(each)), None)
            if free is not None:
                found[target] = (at, free)
                waiting.append(target)
    return None


# ---- files ---------------------------------------------------------------------------------------------------


def check_path(path: Path) -> None:
    """Raise YgolpError if a picture cannot be written there: its ending is unknown, or there is no such folder."""
    if path.suffix.lower() not in ENDINGS:
        known = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise YgolpError(f"{path}: {path.suffix or 'no ending'!r}: a graph is written to a file that ends in {known}")
    check_folder(path)


def check_folder(path: Path) -> None:
    """Raise YgolpError if no file can be there: it is a folder, there is no such folder, its name is too long."""
    try:
        path.lstat()
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        raise YgolpError(f"{str(path)[:200]}: {getattr(error, 'strerror', None) or error}") from None
    if path.is_dir() or not path.parent.is_dir():
        raise YgolpError(f"{path}: {'is a folder' if path.is_dir() else f'there is no folder {path.parent}'}")


def write_graph(graph: DiGraph[int], path: Path, title: str = "") -> None:
    """Write a graph of lines as a picture; YgolpError, and no file, if that cannot be done."""
    from ygolp import pictures

    check_path(path)
    text = pictures.WRITERS[path.suffix.lower()](graph, choke_points(graph), title)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise YgolpError(f"{path}: {error.strerror}") from None

