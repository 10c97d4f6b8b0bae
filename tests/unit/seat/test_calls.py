"""Whoever needs staff gets them called: every lock calls by itself, once, until somebody has helped."""

import pytest
from msgspec.structs import replace

from kiosk.runner.core import Core
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.calls import CALLING, waits_for_staff
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door
from kiosk.seat.state import RESTART, Cashout, CashoutStage, Lock, LockKind, SeatState, with_lock
from kits.seat.seats import NUMBERS, Play, make_context

JAM = e.AcceptorIs("acceptor-1", AcceptorCondition.JAM, "jam")
WELL = e.AcceptorIs("acceptor-1", AcceptorCondition.READY)
OPENED, SHUT = e.DoorIs(Door.MAIN, open=True, count=1), e.DoorIs(Door.MAIN, open=False, count=1)
SILENT, ANSWERS = e.CabinetIs(CabinetCondition.SILENT), e.CabinetIs(CabinetCondition.READY)
PRINTING = Cashout(CashoutStage.PRINTING, 500, NUMBERS[0])
LOCKED_BY = {
    LockKind.AUDIT: e.AuditDone("round:1", ("the books differ",)),
    LockKind.STORE: e.StoreFailed("the disk is full"),
    LockKind.PRINTER: e.TicketNotPrinted(NUMBERS[0], "paper-out"),
    LockKind.TICKET_UNKNOWN: e.TicketUnknown(NUMBERS[0]),
    LockKind.ACCEPTOR: JAM,
    LockKind.DOOR: OPENED,
    LockKind.LOGIC_DOOR: e.OpenedWhileOff(Door.LOGIC, 1, 1),
    LockKind.CABINET: SILENT,
    LockKind.SOFTWARE: e.SoftwareIs("1.0", "", ("a file differs",)),
}


def calls(play):
    """Every call of the seat, by the lock that it names."""
    return [
        note.detail.get("lock") for note in play.asked(f.SignificantEvent) if note.kind == "attendant-called"
    ]


@pytest.mark.parametrize("kind", LOCKED_BY)
def test_that_every_lock_calls_once_and_says_for_what(kind):
    play = Play(state=SeatState(cashout=PRINTING))
    play.do(LOCKED_BY[kind])
    assert kind in [lock.kind for lock in play.state.locks]
    play.do(e.Tick(50))
    play.do(e.MinutePassed())
    assert play.state.calling
    assert calls(play) == [kind.value]


@pytest.mark.parametrize("kind", LockKind)
def test_that_no_kind_is_forgotten(kind):
    """Also a lock that stood before the seat started, or that another room has set."""
    play = Play(state=with_lock(SeatState(), Lock(kind, cents=500)))
    play.do(e.LinkUp())
    assert play.state.calling is (kind in CALLING)
    assert kind in CALLING or kind in (LockKind.SERVICE, LockKind.CHECKING)


def test_that_the_call_ends_when_somebody_has_helped():
    play = Play()
    play.do(JAM)
    play.do(WELL)
    assert play.state.calling, "well again is not looked at"
    play.do(e.LockCleared("acceptor", "Kim"))
    assert (play.state.calling, play.state.seat_calls, play.notes().count("attendant-call-ended")) == (
        False,
        False,
        1,
    )


def test_that_a_lock_that_goes_by_itself_ends_its_own_call_and_no_players():
    play = Play()
    play.do(SILENT)
    play.do(ANSWERS)
    assert not play.state.calling
    play.do(e.Called(on=True))
    play.do(SILENT)
    play.do(ANSWERS)
    assert play.state.calling
    assert calls(play) == ["cabinet", None], "one call, whoever began it"


def test_that_a_second_lock_is_the_same_call():
    core = Core(make_context(), SeatState(), iter(["2026-01-31T12:00:00Z", "2026-01-31T12:09:00Z"]).__next__)
    core.take(JAM)
    core.take(OPENED)
    core.take(WELL)
    taken = core.take(e.LockCleared("acceptor", "Kim"))
    assert core.state.calling
    assert core.state.called_at == "2026-01-31T12:00:00Z"
    assert [note.kind for note in taken.effects if isinstance(note, f.SignificantEvent)] == ["lock-cleared"]
    core.take(SHUT)
    assert (core.state.calling, core.state.called_at) == (False, "")


def test_that_no_player_calls_it_off_while_the_seat_waits():
    play = Play()
    play.do(OPENED)
    play.do(e.Called(on=False))
    assert play.state.calling
    assert play.told == ["notice.locked"]


def test_that_who_is_at_the_seat_is_not_called_and_who_leaves_it_locked_is():
    play = Play()
    play.do(e.ServiceBegan("Kim", "technician"))
    play.do(JAM)
    assert not play.state.calling
    play.do(e.ServiceEnded("Kim"))
    assert play.state.calling
    play.do(e.ServiceBegan("Kim", "technician"))
    assert not play.state.calling, "they have come"


def test_that_what_a_restart_lifts_calls_nobody():
    waiting = with_lock(SeatState(), Lock(LockKind.SETTINGS, RESTART))
    assert not waits_for_staff(waiting)
    assert waits_for_staff(with_lock(SeatState(), Lock(LockKind.SETTINGS, "ticket_limit: 1 -> 2")))


def test_that_the_moment_of_a_call_is_kept_until_it_ends():
    moments = iter(["2026-01-31T12:00:00Z", "2026-01-31T12:30:00Z"])
    core = Core(make_context(), SeatState(), moments.__next__)
    core.take(e.Called(on=True))
    core.take(e.Tick(50))
    assert core.state.called_at == "2026-01-31T12:00:00Z"
    core.take(e.Called(on=False))
    assert core.state.called_at == ""
    core.take(e.Called(on=True))
    assert core.state.called_at == "2026-01-31T12:30:00Z"


def test_that_a_call_outlasts_a_restart_with_its_moment():
    standing = replace(SeatState(), calling=True, called_at="2026-01-31T12:00:00Z", seat_calls=True)
    core = Core(make_context(), with_lock(standing, Lock(LockKind.ACCEPTOR, "jam")), lambda: "later")
    core.take(e.Restarted())
    assert core.state.called_at == "2026-01-31T12:00:00Z"
