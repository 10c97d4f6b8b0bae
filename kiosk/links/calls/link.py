"""A link as the rest of the program sees it: any thread may ask, the link's own thread does the work."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Generic, TypeVar

from kiosk.links.calls.lane import Lane
from kiosk.links.calls.loops import give_loop_back, in_link_thread, take_loop
from kiosk.links.calls.servers import Servers
from kiosk.table.log import Appended, NoAnswer, Put, Refused

_LOG = logging.getLogger(__name__)
CLOSED = "the link to the table log is closed"
_T = TypeVar("_T")
S = TypeVar("S", bound=Servers[Any])


def log_bug(bug: BaseException) -> None:
    """What becomes of a bug of which nobody wants to be told."""
    _LOG.error("a callback of the link failed", exc_info=bug)


class Link(Generic[S]):
    """The thread, the servers and the appends of one link.

    note: callbacks run in the link's thread, one at a time, and must only enqueue. ``on_bug`` is told there of an
    exception that is no silence of the log; the subscription in question has ended then.
    """

    def __init__(
        self, connect: Callable[[], S], timeout_ms: int, on_bug: Callable[[BaseException], None]
    ) -> None:
        """``connect`` is called in the link's thread. Does not wait for a server."""
        self._timeout_ms = timeout_ms
        self._on_bug = on_bug
        self._gate = threading.Lock()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._standing: set[asyncio.Task[Any]] = set()
        self._standings: list[Any] = []
        self._lanes: list[Lane] = []
        self._posted: list[Callable[[], None]] = []
        self.loop = take_loop()
        try:
            self.servers = asyncio.run_coroutine_threadsafe(_called(connect), self.loop).result()
        except BaseException:
            give_loop_back()
            raise
        self._lane = self.lane()

    # --- without waiting ----------------------------------------------------------------------------------------

    async def append_sent(self, puts: Sequence[Put], unless: Sequence[str]) -> Appended | Refused:
        """One append that was sent."""
        raise NotImplementedError

    def send(
        self,
        puts: Sequence[Put],
        unless: Sequence[str],
        answer: Callable[[Appended | Refused | NoAnswer], None],
    ) -> None:
        """Append in the order of sending, then call ``answer`` once. Never waits. See :class:`Lane`."""
        self._lane.send(puts, unless, answer)

    def lane(self) -> Lane:
        """A sender with an order of its own, for a process that plays many seats over one link."""
        lane = Lane(self.append_sent, self._post, self._on_bug)
        with self._gate:
            self._lanes.append(lane)
        return lane

    # --- how it is ----------------------------------------------------------------------------------------------

    @property
    def silence(self) -> str:
        """Why no server answers now, in words; empty while one does, and until the first was asked. Any thread."""
        return str(self.servers.silence)

    def close(self) -> None:
        """Finish what was sent, as long as one append may take, take presences away, and end all connections."""
        if in_link_thread():
            raise RuntimeError("the link's thread cannot close the link: it would wait for itself")
        with self._gate:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(self._end(), self.loop).result()
        give_loop_back()

    async def _end(self) -> None:
        lanes = {lane.task for lane in self._lanes if lane.task is not None}
        for standing in self._standings:
            # Not by its task: one that goes already takes its key away undisturbed.
            standing.close()
        if waited := lanes | self._standing:
            await asyncio.wait(waited, timeout=self._timeout_ms / 1000 + 0.1)
        left = lanes | self._standing | self._tasks | self.others()
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self.servers.close()

    def others(self) -> set[asyncio.Task[Any]]:
        """More tasks that end with the link."""
        return set()

    # --- the link's thread --------------------------------------------------------------------------------------

    def _post(self, work: Callable[[], None]) -> bool:
        """Call ``work`` in the link's thread, soon; False when the link is closed."""
        with self._gate:
            if self._closed:
                return False
            self._posted.append(work)
            if len(self._posted) == 1:  # the thread is woken once for all that comes until it looks
                self.loop.call_soon_threadsafe(self._do_posted)
        return True

    def _do_posted(self) -> None:
        with self._gate:
            posted, self._posted = self._posted, []
        for work in posted:
            work()

    def _run(
        self, work: Callable[[], Coroutine[Any, Any, _T]], among: set[asyncio.Task[Any]]
    ) -> concurrent.futures.Future[_T]:
        """Run ``work`` in the link's thread until it ends, is cancelled, or the link is closed."""
        with self._gate:
            if self._closed:
                raise NoAnswer(CLOSED)
            return asyncio.run_coroutine_threadsafe(_among(among, work), self.loop)

    def wait_for(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        """The result of ``work``, which is done in the link's thread. Raises what it raises."""
        if in_link_thread():
            raise RuntimeError("a callback of the link must only enqueue: it would wait for itself")
        try:
            return self._run(work, self._tasks).result()
        except concurrent.futures.CancelledError:
            raise NoAnswer(CLOSED) from None

    def start(
        self, work: Callable[[], Coroutine[Any, Any, None]], among: set[asyncio.Task[Any]] | None = None
    ) -> Callable[[], object]:
        """Run ``work`` in the link's thread; the answer ends it, from any thread."""
        future = self._run(work, self._tasks if among is None else among)
        future.add_done_callback(self._ended)
        return future.cancel

    def _ended(self, future: concurrent.futures.Future[None]) -> None:
        if not future.cancelled() and (bug := future.exception()) is not None:
            self._on_bug(bug)


async def _called(connect: Callable[[], S]) -> S:
    return connect()


async def _among(tasks: set[asyncio.Task[Any]], work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - a coroutine of the link always runs as a task
    tasks.add(task)
    try:
        return await work()
    finally:
        tasks.discard(task)
