"""Who did what at the desk stands in the table log: hand-overs, authorisations, wrong PINs, opening and closing."""

import pytest

from desk_kit import DICE, NG, PIN, TABLE, Table, signs_on
from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.view import Next
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase

WRONG = Authority("Ng", "999999")


def deeds(table, *kinds):
    """What stands in the log about the desk: kind, by whom, about whom."""
    table.desk.poll()
    found = [r.decode(entry.value) for entry in table.log.read([keys.desk_records(TABLE)], 0, 1_000)]
    return [(one.what, one.by, one.who) for one in found if not kinds or one.what in kinds]


@pytest.fixture
def closed(tmp_path):
    made = Table(tmp_path)
    made.start("")
    yield made
    made.close()


def test_that_a_hand_over_in_a_round_leaves_the_round_and_parts_the_names(table):
    table.bring_to(Phase.CLOSED)
    table.ok(signs_on("Ada"))
    assert (table.view.phase, table.view.dealer) == (Phase.CLOSED, "Ada")
    table.ok(c.StartTumble())
    table.ok(c.EndTumble(3))
    table.ok(c.EnterResult(DICE))
    assert [(type(one).__name__, one.by) for one in table.written()] == [
        ("RoundOpened", "Mia"),
        ("BetsClosed", "Mia"),
        ("TumbleStarted", "Ada"),
        ("TumbleEnded", "Ada"),
        ("ResultEntered", "Ada"),
    ]
    assert deeds(table, "signed-on", "signed-off") == [
        ("signed-on", "Mia", "Mia"),
        ("signed-off", "Mia", "Mia"),
        ("signed-on", "Ada", "Ada"),
    ]


def test_that_after_signing_off_nothing_is_dealt_until_somebody_signs_on(table):
    table.bring_to(Phase.BETTING)
    table.ok(c.SignOff())
    assert table.do(c.CloseBets()) == Refusal("no-dealer") == table.view.why_not
    assert table.do(c.SignOff()) == Refusal("no-dealer")
    assert table.do(signs_on("Ada"), c.CloseBets()) is None


def test_that_a_dealer_who_is_retired_while_dealing_deals_no_more(table):
    table.bring_to(Phase.BETTING)
    table.ok(c.ChangeStaff(c.StaffChange.RETIRE, "Mia", NG))
    assert table.view.dealer == ""
    assert table.do(c.CloseBets()) == Refusal("no-dealer")


def test_that_no_round_opens_at_a_closed_table_and_a_supervisor_opens_it(closed):
    assert closed.do(signs_on("Mia"), c.OpenBets()) == Refusal("table-closed")
    assert closed.view.next is Next.OPEN_TABLE
    assert closed.do(c.OpenTable(Authority("Mia", PIN))) == Refusal("needs-supervisor")
    assert closed.do(c.OpenTable(NG), c.OpenBets()) is None
    assert closed.do(c.OpenTable(NG)) == Refusal("table-open")
    assert closed.view.opened_by == "Ng"
    assert deeds(closed, "table-opened") == [("table-opened", "Ng", "")]


def test_that_the_table_closes_between_rounds_alone_and_stays_so_over_a_restart(table):
    table.bring_to(Phase.BETTING)
    assert table.do(c.CloseTable(NG)) == Refusal("phase")
    table.ok(c.Void("the table was pushed"))
    table.ok(c.CloseTable(NG))
    table.again()
    assert table.view.next is Next.OPEN_TABLE
    assert table.do(c.OpenBets()) == Refusal("table-closed")


def test_that_the_opening_is_known_after_more_deeds_than_a_start_reads(table):
    for _ in range(210):
        table.ok(signs_on("Mia"))
    table.bring_to(Phase.ENDED)
    table.desk.poll()
    table.again()
    assert table.view.opened_by == "Ng"


def test_that_a_wrong_pin_stands_in_the_log_with_the_name_that_was_tried(table):
    table.do(c.TakeOver(WRONG), c.CloseTable(WRONG))
    assert table.do(c.CloseTable(WRONG)) == Refusal("wrong-pin")
    assert deeds(table, "staff-refused") == [("staff-refused", "console-1", "Ng")]
    table.again()
    assert deeds(table, "staff-refused") == [("staff-refused", "console-1", "Ng")], "once"


def test_that_what_is_done_while_the_log_is_silent_is_written_when_it_answers(table):
    table.link.silent = "before"
    assert table.do(signs_on("Ada")) is None
    assert table.do(c.SignOn(WRONG)) == Refusal("wrong-pin")
    assert deeds(table, "staff-refused") == []
    table.link.silent = ""
    table.pass_ms(2_000)
    assert deeds(table, "staff-refused", "signed-off") == [
        ("signed-off", "Mia", "Mia"),
        ("staff-refused", "console-1", "Ng"),
    ]
    assert table.keeper.notes.waiting == ()


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_console_killed_while_it_writes_a_deed_writes_it_once(table, when):
    table.link.silent = when
    table.do(signs_on("Ada"))
    table.again()
    table.pass_ms(2_000)
    assert deeds(table, "signed-on") == [("signed-on", "Mia", "Mia"), ("signed-on", "Ada", "Ada")]


def test_that_who_stood_for_a_command_is_named_with_it(table):
    table.bring_to(Phase.RESULT)
    table.ok(c.Void("damaged dice", NG))
    table.desk.poll()
    found = [r.decode(entry.value) for entry in table.log.read([keys.desk_records(TABLE)], 0, 1_000)]
    last = found[-1]
    assert (last.what, last.by, last.reason, last.round) == ("authorised", "Ng", "Void (manager)", 1)
