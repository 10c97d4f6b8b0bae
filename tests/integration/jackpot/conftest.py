import pytest

from kiosk.host.gateway.admission import Admission
from kiosk.host.gateway.jackpots import Jackpots
from kiosk.jackpot.calls import RemoteJackpot
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kits.jackpot.acts import AT, A, B
from kits.links.etcd import Certificates
from kits.links.gateway import hosts_over, server_credentials


@pytest.fixture
def link(etcd_server):
    links, bugs = [], []

    def connect(endpoint=etcd_server.endpoint):
        links.append(EtcdLog(EtcdConfig((endpoint,)), bugs.append))
        return links[-1]

    yield connect
    for each in links:
        each.close()
    assert bugs == []


@pytest.fixture
def store(link):
    return EtcdStore(Cells(link()), "main")


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def said():
    return []


@pytest.fixture
def hosts(etcd_server, certificates, said):
    """Two hosts over TLS: two tables share a jackpot, one another, one none. ``hosts.of("ST-01.console")`` asks so."""
    tables = {A: "main", B: "main", "PG-01": "other", "SB-01": None}
    shared = {table: jackpot for table, jackpot in tables.items() if jackpot}

    def jackpots(link):
        cells = Cells(link)
        found = {name: Jackpot(EtcdStore(cells, name), lambda: AT) for name in set(shared.values())}
        return Jackpots(found, said.append)

    with hosts_over(
        [etcd_server.endpoint],
        tables,
        admission=Admission(tables, (), shared),
        serve=server_credentials(certificates, certificates.server),
        jackpots=jackpots,
    ) as found:
        found.line = lambda name, **options: found.link(certificates.client(name), certificates.ca, **options)
        found.of = lambda name, **options: RemoteJackpot(found.line(name, **options))
        yield found
