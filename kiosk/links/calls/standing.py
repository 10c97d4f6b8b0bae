"""A presence as its owner holds it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress


class Standing:
    """What is shown under ``key``. All may be called in any thread.

    ``met`` is told in the link's thread what stands there instead, and None when ours stands; None: it never is.
    """

    def __init__(
        self,
        key: str,
        value: bytes,
        loop: asyncio.AbstractEventLoop,
        met: Callable[[bytes | None], None] | None,
    ) -> None:
        self._key = key
        self._value = value
        self._loop = loop
        self._met = met
        self._changed = asyncio.Event()
        self.end: Callable[[], object] = lambda: None  # ends the task

    def show(self, value: bytes) -> None:
        """Replace the value, soon. Never waits; of several values the newest counts."""
        self._value = value
        with suppress(RuntimeError):  # the link's thread has ended: nothing is shown any more
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Take the key away, soon. Never waits. A second call does nothing."""
        self.end()
