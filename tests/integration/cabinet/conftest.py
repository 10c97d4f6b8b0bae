"""A cabinet on a line for every test."""

import pytest
from cabinet_seat import CabinetSeat


@pytest.fixture
def seat(tmp_path):
    seat = CabinetSeat(tmp_path)
    yield seat
    seat.close()
