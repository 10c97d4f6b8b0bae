"""The player's window without a display: a seat led by the real step, a clock that stands, no motion."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.tools.shots.sicbo.shots import SHOTS
from kiosk.tools.shots.studio import StillClock, Studio
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.window import TerminalWindow
from kits.ui.dice_seat import DiceSeat


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


@pytest.fixture(scope="session")
def touch_screen():
    return QTest.createTouchDevice()


@pytest.fixture
def seat() -> DiceSeat:
    """A seat with $1,000, and round 8 not yet open."""
    made = DiceSeat("B", 8)
    for _ in range(10):
        made.note(10_000)
    return made


@pytest.fixture
def make_studio(qtbot):
    """Makes windows and takes them down while everything that they hold is still alive."""
    made = []
    yield _maker(qtbot, made)
    for studio in made:
        studio.window.close()
        studio.window.deleteLater()
        QCoreApplication.sendPostedEvents(studio.window, QEvent.Type.DeferredDelete.value)


def _maker(qtbot, made):
    """A window on the screen with everything that a test may move. `live`: touches reach the real step."""

    def make(
        seat: DiceSeat,
        language: Language = Language.EN,
        size=(1280, 720),
        *,
        live: bool = True,
        animations: bool = False,
        model=None,
    ) -> Studio:
        clock, key = StillClock(), AttendantKey()
        model = model if model is not None else FakeModel(seat.context, seat.state, live=live)
        window = TerminalWindow(
            model, seat.layout, language, QSize(*size), key=key, clock=clock, animations=animations
        )
        window.show()
        qtbot.waitExposed(window)
        made.append(Studio(window, model, clock, key, seat, seat.layout.name, SHOTS))
        return made[-1]

    return make
