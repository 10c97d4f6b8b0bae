import pytest

from kiosk.host.registry_sqlite import SqliteRegistry


@pytest.fixture
def path(tmp_path):
    return tmp_path / "registry.db"


@pytest.fixture
def registry(path):
    registry = SqliteRegistry(path)
    yield registry
    registry.close()
