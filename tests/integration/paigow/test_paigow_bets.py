"""What may be wagered at a table of Pai Gow, by whom and until when, and who is paid although he has left."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as with_

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import HOLDS, Fact
from kiosk.seat.betting import touch
from kiosk.seat.effects import Notice
from kiosk.seat.events import TakeBack, Tap
from kiosk.table import records as r
from kiosk.table.slips import why_invalid
from kits.games.paigow_dealt import FELT
from kits.games.paigow_pit import BETS, CARDS, LIMITS, PAIGOW, SETTINGS, STOOD_08, WON_07

MINIMUM, MAXIMUM = 1_000, 20_000
BOUND = r.Limits(100, 500_000, {**LIMITS.spots, "standard": r.SpotLimit(MINIMUM, MAXIMUM)})
bound = pytest.mark.parametrize("played", [replace(PAIGOW, limits=BOUND)])


def taps(seat, *cents):
    for each in cents:
        seat.played.runner.deliver(Tap("standard", each))
    seat.pump()
    return seat.state


def slip(**stakes):
    return r.Slip(seat="07", round=1, rev=1, layout=FELT.name, stakes=stakes)


@bound
@pytest.mark.rule("paigow:3.8", "paigow:5.13", "paigow:5.14")
def test_that_a_wager_above_the_maximum_is_never_taken(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    for _ in range(4):
        seat.played.acceptor.insert(10_000)
        seat.pump()
    assert taps(seat, *[MAXIMUM] * 3).registered.stakes == {"standard": MAXIMUM}
    assert "outside 1000 to 20000" in why_invalid(slip(standard=MAXIMUM + 100), FELT, BOUND)
    assert seat.state.table.limits == BOUND, "every seat is told"


@bound
@pytest.mark.rule("paigow:3.8", "paigow:5.12", "paigow:5.14")
def test_that_a_wager_below_the_minimum_is_not_registered_until_it_is_raised(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    seat.played.acceptor.insert(10_000)
    seat.pump()
    state = taps(seat, MINIMUM - 100)
    assert (state.draft, state.registered) == ({"standard": MINIMUM - 100}, None)
    assert taps(seat, 100).registered.stakes == {"standard": MINIMUM}
    assert "outside" in why_invalid(slip(standard=MINIMUM - 100), FELT, BOUND)


@pytest.mark.rule("paigow:3.2", "paigow:5.5", "paigow:5.6")
def test_that_nothing_is_placed_raised_or_taken_back_after_no_more_bets(pit):
    pit.opens(**BETS)
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.next is not Next.CLOSE_BETS)
    pit.pump()
    seat = pit.real["07"]
    before = seat.state.draft
    for touched in (Tap("standard", 100), Tap("fortune", 100), TakeBack("standard")):
        step = touch(seat.seat.context, seat.state, touched)
        assert (step.state.draft, step.effects) == (before, (Notice("notice.no_more_bets"),))


@pytest.mark.rule("paigow:3.5", "paigow:3.6", "paigow:1.1.3")
def test_that_a_fortune_bonus_stands_beside_a_standard_wager_alone_and_leaves_with_it(pit):
    pit.ok(c.OpenBets())
    pit.pump()
    seat = pit.real["07"]
    seat.played.runner.deliver(Tap("fortune", 100))
    seat.pump()
    assert seat.state.draft == {}
    seat.bets(standard=1_000, fortune=2_000)
    pit.pump()
    assert seat.state.registered.stakes == {"standard": 1_000, "fortune": 2_000}, "it may be the larger"
    seat.played.runner.deliver(TakeBack("standard"))
    seat.pump()
    pit.pump()
    assert seat.state.registered.stakes == {}
    assert why_invalid(slip(fortune=100), FELT, LIMITS) == (
        "spot 'fortune' takes chips beside those on 'standard' alone"
    )


@pytest.mark.rule("paigow:4.1.1")
def test_that_no_wager_is_taken_whose_commission_is_no_whole_cents():
    cents = with_(LIMITS, unit=1)
    assert why_invalid(slip(standard=520), FELT, cents) is None
    for stake in (510, 501, 530):
        assert why_invalid(slip(standard=stake), FELT, cents) is not None


@pytest.mark.rule("paigow:3.5.2", "paigow:3.7", "paigow:3.8", "paigow:3.9", "paigow:5.16")
def test_that_each_box_is_one_seats_with_one_wager_of_each_kind(pit):
    pit.opens(**BETS)
    view = pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    assert view.play[0] == Fact(HOLDS, ("07", "08"))
    assert set(PAIGOW.layout.spots) == {"standard", "fortune"}, "no spot of another box"


@pytest.mark.rule("paigow:3.13.1")
def test_that_a_player_who_has_left_is_paid(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS, until=Next.REVEAL)
    pit.real["07"].again()
    pit.deals(CARDS, SETTINGS)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, STOOD_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("paigow:3.5.1")
def test_that_a_wager_is_the_boxs_whoever_has_placed_it(pit):
    """Staff who place a wager for a player touch the same screen; what lies there is the player's to check."""
    pit.opens(s07={"standard": 1_000})
    assert pit.real["07"].state.registered.stakes == {"standard": 1_000}
    told = set(r.Slip.__struct_fields__)
    assert told == {"v", "seat", "round", "rev", "layout", "stakes"}, "nobody's name stands beside it"
