"""Who is there now: keys under leases of hosts."""

from __future__ import annotations

from collections.abc import Callable

from aetcd import rpc

from kiosk.links.calls.subscription import Standings, Subscription
from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import OPEN_SECONDS, Watch


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
