"""A seat whose clock is wrong: it prints no ticket that is dead on arrival, takes no expired one, and says so."""

import pytest

from kiosk.app import machine
from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.demo.headless_seat import HeadlessSeat
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.ports import DirectSender
from kiosk.seat import events as e
from kiosk.seat.conditions import ClockCondition
from kiosk.seat.state import LockKind
from kiosk.tickets.sqlite import SqliteRegistry

NOW, OVER, DAY_AFTER = "2026-11-28T10:00:00Z", "2027-06-16T10:00:00Z", "2026-11-29T10:00:00Z"
LATER = "2026-11-28T12:00:00Z"


class Played:
    """One start of the seat, by the clock that stands at ``at``."""

    def __init__(self, folder):
        self.dir = StateDir(folder)
        self.dir.hold()
        seat = Seat(self.dir, read_rules("B"), lambda _: None)
        self.log = EmbeddedLog(self.dir.table)
        self.seat = HeadlessSeat(seat, DirectSender(self.log), None)
        self.seat.start()
        self.send(e.LinkUp())

    @property
    def state(self):
        return self.seat.state

    def send(self, event):
        self.seat.runner.handle(event)
        self.seat.pump()

    def collect(self, cents):
        """A note and COLLECT: why it is paid by hand, or None."""
        self.seat.acceptor.insert(cents)
        self.seat.pump()
        self.send(e.Collect())
        lock = next((lock for lock in self.state.locks if lock.kind is LockKind.HANDPAY), None)
        return lock.detail if lock is not None else None

    def kinds(self):
        return [event.kind for event in self.seat.seat.store.events()]

    def close(self):
        self.seat.close()
        self.log.close()
        self.dir.release()


@pytest.fixture
def started(tmp_path, monkeypatch):
    clock = [NOW]
    monkeypatch.setattr(machine, "utc_now", lambda: clock[0])
    opened = []

    def start(at):
        for old in opened:
            old.close()
        clock[0] = at
        opened[:] = [Played(tmp_path)]
        return opened[0]

    yield start
    for one in opened:
        one.close()


def numbers(tmp_path):
    registry = SqliteRegistry(tmp_path / "registry.db")
    found = list(registry.states())
    registry.close()
    return found


def records(tmp_path):
    registry = SqliteRegistry(tmp_path / "registry.db")
    found = registry.records()
    registry.close()
    return found


@pytest.mark.parametrize("at", ["2026-01-02T10:00:00Z", "1970-01-01T00:00:10Z"])
def test_that_a_clock_set_back_pays_by_hand_and_says_so(tmp_path, started, at):
    assert started(NOW).collect(5_000) is None
    for _ in range(2):  # another start by the same clock forgets nothing
        wrong = started(at)
        assert wrong.state.clock is ClockCondition.WRONG
    assert wrong.collect(10_000) == "no ticket: wrong-clock"
    assert {"clock-changed", "clock-wrong"} <= set(wrong.kinds())
    assert wrong.state.balances.credit == 10_000
    wrong.send(e.HandpayConfirmed("Kim", at, 10_000, "en"))
    assert len(records(tmp_path)) == 1
    right = started(LATER)
    assert right.state.clock is ClockCondition.RIGHT
    assert right.collect(10_000) is None
    assert {record.ticket.expires_utc[:4] for record in records(tmp_path)} == {"2027"}


def test_that_a_seat_without_a_ticket_knows_by_its_books_that_its_clock_was_set_back(started):
    started(NOW)
    wrong = started("2026-06-01T10:00:00Z")
    assert wrong.state.clock is ClockCondition.WRONG
    assert wrong.collect(5_000) == "no ticket: wrong-clock"


def test_that_an_expired_ticket_is_not_revived_by_a_clock_set_back(tmp_path, started):
    started(NOW).collect(5_000)
    (number,) = numbers(tmp_path)
    for at in (OVER, DAY_AFTER):
        seat = started(at)
        seat.seat.acceptor.insert_ticket(number)
        seat.seat.pump()
        assert (seat.state.balances.credit, seat.state.item) == (0, None)


def test_that_a_clock_far_ahead_and_back_again_ends_with_a_word_of_staff(tmp_path, started):
    started(NOW).collect(5_000)
    started("2099-01-01T00:00:00Z").collect(2_000)  # pays for so long that nobody loses by it
    back = started(LATER)
    assert back.collect(10_000) == "no ticket: wrong-clock"
    back.send(e.HandpayConfirmed("Kim", LATER, 10_000, "en"))
    desk = SqliteRegistry(tmp_path / "registry.db", lambda: LATER)
    first, second = desk.states()
    assert not desk.set_clock("Kim", "it showed 2099").is_behind
    assert desk.pay(first, "desk/1/Kim/1", LATER).cents == 5_000
    assert desk.pay(second, "desk/1/Kim/2", LATER).cents == 2_000
    desk.close()
    assert back.collect(10_000) is None
    assert back.state.clock is ClockCondition.RIGHT
    assert started("2026-11-28T13:00:00Z").state.clock is ClockCondition.RIGHT
