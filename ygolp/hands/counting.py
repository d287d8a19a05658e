"""Hands as multisets of card names: how many there are, in how many ways each is dealt, which differ by one card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from math import comb, prod, sqrt
from typing import NamedTuple

# Names with how many of each there are, sorted by name.
Hand = tuple[tuple[str, int], ...]
# The quantile of the normal distribution for an interval of 95 %.
_QUANTILE = 1.959964


class Exchange(NamedTuple):
    """A hand that differs from another by one card."""

    without: str
    instead: str
    hand: Hand


def hand_of(cards: Mapping[str, int]) -> Hand:
    """Return the hand that has so many of each card."""
    return tuple(sorted((name, count) for name, count in cards.items() if count))


def number_of_hands(deck: Mapping[str, int], size: int) -> int:
    """Return how many different hands of a size there are, without going through them."""
    found = [1] + [0] * size
    for copies in deck.values():
        found = [sum(found[max(0, total - copies) : total + 1]) for total in range(size + 1)]
    return found[size]


def hands(deck: Mapping[str, int], size: int) -> Iterator[Hand]:
    """Yield every different hand of a size once, in the order of the names."""
    names = sorted(name for name, copies in deck.items() if copies)

    def deal(start: int, left: int) -> Iterator[Hand]:
        if not left:
            yield ()
        elif start < len(names):
            name = names[start]
            for count in range(min(deck[name], left), -1, -1):
                own: Hand = ((name, count),) if count else ()
                for rest in deal(start + 1, left - count):
                    yield own + rest

    return deal(0, size)


def ways(hand: Hand, deck: Mapping[str, int]) -> int:
    """Return how many of the math.comb(cards, size) hands, copies told apart, are this one."""
    return prod(comb(deck[name], count) for name, count in hand)


def draw(deck: Mapping[str, int], size: int, number: int, seed: int) -> Counter[Hand]:
    """Return so many hands, each dealt from the whole deck, with how often each came; a seed gives the same hands."""
    source = random.Random(seed)
    cards = [name for name in sorted(deck) for _ in range(deck[name])]
    return Counter(hand_of(Counter(source.sample(cards, size))) for _ in range(number))


def exchanges(hand: Hand, deck: Mapping[str, int]) -> Iterator[Exchange]:
    """Yield the hands that come from exchanging one card for another that is left in the deck."""
    held = dict(hand)
    for without in held:
        for instead in sorted(deck):
            if instead != without and held.get(instead, 0) < deck[instead]:
                changed = Counter(held)
                changed[without] -= 1
                changed[instead] += 1
                yield Exchange(without, instead, hand_of(changed))


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) of a probability; all of [0, 1] without a trial."""
    if not trials:
        return 0.0, 1.0
    share, square = successes / trials, _QUANTILE**2 / trials
    middle = (share + square / 2) / (1 + square)
    half = _QUANTILE * sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    # The ends are exact where they can be: rounding must not make them miss 0 or 1.
    return (max(0.0, middle - half) if successes else 0.0), (min(1.0, middle + half) if successes < trials else 1.0)


def hand_text(hand: Hand) -> str:
    """Return a hand as a player writes it: `2 Gemini Elf, Sangan`."""
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in hand)
