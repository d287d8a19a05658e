"""Answers about lines as text and as JSON: what was found, and the bounds of what was proven."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ygolp.board import Board
from ygolp.explain import PHASES
from ygolp.layout import hanging
from ygolp.report import FORMAT
from ygolp.search.goal import Worth
from ygolp.search.graph import FREE, Bounds, Graph, Node
from ygolp.search.lines import Found, Played, Way, play, shortest
from ygolp.show import draw

Json = dict[str, Any]
Line = list[Played]


class Answer(NamedTuple):
    """Lines with the board after each action; `head` says what they are.

    `found` says how many lines there are, if all were looked for. `stopped` is what ended the answer after the search:
    "seconds", "interrupted", "lines", "" if nothing did.
    """

    head: str
    lines: list[Line]
    value: int | None = None
    optimal: bool = False
    found: Found | None = None
    stopped: str = ""


class _TimeUp(Exception):
    """There is no more time."""


def played(graph: Graph, ways: Sequence[Way], until: float | None = None) -> tuple[list[Line], str]:
    """Play lines until the time `until` (of time.monotonic) or Ctrl-C; return them, and what ended it early, or ""."""
    lines: list[Line] = []

    def check() -> None:
        if until is not None and time.monotonic() > until:
            raise _TimeUp

    try:
        for line in play(graph, ways, check):
            lines.append(line)
    except KeyboardInterrupt:
        return lines, "interrupted"
    except _TimeUp:
        return lines, "seconds"
    return lines, ""


def bounds_text(graph: Graph) -> str:
    """Return a sentence on what the search has looked at and what it has left out."""
    bounds = graph.bounds
    far = looked_at(len(graph.nodes), graph.proven, graph.complete)
    if graph.stopped in ("seconds", "boards", "interrupted"):
        why = {"seconds": "the time is up", "boards": f"more than {bounds.boards} boards", "interrupted": "interrupted"}
        far += f"; incomplete: {why[graph.stopped]}"
    left = left_out(graph.root.board, bounds)
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


def left_out(board: Board, bounds: Bounds = FREE) -> list[str]:
    """Return what no search looks at in a duel, or not within these bounds."""
    left = [
        f"nobody leaves the {PHASES[board.phase]}",
        *_first_ones(board, bounds),
        "no card that is drawn, or sent from the top of a Deck, is known",
        "nothing is declared",
    ]
    records = board.records.values()
    if not bounds.sets and any(record["card"] != "monster" for record in records):
        left.append("no card is Set as a Spell or Trap")
    return left


_SUMMONS = frozenset(("special_summon", "tokens"))
_PUTS_THERE = _SUMMONS | {"set", "take_control", "returns_control", "exchange"}


def _first_ones(board: Board, bounds: Bounds) -> Iterator[str]:
    """Yield what takes the first zone or position, and no other that may be chosen."""
    narrow = " and ".join([*["zone"] * (not bounds.zones), *["position"] * (not bounds.positions)])
    if narrow:
        yield f"a Summon takes the first {narrow} that may be chosen"
    records = board.records.values()
    ops = {step["op"] for record in records for effect in record.get("effects", ()) for step in effect["does"]}
    pendulum = any("pendulum" in record.get("types", ()) for record in records)
    if bounds.zones:
        late = [
            *["what an effect itself puts on the field"] * (not _PUTS_THERE.isdisjoint(ops)),
            *["each monster of a Pendulum Summon"] * pendulum,
            *["a Spell or Trap Card"] * any(record["card"] != "monster" for record in records),
        ]
        yield from (f"{what} takes the first zone" for what in late)
    if bounds.positions:
        if not _SUMMONS.isdisjoint(ops):
            yield "what an effect itself Summons takes one position, which is chosen as it is activated"
        if pendulum:
            yield "each monster of a Pendulum Summon takes the first position"


def one(graph: Graph, reached: Sequence[Node]) -> Answer:
    """Return a shortest line to the goal, or why there is none."""
    if not reached:
        return Answer(_none(graph), [])
    node = min(reached, key=lambda node: node.depth)
    lines, stopped = played(graph, [shortest(node)])
    return Answer(f"{_many(node.depth, 'action')}, a shortest line{_ended(stopped)}", lines, stopped=stopped)


def every(graph: Graph, found: Found, until: float | None = None) -> Answer:
    """Return all lines that were found, the shortest first."""
    if not found.number:
        return Answer(_none(graph), [], found=found, stopped=found.stopped)
    ways = sorted(found.lines, key=lambda way: (_length(way), [str(action) for action, _ in way if action]))
    lines, stopped = played(graph, ways, until)
    words = [f"{found.number:,} line{'s' * (found.number != 1)}, up to the order of independent actions"]
    if found.orders > found.number:
        words[0] += f" ({found.orders:,} in every order)"
    if found.lines and len(lines) < found.number:
        words.append(f"{len(lines) or 'none'} of them {'is' if len(lines) == 1 else 'are'} printed")
    if found.stopped:
        why = {
            "seconds": "the time was up", "interrupted": "interrupted", "lines": "too many lines",
        }[found.stopped]  # fmt: skip
        far = f"up to {_many(found.proven, 'action')}" if found.proven >= 0 else "no length"
        words.append(f"incomplete: {why} while lines were counted; all those of {far} are")
    elif not found.complete:
        words.append("incomplete: there may be more")
    return Answer("; ".join(words) + _ended(stopped), lines, found=found, stopped=found.stopped or stopped)


def _length(way: Way) -> int:
    return sum(before.counts(action) for (_, before), (action, _) in pairwise(way))


def _ended(stopped: str) -> str:
    """Return what is said of an answer whose lines are not all there."""
    why = {"seconds": "the time was up", "interrupted": "interrupted"}
    return f"; incomplete: {why[stopped]} before all lines were played" if stopped else ""


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
    lines, stopped = played(graph, [shortest(top)])
    return Answer(f"{worth.text} = {value}, {words}{_ended(stopped)}", lines, value, optimal, stopped=stopped)


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
        for action, board, counts in line:
            number += counts
            rows += hanging(str(action), f"{number}. " if counts else "   ")
            rows += ["", draw(board), ""] if show else []
        rows += [] if show else [""]
        if not line:
            rows[-1:] = ["Nothing has to be done.", ""]
    return "\n".join([*rows, *hanging(bounds_text(graph), ""), ""])


def answer_json(graph: Graph, answer: Answer) -> Json:
    """Return the answer as JSON."""
    found: Json = {
        "format": FORMAT, "goal": graph.goal.text if graph.goal is not None else None, "answer": answer.head.strip(),
        "lines": [[str(each.action) for each in line] for line in answer.lines], **_proof(graph, answer.stopped),
    }  # fmt: skip
    if answer.found is not None:
        found |= {"count": answer.found.number, "orders": answer.found.orders, "counted": answer.found.complete}
    return found if answer.value is None else found | {"value": answer.value, "optimal": answer.optimal}


def _proof(graph: Graph, stopped: str = "") -> Json:
    return {
        "boards": len(graph.nodes), "actions_proven": graph.proven if graph.proven >= 0 else None,
        "complete": graph.complete, "stopped": stopped or graph.stopped or None,
        "opponent": "passive" if graph.bounds.passive else "any",
        "bounds": bounds_text(graph), "engine": "search over boards",
    }  # fmt: skip


class Listed(NamedTuple):
    """End boards: all of them, and those that no other beats, with a line to each, or to one of those that are alike.

    `stopped` is what ended the playing of these lines early, "" if nothing did.
    """

    boards: list[Node]
    front: list[Node]
    measures: tuple[str, ...]
    lines: dict[int, Line]
    stopped: str = ""


def end_boards(
    graph: Graph, measures: Sequence[str], final: bool, until: float | None = None, alike: bool = False
) -> Listed:
    """Return the open boards of a graph, and the Pareto front over the measures (more is better, `actions`: fewer).

    With `alike` there is a line to one of the boards of the front that are alike, not to each of them.
    """
    nodes = graph.reached if graph.goal is not None else [node for node in graph.ends if node.judged is not None]
    if final:
        nodes = [node for node in nodes if node.steps == []]
    values = {node.number: _values(node, measures) for node in nodes}
    best: list[tuple[int, ...]] = []
    for each in sorted(set(values.values()), reverse=True):
        if not any(_beats(other, each) for other in best):
            best.append(each)
    kept = set(best)
    front = [node for node in nodes if values[node.number] in kept]
    front.sort(key=lambda node: tuple(-value for value in values[node.number]))
    firsts = {values[node.number]: node for node in reversed(front)}
    wanted = [node for node in front if not alike or firsts[values[node.number]] is node]
    lines, stopped = played(graph, [shortest(node) for node in wanted], until)
    given = {node.number: line for node, line in zip(wanted, lines, strict=False)}
    return Listed(nodes, front, tuple(measures), given, stopped)


def _values(node: Node, measures: Sequence[str]) -> tuple[int, ...]:
    found = node.judged.measures if node.judged is not None else {}
    return tuple(-found[name] if name == "actions" else found[name] for name in measures)


def _beats(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(left >= right for left, right in zip(one, other, strict=True))


def boards_text(graph: Graph, listed: Listed, show: bool = False) -> str:
    """Return the end boards as text: how many, and the Pareto front with a shortest line to each."""
    rows = hanging(
        f"{_many(len(listed.boards), 'end board')}, each once; {len(listed.front)} that no other beats in "
        f"{', '.join(listed.measures)}{_ended(listed.stopped)}.", "",
    )  # fmt: skip
    alike: dict[tuple[int, ...], list[Node]] = {}
    for node in listed.front:
        alike.setdefault(_values(node, listed.measures), []).append(node)
    for values, (node, *others) in alike.items():
        words = ", ".join(f"{name} {abs(value)}" for name, value in zip(listed.measures, values, strict=True))
        there = f"{_many(1 + len(others), 'board')}; {_many(node.depth, 'action')} to one of them"
        rows += ["", *hanging(f"{words}: {there}", "")]
        number = 0
        for action, _, counts in listed.lines.get(node.number, ()):
            number += counts
            rows += hanging(str(action), f"   {number}. " if counts else "      ")
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
                "line": [str(each.action) for each in listed.lines[node.number]] if node.number in listed.lines
                else None,
            }
            for node in listed.boards
        ],
        **_proof(graph, listed.stopped),
    }  # fmt: skip


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
