"""The driver: carries out what the machine says, poll by poll, over a line that may be gone at any moment."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from kiosk.devices.cabinet import machine as core
from kiosk.devices.cabinet.framing import SEQUENCES, Frame
from kiosk.devices.cabinet.line import ANSWER_MS, LinePolls, LineThread, monotonic_ms
from kiosk.devices.cabinet.machine import Machine, Taken
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.messages import POLL, STATE, NotUnderstood, read_state, write_order
from kiosk.devices.cabinet.port import BoardCondition, Lamp, Notice
from kiosk.devices.cabinet.wire import OpenWire
from kiosk.devices.files import Memory
from kiosk.faults import why

POLL_MS: Final = 100


class Polls(LinePolls):
    """The machine of a board with its memory and its line; see LinePolls.

    ``adopt_first``: a seat without any history accepts the first board that it meets. Raises
    :class:`EnvironmentFault` for a memory that is damaged.
    guarantee: openings are kept as told only after ``tell`` has returned.
    """

    def __init__(
        self,
        open_wire: OpenWire,
        memory: Memory[Kept],
        tell: Notice,
        *,
        adopt_first: bool = False,
        clock_ms: Callable[[], int] = monotonic_ms,
        poll_ms: int = POLL_MS,
    ) -> None:
        super().__init__(open_wire, poll_ms, clock_ms)
        self._memory = memory
        self._tell = tell
        self._saved = memory.load()
        # Begun by lot: an answer to a driver that was killed just now is none to this one.
        self.machine = Machine(
            kept=self._saved, adopt_first=adopt_first, sequence=secrets.randbelow(SEQUENCES)
        )

    @property
    def is_silent(self) -> bool:
        return self.machine.condition is BoardCondition.SILENT

    def show(self, lamp: Lamp) -> None:
        """See `Cabinet`."""
        self.machine = core.show(self.machine, lamp)

    def adopt(self) -> None:
        """See `Cabinet`."""
        adopted = core.adopt(self.machine)
        if adopted is not self.machine:
            self._take(Taken(adopted))

    def poll(self, answer_s: float = ANSWER_MS / 1000) -> None:
        """Ask once, take the answer, tell what is new and keep it."""
        self.machine = core.asking(self.machine, self._clock_ms())
        order = core.order(self.machine, self._clock_ms())
        data = self._asked(Frame(POLL, self.machine.sequence, write_order(order)), STATE, answer_s)
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
        distrust = taken.machine.kept.distrust
        if distrust and distrust != self._saved.distrust:
            # Before anything else: a board that counts up again meanwhile must not be believed after a power cut.
            self._keep(replace(self._saved, distrust=distrust))
        for told in taken.told:
            self._tell(told)
        self._keep(self.machine.kept)

    def _keep(self, kept: Kept) -> None:
        words = ""
        if kept != self._saved:
            try:
                self._memory.save(kept)
                self._saved = kept
            except OSError as error:
                # Tried again with the next poll. A power cut before that tells it again, which does no harm.
                words = f"the cabinet driver's memory cannot be written: {why(error)}"
        self.machine = core.keeping(self.machine, words)


class BoardCabinet(LineThread[Polls]):
    """Fits `Cabinet`: a board on a line of its own, in a thread of its own; see LineThread.

    ``tell`` is called in that thread; what it has returned from counts as known to the seat.
    """

    def __init__(
        self, polls: Polls, on_bug: Callable[[BaseException], None], answer_ms: int = ANSWER_MS
    ) -> None:
        super().__init__("cabinet", polls, on_bug, answer_ms)

    def show(self, lamp: Lamp, /) -> None:
        """See `Cabinet`. The board hears of it in the next poll, which comes at once unless the board is silent."""
        self._order(lambda: self._polls.show(lamp))

    def adopt(self) -> None:
        """See `Cabinet`."""
        self._order(self._polls.adopt)
