"""What is to be provided for one table: seats, nodes of the cluster and who may authorise."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.bootstrap.config import CASINO_LETTERS, NAME, NAME_WORDS
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault

LAYOUTS = ("A", "B", "C")
MOST_SEATS = 999
CONSOLES = ("console", "spare-console")
CLIENT_PORT, PEER_PORT = 2379, 2380
PORT_STEP = 10  # between nodes of one address whose ports are not named

_NODE = re.compile(r"(?P<host>[^\[\]:]+|\[[^\[\]]+\])(?::(?P<client>[0-9]{1,5}))?(?::(?P<peer>[0-9]{1,5}))?")


@dataclass(frozen=True)
class Node:
    """One server of the cluster: its name, address and ports."""

    name: str
    address: str
    client_port: int
    peer_port: int

    @property
    def host(self) -> str:
        """The address as it stands in an endpoint."""
        return f"[{self.address}]" if ":" in self.address else self.address

    @property
    def endpoint(self) -> str:
        """Where clients find this node."""
        return f"{self.host}:{self.client_port}"


@dataclass(frozen=True)
class Seat:
    """A seat of the table and the layout that it plays."""

    name: str
    layout: str


@dataclass(frozen=True)
class Plan:
    """One table. Construction raises :class:`EnvironmentFault` naming the value found and what is expected.

    ``demonstration``: it plays for no money, and every screen says so.
    """

    table: str
    casino: str
    seats: tuple[Seat, ...]
    nodes: tuple[Node, ...]
    demonstration: bool = False

    def __post_init__(self) -> None:
        check_name("table", self.table)
        reason = why_not_printed(self.casino, CASINO_LETTERS)
        if reason is not None:
            raise _refused(f"casino {self.casino!r}: {reason}")
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise _refused(f"{len(self.seats)} seats: expected 1 to {MOST_SEATS}")
        for seat in self.seats:
            check_name("seat", seat.name)
            if seat.layout not in LAYOUTS:
                raise _refused(f"layout {seat.layout!r} of seat {seat.name}: expected {', '.join(LAYOUTS)}")
        _once("seat", [seat.name for seat in self.seats])
        self._check_nodes()

    def _check_nodes(self) -> None:
        if len(self.nodes) not in (1, 3, 5, 7, 9):
            # Of an even number just as many may fail as of one less.
            raise _refused(f"{len(self.nodes)} nodes: expected 1, 3, 5, 7 or 9")
        for node in self.nodes:
            for port in (node.client_port, node.peer_port):
                if not 1 <= port <= 65_535:
                    raise _refused(f"port {port} of node {node.name}: expected 1 to 65535")
        _once("node", [node.name for node in self.nodes])
        ports = ((node.host, port) for node in self.nodes for port in (node.client_port, node.peer_port))
        _once("address and port", [f"{host}:{port}" for host, port in ports])

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Where clients find the cluster."""
        return tuple(node.endpoint for node in self.nodes)


def check_name(what: str, name: str) -> None:
    """Names end up in keys, in users of etcd, on tickets and in file names. Raises :class:`EnvironmentFault`."""
    if not re.search(NAME, name):
        raise _refused(f"{what} {name!r}: expected {NAME_WORDS}")


def seats_of(count: int, layouts: Sequence[str], first: str = "01") -> tuple[Seat, ...]:
    """``count`` seats numbered from ``first``, as wide as it; the layouts are given in turn.

    Raises :class:`EnvironmentFault`.
    """
    if not 1 <= count <= MOST_SEATS:
        raise _refused(f"{count} seats: expected 1 to {MOST_SEATS}")
    if not (first.isascii() and first.isdigit() and len(first) <= 4):
        raise _refused(f"first seat {first!r}: expected a number of at most 4 digits, as 01")
    if not layouts:
        raise _refused("no layout: expected some of " + ", ".join(LAYOUTS))
    start = int(first)
    width = max(len(first), len(str(start + count - 1)))
    return tuple(
        Seat(f"{start + n:0{width}d}", layouts[n % len(layouts)].strip().upper()) for n in range(count)
    )


def nodes_of(text: str) -> tuple[Node, ...]:
    """The nodes written as ``address[:client port[:peer port]]``, parted by commas.

    Without ports, the nodes of one address take 2379 and 2380, 2389 and 2390 and so on. Raises
    :class:`EnvironmentFault`.
    """
    nodes: list[Node] = []
    met: Counter[str] = Counter()
    for n, written in enumerate(text.split(","), 1):
        match = _NODE.fullmatch(written.strip())
        if match is None:
            raise _refused(
                f"node {written!r}: expected address[:client port[:peer port]], as 10.0.0.5:2379:2380"
            )
        address = _address(match["host"].strip("[]"))
        step = PORT_STEP * met[address]
        met[address] += 1
        client = int(match["client"] or CLIENT_PORT + step)
        peer = int(match["peer"] or (client + 1 if match["client"] else PEER_PORT + step))
        nodes.append(Node(f"node-{n}", address, client, peer))
    return tuple(nodes)


def _address(written: str) -> str:
    """A server listens on an address, and its certificate holds for that alone."""
    try:
        found = ipaddress.ip_address(written)
    except ValueError as error:
        raise _refused(f"node address {written!r}: expected an IP address, as 10.0.0.5") from error
    if found.is_unspecified or found.is_multicast:
        raise _refused(f"node address {written!r}: expected the address of one network card")
    return str(found)


def _once(what: str, values: Sequence[str]) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise _refused(f"{what} {value!r} is named {times} times: expected once")


def _refused(what: str) -> EnvironmentFault:
    return EnvironmentFault(what, "Nothing was written")
