"""A table of Stud with two seats."""

import pytest

from kits.games import pit as pits
from kits.games.stud_pit import STUD


@pytest.fixture
def pit(tmp_path):
    pit = pits.Pit(tmp_path, STUD)
    pit.start()
    pit.sit()
    yield pit
    pit.close()
