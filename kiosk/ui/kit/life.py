"""A window's process: signals end it, what nobody caught is told to whoever acts on it, garbage has one thread."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from kiosk.ui.kit.fonts import load_fonts

LOOK_EVERY_MS = 200  # Python takes a signal only when it runs: Qt alone may sleep for ever


def application() -> QApplication:
    """The process's application, with our fonts."""
    found = QApplication.instance()
    app = found if isinstance(found, QApplication) else QApplication(["kiosk"])
    load_fonts()
    return app


def collect_due() -> None:
    """Collect garbage as Python would by itself: the oldest generation whose turn it is. In the screen's thread."""
    due = [
        n
        for n, (count, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if count > most
    ]
    if due:
        gc.collect(max(due))


@contextmanager
def watched(report: Callable[[BaseException], None]) -> Iterator[None]:
    """SIGINT and SIGTERM end the event loop; ``report`` is told of an uncaught exception, in whatever thread.

    guarantee: garbage is collected in the caller's thread alone. By itself Python collects in whatever thread comes
    along, and an object of Qt that dies in another than its own takes the process with it.
    """

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
    look.timeout.connect(collect_due)
    look.start(LOOK_EVERY_MS)
    automatic = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        look.stop()
        if automatic:
            gc.enable()
        sys.excepthook, threading.excepthook = tell, tell_thread
        for number, handler in before.items():
            signal.signal(number, handler)
