"""What is told of until nobody wants to hear it any more, at one server after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from kiosk.links.calls.servers import Server, Servers, attend
from kiosk.table.log import NoAnswer

S = TypeVar("S", bound=Server)


class Subscription(Generic[S]):
    """One. ``run`` is its task in the link's thread; ``close`` may be called in any thread."""

    def __init__(self, servers: Servers[S]) -> None:
        self._servers = servers
        self._lock = threading.RLock()  # held while somebody is told: after close() nobody hears anything
        self._closed = False
        self.end: Callable[[], object] = lambda: None  # ends the task

    def close(self) -> None:
        """Tell nothing more."""
        with self._lock:
            self._closed = True
        self.end()

    async def run(self) -> None:
        """Hear for ever. Ends only by being cancelled, or by an exception of who is told."""
        await attend(self._servers, self.session, self.lost)

    async def session(self, server: S, well: Callable[[], None]) -> None:
        """Hear at one server until it fails."""
        raise NotImplementedError

    def lost(self, _silence: NoAnswer) -> None:
        """A session has ended. Where nothing else is said, what was known stays during an outage."""


class Standings:
    """Who stands, as somebody was told: of what is the same again nothing is said."""

    def __init__(self, changed: Callable[[str, bytes | None], None]) -> None:
        self._changed = changed
        self._known: dict[str, bytes] = {}

    def are(self, standing: Mapping[str, bytes]) -> None:
        """These stand, and nobody else: the differences are told."""
        for key in self._known.keys() - standing.keys():
            self.set(key, None)
        for key, value in standing.items():
            self.set(key, value)

    def set(self, key: str, value: bytes | None) -> None:
        """This one shows ``value``; None: it has gone."""
        if self._known.get(key) == value:
            return
        if value is None:
            self._known.pop(key, None)
        else:
            self._known[key] = value
        self._changed(key, value)
