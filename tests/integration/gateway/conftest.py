import pytest

from kits.links.etcd import Certificates
from kits.links.gateway import hosts_over, server_credentials


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def hosts(etcd_server, certificates):
    """Two hosts of table 12 over TLS; `hosts.of("12.seat.07")` is a link with that certificate."""
    serve = server_credentials(certificates, certificates.server)
    with hosts_over([etcd_server.endpoint], ["12"], serve=serve) as hosts:
        hosts.of = lambda name, **options: hosts.link(certificates.client(name), certificates.ca, **options)
        yield hosts
