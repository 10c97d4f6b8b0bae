"""Ranks of five cards: each of the 7,462 against an independent way to rank, and all hands counted."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.cards import DECK, RANKS
from kiosk.cards.poker import WORTHS, Category, category_of, rank_hand, tie_break_of
from kits.games.poker_oracle import worth

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)

# How many of the 2,598,960 hands each category has: any book on poker.
PUBLISHED = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.PAIR: 1_098_240,
    Category.ODD_CARDS: 1_302_540,
}


def every_different_hand():
    """One hand for each five values, and for each five different ones another of one suit."""
    for letters in combinations_with_replacement(RANKS, 5):
        if letters.count(letters[0]) < 5:
            yield [letter + "cdhs"[letters[:at].count(letter)] for at, letter in enumerate(letters[:4])] + [
                letters[4] + "dhss"[letters[:4].count(letters[4])]
            ]
    for letters in combinations(RANKS, 5):
        yield [letter + "h" for letter in letters]


def test_that_every_different_hand_has_the_rank_that_an_independent_order_gives_it():
    hands = sorted(every_different_hand(), key=worth)
    assert len(hands) == len(WORTHS) == 7_462
    assert [rank_hand(hand) for hand in hands] == list(range(7_462))
    for rank, hand in enumerate(hands):
        kind, values = worth(hand)
        assert (category_of(rank), list(tie_break_of(rank))) == (kind, values)


@given(hand=HANDS, other=HANDS)
def test_that_any_two_hands_compare_as_the_independent_order_says(hand, other):
    mine, its = rank_hand(hand), rank_hand(other)
    assert (mine > its, mine == its) == (worth(hand) > worth(other), worth(hand) == worth(other))


@given(hand=HANDS, suits=st.permutations("cdhs"), order=st.permutations(range(5)))
def test_that_neither_suits_nor_the_order_of_the_deal_change_a_rank(hand, suits, order):
    swapped = dict(zip("cdhs", suits, strict=True))
    assert rank_hand([hand[at][0] + swapped[hand[at][1]] for at in order]) == rank_hand(hand)


@pytest.mark.parametrize("hand", [[], ["Ah"], ["Ah", "Kd", "9s", "4c"], ["Ah", "Kd", "9s", "4c", "2h", "3h"]])
def test_that_another_number_of_cards_has_no_rank(hand):
    with pytest.raises(ValueError, match="unpack"):
        rank_hand(hand)


def test_that_what_is_no_card_has_no_rank():
    with pytest.raises(KeyError):
        rank_hand(["Ah", "Kd", "9s", "4c", "Jk"])


def test_that_the_ranks_rise_with_their_worth():
    assert all(low < high for low, high in pairwise(WORTHS))


@pytest.mark.torture
def test_that_all_hands_of_the_deck_are_as_many_as_published():
    counted = Counter(map(rank_hand, combinations(DECK, 5)))
    assert len(counted) == 7_462
    found = Counter()
    for rank, hands in counted.items():
        found[category_of(rank)] += hands
    assert found == PUBLISHED
