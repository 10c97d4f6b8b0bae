"""The members of one etcd: a call goes to one that answers. None may keep a caller waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from typing import Any

import grpc
import grpc.aio
from aetcd import rpc

from kiosk.links.etcd.config import EtcdConfig, EtcdHealth
from kiosk.links.etcd.errors import Said, no_answer
from kiosk.links.etcd.shared import Batch, SharedWatch
from kiosk.links.etcd.wire import Message
from kiosk.table.log import NoAnswer, OtherHistory

_OPTIONS = [
    ("grpc.use_local_subchannel_pool", 1),  # two logs of one process do not share their waits after a failure
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.keepalive_time_ms", 10_000),  # a server refuses to be asked more often than every 5 s
    ("grpc.keepalive_timeout_ms", 3_000),
    ("grpc.max_receive_message_length", -1),  # bounded by the pages that are asked for
    ("grpc.max_send_message_length", -1),
]
_LEAST_SECONDS = 0.3  # for one member to answer in
_PROBE_SECONDS = 0.8
_ROUND_PAUSE = 0.05  # after every member has failed


class Member:
    """One member; made and used in the link's thread. All calls raise :class:`NoAnswer`."""

    def __init__(self, endpoint: str, credentials: grpc.ChannelCredentials | None) -> None:
        self.endpoint = endpoint
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(endpoint, options=_OPTIONS)
        else:
            self._channel = grpc.aio.secure_channel(endpoint, credentials, options=_OPTIONS)
        kv, lease = rpc.KVStub(self._channel), rpc.LeaseStub(self._channel)
        self.range, self.txn, self.put, self.delete = kv.Range, kv.Txn, kv.Put, kv.DeleteRange
        self.grant, self.revoke, self.keep_alive = lease.LeaseGrant, lease.LeaseRevoke, lease.LeaseKeepAlive
        self.watch = rpc.WatchStub(self._channel).Watch
        self.status = rpc.MaintenanceStub(self._channel).Status
        self._batch = Batch(self)
        self._shared: SharedWatch | None = None

    async def ask(self, call: Callable[..., Message], request: Message, seconds: float) -> Message:
        """The answer of this member within ``seconds``."""
        try:
            return await call(request, timeout=seconds)
        except grpc.RpcError as error:
            raise no_answer(error, self.endpoint) from error

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

    async def close(self) -> None:
        """End the connection and every call over it."""
        await self._channel.close()


class Members:
    """All members. Calls stay with one member until it fails. Made and used in the link's thread."""

    def __init__(self, config: EtcdConfig, pem: tuple[bytes, bytes, bytes] | None) -> None:
        credentials = grpc.ssl_channel_credentials(*pem) if pem is not None else None
        self._members = [Member(endpoint, credentials) for endpoint in config.endpoints]
        random.shuffle(self._members)  # many clients spread over the members
        self._seconds = config.timeout_ms / 1000
        self._share = max(_LEAST_SECONDS, self._seconds / len(self._members))
        self.silence = ""  # why no member answers, in words; empty while one does
        self.cluster = 0  # whose log was compared with what was read, and found right; 0: none yet

    @property
    def current(self) -> Member:
        """The member to ask next."""
        return self._members[0]

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._members)

    def failed(self, member: Member) -> None:
        """Ask another member from now on."""
        if member is self._members[0]:
            self._members.append(self._members.pop(0))

    async def ask(self, pick: Callable[[Member], Any], request: Message) -> Message:
        """The first answer of any member, within the configured time. The request must bear being repeated."""
        return await self.first(lambda member, seconds: member.ask(pick(member), request, seconds))

    async def first(self, call: Callable[[Member, float], Any]) -> Message:
        """As :meth:`ask`, for any call."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._seconds
        tries = 0
        while True:
            member = self.current
            try:
                answer = await call(member, min(self._share, end - loop.time()))
                self._check_cluster(member, answer)
            except Said:
                self.silence = ""
                raise
            except NoAnswer as silence:
                self.failed(member)
                tries += 1
                pause = _ROUND_PAUSE if tries % self.count == 0 else 0
                if end - loop.time() < pause + _ROUND_PAUSE:
                    self.silence = str(silence)
                    raise
            else:
                self.silence = ""
                return answer
            await asyncio.sleep(pause)

    def _check_cluster(self, member: Member, answer: Message) -> None:
        """An answer of other servers than those whose log was found right is none."""
        found = getattr(getattr(answer, "header", None), "cluster_id", 0)
        if self.cluster and found and found != self.cluster:
            raise OtherHistory(
                f"{member.endpoint} belongs to other servers ({found:x}, not {self.cluster:x})"
            )

    async def health(self) -> EtcdHealth:
        """Ask every member how it is."""
        found = await asyncio.gather(*(self._probe(member) for member in tuple(self._members)))
        answers = [answer for answer in found if answer is not None]
        alarms = {
            name
            for answer in answers
            for error in answer.errors
            for name in ("NOSPACE", "CORRUPT")
            if f"alarm:{name}" in error
        }
        return EtcdHealth(sum(answer.leader != 0 for answer in answers), self.count, tuple(sorted(alarms)))

    async def _probe(self, member: Member) -> Message:
        try:
            return await member.ask(member.status, rpc.StatusRequest(), _PROBE_SECONDS)
        except NoAnswer:
            return None

    async def close(self) -> None:
        """End all connections."""
        await asyncio.gather(*(member.close() for member in self._members))
