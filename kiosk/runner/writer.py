"""Makes the steps of one seat durable: at once, or with the next one that must be on disk at once."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.runner.core import Write
from kiosk.seat.context import Step
from kiosk.seat.effects import AnyEffect, Queued, outbox_key
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore

WAITS_MS = 5_000  # so long a step may wait for one that must be written
MOST_WAITING = 500  # steps; a seat that was away for long reads many


class Writer:
    """Makes the steps of one seat durable, in order.

    guarantee: a step that is written at once has all before it on disk with it, in the same transaction. A power cut
    takes off the end only steps whose causes come again. note: one thread, the store's.
    """

    def __init__(self, store: SeatStore, now: Callable[[], str]) -> None:
        self._store = store
        self._now = now
        self._waiting: SeatState | None = None
        self._effects: list[AnyEffect] = []
        self._done: list[str] = []
        self._steps = 0
        self._since_ms: int | None = None

    @property
    def waits(self) -> bool:
        """Whether a step waits to be written."""
        return self._waiting is not None

    def take(self, taken: Step, write: Write) -> None:
        """Write the step, or let it wait. Raises sqlite3.Error: then nothing of it may be performed."""
        if write is Write.NOT:
            return
        self._effects = [effect for effect in self._effects if not _ended(effect, taken.done)]
        self._effects += taken.effects
        self._done += taken.done
        self._waiting = taken.state
        self._steps += 1
        if write is Write.NOW or self._steps >= MOST_WAITING:
            self.flush()

    def flush(self) -> None:
        """Write what waits. Raises sqlite3.Error."""
        if self._waiting is None:
            return
        whole = Step(self._waiting, tuple(self._effects), tuple(self._done))
        self._store.commit(whole, self._now())
        self._waiting, self._effects, self._done = None, [], []
        self._steps, self._since_ms = 0, None

    def write_due(self, now_ms: int) -> None:
        """It is ``now_ms`` of a monotonic clock: write what has waited long enough. Raises sqlite3.Error."""
        if self._waiting is None:
            return
        if self._since_ms is None:
            self._since_ms = now_ms
        elif not 0 < self.left_ms(now_ms) <= WAITS_MS:
            self.flush()

    def left_ms(self, now_ms: int) -> int:
        """What is left then of the time that a step may wait."""
        return WAITS_MS if self._since_ms is None else self._since_ms + WAITS_MS - now_ms


def _ended(effect: AnyEffect, done: tuple[str, ...]) -> bool:
    """Whether an effect that has not reached the outbox yet is done already."""
    return isinstance(effect, Queued) and outbox_key(effect) in done
