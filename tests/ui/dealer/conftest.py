"""The dealer's window without a display: a console that only remembers, and a clock that stands."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.tools.shots.dealer import StillDeskClock
from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.ui.dealer import pen
from kiosk.ui.dealer.window import DEAF_MS, DealerWindow
from kiosk.ui.kit.desk_model import FakeDesk
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language

PIN = "4821"  # of every supervisor


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


@pytest.fixture(scope="session")
def finger():
    return QTest.createTouchDevice()


class Dealer:
    """A window, its console, and a dealer's hands: keys and one finger."""

    def __init__(self, window: DealerWindow, desk: FakeDesk, clock: StillDeskClock, finger) -> None:
        self.window, self.desk, self.clock, self._finger = window, desk, clock, finger

    @property
    def parts(self):
        return self.window.parts

    @property
    def sheet(self):
        return self.window.sheet

    @property
    def notice(self) -> str:
        return self.parts.strip.notice

    @property
    def told(self) -> str:
        """What the sheet says will be done."""
        return " ".join(self.sheet.notes._texts).replace("\u2060", "")

    def authorises(self) -> None:
        """The first supervisor stands for it; until then the console was told nothing."""
        assert self.desk.sent == []
        self.sheet.page.choose(0)
        self.type(PIN)
        self.key(Qt.Key.Key_Return)

    def show(self, view) -> None:
        """The console shows something new, and the dealer has had time to see it."""
        self.desk.show(view)
        self.clock.ms += DEAF_MS

    def key(self, *keys) -> None:
        """Press keys where the focus is."""
        for key in keys:
            QTest.keyClick(self.window.focusWidget() or self.window, key)

    def type(self, text: str) -> None:
        for letter in text:
            QTest.keyClick(self.window.focusWidget() or self.window, letter)

    def tap(self, widget, where: QPoint | None = None) -> None:
        """Touch a widget with one finger."""
        assert widget.isVisible(), widget
        assert widget.isEnabled(), widget
        spot = where if where is not None else widget.rect().center()
        # The display-less screen is smaller than the window, and touches beside a screen are lost.
        self.window.move(self.window.pos() + QPoint(400, 300) - widget.mapToGlobal(spot))
        QTest.touchEvent(widget, self._finger).press(0, spot, widget).commit()
        QTest.touchEvent(widget, self._finger).release(0, spot, widget).commit()

    def answered(self) -> None:
        """The console has carried out what was asked."""
        self.desk.done.emit(self.desk.sent[-1])


@pytest.fixture
def make_dealer(qtbot, finger):
    made = []

    def make(view=None, language=Language.EN, size=(1280, 800)) -> Dealer:
        desk = FakeDesk(view if view is not None else samples.table())
        clock = StillDeskClock()
        window = DealerWindow(desk, language, QSize(*size), clock=clock)
        window.show()
        qtbot.waitExposed(window)
        clock.ms += DEAF_MS
        made.append(window)
        return Dealer(window, desk, clock, finger)

    yield make
    for window in made:
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def cut():
    """Every text that was cut because it did not fit."""
    found: list[str] = []
    pen.cut_watchers.append(found.append)
    yield found
    pen.cut_watchers.remove(found.append)
