"""The driver: carries out what the machine says, poll by poll, over a line that may be gone at any moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from kiosk.devices.cabinet.framing import SEQUENCES, Frame
from kiosk.devices.cabinet.line import ANSWER_MS, LinePolls, LineThread, monotonic_ms
from kiosk.devices.cabinet.messages import NotUnderstood
from kiosk.devices.cabinet.wire import OpenWire
from kiosk.devices.shoe import machine as core
from kiosk.devices.shoe.machine import Machine, Taken
from kiosk.devices.shoe.messages import POLL, STATE, read_state, write_order
from kiosk.devices.shoe.port import Notice, ShoeCondition

POLL_MS: Final = 20  # a card is on its seat's screen within 50 ms


class Polls(LinePolls):
    """The machine of a shoe with its line; see LinePolls."""

    def __init__(
        self, open_wire: OpenWire, tell: Notice, *, clock_ms: Callable[[], int] = monotonic_ms
    ) -> None:
        super().__init__(open_wire, POLL_MS, clock_ms)
        self._tell = tell
        # Begun by lot: an answer to a driver that was killed just now is none to this one.
        self.machine = Machine(sequence=secrets.randbelow(SEQUENCES))

    @property
    def is_silent(self) -> bool:
        return self.machine.condition is ShoeCondition.SILENT

    def change(self, how: Callable[[Machine], Machine]) -> None:
        """An order of the console."""
        self.machine = how(self.machine)

    def poll(self, answer_s: float = ANSWER_MS / 1000) -> None:
        """Ask once, take the answer, and tell what is new."""
        self.machine = core.asking(self.machine, self._clock_ms())
        request = Frame(POLL, self.machine.sequence, write_order(core.order(self.machine)))
        data = self._asked(request, STATE, answer_s)
        if data is None:
            return
        try:
            state = read_state(data)
        except NotUnderstood as error:
            self._take(core.on_unreadable(self.machine, self._clock_ms(), str(error)))
        else:
            self._take(core.on_state(self.machine, self._clock_ms(), state))

    def _on_silence(self, words: str, *, gone: bool) -> None:
        self._take(core.on_silence(self.machine, self._clock_ms(), words, gone=gone))

    def _take(self, taken: Taken) -> None:
        self.machine = taken.machine
        for told in taken.told:
            self._tell(told)


class LineShoe(LineThread[Polls]):
    """Fits `Shoe`: a shoe on a line of its own, in a thread of its own, in which `tell` is called; see LineThread."""

    def __init__(
        self, polls: Polls, on_bug: Callable[[BaseException], None], answer_ms: int = ANSWER_MS
    ) -> None:
        super().__init__("shoe", polls, on_bug, answer_ms)

    def begin(self, deal: int, /) -> None:
        """See `Shoe`."""
        self._order(lambda: self._polls.change(lambda machine: core.begin(machine, deal)))

    def want(self, cards: int, /) -> None:
        """See `Shoe`."""
        self._order(lambda: self._polls.change(lambda machine: core.want(machine, cards)))

    def took(self, number: int, /) -> None:
        """See `Shoe`."""
        self._order(lambda: self._polls.change(lambda machine: core.took(machine, number)))
