"""The seat in memory, and the slot for money that follows it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import msgspec

from kiosk.seat.calls import dated
from kiosk.seat.cash import takes_in
from kiosk.seat.context import Context, Step
from kiosk.seat.events import AnyEvent
from kiosk.seat.state import SeatState
from kiosk.seat.step import step


def _utc_now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Core:
    """The state of one seat and the only place that changes it.

    note: one thread; the GUI's on a screen, the caller's without one. ``now`` is the UTC time in ISO 8601.
    """

    def __init__(self, context: Context, state: SeatState, now: Callable[[], str] = _utc_now) -> None:
        self.context = context
        self.state = state
        self._now = now

    def take(self, event: AnyEvent) -> Step:
        """Step by ``event``; the state is the new one when this returns."""
        taken = step(self.context, self.state, event)
        if taken.state.calling and not taken.state.called_at:
            taken = msgspec.structs.replace(taken, state=dated(taken.state, self._now()))
        self.state = taken.state
        return taken


class CashSlot:
    """Opens and shuts the slot for money as the seat's state allows; says only what is new."""

    def __init__(self, core: Core, enable: Callable[[bool], None]) -> None:
        self._core = core
        self._enable = enable
        self.is_open: bool | None = None  # not known before it was told for the first time

    def follow(self, *, dead: bool = False) -> None:
        """After a step. ``dead``: the seat takes nothing any more, whatever its state says."""
        accepting = not dead and takes_in(self._core.context, self._core.state)
        if accepting is not self.is_open:
            self.is_open = accepting
            self._enable(accepting)
