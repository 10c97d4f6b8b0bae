"""The receipt of a payment by hand: what stands on it, in both languages, and that it is plainly no ticket."""

import pypdfium2
import pytest

from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.devices.printer.pdf import PdfPrinter
from kiosk.devices.printer.receipt import receipt_pdf
from kiosk.devices.reader.picture import TicketUnreadable, Unreadable, read_ticket_number
from kiosk.seat.events import ReceiptNotOut, ReceiptOut
from kiosk.tickets.ticket import Language, Receipt, ReceiptKind


def receipt(**changes):
    body = {
        "kind": ReceiptKind.HANDPAY,
        "number": 12,
        "cents": 524_050,
        "casino": "Harbour Casino",
        "terminal": "07",
        "table": "12",
        "at_utc": "2026-11-28T10:00:00Z",
        "by": "attendant's key",
    }
    return Receipt(**body | changes)


def text_of(data):
    document = pypdfium2.PdfDocument(data)
    try:
        return document[0].get_textpage().get_text_bounded()
    finally:
        document.close()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (ReceiptKind.HANDPAY, ("HAND PAY RECEIPT", "人工支付收据")),
        (ReceiptKind.CANCELLED_CREDIT, ("CANCELLED CREDIT RECEIPT", "人工支付余额收据")),
    ],
)
def test_that_a_receipt_says_everything_in_both_languages(kind, words, language):
    text = text_of(receipt_pdf(receipt(kind=kind, language=language), ticket_fonts()))
    for wanted in (
        *words,
        "NOT A TICKET",
        "$5,240.50",
        "Five thousand two hundred forty dollars and fifty cents",
        "伍仟贰佰肆拾元伍角整",
        "000012",
        "2026-11-28 10:00:00 UTC",
        "Harbour Casino",
        "attendant's key",
    ):
        assert wanted in text, wanted


def test_that_a_test_print_says_that_it_is_one_and_speaks_of_no_payment():
    text = text_of(receipt_pdf(receipt(kind=ReceiptKind.TEST, cents=0), ticket_fonts()))
    for wanted in ("TEST PRINT", "打印测试", "NOT A TICKET", "Harbour Casino", "000012"):
        assert wanted in text, wanted
    assert "$" not in text
    assert "PAID" not in text
    assert "PLAYER" not in text


def test_that_a_sum_beyond_words_is_printed_in_figures():
    assert "$123,456,789.01" in text_of(receipt_pdf(receipt(cents=12_345_678_901), ticket_fonts()))


def test_that_a_printer_of_files_keeps_every_receipt_and_none_reads_as_a_ticket(tmp_path):
    told = []
    printer = PdfPrinter(tmp_path, told.append, lambda job: job())
    for _ in range(2):
        printer.print_receipt(receipt())
    assert told == [ReceiptOut(ReceiptKind.HANDPAY, 12)] * 2
    files = sorted(tmp_path.glob("receipt-*.pdf"))
    assert len(files) == 2
    with pytest.raises(TicketUnreadable) as refused:
        read_ticket_number(files[0])
    assert refused.value.reason is Unreadable.NO_BARCODE


def test_that_a_receipt_that_cannot_be_written_is_told(tmp_path):
    told = []
    PdfPrinter(tmp_path / "gone", told.append, lambda job: job()).print_receipt(receipt())
    (failed,) = told
    assert isinstance(failed, ReceiptNotOut)
    assert failed.reason
