"""Watching prefixes at one member, and going on at another when that one falls silent."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self

import grpc  # type: ignore[import-untyped]
from aetcd import rpc  # type: ignore[import-untyped]

from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Member, Members, no_answer
from kiosk.links.etcd.wire import Message
from kiosk.table.log import NoAnswer

PULSE_SECONDS = 0.7  # between two questions whether the member still answers
ANSWER_SECONDS = 0.8  # for that answer
OPEN_SECONDS = 1.5  # for a watch to begin
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0
_MOST_EVENTS = 1_000  # taken at once
# A member that is cut off from its cluster ends the watch instead of keeping silent.
_NEEDS_LEADER = (("hasleader", "true"),)


class Watch:
    """What changes under prefixes at one member from now on. Use as ``async with``; raises :class:`NoAnswer`.

    note: the events of one prefix come in order; those of several do not. Each is (index of the prefix, event).
    """

    def __init__(self, member: Member, prefixes: Sequence[str], deletions: bool) -> None:
        self._member = member
        self._prefixes = prefixes
        self._filters = [] if deletions else [rpc.WatchCreateRequest.NODELETE]
        self._stream: Any = None
        self._reading: asyncio.Task[Any] | None = None
        self._early: list[Any] = []  # of the first prefixes, while the others' watches begin

    async def __aenter__(self) -> Self:
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                await self._open()
        except TimeoutError:
            await self.__aexit__()
            raise NoAnswer(f"{self._member.endpoint}: no watch within {OPEN_SECONDS} s") from None
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def _open(self) -> None:
        self._stream = self._member.watch(metadata=_NEEDS_LEADER)
        try:
            for number, prefix in enumerate(self._prefixes, 1):
                create = rpc.WatchCreateRequest(
                    key=prefix.encode(), range_end=wire.end_of(prefix), filters=self._filters, watch_id=number
                )
                await self._stream.write(rpc.WatchRequest(create_request=create))
        except grpc.RpcError as error:
            raise no_answer(error, self._member.endpoint) from error
        except asyncio.InvalidStateError as ended:
            raise NoAnswer(f"{self._member.endpoint}: the watch ended") from ended
        created: set[int] = set()
        while len(created) < len(self._prefixes):
            answer = await self._next_answer()
            if answer.created:
                created.add(answer.watch_id)
            else:
                self._early.append(answer)

    async def __aexit__(self, *_: object) -> None:
        if self._stream is not None:
            self._stream.cancel()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])
            if not self._reading.cancelled():
                self._reading.exception()

    async def _read(self) -> Message:
        try:
            answer = await self._stream.read()
        except grpc.RpcError as error:
            raise no_answer(error, self._member.endpoint) from error
        except asyncio.CancelledError as cancelled:
            if self._stream.cancelled() and not asyncio.current_task().cancelling():  # type: ignore[union-attr]
                raise NoAnswer(f"{self._member.endpoint}: the watch was ended") from cancelled
            raise
        if not hasattr(answer, "watch_id"):  # gRPC's end of a stream
            raise NoAnswer(f"{self._member.endpoint}: the watch ended")
        if answer.canceled:
            raise NoAnswer(f"{self._member.endpoint}: watch refused: {answer.cancel_reason or 'compacted'}")
        return answer

    async def _next_answer(self) -> Message:
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        # Waited for in this way, a read goes on when its waiter is cancelled: cancelling it would end the stream.
        await asyncio.wait([self._reading])
        return self._taken()

    def _taken(self) -> Message:
        assert self._reading is not None  # noqa: S101 - the callers have just waited for it
        done, self._reading = self._reading, None
        return done.result()

    async def events(self) -> list[tuple[int, Any]]:
        """What has changed, waiting at least for something; empty when the member answered a pulse instead."""
        found = [answer for answer in self._early if answer.events]
        self._early = []
        if not found:
            self._reading = self._reading or asyncio.create_task(self._read())
            done, _ = await asyncio.wait([self._reading], timeout=PULSE_SECONDS)
            if not done:
                await self._member.ask(self._member.range, wire.get(self._prefixes[0]), ANSWER_SECONDS)
                return []
            found.append(self._taken())
        while sum(len(answer.events) for answer in found) < _MOST_EVENTS:
            self._reading = asyncio.create_task(self._read())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            if not self._reading.done():
                break
            if self._reading.exception() is not None:
                break  # told at the next call, after what came before it
            found.append(self._taken())
        return [(answer.watch_id - 1, event) for answer in found for event in answer.events]


async def attend(
    members: Members,
    session: Callable[[Member, Callable[[], None]], Awaitable[None]],
    lost: Callable[[NoAnswer], None],
) -> None:
    """Run ``session`` at a member that answers, for ever; ``lost`` is told each time it has ended.

    The session calls its second argument when it has begun well.
    """
    failures = 0

    def well() -> None:
        nonlocal failures
        failures = 0

    while True:
        member = members.current
        try:
            await session(member, well)
        except NoAnswer as silence:
            lost(silence)
        members.failed(member)
        failures += 1
        if failures >= members.count:  # the others are tried at once
            wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** min(failures - members.count, 8))
            await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311 - spreads clients, no secret
