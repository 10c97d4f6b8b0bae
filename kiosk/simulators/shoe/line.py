"""The simulated shoe's end of the line: frames in, frames out, and what a bad line does to them."""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.simulators.pseudo_terminal import PseudoTerminal
from kiosk.simulators.shoe.mechanics import ShoeMechanics


@dataclass
class ShoeNoise:
    """How the next answers go wrong; each counts down."""

    garbled: int = 0
    silent: int = 0


class ShoeLine:
    """Turns bytes into requests and answers into bytes."""

    def __init__(self, mechanics: ShoeMechanics) -> None:
        self.mechanics = mechanics
        self.noise = ShoeNoise()
        self.requests = 0
        self._reader = Reader()

    def answers(self, data: bytes) -> bytes:
        """What comes back for these bytes."""
        return b"".join(self._answer(request) for request in self._reader.feed(data))

    def _answer(self, request: Frame) -> bytes:
        self.requests += 1
        answer = self.mechanics.answer(request)
        if answer is None:
            return b""
        whole, noise = encode(answer), self.noise
        if noise.silent:
            noise.silent -= 1
            return b""
        if noise.garbled:
            noise.garbled -= 1
            return whole[:-1] + bytes((whole[-1] ^ 0x10,))
        return whole


class ShoeTerminal(PseudoTerminal):
    """A pseudo-terminal with the simulated shoe at its far end."""

    def __init__(self, line: ShoeLine) -> None:
        self.line = line
        super().__init__(lambda data: self.line.answers(data), "shoe-simulator")
