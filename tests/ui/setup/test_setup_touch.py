"""A panel that reports every touch wrongly: the first run is reached, the panel put right, and all of it goes on."""

import math

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from kiosk.app.config import read_seat_file
from kiosk.ui.kit.clock import SystemClock
from kiosk.ui.service.touch.affine import Affine
from kiosk.ui.service.touch.calibration_screen import CalibrationScreen
from kiosk.ui.service.touch.surface import TouchSurface
from kiosk.ui.setup.correcting import inverse
from kiosk.ui.setup.touch_page import RingCheck

SIZE = (1280, 720)
TURN = math.radians(3)
WAYS = {
    "shifted": Affine(1, 0, 90, 0, 1, -60),
    "scaled": Affine(0.8, 0, 60, 0, 1.1, -50),
    "turned": Affine(math.cos(TURN), -math.sin(TURN), 60, math.sin(TURN), math.cos(TURN), -70),
    "mirrored": Affine(-1, 0, 1280, 0, 1, 0),
}


@pytest.fixture(scope="session")
def touch_screen():
    return QTest.createTouchDevice()


class Panel:
    """The glass over the window: where a finger really is, ``way`` tells what is reported."""

    def __init__(self, device, hand, qapp, way):
        self.device, self.hand, self.qapp, self.way = device, hand, qapp, way

    @property
    def surface(self):
        """What covers the window, if anything."""
        found = [one for one in self.hand.wizard.findChildren(TouchSurface) if one.isVisible()]
        return found[-1] if found else None

    def touch(self, true):
        if self.surface is not None:
            self.surface.clock.ms += 1_000
        at = QPoint(*(round(one) for one in self.way.apply(true)))
        wizard = self.hand.wizard
        QTest.touchEvent(wizard, self.device).press(0, at, wizard).commit()
        QTest.touchEvent(wizard, self.device).release(0, at, wizard).commit()
        self.qapp.processEvents()

    def button(self, widget):
        """A finger on the middle of a button."""
        at = widget.mapTo(self.hand.wizard, widget.rect().center())
        self.touch((at.x(), at.y()))


class HandClock(SystemClock):
    """Moves when it is told to."""

    def __init__(self):
        self.ms = 5_000

    def now_ms(self):
        return self.ms


@pytest.fixture
def bad_panel(open_wizard, touch_screen, qapp, monkeypatch):
    """The pages under a panel that reports by that map."""
    made = TouchSurface.__init__

    def by_hand(self, look, idle_ms, clock=None, parent=None):
        made(self, look, idle_ms, clock or HandClock(), parent)

    monkeypatch.setattr(TouchSurface, "__init__", by_hand)

    def make(way, **more):
        hand = open_wizard(SIZE, touch=False, **more)
        hand.wizard.open("touch")
        qapp.processEvents()
        return Panel(touch_screen, hand, qapp, way)

    return make


def calibrated(panel):
    """Through all crosses of the calibration, by a finger that is exact."""
    while isinstance(panel.surface, CalibrationScreen):
        cross = panel.surface.course.cross
        panel.touch(cross if cross is not None else (640, 360))


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_that_a_panel_that_is_off_is_calibrated_and_then_the_buttons_are_where_they_are_seen(bad_panel, way):
    panel = bad_panel(way)
    assert isinstance(panel.surface, RingCheck)
    while isinstance(panel.surface, RingCheck):
        panel.touch((panel.surface.ring.x(), panel.surface.ring.y()))
    assert isinstance(panel.surface, CalibrationScreen)
    calibrated(panel)
    assert panel.hand.wizard.draft.touch_is_right
    panel.button(panel.hand.wizard.next_button)
    assert panel.hand.wizard.name == "zone"
    panel.button(panel.hand.wizard.back_button)
    assert panel.hand.wizard.name == "touch"
    panel.button(panel.hand.page.check)
    for _ in range(2):  # the rings are reached now
        panel.touch((panel.surface.ring.x(), panel.surface.ring.y()))
    assert panel.surface is None
    assert panel.hand.wizard.draft.touch_is_right


def test_that_the_written_calibration_is_the_whole_map_over_what_the_system_applied(bad_panel, machine):
    system = Affine(1, 0, 0.05, 0, 1, 0)
    panel = bad_panel(WAYS["shifted"], system=system)
    panel.touch((panel.surface.ring.x(), panel.surface.ring.y()))
    calibrated(panel)
    found = panel.hand.wizard.draft.calibration
    expected = inverse(WAYS["shifted"]).normalised(*SIZE).after(system)
    assert found.matrix == pytest.approx(expected.matrix, abs=0.005)
    summary = panel.hand.to("summary")
    panel.button(summary.write)
    assert read_seat_file(machine / "etc/etg-kiosk/seat.toml").seat == "07"
    assert (machine / "var/lib/etg-kiosk/seat/touch-calibration.json").exists()


def test_that_a_panel_that_is_exact_is_left_alone(bad_panel, machine):
    panel = bad_panel(Affine(1, 0, 0, 0, 1, 0))
    for _ in range(2):
        panel.touch((panel.surface.ring.x(), panel.surface.ring.y()))
    assert panel.surface is None
    assert "where the finger is" in panel.hand.page.said
    panel.hand.tap(panel.hand.to("summary").write)
    assert not (machine / "var/lib/etg-kiosk/seat/touch-calibration.json").exists()


def test_that_nobody_need_touch_anything_to_get_past_the_rings(bad_panel, qtbot):
    panel = bad_panel(WAYS["mirrored"])
    panel.surface.clock.ms += 31_000
    qtbot.waitUntil(lambda: panel.surface is None, timeout=60_000)
    assert "Not known" in panel.hand.page.said
    panel.hand.next()
    assert panel.hand.wizard.name == "zone"


def test_that_the_way_back_of_a_map_undoes_it():
    for way in WAYS.values():
        assert inverse(way).after(way).matrix == pytest.approx((1, 0, 0, 0, 1, 0), abs=1e-9)
    with pytest.raises(ValueError, match="expected one with a way back"):
        inverse(Affine(1, 1, 0, 1, 1, 0))
