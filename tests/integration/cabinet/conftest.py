"""A cabinet on a line for every test."""

import pytest

from kits.devices.cabinet_seat import CabinetSeat


@pytest.fixture
def seat(tmp_path):
    seat = CabinetSeat(tmp_path)
    yield seat
    seat.close()
