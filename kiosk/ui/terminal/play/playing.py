"""A real seat behind its window: its bridge, its threads, and the bot that may play."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QTimer

from kiosk.app.machine import Seat, utc_now
from kiosk.app.threaded import Table, Threaded
from kiosk.demo.bot import Bot, Hands
from kiosk.devices.cabinet.port import Door, Key, Lamp
from kiosk.faults import EnvironmentFault, MustEnd
from kiosk.seat.conditions import CabinetCondition
from kiosk.seat.effects import Notice
from kiosk.seat.events import AnyEvent, CabinetIs, DoorIs, Happened
from kiosk.store.seat_store import SeatStore
from kiosk.table.round import Phase
from kiosk.ui.kit.bridge import SeatBridge

BOT_EVERY_MS = 700
TICKET_PX = 640  # across, of the small picture of a ticket
KEEP_DAYS = 90  # standards: power and memory
ARCHIVE_EVERY_MS = 24 * 3_600_000
CERTIFICATES_EVERY_MS = 3_600_000  # asked so often, they are looked at once a day
HELD_EVERY_MS = 10_000
ARCHIVE_AGAIN_MS = 5_000
WARM_AFTER_MS = 4_000  # the first ticket would wait a second for its fonts; the start must not


class Playing:
    """Bridge, threads and bot of a sound seat. ``on_paper`` gets each ticket and its PNG, in the GUI's thread.

    ``on_end`` is told, in any thread, of what must end the program; any other fault locks the seat.
    """

    def __init__(
        self,
        bot_seed: int | None,
        bot_speed: float,
        seat: Seat,
        table: Table,
        on_paper: Callable[[Path, bytes], None],
        on_end: Callable[[MustEnd], None],
        on_key: Callable[[Key, bool], None] = lambda _key, _turned: None,
    ) -> None:
        self._seat = seat
        self._on_paper = on_paper
        self._on_end = on_end
        self._on_key = on_key
        self._threads = Threaded(seat, table, self._put, self._report, self._paper, self._key)
        self.bridge = SeatBridge(
            seat.core,
            seat.store,
            self._threads.performer,
            lambda: self._threads,
            utc_now,
            lambda: int(time.monotonic() * 1000),
        )
        self.bridge.changed.connect(self._threads.show)
        self._check = seat.books_check()
        self._bot = self._make_bot(bot_seed) if bot_seed is not None else None
        self._bot_every_ms = round(BOT_EVERY_MS / bot_speed)
        self._bot_timer = QTimer(self.bridge)
        self._bot_timer.timeout.connect(self._bot_acts)
        self._archiving = QTimer(self.bridge)
        self._archiving.setInterval(ARCHIVE_EVERY_MS)
        self._archiving.timeout.connect(self.archive)
        self._certificates = QTimer(self.bridge)
        self._certificates.setInterval(CERTIFICATES_EVERY_MS)
        self._certificates.timeout.connect(self._look_at_certificates)
        self._holding = QTimer(self.bridge)
        self._holding.setInterval(HELD_EVERY_MS)
        self._holding.timeout.connect(self._check_held)
        self._warming = QTimer(self.bridge)
        self._warming.setSingleShot(True)
        self._warming.timeout.connect(self._threads.warm_up)

    @property
    def last_round(self) -> int | None:
        """The newest round that had begun before this; None when only the log will tell."""
        return self._threads.last_round

    def start(self) -> None:
        """Power the devices up, recover, follow the log, let the table begin."""
        self._threads.power_up()
        self.bridge.start(self._seat.outbox, later=not self._seat.compared)
        for told in self._seat.news:
            self.bridge.send(told)
        if not self._threads.has_cabinet:
            self._forget_cabinet()
        self._threads.start()
        self._check.start(self._put)
        self._warming.start(WARM_AFTER_MS)
        self._archiving.start()
        self._look_at_certificates()
        self._certificates.start()
        self._holding.start()
        if self._bot is not None:
            self._bot_timer.start(self._bot_every_ms)

    def stop(self) -> None:
        """Finish what is queued and end the threads."""
        self._check.close()
        self._bot_timer.stop()
        self._warming.stop()
        self._archiving.stop()
        self._certificates.stop()
        self._holding.stop()
        self._threads.stop(self.bridge.stop)

    def _look_at_certificates(self) -> None:
        for told in self._seat.certificate_news():
            self.bridge.send(told)

    def _check_held(self) -> None:
        """Once the files could be another's, nothing more is written: the seat ends and says why."""
        try:
            self._seat.dir.check_held()
        except MustEnd as fault:
            self._holding.stop()
            self._report(fault)

    # --- old entries --------------------------------------------------------------------------------------------

    def archive(self) -> None:
        """Move what is older than is kept at the seat into the archive, a piece at a time, between the bets."""
        if not self.bridge.keeps:
            return
        if self.bridge.state.table.phase is Phase.BETTING:
            QTimer.singleShot(ARCHIVE_AGAIN_MS, self.bridge, self.archive)
            return
        folder, now = self._seat.dir.archive, datetime.now(UTC)
        before = f"{now - timedelta(days=KEEP_DAYS):%Y-%m-%dT%H:%M:%SZ}"

        def work(store: SeatStore) -> str:
            try:
                store.archive(folder, before, f"{now:%Y-%m-%dT%H:%M:%SZ}")
            except EnvironmentFault as fault:
                return fault.what
            return ""

        self.bridge.ask_books(work, self._archived, lambda: self._archived("the books cannot be read"))

    def _archived(self, why_not: str) -> None:
        if why_not:
            self.bridge.send(Happened("archive-failed", "warning", {"why": why_not[:200]}))

    # --- the cabinet --------------------------------------------------------------------------------------------

    @property
    def has_cabinet(self) -> bool:
        """Whether a board watches doors and keys."""
        return self._threads.has_cabinet

    def _forget_cabinet(self) -> None:
        """The seat has no board any more: what the last one said of its doors is nobody's to lift."""
        state = self.bridge.state
        for door in state.doors:
            self.bridge.send(DoorIs(door, open=False, count=state.door_counts.get(door.value, 0)))
        if not state.cabinet.watches:
            self.bridge.send(CabinetIs(CabinetCondition.READY, "the seat has no board"))

    def move_door(self, door: Door) -> None:
        """A person opens a door of a simulated cabinet, or closes one that is open."""
        open_it = door.value not in {one.value for one in self.bridge.state.doors}
        self._threads.do_soon(lambda: self._threads.move_door(door, open_it=open_it))

    def turn_key(self, key: Key, *, turned: bool) -> bool:
        """A person turns a key of a simulated cabinet; False where there is none."""
        return self._threads.turn_key(key, turned=turned)

    def show_lamp(self, lamp: Lamp | None) -> None:
        """Let the tower lamp show this; None gives it back to the seat."""
        self._threads.show_lamp(lamp)

    def adopt_board(self) -> None:
        """A technician accepts the board that watches the cabinet."""
        self._threads.adopt_board()

    def _key(self, key: Key, turned: bool) -> None:
        self.bridge.inbox.put(lambda: self._on_key(key, turned))

    # --- hands --------------------------------------------------------------------------------------------------

    def insert_note(self, cents: int) -> None:
        """A person puts a note in."""
        self._threads.insert_note(cents)

    def insert_ticket(self, number: str) -> None:
        """A person puts a ticket in."""
        self._threads.insert_ticket(number)

    def insert_ticket_file(self, path: Path) -> None:
        """A person puts the ticket in that a picture or PDF shows."""
        self._threads.do_soon(lambda: self._read_and_insert(path))

    def _read_and_insert(self, path: Path) -> None:
        # The libraries that read pictures are loaded with the first one: a seat is playable before.
        from kiosk.devices.reader.picture import TicketUnreadable, read_ticket_number

        try:
            number = read_ticket_number(path)
        except TicketUnreadable as error:
            words = Notice("notice.ticket_rejected", {"reason": error.reason.value, "detail": str(error)})
            self.bridge.inbox.put(lambda: self.bridge.told.emit(words))
            return
        self._threads.insert_ticket_now(number)

    def _make_bot(self, seed: int) -> Bot:
        return Bot(seed, self._seat.core, Hands(self.insert_note, self.insert_ticket, _no_tickets))

    def _bot_acts(self) -> None:
        if self._bot is not None:
            for event in self._bot.act():
                self.bridge.send(event)

    # --- other threads ------------------------------------------------------------------------------------------

    def _put(self, event: AnyEvent) -> None:
        self.bridge.inbox.put(event)

    def _report(self, bug: BaseException) -> None:
        if isinstance(bug, MustEnd):
            self._on_end(bug)
        else:
            self.bridge.inbox.report(bug)

    def _paper(self, path: Path) -> None:
        picture = ticket_png(path)  # in the devices' thread: it takes longer than a frame
        self.bridge.inbox.put(lambda: self._on_paper(path, picture))


def _no_tickets() -> list[str]:
    """The bot of the screen keeps its tickets: the store alone knows them, and it is another thread's."""
    return []


def ticket_png(path: Path) -> bytes:
    """The ticket as PNG; empty when it cannot be read."""
    from kiosk.devices.reader.picture import TicketUnreadable, ticket_page  # as where a ticket is read

    try:
        page = ticket_page(path)
    except TicketUnreadable:
        return b""
    page.thumbnail((TICKET_PX, TICKET_PX))
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()
