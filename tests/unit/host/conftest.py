import pytest

from kiosk.devices import number as numbers
from kiosk.devices.ticket import Ticket
from kiosk.host.registry_sqlite import SqliteRegistry


@pytest.fixture
def make_ticket():
    """Builds a good ticket; `digits` are the 17 before the check digit."""

    def make(digits="48201937465829103", **changes):
        body = {
            "number": digits + numbers.check_digit(digits),
            "cents": 124_550,
            "sequence": 123,
            "casino": "Harbour Casino",
            "terminal": "T-07",
            "table": "SB-01",
            "at_utc": "2026-11-27T22:06:18Z",
            "expires_utc": "2026-12-27T22:06:18Z",
        }
        return Ticket(**body | changes)

    return make


@pytest.fixture
def path(tmp_path):
    return tmp_path / "registry.db"


@pytest.fixture
def registry(path):
    registry = SqliteRegistry(path)
    yield registry
    registry.close()
