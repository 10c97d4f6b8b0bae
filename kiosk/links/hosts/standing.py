"""One presence, held at a host on our behalf, and at another as soon as that one is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import grpc

from kiosk.links.calls.servers import attend
from kiosk.links.hosts import wire
from kiosk.links.hosts.servers import Host, Hosts, host_answer
from kiosk.table.log import NoAnswer

_GO_SECONDS = 1.0  # for the host to take the key away
_LOOK_SECONDS = 0.3  # between two looks whether the link has gone to another host


class HostStanding:
    """What is shown under ``key``. ``run`` is its task in the link's thread; the rest may be called in any thread.

    ``met`` is told in the link's thread what stands there instead, and None when ours stands; None: it never is.
    """

    def __init__(
        self,
        hosts: Hosts,
        key: str,
        value: bytes,
        loop: asyncio.AbstractEventLoop,
        met: Callable[[bytes | None], None] | None,
    ) -> None:
        self._hosts = hosts
        self._key = key
        self._value = value
        self._loop = loop
        self._met = met
        self._changed = asyncio.Event()
        self._goes = False
        self.end: Callable[[], object] = lambda: None  # ends the task

    def show(self, value: bytes) -> None:
        """Replace the value, soon. Never waits; of several values the newest counts."""
        self._value = value
        with suppress(RuntimeError):  # the link's thread has ended: nothing is shown any more
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Take the key away, soon. Never waits. A second call does nothing."""
        self._goes = True
        self.end()

    async def run(self) -> None:
        """Stand until cancelled: with the call ends the presence."""
        await attend(self._hosts, self._session, lambda _: None)

    async def _session(self, host: Host, well: Callable[[], None]) -> None:
        call = host.stand()
        hearing = asyncio.create_task(self._hear(host, call, well))
        try:
            self._changed.clear()
            await self._write(host, call, wire.StandAsk(self._key, self._value, self._met is not None))
            while not hearing.done():
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._changed.wait()
                if self._changed.is_set():
                    self._changed.clear()
                    await self._write(
                        host, call, wire.StandAsk(self._key, self._value, self._met is not None)
                    )
                if self._hosts.current is not host:
                    raise NoAnswer(f"{host.endpoint}: the link has gone to another host")
            hearing.result()
        finally:
            if self._goes:  # said, it is done at once; else the host waits whether we are at another one
                await _go(call)
            call.cancel()
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _hear(self, host: Host, call: Any, well: Callable[[], None]) -> None:  # noqa: ANN401 - no types
        while True:
            try:
                found = await call.read()
            except grpc.RpcError as error:
                raise host_answer(error, host.endpoint) from error
            if not isinstance(found, bytes):
                raise NoAnswer(f"{host.endpoint}: the presence ended")
            told = wire.told_decoder.decode(found)
            if isinstance(told, wire.Met):
                well()
                if self._met is not None:
                    self._met(told.value)

    async def _write(self, host: Host, call: Any, body: wire.StandAsk) -> None:  # noqa: ANN401 - no types
        try:
            await call.write(wire.encode(body))
        except grpc.RpcError as error:
            raise host_answer(error, host.endpoint) from error
        except asyncio.InvalidStateError as ended:
            raise NoAnswer(f"{host.endpoint}: the presence ended") from ended


async def _go(call: Any) -> None:  # noqa: ANN401 - no types
    with suppress(grpc.RpcError, asyncio.InvalidStateError):
        await call.write(wire.GOES)
        with suppress(TimeoutError):
            async with asyncio.timeout(_GO_SECONDS):
                await call.code()
