"""The kit itself: what every test against a real server relies on."""

from kits.links.etcd import Certificates, EtcdCluster, EtcdServer


def test_that_a_killed_server_comes_back_on_its_ports_with_its_data(tmp_path):
    with EtcdServer(tmp_path) as server:
        revision = server.put("a", b"v")
        server.kill()
        assert not server.answers(0.2)
        server.start()
        assert server.revision() == revision


def test_that_a_server_with_tls_knows_its_clients_only(tmp_path):
    tls, other = Certificates(tmp_path / "ca"), Certificates(tmp_path / "other")
    with EtcdServer(tmp_path, tls=tls) as server:
        assert server.answers()
        server.admin = other.client("root")
        assert not server.answers()


def test_that_two_of_three_go_on(tmp_path):
    with EtcdCluster(tmp_path) as cluster:
        cluster.leader().kill()
        cluster.wait_ready()
        assert cluster.leader().endpoint in cluster.endpoints
