"""The gateway of a host, from its configuration: where it listens, whose certificates and signatures count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import grpc

from kiosk.app.certificates import PROVIDE_ANEW
from kiosk.app.config import HostFile
from kiosk.app.config_links import ServeFile, read_tickets_key
from kiosk.app.jackpots import jackpots_of
from kiosk.app.machine import utc_now
from kiosk.app.signing import read_signers
from kiosk.faults import EnvironmentFault
from kiosk.host.gateway.admission import Admission
from kiosk.host.gateway.server import Gateway, Registry
from kiosk.host.gateway.tickets import AskedRegistry, Tickets
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.signing import Verified
from kiosk.tickets.rules import Limits


def serving(file: HostFile) -> tuple[ServeFile, Path]:
    """Where the host listens, and the file of the key of ticket numbers.

    Raises :class:`EnvironmentFault` for a file without, as they were before seats spoke to hosts.
    """
    if file.serve is None or file.tickets_key is None:
        missing = "[serve]" if file.serve is None else "tickets_key"
        raise EnvironmentFault(
            f"the host's file has no {missing}: expected it, since seats, consoles and desks speak to hosts alone",
            PROVIDE_ANEW,
        )
    return file.serve, file.tickets_key


def gateway_of(
    file: HostFile,
    serve: ServeFile,
    link: EtcdLog,
    registry: Registry,
    on_bug: Callable[[BaseException], None],
    say: Callable[[str], None],
) -> Gateway:
    """The gateway of the file's tables, not listening yet. Raises :class:`EnvironmentFault`."""
    signers = [read_signers(table.signers or serve.signers, table.name) for table in file.tables]
    verified = [Verified(each) for each in signers]
    link.admitted = lambda entry: all(each.admitted(entry) for each in verified)
    shared = {table.name: table.jackpot for table in file.tables if table.jackpot is not None}
    admission = Admission([table.name for table in file.tables], signers, shared)
    seconds = file.log.etcd().presence_seconds
    jackpots = jackpots_of(file, link, say)
    return Gateway(link, admission, registry, on_bug, utc_now, presence_seconds=seconds, jackpots=jackpots)


def registry_of(file: HostFile, tickets_key: Path, link: EtcdLog, say: Callable[[str], None]) -> Registry:
    """The house's registry of tickets, answered for here.

    Raises :class:`EnvironmentFault` for a key that cannot be used.
    """
    limits = Limits(file.ticket_limit, file.ticket_days)
    key = read_tickets_key(tickets_key)
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
