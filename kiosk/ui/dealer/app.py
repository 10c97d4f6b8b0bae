"""The dealer's window as a process: it opens at once, the desk when the table log answers."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from kiosk.app.config import ConsoleFile
from kiosk.app.console import ConsoleOptions, OpenConsole
from kiosk.app.state_dir import ConsoleDir
from kiosk.console.commands import AnyCommand, AutoDealing, Command, Refusal
from kiosk.console.desk import Desk, DeskConfig
from kiosk.console.desk_thread import DeskThread
from kiosk.console.view import DeskView, LogHealth, Next
from kiosk.faults import EnvironmentFault
from kiosk.table.log import NoAnswer
from kiosk.ui.dealer.window import DealerWindow
from kiosk.ui.kit.bridge import Inbox
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.kit.desk_model import DeskModel
from kiosk.ui.kit.life import application, watched
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.watchdog import Watchdog

WINDOW = QSize(1280, 800)
BIG_WINDOW = QSize(1920, 1080)
AGAIN_S = 0.5  # after a silence of the log at the start

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Shown:
    """How the window is shown. ``window``: width and height in px and, where four are given, its place;
    without it as the screen has room. ``auto``: the automatic dealer begins.
    """

    language: Language
    window: tuple[int, ...] = ()
    auto: bool = False


def run_on_screen(file: ConsoleFile, folder: ConsoleDir, options: ConsoleOptions, shown: Shown) -> int:
    """Open the window until it is closed or told to end; the exit status.

    Raises :class:`EnvironmentFault` for what cannot be used, also when another console is at work at the table.
    """
    app = application()
    configure_suits(four_colours=file.four_colours)
    console = DealerOnScreen(file, folder, options, shown)
    with watched(console.report):
        try:
            console.begin()
            app.exec()
        finally:
            console.end()
    if console.fault is not None:
        raise console.fault
    return 0


class DeskBridge(DeskModel):
    """The real desk behind the screen: in a thread of its own, as soon as it is open. Until then the log is silent."""

    def __init__(self, config: DeskConfig, members: int, auto: bool, parent: QObject | None = None) -> None:
        super().__init__(parent)
        settings = config.settings
        self._view = DeskView(
            casino=config.casino,
            table=settings.table,
            console=settings.console,
            game=settings.game.name,
            next=Next.WAIT,
            why_not=Refusal("no-answer"),
            health=LogHealth(0, members),
        )
        self._wants_auto = auto
        self._thread: DeskThread | None = None
        self.broken: BaseException | None = None
        self.inbox = Inbox(lambda job: job(), self._bug, self)

    @property
    def view(self) -> DeskView:
        return self._view

    def begin(self, desk: Desk) -> None:
        """This is the desk. In the GUI's thread."""
        self._thread = DeskThread(desk, self._published, self._answered, self.inbox.report)
        self._thread.start()

    def send(self, command: AnyCommand) -> None:
        if self._thread is None:
            self.refused.emit(Refusal("no-answer"))
        elif not self._thread.send(command):
            self.refused.emit(Refusal("busy"))

    def stop(self) -> None:
        """End after the command at hand."""
        if self._thread is not None:
            self._thread.stop()
            self._thread = None

    # --- the desk's thread --------------------------------------------------------------------------------------

    def _published(self, view: DeskView) -> None:
        self.inbox.put(lambda: self._show(view))

    def _answered(self, command: Command, refusal: Refusal | None) -> None:
        self.inbox.put(lambda: self._tell(command, refusal))

    # --- the GUI's thread ---------------------------------------------------------------------------------------

    def _show(self, view: DeskView) -> None:
        self._view = view
        if self._wants_auto and "AutoDealing" in view.may and not view.auto:
            self._wants_auto = False
            self.send(AutoDealing(True))
        self.changed.emit(view)

    def _tell(self, command: Command, refusal: Refusal | None) -> None:
        if refusal is None:
            self.done.emit(command)
        elif isinstance(command, AutoDealing) and refusal.key == "no-answer":
            self._wants_auto = command.on  # asked for before the log had told all that stands in it
            self.refused.emit(refusal)
        else:
            self.refused.emit(refusal)

    def _bug(self, bug: BaseException) -> None:
        if self.broken is None:
            _log.error("the console stands still: a fault in the program", exc_info=bug)
            self.broken = bug
            QApplication.quit()


class DealerOnScreen(QObject):
    """Window, desk and link of one console. ``fault`` is why it had to end."""

    def __init__(self, file: ConsoleFile, folder: ConsoleDir, options: ConsoleOptions, shown: Shown) -> None:
        super().__init__()
        self.fault: EnvironmentFault | None = None
        self._shown = shown
        self._ends = threading.Event()
        self._opener: threading.Thread | None = None
        self._opened = OpenConsole(file, folder, options, self.report)
        self.bridge = DeskBridge(self._opened.config, len(file.log.endpoints), shown.auto, self)
        self.window: DealerWindow | None = None
        self._watchdog = Watchdog(self)

    def report(self, bug: BaseException) -> None:
        """A fault in the program, in whatever thread: the console ends, and whoever starts it again goes on."""
        self.bridge.inbox.report(bug)

    def begin(self) -> None:
        """Open desk and window. Raises :class:`EnvironmentFault`; a silent log is shown and asked again."""
        self._watchdog.begin("starts")
        try:
            desk = self._opened.open()
        except NoAnswer:
            self._opener = threading.Thread(target=self._open_later, name="open-desk", daemon=True)
            self._opener.start()
        else:
            self.bridge.begin(desk)
        self.window = DealerWindow(self.bridge, self._shown.language, self._size())
        self.window.setWindowTitle(f"{self.bridge.view.console} - {self.bridge.view.table}")
        if len(self._shown.window) == 4:
            self.window.move(*self._shown.window[2:])
        self.window.show()
        self._watchdog.shown(self.window, "at the table")

    def end(self) -> None:
        """Close everything; the round stays as the log shows it. A second call does nothing."""
        if self._ends.is_set():
            return
        self._ends.set()
        self._watchdog.end(again=False)
        if self._opener is not None:
            self._opener.join()
        self.bridge.stop()
        self._opened.close()
        if self.bridge.broken is not None and self.fault is None:
            self.fault = EnvironmentFault(
                f"a fault in the program: {self.bridge.broken!r}", "Start again; call a technician"
            )

    def _size(self) -> QSize:
        if self._shown.window:
            return QSize(*self._shown.window[:2])
        room = QGuiApplication.primaryScreen().availableSize()
        fits = room.width() >= BIG_WINDOW.width() and room.height() >= BIG_WINDOW.height()
        return BIG_WINDOW if fits else WINDOW

    # --- the opener's thread ------------------------------------------------------------------------------------

    def _open_later(self) -> None:
        while not self._ends.wait(AGAIN_S):
            try:
                desk = self._opened.open()
            except NoAnswer:
                continue
            except EnvironmentFault as fault:
                self.bridge.inbox.put(lambda fault=fault: self._refused(fault))
                return
            except Exception as bug:  # noqa: BLE001 - whatever it is, the GUI's thread must know
                self.report(bug)
                return
            self.bridge.inbox.put(lambda desk=desk: self._begin(desk))
            return

    def _begin(self, desk: Desk) -> None:
        if self._ends.is_set():
            desk.close()
        else:
            self.bridge.begin(desk)

    def _refused(self, fault: EnvironmentFault) -> None:
        self.fault = fault
        QApplication.quit()
