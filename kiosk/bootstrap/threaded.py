"""The threads of table, log and devices around one seat with a screen; the screen and the store have their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kiosk.bootstrap.machine import ACCEPTOR, OpenTable, Seat
from kiosk.console.table_thread import TableThread
from kiosk.devices.ports import DeviceEvent, TicketPresented
from kiosk.devices.worker import Worker
from kiosk.runner.performer import Performer, event_of
from kiosk.runner.threads import SenderThread
from kiosk.seat.events import AcceptorReady, AnyEvent, LinkDown, LinkUp, LogRead
from kiosk.table import keys
from kiosk.table.log import Entry

Put = Callable[[AnyEvent], None]


class Threaded:
    """One table and the devices of one seat, each in a thread of its own.

    ``put`` and ``on_bug`` are called in any thread and must only enqueue. ``on_paper`` is called in the devices'
    thread with each ticket that came out. Nothing here keeps its caller waiting but ``start`` and ``stop``.
    """

    def __init__(
        self,
        seat: Seat,
        table: OpenTable,
        put: Put,
        on_bug: Callable[[BaseException], None],
        on_paper: Callable[[Path], None] = lambda _: None,
    ) -> None:
        self._seat = seat
        self._opened = table
        self._put = put
        self._on_paper = on_paper
        self._worker = Worker("devices", on_bug)
        self._sender = SenderThread(table.log, on_bug)
        self._acceptor, printer = seat.devices(self._device, self._worker)
        self._ports = seat.ports(self._sender, self._acceptor, printer)
        self._table = TableThread(table.dealer, self._linked, on_bug)
        self._hand_is_busy = False
        self._papers = set(seat.dir.tickets.glob("*.pdf"))

    @property
    def last_round(self) -> int:
        """The newest round of the table, begun before the dealer came; 0 when there was none."""
        return self._opened.service.table.number

    def performer(self, deliver: Put) -> Performer:
        """The seat's hands for these devices."""
        return Performer(self._seat.context.config, self._ports, self._seat.store, deliver)

    def power_up(self) -> None:
        """Before anything is asked of the devices: they tell what a power cut may have swallowed."""
        self._acceptor.power_up()

    def start(self) -> None:
        """Follow the log, then let the devices be ready and the dealer begin."""
        config = self._seat.context.config
        prefixes = [keys.rounds(config.table), keys.slips(config.table, config.seat)]
        self._opened.log.follow(prefixes, self._seat.core.state.log_seq, self._entry)
        self._put(LinkUp())  # behind what the log has told
        self._worker(lambda: self._put(AcceptorReady(ACCEPTOR)))
        self._table.start()

    def stop(self, stop_seat: Callable[[], None]) -> None:
        """End the threads, the ones that ask before the ones that answer; ``stop_seat`` ends the store's between."""
        self._table.stop()
        self._opened.service.close_service()
        stop_seat()
        self._sender.close()
        self._worker.close()
        self._opened.log.close()

    # --- the devices' thread ------------------------------------------------------------------------------------

    def enable(self, enabled: bool, /) -> None:
        """Open or close the slot. A device thread that a bug has ended takes nothing anyway."""
        if not self._worker.broken:
            self._worker(lambda: self._acceptor.enable(enabled))

    def warm_up(self) -> None:
        """Prepare the first ticket."""
        if not self._worker.broken:
            self._worker(self._seat.warm_up)

    def insert_note(self, cents: int) -> None:
        """A person puts a note in: one at a time, as a hand does."""
        self.do_soon(lambda: self._acceptor.insert(cents))

    def insert_ticket(self, number: str) -> None:
        """A person puts a ticket in."""
        self.do_soon(lambda: self._acceptor.insert_ticket(number))

    def insert_ticket_now(self, number: str) -> None:
        """The same, from a job of the devices' thread."""
        self._acceptor.insert_ticket(number)

    def do_soon(self, work: Callable[[], object]) -> None:
        """Do what a hand at the devices does, in their thread. While the last is not done, the hand waits: dropped."""
        if self._hand_is_busy or self._worker.broken:
            return
        self._hand_is_busy = True

        def job() -> None:
            try:
                work()
            finally:
                self._hand_is_busy = False

        self._worker(job)

    def _device(self, told: DeviceEvent) -> None:
        self._put(event_of(told))
        if isinstance(told, TicketPresented):
            papers = set(self._seat.dir.tickets.glob("*.pdf"))
            for path in sorted(papers - self._papers):
                self._on_paper(path)
            self._papers = papers

    # --- the table's and the sender's threads -------------------------------------------------------------------

    def _linked(self, up: bool) -> None:
        self._put(LinkUp() if up else LinkDown())

    def _entry(self, entry: Entry) -> None:
        self._put(LogRead(entry.seq, entry.key, entry.value))
