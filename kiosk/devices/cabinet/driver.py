"""The driver: carries out what the machine says, poll by poll, over a line that may be gone at any moment."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from kiosk.devices.cabinet import machine as core
from kiosk.devices.cabinet.framing import SEQUENCES, Frame
from kiosk.devices.cabinet.line import Line
from kiosk.devices.cabinet.machine import Machine, Taken
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.messages import POLL, STATE, NotUnderstood, read_state, write_order
from kiosk.devices.cabinet.port import BoardCondition, Lamp, Notice
from kiosk.devices.cabinet.wire import OpenWire
from kiosk.devices.files import Memory

POLL_MS: Final = 100
ANSWER_MS: Final = 200  # a board answers within 20; more is silence
RETRY_MS: Final = (100, 200, 500, 1_000, 2_000)  # between tries to reach a board that is silent


def monotonic_ms() -> int:
    """A clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


class Polls:
    """One poll after the other, in whatever one thread: the machine with its memory and its line.

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
    ) -> None:
        self._line = Line(open_wire)
        self._memory = memory
        self._tell = tell
        self._clock_ms = clock_ms
        self._saved = memory.load()
        # Begun by lot: an answer to a driver that was killed just now is none to this one.
        self.machine = Machine(
            kept=self._saved, adopt_first=adopt_first, sequence=secrets.randbelow(SEQUENCES)
        )
        self._tries = 0  # in vain, in a row

    @property
    def wait_ms(self) -> int:
        """How long to wait until the next poll."""
        if self.machine.condition is not BoardCondition.SILENT or not self._tries:
            return POLL_MS
        return RETRY_MS[min(self._tries, len(RETRY_MS)) - 1]

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
        request = Frame(POLL, self.machine.sequence, write_order(order))
        skipped = self._line.skipped
        try:
            frame = self._line.ask(request, STATE, answer_s)
        except OSError as error:
            self._in_vain(f"the line is gone: {error.strerror or error}", gone=True)
            return
        if frame is None:
            garbled = self._line.skipped - skipped
            words = f"{garbled} bytes that are no answer" if garbled else "no answer"
            self._in_vain(f"{words} within {answer_s * 1000:.0f} ms", gone=False)
            return
        self._tries = 0
        try:
            state = read_state(frame.data)
        except NotUnderstood as error:
            self._take(core.on_unreadable(self.machine, self._clock_ms(), str(error)))
        else:
            self._take(core.on_state(self.machine, self._clock_ms(), state))

    def drop_line(self) -> None:
        """Close the line; the next poll opens it again."""
        self._line.drop()

    def _in_vain(self, words: str, *, gone: bool) -> None:
        self._take(core.on_silence(self.machine, self._clock_ms(), words, gone=gone))
        if gone or self.machine.condition is BoardCondition.SILENT:
            self._tries += 1
            self.drop_line()  # an adapter that hangs comes back with the next opening

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
                words = f"the cabinet driver's memory cannot be written: {error.strerror or error}"
        self.machine = core.keeping(self.machine, words)


class BoardCabinet:
    """Fits `Cabinet`: a board on a line of its own, in a thread of its own.

    ``tell`` is called in that thread; what it has returned from counts as known to the seat. ``on_bug`` is told there
    of an exception that is no fault of the line, and the thread has ended then. No call here waits, but ``close`` for
    the poll at hand.
    """

    def __init__(
        self,
        polls: Polls,
        on_bug: Callable[[BaseException], None],
        poll_ms: int = POLL_MS,
        answer_ms: int = ANSWER_MS,
    ) -> None:
        self._polls = polls
        self._on_bug = on_bug
        self._poll_ms = poll_ms
        self._answer_s = answer_ms / 1000
        self._changed = threading.Condition()
        self._lamp: Lamp | None = None
        self._adopt = False
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="cabinet", daemon=True)
        self._started = False

    def power_up(self) -> None:
        """See `Cabinet`."""
        if not self._started:
            self._started = True
            self._thread.start()

    def show(self, lamp: Lamp, /) -> None:
        """See `Cabinet`. The board hears of it in the next poll, which comes at once unless the board is silent."""
        with self._changed:
            self._lamp = lamp
            self._changed.notify()

    def adopt(self) -> None:
        """See `Cabinet`."""
        with self._changed:
            self._adopt = True
            self._changed.notify()

    def close(self) -> None:
        """See `Cabinet`. Ends the thread after the poll at hand and gives the line back."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._started:
            self._thread.join()
        self._polls.drop_line()

    def _run(self) -> None:
        try:
            while self._take_orders():
                self._polls.poll(self._answer_s)
                self._wait()
        except Exception as bug:
            self._on_bug(bug)
            raise

    def _take_orders(self) -> bool:
        """Carry out what was ordered; False when it is time to end."""
        with self._changed:
            lamp, self._lamp = self._lamp, None
            adopt, self._adopt = self._adopt, False
            if self._ended:
                return False
        if lamp is not None:
            self._polls.show(lamp)
        if adopt:
            self._polls.adopt()
        return True

    def _wait(self) -> None:
        """Until the next poll is due, or there is an order and a board that may hear it."""
        silent = self._polls.machine.condition is BoardCondition.SILENT
        wait_ms = self._polls.wait_ms if silent else self._poll_ms
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (not silent and (self._adopt or self._lamp is not None)),
                wait_ms / 1000,
            )
