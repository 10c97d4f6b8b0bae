"""The tumbler at the desk: it counts and proposes, it is started too early, it fails; the dealer always confirms."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import DealingState, Next
from kiosk.devices.ports import DealingBack, DealingDone, DealingStarted, DealingStatus
from kiosk.games.game import Fact
from kiosk.simulators.tumbler import Run, SimulatedTumbler
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE
from kits.console.stages import Stage, stage_of
from kits.seat.seats import TABLE

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
    tumbler = SimulatedTumbler(table.desk.dealt, lambda: DICE, jobs.after, TUMBLE_MS)
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
    table.bring_to(Stage.ACTING)
    view = pass_ms(2_100)
    assert (view.device.state, view.device.times) == (DealingState.RUNNING, 2)
    assert table.do(c.EndAct(3)) == Refusal("device-runs") == view.why_not
    view = pass_ms(3_000)
    assert (stage_of(view), view.times, view.device.recognised) == (Stage.ACTED, 3, DICE)
    assert (view.next, view.facts) == (Next.ENTER_RESULT, ()), (
        "nothing is published before the dealer confirms"
    )
    table.ok(c.EnterResult(DICE))


@pytest.mark.rule("sicbo:3.7")
def test_that_the_dealer_enters_what_the_dice_show_and_not_what_was_read(table, tumbler, pass_ms):
    tumbler.plan(Run(reads=OTHER_DICE))
    table.bring_to(Stage.ACTING)
    assert pass_ms(5_000).device.recognised == OTHER_DICE
    table.ok(c.EnterResult(DICE))
    assert table.view.facts == DICE


@pytest.mark.parametrize("reads", [(), (Fact("dice", (1, 2, 7)),)])
def test_that_dice_it_cannot_read_are_entered_by_hand(table, tumbler, pass_ms, reads):
    tumbler.plan(Run(reads=reads))
    table.bring_to(Stage.ACTING)
    assert pass_ms(5_000).device.recognised == ()
    table.ok(c.EnterResult(DICE))


@pytest.mark.rule("sicbo:3.6", "sicbo:5.3.1")
def test_that_too_few_tumbles_leave_only_the_void(table, tumbler, pass_ms):
    tumbler.plan(Run(tumbles=2))
    table.bring_to(Stage.ACTING)
    view = pass_ms(5_000)
    assert (view.next, view.times) == (Next.VOID_DUE, 2)


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3", "sicbo:5.3.3", "sicbo:5.9")
def test_that_one_that_starts_while_bets_are_open_voids_the_round_at_once(table, tumbler, pass_ms):
    table.bring_to(Phase.BETTING, bets={"07": {"small": 500}})
    tumbler.start_by_itself()
    view = pass_ms(0)
    assert (view.phase, view.void_reason) == (Phase.VOID, "tumbler started before no more bets")
    assert table.seat("07").due == 500
    assert table.do(c.OpenBets()) == Refusal("device-runs"), "not before the dice rest"
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
    assert stage_of(pass_ms(100)) is Stage.ACTING
    assert stage_of(pass_ms(5_000)) is Stage.ACTED


def test_that_one_that_falls_silent_is_told_and_the_dealer_counts_by_hand(table, tumbler, pass_ms):
    tumbler.plan(Run(silent_after=1))
    table.bring_to(Stage.ACTING)
    view = pass_ms(5_000)
    assert view.device.state is DealingState.GONE
    assert "device-fault" in alerts(view)
    table.ok(c.EndAct(3))
    table.ok(c.EnterResult(DICE))
    tumbler.come_back()
    view = pass_ms(100)
    assert (view.device.state, "device-fault" in alerts(view)) == (DealingState.READY, False)


def test_that_without_it_a_round_is_tumbled_by_hand(table, tumbler, pass_ms):
    tumbler.fall_silent()
    pass_ms(100)
    table.bring_to(Stage.ACTED)
    assert table.view.next is Next.ENTER_RESULT


def test_that_dice_never_tumble_for_a_round_whose_log_does_not_know_of_it(table, tumbler, pass_ms):
    table.bring_to(Phase.CLOSED)
    table.link.silent = "before"
    assert table.do(c.StartAct()) is None
    view = pass_ms(1_000)
    assert (view.next, view.device.state) == (Next.WAIT, DealingState.READY)
    table.link.silent = ""
    view = pass_ms(1_000)
    assert (stage_of(view), view.device.state) == (Stage.ACTING, DealingState.RUNNING)
    assert table.names() == ["RoundOpened", "BetsClosed", "ActStarted"]


@pytest.mark.rule("sicbo:5.3.3")
def test_that_an_early_start_is_not_forgotten_while_the_log_is_silent(table, tumbler, pass_ms):
    table.bring_to(Phase.BETTING)
    table.link.silent = "before"
    tumbler.start_by_itself()
    pass_ms(1_000)
    table.link.silent = ""
    assert pass_ms(1_000).void_reason == "tumbler started before no more bets"


def test_that_what_it_read_in_the_round_before_is_proposed_no_more(table, tumbler, pass_ms):
    table.bring_to(Stage.ACTING)
    pass_ms(5_000)
    for command in (c.EnterResult(DICE), c.EndRound(), c.OpenBets()):
        table.ok(command)
    assert table.view.device.recognised == ()


# --- a run that nobody asked for, or that nobody saw begin --------------------------------------------------------


def found(table):
    """What was found at the desk, as the log has it."""
    records = [r.decode(entry.value) for entry in table.log.read([keys.manager_records(TABLE)], 0, 1_000)]
    return [(one.what, one.round) for one in records if one.what.startswith("device")]


@pytest.mark.rule("sicbo:5.3", "sicbo:3.6", "sicbo:3.7")
def test_that_a_second_run_after_a_valid_tumble_leaves_only_the_void(table, tumbler, pass_ms):
    table.bring_to(Stage.ACTING, bets={"07": {"small": 500}})
    pass_ms(5_000)
    tumbler.start_by_itself()
    view = pass_ms(5_000)
    assert (view.next, view.ran, stage_of(view)) == (Next.VOID_RUN, "tumbler started again", Stage.ACTED)
    assert "device-again" in alerts(view)
    assert table.do(c.EnterResult(DICE)) == Refusal("device-ran") == table.do(c.Interrupted(decided=True))
    assert table.do(c.Void(view.ran)) == Refusal("needs-supervisor"), "the dice have rested"
    assert found(table) == [("device-again", 1)]
    table.ok(c.Void(view.ran, NG))
    assert (table.view.next, table.seat("07").due) == (Next.OPEN_BETS, 500)


@pytest.mark.rule("sicbo:5.3")
def test_that_a_second_run_is_not_forgotten_by_another_start(table, tumbler, pass_ms):
    table.bring_to(Stage.ACTING)
    pass_ms(5_000)
    tumbler.start_by_itself()
    pass_ms(5_000)
    table.again()
    assert (table.view.next, table.view.ran) == (Next.VOID_RUN, "tumbler started again")


@pytest.mark.rule("sicbo:5.3")
def test_that_a_second_run_is_heard_before_the_dealer_confirms(table, tumbler, jobs, pass_ms):
    table.bring_to(Stage.ACTING)
    pass_ms(5_000)
    tumbler.start_by_itself()
    jobs.run()
    assert table.do(c.EnterResult(DICE)) == Refusal("device-ran")


def test_that_a_run_after_the_result_changes_nothing_and_is_told(table, tumbler, pass_ms):
    table.bring_to(Stage.ACTING)
    pass_ms(5_000)
    table.ok(c.EnterResult(DICE))
    tumbler.start_by_itself()
    view = pass_ms(100)
    assert (view.phase, view.facts, "device-after" in alerts(view)) == (Phase.RESULT, DICE, True)
    pass_ms(5_000)
    for command in (c.EndRound(), c.OpenBets()):
        table.ok(command)
    assert "device-after" not in alerts(table.view)


def come_back(table, tumbler, jobs):
    """The console is killed and starts again, and finds the tumbler as it is."""
    table.again()
    again = SimulatedTumbler(table.desk.dealt, lambda: DICE, jobs.after, TUMBLE_MS)
    again._status = tumbler.status
    table.desk.connect(again)
    return again


@pytest.mark.rule("sicbo:5.3", "sicbo:5.3.3")
def test_that_a_console_that_starts_while_it_turns_and_bets_are_open_voids_the_round(
    table, tumbler, jobs, pass_ms
):
    table.bring_to(Phase.BETTING, bets={"07": {"small": 500}})
    tumbler.start()
    jobs.run()
    come_back(table, tumbler, jobs)
    assert table.view.void_reason == "tumbler started before no more bets"


@pytest.mark.rule("sicbo:5.3", "sicbo:5.3.3")
@pytest.mark.parametrize("phase", [Phase.CLOSED, Stage.ACTING])
def test_that_a_console_that_starts_while_it_turns_after_the_close_leaves_only_the_void(
    table, tumbler, jobs, pass_ms, phase
):
    table.bring_to(Phase.CLOSED)
    if phase == Stage.ACTING:
        table.ok(c.StartAct())
    else:
        tumbler.start()
    come_back(table, tumbler, jobs)
    view = pass_ms(0)
    assert (view.next, view.ran) == (Next.VOID_RUN, "tumbler ran unseen")
    assert found(table) == [("device-late", 1)]
    table.ok(c.Void(view.ran))
    assert table.view.phase is Phase.VOID


@pytest.mark.rule("sicbo:5.3", "sicbo:5.3.3")
@pytest.mark.parametrize(
    ("phase", "reason"),
    [(Phase.BETTING, "tumbler started before no more bets"), (Phase.CLOSED, "")],
)
def test_that_a_run_whose_start_was_missed_is_seen_by_its_end(table, tumbler, pass_ms, phase, reason):
    table.bring_to(phase)
    table.desk.dealt(DealingDone(3, DICE))
    view = pass_ms(0)
    assert view.void_reason == reason
    assert (view.next is Next.VOID_RUN) is (phase is Phase.CLOSED)


@pytest.mark.rule("sicbo:5.3.3")
def test_that_one_that_answers_again_while_it_turns_was_not_seen_to_start(table, tumbler, pass_ms):
    table.bring_to(Phase.CLOSED)
    tumbler.fall_silent()
    pass_ms(0)
    tumbler._status = DealingStatus.RUNNING
    table.desk.dealt(DealingBack())
    assert pass_ms(0).ran == "tumbler ran unseen"


@pytest.mark.rule("sicbo:5.1.1", "sicbo:5.3")
def test_that_after_an_interruption_another_run_is_one_too_many(table, tumbler, pass_ms):
    table.bring_to(Stage.ACTING)
    pass_ms(5_000)
    table.again()
    again = SimulatedTumbler(table.desk.dealt, lambda: DICE, lambda _, job: job(), TUMBLE_MS)
    table.desk.connect(again)
    table.ok(c.Interrupted(decided=True))
    table.desk.dealt(DealingStarted())
    assert pass_ms(0).ran == "tumbler started again"
