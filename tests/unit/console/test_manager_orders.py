"""What a shift manager orders for a seat (rule 5.10): named, authorised above the supervisors, booked, never lost."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN, Killed, Table, last_of_managers
from kits.console.stages import Stage
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("sicbo:5.10")


def order(cents=500, seat="07", number=1, authority=NG, **more):
    return c.RecordDecision("pay the difference", "wrong display", authority, number, seat, cents, **more)


def books(table, number=1, cents=500, seat="07", where=None):
    """The seat reports that it has booked."""
    record = r.AmountBooked(seat=seat, round=where or table.view.round, number=number, cents=cents)
    return table.put(keys.report(TABLE, record), record)


def orders(table):
    return [record for record in table.written() if isinstance(record, r.AmountOrdered)]


@pytest.mark.parametrize("cents", [500, -700])
@pytest.mark.parametrize("phase", [*[*Stage][:-2], Phase.ENDED])
def test_that_an_amount_of_either_sign_stands_in_the_log_with_seat_round_and_name(table, phase, cents):
    table.bring_to(Phase.ENDED)
    before = table.bring_to(phase)
    table.ok(order(cents))
    assert orders(table) == [
        r.AmountOrdered(round=2, seat="07", number=1, cents=cents, by="Mia", authorised_by="Ng", about=1)
    ]
    record = r.decode(last_of_managers(table.log).value)
    assert (record.round, record.seat, record.cents, record.authorised_by) == (1, "07", cents, "Ng")
    view = table.view
    assert (view.phase, view.facts, view.next) == (before.phase, before.facts, before.next)
    assert [(made.waits, made.booked) for made in view.decisions] == [(True, None)]
    books(table, cents=cents)
    assert [(made.waits, made.booked) for made in table.view.decisions] == [(False, cents)]


@pytest.mark.parametrize(("authority", "why"), [(TAN, "needs-manager"), (Authority(""), "needs-manager")])
def test_that_a_supervisor_does_not_stand_for_what_a_shift_manager_decides(table, authority, why):
    table.bring_to(Phase.ENDED)
    before = table.written()
    assert table.do(order(authority=authority)) == Refusal(why)
    assert table.do(order(cents=0, seat="", authority=authority)) == Refusal(why)
    assert (table.written(), last_of_managers(table.log)) == (before, None)
    assert table.view.managers == ("Ng",)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (order(seat=""), "no-seat"),
        (order(seat="99"), "unknown-seat"),
        (order(number=2), "unknown-round"),
        (order(cents=10**11 + 1), "not-an-amount"),
        (order(closes=1), "unknown-item"),
        (order(closes_order=1), "unknown-item"),
    ],
)
def test_that_an_order_that_no_seat_could_book_is_refused(table, command, why):
    table.bring_to(Phase.ENDED)
    assert table.do(command).key == why
    assert orders(table) == []


def test_that_no_amount_is_ordered_at_a_table_that_has_not_played(table):
    assert table.do(order(number=0)) == Refusal("no-seat")


@pytest.mark.parametrize("silent", ["before", "after"])
def test_that_an_order_without_an_answer_is_written_once(table, silent):
    table.bring_to(Phase.ENDED)
    table.link.silent = silent
    assert table.do(order()) is None
    table.pass_ms(1_200)
    table.link.silent = ""
    table.pass_ms(1_200)
    assert len(orders(table)) == 1
    table.ok(order(300))
    assert [(found.number, found.cents) for found in orders(table)] == [(1, 500), (2, 300)]


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_record_and_order_stand_there_together_or_not_at_all(tmp_path, when):
    table = Table(tmp_path)
    table.start()
    table.bring_to(Phase.ENDED)
    table.link.kill_at = (table.link.appends + 1, when)
    with pytest.raises(Killed):
        table.do(order())
    table.again()
    assert len(orders(table)) == len(table.view.decisions) == (when == "after")
    table.close()


def test_that_what_is_ordered_waits_in_the_log_for_its_seat_however_many_rounds_are_played(table):
    table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    table.ok(order())
    for _ in range(130):
        table.bring_to(Phase.ENDED, bets={"08": {"small": 500}})
    book = table.desk._core.book
    assert not book.may_leave(1), "seat 07 has still to read it"
    table.again()
    assert [made.waits for made in table.view.decisions] == [True]
    assert not table.desk._core.book.may_leave(1)
    books(table, where=1)
    assert [made.booked for made in table.view.decisions] == [500]
    table.shows_close("07", number=131)
    table.view  # noqa: B018 - all that came is read
    assert table.desk._core.book.may_leave(1)


@pytest.mark.parametrize(("number", "seat"), [(2, "07"), (1, "08")])
def test_that_a_booking_that_nobody_ordered_counts_for_nothing(table, number, seat):
    table.bring_to(Phase.ENDED)
    table.ok(order())
    books(table, number, seat=seat)
    assert table.view.decisions[0].waits
    assert "ignored" in [alert.key for alert in table.view.alerts]


def test_that_what_could_not_be_taken_is_an_open_item_that_a_manager_closes(table):
    table.bring_to(Phase.ENDED)
    table.ok(order(-800))
    books(table, cents=-300)
    item = r.OpenItem(seat="07", round=1, decision=0, cents=500, order=1)
    table.put(keys.report(TABLE, item), item)
    assert [(i.seat, i.cents, i.order) for i in table.view.open_items] == [("07", 500, 1)]
    table.desk._core.service.reading.archive.note(table.desk._core.book)
    table.again()
    assert [(i.seat, i.cents, i.order) for i in table.view.open_items] == [("07", 500, 1)]
    table.ok(order(0, closes_order=1))
    assert table.view.open_items == ()
