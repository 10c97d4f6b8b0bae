"""Presences within one process: for the table whose log is embedded."""

from __future__ import annotations

import threading
from collections.abc import Callable


class LocalPresences:
    """`Presences` of one process: a key stands until it is closed. ``changed`` is called in the thread that changes
    something, one call at a time, and must only enqueue.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._standing: dict[str, tuple[LocalStanding, bytes]] = {}
        self._watches: list[LocalWatch] = []

    def stand(
        self, key: str, value: bytes, met: Callable[[bytes | None], None] | None = None
    ) -> LocalStanding:
        """See :class:`kiosk.table.log.Presences`. Who stands last under a key is who is seen: here is one process."""
        standing = LocalStanding(self, key)
        with self._lock:
            self._standing[key] = (standing, value)
            self._tell(key, value)
        if met is not None:
            met(None)
        return standing

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> LocalWatch:
        """See :class:`kiosk.table.log.Presences`."""
        watch = LocalWatch(self, prefix, changed)
        with self._lock:
            for key, (_, value) in self._standing.items():
                watch.tell(key, value)
            self._watches.append(watch)
        return watch

    def close(self) -> None:
        """Tell nobody anything more."""
        with self._lock:
            self._watches.clear()
            self._standing.clear()

    def _show(self, standing: LocalStanding, key: str, value: bytes | None) -> None:
        with self._lock:
            owner, shown = self._standing.get(key, (None, None))
            if owner is not standing or value == shown:
                return
            if value is None:
                del self._standing[key]
            else:
                self._standing[key] = (standing, value)
            self._tell(key, value)

    def _tell(self, key: str, value: bytes | None) -> None:
        for watch in tuple(self._watches):
            watch.tell(key, value)

    def _forget(self, watch: LocalWatch) -> None:
        with self._lock:
            if watch in self._watches:
                self._watches.remove(watch)


class LocalStanding:
    """One presence."""

    def __init__(self, presences: LocalPresences, key: str) -> None:
        self._presences = presences
        self._key = key

    def show(self, value: bytes) -> None:
        """Replace the value."""
        self._presences._show(self, self._key, value)  # noqa: SLF001 - one of its own

    def close(self) -> None:
        """Take the key away."""
        self._presences._show(self, self._key, None)  # noqa: SLF001


class LocalWatch:
    """Somebody who looks on."""

    def __init__(
        self, presences: LocalPresences, prefix: str, changed: Callable[[str, bytes | None], None]
    ) -> None:
        self._presences = presences
        self._prefix = prefix
        self._changed = changed

    def tell(self, key: str, value: bytes | None) -> None:
        """Of one change."""
        if key.startswith(self._prefix):
            self._changed(key, value)

    def close(self) -> None:
        """Tell nothing more."""
        self._presences._forget(self)  # noqa: SLF001
