"""A device's own thread: jobs one after the other, outside the caller's."""

import queue
import threading
from collections.abc import Callable
from typing import Final

_ENOUGH: Final = 64  # a seat has one item in escrow and one ticket in print; more waiting is a bug


class Worker:
    """Runs jobs in order on one thread; fits `Later`.

    A job that raises is a bug: it ends the thread loudly, and every later call raises RuntimeError naming it.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(_ENOUGH)
        self._closed = False
        self._bug: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def __call__(self, job: Callable[[], None], /) -> None:
        """Queues a job. Raises RuntimeError when closed, broken, or hopelessly behind."""
        if self._closed:
            raise RuntimeError(f"device thread {self._name}: closed, expected no more jobs")
        if self._bug is not None:
            raise RuntimeError(f"device thread {self._name}: ended by {self._bug!r}") from self._bug
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            raise RuntimeError(f"device thread {self._name}: {_ENOUGH} jobs wait already") from None

    def close(self) -> None:
        """Lets queued jobs finish, then ends the thread. A second call does nothing."""
        if not self._closed:
            self._closed = True
            if self._bug is None:
                self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except BaseException as bug:
                self._bug = bug
                raise
