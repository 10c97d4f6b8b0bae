"""When a slip counts: the same answer for every reader."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.games.sicbo import GAME, dice_fact
from kiosk.money import MOST_CENTS
from kiosk.table.records import Limits, Slip, SpotLimit
from kiosk.table.slips import below_minimum, why_invalid, why_not
from kits.seat.seats import LAYOUTS, make_limits

A, B = LAYOUTS["A"], LAYOUTS["B"]


def slip(layout="A", **stakes):
    named = {spot.replace("_", "-"): cents for spot, cents in stakes.items()}
    return Slip(seat="07", round=1, rev=1, layout=layout, stakes=named)


LIMITS = make_limits(A, minimum=200, maximum=1_000, unit=100, seat_maximum=2_500)


def test_that_a_slip_within_all_limits_counts():
    assert why_invalid(slip(big=200, small=1_000), A, LIMITS) is None


def test_that_an_empty_slip_counts_as_no_chips():
    assert why_invalid(slip(), A, LIMITS) is None


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (slip("B", big=200), "layout 'B', this seat has 'A'"),
        (slip(nothing=200), "spot 'nothing' is not on layout A"),
        (slip(three_126=200), "spot 'three-126' is not on layout A"),
        (slip(big=100), "outside 200 to 1000"),
        (slip(big=1_100), "outside 200 to 1000"),
        (slip(big=250), "not a multiple of 100"),
        (slip(big=1_000, small=1_000, odd=1_000), "total of 3000 cents is above the seat's maximum of 2500"),
    ],
)
def test_that_a_slip_that_breaks_a_limit_counts_for_nothing(bad, why):
    assert why in (why_invalid(bad, A, LIMITS) or "")


def test_that_a_kind_without_limits_takes_no_bets():
    limits = Limits(100, 1_000, {"small": SpotLimit(100, 1_000)})
    assert "no limits for 'big'" in (why_not("big", 100, A, limits) or "")


def test_that_a_stake_that_cannot_be_paid_in_whole_cents_counts_for_nothing():
    limits = make_limits(A, minimum=1, unit=1)
    assert "whole cents" in (why_not("total-8", 1, A, limits) or "")  # pays 8.5
    assert why_not("total-8", 2, A, limits) is None
    assert why_not("big", 1, A, limits) is None


def test_that_a_stake_above_what_the_books_can_hold_counts_for_nothing():
    limits = make_limits(A, maximum=2**53, seat_maximum=2**53)
    assert why_not("big", MOST_CENTS, A, limits) is None
    assert "cents" in (why_not("big", MOST_CENTS + 100, A, limits) or "")


@given(
    st.dictionaries(st.sampled_from([*B.spots, "unknown"]), st.integers(1, 2_000), max_size=6),
    st.sampled_from([1, 2, 50, 100]),
)
def test_that_every_slip_that_counts_can_be_settled(stakes, unit):
    limits = make_limits(B, minimum=unit, maximum=1_500 // unit * unit, unit=unit, seat_maximum=3_000)
    found = Slip(seat="07", round=1, rev=1, layout="B", stakes=stakes)
    if why_invalid(found, B, limits) is not None:
        return
    for dice in ((1, 2, 5), (3, 3, 3), (2, 2, 4), (1, 3, 4)):
        settled = GAME.settle(B, stakes, (dice_fact(dice),))
        assert settled.staked == sum(stakes.values())
        assert Fraction(settled.paid).denominator == 1


def test_that_spots_below_their_minimum_are_named():
    assert below_minimum({"big": 100, "small": 200, "unknown": 1}, A, LIMITS) == {"big"}


SPOTS = ["small", "big", "total-8", "single-1", "unknown"]
KINDS = ["small", "big", "total", "single"]


@st.composite
def limits_of_a_round(draw):
    """Units and limits of any sort, at times not for every kind of spot."""
    spots = {
        kind: SpotLimit(draw(st.integers(1, 4)), draw(st.integers(5, 9) | st.just(2**53)))
        for kind in draw(st.sampled_from([KINDS, KINDS, KINDS, KINDS[1:]]))
    }
    return Limits(draw(st.sampled_from([1, 2, 3])), draw(st.integers(8, 20) | st.just(2**53)), spots)


@given(
    st.lists(limits_of_a_round(), min_size=1, max_size=3),
    st.dictionaries(st.sampled_from(SPOTS), st.integers(1, 10) | st.just(MOST_CENTS + 2), max_size=3),
)
def test_that_a_slip_counts_exactly_as_its_stakes_one_by_one(many, stakes):
    found = Slip(seat="07", round=1, rev=1, layout="B", stakes=stakes)
    for limits in (*many, *many):  # the limits of a table change from round to round
        reasons = (why_not(spot, cents, B, limits) for spot, cents in stakes.items())
        first = next((reason for reason in reasons if reason is not None), None)
        over = sum(stakes.values()) > limits.seat_maximum
        why = why_invalid(found, B, limits)
        assert why == first if first is not None else (why is not None) is over
