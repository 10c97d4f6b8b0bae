"""The tumbler at the desk: it counts and proposes, it is started too early, it fails; the dealer always confirms."""

import pytest

from desk_kit import DICE, OTHER_DICE
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next, TumblerState
from kiosk.devices.tumbler.simulated import Run, SimulatedTumbler
from kiosk.games.game import Fact
from kiosk.table.round import Phase

TUMBLE_MS = 1_000


class Jobs:
    """Jobs of the tumbler that wait for the table's clock."""

    def __init__(self, table):
        self._table, self._waiting = table, []

    def after(self, ms, job):
        self._waiting.append((self._table.now_ms + ms, job))

    def run(self):
        while due := [entry for entry in self._waiting if entry[0] <= self._table.now_ms]:
            self._waiting.remove(due[0])
            due[0][1]()


@pytest.fixture
def jobs(table):
    return Jobs(table)


@pytest.fixture
def tumbler(table, jobs):
    """A tumbler that is connected to the desk; its dice show ``DICE``."""
    tumbler = SimulatedTumbler(table.desk.tumbled, lambda: DICE, jobs.after, TUMBLE_MS)
    table.desk.connect(tumbler)
    return tumbler


@pytest.fixture
def pass_ms(table, jobs):
    def run(ms):
        for _ in range(0, ms + 1, 100):
            jobs.run()
            table.desk.poll()
            table.now_ms += 100
        jobs.run()
        return table.view

    return run


def alerts(view):
    return [alert.key for alert in view.alerts]


@pytest.mark.rule("sicbo:3.6", "sicbo:3.7")
def test_that_it_is_started_counts_by_itself_and_its_dice_are_a_proposal(table, tumbler, pass_ms):
    table.bring_to(Phase.TUMBLING)
    view = pass_ms(2_100)
    assert (view.tumbler.state, view.tumbler.tumbles) == (TumblerState.TUMBLING, 2)
    assert table.do(c.EndTumble(3)) == Refusal("tumbling") == view.why_not
    view = pass_ms(3_000)
    assert (view.phase, view.tumbles, view.tumbler.recognised) == (Phase.TUMBLED, 3, DICE)
    assert (view.next, view.facts) == (Next.ENTER_RESULT, ()), (
        "nothing is published before the dealer confirms"
    )
    table.ok(c.EnterResult(DICE))


@pytest.mark.rule("sicbo:3.7")
def test_that_the_dealer_enters_what_the_dice_show_and_not_what_was_read(table, tumbler, pass_ms):
    tumbler.plan(Run(reads=OTHER_DICE))
    table.bring_to(Phase.TUMBLING)
    assert pass_ms(5_000).tumbler.recognised == OTHER_DICE
    table.ok(c.EnterResult(DICE))
    assert table.view.facts == DICE


@pytest.mark.parametrize("reads", [(), (Fact("dice", (1, 2, 7)),)])
def test_that_dice_it_cannot_read_are_entered_by_hand(table, tumbler, pass_ms, reads):
    tumbler.plan(Run(reads=reads))
    table.bring_to(Phase.TUMBLING)
    assert pass_ms(5_000).tumbler.recognised == ()
    table.ok(c.EnterResult(DICE))


@pytest.mark.rule("sicbo:3.6", "sicbo:5.3.1")
def test_that_too_few_tumbles_leave_only_the_void(table, tumbler, pass_ms):
    tumbler.plan(Run(tumbles=2))
    table.bring_to(Phase.TUMBLING)
    view = pass_ms(5_000)
    assert (view.next, view.tumbles) == (Next.VOID_TUMBLES, 2)


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3", "sicbo:5.3.3", "sicbo:5.9")
def test_that_one_that_starts_while_bets_are_open_voids_the_round_at_once(table, tumbler, pass_ms):
    table.bring_to(Phase.BETTING, bets={"07": {"small": 500}})
    tumbler.start_by_itself()
    view = pass_ms(0)
    assert (view.phase, view.void_reason) == (Phase.VOID, "tumbler started before no more bets")
    assert table.seat("07").due == 500
    assert table.do(c.OpenBets()) == Refusal("tumbling"), "not before the dice rest"
    pass_ms(5_000)
    table.ok(c.OpenBets())
    assert table.view.phase is Phase.BETTING


@pytest.mark.rule("sicbo:5.3.3")
def test_that_one_that_starts_before_a_seat_shows_no_more_bets_voids_the_round(table, tumbler, pass_ms):
    table.comes("07")
    table.bring_to(Phase.CLOSED)
    tumbler.start_by_itself()
    assert pass_ms(0).void_reason == "tumbler started before no more bets"


@pytest.mark.rule("sicbo:3.6")
def test_that_one_that_is_started_by_its_own_button_after_the_close_counts(table, tumbler, pass_ms):
    table.comes("07")
    table.bring_to(Phase.CLOSED)
    table.shows_close("07")
    tumbler.start_by_itself()
    assert pass_ms(100).phase is Phase.TUMBLING
    assert pass_ms(5_000).phase is Phase.TUMBLED


def test_that_one_that_falls_silent_is_told_and_the_dealer_counts_by_hand(table, tumbler, pass_ms):
    tumbler.plan(Run(silent_after=1))
    table.bring_to(Phase.TUMBLING)
    view = pass_ms(5_000)
    assert view.tumbler.state is TumblerState.GONE
    assert "tumbler-fault" in alerts(view)
    table.ok(c.EndTumble(3))
    table.ok(c.EnterResult(DICE))
    tumbler.come_back()
    view = pass_ms(100)
    assert (view.tumbler.state, "tumbler-fault" in alerts(view)) == (TumblerState.READY, False)


def test_that_without_it_a_round_is_tumbled_by_hand(table, tumbler, pass_ms):
    tumbler.fall_silent()
    pass_ms(100)
    table.bring_to(Phase.TUMBLED)
    assert table.view.next is Next.ENTER_RESULT


def test_that_dice_never_tumble_for_a_round_whose_log_does_not_know_of_it(table, tumbler, pass_ms):
    table.bring_to(Phase.CLOSED)
    table.link.silent = "before"
    assert table.do(c.StartTumble()) is None
    view = pass_ms(1_000)
    assert (view.next, view.tumbler.state) == (Next.WAIT, TumblerState.READY)
    table.link.silent = ""
    view = pass_ms(1_000)
    assert (view.phase, view.tumbler.state) == (Phase.TUMBLING, TumblerState.TUMBLING)
    assert table.names() == ["RoundOpened", "BetsClosed", "TumbleStarted"]


@pytest.mark.rule("sicbo:5.3.3")
def test_that_an_early_start_is_not_forgotten_while_the_log_is_silent(table, tumbler, pass_ms):
    table.bring_to(Phase.BETTING)
    table.link.silent = "before"
    tumbler.start_by_itself()
    pass_ms(1_000)
    table.link.silent = ""
    assert pass_ms(1_000).void_reason == "tumbler started before no more bets"


def test_that_what_it_read_in_the_round_before_is_proposed_no_more(table, tumbler, pass_ms):
    table.bring_to(Phase.TUMBLING)
    pass_ms(5_000)
    for command in (c.EnterResult(DICE), c.EndRound(), c.OpenBets()):
        table.ok(command)
    assert table.view.tumbler.recognised == ()
