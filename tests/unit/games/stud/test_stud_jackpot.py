"""The Progressive Jackpot: it falls back, pays shares and fixed prizes."""

import pytest

from kiosk.cards.poker import rank_hand
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.paytable import A

ROYAL = rank_hand(["Ah", "Kh", "Qh", "Jh", "Th"])
STRAIGHT_FLUSH = rank_hand(["9h", "8h", "7h", "6h", "5h"])
SHOWN = Meter(10_000_055, 5_000_000)


@pytest.mark.rule("stud:1.13", "stud:4.2", "stud:5.18.1")
def test_that_a_royal_flush_wins_what_is_shown_and_the_display_falls_back():
    assert prize(A, ROYAL, SHOWN) == (10_000_055, Meter(5_000_000, 5_000_000))


@pytest.mark.rule("stud:4.2", "stud:4.5.1")
def test_that_a_share_is_paid_down_to_the_cent_and_the_rest_stays():
    assert prize(A, STRAIGHT_FLUSH, SHOWN) == (1_000_005, Meter(9_000_050, 5_000_000))


@pytest.mark.rule("stud:4.2")
@pytest.mark.parametrize(
    ("hand", "cents"),
    [
        ("9s 9h 9d 9c 4s", 50_000),
        ("9s 9h 9d 4c 4s", 20_000),
        ("Qs 9s 7s 4s 2s", 10_000),
        ("9s 8h 7d 6c 5s", 0),
        ("7c 5d 4h 3s 2c", 0),
    ],
)
def test_that_a_fixed_prize_leaves_the_display_alone(hand, cents):
    assert prize(A, rank_hand(hand.split()), SHOWN) == (cents, SHOWN)
