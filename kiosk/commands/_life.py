"""Shared by the commands that run until they are told to end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def ends_by_signal(stop: Callable[[], None]) -> Iterator[None]:
    """SIGINT and SIGTERM call ``stop``, which must be safe in the middle of anything."""

    def leave(*_: object) -> None:
        stop()

    before = {number: signal.signal(number, leave) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
