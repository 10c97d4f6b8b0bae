"""Dice and chips as pictures: right faces, readable amounts, states that differ, dice that land where told."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState, body_colour, chip_pixmap, full_amount, short_amount
from kiosk.ui.kit.sicbo.dice import PIP_BLACK, PIP_RED, die_pixmap
from kiosk.ui.terminal.sicbo.dice_tumbler import FRAME_MS, ROLL_MS, DiceTumbler
from kiosk.ui.terminal.sicbo.tumbling_die import facing, turned_die_pixmap


def _pixels(image: QImage) -> np.ndarray:
    """Rows of columns of red, green, blue and alpha."""
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : plain.width() * 4].reshape(plain.height(), plain.width(), 4).astype(int)


def _share(image: QImage, colour: str) -> float:
    """The part of the pixels that are nearly of this colour."""
    pixels = _pixels(image)
    far = np.abs(pixels[..., :3] - QColor(colour).getRgb()[:3]).sum(axis=2)
    return float(((far < 40) & (pixels[..., 3] > 200)).mean())


@pytest.mark.parametrize("value", range(1, 7))
def test_that_one_and_four_are_red_and_the_others_black(value):
    image = die_pixmap(value, 60).toImage()
    red, black = _share(image, PIP_RED), _share(image, PIP_BLACK)
    assert (red > 0.05) == (value in (1, 4))
    assert (black > 0.04) == (value not in (1, 4))


@pytest.mark.parametrize("px", [13, 20, 60, 200])
@pytest.mark.parametrize("value", range(1, 7))
def test_that_pips_can_be_counted_at_any_size(value, px):
    pixels = _pixels(die_pixmap(value, px, 2.0).toImage())
    rows, columns = np.nonzero((pixels[..., 3] > 200) & (pixels[..., 2] < 140))
    assert _islands(set(zip(columns.tolist(), rows.tolist(), strict=True))) == value


def _islands(points: set[tuple[int, int]]) -> int:
    """How many groups of touching points there are."""
    count = 0
    while points:
        count += 1
        edge = [points.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & points
            points -= near
            edge.extend(near)
    return count


@pytest.mark.parametrize("value", [0, 7, -1])
def test_that_a_face_that_no_die_has_is_refused(value):
    with pytest.raises(ValueError, match="expected 1 to 6"):
        die_pixmap(value, 20)


@pytest.mark.parametrize("value", range(1, 7))
def test_that_a_die_can_be_turned_to_every_face(value):
    image = turned_die_pixmap(facing(value), 60, flight=0.0).toImage()
    red, black = _share(image, PIP_RED), _share(image, PIP_BLACK)
    assert (red > 0.02) == (value in (1, 4))
    assert (black > 0.02) == (value not in (1, 4))


def test_that_a_picture_is_sharp_on_a_dense_screen():
    dense = die_pixmap(6, 40, 2.0)
    assert dense.width() == 80
    assert dense.deviceIndependentSize().width() == 40


@pytest.mark.parametrize(
    ("cents", "full", "short"),
    [
        (100, "1", "1"),
        (250, "2.50", "2.50"),
        (50_000, "500", "500"),
        (99_900, "999", "999"),
        (100_000, "1,000", "1k"),
        (124_500, "1,245", "1.2k"),
        (129_900, "1,299", "1.2k"),
        (4_567_800, "45,678", "45k"),
        (120_000_000, "1,200,000", "1.2m"),
    ],
)
def test_that_amounts_are_written_in_full_or_cut_and_never_rounded_up(cents, full, short):
    assert full_amount(cents) == full
    assert short_amount(cents) == short


@pytest.mark.parametrize("cents", [0, -500])
def test_that_an_empty_stack_is_refused(cents):
    with pytest.raises(ValueError, match="more than 0"):
        ChipStack(cents)


def test_that_a_stack_has_the_colour_of_the_highest_chip_in_it():
    assert body_colour(100) == theme.CHIP_BODIES[1]
    assert body_colour(50) == theme.CHIP_BODIES[1]
    assert body_colour(2499) == theme.CHIP_BODIES[10]
    assert body_colour(2500) == theme.CHIP_BODIES[25]
    assert body_colour(17_000) == theme.CHIP_BODIES[100]
    assert body_colour(900_000) == theme.CHIP_BODIES[5000]


@pytest.mark.parametrize("height", [22, 30, 44, 72])
def test_that_states_differ_without_their_colour(height):
    grey = {
        state: chip_pixmap(ChipStack(2500, state), height, height)
        .toImage()
        .convertToFormat(QImage.Format.Format_Grayscale8)
        for state in ChipState
    }
    for one, other in combinations(ChipState, 2):
        pixels = height * height
        differing = sum(
            abs(QColor(grey[one].pixel(x, y)).lightness() - QColor(grey[other].pixel(x, y)).lightness()) > 40
            for x in range(height)
            for y in range(height)
        )
        assert differing > pixels * 0.02, (one, other)


def test_that_a_long_amount_takes_a_plaque_where_there_is_room():
    narrow = chip_pixmap(ChipStack(124_500), 40, 40).toImage()
    wide = chip_pixmap(ChipStack(124_500), 80, 40).toImage()
    assert wide.pixelColor(10, 20).alpha() == 255
    assert chip_pixmap(ChipStack(500), 80, 40).toImage().pixelColor(10, 20).alpha() == 0
    assert narrow.width() == 40


@pytest.fixture
def tumbler(qtbot):
    made = DiceTumbler(48)
    qtbot.addWidget(made)
    return made


def _settled(tumbler: DiceTumbler) -> list[bool]:
    seen: list[bool] = []
    tumbler.settled.connect(lambda: seen.append(True))
    return seen


def test_that_dice_tumble_until_they_are_told_to_land(tumbler):
    seen = _settled(tumbler)
    tumbler.roll()
    for _ in range(600):
        tumbler.advance(FRAME_MS)
    assert tumbler.rolling
    assert seen == []


def test_that_dice_tumble_long_enough_and_land_once_on_what_was_thrown(tumbler):
    seen = _settled(tumbler)
    tumbler.roll()
    tumbler.land((3, 3, 5))
    rolled_ms = 0
    while tumbler.rolling:
        tumbler.advance(FRAME_MS)
        rolled_ms += FRAME_MS
        assert rolled_ms < 5000
    assert seen == [True]
    assert rolled_ms >= ROLL_MS
    landed = tumbler.grab().toImage()
    tumbler.show_dice((3, 3, 5))
    assert tumbler.grab().toImage() == landed


def test_that_dice_in_the_air_move(tumbler):
    tumbler.roll()
    first = tumbler.grab().toImage()
    tumbler.advance(100)
    assert tumbler.grab().toImage() != first


def test_that_without_motion_dice_lie_at_once(qtbot):
    still = DiceTumbler(48, animations=False)
    qtbot.addWidget(still)
    seen = _settled(still)
    still.roll()
    still.land((1, 2, 6))
    assert seen == [True]
    assert not still.rolling


def test_that_a_resized_tumbler_shows_the_same_dice(tumbler, qtbot):
    tumbler.show_dice((1, 4, 6))
    tumbler.set_die_px(30)
    other = DiceTumbler(30)
    qtbot.addWidget(other)
    other.show_dice((1, 4, 6))
    assert tumbler.grab().toImage() == other.grab().toImage()


@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 7), (1, 2, 3, 4)])
def test_that_impossible_dice_are_refused(tumbler, dice):
    tumbler.roll()
    with pytest.raises(ValueError, match="expected"):
        tumbler.land(dice)


def test_that_no_dice_may_be_shown(tumbler):
    tumbler.show_dice((1, 2, 3))
    tumbler.show_dice(None)
    empty = DiceTumbler(48)
    assert tumbler.grab().toImage() == empty.grab().toImage()
    empty.deleteLater()
