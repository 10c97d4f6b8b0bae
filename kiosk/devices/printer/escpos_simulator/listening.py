"""Where the simulated printer listens: a port of the network, or a pseudo-terminal."""

from __future__ import annotations

import os
import select
import socket
import threading
import tty

from kiosk.devices.printer.escpos_simulator.paper import Paper, PowerLost

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


class Terminal:
    """A pseudo-terminal with the printer at its far end; ``port`` is what a driver opens."""

    def __init__(self, paper: Paper) -> None:
        self.paper = paper
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="printer-simulator", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """The printer is gone."""
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        while not self._ended.is_set():
            if not select.select([self._master], [], [], _LOOK_S)[0]:
                continue
            try:
                back = self.paper.feed(os.read(self._master, _MOST))
            except PowerLost:
                self.paper.power_off()
                continue
            if back:
                os.write(self._master, back)
