"""A table log that is another one, or books that are: the seat is locked until it is right, or released."""

from __future__ import annotations

import msgspec

from kiosk.seat.context import Step
from kiosk.seat.effects import Notice, SignificantEvent
from kiosk.seat.events import BooksCompared, LogDiffers, LogReleased
from kiosk.seat.state import (
    Lock,
    LockKind,
    OtherLog,
    SeatState,
    can_release_log,
    lock_of,
    with_lock,
    without_lock,
)
from kiosk.table.history import Memory

replace = msgspec.structs.replace


def on_compared(state: SeatState, event: BooksCompared) -> Step:
    """Lift the lock of a start without an answer; books that are older stay locked, and the next start names them."""
    if lock_of(state, LockKind.CHECKING) is None:
        return Step(state)
    if event.older:
        state = with_lock(state, Lock(LockKind.CHECKING, event.older[:500]))
        return Step(state, (SignificantEvent("books-older", "fault", {"what": event.older[:400]}),))
    return Step(without_lock(state, LockKind.CHECKING), (SignificantEvent("books-compared", "info"),))


def on_differs(state: SeatState, event: LogDiffers) -> Step:
    """Lock, or lift the lock of a log that is right again."""
    before = state.other_log
    if not event.what:
        if before is None:
            return Step(state)
        state = without_lock(replace(state, other_log=None), LockKind.OLDER_COPY)
        return Step(state, (SignificantEvent("log-right-again", "attention", {"what": before.what}),))
    found = OtherLog(event.what[:400], event.life_seq)
    if found == before:
        return Step(state)
    state = replace(state, other_log=found)
    detail = found.what if can_release_log(state) else f"{found.what}; first release it at the console"
    state = with_lock(state, Lock(LockKind.OLDER_COPY, detail))
    if before is not None and before.what == found.what:
        return Step(state)
    return Step(state, (SignificantEvent("log-older", "fault", {"what": found.what}),))


def on_released(state: SeatState, event: LogReleased) -> Step:
    """Go on where the released log begins. What was read before is kept in the books, and asked for no more."""
    found = state.other_log
    if found is None or not can_release_log(state) or not event.by or not event.reason.strip():
        return Step(state, (Notice("notice.cannot_clear"),))
    detail: dict[str, str | int] = {
        "by": event.by,
        "reason": event.reason.strip()[:200],
        "what": found.what,
        "round": state.table.number,
        "escrow": state.balances.escrow,
    }
    state = replace(
        without_lock(state, LockKind.OLDER_COPY),
        other_log=None,
        log_seq=found.life_seq - 1,
        memory=Memory(seq=found.life_seq - 1, who=state.memory.who),
        releases=state.releases + 1,
    )
    return Step(state, (SignificantEvent("log-released", "attention", detail),))
