"""A round at the desk, step by step: what is next, what it waits for, and what is refused with its reason."""

import pytest

from kiosk.book.desk_acts import DeskAct
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import AlertLevel, LogHealth, Next, Presence, Step
from kiosk.games.game import Fact
from kiosk.games.sicbo import TOO_FEW, TUMBLE, VALID_TUMBLES, dice_fact
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, Table, signs_on
from kits.console.stages import Stage
from kits.seat.seats import TABLE

WAITS = "kiosk.console.desk"


def steps(view):
    return (view.next, view.step)


@pytest.mark.rule("sicbo:1.3", "sicbo:1.8")
def test_that_a_round_goes_step_by_step_with_one_thing_next(table):
    found = [steps(table.view)]
    for command in (
        c.OpenBets(),
        c.HurryUp(),
        c.CloseBets(),
        c.StartAct(),
        c.EndAct(3),
        c.EnterResult(DICE),
        c.EndRound(),
    ):
        table.ok(command)
        found.append(steps(table.view))
    assert found == [
        (Next.OPEN_BETS, Step.OPEN),
        (Next.HURRY_UP, Step.HURRY),
        (Next.CLOSE_BETS, Step.CLOSE),
        (Next.START_ACT, Step.PLAY),
        (Next.END_ACT, Step.PLAY),
        (Next.ENTER_RESULT, Step.RESULT),
        (Next.END_ROUND, Step.PAY_OUT),
        (Next.OPEN_BETS, Step.OPEN),
    ]
    assert table.names() == [
        "RoundOpened",
        "BetsClosing",
        "BetsClosed",
        "ActStarted",
        "ActEnded",
        "ResultEntered",
        "RoundEnded",
    ]
    assert {record.by for record in table.written()} == {"Mia"}, "each names who did it"


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.CLOSED, Stage.ACTING, Phase.RESULT])
def test_that_a_step_out_of_its_phase_is_refused_and_writes_nothing(table, phase):
    table.bring_to(phase)
    before = table.written()
    allowed = table.view.may
    for command in (c.OpenBets(), c.CloseBets(), c.StartAct(), c.EnterResult(DICE), c.EndRound()):
        if type(command).__name__ not in allowed:
            assert table.do(command) is not None
    assert table.written() == before


def test_that_nobody_deals_who_has_not_signed_on(tmp_path):
    table = Table(tmp_path)
    try:
        table.start("")
        assert table.do(c.OpenTable(NG)) is None
        assert table.do(c.OpenBets()) == Refusal("no-dealer") == table.view.why_not
        assert table.do(signs_on("Eve"), c.OpenBets()) == Refusal("wrong-pin")
        assert table.do(signs_on("Mia"), c.OpenBets()) is None
        assert table.again().view.dealer == "Mia", "also after a restart"
    finally:
        table.close()


# --- the time for bets --------------------------------------------------------------------------------------------


def test_that_the_time_runs_down_and_is_hurried_once(table):
    table.ok(c.OpenBets())
    assert (table.view.left_ms, table.view.betting_ms) == (36_000, 36_000)
    assert table.pass_ms(20_000).left_ms == 16_000
    table.ok(c.HurryUp())
    assert table.view.left_ms == 5_000
    assert table.do(c.HurryUp()) == Refusal("phase")
    assert table.pass_ms(9_000).left_ms == 0
    assert table.view.next is Next.CLOSE_BETS, "the dealer closes, no clock"


def test_that_there_is_nothing_to_hurry_in_the_last_seconds(table):
    table.ok(c.OpenBets())
    assert table.pass_ms(31_000).next is Next.CLOSE_BETS


def test_that_registered_stakes_and_what_they_can_cost_follow_every_slip(table):
    table.ok(c.OpenBets())
    table.bet("07", **{"triple-6": 1_000})
    table.bet("08", big=500)
    view = table.view
    assert view.exposure.staked == 1_500
    assert view.exposure.worst == 1_500 - 196 * 1_000
    assert view.exposure.worst_facts == (dice_fact((6, 6, 6)),)
    assert [seat.stake for seat in view.seats] == [1_000, 500, 0]
    table.bet("07")
    assert table.view.exposure.staked == 500


# --- no more bets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_the_tumble_waits_until_every_seat_that_is_there_shows_no_more_bets(table):
    table.comes("07", "08")
    table.bring_to(Phase.CLOSED)
    view = table.view
    assert (view.why_not, view.waits_for) == (Refusal("seats-not-closed", {"count": 2}), ("07", "08"))
    assert table.do(c.StartAct()) == view.why_not
    table.shows_close("07")
    assert table.do(c.StartAct()) == Refusal("seats-not-closed", {"count": 1})
    table.shows_close("08")
    assert table.view.why_not is None
    table.ok(c.StartAct())


@pytest.mark.rule("sicbo:5.3.3")
def test_that_a_seat_that_does_not_answer_is_gone_on_without_on_purpose_and_after_three_seconds(table):
    table.comes("07", "08")
    table.bring_to(Phase.CLOSED)
    table.shows_close("08")
    table.pass_ms(2_900)
    assert "GoOnWithout" not in table.view.may
    assert table.do(c.GoOnWithout()) == Refusal("seats-not-closed", {"count": 1})
    table.pass_ms(100)
    assert "GoOnWithout" in table.view.may
    table.ok(c.GoOnWithout())
    assert (table.seat("07").flagged, table.view.waits_for) == (True, ())
    table.ok(c.StartAct())
    table.shows_close("07")
    assert not table.seat("07").flagged, "it has answered"


@pytest.mark.rule("sicbo:3.5")
def test_that_a_seat_that_falls_silent_during_the_round_is_waited_for_and_one_from_before_is_not(table):
    table.comes("07", "08")
    table.pass_ms(100)
    table.goes("08")
    table.pass_ms(100)
    table.ok(c.OpenBets())
    table.pass_ms(100)
    table.goes("07")
    table.pass_ms(100)
    table.ok(c.CloseBets())
    assert table.view.waits_for == ("07",)


# --- tumble and result --------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:3.6")
def test_that_the_view_says_how_often_the_act_must_be_done(table):
    table.bring_to(Stage.ACTING)
    assert (table.view.next, table.view.act, table.view.least) == (Next.END_ACT, TUMBLE, VALID_TUMBLES)


@pytest.mark.rule("sicbo:3.6", "sicbo:5.3", "sicbo:5.3.1")
@pytest.mark.parametrize("tumbles", [0, 1, 2])
def test_that_after_fewer_than_three_tumbles_there_is_only_the_void(table, tumbles):
    table.bring_to(Stage.ACTED, bets={"07": {"big": 500}}, tumbles=tumbles)
    assert table.view.next is Next.VOID_DUE
    assert table.view.ran == TOO_FEW
    assert table.do(c.EnterResult(DICE)) == Refusal("too-few", {"times": tumbles})
    assert table.do(c.Void("fewer than three tumbles")) == Refusal("needs-supervisor"), "the dealer counted"
    table.ok(c.Void("fewer than three tumbles", NG))
    assert (table.view.phase, table.view.void_reason) == (Phase.VOID, "fewer than three tumbles")
    assert table.seat("07").due == 500


@pytest.mark.parametrize("tumbles", [-1, 1_001, "3", True])
def test_that_a_count_that_is_none_is_refused(table, tumbles):
    table.bring_to(Stage.ACTING)
    assert table.do(c.EndAct(tumbles)).key == "not-a-count"


@pytest.mark.rule("sicbo:3.7", "sicbo:5.3", "sicbo:5.3.2", "sicbo:5.9")
def test_that_a_die_that_is_not_flat_voids_the_round_and_no_other(table):
    table.bring_to(Phase.ENDED, bets={"07": {"big": 500}})
    before = table.view.last_rounds
    table.bring_to(Stage.ACTED, bets={"07": {"small": 700}})
    table.ok(c.Void("die not flat", NG))
    assert table.view.last_rounds[1:] == before
    assert table.seat("07").due == 700


@pytest.mark.rule("sicbo:3.7")
@pytest.mark.parametrize("facts", [(), (Fact("dice", (1, 2, 7)),), DICE * 2])
def test_that_what_is_no_result_is_refused_with_the_reason(table, facts):
    table.bring_to(Stage.ACTED)
    before = table.written()
    refusal = table.do(c.EnterResult(facts))
    assert (refusal.key, set(refusal.values)) == ("not-a-result", {"reason"})
    assert table.written() == before


# --- the pay-out --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:1.8", "sicbo:3.8")
def test_that_the_round_ends_when_every_seat_that_is_there_has_settled(table):
    table.comes("07", "08")
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}, "08": {"big": 500}})
    view = table.view
    assert (view.why_not, view.waits_for) == (Refusal("seats-unsettled", {"count": 2}), ("07", "08"))
    assert [(seat.due, seat.settled) for seat in view.seats] == [(1_000, False), (0, False), (None, False)]
    assert view.paid == 1_000
    assert table.do(c.EndRound()) == view.why_not
    table.settles("07")
    table.settles("08")
    assert [seat.settled for seat in table.view.seats] == [True, True, False]
    table.ok(c.EndRound())


@pytest.mark.rule("sicbo:1.8", "sicbo:5.2.1")
def test_that_a_seat_that_is_gone_does_not_hold_up_the_table_and_is_named_until_it_comes_back(table):
    table.comes("07")
    table.bring_to(Phase.CLOSED, bets={"07": {"small": 500}, "09": {"small": 300}})
    table.shows_close("07", "09")
    table.ok(c.StartAct())
    table.goes("07")
    table.pass_ms(4_000)
    assert (table.seat("07").presence, table.seat("07").gone_ms) == (Presence.SILENT, 3_000)
    assert table.seat("09").presence is Presence.ABSENT
    assert ("silent-bets", {"seats": "07"}) in [(a.key, a.values) for a in table.view.alerts]
    for command in (c.EndAct(3), c.EnterResult(DICE), c.EndRound(), c.OpenBets()):
        table.ok(command)
    assert table.view.last_rounds[0].unsettled == ("07", "09")
    assert ("unsettled", {"rounds": "1"}) in [(a.key, a.values) for a in table.view.alerts]
    table.comes("07")
    table.settles("07", number=1)
    assert table.view.last_rounds[0].unsettled == ("09",)


def test_that_a_report_that_differs_from_the_consoles_own_settlement_is_told(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}})
    table.settles("07", paid=999)
    assert [(a.level, a.values) for a in table.view.alerts if a.key == "audit"] == [
        ("fault", {"seat": "07", "round": 1})
    ]


def test_that_records_that_count_for_nothing_are_counted_and_change_nothing(table):
    table.ok(c.OpenBets())
    before = table.view.exposure
    table.put("etg/12/seat/07/slip/1/1", b"\xff garbage")
    table.put("etg/12/round/1/900", b"{}")
    view = table.view
    assert [a.values for a in view.alerts if a.key == "ignored"] == [{"count": 2}]
    assert (view.exposure, view.phase) == (before, Phase.BETTING)


def test_that_the_rounds_log_tells_what_happened_with_its_time(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}})
    table.settles("07")
    assert [line.key for line in table.view.round_log] == [
        "opened",
        "closed",
        "all-closed",
        "act-started",
        "act-ended",
        "result",
        "settled",
    ]
    assert {len(line.at) for line in table.view.round_log} == {8}
    assert table.view.round_log[1].values == {"slips": 1, "cents": 500}
    assert table.view.round_log[5].values == {"facts": "1 2 3", "by": "Mia"}
    assert len(table.again().view.round_log) >= 6, "also after a restart"
    table.ok(c.EndRound())
    table.ok(c.OpenBets())
    assert [line.key for line in table.view.round_log] == ["opened"]


def test_that_the_view_is_built_anew_only_when_something_has_changed(table):
    table.bring_to(Phase.RESULT)
    view = table.view
    assert table.pass_ms(1_000) is view
    table.comes("08", calling=True, locks=("attendant",))
    seat = table.seat("08")
    assert (seat.presence, seat.calling, seat.locks) == (Presence.PRESENT, True, ("attendant",))
    assert table.view is not view


@pytest.mark.rule("sicbo:3.5", "sicbo:5.3.3")
def test_that_a_seat_that_has_sent_bets_is_waited_for_although_its_presence_is_not_seen(table):
    table.bring_to(Phase.CLOSED, bets={"07": {"small": 500}})
    assert table.seat("07").presence is Presence.ABSENT, "its line came back a moment ago"
    assert table.view.waits_for == ("07",)
    assert table.do(c.StartAct()) == Refusal("seats-not-closed", {"count": 1})
    table.pass_ms(3_000)
    table.ok(c.GoOnWithout())
    table.ok(c.StartAct())


def test_that_a_certificate_that_ends_is_an_alert_until_another_is_in_place(table):
    told = ["client.crt expires on 2026-12-24, in 25 days"]
    table.again(health=lambda: LogHealth(certificate=told[0]))
    for _ in range(2):
        table.pass_ms(1_000)
        alerts = [(alert.level, alert.key, alert.values) for alert in table.view.alerts]
        assert (AlertLevel.WARNING, "certificate", {"detail": told[0]}) in alerts
        told[0] = "client.crt expired on 2026-12-24"
    told[0] = ""
    table.pass_ms(1_000)
    assert "certificate" not in [alert.key for alert in table.view.alerts]


def test_that_a_seat_that_calls_for_a_lock_is_an_alert_with_its_reason(table):
    table.bring_to(Phase.BETTING)
    table.comes("07", calling=True, locks=("printer",))
    table.comes("08", calling=True, locks=("door", "acceptor"))
    table.comes("09", calling=True)
    told = [(alert.level, alert.key, alert.values) for alert in table.view.alerts]
    assert (AlertLevel.FAULT, "seat-locked", {"seat": "08", "locks": "door, acceptor"}) in told
    assert (AlertLevel.WARNING, "seat-locked", {"seat": "07", "locks": "printer"}) in told
    assert (AlertLevel.INFO, "attendant", {"seats": "09"}) in told, "who calls without a lock stands apart"
    table.comes("07", calling=False)
    table.comes("08", calling=False, locks=("service",))
    assert not [alert for alert in table.view.alerts if alert.key == "seat-locked"]


def test_that_a_cover_card_on_record_holds_up_no_table_without_a_shoe_of_several_decks(table):
    record = r.DeskRecorded(number=90, what=DeskAct.COVER_CARD, by="Mia", at="2026-01-31T12:00:00Z")
    table.log.append([Put(keys.desk_record(TABLE, 90), r.encode(record))])
    table.pass_ms(100)
    assert table.view.next is Next.OPEN_BETS
    table.ok(c.OpenBets())
