"""Limits of amounts: what a round can pay at the highest of them can be booked."""

import pytest

from kiosk.app.limits import read_limits
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import GAME
from kiosk.money import MOST_CENTS
from kiosk.resources import layout_reader

MOST = MOST_CENTS // 196 // 100 * 100  # a triple gives 195 to 1, and the stake back


def read(seat_maximum):
    """The limits of Sic Bo as they are provided, with another maximum of a seat."""
    reader = layout_reader("sicbo")
    text = reader("limits.toml").replace("seat_maximum = 500_000", f"seat_maximum = {seat_maximum}")
    return read_limits(GAME.read_layout("A", reader), "limits.toml", text, GAME.kinds)


def test_that_a_seats_maximum_whose_winnings_cannot_be_booked_is_refused():
    assert read(MOST).seat_maximum == MOST
    too_much = MOST + 100
    with pytest.raises(
        EnvironmentFault, match=f"seat_maximum of {too_much}: expected at most {MOST_CENTS // 196}"
    ):
        read(too_much)
