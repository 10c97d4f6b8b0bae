"""The player's window of Casino Stud Poker: a seat led by the real step, a clock that stands."""

import pytest
from PySide6.QtTest import QTest

from kiosk.tools.shots.stud.scenes import BOTH
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.terminal.stud.felt import read_face
from kits.ui.led import led_seat, led_window, take_down


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


@pytest.fixture(scope="session")
def touch_screen():
    return QTest.createTouchDevice()


@pytest.fixture
def seat(fonts):
    """A seat with $1,000, and round 8 not yet open."""
    return led_seat("stud", BOTH, read_face)


@pytest.fixture
def make_window(qtbot):
    """Makes windows whose touches reach the real step, and takes them down while all that they hold is alive."""
    made = []

    def make(seat, *args, **more):
        made.append(led_window(qtbot, seat, *args, **more))
        return made[-1]

    yield make
    for window in made:
        take_down(window)
