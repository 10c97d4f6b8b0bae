"""The simulated acceptor's end of the line: frames in, frames out, and what a bad line does to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.devices.notes.id003.framing import Frame, Reader, encode
from kiosk.simulators.id003.mechanics import Mechanics
from kiosk.simulators.pseudo_terminal import PseudoTerminal


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


class Terminal(PseudoTerminal):
    """A pseudo-terminal with the simulated acceptor at its far end."""

    def __init__(self, line: Line) -> None:
        self.line = line
        super().__init__(lambda data: self.line.answers(data), "acceptor-simulator")
