"""A floor of real processes with two hosts, and the harm that is done to the hosts while seats play and cash out.

Every party reaches each host through a line of its own, and each host the servers (tests/kits/chaos/proxy.py).
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

from kiosk.ops.floor import audit, read_registry, seats_of
from kits.chaos.faults import Fault, Steps, moment
from kits.chaos.floor import SEATS, ChaosFloor, Program
from kits.chaos.proxy import Proxies, Proxy, Way
from kits.ops.provision import Provisioned, provisioned

HOSTS = ("host-1", "host-2")


class HostsFloor(ChaosFloor):
    """Its tickets are the house's."""

    def __init__(self, table: Provisioned, proxies: Proxies, seed: int) -> None:
        super().__init__(table, proxies, seed)
        self.lines["host-2"] = [proxies.between(endpoint) for endpoint in table.endpoints]
        for line, endpoint in zip(self.lines["host-2"], table.endpoints, strict=True):
            table.set("host-2", endpoint, line.endpoint)
        self.hosts = {"host-1": self.host, "host-2": self._program("host-2", command="host")}

    @property
    def programs(self) -> list[Program]:
        """All processes but the servers."""
        return [*super().programs, self.hosts["host-2"]]

    def start(self) -> None:
        """Everything runs; some bets are settled."""
        self.hosts["host-2"].start()
        super().start()

    def audit(self) -> list[str]:
        """What `kiosk floor` finds at rest: every seat's books against the registry of tickets."""
        found = audit(
            seats_of([self.table.seat(name) for name in self.seats]), read_registry(self.table.host)
        )
        return [*found.findings, *found.on_the_way]


@contextlib.contextmanager
def hosts_floor(folder: Path, *, nodes: int, seed: int) -> Iterator[HostsFloor]:
    """A running floor. Call it in the main thread."""
    with provisioned(folder, SEATS, nodes=nodes, hosts=True) as table, Proxies() as proxies:
        floor = HostsFloor(table, proxies, seed)
        try:
            floor.start()
            yield floor
        finally:
            floor.kill_all()
            floor.observer.close()


# --- harm -------------------------------------------------------------------------------------------------------------


def killed(name: str) -> Fault:
    """SIGKILL, and again with nothing but its files."""

    def do(floor: HostsFloor) -> Steps:
        yield from moment(floor)
        floor.hosts[name].kill()
        yield floor.random.choice((0.0, 0.5, 2.0))
        floor.hosts[name].start()
        yield 0.5  # until it serves, the next may hit the other one: then nobody answers

    return Fault("host killed", frozenset({name}), do)


def stopped(name: str) -> Fault:
    """SIGSTOP, shorter and longer than a presence stands; then it goes on with what it was about to do."""

    def do(floor: HostsFloor) -> Steps:
        yield from moment(floor)
        floor.hosts[name].signal(signal.SIGSTOP)
        yield floor.random.uniform(0.1, 5)
        floor.hosts[name].signal(signal.SIGCONT)

    return Fault("host stopped", frozenset({name}), do)


def parted(name: str, lines: Sequence[int] | None = None) -> Fault:
    """The lines of ``name`` are cut, blackholed, half-open or lose the answers; ``lines``: these of them alone."""

    def do(floor: HostsFloor) -> Steps:
        hurt = [line for n, line in enumerate(floor.lines[name]) if lines is None or n in lines]
        yield from moment(floor)
        how = floor.random.choice(("cut", "blackholed", "half-open", "answers lost", "late"))
        for line in hurt:
            _hurt(line, how)
        yield floor.random.uniform(0.2, 4)
        for line in hurt:
            _mend(line, how)
        floor.faults[f"lines {how}"] += 1

    return Fault("host parted", frozenset({name}), do)


def _hurt(line: Proxy, how: str) -> None:
    match how:
        case "cut":
            line.cut()
        case "blackholed":
            for way in Way:
                line.drop(way)
        case "half-open":
            line.hold()
        case "answers lost":
            line.drop(Way.DOWN)
        case "late":
            line.hold(Way.UP)


def _mend(line: Proxy, how: str) -> None:
    match how:
        case "half-open":
            line.release()
        case "late":
            line.let_go_late(4.0)
        case _:
            line.mend()
