"""A screen's word to the service manager: beats from the screen's own thread, so that a hung one is restarted."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from kiosk.ops.readiness import Readiness

LOOK_EVERY_MS = 50
START_S = 120  # from one step of the start to the next: reading long books takes its time


class Watchdog(QObject):
    """Feeds the watchdog while the event loop runs, and says once that a window is on the screen. In the GUI's thread.

    Without a service manager it does nothing.
    """

    def __init__(self, parent: QObject | None = None, readiness: Readiness | None = None) -> None:
        super().__init__(parent)
        self._tell = Readiness() if readiness is None else readiness
        self._window: QWidget | None = None
        self._words = ""
        self._beats = QTimer(self)
        self._beats.timeout.connect(self._beat)
        self._look = QTimer(self)
        self._look.timeout.connect(self._look_for_window)

    def begin(self, words: str) -> None:
        """The start has come further; from the first time on the watchdog is fed."""
        self._tell.starting(words, START_S)
        if self._tell.beat_ms and not self._beats.isActive():
            self._tell.alive()
            self._beats.start(self._tell.beat_ms)

    def shown(self, window: QWidget, words: str) -> None:
        """``window`` was shown. Ready is said when the compositor has put it on the screen."""
        self._window, self._words = window, words
        if self._tell.listens:
            self._look.start(LOOK_EVERY_MS)

    def status(self, words: str) -> None:
        """How it is now, in words."""
        self._words = words
        self._tell.status(words)

    def end(self, *, again: bool) -> None:
        """The screen ends; ``again``: it begins anew at once in this process, and the manager need not know."""
        self._look.stop()
        self._beats.stop()
        if not again:
            self._tell.stopping()
        elif self._tell.beat_ms:
            self._tell.alive()

    @Slot()
    def _beat(self) -> None:
        self._tell.alive()

    @Slot()
    def _look_for_window(self) -> None:
        handle = self._window.windowHandle() if self._window is not None else None
        if handle is not None and handle.isExposed():
            self._look.stop()
            self._tell.ready(self._words)
