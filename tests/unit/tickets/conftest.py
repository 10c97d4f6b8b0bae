import pytest

from kiosk.tickets.sqlite import SqliteRegistry
from kits.tickets.registry_contract import issued  # noqa: F401 - a fixture


@pytest.fixture
def path(tmp_path):
    return tmp_path / "registry.db"


@pytest.fixture
def clock():
    return ["2026-11-28T10:00:00Z"]


@pytest.fixture
def registry(path, clock):
    registry = SqliteRegistry(path, now=lambda: clock[0])
    yield registry
    registry.close()
