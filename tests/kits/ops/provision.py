"""A provided table with its real servers, over TLS and with rights, for tests.

    with provisioned(tmp_path, seats={"07": "A", "08": "C"}, serving=1) as table:   # one server, one host that runs
        table.seat("07"), table.console, table.spare_console, table.host   # paths of configuration files
        table.serving[0].kill(); table.serving[0].start()                  # `kiosk host` processes
        table.servers[0].kill(); table.servers[0].start()                  # as tests/kits/links/etcd.py
        with table.channel("admin") as channel: ...                        # a blocking channel to etcd as that party
        log = table.link("console")                                        # a link to the hosts as that party

The supervisor is called SUPERVISOR and has the PIN of that name. Start it in the main thread.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import grpc

from kiosk.app.config import read_console_file, read_seat_file
from kiosk.links.hosts.log import HostLog
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Host, Node, Plan, Seat
from kiosk.table.head import Head
from kits import surroundings
from kits.links.etcd import ONE_THREAD, SOON, EtcdServer, Pair, etcd_binary, free_port
from kits.processes import Process

STARTS_S = 60.0
TABLE, CASINO = "12", "Harbour Casino"
SUPERVISOR, PIN = "Supervisor", "482019"
SEATS = {"07": "A", "08": "C"}


class ProvidedServer(EtcdServer):
    """An etcd that runs by the written file, in the folder of the file, as the README says."""

    def __init__(self, provided: Path, node: Node, *, alone: bool = False) -> None:
        self.folder = provided / "etcd"
        self.alone = alone
        super().__init__(self.folder, name=node.name)
        self.port, self.peer_port = node.client_port, node.peer_port
        self.data = self.folder / node.name / "data"
        admin = provided / "config" / "admin"
        self.admin = Pair(admin / "client.crt", admin / "client.key")
        self._ca = admin / "ca.crt"

    def start(self, wait: bool = True) -> None:
        """Start on the same ports and data as before."""
        assert self._process is None, f"{self.name} runs already"
        keeper = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                [*keeper, etcd_binary(), "--config-file", str(self._quick())],
                cwd=self.folder,
                env=os.environ | ONE_THREAD,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
            )
        if wait:
            self.wait_ready()

    def _quick(self) -> Path:
        """The written file; a server that is alone need not wait a second for others before it elects itself."""
        written = self.folder / f"{self.name}.conf.yml"
        if not self.alone:
            return written
        found = self.folder / self.name / "quick.conf.yml"
        found.write_text(written.read_text() + "heartbeat-interval: 20\nelection-timeout: 200\n")
        return found.relative_to(self.folder)

    @contextlib.contextmanager
    def channel(self, pair: Pair | None = None) -> Iterator[grpc.Channel]:
        """A blocking channel as ``pair``; without it as the administrator."""
        pair = pair or self.admin
        credentials = grpc.ssl_channel_credentials(
            self._ca.read_bytes(), pair.key.read_bytes(), pair.cert.read_bytes()
        )
        with grpc.secure_channel(self.endpoint, credentials, SOON) as channel:
            yield channel


class HostProcess:
    """A `kiosk host` by its written file, as the README says; what it says is in ``output``."""

    def __init__(self, config: Path) -> None:
        self.config = config
        self.output = config.with_suffix(".out")
        self.command = ("-m", "kiosk", "host")  # of Python
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start; returns when it listens."""
        assert self._process is None, f"{self.config} runs already"
        before = self.output.stat().st_size if self.output.exists() else 0
        with self.output.open("ab") as output:
            self._process = Process(
                [sys.executable, *self.command, "--config", str(self.config)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=surroundings(),
            )
        end = time.monotonic() + STARTS_S
        while b"serves seats" not in (said := self.output.read_bytes()[before:]):
            assert self._process.poll() is None, said.decode(errors="replace")
            assert time.monotonic() < end, said.decode(errors="replace")
            threading.Event().wait(0.02)

    @property
    def runs(self) -> bool:
        """Whether it was started and not ended here."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Of the process, which must run."""
        assert self._process is not None
        assert self._process.poll() is None, self.output.read_text()[-3000:]
        return self._process.pid

    def stop(self) -> None:
        """It ends in good order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """It is gone."""
        self._end(signal.SIGKILL)

    def _end(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()
            self._process = None


class Provisioned:
    """A provided folder and its servers."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.dir = folder
        self.plan = plan
        self.servers = [ProvidedServer(folder, node, alone=len(plan.nodes) == 1) for node in plan.nodes]
        self.serving = [HostProcess(self.config(host.name)) for host in plan.hosts]

    def config(self, party: str) -> Path:
        """The configuration file of "seat-07", "console", "spare-console", "host-1" or "admin"."""
        return self.dir / "config" / f"{party}.toml"

    def seat(self, name: str) -> Path:
        """The configuration file of a seat."""
        return self.config(f"seat-{name}")

    @property
    def console(self) -> Path:
        """The console's configuration file."""
        return self.config("console")

    @property
    def spare_console(self) -> Path:
        """The spare console's configuration file."""
        return self.config("spare-console")

    @property
    def host(self) -> Path:
        """The configuration file of the first host."""
        return self.config("host-1")

    @property
    def second_host(self) -> Path:
        """The configuration file of the second host."""
        return self.config("host-2")

    @property
    def endpoints(self) -> tuple[str, ...]:
        """Of all servers."""
        return self.plan.endpoints

    def pair(self, party: str) -> Pair:
        """The certificate and key of a party, as "seat-07"."""
        return Pair(
            self.config(party).with_suffix("") / "client.crt",
            self.config(party).with_suffix("") / "client.key",
        )

    def channel(self, party: str) -> contextlib.AbstractContextManager[grpc.Channel]:
        """A blocking channel to the first server as a party, as "seat-07"."""
        return self.servers[0].channel(self.pair(party))

    def link(self, party: str, head: Callable[[], Head] | None = None) -> HostLog:
        """A link to the hosts as "seat-07", "console" or "spare-console", with its keys. The caller closes it.

        A seat that sends says with ``head`` where its books end.
        """
        if party.startswith("seat-"):
            found = read_seat_file(self.config(party)).log.hosts(self.plan.table, party.replace("-", "."))
            return HostLog(found, head=head)
        return HostLog(read_console_file(self.config(party)).log.hosts(self.plan.table, party))

    def set(self, party: str, old: str, new: str) -> None:
        """Change the text of a configuration file, which must stand there."""
        text = self.config(party).read_text()
        assert old in text, f"{old!r} does not stand in {self.config(party)}"
        self.config(party).write_text(text.replace(old, new))

    def add(self, party: str, more: str) -> None:
        """Write more at the end of a configuration file."""
        self.config(party).write_text(f"{self.config(party).read_text()}\n{more}")


def plan_for(
    seats: Mapping[str, str] = SEATS, nodes: int = 1, table: str = TABLE, hosts: int = 2, game: str = "sicbo"
) -> Plan:
    """A demonstration's plan whose servers and hosts listen on free ports of this machine."""
    found = tuple(Node(f"node-{n}", "127.0.0.1", free_port(), free_port()) for n in range(1, nodes + 1))
    listens = tuple(Host(f"host-{n}", "127.0.0.1", free_port()) for n in range(1, hosts + 1))
    named = tuple(Seat(name, layout) for name, layout in seats.items())
    return Plan(table, CASINO, named, found, listens, demonstration=True, game=game)


@contextlib.contextmanager
def provisioned(
    folder: Path,
    seats: Mapping[str, str] = SEATS,
    *,
    nodes: int = 1,
    table: str = TABLE,
    with_rights: bool = True,
    hosts: bool = False,
    listening: int = 2,
    serving: int = 0,
    game: str = "sicbo",
) -> Iterator[Provisioned]:
    """Provide ``folder``/provided, start its servers and bring users and rights in; all servers end at the end.

    ``listening``: so many hosts are provided. ``serving``: so many of them run. ``hosts``: the seats' tickets are the
    house's; without, each seat keeps its own.
    """
    made = folder / "provided"
    plan = plan_for(seats, nodes, table, listening, game)
    provide(plan, Authoriser(SUPERVISOR, PIN), made)
    found = Provisioned(made, plan)
    for name in () if hosts else seats:
        found.set(f"seat-{name}", 'tickets = "house"', 'tickets = "own"')
    try:
        for server in found.servers:
            server.start(wait=False)
        for server in found.servers:
            server.wait_ready()
        if with_rights:
            apply(made, lambda _: None)
        for host in found.serving[:serving]:
            host.start()
        yield found
    finally:
        for host in found.serving:
            host.kill()
        for server in found.servers:
            server.kill()
