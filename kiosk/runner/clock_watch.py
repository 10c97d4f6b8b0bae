"""Whether the clock on the wall is set while the seat runs, or was set back while it did not."""

from __future__ import annotations

from datetime import UTC, datetime

from kiosk.seat.events import Happened

SEEN_EVERY_MS = 1_000
JUMP_S = 2.0  # a clock that is kept right moves by less in a second


class ClockWatch:
    """Holds the wall's clock against one that cannot be set. One thread."""

    def __init__(self) -> None:
        self._seen_ms: int | None = None
        self._seen_s = 0.0

    def look(self, now_ms: int, wall_s: float) -> Happened | None:
        """At ``now_ms`` of the monotonic clock the wall says ``wall_s`` (seconds since 1970); what is to be kept."""
        if self._seen_ms is not None and 0 <= now_ms - self._seen_ms < SEEN_EVERY_MS:
            return None
        before_ms, before_s = self._seen_ms, self._seen_s
        self._seen_ms, self._seen_s = now_ms, wall_s
        if before_ms is None:
            return None
        jump = wall_s - before_s - (now_ms - before_ms) / 1_000
        if abs(jump) < JUMP_S:
            return None
        return Happened("clock-changed", "fault", {"seconds": round(jump), "now": _text(wall_s)})


def at_start(last_at: str, now: str) -> Happened | None:
    """The clock must not be behind what was written last. Both UTC in ISO 8601, ``last_at`` empty for new books."""
    if not last_at or now >= last_at:
        return None
    return Happened("clock-changed", "fault", {"was": last_at, "now": now})


def _text(wall_s: float) -> str:
    return datetime.fromtimestamp(wall_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
