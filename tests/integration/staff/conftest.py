"""A seat's staff in real files."""

import pytest
from staff_kit import filled


@pytest.fixture
def kept(tmp_path):
    return filled(tmp_path / "staff.db")
