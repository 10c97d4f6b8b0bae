"""One rule for local time: the zone's data of the moment that is spoken of, in one module."""

import ast
from datetime import UTC, date, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk import local_time
from kiosk.tickets.registry import gaming_day

KIOSK = Path(local_time.__file__).parent
SYDNEY = "Australia/Sydney"
ZONES = (SYDNEY, "Australia/Adelaide", "Asia/Kathmandu", "Australia/Lord_Howe", "Africa/Cairo", "UTC")


@pytest.fixture
def sydney(monkeypatch):
    monkeypatch.setenv("TZ", SYDNEY)


# --- days -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "day", "hour", "begins", "ends"),
    [
        (SYDNEY, "2026-07-15", 0, "2026-07-14T14:00:00Z", "2026-07-15T14:00:00Z"),  # winter
        (SYDNEY, "2026-11-28", 0, "2026-11-27T13:00:00Z", "2026-11-28T13:00:00Z"),  # summer
        (SYDNEY, "2026-10-04", 0, "2026-10-03T14:00:00Z", "2026-10-04T13:00:00Z"),  # 23 hours
        (SYDNEY, "2026-04-05", 0, "2026-04-04T13:00:00Z", "2026-04-05T14:00:00Z"),  # 25 hours
        (
            SYDNEY,
            "2026-10-03",
            6,
            "2026-10-02T20:00:00Z",
            "2026-10-03T19:00:00Z",
        ),  # the change is in its night
        ("Australia/Adelaide", "2026-11-28", 0, "2026-11-27T13:30:00Z", "2026-11-28T13:30:00Z"),
        ("Asia/Kathmandu", "2026-11-28", 0, "2026-11-27T18:15:00Z", "2026-11-28T18:15:00Z"),
        # Clocks skip this midnight: the day begins when they do.
        ("Africa/Cairo", "2026-04-24", 0, "2026-04-23T22:00:00Z", "2026-04-24T21:00:00Z"),
    ],
)
def test_that_a_gaming_day_is_that_of_the_zone_on_that_day(monkeypatch, zone, day, hour, begins, ends):
    monkeypatch.setenv("TZ", zone)
    found = gaming_day(date.fromisoformat(day), begins_hour=hour)
    assert (found.from_utc, found.until_utc) == (begins, ends)


@given(st.integers(0, 2_000_000_000), st.integers(0, 23), st.sampled_from(ZONES))
def test_that_every_moment_lies_in_exactly_its_own_day(seconds, hour, zone):
    where, at = ZoneInfo(zone), datetime.fromtimestamp(seconds, UTC)
    day = local_time.day_of(at, where, hour)
    begins = local_time.day_begins(day, where, hour)
    assert begins <= at < local_time.day_begins(day + timedelta(days=1), where, hour)


@given(st.integers(0, 2_000_000_000), st.sampled_from(ZONES))
def test_that_an_hour_never_lies_across_midnight(seconds, zone):
    where, at = ZoneInfo(zone), datetime.fromtimestamp(seconds, UTC)
    begun = local_time.hour_begins(at, where)
    assert begun <= at
    assert local_time.day_of(begun, where) == local_time.day_of(at, where)


# --- the wall ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sydney")
def test_that_a_time_is_shown_by_the_offset_of_its_own_day():
    assert local_time.shown("2027-05-27T00:00:00Z") == "2027-05-27 10:00 AEST"
    assert local_time.shown("2026-11-28T00:00:00Z") == "2026-11-28 11:00 AEDT"
    assert local_time.shown("never") == "never"


@pytest.mark.usefixtures("sydney")
def test_that_a_change_of_clocks_is_followed_while_the_program_runs():
    change = datetime(2026, 10, 3, 16, tzinfo=UTC)
    before, after = (local_time.local(change + timedelta(seconds=n)) for n in (-1, 0))
    assert f"{before:%H:%M:%S} {after:%H:%M:%S}" == "01:59:59 03:00:00"


def test_that_another_zone_is_followed_while_the_program_runs(monkeypatch):
    monkeypatch.setenv("TZ", SYDNEY)
    assert local_time.shown("2026-07-15T00:00:00Z") == "2026-07-15 10:00 AEST"
    monkeypatch.setenv("TZ", ":Asia/Macau")
    assert local_time.shown("2026-07-15T00:00:00Z") == "2026-07-15 08:00 CST"


# --- the machine's zone -----------------------------------------------------------------------------------------------


def machine(monkeypatch, tmp_path):
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(local_time, "_ROOT", tmp_path)
    (tmp_path / "etc").mkdir()
    return tmp_path / "etc/localtime"


def test_that_the_zone_is_the_one_that_the_machine_is_set_to(monkeypatch, tmp_path):
    link = machine(monkeypatch, tmp_path)
    assert local_time.zone() is UTC
    link.symlink_to(f"/usr/share/zoneinfo/{SYDNEY}")
    assert local_time.zone() is ZoneInfo(SYDNEY)
    link.unlink()
    link.symlink_to("../usr/share/zoneinfo/Asia/Macau")
    assert local_time.zone() is ZoneInfo("Asia/Macau")


def test_that_a_copied_file_has_its_rules_without_a_name(monkeypatch, tmp_path):
    path = machine(monkeypatch, tmp_path)
    path.write_bytes((files("tzdata") / "zoneinfo/Australia/Sydney").read_bytes())
    assert local_time.shown("2026-07-15T00:00:00Z") == "2026-07-15 10:00 AEST"
    assert local_time.shown("2026-11-28T00:00:00Z") == "2026-11-28 11:00 AEDT"


def test_that_a_system_without_data_has_those_of_the_package(monkeypatch):
    import zoneinfo

    zoneinfo.reset_tzpath(())
    ZoneInfo.clear_cache()
    try:
        monkeypatch.setenv("TZ", SYDNEY)
        assert local_time.shown("2026-07-15T00:00:00Z") == "2026-07-15 10:00 AEST"
    finally:
        zoneinfo.reset_tzpath()
        ZoneInfo.clear_cache()


def test_that_a_rule_in_place_of_a_name_holds_for_every_day(monkeypatch):
    import time

    monkeypatch.setenv("TZ", "AEST-10AEDT,M10.1.0,M4.1.0/3")
    time.tzset()
    try:
        assert local_time.shown("2026-07-15T00:00:00Z") == "2026-07-15 10:00 AEST"
        assert local_time.shown("2026-11-28T00:00:00Z") == "2026-11-28 11:00 AEDT"
        assert gaming_day(date(2026, 10, 4)).until_utc == "2026-10-04T13:00:00Z"
        twice = [local_time.local(f"2026-04-04T{hour}:30:00Z") for hour in (15, 16)]
        assert [at.utcoffset() // timedelta(hours=1) for at in twice] == [11, 10]
    finally:
        monkeypatch.undo()
        time.tzset()


# --- nobody else works it out -----------------------------------------------------------------------------------------

_BY_THEMSELVES = {
    "localtime",
    "mktime",
    "tzset",
    "ctime",
    "today",
    "toLocalTime",
    "utcfromtimestamp",
    "utcnow",
}


def own_local_time(source: str) -> list[str]:
    """Where a module's source turns moments into local time, or back, by itself."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names) if any(name.name == "zoneinfo" for name in names):
                found.append((node.lineno, "zoneinfo"))
            case ast.ImportFrom(module="zoneinfo"):
                found.append((node.lineno, "zoneinfo"))
            case ast.Call(func=ast.Attribute(attr=name)) if name in _BY_THEMSELVES:
                found.append((node.lineno, name))
            case ast.Call(func=ast.Attribute(attr="astimezone" | "now" as name), args=args) if _of_a_zone(
                node.func, args
            ):
                found.append((node.lineno, name))
            case ast.Call(func=ast.Attribute(attr="fromtimestamp"), args=[_]):
                found.append((node.lineno, "fromtimestamp"))
            case ast.keyword(arg="tzinfo", value=value) if not _is_utc(value):
                found.append((value.lineno, "tzinfo"))
    return [f"{line}: {what}" for line, what in sorted(found)]


def _of_a_zone(func: ast.Attribute, args: list[ast.expr]) -> bool:
    if func.attr == "now" and not (isinstance(func.value, ast.Name) and func.value.id == "datetime"):
        return False  # another thing's clock
    return not (len(args) == 1 and _is_utc(args[0]))


def _is_utc(value: ast.expr) -> bool:
    """UTC, or no zone at all."""
    return ast.unparse(value) in ("UTC", "dt.UTC", "None")


@pytest.mark.parametrize(
    "line",
    [
        "at.astimezone()",
        "at.astimezone(zone)",
        "datetime.now()",
        "datetime.now(zone)",
        "datetime.now().astimezone().tzinfo",
        "datetime.fromtimestamp(s)",
        "at.replace(tzinfo=zone)",
        "datetime(2026, 1, 1, tzinfo=zone)",
        "time.localtime()",
        "date.today()",
        "from zoneinfo import ZoneInfo",
    ],
)
def test_that_local_time_worked_out_is_seen(line):
    assert own_local_time(line)


def test_that_utc_is_no_local_time():
    assert not own_local_time("datetime.now(UTC); at.astimezone(UTC); clock.now(); at.replace(tzinfo=UTC)")


def test_that_no_other_module_works_out_local_time():
    here = Path(local_time.__file__)
    found = {
        str(path.relative_to(KIOSK)): own
        for path in sorted(KIOSK.rglob("*.py"))
        if path != here and (own := own_local_time(path.read_text("utf-8")))
    }
    assert found == {}
