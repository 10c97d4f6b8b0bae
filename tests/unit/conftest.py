"""A provided folder, written once: its files are good ones, which tests may copy and damage."""

import pytest

from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Plan, Seat, hosts_beside, nodes_of


@pytest.fixture(scope="session")
def provided(tmp_path_factory):
    """Table 12, seats 07 on A and 08 on C, three servers."""
    out = tmp_path_factory.mktemp("provided") / "table-12"
    seats = (Seat("07", "A"), Seat("08", "C"))
    nodes = nodes_of("10.0.0.5,10.0.0.6,10.0.0.7")
    plan = Plan("12", "Harbour Casino 海港", seats, nodes, hosts_beside(nodes)[:2])
    provide(plan, Authoriser("Ann Lee", "482019"), out)
    return out
