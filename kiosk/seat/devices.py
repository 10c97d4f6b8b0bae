"""What a seat does when its acceptor or its printer changes its condition, or a receipt is out."""

from __future__ import annotations

import msgspec

from kiosk.seat.conditions import AcceptorCondition, ClockCondition, PrinterCondition
from kiosk.seat.context import Step
from kiosk.seat.effects import AnyEffect, Notice, SignificantEvent
from kiosk.seat.events import AcceptorIs, PrinterIs, ReceiptNotOut, ReceiptOut
from kiosk.seat.state import Lock, LockKind, SeatState, with_lock

replace = msgspec.structs.replace


def on_acceptor(state: SeatState, event: AcceptorIs) -> Step:
    """Known and kept; every change is a significant event. What needs a look inside locks the seat.

    The lock outlasts the fault: being well again is not yet being looked at.
    """
    if event.condition is state.acceptor:
        return Step(state)
    severity = "info" if event.condition is AcceptorCondition.READY else "fault"
    note = SignificantEvent(
        f"acceptor-{event.condition}", severity, {"device": event.device, "detail": event.detail[:200]}
    )
    state = replace(state, acceptor=event.condition)
    if event.condition.locks:
        state = with_lock(state, Lock(LockKind.ACCEPTOR, event.detail[:200] or event.condition.value))
    return Step(state, (note,))


def on_printer(state: SeatState, event: PrinterIs) -> Step:
    """Known and kept; every change is a significant event."""
    if event.condition is state.printer:
        return Step(state)
    severity = {PrinterCondition.READY: "info", PrinterCondition.PAPER_LOW: "warning"}.get(
        event.condition, "fault"
    )
    note = SignificantEvent(f"printer-{event.condition}", severity, {"detail": event.detail[:200]})
    return Step(replace(state, printer=event.condition), (note,))


def on_clock(state: SeatState, condition: ClockCondition) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """Known and kept; a clock that has become wrong is a significant event."""
    if condition is state.clock:
        return state, ()
    wrong = condition is ClockCondition.WRONG
    return replace(state, clock=condition), (SignificantEvent("clock-wrong", "fault"),) if wrong else ()


def on_receipt(state: SeatState, event: ReceiptOut | ReceiptNotOut) -> Step:
    """No money hangs on a receipt: only a missing one is a significant event."""
    if isinstance(event, ReceiptOut):
        return Step(state, (Notice("notice.test_printed"),) if event.kind == "test" else ())
    detail: dict[str, str | int] = {"kind": event.kind, "number": event.number, "reason": event.reason[:200]}
    told = (
        (Notice("notice.test_not_printed", {"reason": event.reason[:200]}),) if event.kind == "test" else ()
    )
    return Step(state, (SignificantEvent("receipt-missing", "warning", detail), *told))
