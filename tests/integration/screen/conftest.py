import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kits.ui.garbage import end_of_the_widgets, garbage_of_the_module

__all__ = ["end_of_the_widgets", "garbage_of_the_module"]


@pytest.fixture
def slow_seat(qtbot, qapp, tmp_path):
    """A seat at $5,000 in an open round, on the screen."""
    from kiosk.ui.kit.fonts import load_fonts
    from kits.ui.slow_seat import SlowSeat

    load_fonts()
    seat = SlowSeat(tmp_path / "state")
    seat.begin(qtbot)
    yield seat
    seat.end()
    qtbot.wait(0)
