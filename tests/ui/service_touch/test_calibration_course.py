"""The course of a calibration without a screen: agreement, refusals, checks, and every step between stages."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.ui.service.touch.affine import Affine
from kiosk.ui.service.touch.calibration import (
    CHECKS,
    CROSSES,
    MOST_TOUCHES,
    TRANSITIONS,
    Calibrating,
    Calibration,
    Failing,
    Limits,
    Stage,
)

SIZE = (1920, 1080)
CROOKED = Affine(0.9, 0.05, 60, -0.04, 1.1, -30)


def touched(course: Calibrating, panel: Affine, times: int) -> None:
    for _ in range(times):
        course.touch(panel.apply(course.cross))


def at_check(panel: Affine = CROOKED, **more) -> Calibrating:
    course = Calibrating(*SIZE, **more)
    touched(course, panel, 2 * len(CROSSES))
    assert course.stage is Stage.CHECK
    return course


def test_that_a_crooked_panel_is_straightened():
    course = at_check()
    touched(course, CROOKED, len(CHECKS))
    found = course.result
    assert isinstance(found, Calibration)
    assert found.worst_px < 1e-6
    assert Affine(*found.matrix).in_px(*SIZE).apply(CROOKED.apply((700, 300))) == pytest.approx((700, 300))


def test_that_the_matrix_is_told_as_libinput_takes_it():
    course = at_check(Affine(-1, 0, 1920, 0, -1, 1080))
    touched(course, Affine(-1, 0, 1920, 0, -1, 1080), len(CHECKS))
    numbers = [float(word) for word in course.result.libinput.split(" ")]
    assert numbers == pytest.approx([-1, 0, 1, 0, -1, 1], abs=1e-6)


def test_that_the_calibration_at_work_is_part_of_the_new_one():
    # The system already mirrors what the panel reports, wrongly by now: touches arrive mirrored.
    mirror = Affine(-1, 0, 1, 0, 1, 0)
    course = at_check(CROOKED, current=mirror)
    touched(course, CROOKED, len(CHECKS))
    arrives = CROOKED.normalised(*SIZE).apply((0.3, 0.6))
    panel_reports = mirror.apply(arrives)  # a mirror undoes itself
    assert Affine(*course.result.matrix).apply(panel_reports) == pytest.approx((0.3, 0.6))


def test_that_two_touches_that_disagree_are_asked_for_again():
    course = Calibrating(*SIZE)
    course.touch((100, 100))
    course.touch((300, 100))
    assert (course.number, course.apart_px, course.first) == (1, 200, (300, 100))
    course.touch((305, 100))
    assert (course.number, course.apart_px, course.first) == (2, None, None)


def test_that_touches_that_never_agree_come_to_an_end():
    course = Calibrating(*SIZE)
    for n in range(MOST_TOUCHES):
        course.touch((100 * n, 500))
    assert course.stage is Stage.FAILED
    assert course.failure.failing is Failing.UNSTEADY
    assert course.result is None


def test_that_the_touches_of_one_cross_are_not_counted_at_the_next():
    course = Calibrating(*SIZE)
    for number in range(1, len(CROSSES) + 1):
        assert course.number == number
        x, y = course.cross
        for n in range(MOST_TOUCHES - 2):
            course.touch((x + 100 * (n + 1), y))
        course.touch((x, y))
        course.touch((x, y))
    assert course.stage is Stage.CHECK


@pytest.mark.parametrize(
    ("panel", "failing"),
    [
        (Affine(0, 0, 500, 0, 0, 500), Failing.STUCK),
        (Affine(1, 0, 0, 0, 0, 500), Failing.LINE),
    ],
)
def test_that_a_panel_that_cannot_tell_places_apart_is_refused_with_the_reason(panel, failing):
    course = Calibrating(*SIZE)
    touched(course, panel, 2 * len(CROSSES))
    assert course.stage is Stage.FAILED
    assert course.failure.failing is failing


def test_that_a_finger_far_from_one_cross_is_refused_with_the_numbers():
    course = Calibrating(*SIZE)
    touched(course, CROOKED, 2 * len(CROSSES) - 2)
    x, y = CROOKED.apply(course.cross)
    course.touch((x + 80, y))
    course.touch((x + 80, y))
    assert course.failure.failing is Failing.OUTLIER
    assert course.failure.found > course.failure.limit == Limits().fit_px


@pytest.mark.parametrize("missed", range(len(CHECKS)))
def test_that_one_missed_check_keeps_the_old_calibration(missed):
    course = at_check()
    for n in range(len(CHECKS)):
        x, y = course.cross
        course.touch(CROOKED.apply((x, y + (21 if n == missed else 0))))
    assert course.stage is Stage.FAILED
    assert course.result is None
    assert course.failure.failing is Failing.MISSED
    assert course.failure.found == pytest.approx(21)
    assert [round(check.off_px) for check in course.checked] == [21 if n == missed else 0 for n in range(3)]


@given(st.lists(st.tuples(st.floats(0, 19.9), st.floats(0, 2 * math.pi)), min_size=3, max_size=3))
def test_that_checks_within_the_limit_confirm_and_the_worst_is_told(offs):
    course = at_check()
    for off, angle in offs:
        x, y = course.cross
        course.touch(CROOKED.apply((x + off * math.cos(angle), y + off * math.sin(angle))))
    assert course.stage is Stage.CONFIRMED
    assert course.result.worst_px == pytest.approx(max(off for off, _ in offs), abs=1e-6)


def test_that_after_a_failure_all_begins_anew():
    course = Calibrating(*SIZE)
    touched(course, Affine(0, 0, 500, 0, 0, 500), 2 * len(CROSSES))
    course.begin_again()
    assert (course.stage, course.number, course.failure) == (Stage.CROSSES, 1, None)
    touched(course, CROOKED, 2 * len(CROSSES))
    touched(course, CROOKED, len(CHECKS))
    assert course.stage is Stage.CONFIRMED


@pytest.mark.parametrize(("before", "after"), list(itertools.product(Stage, Stage)))
def test_that_a_stage_goes_only_where_the_table_says(before, after):
    course = Calibrating(*SIZE)
    course.stage = before
    if after in TRANSITIONS[before]:
        course._go(after)
        assert course.stage is after
    else:
        with pytest.raises(ValueError, match="not a step"):
            course._go(after)


@pytest.mark.parametrize("stage", [Stage.CONFIRMED, Stage.FAILED])
def test_that_a_touch_at_the_end_is_an_error(stage):
    course = Calibrating(*SIZE)
    course.stage = stage
    with pytest.raises(ValueError, match="expected crosses or check"):
        course.touch((1, 1))


def test_that_only_a_failure_begins_again():
    with pytest.raises(ValueError, match="not a step"):
        Calibrating(*SIZE).begin_again()


def test_that_a_screen_without_size_cannot_be_calibrated():
    with pytest.raises(ValueError, match="expected more than nothing"):
        Calibrating(0, 1080)


def test_that_limits_grow_with_the_screen_and_never_shrink():
    assert Limits.at(2.0) == Limits(48, 24, 40)
    assert Limits.at(0.5) == Limits()


@given(st.lists(st.tuples(st.floats(-5_000, 5_000), st.floats(-5_000, 5_000)), max_size=120))
def test_that_whatever_is_touched_the_course_stays_whole_and_ends(touches):
    course = Calibrating(*SIZE)
    for touch in touches:
        if course.stage is Stage.CONFIRMED:
            break
        if course.stage is Stage.FAILED:
            course.begin_again()
        course.touch(touch)
        assert (course.cross is None) == (course.stage in (Stage.CONFIRMED, Stage.FAILED))
        assert (course.result is not None) == (course.stage is Stage.CONFIRMED)
        assert (course.failure is not None) == (course.stage is Stage.FAILED)
