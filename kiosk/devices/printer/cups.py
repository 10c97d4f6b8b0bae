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

from kiosk.devices.ports import Deliver, Presented, PrinterEvent, PrintFault, not_printed
from kiosk.devices.printer.fonts import TicketFonts, ticket_fonts
from kiosk.devices.printer.memory import LastTicket, Stage, TicketMemory
from kiosk.devices.printer.receipt import receipt_pdf
from kiosk.devices.printer.threaded import NotWritten, ThreadedPrinter
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import ReceiptNotOut, ReceiptOut, TicketNotPrinted, TicketPrinted, TicketUnknown
from kiosk.tickets.ticket import Receipt, Ticket

USER = "kiosk"
_REASONS: Mapping[str, tuple[PrinterCondition, str]] = {
    "cover-open": (PrinterCondition.COVER_OPEN, "the cover is open"),
    "door-open": (PrinterCondition.COVER_OPEN, "a door of the printer is open"),
    "media-empty": (PrinterCondition.PAPER_OUT, "the paper is out"),
    "media-needed": (PrinterCondition.PAPER_OUT, "the paper is out"),
    "media-jam": (PrinterCondition.JAM, "paper is stuck"),
    "offline": (PrinterCondition.OFFLINE, "the printer is off line"),
    "connecting-to-device": (PrinterCondition.OFFLINE, "the printer does not answer the queue"),
    "timed-out": (PrinterCondition.OFFLINE, "the printer does not answer the queue"),
    "paused": (PrinterCondition.OFFLINE, "the queue is stopped"),
    "media-low": (PrinterCondition.PAPER_LOW, "the paper is nearly out"),
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


class Unknown(Refused):
    """The queue has answered that it knows no such job."""


class CupsQueue:
    """The queue over IPP, call by call.

    Raises OSError when it does not answer or nobody can read its answer, and :class:`Refused` for what it refuses.
    """

    def __init__(self, uri: str, within_s: int = 3) -> None:
        self._uri = uri
        self._within_s = within_s

    def status(self) -> tuple[PrinterCondition, str]:
        """The printer's status, and what it means."""
        wanted = ["printer-state", "printer-state-reasons", "printer-is-accepting-jobs"]
        answer = self._ask("GET_PRINTER_ATTRIBUTES", {"requested-attributes": wanted})
        printer = self._one(answer, "printers")
        reasons = _several(printer.get("printer-state-reasons", "none"))
        found = {
            reason.removesuffix("-error").removesuffix("-warning").removesuffix("-report")
            for reason in reasons
        }
        for reason, (status, words) in _REASONS.items():
            if reason in found:
                return status, words
        if int(printer["printer-state"]) == _STOPPED or printer.get("printer-is-accepting-jobs") is False:
            return PrinterCondition.OFFLINE, f"the queue is stopped: {', '.join(sorted(found))}"
        return PrinterCondition.READY, ""

    def create(self, name: str) -> int:
        """Begin the job ``name``, without a page as yet; answers the job's id."""
        return int(self._one(self._ask("CREATE_JOB", {"job-name": name}), "jobs")["job-id"])

    def hand_over(self, number: int, pdf: bytes) -> None:
        """Give a job its page: from here on it may be printed."""
        words = {"job-id": number, "document-format": "application/pdf", "last-document": True}
        self._ask("SEND_DOCUMENT", words, pdf)

    def job(self, number: int) -> Job:
        """One job by its id."""
        wanted = [
            "job-id",
            "job-state",
            "job-state-reasons",
            "time-at-processing",
            "job-printer-state-message",
        ]
        answer = self._ask("GET_JOB_ATTRIBUTES", {"job-id": number, "requested-attributes": wanted})
        return _job(self._one(answer, "jobs"))

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
        from pyipp.enums import IppOperation, IppStatus
        from pyipp.exceptions import IPPError

        async def ask() -> dict[str, Any]:
            async with IPP(self._uri, request_timeout=self._within_s) as ipp:
                asked = {"requesting-user-name": USER} | words
                message = {"operation-attributes-tag": asked} | ({"data": data} if data else {})
                found: dict[str, Any] = await ipp.execute(IppOperation[operation], message)
                return found

        try:
            return asyncio.run(ask())
        except IPPError as error:
            status = _status_of(error)
            if status is None:
                raise OSError(f"the queue {self._uri} does not answer: {error}") from error
            kind = Unknown if status == IppStatus.ERROR_NOT_FOUND else Refused
            raise kind(f"the queue {self._uri} refuses: status {status:#06x}") from error
        # An answer that breaks off in the middle comes out of the libraries below as whatever they raise for it.
        except Exception as error:
            raise OSError(
                f"the queue {self._uri} does not answer: {str(error) or type(error).__name__}"
            ) from error

    def _one(self, answer: Mapping[str, Any], what: str) -> Mapping[str, Any]:
        """The one printer or job of an answer."""
        found = answer.get(what) or [None]
        if not isinstance(found[0], Mapping) or ("job-id" not in found[0] and what == "jobs"):
            raise OSError(f"the queue {self._uri} answers without {what}")
        return found[0]


def _status_of(error: Exception) -> int | None:
    """The IPP status that a queue has answered; None where it was no answer that could be read."""
    for said in error.args:
        if (
            isinstance(said, Mapping)
            and "content-type" not in said
            and isinstance(said.get("status-code"), int)
        ):
            return int(said["status-code"])
    return None


def _several(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list | tuple) else [str(value)]


def _job(found: Mapping[str, Any]) -> Job:
    state = _OF_IPP.get(int(found["job-state"]), JobState.WAITING)
    began = found.get("time-at-processing")
    if state is JobState.BROKEN_OFF and not (isinstance(began, int) and began > 0):
        state = JobState.NEVER_BEGUN
    detail = ", ".join(_several(found.get("job-state-reasons", "")))
    return Job(int(found["job-id"]), state, detail)


class _Forgotten(Exception):
    """The queue knows no such job any more, and nobody saw its end."""


class Timing(msgspec.Struct, frozen=True):
    """Seconds: between looks at an idle printer, at a job, and for a job to be printed."""

    look_s: float = 5.0
    follow_s: float = 0.25
    job_s: float = 30.0


class CupsPrinter(ThreadedPrinter):
    """Fits `Printer`. ``deliver`` and ``on_bug`` as for :class:`ThreadedPrinter`.

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
        super().__init__(self._ask, self._timing.look_s, memory, deliver, on_bug, zone, fonts)

    def presented(self, number: str, /) -> Presented:
        """From the driver's memory and the queue's. Waits for the queue, as long as it may take to answer."""
        last = self._last
        if not last.number:
            return Presented.UNKNOWN  # nothing is remembered at all: another printer may have had it
        if last.number != number or last.stage is Stage.FAILED:
            return Presented.NO
        if last.stage is Stage.PRESENTED:
            return Presented.YES
        if not last.job:
            return Presented.NO  # its job is written down before it is given a page
        try:
            job = self._queue.job(last.job_id) if last.job_id else self._queue.find(last.job)
            if job is not None and job.state is JobState.WAITING:
                self._queue.cancel(job.id)
                job = self._queue.job(job.id)
        except OSError:
            return Presented.UNKNOWN
        if job is None:  # a queue may keep no history: it forgets a job that was printed as well
            return Presented.UNKNOWN
        return _end_of(job)[0]

    # --- the printer's thread -----------------------------------------------------------------------------------

    def _ask(self) -> tuple[PrinterCondition, str]:
        try:
            return self._queue.status()
        except OSError as error:
            return PrinterCondition.OFFLINE, str(error)

    def _print(self, ticket: Ticket) -> PrinterEvent:
        number = ticket.number
        if not ticket.duplicate and self._last.number == number:
            return _told(number, self.presented(number), "it was begun before, and nobody saw its end")
        pdf = self._laid_out(ticket, bytes)
        if isinstance(pdf, TicketNotPrinted):
            return pdf
        name = f"ticket-{ticket.table}-{ticket.terminal}-{ticket.sequence:06d}-{number[-4:]}"
        if ticket.duplicate:
            return _told(number, *self._carry_out(f"{name}-duplicate", pdf))
        try:
            self._remember(LastTicket(number, Stage.BEGUN))
            found, detail = self._carry_out(
                name, pdf, lambda job: self._remember(LastTicket(number, Stage.BEGUN, name, job))
            )
        except NotWritten as error:
            return not_printed(number, PrintFault.OFFLINE, str(error))
        if found is not Presented.UNKNOWN:
            stage = Stage.PRESENTED if found is Presented.YES else Stage.FAILED
            with suppress(NotWritten):  # what is told now is true; after a crash the queue will be asked
                self._remember(msgspec.structs.replace(self._last, stage=stage))
        return _told(number, found, detail)

    def _carry_out(
        self, name: str, pdf: bytes, begun: Callable[[int], None] = lambda _: None
    ) -> tuple[Presented, str]:
        """Hand the page over and follow its job to the end. ``begun`` hears the job's id before it has its page.

        What ``begun`` raises goes through: then nothing was handed over.
        """
        try:
            number = self._queue.create(name)
        except OSError as error:  # without a page nothing comes out of it
            return Presented.NO, str(error)
        try:
            begun(number)
        except NotWritten:
            self._queue.cancel(number)
            raise
        try:
            self._queue.hand_over(number, pdf)
        except Refused as error:
            self._queue.cancel(number)
            return Presented.NO, str(error)
        except OSError:
            pass  # the answer was lost: the queue may have the page all the same
        return self._follow(number)

    def _follow(self, number: int) -> tuple[Presented, str]:
        end = time.monotonic() + self._timing.job_s
        try:
            while time.monotonic() < end:
                with suppress(OSError):  # it may answer again before the time is over
                    job = self._job(number)
                    if job.state is not JobState.WAITING:
                        return _end_of(job)
                time.sleep(self._timing.follow_s)
            self._queue.cancel(number)
            return _end_of(self._job(number))
        except _Forgotten as forgotten:
            return Presented.UNKNOWN, str(forgotten)
        except OSError as error:
            return Presented.UNKNOWN, str(error)

    def _job(self, number: int) -> Job:
        """Raises :class:`_Forgotten` where the queue keeps no history: it had the job, and knows it no more."""
        try:
            return self._queue.job(number)
        except Unknown:
            raise _Forgotten(
                f"the queue has forgotten job {number}: it keeps no history of its jobs"
            ) from None

    def _receipt(self, receipt: Receipt) -> PrinterEvent:
        try:
            pdf = receipt_pdf(receipt, self._fonts(), self._zone)
        except Exception as bug:  # noqa: BLE001 - whatever keeps a receipt from being printed, the money is paid
            return ReceiptNotOut(receipt.kind, receipt.number, f"it cannot be laid out: {bug}")
        name = f"receipt-{receipt.table}-{receipt.terminal}-{receipt.number:06d}"
        found, detail = self._carry_out(name, pdf)
        if found is Presented.YES:
            return ReceiptOut(receipt.kind, receipt.number)
        return ReceiptNotOut(receipt.kind, receipt.number, detail)


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
            return TicketPrinted(number)
        case Presented.NO:
            return not_printed(number, PrintFault.OFFLINE, detail)
        case Presented.UNKNOWN:
            return TicketUnknown(number, detail)
