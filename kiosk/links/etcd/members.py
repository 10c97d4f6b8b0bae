"""The members of one etcd."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import grpc
from aetcd import rpc

from kiosk.links.calls.errors import no_answer
from kiosk.links.calls.health import EtcdHealth
from kiosk.links.calls.servers import Server, Servers
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.shared import Batch, SharedWatch
from kiosk.links.etcd.wire import Message
from kiosk.table.log import NoAnswer

_PROBE_SECONDS = 0.8


class Member(Server):
    """One member; made and used in the link's thread. All calls raise :class:`NoAnswer`."""

    def __init__(self, endpoint: str, credentials: grpc.ChannelCredentials | None) -> None:
        super().__init__(endpoint, credentials)
        kv, lease = rpc.KVStub(self.channel), rpc.LeaseStub(self.channel)
        self.range, self.txn, self.put, self.delete = kv.Range, kv.Txn, kv.Put, kv.DeleteRange
        self.grant, self.revoke, self.keep_alive = lease.LeaseGrant, lease.LeaseRevoke, lease.LeaseKeepAlive
        self.time_to_live = lease.LeaseTimeToLive
        self.watch = rpc.WatchStub(self.channel).Watch
        self.status = rpc.MaintenanceStub(self.channel).Status
        self._batch = Batch(self)
        self._shared: SharedWatch | None = None

    def watches(self) -> SharedWatch:
        """The stream of watches at this member."""
        if self._shared is None or self._shared.ended:
            self._shared = SharedWatch(self)
        return self._shared

    async def together(self, operations: Sequence[Message]) -> tuple[list[Message], int]:
        """The answers to ``operations`` and their revision, asked together with what others ask at this moment."""
        return await self._batch.ask(operations)

    async def keep(self, lease: int, seconds: float) -> int:
        """Renew ``lease``; the seconds it stands from now, 0 when it is gone."""
        try:
            stream = self.keep_alive(iter([rpc.LeaseKeepAliveRequest(ID=lease)]), timeout=seconds)
            async for answer in stream:
                stream.cancel()
                return int(answer.TTL)
        except grpc.RpcError as error:
            raise no_answer(error, self.endpoint) from error
        raise NoAnswer(f"{self.endpoint}: the lease was not answered")


class Members(Servers[Member]):
    """All members. Calls stay with one member until it fails. Made and used in the link's thread."""

    def __init__(self, config: EtcdConfig, pem: tuple[bytes, bytes, bytes] | None) -> None:
        credentials = grpc.ssl_channel_credentials(*pem) if pem is not None else None
        super().__init__([Member(endpoint, credentials) for endpoint in config.endpoints], config.timeout_ms)

    async def health(self) -> EtcdHealth:
        """Ask every member how it is."""
        found = await asyncio.gather(*(_probe(member) for member in self.all))
        answers = [answer for answer in found if answer is not None]
        alarms = {
            name
            for answer in answers
            for error in answer.errors
            for name in ("NOSPACE", "CORRUPT")
            if f"alarm:{name}" in error
        }
        return EtcdHealth(sum(answer.leader != 0 for answer in answers), self.count, tuple(sorted(alarms)))


async def _probe(member: Member) -> Message:
    try:
        return await member.ask(member.status, rpc.StatusRequest(), _PROBE_SECONDS)
    except NoAnswer:
        return None
