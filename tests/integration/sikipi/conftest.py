"""A table of Si Ki Pi with two seats."""

import pytest

from kits.games import pit as pits
from kits.games.sikipi_pit import SIKIPI


@pytest.fixture
def pit(tmp_path):
    pit = pits.Pit(tmp_path, SIKIPI)
    pit.start()
    pit.sit()
    yield pit
    pit.close()
