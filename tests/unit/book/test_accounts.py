"""What a table's report counts, where it books it, and that days, shifts and names add up to what the book says."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from kiosk.book.accounts import Asked, Figures, Line, table_report
from kiosk.book.archive import read_archive
from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.view import Next
from kiosk.faults import EnvironmentFault
from kiosk.reports.table_sheets import csv_files, percent
from kiosk.table.records import RoundOpened
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, OTHER_DICE, TAN, MemoryKeeper, signs_on
from kits.seat.seats import TABLE

ADELAIDE = ZoneInfo("Australia/Adelaide")  # half an hour off; clocks go back on 2026-04-05 at 03:00
SMALL = {"07": {"small": 500}}  # DICE pay it 1000, OTHER_DICE nothing
WRONG = Authority("Ng", "999999")


def goes_to(table, at):
    """The console's clock shows that moment of UTC."""
    begun = datetime(2026, 1, 31, 12, tzinfo=UTC)
    table.now_ms = round((datetime.fromisoformat(f"{at}Z") - begun).total_seconds() * 1000)
    table.desk.poll()


def report(table, start=None, end=None, *, zone=ADELAIDE, hour=6, path=None):
    """The report, of which the sums are looked at: over days, over shifts, over names, and against the book."""
    if table.desk is not None:
        table.desk.poll()
    asked = Asked("Harbour Casino", "1", "2026-11-28T12:00:00Z", start, end, hour)
    with read_archive(path or table.folder / "archive.db", TABLE) as archive:
        found = table_report(archive, table.config().settings, asked, zone)
    assert sum((line.figures for line in found.lines), Figures()) == found.total
    assert found.total.hold == found.total.turnover - found.total.paid
    if start is end is None and not found.findings:
        assert found.total.totals == table.desk.view.totals
    return found


def by(found, *names):
    """The figures by these parts of their place."""
    summed = {}
    for line in found.lines:
        key = tuple(getattr(line, name) for name in names)
        summed[key] = summed.get(key, Figures()) + line.figures
    return {key[0] if len(names) == 1 else key: figures for key, figures in summed.items()}


def money(figures):
    return (figures.rounds, figures.voids, figures.turnover, figures.paid, figures.hold)


def test_that_two_dealers_of_one_shift_have_their_own_rounds_and_add_up_to_it(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.bring_to(Phase.ENDED, bets=SMALL, dice=OTHER_DICE)
    table.ok(signs_on("Ada"))
    table.bring_to(Phase.ENDED, bets={"08": {"big": 700}})
    table.bring_to(Phase.RESULT, bets=SMALL)
    table.ok(c.Void("damaged dice", TAN))
    table.ok(c.CloseTable(NG))
    found = report(table)
    assert found.ok, found.findings
    names = by(found, "name")
    assert money(names["Mia"]) == (2, 0, 1_000, 1_000, 0)
    assert money(names["Ada"]) == (2, 1, 700, 0, 700)
    [shift] = found.shifts
    assert (shift.opened_by, shift.closed_by) == ("Ng", "Ng")
    assert {line.shift for line in found.lines} == {shift.number}
    assert [(duty.name, bool(duty.off_at)) for duty in found.duties] == [("Mia", True), ("Ada", False)]
    assert [(d.round, d.authorised_by, d.reason) for d in found.deeds if d.what == "round-voided"] == [
        (4, "Tan", "damaged dice")
    ]
    whole = by(found, "shift")[shift.number]
    assert whole == found.total
    assert percent(whole) == "41.18", "700 of 1700"


def test_that_a_shift_over_the_change_of_the_gaming_day_is_parted_between_the_days(table):
    goes_to(table, "2026-02-01T19:00:00")  # 05:30 in Adelaide
    table.bring_to(Phase.ENDED, bets=SMALL)
    goes_to(table, "2026-02-01T19:29:59")
    table.bring_to(Phase.BETTING)
    table.bet("07", small=400)
    goes_to(table, "2026-02-01T19:30:10")  # the round goes on over the change: it is one of the day that ends
    table.ok(c.CloseBets())
    table.shows_close("07")
    table.ok(c.StartAct())
    table.ok(c.EndAct(3))
    table.ok(c.EnterResult(OTHER_DICE))
    table.settles("07")
    table.ok(c.EndRound())
    table.bring_to(Phase.ENDED, bets=SMALL, dice=OTHER_DICE)
    found = report(table)
    days = by(found, "day")
    assert money(days["2026-02-01"]) == (2, 0, 900, 1_000, -100)
    assert money(days["2026-02-02"]) == (1, 0, 500, 0, 500)
    assert len(by(found, "shift")) == 1
    one = report(table, date(2026, 2, 2), date(2026, 2, 2))
    assert money(one.total) == (1, 0, 500, 0, 500)
    assert [shift.number for shift in one.shifts] == [found.shifts[0].number], (
        "its shift began the day before"
    )


def test_that_a_correction_of_the_day_after_leaves_yesterday_as_it_was_reported(table):
    goes_to(table, "2026-02-01T10:00:00")
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.ok(c.CloseTable(NG))
    day = date(2026, 2, 1)
    before = report(table, day, day)
    goes_to(table, "2026-02-02T10:00:00")
    table.ok(signs_on("Ada"))
    table.ok(c.OpenTable(NG))
    table.ok(c.CorrectResult(OTHER_DICE, TAN, 1))
    after = report(table)
    assert report(table, day, day).lines == before.lines
    assert money(by(after, "day")["2026-02-02"]) == (0, 0, 0, -1_000, 1_000)
    corrected = [line for line in after.lines if line.figures.corrections]
    assert corrected == [
        Line("2026-02-02", after.shifts[1].number, "Mia", Figures(corrections=1, paid=-1_000, hold=1_000))
    ], "the round was Mia's"
    assert money(after.total) == (1, 0, 500, 0, 500)


def test_that_what_is_written_late_leaves_a_day_as_it_was_reported_and_keeps_its_own_time(table):
    goes_to(table, "2026-02-01T10:00:00")
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.link.silent = "before"
    assert table.do(c.SignOn(WRONG)) == Refusal("wrong-pin")
    waits = table.keeper.notes
    table.link.silent, table.keeper.notes = "", MemoryKeeper().notes
    table.again()
    table.ok(signs_on("Mia"))
    goes_to(table, "2026-02-02T10:00:00")
    table.bring_to(Phase.ENDED, bets=SMALL)
    day = date(2026, 2, 1)
    before = report(table, day, day)
    table.keeper.notes = msgspec.structs.replace(table.keeper.notes, waiting=waits.waiting)
    table.again()
    table.pass_ms(2_000)
    after = report(table)
    assert report(table, day, day).lines == before.lines
    assert by(after, "day")["2026-02-02"].wrong_pins == after.total.wrong_pins == 1
    (late,) = [deed for deed in after.deeds if deed.what == "staff-refused"]
    assert late.at.startswith("2026-02-01T10:00")


def test_that_a_correction_right_after_the_change_of_day_is_one_of_the_new_day(table):
    """No round has told of the new day yet: the time of the supervisor's PIN does."""
    goes_to(table, "2026-02-01T19:29:00")
    table.bring_to(Phase.ENDED, bets=SMALL)
    goes_to(table, "2026-02-01T19:30:00")
    table.ok(c.CorrectResult(OTHER_DICE, TAN, 1))
    goes_to(table, "2026-02-03T10:00:00")
    assert table.do(c.SignOn(WRONG)) == Refusal("wrong-pin"), "what comes later says nothing of it"
    assert money(by(report(table), "day")["2026-02-02"]) == (0, 0, 0, -1_000, 1_000)


def test_that_an_earlier_round_void_today_takes_back_what_it_gave_and_a_void_taken_back_gives_it_again(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.bring_to(Phase.ENDED)
    goes_to(table, "2026-02-02T10:00:00")
    table.ok(c.DamagedEquipment((1,), TAN))
    found = report(table)
    assert money(by(found, "day")["2026-02-02"]) == (0, 1, -500, -1_000, 500)
    assert money(found.total) == (2, 1, 0, 0, 0)
    goes_to(table, "2026-02-03T10:00:00")
    table.ok(c.CorrectResult(DICE, TAN, 1, c.WRONG_VOID))
    found = report(table)
    assert money(by(found, "day")["2026-02-03"]) == (0, -1, 500, 1_000, -500)
    assert money(found.total) == (2, 0, 500, 1_000, -500)


def test_that_a_round_past_the_reach_of_the_seats_changes_no_total_and_is_open_items(table):
    table.bring_to(Phase.ENDED, bets=SMALL | {"08": {"big": 300}})
    for _ in range(125):  # the book itself has let it go
        table.bring_to(Phase.ENDED)
    before = report(table).total
    table.ok(c.DamagedEquipment((1,), TAN))
    found = report(table)
    assert found.ok, found.findings
    assert found.total == before + Figures(items=2, item_cents=200)
    assert [item.cents for item in found.items] == [500, -300]
    assert by(found, "name")["Mia"].items == 2
    deed = next(deed for deed in found.deeds if deed.what == "old-round-ruled")
    assert (deed.round, deed.authorised_by, deed.reason) == (1, "Tan", "damaged dice")


def test_that_the_day_on_which_clocks_go_back_is_25_hours_long_and_the_hour_that_comes_twice_is_one_day(
    table,
):
    for at in ("2026-04-04T13:29:59", "2026-04-04T13:30:00", "2026-04-04T16:00:00", "2026-04-04T17:00:00"):
        goes_to(table, at)
        table.bring_to(Phase.ENDED, bets=SMALL)
    goes_to(table, "2026-04-05T14:29:59")
    table.bring_to(Phase.ENDED, bets=SMALL)
    goes_to(table, "2026-04-05T14:30:00")
    table.bring_to(Phase.ENDED, bets=SMALL)
    days = by(report(table, hour=0), "day")
    assert {day: figures.rounds for day, figures in days.items() if figures.rounds} == {
        "2026-04-04": 1,
        "2026-04-05": 4,
        "2026-04-06": 1,
    }


def test_that_hand_pays_orders_wrong_pins_and_items_stand_with_who_allowed_them(table):
    table.bring_to(Phase.RESULT, bets=SMALL)
    table.shows_close("07")
    table.ok(c.PayByHand("07", 1, TAN))
    assert table.do(c.SignOn(WRONG)) == Refusal("wrong-pin")
    table.ok(c.EndRound())
    table.ok(c.RecordDecision("pay the difference", "wrong display", NG, 1, "08", 250))
    found = report(table)
    total = found.total
    assert (total.hand_pays, total.hand_paid) == (1, 1_000)
    assert (total.ordered, total.ordered_cents, total.wrong_pins) == (1, 250, 1)
    assert by(found, "name")["Ng"].wrong_pins == 1
    assert money(by(found, "name")["Mia"]) == (1, 0, 500, 1_000, -500), "what is paid by hand is in Paid once"
    told = {deed.what: (deed.authorised_by, deed.seat, deed.cents) for deed in found.deeds}
    assert told["paid-by-hand"] == ("Tan", "07", 1_000)
    assert told["decision"] == ("Ng", "08", 250)
    assert ("Tan", "PayByHand (supervisor)") in [
        (d.who, d.reason) for d in found.deeds if d.what == "authorised"
    ]


def test_that_a_lock_out_is_counted_once_beside_the_wrong_pins_that_led_to_it(table):
    tries = 0
    while table.do(c.CloseTable(WRONG)) == Refusal("wrong-pin"):
        tries += 1
        assert tries < 20
    total = report(table).total
    assert total.wrong_pins + total.lock_outs >= tries
    assert total.lock_outs == 1


def test_that_an_empty_shift_and_a_table_that_was_not_opened_say_so(tmp_path, table):
    table.ok(c.CloseTable(NG))
    found = report(table)
    assert (found.ok, found.total.rounds, len(found.shifts)) == (True, 0, 1)
    assert found.notes == ["No round was dealt in this period."]
    assert report(table, date(2026, 3, 1)).notes == [
        "The table was not opened in this period.",
        "No round was dealt in this period.",
    ]


def test_that_a_round_in_the_middle_of_which_the_archive_ends_is_named(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    assert report(table).notes == []
    table.bring_to(Phase.CLOSED, bets=SMALL)
    found = report(table)
    assert (found.ok, found.total.turnover) == (True, 500)
    assert found.notes == ["Round 2 is not decided where the archive ends: its bets are in no sum."]
    assert not any("decided" in note for note in report(table, date(2026, 3, 1)).notes)


def test_that_a_correction_while_the_table_is_closed_is_of_no_shift_and_in_every_sum(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.ok(c.CloseTable(NG))
    table.ok(c.CorrectResult(OTHER_DICE, TAN, 1))
    found = report(table)
    assert money(by(found, "shift")[0]) == (0, 0, 0, -1_000, 1_000)


def test_that_rounds_that_nobody_dealt_are_named(table):
    service = table.desk._core.service
    service.open_round(36_000, table.desk._core.config.at_utc(), "console-1")
    table.desk.poll()
    table.ok(c.Void("nobody is there"))
    found = report(table)
    assert found.total.unsigned == 1
    assert found.findings == ["1 rounds dealt with nobody signed on: 1"]


def test_that_a_copy_is_read_offline_and_neither_it_nor_its_folder_is_touched(table, tmp_path):
    table.bring_to(Phase.ENDED, bets=SMALL)
    here = report(table)
    table.archive.note(table.desk._core.book)
    copy = tmp_path / "copy" / "archive.db"
    copy.parent.mkdir()
    with closing(sqlite3.connect(table.folder / "archive.db")) as db:
        db.execute("VACUUM INTO ?", (str(copy),))
    copy.chmod(0o400)
    assert report(table, path=copy) == here
    assert [path.name for path in copy.parent.iterdir()] == ["archive.db"]


def test_that_a_changed_record_a_book_that_says_otherwise_and_a_foreign_file_are_told(table, tmp_path):
    for _ in range(3):
        table.bring_to(Phase.ENDED, bets=SMALL)
    report(table)
    table.desk.close()
    table.desk = None
    table.archive.close()
    path = table.folder / "archive.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER record_stays")
        kept = """UPDATE state SET kept = replace(kept, '"turnover":0', '"turnover":1')"""
        assert db.execute(kept).rowcount == 1
        assert db.execute("UPDATE record SET value = x'7b7d' WHERE id = 5").rowcount == 1
        db.commit()
    found = report(table, path=path)
    assert not found.ok
    assert "the archive is damaged: record 5" in found.findings[0]
    shutil.copy(path, tmp_path / "cut.db")
    with (tmp_path / "cut.db").open("r+b") as file:
        file.truncate(9_000)
    for bad in (tmp_path / "cut.db", tmp_path / "none.db"):
        with pytest.raises(EnvironmentFault):
            report(table, path=bad)
    with pytest.raises(EnvironmentFault, match="of table"), read_archive(path, "another"):
        pass


def test_that_a_total_that_the_console_keeps_otherwise_is_a_finding(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    report(table)
    with closing(sqlite3.connect(table.folder / "archive.db")) as db:
        body = table.archive.kept()
        assert body.carried.turnover == 0
        table.archive.note(table.desk._core.book)
        db.execute("""UPDATE state SET kept = replace(kept, '"turnover":0', '"turnover":1')""")
        db.commit()
    found = report(table)
    assert [finding[:50] for finding in found.findings] == [
        "the lines add up to 1 rounds, 0 void, turnover 500"
    ]


@pytest.mark.parametrize(
    ("hold", "turnover", "shown"),
    [
        (1, 3, "33.33"),
        (-1, 3, "-33.33"),
        (1, 8, "12.50"),
        (-1, 20_000, "-0.01"),
        (5, 0, ""),
        (-500, -1_000, "50.00"),
    ],
)
def test_that_the_hold_in_per_cent_is_exact(hold, turnover, shown):
    assert percent(Figures(hold=hold, turnover=turnover)) == shown


def test_that_a_hold_below_zero_is_a_number_in_the_csv_and_a_name_is_no_formula(table):
    table.ok(c.ChangeStaff(c.StaffChange.ADD, "=1+1", NG, "dealer", "482915"))
    table.ok(c.SignOn(Authority("=1+1", "482915")))
    table.bring_to(Phase.ENDED, bets=SMALL)
    files = csv_files(report(table))
    assert files["days.csv"].decode().splitlines()[1].endswith(",-100.00")
    assert ",'=1+1," in files["lines.csv"].decode()


def test_that_a_deed_that_older_notes_wrote_again_is_counted_once(table):
    before = table.keeper.notes
    table.link.silent = "before"
    table.do(c.SignOn(WRONG))
    waits = table.keeper.notes
    table.link.silent = ""
    table.pass_ms(2_000)
    assert before.waiting == () != waits.waiting
    for _ in range(210):
        table.ok(signs_on("Mia"))
    table.desk.poll()
    table.keeper.notes = waits
    table.again()
    table.desk.poll()
    found = report(table)
    assert found.total.wrong_pins == 1
    assert sum(not duty.off_at for duty in found.duties) <= 1, "one dealer at a time"


def test_that_a_spares_rounds_and_the_hand_over_between_two_consoles_are_in_every_sum(table):
    table.bring_to(Phase.ENDED, bets=SMALL)
    table.bring_to(Phase.BETTING)
    table.bet("07", small=400)
    spare = table.spare(take_over=True)
    assert spare.do(c.CloseBets()) is None
    table.desk.poll()
    table.shows_close("07")
    for command in (c.StartAct(), c.EndAct(3), c.EnterResult(OTHER_DICE)):
        spare.poll()
        assert spare.do(command) is None, command
    table.desk.poll()
    table.settles("07")
    spare.poll()
    assert spare.do(c.EndRound()) is None
    table.desk.poll()
    table.ok(c.TakeOver(NG))
    table.ok(signs_on("Mia"))
    table.bring_to(Phase.ENDED, bets=SMALL, dice=OTHER_DICE)
    table.ok(c.CorrectResult(DICE, TAN, 2))
    found = report(table)
    assert found.ok, found.findings
    names = by(found, "name")
    assert money(names["Mia"]) == (2, 0, 1_000, 1_000, 0)
    assert money(names["Ada"]) == (1, 0, 400, 800, -400)
    assert [(duty.name, bool(duty.off_at)) for duty in found.duties] == [
        ("Mia", True),
        ("Ada", True),
        ("Mia", False),
    ]


def test_that_a_dealer_was_on_as_long_as_she_dealt_whoever_signed_on_elsewhere_meanwhile(table, monkeypatch):
    table.link.silent = "before"
    monkeypatch.setattr(table.desk._core.service.reading, "pump", lambda: False)
    spare = table.spare(take_over=True)
    table.now_ms += 60_000
    table.ok(signs_on("Tan"))
    table.now_ms += 3_600_000
    first, table.desk = table.desk, spare
    table.bring_to(Phase.ENDED, bets=SMALL)
    monkeypatch.undo()
    table.link.silent = ""
    table.desk = first
    assert table.view.next is Next.TAKE_OVER
    table.ok(c.TakeOver(NG))
    table.ok(signs_on("Mia"))
    *_, ada, tan, mia = report(table).duties
    dealt_at = next(record.at for record in table.written(1) if isinstance(record, RoundOpened))
    assert (ada.name, tan.name, mia.name, mia.off_at) == ("Ada", "Tan", "Mia", "")
    assert ada.on_at < dealt_at <= ada.off_at <= tan.on_at <= tan.off_at <= mia.on_at
