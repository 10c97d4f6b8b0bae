"""The driver: carries out what the machine says, poll by poll, over a line that may be gone at any moment."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from kiosk.devices.cabinet.driver import monotonic_ms
from kiosk.devices.cabinet.framing import SEQUENCES, Frame
from kiosk.devices.cabinet.line import Line
from kiosk.devices.cabinet.messages import NotUnderstood
from kiosk.devices.cabinet.wire import OpenWire
from kiosk.devices.shoe import machine as core
from kiosk.devices.shoe.machine import Machine, Taken
from kiosk.devices.shoe.messages import POLL, STATE, read_state, write_order
from kiosk.devices.shoe.port import Notice, ShoeCondition

POLL_MS: Final = 20  # a card is on its seat's screen within 50 ms
ANSWER_MS: Final = 200  # a shoe answers within 20; more is silence
RETRY_MS: Final = (100, 200, 500, 1_000, 2_000)  # between tries to reach a shoe that is silent


class Polls:
    """One poll after the other, in whatever one thread: the machine with its line."""

    def __init__(
        self, open_wire: OpenWire, tell: Notice, *, clock_ms: Callable[[], int] = monotonic_ms
    ) -> None:
        self._line = Line(open_wire)
        self._tell = tell
        self._clock_ms = clock_ms
        # Begun by lot: an answer to a driver that was killed just now is none to this one.
        self.machine = Machine(sequence=secrets.randbelow(SEQUENCES))
        self._tries = 0  # in vain, in a row

    @property
    def wait_ms(self) -> int:
        """How long to wait until the next poll."""
        if self.machine.condition is not ShoeCondition.SILENT or not self._tries:
            return POLL_MS
        return RETRY_MS[min(self._tries, len(RETRY_MS)) - 1]

    def change(self, how: Callable[[Machine], Machine]) -> None:
        """An order of the console."""
        self.machine = how(self.machine)

    def poll(self, answer_s: float = ANSWER_MS / 1000) -> None:
        """Ask once, take the answer, and tell what is new."""
        self.machine = core.asking(self.machine, self._clock_ms())
        request = Frame(POLL, self.machine.sequence, write_order(core.order(self.machine)))
        try:
            frame = self._line.ask(request, STATE, answer_s)
        except OSError as error:
            self._in_vain(f"the line is gone: {error.strerror or error}", gone=True)
            return
        if frame is None:
            self._in_vain(f"no answer within {answer_s * 1000:.0f} ms", gone=False)
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
        if gone or self.machine.condition is ShoeCondition.SILENT:
            self._tries += 1
            self.drop_line()  # an adapter that hangs comes back with the next opening

    def _take(self, taken: Taken) -> None:
        self.machine = taken.machine
        for told in taken.told:
            self._tell(told)


class LineShoe:
    """Fits `Shoe`: a shoe on a line of its own, in a thread of its own.

    `tell` is called in that thread. `on_bug` is told there of an exception that is no fault of the line, and the
    thread has ended then. No call here waits, but `close` for the poll at hand.
    """

    def __init__(
        self, polls: Polls, on_bug: Callable[[BaseException], None], answer_ms: int = ANSWER_MS
    ) -> None:
        self._polls = polls
        self._on_bug = on_bug
        self._answer_s = answer_ms / 1000
        self._orders: deque[Callable[[Machine], Machine]] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="shoe", daemon=True)
        self._started = False

    def power_up(self) -> None:
        """See `Shoe`."""
        if not self._started:
            self._started = True
            self._thread.start()

    def begin(self, deal: int, /) -> None:
        """See `Shoe`."""
        self._order(partial(_begin, deal=deal))

    def want(self, cards: int, /) -> None:
        """See `Shoe`."""
        self._order(partial(_want, cards=cards))

    def took(self, number: int, /) -> None:
        """See `Shoe`."""
        self._order(partial(_took, number=number))

    def close(self) -> None:
        """See `Shoe`. Ends the thread after the poll at hand and gives the line back."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._started:
            self._thread.join()
        self._polls.drop_line()

    def _order(self, how: Callable[[Machine], Machine]) -> None:
        with self._changed:
            self._orders.append(how)
            self._changed.notify()

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
            orders = tuple(self._orders)
            self._orders.clear()
            if self._ended:
                return False
        for how in orders:
            self._polls.change(how)
        return True

    def _wait(self) -> None:
        """Until the next poll is due, or there is an order and a shoe that may hear it."""
        silent = self._polls.machine.condition is ShoeCondition.SILENT
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (not silent and bool(self._orders)), self._polls.wait_ms / 1000
            )


def _begin(machine: Machine, *, deal: int) -> Machine:
    return core.begin(machine, deal)


def _want(machine: Machine, *, cards: int) -> Machine:
    return core.want(machine, cards)


def _took(machine: Machine, *, number: int) -> Machine:
    return core.took(machine, number)
