"""Staff at the seat: while they are logged in nobody plays; what they do is kept with their name."""

from __future__ import annotations

import msgspec

from kiosk.seat.context import Step
from kiosk.seat.effects import Acknowledge, Count, EndPeriod, Note
from kiosk.seat.events import (
    EventAcknowledged,
    Happened,
    MinutePassed,
    PeriodEnded,
    ServiceBegan,
    ServiceEnded,
    SoftwareIs,
)
from kiosk.seat.state import Lock, LockKind, SeatState, Service, with_lock, without_lock

replace = msgspec.structs.replace


def on_service(state: SeatState, event: ServiceBegan | ServiceEnded) -> Step:
    """The lock lasts over a power cut: a seat that was left open on the bench is not played by itself."""
    if isinstance(event, ServiceEnded):
        if state.service is None:
            return Step(state)
        by = event.by or state.service.by
        detail: dict[str, str | int] = {"by": by, "how": "left" if event.by else "time out"}
        state = replace(without_lock(state, LockKind.SERVICE), service=None)
        return Step(state, (Note("service-ended", "attention", detail),))
    service = Service(event.by, event.role)
    if state.service == service:
        return Step(state)
    state = with_lock(replace(state, service=service), Lock(LockKind.SERVICE, event.by))
    return Step(state, (Note("service-began", "attention", {"by": event.by, "role": event.role}),))


def on_act(
    state: SeatState, event: Happened | EventAcknowledged | PeriodEnded | SoftwareIs | MinutePassed
) -> Step:
    """What is kept, and changes no money."""
    match event:
        case Happened():
            return Step(state, (Note(event.kind, event.severity, event.detail),))
        case EventAcknowledged():
            return Step(state, (Acknowledge(event.event, event.by),))
        case PeriodEnded():
            note = Note(f"period-{event.kind}", "attention", event.detail | {"by": event.by})
            return Step(state, (note, EndPeriod(event.kind, event.by, event.detail)))
        case MinutePassed():
            playable = state.link and not state.locks
            return Step(state, (Count({"minutes_up": 1, "minutes_playable": int(playable)}),))
        case SoftwareIs():
            return _on_software(state, event)


def _on_software(state: SeatState, event: SoftwareIs) -> Step:
    """Software that is not what was signed is not played; only software that is whole takes the lock away."""
    if event.findings:
        detail = "; ".join(event.findings)[:500]
        note = Note("software-changed", "fault", {"detail": detail, "version": event.version})
        return Step(with_lock(state, Lock(LockKind.SOFTWARE, detail)), (note,))
    note = Note("software-whole", "info", {"identity": event.identity, "version": event.version})
    return Step(without_lock(state, LockKind.SOFTWARE), (note,))
