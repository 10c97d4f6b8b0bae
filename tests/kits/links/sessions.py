"""The etcd servers that a whole run shares, for every test that asks for one."""

import pytest


@pytest.fixture(scope="session")
def _session_etcd(tmp_path_factory):
    from kits.links.etcd import EtcdServer  # only what needs a server pays for the client's import

    with EtcdServer(tmp_path_factory.mktemp("etcd")) as server:
        yield server


@pytest.fixture(scope="session")
def _session_trio(tmp_path_factory):
    from kits.links.etcd import EtcdCluster

    with EtcdCluster(tmp_path_factory.mktemp("etcd-trio")) as cluster:
        yield cluster


@pytest.fixture
def etcd_trio(_session_trio):
    """The session's three plain etcd servers, without any key."""
    _session_trio.nodes[0].delete_all()
    return _session_trio


@pytest.fixture
def etcd_server(_session_etcd):
    """The session's plain etcd server, without any key. See kits/links/etcd.py."""
    _session_etcd.delete_all()
    return _session_etcd
