"""The touch test under fingers: every cell to the edges, many fingers at once, the line, and the two ways out."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.ui.service.touch.touch_test import HOLD_MS, LEAVE_AFTER_MS, TouchTest
from kiosk.ui.service.touch.wiping import TouchResult

LEFT = Qt.MouseButton.LeftButton
SIZE = (1280, 720)


def middles(test):
    grid = test.watched.grid
    for column in range(grid.columns):
        for row in range(grid.rows):
            left, top, right, bottom = grid.rect(column, row)
            yield QPoint(int((left + right) / 2), int((top + bottom) / 2))


@pytest.mark.parametrize("size", [(640, 360), (360, 640)])
def test_that_every_cell_can_be_lit_by_a_finger_and_the_corner_does_not_leave(shown, touch_screen, size):
    test = shown(TouchTest, size)
    total = test.watched.grid.total
    assert f"Fields still dark: {total} of {total}" in test.words
    for at in middles(test):
        QTest.touchEvent(test, touch_screen).press(0, at, test).commit()
        QTest.touchEvent(test, touch_screen).release(0, at, test).commit()
    assert test.watched.grid.left == 0
    assert f"All {total} fields have answered" in test.words
    assert test.results == []
    test.leave()
    assert test.results == [TouchResult(total, total, 1, None)]


@pytest.mark.parametrize("at", [(0, 0), (1279, 0), (0, 719), (1279, 719)])
def test_that_the_outermost_px_belong_to_cells(shown, touch_screen, at):
    test = shown(TouchTest)
    QTest.touchEvent(test, touch_screen).press(0, QPoint(*at), test).commit()
    assert len(test.watched.grid.touched) == 1


def test_that_ten_fingers_at_once_are_counted_and_numbered(shown, touch_screen):
    test = shown(TouchTest)
    down = QTest.touchEvent(test, touch_screen)
    for finger in range(10):
        down.press(finger, QPoint(100 + 100 * finger, 300), test)
    down.commit()
    assert "Fingers now 10 · most at once 10" in test.words
    assert sorted(one.number for one in test.watched.fingers.values()) == list(range(1, 11))
    lift = QTest.touchEvent(test, touch_screen)
    for finger in range(10):
        if finger % 2:
            lift.release(finger, QPoint(100 + 100 * finger, 300), test)
        else:
            lift.stationary(finger)
    lift.commit()
    assert "Fingers now 5 · most at once 10" in test.words


def test_that_a_moving_finger_leaves_a_trail_and_lights_what_it_passes(shown, touch_screen):
    test = shown(TouchTest)
    QTest.touchEvent(test, touch_screen).press(0, QPoint(10, 100), test).commit()
    for x in range(20, 400, 10):
        QTest.touchEvent(test, touch_screen).move(0, QPoint(x, 100), test).commit()
    [finger] = test.watched.fingers.values()
    assert len(finger.trail) == 39
    assert len(test.watched.grid.touched) == 8


def follow(test, touch_screen, beside_px):
    """A finger along the line, every other report so many px above it."""
    points = [QPoint(64 * n, 36 * n - (beside_px if n % 2 else 0)) for n in range(21)]
    QTest.touchEvent(test, touch_screen).press(0, points[0], test).commit()
    for point in points[1:]:
        QTest.touchEvent(test, touch_screen).move(0, point, test).commit()
    QTest.touchEvent(test, touch_screen).release(0, points[-1], test).commit()


def test_that_the_deviation_from_the_line_is_told(shown, touch_screen):
    test = shown(TouchTest)
    follow(test, touch_screen, 16)
    # 16 px above a line that falls 9 in 16 is 16 * 16 / sqrt(16² + 9²) beside it.
    worst = 16 * 16 / (16**2 + 9**2) ** 0.5
    assert test.result().worst_px == pytest.approx(worst)
    assert f"Line: at most {worst:.1f} px off, {worst * 10 / 21:.1f} px on average" in test.words


def test_that_a_finger_that_rests_in_the_corner_leaves(shown, touch_screen, clock, qtbot):
    test = shown(TouchTest)
    at = test.corner.center().toPoint()
    QTest.touchEvent(test, touch_screen).press(0, at, test).commit()
    with qtbot.waitSignal(test.finished, timeout=60_000):
        clock.ms += HOLD_MS
    assert test.results == [TouchResult(test.watched.grid.total, 1, 1, None)]


def test_that_the_mouse_leaves_by_the_corner_too(shown, clock, qtbot):
    test = shown(TouchTest)
    QTest.mousePress(test, LEFT, pos=test.corner.center().toPoint())
    with qtbot.waitSignal(test.finished, timeout=60_000):
        clock.ms += HOLD_MS


def ticks(test, qtbot):
    """Wait until the surface has looked at its clock at least twice."""
    seen = []
    was = test.tick
    test.tick = lambda: (seen.append(1), was())
    qtbot.waitUntil(lambda: len(seen) >= 2 or bool(test.results), timeout=60_000)


def test_that_a_finger_that_wipes_through_the_corner_does_not_leave(shown, touch_screen, clock, qtbot):
    test = shown(TouchTest)
    at = test.corner.center().toPoint()
    QTest.touchEvent(test, touch_screen).press(0, QPoint(300, 300), test).commit()
    QTest.touchEvent(test, touch_screen).move(0, at, test).commit()
    clock.ms += 2 * HOLD_MS
    ticks(test, qtbot)
    assert test.results == []


def test_that_a_finger_that_leaves_the_corner_in_time_stays(shown, touch_screen, clock, qtbot):
    test = shown(TouchTest)
    at = test.corner.center().toPoint()
    QTest.touchEvent(test, touch_screen).press(0, at, test).commit()
    clock.ms += HOLD_MS - 1
    QTest.touchEvent(test, touch_screen).move(0, at + QPoint(0, 300), test).commit()
    clock.ms += HOLD_MS
    ticks(test, qtbot)
    assert test.results == []


def test_that_without_a_touch_it_leaves_by_itself(shown, clock, qtbot):
    test = shown(TouchTest)
    clock.ms += LEAVE_AFTER_MS - 1
    ticks(test, qtbot)
    assert test.results == []
    with qtbot.waitSignal(test.finished, timeout=60_000):
        clock.ms += 1
    assert test.results == [TouchResult(test.watched.grid.total, 0, 0, None)]


def test_that_a_cancelled_touch_leaves_no_finger_behind(shown, touch_screen, qapp):
    test = shown(TouchTest)
    QTest.touchEvent(test, touch_screen).press(0, test.corner.center().toPoint(), test).commit()
    qapp.sendEvent(test, QEvent(QEvent.Type.TouchCancel))
    assert test.watched.fingers == {}
    assert test._held == 0
    QTest.touchEvent(test, touch_screen).release(0, QPoint(5, 5), test).commit()
    assert test.result().cells_touched == 1


def test_that_a_lost_release_does_not_count_a_finger_twice(shown):
    test = shown(TouchTest)
    QTest.mousePress(test, LEFT, pos=QPoint(100, 100))
    QTest.mousePress(test, LEFT, pos=QPoint(300, 100))
    assert "Fingers now 1 · most at once 1" in test.words


def test_that_the_fingers_are_painted_everywhere_on_the_screen(shown, touch_screen):
    test = shown(TouchTest)
    plain = test.grab().toImage()
    for at in (QPoint(2, 2), QPoint(640, 1), QPoint(1278, 718), QPoint(640, 200)):
        QTest.touchEvent(test, touch_screen).press(0, at, test).commit()
        assert test.grab().toImage() != plain
        QTest.touchEvent(test, touch_screen).release(0, at, test).commit()
