"""The display test: pictures exact to the px, a hint that goes away, and an end by touch or by time."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from kiosk.ui.kit.texts import Language
from kiosk.ui.service.touch.display_test import (
    HINT_FADE_MS,
    HINT_MS,
    LEAVE_AFTER_MS,
    DisplayResult,
    DisplayTest,
)
from kiosk.ui.service.touch.pictures import PICTURES, STEPS, Picture, pixels

ODD_SIZES = ((1280, 720), (1, 1), (7, 3), (1023, 767))
GREY = (Picture.RAMP_ACROSS, Picture.RAMP_DOWN, Picture.STEPS)


def seen(widget) -> np.ndarray:
    """What is on the screen, as (height, width, 3)."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    raw = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return raw[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


@pytest.mark.parametrize("size", ODD_SIZES)
@pytest.mark.parametrize("picture", PICTURES)
def test_that_every_picture_fills_a_screen_of_any_size(picture, size):
    width, height = size
    assert pixels(picture, width, height).shape == (height, width, 3)


@pytest.mark.parametrize(
    ("picture", "colour"),
    [
        (Picture.BLACK, (0, 0, 0)),
        (Picture.WHITE, (255, 255, 255)),
        (Picture.RED, (255, 0, 0)),
        (Picture.GREEN, (0, 255, 0)),
        (Picture.BLUE, (0, 0, 255)),
    ],
)
def test_that_a_colour_is_pure_everywhere(picture, colour):
    assert (pixels(picture, 50, 40) == colour).all()


def test_that_a_ramp_shows_every_grey_in_order():
    ramp = pixels(Picture.RAMP_ACROSS, 1280, 4)
    assert set(ramp[0, :, 0]) == set(range(256))
    assert (np.diff(ramp[0, :, 0].astype(int)) >= 0).all()
    down = pixels(Picture.RAMP_DOWN, 4, 1080)
    assert set(down[:, 0, 0]) == set(range(256))


@pytest.mark.parametrize("picture", GREY)
def test_that_grey_has_no_tint(picture):
    made = pixels(picture, 301, 203)
    assert (made[..., 0] == made[..., 1]).all()
    assert (made[..., 0] == made[..., 2]).all()


def test_that_steps_are_even_from_black_to_white():
    greys = sorted(set(pixels(Picture.STEPS, 1280, 1)[0, :, 0].tolist()))
    assert len(greys) == STEPS
    assert (greys[0], greys[-1]) == (0, 255)
    assert {15, 16} >= set(np.diff(greys).tolist())


def test_that_the_two_checkers_light_every_px_once():
    one, other = pixels(Picture.CHECKER, 31, 20), pixels(Picture.CHECKER_OTHER, 31, 20)
    assert (one ^ other == 255).all()
    for made in (one, other):
        assert (made[:, 1:] ^ made[:, :-1] == 255).all()
        assert (made[1:] ^ made[:-1] == 255).all()


def test_that_the_frame_is_one_px_wide_and_at_the_edge():
    made = pixels(Picture.FRAME, 30, 20)
    assert (made[1:-1, 1:-1] == 0).all()
    for edge in (made[0], made[-1], made[:, 0], made[:, -1]):
        assert (edge == 255).all()


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (-1, 5)])
def test_that_a_picture_of_nothing_is_an_error(size):
    with pytest.raises(ValueError, match="expected at least 1x1"):
        pixels(Picture.RED, *size)


def test_that_each_touch_shows_the_next_picture_exact_to_the_px(shown, panel, clock):
    test = shown(DisplayTest, (641, 361))
    for picture in PICTURES:
        assert test.picture is picture
        clock.ms += HINT_MS + HINT_FADE_MS
        assert test.hint == 0
        assert (seen(test) == pixels(picture, 641, 361)).all()
        assert test.results == []
        panel.touch(test, (100, 100))
    assert test.results == [DisplayResult(len(PICTURES), len(PICTURES))]


def test_that_the_hint_is_there_at_first_and_fades(shown, panel, clock):
    test = shown(DisplayTest)
    assert test.hint == 1
    assert not (seen(test) == 0).all()
    clock.ms += HINT_MS + HINT_FADE_MS // 2
    assert 0 < test.hint < 1
    clock.ms += HINT_FADE_MS
    assert (seen(test) == 0).all()
    panel.touch(test, (5, 5))
    assert test.hint == 1


def test_that_the_hint_fades_by_itself_without_a_touch(shown, clock, qtbot):
    test = shown(DisplayTest)
    painted = []
    was = test.paintEvent
    test.paintEvent = lambda event: (painted.append(test.hint), was(event))
    clock.ms += HINT_MS + HINT_FADE_MS
    qtbot.waitUntil(lambda: 0 in painted, timeout=60_000)


def test_that_several_fingers_at_once_show_one_picture(shown, touch_screen):
    test = shown(DisplayTest)
    down = QTest.touchEvent(test, touch_screen)
    down.press(0, QPoint(5, 5), test).press(1, QPoint(90, 90), test).commit()
    assert test.picture is PICTURES[1]


def test_that_quick_clicks_of_the_mouse_all_count(shown):
    test = shown(DisplayTest)
    QTest.mouseClick(test, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    QTest.mouseDClick(test, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    QTest.mouseRelease(test, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    assert test.result().shown == 3


def test_that_without_a_touch_it_ends_by_itself(shown, panel, clock, qtbot):
    test = shown(DisplayTest)
    panel.touch(test, (9, 9))
    with qtbot.waitSignal(test.finished, timeout=60_000):
        clock.ms += LEAVE_AFTER_MS
    assert test.results == [DisplayResult(len(PICTURES), 2)]


def test_that_escape_ends_it(shown):
    test = shown(DisplayTest)
    QTest.keyClick(test, Qt.Key.Key_Escape)
    assert test.results == [DisplayResult(len(PICTURES), 1)]


@pytest.mark.parametrize("language", Language)
def test_that_every_picture_has_its_own_name(shown, panel, language):
    test = shown(DisplayTest, language=language)
    names = set()
    for number in range(1, len(PICTURES) + 1):
        name, count, _ = test.words
        names.add(name)
        assert str(number) in count
        panel.touch(test, (9, 9))
    assert len(names) == len(PICTURES)
