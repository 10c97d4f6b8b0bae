"""Where the windows of a pit stand."""

import pytest

from kiosk.commands._screen import window
from kiosk.commands.pit import DRAWER_PX, places


def test_that_console_and_seats_stand_side_by_side_on_a_large_screen():
    console, *seats = [window(place) for place in places((1920, 1080), 2)]
    assert console[0] <= 960
    assert console[2:] == (0, 0)
    for n, (width, height, x, y) in enumerate(seats):
        assert x >= console[0]
        assert x + width + DRAWER_PX <= 1920
        assert n * 540 == y
        assert y + height <= (n + 1) * 540


def test_that_without_a_window_manager_every_window_lies_whole_on_the_screen():
    """The screen is all there is then: nobody can move a window or bring one to the front."""
    console, *seats = [window(place) for place in places((1920, 1080), 2)]
    rects = [console, *((width + DRAWER_PX, height, x, y) for width, height, x, y in seats)]
    for number, (width, height, x, y) in enumerate(rects):
        assert x + width <= 1920
        assert y + height <= 1080
        for other_width, other_height, other_x, other_y in rects[number + 1 :]:
            apart_x = x + width <= other_x or other_x + other_width <= x
            assert apart_x or y + height <= other_y or other_y + other_height <= y


@pytest.mark.parametrize("screen", [(800, 600), (1280, 720), (3840, 2160)])
def test_that_any_screen_gives_windows_that_the_commands_accept(screen):
    for place in places(screen, 2):
        assert len(window(place)) == 4
