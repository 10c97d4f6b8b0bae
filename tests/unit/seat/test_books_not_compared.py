"""A seat that started while no host answered: nothing of its books is shown or paid until they were compared."""

import pytest

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.state import CashoutStage, Lock, LockKind, lock_of, with_lock
from kiosk.ui.terminal.bars.meters import meter_faces
from kits.seat.seats import Play

HELD = Lock(LockKind.CHECKING, "no host has answered")


def held_back(*locks):
    play = Play()
    play.do(e.LinkUp())
    play.credit(10_000)
    play.do(e.LinkDown())
    for lock in (*locks, HELD):
        play.state = with_lock(play.state, lock)
    play.effects.clear()
    play.do(e.Restarted())
    return play


@pytest.mark.parametrize(
    "event",
    [
        e.Collect(),
        e.CancelCredit("Ann"),
        e.HandpayConfirmed("Ann", "2026-01-31T12:00:00Z"),
        e.LockCleared("checking", "Ann"),
        e.NoteOffered("acceptor-1", "n9", 500),
        e.TicketOffered("acceptor-1", "t9", "012345678901234568"),
        e.Tap("big", 500),
    ],
    ids=lambda event: type(event).__name__,
)
def test_that_nothing_is_paid_taken_or_cleared(event):
    play = held_back(Lock(LockKind.HANDPAY, "the table does not answer", 10_000))
    balances = play.state.balances
    play.do(event)
    assert play.state.balances == balances
    assert lock_of(play.state, LockKind.CHECKING) == HELD
    assert lock_of(play.state, LockKind.HANDPAY) is not None
    assert play.state.cashout is None
    assert not play.asked(f.PreparePayout)
    assert not play.asked(f.Post)


def test_that_no_amount_is_shown_and_nobody_is_called():
    play = held_back()
    assert not any(face.known or face.cents for face in meter_faces(play.state))
    assert not play.state.calling


def test_that_it_goes_on_when_the_books_are_the_newest():
    play = held_back()
    play.do(e.BooksCompared())
    play.do(e.LinkUp())
    assert play.state.locks == ()
    assert meter_faces(play.state)[0].cents == 10_000
    play.do(e.Collect())
    assert play.state.cashout is not None
    assert play.state.cashout.stage is CashoutStage.PREPARING
    assert "books-compared" in play.notes()


def test_that_an_older_copy_stays_locked_and_is_named():
    play = held_back()
    play.do(e.BooksCompared("seat.db ends at transaction 3, the hosts have seen 9"))
    assert "the hosts have seen 9" in lock_of(play.state, LockKind.CHECKING).detail
    play.do(e.LockCleared("checking", "Ann"))
    play.do(e.CancelCredit("Ann"))
    assert play.state.balances.credit == 10_000
    assert not play.state.shows_money
    assert play.notes().count("books-older") == 1


def test_that_an_answer_changes_nothing_of_a_seat_that_waits_for_none():
    play = Play()
    before = play.state
    play.do(e.BooksCompared())
    play.do(e.BooksCompared("older"))
    assert play.state == before
