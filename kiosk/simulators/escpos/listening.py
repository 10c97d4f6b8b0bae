"""Where the simulated printer listens: a port of the network, or a pseudo-terminal."""

from __future__ import annotations

import select
import socket
import threading

from kiosk.simulators.escpos.paper import Paper, PowerLost
from kiosk.simulators.pseudo_terminal import PseudoTerminal

_LOOK_S = 0.05
_MOST = 65_536


class NetworkPort:
    """Listens on a free port of this machine: ``port``. One driver at a time. ``unplug``: nobody can come in."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self.unplugged = False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="printer-simulator", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """The printer is gone."""
        self._ended.set()
        self._thread.join()
        self._server.close()

    def _run(self) -> None:
        while not self._ended.is_set():
            if not select.select([self._server], [], [], _LOOK_S)[0]:
                continue
            line, _ = self._server.accept()
            with line:
                if not self.unplugged:
                    self._serve(line)

    def _serve(self, line: socket.socket) -> None:
        while not self._ended.is_set() and not self.unplugged:
            if not select.select([line], [], [], _LOOK_S)[0]:
                continue
            try:
                data = line.recv(_MOST)
                if not data:
                    return
                back = self.paper.feed(data)
                if back:
                    line.sendall(back)
            except (PowerLost, OSError):
                self.paper.power_off()
                return


class Terminal(PseudoTerminal):
    """A pseudo-terminal with the printer at its far end."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        super().__init__(self._feed, "printer-simulator")

    def _feed(self, data: bytes) -> bytes:
        try:
            return self.paper.feed(data)
        except PowerLost:
            self.paper.power_off()
            return b""
