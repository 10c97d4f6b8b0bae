"""Servers of which any may answer: a call goes to one that does. None may keep a caller waiting."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

import grpc
import grpc.aio

from kiosk.links.calls.errors import Said, no_answer
from kiosk.table.log import NoAnswer, OtherHistory

_OPTIONS = [
    (
        "grpc.use_local_subchannel_pool",
        1,
    ),  # two links of one process do not share their waits after a failure
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1_000),
    ("grpc.max_reconnect_backoff_ms", 1_000),
    ("grpc.keepalive_time_ms", 10_000),  # a server refuses to be asked more often than every 5 s
    ("grpc.keepalive_timeout_ms", 3_000),
    ("grpc.max_receive_message_length", -1),  # bounded by the pages that are asked for
    ("grpc.max_send_message_length", -1),
]
_LEAST_SECONDS = 0.3  # for one server to answer in
_ROUND_PAUSE = 0.05  # after every server has failed
_WORTH_SECONDS = 0.2  # with less time left a server could only say that it had none
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0  # between attempts to attend, after all have failed

Message = Any  # the generated classes of etcd carry no types


class Server:
    """One server; made and used in the link's thread. All calls raise :class:`NoAnswer`."""

    def __init__(self, endpoint: str, credentials: grpc.ChannelCredentials | None) -> None:
        self.endpoint = endpoint
        if credentials is None:
            self.channel = grpc.aio.insecure_channel(endpoint, options=_OPTIONS)
        else:
            self.channel = grpc.aio.secure_channel(endpoint, credentials, options=_OPTIONS)

    async def ask(self, call: Callable[..., Message], request: Message, seconds: float) -> Message:
        """The answer of this server within ``seconds``."""
        try:
            return await call(request, timeout=seconds)
        except grpc.RpcError as error:
            raise no_answer(error, self.endpoint) from error

    async def close(self) -> None:
        """End the connection and every call over it."""
        await self.channel.close()


S = TypeVar("S", bound=Server)


class Servers(Generic[S]):
    """All of them. Calls stay with one until it fails. Made and used in the link's thread."""

    def __init__(self, servers: Sequence[S], timeout_ms: int) -> None:
        self._servers = list(servers)
        random.shuffle(self._servers)  # many clients spread over the servers
        self._seconds = timeout_ms / 1000
        self._share = max(_LEAST_SECONDS, self._seconds / len(self._servers))
        self.silence = ""  # why none answers, in words; empty while one does
        self.cluster = 0  # whose log was compared with what was read, and found right; 0: none yet

    @property
    def current(self) -> S:
        """The one to ask next."""
        return self._servers[0]

    @property
    def all(self) -> tuple[S, ...]:
        """All, the one to ask next first."""
        return tuple(self._servers)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._servers)

    def failed(self, server: S) -> None:
        """Ask another from now on."""
        if server is self._servers[0]:
            self._servers.append(self._servers.pop(0))

    async def ask(self, pick: Callable[[S], Any], request: Message) -> Message:
        """The first answer of any, within the configured time. The request must bear being repeated."""
        return await self.first(lambda server, seconds: server.ask(pick(server), request, seconds))

    async def first(self, call: Callable[[S, float], Any]) -> Message:
        """As :meth:`ask`, for any call."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self._seconds
        tries = 0
        while True:
            server = self.current
            try:
                answer = await call(server, min(self._share, end - loop.time()))
                self._check_cluster(server, answer)
            except Said:
                self.silence = ""
                raise
            except NoAnswer as silence:
                self.failed(server)
                tries += 1
                pause = _ROUND_PAUSE if tries % self.count == 0 else 0
                if end - loop.time() < pause + _WORTH_SECONDS:
                    self.silence = str(silence)
                    raise
            else:
                self.silence = ""
                return answer
            await asyncio.sleep(pause)

    def _check_cluster(self, server: S, answer: Message) -> None:
        """An answer of other servers than those whose log was found right is none."""
        found = getattr(getattr(answer, "header", None), "cluster_id", 0)
        if self.cluster and found and found != self.cluster:
            raise OtherHistory(
                f"{server.endpoint} belongs to other servers ({found:x}, not {self.cluster:x})"
            )

    async def close(self) -> None:
        """End all connections."""
        await asyncio.gather(*(server.close() for server in self._servers))


async def attend(
    servers: Servers[S],
    session: Callable[[S, Callable[[], None]], Awaitable[None]],
    lost: Callable[[NoAnswer], None],
) -> None:
    """Run ``session`` at a server that answers, for ever; ``lost`` is told each time it has ended.

    The session calls its second argument when it has begun well.
    """
    failures = 0

    def well() -> None:
        nonlocal failures
        failures = 0
        servers.silence = ""

    while True:
        server = servers.current
        try:
            await session(server, well)
        except NoAnswer as silence:
            lost(silence)
            if failures + 1 >= servers.count:
                servers.silence = str(silence)
        servers.failed(server)
        failures += 1
        if failures >= servers.count:  # the others are tried at once
            wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2 ** min(failures - servers.count, 8))
            await asyncio.sleep(wait * random.uniform(0.5, 1))  # noqa: S311 - spreads clients, no secret
