"""A device's own thread: jobs one after the other, outside the caller's."""

import queue
import threading
from collections.abc import Callable
from typing import Final

_ENOUGH: Final = 64  # a seat has one item in escrow and one ticket in print; more waiting is a bug


class Worker:
    """Runs jobs in order on one thread; fits `Later`.

    A job that raises is a bug: `on_bug` is told in this thread, the thread ends loudly, and every later call raises
    RuntimeError naming it.
    """

    def __init__(self, name: str, on_bug: Callable[[BaseException], None] = lambda _: None) -> None:
        self._name = name
        self._on_bug = on_bug
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(_ENOUGH)
        self._closed = False
        self._bug: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def __call__(self, job: Callable[[], None], /) -> None:
        """Queues a job. Raises RuntimeError when closed, broken, or hopelessly behind.

        A job may still queue what follows from it while the thread is closing.
        """
        if self._closed and threading.current_thread() is not self._thread:
            raise RuntimeError(f"device thread {self._name}: closed, expected no more jobs")
        if self._bug is not None:
            raise RuntimeError(f"device thread {self._name}: ended by {self._bug!r}") from self._bug
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            raise RuntimeError(f"device thread {self._name}: {_ENOUGH} jobs wait already") from None

    @property
    def broken(self) -> bool:
        """Whether a bug has ended the thread."""
        return self._bug is not None

    def close(self) -> None:
        """Lets queued jobs finish, then ends the thread. A second call does nothing."""
        if not self._closed:
            self._closed = True
            while self._thread.is_alive():
                try:
                    self._jobs.put(None, timeout=0.1)
                except queue.Full:  # it is busy, or a bug has just ended it
                    continue
                self._thread.join()

    def _run(self) -> None:
        closing = False
        while not (closing and self._jobs.empty()):
            job = self._jobs.get()
            if job is None:
                closing = True
                continue
            try:
                job()
            except BaseException as bug:
                self._bug = bug
                self._on_bug(bug)
                raise
