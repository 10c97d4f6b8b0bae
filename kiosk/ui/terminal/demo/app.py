"""The demonstration on a screen: start-up, one table with an automatic dealer, one seat, the drawer beside it."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QSize, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.bootstrap.machine import OpenTable, Rules, Seat
from kiosk.bootstrap.state_dir import StateDir
from kiosk.console.auto_dealer import Pace
from kiosk.console.dice import random_dice, seeded_dice
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.shared.bridge import Inbox, LockedSeat
from kiosk.ui.shared.fonts import load_fonts
from kiosk.ui.shared.model import FakeModel, SeatModel
from kiosk.ui.shared.texts import Language, Texts
from kiosk.ui.shared.theme import scale_for
from kiosk.ui.terminal.demo.drawer import DemoDrawer, DemoWindow, DrawerActions
from kiosk.ui.terminal.demo.keys import install_keys
from kiosk.ui.terminal.demo.playing import Playing
from kiosk.ui.terminal.dress import Dress
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.screens.startup import StartStep, StartupScreen
from kiosk.ui.terminal.window import TerminalWindow

WINDOW = QSize(1280, 720)
BIG_WINDOW = QSize(1920, 1080)
DRAWER_ROOM_PX = 260
SIGNALS_EVERY_MS = 100  # Python takes a signal only when it runs: Qt alone may sleep for ever

_log = logging.getLogger(__name__)


def run_on_screen(args: argparse.Namespace, rules: Rules, state: StateDir, pace: Pace) -> int:
    """Open the window and play until it is closed or told to end, or the rounds are over; the exit status."""
    app = QApplication.instance() or QApplication(["kiosk"])
    load_fonts()
    demo = Demo(args, rules, state, pace)
    with _watched(demo):
        demo.begin()
        app.exec()
        demo.end()
    return demo.status


@contextmanager
def _watched(demo: Demo) -> Iterator[None]:
    """SIGINT and SIGTERM close the window; an exception that nobody caught, in whatever thread, locks the seat."""

    def leave(*_: object) -> None:
        QApplication.quit()

    def uncaught(kind: type[BaseException], bug: BaseException, trace: TracebackType | None) -> None:
        tell(kind, bug, trace)
        demo.report(bug)

    def uncaught_in_thread(words: threading.ExceptHookArgs) -> None:
        tell_thread(words)
        demo.report(words.exc_value or RuntimeError("a thread ended"))

    tell, tell_thread = sys.excepthook, threading.excepthook
    before = {number: signal.signal(number, leave) for number in (signal.SIGINT, signal.SIGTERM)}
    sys.excepthook, threading.excepthook = uncaught, uncaught_in_thread
    look = QTimer()
    look.timeout.connect(lambda: None)
    look.start(SIGNALS_EVERY_MS)
    try:
        yield
    finally:
        look.stop()
        sys.excepthook, threading.excepthook = tell, tell_thread
        for number, handler in before.items():
            signal.signal(number, handler)


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
    """The parts of the demonstration and their order: self-test, then the table, then play.

    guarantee: what goes wrong before play is said on the start-up screen, with exit status 2. A seat that its
    self-test has locked is shown and touched by nothing.
    """

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
        self.window: QWidget | None = None
        self.playing: Playing | None = None
        self._seat: Seat | None = None
        self._drawer: DemoDrawer | None = None
        self._newest: Path | None = None
        self._inbox = Inbox(lambda job: job(), self._broken, self)

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

    def report(self, bug: BaseException) -> None:
        """An exception that nobody caught. Any thread may call."""
        self._inbox.report(bug)

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

        roll = random_dice() if self._args.seed is None else seeded_dice(self._args.seed)
        try:
            self._inbox.put(lambda: self._startup.begin(StartStep.MEMORY))
            seat = Seat(self._dir, self._rules, progress)
            try:
                table = None if seat.findings else OpenTable(seat, self._rules, roll, self._pace)
            except BaseException:
                seat.close()
                raise
        except Exception as fault:  # noqa: BLE001 - whatever it is, a person must read it
            self._inbox.report(fault)
            return
        self._inbox.put(lambda: self._opened(seat, table))

    def _broken(self, fault: BaseException) -> None:
        """In the GUI's thread. In play the seat is locked; before, the start-up screen says why there is none."""
        if self.playing is not None:
            self.playing.bridge.lock_for(fault)
            return
        self.status = 2
        if isinstance(fault, EnvironmentFault):
            self._startup.fail(fault.what, fault.way_out)
        else:
            _log.error("the start failed: a fault in the program", exc_info=fault)
            self._startup.fail(f"a fault in the program: {fault!r}", "Call a technician; start again")

    def _opened(self, seat: Seat, table: OpenTable | None) -> None:
        self._seat = seat
        self._startup.begin(StartStep.DEVICES)
        seat.language = self._language.value
        if table is None:
            self.window = self._make_window(LockedSeat(seat.context, seat.core.state), None)
        else:
            playing = Playing(self._args, seat, table, self._new_paper)
            self.window = self._make_window(playing.bridge, playing)
            self._counted = playing.last_round
            playing.bridge.changed.connect(self._changed)
            self._startup.begin(StartStep.TABLE)
            self.playing = playing
        self._startup.finish()
        if self._args.full_screen:
            self.window.showFullScreen()
        else:
            self.window.show()
        self._startup.hide()
        if self.playing is not None:
            self.playing.start()

    # --- the window ---------------------------------------------------------------------------------------------

    def _make_window(self, model: SeatModel, playing: Playing | None) -> QWidget:
        key = AttendantKey(self)
        terminal = TerminalWindow(model, self._rules.layout, self._language, self._size, key=key)
        terminal.language_changed.connect(self._language_changed)
        insert_note = playing.insert_note if playing is not None else _nothing
        insert_ticket = playing.insert_ticket if playing is not None else _nothing
        insert_file = playing.insert_ticket_file if playing is not None else _nothing
        if self._args.full_screen:
            install_keys(terminal, key, insert_note, lambda: self._insert_newest(insert_file))
            return terminal
        actions = DrawerActions(
            insert_note=insert_note,
            insert_ticket=insert_ticket,
            insert_ticket_file=insert_file,
            open_ticket=_open_file,
        )
        self._drawer = DemoDrawer(actions, key, self._drawer_dress())
        window = DemoWindow(terminal, self._drawer)
        window.setWindowTitle("Sic Bo")
        return window

    def _insert_newest(self, insert: Callable[[Path], None]) -> None:
        if self._newest is not None:
            insert(self._newest)

    def _new_paper(self, path: Path, picture: bytes) -> None:
        self._newest = path
        if self._drawer is not None:
            self._drawer.show_ticket(path, picture)

    def _drawer_dress(self) -> Dress:
        return Dress(scale_for(BIG_WINDOW.width(), BIG_WINDOW.height()), Texts(self._language))

    @Slot(object)
    def _language_changed(self, language: Language) -> None:
        self._language = language
        if self._seat is not None:
            self._seat.language = language.value
        if self._drawer is not None:
            self._drawer.wear(self._drawer_dress())

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
        """Finish what is queued, close the files and print a summary. A second call does nothing."""
        seat, self._seat = self._seat, None
        if seat is None:
            return
        if self.playing is None:
            seat.close()
            findings = "; ".join(seat.findings)
            if findings:
                self.status = 1
                print(f"kiosk demo: the seat is locked: {findings}", file=sys.stderr)  # noqa: T201
            return
        state = self.playing.bridge.state
        self.playing.stop()
        seat.close()
        print(f"played {self._rounds} rounds; credit {dollars(state.credit_shown)}")  # noqa: T201 - a command's summary
        print(f"tickets: {self._dir.tickets}")  # noqa: T201


def _open_file(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _nothing(_: object) -> None:
    """The slot of a locked seat is shut."""
