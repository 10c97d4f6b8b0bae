"""Who did what at the desk stands in the table log: hand-overs, authorisations, wrong PINs, opening and closing."""

import shutil
from contextlib import closing

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.view import Next
from kiosk.seat.roles import ActKind, StaffAct
from kiosk.store.staff import Refused
from kiosk.store.staff_acts import StaffActs
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, PIN, TABLE, TAN, Table, open_staff_of, signs_on

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
    table.ok(c.StartAct())
    table.ok(c.EndAct(3))
    table.ok(c.EnterResult(DICE))
    assert [(type(one).__name__, one.by) for one in table.written()] == [
        ("RoundOpened", "Mia"),
        ("BetsClosed", "Mia"),
        ("ActStarted", "Ada"),
        ("ActEnded", "Ada"),
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
    table.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Mia", NG))
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


# --- commands beside the console, and what comes at bad moments ------------------------------------------------------


def beside(table):
    """What `kiosk staff --console` leaves for the console."""
    return StaffActs(table.folder / "staff-acts.jsonl")


def test_that_what_a_command_did_to_the_list_follows_into_the_log_once(tmp_path):
    table = Table(tmp_path)
    try:
        beside(table).tell([StaffAct(ActKind.MADE, "陳小明", "Ng", {"role": "dealer"})])
        table.start(acts=beside(table))
        assert deeds(table, "staff-made") == [("staff-made", "Ng", "陳小明")]
        assert not beside(table).waits()
        beside(table).tell([StaffAct(ActKind.DEACTIVATED, "陳小明", "Ng")])
        table.pass_ms(2_000)
        table.again(acts=beside(table))
        assert deeds(table, "staff-made", "staff-deactivated") == [
            ("staff-made", "Ng", "陳小明"),
            ("staff-deactivated", "Ng", "陳小明"),
        ]
    finally:
        table.close()


def test_that_a_command_retires_who_deals_at_once(table):
    with closing(open_staff_of(table.folder)) as other:
        ng = other.log_in("Ng", PIN, None, table.desk._core.config.now_utc())
        other.deactivate(ng, "Mia")
    table.pass_ms(2_000)
    assert table.view.dealer == ""
    assert table.do(c.OpenBets()) == Refusal("no-dealer")


def test_that_a_restart_leaves_the_dealer_signed_on_and_every_wrong_try_counted(table):
    table.bring_to(Phase.BETTING)
    for _ in range(2):
        table.do(c.SignOn(Authority("Ada", "111222")))
        table.again()
    assert table.view.dealer == "Mia"
    assert table.do(c.SignOn(Authority("Ada", "111222"))) == Refusal("locked-out", {"seconds": 30})
    table.again()
    assert table.do(signs_on("Ada")).key == "locked-out"
    assert table.view.dealer == "Mia", "who is on stays on"
    assert deeds(table, "staff-locked-out") == [("staff-locked-out", "console-1", "Ada")]


def test_that_names_tried_by_the_dozen_lock_the_console_for_all(table):
    found = [table.do(c.SignOn(Authority(f"Nobody {n}", "111222"))) for n in range(10)]
    assert found[-1].key == "locked-out"
    table.again()
    assert table.do(signs_on("Ada")).key == "locked-out"


def test_that_a_clock_set_back_ends_no_lock_out(table):
    for _ in range(3):
        table.do(c.SignOn(Authority("Ada", "111222")))
    table.now_ms -= 3_600_000
    assert table.do(signs_on("Ada")).key == "locked-out"


def test_that_a_list_put_back_older_stops_signing_and_not_the_round(table):
    kept = table.folder / "kept"
    table.staff.close()
    kept.mkdir()
    for path in table.folder.glob("staff.*"):
        shutil.copy(path, kept)
    table.again()
    table.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Ada", NG))
    table.bring_to(Phase.BETTING)
    table.staff.close()
    for path in table.folder.glob("staff.*"):
        path.unlink()
    for path in kept.iterdir():
        shutil.copy(path, table.folder)
    table.again()
    assert table.do(signs_on("Ada")).key == "staff", "who was retired is not let in"
    assert table.do(c.CloseBets()) is None, "the round goes on"
    assert table.do(c.Void("odd noise")) is None, "as long as the dealer may do it alone"
    assert table.do(c.CloseTable(NG)).key == "staff"
    assert [alert.key for alert in table.view.alerts if alert.key == "staff"] == ["staff"]
    assert table.view.dealer == "Mia"
    assert not isinstance(table.staff.accept_older("Ng", PIN, table.desk._core.config.now_utc()), Refused)
    table.pass_ms(2_000)
    assert "staff" not in [alert.key for alert in table.view.alerts]
    assert table.do(c.SignOff()) is None


def test_that_a_list_that_was_taken_away_begins_no_new_one(table):
    table.staff.close()
    for path in table.folder.glob("staff.*"):
        path.unlink()
    table.again()
    assert table.do(signs_on("Ada")).key == "staff", "the configuration's PINs are of the past"
    assert [alert.key for alert in table.view.alerts if alert.key == "staff"] == ["staff"]


def test_that_a_retired_supervisors_word_counts_no_more_and_what_they_said_stands(table):
    table.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Tan", NG))
    assert table.do(c.CloseTable(TAN)) == Refusal("retired", {"name": "Tan"})
    assert table.view.opened_by == "Ng"


def test_that_one_retires_oneself_while_another_stays(table):
    table.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Tan", TAN))
    assert table.do(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Ng", NG)).key == "staff", "the last one stays"


def test_that_a_demonstration_deals_with_the_first_of_the_list_and_a_live_table_never(tmp_path):
    table = Table(tmp_path, demonstration=True)
    try:
        table.start("")
        assert table.view.dealer in ("Ada", "Mia", "Ng", "Tan")
        assert deeds(table, "signed-on") == [("signed-on", "console-1", table.view.dealer)]
        assert table.do(c.OpenBets()) is None
    finally:
        table.close()


def test_that_nobody_is_signed_on_at_a_live_table(closed):
    assert closed.view.dealer == ""
    assert closed.do(c.OpenTable(NG), c.OpenBets()) == Refusal("no-dealer")


def test_that_what_an_older_console_wrote_among_the_managers_decisions_counts_still(tmp_path):
    table = Table(tmp_path)
    try:
        opened = r.DeskRecorded(number=1, what="table-opened", by="Ng", at="2026-01-31T10:00:00Z")
        table.put(keys.manager_record(TABLE, 1), opened)
        table.start("")
        table.desk.poll()
        assert table.view.opened_by == "Ng"
        assert table.desk._core.book.ignored_count == 0
        table.ok(signs_on("Mia"))
        table.bring_to(Phase.ENDED)
        table.ok(c.RecordDecision("go on", "odd noise", NG))
        kept = [entry.key for entry in table.log.read([keys.manager_records(TABLE)], 0, 1_000)]
        assert keys.manager_record(TABLE, 2) in kept
        table.again()
        assert (table.view.opened_by, table.view.dealer) == ("Ng", "Mia")
    finally:
        table.close()


# --- who is on, and who is not ----------------------------------------------------------------------------------------


def test_that_who_was_retired_while_signed_on_is_not_signed_on_when_brought_back(table):
    table.ok(c.ChangeStaff(c.StaffChange.DEACTIVATE, "Mia", NG))
    table.ok(c.ChangeStaff(c.StaffChange.REACTIVATE, "Mia", NG))
    assert table.view.dealer == ""
    assert table.do(c.OpenBets()) == Refusal("no-dealer")
    assert deeds(table, "signed-off") == [("signed-off", "console-1", "Mia")]
    assert ("signed-off", {"by": "Mia"}) in [(line.key, line.values) for line in table.view.round_log]


def test_that_who_is_not_signed_on_voids_nothing_without_a_supervisor(table):
    table.bring_to(Phase.BETTING)
    table.ok(c.SignOff())
    assert table.view.void_needs_supervisor
    assert table.do(c.Void("odd noise")) == Refusal("needs-supervisor")
    assert table.do(c.DamagedEquipment((1,))) == Refusal("needs-supervisor")
    table.ok(c.Void("odd noise", TAN))
    last = table.written()[-1]
    assert (last.by, last.authorised_by) == ("console-1", "Tan")


def test_that_nobody_is_signed_on_by_older_notes(table):
    older = table.keeper.notes
    table.ok(signs_on("Ada"))
    table.desk.poll()
    table.keeper.notes = older
    table.again()
    assert table.view.dealer == "", "Mia's PIN was not asked for"
    assert deeds(table, "signed-on", "signed-off")[-1] == ("signed-off", "console-1", "Ada")
    table.again()
    assert table.do(signs_on("Mia"), c.OpenBets()) is None


def test_that_nobody_is_signed_on_without_a_record_wherever_the_console_is_killed(table):
    seen = []
    table.keeper.keep, keep = lambda notes: (seen.append(notes), keep(notes)), table.keeper.keep
    table.ok(signs_on("Ada"))
    table.desk.poll()
    for notes in seen:
        table.keeper.notes = notes
        table.keeper.keep = lambda notes: setattr(table.keeper, "notes", notes)
        table.again()
        last = deeds(table, "signed-on", "signed-off")[-1]
        assert last[0] == "signed-off" or last[2] == table.view.dealer
        assert table.view.dealer in ("", "Ada")


def test_that_nobody_signs_on_at_a_console_that_only_looks_on(table):
    table.spare(take_over=True)
    assert table.view.next is Next.TAKE_OVER
    assert table.do(signs_on("Ada")) == Refusal("fenced")


def test_that_who_signed_on_while_another_console_took_the_table_signs_on_again(table, monkeypatch):
    table.link.silent = "before"
    monkeypatch.setattr(table.desk._core.service.reading, "pump", lambda: False)
    table.spare(take_over=True)
    table.ok(signs_on("Tan"))
    monkeypatch.undo()
    table.link.silent = ""
    assert table.view.next is Next.TAKE_OVER
    table.ok(c.TakeOver(NG))
    assert table.do(c.OpenBets()) == Refusal("no-dealer")


def test_that_a_dealer_of_before_signs_on_again_when_a_spare_console_has_dealt(table):
    table.spare(take_over=True)
    table.desk.poll()
    assert table.do(c.OpenBets()) == Refusal("fenced")
    table.ok(c.TakeOver(NG))
    assert table.view.dealer == ""
    assert table.do(c.OpenBets()) == Refusal("no-dealer")
    assert table.do(signs_on("Mia"), c.OpenBets()) is None


def test_that_a_round_opens_no_more_once_the_close_is_written(table, monkeypatch):
    """The log brings it back later than it took it."""
    reading = table.desk._core.service.reading
    monkeypatch.setattr(reading, "pump", lambda: False)
    table.ok(c.CloseTable(NG))
    assert table.desk.do(c.OpenBets()) == Refusal("busy")
    assert table.desk.do(c.CloseTable(NG)) == Refusal("busy")
    monkeypatch.undo()
    table.desk.poll()
    assert table.do(c.OpenBets()) == Refusal("table-closed")
    assert len(deeds(table, "table-closed")) == 1


def test_that_without_a_list_the_round_is_finished_and_no_other_begins(table):
    table.bring_to(Phase.ENDED)
    table.staff.close()
    for path in table.folder.glob("staff.*"):
        path.unlink()
    table.again()
    assert table.view.dealer == "Mia"
    assert table.do(c.OpenBets()).key == "staff"


def test_that_what_a_command_did_stays_in_its_file_while_neither_disk_nor_log_takes_it(table, monkeypatch):
    def full(_notes):
        raise OSError("disk full")

    table.again(acts=beside(table))
    monkeypatch.setattr(table.keeper, "keep", full)
    table.link.silent = "before"
    table.do(signs_on("Ada"))
    beside(table).tell([StaffAct(ActKind.DEACTIVATED, "Ada", "Ng")])
    table.pass_ms(5_000)
    assert beside(table).waits()
    monkeypatch.undo()
    table.again(acts=beside(table))
    table.pass_ms(5_000)
    assert deeds(table, "staff-deactivated") == [("staff-deactivated", "Ng", "Ada")]
    assert not beside(table).waits()
