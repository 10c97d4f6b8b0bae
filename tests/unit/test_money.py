"""Cents, odds and their wording."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.money import (
    BadOdds,
    InexactPayout,
    dollars,
    odds_shown,
    odds_text,
    parse_odds,
    short_dollars,
    winnings,
)


@pytest.mark.parametrize(
    ("text", "odds"),
    [
        ("195", Fraction(195)),
        ("11.5", Fraction(23, 2)),
        ("19/20", Fraction(19, 20)),
        ("0.95", Fraction(19, 20)),
    ],
)
def test_that_odds_are_read_exactly(text, odds):
    assert parse_odds(text) == odds


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "1 ",
        " 1",
        "+1",
        "-1",
        "1e3",
        "1.",
        ".5",
        "01",
        "1/0",
        "1/02",
        "1/-2",
        "1_0",
        "1,5",
        "½",
        "٣",
        "nan",
        "1\n",
    ],
)
def test_that_anything_else_is_no_odds(text):
    with pytest.raises(BadOdds, match="expected a number such as"):
        parse_odds(text)


@pytest.mark.parametrize("value", [1, 1.5, None, True])
def test_that_odds_are_read_from_text_alone(value):
    with pytest.raises(BadOdds, match="expected a text"):
        parse_odds(value)


@settings(deadline=None)
@given(st.fractions(min_value=0))
def test_that_the_wording_of_odds_reads_back(odds):
    assert parse_odds(odds_text(odds)) == odds


@pytest.mark.parametrize(("odds", "text"), [(Fraction(23, 2), "23/2"), (Fraction(195), "195")])
def test_that_odds_are_worded_as_fractions(odds, text):
    assert odds_text(odds) == text


@settings(deadline=None)
@given(st.integers(0, 10**15), st.integers(0, 1000), st.integers(1, 100))
def test_that_winnings_are_the_exact_product_or_refused(stake, numerator, denominator):
    odds = Fraction(numerator, denominator)
    if (stake * numerator) % denominator:
        with pytest.raises(InexactPayout):
            winnings(stake, odds)
    else:
        assert winnings(stake, odds) * denominator == stake * numerator


@pytest.mark.parametrize(("odds", "text"), [(Fraction(23, 2), "23/2"), (Fraction(2_500), "2,500")])
def test_that_odds_are_shown_with_thousands(odds, text):
    assert odds_shown(odds) == text


def test_that_an_inexact_payout_names_stake_odds_and_result():
    with pytest.raises(
        InexactPayout, match="stake of 5 cents at 23/2 to 1 wins 115/2 cents: expected whole cents"
    ):
        winnings(5, Fraction(23, 2))


@pytest.mark.parametrize("stake", [1.0, True, "100", None, Fraction(100)])
def test_that_a_stake_is_whole_cents(stake):
    with pytest.raises(TypeError, match="expected whole cents"):
        winnings(stake, Fraction(1))


def test_that_stake_and_odds_are_not_negative():
    with pytest.raises(ValueError, match="stake -1"):
        winnings(-1, Fraction(1))
    with pytest.raises(ValueError, match="odds -1/2"):
        winnings(100, Fraction(-1, 2))


@pytest.mark.parametrize(
    ("cents", "long", "short"),
    [
        (0, "$0.00", "$0"),
        (5, "$0.05", "$0.05"),
        (-500, "−$5.00", "−$5"),
        (-1, "−$0.01", "−$0.01"),
        (17000, "$170.00", "$170"),
        (850, "$8.50", "$8.50"),
        (124500, "$1,245.00", "$1,245"),
        (99999999, "$999,999.99", "$999,999.99"),
        (10**17, "$1,000,000,000,000,000.00", "$1,000,000,000,000,000"),
    ],
)
def test_that_amounts_are_worded_in_dollars(cents, long, short):
    assert dollars(cents) == long
    assert short_dollars(cents) == short
