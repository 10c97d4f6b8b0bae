"""Rounds past the reach of the seats: decided for the manager, out of the archive, never by a guess."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE, TAN, last_of_managers
from kits.console.stages import Stage
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("sicbo:5.4", "sicbo:5.5")


def go_on(table, rounds=101):
    """So many rounds without a bet."""
    for _ in range(rounds):
        table.bring_to(Phase.ENDED)


@pytest.fixture
def aged(table):
    """A table whose first round is past the seats' reach: small has won at 07, big has lost at 08."""
    table.bring_to(
        Phase.ENDED, bets={"07": {"small": 500}, "08": {"big": 300}, "09": {"small": 100, "big": 100}}
    )
    go_on(table)
    assert not table.desk._core.table.knows(1)
    return table


def items(table):
    return [(item.seat, item.round, item.decision, item.cents) for item in table.view.open_items]


def test_that_a_void_of_an_old_round_is_an_open_item_for_each_player_whom_it_changes(aged):
    before = aged.written()
    assert aged.do(c.DamagedEquipment((1,))) == Refusal("needs-supervisor")
    aged.ok(c.DamagedEquipment((1,), TAN))
    assert aged.written() == before, "no seat is told of what it cannot book"
    assert items(aged) == [("07", 1, 2, 500), ("08", 1, 2, -300)], "nothing changes for 09"
    ruled = r.decode(last_of_managers(aged.log).value)
    assert (ruled.authorised_by, ruled.facts, ruled.reason) == ("Tan", (), "damaged dice")
    assert aged.do(c.DamagedEquipment((1,), TAN)) == Refusal("already-void", {"number": 1})


def test_that_an_old_round_is_settled_by_its_dice_and_can_be_decided_again(aged):
    assert aged.do(c.CorrectResult(OTHER_DICE, Authority("Tan", "0"), 1)) == Refusal("wrong-pin")
    assert aged.do(c.CorrectResult(DICE, TAN, 1)) == Refusal("nothing-changes")
    aged.ok(c.CorrectResult(OTHER_DICE, TAN, 1))
    assert items(aged) == [("07", 1, 2, 1_000), ("08", 1, 2, -600)]
    aged.ok(c.DamagedEquipment((1,), TAN))
    assert items(aged)[2:] == [("07", 1, 3, -500), ("08", 1, 3, 300)], "against what was decided last"
    assert sum(cents for seat, _, _, cents in items(aged) if seat == "07") == 500


def test_that_old_and_newer_rounds_are_void_by_one_word_of_the_supervisor(aged):
    aged.ok(c.DamagedEquipment((1, 50), TAN))
    assert aged.desk._core.table.is_void(50)
    assert len(items(aged)) == 2
    assert aged.desk._core.notebook.notes.voids is None


def test_that_the_items_survive_a_restart_and_are_closed_by_a_manager_with_an_amount(aged):
    aged.ok(c.DamagedEquipment((1,), TAN))
    aged.again()
    assert items(aged) == [("07", 1, 2, 500), ("08", 1, 2, -300)]
    aged.ok(c.RecordDecision("pay the stake", "damaged dice", NG, 1, "08", 300, closes=2))
    assert items(aged) == [("07", 1, 2, 500)]
    order = aged.written(aged.view.round)[-1]
    assert (type(order), order.seat, order.cents, order.about) == (r.AmountOrdered, "08", 300, 1)


@pytest.mark.parametrize("tumbled", [False, True])
def test_that_an_old_void_gets_a_result_only_where_its_dice_have_shown_one(table, tumbled):
    table.bring_to(Stage.ACTED if tumbled else Phase.CLOSED, bets={"07": {"small": 500}})
    table.ok(c.Void("die not flat", NG))
    table.settles("07")
    go_on(table)
    refusal = table.do(c.CorrectResult(DICE, TAN, 1, c.WRONG_VOID))
    assert refusal == (None if tumbled else Refusal("no-facts", {"number": 1}))
    assert items(table) == ([("07", 1, 2, -500)] if tumbled else [])


def test_that_a_round_that_waits_for_its_seat_is_not_decided_past_it(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}}, settle=False)
    go_on(table)
    assert table.do(c.DamagedEquipment((1,), TAN)) == Refusal("unknown-round", {"number": 1})
    assert items(table) == []


def test_that_a_round_of_which_a_bet_is_missing_in_the_archive_is_not_guessed(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    report = r.Settled(seat="09", round=1, staked=500, paid=0, decision=1)  # its slip is not to be found
    table.put(keys.report(TABLE, report), report)
    go_on(table)
    for command in (c.DamagedEquipment((1,), TAN), c.CorrectResult(OTHER_DICE, TAN, 1)):
        assert table.do(command) == Refusal("unknown-round", {"number": 1})
    assert items(table) == []


def test_that_a_record_about_a_round_within_the_seats_reach_counts_for_nothing(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    record = r.OldRoundRuled(
        number=1,
        round=1,
        decision=2,
        facts=(),
        reason="x",
        by="Mia",
        authorised_by="Ng",
        at="now",
        items={"07": 5},
    )
    table.put(keys.manager_record(TABLE, 1), record)
    assert items(table) == []
