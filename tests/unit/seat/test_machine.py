"""The seat as a machine: link, restart, calls, audits, locks, and its accounts."""

from typing import get_args

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Balances, BookError, Posting, posted
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, ClockCondition, Door, PrinterCondition
from kiosk.seat.settings import Settings
from kiosk.seat.state import Lock, LockKind, SeatState, with_lock, without_lock
from kiosk.seat.step import step
from kiosk.table import records as r
from kits.seat.seats import NUMBERS, Play, make_context

EXAMPLES = {
    e.ReportRefused: e.ReportRefused("report:1:settled-1"),
    e.RoundFound: e.RoundFound(1, 2),
    e.Tap: e.Tap("big", 100),
    e.TakeBack: e.TakeBack("big"),
    e.Choose: e.Choose("bet"),
    e.Called: e.Called(on=True),
    e.LogRead: e.LogRead(1, "k", b"v"),
    e.SlipRefused: e.SlipRefused(1, 1, "barred"),
    e.SlipUnanswered: e.SlipUnanswered(1, 1),
    e.Reported: e.Reported("report:1:settled"),
    e.CloseWasShown: e.CloseWasShown(1),
    e.NoteOffered: e.NoteOffered("a", "n", 500),
    e.NoteIn: e.NoteIn("a", "n", 500),
    e.NoteBack: e.NoteBack("a", "n"),
    e.TicketOffered: e.TicketOffered("a", "t", NUMBERS[0]),
    e.TicketGood: e.TicketGood("t", NUMBERS[0], 500),
    e.TicketBad: e.TicketBad("t", NUMBERS[0], "unknown"),
    e.TicketIn: e.TicketIn("a", "t", NUMBERS[0]),
    e.TicketBack: e.TicketBack("a", "t"),
    e.AcceptorReady: e.AcceptorReady("a"),
    e.AcceptorIs: e.AcceptorIs("a", AcceptorCondition.JAM),
    e.PrinterIs: e.PrinterIs(PrinterCondition.JAM),
    e.ReceiptOut: e.ReceiptOut("hand-pay", 1),
    e.ReceiptNotOut: e.ReceiptNotOut("hand-pay", 1, "jam"),
    e.RegistryDone: e.RegistryDone("pending", NUMBERS[0]),
    e.RegistryGone: e.RegistryGone("pending", NUMBERS[0], "away"),
    e.PayoutReady: e.PayoutReady(NUMBERS[0], "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "en"),
    e.AuditDone: e.AuditDone("round:1"),
    e.TicketPrinted: e.TicketPrinted(NUMBERS[0]),
    e.TicketNotPrinted: e.TicketNotPrinted(NUMBERS[0], "jam"),
    e.TicketUnknown: e.TicketUnknown(NUMBERS[0]),
    e.HandpayConfirmed: e.HandpayConfirmed("attendant", "now"),
    e.CancelCredit: e.CancelCredit("attendant"),
    e.ReceiptAgain: e.ReceiptAgain("attendant"),
    e.LockCleared: e.LockCleared("printer", "attendant"),
    e.LogReleased: e.LogReleased("Boss", "fire"),
    e.DoorIs: e.DoorIs(Door.MAIN, open=True, count=1),
    e.OpenedWhileOff: e.OpenedWhileOff(Door.LOGIC, 1, 1),
    e.CabinetIs: e.CabinetIs(CabinetCondition.SILENT, "no answer"),
    e.BoardAdopted: e.BoardAdopted("Kim"),
    e.ServiceBegan: e.ServiceBegan("Kim", "technician"),
    e.Happened: e.Happened("clock-changed"),
    e.ClockIs: e.ClockIs(ClockCondition.WRONG),
    e.EventAcknowledged: e.EventAcknowledged(1, "Kim"),
    e.PeriodEnded: e.PeriodEnded("day", "Kim"),
    e.TestPrint: e.TestPrint("Kim", "2026-01-31T12:00:00Z"),
    e.NoteTest: e.NoteTest(on=True, by="Kim"),
    e.SettingsChanged: e.SettingsChanged(Settings(ticket_days=90), "Kim"),
    e.SettingsUndone: e.SettingsUndone("Kim"),
    e.SoftwareIs: e.SoftwareIs("0.1.0", "abc", ("kiosk/money.py was changed",)),
    e.StoreFailed: e.StoreFailed("disk full"),
    e.JackpotIs: e.JackpotIs(5_000_000),
    e.Tick: e.Tick(1),
}
EVENTS = [EXAMPLES[kind] if kind in EXAMPLES else kind() for kind in get_args(e.AnyEvent)]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_that_a_fresh_seat_takes_every_event_and_earns_nothing_but_a_note(event):
    taken = step(make_context(), SeatState(), event)
    assert taken.state.balances.credit == (500 if isinstance(event, e.NoteIn) else 0)
    assert taken.state.balances.total == 0


def test_that_an_event_of_no_known_kind_is_a_bug():
    with pytest.raises(TypeError, match="int"):
        step(make_context(), SeatState(), 5)


# --- the table comes and goes -------------------------------------------------------------------------------------


def test_that_the_link_is_noted_when_it_changes_and_only_then():
    play = Play()
    for event in (e.LinkDown(), e.LinkUp(), e.LinkUp(), e.LinkDown(), e.LinkDown()):
        play.do(event)
    assert play.notes() == ["link-up", "link-down"]


def test_that_the_chips_stay_on_the_board_while_the_link_is_down():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 500)
    play.do(e.LinkDown())
    play.do(e.LinkUp())
    assert play.state.draft == {"big": 500, "odd": 500}
    assert play.send().stakes == {"big": 500, "odd": 500}


def test_that_collect_stays_alive_without_the_table():
    play = Play()
    play.credit(5_000)
    play.do(e.Collect())
    assert play.asked(f.PreparePayout) == [f.PreparePayout()]


# --- restart ------------------------------------------------------------------------------------------------------


def test_that_a_restart_keeps_what_was_sent_and_returns_what_was_not():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 500)
    play.do(e.Restarted())
    assert play.state.draft == {"big": 500}
    assert (play.state.link, play.state.history) == (False, ())
    assert play.notes()[-1] == "power-up"


def test_that_a_restart_shows_the_slip_in_flight():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.tap("odd", 500)
    play.send()
    play.do(e.Restarted())
    assert play.state.draft == {"big": 500, "odd": 500}
    assert play.state.balances.escrow == 1_000


@pytest.mark.parametrize("ended", [False, True])
def test_that_a_restart_after_the_result_shows_an_empty_board(ended):
    play = Play().ready(10_000)
    play.bet(big=500)
    play.close()
    play.tumble()
    play.result(1, 2, 3)
    if ended:
        play.end()
    play.do(e.Restarted())
    assert play.state.draft == {}


def test_that_locks_stay_over_a_restart_but_for_the_disk_that_is_well_again():
    play = Play()
    for kind in LockKind:
        play.state = with_lock(play.state, Lock(kind))
    play.do(e.Restarted())
    assert set(play.lock_kinds()) == set(LockKind) - {LockKind.STORE}


# --- audits and locks ---------------------------------------------------------------------------------------------


def test_that_wrong_books_lock_the_seat_before_the_round():
    play = Play().ready(10_000)
    play.void()
    play.open(audited=False)
    play.do(e.AuditDone("round:2", ("the chain is broken",)))
    assert (play.state.locks[0].kind, play.state.locks[0].detail) == (LockKind.AUDIT, "the chain is broken")
    play.tap("big", 500)
    assert play.told[-1] == "notice.locked"


def test_that_an_audit_of_an_older_round_opens_nothing():
    play = Play().ready(10_000)
    play.void()
    play.open(audited=False)
    play.do(e.AuditDone("round:1"))
    play.tap("big", 500)
    assert play.send() is None


def test_that_a_registered_bet_of_a_locked_seat_is_settled_all_the_same():
    play = Play().ready(10_000)
    play.bet(big=500)
    play.state = with_lock(play.state, Lock(LockKind.PRINTER))
    play.finish(6, 5, 1)
    assert play.state.balances.credit == 10_500


def test_that_there_is_one_lock_of_each_kind():
    state = with_lock(with_lock(SeatState(), Lock(LockKind.PRINTER, "a")), Lock(LockKind.PRINTER, "b"))
    assert [lock.detail for lock in state.locks] == ["b"]
    assert without_lock(state, LockKind.PRINTER).locks == ()


def test_that_a_journal_that_cannot_be_written_locks_the_seat():
    play = Play()
    play.do(e.StoreFailed("x" * 1_000))
    assert play.lock_kinds() == ["store"]
    assert len(play.state.locks[0].detail) == 300


def test_that_a_call_is_noted_once():
    play = Play()
    for on in (True, True, False):
        play.do(e.Called(on=on))
    assert play.notes() == ["attendant-called", "attendant-call-ended"]


# --- accounts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("account", [Account.CREDIT, Account.ESCROW])
def test_that_credit_and_escrow_are_never_negative(account):
    with pytest.raises(BookError, match=f"account '{account.value}' would be -1"):
        posted(Balances(), (Posting(account, -1), Posting(Account.HOUSE, 1)))


def test_that_postings_sum_to_zero():
    with pytest.raises(BookError, match="do not sum to zero"):
        posted(Balances(), (Posting(Account.CREDIT, 1),))


def test_that_every_account_has_its_balance():
    lines = tuple(Posting(account, n + 1) for n, account in enumerate(Account))
    rest = Posting(Account.HOUSE, -sum(line.cents for line in lines))
    found = posted(Balances(), (*lines, rest))
    assert found.total == 0
    assert found.adjust == len(Account)


# --- the outbox ---------------------------------------------------------------------------------------------------


def test_that_every_effect_that_is_performed_has_its_own_name_in_the_outbox():
    ticket = f.TicketOut(NUMBERS[0], 1, 1, "", "", "en")
    effects = [
        f.Send(r.Slip(seat="07", round=1, rev=1, layout="A", stakes={})),
        f.Report(r.CloseShown(seat="07", round=1)),
        f.Report(r.Settled(seat="07", round=1, staked=1, paid=1, decision=1)),
        f.Report(r.OpenItem(seat="07", round=1, decision=2, cents=1)),
        f.LookUp(1, 2),
        f.Audit("round:1"),
        f.PreparePayout(),
        f.StackNote("a", "n"),
        f.ReserveTicket("t", NUMBERS[0]),
        f.StackTicket("a", "t", NUMBERS[0]),
        f.RegistryPending(ticket),
        f.RegistryConfirm(NUMBERS[0]),
        f.RegistryVoid(NUMBERS[0]),
        f.RegistryRelease("t", NUMBERS[0]),
        f.RegistryRedeem("t", NUMBERS[0]),
        f.Print(ticket),
    ]
    assert {type(effect) for effect in effects} == set(get_args(f.Begun))
    names = [f.outbox_key(effect) for effect in effects]
    assert len(set(names)) == len(names)
