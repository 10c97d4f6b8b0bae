"""The gateway of a host, from its configuration: where it listens, whose certificates and signatures count."""

from __future__ import annotations

from collections.abc import Callable

import grpc

from kiosk.bootstrap.config import HostFile
from kiosk.bootstrap.config_links import ServeFile, read_tickets_key
from kiosk.bootstrap.machine import utc_now
from kiosk.bootstrap.signing import read_signers
from kiosk.faults import EnvironmentFault
from kiosk.host.gateway.admission import Admission
from kiosk.host.gateway.server import Gateway, Registry
from kiosk.host.gateway.tickets import Tickets
from kiosk.host.registry_asked import AskedRegistry
from kiosk.host.registry_issue import Limits
from kiosk.links.etcd import EtcdLog
from kiosk.links.etcd.cells import Cells
from kiosk.links.signing import Verified


def gateway_of(
    file: HostFile, link: EtcdLog, registry: Registry | None, on_bug: Callable[[BaseException], None]
) -> Gateway:
    """The gateway of the file's tables, not listening yet. Raises :class:`EnvironmentFault`."""
    signers = []
    for table in file.tables:
        path = table.signers or (file.serve.signers if file.serve is not None else None)
        if path is not None:
            signers.append(read_signers(path, table.name))
    verified = [Verified(each) for each in signers]
    link.admitted = lambda entry: all(each.admitted(entry) for each in verified)
    admission = Admission([table.name for table in file.tables], signers)
    seconds = file.log.etcd().presence_seconds
    return Gateway(link, admission, registry, on_bug, utc_now, presence_seconds=seconds)


def registry_of(file: HostFile, link: EtcdLog, say: Callable[[str], None]) -> Registry | None:
    """The house's registry of tickets, answered for here; None for an older file, without a key of ticket numbers.

    Raises :class:`EnvironmentFault` for a key that cannot be used.
    """
    if file.tickets_key is None:
        return None
    limits = Limits(file.ticket_limit, file.ticket_days)
    key = read_tickets_key(file.tickets_key)
    return Tickets(AskedRegistry(Cells(link), key, limits, utc_now, say), say)


def listen(gateway: Gateway, serve: ServeFile) -> int:
    """Listen from now on; the port. Raises :class:`EnvironmentFault`."""
    serve.check()
    ca, key, certificate = serve.pem()
    credentials = grpc.ssl_server_credentials([(key, certificate)], ca, require_client_auth=True)
    try:
        return gateway.start(serve.listen, credentials)
    except OSError as error:
        raise EnvironmentFault(
            f"the host cannot listen at {serve.listen}: {error}",
            "Check serve.listen: an address of this machine and a port that no other program uses",
        ) from error
