"""What the driver makes of every answer of the acceptor: pure, one value in and one value out.

An item is credited at VEND VALID alone, or where the acceptor says after a power cut that the item which was in its
escrow lies in the stacker: whoever decided it, the box has it. What is to be remembered stands in ``kept`` and must be
on disk before ``told`` is told and before the next command is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from kiosk.devices.notes.id003.codes import (
    ACK,
    FIRST_NOTE,
    INVALID_COMMAND,
    NOTES,
    POWER_UPS,
    TICKET,
    Command,
    Status,
    Worth,
    read_currency,
)
from kiosk.devices.notes.id003.framing import Frame
from kiosk.devices.notes.id003.memory import Item, Kept, Stage
from kiosk.devices.ports import AcceptorEvent
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.events import (
    AcceptorIs,
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketBack,
    TicketIn,
    TicketOffered,
)
from kiosk.tickets import number as numbers

SILENT_POLLS = 5  # answers in a row that did not come before the acceptor is called disconnected
RESET_AFTER = 20  # polls in a fault before it is told to begin anew: a jam may have been cleared


class Setting(StrEnum):
    """What the acceptor is told before it takes anything, in this order."""

    CURRENCY = "currency"
    DENOMINATIONS = "denominations"
    SECURITY = "security"
    OPTIONS = "options"
    BARCODE = "barcode"
    BARCODE_INHIBIT = "barcode-inhibit"
    DIRECTION = "direction"


ALL_SETTINGS = tuple(Setting)


class Settings(msgspec.Struct, frozen=True):
    """The seat's wishes: the notes that it takes, in cents, and whether tickets may come in.

    ``country``: whose notes, as JCM numbers countries; None takes them as long as the acceptor names one country alone.
    """

    device: str
    notes: frozenset[int]
    tickets: bool = True
    country: int | None = None


class Machine(msgspec.Struct, frozen=True):
    """The driver's whole knowledge of its acceptor.

    ``stale``: the item is of before this start, and its decision with it. ``told_up``: see `AcceptorReady`.
    ``wanted``: whether the seat takes anything now; ``sent``: what the acceptor was told of that, None for nothing.
    ``left``: settings still to send; None as long as it was never asked to begin. ``giving_back``: the item in escrow
    goes back; ``refused``: what that item is, as far as it was read. ``answer``: a VEND VALID waits for its ACK.
    ``asked``: the last command, until it is answered.
    ``fault_polls`` counts polls in one fault.
    """

    kept: Kept = Kept()
    stale: bool = False
    told_up: bool = False
    wanted: bool = False
    sent: bool | None = None
    left: tuple[Setting, ...] | None = None
    worth: Mapping[int, int] = {}
    giving_back: bool = False
    refused: str = ""
    answer: bool = False
    reset: bool = False
    asked: int | None = None
    last: Status | None = None
    status: AcceptorCondition = AcceptorCondition.READY
    silent: int = 0
    fault_polls: int = 0


class Taken(msgspec.Struct, frozen=True):
    """What one answer, order or silence did."""

    machine: Machine
    told: tuple[AcceptorEvent, ...] = ()


Serials = Callable[[], str]

_FAULTS: Mapping[Status, tuple[AcceptorCondition, str]] = {
    Status.STACKER_FULL: (AcceptorCondition.STACKER_FULL, "the cash box is full"),
    Status.STACKER_OPEN: (AcceptorCondition.STACKER_OPEN, "the cash box is out"),
    Status.JAM_IN_ACCEPTOR: (AcceptorCondition.JAM, "jam in the acceptor"),
    Status.JAM_IN_STACKER: (AcceptorCondition.JAM, "jam in the stacker"),
    Status.CHEATED: (AcceptorCondition.CHEAT, "the acceptor believes that somebody pulls at an item"),
    Status.FAILURE: (AcceptorCondition.FAILURE, "the acceptor reports a failure"),
    Status.COMMUNICATION_ERROR: (AcceptorCondition.FAILURE, "the acceptor reports a communication error"),
}
_HOLDS = (Status.ESCROW, Status.HOLDING)


def started(kept: Kept) -> Machine:
    """The machine of a driver that starts with what it had kept."""
    return Machine(kept=kept, stale=kept.item is not None)


# --- what is sent next ------------------------------------------------------------------------------------------------


def next_command(machine: Machine, settings: Settings) -> Frame:
    """What the acceptor is told in the next poll: the one thing that is most urgent, else a question."""
    if machine.answer:
        return Frame(Command.ACK)
    if machine.sent is True and not machine.wanted and machine.asked != Command.INHIBIT:
        return Frame(Command.INHIBIT, b"\x01")  # to shut the slot waits for nothing
    if machine.asked not in (None, Command.STATUS, Command.ACK):
        return Frame(Command.STATUS)  # it did not do what it was asked: first see how it is
    if _inhibit_is_due(machine):
        return Frame(Command.INHIBIT, b"\x00" if machine.wanted else b"\x01")
    if machine.reset:
        return Frame(Command.RESET)
    if machine.last in _HOLDS:
        if machine.giving_back:
            return Frame(Command.RETURN)
        if machine.kept.item is not None and machine.kept.stage is Stage.STACKING and not machine.stale:
            return Frame(Command.STACK)
    if machine.left and machine.last in (Status.INITIALIZE, Status.IDLING, Status.DISABLED):
        return _setting(machine.left[0], machine, settings)
    return Frame(Command.STATUS)


def _inhibit_is_due(machine: Machine) -> bool:
    """To shut the slot is always due, also where nobody knows whether it is open; to open it when all is set."""
    if machine.sent is machine.wanted:
        return False
    if machine.sent is True:
        return True
    ready = machine.last is not None and machine.last not in (*POWER_UPS, Status.INITIALIZE)
    return ready and (not machine.wanted or machine.left == ())


def _setting(setting: Setting, machine: Machine, settings: Settings) -> Frame:
    match setting:
        case Setting.CURRENCY:
            return Frame(Command.CURRENCY)
        case Setting.DENOMINATIONS:
            allowed = {code for code, cents in machine.worth.items() if cents in settings.notes}
            bits = sum(1 << n for n in range(NOTES) if FIRST_NOTE + n not in allowed)
            return Frame(Command.DENOMINATIONS, bytes((bits, 0)))
        case Setting.SECURITY:
            return Frame(Command.SECURITY, b"\x00\x00")
        case Setting.OPTIONS:
            return Frame(Command.OPTIONS, b"\x00\x00")
        case Setting.BARCODE:
            return Frame(Command.BARCODE, bytes((0x01, numbers.LENGTH)))
        case Setting.BARCODE_INHIBIT:
            return Frame(Command.BARCODE_INHIBIT, b"\x00" if settings.tickets else b"\x02")
        case Setting.DIRECTION:
            return Frame(Command.DIRECTION, b"\x00")


_SETS: Mapping[int, Setting] = {
    Command.CURRENCY: Setting.CURRENCY,
    Command.DENOMINATIONS: Setting.DENOMINATIONS,
    Command.SECURITY: Setting.SECURITY,
    Command.OPTIONS: Setting.OPTIONS,
    Command.BARCODE: Setting.BARCODE,
    Command.BARCODE_INHIBIT: Setting.BARCODE_INHIBIT,
    Command.DIRECTION: Setting.DIRECTION,
}


# --- orders of the seat -----------------------------------------------------------------------------------------------


def enable(machine: Machine, wanted: bool) -> Taken:
    """The seat takes items, or does not."""
    return Taken(replace(machine, wanted=wanted))


def stack(machine: Machine, settings: Settings, serial: str) -> Taken:
    """Take the item with this serial. One that is not there is not answered; one that was taken is told again."""
    kept = machine.kept
    if kept.stacked is not None and kept.stacked.serial == serial:
        return Taken(machine, (_stacked(settings, kept.stacked),))
    if kept.item is None or kept.item.serial != serial or machine.stale or machine.giving_back:
        return Taken(machine)
    return Taken(replace(machine, kept=replace(kept, stage=Stage.STACKING)))


def give_back(machine: Machine, serial: str) -> Taken:
    """Return the item with this serial, unless it is being taken already."""
    kept = machine.kept
    if kept.item is None or kept.item.serial != serial or kept.stage is Stage.STACKING:
        return Taken(machine)
    return Taken(replace(machine, giving_back=True))


def refused(machine: Machine) -> Machine:
    """What was to be kept could not be written: what is in escrow goes back."""
    return replace(machine, giving_back=True, answer=False)


def failed(machine: Machine) -> Machine:
    """The driver itself has a fault."""
    return replace(machine, status=AcceptorCondition.FAILURE)


# --- answers ----------------------------------------------------------------------------------------------------------


def on_silence(machine: Machine, settings: Settings, detail: str, *, gone: bool = False) -> Taken:
    """A poll without a whole answer. What was sent may or may not have arrived. ``gone``: there is no line."""
    silent = SILENT_POLLS if gone else machine.silent + 1
    machine = replace(machine, silent=silent, last=None)
    if silent < SILENT_POLLS:
        return Taken(machine)
    # Whatever answers next may be another acceptor, or the same after a power cut.
    machine = replace(machine, sent=None, left=None)
    return _changed(machine, settings, AcceptorCondition.DISCONNECTED, detail)


def on_sent(machine: Machine, command: int) -> Machine:
    """The command has left: an ACK is never answered, so it counts as done; a lost one is asked for again."""
    return replace(machine, asked=command, answer=machine.answer and command != Command.ACK)


def on_frame(machine: Machine, settings: Settings, frame: Frame, serials: Serials) -> Taken:
    """An answer of the acceptor."""
    code = frame.code
    machine = replace(machine, silent=0, asked=machine.asked if code == INVALID_COMMAND else None)
    if code == ACK:  # to RESET, STACK and RETURN: the status will tell what came of it
        return Taken(replace(machine, reset=False, last=None))
    if code == Command.INHIBIT and len(frame.data) == 1:
        return Taken(replace(machine, sent=frame.data == b"\x00"))
    if code in _SETS or code == INVALID_COMMAND:
        return _on_setting(machine, settings, frame)
    try:
        status = Status(code)
    except ValueError:
        words = f"unknown status {code:#04x}"
        return _changed(replace(machine, last=None), settings, AcceptorCondition.FAILURE, words)
    return _on_status(machine, settings, status, frame.data, serials)


def _on_setting(machine: Machine, settings: Settings, frame: Frame) -> Taken:
    if not machine.left:
        return Taken(machine)
    wanted = machine.left[0]
    if frame.code != INVALID_COMMAND and _SETS[frame.code] is not wanted:
        return Taken(machine)  # a late answer
    if wanted is Setting.CURRENCY:
        try:
            table = read_currency(frame.data) if frame.code != INVALID_COMMAND else {}
        except ValueError as error:
            return _changed(machine, settings, AcceptorCondition.FAILURE, str(error))
        machine = replace(machine, worth=_own_notes(table, settings))
        if not settings.notes & set(machine.worth.values()):
            return _changed(machine, settings, AcceptorCondition.FAILURE, _no_notes(table, settings))
    # What an acceptor does not know (a ticket reader that it lacks) is not set.
    left = machine.left[1:] if machine.left else ()
    return Taken(replace(machine, left=left, asked=None))


def _own_notes(table: Mapping[int, Worth], settings: Settings) -> dict[int, int]:
    """The codes that stand for a note of the house's currency, and its cents; none when nobody can tell which it is."""
    countries = {worth.country for worth in table.values()}
    country = settings.country
    if country is None:
        country = countries.pop() if len(countries) == 1 else None
    return {code: worth.cents for code, worth in table.items() if worth.country == country}


def _no_notes(table: Mapping[int, Worth], settings: Settings) -> str:
    named = ", ".join(
        f"{worth.cents} cents of country {worth.country}"
        for worth in sorted(table.values(), key=lambda worth: (worth.country, worth.cents))
    )
    country = "one country alone" if settings.country is None else f"country {settings.country}"
    return f"the acceptor knows {named or 'no notes'}, the seat takes {sorted(settings.notes)} cents of {country}"


def _on_status(machine: Machine, settings: Settings, status: Status, data: bytes, serials: Serials) -> Taken:
    before, machine = machine, replace(machine, last=status)
    if machine.left is None and status not in POWER_UPS:  # first contact: it is set up anew
        machine = replace(machine, left=ALL_SETTINGS, sent=None)
    if status in _FAULTS:
        return _on_fault(machine, settings, status)
    machine = replace(machine, fault_polls=0)
    match status:
        case Status.POWER_UP | Status.POWER_UP_IN_ACCEPTOR | Status.POWER_UP_IN_STACKER:
            taken = _on_power_up(machine, settings, status)
        case Status.IDLING | Status.DISABLED | Status.ACCEPTING:
            taken = _without_item(_at_end(machine), settings)
        case Status.ESCROW:
            taken = _on_escrow(_at_end(machine), settings, data, serials)
        case Status.STACKING | Status.STACKED:
            taken = _on_stacking(machine, settings, status)
        case Status.VEND_VALID:
            taken = _on_vend(machine, settings)
        case Status.INITIALIZE:
            settled = before.left == () and before.last is not Status.INITIALIZE
            taken = Taken(replace(machine, left=ALL_SETTINGS, sent=None) if settled else machine)
        case _:  # REJECTING, RETURNING, HOLDING, PAUSE: on its way; what comes next tells
            taken = Taken(machine)
    return _and_well(taken, settings)


def _on_fault(machine: Machine, settings: Settings, status: Status) -> Taken:
    polls = machine.fault_polls + 1
    reset = polls % RESET_AFTER == 0 and status is not Status.STACKER_FULL
    fault, words = _FAULTS[status]
    return _changed(replace(machine, fault_polls=polls, reset=machine.reset or reset), settings, fault, words)


def _and_well(taken: Taken, settings: Settings) -> Taken:
    """A status that is no fault ends one, unless this very answer has told of it."""
    if any(isinstance(event, AcceptorIs) for event in taken.told) or taken.machine.left:
        return taken
    well = _changed(taken.machine, settings, AcceptorCondition.READY, "")
    return Taken(well.machine, (*taken.told, *well.told))


def _on_power_up(machine: Machine, settings: Settings, status: Status) -> Taken:
    kept = machine.kept
    machine = replace(machine, reset=True, left=ALL_SETTINGS, sent=None, answer=False, giving_back=False)
    if status is Status.POWER_UP_IN_STACKER and kept.item is not None:
        return _and_up(_take(machine, kept.item, settings), settings)
    if status is Status.POWER_UP:
        return _without_item(machine, settings)
    if status is Status.POWER_UP_IN_STACKER:  # told already, and answered before the power went
        return _and_up(Taken(machine), settings)
    # In the acceptor: the reset brings it back to the slot, and then it is told.
    return Taken(replace(machine, stale=machine.kept.item is not None))


def _at_end(machine: Machine) -> Machine:
    """What was stacked has its answer: whatever asks for one from here on is another item."""
    if not machine.kept.vend_open:
        return machine
    return replace(machine, kept=replace(machine.kept, vend_open=False))


def _without_item(machine: Machine, settings: Settings) -> Taken:
    """Nothing is in the acceptor, or something new: what was there is with the player."""
    item = machine.kept.item
    machine = replace(machine, giving_back=False, refused="", stale=False)
    if item is None:
        return _and_up(Taken(machine), settings)
    machine = replace(machine, kept=replace(machine.kept, item=None, stage=Stage.HELD))
    return _and_up(Taken(machine, (_returned(settings, item),)), settings)


def _on_escrow(machine: Machine, settings: Settings, data: bytes, serials: Serials) -> Taken:
    found, item = _read_item(machine, settings, data), machine.kept.item
    told: tuple[AcceptorEvent, ...] = ()
    if item is not None:
        same = found is not None and (found.cents, found.number) == (item.cents, item.number)
        if same or machine.stale:
            return Taken(replace(machine, giving_back=machine.giving_back or machine.stale))
        # Another item: the one before has gone back while nobody looked.
        told = (_returned(settings, item),)
        machine = replace(machine, giving_back=False, kept=replace(machine.kept, item=None))
    if (
        found is None
        or not machine.told_up
        or not machine.wanted
        or machine.status is not AcceptorCondition.READY
    ):
        return Taken(replace(machine, giving_back=True, refused=_what(machine, data)), told)
    if machine.giving_back:
        return Taken(machine, told)  # it was refused before it was read
    item = replace(found, serial=serials())
    kept = replace(machine.kept, item=item, stage=Stage.HELD)
    return Taken(replace(machine, kept=kept), (*told, _held(settings, item)))


def _read_item(machine: Machine, settings: Settings, data: bytes) -> Item | None:
    """What lies in escrow, without a serial; None for what this seat does not take."""
    if not data:
        return None
    if data[0] == TICKET:
        text = data[1:].decode("ascii", "replace")
        return Item("", number=text) if settings.tickets and numbers.is_valid(text) else None
    cents = machine.worth.get(data[0], 0)
    return Item("", cents=cents) if len(data) == 1 and cents in settings.notes else None


def _what(machine: Machine, data: bytes) -> str:
    """What lies in escrow, in words for whoever looks for it later; not what it is credited with."""
    if not data:
        return "something that it does not name"
    if data[0] == TICKET:
        return f"a ticket ending in {data[1:].decode('ascii', 'replace')[-4:]}"
    cents = machine.worth.get(data[0])
    return f"an unknown note (code {data[0]:#04x})" if cents is None else f"a note of {cents} cents"


def _on_stacking(machine: Machine, settings: Settings, status: Status) -> Taken:
    item = machine.kept.item
    if status is Status.STACKED and item is not None:
        # It must have asked for an answer before it says this: whoever gave it, we never saw it valid.
        words = f"an item was stacked without being told valid: {_words(item)}"
        machine = replace(machine, kept=replace(machine.kept, item=None), stale=False)
        return _and_up(_changed(machine, settings, AcceptorCondition.FAILURE, words), settings)
    if item is None and status is Status.STACKING and not machine.kept.vend_open:
        return _changed(machine, settings, AcceptorCondition.FAILURE, _disobeyed(machine, "stacks"))
    return Taken(machine)


def _on_vend(machine: Machine, settings: Settings) -> Taken:
    machine = replace(machine, answer=True)
    kept = machine.kept
    if kept.item is not None:
        taken = _take(machine, kept.item, settings)
        if not machine.giving_back or machine.stale:
            return _and_up(taken, settings)
        # The box has it, so the player has its worth; but an acceptor that does not obey is not believed any further.
        alarm = _alarm(
            taken.machine, settings, f"it has stacked {_words(kept.item)} against the order to return it"
        )
        return _and_up(Taken(alarm.machine, (*taken.told, *alarm.told)), settings)
    if kept.vend_open:  # told already; the answer was lost
        return _and_up(Taken(machine), settings)
    # Told once: until it is at rest again it may ask again for an answer.
    return _alarm(
        replace(machine, kept=replace(kept, vend_open=True)), settings, _disobeyed(machine, "has stacked")
    )


def _disobeyed(machine: Machine, does: str) -> str:
    if machine.refused:
        return f"it {does} {machine.refused} against the order to return it; nothing is credited"
    return f"it {does} an item that nobody asked it to take; its worth is not known"


def _take(machine: Machine, item: Item, settings: Settings) -> Taken:
    """The item lies in the stacker, valid: it is credited, once."""
    kept = Kept(stacked=item, vend_open=True)
    return Taken(replace(machine, kept=kept, stale=False, giving_back=False), (_stacked(settings, item),))


def _alarm(machine: Machine, settings: Settings, words: str) -> Taken:
    """A failure that is told whatever was told before."""
    status = AcceptorCondition.FAILURE
    return Taken(replace(machine, status=status), (AcceptorIs(settings.device, status, words),))


def _and_up(taken: Taken, settings: Settings) -> Taken:
    if taken.machine.told_up:
        return taken
    return Taken(replace(taken.machine, told_up=True), (*taken.told, AcceptorReady(settings.device)))


def _changed(machine: Machine, settings: Settings, status: AcceptorCondition, words: str) -> Taken:
    if machine.status is status:
        return Taken(machine)
    return Taken(replace(machine, status=status), (AcceptorIs(settings.device, status, words),))


def is_in_haste(machine: Machine) -> bool:
    """Whether the next poll need not wait for its time: an acceptor that answers is being set up or answered."""
    well = machine.status is AcceptorCondition.READY and machine.asked is None and not machine.silent
    if not well or machine.last is None or machine.last in _FAULTS:
        return False
    return bool(machine.answer or machine.left or machine.sent is not machine.wanted)


def is_quiet(machine: Machine) -> bool:
    """Whether nothing will come of another poll before a person or the seat does something."""
    if machine.answer or machine.reset or machine.left or machine.sent is not machine.wanted:
        return machine.status is AcceptorCondition.DISCONNECTED
    if machine.last in _HOLDS:
        return not machine.giving_back and machine.kept.stage is Stage.HELD and machine.kept.item is not None
    return machine.last in (Status.IDLING, Status.DISABLED, *_FAULTS)


def _held(settings: Settings, item: Item) -> AcceptorEvent:
    if item.number:
        return TicketOffered(settings.device, item.serial, item.number)
    return NoteOffered(settings.device, item.serial, item.cents)


def _stacked(settings: Settings, item: Item) -> AcceptorEvent:
    if item.number:
        return TicketIn(settings.device, item.serial, item.number)
    return NoteIn(settings.device, item.serial, item.cents)


def _returned(settings: Settings, item: Item) -> AcceptorEvent:
    kind = TicketBack if item.number else NoteBack
    return kind(settings.device, item.serial)


def _words(item: Item) -> str:
    return f"a ticket ending in {item.number[-4:]}" if item.number else f"a note of {item.cents} cents"
