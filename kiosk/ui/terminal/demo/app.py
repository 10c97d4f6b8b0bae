"""The demonstration on a screen: start-up, one table with an automatic dealer, one seat, the drawer beside it."""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.bootstrap.machine import ACCEPTOR, Rules, Seat, open_dealer, open_table, utc_now
from kiosk.bootstrap.state_dir import StateDir
from kiosk.console.auto_dealer import Pace
from kiosk.console.dice import random_dice, seeded_dice
from kiosk.console.table_thread import TableThread
from kiosk.devices.ports import DeviceEvent
from kiosk.devices.worker import Worker
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.money import dollars
from kiosk.runner.bot import Bot
from kiosk.runner.bot import Hands as BotHands
from kiosk.runner.performer import Performer, event_of
from kiosk.runner.threads import SenderThread
from kiosk.seat.effects import Tell
from kiosk.seat.events import AcceptorReady, AnyEvent, LinkDown, LinkUp, LogRead
from kiosk.seat.state import SeatState
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.round import Phase
from kiosk.ui.shared.bridge import Inbox, SeatBridge
from kiosk.ui.shared.fonts import load_fonts
from kiosk.ui.shared.model import FakeModel
from kiosk.ui.shared.texts import Language, Texts
from kiosk.ui.shared.theme import scale_for
from kiosk.ui.terminal.demo.drawer import DemoDrawer, DemoWindow, DrawerActions
from kiosk.ui.terminal.dress import Dress
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.screens.startup import StartStep, StartupScreen
from kiosk.ui.terminal.window import TerminalWindow

WINDOW = QSize(1280, 720)
BIG_WINDOW = QSize(1920, 1080)
DRAWER_ROOM_PX = 260
BOT_EVERY_MS = 700
WARM_AFTER_MS = 4_000  # the first ticket would wait a second for its fonts; the start must not


def run_on_screen(args: argparse.Namespace, rules: Rules, state: StateDir, pace: Pace) -> int:
    """Open the window and play until it is closed or the asked rounds are over; the exit status."""
    app = QApplication.instance() or QApplication(["kiosk"])
    load_fonts()
    demo = Demo(args, rules, state, pace)
    demo.begin()
    app.exec()
    demo.end()
    return demo.status


def picture_of(rules: Rules, state: StateDir, language: str) -> Path:
    """The seat's screen as it stands in a state directory, as a PNG beside it. Needs no display."""
    _app = QApplication.instance() or QApplication(["kiosk"])
    load_fonts()
    seat = Seat(state, rules, lambda _: None)
    try:
        model = FakeModel(seat.context, seat.core.state, outcomes=seat.store.outcomes())
        window = TerminalWindow(model, rules.layout, Language(language), BIG_WINDOW, animations=False)
        path = state.path / "shots" / "seat.png"
        path.parent.mkdir(exist_ok=True)
        window.grab().save(str(path))
    finally:
        seat.close()
    return path


class Demo(QObject):
    """The parts of the demonstration and their order: self-test, then the table, then play."""

    def __init__(self, args: argparse.Namespace, rules: Rules, state: StateDir, pace: Pace) -> None:
        super().__init__()
        self._args = args
        self._rules = rules
        self._dir = state
        self._pace = pace
        self.status = 0
        self._rounds = 0
        self._counted = 0
        self._language = Language(args.lang)
        self._size = self._window_size()
        self._startup = StartupScreen(rules.game.name, Texts(self._language), self._size)
        self._window: QWidget | None = None
        self._seat: Seat | None = None
        self._running: _Running | None = None
        self._inbox = Inbox(lambda job: job(), self)

    def _window_size(self) -> QSize:
        available = QGuiApplication.primaryScreen().availableSize()
        if self._args.full_screen:
            return QGuiApplication.primaryScreen().size()
        room = BIG_WINDOW + QSize(DRAWER_ROOM_PX, 0)
        return (
            BIG_WINDOW
            if available.width() >= room.width() and available.height() >= room.height()
            else WINDOW
        )

    # --- start-up -----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Show the start-up and test the books in another thread, so that the screen never stands still."""
        if self._args.full_screen:
            self._startup.showFullScreen()
        else:
            self._startup.show()
        self._startup.begin(StartStep.FILES)
        threading.Thread(target=self._open, name="start-up", daemon=True).start()

    def _open(self) -> None:
        def progress(share: float) -> None:
            self._inbox.put(lambda: self._startup.begin(StartStep.BOOKS, share))

        try:
            self._inbox.put(lambda: self._startup.begin(StartStep.MEMORY))
            seat = Seat(self._dir, self._rules, progress)
            log = EmbeddedLog(self._dir.table)
            seat.check_log(log)
        except EnvironmentFault as fault:
            what, way_out = fault.what, fault.way_out
            self._inbox.put(lambda: self._failed(what, way_out))
            return
        self._inbox.put(lambda: self._opened(seat, log))

    def _failed(self, what: str, way_out: str) -> None:
        self.status = 2
        self._startup.fail(what, way_out)

    def _opened(self, seat: Seat, log: EmbeddedLog) -> None:
        self._seat = seat
        self._startup.begin(StartStep.DEVICES)
        seat.language = self._language.value
        try:
            self._running = _Running(self._args, self._rules, seat, log, self._pace)
        except EnvironmentFault as fault:
            self._failed(fault.what, fault.way_out)
            return
        self._window = self._make_window(self._running)
        self._startup.begin(StartStep.TABLE)
        if not seat.findings:
            self._running.start()
        self._startup.finish()
        if self._args.full_screen:
            self._window.showFullScreen()
        else:
            self._window.show()
        self._startup.hide()
        self._running.bridge.changed.connect(self._changed)

    def _make_window(self, running: _Running) -> QWidget:
        key = AttendantKey(self)
        terminal = TerminalWindow(running.bridge, self._rules.layout, self._language, self._size, key=key)
        terminal.language_changed.connect(self._language_changed)
        if self._args.full_screen:
            return terminal
        drawer = DemoDrawer(
            DrawerActions(
                insert_note=lambda cents: running.insert_note(cents),
                insert_ticket=lambda number: running.insert_ticket(number),
                insert_ticket_file=self._insert_file,
                open_ticket=_open_file,
            ),
            key,
            self._drawer_dress(),
        )
        self._drawer = drawer
        running.on_ticket = self._show_ticket
        window = DemoWindow(terminal, drawer)
        window.setWindowTitle("Sic Bo")
        return window

    def _show_ticket(self, path: Path) -> None:
        from kiosk.ui.terminal.demo.ticket_picture import ticket_png  # loaded with the first ticket

        self._drawer.show_ticket(path, ticket_png(path))

    def _drawer_dress(self) -> Dress:
        return Dress(scale_for(BIG_WINDOW.width(), BIG_WINDOW.height()), Texts(self._language))

    @Slot(object)
    def _language_changed(self, language: Language) -> None:
        self._language = language
        if self._seat is not None:
            self._seat.language = language.value
        if not self._args.full_screen:
            self._drawer.wear(self._drawer_dress())

    def _insert_file(self, path: Path) -> None:
        from kiosk.devices.reader.picture import (
            TicketUnreadable,
            read_ticket_number,
        )  # loaded when it is needed

        if self._running is None:
            return
        try:
            self._running.insert_ticket(read_ticket_number(path))
        except TicketUnreadable as error:
            self._running.bridge.told.emit(
                Tell("notice.ticket_rejected", {"reason": error.reason.value, "detail": str(error)})
            )

    # --- the asked rounds ---------------------------------------------------------------------------------------

    @Slot(object)
    def _changed(self, state: SeatState) -> None:
        over = state.table.phase in (Phase.ENDED, Phase.VOID) and state.table.number > self._counted
        if not over:
            return
        self._counted = state.table.number
        self._rounds += 1
        if self._args.rounds and self._rounds >= self._args.rounds:
            QTimer.singleShot(0, QApplication.quit)

    def end(self) -> None:
        """Finish what is queued, close the files and print a summary."""
        if self._running is None or self._seat is None:
            return
        state = self._running.bridge.state
        self._running.stop()
        self._seat.close()
        print(f"played {self._rounds} rounds; credit {dollars(state.credit_shown)}")  # noqa: T201 - a command's summary
        print(f"tickets: {self._dir.tickets}")  # noqa: T201


def _open_file(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


class _Running:
    """The threads of table, store, log and devices around one seat."""

    def __init__(
        self, args: argparse.Namespace, rules: Rules, seat: Seat, log: EmbeddedLog, pace: Pace
    ) -> None:
        self._seat = seat
        self._log = log
        self._args = args
        self._worker = Worker("devices")
        self._sender = SenderThread(log)
        self.on_ticket: Callable[[Path], None] = lambda _: None
        self._acceptor, printer = seat.devices(self._device, self._worker)
        ports = seat.ports(self._sender, self._acceptor, printer)

        def make_performer(deliver: Callable[[AnyEvent], None]) -> Performer:
            return Performer(seat.context.config, ports, seat.store, deliver)

        clock = time.monotonic
        self.bridge = SeatBridge(
            seat.core,
            seat.store,
            make_performer,
            lambda: self._acceptor,
            utc_now,
            lambda: int(clock() * 1000),
        )
        roll = random_dice() if args.seed is None else seeded_dice(args.seed)
        self._service = open_table(log, rules)
        self._table = TableThread(open_dealer(self._service, roll, pace), self._linked)
        self._bot = self._make_bot() if args.bot else None
        self._bot_timer = QTimer(self.bridge)
        self._bot_timer.timeout.connect(self._bot_acts)
        self._warming = QTimer(self.bridge)
        self._warming.setSingleShot(True)
        self._warming.timeout.connect(lambda: self._worker(seat.warm_up))
        self._papers = set(seat.dir.tickets.glob("*.pdf"))

    def start(self) -> None:
        """Recover, follow the log, power the devices up, let the dealer begin."""
        config = self._seat.context.config
        self._acceptor.power_up()
        self.bridge.start(self._seat.outbox)
        prefixes = [keys.rounds(config.table), keys.slips(config.table, config.seat)]
        self._log.follow(prefixes, self.bridge.state.log_seq, self._entry)
        self.bridge.send(LinkUp())
        self._warming.start(WARM_AFTER_MS)
        self._worker(lambda: self.bridge.inbox.put(AcceptorReady(ACCEPTOR)))
        self._table.start()
        if self._bot is not None:
            self._bot_timer.start(round(BOT_EVERY_MS / (self._args.speed or 1.0)))

    def stop(self) -> None:
        """End the threads, the ones that ask before the ones that answer."""
        self._bot_timer.stop()
        self._warming.stop()
        self._table.stop()
        self._service.close_service()
        self.bridge.stop()
        self._sender.close()
        self._worker.close()
        self._log.close()

    def insert_note(self, cents: int) -> None:
        """A person puts a note in."""
        self._acceptor.insert(cents)

    def insert_ticket(self, number: str) -> None:
        """A person puts a ticket in."""
        self._acceptor.insert_ticket(number)

    def _linked(self, up: bool) -> None:
        self.bridge.inbox.put(LinkUp() if up else LinkDown())

    def _entry(self, entry: Entry) -> None:
        self.bridge.inbox.put(LogRead(entry.seq, entry.key, entry.value))

    def _device(self, told: DeviceEvent) -> None:
        event = event_of(told)
        self.bridge.inbox.put(event)
        self.bridge.inbox.put(self._look_for_paper)

    def _look_for_paper(self) -> None:
        papers = set(self._seat.dir.tickets.glob("*.pdf"))
        for path in sorted(papers - self._papers):
            self.on_ticket(path)
        self._papers = papers

    def _make_bot(self) -> Bot:
        seed = self._args.seed if self._args.seed is not None else time.time_ns() % 2**31
        return Bot(seed, self._seat.core, BotHands(self.insert_note, self.insert_ticket, list))

    def _bot_acts(self) -> None:
        if self._bot is not None:
            for event in self._bot.act():
                self.bridge.send(event)
