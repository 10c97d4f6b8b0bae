"""Somebody who follows a log over servers of which any may answer: what it is told of records, outages and others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from kiosk.links.calls.servers import Servers
from kiosk.links.calls.subscription import S, Subscription
from kiosk.table.history import Other, Remembering, Shown
from kiosk.table.log import Entry, NoAnswer, OtherHistory

GRACE_SECONDS = 0.3  # to find another server before the outage is told


class Reader(Subscription[S]):
    """One subscription. ``run`` is its task in the link's thread; ``close`` may be called in any thread.

    ``admitted`` says of a record whether a reader may take it.
    """

    def __init__(
        self,
        servers: Servers[S],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        remember: Remembering,
        admitted: Callable[[Entry], bool],
    ) -> None:
        super().__init__(servers)
        self._after = after
        self._deliver = deliver
        self._linked = linked
        self._remember = remember
        self._admitted = admitted
        self._others: dict[str, Other] = {}  # by endpoint: why its log is another one
        self.silent: set[str] = set()  # endpoints from which no other word is awaited
        self._told_other: Other | None = None
        self._told: bool | None = None
        self._alarm: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """See :class:`Subscription`."""
        try:
            await super().run()
        finally:
            self._quiet()

    async def shown(self, server: S) -> Shown:
        """What this server shows of the log, to compare it with what was read."""
        raise NotImplementedError

    async def compare(self, server: S) -> None:
        """Whether this server's log goes on where the memory ends: asked each time it is reached."""
        remember = self._remember
        if not remember.lives and not remember.memory.all:
            return  # nothing was read yet, and nothing says what stays
        shown = await self.shown(server)
        other = remember.compare(shown)
        if other is None:
            self._others.clear()
            self.silent.clear()
            self._servers.cluster = int(shown.log, 16)
            return
        self._others[server.endpoint] = other
        # A server of several may alone have another one: it is told when none is left that might be right.
        if len(self._others.keys() | self.silent) >= self._servers.count:
            self._tell_other(other)
        raise OtherHistory(f"{server.endpoint}: the table log is another one, or an older copy: {other.what}")

    def is_up(self) -> None:
        """All that stood has been handed over, and what comes will be."""
        self._tell_other(None)
        self._quiet()
        self._tell(True)

    def hand_over(self, found: Sequence[Entry]) -> None:
        """Deliver records that a reader may take, in order."""
        for entry in filter(self._admitted, found):
            with self._lock:
                if self._closed:
                    return
                self._remember.memory = self._remember.memory.reads(entry)
                self._deliver(entry)

    def _tell_other(self, other: Other | None) -> None:
        with self._lock:
            if not self._closed and self._told_other != other:
                self._told_other = other
                self._remember.told(other)

    def _tell(self, up: bool) -> None:
        with self._lock:
            if not self._closed and self._told is not up:
                self._told = up
                self._linked(up)

    def lost(self, _silence: NoAnswer) -> None:
        """See :class:`Subscription`. Told soon, where no other server is found meanwhile."""
        if self._alarm is None and self._told is not False:
            self._alarm = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._tell, False)

    def _quiet(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
