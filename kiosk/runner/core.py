"""The seat in memory: steps, and knows which steps must be made durable before anything leaves the seat."""

from __future__ import annotations

from kiosk.seat.context import Context, Step
from kiosk.seat.effects import Tell
from kiosk.seat.events import VOLATILE, AnyEvent
from kiosk.seat.state import SeatState
from kiosk.seat.step import step


class Core:
    """The state of one seat and the only place that changes it.

    note: one thread; the GUI's on a screen, the caller's without one.
    """

    def __init__(self, context: Context, state: SeatState) -> None:
        self.context = context
        self.state = state

    def take(self, event: AnyEvent) -> Step:
        """Step by ``event``; the state is the new one when this returns."""
        taken = step(self.context, self.state, event)
        self.state = taken.state
        return taken


def must_commit(event: AnyEvent, before: SeatState, taken: Step) -> bool:
    """Whether the step must be written: something follows from it, or it has changed more than what a touch may lose.

    A refused touch, a repeated answer and a tick leave nothing to write.
    """
    if taken.done or any(not isinstance(effect, Tell) for effect in taken.effects):
        return True
    return not isinstance(event, VOLATILE) and taken.state != before
