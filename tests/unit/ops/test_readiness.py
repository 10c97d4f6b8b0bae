"""What the service manager hears, through real sockets."""

import os
import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.ops import readiness
from kiosk.ops.readiness import Readiness


@pytest.fixture
def manager(tmp_path):
    """A socket as the service manager has it, and the environment that names it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.bind(str(tmp_path / "notify"))
        found.settimeout(30)
        yield found, {"NOTIFY_SOCKET": str(tmp_path / "notify")}


def heard(found):
    return found.recv(4096).decode().split("\n")


def test_that_ready_alive_and_stopping_are_the_words_of_the_protocol(manager):
    found, environ = manager
    tell = Readiness(environ)
    tell.starting("tests its books", 60)
    tell.ready("playable")
    tell.status("locked: door open")
    tell.alive()
    tell.stopping()
    assert [heard(found) for _ in range(5)] == [
        ["STATUS=tests its books", "EXTEND_TIMEOUT_USEC=60000000"],
        ["READY=1", "STATUS=playable"],
        ["STATUS=locked: door open"],
        ["WATCHDOG=1"],
        ["STOPPING=1", "STATUS=ends"],
    ]


def test_that_an_abstract_socket_is_told():
    name = f"etg-readiness-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.bind(f"\0{name}")
        found.settimeout(30)
        Readiness({"NOTIFY_SOCKET": f"@{name}"}).ready("playable")
        assert heard(found) == ["READY=1", "STATUS=playable"]


def test_that_nothing_happens_without_a_manager():
    tell = Readiness({})
    tell.ready("playable")
    tell.alive()
    assert (tell.listens, tell.beat_ms) == (False, 0)


def test_that_the_environment_of_the_process_is_asked(manager, monkeypatch):
    found, environ = manager
    monkeypatch.setenv("NOTIFY_SOCKET", environ["NOTIFY_SOCKET"])
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    tell = Readiness()
    tell.alive()
    assert heard(found) == ["WATCHDOG=1"]
    assert tell.beat_ms == 0


def test_that_three_beats_go_into_the_watchdogs_time(manager):
    _, environ = manager
    environ |= {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}
    assert Readiness(environ).beat_ms == 10_000
    assert Readiness(environ | {"WATCHDOG_USEC": "1000"}).beat_ms == 1


def test_that_a_watchdog_over_another_process_is_not_ours(manager):
    _, environ = manager
    environ |= {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid() + 1)}
    assert Readiness(environ).beat_ms == 0


@pytest.mark.parametrize("time_us", ["0", "-5", "soon", "1e6", "٣٠٠٠٠٠٠", "9" * 40])
def test_that_a_watchdog_time_that_is_none_is_said_and_not_used(manager, warnings_logged, time_us):
    _, environ = manager
    assert Readiness(environ | {"WATCHDOG_USEC": time_us}).beat_ms == 0
    assert "WATCHDOG_USEC" in warnings_logged.pop().getMessage()


@pytest.mark.parametrize("name", ["notify", "/", "@", "/a\0b", "/" + "x" * 200])
def test_that_a_socket_name_that_is_none_is_said_and_not_used(warnings_logged, name):
    tell = Readiness({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "30000000"})
    tell.ready("playable")
    assert (tell.listens, tell.beat_ms) == (False, 0)
    assert "NOTIFY_SOCKET" in warnings_logged.pop().getMessage()


def test_that_a_manager_that_is_gone_is_said_once_and_stops_nothing(tmp_path, warnings_logged):
    tell = Readiness({"NOTIFY_SOCKET": str(tmp_path / "nobody")})
    for _ in range(5):
        tell.alive()
    assert len(warnings_logged) == 1
    assert "cannot be told" in warnings_logged.pop().getMessage()


def test_that_a_manager_that_does_not_read_holds_nobody_up(manager, warnings_logged):
    found, environ = manager
    tell = Readiness(environ)
    for _ in range(2000):  # far more than its queue takes; a call that waited would wait for ever
        tell.alive()
    assert heard(found) == ["WATCHDOG=1"]
    assert "cannot be told" in warnings_logged.pop().getMessage()


@given(st.text(max_size=400))
def test_that_words_never_become_another_assignment(words):
    line = readiness._line(words)
    assert len(line) <= readiness.LONGEST_STATUS
    assert line.splitlines() in ([], [line])
