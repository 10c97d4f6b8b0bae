"""Nobody may keep others waiting: each party has a measure of calls, and who asks far more is cut off for a while."""

from __future__ import annotations

import time
from collections.abc import Callable

from kiosk.host.rights import Identity, Role

# Calls a second that may last, and calls at once. A seat sends one slip for each touch, a few reports for each round;
# a console writes a handful of records a round and reads whole archives when it starts.
RATES = {Role.SEAT: (20.0, 200.0), Role.CONSOLE: (200.0, 2_000.0), Role.CASHIER: (20.0, 200.0)}
MOST_STREAMS = {Role.SEAT: 8, Role.CONSOLE: 40, Role.CASHIER: 4}
CUT_OFF_AFTER = 200  # refused calls in a row
CUT_OFF_S = 10.0


class Flooded(Exception):
    """More was asked than a party may. The message says for how long."""


class Floods:
    """The measures of all parties. One thread."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._left: dict[Identity, tuple[float, float]] = {}  # calls left, and when that was
        self._refused: dict[Identity, int] = {}
        self._until_s: dict[Identity, float] = {}
        self._streams: dict[Identity, int] = {}

    def take(self, who: Identity) -> None:
        """One call. Raises :class:`Flooded`."""
        now_s = self._now_s()
        if now_s < self._until_s.get(who, 0.0):
            raise Flooded(f"cut off for {CUT_OFF_S:g} s after a flood of calls")
        rate, most = RATES[who.role]
        left, at_s = self._left.get(who, (most, now_s))
        left = min(most, left + (now_s - at_s) * rate)
        if left < 1:
            self._left[who] = left, now_s
            self._refused[who] = self._refused.get(who, 0) + 1
            if self._refused[who] >= CUT_OFF_AFTER:
                self._refused[who], self._until_s[who] = 0, now_s + CUT_OFF_S
            raise Flooded(f"more than {rate:g} calls a second")
        self._left[who] = left - 1, now_s
        self._refused[who] = 0

    def open(self, who: Identity) -> None:
        """One stream more. Raises :class:`Flooded`."""
        self.take(who)
        if self._streams.get(who, 0) >= MOST_STREAMS[who.role]:
            raise Flooded(f"more than {MOST_STREAMS[who.role]} streams at once")
        self._streams[who] = self._streams.get(who, 0) + 1

    def close(self, who: Identity) -> None:
        """A stream has ended."""
        self._streams[who] -= 1
        if not self._streams[who]:
            del self._streams[who]
