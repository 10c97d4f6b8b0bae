"""A clock that is set is noticed, in either direction; one that merely runs is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.runner.clock_watch import ClockWatch, at_start


def test_that_a_clock_that_runs_is_never_named():
    watch = ClockWatch()
    for second in range(500):
        drift = 0.01 * second  # a clock that is kept right by small corrections
        assert watch.look(second * 1_000, 1_000_000 + second + drift) is None


@pytest.mark.parametrize("jump", [-86_400, -3, 3, 7_200])
def test_that_a_jump_is_named_once_with_its_length(jump):
    watch = ClockWatch()
    watch.look(0, 1_769_860_800)
    told = watch.look(1_000, 1_769_860_801 + jump)
    assert (told.kind, told.severity, told.detail["seconds"]) == ("clock-changed", "fault", jump)
    assert watch.look(2_000, 1_769_860_802 + jump) is None


@given(pauses=st.lists(st.integers(1, 50_000), max_size=40))
def test_that_a_machine_that_stands_still_for_long_is_no_clock_that_was_set(pauses):
    watch, now = ClockWatch(), 0
    for pause in pauses:
        now += pause
        assert watch.look(now, 1_000 + now / 1_000) is None


def test_that_a_start_before_the_last_entry_is_named():
    told = at_start("2026-01-31T12:00:00Z", "2026-01-31T11:59:00Z")
    assert told.detail == {"was": "2026-01-31T12:00:00Z", "now": "2026-01-31T11:59:00Z"}
    assert at_start("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z") is None
    assert at_start("", "2026-01-31T12:00:00Z") is None
