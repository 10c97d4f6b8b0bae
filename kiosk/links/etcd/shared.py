"""What one link has in common at one member: a single stream of watches, and questions that are asked together.

Many readers in one process (a simulated pit) thereby cost the server and this process little more than one.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import grpc
import grpc.aio
from aetcd import rpc

from kiosk.links.calls.errors import Said, no_answer
from kiosk.links.etcd import wire
from kiosk.links.etcd.wire import Message
from kiosk.table.log import NoAnswer

PULSE_SECONDS = 0.7  # between two questions whether the member still answers
ANSWER_SECONDS = 0.8  # for that answer
# A member that is cut off from its cluster ends the watches instead of keeping silent.
_NEEDS_LEADER = (("hasleader", "true"),)
_BATCH_SECONDS = 5.0


class Asked(Protocol):
    """The member that is asked; see `Member`."""

    endpoint: str
    watch: Any
    range: Any
    txn: Any

    async def ask(self, call: Callable[..., Message], request: Message, seconds: float) -> Message:
        """The answer within ``seconds``."""


class Listener(Protocol):
    """Somebody who watches. Must only enqueue."""

    def tell(self, index: int, event: Message) -> None:
        """An event under the listener's ``index``-th prefix. Those of one prefix come in order."""

    def fail(self, error: Exception) -> None:
        """There will be no more."""


class _Watcher:
    """One prefix that is watched, and for whom."""

    def __init__(self, number: int, prefix: str) -> None:
        self.number = number
        self.prefix = prefix
        self.listeners: dict[Listener, int] = {}
        self.settled = asyncio.Event()
        self.failure: str | None = None


class SharedWatch:
    """All watches over one stream, from now on until it fails or nobody listens any more: then it has ``ended``."""

    def __init__(self, member: Asked) -> None:
        self.ended = False
        self._member = member
        self._watchers: dict[tuple[str, bool], _Watcher] = {}
        self._stream = member.watch(metadata=_NEEDS_LEADER)
        self._writing = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._task = asyncio.create_task(self._run())

    async def join(self, listener: Listener, index: int, prefix: str, deletions: bool) -> None:
        """Tell ``listener`` of all that is written under ``prefix`` after this returns, and maybe of some before."""
        watcher = self._watchers.get((prefix, deletions))
        if watcher is None:
            watcher = self._watchers[prefix, deletions] = _Watcher(next(self._numbers), prefix)
            watcher.listeners[listener] = index
            try:
                await self._create(watcher, deletions)
            except BaseException:
                self._watchers.pop((prefix, deletions), None)
                _fail(watcher, NoAnswer(f"{self._member.endpoint}: the watch could not be asked for"))
                raise
        watcher.listeners[listener] = index
        await watcher.settled.wait()
        if watcher.failure is not None:
            raise NoAnswer(watcher.failure)

    async def _create(self, watcher: _Watcher, deletions: bool) -> None:
        request = rpc.WatchCreateRequest(
            key=watcher.prefix.encode(),
            range_end=wire.end_of(watcher.prefix),
            filters=[] if deletions else [rpc.WatchCreateRequest.NODELETE],
            watch_id=watcher.number,
        )
        try:
            async with self._writing:
                await self._stream.write(rpc.WatchRequest(create_request=request))
        except grpc.RpcError as error:
            raise no_answer(error, self._member.endpoint) from error
        except asyncio.InvalidStateError as ended:
            raise await self._why_ended() from ended

    async def _why_ended(self) -> Exception:
        """Why nothing can be asked over the stream any more, in the words of its end."""
        code = await self._stream.code()
        if code is grpc.StatusCode.OK:
            return NoAnswer(f"{self._member.endpoint}: the watch ended")
        nothing = grpc.aio.Metadata()
        error = grpc.aio.AioRpcError(code, nothing, nothing, await self._stream.details())
        return no_answer(error, self._member.endpoint)

    def leave(self, listener: Listener) -> None:
        """Tell ``listener`` nothing more. Its watchers stay for whoever comes, as long as anybody listens."""
        for watcher in self._watchers.values():
            watcher.listeners.pop(listener, None)
        if not self.ended and not any(watcher.listeners for watcher in self._watchers.values()):
            self.ended = True
            self._task.cancel()

    async def _run(self) -> None:
        try:
            while True:
                self._dispatch(await self._next())
        except Exception as error:  # noqa: BLE001 - raised by every listener
            self.ended = True
            for watcher in self._watchers.values():
                _fail(watcher, error)
        finally:
            self._stream.cancel()

    async def _next(self) -> Message:
        """The stream's next answer; meanwhile the member must answer a pulse from time to time."""
        reading = asyncio.create_task(self._read())
        # Looked at here, when a pulse without answer, or our own end, has ended the wait before.
        reading.add_done_callback(lambda read: read.cancelled() or read.exception())
        try:
            # Waited for in this way, a read goes on when the time is over: cancelling it would end the stream.
            while not (await asyncio.wait([reading], timeout=PULSE_SECONDS))[0]:
                await self._pulse()
            return reading.result()
        finally:
            if not reading.done():
                reading.cancel()
                await asyncio.wait([reading])

    async def _pulse(self) -> None:
        prefix = next(iter(self._watchers.values())).prefix if self._watchers else "pulse"
        with suppress(Said):  # an answer, too
            await self._member.ask(self._member.range, wire.get(prefix), ANSWER_SECONDS)

    async def _read(self) -> Message:
        try:
            answer = await self._stream.read()
        except grpc.RpcError as error:
            raise no_answer(error, self._member.endpoint) from error
        except asyncio.CancelledError as cancelled:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():  # not we are cancelled but the call is
                raise NoAnswer(f"{self._member.endpoint}: the watch was ended") from cancelled
            raise
        if not hasattr(answer, "watch_id"):  # gRPC's end of a stream
            raise NoAnswer(f"{self._member.endpoint}: the watch ended")
        return answer

    def _dispatch(self, answer: Message) -> None:
        found = [watcher for watcher in self._watchers.values() if watcher.number == answer.watch_id]
        if answer.canceled:
            reason = answer.cancel_reason or f"compacted at {answer.compact_revision}"
            # A refusal need not name whom it refuses: then it is one of those that wait.
            refused = found or [each for each in self._watchers.values() if not each.settled.is_set()]
            for watcher in refused:
                _fail(watcher, NoAnswer(f"{self._member.endpoint}: watch refused: {reason}"))
            self._watchers = {key: each for key, each in self._watchers.items() if each not in refused}
            return
        for watcher in found:
            watcher.settled.set()
            for listener, index in tuple(watcher.listeners.items()):
                for event in answer.events:
                    listener.tell(index, event)


def _fail(watcher: _Watcher, error: Exception) -> None:
    watcher.failure = str(error)
    watcher.settled.set()
    for listener in tuple(watcher.listeners):
        listener.fail(error)


class Batch:
    """Questions of many readers at the same moment, asked in as few transactions as they fit into."""

    def __init__(self, member: Asked) -> None:
        self._member = member
        self._asked: list[tuple[Sequence[Message], asyncio.Future[tuple[list[Message], int]]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, operations: Sequence[Message]) -> tuple[list[Message], int]:
        """The answers to ``operations``, and the revision at which they hold. Raises :class:`NoAnswer`."""
        loop = asyncio.get_running_loop()
        if not self._asked:
            loop.call_soon(self._send)
        future: asyncio.Future[tuple[list[Message], int]] = loop.create_future()
        self._asked.append((operations, future))
        return await future

    def _send(self) -> None:
        asked, self._asked = self._asked, []
        while asked:
            size, count = len(asked[0][0]), 1
            while count < len(asked) and size + len(asked[count][0]) <= wire.MAX_OPERATIONS:
                size += len(asked[count][0])
                count += 1
            task = asyncio.create_task(self._ask(asked[:count]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            asked = asked[count:]

    async def _ask(
        self, group: list[tuple[Sequence[Message], asyncio.Future[tuple[list[Message], int]]]]
    ) -> None:
        request = rpc.TxnRequest(success=[operation for operations, _ in group for operation in operations])
        try:
            answer = await self._member.ask(self._member.txn, request, _BATCH_SECONDS)
        except Exception as error:  # noqa: BLE001 - raised by everybody who asked
            for _, future in group:
                if not future.done():
                    future.set_exception(NoAnswer(str(error)) if isinstance(error, NoAnswer) else error)
            return
        at = 0
        for operations, future in group:
            if not future.done():
                future.set_result((answer.responses[at : at + len(operations)], answer.header.revision))
            at += len(operations)
