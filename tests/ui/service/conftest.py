"""The service screens without a display: real books, real staff, the real step; a clock that stands."""

import pyqtgraph  # noqa: F401  loaded here, so that no test meets the thread that loads it
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.seat import events as e
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.window import TerminalWindow
from kits.seat.seats import make_context
from kits.ui.service import PIN, Service


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


class Visit:
    """A window with service mode, and a person's hand at it."""

    def __init__(self, folder, *, language=Language.EN, size=(1280, 720), rounds=0, people=True) -> None:
        context = make_context("B")
        self.key = AttendantKey()
        self.service = Service(folder, context, rounds=rounds, people=people)
        self.model = self.service.model
        for event in (e.Restarted(), e.AcceptorReady("acceptor-1"), e.LinkUp()):
            self.model.send(event)
        self.window = TerminalWindow(
            self.model,
            context.layout,
            language,
            QSize(*size),
            key=self.key,
            clock=self.service.clock,
            animations=False,
            service=self.service.mode,
        )
        self.window.show()

    @property
    def state(self):
        return self.model.state

    @property
    def screen(self):
        return self.window.open_screen

    @property
    def page(self):
        return self.screen.page

    def touch(self, button) -> None:
        """A finger on a button that can be seen."""
        assert button.isVisible(), "it must be there to be touched"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())

    def type_pin(self, pin: str = PIN) -> None:
        for digit in pin:
            self.touch(self.screen.pad.keys[digit])
        self.touch(self.screen.pad.keys["enter"])

    def log_in(self, name: str, page: str = "") -> None:
        """By touch: the name, the PIN; then the tab of a page."""
        self.window.open_login()
        self.touch(self.screen.names[name])
        self.type_pin()
        if page:
            self.touch(self.screen.tabs[page])

    def tap_row(self, table, index: int) -> None:
        """A finger on a row of a table."""
        body = table._body
        at = QPoint(body.width() // 2, index * body._row_px() + body._row_px() // 2)
        QTest.mouseClick(body, Qt.MouseButton.LeftButton, pos=at)

    def kinds(self) -> list[str]:
        return self.service.events()

    def detail(self, kind: str) -> dict:
        """The newest event of that kind."""
        return next(event.detail for event in self.service.store.events(10_000) if event.kind == kind)

    def close(self) -> None:
        self.service.gate.log_out()
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(self.window, QEvent.Type.DeferredDelete.value)
        self.service.close()


@pytest.fixture
def visit(qtbot, tmp_path):
    """Makes windows with service mode; all are taken down while everything that they hold is still alive."""
    made = []

    def make(**how) -> Visit:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Visit(folder, **how))
        return made[-1]

    yield make
    for one in made:
        one.close()
