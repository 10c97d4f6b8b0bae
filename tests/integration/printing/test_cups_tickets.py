"""Tickets through a real print queue, and the money in one place whatever becomes of the job."""

import socket
import threading

import pytest

from kiosk.devices.printer.cups import CupsQueue
from kiosk.devices.printer.memory import LastTicket, Stage, TicketMemory
from kiosk.devices.reader.picture import read_ticket_number
from kiosk.seat import events as e
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.state import CashoutStage, LockKind
from kiosk.tickets.registry import TicketState
from kiosk.tickets.ticket import Receipt, ReceiptKind

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
    cups_till.until(lambda: cups_till.printer.status is PrinterCondition.OFFLINE)
    cups_till.runner.handle(e.Collect())
    cups_till.until(lambda: cups_till.state.locks)
    assert cups_till.money() == (CENTS, 0)
    cups.queue("enable")
    cups_till.until(lambda: cups_till.printer.status is PrinterCondition.READY)
    assert cups.papers() == []


@pytest.mark.parametrize(("does", "job_s"), [("fails", 60.0), ("dies-half-way", 60.0), ("waits", 3.0)])
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
    cups_till.until(lambda: cups_till.printer.status is PrinterCondition.READY)
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
    cups_till.until(lambda: cups_till.printer.status is PrinterCondition.OFFLINE)
    cups.start()
    cups_till.until(lambda: cups_till.printer.status is PrinterCondition.READY)
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


# --- a queue that keeps no history, and answers that nobody can read --------------------------------------------------


def presented(till, last):
    """What the driver says of a ticket after a crash that left ``last`` in its memory."""
    memory = TicketMemory(till.folder / "printer-after-a-crash.json")
    memory.save(last)
    printer = till.open_printer(memory, lambda _: None, lambda _: None)
    try:
        return printer.presented(last.number)
    finally:
        printer.close()


def test_that_a_queue_without_history_is_asked_about_as_soon_as_it_has_forgotten(
    forgetful_till, cups_without_history
):
    forgetful_till.note()
    forgetful_till.collect()
    lock = forgetful_till.lock(LockKind.TICKET_UNKNOWN)
    assert "keeps no history" in lock.detail
    (number,) = forgetful_till.tickets()
    last = TicketMemory(forgetful_till.folder / "printer.json").load()
    assert last.number == number
    assert last.stage is Stage.BEGUN
    assert last.job_id > 0
    assert len(cups_without_history.papers()) == 1
    assert presented(forgetful_till, last) == "unknown", "it has come out: never no"
    forgetful_till.answer(came_out=True)
    assert forgetful_till.money() == (0, CENTS)


def test_that_what_was_not_handed_over_is_known_without_any_history(forgetful_till):
    assert presented(forgetful_till, LastTicket("1" * 18, Stage.BEGUN)) == "no"


def test_that_a_job_that_never_got_its_page_is_not_presented(cups_till, cups):
    job = CupsQueue(cups.uri).create("ticket-12-07-000009-1111")
    last = LastTicket("1" * 18, Stage.BEGUN, "ticket-12-07-000009-1111", job)
    assert presented(cups_till, last) == "no"
    assert presented(cups_till, last) == "no", "it was cancelled, and its end is known"


def test_that_a_ticket_of_an_older_program_that_the_queue_does_not_know_is_asked_about(cups_till):
    assert presented(cups_till, LastTicket("1" * 18, Stage.BEGUN, "ticket-12-07-000010-1111")) == "unknown"


BROKEN = {
    "nothing": b"",
    "half a head": b"HTTP/1.1 200 OK\r\nContent-Le",
    "less than it says": b"HTTP/1.1 200 OK\r\nContent-Length: 197\r\n\r\n\x01\x01",
    "an empty body": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "bytes of another protocol": b"\x00\xff\xfe220 ready\r\n",
    "a page of words": b"HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\n\xff\xfeX",
    "an answer without jobs": b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n\x01\x01\x00\x00\x00\x00\x00\x01\x03",
}


@pytest.mark.parametrize("answer", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("ask", [lambda q: q.status(), lambda q: q.job(1), lambda q: q.create("x")])
def test_that_an_answer_that_nobody_can_read_is_a_fault_of_the_line(answer, ask):
    server = socket.create_server(("127.0.0.1", 0))

    def serve():
        line, _ = server.accept()
        with line:
            line.recv(65_536)
            line.sendall(answer)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with pytest.raises(OSError, match="queue ipp://") as raised:
            ask(CupsQueue(f"ipp://127.0.0.1:{server.getsockname()[1]}/printers/till"))
        assert type(raised.value) is OSError, "an answer that was not understood refuses nothing"
    finally:
        thread.join()
        server.close()
