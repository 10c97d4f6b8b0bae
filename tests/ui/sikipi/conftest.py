"""The player's window of Si Ki Pi: a seat led by the real step, a clock that stands."""

from functools import partial

import pytest
from PySide6.QtTest import QTest

from kiosk.tools.shots.sikipi.shots import EVERY
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.terminal.cards.set_felt_face import read_set_felt
from kiosk.ui.terminal.sikipi.words import GAME
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
    return led_seat("sikipi", EVERY, partial(read_set_felt, GAME))


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
