"""Odds and house edge, counted."""

from fractions import Fraction

import pytest

from kiosk.games.sicbo import Kind, edge, kind_of, outcomes, plain_name
from kits.games import sicbo_oracle as oracle

# Exact house edges: kind or total, then layouts A and B, then C.
EDGES = {
    **dict.fromkeys(["small", "big", "even", "odd"], ("1/36", "1/36")),
    "single": ("1/27", "1/27"),
    "double": ("2/27", "1/9"),
    "triple": ("5/54", "35/216"),
    "any-triple": ("1/12", "1/9"),
    **dict.fromkeys(["total-4", "total-17"], ("7/72", "1/8")),
    **dict.fromkeys(["total-5", "total-16"], ("1/12", "1/9")),
    **dict.fromkeys(["total-6", "total-15"], ("2/27", "13/108")),
    **dict.fromkeys(["total-7", "total-14"], ("7/72", "7/72")),
    **dict.fromkeys(["total-8", "total-13"], ("11/144", "1/8")),
    **dict.fromkeys(["total-9", "total-12"], ("2/27", "2/27")),
    **dict.fromkeys(["total-10", "total-11"], ("1/16", "1/8")),
    "domino": ("1/36", "1/36"),
    "four": ("1/18", "1/9"),
    "three": ("5/36", "5/36"),
    "double-single": ("7/24", "7/24"),
}


def test_that_every_spot_has_the_exact_house_edge(layout):
    for spot in layout.spots:
        a_and_b, c = EDGES[spot if kind_of(spot) is Kind.TOTAL else str(kind_of(spot))]
        assert edge(layout, spot) == Fraction(c if layout.name == "C" else a_and_b), spot


def test_that_outcomes_count_the_winning_rolls_of_216(layout):
    for spot in layout.spots:
        counted: dict[Fraction, int] = {}
        for dice in oracle.ROLLS:
            if (odds := oracle.wins(layout.name, dice).get(spot)) is not None:
                counted[Fraction(odds)] = counted.get(Fraction(odds), 0) + 1
        assert outcomes(layout, spot) == counted


def test_that_outcomes_stand_in_rising_order_of_the_odds(layouts):
    assert list(outcomes(layouts["A"], "single-4").items()) == [(1, 75), (2, 15), (12, 1)]


def test_that_a_layout_pays_what_it_says(layout):
    for spot in layout.spots:
        assert set(layout.odds(spot)) == set(outcomes(layout, spot))


def test_that_an_unknown_spot_has_no_odds(layouts):
    for ask in (layouts["A"].odds, plain_name, lambda spot: edge(layouts["A"], spot)):
        with pytest.raises(KeyError):
            ask("total-3")
    with pytest.raises(KeyError):
        outcomes(layouts["A"], "three-126")


def test_that_names_are_the_rules_words_and_unlike_each_other(layouts):
    names = {spot: plain_name(spot) for spot in layouts["B"].spots}
    assert len(set(names.values())) == 104
    assert names["small"] == "Small"
    assert names["triple-1"] == "Specific Triple 1 1 1"
    assert names["total-4"] == "Total Sum 4"
    assert names["domino-12"] == "Domino 1 2"
    assert names["double-single-113"] == "Double with Single Dice 1 1 3"
