import sqlite3
import threading
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from kiosk.devices.registry import (
    Doing,
    Done,
    GamingDay,
    Liability,
    Paid,
    Refusal,
    RegistryFault,
    Rejected,
    Reserved,
    Sum,
    TicketState,
    at_desk,
    gaming_day,
)
from kiosk.host.registry_sqlite import SqliteRegistry

AT = "2026-11-28T10:00:00Z"
EXPIRED = "2026-12-27T22:06:18Z"
ANNA, BEN = at_desk("1", "cashier-1", "a"), at_desk("2", "cashier-2", "b")
SEAT = "12/07/x"
TODAY = GamingDay("2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z")
TOMORROW = GamingDay("2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z")


@pytest.fixture
def issued(registry, make_ticket):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    return ticket


def test_that_the_desk_pays_a_ticket_once(registry, issued):
    assert registry.pay(issued.number, ANNA, AT) == Paid(issued.number, issued.cents)
    assert registry.pay(issued.number, BEN, AT) == Rejected(issued.number, Refusal.REDEEMED)
    again = at_desk("1", "cashier-1", "another payment")
    assert registry.pay(issued.number, again, AT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.reserve(issued.number, SEAT, AT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.pay(issued.number, ANNA, "2027-01-01T00:00:00Z") == Paid(issued.number, issued.cents)
    record = registry.look_up(issued.number)
    assert (record.state, record.did, record.by) == (TicketState.REDEEMED, Doing.PAY, ANNA)


def test_that_a_ticket_in_a_reader_is_not_paid_at_the_desk(registry, issued):
    assert isinstance(registry.reserve(issued.number, SEAT, AT), Reserved)
    assert registry.pay(issued.number, ANNA, AT) == Rejected(issued.number, Refusal.RESERVED)
    assert registry.void_issued(issued.number, "torn", ANNA, AT) == Rejected(issued.number, Refusal.RESERVED)


def test_that_what_the_desk_has_paid_no_seat_confirms_or_redeems_anew(registry, issued):
    registry.pay(issued.number, ANNA, AT)
    assert registry.redeem(issued.number, SEAT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.release(issued.number, SEAT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.confirm(issued.number) == Done(issued.number)
    assert registry.look_up(issued.number).state is TicketState.REDEEMED


def test_that_an_expired_ticket_is_not_paid_and_can_be_voided(registry, issued):
    assert registry.pay(issued.number, ANNA, EXPIRED) == Rejected(issued.number, Refusal.EXPIRED)
    assert registry.void_issued(issued.number, "expired", ANNA, EXPIRED) == Done(issued.number)
    assert registry.void_issued(issued.number, "expired", ANNA, EXPIRED) == Done(issued.number)
    assert registry.void_issued(issued.number, "expired", BEN, EXPIRED) == Rejected(
        issued.number, Refusal.VOID
    )
    assert registry.pay(issued.number, ANNA, AT) == Rejected(issued.number, Refusal.VOID)


@pytest.mark.parametrize("what", ["pay", "void"])
def test_that_a_pending_ticket_is_no_business_of_the_desk(registry, make_ticket, what):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    if what == "pay":
        answer = registry.pay(ticket.number, ANNA, AT)
    else:
        answer = registry.void_issued(ticket.number, "lost", ANNA, AT)
    assert answer == Rejected(ticket.number, Refusal.NOT_PRESENTED)
    assert registry.look_up(ticket.number).state is TicketState.PENDING


def test_that_a_voided_ticket_is_never_taken_for_one_that_was_not_presented(registry, issued):
    registry.void_issued(issued.number, "paid in error", ANNA, AT)
    record = registry.look_up(issued.number)
    assert (record.state, record.did, record.why, record.by) == (
        TicketState.VOID,
        Doing.VOID_ISSUED,
        "paid in error",
        ANNA,
    )


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "x" * 201])
def test_that_a_void_needs_a_reason_that_can_be_read(registry, issued, why):
    with pytest.raises(ValueError, match="reason of a void"):
        registry.void_issued(issued.number, why, ANNA, AT)


@pytest.mark.parametrize("parts", [("", "a", "b"), ("1", "a/b", "c"), ("1", "a", " "), ("1", "a\n", "c")])
def test_that_names_at_the_desk_are_whole(parts):
    with pytest.raises(ValueError, match="name at the desk"):
        at_desk(*parts)


def test_that_open_and_expired_part_the_papers_in_the_house(registry, make_ticket):
    early = make_ticket("00000000000000001")
    late = make_ticket("00000000000000002", expires_utc="2027-12-27T22:06:18Z")
    gone = make_ticket("00000000000000003")
    for ticket in (early, late, gone):
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
    registry.pay(gone.number, ANNA, AT)
    registry.reserve(late.number, SEAT, AT)
    registry.issue_pending(make_ticket("00000000000000004"))
    assert [record.ticket for record in registry.open_tickets(AT)] == [early, late]
    assert [record.ticket for record in registry.open_tickets(EXPIRED)] == [late]
    assert [record.ticket for record in registry.expired(EXPIRED)] == [early]
    assert registry.expired(AT) == []


def test_that_the_liability_of_days_adds_up(path, make_ticket):
    clock = ["2026-11-28T10:00:00Z"]
    registry = SqliteRegistry(path, now=lambda: clock[0])
    tickets = [make_ticket(f"{n:017d}", cents=10**n) for n in range(6)]
    for ticket in tickets[:5]:
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
    registry.pay(tickets[0].number, ANNA, "2026-11-28T11:00:00Z")
    clock[0] = "2026-11-29T10:00:00Z"
    registry.reserve(tickets[1].number, SEAT, clock[0])
    registry.redeem(tickets[1].number, SEAT)
    registry.void_issued(tickets[2].number, "torn", ANNA, clock[0])
    registry.reserve(tickets[3].number, SEAT, clock[0])
    registry.issue_pending(tickets[5])
    registry.void(tickets[5].number, "jam")
    assert registry.liability(TODAY) == Liability(
        TODAY, Sum(), Sum(5, 11_111), Sum(), Sum(1, 1), Sum(), Sum(4, 11_110), Sum()
    )
    assert registry.liability(TOMORROW) == Liability(
        TOMORROW, Sum(4, 11_110), Sum(), Sum(1, 10), Sum(), Sum(1, 100), Sum(2, 11_000), Sum()
    )
    much_later = registry.liability(GamingDay("2027-06-01T00:00:00Z", "2027-06-02T00:00:00Z"))
    assert much_later.open_before == much_later.open_after == much_later.expired == Sum(2, 11_000)
    registry.close()


def test_that_a_clock_that_went_back_still_gives_days_that_add_up(path, make_ticket):
    clock = ["2026-11-29T10:00:00Z"]
    registry = SqliteRegistry(path, now=lambda: clock[0])
    ticket = make_ticket(cents=500)
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    registry.pay(ticket.number, ANNA, "2026-11-28T10:00:00Z")
    assert registry.liability(TODAY) == Liability(TODAY, *[Sum()] * 7)
    found = registry.liability(TOMORROW)
    assert (found.issued, found.paid, found.open_after) == (Sum(1, 500), Sum(1, 500), Sum())
    registry.close()


def test_that_every_step_is_kept_with_who_when_and_the_last_digits(registry, issued):
    registry.reserve(issued.number, SEAT, "2026-11-28T11:00:00Z")
    registry.reserve(issued.number, SEAT, "2026-11-28T11:00:01Z")  # a repeat is no step
    registry.release(issued.number, SEAT)
    registry.pay(issued.number, ANNA, "2026-11-28T12:00:00Z")
    registry.pay(issued.number, BEN, "2026-11-28T12:00:01Z")  # refused: no step
    found = registry.actions(TODAY)
    place = f"{issued.table}/{issued.terminal}"
    assert [(step.what, step.by, step.at_utc) for step in found] == [
        (Doing.ISSUE, place, AT),
        (Doing.CONFIRM, place, AT),
        (Doing.RESERVE, SEAT, "2026-11-28T11:00:00Z"),
        (Doing.RELEASE, SEAT, AT),
        (Doing.PAY, ANNA, "2026-11-28T12:00:00Z"),
    ]
    assert {(step.digits, step.cents) for step in found} == {(issued.number[-4:], issued.cents)}
    assert registry.look_up(issued.number).steps == len(found)
    assert registry.actions(TOMORROW) == []


@pytest.mark.parametrize("sql", ["UPDATE action SET who = 'nobody'", "DELETE FROM action"])
def test_that_a_step_that_is_kept_is_never_changed(registry, issued, sql):
    with pytest.raises(sqlite3.IntegrityError, match="an action is never"):
        registry._db.execute(sql)


def test_that_one_of_many_cashiers_pays(path, registry, issued):
    start, paid = threading.Barrier(6), []

    def run(n):
        own = SqliteRegistry(path)
        start.wait()
        answer = own.pay(issued.number, at_desk(str(n), "cashier", "x"), AT)
        own.close()
        paid.extend([answer] if isinstance(answer, Paid) else [])

    threads = [threading.Thread(target=run, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert paid == [Paid(issued.number, issued.cents)]


def test_that_a_gaming_day_has_the_hours_that_the_clock_gives_it():
    zone = ZoneInfo("Europe/Vienna")
    assert gaming_day(date(2026, 11, 28), zone, 6) == GamingDay(
        "2026-11-28T05:00:00Z", "2026-11-29T05:00:00Z"
    )
    assert gaming_day(date(2026, 10, 24), zone, 6) == GamingDay(
        "2026-10-24T04:00:00Z", "2026-10-25T05:00:00Z"
    )


# --- a file of version 1 --------------------------------------------------------------------------------------------


@pytest.fixture
def version_1(path):
    """As version 1 wrote it: one ticket in each state."""
    db = sqlite3.connect(path)
    db.executescript(Path(__file__).with_name("registry_version_1.sql").read_text())
    db.close()
    return path


def numbers_of(path):
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT number, state, cents FROM ticket ORDER BY id").fetchall()
    db.close()
    return rows


def test_that_a_file_of_version_1_becomes_one_of_today_with_every_ticket(version_1):
    before = numbers_of(version_1)
    registry = SqliteRegistry(version_1)
    assert numbers_of(version_1) == before
    held = registry.look_up(before[2][0])
    assert (held.state, held.by) == (TicketState.RESERVED, "12/07/2abc")
    assert registry.redeem(held.ticket.number, "12/07/2abc") == Done(held.ticket.number)
    assert registry.pay(before[1][0], ANNA, AT) == Paid(before[1][0], 2_000)
    yesterday = GamingDay("2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z")
    found = registry.liability(yesterday)
    assert (found.issued, found.open_after) == (Sum(3, 9_000), Sum(3, 9_000))
    assert len(registry.actions(yesterday)) == 5 + 3 + 1
    for number, _, _ in before:
        record = registry.look_up(number)
        kept = registry._db.execute("SELECT max(step) FROM action WHERE number = ?", (number,)).fetchone()[0]
        assert kept == record.steps
    registry.close()
    SqliteRegistry(version_1).close()


def test_that_a_migration_that_breaks_off_leaves_version_1(version_1, monkeypatch):
    before = version_1.read_bytes()
    monkeypatch.setattr("kiosk.host.registry_schema._KEPT", "no statement")
    with pytest.raises(RegistryFault, match="syntax error"):
        SqliteRegistry(version_1)
    assert numbers_of(version_1)
    db = sqlite3.connect(version_1)
    assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    db.close()
    assert len(version_1.read_bytes()) == len(before)
