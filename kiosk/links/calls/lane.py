"""Appends that nobody waits for, one after the other."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from kiosk.table.log import Appended, NoAnswer, Put, Refused

MAX_APPENDS = 2_000  # that may wait in one lane

_Answer = Appended | Refused | NoAnswer
_Job = tuple[list[Put], list[str], Callable[[_Answer], None]]


class Lane:
    """Implements `LogSender`: appends in the order in which they were sent; a full lane is no answer.

    ``answer`` is called in the link's thread (a full or closed lane: in the caller's) and must only enqueue.
    """

    def __init__(
        self,
        append: Callable[[Sequence[Put], Sequence[str]], Awaitable[Appended | Refused]],
        post: Callable[[Callable[[], None]], bool],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._append = append
        self._post = post
        self._on_bug = on_bug
        self._lock = threading.Lock()
        self._waiting = 0
        self._jobs: deque[_Job] = deque()
        self.task: asyncio.Task[None] | None = None

    def send(self, puts: Sequence[Put], unless: Sequence[str], answer: Callable[[_Answer], None]) -> None:
        """Append, then call ``answer`` once. Never waits."""
        with self._lock:
            full = self._waiting >= MAX_APPENDS
            self._waiting += not full
        if full:
            answer(NoAnswer(f"{MAX_APPENDS} appends wait for the table log"))
            return
        job = (list(puts), list(unless), answer)
        if not self._post(lambda: self._take(job)):
            self._done(job, NoAnswer("the link to the table log is closed"))

    def _take(self, job: _Job) -> None:
        self._jobs.append(job)
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._jobs:
                job = self._jobs[0]
                puts, unless, _ = job
                try:
                    found: _Answer = await self._append(puts, unless)
                except NoAnswer as silence:
                    found = silence
                except Exception as bug:  # noqa: BLE001 - told; the sender hears that nothing is known
                    self._on_bug(bug)
                    found = NoAnswer(f"the append failed: {bug}")
                self._jobs.popleft()
                self._done(job, found)
        finally:  # cancelled: the link is being closed
            while self._jobs:
                self._done(self._jobs.popleft(), NoAnswer("the link to the table log is closed"))

    def _done(self, job: _Job, found: _Answer) -> None:
        with self._lock:
            self._waiting -= 1
        try:
            job[2](found)
        except Exception as bug:  # noqa: BLE001 - told
            self._on_bug(bug)
