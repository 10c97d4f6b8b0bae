"""The far end of a simulated board's line, or a shoe's: frames in, frames out, and what a bad line does to them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Protocol

from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.devices.cabinet.wire import BoardWire, DirectWire, OpenWire
from kiosk.simulators.pseudo_terminal import PseudoTerminal


@dataclass
class BoardNoise:
    """How the next answers go wrong; each counts down. ``stops_after`` bytes of an answer the rest is lost."""

    garbled: int = 0
    silent: int = 0
    cut: int = 0
    stops_after: int = 3
    deaf: int = 0  # requests that do not arrive
    late: int = 0  # answers that come in front of the next answer instead


class Mechanics(Protocol):
    """What a simulated device makes of a request."""

    def answer(self, request: Frame) -> Frame | None:
        """Its answer; None for none."""


class BoardLine:
    """Turns bytes into requests and answers into bytes."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.mechanics = mechanics
        self.noise = BoardNoise()
        self.requests = 0
        self.on_request: Callable[[Frame], None] = lambda _: None
        self._reader = Reader()
        self._late = b""

    def answers(self, data: bytes) -> bytes:
        """What comes back for these bytes."""
        return b"".join(self._answer(request) for request in self._reader.feed(data))

    def _answer(self, request: Frame) -> bytes:
        noise = self.noise
        if noise.deaf:
            noise.deaf -= 1
            return b""
        self.requests += 1
        self.on_request(request)
        answer = self.mechanics.answer(request)
        if answer is None:
            return b""
        late, self._late = self._late, b""
        whole = encode(answer)
        if noise.silent:
            noise.silent -= 1
            return late
        if noise.garbled:
            noise.garbled -= 1
            return late + whole[:-1] + bytes((whole[-1] ^ 0x10,))
        if noise.cut:
            noise.cut -= 1
            return late + whole[: noise.stops_after]
        if noise.late:
            noise.late -= 1
            self._late = whole
            return late
        return late + whole


class BoardTerminal(PseudoTerminal):
    """A pseudo-terminal with the simulated board or shoe at its far end."""

    def __init__(self, line: BoardLine) -> None:
        self.line = line
        super().__init__(lambda data: self.line.answers(data), "board-simulator")


def simulated_wire(mechanics: Mechanics, opened: ExitStack) -> OpenWire:
    """What opens the line to a simulated device: its pseudo-terminal, which ``opened`` closes, or the device itself."""
    line = BoardLine(mechanics)
    with suppress(OSError):  # a machine may have no pseudo-terminals to give
        terminal = BoardTerminal(line)
        opened.callback(terminal.close)
        return lambda: BoardWire(terminal.port)
    return lambda: DirectWire(line.answers)
