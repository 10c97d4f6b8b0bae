"""The automatic dealer at the desk: whole rounds by the same rules, until it is stopped."""

import pytest

from kiosk.book.desk_acts import DEALER
from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.desk import Pace
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.simulators.tumbler import Run, SimulatedTumbler
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE, TAN, Table
from kits.console.stages import Stage, stage_of

PACE = Pace(betting_ms=10_000, hurry_ms=3_000, act_ms=2_000, read_ms=500, result_ms=3_000, pause_ms=1_000)


@pytest.fixture
def demo(tmp_path):
    """A table that may have its dice from elsewhere."""
    table = Table(tmp_path, pace=PACE, facts_for=lambda _number, _facts, _gone: DICE)
    table.start()
    yield table
    table.close()


def phases(table, ms):
    """When each phase began, in ms from now."""
    began, found = table.now_ms, []
    for _ in range(0, ms, 50):
        table.desk.poll()
        phase = stage_of(table.desk.view)
        if not found or found[-1][1] != phase:
            found.append((table.now_ms - began, phase))
        table.now_ms += 50
    return found


@pytest.mark.rule("sicbo:1.8")
def test_that_it_deals_whole_rounds_at_its_pace(demo):
    demo.ok(c.AutoDealing(True))
    assert phases(demo, 20_000) == [
        (0, Phase.BETTING),
        (10_000, Stage.ACTING),  # no seat is there to be waited for
        (12_000, Stage.ACTED),
        (12_500, Phase.RESULT),
        (15_500, Phase.ENDED),
        (16_500, Phase.BETTING),
    ]
    assert demo.written(1)[5].by == DEALER
    assert demo.names(1)[1] == "BetsClosing"


def test_that_it_stops_after_the_round(demo):
    demo.ok(c.AutoDealing(True))
    phases(demo, 5_000)
    demo.ok(c.AutoDealing(False))
    assert not demo.view.auto
    assert phases(demo, 30_000)[-1][1] == Phase.ENDED
    assert demo.names().count("RoundOpened") == 1
    demo.ok(c.OpenBets())


def test_that_the_dealer_does_not_deal_beside_it_but_can_void(demo):
    demo.ok(c.AutoDealing(True))
    phases(demo, 1_000)
    assert demo.do(c.CloseBets()) == Refusal("auto")
    assert "CloseBets" not in demo.view.may
    demo.ok(c.Void("die not flat"))
    assert demo.written(1)[-1].by == "Mia"


@pytest.mark.rule("sicbo:5.3.3")
def test_that_a_seat_that_does_not_answer_stops_it_for_a_while_only(demo):
    demo.comes("07", "08")
    demo.ok(c.AutoDealing(True))
    phases(demo, 10_100)
    demo.shows_close("08")
    assert phases(demo, 2_000)[-1][1] == Phase.CLOSED
    assert phases(demo, 1_500)[-1][1] is Stage.ACTING
    assert demo.seat("07").flagged


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_the_tumbler_waits_until_every_seat_shows_no_more_bets(demo):
    demo.comes("07", "08")
    demo.ok(c.AutoDealing(True))
    phases(demo, 10_100)
    demo.shows_close("07")
    assert phases(demo, 2_000)[-1][1] == Phase.CLOSED
    demo.shows_close("08")
    assert phases(demo, 50) == [(0, Stage.ACTING)]
    assert not demo.seat("07").flagged
    assert not demo.seat("08").flagged


@pytest.mark.rule("sicbo:3.6")
def test_that_the_tumbler_tumbles_three_times_where_a_program_deals(demo):
    demo.ok(c.AutoDealing(True))
    phases(demo, 12_100)
    assert demo.desk._core.table.entered == (Fact("tumble", (3,)),)


def test_that_the_last_seconds_are_announced(demo):
    demo.ok(c.AutoDealing(True))
    phases(demo, 7_000)
    assert not demo.desk._core.table.hurried
    phases(demo, 50)
    table = demo.desk._core.table
    assert (table.hurried, table.closes_in_ms, table.phase) == (True, 3_000, Phase.BETTING)


def test_that_there_may_be_no_hurry(tmp_path):
    table = Table(
        tmp_path, pace=Pace(betting_ms=10_000, hurry_ms=0), facts_for=lambda _number, _facts, _gone: DICE
    )
    table.start()
    try:
        table.ok(c.AutoDealing(True))
        assert phases(table, 10_050) == [(0, Phase.BETTING), (10_000, Stage.ACTING)]
        assert "BetsClosing" not in table.names(1)
    finally:
        table.close()


def test_that_nothing_happens_before_its_time_however_often_it_is_asked(demo):
    demo.ok(c.AutoDealing(True))
    demo.desk.poll()
    seen = demo.names()
    phases(demo, 6_950)
    assert demo.names() == seen


def test_that_a_faster_pace_is_shorter_in_every_part():
    fast = Pace(betting_ms=36_000, act_ms=3_500, pause_ms=1_000).faster(10)
    assert (fast.betting_ms, fast.act_ms, fast.pause_ms) == (3_600, 350, 100)


# --- the end waits for the settlement -----------------------------------------------------------------------------


def to_result(table, *seats):
    """A round of the automatic dealer with a bet of each seat, up to its result."""
    table.comes(*seats)
    table.ok(c.AutoDealing(True))
    table.desk.poll()
    for seat in seats:
        table.bet(seat, big=500)
    phases(table, 10_050)
    table.shows_close(*seats)
    while table.view.phase is not Phase.RESULT:
        phases(table, 50)


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_ends_when_every_seat_with_a_bet_has_settled_it(demo):
    to_result(demo, "07", "08")
    demo.settles("07")
    assert phases(demo, PACE.result_ms - 200)[-1][1] == Phase.RESULT
    demo.settles("08")
    assert phases(demo, 400)[-1][1] == Phase.ENDED
    assert not demo.seat("07").flagged
    assert not demo.seat("08").flagged


def test_that_players_see_the_result_as_long_as_ever_when_all_have_settled(demo):
    to_result(demo, "07")
    demo.settles("07")
    assert phases(demo, PACE.result_ms - 100)[-1][1] == Phase.RESULT
    assert phases(demo, 200)[-1][1] == Phase.ENDED


def test_that_a_seat_that_never_settles_is_named_and_stops_the_table_for_a_while_only(demo):
    to_result(demo, "07")
    assert phases(demo, 3_200)[-1][1] == Phase.ENDED
    assert demo.seat("07").flagged


@pytest.mark.rule("sicbo:5.1.1", "sicbo:1.8")
def test_that_a_round_with_a_result_waits_for_its_settlement_also_after_an_interruption(demo):
    to_result(demo, "07")
    demo.again()
    demo.ok(c.AutoDealing(True))
    assert phases(demo, 2_000)[-1][1] == Phase.RESULT
    demo.settles("07")
    assert phases(demo, 2_000)[-1][1] == Phase.ENDED


@pytest.fixture
def live(tmp_path):
    """A table with money; the dealer Mia has signed on."""
    table = Table(tmp_path, pace=PACE)
    table.start()
    yield table
    table.close()


class Turning:
    """A tumbler at the table that counts and reads; time passes for both."""

    def __init__(self, table, reads=DICE):
        self._table, self._jobs = table, []
        self.tumbler = SimulatedTumbler(
            table.desk.dealt,
            lambda: reads,
            lambda ms, job: self._jobs.append((table.now_ms + ms, job)),
            500,
        )
        table.desk.connect(self.tumbler)

    def pass_ms(self, ms):
        for _ in range(0, ms, 50):
            self._table.desk.poll()
            self._table.now_ms += 50
            for due in [job for job in self._jobs if job[0] <= self._table.now_ms]:
                self._jobs.remove(due)
                due[1]()
        return self._table.view

    def until(self, phase):
        for _ in range(1_000):
            if stage_of(self.pass_ms(50)) == phase:
                return self._table.view
        raise AssertionError(phase)


@pytest.mark.rule("sicbo:3.6")
def test_that_it_writes_no_tumbles_that_nobody_has_counted(live):
    live.ok(c.AutoDealing(True))
    assert phases(live, 60_000)[-1][1] is Stage.ACTING
    live.ok(c.EndAct(3))
    assert live.written()[-1].counted_by == "dealer"


@pytest.mark.rule("sicbo:3.7")
def test_that_dice_that_nobody_has_read_are_entered_by_the_dealer(live):
    live.ok(c.AutoDealing(True))
    phases(live, 60_000)
    live.ok(c.EndAct(3))
    assert phases(live, 60_000)[-1][1] is Stage.ACTED
    live.ok(c.EnterResult(DICE))
    assert live.written()[-1].by == "Mia"
    assert phases(live, 5_000)[-1][1] == Phase.BETTING


@pytest.mark.rule("sicbo:3.7")
def test_that_what_the_tumbler_reads_is_a_proposal_until_the_dealer_confirms(live):
    turning = Turning(live)
    live.ok(c.AutoDealing(True))
    turning.until(Stage.ACTED)
    view = turning.pass_ms(30_000)
    assert (stage_of(view), view.device.recognised, view.times, view.facts) == (Stage.ACTED, DICE, 3, ())
    live.ok(c.EnterResult(DICE))
    assert (live.written()[-1].by, live.written()[-1].authorised_by) == ("Mia", "")
    assert live.written()[-2].counted_by == "device"
    assert live.view.result_by == ""


def test_that_a_dealer_stands_at_a_table_with_money(tmp_path):
    table = Table(tmp_path, pace=PACE)
    table.start("")
    try:
        assert table.do(c.AutoDealing(True)) == Refusal("no-dealer")
    finally:
        table.close()


@pytest.mark.rule("sicbo:3.7")
def test_that_automatic_results_are_a_supervisors_and_every_result_says_so(live):
    turning = Turning(live)
    assert live.do(c.AutoDealing(True, Authority("Ng", "0000"))) == Refusal("wrong-pin")
    assert not live.view.auto
    live.ok(c.AutoDealing(True, NG))
    assert live.view.automatic_by == "Ng"
    assert "automatic" in [alert.key for alert in live.view.alerts]
    view = turning.until(Phase.RESULT)
    written = next(record for record in live.written(1) if isinstance(record, r.ResultEntered))
    assert (written.facts, written.by, written.authorised_by) == (DICE, DEALER, "Ng")
    assert (view.result_by, view.last_rounds[0].automatic_by) == ("Ng", "Ng")
    assert ("result-automatic", {"facts": "1 2 3", "by": "Ng"}) in [(x.key, x.values) for x in view.round_log]
    live.ok(c.AutoDealing(False))
    assert live.view.automatic_by == ""
    records = [one for one in live.desk._core.book.desk_records if one.what.startswith("automatic")]
    acts = [(record.what, record.by, record.authorised_by) for record in records]
    assert acts == [("automatic-on", "Mia", "Ng"), ("automatic-off", "Mia", "")]


def test_that_results_are_not_automatic_any_more_when_who_let_them_is_retired(live):
    Turning(live)
    live.ok(c.AutoDealing(True, TAN))
    live.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Tan", NG))
    assert live.view.automatic_by == ""
    records = [one for one in live.desk._core.book.desk_records if one.what == "automatic-off"]
    assert [(one.by, one.who) for one in records] == [("console-1", "Tan")]


def test_that_a_corrected_result_is_automatic_no_more(live):
    turning = Turning(live)
    live.ok(c.AutoDealing(True, NG))
    turning.until(Phase.RESULT)
    live.ok(c.CorrectResult(OTHER_DICE, NG))
    assert (live.view.corrected, live.view.result_by) == (True, "")


def test_that_results_are_not_automatic_without_a_tumbler_that_reads(live):
    assert live.do(c.AutoDealing(True, NG)) == Refusal("nothing-reads")


def test_that_automatic_results_end_with_the_console(live):
    Turning(live)
    live.ok(c.AutoDealing(True, NG))
    live.again()
    assert (live.view.auto, live.view.automatic_by) == (False, "")


def test_that_what_the_tumbler_cannot_read_waits_for_the_dealer_also_then(live):
    turning = Turning(live, reads=())
    live.ok(c.AutoDealing(True, NG))
    turning.until(Stage.ACTED)
    assert stage_of(turning.pass_ms(10_000)) is Stage.ACTED
    live.ok(c.EnterResult(DICE))
    assert live.written()[-1].authorised_by == "", "the dealer has confirmed this one"


@pytest.mark.rule("sicbo:5.3.1")
def test_that_too_few_tumbles_counted_by_the_tumbler_void_the_round_by_themselves(live):
    turning = Turning(live)
    turning.tumbler.plan(Run(tumbles=2))
    live.ok(c.AutoDealing(True))
    assert turning.until(Phase.VOID).void_reason == "fewer than three tumbles"


def test_that_the_question_of_an_interruption_waits_for_the_dealer(demo):
    demo.bring_to(Stage.ACTING)
    demo.again()
    demo.ok(c.AutoDealing(True))
    phases(demo, 10_000)
    assert demo.view.next is Next.ANSWER_INTERRUPTION
    demo.ok(c.Interrupted(decided=False, authority=NG))
    assert phases(demo, 2_000)[-1][1] == Phase.BETTING
