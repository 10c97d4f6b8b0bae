"""Performs effects after their commit, and turns what the registry and the log answer into events of the seat."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from kiosk.devices.ports import Presented
from kiosk.runner.ports import Answer, Ports
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.context import SeatConfig
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table.log import Appended, NoAnswer, Put, Refused, RefusedBecause
from kiosk.table.records import Choice, Settled, encode
from kiosk.tickets.registry import Done, Refusal, RegistryFault, Rejected, Reserved, TicketRegistry
from kiosk.tickets.ticket import Language, Receipt, ReceiptKind, Ticket

MARKS_AHEAD = 4  # decisions of one round that may come while the seat reports an older one
RETRY_EVERY_MS = 1_000  # what had no answer is tried again this often while the table answers

Deliver = Callable[[e.AnyEvent], None]

_REGISTRY = f.RegistryPending | f.RegistryConfirm | f.RegistryVoid | f.RegistryRelease | f.RegistryRedeem


class RetryClock:
    """When what had no answer is to be performed again: at once when the table answers, then once a second."""

    def __init__(self) -> None:
        self._last_ms = 0

    def due(self, now_ms: int, *, waiting: bool) -> bool:
        """At ``now_ms`` of a monotonic clock. ``waiting``: something had no answer, and the table answers."""
        due = waiting and not 0 <= now_ms - self._last_ms < RETRY_EVERY_MS
        if due or not waiting:
            self._last_ms = now_ms
        return due


class Performer:
    """The seat's hands. Every effect is idempotent and ends in an event, told through ``deliver``.

    note: ``perform`` runs in the thread that owns the store; ``deliver`` must only enqueue.
    """

    def __init__(self, config: SeatConfig, ports: Ports, store: SeatStore, deliver: Deliver) -> None:
        self._config = config
        self._ports = ports
        self._store = store
        self._deliver = deliver
        self._open: dict[str, f.Begun] = {}  # without an answer: performed again when the other side is back
        self._begun: tuple[f.Begun, ...] = ()  # before the last start, and not finished yet
        self._open_lock = threading.Lock()  # note: answers come in the sender's thread

    def perform(self, effect: f.Performed) -> None:
        """Do what ``effect`` asks."""
        match effect:
            case f.Send() | f.Report():
                self._append(effect)
            case f.LookUp():
                self._look_up(effect)
            case f.Audit():
                self._deliver(e.AuditDone(effect.purpose, tuple(self._store.audit())))
            case f.PreparePayout():
                self._prepare_payout()
            case f.Print():
                self._ports.printer.print(self._ticket(effect.ticket))
            case f.PrintReceipt():
                self._print_receipt(effect)
            case f.ReserveTicket():
                self._reserve(effect)
            case f.StackNote() | f.StackTicket():
                self._ports.acceptor.stack(effect.serial)
            case f.ReturnNote() | f.ReturnTicket():
                self._ports.acceptor.give_back(effect.serial)
            case _:
                self._registry(effect)

    def recover(self, outbox: tuple[f.Begun, ...], *, later: bool = False) -> None:
        """After a restart: finish what was begun. A print is never repeated: the printer's memory decides.

        ``later``: with the next :meth:`retry`, when the table has answered.
        """
        if later:
            self._begun = outbox
            return
        for effect in outbox:
            if isinstance(effect, f.Print):
                self._recover_print(effect.ticket.number)
            else:
                self.perform(effect)

    @property
    def waiting(self) -> bool:
        """Whether something had no answer and is to be performed again. Any thread may ask."""
        with self._open_lock:
            return bool(self._open)

    def retry(self) -> None:
        """Perform again what had no answer."""
        begun, self._begun = self._begun, ()
        self.recover(begun)
        with self._open_lock:
            waiting, self._open = self._open, {}
        for effect in waiting.values():
            self.perform(effect)

    def _look_up(self, effect: f.LookUp) -> None:
        findings = self._store.recall_findings()
        if findings:  # what it would be booked by was changed: nothing is, and the seat locks
            self._deliver(e.AuditDone("look-up", tuple(findings)))
            return
        body = self._store.recalled_body(effect.round)
        self._deliver(e.RoundFound(effect.round, effect.decision, body))

    def _keep_open(self, effect: f.Begun) -> None:
        with self._open_lock:
            self._open[f.outbox_key(effect)] = effect

    # --- the table log ------------------------------------------------------------------------------------------

    def _append(self, effect: f.Send | f.Report) -> None:
        table = self._config.table
        if isinstance(effect, f.Send):
            put = Put(keys.of_seat(table, effect.slip), encode(effect.slip))
            unless = [keys.bar(table, effect.slip)]
            self._ports.log.send([put], unless, lambda answer: self._on_slip(effect, answer))
            return
        record = effect.record
        put = Put(keys.report(table, record), encode(record))
        # What the House has paid by hand the seat must not report as settled: one of the two lands, never both.
        bars = list(_paid_marks(table, record)) if isinstance(record, Settled) else []
        self._ports.log.send([put], bars, lambda answer: self._on_report(effect, answer))

    def _on_slip(self, effect: f.Send, answer: Answer) -> None:
        slip = effect.slip
        n = slip.n if isinstance(slip, Choice) else 0
        match answer:
            case Appended():
                pass  # the record itself follows from the log
            case Refused():
                self._deliver(e.SlipRefused(slip.round, slip.rev, answer.because, n))
            case NoAnswer():
                self._keep_open(effect)
                self._deliver(e.SlipUnanswered(slip.round, slip.rev, n))

    def _on_report(self, effect: f.Report, answer: Answer) -> None:
        if isinstance(answer, NoAnswer):
            self._keep_open(effect)
        elif isinstance(answer, Refused):
            foreign = answer.because is not RefusedBecause.BARRED
            self._deliver(e.ReportRefused(f.outbox_key(effect), foreign))
        else:
            self._deliver(e.Reported(f.outbox_key(effect)))

    # --- tickets ------------------------------------------------------------------------------------------------

    def _prepare_payout(self) -> None:
        if not self._store.checked:
            return  # the seat asks again when its books were looked through
        findings = self._store.audit()
        if findings:
            self._deliver(e.AuditDone("payout", tuple(findings)))
            return
        ports = self._ports
        self._deliver(e.PayoutReady(ports.draw_number(), ports.now(), ports.expires(), ports.language()))

    def _ticket(self, out: f.TicketOut) -> Ticket:
        return Ticket(
            number=out.number,
            cents=out.cents,
            sequence=out.sequence,
            casino=self._config.casino,
            terminal=self._config.seat,
            table=self._config.table,
            at_utc=out.at,
            expires_utc=out.expires,
            language=Language(out.language),
        )

    def _print_receipt(self, effect: f.PrintReceipt) -> None:
        try:
            receipt = self._receipt(effect)
        except ValueError as error:  # a name or an amount that no paper holds: the money is paid all the same
            self._deliver(e.ReceiptNotOut(effect.kind, effect.number, str(error)))
            return
        self._ports.printer.print_receipt(receipt)

    def _receipt(self, out: f.PrintReceipt) -> Receipt:
        return Receipt(
            kind=ReceiptKind(out.kind),
            number=out.number,
            cents=out.cents,
            casino=self._config.casino,
            terminal=self._config.seat,
            table=self._config.table,
            at_utc=out.at,
            by=out.by,
            language=Language(out.language),
        )

    def _recover_print(self, number: str) -> None:
        match self._ports.printer.presented(number):
            case Presented.YES:
                self._deliver(e.TicketPrinted(number))
            case Presented.NO:
                self._deliver(e.TicketNotPrinted(number, "power was lost before the ticket was printed"))
            case Presented.UNKNOWN:
                self._deliver(e.TicketUnknown(number))

    def _party(self, serial: str) -> str:
        return f"{self._config.place}/{serial}"

    def _reserve(self, effect: f.ReserveTicket) -> None:
        # A registry that has forgotten it would let it pay once more.
        if self._store.has_taken(effect.number):
            self._deliver(e.TicketBad(effect.serial, effect.number, Refusal.REDEEMED.value))
            return
        party, at_utc = self._party(effect.serial), self._ports.now()
        self._ports.registry.ask(
            lambda registry: registry.reserve(effect.number, party, at_utc),
            lambda answer: self._on_reserved(effect, answer),
        )

    def _on_reserved(self, effect: f.ReserveTicket, answer: Reserved | Rejected | RegistryFault) -> None:
        number, serial = effect.number, effect.serial
        match answer:
            case RegistryFault():
                self._deliver(e.TicketBad(serial, number, "registry-away", unsure=True))
            case Rejected():
                self._deliver(e.TicketBad(serial, number, answer.reason.value))
            case Reserved():
                self._deliver(e.TicketGood(serial, number, answer.cents))

    def _registry(self, effect: _REGISTRY) -> None:
        self._ports.registry.ask(self._question(effect), lambda answer: self._on_registry(effect, answer))

    def _question(self, effect: _REGISTRY) -> Callable[[TicketRegistry], Done | Rejected]:
        match effect:
            case f.RegistryPending():
                ticket = self._ticket(effect.ticket)
                return lambda registry: registry.issue_pending(ticket)
            case f.RegistryConfirm():
                return lambda registry: registry.confirm(effect.number)
            case f.RegistryVoid():
                return lambda registry: registry.void(effect.number, "not presented")
            case f.RegistryRelease():
                return lambda registry: registry.release(effect.number, self._party(effect.serial))
            case f.RegistryRedeem():
                return lambda registry: registry.redeem(effect.number, self._party(effect.serial))

    def _on_registry(self, effect: _REGISTRY, answer: Done | Rejected | RegistryFault) -> None:
        what = f.outbox_key(effect).partition(":")[0]
        number = effect.ticket.number if isinstance(effect, f.RegistryPending) else effect.number
        serial = effect.serial if isinstance(effect, f.RegistryRelease) else ""
        match answer:
            case RegistryFault() if isinstance(effect, f.RegistryPending):
                self._deliver(e.RegistryGone(what, number, str(answer)))
            case RegistryFault():  # the money is decided; the registry learns of it when it is back
                self._keep_open(effect)
            case Rejected():
                self._deliver(e.RegistryGone(what, number, answer.reason.value, serial))
            case Done():
                self._deliver(e.RegistryDone(what, number, serial))


def _paid_marks(table: str, record: Settled) -> Iterator[str]:
    """The marks of payments by hand that bar the report: of its decision, and of some that may have followed."""
    for decision in range(record.decision, record.decision + MARKS_AHEAD):
        yield keys.paid_mark(table, record.seat, record.round, decision)
