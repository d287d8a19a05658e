"""Hands of a deck: how many, in how many ways, which are one card apart; held against combinations told one by one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, isclose

from hypothesis import given, settings
from hypothesis import strategies as st

from ygolp.hands.answer import plan
from ygolp.hands.counting import Hand, draw, exchanges, hand_of, hand_text, hands, number_of_hands, ways, wilson

TRIED = settings(max_examples=50, derandomize=True, deadline=None, database=None)
DECKS = st.dictionaries(st.sampled_from("ABCDEF"), st.integers(1, 3), min_size=1)


def told_apart(deck: dict[str, int], size: int) -> Counter[Hand]:
    """Return how often each hand comes among all combinations of cards, copies told apart."""
    cards = [name for name, copies in deck.items() for _ in range(copies)]
    return Counter(hand_of(Counter(hand)) for hand in combinations(cards, size))


@TRIED
@given(DECKS, st.integers(0, 5))
def test_hands_are_those_of_all_combinations(deck: dict[str, int], size: int) -> None:
    expected = told_apart(deck, size)
    found = [*hands(deck, size)]
    assert len(found) == len(set(found)) == number_of_hands(deck, size)
    assert {hand: ways(hand, deck) for hand in found} == expected


@TRIED
@given(st.dictionaries(st.text(min_size=1, max_size=3), st.integers(1, 40), min_size=1, max_size=12), st.integers(1, 6))
def test_the_ways_of_all_hands_are_the_binomial_coefficient(deck: dict[str, int], size: int) -> None:
    cards = sum(deck.values())
    if number_of_hands(deck, size) <= 5000:
        assert sum(ways(hand, deck) for hand in hands(deck, size)) == comb(cards, size)


@TRIED
@given(DECKS, st.integers(1, 4))
def test_an_exchange_gives_the_hands_that_share_all_cards_but_one(deck: dict[str, int], size: int) -> None:
    every = [*hands(deck, size)]
    for hand in every:
        shared = {other for other in every if sum((Counter(dict(hand)) & Counter(dict(other))).values()) == size - 1}
        found = [*exchanges(hand, deck)]
        assert Counter(each.hand for each in found) == Counter(shared)
        for each in found:
            left = Counter(dict(hand)) - Counter([each.without])
            assert hand_of(left + Counter([each.instead])) == each.hand


def test_a_deck_of_forty() -> None:
    # 13 cards three times and one card once: a hand of five, by how many cards come three times, twice and once.
    deck = {f"card {number}": 3 for number in range(13)} | {"single": 1}
    of_triples = {
        5: comb(13, 5) + 13 * comb(12, 3) + comb(13, 2) * 11 + 13 * comb(12, 2) + 13 * 12,
        4: comb(13, 4) + 13 * comb(12, 2) + comb(13, 2) + 13 * 12,
    }
    assert number_of_hands(deck, 5) == of_triples[5] + of_triples[4]
    assert sum(ways(hand, deck) for hand in hands(deck, 5)) == 658_008  # 40 over 5


@TRIED
@given(DECKS, st.integers(1, 4), st.integers(0, 10**9))
def test_hands_that_are_drawn_are_hands_of_the_deck(deck: dict[str, int], size: int, seed: int) -> None:
    if size <= sum(deck.values()):
        found = draw(deck, size, 20, seed)
        assert found.total() == 20
        assert set(found) <= set(hands(deck, size))
        # Neither the order of the deck nor what was drawn before makes a difference.
        assert draw(dict(reversed(deck.items())), size, 20, seed) == found


def test_hands_are_drawn_as_often_as_they_are_dealt() -> None:
    deck = {"A": 3, "B": 2, "C": 3}
    found = draw(deck, 2, 20_000, 7)
    for hand, count in told_apart(deck, 2).items():
        assert isclose(found[hand] / 20_000, count / 28, abs_tol=0.015)  # more than four standard deviations


def test_the_wilson_interval_has_its_textbook_values() -> None:
    # Newcombe, Two-sided confidence intervals for the single proportion (1998), method 3.
    for successes, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
                                         (1, 29, 0.0061, 0.1718)):  # fmt: skip
        found = wilson(successes, trials)
        assert isclose(found[0], low, abs_tol=6e-5)
        assert isclose(found[1], high, abs_tol=6e-5)
    assert wilson(5, 5)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_what_is_planned_is_exact_where_that_is_no_more_work() -> None:
    deck = {"A": 3, "B": 2, "C": 3}
    assert number_of_hands(deck, 2) == 6
    every = plan(deck, 2, sample=6, seed=1)
    assert every.seed is None
    assert every.weights == told_apart(deck, 2)
    assert every.total == every.all_hands == 28
    some = plan(deck, 2, sample=5, seed=1)
    assert some.seed == 1
    assert some.total == 5
    assert some.all_hands == 28
    assert plan(deck, 2, sample=5, seed=1, exact=True) == every
    assert [*every.weights.values()] == sorted(every.weights.values(), reverse=True)


def test_a_hand_as_text() -> None:
    assert hand_text(hand_of(Counter(["Sangan", "Gemini Elf", "Gemini Elf"]))) == "2 Gemini Elf, Sangan"
