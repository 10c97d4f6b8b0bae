import pytest

pytest.register_assert_rewrite("registry_contract", "house_kit")
from house_kit import House  # noqa: E402 - is to be rewritten first
from registry_contract import AT, issued  # noqa: E402, F401 - `issued` is a fixture


@pytest.fixture
def clock():
    return [AT]


@pytest.fixture
def house(etcd_server, clock):
    house = House([etcd_server.endpoint], lambda: clock[0])
    yield house
    house.close()
