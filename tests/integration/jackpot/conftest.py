import pytest

from kiosk.jackpot.etcd import EtcdStore
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog


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
