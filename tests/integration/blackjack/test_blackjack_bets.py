"""What may be bet at a table of Blackjack, by whom and until when, and who is paid although he has left."""

from dataclasses import replace

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD
from kiosk.games.game import HOLDS, Fact
from kiosk.seat.betting import touch
from kiosk.seat.effects import Notice
from kiosk.seat.events import Double, Rebet, TakeBack, Tap, Undo
from kiosk.table import records as r
from kiosk.table.slips import why_invalid
from kits.games import pit as pits
from kits.games.blackjack_pit import BETS, BLACKJACK, FELT, LIMITS, WON_07, WON_08

MINIMUM, MAXIMUM = 1_000, 20_000


@pytest.fixture
def bound(tmp_path):
    """A table whose Initial Bets have a minimum and a maximum, and a seat with credit."""
    limits = r.Limits(100, 500_000, {**LIMITS.spots, "initial": r.SpotLimit(MINIMUM, MAXIMUM)})
    pit = pits.Pit(tmp_path, replace(BLACKJACK, limits=limits))
    pit.start()
    pit.sit()
    pit.ok(c.OpenBets())
    pit.pump()
    for _ in range(10):
        pit.real["07"].played.acceptor.insert(10_000)
        pit.real["07"].pump()
    yield pit
    pit.close()


def taps(seat, spot, *cents):
    for each in cents:
        seat.played.runner.deliver(Tap(spot, each))
    seat.pump()
    return seat.state


def touches(seat, event):
    step = touch(seat.seat.context, seat.state, event)
    seat.played.runner.deliver(event)
    seat.pump()
    return seat.state.draft, [(one.key, one.values) for one in step.effects if isinstance(one, Notice)]


@pytest.mark.rule("blackjack:5.1", "blackjack:5.1.1", "blackjack:5.1.2", "blackjack:3.4", "blackjack:3.5")
def test_that_an_initial_bet_above_the_maximum_is_not_taken(bound):
    state = taps(bound.real["07"], "initial", *[MAXIMUM] * 3)
    assert state.draft == {"initial": MAXIMUM}
    assert state.registered.stakes == {"initial": MAXIMUM}, (
        "so none is ever above it, and none is apportioned"
    )


@pytest.mark.rule("blackjack:5.2", "blackjack:5.2.1", "blackjack:3.5")
def test_that_an_initial_bet_below_the_minimum_is_not_registered(bound):
    seat = bound.real["07"]
    state = taps(seat, "initial", MINIMUM - 100)
    assert (state.draft, state.registered) == ({"initial": MINIMUM - 100}, None)
    assert taps(seat, "initial", 100).registered.stakes == {"initial": MINIMUM}


@pytest.mark.rule("blackjack:3.9", "blackjack:5.15")
def test_that_a_side_bet_goes_with_an_initial_bet_and_leaves_with_it(bound):
    seat = bound.real["07"]
    for side in ("pair", "under", "over"):
        assert touches(seat, Tap(side, 100)) == ({}, [("notice.needs_main_bet", {})])
        alone = r.Slip(seat="07", round=1, rev=1, layout="A", stakes={side: 100})
        assert why_invalid(alone, FELT, LIMITS) == (
            f"spot '{side}' takes chips beside those on 'initial' alone"
        )
    taps(seat, "initial", 1_000)
    assert taps(seat, "over", 500).draft == {"initial": 1_000, "over": 500}
    assert touches(seat, TakeBack("initial")) == ({}, [])


@pytest.mark.rule("blackjack:3.13.2")
def test_that_under_and_over_are_each_up_to_the_initial_bet_and_the_pair_is_not(bound):
    seat = bound.real["07"]
    taps(seat, "initial", 1_000)
    full = [("notice.spot_maximum", {"cents": 1_000})]
    assert touches(seat, Tap("under", 5_000)) == ({"initial": 1_000, "under": 1_000}, full)
    assert touches(seat, Tap("under", 100))[1] == full
    taps(seat, "over", 1_000)
    taps(seat, "pair", 5_000)
    every = {"initial": 1_000, "under": 1_000, "over": 1_000, "pair": 5_000}
    assert touches(seat, Double())[0] == {spot: 2 * cents for spot, cents in every.items()}
    assert touches(seat, Undo())[0] == every
    slip = r.Slip(seat="07", round=1, rev=1, layout="A", stakes=every)
    assert why_invalid(slip, FELT, LIMITS) is None
    for side in ("under", "over"):
        more = r.Slip(seat="07", round=1, rev=1, layout="A", stakes=every | {side: 1_100})
        assert why_invalid(more, FELT, LIMITS) == (
            f"spot '{side}': 1100 cents is above the 1000 on 'initial'"
        )


@pytest.mark.rule("blackjack:3.13.2")
def test_that_bets_that_would_break_the_cap_are_not_repeated(pit):
    pit.opens(s07={"initial": 1_000, "under": 1_000})
    pit.plays("8h 6c 9d Td 5c", {"07": ["decline", "stand"]})
    pit.ends()
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    assert taps(seat, "initial", 500).draft == {"initial": 500}
    assert touches(seat, Rebet())[0] == {"initial": 1_500, "under": 1_000}
    seat.played.runner.deliver(TakeBack("initial"))
    seat.pump()
    assert touches(seat, Rebet())[0] == {"initial": 1_000, "under": 1_000}


@pytest.mark.rule("blackjack:5.8", "blackjack:3.10")
def test_that_nothing_is_bet_after_no_more_bets(pit):
    pit.opens(**BETS)
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.next is not Next.CLOSE_BETS)
    pit.pump()
    seat = pit.real["07"]
    before = seat.state.draft
    for event in (Tap("initial", 100), TakeBack("initial")):
        assert touches(seat, event) == (before, [("notice.no_more_bets", {})])


@pytest.mark.rule("blackjack:3.7", "blackjack:3.6", "blackjack:5.18")
def test_that_each_box_is_one_seats_and_nobody_bets_on_anothers(pit):
    pit.opens(**BETS)
    pit.plays(until=Next.ENTER_RESULT)
    assert pit.view.play[0] == Fact(HOLDS, ("07", "08"))
    assert all(spot.id.partition("-")[2] in ("", "1", "2", "3", "4") for spot in FELT.spots.values())


@pytest.mark.rule("blackjack:5.6", "blackjack:5.3")
def test_that_a_player_who_has_left_is_paid_when_nothing_is_left_to_decide(pit):
    pit.opens(**BETS)
    pit.plays(until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")  # a Blackjack has nothing to decide
    gone.goes()
    pit.pump()
    view = pit.plays()
    assert sum(fact.name == CARD for fact in view.facts) == 10
    pit.real["08"] = gone
    gone.comes()
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, WON_08)
    pit.ends()
    assert pit.audits() == []
