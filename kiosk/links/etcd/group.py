"""Appends that many seats of one process send at the same moment go out together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

from kiosk.links.etcd import wire
from kiosk.links.etcd.wire import Message
from kiosk.table.history import Known
from kiosk.table.log import Appended, NoAnswer, OtherHistory, Put, Refused

MAX_BYTES = 512 * 1024  # in one transaction; the server takes 1.5 MiB
MOST_AT_ONCE = 2  # transactions under way: with more, each would carry less and the servers would do more
MAX_CONDITIONS = wire.MAX_OPERATIONS - 16  # room for what must stand in the log, see `wire.guard`

_Alone = Callable[["Sent"], Awaitable[Appended | Refused]]


class CellPut(NamedTuple):
    """A key that is written over beside an append, if it was last changed at the revision ``changed`` (0: never)."""

    key: str
    changed: int
    value: bytes


class CellMoved(Exception):
    """Nothing was written: the cell was changed meanwhile."""


class Sent(NamedTuple):
    """One append. ``stands`` must stand in the log as they were read; ``cell`` goes with it."""

    puts: Sequence[Put]
    unless: Sequence[str] = ()
    holding: tuple[str, int] | None = None
    stands: tuple[Known, ...] = ()
    cell: CellPut | None = None


class _Waiting:
    """One append, and who waits for it."""

    def __init__(self, sent: Sent) -> None:
        self.sent = sent
        cell = () if sent.cell is None else (sent.cell.key,)
        self.keys = {put.key for put in sent.puts} | set(cell)
        self.conditions = self.keys | set(sent.unless) | {known.key for known in sent.stands}
        self.size = sum(len(put.key) + len(put.value) for put in sent.puts)
        self.answer: asyncio.Future[Appended | Refused] = asyncio.get_running_loop().create_future()


class Group:
    """Puts what is sent at one moment into one transaction, which is written when nothing stands in anybody's way.

    If something does, each append is asked for by itself (``alone``): it is judged by its own conditions alone, and
    nobody is refused for another's sake. Appends that went together share their place in the log.
    note: made and used in the link's thread. A process with one seat sends every append by itself.
    """

    def __init__(self, ask: Callable[[Message, Sequence[Known]], Awaitable[Message]], alone: _Alone) -> None:
        self._ask = ask
        self._alone = alone
        self._waiting: list[_Waiting] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def append(self, sent: Sent) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises NoAnswer, CellMoved, ValueError for what can never be taken."""
        if sent.holding is not None or not 1 <= len(sent.puts) <= wire.MAX_PUTS:
            return await self._alone(sent)
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        waiting = _Waiting(sent)
        self._waiting.append(waiting)
        return await waiting.answer

    def _send(self) -> None:
        if len(self.tasks) >= MOST_AT_ONCE or not self._waiting:
            return  # what comes meanwhile goes together as soon as one of those is answered
        waiting, self._waiting = self._waiting, []
        for together in _parted(waiting):
            task = asyncio.get_running_loop().create_task(self._write(together))
            self.tasks.add(task)
            task.add_done_callback(self._written)

    def _written(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self._send()

    async def _write(self, together: list[_Waiting]) -> None:
        if len(together) == 1:
            await self._write_alone(together[0])
            return
        puts = [put for each in together for put in each.sent.puts]
        unless = dict.fromkeys(key for each in together for key in each.sent.unless)
        stands = dict.fromkeys(known for each in together for known in each.sent.stands)
        request = wire.append(puts, tuple(unless), None, None)
        for each in together:
            if (cell := each.sent.cell) is not None:
                wire.with_cell(request, *cell)
        try:
            answer = await self._ask(request, tuple(stands))
        except OtherHistory:  # what one of them has read, the others need not have
            answer = None
        except NoAnswer as silence:
            for each in together:
                _fail(each, NoAnswer(str(silence)))
            return
        except ValueError:  # one of them can never be written: which one, each hears for itself
            answer = None
        if answer is None or not answer.succeeded:
            await asyncio.gather(*map(self._write_alone, together))
            return
        for each in together:
            if not each.answer.done():
                each.answer.set_result(Appended(answer.header.revision))

    async def _write_alone(self, each: _Waiting) -> None:
        try:
            found = await self._alone(each.sent)
        except Exception as error:  # noqa: BLE001 - raised by who waits for it
            _fail(each, error)
            return
        if not each.answer.done():
            each.answer.set_result(found)


def _fail(each: _Waiting, error: Exception) -> None:
    if not each.answer.done():
        each.answer.set_exception(error)


def _parted(waiting: list[_Waiting]) -> list[list[_Waiting]]:
    """What fits into one transaction each, in order. Two that write the same key do not go together."""
    parts: list[list[_Waiting]] = []
    keys: set[str] = set()
    conditions: set[str] = set()
    size = 0
    for each in waiting:
        wanted = conditions | each.conditions
        fits = (
            parts
            and len(keys) + len(each.keys) <= wire.MAX_PUTS
            and len(wanted) <= MAX_CONDITIONS
            and size + each.size <= MAX_BYTES
            and not keys & each.keys
        )
        if not fits:
            parts.append([])
            keys, conditions, size = set(), set(), 0
            wanted = set(each.conditions)
        parts[-1].append(each)
        keys |= each.keys
        conditions = wanted
        size += each.size
    return parts
