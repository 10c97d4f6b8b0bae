"""What is to be provided for one table: seats, nodes of the cluster and hosts."""

from __future__ import annotations

import ipaddress
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kiosk.app.config import CASINO_LETTERS, NAME, NAME_WORDS
from kiosk.app.config_game import why_no_game, why_no_layout
from kiosk.app.config_links import HOST_PORT, MOST_ENDPOINTS
from kiosk.app.machine import read_rules
from kiosk.app.seating import check_seating
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game

MOST_SEATS = 999
CONSOLES = ("console", "spare-console")
CLIENT_PORT, PEER_PORT = 2379, 2380
PORT_STEP = 10  # between nodes or hosts of one address whose ports are not named

_HOST = re.compile(r"(?P<host>[^\[\]:]+|\[[^\[\]]+\])(?::(?P<port>[0-9]{1,5}))?")
_NODE = re.compile(r"(?P<host>[^\[\]:]+|\[[^\[\]]+\])(?::(?P<client>[0-9]{1,5}))?(?::(?P<peer>[0-9]{1,5}))?")


@dataclass(frozen=True)
class Node:
    """One server of the cluster: its name, address and ports."""

    name: str
    address: str
    client_port: int
    peer_port: int

    @property
    def endpoint(self) -> str:
        """Where hosts find this node."""
        return f"{in_url(self.address)}:{self.client_port}"

    @property
    def peer_endpoint(self) -> str:
        """Where the other nodes find it."""
        return f"{in_url(self.address)}:{self.peer_port}"


@dataclass(frozen=True)
class Host:
    """One host: its name, and where it listens for seats, consoles and cashiers."""

    name: str
    address: str
    port: int

    @property
    def endpoint(self) -> str:
        """Where the floor finds it."""
        return f"{in_url(self.address)}:{self.port}"


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
    hosts: tuple[Host, ...]
    demonstration: bool = False
    game: str = field(default_factory=first_game)

    def __post_init__(self) -> None:
        check_name("table", self.table)
        reason = why_not_printed(self.casino, CASINO_LETTERS)
        if reason is not None:
            raise _refused(f"casino {self.casino!r}: {reason}")
        reason = why_no_game(self.game)
        if reason is not None:
            raise _refused(f"game {self.game!r}: {reason}")
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise _refused(f"{len(self.seats)} seats: expected 1 to {MOST_SEATS}")
        for seat in self.seats:
            check_name("seat", seat.name)
            reason = why_no_layout(self.game, seat.layout)
            if reason is not None:
                raise _refused(f"layout {seat.layout!r} of seat {seat.name}: {reason}")
        _once("seat", [seat.name for seat in self.seats])
        layouts = sorted({seat.layout for seat in self.seats})
        rules = [read_rules(layout, of=self.game) for layout in layouts]
        check_seating(self.table, rules, [seat.name for seat in self.seats])
        self._check_nodes()
        self._check_hosts()

    def _check_nodes(self) -> None:
        if len(self.nodes) not in (1, 3, 5, 7, 9):
            # Of an even number just as many may fail as of one less.
            raise _refused(f"{len(self.nodes)} nodes: expected 1, 3, 5, 7 or 9")
        for node in self.nodes:
            for port in (node.client_port, node.peer_port):
                if not 1 <= port <= 65_535:
                    raise _refused(f"port {port} of node {node.name}: expected 1 to 65535")
        _once("node", [node.name for node in self.nodes])

    def _check_hosts(self) -> None:
        if not 1 <= len(self.hosts) <= MOST_ENDPOINTS:
            raise _refused(f"{len(self.hosts)} hosts: expected 1 to {MOST_ENDPOINTS}")
        for host in self.hosts:
            if not 1 <= host.port <= 65_535:
                raise _refused(f"port {host.port} of {host.name}: expected 1 to 65535")
        _once("host", [host.name for host in self.hosts])
        listening = [at for node in self.nodes for at in (node.endpoint, node.peer_endpoint)]
        _once("address and port", [*listening, *self.doors])

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Where the hosts find the cluster."""
        return tuple(node.endpoint for node in self.nodes)

    @property
    def doors(self) -> tuple[str, ...]:
        """Where seats, consoles and cashiers find the hosts."""
        return tuple(host.endpoint for host in self.hosts)


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
        address = _address("node", match["host"].strip("[]"))
        step = PORT_STEP * met[address]
        met[address] += 1
        client = int(match["client"] or CLIENT_PORT + step)
        peer = int(match["peer"] or (client + 1 if match["client"] else PEER_PORT + step))
        nodes.append(Node(f"node-{n}", address, client, peer))
    return tuple(nodes)


def hosts_of(text: str) -> tuple[Host, ...]:
    """The hosts written as ``address[:port]``, parted by commas. Without ports, those of one address take 2500, 2510
    and so on. Raises :class:`EnvironmentFault`.
    """
    hosts: list[Host] = []
    met: Counter[str] = Counter()
    for n, written in enumerate(text.split(","), 1):
        match = _HOST.fullmatch(written.strip())
        if match is None:
            raise _refused(f"host {written!r}: expected address[:port], as 10.0.0.5:{HOST_PORT}")
        address = _address("host", match["host"].strip("[]"))
        hosts.append(Host(f"host-{n}", address, int(match["port"] or HOST_PORT + PORT_STEP * met[address])))
        met[address] += 1
    return tuple(hosts)


def hosts_beside(nodes: Sequence[Node]) -> tuple[Host, ...]:
    """One host on each machine of ``nodes``."""
    return hosts_of(",".join(in_url(address) for address in dict.fromkeys(node.address for node in nodes)))


def hidden(nodes: tuple[Node, ...], hosts: Sequence[Host]) -> tuple[Node, ...]:
    """The only server of a table whose hosts are all on its own machine listens to that machine alone.

    A port that is not there needs no firewall. Of several servers each listens to its fellows and to all hosts: a host
    goes on with the others when the one beside it fails.
    """
    if len(nodes) != 1 or any(host.address != nodes[0].address for host in hosts):
        return nodes
    return (replace(nodes[0], address="::1" if ":" in nodes[0].address else "127.0.0.1"),)


def in_url(address: str) -> str:
    """The address as it stands before a port."""
    return f"[{address}]" if ":" in address else address


def _address(what: str, written: str) -> str:
    """A server listens on an address, and its certificate holds for that alone."""
    try:
        found = ipaddress.ip_address(written)
    except ValueError as error:
        raise _refused(f"{what} address {written!r}: expected an IP address, as 10.0.0.5") from error
    if found.is_unspecified or found.is_multicast:
        raise _refused(f"{what} address {written!r}: expected the address of one network card")
    return str(found)


def _once(what: str, values: Sequence[str]) -> None:
    for value, times in Counter(values).items():
        if times > 1:
            raise _refused(f"{what} {value!r} is named {times} times: expected once")


def _refused(what: str) -> EnvironmentFault:
    return EnvironmentFault(what, "Nothing was written")
