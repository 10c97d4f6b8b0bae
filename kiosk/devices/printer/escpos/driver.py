"""The driver of an ESC/POS printer: one job at a time, in a thread of its own, over a line that may be gone."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, tzinfo
from enum import StrEnum

import msgspec

from kiosk.devices.ports import Deliver, Presented, PrinterEvent, PrintFault, not_printed
from kiosk.devices.printer.escpos import status as words_of
from kiosk.devices.printer.escpos.job import Part, Stretch, make_job, mark_answer
from kiosk.devices.printer.escpos.lines import Line, OpenLine
from kiosk.devices.printer.fonts import TicketFonts, ticket_fonts
from kiosk.devices.printer.memory import LastTicket, Stage, TicketMemory
from kiosk.devices.printer.receipt import receipt_pdf
from kiosk.devices.printer.threaded import NotWritten, ThreadedPrinter, fault_of
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import ReceiptNotOut, ReceiptOut, TicketNotPrinted, TicketPrinted, TicketUnknown
from kiosk.tickets.ticket import Receipt, Ticket

RESYNC_TRIES = 3
MOST_QUIET = 10  # times an answer's time: a line that never falls quiet is no printer's
MARK_BYTES = len(mark_answer(b"0000"))


class Timing(msgspec.Struct, frozen=True):
    """Seconds: between looks at an idle printer, for an answer in real time, and for a stretch to be printed."""

    look_s: float = 1.0
    answer_s: float = 0.5
    stretch_s: float = 20.0


class End(StrEnum):
    """How a job ended."""

    DONE = "done"
    FAILED = "failed"  # nothing came out that anybody could take for a ticket
    UNKNOWN = "unknown"


class Outcome(msgspec.Struct, frozen=True):
    """How a job ended, the printer's status then, and what happened in words."""

    end: End
    status: PrinterCondition = PrinterCondition.READY
    detail: str = ""


class Head:
    """The printer over its line, in one thread: asks for its status and prints a job's parts.

    What was sent and not printed is cleared after a job that did not end well, before anything else is asked: a
    ticket that was given up must not come out later.

    An answer in real time does not say which question it answers. So nothing is asked while an answer may still be on
    its way: after a silence, or when one comes that nobody asked for, the two first find into step again.
    """

    def __init__(self, open_line: OpenLine, timing: Timing) -> None:
        self._open_line = open_line
        self._timing = timing
        self._line: Line | None = None
        self._come = b""
        self._in_step = True  # every question that was asked has its answer
        self._to_clear = True  # what another process has left in it is none of ours

    def ask(self) -> tuple[PrinterCondition, str]:
        """The status now, and what it means. Silence is OFFLINE."""
        try:
            line = self._ready_line()
            answers = {kind: self._answer(line, kind) for kind in words_of.QUESTIONS}
        except OSError as error:
            self.drop_line()
            return PrinterCondition.OFFLINE, str(error) or type(error).__name__
        return words_of.read_status(answers)

    def run(self, parts: tuple[Part, ...]) -> Outcome:
        """Send the parts one by one, waiting for each mark."""
        reached = Stretch.BEFORE
        try:
            line = self._ready_line()
            for part in parts:
                reached = part.stretch
                line.send(part.data)
                if part.mark and (trouble := self._wait_for(line, part.mark)) is not None:
                    return self._given_up(reached, *trouble)
        except OSError as error:
            self.drop_line()
            self._to_clear = True
            return _verdict(reached, PrinterCondition.OFFLINE, str(error) or type(error).__name__)
        return Outcome(End.DONE)

    def drop_line(self) -> None:
        """Close the line; it is opened again when it is needed."""
        line, self._line = self._line, None
        self._come = b""
        if line is not None:
            line.close()

    def _ready_line(self) -> Line:
        line = self._line
        if line is None:
            line = self._line = self._open_line()
        if self._to_clear:
            line.send(words_of.CLEAR + words_of.RECOVER)
            self._to_clear = False
        return line

    def _given_up(self, reached: Stretch, status: PrinterCondition, detail: str) -> Outcome:
        self._to_clear = True
        return _verdict(reached, status, detail)

    def _wait_for(self, line: Line, mark: bytes) -> tuple[PrinterCondition, str] | None:
        """None when the mark has come; else why it will not. Raises OSError when the line is gone."""
        wanted, end = mark_answer(mark), time.monotonic() + self._timing.stretch_s
        while True:
            if self._took(wanted):
                return None
            self._come += line.receive(min(self._timing.look_s, self._timing.answer_s))
            if self._took(wanted):
                return None
            answers = {kind: self._answer(line, kind) for kind in words_of.QUESTIONS}
            status, detail = words_of.read_status(answers)
            if not status.can_print and not self._took(wanted):
                return status, detail
            if time.monotonic() > end:
                return PrinterCondition.OFFLINE, f"it has not printed within {self._timing.stretch_s:.0f} s"

    def _took(self, wanted: bytes) -> bool:
        at = self._come.find(wanted)
        if at < 0:
            return False
        self._come = self._come[at + len(wanted) :]
        return True

    def _answer(self, line: Line, kind: int) -> int:
        """The answer to one question in real time; marks that come meanwhile stay. Raises OSError for silence."""
        if self._count_answers(line, 0.0):
            self._in_step = False  # nobody asked for it: an earlier question has been answered late
        if not self._in_step:
            self._find_step(line)
        found = self._ask_once(line, kind)
        if found is None:
            self._in_step = False
            raise TimeoutError("it does not answer")
        return found

    def _ask_once(self, line: Line, kind: int) -> int | None:
        """The first answer that comes in its time."""
        line.send(words_of.question(kind))
        end = time.monotonic() + self._timing.answer_s
        while True:
            self._come += line.receive(max(0.0, end - time.monotonic()))
            self._come, found = _status_byte(self._come)
            if found is not None or time.monotonic() >= end:
                return found

    def _count_answers(self, line: Line, quiet_s: float) -> int:
        """How many answers come until the line has been quiet for so long; they are passed over. Bounded."""
        count, end = 0, time.monotonic() + MOST_QUIET * self._timing.answer_s
        while True:
            come = line.receive(quiet_s)
            self._come += come
            while (taken := _status_byte(self._come))[1] is not None:
                self._come, count = taken[0], count + 1
            if not come or time.monotonic() > end:
                return count

    def _find_step(self, line: Line) -> None:
        """Ask again until one question has one answer and nothing after it. Raises OSError when that does not come."""
        for _ in range(RESYNC_TRIES):
            self._count_answers(line, self._timing.answer_s)
            if self._ask_once(line, words_of.QUESTIONS[0]) is None:
                raise TimeoutError("it does not answer")
            if not self._count_answers(line, self._timing.answer_s):
                self._in_step = True
                return
        raise TimeoutError("its answers come late")


def _status_byte(come: bytes) -> tuple[bytes, int | None]:
    """The first status answer in what has come, and the rest without it. Marks are passed over whole."""
    at = 0
    while at < len(come):
        if come.startswith(b"\x37\x22", at) or (come[at] == 0x37 and at + 1 == len(come)):
            at += MARK_BYTES
        elif words_of.is_answer(come[at]):
            return come[:at] + come[at + 1 :], come[at]
        else:
            at += 1
    return come, None


def _verdict(reached: Stretch, status: PrinterCondition, detail: str) -> Outcome:
    """Before the barcode nothing came out that is worth anything; after it only a person can tell."""
    return Outcome(End.FAILED if reached is Stretch.BEFORE else End.UNKNOWN, status, detail)


class EscposPrinter(ThreadedPrinter):
    """Fits `Printer`. ``deliver`` and ``on_bug`` as for :class:`ThreadedPrinter`."""

    def __init__(
        self,
        open_line: OpenLine,
        memory: TicketMemory,
        deliver: Deliver,
        on_bug: Callable[[BaseException], None],
        *,
        zone: tzinfo = UTC,
        fonts: Callable[[], TicketFonts] = ticket_fonts,
        timing: Timing | None = None,
    ) -> None:
        timing = timing or Timing()
        self._head = Head(open_line, timing)
        super().__init__(self._head.ask, timing.look_s, memory, deliver, on_bug, zone, fonts)

    def presented(self, number: str, /) -> Presented:
        """From the driver's own memory: what the printer did before a power cut it does not know itself."""
        last = self._last
        if not last.number:
            return Presented.UNKNOWN  # nothing is remembered at all: another printer may have had it
        if last.number != number:
            return Presented.NO  # it is written down before the first byte is sent
        return {Stage.PRESENTED: Presented.YES, Stage.BEGUN: Presented.UNKNOWN, Stage.FAILED: Presented.NO}[
            last.stage
        ]

    def close(self) -> None:
        """Finish the job at hand and give the line back."""
        super().close()
        self._head.drop_line()

    # --- the printer's thread -----------------------------------------------------------------------------------

    def _print(self, ticket: Ticket) -> PrinterEvent:
        number = ticket.number
        if not ticket.duplicate and self._last.number == number:
            return self._known(number)
        parts = self._laid_out(ticket, lambda pdf: make_job(pdf, ticket.sequence, ticket=True))
        if isinstance(parts, TicketNotPrinted):
            return parts
        if not ticket.duplicate:
            try:
                self._remember(LastTicket(number, Stage.BEGUN))
            except NotWritten as error:
                return not_printed(number, PrintFault.OFFLINE, str(error))
        return self._told(number, self._head.run(parts), original=not ticket.duplicate)

    def _known(self, number: str) -> PrinterEvent:
        match self._last.stage:
            case Stage.PRESENTED:
                return TicketPrinted(number)
            case Stage.BEGUN:
                return TicketUnknown(number, "it was begun before, and nobody saw its end")
            case Stage.FAILED:
                return not_printed(number, PrintFault.OFFLINE, "it has failed before")

    def _told(self, number: str, outcome: Outcome, *, original: bool) -> PrinterEvent:
        if outcome.end is not End.DONE:
            self._thread.found(outcome.status, outcome.detail)
        if original and outcome.end is not End.UNKNOWN:
            with suppress(NotWritten):  # what is told now is true; after a crash an attendant will be asked
                stage = Stage.PRESENTED if outcome.end is End.DONE else Stage.FAILED
                self._remember(LastTicket(number, stage))
        match outcome.end:
            case End.DONE:
                return TicketPrinted(number)
            case End.FAILED:
                return not_printed(number, fault_of(outcome.status), outcome.detail)
            case End.UNKNOWN:
                return TicketUnknown(number, outcome.detail)

    def _receipt(self, receipt: Receipt) -> PrinterEvent:
        try:
            pdf = receipt_pdf(receipt, self._fonts(), self._zone)
            parts = make_job(pdf, receipt.number, ticket=False)
        except Exception as bug:  # noqa: BLE001 - whatever keeps a receipt from being printed, the money is paid
            return ReceiptNotOut(receipt.kind, receipt.number, f"it cannot be laid out: {bug}")
        outcome = self._head.run(parts)
        if outcome.end is End.DONE:
            return ReceiptOut(receipt.kind, receipt.number)
        self._thread.found(outcome.status, outcome.detail)
        return ReceiptNotOut(receipt.kind, receipt.number, outcome.detail)
