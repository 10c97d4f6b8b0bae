"""The call for an attendant. A seat that only staff can help calls them by itself, once, until they have helped."""

from __future__ import annotations

import msgspec

from kiosk.seat.context import Step
from kiosk.seat.effects import Notice, SignificantEvent
from kiosk.seat.events import Called
from kiosk.seat.state import RESTART, Lock, LockKind, SeatState

replace = msgspec.structs.replace

CALLING = frozenset(LockKind) - {LockKind.SERVICE, LockKind.CHECKING}
"""The locks that somebody of the staff must come for: not the one that they have set themselves, and none that a whole
pit has until its hosts answer."""

_CALLED, _ENDED = (
    SignificantEvent("attendant-called", "attention"),
    SignificantEvent("attendant-call-ended", "attention"),
)


def waits_for_staff(state: SeatState) -> tuple[Lock, ...]:
    """The locks that call. None while staff are at the seat, and none for what the coming restart lifts."""
    if state.service is not None:
        return ()
    return tuple(lock for lock in state.locks if lock.kind in CALLING and not _restarts(lock))


def _restarts(lock: Lock) -> bool:
    return lock.kind is LockKind.SETTINGS and lock.detail == RESTART


def on_called(state: SeatState, event: Called) -> Step:
    """The player calls, or needs nobody any more. What the seat itself waits for, no player can call off."""
    if event.on == state.calling:
        return Step(state)
    if not event.on and waits_for_staff(state):
        return Step(state, (Notice("notice.locked"),))
    return Step(replace(state, calling=event.on), (_CALLED if event.on else _ENDED,))


def called(state: SeatState) -> tuple[SeatState, tuple[SignificantEvent, ...]]:
    """Call for what no lock stands for: until the call is called off, or staff have answered for a lock."""
    return replace(state, calling=True, seat_calls=False), () if state.calling else (_CALLED,)


def followed(before: SeatState, taken: Step) -> Step:
    """After any step: a lock that needs staff calls, and the last one that goes ends the call that it made.

    A call that a player began stays until it is called off or staff have answered for a lock.
    """
    state, effects = taken.state, taken.effects
    if state is before:
        return taken
    waiting = waits_for_staff(state)
    if waiting and not state.calling:
        state = replace(state, calling=True, seat_calls=True)
        if not before.calling:  # else one was helped with and another still waits: the same call
            effects = (*effects, _note(waiting[0]))
    elif not waiting and state.calling and state.seat_calls:
        state = replace(state, calling=False)
    if not state.calling and (state.seat_calls or state.called_at):
        state = replace(state, seat_calls=False, called_at="")
        if _ENDED not in effects:
            effects = (*effects, _ENDED)
    if state is taken.state:
        return taken
    return msgspec.structs.replace(taken, state=state, effects=effects)


def dated(state: SeatState, now: str) -> SeatState:
    """``state`` with the moment of its call, UTC in ISO 8601, where there is a call that has none yet."""
    return replace(state, called_at=now) if state.calling and not state.called_at else state


def _note(lock: Lock) -> SignificantEvent:
    return SignificantEvent("attendant-called", "attention", {"lock": lock.kind.value})
