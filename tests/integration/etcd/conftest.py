"""Links to real servers that are hurt while they are used."""

import pytest

from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import NoAnswer, Put
from kits.links.etcd import EtcdCluster, EtcdServer
from kits.links.heard import Heard


@pytest.fixture
def server(tmp_path):
    """A server of the test's own."""
    with EtcdServer(tmp_path) as server:
        yield server


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with EtcdCluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def link():
    """Makes links; closes them at the end. No bug may have been told."""
    made, bugs = [], []

    def make(*servers, **options):
        endpoints = tuple(server.endpoint for server in servers)
        made.append(EtcdLog(EtcdConfig(endpoints, **options), bugs.append))
        made[-1].bugs = bugs
        return made[-1]

    yield make
    for log in made:
        log.close()
    assert bugs == []


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def linked():
    return Heard()


def append(log, key, value=b"v", tries=20, **conditions):
    """Append as every writer does: again and again until there is an answer."""
    for _ in range(tries - 1):
        try:
            return log.append([Put(key, value)], **conditions)
        except NoAnswer:
            continue
    return log.append([Put(key, value)], **conditions)


@pytest.fixture(name="append")
def _append():
    return append
