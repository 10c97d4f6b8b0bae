"""For every test that opens windows: they end in order, and garbage is collected in their thread alone."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent

_MANY = 20_000  # objects since the last collection: pictures of boards hang on some of them


def _delete_closed_widgets() -> None:
    """What is to be deleted later is deleted now, while everything that it holds is still alive.

    Else it would wait for the first event loop of some later test: graphics items whose Python half is long gone
    take the process with them.
    """
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture(scope="module", autouse=True)
def garbage_of_the_module(qapp):
    """A test that forgets a widget leaves it to garbage collection, which runs in whatever thread comes along.

    The test runner has a second thread; graphics items must not die there.
    """
    gc.disable()
    yield
    _delete_closed_widgets()
    gc.collect()
    gc.enable()


@pytest.fixture(autouse=True)
def end_of_the_widgets(qapp):
    yield
    _delete_closed_widgets()
    if gc.get_count()[0] > _MANY:
        gc.collect()
