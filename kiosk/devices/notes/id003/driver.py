"""The driver: carries out what the machine says, poll by poll, over a line that may be gone at any moment."""

from __future__ import annotations

import queue
import threading
import time
import uuid
from collections.abc import Callable

from kiosk.devices.files import Memory
from kiosk.devices.notes.id003 import machine as core
from kiosk.devices.notes.id003.codes import Command
from kiosk.devices.notes.id003.framing import Frame, Reader, encode
from kiosk.devices.notes.id003.machine import Machine, Settings, Taken
from kiosk.devices.notes.id003.memory import Kept
from kiosk.devices.notes.id003.wire import OpenWire, Wire
from kiosk.devices.ports import AcceptorEvent, Deliver
from kiosk.faults import why
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.events import AcceptorIs

POLL_MS = 100
ANSWER_MS = 200  # an acceptor answers within a few; more is silence
REOPEN_MS = (100, 200, 500, 1_000, 2_000)  # between tries to open a line that is gone
MAX_ORDERS = 64
SETTLED_AFTER = 200  # polls without rest, in one thread: it never rests


class Polls:
    """One poll after the other, in whatever one thread: the machine with its memory and its line.

    guarantee: what the machine keeps is on disk before anything of it is told or sent. An item that cannot be
    remembered is not taken: it goes back.
    """

    def __init__(
        self,
        settings: Settings,
        open_wire: OpenWire,
        memory: Memory[Kept],
        deliver: Deliver,
        serials: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        self._settings = settings
        self._open_wire = open_wire
        self._memory = memory
        self._deliver = deliver
        self._serials = serials
        self._wire: Wire | None = None
        self._reader = Reader()
        self.machine: Machine = core.started(memory.load())
        self.polls = 0
        self.failed_opens = 0

    def power_up(self) -> None:
        """Tell the item that was stacked last again."""
        stacked = self.machine.kept.stacked
        if stacked is not None:
            self._take(core.stack(self.machine, self._settings, stacked.serial))

    def enable(self, enabled: bool) -> None:
        """See `NoteAcceptor`."""
        self._take(core.enable(self.machine, enabled))

    def stack(self, serial: str) -> None:
        """See `NoteAcceptor`."""
        self._take(core.stack(self.machine, self._settings, serial))

    def give_back(self, serial: str) -> None:
        """See `NoteAcceptor`."""
        self._take(core.give_back(self.machine, serial))

    def poll(self, answer_s: float = ANSWER_MS / 1000) -> None:
        """Send the most urgent command and take its answer."""
        self.polls += 1
        command = core.next_command(self.machine, self._settings)
        try:
            wire = self._wire or self._opened()
            self._reader.clear()
            wire.send(encode(command))
            self.machine = core.on_sent(self.machine, command.code)
            if command.code == Command.ACK:  # nothing answers it
                return
            frame = self._answer(wire, answer_s)
        except OSError as error:
            self.drop_line()
            words = f"the line is gone: {why(error)}"
            self._take(core.on_silence(self.machine, self._settings, words, gone=True))
            return
        if frame is None:
            words = f"no answer within {answer_s * 1000:.0f} ms"
            self._take(core.on_silence(self.machine, self._settings, words))
        else:
            self._take(core.on_frame(self.machine, self._settings, frame, self._serials))

    def settle(self) -> None:
        """Poll until nothing more comes by itself: for a seat without threads."""
        for _ in range(SETTLED_AFTER):
            self.poll(0)
            if core.is_quiet(self.machine):
                return

    def drop_line(self) -> None:
        """Close the line; the next poll opens it again."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    def _opened(self) -> Wire:
        try:
            self._wire = self._open_wire()
        except OSError:
            self.failed_opens += 1
            raise
        self.failed_opens = 0
        return self._wire

    def _answer(self, wire: Wire, answer_s: float) -> Frame | None:
        end = time.monotonic() + answer_s
        while True:
            frames = self._reader.feed(wire.receive(max(0.0, end - time.monotonic())))
            if frames:
                return frames[-1]
            if time.monotonic() >= end:
                return None

    def _take(self, taken: Taken) -> None:
        if taken.machine.kept != self.machine.kept:
            try:
                self._memory.save(taken.machine.kept)
            except OSError as error:
                # As if the answer had not come: the acceptor repeats what waits for us, and an item goes back.
                self._not_kept(error)
                return
        self.machine = taken.machine
        for event in taken.told:
            self._tell(event)

    def _not_kept(self, error: OSError) -> None:
        words = f"the driver's memory cannot be written: {error.strerror}"
        machine = core.refused(self.machine)
        if machine.status is not AcceptorCondition.FAILURE:
            self._tell(AcceptorIs(self._settings.device, AcceptorCondition.FAILURE, words))
        self.machine = core.failed(machine)

    def _tell(self, event: AcceptorEvent) -> None:
        self._deliver(event)


class Id003Acceptor:
    """Fits `NoteAcceptor`: an acceptor on a line of its own, in a thread of its own.

    ``deliver`` is called in that thread and must only enqueue; ``on_bug`` is told there of an exception that is no
    fault of the line, and the thread has ended then. No call here ever waits.
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
        self._poll_s = poll_ms / 1000
        self._answer_s = answer_ms / 1000
        self._orders: queue.Queue[Callable[[], None] | None] = queue.Queue(MAX_ORDERS)
        self._thread = threading.Thread(target=self._run, name="acceptor", daemon=True)
        self._started = False

    def power_up(self) -> None:
        """See `NoteAcceptor`."""
        self._order(self._polls.power_up)
        if not self._started:
            self._started = True
            self._thread.start()

    def enable(self, enabled: bool, /) -> None:
        """See `NoteAcceptor`. The acceptor hears of it in the next poll, which comes at once."""
        self._order(lambda: self._polls.enable(enabled))

    def stack(self, item_id: str, /) -> None:
        """See `NoteAcceptor`."""
        self._order(lambda: self._polls.stack(item_id))

    def give_back(self, item_id: str, /) -> None:
        """See `NoteAcceptor`."""
        self._order(lambda: self._polls.give_back(item_id))

    def close(self) -> None:
        """End the thread after the poll at hand and give the line back; the slot is left as it is."""
        if self._started and self._thread.is_alive():
            self._orders.put(None)
            self._thread.join()
        self._polls.drop_line()

    def _order(self, order: Callable[[], None]) -> None:
        if self._started and not self._thread.is_alive():
            return  # one that a bug has ended takes nothing anyway
        try:
            self._orders.put_nowait(order)
        except queue.Full:
            self._on_bug(RuntimeError(f"{MAX_ORDERS} orders wait for the acceptor already"))

    def _run(self) -> None:
        try:
            while self._take_orders():
                self._polls.poll(self._answer_s)
        except Exception as bug:
            self._on_bug(bug)
            raise

    def _take_orders(self) -> bool:
        """Wait for the time of the next poll or for an order; False when it is time to end."""
        wait_s = 0.0 if core.is_in_haste(self._polls.machine) else self._poll_s
        if self._polls.failed_opens:
            wait_s = max(wait_s, REOPEN_MS[min(self._polls.failed_opens, len(REOPEN_MS)) - 1] / 1000)
        try:
            order = self._orders.get(timeout=wait_s)
            while True:
                if order is None:
                    return False
                order()
                order = self._orders.get_nowait()
        except queue.Empty:
            return True
