"""A window's process: signals end it, and an exception that nobody caught is told to whoever must act on it."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from kiosk.ui.shared.fonts import load_fonts

SIGNALS_EVERY_MS = 100  # Python takes a signal only when it runs: Qt alone may sleep for ever


def application() -> QApplication:
    """The process's application, with our fonts."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["kiosk"])
    load_fonts()
    return app


@contextmanager
def watched(report: Callable[[BaseException], None]) -> Iterator[None]:
    """SIGINT and SIGTERM end the event loop; ``report`` is told of an uncaught exception, in whatever thread."""

    def leave(*_: object) -> None:
        QApplication.quit()

    def uncaught(kind: type[BaseException], bug: BaseException, trace: TracebackType | None) -> None:
        tell(kind, bug, trace)
        report(bug)

    def uncaught_in_thread(words: threading.ExceptHookArgs) -> None:
        tell_thread(words)
        report(words.exc_value or RuntimeError("a thread ended"))

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
