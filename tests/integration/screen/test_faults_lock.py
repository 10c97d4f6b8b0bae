"""Whatever fails behind the screen: the seat is locked, says so, takes no money, and loses nothing."""

import sqlite3

import pytest

from kiosk.seat.events import Called, LinkUp, NoteIn, Tick
from kiosk.seat.state import LockKind, lock_of
from kiosk.ui.kit.model import Asked


def why_locked(seat):
    lock = lock_of(seat.bridge.state, LockKind.STORE)
    return lock.detail if lock is not None else ""


def logged(records):
    told = [record.getMessage() for record in records]
    records.clear()
    return told


def raises(error):
    def call(*_, **__):
        raise error

    return call


def assert_dead(seat):
    before = seat.bridge.state
    told = []
    seat.bridge.told.connect(told.append)
    seat.tap("single-3")
    seat.bridge.send(Called(True))
    seat.bridge.send(Tick(10**9))
    seat.bridge.send(NoteIn("acceptor-1", "late", 500))
    assert seat.bridge.state is before
    assert {tell.key for tell in told} == {"notice.locked"}
    assert seat.bridge._slot.is_open is False
    assert seat.window.parts.lock.isVisibleTo(seat.window)


def test_that_a_bug_in_a_step_from_the_inbox_locks_and_the_inbox_goes_on(
    slow_seat, qtbot, monkeypatch, warnings_logged
):
    seat, passed = slow_seat, []
    monkeypatch.setattr(seat.bridge._core, "take", raises_once(seat.bridge._core, AssertionError("books")))
    seat.bridge.inbox.put(LinkUp())
    seat.bridge.inbox.put(lambda: passed.append(1))
    qtbot.waitUntil(lambda: passed == [1])
    assert why_locked(seat) == "a fault in the program: AssertionError('books')"
    assert logged(warnings_logged) == ["the seat is locked: a fault in the program"]
    assert_dead(seat)


def raises_once(core, error):
    take, errors = core.take, [error]

    def once(event):
        if errors:
            raise errors.pop()
        return take(event)

    return once


def test_that_a_bug_in_a_step_of_a_touch_locks(slow_seat, monkeypatch, warnings_logged):
    seat = slow_seat
    monkeypatch.setattr(seat.bridge._core, "take", raises_once(seat.bridge._core, AssertionError("books")))
    seat.tap("single-1")
    assert "AssertionError" in why_locked(seat)
    assert logged(warnings_logged) == ["the seat is locked: a fault in the program"]
    assert_dead(seat)


def test_that_a_bug_in_the_tick_locks(slow_seat, qtbot, monkeypatch, warnings_logged):
    seat = slow_seat
    monkeypatch.setattr(seat.bridge._core, "take", raises_once(seat.bridge._core, ZeroDivisionError("t")))
    qtbot.waitUntil(lambda: why_locked(seat) != "")
    assert "ZeroDivisionError" in why_locked(seat)
    logged(warnings_logged)
    assert_dead(seat)


def test_that_a_commit_that_fails_locks_through_the_bridge_and_writes_no_more(slow_seat, qtbot, monkeypatch):
    seat = slow_seat
    monkeypatch.setattr(seat._seat.store, "commit", raises(sqlite3.OperationalError("disk is full")))
    seat.bridge.send(Called(True))
    qtbot.waitUntil(lambda: why_locked(seat) != "")
    assert why_locked(seat) == "the journal could not be written: disk is full"
    assert_dead(seat)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_in_the_store_thread_locks(slow_seat, qtbot, monkeypatch, warnings_logged):
    seat = slow_seat
    monkeypatch.setattr(seat._seat.store, "commit", raises(KeyError("a bug")))
    seat.bridge.send(Called(True))
    qtbot.waitUntil(lambda: why_locked(seat) != "")
    assert why_locked(seat) == "a fault in the program: KeyError('a bug')"
    logged(warnings_logged)
    assert_dead(seat)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_in_the_senders_thread_locks_and_the_money_is_in_escrow(
    slow_seat, qtbot, monkeypatch, warnings_logged
):
    seat = slow_seat
    monkeypatch.setattr(seat.log, "append", raises(OverflowError("50000 events wait for the screen")))
    seat.tap("single-1")
    qtbot.waitUntil(lambda: why_locked(seat) != "")
    assert "OverflowError" in why_locked(seat)
    assert seat.bridge.state.balances.escrow > 0
    logged(warnings_logged)
    assert_dead(seat)


def test_that_too_many_waiting_steps_lock(slow_seat, qtbot, warnings_logged):
    seat = slow_seat
    seat.disk.close()
    seat.bridge.send(Called(True))
    qtbot.waitUntil(seat.disk.waiting.is_set)
    on = False
    while not why_locked(seat):
        seat.bridge.send(Called(on))
        on = not on
    assert why_locked(seat) == "too many steps wait for the disk"
    assert_dead(seat)


def test_that_a_question_the_books_cannot_answer_locks_nothing(slow_seat, qtbot, monkeypatch):
    seat, told, rounds = slow_seat, [], []
    seat.bridge.unreadable.connect(told.append)
    seat.bridge.recalled.connect(rounds.append)
    with monkeypatch.context() as broken:
        broken.setattr(seat._seat.store, "recalled", raises(sqlite3.DatabaseError("a bad page")))
        seat.bridge.ask_recall()
        qtbot.waitUntil(lambda: told == [Asked.ROUNDS])
    seat.bridge.ask_recall()
    qtbot.waitUntil(lambda: rounds == [[]])
    assert not seat.bridge.state.locks


def test_that_the_last_tickets_are_answered(slow_seat, qtbot):
    seat, found = slow_seat, []
    seat.bridge.tickets.connect(found.append)
    seat.bridge.ask_tickets()
    qtbot.waitUntil(lambda: found != [])
    assert (found[0].incoming, found[0].outgoing) == ((), ())
