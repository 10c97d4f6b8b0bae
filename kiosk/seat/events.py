"""Everything that can reach a seat, as plain values."""

from __future__ import annotations

import msgspec

from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, ClockCondition, Door, PrinterCondition
from kiosk.seat.settings import Settings
from kiosk.table.log import RefusedBecause


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Base of all events."""


# --- the player's fingers -------------------------------------------------------------------------------------


class Tap(Event, frozen=True):
    """A chip of ``cents`` is put on ``spot``."""

    spot: str
    cents: int


class TakeBack(Event, frozen=True):
    """All chips come back from ``spot`` (long press, or a drag off the spot)."""

    spot: str


class Undo(Event, frozen=True):
    """The last change of the chips is taken back."""


class Clear(Event, frozen=True):
    """All chips come back."""


class Double(Event, frozen=True):
    """Every stake is doubled: all or nothing."""


class Rebet(Event, frozen=True):
    """The stakes of the last round played are placed again: all or nothing."""


class Choose(Event, frozen=True):
    """The player decides for the own box: ``stakes`` (cents by spot) are what the choice adds."""

    choice: str
    stakes: dict[str, int] = {}


class Collect(Event, frozen=True):
    """The player wants the credit paid out."""


class Called(Event, frozen=True):
    """The player calls an attendant, or ends the call."""

    on: bool


# --- the table log --------------------------------------------------------------------------------------------


class LogRead(Event, frozen=True):
    """A record of the table log, in the log's order."""

    seq: int
    key: str
    value: bytes


class LinkUp(Event, frozen=True):
    """The table log answers."""


class LinkDown(Event, frozen=True):
    """The table log does not answer."""


class JackpotIs(Event, frozen=True):
    """What the jackpot that the table shares shows, in cents; ``silent``: it does not answer, and showed that last."""

    cents: int
    silent: bool = False


class LogDiffers(Event, frozen=True):
    """The table log is another one, or an older copy; empty: it is the one that was read again.

    ``life_seq``: staff have let it begin anew at this place in it; 0: nobody has.
    """

    what: str = ""
    life_seq: int = 0


class LogReleased(Event, frozen=True):
    """Staff let this seat go on with a log that is another one."""

    by: str
    reason: str


class SlipRefused(Event, frozen=True):
    """The log refused the slip for good, or the choice of the ``n``-th decision."""

    round: int
    rev: int
    because: RefusedBecause
    n: int = 0


class SlipUnanswered(Event, frozen=True):
    """The log gave no answer to the slip, or the choice of the ``n``-th decision: the table will decide."""

    round: int
    rev: int
    n: int = 0


class Reported(Event, frozen=True):
    """A report of this seat stands in the log."""

    key: str


class ReportRefused(Event, frozen=True):
    """The log refused a report of this seat: the House has paid the same by hand, and its record follows.

    ``foreign``: another report stands in its place, which this seat did not write.
    """

    key: str
    foreign: bool = False


class RoundFound(Event, frozen=True):
    """What the seat keeps of a round for recall, that was decided anew; ``body`` is empty when it did not play."""

    round: int
    decision: int
    body: bytes = b""


class CloseWasShown(Event, frozen=True):
    """The screen shows "No more bets" for the round."""

    round: int


# --- money in and out -----------------------------------------------------------------------------------------


class NoteOffered(Event, frozen=True):
    """A note waits in the acceptor's escrow."""

    device: str
    serial: str
    cents: int


class NoteIn(Event, frozen=True):
    """The note is stacked and valid."""

    device: str
    serial: str
    cents: int


class NoteBack(Event, frozen=True):
    """The note went back to the player, or was never stacked."""

    device: str
    serial: str


class TicketOffered(Event, frozen=True):
    """A ticket with this validation number waits in the acceptor's escrow."""

    device: str
    serial: str
    number: str


class TicketGood(Event, frozen=True):
    """The registry has reserved the ticket for this insertion at this seat."""

    serial: str
    number: str
    cents: int


class TicketBad(Event, frozen=True):
    """The registry rejects the ticket; ``reason`` is a word of the registry's list.

    ``unsure``: it gave no answer, so that it may have reserved the ticket all the same.
    """

    serial: str
    number: str
    reason: str
    unsure: bool = False


class TicketIn(Event, frozen=True):
    """The ticket is stacked."""

    device: str
    serial: str
    number: str


class TicketBack(Event, frozen=True):
    """The ticket went back to the player."""

    device: str
    serial: str


class AcceptorReady(Event, frozen=True):
    """The acceptor has told all that a power cut may have swallowed: what it did not name was never stacked."""

    device: str


class RegistryDone(Event, frozen=True):
    """The registry has carried out ``what`` for the ticket: pending, confirm, void, release or redeem.

    ``serial`` names the insertion that was released.
    """

    what: str
    number: str
    serial: str = ""


class RegistryGone(Event, frozen=True):
    """The registry refused, or does not answer: then no ticket can be issued."""

    what: str
    number: str
    reason: str
    serial: str = ""


class PayoutReady(Event, frozen=True):
    """The books were audited and a ticket number was drawn."""

    number: str
    at: str
    expires: str
    language: str


class AuditDone(Event, frozen=True):
    """The books were audited before the round; ``findings`` is empty when they are right."""

    purpose: str
    findings: tuple[str, ...] = ()


class TicketPrinted(Event, frozen=True):
    """The printer has presented the ticket. ``by`` names the attendant when a person has looked and answers."""

    number: str
    by: str = ""


class TicketNotPrinted(Event, frozen=True):
    """The printer could not print the ticket; the paper never reached the player. ``by`` as above."""

    number: str
    reason: str
    by: str = ""


class TicketUnknown(Event, frozen=True):
    """Nobody can tell whether the ticket was presented: an attendant answers. ``detail``: what happened, in words."""

    number: str
    detail: str = ""


class AcceptorIs(Event, frozen=True):
    """The acceptor is in another condition; ``detail`` says it in words."""

    device: str
    condition: AcceptorCondition
    detail: str = ""


class PrinterIs(Event, frozen=True):
    """The printer is in another condition; ``detail`` says it in words."""

    condition: PrinterCondition
    detail: str = ""


class ReceiptOut(Event, frozen=True):
    """The receipt of a payment by hand came out."""

    kind: str
    number: int


class ReceiptNotOut(Event, frozen=True):
    """The receipt of a payment by hand did not come out."""

    kind: str
    number: int
    reason: str


# --- staff and the machine ------------------------------------------------------------------------------------


class HandpayConfirmed(Event, frozen=True):
    """An attendant with a key has paid the locked amount by hand. ``at`` makes the confirmation unique.

    ``cents`` is the amount that the card showed, None when nobody looked at one: another sum is never booked. The
    receipt bears ``at`` (UTC in ISO 8601) and speaks ``language``.
    """

    by: str
    at: str
    cents: int | None = None
    language: str = "en"


class CancelCredit(Event, frozen=True):
    """An attendant with a key pays the whole credit by hand: the player wants no ticket, or the seat goes."""

    by: str


class ReceiptAgain(Event, frozen=True):
    """An attendant with a key wants the receipt of the last payment by hand once more."""

    by: str


class LockCleared(Event, frozen=True):
    """An attendant with a key has dealt with a lock that allows it."""

    kind: str
    by: str


class DoorIs(Event, frozen=True):
    """A door of the cabinet is open or closed. ``count``: how often its switch has seen it open, ever."""

    door: Door
    open: bool
    count: int = 0


class OpenedWhileOff(Event, frozen=True):
    """A door was opened so many ``times`` while the seat had no power. ``count`` as above, with these."""

    door: Door
    times: int
    count: int


class CabinetIs(Event, frozen=True):
    """The board that watches doors and keys is in another condition; ``detail`` says it in words."""

    condition: CabinetCondition
    detail: str = ""


class BoardAdopted(Event, frozen=True):
    """A technician accepts the board that watches the cabinet, though the seat knew another one."""

    by: str


class ServiceBegan(Event, frozen=True):
    """Staff of that name and role have logged in: from now on the seat is theirs, and nobody plays."""

    by: str
    role: str


class ServiceEnded(Event, frozen=True):
    """Staff have left: the seat goes on exactly where it stood. ``by`` is empty when their time was out."""

    by: str = ""


class Happened(Event, frozen=True):
    """A significant event that changes nothing at the seat: of staff, key, clock, program or configuration."""

    kind: str
    severity: str = "info"
    detail: dict[str, str | int] = {}


class EventAcknowledged(Event, frozen=True):
    """Staff have taken note of a significant event."""

    event: int
    by: str


class PeriodEnded(Event, frozen=True):
    """The meters are read and a new period begins: ``kind`` is day, clear-out or drop.

    ``detail`` holds what was counted or said with it.
    """

    kind: str
    by: str
    detail: dict[str, str | int] = {}


class TestPrint(Event, frozen=True):
    """Staff want to see that the printer prints: a sheet without value. ``at`` is UTC in ISO 8601."""

    by: str
    at: str
    language: str = "en"


class NoteTest(Event, frozen=True):
    """Staff try the acceptor: while it is ``on`` it reads whatever is put in and gives it back, without any credit."""

    on: bool
    by: str


class SettingsChanged(Event, frozen=True):
    """Staff of that name have set the seat otherwise; all of it was validated as a whole. Takes effect at its start."""

    settings: Settings
    by: str


class SettingsUndone(Event, frozen=True):
    """Staff of that name take the last change of the settings back."""

    by: str


class ClockIs(Event, frozen=True):
    """The seat's clock was held against what was seen already."""

    condition: ClockCondition


class SoftwareIs(Event, frozen=True):
    """The installation was held against its signed manifest: ``findings`` is empty when it is whole."""

    version: str
    identity: str
    findings: tuple[str, ...] = ()
    key: str = ""  # the fingerprint of the key that has signed


class MinutePassed(Event, frozen=True):
    """The seat has run for another minute."""


class StoreFailed(Event, frozen=True):
    """The journal could not be written; nothing more is accepted until the seat restarts."""

    reason: str


class Restarted(Event, frozen=True):
    """The seat has started again from its stored state."""


class BooksCompared(Event, frozen=True):
    """The hosts have answered for the first time since the start. ``older`` tells why these books are an older copy.

    Empty: they are the newest.
    """

    older: str = ""


class BooksChecked(Event, frozen=True):
    """The whole journal was looked through after the start, with these findings."""

    findings: tuple[str, ...] = ()


class Tick(Event, frozen=True):
    """Time passes: ``now_ms`` of a monotonic clock."""

    now_ms: int


AnyEvent = (
    Tap
    | TakeBack
    | Undo
    | Clear
    | Double
    | Rebet
    | Choose
    | Collect
    | Called
    | LogRead
    | BooksCompared
    | BooksChecked
    | LinkUp
    | LinkDown
    | JackpotIs
    | SlipRefused
    | SlipUnanswered
    | Reported
    | ReportRefused
    | RoundFound
    | CloseWasShown
    | NoteOffered
    | NoteIn
    | NoteBack
    | TicketOffered
    | TicketGood
    | TicketBad
    | TicketIn
    | TicketBack
    | AcceptorReady
    | AcceptorIs
    | PrinterIs
    | ReceiptOut
    | ReceiptNotOut
    | RegistryDone
    | RegistryGone
    | PayoutReady
    | AuditDone
    | TicketPrinted
    | TicketNotPrinted
    | TicketUnknown
    | HandpayConfirmed
    | CancelCredit
    | ReceiptAgain
    | LockCleared
    | LogDiffers
    | LogReleased
    | DoorIs
    | OpenedWhileOff
    | CabinetIs
    | BoardAdopted
    | ServiceBegan
    | ServiceEnded
    | Happened
    | EventAcknowledged
    | PeriodEnded
    | TestPrint
    | NoteTest
    | SettingsChanged
    | SettingsUndone
    | ClockIs
    | SoftwareIs
    | MinutePassed
    | StoreFailed
    | Restarted
    | Tick
)

# A volatile event alone needs no commit: what a crash loses by it is a chip that was not sent yet.
VOLATILE = (Tap, TakeBack, Undo, Clear, Double, Rebet, Tick, JackpotIs)
