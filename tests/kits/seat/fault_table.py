"""Every fault and condition that standards name: how it comes, what it must do, and how it ends.

The rows are values, so that a process that is to die can inject one by its name.
"""

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.state import Lock, LockKind, with_lock
from kiosk.table.log import RefusedBecause
from kits.seat.seats import NUMBERS, Play

Act = Callable[[Play], None]


@dataclass(frozen=True)
class Fault:
    """``comes`` at a seat with $100: the ``lock`` (None: it only tells), the ``event`` kept, how it ``ends``."""

    comes: Act
    lock: LockKind | None
    event: str
    ends: Act = lambda _play: None
    # Whether the lock is there after a restart too; a fault of the disk is gone when the store opened.
    stays: bool = True


def do(*events) -> Act:
    def act(play: Play) -> None:
        for event in events:
            play.do(event)

    return act


def clear(kind: LockKind) -> e.LockCleared:
    return e.LockCleared(kind.value, "Lee")


def door(which: Door) -> Fault:
    return Fault(
        do(e.DoorIs(which, open=False, count=0), e.DoorIs(which, open=True, count=1)),
        LockKind.DOOR,
        "door-opened",
        do(e.DoorIs(which, open=False, count=1)),
    )


def ticket(*answers) -> Act:
    def act(play: Play) -> None:
        play.collect(NUMBERS[0])
        play.do(e.RegistryDone("pending", NUMBERS[0]))
        do(*answers)(play)

    return act


def bet_and_win(play: Play) -> None:
    play.bet(any_triple=5_000)
    play.finish(4, 4, 4)


def over_the_ticket_limit(play: Play) -> None:
    play.credit(900_000)
    play.do(e.LockCleared(LockKind.VELOCITY.value, "Lee"))
    play.finish(1, 2, 3)
    play.do(e.Collect())
    play.do(e.PayoutReady(NUMBERS[0], "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "en"))


def paid(play: Play) -> None:
    play.do(e.HandpayConfirmed("Lee", "2026-01-31T12:00:00Z"))


def foreign_slip(play: Play) -> None:
    play.tap("big", 500)
    slip = play.send()
    play.do(e.SlipRefused(slip.round, slip.rev, RefusedBecause.TAKEN))


def books_are_older(play: Play) -> None:
    """No host had answered at its start; the first that answers has seen more than the seat's books hold."""
    play.state = with_lock(play.state, Lock(LockKind.CHECKING, "no host has answered"))
    play.do(e.BooksCompared("transaction 812 was seen, these books end at 700"))


FAULTS: dict[str, Fault] = {
    "main door": door(Door.MAIN),
    "logic door": door(Door.LOGIC),
    "cash-box door": door(Door.CASH_BOX),
    "logic door while power was off": Fault(
        do(e.OpenedWhileOff(Door.LOGIC, 1, 1)),
        LockKind.LOGIC_DOOR,
        "door-opened-while-off",
        do(clear(LockKind.LOGIC_DOOR)),
    ),
    "main door while power was off": Fault(
        do(e.OpenedWhileOff(Door.MAIN, 1, 1)), None, "door-opened-while-off"
    ),
    "door board silent": Fault(
        do(e.CabinetIs(CabinetCondition.SILENT, "no answer")),
        LockKind.CABINET,
        "cabinet-silent",
        do(e.CabinetIs(CabinetCondition.READY)),
    ),
    "another door board": Fault(
        do(e.CabinetIs(CabinetCondition.WRONG, "another serial")),
        LockKind.CABINET,
        "cabinet-wrong",
        do(e.BoardAdopted("Kim"), e.CabinetIs(CabinetCondition.READY)),
    ),
    "memory fault": Fault(
        do(e.AuditDone("round:1", ("meter 'credit' shows 1",))), LockKind.AUDIT, "audit-failed"
    ),
    "hash failure": Fault(
        do(e.SoftwareIs("0.1.0", "", ("kiosk/money.py was changed",))),
        LockKind.SOFTWARE,
        "software-changed",
        do(e.SoftwareIs("0.1.0", "abc")),
    ),
    "acceptor jam": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.JAM, "jam in the stacker")),
        LockKind.ACCEPTOR,
        "acceptor-jam",
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.READY), clear(LockKind.ACCEPTOR)),
    ),
    "acceptor cheat": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.CHEAT)),
        LockKind.ACCEPTOR,
        "acceptor-cheat",
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.READY), clear(LockKind.ACCEPTOR)),
    ),
    "acceptor failure": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.FAILURE, "motor")),
        LockKind.ACCEPTOR,
        "acceptor-failure",
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.READY), clear(LockKind.ACCEPTOR)),
    ),
    "acceptor disconnected": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.DISCONNECTED)), None, "acceptor-disconnected"
    ),
    "stacker full": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.STACKER_FULL)), None, "acceptor-stacker-full"
    ),
    "stacker out": Fault(
        do(e.AcceptorIs("acceptor-1", AcceptorCondition.STACKER_OPEN)), None, "acceptor-stacker-open"
    ),
    "paper low": Fault(do(e.PrinterIs(PrinterCondition.PAPER_LOW)), None, "printer-paper-low"),
    "paper out": Fault(do(e.PrinterIs(PrinterCondition.PAPER_OUT)), None, "printer-paper-out"),
    "printer jam": Fault(do(e.PrinterIs(PrinterCondition.JAM)), None, "printer-jam"),
    "printer cover open": Fault(do(e.PrinterIs(PrinterCondition.COVER_OPEN)), None, "printer-cover-open"),
    "printer away": Fault(do(e.PrinterIs(PrinterCondition.OFFLINE)), None, "printer-offline"),
    "ticket not printed": Fault(
        ticket(e.TicketNotPrinted(NUMBERS[0], "jam")),
        LockKind.PRINTER,
        "print-failed",
        do(clear(LockKind.PRINTER)),
    ),
    "ticket unknown": Fault(
        ticket(e.TicketUnknown(NUMBERS[0], "power cut")),
        LockKind.TICKET_UNKNOWN,
        "ticket-unknown",
        do(e.TicketPrinted(NUMBERS[0], "Lee"), e.RegistryDone("confirm", NUMBERS[0])),
    ),
    "hand pay of a win": Fault(bet_and_win, LockKind.HANDPAY, "handpay-due", paid),
    "hand pay above the ticket limit": Fault(over_the_ticket_limit, LockKind.HANDPAY, "handpay-due", paid),
    "money too fast": Fault(
        lambda play: play.credit(1_100_000), LockKind.VELOCITY, "velocity-lock", do(clear(LockKind.VELOCITY))
    ),
    "foreign slip": Fault(foreign_slip, LockKind.FOREIGN_SLIP, "foreign-slip"),
    "older books": Fault(books_are_older, LockKind.CHECKING, "books-older", do(e.BooksCompared())),
    "disk full": Fault(
        do(e.StoreFailed("database or disk is full"), e.Happened("disk")), LockKind.STORE, "disk", stays=False
    ),
    "link lost": Fault(do(e.LinkDown()), None, "link-down"),
    "void": Fault(lambda play: play.void(), None, "round-void"),
    "staff at work": Fault(
        do(e.ServiceBegan("Kim", "technician")), LockKind.SERVICE, "service-began", do(e.ServiceEnded("Kim"))
    ),
    "clock changed": Fault(do(e.Happened("clock-changed", "fault", {"seconds": -60})), None, "clock-changed"),
    "power": Fault(do(e.Restarted()), None, "power-up"),
}
