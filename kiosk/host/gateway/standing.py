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
            while True:
                try:
                    await self._renew()
                except NoAnswer:
                    await asyncio.sleep(AGAIN_SECONDS)
        finally:
            for task in self._ending:
                task.cancel()

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

    async def put(self, held: Held) -> bytes | None:
        """Show what ``held`` shows: None when it stands, else what stands there instead and is left as it is."""
        await self._granted.wait()
        async with self._locks.setdefault(
            held.key, asyncio.Lock()
        ):  # two that come at once are one after the other
            return await self._put(held)

    async def _put(self, held: Held) -> bytes | None:
        other = self.owners.get(held.key)
        if other is not None and other is not held and held.alone and not held.is_the_same(other.value):
            return other.value
        lease, under = self.lease, 0
        for _ in range(_TRIES):
            request = wire.put_if_leased(held.key, held.value, lease, under)
            answer = await self._members.ask(lambda member: member.txn, request)
            if answer.succeeded:
                self.owners[held.key] = held
                return None
            found = next(iter(answer.responses[0].response_range.kvs), None)
            if found is None:
                under = 0
                continue
            if found.lease not in self._leases and held.alone and not held.is_the_same(found.value):
                return bytes(found.value)
            under = found.lease
        raise NoAnswer(f"{held.key} comes and goes")

    def leave(self, held: Held) -> None:
        """``held`` has ended. Its owner has gone, or was cut off and may be at another host already: then the key
        stands as long as one of a host that died would.
        """
        task = asyncio.create_task(self._take_away(held, 0 if held.goes else self._seconds))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def _take_away(self, held: Held, seconds: float) -> None:
        await asyncio.sleep(seconds)
        if self.owners.get(held.key) is not held:
            return
        del self.owners[held.key]
        while (
            held.key not in self.owners
        ):  # the lease may outlive a silence of the servers, and the key with it
            with suppress(NoAnswer):
                request = wire.delete_if_leased(held.key, self.lease)
                await self._members.ask(lambda member: member.txn, request)
                return
            await asyncio.sleep(AGAIN_SECONDS)


class Held:
    """One presence. ``changed`` is set when its value is, or when it must be put again."""

    def __init__(self, key: str, value: bytes, *, alone: bool) -> None:
        self.key = key
        self.value = value
        self.alone = alone
        self.goes = False  # its owner has said that it goes
        self.changed = asyncio.Event()

    def show(self, value: bytes) -> None:
        """Show another value."""
        self.value = value
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
