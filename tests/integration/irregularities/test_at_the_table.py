"""Irregularities at the table (rules 3.5 to 3.9, 5.1, 5.3, 5.7, 5.9), through real processes."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next, Phase
from kiosk.devices.ports import DealingDone, DealingStarted
from kiosk.games.sicbo import NOT_FLAT, TOO_FEW, VOID_REASONS, dice_fact
from kits.app.live_floor import NG
from kits.console.stages import Stage

SMALL, BIG = {"small": 500}, {"big": 1_000}
OPEN = (Phase.BETTING, Phase.CLOSED, Stage.ACTING, Stage.ACTED)


def assert_all_returned(floor, number, before, reason):
    """Every stake is back at its seat, and the player reads why."""
    for name, cents in before.items():
        state = floor.settled(name, number)
        assert (state["credit"], state["escrow"], state["last"]["void"]) == (cents, 0, reason)


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_the_tumbler_waits_for_the_close_and_for_every_seat_to_show_it(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    assert floor.console.refuses(c.StartAct()) == Refusal("phase"), "the bets are open"
    floor.seats["08"].pause()
    floor.console.ok(c.CloseBets())
    view = floor.console.until(lambda view: view.waits_for == ("08",))
    assert view.why_not == Refusal("seats-not-closed", {"count": 1})
    assert floor.console.refuses(c.StartAct()) == Refusal("seats-not-closed", {"count": 1})
    floor.seats["08"].resume()
    floor.console.bring_to(Phase.ENDED)
    assert floor.settled("08", number, (1, 2, 3))


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3", "sicbo:5.2.1")
def test_that_a_seat_that_does_not_answer_is_flagged_and_its_bet_plays_on(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = floor.money("08")
    floor.seats["08"].pause()
    floor.console.ok(c.CloseBets())
    floor.console.until(lambda view: view.waits_for == ("08",))
    assert floor.console.refuses(c.GoOnWithout()).key == "seats-not-closed", "three seconds are not over"
    floor.console.ahead_ms += 3_000
    floor.console.ok(c.GoOnWithout())
    assert floor.console.seat("08").flagged
    floor.console.bring_to(Phase.RESULT, (6, 6, 5))
    floor.seats["08"].resume()
    assert floor.settled("08", number, (6, 6, 5))["credit"] == before + 1_000
    floor.console.bring_to(Phase.ENDED)


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3", "sicbo:5.9")
def test_that_a_tumbler_that_starts_early_voids_the_round(floor):
    before = {name: floor.money(name) for name in floor.seats}
    number = floor.bet(s07=SMALL, s08=BIG)
    before = {name: floor.money(name) for name in before}
    floor.console.desk.dealt(DealingStarted())
    floor.console.until(lambda view: view.phase is Phase.VOID)
    assert_all_returned(floor, number, before, VOID_REASONS.early)
    floor.console.desk.dealt(DealingDone(1))


@pytest.mark.rule("sicbo:3.6", "sicbo:5.3.1", "sicbo:5.9")
def test_that_fewer_than_three_tumbles_void_the_round(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = {name: floor.money(name) for name in floor.seats}
    floor.console.bring_to(Stage.ACTED, tumbles=2)
    floor.console.until(lambda view: view.next is Next.VOID_DUE)
    assert floor.console.refuses(c.EnterResult((dice_fact((1, 2, 3)),))) == Refusal("too-few", {"times": 2})
    floor.console.ok(c.Void(TOO_FEW, NG))
    assert_all_returned(floor, number, before, TOO_FEW)


@pytest.mark.rule("sicbo:3.7", "sicbo:5.3.2", "sicbo:5.9")
def test_that_a_die_that_is_not_flat_voids_the_round(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = {name: floor.money(name) for name in floor.seats}
    floor.console.bring_to(Stage.ACTED)
    floor.console.ok(c.Void(NOT_FLAT, NG))
    assert_all_returned(floor, number, before, NOT_FLAT)


@pytest.mark.rule("sicbo:5.1", "sicbo:5.1.1")
@pytest.mark.parametrize("phase", OPEN[1:])
def test_that_an_interruption_after_a_bet_was_decided_goes_on_to_the_result(floor, phase):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = {name: floor.money(name) for name in floor.seats}
    floor.console.bring_to(phase)
    floor.console.stop()
    floor.console.start()
    floor.until_there("07", "08")
    floor.console.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    assert floor.console.refuses(c.StartAct()) == Refusal("interruption")
    floor.console.ok(c.Interrupted(decided=True))
    floor.console.until(lambda view: view.phase is not Phase.CLOSED)  # as soon as the seats show it
    floor.console.bring_to(Phase.ENDED, (1, 1, 3))
    assert floor.settled("07", number, (1, 1, 3))["credit"] == before["07"] + 500
    assert floor.settled("08", number, (1, 1, 3))["credit"] == before["08"] - 1_000


@pytest.mark.rule("sicbo:5.1", "sicbo:5.1.2", "sicbo:5.9")
@pytest.mark.parametrize("phase", OPEN)
def test_that_an_interruption_before_any_bet_was_decided_voids_the_round(floor, phase):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = {name: floor.money(name) for name in floor.seats}
    if phase is not Phase.BETTING:
        floor.console.bring_to(phase)
        floor.console.stop()
        floor.console.start()
        floor.until_there("07", "08")
    floor.console.ok(c.Interrupted(decided=False, authority=NG))
    assert_all_returned(floor, number, before, "technical interruption")


@pytest.mark.rule("sicbo:5.7")
def test_that_the_chips_are_settled_where_the_registered_slip_has_them(floor):
    before = {name: floor.money(name) for name in floor.seats}
    number = floor.bet(s07={"small": 500, "odd": 500})
    floor.seats["07"].do("clear")
    floor.seats["07"].wait("registered", {})
    floor.bet_at("07", number, {"big": 700, "total-17": 100})
    before["07"] = floor.money("07")
    floor.lines["07"].hold()  # what is laid from now on never reaches the table
    floor.seats["07"].tap("total-17", 1_000)
    floor.seats["07"].wait("flight", {"big": 700, "total-17": 1_100})
    floor.console.ok(c.CloseBets())
    floor.lines["07"].mend()
    floor.console.bring_to(Phase.ENDED, (6, 6, 5))
    won = floor.pay("07", {"big": 700, "total-17": 100}, (6, 6, 5))
    assert won == 1_400 + 100 + 6_400
    state = floor.settled("07", number, (6, 6, 5))
    assert state["credit"] == before["07"] - 800 + won, "where the chips were at the close, and nowhere else"
    assert "notice.not_registered" in state["told"]


@pytest.mark.rule("sicbo:3.9", "sicbo:3.9.1")
def test_that_on_a_triple_only_the_listed_bets_win(floor):
    stakes = {
        "07": dict.fromkeys(
            ("small", "big", "even", "odd", "single-2", "double-2", "triple-2", "triple-3", "any-triple",
             "total-6", "total-7", "domino-12", "four-1234"), 500
        ),
        "08": dict.fromkeys(
            ("small", "even", "single-2", "double-2", "triple-2", "any-triple", "total-6", "three-126",
             "double-single-221"), 500
        ),
    }  # fmt: skip
    number = floor.bet(**{f"s{name}": on for name, on in stakes.items()})
    before = {name: floor.money(name) for name in floor.seats}
    floor.console.bring_to(Phase.ENDED, (2, 2, 2))
    for name, odds in (("07", (12, 11.5, 195, 32, 19)), ("08", (12, 11, 180, 31, 18))):
        won = sum(500 + 500 * each for each in odds)
        state = floor.settled(name, number, (2, 2, 2))
        assert state["credit"] == before[name] - sum(stakes[name].values()) + won
        assert floor.pay(name, stakes[name], (2, 2, 2)) == won
        assert floor.console.seat(name).due == won, "the console's own audit"


@pytest.mark.rule("sicbo:5.9")
@pytest.mark.parametrize("phase", [*OPEN, Phase.RESULT, Phase.ENDED])
def test_that_a_void_returns_every_stake_in_full_whenever_it_comes(floor, phase):

    stakes = {"small": 500, "single-6": 100, "triple-1": 300}
    number = floor.bet(s07=stakes, s08=BIG)
    before = {name: floor.money(name) for name in floor.seats}
    if phase is not Phase.BETTING:
        floor.console.bring_to(phase, (1, 1, 1))
    floor.console.ok(c.Void("the table was pushed", NG))
    assert_all_returned(floor, number, before, "the table was pushed")
