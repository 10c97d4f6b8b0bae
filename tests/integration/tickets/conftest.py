import pytest

from kits.tickets import asked as asked_kit
from kits.tickets.registry_contract import AT, issued  # noqa: F401 - `issued` is a fixture


@pytest.fixture
def clock():
    return [AT]


@pytest.fixture
def asked(etcd_server, clock):
    """A house whose hosts are called."""
    asked = asked_kit.House([etcd_server.endpoint], lambda: clock[0])
    yield asked
    asked.close()
