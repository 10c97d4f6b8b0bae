"""Touch calibration under fingers: a panel that is completely off, a clock, the mouse, and the way out."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.ui.kit.texts import Language
from kiosk.ui.service.touch.affine import IDENTITY, Affine
from kiosk.ui.service.touch.calibration import CHECKS, CROSSES, Calibration, Failing, Stage
from kiosk.ui.service.touch.calibration_screen import BOUNCE_MS, GIVE_UP_MS, CalibrationScreen
from kiosk.ui.service.touch.surface import LONGEST_MS

LEFT = Qt.MouseButton.LeftButton
SIZE = (1280, 720)
TURN = math.radians(4)
WAYS = {
    "shifted": Affine(1, 0, 90, 0, 1, -60),
    "scaled": Affine(0.82, 0, 40, 0, 1.15, -50),
    "turned": Affine(math.cos(TURN), -math.sin(TURN), 20, math.sin(TURN), math.cos(TURN), -30),
    "mirrored": Affine(-1, 0, 1280, 0, 1, 0),
    "upside down": Affine(-1, 0, 1280, 0, -1, 720),
    "swapped": Affine(0, 1280 / 720, 0, 720 / 1280, 0, 0),
}


def cross_of(screen):
    return screen.course.cross


def through_crosses(screen, panel):
    for _ in range(2 * len(CROSSES)):
        panel.touch(screen, cross_of(screen))


@pytest.mark.parametrize("way", WAYS)
def test_that_a_panel_that_is_off_is_calibrated_by_touching_the_crosses(shown, panel, way):
    panel.distort = WAYS[way].apply
    screen = shown(CalibrationScreen)
    through_crosses(screen, panel)
    assert screen.course.stage is Stage.CHECK
    for _ in CHECKS:
        panel.touch(screen, cross_of(screen))
    assert screen.course.stage is Stage.CONFIRMED
    assert screen.results == []  # the result is shown first
    panel.touch(screen, (400, 300))
    [found] = screen.results
    assert isinstance(found, Calibration)
    assert found.worst_px <= 3
    for true in ((0, 0), (1280, 720), (333, 555)):
        straight = Affine(*found.matrix).in_px(*SIZE).apply(panel.distort(true))
        assert math.dist(straight, true) <= 3  # the events round to whole px


def test_that_the_mouse_calibrates_as_well(shown, clock):
    screen = shown(CalibrationScreen)
    for _ in range(2 * len(CROSSES) + len(CHECKS) + 1):
        x, y = cross_of(screen) or (50, 50)
        clock.ms += 1_000
        QTest.mouseClick(screen, LEFT, pos=QPoint(round(x), round(y)))
    [found] = screen.results
    assert found.matrix == pytest.approx(IDENTITY.matrix, abs=0.002)


def test_that_the_second_press_of_a_double_click_is_a_touch(shown, clock):
    screen = shown(CalibrationScreen)
    clock.ms += 1_000
    QTest.mouseClick(screen, LEFT, pos=QPoint(100, 100))
    clock.ms += 200
    QTest.mouseDClick(screen, LEFT, pos=QPoint(100, 100))
    assert screen.course.number == 2


def test_that_a_contact_that_flickers_is_one_touch(shown, panel, clock, touch_screen):
    screen = shown(CalibrationScreen)
    at = QPoint(128, 72)
    QTest.touchEvent(screen, touch_screen).press(0, at, screen).commit()
    QTest.touchEvent(screen, touch_screen).release(0, at, screen).commit()
    clock.ms += BOUNCE_MS - 1
    QTest.touchEvent(screen, touch_screen).press(1, at, screen).commit()
    QTest.touchEvent(screen, touch_screen).release(1, at, screen).commit()
    assert (screen.course.number, screen.course.first) == (1, (128, 72))
    clock.ms += BOUNCE_MS
    QTest.touchEvent(screen, touch_screen).press(2, at, screen).commit()
    assert screen.course.number == 2


def test_that_a_second_finger_at_the_same_time_does_not_count(shown, touch_screen):
    screen = shown(CalibrationScreen)
    down = QTest.touchEvent(screen, touch_screen)
    down.press(0, QPoint(128, 72), screen).press(1, QPoint(130, 74), screen).commit()
    assert (screen.course.number, screen.course.first) == (1, (128, 72))


def test_that_without_a_touch_it_gives_up_by_itself(shown, panel, clock, qtbot):
    screen = shown(CalibrationScreen)
    through_crosses(screen, panel)
    clock.ms += GIVE_UP_MS - 81  # the last touch ended 80 ms after its beginning
    assert screen.idle_left_ms > 0
    assert screen.results == []
    with qtbot.waitSignal(screen.finished, timeout=60_000) as waited:
        clock.ms += 81
    assert waited.args == [None]


def test_that_touches_put_the_giving_up_off(shown, panel, clock):
    screen = shown(CalibrationScreen)
    clock.ms += GIVE_UP_MS - 2_000
    panel.touch(screen, (5, 5))
    assert screen.idle_left_ms == GIVE_UP_MS


def test_that_a_panel_that_touches_itself_does_not_hold_the_screen_for_ever(shown, panel, clock, qtbot):
    screen = shown(CalibrationScreen)
    with qtbot.waitSignal(screen.finished, timeout=60_000) as waited:
        clock.ms += LONGEST_MS
        screen._touched_ms = clock.ms  # touched without a pause
    assert waited.args == [None]


def test_that_a_confirmed_calibration_is_not_lost_by_walking_away(shown, panel, clock, qtbot):
    screen = shown(CalibrationScreen)
    through_crosses(screen, panel)
    for _ in CHECKS:
        panel.touch(screen, cross_of(screen))
    with qtbot.waitSignal(screen.finished, timeout=60_000):
        clock.ms += GIVE_UP_MS
    assert isinstance(screen.results[0], Calibration)


def test_that_escape_gives_up(shown):
    screen = shown(CalibrationScreen)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert screen.results == [None]


def test_that_it_finishes_once(shown, panel):
    screen = shown(CalibrationScreen)
    screen.leave()
    panel.touch(screen, (10, 10))
    screen.leave()
    assert screen.results == [None]
    assert screen.course.first is None


def test_that_a_missed_check_keeps_the_old_calibration_and_can_be_tried_again(shown, panel):
    screen = shown(CalibrationScreen)
    through_crosses(screen, panel)
    for _ in CHECKS:
        x, y = cross_of(screen)
        panel.touch(screen, (x + 30, y))
    assert screen.course.failure.failing is Failing.MISSED
    assert "A check was 30 px off; at most 20 px is allowed." in screen.words
    assert screen.results == []
    panel.touch(screen, (640, 360))
    assert (screen.course.stage, screen.course.number) == (Stage.CROSSES, 1)
    screen.leave()
    assert screen.results == [None]


@pytest.mark.parametrize(
    ("distort", "words"),
    [
        (lambda _: (640, 360), "nearly one place"),
        (lambda true: (true[0], 360), "nearly one line"),
        (lambda true: (true[0] + (true[0] > 640 > true[1]) * 150, true[1] ** 2 / 400), "do not fit together"),
    ],
)
def test_that_a_panel_that_cannot_be_calibrated_is_told_in_words(shown, panel, distort, words):
    panel.distort = distort
    screen = shown(CalibrationScreen)
    through_crosses(screen, panel)
    assert screen.course.stage is Stage.FAILED
    assert any(words in said for said in screen.words)


def test_that_a_panel_without_two_equal_touches_is_told_in_words(shown, panel):
    screen = shown(CalibrationScreen)
    for n in range(8):
        panel.touch(screen, (100 + 90 * n, 300))
    assert any("no two in a row" in said for said in screen.words)


def test_that_a_cancelled_touch_lets_the_next_one_count(shown, qapp, touch_screen, clock):
    screen = shown(CalibrationScreen)
    QTest.touchEvent(screen, touch_screen).press(0, QPoint(128, 72), screen).commit()
    qapp.sendEvent(screen, QEvent(QEvent.Type.TouchCancel))
    assert screen.fingers == {}
    clock.ms += 1_000
    QTest.touchEvent(screen, touch_screen).release(0, QPoint(128, 72), screen).commit()
    QTest.touchEvent(screen, touch_screen).press(1, QPoint(129, 72), screen).commit()
    assert screen.course.number == 2


def test_that_a_screen_that_changes_its_size_begins_anew(shown, panel):
    screen = shown(CalibrationScreen)
    for _ in range(4):
        panel.touch(screen, cross_of(screen))
    assert screen.course.number == 3
    screen.resize(1000, 600)
    assert screen.course.number == 1
    assert cross_of(screen) == pytest.approx((100, 60))


def test_that_the_calibration_at_work_is_taken_into_account(shown, panel):
    mirror = Affine(-1, 0, 1, 0, 1, 0)
    screen = shown(CalibrationScreen, current=mirror)
    through_crosses(screen, panel)
    for _ in CHECKS:
        panel.touch(screen, cross_of(screen))
    panel.touch(screen, (9, 9))
    # Touches arrive where the fingers are: the mirror is right as it is.
    assert screen.results[0].matrix == pytest.approx(mirror.matrix, abs=0.002)


@pytest.mark.parametrize("language", Language)
def test_that_each_check_is_told_in_px_and_mm(shown, panel, language):
    screen = shown(CalibrationScreen, language=language)
    through_crosses(screen, panel)
    x, y = cross_of(screen)
    panel.touch(screen, (x + 7, y))
    px_per_mm = screen._px_per_mm()
    assert px_per_mm is not None
    said = " ".join(screen.words)
    assert "7" in said
    assert f"{screen.course.checked[0].off_px / px_per_mm:.1f}" in said


def test_that_the_card_never_hides_a_cross(shown, panel):
    for size in (SIZE, (1920, 1080), (1080, 1920)):
        screen = shown(CalibrationScreen, size)
        for step in range(2 * len(CROSSES) + len(CHECKS)):
            x, y = cross_of(screen)
            picture = screen.grab().toImage()
            arm = screen.look.scale.px(40)
            for at in ((x - arm, y), (x + arm, y), (x, y - arm), (x, y + arm)):
                colour = picture.pixelColor(round(at[0]), round(at[1]))
                assert colour.lightness() > 100, (size, step)
            panel.touch(screen, (x, y))
