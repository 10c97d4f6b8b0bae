"""One question at a time over a line that may be gone at any moment: the board's, and whatever speaks in its frames."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.devices.cabinet.wire import OpenWire, Wire
from kiosk.faults import why

ANSWER_MS: Final = 200  # a board answers within 20; more is silence
RETRY_MS: Final = (100, 200, 500, 1_000, 2_000)  # between tries to reach one that is silent


def monotonic_ms() -> int:
    """A clock that never jumps."""
    return time.monotonic_ns() // 1_000_000


class Line:
    """A line that is opened with the first question, and again after it was dropped."""

    def __init__(self, open_wire: OpenWire) -> None:
        self._open_wire = open_wire
        self._wire: Wire | None = None
        self._reader = Reader()

    @property
    def skipped(self) -> int:
        """Bytes so far that were no answer."""
        return self._reader.skipped

    def ask(self, request: Frame, answers: int, answer_s: float) -> Frame | None:
        """The answer of the code ``answers`` to the request of this number; one to an earlier request is none.

        None when none came in time. Raises OSError when the line is gone.
        """
        if self._wire is None:
            self._wire = self._open_wire()
        self._reader.clear()
        self._wire.send(encode(request))
        end = time.monotonic() + answer_s
        while True:
            for frame in self._reader.feed(self._wire.receive(max(0.0, end - time.monotonic()))):
                if frame.code == answers and frame.sequence == request.sequence:
                    return frame
            if time.monotonic() >= end:
                self._reader.clear()  # what came in part counts as skipped
                return None

    def drop(self) -> None:
        """Close the line; the next question opens it again."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()


class LinePolls(ABC):
    """One poll after the other over such a line, in whatever one thread."""

    def __init__(self, open_wire: OpenWire, poll_ms: int, clock_ms: Callable[[], int]) -> None:
        self._line = Line(open_wire)
        self._poll_ms = poll_ms
        self._clock_ms = clock_ms
        self._tries = 0  # in vain, in a row

    @property
    @abstractmethod
    def is_silent(self) -> bool:
        """Whether what is at the other end has not answered for long enough to say so."""

    @abstractmethod
    def poll(self, answer_s: float = ANSWER_MS / 1000) -> None:
        """Ask once, take the answer, and tell what is new."""

    @abstractmethod
    def _on_silence(self, words: str, *, gone: bool) -> None:
        """Nothing has answered; ``gone``: the line has failed."""

    @property
    def wait_ms(self) -> int:
        """How long to wait until the next poll."""
        if not self.is_silent or not self._tries:
            return self._poll_ms
        return RETRY_MS[min(self._tries, len(RETRY_MS)) - 1]

    def drop_line(self) -> None:
        """Close the line; the next poll opens it again."""
        self._line.drop()

    def _asked(self, request: Frame, answers: int, answer_s: float) -> bytes | None:
        """The data of the answer; None where nothing has answered, which is told then."""
        skipped = self._line.skipped
        try:
            frame = self._line.ask(request, answers, answer_s)
        except OSError as error:
            self._in_vain(f"the line is gone: {why(error)}", gone=True)
            return None
        if frame is None:
            garbled = self._line.skipped - skipped
            words = f"{garbled} bytes that are no answer" if garbled else "no answer"
            self._in_vain(f"{words} within {answer_s * 1000:.0f} ms", gone=False)
            return None
        self._tries = 0
        return frame.data

    def _in_vain(self, words: str, *, gone: bool) -> None:
        self._on_silence(words, gone=gone)
        if gone or self.is_silent:
            self._tries += 1
            self.drop_line()  # an adapter that hangs comes back with the next opening


_P = TypeVar("_P", bound=LinePolls)


class LineThread(Generic[_P]):
    """What is polled so on a line of its own, in a thread of its own.

    ``on_bug`` is told in that thread of an exception that is no fault of the line, and the thread has ended then. No
    call here waits, but ``close`` for the poll at hand.
    """

    def __init__(self, name: str, polls: _P, on_bug: Callable[[BaseException], None], answer_ms: int) -> None:
        self._polls = polls
        self._on_bug = on_bug
        self._answer_s = answer_ms / 1000
        self._orders: deque[Callable[[], None]] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._started = False

    def power_up(self) -> None:
        """Begin to poll."""
        if not self._started:
            self._started = True
            self._thread.start()

    def close(self) -> None:
        """End the thread after the poll at hand and give the line back."""
        with self._changed:
            self._ended = True
            self._changed.notify()
        if self._started:
            self._thread.join()
        self._polls.drop_line()

    def _order(self, order: Callable[[], None]) -> None:
        """To be carried out before the next poll, which comes at once unless nothing answers."""
        with self._changed:
            self._orders.append(order)
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
        for order in orders:
            order()
        return True

    def _wait(self) -> None:
        """Until the next poll is due, or there is an order and somebody who may hear it."""
        silent = self._polls.is_silent
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended or (not silent and bool(self._orders)), self._polls.wait_ms / 1000
            )
