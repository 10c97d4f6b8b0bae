"""What the settlement of a box refuses, and what it asks of nobody."""

import pytest

from kiosk.cards.poker import rank_hand
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.stud.jackpot import Meter
from kiosk.games.stud.paytable import A
from kiosk.games.stud.settle import Box, settle_box, settle_round

CARDS = ("Ah", "Kd", "9s", "4c", "2h")
DEALT = rank_hand(["Qs", "Qd", "7h", "3c", "2d"])


@pytest.mark.parametrize(
    ("box", "error", "said"),
    [
        (Box(3, -1, CARDS), BadStake, "box 3: ante: found -1: expected whole cents, 0 to"),
        (Box(3, True, CARDS), BadStake, "box 3: ante: found True"),
        (Box(3, 10**15 + 1, CARDS), BadStake, "box 3: ante: found 1000000000000001"),
        (Box(3, 1000, CARDS, jackpot=-1), BadStake, "box 3: jackpot: found -1"),
        (Box(3, 1000, CARDS, jackpot=1.0), BadStake, "box 3: jackpot: found 1.0"),
        (
            Box(3, 1000, CARDS, "check"),
            BadFacts,
            'box 3: found the decision \'check\': expected "bet" or "fold"',
        ),
        (Box(3, 1000, CARDS, "bet", bet=-1), BadStake, "box 3: bet: found -1: expected whole cents, 0 to"),
        (Box(3, 1000, CARDS, "bet", bet=True), BadStake, "box 3: bet: found True"),
        (
            Box(3, 1000, CARDS, "fold", bet=2000),
            BadStake,
            "box 3: bet: found 2000 after a Fold: expected none",
        ),
    ],
    ids=str,
)
def test_that_a_box_that_cannot_be_is_refused(box, error, said):
    with pytest.raises(error, match=said):
        settle_box(A, box, DEALT, 0)


@pytest.mark.rule("stud:4.1.1")
def test_that_the_most_is_for_each_box():
    royals = [tuple(rank + suit for rank in "AKQJT") for suit in "sh"]
    boxes = [Box(number, 100_000, cards, "bet") for number, cards in enumerate(royals, 1)]
    settled, _ = settle_round(A, boxes, ("Qs", "Qd", "7h", "3c", "2d"), Meter(0, 0))
    assert [settled[box].bet.won for box in (1, 2)] == [10_000_000, 10_000_000]


@pytest.mark.rule("stud:5.1.1")
@pytest.mark.parametrize("limit", [1000, 1001, None])
def test_that_a_limit_that_was_kept_changes_nothing(limit):
    box = Box(1, 1000, CARDS, "bet", bet=1999)
    assert settle_box(A, box, DEALT, 0, limit) == settle_box(A, box, DEALT, 0)
