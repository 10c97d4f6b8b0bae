"""Axes in words: round marks, plain figures, a unit that a person says, and days of the local zone."""

import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.store.statistics import Bucket, Figures, Per
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.service.charts.spans import Period, hours_of
from kiosk.ui.service.charts.ticks import Kind, time_ticks, value_axis
from kiosk.ui.service.charts.words import percent

LOOKS = {language: Style(Texts(language), Scale(1.0)) for language in Language}
PLAIN = re.compile(r"−?\$?[0-9]{1,3}(,[0-9]{3})*(\.[0-9]+)?%?")


# Money and things are drawn from 0; a share of a few rounds may lie anywhere, yet not beyond the largest odds.
_SPANS = st.one_of(
    st.tuples(st.sampled_from([Kind.MONEY, Kind.COUNT]), st.floats(-4e16, 0), st.floats(0, 4e16)),
    st.tuples(st.just(Kind.SHARE), st.floats(-1e4, 1e4), st.floats(0, 1e4)).map(
        lambda span: (span[0], span[1], span[1] + span[2])
    ),
)


@given(st.sampled_from(Language), _SPANS, st.integers(2, 12))
def test_that_marks_hold_the_values_are_few_differ_and_have_no_exponent(language, span, most):
    kind, low, high = span
    axis = value_axis(LOOKS[language], kind, low, high, most)
    slack = 1e-6 * (axis.ticks[1][0] - axis.ticks[0][0])  # less than a pixel
    assert axis.low <= low + slack
    assert axis.high >= high - slack
    texts = [text for _, text in axis.ticks]
    assert 2 <= len(texts) <= most + 2
    assert len(set(texts)) == len(texts)
    assert all(PLAIN.fullmatch(text) for text in texts), texts


@pytest.mark.parametrize(
    ("language", "cents", "unit", "top"),
    [
        (Language.EN, 500, "in dollars", "$6"),
        (Language.EN, 1_000_000, "in dollars", "$10,000"),
        (Language.EN, 20_000_000, "in thousands of dollars", "$200"),
        (Language.EN, 200_000_000, "in millions of dollars", "$2.0"),
        (Language.EN, 10**15, "in trillions of dollars", "$10"),
        (Language.ZH, 20_000_000, "单位：万元", "$20"),
        (Language.ZH, 5 * 10**11, "单位：亿元", "$60"),
        (Language.ZH, 10**15, "单位：万亿元", "$10"),
    ],
)
def test_that_large_amounts_are_told_in_a_larger_unit(language, cents, unit, top):
    axis = value_axis(LOOKS[language], Kind.MONEY, 0, cents, 5)
    assert axis.unit == unit
    assert axis.ticks[-1][1] == top


def test_that_things_are_counted_whole():
    assert [text for _, text in value_axis(LOOKS[Language.EN], Kind.COUNT, 0, 2, 9).ticks] == ["0", "1", "2"]


@pytest.mark.parametrize("kind", Kind)
def test_that_an_axis_of_nothing_has_marks_all_the_same(kind):
    axis = value_axis(LOOKS[Language.EN], kind, 0, 0, 5)
    assert axis.low == 0 < axis.high


def _buckets(start, hours, zone, each=1):
    begin = [start + timedelta(hours=n) for n in range(0, hours, each)]
    return [
        Bucket(at.astimezone(zone), (at + timedelta(hours=each)).astimezone(zone), 60 * each, Figures())
        for at in begin
    ]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("per", "hours"), [(Per.HOUR, 1), (Per.HOUR, 24), (Per.HOUR, 168), (Per.HOUR, 2_160), (Per.DAY, 2_160)]
)
@pytest.mark.parametrize("room", [120, 380, 900])
def test_that_marks_of_time_never_touch(language, per, hours, room):
    zone = ZoneInfo("Australia/Sydney")
    start = datetime(2026, 3, 1, tzinfo=zone).astimezone(UTC)
    buckets = _buckets(start, hours, zone, 24 if per is Per.DAY else 1)

    def width(text):
        return 9.0 * len(text)

    ticks = time_ticks(LOOKS[language], buckets, per, room, width)
    assert ticks
    each = room / len(buckets)
    for (before, text), (after, _) in pairwise(ticks):
        assert (after - before) * each >= width(text)
    assert all(0 <= at <= len(buckets) for at, _ in ticks)


def test_that_hours_stand_at_round_times_and_days_at_midnight():
    zone = ZoneInfo("Asia/Macau")
    day = _buckets(datetime(2026, 3, 1, tzinfo=zone), 24, zone)
    marks = time_ticks(LOOKS[Language.EN], day, Per.HOUR, 400, lambda text: 9.0 * len(text))
    assert [text for _, text in marks] == ["00:00", "04:00", "08:00", "12:00", "16:00", "20:00"]
    week = _buckets(datetime(2026, 3, 1, tzinfo=zone), 168, zone)
    marks = time_ticks(LOOKS[Language.EN], week, Per.HOUR, 900, lambda text: 9.0 * len(text))
    assert [(at, text) for at, text in marks][:2] == [(0.0, "1 Mar"), (24.0, "2 Mar")]


# --- periods -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "now", "period", "start", "end"),
    [
        ("Asia/Macau", "2026-11-27T14:20", Period.TODAY, "2026-11-26T16", "2026-11-27T07"),
        ("Asia/Macau", "2026-11-27T14:20", Period.WEEK, "2026-11-20T16", "2026-11-27T07"),
        ("Asia/Macau", "2026-11-27T00:00", Period.TODAY, "2026-11-26T16", "2026-11-26T17"),
        # The clock went forward on 4 October: days before it begin an hour later in UTC.
        ("Australia/Sydney", "2026-10-10T12:00", Period.WEEK, "2026-10-03T14", "2026-10-10T02"),
        ("Australia/Sydney", "2026-10-10T12:00", Period.MONTH, "2026-09-10T14", "2026-10-10T02"),
        # In a zone of half or quarter hours a day begins within an hour of UTC.
        ("Asia/Kolkata", "2026-11-27T14:20", Period.TODAY, "2026-11-26T18:30", "2026-11-27T09:30"),
        ("Asia/Kolkata", "2026-11-27T00:10", Period.TODAY, "2026-11-26T18:30", "2026-11-26T19:30"),
        ("Asia/Kathmandu", "2026-11-27T00:10", Period.TODAY, "2026-11-26T18:15", "2026-11-26T19:15"),
    ],
)
def test_that_a_period_is_whole_local_days_until_now(zone, now, period, start, end):
    at = datetime.fromisoformat(now).replace(tzinfo=ZoneInfo(zone))
    assert hours_of(period, at) == (start, end)


@pytest.mark.parametrize(
    ("share", "text"),
    [(None, "–"), (0.0278, "2.78%"), (-0.00001, "0.00%"), (-12.5, "−1,250.00%"), (1.0, "100.00%")],
)
def test_that_shares_are_written_plainly(share, text):
    assert percent(share) == text
