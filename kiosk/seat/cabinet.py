"""Doors: an open one stops money and play and changes nothing else, so that the seat goes on where it stood."""

from __future__ import annotations

import msgspec

from kiosk.seat.conditions import CabinetCondition, Door
from kiosk.seat.context import Step
from kiosk.seat.effects import AnyEffect, Count, SignificantEvent
from kiosk.seat.events import BoardAdopted, CabinetIs, DoorIs, OpenedWhileOff
from kiosk.seat.state import Lock, LockKind, SeatState, with_lock, without_lock

replace = msgspec.structs.replace


def on_cabinet(state: SeatState, event: DoorIs | OpenedWhileOff | CabinetIs) -> Step:
    """What the board that watches the cabinet tells."""
    match event:
        case DoorIs():
            return _on_door(state, event)
        case OpenedWhileOff():
            return _on_opened_while_off(state, event)
        case CabinetIs():
            return _on_board(state, event)


def _on_door(state: SeatState, event: DoorIs) -> Step:
    """Counted once for each opening, also for one that was over before anybody could see it."""
    door = event.door
    was_open, known = door in state.doors, state.door_counts.get(door.value)
    if known is None:  # a board that the seat meets for the first time: what it counted before is no concern
        known = event.count - int(event.open and not was_open)
    openings = max(event.count - known, 0)
    counts = state.door_counts | {door.value: max(event.count, known)}
    if was_open is event.open and counts == state.door_counts:
        return Step(state)
    doors = tuple(one for one in Door if (event.open if one is door else one in state.doors))
    state = replace(state, doors=doors, door_counts=counts)
    effects: list[AnyEffect] = []
    if openings or (event.open and not was_open):
        effects.append(SignificantEvent("door-opened", "fault", {"door": door.value, "times": openings}))
    if openings:
        effects.append(Count({_meter(door): openings}))
    if was_open and not event.open:
        effects.append(SignificantEvent("door-closed", "info", {"door": door.value}))
    if openings and door is Door.LOGIC and not (event.open or was_open):
        state = with_lock(state, Lock(LockKind.LOGIC_DOOR))
    return Step(_locked_by_doors(state), tuple(effects))


def on_adopted(state: SeatState, event: BoardAdopted) -> Step:
    """A technician accepts another board: it counts from its own beginning."""
    return Step(
        replace(state, door_counts={}), (SignificantEvent("cabinet-adopted", "attention", {"by": event.by}),)
    )


def _locked_by_doors(state: SeatState) -> SeatState:
    if not state.doors:
        return without_lock(state, LockKind.DOOR)
    return with_lock(state, Lock(LockKind.DOOR, ", ".join(door.value for door in state.doors)))


def _on_opened_while_off(state: SeatState, event: OpenedWhileOff) -> Step:
    """Told again after a crash it counts once. Whoever was at the logic has to be accounted for before play."""
    door = event.door
    times = min(event.times, event.count - state.door_counts.get(door.value, event.count - event.times))
    if times <= 0:
        return Step(state)
    state = replace(state, door_counts=state.door_counts | {door.value: event.count})
    note = SignificantEvent("door-opened-while-off", "fault", {"door": door.value, "times": times})
    if door is Door.LOGIC:
        state = with_lock(state, Lock(LockKind.LOGIC_DOOR))
    return Step(state, (note, Count({_meter(door): times})))


def _on_board(state: SeatState, event: CabinetIs) -> Step:
    """A board that does not answer sees no door: nobody plays until it does. What it missed it counts itself."""
    if event.condition is state.cabinet:
        return Step(state)
    severity = {CabinetCondition.READY: "info", CabinetCondition.BATTERY_LOW: "warning"}.get(
        event.condition, "fault"
    )
    note = SignificantEvent(f"cabinet-{event.condition}", severity, {"detail": event.detail[:200]})
    state = replace(state, cabinet=event.condition)
    if event.condition.watches:
        return Step(without_lock(state, LockKind.CABINET), (note,))
    return Step(with_lock(state, Lock(LockKind.CABINET, event.detail[:200])), (note,))


def _meter(door: Door) -> str:
    return f"door_{door.value.replace('-', '_')}"
