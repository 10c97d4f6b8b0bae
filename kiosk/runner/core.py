"""The seat in memory: its steps, which of them must be on disk at once, and the slot for money that follows it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from enum import Enum

import msgspec

from kiosk.seat.calls import dated
from kiosk.seat.cash import takes_in
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import Audit, Notice, Outcome
from kiosk.seat.events import VOLATILE, AnyEvent, AuditDone, LogRead, Reported, SlipUnanswered
from kiosk.seat.state import SeatState
from kiosk.seat.step import step

# After a power cut these come again by themselves: the log tells on from where the state on disk has read, what the
# outbox holds is performed and answered once more, books are audited for the round that is open, and whether a slip
# stands in the log the log itself tells.
_COMES_AGAIN = LogRead | AuditDone | Reported | SlipUnanswered

# What comes of them and may be lost with them: no money, nothing that leaves the seat, nothing that staff look for. An
# audit reads the seat's own books and changes nothing.
_MAY_WAIT = Notice | Outcome | Audit


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


class Write(Enum):
    """When a step goes to disk. ``LATER``: in one transaction with the next that must, within five seconds."""

    NOT = "not"
    LATER = "later"
    NOW = "now"


def write_of(event: AnyEvent, before: SeatState, taken: Step) -> Write:
    """When the step must be written.

    A refused touch, a repeated answer and a tick leave nothing to write. What moves money, locks the seat, is kept for
    staff or leaves the seat is written at once, and so is whatever nobody would tell a second time.
    """
    silent = not taken.done and all(isinstance(effect, Notice) for effect in taken.effects)
    if silent and (isinstance(event, VOLATILE) or taken.state == before):
        return Write.NOT
    if (
        isinstance(event, _COMES_AGAIN)
        and all(isinstance(effect, _MAY_WAIT) for effect in taken.effects)
        and taken.state.locks == before.locks
        and taken.state.balances == before.balances
    ):
        return Write.LATER
    return Write.NOW


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
