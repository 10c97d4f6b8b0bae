"""A printer behind a CUPS queue, or any other IPP printer: one job for each ticket, followed to its end.

A queue knows a job by its name, which names the ticket by seat, sequence and last digits, never by its whole number.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, tzinfo
from enum import StrEnum
from typing import Any

import msgspec

from kiosk.devices.ports import (
    Deliver,
    Presented,
    PrinterEvent,
    PrinterStatus,
    PrintFailed,
    PrintFault,
    PrintUnknown,
    Receipt,
    ReceiptFailed,
    ReceiptPrinted,
    TicketPresented,
)
from kiosk.devices.printer.fonts import FontsMissing, TicketFonts, ticket_fonts
from kiosk.devices.printer.memory import LastTicket, Stage, TicketMemory
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.printer.receipt import receipt_pdf
from kiosk.devices.printer.thread import BUSY, PrinterThread
from kiosk.devices.ticket import Ticket

USER = "kiosk"
_REASONS: Mapping[str, tuple[PrinterStatus, str]] = {
    "cover-open": (PrinterStatus.COVER_OPEN, "the cover is open"),
    "door-open": (PrinterStatus.COVER_OPEN, "a door of the printer is open"),
    "media-empty": (PrinterStatus.PAPER_OUT, "the paper is out"),
    "media-needed": (PrinterStatus.PAPER_OUT, "the paper is out"),
    "media-jam": (PrinterStatus.JAM, "paper is stuck"),
    "offline": (PrinterStatus.OFFLINE, "the printer is off line"),
    "connecting-to-device": (PrinterStatus.OFFLINE, "the printer does not answer the queue"),
    "timed-out": (PrinterStatus.OFFLINE, "the printer does not answer the queue"),
    "paused": (PrinterStatus.OFFLINE, "the queue is stopped"),
    "media-low": (PrinterStatus.PAPER_LOW, "the paper is nearly out"),
}
_CAN_PRINT = (PrinterStatus.READY, PrinterStatus.PAPER_LOW)
_FAULT_OF = {
    PrinterStatus.PAPER_OUT: PrintFault.PAPER_OUT,
    PrinterStatus.JAM: PrintFault.JAM,
    PrinterStatus.COVER_OPEN: PrintFault.COVER_OPEN,
}
_STOPPED = 5  # a printer's state


class JobState(StrEnum):
    """What a queue says of a job, as far as it matters here."""

    WAITING = "waiting"  # pending, held, processing or stopped
    COMPLETED = "completed"
    NEVER_BEGUN = "never-begun"  # cancelled or aborted before anything was sent to the printer
    BROKEN_OFF = "broken-off"


_OF_IPP = {7: JobState.BROKEN_OFF, 8: JobState.BROKEN_OFF, 9: JobState.COMPLETED}


class Job(msgspec.Struct, frozen=True):
    """A job of the queue, and what the queue says of it in words."""

    id: int
    state: JobState
    detail: str = ""


class Refused(OSError):
    """The queue has answered that it will not."""


class CupsQueue:
    """The queue over IPP, call by call. Raises OSError when it does not answer, and Refused for what it refuses."""

    def __init__(self, uri: str, within_s: int = 3) -> None:
        self._uri = uri
        self._within_s = within_s

    def status(self) -> tuple[PrinterStatus, str]:
        """The printer's status, and what it means."""
        wanted = ["printer-state", "printer-state-reasons", "printer-is-accepting-jobs"]
        answer = self._ask("GET_PRINTER_ATTRIBUTES", {"requested-attributes": wanted})
        printer = answer["printers"][0]
        reasons = _several(printer.get("printer-state-reasons", "none"))
        found = {
            reason.removesuffix("-error").removesuffix("-warning").removesuffix("-report")
            for reason in reasons
        }
        for reason, (status, words) in _REASONS.items():
            if reason in found:
                return status, words
        if int(printer["printer-state"]) == _STOPPED or printer.get("printer-is-accepting-jobs") is False:
            return PrinterStatus.OFFLINE, f"the queue is stopped: {', '.join(sorted(found))}"
        return PrinterStatus.READY, ""

    def submit(self, name: str, pdf: bytes) -> int:
        """Hand a page over as the job ``name``; answers the job's id."""
        words = {"job-name": name, "document-format": "application/pdf"}
        return int(self._ask("PRINT_JOB", words, pdf)["jobs"][0]["job-id"])

    def job(self, number: int) -> Job:
        """One job by its id."""
        wanted = [
            "job-id",
            "job-state",
            "job-state-reasons",
            "time-at-processing",
            "job-printer-state-message",
        ]
        return _job(
            self._ask("GET_JOB_ATTRIBUTES", {"job-id": number, "requested-attributes": wanted})["jobs"][0]
        )

    def find(self, name: str) -> Job | None:
        """The newest job of that name, in whatever state, or None."""
        wanted = ["job-id", "job-name", "job-state", "job-state-reasons", "time-at-processing"]
        words = {
            "which-jobs": "all",
            "requested-attributes": wanted,
        }  # asked as whose they are: others see no names
        jobs = [found for found in self._ask("GET_JOBS", words)["jobs"] if found.get("job-name") == name]
        return _job(max(jobs, key=lambda found: int(found["job-id"]))) if jobs else None

    def cancel(self, number: int) -> None:
        """It shall not be printed any more. One that has ended already stays as it is."""
        with suppress(OSError):
            self._ask("CANCEL_JOB", {"job-id": number})

    def _ask(self, operation: str, words: dict[str, Any], data: bytes = b"") -> dict[str, Any]:
        from pyipp import IPP  # with the first print: a seat is playable before
        from pyipp.enums import IppOperation
        from pyipp.exceptions import IPPConnectionError, IPPError

        async def ask() -> dict[str, Any]:
            async with IPP(self._uri, request_timeout=self._within_s) as ipp:
                asked = {"requesting-user-name": USER} | words
                message = {"operation-attributes-tag": asked} | ({"data": data} if data else {})
                found: dict[str, Any] = await ipp.execute(IppOperation[operation], message)
                return found

        try:
            return asyncio.run(ask())
        except (IPPConnectionError, TimeoutError) as error:
            raise OSError(f"the queue {self._uri} does not answer: {error}") from error
        except (IPPError, LookupError) as error:
            raise Refused(f"the queue {self._uri} refuses: {error}") from error


def _several(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _job(found: Mapping[str, Any]) -> Job:
    state = _OF_IPP.get(int(found["job-state"]), JobState.WAITING)
    began = found.get("time-at-processing")
    if state is JobState.BROKEN_OFF and not (isinstance(began, int) and began > 0):
        state = JobState.NEVER_BEGUN
    detail = ", ".join(_several(found.get("job-state-reasons", "")))
    return Job(int(found["job-id"]), state, detail)


class Timing(msgspec.Struct, frozen=True):
    """Seconds: between looks at an idle printer, at a job, and for a job to be printed."""

    look_s: float = 5.0
    follow_s: float = 0.25
    job_s: float = 30.0


class CupsPrinter:
    """Fits `Printer`. ``deliver`` and ``on_bug`` are called in the printer's thread and must only enqueue.

    A ticket is presented when the queue says that its job is completed. A job that has not ended in its time is
    cancelled, so that it cannot come out later.
    """

    def __init__(
        self,
        queue: CupsQueue,
        memory: TicketMemory,
        deliver: Deliver,
        on_bug: Callable[[BaseException], None],
        *,
        zone: tzinfo = UTC,
        fonts: Callable[[], TicketFonts] = ticket_fonts,
        timing: Timing | None = None,
    ) -> None:
        self._timing = timing or Timing()
        self._queue = queue
        self._memory = memory
        self._last = memory.load()
        self._deliver = deliver
        self._zone = zone
        self._fonts = fonts
        self._thread = PrinterThread(self._look, self._timing.look_s, deliver, on_bug)
        self._thread.start()

    @property
    def status(self) -> PrinterStatus:
        """As it was when it was last looked at."""
        return self._thread.status

    def print(self, ticket: Ticket, /) -> None:
        """See `Printer`."""
        if not self._thread.put(lambda: self._print(ticket)):
            self._deliver(PrintFailed(ticket.number, PrintFault.OFFLINE, BUSY))

    def print_receipt(self, receipt: Receipt, /) -> None:
        """See `Printer`."""
        if not self._thread.put(lambda: self._receipt(receipt)):
            self._deliver(ReceiptFailed(receipt.kind, receipt.number, BUSY))

    def presented(self, number: str, /) -> Presented:
        """From the driver's memory and the queue's. Waits for the queue, as long as it may take to answer."""
        last = self._last
        if not last.number:
            return Presented.UNKNOWN  # nothing is remembered at all: another printer may have had it
        if last.number != number or last.stage is Stage.FAILED:
            return Presented.NO
        if last.stage is Stage.PRESENTED:
            return Presented.YES
        try:
            job = self._queue.find(last.job)
            if job is not None and job.state is JobState.WAITING:
                self._queue.cancel(job.id)
                job = self._queue.job(job.id)
        except OSError:
            return Presented.UNKNOWN
        if job is None or job.state is JobState.NEVER_BEGUN:
            return Presented.NO
        return Presented.YES if job.state is JobState.COMPLETED else Presented.UNKNOWN

    def close(self) -> None:
        """Finish the job at hand."""
        self._thread.close()

    # --- the printer's thread -----------------------------------------------------------------------------------

    def _look(self) -> tuple[PrinterStatus, str]:
        try:
            return self._queue.status()
        except OSError as error:
            return PrinterStatus.OFFLINE, str(error)

    def _print(self, ticket: Ticket) -> PrinterEvent:
        number = ticket.number
        if not ticket.duplicate and self._last.number == number:
            return _told(number, self.presented(number), "it was begun before, and nobody saw its end")
        try:
            pdf = page_pdf(ticket, self._fonts(), self._zone)
        except FontsMissing as missing:
            return PrintFailed(number, PrintFault.UNPRINTABLE, str(missing))
        except Exception as bug:  # noqa: BLE001 - whatever keeps a ticket from being printed, its money goes back
            return PrintFailed(number, PrintFault.UNPRINTABLE, f"it cannot be laid out: {bug!r}")
        status, detail = self._look()
        self._thread.found(status, detail)
        if status not in _CAN_PRINT:
            return PrintFailed(number, _FAULT_OF.get(status, PrintFault.OFFLINE), detail)
        name = f"ticket-{ticket.table}-{ticket.terminal}-{ticket.sequence:06d}-{number[-4:]}"
        if ticket.duplicate:
            return _told(number, *self._carry_out(f"{name}-duplicate", pdf))
        try:
            self._remember(LastTicket(number, Stage.BEGUN, name))
        except OSError as error:
            return PrintFailed(
                number, PrintFault.OFFLINE, f"the driver's memory cannot be written: {error.strerror}"
            )
        found, detail = self._carry_out(name, pdf)
        if found is not Presented.UNKNOWN:
            stage = Stage.PRESENTED if found is Presented.YES else Stage.FAILED
            with suppress(OSError):  # what is told now is true; after a crash the queue will be asked
                self._remember(LastTicket(number, stage, name))
        return _told(number, found, detail)

    def _carry_out(self, name: str, pdf: bytes) -> tuple[Presented, str]:
        """Hand the page over and follow its job to the end."""
        try:
            number = self._queue.submit(name, pdf)
        except Refused as error:
            return Presented.NO, str(error)
        except OSError as error:
            return self._was_it_taken(name, str(error))
        return self._follow(number)

    def _was_it_taken(self, name: str, detail: str) -> tuple[Presented, str]:
        """The answer to the hand-over was lost: the queue may have the job all the same, or get it later still."""
        end = time.monotonic() + self._timing.job_s
        while time.monotonic() < end:
            with suppress(OSError):
                job = self._queue.find(name)
                if job is not None:
                    return self._follow(job.id)
            time.sleep(self._timing.follow_s)
        return Presented.UNKNOWN, detail

    def _follow(self, number: int) -> tuple[Presented, str]:
        end = time.monotonic() + self._timing.job_s
        while time.monotonic() < end:
            with suppress(OSError):  # it may answer again before the time is over
                job = self._queue.job(number)
                if job.state is not JobState.WAITING:
                    return _end_of(job)
            time.sleep(self._timing.follow_s)
        try:
            self._queue.cancel(number)
            return _end_of(self._queue.job(number))
        except OSError as error:
            return Presented.UNKNOWN, str(error)

    def _remember(self, last: LastTicket) -> None:
        self._memory.save(last)
        self._last = last

    def _receipt(self, receipt: Receipt) -> PrinterEvent:
        try:
            pdf = receipt_pdf(receipt, self._fonts(), self._zone)
        except Exception as bug:  # noqa: BLE001 - whatever keeps a receipt from being printed, the money is paid
            return ReceiptFailed(receipt.kind, receipt.number, f"it cannot be laid out: {bug}")
        name = f"receipt-{receipt.table}-{receipt.terminal}-{receipt.number:06d}"
        found, detail = self._carry_out(name, pdf)
        if found is Presented.YES:
            return ReceiptPrinted(receipt.kind, receipt.number)
        return ReceiptFailed(receipt.kind, receipt.number, detail)


def _end_of(job: Job) -> tuple[Presented, str]:
    match job.state:
        case JobState.COMPLETED:
            return Presented.YES, ""
        case JobState.NEVER_BEGUN:
            return Presented.NO, f"the queue has dropped its job: {job.detail}"
        case _:
            return Presented.UNKNOWN, f"its job was broken off: {job.detail}"


def _told(number: str, found: Presented, detail: str) -> PrinterEvent:
    match found:
        case Presented.YES:
            return TicketPresented(number)
        case Presented.NO:
            return PrintFailed(number, PrintFault.OFFLINE, detail)
        case Presented.UNKNOWN:
            return PrintUnknown(number, detail)
