"""Who is there now: keys under leases, renewed while their owner lives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from aetcd import rpc

from kiosk.links.calls.standing import Standing
from kiosk.links.calls.subscription import Standings, Subscription
from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import OPEN_SECONDS, Watch
from kiosk.table.log import NoAnswer

_RENEW_SECONDS = 1.0
_AGAIN_SECONDS = 0.3  # after nobody answered, and while another's key stands
_TRIES = 3  # to put a key that may stand under a lease of ours, or just go


class EtcdStanding(Standing):
    """One presence. ``run`` is its task in the link's thread."""

    def __init__(
        self,
        members: Members,
        key: str,
        value: bytes,
        seconds: int,
        loop: asyncio.AbstractEventLoop,
        met: Callable[[bytes | None], None] | None,
    ) -> None:
        super().__init__(key, value, loop, met)
        self._members = members
        self._seconds = seconds
        self._lease = 0
        # All that were ours: under one that was given up the key may stand for a while.
        self._leases: set[int] = set()

    async def run(self) -> None:
        """Stand until cancelled, then take the key away."""
        try:
            while True:
                try:
                    await self._stand()
                except NoAnswer:
                    await asyncio.sleep(_AGAIN_SECONDS)
        finally:
            await self._leave()

    async def _stand(self) -> None:
        """Stand under a new lease until it is lost."""
        grant = await self._members.ask(lambda member: member.grant, rpc.LeaseGrantRequest(TTL=self._seconds))
        self._lease = grant.ID
        self._leases.add(grant.ID)
        self._changed.set()
        while True:
            if self._changed.is_set():
                self._changed.clear()
                stands = await self._put(grant.ID)
            try:
                # Not wait_for: up to Python 3.11 it loses a cancellation that comes with the end of what it waits for,
                # and who went at the moment it showed something would stand for ever.
                async with asyncio.timeout(_RENEW_SECONDS if stands else _AGAIN_SECONDS):
                    await self._changed.wait()
            except TimeoutError:
                if not await self._members.first(lambda member, seconds: member.keep(grant.ID, seconds)):
                    return
                if not stands:
                    self._changed.set()

    async def _put(self, lease: int) -> bool:
        """Put the key; False when another's stands there, which is left as it is."""
        value = self._value
        if self._met is None:
            put = rpc.PutRequest(key=self._key.encode(), value=value, lease=lease)
            await self._members.ask(lambda member: member.put, put)
            return True
        under = 0
        for _ in range(_TRIES):
            request = wire.put_if_leased(self._key, value, lease, under)
            answer = await self._members.ask(lambda member: member.txn, request)
            if answer.succeeded:
                self._met(None)
                return True
            found = next(iter(answer.responses[0].response_range.kvs), None)
            if found is not None and found.lease not in self._leases:
                self._met(found.value)
                return False
            under = 0 if found is None else found.lease
        return False

    async def _leave(self) -> None:
        if self._lease:
            with suppress(NoAnswer):  # it ends by itself
                await self._members.ask(lambda member: member.revoke, rpc.LeaseRevokeRequest(ID=self._lease))


class EtcdPresenceWatch(Subscription[Member]):
    """Tells who stands under a prefix. After an outage the differences are told."""

    def __init__(self, members: Members, prefix: str, changed: Callable[[str, bytes | None], None]) -> None:
        super().__init__(members)
        self._prefix = prefix
        self._standings = Standings(changed)

    async def session(self, server: Member, well: Callable[[], None]) -> None:
        async with Watch(server, [self._prefix], deletions=True) as watch:
            everything = rpc.RangeRequest(key=self._prefix.encode(), range_end=wire.end_of(self._prefix))
            answer = await server.ask(server.range, everything, OPEN_SECONDS)
            with self._lock:
                if not self._closed:
                    self._standings.are(
                        {kv.key.decode(errors="backslashreplace"): kv.value for kv in answer.kvs}
                    )
            well()
            while True:
                for _, event in await watch.events():
                    if event.kv.mod_revision > answer.header.revision:
                        key = event.kv.key.decode(errors="backslashreplace")
                        self._set(key, None if event.type == rpc.Event.DELETE else event.kv.value)

    def _set(self, key: str, value: bytes | None) -> None:
        with self._lock:
            if not self._closed:
                self._standings.set(key, value)
