"""The simulated acceptor's end of the line: frames in, frames out, and what a bad line does to them."""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.devices.notes.id003.framing import Frame, Reader, encode
from kiosk.devices.notes.id003_simulator.mechanics import Mechanics

_LOOK_S = 0.05


@dataclass
class Noise:
    """How the next answers go wrong; each counts down. ``stops_after`` bytes of an answer the rest is lost."""

    garbled: int = 0
    silent: int = 0
    cut: int = 0
    stops_after: int = 3
    deaf: int = 0  # commands that do not arrive


class Line:
    """Turns bytes into commands and answers into bytes."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.mechanics = mechanics
        self.noise = Noise()
        self.commands: list[Frame] = []  # the newest last
        self.on_command: Callable[[Frame], None] = lambda _: None
        self._reader = Reader()

    def answers(self, data: bytes) -> bytes:
        """What comes back for these bytes."""
        return b"".join(self._answer(command) for command in self._reader.feed(data))

    def _answer(self, command: Frame) -> bytes:
        noise = self.noise
        if noise.deaf:
            noise.deaf -= 1
            return b""
        self.commands = [*self.commands[-999:], command]
        self.on_command(command)
        answer = self.mechanics.answer(command)
        if answer is None:
            return b""
        whole = encode(answer)
        if noise.silent:
            noise.silent -= 1
            return b""
        if noise.garbled:
            noise.garbled -= 1
            return whole[:-1] + bytes((whole[-1] ^ 0x10,))
        if noise.cut:
            noise.cut -= 1
            return whole[: noise.stops_after]
        return whole


class Terminal:
    """A pseudo-terminal with the simulated acceptor at its far end, in a thread of its own.

    ``port`` is what a driver opens. ``cord_out`` and ``cord_in`` are the plug in somebody's hand.
    """

    def __init__(self, line: Line) -> None:
        self.line = line
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._plugged = True
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="acceptor-simulator", daemon=True)
        self._thread.start()

    def cord_out(self) -> None:
        """What is sent goes nowhere."""
        self._plugged = False

    def cord_in(self) -> None:
        """The line carries again."""
        self._plugged = True

    def close(self) -> None:
        """The acceptor is gone."""
        self._ended.set()
        self._thread.join()
        os.close(self._master)
        os.close(self._slave)

    def _run(self) -> None:
        while not self._ended.is_set():
            ready, _, _ = select.select([self._master], [], [], _LOOK_S)
            if not ready:
                continue
            data = os.read(self._master, 4096)
            if self._plugged and (back := self.line.answers(data)):
                os.write(self._master, back)
