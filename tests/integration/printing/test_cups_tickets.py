"""Tickets through a real print queue, and the money in one place whatever becomes of the job."""

import pytest

from kiosk.devices.ports import PrinterStatus
from kiosk.devices.printer.memory import TicketMemory
from kiosk.devices.reader.picture import read_ticket_number
from kiosk.devices.registry import TicketState
from kiosk.devices.ticket import Receipt, ReceiptKind
from kiosk.seat import events as e
from kiosk.seat.state import CashoutStage, LockKind

CENTS = 10_000


def test_that_a_ticket_goes_through_the_queue_and_reads_back(cups_till, cups):
    cups_till.note()
    cups_till.collect()
    assert cups_till.money() == (0, CENTS)
    (paper,) = cups.papers()
    assert [read_ticket_number(paper)] == list(cups_till.tickets())
    (number,) = cups_till.tickets()
    assert f"ticket-12-07-000001-{number[-4:]}" in cups.begun()
    assert number not in (cups.folder / "log" / "error").read_text(), "a number is never told whole"


def test_that_a_queue_that_is_stopped_prints_nothing_and_the_money_stays(cups_till, cups):
    cups_till.note()
    cups.queue("disable")
    cups_till.until(lambda: cups_till.printer.status is PrinterStatus.OFFLINE)
    cups_till.runner.handle(e.Collect())
    cups_till.until(lambda: cups_till.state.locks)
    assert cups_till.money() == (CENTS, 0)
    cups.queue("enable")
    cups_till.until(lambda: cups_till.printer.status is PrinterStatus.READY)
    assert cups.papers() == []


@pytest.mark.parametrize("does", ["fails", "dies-half-way", "waits"])
def test_that_a_job_that_did_not_end_well_is_asked_about(cups_till, cups, does):
    cups_till.note()
    cups.does(does)
    cups_till.collect()
    assert cups_till.lock(LockKind.TICKET_UNKNOWN) is not None
    assert cups_till.money() == (0, 0)
    cups_till.answer(came_out=False)
    assert cups_till.money() == (CENTS, 0)
    assert {record.state for record in cups_till.tickets().values()} == {TicketState.VOID}
    cups.does("prints")
    cups_till.until(lambda: cups_till.printer.status is PrinterStatus.READY)
    assert cups.papers() == [], "a job that was given up must not come out later"


def test_that_a_crash_while_the_queue_prints_asks_the_queue(cups_till, cups, tmp_path, tills):
    cups_till.note()
    cups.does("waits")
    cups_till.runner.handle(e.Collect())
    cups_till.until(
        lambda: cups_till.state.cashout is not None and cups_till.state.cashout.stage is CashoutStage.PRINTING
    )
    (number,) = cups_till.tickets()
    name = f"ticket-12-07-000001-{number[-4:]}"
    while name not in cups.begun():
        cups_till.drain()
    cups.does("prints")
    cups_till.until(lambda: cups_till.state.cashout is None)
    # The process dies before it has written down that the ticket came out: the queue knows.
    memory = tmp_path / "state" / "printer.json"
    memory.write_text(memory.read_text().replace("presented", "begun"))
    other = cups_till.open_printer(TicketMemory(memory), lambda _: None, lambda _: None)
    try:
        assert other.presented(number) == "yes"
        assert other.presented("0" * 18) == "no"
    finally:
        other.close()


def test_that_a_queue_that_is_away_is_off_line_and_comes_back(cups_till, cups):
    cups.stop()
    cups_till.until(lambda: cups_till.printer.status is PrinterStatus.OFFLINE)
    cups.start()
    cups_till.until(lambda: cups_till.printer.status is PrinterStatus.READY)
    cups_till.note()
    cups_till.collect()
    assert cups_till.money() == (0, CENTS)


def test_that_a_receipt_goes_through_the_queue(cups_till, cups):
    receipt = Receipt(
        ReceiptKind.CANCELLED_CREDIT,
        1,
        5_000,
        "Harbour Casino",
        "07",
        "12",
        "2026-11-28T10:00:00Z",
        "attendant",
    )
    cups_till.printer.print_receipt(receipt)
    cups_till.until(lambda: bool(cups.papers()))
    assert "receipt-12-07-000001" in cups.begun()
