"""Lines through a graph of boards: all of them, each once up to the order of independent actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ygolp.actions import Action
from ygolp.board import Board
from ygolp.search.expand import Expander, Step
from ygolp.search.graph import Graph, Node
from ygolp.search.key import key_of

Path = tuple[tuple[str, int], ...]
"""A line as the text of each action and the number of the board after it; forced steps have no text."""


class Found(NamedTuple):
    """Lines, each as nodes from the first board to the last, and whether these are all."""

    lines: list[list[Node]]
    complete: bool


def all_lines(graph: Graph, ends: Sequence[Node], most: int) -> Found:
    """Return every line from the first board to one of `ends`, that reaches none of them on its way.

    Of lines that differ only in the order of neighbouring actions that can be exchanged, with the same board after
    both, there is one. After `most` of them it stops.
    """
    wanted = {node.number for node in ends}
    useful = _leading_to(graph, wanted)
    found: list[list[Node]] = []
    seen: set[tuple[int, ...]] = set()
    for line in _walk(graph.root, wanted, useful, graph.bounds.actions):
        numbers = tuple(node.number for node in line)
        if numbers in seen:
            continue
        if len(found) == most:
            return Found(found, False)
        found.append(line)
        seen |= _reordered(line)
    return Found(found, not graph.stopped or graph.stopped == "actions")


def _leading_to(graph: Graph, wanted: set[int]) -> set[int]:
    """Return the numbers of the boards from which one of the wanted can be reached."""
    before: dict[int, list[int]] = {}
    for node in graph.nodes:
        for _, child in node.steps or ():
            before.setdefault(child.number, []).append(node.number)
    found, todo = set(wanted), list(wanted)
    while todo:
        for number in before.get(todo.pop(), ()):
            if number not in found:
                found.add(number)
                todo.append(number)
    return found


def _walk(root: Node, wanted: set[int], useful: set[int], most: int | None) -> Iterator[list[Node]]:
    """Yield the lines to wanted boards by depth-first search; no board comes twice in one of them."""
    if root.number not in useful:
        return
    stack: list[tuple[list[Node], frozenset[int], int]] = [([root], frozenset([root.number]), 0)]
    while stack:
        line, passed, cost = stack.pop()
        node = line[-1]
        if node.number in wanted:
            yield line
            continue
        for action, child in reversed(node.steps or []):
            more = cost + node.counts(action)
            if child.number in useful and child.number not in passed and (most is None or more <= most):
                stack.append(([*line, child], passed | {child.number}, more))


def _reordered(line: Sequence[Node]) -> set[tuple[int, ...]]:
    """Return a line, as numbers of boards, with all that exchange neighbouring parts of it between open boards."""
    nodes = {node.number: node for node in line}
    first = tuple(node.number for node in line)
    found, todo = {first}, [first]
    while todo:
        numbers = todo.pop()
        stops = [place for place, number in enumerate(numbers) if nodes[number].open]
        for start, middle, end in zip(stops, stops[1:], stops[2:], strict=False):
            one = _labels(nodes, numbers[start : middle + 1])
            other = _labels(nodes, numbers[middle : end + 1])
            for way in _along(nodes[numbers[start]], other):
                for rest in _along(way[-1], one):
                    if rest[-1].number == numbers[end]:
                        part = [*way, *rest[1:]]
                        nodes |= {node.number: node for node in part}
                        changed = (*numbers[:start], *(node.number for node in part), *numbers[end + 1 :])
                        if changed not in found:
                            found.add(changed)
                            todo.append(changed)
    return found


def _labels(nodes: dict[int, Node], numbers: Sequence[int]) -> list[str | None]:
    """Return what is done from board to board; None for what follows by itself."""
    found: list[str | None] = []
    for number, after in pairwise(numbers):
        action = next(action for action, child in nodes[number].steps or () if child.number == after)
        found.append(None if action is None else _label(action))
    return found


def _label(action: Action) -> str:
    """Return an action without zones, which may differ where something else was done before."""
    cards = [action.card, *(action.using or ()), *(action.targets or ())]
    names = [f"{ref.name} {ref.place.rstrip('12345')} {ref.player}" for ref in cards if ref is not None]
    return f"{action.kind} {action.effect} {action.position} {action.ripple} {names}"


def _along(node: Node, labels: Sequence[str | None]) -> Iterator[list[Node]]:
    """Yield the ways from a board on which these things are done in this order."""
    if not labels:
        yield [node]
        return
    for action, child in node.steps or ():
        if (None if action is None else _label(action)) == labels[0]:
            for rest in _along(child, labels[1:]):
                yield [node, *rest]


def actions_along(graph: Graph, line: Sequence[Node]) -> list[tuple[Action, Board]]:
    """Return the actions of a line with the board after each, as they are played one after the other.

    Boards that are the same up to zones or copies are one in the graph, so the line is played once more from the first.
    """
    expander = Expander(graph.rulebook, graph.sets)
    board, found = graph.root.board, []
    for node in line[1:]:
        expansion = expander.expand([board])[0]
        step: Step = next(each for each in expansion.steps if key_of(each.board) == key_of(node.board))
        board = step.board
        if step.action is not None:
            found.append((step.action, board))
        elif found:
            found[-1] = (found[-1][0], board)
    return found


def shortest(node: Node) -> list[Node]:
    """Return the boards of a shortest line to a board, from the first to itself."""
    line = [node]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    return line[::-1]
