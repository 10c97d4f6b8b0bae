"""What a seat did, hour by hour and day by day, beside theory: of real rounds, real clocks and damaged tables."""

import math
import random
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk import local_time
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat.theory import theory
from kiosk.store.hours import begins, hour_of, name_of
from kiosk.store.schema import migrate
from kiosk.store.statistics import LEAST_ROUNDS, SIGMAS, Figures, Per, Verdict, series
from kits.seat.seats import LAYOUTS, make_context

SYDNEY = ZoneInfo("Australia/Sydney")
MOST = 10**15  # cents


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        migrate(made)
        yield made


def put(db, hour, **values):
    db.executemany("INSERT INTO hourly VALUES (?, ?, ?)", [(hour, name, n) for name, n in values.items()])


def ask(db, start, end, per=Per.HOUR, zone=UTC, now=None):
    return series(db, start, end, per, zone, now)


def played(rounds, seed, bets=({"big": 500, "total-10": 200}, {"small": 1_000, "single-3": 300})):
    """The meters of so many rounds that the game has settled, bets taken in turn and dice by lot."""
    lot, context = random.Random(seed), make_context("B")
    known = [theory(context.game, context.layout, stakes) for stakes in bets]
    meters = dict.fromkeys(("turnover", "wins", "rounds_played", "theory", "variance"), 0)
    for number in range(rounds):
        dice = tuple(lot.randint(1, 6) for _ in range(3))
        settled = GAME.settle(LAYOUTS["B"], bets[number % len(bets)], (dice_fact(dice),))
        for name, value in known[number % len(bets)].items():
            meters[name] += value
        meters["turnover"] += settled.staked
        meters["wins"] += settled.paid
        meters["rounds_played"] += 1
    return meters


# --- theory ------------------------------------------------------------------------------------------------------


def test_that_the_win_of_many_real_rounds_lies_near_theory_and_the_band_is_as_wide_as_it_must_be(db):
    wins = []
    for block in range(20):  # 20 days of 1,000 rounds
        meters = played(1_000, seed=block)
        put(db, f"2026-03-{block + 1:02}T12", **meters)
        wins.append(meters["turnover"] - meters["wins"])
    found = ask(db, "2026-03-01T00", "2026-03-21T00", Per.DAY)
    total = found.total
    assert total.rounds == 20_000
    assert abs(total.win - total.expected) < 4 * total.deviation
    assert [bucket.figures.win for bucket in found.buckets] == wins
    # The spread of the days' wins themselves, against the deviation of one day: 20 of them say it to a third.
    mean = sum(wins) / len(wins)
    spread = math.sqrt(sum((win - mean) ** 2 for win in wins) / (len(wins) - 1))
    assert 0.5 < spread / found.buckets[0].figures.deviation < 1.6
    assert total.band.high - total.band.low == pytest.approx(2 * SIGMAS * total.deviation)
    assert total.deviation == pytest.approx(found.buckets[0].figures.deviation * math.sqrt(20), rel=0.01)
    assert total.hold_band.low < total.hold < total.hold_band.high
    assert total.verdict is Verdict.WITHIN


def test_that_cumulative_figures_add_up_and_their_band_grows_with_the_root_of_the_variance(db):
    for day in range(1, 5):
        put(db, f"2026-03-0{day}T12", turnover=1_000, wins=900, theory=28_000, variance=400, rounds_played=1)
    found = ask(db, "2026-03-01T00", "2026-03-05T00", Per.DAY)
    assert [one.win for one in found.cumulative] == [100, 200, 300, 400]
    assert [one.expected for one in found.cumulative] == [28, 56, 84, 112]
    assert [one.deviation for one in found.cumulative] == pytest.approx(
        [200 * math.sqrt(n) for n in range(1, 5)]
    )
    assert found.total.hold == pytest.approx(0.1)
    assert found.total.expected_hold == pytest.approx(0.028)


@pytest.mark.parametrize(
    ("win", "verdict"),
    [
        (1_000 + 1_961, Verdict.ABOVE),
        (1_000 + 1_959, Verdict.WITHIN),
        (1_000 - 1_959, Verdict.WITHIN),
        (1_000 - 1_961, Verdict.BELOW),
    ],
)
def test_that_the_verdict_changes_at_the_edges_of_the_band(win, verdict):
    figures = Figures(turnover=50_000, wins=50_000 - win, rounds=30, theory=1_000_000, variance=10_000)
    assert figures.deviation == 1_000
    assert figures.verdict is verdict


def test_that_few_rounds_say_nothing():
    figures = Figures(turnover=50_000, rounds=LEAST_ROUNDS - 1, theory=1_000_000, variance=10_000)
    assert figures.verdict is Verdict.TOO_FEW
    assert Figures(turnover=50_000, rounds=LEAST_ROUNDS).verdict is Verdict.TOO_FEW  # nothing known of chance


def test_that_nothing_played_has_no_hold():
    assert (Figures().hold, Figures().expected_hold, Figures().hold_band) == (None, None, None)


def test_that_a_round_taken_back_in_a_later_hour_gives_figures_below_zero_and_no_fault(db):
    put(db, "2026-03-01T10", turnover=500, wins=975, rounds_played=1, theory=13_900, variance=2_400)
    put(db, "2026-03-01T11", turnover=-500, wins=-975, rounds_played=-1, theory=-13_900, variance=-2_400)
    found = ask(db, "2026-03-01T10", "2026-03-01T12")
    assert [bucket.figures.win for bucket in found.buckets] == [-475, 475]
    assert found.buckets[1].figures.deviation == 0
    assert found.buckets[1].figures.hold is None
    assert found.total == Figures()


# --- money -------------------------------------------------------------------------------------------------------


def test_that_money_in_is_told_by_kind_and_the_kinds_are_all_of_it(kept):
    for cents in (2_000, 2_000, 5_000):
        kept.credit(cents)
    found = kept.store.series("2026-01-31T12", "2026-01-31T13", Per.HOUR, UTC).total
    assert found.notes == {2_000: 2, 5_000: 1, 10_000: 1}
    assert found.notes_in == sum(cents * count for cents, count in found.notes.items()) == 19_000
    assert (found.money_in, found.money_out) == (19_000, 0)


def test_that_tickets_and_hand_pays_count_with_the_sign_that_people_expect(db):
    put(db, "2026-03-01T10", notes=-2_000, tickets_in=-700, tickets_out=1_200, handpay=300)
    total = ask(db, "2026-03-01T10", "2026-03-01T11").total
    assert (total.notes_in, total.tickets_in, total.tickets_out, total.handpays) == (2_000, 700, 1_200, 300)
    assert (total.money_in, total.money_out) == (2_700, 1_500)


def test_that_the_rounds_of_a_real_seat_stand_in_their_hour(kept):
    kept.round(1, 2, 3)
    found = kept.store.series("2026-01-31T11", "2026-01-31T14", Per.HOUR, UTC)
    assert [bucket.figures.rounds for bucket in found.buckets] == [0, 1, 0]
    assert found.total.turnover == found.total.win == 500
    assert found.total.expected == pytest.approx(500 * 6 / 216, abs=0.001)


def test_that_amounts_as_large_as_a_meter_stay_exact(db):
    for hour in range(24):
        put(
            db,
            f"2026-03-01T{hour:02}",
            turnover=MOST,
            wins=MOST - 1,
            theory=MOST * 1_000,
            notes=-MOST,
            rounds_played=MOST,
            variance=2**63 - 1,
        )
    total = ask(db, "2026-03-01T00", "2026-03-02T00", Per.DAY).total
    assert (total.turnover, total.win, total.notes_in, total.theory) == (
        24 * MOST,
        24,
        24 * MOST,
        24_000 * MOST,
    )
    assert math.isfinite(total.deviation)


# --- buckets -----------------------------------------------------------------------------------------------------


def test_that_buckets_without_data_are_there_and_empty(db):
    put(db, "2026-03-01T02", turnover=100)
    found = ask(db, "2026-03-01T00", "2026-03-01T05")
    assert [bucket.figures.turnover for bucket in found.buckets] == [0, 0, 100, 0, 0]
    assert [one.turnover for one in found.cumulative] == [0, 0, 100, 100, 100]


def test_that_an_empty_seat_has_empty_buckets(db):
    found = ask(db, "2026-03-01T00", "2026-03-08T00", Per.DAY)
    assert len(found.buckets) == 7
    assert [bucket.figures for bucket in found.buckets] == [Figures()] * 7
    assert {bucket.up for bucket in found.buckets} == {None}
    assert found.total.verdict is Verdict.TOO_FEW


@pytest.mark.parametrize(
    ("start", "hours"),
    [
        ("2026-04-03T13", [24, 25, 24]),  # summer ends on 5 April, at 16:00 UTC of the day before
        ("2026-10-02T14", [24, 23, 24]),  # and begins on 4 October
    ],
)
def test_that_days_are_the_local_ones_when_the_clock_changes(db, start, hours):
    begin = datetime.fromisoformat(f"{start}:00+00:00")
    end = begin + timedelta(hours=sum(hours))
    for n in range(sum(hours)):
        put(db, (begin + timedelta(hours=n)).isoformat()[:13], turnover=1, minutes_up=60)
    found = ask(db, start, end.isoformat()[:13], Per.DAY, SYDNEY)
    assert [bucket.figures.turnover for bucket in found.buckets] == hours
    assert [bucket.minutes for bucket in found.buckets] == [60 * n for n in hours]
    assert [bucket.up for bucket in found.buckets] == [1.0] * 3
    assert [(bucket.start.hour, bucket.end.hour) for bucket in found.buckets] == [(0, 0)] * 3


def test_that_the_hour_that_comes_twice_is_two_buckets(db):
    put(db, "2026-04-04T15", turnover=1)
    put(db, "2026-04-04T16", turnover=2)
    found = ask(db, "2026-04-04T15", "2026-04-04T17", Per.HOUR, SYDNEY)
    assert [(bucket.start.hour, bucket.figures.turnover) for bucket in found.buckets] == [(2, 1), (2, 2)]
    assert [bucket.minutes for bucket in found.buckets] == [60, 60]


def test_that_a_zone_of_half_hours_loses_no_hour(db):
    kolkata = timezone(timedelta(hours=5, minutes=30))
    for n in range(24):  # kept by the hours of another zone: each belongs to the day in which it begins
        put(db, f"2026-03-01T{n:02}", turnover=1)
    found = ask(db, "2026-03-01T00", "2026-03-02T00", Per.DAY, kolkata)
    assert [bucket.figures.turnover for bucket in found.buckets] == [19, 5]


@given(st.integers(0, 8_000), st.integers(1, 400), st.sampled_from(["Australia/Sydney", "Asia/Macau", "UTC"]))
def test_that_days_hold_what_the_hours_hold_and_leave_no_gap(first, count, name):
    zone, begin = ZoneInfo(name), datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=first)
    start, end = begin.isoformat()[:13], (begin + timedelta(hours=count)).isoformat()[:13]
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        for n in range(0, count, 3):
            put(db, (begin + timedelta(hours=n)).isoformat()[:13], turnover=n + 1)
        by_hour, by_day = (series(db, start, end, per, zone) for per in Per)
    assert len(by_hour.buckets) == count
    assert by_day.total == by_hour.total
    assert sum(bucket.minutes for bucket in by_day.buckets) == sum(b.minutes for b in by_hour.buckets)
    for found in (by_hour, by_day):
        ends = [bucket.end for bucket in found.buckets]
        assert [bucket.start for bucket in found.buckets] == [begin.astimezone(zone), *ends[:-1]]
    dates = [bucket.start.date() for bucket in by_day.buckets]
    assert dates == sorted(set(dates))


# --- uptime ------------------------------------------------------------------------------------------------------


def test_that_uptime_is_a_share_of_the_time_that_has_passed(db):
    put(db, "2026-03-01T10", minutes_up=60, minutes_playable=45, faults=2)
    put(db, "2026-03-01T12", minutes_up=15, minutes_playable=15)
    now = datetime(2026, 3, 1, 12, 30, 20, tzinfo=UTC)
    found = ask(db, "2026-03-01T09", "2026-03-01T14", now=now)
    assert [bucket.up for bucket in found.buckets] == [None, 1.0, 0.0, 0.5, None]
    assert [bucket.playable for bucket in found.buckets] == [None, 0.75, 0.0, 0.5, None]
    assert found.total.faults == 2


def test_that_a_seat_switched_off_at_the_beginning_counts_as_down(db):
    put(db, "2026-02-27T10", minutes_up=60)
    put(db, "2026-03-01T11", minutes_up=60)
    assert [bucket.up for bucket in ask(db, "2026-03-01T10", "2026-03-01T12").buckets] == [0.0, 1.0]


def test_that_an_hour_with_the_clock_set_back_is_not_up_for_more_than_all_of_it(db):
    put(db, "2026-03-01T10", minutes_up=75)
    assert ask(db, "2026-03-01T10", "2026-03-01T11").buckets[0].up == 1.0


# --- damage ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hour", "name", "value", "message"),
    [
        ("2026-03-01T1x", "turnover", 1, "has the hour '2026-03-01T1x'"),
        ("2026-03-01T25", "turnover", 1, "has the hour '2026-03-01T25'"),
        ("2026-03-01T10:3", "turnover", 1, "has the hour '2026-03-01T10:3'"),
        ("2026-03-01T10", "faults", -1, "faults is -1, expected 0 or more"),
        ("2026-03-01T10", "minutes_up", -5, "minutes_up is -5"),
        ("2026-03-01T10", "notes_500", -1, "notes_500 is -1"),
        ("2026-03-01T10", "notes_many", 1, "counts 'notes_many'"),
        ("2026-03-01T10", "notes_0", 1, "counts 'notes_0'"),
        ("2026-03-01T10", "notes_²", 1, "counts"),
    ],
)
def test_that_a_damaged_row_is_an_error_that_names_it(db, hour, name, value, message):
    put(db, "2026-03-01T09", turnover=1)
    put(db, hour, **{name: value})
    with pytest.raises(sqlite3.DatabaseError, match=message):
        ask(db, "2026-03-01T00", "2026-03-02T00", Per.DAY)


@pytest.mark.parametrize("value", ["many", 1.5, None, b"\x00\xff", 1e300])
def test_that_a_value_that_is_no_whole_number_is_an_error(value):
    with closing(sqlite3.connect(":memory:")) as loose:
        loose.execute("CREATE TABLE hourly(hour, name, value)")
        loose.execute("INSERT INTO hourly VALUES ('2026-03-01T10', 'turnover', ?)", (value,))
        with pytest.raises(sqlite3.DatabaseError):
            ask(loose, "2026-03-01T00", "2026-03-02T00")


def test_that_a_name_that_is_no_text_is_an_error():
    with closing(sqlite3.connect(":memory:")) as loose:
        loose.execute("CREATE TABLE hourly(hour, name, value)")
        loose.execute("INSERT INTO hourly VALUES ('2026-03-01T10', CAST(x'ff22fe' AS TEXT), 1)")
        with pytest.raises(sqlite3.DatabaseError):
            ask(loose, "2026-03-01T00", "2026-03-02T00")


def test_that_a_missing_table_is_an_error():
    with (
        closing(sqlite3.connect(":memory:")) as empty,
        pytest.raises(sqlite3.OperationalError, match="hourly"),
    ):
        ask(empty, "2026-03-01T00", "2026-03-02T00")


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("2026-03-01", "2026-03-02T00"),
        ("2026-03-01T00", "2026-03-01T24"),
        ("2026-03-01T00", "2026-03-01T00"),
        ("2026-03-01T00", "2026-02-01T00"),
        ("1026-03-01T00", "2026-03-01T00"),
        ("2026-03-01T00' --", "2026-03-02T00"),
    ],
)
def test_that_hours_that_cannot_be_asked_for_are_refused(db, start, end):
    with pytest.raises(ValueError, match="expected"):
        ask(db, start, end)


def test_that_a_year_is_read_with_one_query(db):
    begin, names = datetime(2026, 1, 1, tzinfo=UTC), [f"name_{n}" for n in range(24)]
    rows = [
        ((begin + timedelta(hours=n)).isoformat()[:13], name, 1)
        for n in range(8_760)
        for name in (*names, "turnover")
    ]
    db.execute("BEGIN")
    db.executemany("INSERT INTO hourly VALUES (?, ?, ?)", rows)
    db.execute("COMMIT")
    asked = []
    db.set_trace_callback(asked.append)
    found = ask(db, "2026-01-01T00", "2027-01-01T00", Per.DAY, SYDNEY)
    db.set_trace_callback(None)
    assert found.total.turnover == 8_760
    assert len(asked) == 1
    plan = " ".join(row[3] for row in db.execute("EXPLAIN QUERY PLAN " + asked[0]))
    assert "SEARCH hourly USING PRIMARY KEY" in plan
    assert "TEMP B-TREE" not in plan


# --- hours of the local clock -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "at", "name"),
    [
        ("UTC", "2026-11-28T13:45:10Z", "2026-11-28T13"),
        ("Australia/Sydney", "2026-11-28T13:45:10Z", "2026-11-28T13"),
        ("Australia/Adelaide", "2026-11-28T13:29:59Z", "2026-11-28T12:30"),
        ("Australia/Adelaide", "2026-11-28T13:30:00Z", "2026-11-28T13:30"),
        ("Asia/Kathmandu", "2026-11-28T18:14:59Z", "2026-11-28T17:15"),
        ("Asia/Kathmandu", "2026-11-28T18:15:00Z", "2026-11-28T18:15"),
    ],
)
def test_that_an_hour_is_one_of_the_local_clock(monkeypatch, zone, at, name):
    monkeypatch.setenv("TZ", zone)
    assert hour_of(at) == name
    assert begins(name) <= datetime.fromisoformat(at) < begins(name) + timedelta(hours=1)


@given(
    st.lists(st.integers(0, 400 * 1440), min_size=1, max_size=40),
    st.sampled_from(["Australia/Adelaide", "Asia/Kathmandu", "Australia/Lord_Howe", "Australia/Sydney"]),
)
def test_that_days_are_exact_in_every_zone(minutes, name):
    zone, begin = ZoneInfo(name), datetime(2026, 1, 1, tzinfo=UTC)
    moments = [begin + timedelta(minutes=n) for n in minutes]
    days = Counter(local_time.day_of(at, zone) for at in moments)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        for hour, count in Counter(name_of(local_time.hour_begins(at, zone)) for at in moments).items():
            put(db, hour, turnover=count)
        start, end = (local_time.day_begins(day, zone) for day in (min(days), max(days) + timedelta(days=1)))
        for per in Per:
            found = series(db, name_of(start), name_of(end), per, zone)
            sums = Counter()
            for bucket in found.buckets:
                sums[bucket.start.date()] += bucket.figures.turnover
            assert +sums == days
