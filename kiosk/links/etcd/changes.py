"""Watching for what no reader of the log may ever see: a record that is written over or removed."""

from __future__ import annotations

import threading
from collections.abc import Callable

from aetcd import rpc

from kiosk.links.calls.servers import attend
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import Watch


class EtcdChanges:
    """Tells of each record under a prefix that is written over (False) or removed (True) from now on.

    ``run`` is its task; ``close`` may be called in any thread. note: what happens during an outage is not told.
    """

    def __init__(self, members: Members, prefix: str, told: Callable[[str, bool], None]) -> None:
        self._members = members
        self._prefix = prefix
        self._told = told
        self._lock = threading.RLock()
        self._closed = False
        self.end: Callable[[], object] = lambda: None  # ends the task

    def close(self) -> None:
        """Tell nothing more."""
        with self._lock:
            self._closed = True
        self.end()

    async def run(self) -> None:
        """Watch for ever."""
        await attend(self._members, self._session, lambda _: None)

    async def _session(self, member: Member, well: Callable[[], None]) -> None:
        async with Watch(member, [self._prefix], deletions=True) as watch:
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
