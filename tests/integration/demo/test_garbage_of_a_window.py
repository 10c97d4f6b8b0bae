"""Python collects garbage in whatever thread comes along; objects of Qt must end in the screen's thread."""

import gc
import threading

from PySide6.QtCore import QObject

from kiosk.ui.kit.life import watched


class Ring(QObject):
    """Holds itself, so that only the collector can end it."""

    def __init__(self, ended):
        super().__init__()
        self.itself = self
        self.ended = ended

    def __del__(self):
        self.ended.append(threading.current_thread())


def busy():
    """Enough new objects for every generation to be due many times."""
    kept = [[n] for n in range(200_000)]
    assert kept


def test_that_garbage_of_a_window_ends_in_the_screens_thread_alone(qtbot):
    ended = []
    with watched(lambda _: None):
        Ring(ended)
        worker = threading.Thread(target=busy)
        worker.start()
        worker.join()
        assert ended == []
        kept = [[n] for n in range(2_000)]  # as play goes on
        qtbot.waitUntil(lambda: len(ended) == 1, timeout=60_000)
    assert ended == [threading.main_thread()]
    assert kept


def test_that_python_collects_by_itself_again_when_the_window_is_gone(qtbot):
    gc.enable()
    with watched(lambda _: None):
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
