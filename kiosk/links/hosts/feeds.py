"""Following at hosts: records in the log's order, presences, and records that do not stay as they were."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.links.calls.reader import Reader
from kiosk.links.calls.subscription import Standings, Subscription
from kiosk.links.hosts import wire
from kiosk.links.hosts.servers import Host, Hosts
from kiosk.table.history import Remembering, Shown
from kiosk.table.log import Entry, NoAnswer, OtherHistory

SHOWN_SECONDS = 1.5


def shown_ask(remember: Remembering) -> wire.ShownAsk:
    """What a host is asked to compare its log with what was read."""
    known = tuple(one.key for one in remember.asked)
    keeper = remember.keeper.table if remember.keeper is not None else ""
    return wire.ShownAsk(known, remember.lives, remember.rounds, keeper)


class HostFeed(Reader[Host]):
    """One subscription at hosts. ``run`` is its task in the link's thread."""

    def __init__(
        self,
        hosts: Hosts,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        remember: Remembering,
        admitted: Callable[[Entry], bool],
    ) -> None:
        super().__init__(hosts, after, deliver, linked, remember, admitted)
        self._prefixes = tuple(prefixes)

    async def session(self, host: Host, well: Callable[[], None]) -> None:
        try:
            await self._follow(host, well)
        except OtherHistory:
            raise
        except NoAnswer:
            # All hosts tell of one log: no other word is awaited from one that is down.
            self.silent.add(host.endpoint)
            raise

    async def _follow(self, host: Host, well: Callable[[], None]) -> None:
        await self.compare(host)
        stream = host.stream("Follow", wire.FollowAsk(self._prefixes, self._after))
        try:
            while True:
                match await stream.next():
                    case wire.Entries(entries=found):
                        entries = [Entry(*each) for each in found]
                        self.hand_over(entries)
                        self._after = max((self._after, *(each.seq for each in entries)))
                    case wire.Up():
                        well()
                        self.is_up()
        finally:
            stream.close()

    async def shown(self, host: Host) -> Shown:
        return await host.answer("Shown", shown_ask(self._remember), Shown, SHOWN_SECONDS)


class _Watch(Subscription[Host]):
    """Something that is told from a stream."""

    def __init__(self, hosts: Hosts, call: str, prefix: str) -> None:
        super().__init__(hosts)
        self._call = call
        self._prefix = prefix

    async def session(self, server: Host, well: Callable[[], None]) -> None:
        stream = server.stream(self._call, wire.UnderAsk(self._prefix))
        try:
            self._begins()
            while True:
                told = await stream.next()
                if isinstance(told, wire.Up):
                    well()
                with self._lock:
                    if not self._closed:
                        self._take(told)
        finally:
            stream.close()

    def _begins(self) -> None:
        """What stands is told anew."""

    def _take(self, told: wire.Told) -> None:
        raise NotImplementedError


class HostPresenceWatch(_Watch):
    """Tells who stands under a prefix. After an outage the differences are told."""

    def __init__(self, hosts: Hosts, prefix: str, changed: Callable[[str, bytes | None], None]) -> None:
        super().__init__(hosts, "Watch", prefix)
        self._standings = Standings(changed)
        self._fresh: dict[str, bytes] | None = None  # until all that stands was told

    def _begins(self) -> None:
        self._fresh = {}

    def _take(self, told: wire.Told) -> None:
        match told:
            case wire.Stands(key=key, value=value) if self._fresh is not None and value is not None:
                self._fresh[key] = value
            case wire.Stands(key=key, value=value):
                self._standings.set(key, value)
            case wire.Up() if self._fresh is not None:
                fresh, self._fresh = self._fresh, None
                self._standings.are(fresh)


class HostChanges(_Watch):
    """Tells of records that are written over or removed. note: what happens during an outage is not told."""

    def __init__(self, hosts: Hosts, prefix: str, told: Callable[[str, bool], None]) -> None:
        super().__init__(hosts, "Changes", prefix)
        self._told = told

    def _take(self, told: wire.Told) -> None:
        if isinstance(told, wire.Changed):
            self._told(told.key, told.removed)
