"""A pit on one machine, for demonstrations: a provided table, its etcd, host, console and seats as processes."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from kiosk.app.config import read_console_file
from kiosk.demo import tied
from kiosk.devices.files import made_folder
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game
from kiosk.games import game as game_of
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Host, Node, Plan, Seat
from kiosk.resources import layout_names

TABLE, CASINO, SUPERVISOR = "12", "Demonstration Casino", "Supervisor"
SEATS = ("07", "08")
PIN_DIGITS = 6
ADDRESS = "127.0.0.1"
ETCD_ANSWERS_S = 20.0
_PORTS = range(20_000, 32_000)  # below those that Linux gives to callers
_PORT_TRIES = 100
ANOTHER_FOLDER = "Name another folder with --dir, where a new table is provided"
ENDS_S = 15.0  # so long a process may take to end before it is killed


class Pit:
    """The folder of a pit. ``provided`` is what `kiosk provision` writes; the PIN lies beside it, in the clear.

    That is for a demonstration alone, whose keys open nothing else.
    guarantee: no process outlives ours for long, however ours ends (Linux). Use it in the main thread alone.
    """

    def __init__(self, folder: Path, game: str | None = None) -> None:
        self.game = game if game is not None else first_game()
        self.folder = folder.absolute()
        self.provided = self.folder / "provided"
        self.console = self.provided / "config" / "console.toml"
        self.host = self.provided / "config" / "host-1.toml"
        self.archive = self.provided / "config" / "console" / "state" / "archive.db"
        self.seats = [self.provided / "config" / f"seat-{name}.toml" for name in SEATS]
        self._pin = self.folder / "pin.txt"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._outputs: list[BinaryIO] = []

    @property
    def pin(self) -> str:
        """The supervisor's PIN."""
        return self._pin.read_text(encoding="utf-8").strip()

    def provide(self) -> bool:
        """Provide the table where it is not there yet; whether it was new. Raises :class:`EnvironmentFault`."""
        if self.provided.exists():
            self._check_hosts()
            self._check_table()
            return False
        made_folder(self.folder)
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}d}"
        self._pin.touch(mode=0o600)
        self._pin.write_text(pin + "\n", encoding="utf-8")
        client, peer, serving = _free_ports(3)
        node, host = Node("node-1", ADDRESS, client, peer), Host("host-1", ADDRESS, serving)
        provide(
            Plan(TABLE, CASINO, self._seats, (node,), (host,), demonstration=True, game=self.game),
            Authoriser(SUPERVISOR, pin),
            self.provided,
        )
        return True

    @property
    def _seats(self) -> tuple[Seat, ...]:
        """With layouts as different as the game allows."""
        names = layout_names(self.game)[:1] if game_of(self.game).one_layout else layout_names(self.game)
        return tuple(Seat(name, layout) for name, layout in zip(SEATS, (names[0], names[-1]), strict=True))

    def _check_hosts(self) -> None:
        """What was provided before seats spoke to hosts knows no floor."""
        floor = self.provided / "ca" / "floor-ca.crt"
        if not floor.exists():
            raise EnvironmentFault(
                f"{self.provided} has no {floor.name}: expected it, since seats speak to hosts",
                f"Remove {self.folder}, or name another folder with --dir: kiosk pit makes a new table there",
            )

    def _check_table(self) -> None:
        found = read_console_file(self.console)
        if not found.demonstration:
            raise EnvironmentFault(
                f"{self.console}: demonstration of false: expected true, since a pit plays with simulated results",
                ANOTHER_FOLDER,
            )
        if found.game != self.game:
            raise EnvironmentFault(
                f"{self.console}: game of {found.game!r}: expected {self.game!r}", ANOTHER_FOLDER
            )

    def start_etcd(self) -> None:
        """Start the table's server and bring its rights in. Raises :class:`EnvironmentFault`."""
        folder = self.provided / "etcd"
        # In a session of its own: Ctrl-C must reach the seats first.
        server = self._start([_etcd(), "--config-file", "node-1.conf.yml"], "etcd", cwd=folder, apart=True)
        until_s = time.monotonic() + ETCD_ANSWERS_S
        while True:
            try:
                apply(self.provided, lambda _: None)
            except EnvironmentFault:
                if server.poll() is not None:
                    raise EnvironmentFault(
                        f"etcd has ended with status {server.returncode}", f"Read {self.folder / 'etcd.log'}"
                    ) from None
                if time.monotonic() > until_s:
                    raise
                time.sleep(0.2)
            else:
                return

    def start(self, words: Sequence[str], name: str) -> subprocess.Popen[bytes]:
        """Start ``kiosk`` with ``words``; what it says goes into a file of ``name`` beside the folder."""
        return self._start([sys.executable, "-m", "kiosk", *words], name)

    def _start(
        self, words: Sequence[str], name: str, *, cwd: Path | None = None, apart: bool = False
    ) -> subprocess.Popen[bytes]:
        output = (self.folder / f"{name}.log").open("ab")
        self._outputs.append(output)
        tie = [sys.executable, "-I", "-S", str(Path(tied.__file__)), str(os.getpid())]
        process = subprocess.Popen(  # noqa: S603 - our own program, and the table's server
            [*tie, *words],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=apart,
        )
        self._processes.append(process)
        return process

    def end(self) -> None:
        """End every process, the last begun first, so that the server outlives those who write to it."""
        for process in reversed(self._processes):
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(ENDS_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
        for output in self._outputs:
            output.close()
        self._outputs.clear()

    def last_words(self, name: str) -> str:
        """What a process has said last."""
        lines = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace").splitlines()
        return lines[-1] if lines else ""


def _etcd() -> str:
    """The server: from the PATH, or as packaging/set-up has unpacked it. Raises :class:`EnvironmentFault`."""
    unpacked = Path(sys.prefix) / "etcd" / "usr" / "bin" / "etcd"
    found = shutil.which("etcd") or (str(unpacked) if unpacked.exists() else None)
    if found is None:
        raise EnvironmentFault("etcd is not on the PATH", "Install etcd-server, or run packaging/set-up")
    return found


def _free_ports(count: int) -> list[int]:
    """``count`` ports that nobody listens at, drawn by lot.

    Between now and etcd's start the ports are nobody's: of two pits begun at once both would find the usual one free.
    """
    found: list[int] = []
    for port in secrets.SystemRandom().sample(_PORTS, _PORT_TRIES):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((ADDRESS, port))
            found.append(port)
        if len(found) == count:
            return found
    raise EnvironmentFault("no port is free on this machine", "Close other programs")
