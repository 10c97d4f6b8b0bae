"""Threads around the core: one owns the store, one appends to the log. The GUI's thread never waits for either."""

from __future__ import annotations

import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kiosk.runner.core import Write
from kiosk.runner.performer import Performer
from kiosk.runner.ports import Answer
from kiosk.runner.writer import Writer
from kiosk.seat.context import Step
from kiosk.seat.effects import Begun, Performed
from kiosk.seat.events import AnyEvent, StoreFailed
from kiosk.store.seat_store import SeatStore
from kiosk.table.log import NoAnswer, Put, TableLog

MAX_STEPS = 2_000  # steps that may wait for the disk before the seat locks itself
MAX_APPENDS = 2_000


class StoreThread:
    """Makes steps durable in order, then performs their effects; answers questions to the store in turn.

    guarantee: what leaves the seat does so after its step's commit, and nothing does after a commit has failed.
    note: ``deliver`` is called in this thread and must only enqueue. ``on_bug`` is told of an exception that is no
    fault of the disk; the thread has ended then.
    """

    def __init__(
        self,
        store: SeatStore,
        performer: Performer,
        now: Callable[[], str],
        deliver: Callable[[AnyEvent], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._store = store
        self._performer = performer
        self._writer = Writer(store, now)
        self._deliver = deliver
        self._on_bug = on_bug
        self._failed = False
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(MAX_STEPS)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def put(self, taken: Step, write: Write, after: Callable[[], None] | None = None) -> bool:
        """Queue a step; False when too many wait (then the seat must lock: nothing of this step will happen)."""
        return self._queue_job(lambda: self._take(taken, write, after))

    def ask(self, question: Callable[[SeatStore], Any], answer: Callable[[Any], None]) -> bool:
        """Ask the store in its own thread, with all steps before written; ``answer`` must only enqueue."""

        def job() -> None:
            self._written(self._writer.flush)
            answer(question(self._store))

        return self._queue_job(job)

    def recover(self, outbox: tuple[Begun, ...], *, later: bool = False) -> None:
        """Perform what a power cut has left over; ``later``: when the table has answered."""
        self._queue_job(lambda: self._performer.recover(outbox, later=later))

    def retry(self) -> None:
        """Perform again what had no answer."""
        self._queue_job(self._performer.retry)

    def close(self) -> None:
        """Finish what is queued, then end the thread. One that a bug has ended is not waited for."""
        _end(self._jobs, self._thread)

    def _queue_job(self, job: Callable[[], None]) -> bool:
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            return False
        return True

    def _take(self, taken: Step, write: Write, after: Callable[[], None] | None) -> None:
        if not self._written(lambda: self._writer.take(taken, write)):
            return
        for effect in taken.effects:
            if isinstance(effect, Performed):
                self._performer.perform(effect)
        if after is not None:
            after()

    def _written(self, write: Callable[[], None]) -> bool:
        """Whether it was written. After the first failure nothing is, and nothing may follow."""
        if self._failed:
            return False
        try:
            write()
        except sqlite3.Error as error:
            self._failed = True
            self._deliver(StoreFailed(f"the journal could not be written: {error}"))
        return not self._failed

    def _run(self) -> None:
        try:
            while (job := self._next()) is not None:
                job()
            self._written(self._writer.flush)
        except Exception as bug:
            self._on_bug(bug)
            raise

    def _next(self) -> Callable[[], None] | None:
        """The next job; while steps wait to be written, also to look whether they have waited long enough."""
        while self._writer.waits and not self._failed:
            now_ms = time.monotonic_ns() // 1_000_000
            self._written(partial(self._writer.write_due, now_ms))
            try:
                return self._jobs.get(timeout=self._writer.left_ms(now_ms) / 1_000)
            except queue.Empty:
                continue
        return self._jobs.get()


class SenderThread:
    """Appends to the table log in its own thread, in order. Implements `LogSender`.

    note: ``on_bug`` is told of an exception that is no silence of the log; the thread has ended then.
    """

    def __init__(self, log: TableLog, on_bug: Callable[[BaseException], None]) -> None:
        self._log = log
        self._on_bug = on_bug
        self._jobs: queue.Queue[tuple[list[Put], list[str], Callable[[Answer], None]] | None] = queue.Queue(
            MAX_APPENDS
        )
        self._thread = threading.Thread(target=self._run, name="log-sender", daemon=True)
        self._thread.start()

    def send(self, puts: Sequence[Put], unless: Sequence[str], answer: Callable[[Answer], None]) -> None:
        """See :class:`kiosk.runner.ports.LogSender`. A full queue is no answer."""
        try:
            self._jobs.put_nowait((list(puts), list(unless), answer))
        except queue.Full:
            answer(NoAnswer(f"{MAX_APPENDS} appends wait for the table log"))

    def close(self) -> None:
        """Finish what is queued, then end the thread. One that a bug has ended is not waited for."""
        _end(self._jobs, self._thread)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                self._append(*job)
            except Exception as bug:
                self._on_bug(bug)
                raise

    def _append(self, puts: list[Put], unless: list[str], answer: Callable[[Answer], None]) -> None:
        try:
            found: Answer = self._log.append(puts, unless=unless)
        except NoAnswer as silence:
            found = silence
        answer(found)


def _end(jobs: queue.Queue[Any], thread: threading.Thread) -> None:
    """Put the end behind all jobs and wait for the thread, unless it has ended already and reads no more."""
    while thread.is_alive():
        try:
            jobs.put(None, timeout=0.1)
        except queue.Full:
            continue
        thread.join()
