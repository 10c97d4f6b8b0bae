"""What the driver makes of every answer of the board: pure, one value in and one value out.

What stands in ``told`` is told first; then ``kept`` is made durable, so that a power cut in between tells again and
never loses an opening. A board is accepted the other way round: it is kept first and speaks with its next answer.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from kiosk.devices.cabinet.framing import SEQUENCES
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.messages import BoardState, Order
from kiosk.devices.cabinet.port import (
    BoardCondition,
    BoardIs,
    CabinetTold,
    Door,
    DoorIs,
    Key,
    KeyIs,
    Lamp,
    OpenedWhileOff,
)

SILENT_MS: Final = 1_000  # without an answer for so long nobody watches the doors
SILENT_POLLS: Final = 3  # and so many requests: a seat that was held up itself has not asked
ALARM_MS: Final = 1_500  # for each opening, at least


class Why(StrEnum):
    """Why a board is WRONG."""

    UNREADABLE = "unreadable"
    UNKNOWN = "unknown"
    OTHER = "other"
    COUNTS = "counts"
    TAMPER = "tamper"
    NOT_KEPT = "not-kept"


class Machine(msgspec.Struct, frozen=True):
    """The driver's whole knowledge of its cabinet.

    ``adopt_first``: the first board ever is accepted without a technician. ``lamp``: what the seat wants to be shown.
    ``doors``: the state told last, None when every door is to be told anew; ``keys`` likewise. ``last``: the newest
    answer, while the board answers. ``heard_ms``: when that was, or when the first was asked for; ``unanswered``
    requests since. ``condition`` and ``why``: what was told of the board. ``alarm_due``: an opening still waits for
    its alarm to be heard; ``alarm_until_ms``: it is heard, and lasts so long. ``clear``: the board shall forget that
    it was tampered with. ``not_kept``: why the driver's memory cannot be written, in words.
    """

    kept: Kept = Kept()
    adopt_first: bool = False
    sequence: int = 0
    lamp: Lamp = Lamp()
    doors: frozenset[Door] | None = None
    keys: frozenset[Key] | None = None
    last: BoardState | None = None
    heard_ms: int | None = None
    unanswered: int = 0
    condition: BoardCondition | None = None
    why: Why | None = None
    alarm_due: bool = False
    alarm_until_ms: int | None = None
    clear: bool = False
    not_kept: str = ""


class Taken(msgspec.Struct, frozen=True):
    """What one answer, order or silence did."""

    machine: Machine
    told: tuple[CabinetTold, ...] = ()


# --- what is sent -----------------------------------------------------------------------------------------------------


def asking(machine: Machine, now_ms: int) -> Machine:
    """The machine with the number of its next request."""
    heard_ms = now_ms if machine.heard_ms is None else machine.heard_ms
    return replace(machine, sequence=(machine.sequence + 1) % SEQUENCES, heard_ms=heard_ms)


def order(machine: Machine, now_ms: int) -> Order:
    """What the board is told with every request."""
    sounding = machine.alarm_until_ms is not None and now_ms < machine.alarm_until_ms
    alarm = machine.lamp.alarm or machine.alarm_due or sounding
    return Order(replace(machine.lamp, alarm=alarm), machine.clear)


# --- orders of the seat -----------------------------------------------------------------------------------------------


def show(machine: Machine, lamp: Lamp) -> Machine:
    """The seat wants this to be shown."""
    return replace(machine, lamp=lamp)


def adopt(machine: Machine) -> Machine:
    """A technician accepts the board that answers, as it is. Nothing changes unless it is WRONG and can be read."""
    state = machine.last
    if machine.condition is not BoardCondition.WRONG or state is None:
        return machine
    return replace(machine, kept=_accepted(state), doors=None, keys=None, clear=state.tampered)


def keeping(machine: Machine, failure: str) -> Machine:
    """Whether the driver's memory could be written: ``failure`` says why not, in words, and is empty when it could."""
    return replace(machine, not_kept=failure)


# --- answers ----------------------------------------------------------------------------------------------------------


def on_silence(machine: Machine, now_ms: int, words: str, *, gone: bool = False) -> Taken:
    """A request without its answer. ``gone``: there is no line, so that nothing is to be waited for."""
    waited_ms = now_ms - (now_ms if machine.heard_ms is None else machine.heard_ms)
    machine = replace(machine, unanswered=machine.unanswered + 1)
    if not gone and (waited_ms <= SILENT_MS or machine.unanswered < SILENT_POLLS):
        return Taken(machine)
    # Whatever answers next may be another board, or the same after a power cut.
    machine = replace(machine, doors=None, keys=None, last=None)
    return _told(machine, (), BoardCondition.SILENT, None, words)


def on_unreadable(machine: Machine, now_ms: int, words: str) -> Taken:
    """A whole answer to our request that says what it cannot."""
    machine = replace(machine, heard_ms=now_ms, unanswered=0, doors=None, keys=None, last=None)
    return _told(machine, (), BoardCondition.WRONG, Why.UNREADABLE, f"the board cannot be read: {words}")


def on_state(machine: Machine, now_ms: int, state: BoardState) -> Taken:
    """The board's answer to our request."""
    keys, told_keys = _keys(machine, state)
    machine = replace(machine, heard_ms=now_ms, unanswered=0, last=state, clear=False)
    if not machine.kept.serial and machine.adopt_first and not state.tampered:
        return Taken(replace(machine, kept=_accepted(state)))
    machine, wrong = _doubts(machine, state)
    if wrong is not None:
        machine = _alarm(replace(machine, keys=keys, doors=None), state, now_ms, opened=False)
        return _told(machine, told_keys, BoardCondition.WRONG, *wrong)
    told_doors = tuple(event for door in Door for event in _door(machine, state, door))
    distrust = _uncounted(machine, state)
    opened = bool(distrust) or state.counts != machine.kept.counts
    kept = replace(machine.kept, boots=state.boots, counts=state.counts, distrust=distrust)
    machine = _alarm(replace(machine, keys=keys, doors=state.open, kept=kept), state, now_ms, opened=opened)
    told = (*told_doors, *told_keys)
    if distrust:
        return _told(replace(machine, doors=None), told, BoardCondition.WRONG, Why.COUNTS, distrust)
    if machine.not_kept:
        return _told(machine, told, BoardCondition.WRONG, Why.NOT_KEPT, machine.not_kept)
    if state.battery_low:
        words = f"{_name(state)}: its battery is low; change it while the power is on"
        return _told(machine, told, BoardCondition.BATTERY_LOW, None, words)
    return _told(machine, told, BoardCondition.READY, None, _name(state))


def _accepted(state: BoardState) -> Kept:
    return Kept(state.serial, state.boots, state.counts)


def _doubts(machine: Machine, state: BoardState) -> tuple[Machine, tuple[Why, str] | None]:
    """Why this board's doors cannot be believed, and the words for it; None when they can."""
    kept = machine.kept
    if not kept.serial:
        words = f"{_name(state)} is the first one here: a technician must accept it"
        return machine, (Why.UNKNOWN, words)
    if state.serial != kept.serial:
        words = f"{_name(state)} is here, expected board {kept.serial}: a technician must accept it"
        return machine, (Why.OTHER, words)
    if not kept.distrust:
        # Kept, so that a board which has counted up again meanwhile is not believed.
        kept = replace(kept, distrust=_went_down(kept, state))
        machine = replace(machine, kept=kept)
    if kept.distrust:
        return machine, (Why.COUNTS, kept.distrust)
    if state.tampered:
        words = f"{_name(state)}: its case was opened or its memory failed; a technician must accept it"
        return machine, (Why.TAMPER, words)
    return machine, None


def _went_down(kept: Kept, state: BoardState) -> str:
    for door, before, now in zip(Door, kept.counts, state.counts, strict=True):
        if now < before:
            return f"board {state.serial} counts {now} openings of door {door}, expected at least {before}"
    if state.boots < kept.boots:
        return f"board {state.serial} counts {state.boots} starts, expected at least {kept.boots}"
    return ""


def _uncounted(machine: Machine, state: BoardState) -> str:
    """A door that opened without being counted: what the board counts without power is worth nothing then."""
    for n, door in enumerate(Door):
        count = state.counts[n]
        if (
            machine.doors is not None
            and door in state.open - machine.doors
            and count == machine.kept.counts[n]
        ):
            return f"board {state.serial} did not count an opening of door {door}: its count stays at {count}"
    return ""


def _door(machine: Machine, state: BoardState, door: Door) -> tuple[CabinetTold, ...]:
    """What is told of a door: at most three states for each poll, however often it has moved."""
    at = tuple(Door).index(door)
    known, count = machine.kept.counts[at], state.counts[at]
    now = DoorIs(door, door in state.open, count)
    if machine.doors is None:
        return (OpenedWhileOff(door, count - known, count), now) if count > known else (now,)
    was_open = door in machine.doors
    if count == known:
        return () if was_open is now.open else (now,)
    # It was opened since the last poll: before that it was closed, and it may be closed again.
    closed_before = (DoorIs(door, False, known),) if was_open else ()
    closed_again = () if now.open else (now,)
    return (*closed_before, DoorIs(door, True, count), *closed_again)


def _keys(machine: Machine, state: BoardState) -> tuple[frozenset[Key], tuple[KeyIs, ...]]:
    before = machine.keys
    changed = [key for key in Key if before is None or (key in before) is not (key in state.turned)]
    return state.turned, tuple(KeyIs(key, key in state.turned) for key in changed)


def _alarm(machine: Machine, state: BoardState, now_ms: int, *, opened: bool) -> Machine:
    """The alarm of an opening lasts from the answer that says it sounds; one that was cut short begins anew."""
    cut_short = machine.alarm_until_ms is not None and now_ms < machine.alarm_until_ms
    due = opened or machine.alarm_due or (cut_short and not state.shown.alarm)
    if due and state.shown.alarm:
        return replace(machine, alarm_due=False, alarm_until_ms=now_ms + ALARM_MS)
    return replace(machine, alarm_due=due)


def _told(
    machine: Machine, told: tuple[CabinetTold, ...], condition: BoardCondition, why: Why | None, words: str
) -> Taken:
    """With what is to be told of the board itself: only when it is another condition, or WRONG for another reason."""
    if (machine.condition, machine.why) == (condition, why):
        return Taken(machine, told)
    machine = replace(machine, condition=condition, why=why)
    return Taken(machine, (*told, BoardIs(condition, words)))


def _name(state: BoardState) -> str:
    return f"board {state.serial}, firmware {state.firmware}"
