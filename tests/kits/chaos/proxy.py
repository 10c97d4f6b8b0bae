"""A TCP proxy between a party and the log's servers, which hurts the line on purpose. TLS passes through unread.

    with Proxies() as proxies:
        proxy = proxies.between(server.endpoint)    # a party's configuration names proxy.endpoint instead
        proxy.cut(); proxy.mend()                   # all connections reset, new ones too; as before
        proxy.hold(Way.UP); proxy.release()         # half-open: bytes wait, nobody is told; then they flow
        proxy.hold(Way.UP); proxy.let_go_late(0.2)  # what came in the first 0.2 s arrives now, the rest never
        proxy.drop(Way.DOWN)                        # what comes that way is lost until mend(), which resets it
        proxy.delay(0.05)                           # each piece comes so much later

One thread serves all proxies. Every method may be called in any thread and holds when it returns.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Self, TypeVar

PIECE = 64 * 1024
_T = TypeVar("_T")


class Way(StrEnum):
    """Which way bytes go."""

    UP = "up"  # from the party to the server
    DOWN = "down"


class _Lane:
    """One way of one connection: what waits there."""

    def __init__(self) -> None:
        self.kept: list[tuple[float, bytes]] = []
        self.ended = False


class _Connection:
    def __init__(self, proxy: Proxy, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self._proxy = proxy
        self._to = {Way.UP: server, Way.DOWN: client}
        self.lanes = {way: _Lane() for way in Way}

    async def pump(self, way: Way, reader: asyncio.StreamReader) -> None:
        """Read for ever; what is held or dropped is read all the same, so that its time is known."""
        lane = self.lanes[way]
        with contextlib.suppress(ConnectionError, OSError):
            while piece := await reader.read(PIECE):
                if self._proxy.delay_s:
                    await asyncio.sleep(self._proxy.delay_s)
                if way in self._proxy.dropped:
                    self._proxy.lost += len(piece)
                elif way in self._proxy.held:
                    lane.kept.append((time.monotonic(), piece))
                else:
                    self._to[way].write(piece)
                    await self._to[way].drain()
        lane.ended = True
        if way not in self._proxy.held and not (self._proxy.dropped or self._proxy.held):
            self.end()

    def flush(self, way: Way, before_s: float) -> int:
        """Send what was kept before that time; answers the bytes."""
        kept = [piece for at_s, piece in self.lanes[way].kept if at_s < before_s]
        self.lanes[way].kept.clear()
        if kept and not self._to[way].transport.is_closing():
            self._to[way].write(b"".join(kept))
            return sum(map(len, kept))
        return 0

    def end(self, *, reset: bool = False) -> None:
        for writer in self._to.values():
            if reset:
                raw = writer.get_extra_info("socket")
                with contextlib.suppress(OSError):
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.close()


class Proxy:
    """One party's line to one server. Made by :class:`Proxies`."""

    def __init__(self, owner: Proxies, target: str) -> None:
        host, _, port = target.rpartition(":")
        self._owner, self._host, self._port = owner, host, int(port)
        self._connections: set[_Connection] = set()
        self._is_cut = False
        self.held: set[Way] = set()
        self.dropped: set[Way] = set()
        self.delay_s = 0.0
        self.lost = 0  # bytes
        self.server: asyncio.Server | None = None
        self.endpoint = ""

    async def listen(self) -> None:
        self.server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.endpoint = f"127.0.0.1:{self.server.sockets[0].getsockname()[1]}"

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # asyncio complains of such a task at the end
            await self._serve(reader, writer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            from_server, to_server = await asyncio.open_connection(self._host, self._port)
        except OSError:
            writer.transport.abort()
            return
        connection = _Connection(self, writer, to_server)
        self._connections.add(connection)
        try:
            await asyncio.gather(connection.pump(Way.UP, reader), connection.pump(Way.DOWN, from_server))
        finally:
            self._connections.discard(connection)
            connection.end()

    # --- what is done to the line ---------------------------------------------------------------------------------

    def cut(self) -> None:
        """Reset all connections and every new one."""

        def work() -> None:
            self._is_cut = True
            self._end_all()

        self._owner.call(work)

    def mend(self) -> None:
        """As before: what was held or dropped is lost with its connections."""

        def work() -> None:
            if self.held or self.dropped:
                self._end_all()
            self._is_cut, self.delay_s = False, 0.0
            self.held.clear()
            self.dropped.clear()

        self._owner.call(work)

    def hold(self, *ways: Way) -> None:
        """Half-open: connections stay, but no bytes come through these ways (both when none is named)."""
        self._owner.call(lambda: self.held.update(ways or Way))

    def drop(self, way: Way) -> None:
        """What comes this way from now on is lost; nobody is told."""
        self._owner.call(lambda: self.dropped.add(way))

    def delay(self, seconds: float) -> None:
        """Each piece comes so much later."""

        def work() -> None:
            self.delay_s = seconds

        self._owner.call(work)

    def release(self) -> None:
        """What was held flows, in order, and the line is well again."""

        def work() -> None:
            self.held.clear()
            for connection in tuple(self._connections):
                for way in Way:
                    connection.flush(way, float("inf"))
                if any(lane.ended for lane in connection.lanes.values()):
                    connection.end()

        self._owner.call(work)

    def let_go_late(self, within_s: float) -> int:
        """After the party has given up: what it sent in the first ``within_s`` of the hold reaches the server now.

        What it sent later is lost, and the answer too: the connections end. Answers the bytes that were sent on.
        """

        def work() -> int:
            sent = 0
            for connection in tuple(self._connections):
                kept = connection.lanes[Way.UP].kept
                if kept:
                    sent += connection.flush(Way.UP, kept[0][0] + within_s)
            self.held.clear()
            self._owner.later(0.3, self._end_all)
            return sent

        return self._owner.call(work)

    @property
    def waiting(self) -> int:
        """Bytes from the party that are held now."""
        connections = tuple(self._connections)
        return sum(len(piece) for one in connections for _, piece in one.lanes[Way.UP].kept)

    def _end_all(self) -> None:
        for connection in tuple(self._connections):
            connection.end(reset=True)


class Proxies:
    """All proxies of a test, in one thread of their own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="proxies", daemon=True)
        self._all: list[Proxy] = []

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _end(self) -> None:
        for proxy in self._all:
            if proxy.server is not None:
                proxy.server.close()
            proxy._end_all()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def between(self, target: str) -> Proxy:
        """A new line to the server at ``target`` (host:port)."""
        proxy = Proxy(self, target)
        asyncio.run_coroutine_threadsafe(proxy.listen(), self._loop).result(60)
        self._all.append(proxy)
        return proxy

    def call(self, work: Callable[[], _T]) -> _T:
        """Do it in the proxies' thread and wait."""

        async def run() -> _T:
            return work()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(60)

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Do it in the proxies' thread after a while. Only from there."""
        self._loop.call_later(seconds, work)
