"""What acceptor and printer say of themselves, and what the seat makes of it."""

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition as A
from kiosk.seat.conditions import PrinterCondition as P
from kiosk.seat.state import CashoutStage, LockKind, lock_of
from kits.seat.seats import ACCEPTOR, NUMBERS, Play


def seat(**config):
    """A seat with a link."""
    play = Play(**config)
    play.do(e.LinkUp())
    return play


def acceptor(play, condition, detail=""):
    return play.do(e.AcceptorIs(ACCEPTOR, condition, detail))


def kinds(play):
    return [lock.kind for lock in play.state.locks]


@pytest.mark.parametrize("condition", [condition for condition in A if condition is not A.READY])
def test_that_an_acceptor_that_is_not_well_takes_nothing_in(condition):
    play = seat()
    acceptor(play, condition)
    play.do(e.NoteOffered(ACCEPTOR, "n1", 5_000))
    play.do(e.TicketOffered(ACCEPTOR, "t1", NUMBERS[0]))
    assert play.asked(f.ReturnNote) == [f.ReturnNote(ACCEPTOR, "n1")]
    assert play.asked(f.ReturnTicket) == [f.ReturnTicket(ACCEPTOR, "t1", NUMBERS[0])]
    assert play.state.item is None
    assert set(play.told) == {"notice.locked" if condition.locks else "notice.acceptor_shut"}


@pytest.mark.parametrize("condition", [A.JAM, A.CHEAT, A.FAILURE])
def test_that_a_jam_locks_the_seat_until_an_attendant_clears_an_acceptor_that_is_well(condition):
    play = seat()
    acceptor(play, condition, "jam in the stacker")
    lock = lock_of(play.state, LockKind.ACCEPTOR)
    assert lock.detail == "jam in the stacker"
    play.do(e.LockCleared("acceptor", "key"))
    assert kinds(play) == [LockKind.ACCEPTOR]
    acceptor(play, A.READY)
    assert kinds(play) == [LockKind.ACCEPTOR]
    play.do(e.LockCleared("acceptor", "key"))
    assert kinds(play) == []


def test_that_the_lock_of_an_acceptor_stays_over_a_restart_and_its_condition_begins_anew():
    play = seat()
    acceptor(play, A.JAM)
    play.do(e.PrinterIs(P.JAM))
    play.do(e.Restarted())
    assert kinds(play) == [LockKind.ACCEPTOR]
    assert (play.state.acceptor, play.state.printer) == (A.STARTING, P.READY)
    play.do(e.LockCleared("acceptor", "key"))
    assert kinds(play) == [LockKind.ACCEPTOR], "it has not answered yet: nobody knows that it is well"
    play.do(e.AcceptorReady(ACCEPTOR))
    acceptor(play, A.JAM)
    play.do(e.LockCleared("acceptor", "key"))
    assert kinds(play) == [LockKind.ACCEPTOR]


def test_that_nothing_is_taken_in_before_the_acceptor_has_answered_after_a_start():
    play = seat()
    play.do(e.Restarted())
    play.do(e.LinkUp())
    play.do(e.NoteOffered(ACCEPTOR, "n1", 500))
    assert play.told[-1] == "notice.acceptor_shut"
    play.do(e.AcceptorReady(ACCEPTOR))
    play.do(e.NoteOffered(ACCEPTOR, "n2", 500))
    assert play.asked(f.StackNote)[-1].serial == "n2"


@pytest.mark.rule("sicbo:1.7")
def test_that_an_attendant_pays_the_whole_credit_by_hand_when_nothing_is_under_way():
    play = seat()
    play.credit(12_300)
    play.do(e.CancelCredit("attendant"))
    play.do(e.PayoutReady(NUMBERS[0], "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "en"))
    assert play.asked(f.RegistryPending) == [], "no ticket was wanted"
    assert [(lock.kind, lock.cents) for lock in play.state.locks] == [(LockKind.HANDPAY, 12_300)]
    play.do(e.HandpayConfirmed("attendant", "2026-01-31T12:00:01Z", 12_300, "zh"))
    assert play.state.balances.credit == 0
    assert play.asked(f.Count)[-1].meters == {"cancelled_credits": 12_300}
    (receipt,) = play.asked(f.PrintReceipt)
    assert (receipt.kind, receipt.number, receipt.cents, receipt.language) == (
        "cancelled-credit",
        1,
        12_300,
        "zh",
    )
    play.do(e.ReceiptAgain("attendant"))
    assert play.asked(f.PrintReceipt) == [receipt, receipt]
    assert play.notes()[-1] == "receipt-again"


def test_that_without_credit_or_receipt_an_attendant_is_told_so():
    play = seat()
    play.do(e.CancelCredit("attendant"))
    assert play.told[-1] == "notice.nothing_to_collect"
    play.do(e.ReceiptAgain("attendant"))
    assert play.told[-1] == "notice.no_receipt"
    assert play.asked(f.PrintReceipt) == []


@pytest.mark.rule("sicbo:1.7")
@pytest.mark.parametrize("condition", [A.STACKER_FULL, A.STACKER_OPEN, A.DISCONNECTED])
@pytest.mark.parametrize("ending", ["stacked", "back"])
def test_that_a_note_in_a_silent_acceptor_bars_no_collect_and_stays_exact(condition, ending):
    play = seat()
    play.credit(12_300)
    play.do(e.NoteOffered(ACCEPTOR, "n1", 5_000))
    play.do(e.Collect())
    assert play.told[-1] == "notice.acceptor_busy"
    acceptor(play, condition)
    assert kinds(play) == []
    play.collect(NUMBERS[0])
    assert (play.state.balances.credit, play.state.balances.tickets_out) == (0, 12_300)
    acceptor(play, A.READY)
    play.do(e.NoteIn(ACCEPTOR, "n1", 5_000) if ending == "stacked" else e.NoteBack(ACCEPTOR, "n1"))
    assert play.state.balances.credit == (5_000 if ending == "stacked" else 0)
    assert play.state.balances.tickets_out == 12_300
    assert play.state.item is None


@pytest.mark.parametrize("condition", list(P))
def test_that_collect_becomes_a_hand_pay_at_once_when_the_printer_cannot_print(condition):
    play = seat()
    play.credit(12_300)
    play.do(e.PrinterIs(condition))
    play.collect(NUMBERS[0])
    if condition in (P.READY, P.PAPER_LOW):
        assert play.state.cashout.stage is CashoutStage.PENDING
        assert kinds(play) == []
        return
    assert play.state.cashout is None
    assert lock_of(play.state, LockKind.HANDPAY).cents == 12_300
    assert play.state.balances.credit == 12_300
    assert play.asked(f.RegistryPending) == []


def test_that_the_question_after_an_unknown_print_keeps_what_the_printer_said():
    play = seat()
    play.credit(12_300)
    play.collect(NUMBERS[0])
    play.do(e.RegistryDone("pending", NUMBERS[0]))
    play.do(e.TicketUnknown(NUMBERS[0], detail="the cable came off after the barcode"))
    lock = lock_of(play.state, LockKind.TICKET_UNKNOWN)
    assert (lock.detail, lock.cents) == ("the cable came off after the barcode", 12_300)
