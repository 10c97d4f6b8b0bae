"""Irregularities at the desk: rule 5 of Sic Bo, with the supervisor where one must authorise it."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, LIMITS, NG, OTHER_DICE, Table
from kits.console.stages import Stage, stage_of
from kits.seat.seats import TABLE

WRONG = Authority("Ng", "0000")
DECIDED = [Phase.RESULT, Phase.ENDED]
OPEN = [Phase.BETTING, Phase.CLOSED, Stage.ACTING, Stage.ACTED]
BEFORE_THE_DICE, DICE_MAY_LIE = OPEN[:2], OPEN[2:]  # at a table whose dice are tumbled by hand


def desk_records(table):
    """What was done or found at the desk, in order, as the log has it."""
    found = [r.decode(entry.value) for entry in table.log.read([keys.manager_records(TABLE)], 0, 1_000)]
    return [record for record in found if isinstance(record, r.DeskRecorded)]


# --- void ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.3", "sicbo:5.9", "sicbo:1.10")
@pytest.mark.parametrize("phase", BEFORE_THE_DICE)
def test_that_a_round_without_a_result_is_void_for_a_reason_and_every_stake_returns(table, phase):
    table.bring_to(phase, bets={"07": {"small": 500}, "08": {"big": 300}})
    table.ok(c.Void("die not flat"))
    view = table.view
    assert (view.phase, view.next) == (Phase.VOID, Next.OPEN_BETS)
    assert [seat.due for seat in view.seats] == [500, 300, None]
    assert table.written()[-1] == r.RoundVoided(round=1, reason="die not flat", by="Mia")


@pytest.mark.rule("sicbo:5.4")
@pytest.mark.parametrize("phase", [*DICE_MAY_LIE, *DECIDED])
def test_that_once_the_dice_may_have_rested_a_supervisor_must_authorise_a_void(table, phase):
    table.bring_to(phase, bets={"07": {"small": 500}})
    assert table.view.void_needs_supervisor
    before = table.written()
    ways = [c.Void("damaged dice"), c.DamagedEquipment((1,))]
    ways += [c.Interrupted(decided=False)] if phase in DICE_MAY_LIE else []
    for way in ways:
        assert table.do(way) == Refusal("needs-supervisor")
    assert table.do(c.Void("damaged dice", WRONG)) == Refusal("wrong-pin")
    assert table.written() == before
    table.ok(c.Void("damaged dice", NG))
    assert table.written()[-1].authorised_by == "Ng"
    assert table.seat("07").due == 500


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "\u202e", "paid\n$5"])
def test_that_a_void_needs_a_reason_that_can_be_recorded(table, reason):
    table.bring_to(Phase.BETTING)
    assert table.do(c.Void(reason)) == Refusal("no-reason")


def test_that_a_void_round_is_not_voided_again(table):
    assert table.do(c.Void("die not flat")) == Refusal("phase"), "no round yet"
    table.bring_to(Phase.BETTING)
    table.ok(c.Void("die not flat"))
    assert table.do(c.Void("die not flat", NG)) == Refusal("already-void", {"number": 1})


# --- technical interruption ---------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.1", "sicbo:5.1.2")
@pytest.mark.parametrize("phase", OPEN)
def test_that_an_interruption_before_any_outcome_voids_the_round(table, phase):
    table.bring_to(phase, bets={"07": {"small": 500}})
    table.ok(c.Interrupted(decided=False, authority=NG if phase in DICE_MAY_LIE else None))
    assert (table.view.phase, table.view.void_reason) == (Phase.VOID, "technical interruption")
    assert table.seat("07").due == 500


@pytest.mark.rule("sicbo:5.1", "sicbo:5.1.1")
@pytest.mark.parametrize("phase", [Phase.CLOSED, Stage.ACTING, Stage.ACTED])
def test_that_an_interruption_after_an_outcome_goes_on_to_the_result(table, phase):
    table.bring_to(phase, bets={"07": {"small": 500}})
    table.again()
    table.ok(c.Interrupted(decided=True))
    if phase is Phase.CLOSED:
        table.shows_close("07")
    if phase != Stage.ACTED:
        assert table.view.next is Next.END_ACT
        table.ok(c.EndAct(3))
    table.ok(c.EnterResult(DICE))
    table.settles("07")
    table.ok(c.EndRound())
    assert (table.view.phase, table.seat("07").due) == (Phase.ENDED, 1_000)


@pytest.mark.rule("sicbo:5.1.1", "sicbo:3.5", "sicbo:5.3.3")
def test_that_an_outcome_that_was_established_does_not_skip_the_wait_for_no_more_bets(table):
    table.comes("07", "08")
    table.bring_to(Phase.CLOSED, bets={"07": {"small": 500}})
    table.ok(c.Interrupted(decided=True))
    view = table.pass_ms(5_000)
    assert (view.phase, view.why_not) == (Phase.CLOSED, Refusal("seats-not-closed", {"count": 2}))
    table.shows_close("07")
    assert table.view.waits_for == ("08",)
    table.ok(c.GoOnWithout())
    assert stage_of(table.view) is Stage.ACTING, "dice that have fallen are not thrown again"


@pytest.mark.rule("sicbo:5.1.1")
@pytest.mark.parametrize("phase", DICE_MAY_LIE)
def test_that_an_outcome_that_was_established_is_on_record_with_the_dealers_name(table, phase):
    table.bring_to(phase)
    table.ok(c.Interrupted(decided=True))
    record = desk_records(table)[-1]
    assert (record.what, record.by, record.round) == ("interrupted", "Mia", 1)
    assert ("interrupted", {"by": "Mia"}) in [(line.key, line.values) for line in table.view.round_log]


@pytest.mark.rule("sicbo:5.1.1", "sicbo:5.3.3")
def test_that_the_answer_outlives_another_start_while_seats_are_waited_for(table):
    table.comes("07")
    table.bring_to(Phase.CLOSED)
    table.ok(c.Interrupted(decided=True))
    table.again()
    assert table.view.next is Next.START_ACT, "it is not asked again"
    table.shows_close("07")
    assert stage_of(table.view) is Stage.ACTING


def test_that_nobody_answers_for_an_outcome_without_a_name(tmp_path):
    table = Table(tmp_path)
    table.start("")
    try:
        table.put(
            keys.round_event(TABLE, 1, 1),
            r.RoundOpened(round=1, game="sicbo", limits=LIMITS, closes_in_ms=1_000, at="now"),
        )
        table.put(keys.round_event(TABLE, 1, 2), r.BetsClosed(round=1))
        table.again()
        assert table.do(c.Interrupted(decided=True)) == Refusal("no-dealer")
    finally:
        table.close()


@pytest.mark.rule("sicbo:5.1.1", "sicbo:5.1.2")
def test_that_with_open_bets_nothing_can_be_decided_and_with_a_result_everything_is(table):
    table.bring_to(Phase.BETTING)
    assert table.do(c.Interrupted(decided=True)) == Refusal("phase")
    table.ok(c.Interrupted(decided=False))
    table.bring_to(Phase.RESULT)
    for decided in (True, False):
        assert table.do(c.Interrupted(decided)) == Refusal("decided-already")
    assert table.view.decided_already


@pytest.mark.rule("sicbo:5.1", "sicbo:5.1.2")
@pytest.mark.parametrize("phase", [Phase.CLOSED, Stage.ACTING, Stage.ACTED])
def test_that_a_console_that_finds_a_round_past_the_close_asks_first(table, phase):
    table.bring_to(phase)
    table.again()
    assert table.view.next is Next.ANSWER_INTERRUPTION
    before = table.written()
    for command in (c.StartAct(), c.EndAct(3), c.EnterResult(DICE), c.EndRound(), c.OpenBets()):
        assert table.do(command) == Refusal("interruption")
    assert table.written() == before
    table.ok(c.Interrupted(decided=False, authority=NG))
    assert table.view.next is Next.OPEN_BETS


def test_that_a_round_that_still_takes_bets_goes_on_with_what_is_left_of_its_time_when_the_dealer_says_so(
    table,
):
    table.bring_to(Phase.BETTING)
    table.now_ms += 10_000
    table.again()
    assert (table.view.next, table.view.left_ms) == (Next.ANSWER_BETTING, 26_000)
    for command in (c.HurryUp(), c.OpenBets(), c.StartAct()):
        assert table.do(command) == Refusal("betting-asked")
    table.ok(c.ResumeBetting())
    assert (table.view.next, table.view.left_ms) == (Next.HURRY_UP, 26_000)
    record = desk_records(table)[-1]
    assert (record.what, record.by, record.round) == ("betting-resumed", "Mia", 1)
    assert table.do(c.ResumeBetting()) == Refusal("phase")
    table.now_ms += 3_600_000
    table.again()
    table.ok(c.ResumeBetting())
    assert (table.view.next, table.view.left_ms) == (Next.CLOSE_BETS, 0)
    table.now_ms -= 7_200_000  # the clock was set back
    table.again()
    assert table.view.left_ms == 36_000, "never more than the betting time"


@pytest.mark.rule("sicbo:5.1.1", "sicbo:1.8")
@pytest.mark.parametrize("phase", DECIDED)
def test_that_a_round_with_a_result_needs_no_question(table, phase):
    table.bring_to(phase)
    table.again()
    assert table.view.next is (Next.END_ROUND if phase is Phase.RESULT else Next.OPEN_BETS)


# --- damaged dice -------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.4", "sicbo:5.9")
def test_that_damaged_dice_void_this_round_and_with_a_supervisor_the_named_ones_before(table):
    for _ in range(3):
        table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    table.bring_to(Phase.CLOSED, bets={"07": {"small": 700}})
    command = c.DamagedEquipment((1, 3))
    assert table.do(command) == Refusal("needs-supervisor")
    table.ok(c.DamagedEquipment((1, 3, 4), NG))
    assert [line.void_reason for line in table.view.last_rounds] == [
        "damaged dice",
        "damaged dice",
        "",
        "damaged dice",
    ]
    assert table.view.last_rounds[1].unsettled == ("07",), "its seat must settle anew"
    assert table.desk._core.book.due(1, "07") == 500
    table.settles("07", number=1)
    assert table.view.last_rounds[3].unsettled == ()


@pytest.mark.rule("sicbo:5.4")
@pytest.mark.parametrize("phase", [*OPEN, *DECIDED])
def test_that_only_the_named_rounds_are_void_and_the_one_that_is_played_goes_on(table, phase):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    table.bring_to(Phase.ENDED)
    before = table.bring_to(phase, bets={"08": {"big": 300}})
    assert table.do(c.DamagedEquipment((1,))) == Refusal("needs-supervisor")
    table.ok(c.DamagedEquipment((1,), NG))
    assert [(e.round, e.authorised_by) for e in table.written() if isinstance(e, r.RoundVoided)] == [
        (1, "Ng")
    ]
    view = table.view
    assert (view.round, stage_of(view), view.facts, view.next) == (3, phase, before.facts, before.next)
    assert [e.key.rpartition("/")[2] for e in table.log.read([f"{keys.rounds(TABLE)}1/"], 0, 100)] == list(
        "1234567"
    )


def test_that_damaged_dice_before_the_dice_lie_need_no_supervisor(table):
    table.bring_to(Phase.CLOSED)
    assert table.do(c.DamagedEquipment(())) == Refusal("no-rounds")
    table.ok(c.DamagedEquipment((1,)))
    assert table.view.void_reason == "damaged dice"
    assert table.do(c.DamagedEquipment((1,))) == Refusal("already-void", {"number": 1})


@pytest.mark.rule("sicbo:5.4")
@pytest.mark.parametrize("phase", [Phase.RESULT, Phase.ENDED])
def test_that_damaged_dice_after_the_result_need_a_supervisor(table, phase):
    table.bring_to(phase)
    assert table.do(c.DamagedEquipment((1,))) == Refusal("needs-supervisor")
    table.ok(c.DamagedEquipment((1,), NG))
    assert table.view.phase is Phase.VOID


@pytest.mark.rule("sicbo:5.4")
def test_that_every_round_that_can_be_decided_anew_is_shown_and_can_be_named(table):
    for _ in range(30):
        table.bring_to(Phase.ENDED)
    assert [line.number for line in table.view.last_rounds] == list(range(30, 0, -1))
    table.ok(c.DamagedEquipment((1, 15, 29), NG))
    assert [line.number for line in table.view.last_rounds if line.void_reason] == [29, 15, 1]


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_that_an_earlier_round_must_be_known(table, number):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.BETTING)
    before = table.written()
    assert table.do(c.DamagedEquipment((1, number), NG)) == Refusal("unknown-round", {"number": number})
    assert table.written() == before, "all or nothing"


def test_that_an_earlier_void_round_is_not_voided_again(table):
    table.bring_to(Phase.BETTING)
    table.ok(c.Void("die not flat"))
    table.bring_to(Phase.BETTING)
    assert table.do(c.DamagedEquipment((1,), NG)) == Refusal("already-void", {"number": 1})


# --- a wrong result -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.5")
@pytest.mark.parametrize("phase", DECIDED)
def test_that_a_wrong_result_is_corrected_with_a_supervisor_and_settled_by_the_dice(table, phase):
    table.bring_to(phase, bets={"07": {"small": 500}, "08": {"big": 400}})
    assert table.view.correctable
    assert table.do(c.CorrectResult(OTHER_DICE, WRONG)) == Refusal("wrong-pin")
    table.ok(c.CorrectResult(OTHER_DICE, NG))
    view = table.view
    assert (view.phase, view.facts, view.corrected) == (Phase.RESULT, OTHER_DICE, True)
    assert [seat.due for seat in view.seats] == [0, 800, None]
    assert [seat.settled for seat in view.seats] == [False, False, False], "all settle anew"
    assert table.written()[-1] == r.ResultCorrected(
        round=1, facts=OTHER_DICE, by="Mia", authorised_by="Ng", reason=c.WRONG_RESULT
    )
    table.settles("07")
    table.settles("08")
    table.ok(c.EndRound())
    assert table.view.last_rounds[0].corrected


@pytest.mark.rule("sicbo:5.5")
def test_that_a_correction_that_changes_nothing_or_is_no_result_is_refused(table):
    table.bring_to(Phase.RESULT)
    before = table.written()
    assert table.do(c.CorrectResult(DICE, NG)) == Refusal("nothing-changes")
    assert table.do(c.CorrectResult((Fact("dice", (1, 2, 7)),), NG)).key == "not-a-result"
    assert table.written() == before


@pytest.mark.rule("sicbo:5.5", "sicbo:5.6")
@pytest.mark.parametrize("phase", [*OPEN, *DECIDED])
def test_that_a_wrong_result_found_later_is_settled_by_the_dice_and_no_later_round_changes(table, phase):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}, "08": {"big": 400}})
    before = table.bring_to(phase, bets={"07": {"small": 700}})
    command = c.CorrectResult(OTHER_DICE, NG, 1, "the dice were misread")
    assert table.do(c.CorrectResult(OTHER_DICE, WRONG, 1)) == Refusal("wrong-pin")
    assert table.do(c.CorrectResult(OTHER_DICE, NG, 1, " ")) == Refusal("no-reason")
    table.ok(command)
    assert table.written(1)[-1] == r.ResultCorrected(
        round=1, facts=OTHER_DICE, by="Mia", authorised_by="Ng", reason="the dice were misread"
    )
    view = table.view
    assert (view.round, stage_of(view), view.facts, view.next, view.exposure) == (
        2,
        phase,
        before.facts,
        before.next,
        before.exposure,
    )
    line = view.last_rounds[-1]
    assert (line.number, line.facts, line.corrected, line.unsettled) == (1, OTHER_DICE, True, ("07", "08"))
    book = table.desk._core.book
    assert (book.due(1, "07"), book.due(1, "08")) == (0, 800)
    assert book.payable(1, "08") == 800, "a seat that is gone is paid the difference by hand"
    assert table.do(command) == Refusal("nothing-changes")
    assert ("corrected-earlier", {"round": 1, "facts": "6 6 5", "by": "Ng"}) in [
        (found.key, found.values) for found in view.round_log
    ]
    table.again()
    assert table.view.last_rounds[-1].facts == OTHER_DICE


@pytest.mark.rule("sicbo:5.5")
@pytest.mark.parametrize("later", [0, 1, 2])
@pytest.mark.parametrize("phase", [Stage.ACTED, Phase.RESULT, Phase.ENDED])
def test_that_a_void_by_mistake_gets_the_result_of_its_dice_with_a_supervisor(table, phase, later):
    table.bring_to(phase, bets={"07": {"small": 500}})
    table.ok(c.Void("die not flat", NG))
    for _ in range(later):
        table.bring_to(Phase.ENDED)
    assert table.do(c.CorrectResult(DICE, WRONG, 1, c.WRONG_VOID)) == Refusal("wrong-pin")
    assert "CorrectResult" in table.view.may
    table.ok(c.CorrectResult(DICE, NG, 1, c.WRONG_VOID))
    line = table.view.last_rounds[-1]
    assert (line.facts, line.void_reason, line.unsettled) == (DICE, "", ("07",))
    assert table.desk._core.book.due(1, "07") == 1_000
    table.settles("07", number=1)
    if not later:
        assert table.view.next is Next.END_ROUND
        table.ok(c.EndRound())
    table.ok(c.OpenBets())


@pytest.mark.rule("sicbo:3.6", "sicbo:1.10")
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.CLOSED, Stage.ACTING])
def test_that_a_void_before_a_valid_tumble_gets_no_result(table, phase, later):
    table.bring_to(Phase.ENDED)
    table.bring_to(phase)
    table.ok(c.Void("technical interruption", NG))
    if later:
        table.bring_to(Phase.BETTING)
    before = table.written()
    assert table.do(c.CorrectResult(DICE, NG, 2)) == Refusal("no-facts", {"number": 2})
    assert table.written() == before
    assert [line.takes_result for line in table.view.last_rounds][-2:] == [False, True]


@pytest.mark.parametrize("number", [3, 99, -1])
def test_that_a_correction_names_a_round_that_was_decided(table, number):
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.ENDED)
    table.bring_to(Phase.CLOSED)
    expected = Refusal("phase") if number == 3 else Refusal("unknown-round", {"number": number})
    assert table.do(c.CorrectResult(OTHER_DICE, NG, number)) == expected


# --- the manager --------------------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:5.10")
def test_that_a_managers_decision_is_recorded_with_reason_and_name(table):
    assert table.do(c.RecordDecision("call the engineer", "odd noise", Authority(""))) == Refusal(
        "needs-manager"
    )
    table.ok(c.RecordDecision("call the engineer", "odd noise", NG))
    table.ok(c.RecordDecision("go on", "all is well", NG))
    assert [(d.number, d.decision, d.reason, d.authorised_by) for d in table.view.decisions] == [
        (2, "go on", "all is well", "Ng"),
        (1, "call the engineer", "odd noise", "Ng"),
    ]
    assert table.log.last(keys.manager_record(TABLE, 2)) is not None
    table.again()
    table.ok(c.RecordDecision("go on", "still", NG))
    assert table.view.decisions[0].number == 3


@pytest.mark.rule("sicbo:5.10", "sicbo:5.4")
def test_that_a_decision_closes_the_open_item_that_it_names_and_no_other(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}, "08": {"small": 300}})
    table.ok(c.Void("damaged dice", NG))
    for seat in ("07", "08"):
        item = r.OpenItem(seat=seat, round=1, decision=2, cents=400)
        table.put(keys.report(TABLE, item), item)
    assert [(a.key, a.values) for a in table.view.alerts if a.key == "open-items"] == [
        ("open-items", {"count": 2})
    ]
    close = c.RecordDecision("waive it", "small", NG, round=1, seat="07", closes=1)
    assert table.do(close) == Refusal("unknown-item")
    table.ok(c.RecordDecision("waive it", "small", NG, round=1, seat="07", closes=2))
    assert [(item.seat, item.cents) for item in table.view.open_items] == [("08", 400)]
    assert (table.seat("07").open_items, table.seat("08").open_items) == (0, 1)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"decision": ""}, "no-reason"),
        ({"reason": "x" * 501}, "no-reason"),
        ({"decision": "pay \u202e00.5$"}, "no-reason"),
        ({"seat": "99"}, "unknown-seat"),
        ({"round": 7}, "unknown-round"),
    ],
)
def test_that_a_decision_about_nothing_is_refused(table, changes, why):
    fields = {"decision": "go on", "reason": "why not", "authority": NG} | changes
    assert table.do(c.RecordDecision(**fields)).key == why
    assert table.log.last(keys.manager_record(TABLE, 1)) is None


# --- paid by hand -------------------------------------------------------------------------------------------------


def pay(table, seat="07", number=1, authority=NG):
    return table.do(c.PayByHand(seat, number, authority))


@pytest.mark.rule("sicbo:5.2.1")
@pytest.mark.parametrize("later", [0, 1, 3])
def test_that_the_player_of_a_dead_seat_is_paid_by_hand_once_also_rounds_later(table, later):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    for _ in range(later):
        table.bring_to(Phase.ENDED)
    seat = table.seat("07")
    assert (seat.payable, seat.payable_round or table.view.round) == (1_000, 1)
    assert pay(table, authority=WRONG) == Refusal("wrong-pin")
    assert pay(table) is None
    paid = r.PaidByHand(round=1, seat="07", decision=1, cents=1_000, by="Mia", authorised_by="Ng")
    assert [e for e in table.written(1) if isinstance(e, r.PaidByHand)] == [paid]
    assert table.log.last(keys.private(TABLE, "07")).key == keys.paid_mark(TABLE, "07", 1, 1)
    assert (table.seat("07").payable, table.view.last_rounds[-1].unsettled) == (0, ())
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"})
    refused = table.settles("07", number=1, decision=1)
    assert refused.because == "barred", "the seat books what was paid; it does not pay once more"


def test_that_a_seat_that_has_settled_meanwhile_is_not_paid_by_hand_as_well(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    table.view  # noqa: B018 - all that came so far is read
    append = table.link.append

    def settles_first(puts, **ways):
        table.link.append = append
        table.settles("07", number=1)
        return append(puts, **ways)

    table.link.append = settles_first
    assert pay(table) == Refusal("settled-meanwhile", {"seat": "07"})
    assert "PaidByHand" not in table.names()
    assert table.view.next is Next.OPEN_BETS, "the table goes on"


def test_that_nothing_is_paid_by_hand_that_is_not_owed(table):
    table.comes("08")
    table.bring_to(Phase.CLOSED, bets={"07": {"big": 500}, "08": {"small": 300}})
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"}), "not decided yet"
    table.shows_close("07", "08")
    for command in (c.StartAct(), c.EndAct(3), c.EnterResult(DICE)):
        table.ok(command)
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"}), "it has lost"
    assert pay(table, "09") == Refusal("nothing-to-pay", {"seat": "09"}), "it has not bet"
    assert pay(table, "08") == Refusal("seat-present", {"seat": "08"})
    assert pay(table, "99") == Refusal("unknown-seat", {"seat": "99"})
    assert pay(table, number=7) == Refusal("unknown-round", {"number": 7})
    assert "PaidByHand" not in table.names()


@pytest.mark.rule("sicbo:5.5")
def test_that_who_pays_by_hand_is_told_what_the_seat_has_still_to_take_back_of_other_rounds(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    table.bring_to(Phase.ENDED, bets={"07": {"small": 300}}, settle=False)
    assert (table.seat("07").payable, table.seat("07").takes_back) == (600, 0)
    table.ok(c.CorrectResult(OTHER_DICE, NG, 1, reason="misread"))
    seat = table.seat("07")
    assert (seat.payable, seat.payable_round) == (600, 2)
    assert (seat.takes_back, seat.takes_back_rounds) == (1_000, (1,))
    assert pay(table, number=2) is None
    assert (table.seat("07").payable, table.desk._core.book.takes_back(1, "07")) == (0, 1_000)


@pytest.mark.rule("sicbo:5.5", "sicbo:5.9")
def test_that_a_changed_decision_is_paid_by_hand_without_what_was_paid_before(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500, "big": 300}}, settle=False)
    assert pay(table) is None
    table.ok(c.CorrectResult((Fact("dice", (1, 1, 1)),), NG))
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"}), "a triple: both have lost"
    table.ok(c.Void("damaged dice", NG))
    assert pay(table) == Refusal("nothing-to-pay", {"seat": "07"}), "had 1000, the void gives 800"
