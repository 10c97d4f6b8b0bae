"""What a person may type as a period, and what is refused in words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.faults import EnvironmentFault
from kiosk.reports.span import Span, read_span

BERLIN, UTC, KOLKATA = ZoneInfo("Europe/Berlin"), ZoneInfo("UTC"), ZoneInfo("Asia/Kolkata")

GOOD = [
    ("2026-01-31", "2026-01-31", BERLIN, "2026-01-30T23:00:00Z", "2026-01-31T23:00:00Z"),
    ("2026-03-29", "2026-03-29", BERLIN, "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),  # a day of 23 hours
    ("2026-01-31T12:00", None, BERLIN, "2026-01-31T11:00:00Z", ""),
    ("2026-01-31 12:00:30", None, KOLKATA, "2026-01-31T06:30:30Z", ""),
    ("2026-01-31T12:00Z", "2026-01-31T12:00:01Z", BERLIN, "2026-01-31T12:00:00Z", "2026-01-31T12:00:01Z"),
    ("2026-10-25T02:30+01:00", None, BERLIN, "2026-10-25T01:30:00Z", ""),
    (None, "2026-12-31", UTC, "", "2027-01-01T00:00:00Z"),
    (None, None, UTC, "", ""),
]


@pytest.mark.parametrize(("start", "end", "zone", "first", "last"), GOOD)
def test_that_days_and_times_are_read_as_people_mean_them(start, end, zone, first, last):
    assert read_span(start, end, zone) == Span(first, last)


BAD = [
    ("2026-02-01", "2026-01-31", "ends .* before it begins"),
    ("2026-02-01T12:00Z", "2026-02-01T12:00Z", "before it begins"),
    ("2026-02-30", None, "expected a day"),
    ("yesterday", None, "expected a day"),
    ("2026-2-1", None, "expected a day"),
    ("", None, "expected a day"),
    ("2026-01-31T12:00:00.5Z", None, "expected a day"),
    ("2026-01-31T25:00Z", None, "expected a day"),
    ("٢٠٢٦-01-31", None, "expected a day"),
    ("0001-01-01", None, "expected a day"),
    ("1969-12-31", None, "year 1969: expected 1970 to 9998"),
    (None, "9999-12-31", "expected a day"),
    ("2026-01-01", "9999-12-31T23:59:59Z", "year 9999: expected 1970 to 9998"),
    ("2026-03-29T02:30", None, "is not there on the local clock"),
    ("2026-10-25T02:30", None, "is there twice on the local clock"),
]


@pytest.mark.parametrize(("start", "end", "words"), BAD)
def test_that_what_means_nothing_or_two_things_is_refused(start, end, words):
    with pytest.raises(EnvironmentFault, match=words):
        read_span(start, end, BERLIN)


@given(st.text(), st.sampled_from([BERLIN, UTC, None]))
def test_that_any_text_is_a_time_or_a_clear_refusal(text, zone):
    try:
        found = read_span(text, None, zone).start
    except EnvironmentFault as fault:
        found = str(fault)
    assert len(found) == 20 or found.startswith(f"--from '{text}'")


@given(
    st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(9000, 1, 1)),  # noqa: DTZ001 - as Hypothesis asks for them
    st.sampled_from([BERLIN, KOLKATA]),
)
def test_that_a_moment_with_an_offset_is_the_same_in_every_zone(moment, zone):
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    text = moment.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert read_span(text, None, zone).start == text


@pytest.mark.parametrize(
    ("end", "after"),
    [
        ("2026-01-31T12:00:00Z", "2026-01-31T12"),
        ("2026-01-31T12:30:00Z", "2026-01-31T12:30"),
        ("2026-01-31T12:00:01Z", "2026-01-31T12:01"),
        ("2026-01-31T23:59:01Z", "2026-02-01T00"),
    ],
)
def test_that_an_hour_belongs_to_the_one_of_two_periods_in_which_it_begins(end, after):
    assert Span("", end).hour_after == Span(end, "").first_hour == after
