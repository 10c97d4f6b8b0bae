"""A table of Fortune Pai Gow Poker with two seats."""

import pytest

from kits.games import pit as pits
from kits.games.paigow_pit import PAIGOW


@pytest.fixture
def played():
    """What is played at the pit: a test names another table."""
    return PAIGOW


@pytest.fixture
def pit(tmp_path, played):
    pit = pits.Pit(tmp_path, played)
    pit.start()
    pit.sit()
    yield pit
    pit.close()
