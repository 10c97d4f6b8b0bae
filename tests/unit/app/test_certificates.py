"""The own certificate is looked at before the first connection: dates and issuer, in words."""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kiosk import cli
from kiosk.app import certificate_watch
from kiosk.app.certificates import WARN_BEFORE, check_certificate
from kiosk.app.config import read_admin_file, read_seat_file
from kiosk.app.config_links import LogConfig, ServeFile
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.ca import CERTIFICATE_DAYS, Authority

BEGIN = datetime(2020, 3, 1, 12, tzinfo=UTC)
END = BEGIN + timedelta(days=CERTIFICATE_DAYS, hours=-1)


def table_12():
    return Authority("table 12", lambda: BEGIN)


def looked(ca, pair, at):
    return check_certificate((Path("ca.crt"), ca.pair.certificate), (Path("my.crt"), pair.certificate), at)


def test_that_a_certificate_of_our_authority_is_taken_without_a_word_while_it_is_valid():
    ca = table_12()
    for at in (BEGIN, END - WARN_BEFORE - timedelta(seconds=1)):
        assert looked(ca, ca.client("12.seat.07"), at) == ()


def test_that_the_last_thirty_days_are_warned_of():
    ca = table_12()
    for days, told in ((30, "in 30 days"), (0.5, "in 0 days")):
        (warning,) = looked(ca, ca.client("12.seat.07"), END - timedelta(days=days))
        assert f"my.crt expires on {END:%Y-%m-%d}, {told}" in warning


def test_that_an_expired_certificate_is_refused_with_its_date_and_the_clocks():
    ca = table_12()
    with pytest.raises(EnvironmentFault) as caught:
        looked(ca, ca.client("12.seat.07"), datetime(2026, 5, 4, tzinfo=UTC))
    assert f"my.crt expired on {END:%Y-%m-%d}; today is 2026-05-04 by this machine's clock" in str(
        caught.value
    )
    assert caught.value.way_out


def test_that_a_clock_that_stands_before_the_certificates_begin_is_told():
    ca = table_12()
    with pytest.raises(EnvironmentFault, match=r"my.crt is valid from 2020-03-01 on; today is 1970-01-01"):
        looked(ca, ca.client("12.seat.07"), datetime(1970, 1, 1, tzinfo=UTC))


def test_that_a_certificate_ends_with_its_authority_however_young_it_is():
    old = table_12()
    moment = BEGIN + timedelta(days=3650)
    old._now = lambda: moment
    with pytest.raises(EnvironmentFault, match=r"my.crt expired on 2030-03-02"):
        looked(old, old.client("12.seat.07"), moment + timedelta(days=30))


def test_that_the_authority_of_another_table_is_named():
    other = Authority("table 13", lambda: BEGIN)
    with pytest.raises(EnvironmentFault) as caught:
        looked(table_12(), other.client("12.seat.07"), BEGIN)
    assert "my.crt was issued by 'CN=table 13', but not by the authority in ca.crt: 'CN=table 12'" in str(
        caught.value
    )


def test_that_an_authority_of_the_same_name_with_another_key_is_refused():
    with pytest.raises(EnvironmentFault, match=r"issued by 'CN=table 12', but not by the authority"):
        looked(table_12(), table_12().client("12.seat.07"), BEGIN)


# --- at the start ---------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(provided, tmp_path):
    shutil.copytree(provided, tmp_path / "table")
    return tmp_path / "table"


def forge(folder, party, begin):
    """Give a party a pair, and its own copy of the authority, that began at ``begin``."""
    place = folder / "config" / party
    ca = Authority("table 12", lambda: begin)
    pair = ca.client("x")
    (place / "ca.crt").write_bytes(ca.pair.certificate)
    (place / "client.crt").write_bytes(pair.certificate)
    (place / "client.key").write_bytes(pair.key)


@pytest.mark.parametrize(
    ("party", "words"),
    [
        ("seat-07", ["terminal", "--headless"]),
        ("console", ["console", "--headless", "--auto"]),
        ("host-1", ["host"]),
    ],
)
def test_that_every_party_refuses_to_start_with_an_expired_certificate(folder, party, words, capsys):
    forge(folder, party, BEGIN)
    if party != "host-1":  # without a screen and without devices only a demonstration runs
        file = folder / f"config/{party}.toml"
        file.write_text("demonstration = true\n" + file.read_text())
    assert cli.main([*words, "--config", str(folder / "config" / f"{party}.toml")]) == 2
    assert re.search(
        rf"^kiosk {words[0]}: certificate \S*client\.crt expired on {END:%Y-%m-%d}", capsys.readouterr().err
    )


def test_that_rights_are_not_brought_with_an_expired_certificate(folder):
    forge(folder, "admin", BEGIN)
    with pytest.raises(EnvironmentFault, match=r"client\.crt expired on"):
        apply(folder, lambda _: None)


def test_that_files_with_an_expired_certificate_are_read_since_books_are_audited_by_them_too(folder):
    forge(folder, "seat-07", BEGIN)
    forge(folder, "admin", BEGIN)
    assert read_seat_file(folder / "config/seat-07.toml").seat == "07"
    assert read_admin_file(folder / "config/admin.toml").log.endpoints


def test_that_a_certificate_that_expires_soon_is_warned_of_at_the_start(folder, warnings_logged):
    forge(folder, "seat-07", datetime.now(UTC) - timedelta(days=CERTIFICATE_DAYS - 12))
    read_seat_file(folder / "config/seat-07.toml").log.etcd()
    told = warnings_logged.pop().getMessage()
    assert re.search(r"client\.crt expires on \S+, in 11 days\. Put newly provided", told)


@pytest.mark.parametrize(("asked", "found"), [(None, "NONE"), ("DEBUG", "DEBUG")])
def test_that_lines_of_the_connections_own_library_come_only_where_they_are_asked_for(asked, found):
    code = (
        "import os, sys; from kiosk import cli; cli.main(['odds', '--json']); "
        "sys.stderr.write(os.environ['GRPC_VERBOSITY'])"
    )
    env = {name: value for name, value in os.environ.items() if name != "GRPC_VERBOSITY"}
    if asked:
        env["GRPC_VERBOSITY"] = asked
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert done.stderr.endswith(found)


# --- while a program runs ---------------------------------------------------------------------------------------------


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """A watch over a real certificate's files; ``at[0]`` is the date, ``clock[0]`` the seconds that it has run."""
    ca = table_12()
    mine = ca.client("12.seat.07")
    for name, pem in (("ca.crt", ca.pair.certificate), ("my.crt", mine.certificate), ("my.key", mine.key)):
        (tmp_path / name).write_bytes(pem)
    at, clock = [END - timedelta(days=31)], [0.0]
    monkeypatch.setattr(certificate_watch, "now", lambda: at[0])
    files = (tmp_path / name for name in ("ca.crt", "my.crt", "my.key"))
    log = LogConfig(
        endpoints=("127.0.0.1:2379",), **dict(zip(("ca", "certificate", "key"), files, strict=True))
    )
    return certificate_watch.CertificateWatch(log, clock_s=lambda: clock[0]), at, clock


def test_that_a_running_program_tells_daily_of_the_last_thirty_days(watched):
    watch, at, clock = watched
    assert watch.look() == ""
    for day in range(2, 32):
        at[0], clock[0] = END - timedelta(days=32 - day), day * 86_400.0
        assert f"expires on {END:%Y-%m-%d}" in watch.look()
        assert watch.look() == ""  # told once a day
        assert watch.why("the servers are silent") == "the servers are silent"


def test_that_a_silence_after_the_end_names_the_certificate_and_its_date(watched):
    watch, at, clock = watched
    assert watch.why("") == ""
    assert watch.why("connection refused") == "connection refused"
    at[0], clock[0] = END + timedelta(minutes=1), 60.0
    assert f"my.crt expired on {END:%Y-%m-%d}" in watch.why("connection refused")
    at[0], clock[0] = END - timedelta(days=90), 120.0  # a new one is in place
    assert watch.why("connection refused") == "connection refused"


def test_that_a_host_tells_of_the_certificate_that_it_serves_with(watched, tmp_path):
    _, at, _ = watched
    ca = table_12()
    mine = ca.server("host-1", "127.0.0.1")
    pair = (("ca.crt", ca.pair.certificate), ("server.crt", mine.certificate), ("server.key", mine.key))
    for name, pem in pair:
        (tmp_path / name).write_bytes(pem)
    files = {"certificate": tmp_path / "server.crt", "key": tmp_path / "server.key"}
    serve = ServeFile(listen="127.0.0.1:1", floor_ca=tmp_path / "ca.crt", signers=tmp_path / "none", **files)
    log = LogConfig(endpoints=("127.0.0.1:2379",), plain=True)
    watch = certificate_watch.CertificateWatch(log, serve)
    at[0] = END - timedelta(days=31)
    assert watch.look() == ""
    at[0] = END - timedelta(days=3)
    assert f"server.crt expires on {END:%Y-%m-%d}, in 3 days" in watch.look(0.0)
    at[0] = END + timedelta(minutes=1)
    assert f"server.crt expired on {END:%Y-%m-%d}" in watch.look()


def test_that_a_file_taken_away_meanwhile_is_named(watched, tmp_path):
    watch, _, _ = watched
    (tmp_path / "my.crt").unlink()
    assert "my.crt" in watch.look()


def test_that_an_end_between_two_daily_looks_is_told_when_it_comes(watched):
    watch, at, _ = watched
    at[0] = END - timedelta(minutes=1)
    assert "in 0 days" in watch.look()
    at[0] = END + timedelta(minutes=1)
    assert "expired on" in watch.look()
    assert watch.look() == ""


def test_that_the_certificate_that_ends_first_is_known_with_its_days(watched, tmp_path):
    watch, at, _ = watched
    found = watch.first_end()
    assert (found.path, found.ends, found.days_left(at[0])) == (tmp_path / "my.crt", END, 31)
    assert found.days_left(END + timedelta(hours=1)) == -1
    (tmp_path / "my.crt").write_text("nothing")
    with pytest.raises(EnvironmentFault, match=r"my\.crt"):
        watch.first_end()


def test_that_the_status_page_is_told_of_it_in_every_state_of_the_files(watched, tmp_path):
    from kiosk.ui.terminal.play import service

    watch, _, _ = watched
    found = service.certificate_facts(watch)
    assert (found.name, found.ends, found.days) == ("my.crt", f"{END:%Y-%m-%dT%H:%M:%SZ}", 31)
    (tmp_path / "ca.crt").unlink()
    found = service.certificate_facts(watch)
    assert (found.name, found.ends) == ("my.crt", "")
    plain = certificate_watch.CertificateWatch(LogConfig(endpoints=("127.0.0.1:2379",), plain=True))
    assert service.certificate_facts(plain) is service.certificate_facts(None) is None
