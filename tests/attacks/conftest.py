"""One provided table that runs, with its servers and one host, for all attacks that leave it as it was."""

import pytest

from kits.attacks.attackers import Attacker
from kits.ops.provision import provisioned


@pytest.fixture(scope="session")
def table(tmp_path_factory):
    with provisioned(tmp_path_factory.mktemp("attacked"), serving=1) as found:
        yield found


@pytest.fixture(scope="session")
def attackers(table):
    """Everybody who may stand before a server of the house, by name; with certificates of their own, or without."""
    return Attacker.all_of(table)
