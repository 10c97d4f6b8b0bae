"""Screens under real touch events, a clock that is set by hand, and a panel that reports every touch wrongly."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.ui.kit.clock import SystemClock
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.service.touch.affine import Point


class HandClock(SystemClock):
    """Moves only when it is told to."""

    def __init__(self) -> None:
        self.ms = 5_000

    def now_ms(self) -> int:
        return self.ms


@dataclass
class Panel:
    """A touch panel over a widget: where a finger really is, `distort` tells what it reports."""

    device: object
    clock: HandClock
    distort: Callable[[Point], Point] = lambda point: point

    def touch(self, widget, true: Point) -> None:
        """One finger comes down and lifts again."""
        at = self.reported(true)
        self.clock.ms += 1_000
        QTest.touchEvent(widget, self.device).press(0, at, widget).commit()
        self.clock.ms += 80
        QTest.touchEvent(widget, self.device).release(0, at, widget).commit()

    def reported(self, true: Point) -> QPoint:
        x, y = self.distort(true)
        return QPoint(round(x), round(y))


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


@pytest.fixture(scope="session")
def touch_screen():
    return QTest.createTouchDevice()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def panel(touch_screen, clock) -> Panel:
    return Panel(touch_screen, clock)


@pytest.fixture
def shown(qtbot, clock):
    """Makes a surface of a class at a size, shown, with the hand clock; collects what it finishes with."""

    def make(kind, size=(1280, 720), language=Language.EN, **more):
        look = Style(Texts(language), scale_for(*size))
        widget = kind(look, clock=clock, **more)
        qtbot.addWidget(widget)
        widget.resize(*size)
        widget.show()
        qtbot.waitExposed(widget)
        widget.results = []
        widget.finished.connect(widget.results.append)
        return widget

    return make
