"""The automatic dealer at the desk: whole rounds by the same rules, until it is stopped."""

import pytest

from desk_kit import DICE, Table
from kiosk.console import commands as c
from kiosk.console.auto_dealer import DEALER, Pace
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.devices.tumbler.simulated import SimulatedTumbler
from kiosk.table.round import Phase

PACE = Pace(betting_ms=10_000, hurry_ms=3_000, tumble_ms=2_000, read_ms=500, result_ms=3_000, pause_ms=1_000)


@pytest.fixture
def demo(tmp_path):
    """A table that may have its dice from elsewhere."""
    table = Table(tmp_path, pace=PACE, facts_for=lambda _: DICE)
    table.start()
    yield table
    table.close()


def phases(table, ms):
    """When each phase began, in ms from now."""
    began, found = table.now_ms, []
    for _ in range(0, ms, 50):
        table.desk.poll()
        phase = table.desk.view.phase
        if not found or found[-1][1] is not phase:
            found.append((table.now_ms - began, phase))
        table.now_ms += 50
    return found


@pytest.mark.rule("sicbo:1.8")
def test_that_it_deals_whole_rounds_at_its_pace(demo):
    demo.ok(c.AutoDealing(True))
    assert phases(demo, 20_000) == [
        (0, Phase.BETTING),
        (10_000, Phase.TUMBLING),  # no seat is there to be waited for
        (12_000, Phase.TUMBLED),
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
    assert phases(demo, 30_000)[-1][1] is Phase.ENDED
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
    assert phases(demo, 2_000)[-1][1] is Phase.CLOSED
    assert phases(demo, 1_500)[-1][1] is Phase.TUMBLING
    assert demo.seat("07").flagged


def test_that_dice_that_nobody_has_read_are_entered_by_the_dealer(tmp_path):
    table = Table(tmp_path, pace=PACE)
    table.start()
    try:
        table.ok(c.AutoDealing(True))
        assert phases(table, 60_000)[-1][1] is Phase.TUMBLED
        table.ok(c.EnterResult(DICE))
        assert table.written()[-1].by == "Mia"
        assert phases(table, 5_000)[-1][1] is Phase.BETTING
    finally:
        table.close()


def test_that_it_enters_what_the_tumbler_reads(tmp_path):
    table = Table(tmp_path, pace=PACE)
    table.start()
    jobs = []
    try:
        tumbler = SimulatedTumbler(table.desk.tumbled, lambda: DICE, lambda _, job: jobs.append(job))
        table.desk.connect(tumbler)
        table.ok(c.AutoDealing(True))
        for _ in range(400):
            phases(table, 50)
            for job in jobs[:]:
                jobs.remove(job)
                job()
        assert table.written(1)[5].facts == DICE
    finally:
        table.close()


def test_that_the_question_of_an_interruption_waits_for_the_dealer(demo):
    demo.bring_to(Phase.TUMBLING)
    demo.again()
    demo.ok(c.AutoDealing(True))
    phases(demo, 10_000)
    assert demo.view.next is Next.ANSWER_INTERRUPTION
    demo.ok(c.Interrupted(decided=False))
    assert phases(demo, 2_000)[-1][1] is Phase.BETTING
