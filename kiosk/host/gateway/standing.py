"""Presences that a host holds for seats and consoles: all under one lease of its own.

etcd renews one lease for each host and none for a seat. When the host dies, all of them go with it, unless their
owners have come back at another host before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from aetcd import rpc

from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Members
from kiosk.table.log import NoAnswer
from kiosk.table.records import BadRecord, ConsolePresent, Present, decode

RENEW_SECONDS = 1.0
AGAIN_SECONDS = 0.3  # after nobody answered, and while another's key stands
_TRIES = 4  # to put a key that is just going, or coming


class Holding:
    """One host's. Everything belongs to the link's thread. ``run`` is its task."""

    def __init__(self, members: Members, seconds: int) -> None:
        self._members = members
        self._seconds = seconds
        self._leases: set[int] = (
            set()
        )  # all that were ours: under one that was lost a key may stand for a while
        self._granted = asyncio.Event()
        self._locks: dict[str, asyncio.Lock] = {}
        self._ending: set[asyncio.Task[None]] = set()
        self.lease = 0
        self.owners: dict[str, Held] = {}

    async def run(self) -> None:
        """Renew the lease for ever. In the end it runs out: until then their owners may be at another host."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._renewed())
                tasks.create_task(self._looked())
        finally:
            for task in self._ending:
                task.cancel()

    async def _renewed(self) -> None:
        while True:
            try:
                await self._renew()
            except NoAnswer:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _looked(self) -> None:
        while True:
            await self._granted.wait()
            with suppress(NoAnswer):
                await self._look(self.lease)
            await asyncio.sleep(RENEW_SECONDS)

    async def _renew(self) -> None:
        if not self.lease:
            request = rpc.LeaseGrantRequest(TTL=self._seconds)
            grant = await self._members.ask(lambda member: member.grant, request)
            self.lease = grant.ID
            self._leases.add(grant.ID)
            self._granted.set()
            for held in self.owners.values():
                held.changed.set()
        lease = self.lease
        while True:
            if not await self._members.first(lambda member, seconds: member.keep(lease, seconds)):
                break
            await asyncio.sleep(RENEW_SECONDS)
        self.lease = 0
        self._granted.clear()

    async def _look(self, lease: int) -> None:
        """What stands under our lease is what its owners show: etcd may carry out late what nobody waits for any more.

        A put whose owner has gone would stand for ever, and its owner's next process be called a twin; a deletion
        would take the key of the next one away.
        """
        request = rpc.LeaseTimeToLiveRequest(ID=lease, keys=True)
        answer = await self._members.ask(lambda member: member.time_to_live, request)
        standing = {key.decode(errors="backslashreplace") for key in answer.keys}
        for key in standing - self.owners.keys():
            await self._delete(key, lease)
        for key in self.owners.keys() - standing:
            self.owners[key].changed.set()

    async def _delete(self, key: str, lease: int) -> None:
        """Take a key away that has no owner here. Raises NoAnswer."""
        async with self._lock(key):
            if key not in self.owners:
                request = wire.delete_if_leased(key, lease)
                await self._members.ask(lambda member: member.txn, request)

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def put(self, held: Held) -> bytes | None:
        """Show what ``held`` shows: None when it stands, else what stands there instead and is left as it is."""
        await self._granted.wait()
        async with self._lock(held.key):  # two that come at once are one after the other
            found = await self._put(held)
            if found is not None and self.owners.get(held.key) is held:
                del self.owners[held.key]  # it stood here until the lease was lost
            return found

    async def _put(self, held: Held) -> bytes | None:
        other = self.owners.get(held.key)
        owned = other is not None and other is not held and held.alone and not held.is_the_same(other.value)
        if owned and other is not None and not other.left:
            return other.value
        # An owner that has left may have lost the key with the lease, and another process stand at another host.
        lease, under, told = self.lease, 0, held.told
        if not lease:  # lost while others were before us; without one the key would stand for ever
            raise NoAnswer("this host has no lease now")
        for _ in range(_TRIES):
            request = wire.put_if_leased(held.key, held.value, lease, under)
            answer = await self._members.ask(lambda member: member.txn, request)
            if answer.succeeded:
                self.owners[held.key] = held
                held.put = max(held.put, told)
                return None
            found = next(iter(answer.responses[0].response_range.kvs), None)
            if found is None:
                under = 0
                continue
            ours = found.lease in self._leases
            if held.alone and not held.is_the_same(found.value) and (owned or not ours):
                return bytes(found.value)
            if not ours and held.put == told:
                return None  # it is at another host by now, and has told us nothing since
            under = found.lease
        raise NoAnswer(f"{held.key} comes and goes")

    def leave(self, held: Held) -> None:
        """``held`` has ended. Its owner has gone, or was cut off and may be at another host already: then the key
        stands as long as one of a host that died would.
        """
        held.left = True
        task = asyncio.create_task(self._take_away(held, 0 if held.goes else self._seconds))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _take_away(self, held: Held, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.owners.get(held.key) is not held:
            return
        del self.owners[held.key]
        with suppress(NoAnswer):  # else it is found without an owner
            await self._delete(held.key, self.lease)


class Held:
    """One presence. ``changed`` is set when its value is, or when it must be put again."""

    def __init__(self, key: str, value: bytes, *, alone: bool) -> None:
        self.key = key
        self.value = value
        self.alone = alone
        self.goes = False  # its owner has said that it goes
        self.left = False  # its owner is no longer heard here
        self.told, self.put = 1, 0  # values of its owner, and the newest of them that was put
        self.changed = asyncio.Event()

    def show(self, value: bytes) -> None:
        """Show another value."""
        self.value = value
        self.told += 1
        self.changed.set()

    def is_the_same(self, value: bytes) -> bool:
        """Whether the process that shows ``value`` is the one that shows this: it has come from another host."""
        own = _instance(self.value)
        return bool(own) and own == _instance(value)

    async def run(self, holding: Holding, met: Callable[[bytes | None], None]) -> None:
        """Stand until cancelled. ``met`` is told None each time it was put, and what stands there instead."""
        try:
            while True:
                self.changed.clear()
                try:
                    found = await holding.put(self)
                except NoAnswer:
                    await asyncio.sleep(AGAIN_SECONDS)
                    continue
                met(found)
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if found is None else AGAIN_SECONDS):
                        await self.changed.wait()
        finally:
            holding.leave(self)


def _instance(value: bytes) -> str:
    """The process that shows a presence; empty where it does not say."""
    try:
        record = decode(value)
    except BadRecord:
        return ""
    return record.instance if isinstance(record, Present | ConsolePresent) else ""
