"""The exact odds of Casino Stud Poker: the count by classes against a count of every Hand, and what is kept of it."""

import hashlib
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from kiosk.cards import DECK
from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.game import check_exact
from kiosk.games.stud.hands import LOWEST_QUALIFYING
from kiosk.games.stud.odds import ALL_DEALS, BEST_PLAY, DEALS, edge, favours_from, jackpot_edge, prized_hands
from kiosk.games.stud.paytable import A
from kiosk.games.stud.settle import Box, settle_box
from kits.games.stud_chances import Chances, best_play, chances

# SHA-256 of what the long count found, line after line as "CATEGORY fold not_qualified win stand_off lose".
COUNTED = "271eed7b9c844f9102b83ce98baff41e317e0565d03ac56292b5e4b9881ae694"
SAMPLE = (Category.FOUR, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
"""Categories of few Hands, counted again in a moment."""


def counted_one_by_one(hand, up):
    """Every Hand of the Dealer in turn."""
    mine = rank_hand(hand)
    left = [card for card in DECK if card not in hand and card != up]
    found = [0, 0, 0, 0]
    for others in combinations(left, 4):
        dealt = rank_hand((up, *others))
        if dealt < LOWEST_QUALIFYING:
            found[0] += 1
        else:
            found[1 + (dealt >= mine) + (dealt > mine)] += 1
    return Chances(*found)


def dealt(seed):
    hand = random.Random(seed).sample(DECK, 6)
    return hand[:5], hand[5]


@pytest.mark.parametrize(
    ("hand", "up"),
    [
        (["Ah", "Kd", "Qc", "Js", "9h"], "Ad"),  # the best without a pair
        (["Ac", "Kd", "4h", "3s", "2c"], "4c"),  # the lowest that would qualify
        (["7h", "5h", "4h", "3h", "2h"], "Kh"),  # many cards of the face-up card's suit are gone
        (["9s", "9h", "9d", "9c", "4s"], "4h"),
        (["Ah", "Kh", "Qh", "Jh", "Th"], "9s"),
        (["5c", "4d", "3c", "2h", "As"], "6c"),
        *map(dealt, range(3)),
    ],
    ids=str,
)
def test_that_the_chances_of_a_hand_are_those_of_every_dealers_hand(hand, up):
    found = chances(hand, up)
    assert found == counted_one_by_one(hand, up)
    assert sum(found) == DEALS


@pytest.mark.rule("stud:3.13", "stud:3.14")
def test_that_a_bet_is_worth_what_the_settlement_of_every_dealers_hand_pays():
    hand, up = ("Ah", "Kd", "9s", "4c", "2h"), "Kc"
    left = [card for card in DECK if card not in hand and card != up]
    box = Box(1, 1, hand, "bet")
    dealt = Counter(rank_hand((up, *others)) for others in combinations(left, 4))
    won = 0
    for rank, times in dealt.items():
        settled = settle_box(A, box, rank, 0)
        won += times * sum(one.returned + one.won - one.staked for one in (settled.ante, settled.bet))
    assert chances(hand, up).worth(A, Category.ODD_CARDS) == won


@pytest.mark.parametrize(
    ("hand", "up", "plays"),
    [
        ("2c 2d 3h 4s 5c", "Ah", True),  # every pair plays
        ("Ac Kd Qh Js 9c", "2h", True),
        ("Ac Kd Jh 8s 3c", "3h", True),  # one of the Player's own values lies face up
        ("Ac Kd Jh 8s 3c", "2h", False),
        ("Ac Qd Jh Ts 9c", "Ah", False),  # never without Ace and King
    ],
)
def test_that_the_best_play_of_a_hand_hangs_on_the_card_face_up(hand, up, plays):
    cards = hand.split()
    found = chances(cards, up).worth(A, category_of(rank_hand(cards)))
    assert (found > -DEALS) is plays


def test_that_the_kept_counts_are_those_that_the_long_count_found():
    written = "\n".join(" ".join([category.name, *map(str, tally)]) for category, tally in BEST_PLAY.items())
    assert hashlib.sha256(written.encode()).hexdigest() == COUNTED
    assert sum(map(sum, BEST_PLAY.values())) == ALL_DEALS


def test_that_a_sample_of_the_long_count_is_found_again():
    assert best_play(A, SAMPLE) == {category: BEST_PLAY[category] for category in SAMPLE}


@pytest.mark.torture
def test_that_the_long_count_is_found_again():
    assert best_play(A) == BEST_PLAY


def test_that_another_pay_for_a_royal_flush_changes_no_decision():
    royal = Category.ROYAL_FLUSH
    assert best_play(replace(A, pays={**A.pays, royal: 100}), (royal,)) == {royal: BEST_PLAY[royal]}


@pytest.mark.rule("stud:4.1")
def test_that_the_edge_of_the_ante_is_exact():
    assert edge(A) == Fraction(86362082531, 1661102543100)
    usual = edge(replace(A, pays={**A.pays, Category.ROYAL_FLUSH: 100}))
    assert round(float(usual), 7) == 0.0522431  # as published


def test_that_the_hands_that_win_a_prize_are_those_of_the_deck():
    assert prized_hands(A) == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 36,
        Category.FOUR: 624,
        Category.FULL_HOUSE: 3744,
        Category.FLUSH: 5108,
    }
    assert all(BEST_PLAY[category].fold == 0 for category in prized_hands(A))


@pytest.mark.rule("stud:4.2")
@pytest.mark.parametrize("meter", [0, 9, 10, 12345678])
def test_that_the_edge_of_the_jackpot_bet_follows_the_display(meter):
    paid = 4 * meter + 36 * (meter // 10) + 624 * 50_000 + 3744 * 20_000 + 5108 * 10_000
    assert jackpot_edge(A, meter, 500) == 1 - Fraction(paid, 2_598_960 * 500)


@pytest.mark.parametrize(("stake", "meter"), [(60, 0), (61, 181130), (100, 13517900), (500, 150305267)])
def test_that_the_jackpot_bet_favours_the_player_from_a_display_on(stake, meter):
    found = favours_from(A, stake)
    assert jackpot_edge(A, found, stake) < 0
    assert not found or jackpot_edge(A, found - 1, stake) >= 0
    assert found == meter


def test_that_every_payout_is_whole_cents():
    check_exact(A, 1)
    assert len(A.spots) == 27
    assert {A.spots[spot].window for spot in ("ante-9", "jackpot-9")} == {"bets"}
    assert A.spots["bet-9"].window == "call"
    assert A.odds("ante-1") == (0, 1)
    assert A.odds("bet-1") == (0, 1, 2, 3, 4, 5, 7, 20, 50, 250)
    assert A.odds("jackpot-1") == ()
    assert dict(A.boards) == {}
    with pytest.raises(KeyError):
        A.odds("ante-10")
