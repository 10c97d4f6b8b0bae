"""A pit of two real seats over a real etcd: hosts, TLS, and a certificate for each seat and for the console."""

from contextlib import contextmanager

from kits.links.gateway import hosts_over, server_credentials


@contextmanager
def hosts_with(etcd_server, certificates):
    """Two hosts of table 12; `hosts.of("12.seat.07")` is a link with that certificate."""
    serve = server_credentials(certificates, certificates.server)
    with hosts_over([etcd_server.endpoint], ["12"], serve=serve) as hosts:
        hosts.of = lambda name, **more: hosts.link(certificates.client(name), certificates.ca, **more)
        yield hosts


@contextmanager
def pit_over(hosts, make):
    """The pit that `make` makes with the links of console and seats, its seats in their places."""
    pit = make(
        log=hosts.of("12.console"),
        log_of=lambda name, books: hosts.of(f"12.seat.{name}", head=books.head, contains=books.contains),
    )
    pit.start()
    pit.sit()
    yield pit
    pit.close()
