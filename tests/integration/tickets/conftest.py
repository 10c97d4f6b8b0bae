import pytest

pytest.register_assert_rewrite("registry_contract", "asked_kit")
import asked_kit  # noqa: E402 - is to be rewritten first
from registry_contract import AT, issued  # noqa: E402, F401 - `issued` is a fixture


@pytest.fixture
def clock():
    return [AT]


@pytest.fixture
def asked(etcd_server, clock):
    """A house whose hosts are called."""
    asked = asked_kit.House([etcd_server.endpoint], lambda: clock[0])
    yield asked
    asked.close()
