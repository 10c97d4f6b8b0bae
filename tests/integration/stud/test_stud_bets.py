"""What may be bet at a table of Stud, by whom and until when, and who is paid although he has left."""

from dataclasses import replace

import msgspec
import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import HOLDS, Fact
from kiosk.seat.betting import touch
from kiosk.seat.effects import Notice
from kiosk.seat.events import JackpotIs, Rebet, Tap
from kiosk.seat.step import step
from kiosk.table import records as r
from kits.games import pit as pits
from kits.games.stud_pit import BETS, CALLS, CARDS, LIMITS, LOST_08, STUD, WON_07

MINIMUM, MAXIMUM = 1_000, 20_000
BOUND = {"ante": r.SpotLimit(MINIMUM, MAXIMUM), "bet": r.SpotLimit(2 * MINIMUM, 2 * MAXIMUM)}


@pytest.fixture
def bound(tmp_path):
    """A table whose Antes have a minimum and a maximum."""
    limits = r.Limits(100, 500_000, {**LIMITS.spots, **BOUND})
    pit = pits.Pit(tmp_path, replace(STUD, limits=limits))
    pit.start()
    pit.sit()
    pit.ok(c.OpenBets())
    pit.pump()
    yield pit
    pit.close()


def taps(seat, *cents):
    for each in cents:
        seat.played.runner.deliver(Tap("ante", each))
    seat.pump()
    return seat.state


@pytest.mark.rule("stud:5.1", "stud:3.3")
def test_that_an_ante_above_the_maximum_is_not_taken(bound):
    seat = bound.real["07"]
    for _ in range(20):
        seat.played.acceptor.insert(10_000)
        seat.pump()
    state = taps(seat, *[MAXIMUM] * 3)
    assert state.draft == {"ante": MAXIMUM}
    assert state.registered.stakes == {"ante": MAXIMUM}


@pytest.mark.rule("stud:5.2", "stud:5.2.1")
def test_that_an_ante_below_the_minimum_is_not_registered(bound):
    seat = bound.real["07"]
    seat.played.acceptor.insert(10_000)
    seat.pump()
    state = taps(seat, MINIMUM - 100)
    assert (state.draft, state.registered) == ({"ante": MINIMUM - 100}, None)
    assert taps(seat, 100).registered.stakes == {"ante": MINIMUM}


@pytest.mark.rule("stud:5.11", "stud:3.9")
def test_that_nothing_is_bet_after_no_more_bets(pit):
    pit.opens(**BETS)
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.next is not Next.CLOSE_BETS)
    pit.pump()
    seat = pit.real["07"]
    before = seat.state.draft
    taken = touch(seat.seat.context, seat.state, Tap("ante", 100))
    assert (taken.state.draft, taken.effects) == (before, (Notice("notice.no_more_bets"),))


@pytest.mark.rule("stud:5.18.2")
def test_that_nothing_is_bet_on_a_jackpot_that_is_silent_and_what_lies_there_stays(bound):
    seat = bound.real["07"]
    seat.bets(ante=MINIMUM)
    context, state = (
        seat.seat.context,
        step(seat.seat.context, seat.state, JackpotIs(5_000_000, silent=True)).state,
    )
    refused = touch(context, state, Tap("jackpot", 100))
    assert (refused.state.draft, refused.effects) == ({"ante": MINIMUM}, (Notice("notice.jackpot_closed"),))
    again = msgspec.structs.replace(state, draft={}, rebet={"ante": MINIMUM, "jackpot": 100})
    assert touch(context, again, Rebet()).state.draft == {"ante": MINIMUM}
    heard = step(context, state, JackpotIs(5_000_030)).state
    both = touch(context, heard, Tap("jackpot", 100)).state
    assert both.draft == {"ante": MINIMUM, "jackpot": 100}
    assert step(context, both, JackpotIs(5_000_030, silent=True)).state.draft == both.draft


@pytest.mark.rule("stud:3.4", "stud:3.5", "stud:1.18")
def test_that_each_box_is_one_seats_and_nobody_bets_on_anothers(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    assert pit.view.play[0] == Fact(HOLDS, ("07", "08"))
    assert set(STUD.layout.spots) == {"ante", "jackpot", "bet"}, "no spot of another box"


@pytest.mark.rule("stud:5.6")
def test_that_a_player_who_has_left_is_paid_when_nothing_is_left_to_decide(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    seat = pit.real["07"]
    seat.again()
    pit.deals(CARDS, CALLS)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []
