"""Nothing is paid before the whole journal was looked through after the start; then what has waited goes on."""

import msgspec
import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.state import CashoutStage, Lock, LockKind, lock_of, with_lock
from kits.seat.seats import EXPIRES, NOW, NUMBERS, Play


@pytest.fixture
def play():
    play = Play()
    play.do(e.LinkUp())
    play.credit(10_000)
    play.state = msgspec.structs.replace(play.state, checking=True)
    return play


def test_that_a_pay_out_waits_and_goes_on_by_itself(play):
    play.do(e.Collect())
    assert play.state.cashout.stage is CashoutStage.PREPARING
    assert len(play.asked(f.PreparePayout)) == 1
    play.do(e.BooksChecked())
    assert len(play.asked(f.PreparePayout)) == 2
    play.do(e.PayoutReady(NUMBERS[0], NOW, EXPIRES, "en"))
    play.do(e.PayoutReady(NUMBERS[1], NOW, EXPIRES, "en"))
    assert play.state.balances.tickets_out == 10_000
    assert [post.key for post in play.posts][-1] == f"ticket:{NUMBERS[0]}"


def test_that_a_finding_locks_and_nothing_is_paid(play):
    play.do(e.Collect())
    play.do(e.BooksChecked(("transaction 7 was changed",)))
    assert lock_of(play.state, LockKind.AUDIT).detail == "transaction 7 was changed"
    assert play.state.cashout is None
    assert play.state.balances.credit == 10_000
    assert "audit-failed" in play.notes()


def test_that_a_hand_pay_that_waits_is_not_confirmed_before(play):
    play.state = with_lock(play.state, Lock(LockKind.HANDPAY, "above the ticket limit", 10_000))
    paid = e.HandpayConfirmed("Ann", NOW)
    play.do(paid)
    assert play.told[-1] == "notice.checking"
    assert play.state.balances.credit == 10_000
    play.do(e.BooksChecked())
    play.do(paid)
    assert play.state.balances.handpay == 10_000


def test_that_a_seat_that_waits_for_nothing_only_goes_on(play):
    play.do(e.BooksChecked())
    assert not play.state.checking
    assert not play.asked(f.PreparePayout)
    assert play.state.locks == ()
