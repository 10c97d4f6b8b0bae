"""The end of a window: closed in order, or forgotten and collected while it is shown."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize

from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.window import TerminalWindow


def _shown(seat, model, *, animations):
    window = TerminalWindow(model, seat.layout, Language.EN, QSize(1280, 720), animations=animations)
    window.show()
    QCoreApplication.processEvents()
    return window


def _betting(seat, window):
    window.open_help()


def _inviting(seat, window):
    window.invite()


def _idle(seat, window):
    pass


@pytest.mark.parametrize("act", [_idle, _betting, _inviting], ids=lambda act: act.__name__.strip("_"))
@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
def test_that_a_window_forgotten_while_it_is_shown_raises_nothing(qtbot, seat, act, animations):
    if act is not _inviting:
        seat.open()
    window = _shown(seat, FakeModel(seat.context, seat.state), animations=animations)
    act(seat, window)
    QCoreApplication.processEvents()
    with qtbot.capture_exceptions() as raised:
        del window
        gc.collect()
        QCoreApplication.processEvents()
    assert raised == []


@pytest.mark.parametrize("animations", [True, False], ids=["moving", "still"])
def test_that_a_window_closed_and_deleted_in_a_round_raises_nothing(qtbot, seat, animations):
    seat.open()
    model = FakeModel(seat.context, seat.state)
    window = _shown(seat, model, animations=animations)
    with qtbot.capture_exceptions() as raised:
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)
        seat.close()
        model.show(seat.state)  # the model may live on
        QCoreApplication.processEvents()
    assert raised == []
