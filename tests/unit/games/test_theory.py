"""What the House may expect of bets, counted over the 216 rolls against the settlement itself."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.games.sicbo import GAME, dice_fact, edge
from kits.seat.seats import LAYOUTS

SPOTS = {name: sorted(layout.spots) for name, layout in LAYOUTS.items()}


@given(data=st.data(), name=st.sampled_from(sorted(LAYOUTS)))
def test_that_the_theory_is_what_the_settlements_of_all_rolls_come_to(data, name):
    layout = LAYOUTS[name]
    stakes = data.draw(
        st.dictionaries(st.sampled_from(SPOTS[name]), st.integers(1, 50).map(lambda n: n * 200), max_size=6)
    )
    kept = [
        settled.staked - settled.paid
        for dice in product(range(1, 7), repeat=3)
        for settled in [GAME.settle(layout, stakes, (dice_fact(dice),))]
    ]
    found = GAME.theory(layout, stakes)
    assert found.expected == Fraction(sum(kept), 216)
    assert found.variance == Fraction(sum(net * net for net in kept), 216) - found.expected**2 >= 0


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_that_the_expected_hold_of_one_spot_is_its_edge(name):
    layout = LAYOUTS[name]
    for spot in layout.spots:
        assert GAME.theory(layout, {spot: 1_000}).expected / 1_000 == edge(layout, spot)


def test_that_bets_against_each_other_are_not_counted_as_if_they_were_alone():
    both = GAME.theory(LAYOUTS["B"], {"big": 1_000, "small": 1_000})
    assert both.expected == Fraction(2_000 * 6, 216)
    one = GAME.theory(LAYOUTS["B"], {"big": 1_000})
    assert both.variance < 2 * one.variance


def test_that_an_unknown_spot_is_refused():
    with pytest.raises(KeyError):
        GAME.theory(LAYOUTS["A"], {"big": 100, "nowhere": 100})
