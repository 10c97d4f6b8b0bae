"""A report from outside tells what the books hold, of one moment and one period, and says first when they disagree."""

import csv
import io
import shutil
import sqlite3
from contextlib import closing

import msgspec
import pypdfium2
import pytest

from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import dice_fact
from kiosk.money import dollars
from kiosk.reports import read_as
from kiosk.reports.csv import csv_files
from kiosk.reports.lists import mask_numbers
from kiosk.reports.pdf import pdf
from kiosk.reports.seat_report import Report, What, read_report
from kiosk.reports.span import Span
from kiosk.seat import events as e
from kiosk.store import archive, read_only, schema, seal
from kiosk.store.periods import all_meters
from kiosk.store.seat_store import SeatStore, connect
from kiosk.table.records import ResultCorrected
from kiosk.tickets.number import mask
from kits.store import aged_seat
from kits.store.aged_seat import BEFORE, LATELY, NOW, OLD, Aged, few_kept

OLD_TIME, NEW_TIME = Span("2026-01-01T00:00:00Z", BEFORE), Span(BEFORE, NOW)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("aged") / "seat.db"
    aged_seat.make(path)
    return path


@pytest.fixture
def path(made, tmp_path):
    return shutil.copy(made, tmp_path / "seat.db")


def report_of(path, span=Span(), what=tuple(What), casino="Some Casino"):  # noqa: B008 - a frozen value
    return read_report(path, path.parent / "archive", span, what, NOW, casino)


def sql(path, statement, *values):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        return db.execute(statement, values).fetchall()


def paper(report):
    """All words of its PDF, with one space between them."""
    with closing(pypdfium2.PdfDocument(pdf(report, ticket_fonts()))) as document:
        return " ".join(" ".join(page.get_textpage().get_text_bounded() for page in document).split())


def by_name(report):
    return {meter.name: meter for meter in report.meters}


# --- meters -----------------------------------------------------------------------------------------------------------


def test_that_the_meters_for_life_are_those_of_the_seat(path):
    found = report_of(path)
    assert found.ok, found.findings
    with closing(connect(path)) as db:
        wanted = all_meters(db)
    meters = {name: meter.life for name, meter in by_name(found).items()}
    assert meters.pop("faults") == 20  # it is kept by hours alone
    assert meters == wanted


def test_that_the_movements_of_all_periods_add_up_to_the_meters_at_their_end(path):
    old, new, whole = (by_name(report_of(path, span)) for span in (OLD_TIME, NEW_TIME, Span("", NOW)))
    assert old["turnover"].moved > 0
    assert new["turnover"].moved > 0
    for name, meter in whole.items():
        assert old[name].moved + new[name].moved == meter.life == new[name].life, name
        assert old[name].life == old[name].moved, name


def test_that_a_period_takes_in_its_first_moment_and_not_its_last(path):
    first, last = Span(LATELY, NOW), Span("", LATELY)
    assert by_name(report_of(path, first))["account.notes"].moved != 0
    before = by_name(report_of(path, last))["account.notes"].life
    assert before == sum(
        cents
        for (cents,) in sql(
            path, "SELECT cents FROM posting JOIN txn ON txn.id = txn WHERE account = 'notes' AND at = ?", OLD
        )
    )
    assert {event.at for event in report_of(path, last).events} == {OLD}
    assert {event.at for event in report_of(path, first).events} == {LATELY}


def test_that_what_is_kept_by_the_hour_says_so_and_counts_where_the_hour_begins(path):
    found = report_of(path, Span("2026-05-01T11:40:00Z", "2026-05-01T12:00:01Z"), (What.METERS,))
    assert by_name(found)["turnover"].moved > 0
    assert any(
        "begin from 2026-05-01T11:40:00Z on and before 2026-05-01T12:00:01Z" in note for note in found.notes
    )
    assert {meter.by for meter in found.meters} == {"journal", "hours"}


def test_that_two_periods_that_meet_within_an_hour_add_up(path):
    times = ("2026-05-01T11:40:00Z", "2026-05-01T12:30:00Z", "2026-05-01T13:10:00Z")
    one, other, both = (
        {
            meter.name: meter.moved
            for meter in report_of(path, Span(times[a], times[b]), (What.METERS,)).meters
        }
        for a, b in ((0, 1), (1, 2), (0, 2))
    )
    assert both["turnover"] > 0
    assert both == {name: one[name] + other[name] for name in both}


def test_that_meters_since_day_and_clear_out_are_what_moved_since_their_reading(path):
    found = by_name(report_of(path))
    moved = by_name(report_of(path, NEW_TIME))
    for name, meter in found.items():
        if name != "faults":
            assert meter.since_clear_out == meter.since_day == moved[name].moved, name
    before = by_name(report_of(path, Span("", OLD)))
    assert {meter.since_day for meter in before.values()} == {None}


def test_that_what_is_kept_by_hours_alone_is_not_told_since_a_day_for_what_was_before_it(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, NOW)
        aged.do(e.PeriodEnded("day", "Kim"))
        aged.at = "2026-07-01T08:10:00Z"
        aged.do(e.Happened("broken", "fault", {}))
    faults = by_name(report_of(path))["faults"]
    assert (faults.life, faults.since_day) == (21, 1)


def test_that_counters_of_before_the_hours_were_kept_are_told(path):
    with closing(connect(path)) as db:
        db.execute("DELETE FROM hourly WHERE hour < '2026-05'")
    found = report_of(path, OLD_TIME)
    assert any(
        "keeps hours since 2026-05-01T12:00:00Z" in note and "turnover" in note for note in found.notes
    )
    assert by_name(found)["turnover"].moved == 0


# --- lists ------------------------------------------------------------------------------------------------------------


def test_that_rounds_are_those_that_the_journal_settles_with_its_amounts(path):
    found = report_of(path, what=(What.ROUNDS,)).rounds
    booked = {
        number: (staked, paid)
        for number, staked, paid in sql(
            path,
            "SELECT round, -sum(CASE account WHEN 'escrow' THEN cents ELSE 0 END), "
            "sum(CASE account WHEN 'credit' THEN cents ELSE 0 END) "
            "FROM txn JOIN posting ON txn = id WHERE kind = 'settle' GROUP BY id",
        )
    }
    assert {line.round: (line.staked, line.paid) for line in found} == booked
    assert found[0].facts[0].values == (6, 5, 1)
    assert found[0].stakes == {"big": 500}


def test_that_a_void_of_a_bet_on_its_way_is_no_round_and_no_finding(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.open()
        aged.tap("big", 500)
        assert aged.send() is not None
        aged.void()
        assert aged.posts[-1].kind == "void"
        void = aged.number
    found = report_of(path)
    assert found.ok, found.findings
    assert void not in {line.round for line in found.rounds}


def test_that_the_line_of_a_round_decided_anew_says_what_was_paid_at_first_and_adds_up(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.open()
        aged.bet(big=500)
        aged.finish(6, 5, 1)
        facts = (dice_fact((1, 1, 2)),)
        aged.log(
            ResultCorrected(round=aged.number, facts=facts, by="Kim", authorised_by="Ng", reason="misread")
        )
        anew = aged.number
    found = report_of(path)
    line = found.rounds[-1]
    assert (line.round, line.decision, line.paid, line.first_paid) == (anew, 2, 0, 1_000)
    for one in found.rounds:
        moved = one.first_paid - one.staked + one.money_in - one.money_out
        assert one.credit_before + moved == one.credit_after
    assert "decided anew, first paid $10.00" in paper(found)
    assert rows(csv_files(found)["rounds.csv"])[-1][-1] == "1000"


def test_that_acknowledged_events_tell_by_whom(path):
    found = {event.id: event for event in report_of(path, what=(What.EVENTS,)).events}
    assert (found[3].acknowledged_by, found[3].acknowledged_at) == ("Kim", OLD)
    assert found[5].acknowledged_by == ""


def test_that_parts_that_were_not_asked_for_are_not_there(path):
    found = report_of(path, what=(What.TICKETS,))
    assert found.tickets
    assert (found.meters, found.events, found.rounds, found.periods) == (None,) * 4


def test_that_periods_tell_the_readings(path):
    found = report_of(path, what=(What.PERIODS,)).periods
    assert [(period.kind, period.by, period.at) for period in found] == [
        ("day", "Kim", OLD),
        ("clear-out", "Kim", OLD),
    ]
    assert found[0].meters["turnover"] > 0


def test_that_numbers_of_tickets_that_may_pay_are_never_whole(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        (number,) = sql(path, "SELECT number FROM ticket LIMIT 1")[0]
        aged.do(e.Happened("seen", "info", {"ticket": f"no. {number}!", "grouped": "01-2345-6789-0123-4568"}))
    found = report_of(path)
    whole = msgspec.json.encode(found).decode()
    for (kept,) in sql(path, "SELECT number FROM ticket"):
        assert kept not in whole
        assert mask(kept) in whole
    assert found.events[-1].detail == {
        "ticket": f"no. {mask(number)}!",
        "grouped": mask("01-2345-6789-0123-4568"),
    }


def test_that_a_void_ticket_is_told_whole(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.do(e.Collect())
        aged.do(e.PayoutReady("012345678901234568", LATELY, NOW, "en"))
        aged.do(e.RegistryDone("pending", "012345678901234568"))
        aged.do(e.TicketNotPrinted("012345678901234568", "no paper"))
    found = [line.number for line in report_of(path).tickets if line.state == "void"]
    assert found == ["012345678901234568"]


@pytest.mark.parametrize("text", ["", "1234", "1234567890123456789", "a0123456789012345x"])
def test_that_what_is_no_number_of_a_ticket_stays(text):
    assert mask_numbers(text) == text


def test_that_a_report_over_the_archive_tells_the_same_as_before(path):
    before = report_of(path)
    with few_kept(), closing(connect(path)) as db:
        seals = seal.Seals(db)
        entry = archive.archive_old(db, path.parent / "archive", BEFORE, seals=seals, at=NOW)
    assert entry.total > 100
    after = report_of(path)
    events = [event for event in after.events if event.kind != archive.ARCHIVED]
    assert after.ok, after.findings
    assert msgspec.structs.replace(after, events=events) == before
    assert report_of(path, OLD_TIME).rounds == [line for line in before.rounds if line.at == OLD]


# --- what is wrong ----------------------------------------------------------------------------------------------------

EDITS = {
    "meter": ("UPDATE meter SET cents = cents + 100 WHERE name = 'house'", "meter 'house'"),
    "counter": ("UPDATE counter SET value = value + 100 WHERE name = 'turnover'", "'counter'"),
    "event": ("DELETE FROM event WHERE id = 7", "'event'"),
    "recall": ("DELETE FROM recall WHERE round = 200", "round 200 is booked"),
    "recall body": ("UPDATE recall SET body = '{' WHERE round = 200", "recall of round 200 does not decode"),
    "detail": ("UPDATE event SET detail = '[' WHERE id = 7", "event 7 does not decode"),
    "snapshot": ("UPDATE snapshot SET body = '{}'", "snapshot"),
    "trigger": ("DROP TRIGGER txn_stays", "txn_stays"),
    "posting": ("INSERT INTO posting VALUES (1, 'credit', 100)", "transaction 1"),
}


@pytest.mark.parametrize("what", EDITS)
def test_that_books_that_do_not_agree_are_reported_with_what_was_found(path, what):
    statement, words = EDITS[what]
    sql(path, statement)
    found = report_of(path)
    assert not found.ok
    assert any(words in finding for finding in found.findings), found.findings
    assert found.meters
    assert found.events


def test_that_an_archive_that_is_gone_is_a_finding_and_the_rest_is_told(path):
    folder = path.parent / "archive"
    with few_kept(), closing(connect(path)) as db:
        archive.archive_old(db, folder, BEFORE, seals=seal.Seals(db), at=NOW)
    shutil.rmtree(folder)
    found = report_of(path)
    assert not found.ok
    assert any("has 0 files, seat.db says 1" in finding for finding in found.findings)
    assert {event.at for event in found.events} >= {LATELY}


def test_that_a_file_that_is_no_seats_or_not_whole_is_refused_in_words(path, tmp_path):
    body = path.read_bytes()
    bad = tmp_path / "bad" / "seat.db"
    bad.parent.mkdir()
    for content, words in (
        (None, "no journal"),
        (b"", "is empty"),
        (b"no database" * 1_000, "cannot be read"),
        (body[:100], "cannot be read"),
    ):
        if content is not None:
            bad.write_bytes(content)
        with pytest.raises(EnvironmentFault, match=words):
            report_of(bad)
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE t(x)")
    with pytest.raises(EnvironmentFault, match="not a seat's journal"):
        report_of(tmp_path / "other.db")
    sql(path, f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(EnvironmentFault, match="version"):
        report_of(path)


# --- nothing is written -----------------------------------------------------------------------------------------------


def looks(folder):
    return {
        found.name: (found.read_bytes(), found.stat().st_mtime_ns)
        for found in folder.iterdir()
        if found.is_file()
    }


def test_that_a_report_writes_nothing_beside_a_seat_that_does_not_run(path):
    before = looks(path.parent)
    assert report_of(path).ok
    assert looks(path.parent) == before


def test_that_a_report_writes_nothing_into_the_files_of_a_seat_that_runs(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.play(3)
        before = looks(path.parent)
        found = report_of(path)
        after = looks(path.parent)
        assert before.keys() == after.keys()
        assert {name: before[name] for name in ("seat.db", "seat.db-wal")} == {
            name: after[name] for name in ("seat.db", "seat.db-wal")
        }
        aged.play(1)
    assert found.ok, found.findings
    assert found.rounds[-1].round > 250


def test_that_a_report_is_of_one_moment_also_when_the_seat_plays_meanwhile(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.play(1)

        def while_it_plays(db):
            first = db.execute("SELECT count(*) FROM txn").fetchone()
            aged.play(2)
            return first, db.execute("SELECT count(*) FROM txn").fetchone()

        first, second = read_only.read(path, while_it_plays)
    assert first == second


def test_that_a_file_that_is_exchanged_while_it_is_read_is_read_again(path, tmp_path):
    other = shutil.copy(path, tmp_path / "other.db")
    sql(other, "DELETE FROM event WHERE id > 5")
    asked = []

    def while_it_is_exchanged(db):
        asked.append(1)
        if len(asked) == 1:
            other.replace(path)
        return db.execute("SELECT count(*) FROM event").fetchone()[0]

    assert read_only.read(path, while_it_is_exchanged) == 5
    assert len(asked) == 2


# --- CSV --------------------------------------------------------------------------------------------------------------


def rows(body):
    text = body.decode()
    assert "\n" not in text.replace("\r\n", "")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_that_every_part_is_a_file_with_a_head_and_a_row_for_each(path):
    found = report_of(path)
    files = csv_files(found)
    assert set(files) == {"report.csv", *(f"{what}.csv" for what in What)}
    for name, count in (
        ("meters", len(found.meters)),
        ("events", len(found.events)),
        ("rounds", len(found.rounds)),
        ("tickets", len(found.tickets)),
        ("periods", sum(len(period.meters) for period in found.periods)),
    ):
        table = rows(files[f"{name}.csv"])
        assert len(table) == count + 1
        assert {len(row) for row in table} == {len(table[0])}
    meters = {row[0]: row for row in rows(files["meters.csv"])}
    assert int(meters["account.house"][3]) == by_name(found)["account.house"].life


def test_that_no_text_is_a_formula_and_negative_numbers_stay_numbers(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        for kind in ("=1+1", "+1", "-1", "@SUM(A1)", "\tx"):
            aged.do(e.Happened(kind, "info", {"x": 'a "quoted", text\r\nof lines'}))
    files = csv_files(report_of(path))
    kinds = [row[2] for row in csv.reader(io.StringIO(files["events.csv"].decode(), newline=""))]
    assert kinds[-5:] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tx"]
    assert any(row[3].startswith("-") for row in rows(files["meters.csv"])[1:])


def test_that_findings_stand_on_top_of_the_first_file(path):
    sql(path, "UPDATE meter SET cents = cents + 100 WHERE name = 'house'")
    table = rows(csv_files(report_of(path))["report.csv"])
    assert table[1] == ["ok", "no"]
    assert table[2][0] == "finding"


def test_that_the_json_reads_back_as_it_was(path):
    found = report_of(path)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Report, strict=True) == found


def test_that_meters_and_readings_are_printed_in_words_with_their_unit(path):
    found = report_of(path, what=(What.METERS, What.PERIODS))
    text = paper(found)
    for meter in found.meters:
        lines = (
            read_as.title(meter.name),
            read_as.unit(meter.name),
            meter.by,
            read_as.value(meter.name, meter.life),
        )
        assert " ".join(lines) in text
    readings = [one for period in found.periods for one in period.meters.items()]
    assert any(name == "theory" and value for name, value in readings)
    for name, value in readings:
        assert f" {read_as.title(name)} {read_as.unit(name)} {read_as.value(name, value)}" in text
    assert "account." not in text


def test_that_a_drop_is_printed_with_what_was_counted(path):
    with closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        aged.do(e.PeriodEnded("drop", "Kim", {"counted": 9_500}))
    found = report_of(path, what=(What.PERIODS,))
    drop = found.periods[-1].detail
    assert drop["variance"] == 9_500 - drop["expected"]
    text = paper(found)
    for words, cents in (
        ("Counted in the cash box", 9_500),
        ("Expected in the cash box", drop["expected"]),
        ("More counted than expected", drop["variance"]),
    ):
        assert f" {words} dollars {dollars(cents)}" in text


def test_that_readings_say_their_unit_in_csv(path):
    table = rows(csv_files(report_of(path))["periods.csv"])
    assert table[0][-3:] == ["meter", "value", "unit"]
    assert {row[-1] for row in table[1:] if row[-3] == "theory"} == {"thousandths of a cent"}


def test_that_hours_that_do_not_add_up_to_a_meter_are_a_finding(path):
    sql(path, "UPDATE hourly SET value = value + 500 WHERE name = 'turnover' AND hour LIKE '2026-05-01%'")
    found = report_of(path)
    assert found.findings == ["the hours of turnover do not add up to the meter"]
    assert not any("before" in note and "turnover" in note for note in found.notes)


def test_that_the_figures_of_a_round_read_from_left_to_right_and_its_cards_take_the_width_below(path):
    found = report_of(path, what=(What.ROUNDS,))
    with closing(pypdfium2.PdfDocument(pdf(found, ticket_fonts()))) as document:
        lines = [
            line.strip() for page in document for line in page.get_textpage().get_text_bounded().splitlines()
        ]
    assert found.rounds
    for one in found.rounds:
        at = next(n for n, line in enumerate(lines) if line.startswith(f"{one.round} 2"))
        figures = [dollars(cents) for cents in (one.credit_before, one.staked, one.paid)]
        assert " ".join(figures) in lines[at]
        assert lines[at].endswith(dollars(one.credit_after))
        assert lines[at + 1].startswith(("Result: ", "Void: "))
        assert lines[at + 2].startswith("Staked: ")
