"""What may be bet at a table of Si Ki Pi, by whom and until when, and whose hand is whose."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import HOLDS, Fact
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.seat.betting import touch
from kiosk.seat.effects import Notice
from kiosk.seat.events import TakeBack, Tap
from kiosk.table import records as r
from kiosk.table.slips import why_invalid
from kits.games import pit as pits
from kits.games.sikipi_dealt import FELT
from kits.games.sikipi_pit import BETS, CARDS, CHOICES, LIMITS, LOST_08, SIKIPI, WON_07

MINIMUM, MAXIMUM = 1_000, 20_000
BOUND = r.Limits(100, 500_000, {**LIMITS.spots, "initial": r.SpotLimit(MINIMUM, MAXIMUM)})


@pytest.fixture
def bound(tmp_path):
    """A table whose Initial Bets have a minimum and a maximum."""
    pit = pits.Pit(tmp_path, replace(SIKIPI, limits=BOUND))
    pit.start()
    pit.sit()
    pit.ok(c.OpenBets())
    pit.pump()
    yield pit
    pit.close()


def taps(seat, *cents):
    for each in cents:
        seat.played.runner.deliver(Tap("initial", each))
    seat.pump()
    return seat.state


def slip(**stakes):
    return r.Slip(seat="07", round=1, rev=1, layout=FELT.name, stakes=stakes)


@pytest.mark.rule("sikipi:5.1", "sikipi:5.1.1", "sikipi:5.1.2", "sikipi:3.7", "sikipi:3.8", "sikipi:3.9")
def test_that_a_bet_above_the_maximum_is_never_taken_so_that_none_is_ever_shared(bound):
    seat = bound.real["07"]
    for _ in range(4):
        seat.played.acceptor.insert(10_000)
        seat.pump()
    assert taps(seat, *[MAXIMUM] * 3).registered.stakes == {"initial": MAXIMUM}
    assert "outside 1000 to 20000" in why_invalid(slip(initial=MAXIMUM + 100), FELT, BOUND)
    assert seat.state.table.limits == BOUND, "every seat is told"


@pytest.mark.rule("sikipi:5.2", "sikipi:5.2.1", "sikipi:3.8")
def test_that_a_bet_below_the_minimum_is_not_registered_until_it_is_raised(bound):
    seat = bound.real["07"]
    seat.played.acceptor.insert(10_000)
    seat.pump()
    state = taps(seat, MINIMUM - 100)
    assert (state.draft, state.registered) == ({"initial": MINIMUM - 100}, None)
    assert taps(seat, 100).registered.stakes == {"initial": MINIMUM}
    assert "outside" in why_invalid(slip(initial=MINIMUM - 100), FELT, BOUND)


@pytest.mark.rule("sikipi:3.14", "sikipi:5.10")
def test_that_nothing_is_bet_after_no_more_bets(pit):
    pit.opens(**BETS)
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.next is not Next.CLOSE_BETS)
    pit.pump()
    seat = pit.real["07"]
    before = seat.state.draft
    for touched in (Tap("initial", 100), TakeBack("initial")):
        step = touch(seat.seat.context, seat.state, touched)
        assert (step.state.draft, step.effects) == (before, (Notice("notice.no_more_bets"),))


@pytest.mark.rule("sikipi:3.10", "sikipi:3.13")
def test_that_bonus_bets_stand_beside_an_initial_bet_alone_and_leave_the_table_with_it(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    seat.played.runner.deliver(Tap("bonus", 100))
    seat.pump()
    assert seat.state.draft == {}
    seat.bets(initial=1_000, bonus=2_000)
    seat.played.runner.deliver(Tap("bonus-dealer", 500))
    seat.pump()
    pit.pump()
    every = {"initial": 1_000, "bonus": 2_000, "bonus-dealer": 500}
    assert seat.state.registered.stakes == every, "in whatever proportion"
    seat.played.runner.deliver(TakeBack("initial"))
    seat.pump()
    pit.pump()
    assert seat.state.registered.stakes == {}
    for bonus in ("bonus", "bonus-dealer"):
        alone = slip(**{bonus: 100})
        told = f"spot '{bonus}' takes chips beside those on 'initial' alone"
        assert why_invalid(alone, FELT, LIMITS) == told
        assert why_invalid(with_(alone, stakes={"initial": 500, bonus: 100}), FELT, LIMITS) is None


@pytest.mark.rule("sikipi:4.1")
def test_that_no_bet_is_taken_whose_commission_is_no_whole_cents():
    cents = with_(LIMITS, unit=1)
    assert why_invalid(slip(initial=520), FELT, cents) is None
    for stake in (510, 501, 530):
        assert why_invalid(slip(initial=stake), FELT, cents) is not None


@pytest.mark.rule(
    "sikipi:3.11", "sikipi:3.12", "sikipi:3.12.1", "sikipi:3.12.2", "sikipi:1.20", "sikipi:1.21", "sikipi:3.5"
)
def test_that_each_box_is_one_seats_and_nobody_bets_or_decides_on_anothers(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    assert view.play[0] == Fact(HOLDS, ("07", "08"))
    assert set(SIKIPI.layout.spots) == {"initial", "bonus", "bonus-dealer"}, "no spot of another box"
    seat = pit.real["07"]
    seat.chooses("set:TdKc")
    seat.chooses("set:Td2c")
    pit.pump()
    assert seat.state.chosen is None
    pit.deals(CARDS, CHOICES)
    decided = {fact.at: fact.values for fact in pit.view.facts if fact.name == SET}
    assert (decided["07"], decided["08"]) == (("set:9h8d",), (HOUSE_WAY,))


@pytest.mark.rule("sikipi:5.15", "sikipi:5.17")
def test_that_what_is_registered_at_the_close_is_settled_whoever_has_placed_it(pit):
    pit.opens(**BETS)
    seat = pit.real["07"]
    seat.bets(initial=500)
    pit.pump()
    assert seat.state.registered.stakes == {"initial": 1_500, "bonus": 100}
    pit.deals(CARDS, CHOICES)
    assert pit.seat("07").due == 1_500 + 1_425


@pytest.mark.rule("sikipi:5.3")
def test_that_a_player_who_has_left_is_paid(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES, until=Next.REVEAL)
    pit.real["07"].again()
    pit.deals(CARDS, CHOICES)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []
