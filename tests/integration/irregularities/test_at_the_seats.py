"""Interruptions at seats (rules 5.2.1 and 5.2.2), through real processes: lines, kills, days and restarts later."""

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Phase

SMALL, BIG = {"small": 500}, {"big": 1_000}


def play_on(floor, rounds, dice=(4, 5, 6)):
    """Rounds go on with seat 08 alone."""
    for _ in range(rounds):
        number = floor.bet(s08=BIG)
        floor.console.bring_to(Phase.ENDED, dice)
        floor.settled("08", number, dice)


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.1")
def test_that_a_registered_bet_plays_on_while_its_seat_is_dead_and_is_settled_rounds_later(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = floor.money("07")
    floor.seats["07"].kill()
    floor.until_gone("07")
    floor.console.bring_to(Phase.ENDED, (1, 2, 3), without="07")
    assert floor.console.seat("07").payable == 1_000
    play_on(floor, 3)
    floor.table.servers[0].compact(floor.table.servers[0].revision())
    floor.seats["07"].start()
    state = floor.seats["07"].wait("round", number + 3)
    assert state["credit"] == before + 500
    assert floor.console.until_seat("07", lambda found: not found.payable)


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.2")
def test_that_a_bet_without_answer_is_returned_when_the_line_is_back(floor):
    number = floor.bet(s08=BIG)
    seat = floor.seats["07"]
    seat.wait("round", number)
    seat.note(1_000)
    before = floor.money("07")
    floor.lines["07"].hold()
    seat.tap("small", 500)
    seat.wait("flight", SMALL)
    assert seat.state["escrow"] == 500
    seat.wait("unanswered", True)
    floor.console.bring_to(Phase.CLOSED)
    assert seat.state["escrow"] == 500, "nothing is decided before the log says so"
    floor.until_gone("07")
    floor.console.bring_to(Phase.ENDED, (1, 2, 3), without="07")
    floor.lines["07"].mend()
    state = seat.wait("phase", "ended")
    assert (state["credit"], state["escrow"], state["flight"]) == (before, 0, None)
    assert "notice.not_registered" in state["told"]


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.2")
def test_that_a_bet_without_answer_is_returned_also_after_kills_and_rounds_later(floor):
    number = floor.bet(s08=BIG)
    seat = floor.seats["07"]
    seat.wait("round", number)
    seat.note(1_000)
    before = floor.money("07")
    floor.lines["07"].hold()
    seat.tap("small", 500)
    seat.wait("flight", SMALL)
    seat.kill()
    floor.lines["07"].mend()
    floor.lines["07"].cut()
    floor.until_gone("07")
    floor.console.bring_to(Phase.ENDED, (1, 2, 3), without="07")
    play_on(floor, 2)
    for _ in range(2):
        assert seat.start()["escrow"] == 500, "without the log the stake stays where it is"
        seat.kill()
    seat.start()
    floor.lines["07"].mend()
    state = seat.wait("round", number + 2)
    assert (state["credit"], state["escrow"]) == (before, 0)


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.1")
@pytest.mark.parametrize("closed", [False, True])
def test_that_a_delayed_slip_counts_before_the_close_and_never_after_it(floor, closed):
    number = floor.open()
    seat = floor.seats["07"]
    seat.wait("round", number)
    seat.wait("phase", "betting")
    seat.note(1_000)
    before = floor.money("07")
    floor.lines["07"].hold()
    seat.tap("small", 500)
    seat.wait("unanswered", True)
    if closed:
        floor.console.ok(c.CloseBets())
    assert floor.lines["07"].let_go_late(0.5) > 0
    if not closed:
        floor.console.until_seat("07", lambda found: found.stakes == SMALL)
    seat.wait("registered" if not closed else "flight", SMALL if not closed else None)
    floor.until_there("07")
    floor.console.bring_to(Phase.ENDED, (1, 2, 3))
    state = floor.settled("07", number, (1, 2, 3))
    assert state["credit"] == before + (0 if closed else 500)
    assert floor.console.seat("07").stakes == ({} if closed else SMALL)


@pytest.mark.rule("sicbo:5.2", "sicbo:5.2.1")
def test_that_a_seat_that_sleeps_through_the_round_settles_when_it_wakes(floor):
    number = floor.bet(s07=SMALL)
    before = floor.money("07")
    floor.seats["07"].pause()
    floor.until_gone("07")
    floor.console.bring_to(Phase.CLOSED)
    floor.console.go_on_without("07")  # it was there in this round: its players saw bets
    floor.console.bring_to(Phase.ENDED, (1, 2, 3))
    floor.seats["07"].resume()
    assert floor.settled("07", number, (1, 2, 3))["credit"] == before + 500
