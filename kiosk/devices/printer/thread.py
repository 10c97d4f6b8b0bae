"""A printer's own thread: one job after the other, and a look at an idle printer now and then."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress

from kiosk.devices.ports import Deliver, PrinterEvent
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import PrinterIs

MAX_JOBS = 16
BUSY = f"{MAX_JOBS} jobs wait for the printer already"
_JOIN_S = 0.1
Style = Callable[[], tuple[PrinterCondition, str]]


class PrinterThread:
    """Runs jobs in order; each answers with one event. ``look`` is the printer's status now and what it means.

    ``deliver`` and ``on_bug`` are called in this thread and must only enqueue.
    """

    def __init__(
        self, look: Style, look_s: float, deliver: Deliver, on_bug: Callable[[BaseException], None]
    ) -> None:
        self._look = look
        self._look_s = look_s
        self._deliver = deliver
        self._on_bug = on_bug
        self.status = PrinterCondition.READY  # as it was when it was last looked at
        self._jobs: queue.Queue[Callable[[], PrinterEvent] | None] = queue.Queue(MAX_JOBS)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="printer", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def put(self, job: Callable[[], PrinterEvent]) -> bool:
        """Do this job after those that wait; False when too many wait. Never waits."""
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            return False
        return True

    def close(self) -> None:
        """Finish the job at hand and end; what waits is left, and is asked about at the next start."""
        self._closing.set()
        while self._thread.is_alive():
            with suppress(queue.Full):
                self._jobs.put_nowait(None)
            self._thread.join(_JOIN_S)

    def found(self, status: PrinterCondition, detail: str) -> None:
        """The printer has this status now: tell it when it is another. In this thread."""
        if status is not self.status:
            self.status = status
            self._deliver(PrinterIs(status, detail))

    def _run(self) -> None:
        try:
            while True:
                self.found(*self._look())
                try:
                    job = self._jobs.get(timeout=self._look_s)
                except queue.Empty:
                    continue
                if job is None or self._closing.is_set():
                    return
                self._deliver(job())
        except Exception as bug:
            self._on_bug(bug)
            raise
