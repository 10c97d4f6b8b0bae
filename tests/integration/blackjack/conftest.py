"""A table of Blackjack with two seats."""

import pytest

from kits.games.blackjack_pit import Pit


@pytest.fixture
def pit(tmp_path):
    pit = Pit(tmp_path)
    pit.start()
    pit.sit()
    yield pit
    pit.close()
