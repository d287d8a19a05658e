"""Answers about lines as text and as JSON: what was found, and the bounds of what was proven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ygolp.actions import Action
from ygolp.board import Board
from ygolp.explain import PHASES
from ygolp.layout import hanging
from ygolp.report import FORMAT
from ygolp.search.goal import Worth
from ygolp.search.graph import Graph, Node
from ygolp.search.lines import Found, actions_along, shortest
from ygolp.show import draw

Json = dict[str, Any]
MOST_LINES = 1000
Line = list[tuple[Action, Board]]


class Answer(NamedTuple):
    """Lines with the board after each action; `head` says what they are."""

    head: str
    lines: list[Line]
    value: int | None = None
    optimal: bool = False


def bounds_text(graph: Graph) -> str:
    """Return a sentence on what the search has looked at and what it has left out."""
    bounds = graph.bounds
    far = looked_at(len(graph.nodes), graph.proven, graph.complete)
    if graph.stopped in ("seconds", "boards", "interrupted"):
        why = {"seconds": "the time is up", "boards": f"more than {bounds.boards} boards", "interrupted": "interrupted"}
        far += f"; incomplete: {why[graph.stopped]}"
    left = left_out(graph.root.board, graph.sets)
    if graph.goal is not None and graph.goal.terms:
        left.append("of boards that differ only in zones that do not matter, or in which copy is where, one is asked "
                    "whether the terms of the goal are true")  # fmt: skip
    left.insert(0, "the opponent does nothing" if bounds.passive else "the opponent does what helps the line")
    if bounds.kinds:
        left.append(f"only these actions: {', '.join(bounds.kinds)}")
    return f"{far}. Bounds: {'; '.join(left)}. Engine: search over boards."


def looked_at(boards: int, proven: int, complete: bool) -> str:
    """Return a clause on how many boards were looked at, and up to which length lines were."""
    were = f"{'was' if boards == 1 else 'were'} looked at"
    if complete:
        return f"{'The only board' if boards == 1 else f'All {boards} boards'} that can be reached {were}"
    far = f"{_many(boards, 'board')} {were}"
    return f"{far}, all lines of up to {_many(proven, 'action')}" if proven >= 0 else far


def left_out(board: Board, sets: bool = False) -> list[str]:
    """Return what no search looks at in a duel, whatever its bounds."""
    left = [
        f"nobody leaves the {PHASES[board.phase]}",
        "a Summon takes the first zone and position that may be chosen",
        "no card that is drawn, or sent from the top of a Deck, is known",
        "nothing is declared",
    ]
    records = board.records.values()
    if not sets and any(record["card"] != "monster" for record in records):
        left.append("no card is Set as a Spell or Trap")
    return left


def one(graph: Graph, reached: Sequence[Node]) -> Answer:
    """Return a shortest line to the goal, or why there is none."""
    if reached:
        node = min(reached, key=lambda node: node.depth)
        return Answer(f"{_many(node.depth, 'action')}, a shortest line", [actions_along(graph, shortest(node))])
    return Answer(_none(graph), [])


def every(graph: Graph, found: Found) -> Answer:
    """Return all lines that were found."""
    if not found.lines:
        return Answer(_none(graph), [])
    lines = [actions_along(graph, line) for line in found.lines]
    lines.sort(key=lambda line: (sum(_counted(graph, line)), [str(action) for action, _ in line]))
    words = "" if found.complete else ", incomplete: there may be more"
    return Answer(f"{_many(len(lines), 'line')}, up to the order of independent actions{words}", lines)


def best(graph: Graph, reached: Sequence[Node], worth: Worth) -> Answer:
    """Return the line to the board of the largest worth."""
    judged = [node for node in reached if node.judged is not None]
    if not judged:
        return Answer(_none(graph), [])
    top = max(judged, key=lambda node: (worth.of(node.judged.measures) if node.judged else 0, -node.depth))
    assert top.judged is not None
    value = worth.of(top.judged.measures)
    optimal = graph.complete or graph.stopped == "actions"
    if graph.complete:
        words = "optimal"
    elif optimal:
        words = f"optimal among lines of at most {_many(graph.bounds.actions or 0, 'action')}"
    else:
        words = "the best so far"
    return Answer(f"{worth.text} = {value}, {words}", [actions_along(graph, shortest(top))], value, optimal)


def _counted(graph: Graph, line: Line) -> list[int]:
    """Return for each action of a line whether it counts."""
    node, found = graph.root, []
    for action, board in line:
        while node.steps and node.steps[0][0] is None:
            node = node.steps[0][1]
        found.append(node.counts(action))
        node = graph.node_of(board)
    return found


def _none(graph: Graph) -> str:
    what = f" that reaches the goal: {graph.goal.text}" if graph.goal is not None else " to a board that can be valued"
    if graph.complete:
        return f"There is no line{what}"
    if graph.stopped == "actions":
        return f"There is no line of at most {_many(graph.proven, 'action')}{what}"
    proven = f"there is none of at most {_many(graph.proven, 'action')}" if graph.proven >= 0 else "nothing is proven"
    return f"No line found{what}; {proven}"


def answer_text(graph: Graph, answer: Answer, show: bool = False) -> str:
    """Return the answer as text: numbered actions, the boards if they are wanted, the bounds."""
    rows = [*hanging(answer.head.strip() + ".", ""), ""]
    for line in answer.lines:
        number = 0
        for (action, board), counted in zip(line, _counted(graph, line), strict=True):
            number += counted
            rows += hanging(str(action), f"{number}. " if counted else "   ")
            rows += ["", draw(board), ""] if show else []
        rows += [] if show else [""]
        if not line:
            rows[-1:] = ["Nothing has to be done.", ""]
    return "\n".join([*rows, *hanging(bounds_text(graph), ""), ""])


def answer_json(graph: Graph, answer: Answer) -> Json:
    """Return the answer as JSON."""
    found: Json = {
        "format": FORMAT, "goal": graph.goal.text if graph.goal is not None else None, "answer": answer.head.strip(),
        "lines": [[str(action) for action, _ in line] for line in answer.lines], **_proof(graph),
    }  # fmt: skip
    return found if answer.value is None else found | {"value": answer.value, "optimal": answer.optimal}


def _proof(graph: Graph) -> Json:
    return {
        "boards": len(graph.nodes), "actions_proven": graph.proven if graph.proven >= 0 else None,
        "complete": graph.complete, "stopped": graph.stopped or None,
        "opponent": "passive" if graph.bounds.passive else "any",
        "bounds": bounds_text(graph), "engine": "search over boards",
    }  # fmt: skip


class Listed(NamedTuple):
    """End boards: all of them, and those that no other beats."""

    boards: list[Node]
    front: list[Node]
    measures: tuple[str, ...]


def end_boards(graph: Graph, measures: Sequence[str], final: bool) -> Listed:
    """Return the open boards of a graph, and the Pareto front over the measures (more is better, `actions`: fewer)."""
    nodes = graph.reached if graph.goal is not None else [node for node in graph.ends if node.judged is not None]
    if final:
        nodes = [node for node in nodes if node.steps == []]
    values = {node.number: _values(node, measures) for node in nodes}
    different = set(values.values())
    best = {each for each in different if not any(_beats(other, each) for other in different)}
    front = [node for node in nodes if values[node.number] in best]
    front.sort(key=lambda node: tuple(-value for value in values[node.number]))
    return Listed(nodes, front, tuple(measures))


def _values(node: Node, measures: Sequence[str]) -> tuple[int, ...]:
    found = node.judged.measures if node.judged is not None else {}
    return tuple(-found[name] if name == "actions" else found[name] for name in measures)


def _beats(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(left >= right for left, right in zip(one, other, strict=True))


def boards_text(graph: Graph, listed: Listed, show: bool = False) -> str:
    """Return the end boards as text: how many, and the Pareto front with a shortest line to each."""
    rows = hanging(
        f"{_many(len(listed.boards), 'end board')}, each once; {len(listed.front)} that no other beats in "
        f"{', '.join(listed.measures)}.", "",
    )  # fmt: skip
    told: set[tuple[int, ...]] = set()
    for node in listed.front:
        values = _values(node, listed.measures)
        if values in told:
            continue
        told.add(values)
        alike = sum(_values(other, listed.measures) == values for other in listed.front)
        words = ", ".join(f"{name} {abs(value)}" for name, value in zip(listed.measures, values, strict=True))
        rows += ["", *hanging(f"{words}: {_many(alike, 'board')}; {_many(node.depth, 'action')} to one of them", "")]
        number = 0
        line = actions_along(graph, shortest(node))
        for (action, _), counted in zip(line, _counted(graph, line), strict=True):
            number += counted
            rows += hanging(str(action), f"   {number}. " if counted else "      ")
        rows += ["", draw(node.board)] if show else []
    return "\n".join([*rows, "", *hanging(bounds_text(graph), ""), ""])


def boards_json(graph: Graph, listed: Listed) -> Json:
    """Return the end boards as JSON."""
    front = {node.number for node in listed.front}
    return {
        "format": FORMAT,
        "measures": list(listed.measures),
        "count": len(listed.boards),
        "end_boards": [
            {
                "actions": node.depth,
                "measures": dict(node.judged.measures) if node.judged is not None else {},
                "front": node.number in front,
                "line": [str(action) for action, _ in actions_along(graph, shortest(node))] if node.number in front
                else None,
            }
            for node in listed.boards
        ],
        **_proof(graph),
    }  # fmt: skip


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
