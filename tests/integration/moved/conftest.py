"""A table of two seats, of every game whose hands lie face down, as each of its felts is dealt to."""

import pytest

from kits.games import pit as pits
from kits.games.moved import TABLES


@pytest.fixture(params=TABLES, ids=lambda table: table.name)
def table(request):
    return request.param


@pytest.fixture
def pit(tmp_path, table):
    pit = pits.Pit(tmp_path, table.played)
    pit.start()
    pit.sit()
    yield pit
    pit.close()
