import pytest

from kiosk.host.registry_sqlite import SqliteRegistry


@pytest.fixture
def path(tmp_path):
    return tmp_path / "registry.db"


@pytest.fixture
def registry(path):
    registry = SqliteRegistry(path, now=lambda: "2026-11-28T10:00:00Z")
    yield registry
    registry.close()
