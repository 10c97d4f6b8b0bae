"""A barcode reader at a serial port: a line for each scan, in a thread of its own."""

from __future__ import annotations

import os
import select
import termios
import threading
from collections.abc import Callable
from enum import StrEnum

import msgspec

from kiosk.faults import why
from kiosk.tickets.scan import LONGEST, NO_MARKS, Bad, Entry, Marks, Unread, read_entry

BAUD = 9_600
REOPEN_S = (0.1, 0.5, 1.0, 2.0)
_LOOK_S = 0.2
_PATIENCE_S = 1.0  # a line that does not end for so long was cut off
_MOST = 4_096


class ReaderStatus(StrEnum):
    """Whether the reader's line is there."""

    READY = "ready"
    GONE = "gone"


class ReaderChanged(msgspec.Struct, frozen=True):
    """The reader's line is there, or is not; ``detail`` says why in words. It begins as READY."""

    status: ReaderStatus
    detail: str = ""


Told = Callable[[Entry | ReaderChanged], None]


class Lines:
    """Parts a stream of bytes into entries. Bounded: what is longer than any scan is told once and skipped."""

    def __init__(self, marks: Marks = NO_MARKS) -> None:
        self._marks = marks
        self._pending = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[Entry]:
        """The entries that ``data`` completes; empty lines, as of CR LF, are none."""
        found: list[Entry] = []
        for byte in data:
            if byte in b"\r\n":
                found += self._end()
            elif len(self._pending) > LONGEST:
                self._skipping = True
            else:
                self._pending += bytes((byte,))
        return found

    def cut_off(self) -> list[Entry]:
        """Nothing more has come for a while: a line that has begun is over."""
        if not self._pending:
            return []
        text = self._pending.decode("ascii", "replace")
        self._pending, self._skipping = b"", False
        shown = read_entry(text, self._marks)
        return [Unread(Bad.CUT_OFF, shown.text if isinstance(shown, Unread) else "")]

    def _end(self) -> list[Entry]:
        text, skipping = self._pending.decode("ascii", "replace"), self._skipping
        self._pending, self._skipping = b"", False
        if not text:
            return []
        return [Unread(Bad.TOO_LONG, "")] if skipping else [read_entry(text, self._marks)]


class SerialReader:
    """Tells every entry and every change of the line. ``told`` is called in the reader's thread; must only enqueue."""

    def __init__(
        self, port: str, told: Told, on_bug: Callable[[BaseException], None], marks: Marks = NO_MARKS
    ) -> None:
        self._port = port
        self._told = told
        self._on_bug = on_bug
        self._lines = Lines(marks)
        self._status = ReaderStatus.READY
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Give the line back."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        failures = 0
        try:
            while not self._ended.is_set():
                try:
                    self._read()
                    failures = 0
                except OSError as error:
                    self._is(ReaderStatus.GONE, why(error))
                    self._ended.wait(REOPEN_S[min(failures, len(REOPEN_S) - 1)])
                    failures += 1
        except Exception as bug:
            self._on_bug(bug)
            raise

    def _read(self) -> None:
        """Until the line is gone or the reader is closed. Raises OSError."""
        import serial  # with the first reader: nobody else waits for it

        try:
            port = serial.Serial(self._port, BAUD, timeout=0, exclusive=True)
        except termios.error as error:
            raise OSError(*error.args) from error
        with port:
            self._is(ReaderStatus.READY, "")
            waited = 0.0
            while not self._ended.is_set():
                if not select.select([port.fileno()], [], [], _LOOK_S)[0]:
                    waited += _LOOK_S
                    entries = self._lines.cut_off() if waited >= _PATIENCE_S else []
                else:
                    data, waited = os.read(port.fileno(), _MOST), 0.0
                    if not data:
                        raise OSError("the line is gone")
                    entries = self._lines.feed(data)
                for entry in entries:
                    self._told(entry)

    def _is(self, status: ReaderStatus, detail: str) -> None:
        if status is not self._status:
            self._status = status
            self._told(ReaderChanged(status, detail))
