"""A machine with version 1.0 and a seat that has played."""

import pytest
from update_kit import World


@pytest.fixture
def world(tmp_path):
    return World(tmp_path / "machine").set_up()
