"""A barcode reader on a real pseudo-terminal."""

import os
import queue
import tty

import pytest

from kiosk.devices.reader.serial import ReaderChanged, ReaderStatus, SerialReader
from kiosk.tickets import number as numbers
from kiosk.tickets.scan import Bad, Scanned, Unread

WITHIN_S = 30
NUMBER = "12345678901234567" + numbers.check_digit("12345678901234567")


class Wire:
    """A pseudo-terminal behind a name that can vanish."""

    def __init__(self, path):
        self.path = path
        self.plug_in()

    def plug_in(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path.symlink_to(os.ttyname(self.slave))

    def pull_out(self):
        self.path.unlink()
        os.close(self.slave)
        os.close(self.master)


def begin(wire, told):
    """Scan until the reader listens: opening the line forgets what has come before. Nothing is left to read then."""
    for _ in range(WITHIN_S * 20):
        os.write(wire.master, b"\rfirst\r")
        try:
            told.get(timeout=0.05)
        except queue.Empty:
            continue
        break
    os.write(wire.master, b"last\r")
    while told.get(timeout=WITHIN_S) != Unread(Bad.NOT_DIGITS, "••••"):
        pass


@pytest.fixture
def wire(tmp_path):
    wire = Wire(tmp_path / "ttyREADER")
    yield wire
    wire.pull_out()


@pytest.fixture
def told(wire):
    told, bugs = queue.Queue(), []
    reader = SerialReader(str(wire.path), told.put, bugs.append)
    begin(wire, told)
    yield told
    reader.close()
    assert bugs == []


def test_that_scans_come_one_by_one(wire, told):
    os.write(wire.master, f"{NUMBER}\r\n{NUMBER[:-1]}0\r\n{NUMBER}\r".encode())
    assert told.get(timeout=WITHIN_S) == Scanned(NUMBER)
    assert told.get(timeout=WITHIN_S).why is Bad.WRONG_CHECK_DIGIT
    assert told.get(timeout=WITHIN_S) == Scanned(NUMBER)


def test_that_a_scan_that_stops_in_the_middle_is_told_and_spoils_none_that_follows(wire, told):
    os.write(wire.master, NUMBER[:9].encode())
    assert told.get(timeout=WITHIN_S).why is Bad.CUT_OFF
    os.write(wire.master, f"{NUMBER}\r".encode())
    assert told.get(timeout=WITHIN_S) == Scanned(NUMBER)


def test_that_a_reader_that_is_pulled_out_is_told_once_and_comes_back(wire, told):
    os.write(wire.master, f"{NUMBER}\r".encode())
    assert told.get(timeout=WITHIN_S) == Scanned(NUMBER)
    wire.pull_out()
    gone = told.get(timeout=WITHIN_S)
    assert gone.status is ReaderStatus.GONE
    assert gone.detail
    wire.plug_in()
    assert told.get(timeout=WITHIN_S) == ReaderChanged(ReaderStatus.READY)
    begin(wire, told)
    os.write(wire.master, f"{NUMBER}\r".encode())
    assert told.get(timeout=WITHIN_S) == Scanned(NUMBER)
