"""Appends that many seats of one process send at the same moment go out together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from kiosk.links.etcd import wire
from kiosk.links.etcd.wire import Message
from kiosk.table.log import Appended, NoAnswer, Put, Refused

MAX_BYTES = 512 * 1024  # in one transaction; the server takes 1.5 MiB
MAX_CONDITIONS = wire.MAX_OPERATIONS - 16  # room for what must stand in the log, see `wire.guard`

_Alone = Callable[[Sequence[Put], Sequence[str]], Awaitable[Appended | Refused]]


class _Waiting:
    """One append, and who waits for it."""

    def __init__(self, puts: Sequence[Put], unless: Sequence[str]) -> None:
        self.puts = puts
        self.unless = unless
        self.keys = {put.key for put in puts}
        self.size = sum(len(put.key) + len(put.value) for put in puts)
        self.answer: asyncio.Future[Appended | Refused] = asyncio.get_running_loop().create_future()


class Group:
    """Puts what is sent at one moment into one transaction, which is written when nothing stands in anybody's way.

    If something does, each append is asked for by itself (``alone``): it is judged by its own conditions alone, and
    nobody is refused for another's sake. Appends that went together share their place in the log.
    note: made and used in the link's thread. A process with one seat sends every append by itself.
    """

    def __init__(self, ask: Callable[[Message], Awaitable[Message]], alone: _Alone) -> None:
        self._ask = ask
        self._alone = alone
        self._waiting: list[_Waiting] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def append(self, puts: Sequence[Put], unless: Sequence[str]) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises NoAnswer, and ValueError for what etcd can never take."""
        if not 1 <= len(puts) <= wire.MAX_PUTS:
            return await self._alone(puts, unless)
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        waiting = _Waiting(puts, unless)
        self._waiting.append(waiting)
        return await waiting.answer

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for together in _parted(waiting):
            task = asyncio.get_running_loop().create_task(self._write(together))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _write(self, together: list[_Waiting]) -> None:
        if len(together) == 1:
            await self._write_alone(together[0])
            return
        puts = [put for each in together for put in each.puts]
        unless = dict.fromkeys(key for each in together for key in each.unless)
        try:
            answer = await self._ask(wire.append(puts, tuple(unless), None, None))
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
            found = await self._alone(each.puts, each.unless)
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
        wanted = conditions | each.keys | set(each.unless)
        fits = (
            parts
            and len(keys) + len(each.puts) <= wire.MAX_PUTS
            and len(wanted) <= MAX_CONDITIONS
            and size + each.size <= MAX_BYTES
            and not keys & each.keys
        )
        if not fits:
            parts.append([])
            keys, conditions, size = set(), set(), 0
            wanted = each.keys | set(each.unless)
        parts[-1].append(each)
        keys |= each.keys
        conditions = wanted
        size += each.size
    return parts
