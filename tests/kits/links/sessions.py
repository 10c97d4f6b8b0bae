"""The etcd servers that a whole run shares, for every test that asks for one. Between tests they are stopped: what
they do while nobody asks, in every process of a run, is a twentieth of a core.
"""

import pytest


@pytest.fixture(scope="session")
def _session_etcd(tmp_path_factory):
    from kits.links.etcd import EtcdServer  # only what needs a server pays for the client's import

    with EtcdServer(tmp_path_factory.mktemp("etcd")) as server:
        server.pause()
        yield server


@pytest.fixture(scope="session")
def _session_trio(tmp_path_factory):
    from kits.links.etcd import EtcdCluster

    with EtcdCluster(tmp_path_factory.mktemp("etcd-trio")) as cluster:
        cluster.pause()
        yield cluster


@pytest.fixture
def etcd_trio(_session_trio):
    """The session's three plain etcd servers, without any key."""
    _session_trio.resume()
    _session_trio.wait_ready()
    _session_trio.nodes[0].delete_all()
    yield _session_trio
    _session_trio.pause()


@pytest.fixture
def etcd_server(_session_etcd):
    """The session's plain etcd server, without any key. See kits/links/etcd.py."""
    _session_etcd.resume()
    _session_etcd.delete_all()
    yield _session_etcd
    _session_etcd.pause()
