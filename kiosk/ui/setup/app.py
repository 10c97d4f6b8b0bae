"""The first run on a screen: the window, the thread for what takes long, and how it ends."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from kiosk.app.service import applied_calibration
from kiosk.app.state_dir import StateDir
from kiosk.devices.worker import Worker
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.usb_drives import offers, take
from kiosk.ops.setup.writing import SeatSetUp
from kiosk.ops.update.machine import Runner
from kiosk.ops.update.places import SEAT, Places
from kiosk.ui.kit.bridge import Inbox
from kiosk.ui.kit.life import application, watched
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.tools import Slow
from kiosk.ui.service.touch.affine import IDENTITY, Affine
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.wizard import Wizard

_log = logging.getLogger(__name__)
CANNOT = 2


@dataclass(frozen=True)
class Options:
    """How the set-up is shown: ``window`` is width and height in px, perhaps with a place; empty: the whole screen."""

    language: str = "en"
    window: tuple[int, ...] = ()
    again: bool = False
    stay: bool = False


def run_on_screen(options: Options, seat: SeatSetUp, look: Callable[[], Devices], run: Runner) -> int:
    """Show the pages until a configuration is written or nobody wants one. 0 written, 2 not."""
    app = application()
    shown = SetUpOnScreen(options, seat, look, run)
    with watched(shown.report):
        QTimer.singleShot(0, shown.begin)  # within the loop, which alone heeds a signal that comes meanwhile
        app.exec()
        shown.end()
    return shown.status


class SetUpOnScreen(QObject):
    """The window and what stands behind it."""

    def __init__(self, options: Options, seat: SeatSetUp, look: Callable[[], Devices], run: Runner) -> None:
        super().__init__()
        self._options = options
        self.status = CANNOT
        self._inbox = Inbox(lambda job: job(), self._broken, self)
        self._worker = Worker("set-up", self._inbox.report)

        def not_yet(*_: object) -> NoReturn:
            raise RuntimeError("the pages are not shown yet")

        bench = Bench(
            seat=seat,
            look_for=look,
            offers=lambda: offers(seat.root, run),
            take=lambda offer: take(offer, seat.root, run, seat.now),
            slow=Slow(self._worker, self._inbox.put),
            full=not_yet,
            calibrate=not_yet,
            again=options.again,
            stay=options.stay,
        )
        self.wizard = Wizard(Draft(language=Language(options.language)), bench, _applied(seat))
        self.wizard.ended.connect(self._ended)

    def begin(self) -> None:
        """Show the first page."""
        window = self._options.window
        if window:
            self.wizard.resize(*window[:2])
            if len(window) == 4:
                self.wizard.move(*window[2:])
            self.wizard.show()
        else:
            self.wizard.showFullScreen()

    def end(self) -> None:
        """Wait for what is being done: nothing is cut off in the middle."""
        self.wizard.hide()
        self._worker.close()

    def report(self, bug: BaseException) -> None:
        """An exception that nobody caught. Any thread may call."""
        self._inbox.report(bug)

    def _ended(self, written: bool) -> None:
        self.status = 0 if written else CANNOT
        QApplication.quit()

    def _broken(self, bug: BaseException) -> None:
        _log.error("a fault in the program", exc_info=bug)
        if self.wizard.page is not None:
            self.wizard.page.say(f"{type(bug).__name__}: {bug}")


def _applied(seat: SeatSetUp) -> Affine:
    """The calibration that the system has given the touch screen at its start; none for one that cannot be read."""
    matrix = applied_calibration(StateDir(Places(seat.root).state / SEAT))
    return Affine(*matrix) if matrix is not None else IDENTITY
