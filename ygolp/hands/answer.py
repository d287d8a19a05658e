"""The answer: what is known of the hands of a deck, weighed; and which fail by one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ygolp.hands.counting import Exchange, Hand, draw, exchanges, hands, number_of_hands, ways, wilson
from ygolp.hands.question import Result, Verdict


class Plan(NamedTuple):
    """The hands that are looked at, each with its weight; those that weigh most come first.

    Exact: every different hand, with the number of ways in which it is dealt. Sampled (`seed` is not None): hands that
    were drawn, with how often they came.
    """

    deck: dict[str, int]
    size: int
    weights: dict[Hand, int]
    seed: int | None = None

    @property
    def total(self) -> int:
        """The sum of the weights: all hands with copies told apart, or the number of draws."""
        return sum(self.weights.values())

    @property
    def all_hands(self) -> int:
        """The number of hands with copies told apart."""
        return comb(sum(self.deck.values()), self.size)


def plan(deck: Mapping[str, int], size: int, sample: int, seed: int, exact: bool = False) -> Plan:
    """Plan to look at every hand if so is wanted, or they are no more than the sample; else to draw that many."""
    deck = dict(sorted(deck.items()))
    if exact or number_of_hands(deck, size) <= sample:
        found = {hand: ways(hand, deck) for hand in hands(deck, size)}
    else:
        found = dict(draw(deck, size, sample, seed))
        return Plan(deck, size, _heaviest_first(found), seed)
    return Plan(deck, size, _heaviest_first(found))


def _heaviest_first(weights: Mapping[Hand, int]) -> dict[Hand, int]:
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))


class Answer(NamedTuple):
    """What is known of the hands of a plan. `results` has those that were searched, other hands of the deck among them.

    `stopped` says what ended the search before its end: "seconds", "interrupted", or "".
    """

    plan: Plan
    results: dict[Hand, Result]
    stopped: str = ""

    def weight(self, verdict: Verdict | None) -> int:
        """Return how much the hands with that verdict weigh; None: those that were not searched."""
        return sum(weight for hand, weight in self.plan.weights.items() if self._verdict(hand) == verdict)

    def hands(self, verdict: Verdict | None) -> list[Hand]:
        """Return the planned hands with that verdict, the heaviest first."""
        return [hand for hand in self.plan.weights if self._verdict(hand) == verdict]

    def _verdict(self, hand: Hand) -> Verdict | None:
        result = self.results.get(hand)
        return None if result is None else result.verdict

    @property
    def complete(self) -> bool:
        """Say whether every hand of the plan was searched."""
        return all(hand in self.results for hand in self.plan.weights)

    @property
    def least(self) -> Fraction:
        """The share of the planned hands that is known to reach the goal."""
        return Fraction(self.weight("reached"), self.plan.total)

    @property
    def most(self) -> Fraction:
        """The share of the planned hands that may reach it: those that were not searched or not decided count, too."""
        return 1 - Fraction(self.weight("not"), self.plan.total)

    @property
    def interval(self) -> tuple[float, float]:
        """Where the probability lies: for certain if all hands are planned, else with a confidence of 95 %."""
        if self.plan.seed is None:
            return float(self.least), float(self.most)
        total = self.plan.total
        return wilson(self.weight("reached"), total)[0], wilson(total - self.weight("not"), total)[1]

    def near(self) -> dict[Hand, list[Exchange]]:
        """Return the planned hands that fail by one card, with the exchanges that are known to be enough."""
        found = {}
        for hand in self.hands("not"):
            enough = [each for each in exchanges(hand, self.plan.deck) if self._verdict(each.hand) == "reached"]
            if enough:
                found[hand] = enough
        return found

    def near_is_settled(self) -> bool:
        """Say whether no hand is left that may fail by one card, or by another exchange, without its being known."""
        return all(
            self._verdict(each.hand) in ("reached", "not")
            for hand in self.hands("not") for each in exchanges(hand, self.plan.deck)
        )  # fmt: skip

    def unsettled(self) -> list[Hand]:
        """Return the hands that are one card away from a planned one that fails, and were not searched."""
        wanted: Counter[Hand] = Counter()
        for hand in self.hands("not"):
            for each in exchanges(hand, self.plan.deck):
                if each.hand not in self.results:
                    wanted[each.hand] += self.plan.weights[hand]
        return [hand for hand, _ in sorted(wanted.items(), key=lambda item: (-item[1], item[0]))]


def saved_by(answer: Answer, near: Mapping[Hand, list[Exchange]]) -> dict[str, int]:
    """Return for each card how much the hands weigh that fail by one card and reach the goal with that one."""
    found: Counter[str] = Counter()
    for hand, enough in near.items():
        for name in {each.instead for each in enough}:
            found[name] += answer.plan.weights[hand]
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
