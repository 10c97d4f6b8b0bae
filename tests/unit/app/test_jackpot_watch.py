"""A seat hears what the jackpot shows, and that it is silent, and nothing twice."""

import queue

import pytest
from msgspec.structs import replace

from kiosk.app.jackpot_watch import JackpotWatch
from kiosk.jackpot.meter import Meter
from kiosk.jackpot.requests import Denied, Reason, Shown
from kiosk.seat.events import JackpotIs
from kiosk.seat.state import SeatState
from kiosk.table.log import NoAnswer
from kiosk.table.records import JackpotOffer
from kits.jackpot.acts import FIRST

WITHIN_S = 30
OFFER = JackpotOffer(name="main", terms=1, bet=100, reset=50_000, shown=100_000)
OFFERED = replace(SeatState(), table=replace(SeatState().table, jackpot=OFFER))


class Asked:
    """Fits `Asked`: shows that balance, or is silent."""

    def __init__(self):
        self.balance, self.times, self.asked = 100_000, 0, queue.Queue()

    def ask(self, request, /):
        self.times += 1
        self.asked.put(request)
        if self.balance is None:
            raise NoAnswer("cut")
        return Shown(Meter(1, self.balance, FIRST)) if self.balance else Denied(Reason.NO_JACKPOT)

    def looks(self, times=3):
        for _ in range(times):
            self.asked.get(timeout=WITHIN_S)


@pytest.fixture
def watch():
    asked, told, bugs = Asked(), queue.Queue(), []
    found = JackpotWatch(asked, bugs.append, look_s=0.002, silent_s=0.02)
    found.asks, found.told = asked, lambda: told.get(timeout=WITHIN_S)
    found.waits = told
    found.start(told.put)
    yield found
    found.end()
    assert bugs == []


def test_that_nothing_is_asked_where_no_round_has_offered_one(watch):
    watch.look(SeatState())
    assert watch.asks.times == 0


def test_that_what_is_new_is_told_and_nothing_twice(watch):
    watch.look(OFFERED)
    assert watch.told() == JackpotIs(100_000)
    watch.asks.looks()
    watch.look(OFFERED)
    assert watch.waits.empty()
    watch.asks.balance = 100_030
    assert watch.told() == JackpotIs(100_030)


@pytest.mark.rule("stud:5.18.2")
def test_that_a_silence_is_told_once_and_its_end_too(watch):
    watch.look(OFFERED)
    watch.told()
    watch.asks.balance = None
    assert watch.told() == JackpotIs(100_000, silent=True)
    watch.asks.looks(5)
    assert watch.waits.empty()
    watch.asks.balance = 100_000
    assert watch.told() == JackpotIs(100_000)


@pytest.mark.rule("stud:5.18.2")
def test_that_a_seat_that_starts_in_the_silence_tells_it_with_what_the_round_offers(watch):
    watch.asks.balance = None
    watch.look(OFFERED)
    assert watch.told() == JackpotIs(OFFER.shown, silent=True)
    watch.asks.looks(5)
    assert watch.waits.empty()
    watch.asks.balance = 100_030
    assert watch.told() == JackpotIs(100_030)


def test_that_one_that_was_never_begun_is_not_told_of(watch):
    watch.asks.balance = 0
    watch.look(OFFERED)
    watch.asks.looks(20)
    assert watch.waits.empty()
