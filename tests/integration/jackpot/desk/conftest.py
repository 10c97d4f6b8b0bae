"""A jackpot in a file, whose acts must add up in the end, and a pit that shares it."""

import pytest

from kiosk.jackpot.audit import faults
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.sqlite import SqliteStore
from kits.jackpot.acts import AT, BEGIN, moved
from kits.jackpot.desk import SharedPit


@pytest.fixture
def store(tmp_path):
    found = SqliteStore(tmp_path / "jackpot.db")
    yield found
    assert faults(found.acts(), found.meter()[0]) == []
    found.close()


@pytest.fixture
def jackpot(store):
    found = Jackpot(store, lambda: AT)
    moved(found, BEGIN)
    return found


@pytest.fixture
def kind():
    """What kind of pit it is."""
    return SharedPit


@pytest.fixture
def pit(tmp_path, jackpot, kind):
    pit = kind(tmp_path, jackpot)
    pit.start()
    pit.sit()
    yield pit
    pit.jackpot.silent = ""
    pit.close()
