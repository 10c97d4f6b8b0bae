"""The cells, the fingers and the line of a touch test, without a screen."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.ui.service.touch.wiping import MOST_ENDED, Grid, Line, TouchResult, Wiping

SIZES = ((1280, 720), (1920, 1080), (1080, 1920), (3840, 2160), (801, 613))


def made(width=1920, height=1080):
    return Wiping(Grid(width, height, 80), Line((0, 0), (width, height), 80))


@given(st.sampled_from(SIZES), st.floats(0, 1), st.floats(0, 1))
def test_that_every_px_belongs_to_the_cell_that_is_drawn_there(size, x, y):
    grid = Grid(*size, 80)
    at = (x * size[0], y * size[1])
    cell = grid.cell_at(at)
    assert cell is not None
    left, top, right, bottom = grid.rect(*cell)
    assert left - 1e-6 <= at[0] <= right + 1e-6
    assert top - 1e-6 <= at[1] <= bottom + 1e-6


@pytest.mark.parametrize("size", SIZES)
def test_that_the_cells_cover_the_screen_to_its_edges(size):
    grid = Grid(*size, 80)
    assert grid.rect(0, 0)[:2] == (0, 0)
    assert grid.rect(grid.columns - 1, grid.rows - 1)[2:] == size
    for at in ((0, 0), (size[0], 0), (0, size[1]), size):
        assert grid.cell_at(at) is not None


@pytest.mark.parametrize("at", [(-1, 5), (5, -1), (1921, 5), (5, 1081), (math.nan, 5)])
def test_that_a_point_off_the_screen_lights_nothing(at):
    grid = Grid(1920, 1080, 80)
    grid.touch(at)
    assert grid.left == grid.total


def test_that_cells_between_two_reports_stay_dark():
    watched = made()
    watched.down(0, (40, 40))
    watched.move(0, (1000, 40))
    assert len(watched.grid.touched) == 2


def test_that_fingers_take_the_lowest_free_number():
    watched = made()
    for finger in (11, 12, 13):
        watched.down(finger, (finger, 5))
    watched.up(12, (12, 5))
    watched.down(14, (14, 5))
    assert {finger: one.number for finger, one in watched.fingers.items()} == {11: 1, 13: 3, 14: 2}
    assert watched.most == 3


def test_that_a_cancel_forgets_the_fingers_and_keeps_what_they_touched():
    watched = made()
    watched.down(0, (5, 5))
    watched.cancel()
    assert watched.fingers == {}
    assert watched.result == TouchResult(watched.grid.total, 1, 1, None)


def test_that_trails_do_not_grow_without_end():
    watched = made()
    for finger in range(50):
        watched.down(finger, (5, 5))
        for n in range(500):
            watched.move(finger, (n, 5))
        watched.up(finger, (5, 5))
    assert len(watched.ended) == MOST_ENDED
    assert all(len(one.trail) <= 80 for one in watched.ended)


def stroke(line, points, finger=0):
    line.down(finger, points[0])
    for point in points[1:]:
        line.move(finger, point)
    line.up(finger, points[-1])


def along(start, end, offs):
    """Points along a line, each so many px beside it."""
    (x0, y0), (x1, y1) = start, end
    length = math.dist(start, end)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    return [
        (x0 + (x1 - x0) * n / (len(offs) - 1) - uy * off, y0 + (y1 - y0) * n / (len(offs) - 1) + ux * off)
        for n, off in enumerate(offs)
    ]


@given(st.lists(st.floats(-70, 70), min_size=8, max_size=60), st.booleans())
def test_that_the_deviation_from_the_line_is_measured(offs, backwards):
    line = Line((0, 0), (1920, 1080), 80)
    points = along(line.start, line.end, offs)
    stroke(line, points[::-1] if backwards else points)
    assert line.last is not None
    assert line.last.worst_px == pytest.approx(max(abs(off) for off in offs), abs=1e-6)
    assert line.last.mean_px == pytest.approx(sum(abs(off) for off in offs) / len(offs), abs=1e-6)


def test_that_the_worst_of_several_strokes_is_kept_and_the_last_is_shown():
    line = Line((0, 0), (1920, 1080), 80)
    for off in (9, 2):
        stroke(line, along(line.start, line.end, [0, off] * 5))
    assert (line.last.worst_px, line.worst_px) == (pytest.approx(2), pytest.approx(9))


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (1920, 1080)],  # too few reports to say anything
        along((500, 300), (1920, 1080), [0] * 20),  # begun in the middle
        along((0, 0), (900, 500), [0] * 20),  # lifted in the middle
        [*along((0, 0), (1900, 1000), [0] * 20), (10, 10)],  # there and back
    ],
)
def test_that_a_stroke_that_is_not_from_end_to_end_says_nothing(points):
    line = Line((0, 0), (1920, 1080), 80)
    stroke(line, points)
    assert line.last is None
    assert line.worst_px is None


def test_that_a_cancelled_stroke_says_nothing():
    line = Line((0, 0), (1920, 1080), 80)
    points = along(line.start, line.end, [0] * 20)
    line.down(0, points[0])
    for point in points[1:]:
        line.move(0, point)
    line.cancel()
    line.up(0, points[-1])
    assert line.last is None


def test_that_two_fingers_follow_the_line_each_on_its_own():
    line = Line((0, 0), (1920, 1080), 80)
    there = along(line.start, line.end, [3] * 20)
    back = along(line.end, line.start, [5] * 20)
    for finger, points in ((0, there), (1, back)):
        line.down(finger, points[0])
    for one, other in zip(there[1:], back[1:], strict=True):
        line.move(0, one)
        line.move(1, other)
    line.up(0, there[-1])
    assert line.last.worst_px == pytest.approx(3)
    line.up(1, back[-1])
    assert line.last.worst_px == pytest.approx(5)


@pytest.mark.parametrize("bad", [(0, 5, 5), (5, 0, 5), (5, 5, 0), (-1, 5, 5)])
def test_that_a_grid_of_nothing_is_an_error(bad):
    with pytest.raises(ValueError, match="expected more than nothing"):
        Grid(*bad)


def test_that_a_line_of_no_length_is_an_error():
    with pytest.raises(ValueError, match="expected longer"):
        Line((0, 0), (100, 0), 50)
