"""Pictures of a graph of lines as text: SVG and HTML by a layered layout of its own, DOT, Mermaid and GraphML.

Names of cards are input: every text is cleaned of signs that a reader could obey, and escaped for its form.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ygolp.board import HIDDEN, Board
from ygolp.errors import YgolpError
from ygolp.graph import Chokes, Way, deeds, way_text
from ygolp.layout import cut, width, wrap
from ygolp.show import draw

if TYPE_CHECKING:
    from networkx import DiGraph

MOST_DRAWN = 500
_WIDE, _SIGN, _ROW, _EDGE, _GAP, _BETWEEN = 270, 6.6, 15, 8, 22, 90
_COLUMNS = int((_WIDE - 2 * _EDGE) / _SIGN)
# Signs that no XML may hold or that change the direction of writing; the tab and the line feed are left.
_UNFIT = dict.fromkeys({
    *range(9), *range(11, 32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A), *range(0xD800, 0xE000),
    0xFFFE, 0xFFFF,
}, "\ufffd")  # fmt: skip
_MARK = "◆ "
_STYLE = """\
.board rect{fill:#fff;stroke:#555}.board.start rect{fill:#eef4fb}.board.goal rect{fill:#e6f4e1;stroke:#2b7a1d}
.board.choke rect{stroke:#b3261e;stroke-width:3}.board text{font:11px ui-monospace,monospace;fill:#222;white-space:pre}
.board .head{font-weight:bold}.board .choke{fill:#b3261e;font-weight:bold}.edge{fill:none;stroke:#888;stroke-width:1.2}
.edge.choke{stroke:#b3261e;stroke-width:2.5}"""


def _clean(text: str) -> str:
    return text.translate(_UNFIT)


def _xml(text: str) -> str:
    return escape(_clean(text), quote=True)


def _label(way: Way, chokes: Chokes) -> tuple[str, bool]:
    """Return the text of a way and whether every line needs one of its deeds."""
    return way_text(way), not set(chokes.deeds).isdisjoint(deeds(way))


def _heading(number: int, data: dict[str, Any], chokes: Chokes) -> str:
    marks = [word for word in ("start", "goal") if data[word]]
    marks += ["every line passes here"] if number in chokes.boards else []
    return " · ".join([f"board {number}", *marks])


def _summary(board: Board) -> list[str]:
    """Return what the player of the turn has, in short lines: the field, and how many cards elsewhere."""
    mine = [piece for piece in board.pieces if piece.player == board.turn_player]
    field = [piece.called or piece.name for piece in mine if piece.place in ("mmz", "emz", "st", "fz", "pz")]
    counts = {place: sum(piece.place == place for piece in mine) for place in HIDDEN if place not in ("deck", "extra")}
    words = {"gy": "GY"}
    rest = " · ".join(f"{words.get(place, place)} {number}" for place, number in counts.items() if number)
    lines = wrap(", ".join(field) or "nothing on the field", _COLUMNS)
    lines = [*lines[:2], cut(f"{lines[2]}…", _COLUMNS)] if len(lines) > 3 else lines
    return [*lines, *([rest] if rest else [])]


# ---- DOT, Mermaid, GraphML -----------------------------------------------------------------------------------


def dot(graph: DiGraph[int], chokes: Chokes, title: str = "") -> str:
    """Return the graph for graphviz."""

    def quoted(text: str) -> str:
        plain = _clean(text).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{plain}"'.replace("\n", "\\n")

    rows = ["digraph lines {", f"  label={quoted(title)}; rankdir=LR;", '  node [shape=box, fontname="monospace"];']
    for number, data in graph.nodes(data=True):
        text = "\n".join([_heading(number, data, chokes), *_summary(data["board"])])
        style = ", color=red, penwidth=3" if number in chokes.boards else ""
        style += ', style=filled, fillcolor="#e6f4e1"' if data["goal"] else ""
        rows.append(f"  b{number} [label={quoted(text)}{style}];")
    for tail, head, data in graph.edges(data=True):
        for way in data["ways"]:
            text, needed = _label(way, chokes)
            style = ", color=red, fontcolor=red, penwidth=2" if needed else ""
            rows.append(f"  b{tail} -> b{head} [label={quoted((_MARK if needed else '') + text)}{style}];")
    return "\n".join([*rows, "}"]) + "\n"


def mermaid(graph: DiGraph[int], chokes: Chokes, title: str = "") -> str:
    """Return the graph as a Mermaid flowchart; a title is a comment."""

    def quoted(lines: list[str]) -> str:
        plain = ("".join(sign if sign.isalnum() or sign in " ,.:()+-'" else f"#{ord(sign)};" for sign in _clean(line))
                 for line in lines)  # fmt: skip
        return '"' + "<br/>".join(plain) + '"'

    plain_title = "".join(sign if sign.isalnum() or sign in ",.:()+-'" else " " for sign in title)
    rows = ["flowchart LR", f"  %% {' '.join(plain_title.split())}".rstrip()]
    for number, data in graph.nodes(data=True):
        rows.append(f"  b{number}[{quoted([_heading(number, data, chokes), *_summary(data['board'])])}]")
    needed_edges = []
    count = 0
    for tail, head, data in graph.edges(data=True):
        for way in data["ways"]:
            text, needed = _label(way, chokes)
            rows.append(f"  b{tail} -->|{quoted([(_MARK if needed else '') + text])}| b{head}")
            needed_edges += [str(count)] if needed else []
            count += 1
    rows += [f"  linkStyle {','.join(needed_edges)} stroke:#b3261e,stroke-width:3px"] if needed_edges else []
    for name, style, those in (
        ("goal", "fill:#e6f4e1,stroke:#2b7a1d", [number for number, data in graph.nodes(data=True) if data["goal"]]),
        ("choke", "stroke:#b3261e,stroke-width:3px", list(chokes.boards)),
    ):
        if those:
            rows += [f"  classDef {name} {style}", f"  class {','.join(f'b{number}' for number in those)} {name}"]
    return "\n".join(rows) + "\n"


def graphml(graph: DiGraph[int], chokes: Chokes, title: str = "") -> str:
    """Return the graph as GraphML, with the board of each node as a drawing."""
    import networkx

    plain: DiGraph[str] = networkx.DiGraph(title=_clean(title))
    for number, data in graph.nodes(data=True):
        plain.add_node(
            f"b{number}", label=_clean("\n".join(_summary(data["board"]))), board=_clean(draw(data["board"])),
            actions=data["depth"], start=data["start"], goal=data["goal"], choke=number in chokes.boards,
        )  # fmt: skip
    for tail, head, data in graph.edges(data=True):
        labels = [_label(way, chokes) for way in data["ways"]]
        plain.add_edge(
            f"b{tail}", f"b{head}", label=_clean("\n".join(text for text, _ in labels)),
            choke=all(needed for _, needed in labels),
        )  # fmt: skip
    written = io.BytesIO()
    networkx.write_graphml(plain, written)
    return written.getvalue().decode("utf-8") + "\n"


# ---- the layout ----------------------------------------------------------------------------------------------


class _Box(NamedTuple):
    """A drawn board: its place, the lines at its top, and a row for each way that leads on."""

    x: float
    y: float
    height: float
    head: list[str]
    ways: list[tuple[str, bool, int]]


def _layers(graph: DiGraph[int]) -> dict[int, int]:
    """Return the column of each node: edges lead to the right, unless the graph goes round in circles."""
    import networkx

    column = dict.fromkeys(graph.nodes, 0)
    if networkx.is_directed_acyclic_graph(graph):
        for number in networkx.topological_sort(graph):
            for target in graph.adj[number]:
                column[target] = max(column[target], column[number] + 1)
        return column
    start = next(number for number, data in graph.nodes(data=True) if data["start"])
    return column | dict(networkx.single_source_shortest_path_length(graph, start))


_Points = dict[tuple[int, int], list[tuple[float, float]]]


def _place(graph: DiGraph[int], chokes: Chokes) -> tuple[dict[int, _Box], _Points]:
    """Return the boxes, and for edges over several columns the points that they pass."""
    column = _layers(graph)
    head = {number: [_heading(number, data, chokes), *_summary(data["board"])]
            for number, data in graph.nodes(data=True)}  # fmt: skip
    ways = {number: [(*_label(way, chokes), target) for target, data in graph.adj[number].items()
                     for way in data["ways"]] for number in graph.nodes}  # fmt: skip
    height: dict[Any, float] = {
        number: (len(head[number]) + len(ways[number])) * _ROW + 2 * _EDGE for number in graph.nodes
    }
    rows: list[list[Any]] = [[] for _ in range(max(column.values()) + 1)]
    for number in graph.nodes:
        rows[column[number]].append(number)
    links: list[tuple[Any, Any]] = []
    for tail, target in graph.edges:
        chain: list[Any] = [tail, *((tail, target, each) for each in range(column[tail] + 1, column[target])), target]
        for each in chain[1:-1]:
            rows[each[2]].append(each)
            height[each] = _ROW
        links += pairwise(chain)
    _untangle(rows, links)
    tall = [sum(height[node] + _GAP for node in row) for row in rows]
    boxes: dict[int, _Box] = {}
    points: _Points = {}
    for number, row in enumerate(rows):
        x, y = _GAP + number * (_WIDE + _BETWEEN), _GAP + (max(tall) - tall[number]) / 2
        for node in row:
            if isinstance(node, tuple):
                points.setdefault((node[0], node[1]), []).extend([(x, y + _ROW / 2), (x + _WIDE, y + _ROW / 2)])
            else:
                boxes[node] = _Box(x, y, height[node], head[node], ways[node])
            y += height[node] + _GAP
    return boxes, points


def _untangle(rows: list[list[Any]], links: list[tuple[Any, Any]]) -> None:
    """Order each row by the middle of what its nodes are linked to, to the left and to the right in turn."""
    left: dict[Any, list[Any]] = {}
    right: dict[Any, list[Any]] = {}
    for one, other in links:
        right.setdefault(one, []).append(other)
        left.setdefault(other, []).append(one)
    for sweep in range(6):
        beside = right if sweep % 2 else left
        order = {node: number for row in rows for number, node in enumerate(row)}
        middle = {node: sum(order[each] for each in beside[node]) / len(beside[node]) if node in beside else place
                  for node, place in order.items()}  # fmt: skip
        rows[:] = [sorted(row, key=middle.__getitem__) for row in rows]


def svg(graph: DiGraph[int], chokes: Chokes, title: str = "", linked: bool = False) -> str:
    """Return the graph as a picture; `linked`: each board is a link to `#board-N`."""
    if len(graph) > MOST_DRAWN:
        raise YgolpError(f"{len(graph)} boards are too many to draw (at most {MOST_DRAWN}): write .dot or .graphml")
    boxes, points = _place(graph, chokes) if len(graph) else ({}, {})
    across = max((box.x for box in boxes.values()), default=0) + _WIDE + _GAP
    down = max((box.y + box.height for box in boxes.values()), default=0) + _GAP
    rows = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:.0f}" height="{down:.0f}" '
        f'viewBox="0 0 {across:.0f} {down:.0f}" role="img">',
        f"<title>{_xml(title)}</title>", f"<style>{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" '
        'markerHeight="9" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>',
    ]  # fmt: skip
    for number, box in boxes.items():
        for row, (_, needed, target) in enumerate(box.ways):
            y = box.y + _EDGE + (len(box.head) + row + 0.5) * _ROW
            aim = boxes[target].x, boxes[target].y + _EDGE + _ROW / 2
            path = _curve([(box.x + _WIDE, y), *points.get((number, target), []), aim])
            rows.append(f'<path class="edge{" choke" if needed else ""}" d="{path}" marker-end="url(#tip)"/>')
    for number, box in boxes.items():
        rows += _drawn(number, box, graph.nodes[number], number in chokes.boards, linked)
    return "\n".join([*rows, "</svg>"]) + "\n"


def _curve(points: list[tuple[float, float]]) -> str:
    x, y = points[0]
    path = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in points[1:]:
        bend = max(40.0, abs(to_x - x) / 2)
        path += f" C{x + bend:.1f} {y:.1f} {to_x - bend:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    return path


def _drawn(number: int, box: _Box, data: dict[str, Any], choke: bool, linked: bool) -> list[str]:
    kinds = " ".join(["board", *(word for word in ("start", "goal") if data[word]), *(["choke"] if choke else [])])
    rows = [f'<a href="#board-{number}">'] if linked else []
    rows += [
        f'<g class="{kinds}">', f"<title>{_xml(draw(data['board']))}</title>",
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{_WIDE}" height="{box.height:.1f}" rx="5"/>',
    ]  # fmt: skip
    texts = [(line, "head" if row == 0 else "") for row, line in enumerate(box.head)]
    texts += [(_MARK + text if needed else text, "choke" if needed else "") for text, needed, _ in box.ways]
    for row, (text, kind) in enumerate(texts):
        y = box.y + _EDGE + (row + 0.75) * _ROW
        shown = cut(text, _COLUMNS)
        whole = f"<title>{_xml(text)}</title>" if width(text) > _COLUMNS else ""
        mark = f' class="{kind}"' if kind else ""
        rows.append(f'<text x="{box.x + _EDGE:.1f}" y="{y:.1f}"{mark}>{_xml(shown)}{whole}</text>')
    if len(box.ways):
        y = box.y + _EDGE + len(box.head) * _ROW
        rows.append(f'<path class="edge" d="M{box.x:.1f} {y:.1f}h{_WIDE}"/>')
    return [*rows, "</g>", *(["</a>"] if linked else [])]


# ---- a page --------------------------------------------------------------------------------------------------

_PAGE_STYLE = """\
body{margin:0;font:15px/1.4 system-ui,sans-serif;color:#222}
header,main>*{padding:.6rem 1rem}h1{font-size:1.2rem;margin:0}
.graph{overflow:auto;max-height:55vh;border-bottom:1px solid #bbb}section{display:none}section:target{display:block}
main:not(:has(section:target)) section.start{display:block}pre{font:12px/1.25 ui-monospace,monospace;overflow:auto}
li.choke,b.choke{color:#b3261e;font-weight:bold}h2{font-size:1rem}
@media print{section{display:block}.graph{max-height:none}}"""


def html(graph: DiGraph[int], chokes: Chokes, title: str = "") -> str:
    """Return a page that stands alone: the picture, and for the board that is chosen in it the drawing."""
    name = _xml(title or "Lines of play")
    picture = svg(graph, chokes, title, linked=True)
    rows = [
        "<!DOCTYPE html>", '<html lang="en"><head><meta charset="utf-8">', f"<title>{name}</title>",
        f"<style>{_PAGE_STYLE}</style></head><body>", f"<header><h1>{name}</h1>", *_needed(chokes), "</header><main>",
        f'<div class="graph">{picture}</div>', "<div>",
    ]  # fmt: skip
    for number, data in graph.nodes(data=True):
        rows += [
            f'<section id="board-{number}"{" class=start" if data["start"] else ""}>',
            f"<h2>{_xml(_heading(number, data, chokes))}</h2>", f"<pre>{_xml(draw(data['board']))}</pre>", "<ul>",
        ]  # fmt: skip
        for target, edge in graph.adj[number].items():
            for way in edge["ways"]:
                text, needed = _label(way, chokes)
                mark = ' class="choke"' if needed else ""
                rows.append(f'<li{mark}>{_xml(text)}: <a href="#board-{target}">board {target}</a></li>')
        rows += ["</ul>", "</section>"]
    return "\n".join([*rows, "</div></main></body></html>"]) + "\n"


def _needed(chokes: Chokes) -> list[str]:
    if not chokes.deeds:
        return []
    listed = ", ".join(f'<b class="choke">{_xml(each)}</b>' for each in chokes.deeds)
    return [f"<p>Without one of these no line reaches the goal: {listed}.</p>"]


WRITERS: dict[str, Callable[[DiGraph[int], Chokes, str], str]] = {
    ".svg": svg, ".dot": dot, ".mmd": mermaid, ".graphml": graphml, ".html": html,
}  # fmt: skip
