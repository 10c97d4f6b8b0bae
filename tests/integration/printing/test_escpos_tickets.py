"""Tickets on an ESC/POS printer: read back from the paper, and the money in one place whatever goes wrong."""

import logging
import random
import threading

import pytest

from kiosk.devices.ports import Presented
from kiosk.devices.printer.escpos.driver import EscposPrinter
from kiosk.devices.printer.escpos.job import Stretch, make_job
from kiosk.devices.printer.escpos.lines import NetworkLine
from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.devices.printer.memory import TicketMemory
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.reader.picture import read_ticket_number
from kiosk.seat import events as e
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import PrinterIs, ReceiptNotOut
from kiosk.seat.state import CashoutStage, LockKind
from kiosk.simulators.escpos.paper import Fault, PowerLost
from kiosk.tickets.registry import TicketState
from kiosk.tickets.ticket import Language, Receipt, ReceiptKind
from kits.devices.printing import PATIENT, SOON

CENTS = 10_000
# Dot rows of a ticket: nothing, a bar of the code, what stands behind it.
BEFORE, BARCODE, AFTER = 40, 500, 1_150


def papers(tmp_path):
    return sorted((tmp_path / "papers").glob("*.png"))


def test_that_a_printed_ticket_reads_back_at_the_heads_resolution(till, tmp_path):
    till.note()
    till.collect()
    assert till.money() == (0, CENTS)
    (paper,) = papers(tmp_path)
    assert [read_ticket_number(paper)] == list(till.tickets())


def test_that_a_ticket_writes_no_line_to_anybodys_output_or_log(till, capfd, caplog):
    caplog.set_level(logging.INFO, "kiosk")  # as the program itself keeps its log
    till.note()
    till.collect()
    assert till.money() == (0, CENTS)
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_that_a_serial_printer_prints_the_same(serial_till, tmp_path):
    serial_till.note()
    serial_till.collect()
    assert serial_till.money() == (0, CENTS)
    assert [read_ticket_number(paper) for paper in papers(tmp_path)] == list(serial_till.tickets())


def test_that_the_rows_of_the_faults_below_lie_where_they_say(make_ticket):
    parts = make_job(page_pdf(make_ticket(), ticket_fonts()), 1, ticket=True)
    rows = {stretch: [] for stretch in Stretch}
    row = 0
    for part in parts:
        if part.data.startswith(b"\x1dv0"):
            height = part.data[6] + 256 * part.data[7]
            rows[part.stretch] += range(row, row + height)
            row += height
    assert BEFORE in rows[Stretch.BEFORE]
    assert BARCODE in rows[Stretch.BARCODE]
    assert AFTER in rows[Stretch.AFTER]
    marks = [part.mark for part in parts if part.mark]
    assert len(marks) == len(set(marks)) == 4


class Trouble:
    """Lets one thing go wrong at one place of one ticket."""

    def __init__(self, till, place, kind, port):
        self.paper, self.place, self.kind, self.port = till.paper, place, kind, port
        self.done = False
        self.held = None
        if isinstance(place, int):
            till.paper.before_row = lambda row: row == place and self.strike()
        elif place == "cut":
            till.paper.before_cut = self.strike
        else:
            till.paper.after_cut = self.strike

    def strike(self):
        if self.done:
            return
        self.done = True
        if self.kind == "power":
            raise PowerLost
        if self.kind == "mute":
            self.paper.mute = True
        elif self.kind == "unplugged":
            self.port.unplugged = True
            raise PowerLost
        else:
            self.paper.fault = self.kind
        if self.held is not None:
            self.held.wait()

    def hold(self):
        """It stands still there, and says nothing, until it is mended."""
        self.held = threading.Event()

    def mend(self):
        if self.held is not None:
            self.held.set()
        self.paper.fault, self.paper.mute, self.port.unplugged = None, False, False


KINDS = [Fault.PAPER_OUT, Fault.JAM, Fault.COVER, Fault.CUTTER, "power", "mute", "unplugged"]


@pytest.mark.parametrize(("kind", "timing"), [(kind, SOON if kind == "mute" else PATIENT) for kind in KINDS])
@pytest.mark.parametrize("place", [BEFORE, BARCODE, AFTER, "cut", "after the cut"])
@pytest.mark.rule("sicbo:1.7")
def test_that_the_money_is_in_one_place_wherever_a_print_fails(till, port, place, kind, timing):
    answer = KINDS.index(kind) % 2 == 0  # the attendant has found a whole ticket, or has not
    trouble = Trouble(till, place, kind, port)
    till.note()
    till.collect()
    assert trouble.done
    if place == BEFORE:
        # Nobody could take what came out for a ticket: the credit is back, the number is worth nothing.
        assert till.money() == (CENTS, 0)
        assert {record.state for record in till.tickets().values()} <= {TicketState.VOID}
        assert till.lock(LockKind.PRINTER) is not None
    elif till.lock(LockKind.TICKET_UNKNOWN) is not None:
        assert till.money() == (0, 0), "until somebody has looked it is nowhere else but in the question"
        assert till.state.cashout.cents == CENTS
        till.answer(came_out=answer)
        assert till.money() == ((0, CENTS) if answer else (CENTS, 0))
    else:
        # Its end was proven before the fault was met.
        assert place == "after the cut"
        assert till.money() == (0, CENTS)
    trouble.mend()
    cut = len(till.paper.papers)
    till.until(lambda: till.printer.status is PrinterCondition.READY)
    assert len(till.paper.papers) == cut, "a ticket that was given up must not come out later"


@pytest.mark.parametrize("place", [BEFORE, BARCODE, AFTER, "cut"])
def test_that_a_crash_while_it_prints_asks_and_never_prints_again(till, port, tmp_path, tills, place):
    till.note()
    trouble = Trouble(till, place, Fault.PAPER_OUT, port)
    trouble.hold()
    till.runner.handle(e.Collect())
    till.until(lambda: till.state.cashout is not None and till.state.cashout.stage is CashoutStage.PRINTING)
    while not trouble.done:
        threading.Event().wait(0.005)
    other = till.again_after_a_crash(tmp_path / "after")
    tills.append(other)
    trouble.mend()
    assert other.lock(LockKind.TICKET_UNKNOWN) is not None
    assert other.money() == (0, 0)
    other.answer(came_out=False)
    assert other.money() == (CENTS, 0)


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.PAPER_OUT, PrinterCondition.PAPER_OUT),
        (Fault.JAM, PrinterCondition.JAM),
        (Fault.COVER, PrinterCondition.COVER_OPEN),
        (Fault.CUTTER, PrinterCondition.JAM),
    ],
)
def test_that_the_status_is_told_once_and_its_end_too(till, fault, status):
    till.paper.fault = fault
    till.until(lambda: till.printer.status is status)
    till.paper.fault = None
    till.until(lambda: till.printer.status is PrinterCondition.READY)
    told = [event.condition for event in till.told if isinstance(event, PrinterIs)]
    assert told == [status, PrinterCondition.READY]


def test_that_answers_that_come_late_are_taken_for_no_others(late_till):
    till, terminal = late_till
    for fault, status in (
        (Fault.COVER, PrinterCondition.COVER_OPEN),
        (Fault.PAPER_OUT, PrinterCondition.PAPER_OUT),
    ):
        till.told.clear()
        terminal.hold = True
        till.until(lambda: till.printer.status is PrinterCondition.OFFLINE)
        terminal.hold = False
        till.until(lambda: till.printer.status is PrinterCondition.READY)
        till.paper.fault = fault
        till.until(lambda status=status: till.printer.status is status)
        till.paper.fault = None
        till.until(lambda: till.printer.status is PrinterCondition.READY)
        told = [event.condition for event in till.told if isinstance(event, PrinterIs)]
        assert told == [PrinterCondition.OFFLINE, PrinterCondition.READY, status, PrinterCondition.READY]
    till.note()
    till.collect()
    assert till.money() == (0, CENTS)


def test_that_an_answer_that_nobody_asked_for_shifts_no_later_one(late_till):
    till, terminal = late_till
    till.note()
    for stray in (b"\x16", b"\x7e", b"\x1a\x32\x12"):  # read for others: cover open, paper out
        terminal.stray = stray
        till.paper.low = not till.paper.low
        wanted = PrinterCondition.PAPER_LOW if till.paper.low else PrinterCondition.READY
        till.until(lambda wanted=wanted: till.printer.status is wanted and not terminal.stray)
    lasting = [event.condition for event in till.told if isinstance(event, PrinterIs)][-1]
    assert lasting is PrinterCondition.PAPER_LOW
    terminal.stray = b"\x7e\x7e"
    till.collect()
    assert till.money() == (0, CENTS), "a status that was shifted would have kept the ticket back"


def test_that_paper_nearly_out_is_told_and_prints_on(till):
    till.paper.low = True
    till.until(lambda: till.printer.status is PrinterCondition.PAPER_LOW)
    till.note()
    till.collect()
    assert till.money() == (0, CENTS)


def test_that_a_printer_that_is_not_there_is_off_line_and_comes_back(till, port):
    port.unplugged = True
    till.until(lambda: till.printer.status is PrinterCondition.OFFLINE)
    port.unplugged = False
    till.until(lambda: till.printer.status is PrinterCondition.READY)
    till.note()
    till.collect()
    assert till.money() == (0, CENTS)


def test_that_a_receipt_is_printed_without_a_barcode(till, tmp_path):
    receipt = Receipt(
        ReceiptKind.HANDPAY,
        1,
        524_050,
        "Harbour Casino",
        "07",
        "12",
        "2026-11-28T10:00:00Z",
        "attendant",
        Language.CHINESE,
    )
    till.printer.print_receipt(receipt)
    till.until(lambda: bool(papers(tmp_path)))
    with pytest.raises(Exception, match="no barcode"):
        read_ticket_number(papers(tmp_path)[0])


def test_that_a_duplicate_is_printed_anew_and_an_original_is_not(till, make_ticket, tmp_path):
    ticket = make_ticket()
    for _ in range(2):
        till.printer.print(ticket)
    till.printer.print(make_ticket(duplicate=True))
    till.until(lambda: len(papers(tmp_path)) == 2)
    assert {read_ticket_number(paper) for paper in papers(tmp_path)} == {ticket.number}


@pytest.mark.parametrize("language", Language)
def test_that_many_tickets_read_back_from_the_paper(make_ticket, paper, tmp_path, language):
    source = random.Random(language)
    for n in range(12):
        body = f"{source.randrange(10**17):017d}"
        ticket = make_ticket(body, cents=source.randrange(1, 99_999_999), language=language)
        job = make_job(page_pdf(ticket, ticket_fonts()), n, ticket=True)
        assert not any(
            b"\x10" + second in part.data for part in job for second in (b"\x04", b"\x05", b"\x14")
        )
        for part in job:
            paper.feed(part.data)
        assert read_ticket_number(papers(tmp_path)[-1]) == ticket.number


def test_that_a_printer_whose_power_went_after_the_cut_is_asked_about_and_both_answers_are_exact(
    till, port, tmp_path, tills
):
    Trouble(till, "after the cut", "power", port)
    till.note()
    till.collect()
    assert till.lock(LockKind.TICKET_UNKNOWN) is not None
    other = till.again_after_a_crash(tmp_path / "after")
    tills.append(other)
    assert other.lock(LockKind.TICKET_UNKNOWN) is not None
    assert [read_ticket_number(paper) for paper in papers(tmp_path)] == list(other.tickets())
    other.answer(came_out=True)
    assert other.money() == (0, CENTS)
    till.answer(came_out=False)
    assert till.money() == (CENTS, 0)


def test_that_too_many_jobs_are_answered_and_wait_for_nobody(till, make_ticket):
    till.paper.fault = Fault.PAPER_OUT
    receipt = Receipt(
        ReceiptKind.HANDPAY, 1, 500, "Harbour Casino", "07", "12", "2026-11-28T10:00:00Z", "attendant"
    )
    for _ in range(60):
        till.printer.print_receipt(receipt)
    till.until(lambda: [event for event in till.told if isinstance(event, ReceiptNotOut)])
    till.paper.fault = None


def test_that_a_printer_that_remembers_nothing_is_asked_about(tmp_path):
    memory = TicketMemory(tmp_path / "none.json")
    printer = EscposPrinter(lambda: NetworkLine("127.0.0.1", 1), memory, lambda _: None, lambda _: None)
    try:
        assert printer.presented("0" * 18) is Presented.UNKNOWN
    finally:
        printer.close()
