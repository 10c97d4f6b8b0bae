"""A seat's staff in real files."""

import pytest

from kits.seat.staff import filled


@pytest.fixture
def kept(tmp_path):
    return filled(tmp_path / "staff.db")
