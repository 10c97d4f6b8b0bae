"""Watching for what no reader of the log may ever see: a record that is written over or removed."""

from __future__ import annotations

from collections.abc import Callable

from aetcd import rpc

from kiosk.links.calls.subscription import Subscription
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import Watch


class EtcdChanges(Subscription[Member]):
    """Tells of each record under a prefix that is written over (False) or removed (True) from now on.

    note: what happens during an outage is not told.
    """

    def __init__(self, members: Members, prefix: str, told: Callable[[str, bool], None]) -> None:
        super().__init__(members)
        self._prefix = prefix
        self._told = told

    async def session(self, server: Member, well: Callable[[], None]) -> None:
        async with Watch(server, [self._prefix], deletions=True) as watch:
            well()
            while True:
                for _, event in await watch.events():
                    removed = event.type == rpc.Event.DELETE
                    if removed or event.kv.version > 1:
                        self._tell(event.kv.key.decode(errors="backslashreplace"), removed)

    def _tell(self, key: str, removed: bool) -> None:
        with self._lock:
            if not self._closed:
                self._told(key, removed)
