"""Where the parts lie, and that fingers find them, at every size."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget

from kiosk.resources import layout_names
from kiosk.tools.shots.studio import SIZES
from kiosk.ui.kit import theme
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.terminal.regions import regions

ALL_SIZES = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@ALL_SIZES
def test_that_the_five_parts_lie_in_the_window_and_do_not_overlap(size):
    parts = regions(QSize(*size))
    window = QRect(0, 0, *size)
    for name, rect in parts.parts().items():
        assert window.contains(rect), name
    for (one, first), (other, second) in combinations(parts.parts().items(), 2):
        assert not first.intersects(second), (one, other)


@ALL_SIZES
def test_that_a_screen_over_the_board_leaves_ribbon_and_money_free(size):
    parts = regions(QSize(*size))
    assert not parts.stage.intersects(parts.ribbon_wide)
    assert not parts.stage.intersects(parts.bottom_bar)
    assert not parts.stage_tall.intersects(parts.ribbon_wide)
    assert parts.ribbon_wide.contains(parts.ribbon)


def test_that_the_window_is_drawn_at_the_scale_of_its_size():
    assert regions(QSize(1920, 1080)).scale.factor == 1
    assert regions(QSize(3840, 2160)).scale.factor == 2
    assert regions(QSize(1080, 1920)).portrait


def test_that_an_empty_window_is_refused():
    with pytest.raises(ValueError, match="0x0"):
        regions(QSize(0, 0))


def small_targets(window: QWidget) -> list[str]:
    """What can be touched in a window and is smaller than a fingertip."""
    return [
        f"{button.text()} {button.width()}x{button.height()}"
        for button in window.findChildren(TouchButton)
        if button.isVisible() and min(button.width(), button.height()) < theme.MIN_TOUCH_PX
    ]


@ALL_SIZES
@pytest.mark.parametrize("layout", layout_names("sicbo"))
def test_that_every_touch_target_is_large_enough(make_studio, seat, layout, size):
    seat = type(seat)(layout, 8)
    seat.note(10_000)
    seat.open()
    studio = make_studio(seat, size=size)
    rack, board = studio.rack, studio.window.parts.board
    assert small_targets(studio.window) == []
    for cents in seat.context.config.chips:
        chip = rack.chip_rect(cents)
        assert rack.rect().contains(chip), cents
        assert min(chip.width(), chip.height()) >= theme.MIN_TOUCH_PX, cents
    for one, other in combinations(seat.context.config.chips, 2):
        assert not rack.chip_rect(one).intersects(rack.chip_rect(other))
    for spot in seat.layout.spots:
        cell = board.cell_rect(spot)
        assert min(cell.width(), cell.height()) >= theme.MIN_TOUCH_PX, spot


@ALL_SIZES
def test_that_nothing_in_the_bottom_bar_overlaps(make_studio, seat, size):
    bar = make_studio(seat, size=size).window.parts.bottom
    parts = [bar.credit, bar.bet, bar.last_paid, bar.rack, *bar.buttons.values()]
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())
    assert all(bar.rect().contains(part.geometry()) for part in parts)


@ALL_SIZES
def test_that_the_attendants_answers_are_large_enough(make_studio, seat, size):
    from kiosk.tools.shots import scenes as shot_scenes

    studio = make_studio(seat, size=size)
    shot_scenes._lock_ticket_unknown(studio)
    studio.key.turn(on=True)
    assert len(studio.window.parts.lock.buttons()) == 3
    assert small_targets(studio.window) == []
