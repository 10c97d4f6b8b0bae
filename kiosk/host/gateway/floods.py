"""Nobody may keep others waiting: each party has a measure of calls, and who asks far more is cut off for a while."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from kiosk.host.rights import Identity, Role

# What a second may bring for ever, and what may come at once. A seat sends one slip for each touch, a few reports for
# each round; a console writes a handful of records a round and reads whole archives when it starts.
CALLS = {Role.SEAT: (20.0, 200.0), Role.CONSOLE: (200.0, 2_000.0), Role.CASHIER: (20.0, 200.0)}
# Bytes of questions: what is written fills the servers, and a full one serves nobody.
_KIB = 1024.0
BYTES = {
    Role.SEAT: (4 * _KIB, 1024 * _KIB),
    Role.CONSOLE: (64 * _KIB, 8 * 1024 * _KIB),
    Role.CASHIER: (4 * _KIB, 1024 * _KIB),
}
MOST_STREAMS = {Role.SEAT: 8, Role.CONSOLE: 40, Role.CASHIER: 4}
CUT_OFF_AFTER = 200  # refused calls in a row
CUT_OFF_S = 10.0


class Flooded(Exception):
    """More was asked than a party may. The message says for how long."""


class _Measure:
    """How much of one thing each party has left. One thread."""

    def __init__(self, measures: Mapping[Role, tuple[float, float]]) -> None:
        self._measures = measures
        self._left: dict[Identity, tuple[float, float]] = {}  # and when that was

    def left(self, who: Identity, now_s: float) -> float:
        """Now."""
        rate, most = self._measures[who.role]
        left, at_s = self._left.get(who, (most, now_s))
        return min(most, left + (now_s - at_s) * rate)

    def take(self, who: Identity, now_s: float, amount: float) -> None:
        """``who`` uses ``amount``, which must be left."""
        self._left[who] = self.left(who, now_s) - amount, now_s


class Floods:
    """The measures of all parties. One thread."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._calls, self._bytes = _Measure(CALLS), _Measure(BYTES)
        self._refused: dict[Identity, int] = {}
        self._until_s: dict[Identity, float] = {}
        self._streams: dict[Identity, int] = {}

    def take(self, who: Identity, size: int = 0) -> None:
        """One call of ``size`` bytes. Raises :class:`Flooded`."""
        now_s = self._now_s()
        if now_s < self._until_s.get(who, 0.0):
            raise Flooded(f"cut off for {CUT_OFF_S:g} s after a flood of calls")
        if self._calls.left(who, now_s) < 1:
            self._refuse(who, now_s)
            raise Flooded(f"more than {CALLS[who.role][0]:g} calls a second")
        if self._bytes.left(who, now_s) < size:
            self._refuse(who, now_s)
            raise Flooded(f"more than {BYTES[who.role][0]:g} bytes a second")
        self._calls.take(who, now_s, 1)
        self._bytes.take(who, now_s, size)
        self._refused[who] = 0

    def _refuse(self, who: Identity, now_s: float) -> None:
        self._refused[who] = self._refused.get(who, 0) + 1
        if self._refused[who] >= CUT_OFF_AFTER:
            self._refused[who], self._until_s[who] = 0, now_s + CUT_OFF_S

    def open(self, who: Identity, size: int = 0) -> None:
        """One stream more, asked for with ``size`` bytes. Raises :class:`Flooded`."""
        self.take(who, size)
        if self._streams.get(who, 0) >= MOST_STREAMS[who.role]:
            raise Flooded(f"more than {MOST_STREAMS[who.role]} streams at once")
        self._streams[who] = self._streams.get(who, 0) + 1

    def close(self, who: Identity) -> None:
        """A stream has ended."""
        self._streams[who] -= 1
        if not self._streams[who]:
            del self._streams[who]
