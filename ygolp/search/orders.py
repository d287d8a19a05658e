"""Ways through a graph, each once up to the order of independent steps, without walking every order.

Two neighbouring steps of a way can be exchanged if both orders of them are there, from the same node to the same node,
with the same labels and costs. Ways that such exchanges turn into each other are a class. Which steps are independent
is nowhere assumed: it is read off the graph, from node to node, so that steps may be independent in one place and not
in another. A class of ways is a class of ways that are one step shorter, and a last step; two such pairs are one class
where the last two steps can be exchanged. So classes are built from classes, in time that depends on how many of them
there are, and not on how many ways.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

Label = Hashable
Pair = tuple[int, int]
"""The place of a first step among those of its node, and that of a second one among those where the first ends."""


class Step(NamedTuple):
    """A step to the node `end`; `label` is what is done, on whatever node."""

    label: Label
    cost: int
    end: int


class Way(NamedTuple):
    """A class of ways to a node: one of them by its last step and the way before it, and how many they are.

    `passed` are the nodes of `Country.loops` on any of them.
    """

    node: int
    cost: int = 0
    orders: int = 1
    before: Way | None = None
    step: int = 0
    passed: frozenset[int] = frozenset()

    def steps(self) -> list[tuple[int, int]]:
        """Return the steps of the way that stands for the class: node and place among the steps of that node."""
        found = []
        way = self
        while way.before is not None:
            found.append((way.before.node, way.step))
            way = way.before
        return found[::-1]


class Country(NamedTuple):
    """What ways are looked for: those of at most `most` from `start` to a node of `ends`, and to no such node before.

    `left` has for each node that leads to one of `ends` the least cost of getting there, `loops` at least the nodes to
    which a way could come back. From `free` nodes steps may be exchanged.
    """

    start: int
    ends: Collection[int]
    steps: Callable[[int], Sequence[Step]]
    left: Mapping[int, int]
    loops: Collection[int]
    free: Callable[[int], bool]
    most: int | None = None


def ways(country: Country, check: Callable[[int], None] = lambda held: None) -> Iterator[list[Way]]:
    """Yield the classes of ways to the ends of a country that have no step, one step, two steps, and so on.

    A class is left out if one of its ways comes back to a node: without what is between it would be a shorter one.
    `check` is called again and again, with the number of ways that are held; it may raise what it wants.
    """
    exchanges: dict[int, list[list[Pair]]] = {}
    start = country.start
    level = [Way(start, passed=frozenset({start} & {*country.loops}))] if start in country.left else []
    earlier: list[Way] = []
    grown: dict[Pair, int | None] = {}
    while level:
        yield [way for way in level if way.node in country.ends]
        longer: dict[Pair, Step] = {}
        for place, way in enumerate(level):
            check(len(longer))
            if way.node not in country.ends:
                for number, step in enumerate(country.steps(way.node)):
                    if _reaches(country, way.cost + step.cost, step.end):
                        longer[place, number] = step
        same = _Same()
        dead = {key for key, step in longer.items() if step.end in level[key[0]].passed}
        for place, way in enumerate(earlier):
            check(len(longer))
            if way.node in country.ends or not country.free(way.node):
                continue
            if way.node not in exchanges:
                exchanges[way.node] = _exchanges(country, way.node)
            for pairs in exchanges[way.node]:
                alike = [(grown[place, first], second) for first, second in pairs if (place, first) in grown]
                there = [(after, second) for after, second in alike if after is not None and (after, second) in longer]
                for key in there[1:]:
                    same.unite(there[0], key)
                if there and len(there) < len(alike):
                    dead.add(there[0])
        earlier, (level, grown) = level, _grow(country, level, longer, same, dead)


def _reaches(country: Country, cost: int, node: int) -> bool:
    """Say whether a way that has cost so much can still reach an end from a node."""
    left = country.left.get(node)
    return left is not None and (country.most is None or cost + left <= country.most)


def _exchanges(country: Country, node: int) -> list[list[Pair]]:
    """Return which two steps from a node can be exchanged: those of a list are the same but for their order.

    They all cost the same, so that a way has room for all of them or for none.
    """
    found: dict[tuple[int, Label, Label], list[Pair]] = {}
    for first, step in enumerate(country.steps(node)):
        if step.end in country.left and step.end not in country.ends:
            for second, following in enumerate(country.steps(step.end)):
                if following.end in country.left:
                    labels = (step.label, step.cost), (following.label, following.cost)
                    found.setdefault((following.end, *labels), []).append((first, second))
    both = []
    while found:
        (end, one, other), pairs = found.popitem()
        if one == other and len(pairs) > 1:
            both.append(pairs)
        elif turned := found.pop((end, other, one), []):
            both.append(pairs + turned)
    return both


def _grow(
    country: Country, level: Sequence[Way], longer: Mapping[Pair, Step], same: _Same, dead: set[Pair]
) -> tuple[list[Way], dict[Pair, int | None]]:
    """Return the classes of longer ways, and to which of them each pair belongs; None: to one that is left out."""
    gone = {same.first(key) for key in dead}
    found: list[Way] = []
    grown: dict[Pair, int | None] = {}
    known: dict[Pair, int] = {}
    for key, step in longer.items():
        root = same.first(key)
        if root in gone:
            grown[key] = None
            continue
        before = level[key[0]]
        if root in known:
            way = found[known[root]]
            passed = way.passed | before.passed
            found[known[root]] = way._replace(orders=way.orders + before.orders, passed=passed)
        else:
            passed = before.passed | {step.end} if step.end in country.loops else before.passed
            known[root] = len(found)
            found.append(Way(step.end, before.cost + step.cost, before.orders, before, key[1], passed))
        grown[key] = known[root]
    return found, grown


class _Same:
    """Pairs that are the same, however they were said to be."""

    def __init__(self) -> None:
        self._to: dict[Pair, Pair] = {}

    def first(self, key: Pair) -> Pair:
        """Return the one that stands for all that are the same."""
        root = key
        while root in self._to:
            root = self._to[root]
        while key != root:
            self._to[key], key = root, self._to[key]
        return root

    def unite(self, one: Pair, other: Pair) -> None:
        """Say that two are the same."""
        one, other = self.first(one), self.first(other)
        if one != other:
            self._to[max(one, other)] = min(one, other)
