"""The acceptor and the printer of a seat's file: what contradicts itself is refused by key and value."""

import msgspec
import pytest

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.config import read_seat_file
from kiosk.app.printers import PrinterFile
from kiosk.faults import EnvironmentFault

GOOD_PRINTERS = [
    {},
    {"kind": "escpos", "host": "10.0.0.9"},
    {"kind": "escpos", "host": "printer.local", "port": 9101},
    {"kind": "escpos", "serial": "/dev/ttyS1", "baud": 38_400},
    {"kind": "escpos", "usb_vendor": 0x04B8, "usb_product": 0x0E15},
    {"kind": "escpos-simulated"},
    {"kind": "cups", "queue": "ipp://127.0.0.1/printers/till"},
]
BAD_PRINTERS = [
    ({"host": "10.0.0.9"}, "printer.host of '10.0.0.9'"),
    ({"kind": "cups"}, "printer.queue of None"),
    ({"kind": "cups", "queue": "till"}, "printer.queue of 'till'"),
    ({"kind": "cups", "queue": "ipp://a/b", "host": "c"}, "printer.host of 'c'"),
    ({"kind": "escpos"}, "none of them"),
    ({"kind": "escpos", "host": "a", "serial": "b"}, "printer.host and printer.serial"),
    ({"kind": "escpos", "usb_vendor": 1}, "belong together"),
    ({"kind": "escpos", "serial": "b", "port": 9100}, "printer.port of 9100"),
    ({"kind": "escpos", "host": "b", "baud": 9600}, "printer.baud of 9600"),
    ({"kind": "escpos-simulated", "queue": "x"}, "printer.queue of 'x'"),
]
BAD_ACCEPTORS = [
    ({"kind": "id003"}, "acceptor.port is missing"),
    ({"port": "/dev/ttyS0"}, "acceptor.port of '/dev/ttyS0'"),
    ({"notes": (1_000, 500)}, "acceptor.notes of [1000, 500]"),
    ({"notes": (500, 500)}, "acceptor.notes of [500, 500]"),
    ({"notes": (500, 1_050)}, "acceptor.notes names 1050 cents"),
]


@pytest.mark.parametrize("words", GOOD_PRINTERS)
def test_that_a_printer_that_is_told_exactly_is_taken(words):
    assert PrinterFile(**words).why_not() is None


@pytest.mark.parametrize(("words", "reason"), BAD_PRINTERS)
def test_that_a_printer_that_contradicts_itself_is_refused(words, reason):
    assert reason in PrinterFile(**words).why_not()


@pytest.mark.parametrize(("words", "reason"), BAD_ACCEPTORS)
def test_that_an_acceptor_that_contradicts_itself_is_refused(words, reason):
    assert reason in AcceptorFile(**words).why_not()


@pytest.mark.parametrize(
    "words", [{"kind": "ccnet"}, {"notes": []}, {"notes": [0]}, {"poll_ms": 1}, {"color": 1}]
)
def test_that_what_no_acceptor_has_is_refused(words):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(words, AcceptorFile)


def test_that_a_seats_file_names_its_devices_and_their_faults(provided, tmp_path):
    text = (provided / "config" / "seat-07.toml").read_text()
    assert read_seat_file(provided / "config" / "seat-07.toml").acceptor == AcceptorFile()
    path = provided / "config" / "seat-other.toml"
    try:
        path.write_text(text.replace('kind = "simulated"', 'kind = "id003"'))
        with pytest.raises(EnvironmentFault, match=r"seat-other\.toml: acceptor\.port is missing"):
            read_seat_file(path)
        path.write_text(text.replace('kind = "pdf"', 'kind = "cups"'))
        with pytest.raises(EnvironmentFault, match=r"printer\.queue of None"):
            read_seat_file(path)
    finally:
        path.unlink()
