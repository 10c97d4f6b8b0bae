"""A screen's beats, heard through a real socket: they come while it moves and stop when it hangs."""

import socket
import subprocess

import pytest
from PySide6.QtWidgets import QWidget

from kiosk.ops.readiness import Readiness
from kiosk.ui.kit.watchdog import Watchdog
from kits import program, surroundings

WATCHDOG_US = 300_000


@pytest.fixture
def manager(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.bind(str(tmp_path / "notify"))
        found.settimeout(30)
        yield found, {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": str(WATCHDOG_US)}


def heard(found):
    return found.recv(4096).decode().split("\n")


def hear_until(found, line):
    said = []
    while line not in said:
        said += heard(found)
    return said


def test_that_a_screen_beats_until_it_hangs(manager):
    found, environ = manager
    screen = subprocess.Popen(
        program("kits.ui.watchdog_screen"),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=surroundings(**environ, QT_QPA_PLATFORM="offscreen"),
    )  # fmt: skip
    try:
        said = hear_until(found, "READY=1")
        assert said[:3] == ["STATUS=starts", "EXTEND_TIMEOUT_USEC=120000000", "WATCHDOG=1"]
        for _ in range(5):
            assert "WATCHDOG=1" in hear_until(found, "WATCHDOG=1")
        screen.stdin.write("\n")
        screen.stdin.flush()
        assert screen.stdout.readline() == "hangs\n"
        found.settimeout(5 * WATCHDOG_US / 1e6)
        with pytest.raises(TimeoutError):  # what was sent before it hung comes, and then nothing
            hear_until(found, "never")
        assert screen.poll() is None
    finally:
        screen.kill()
        screen.communicate()


def test_that_ready_is_said_when_the_window_is_on_the_screen_and_not_before(manager, qtbot):
    found, environ = manager
    watchdog = Watchdog(readiness=Readiness(environ))
    window = QWidget()
    qtbot.addWidget(window)
    watchdog.shown(window, "plays")  # nobody has shown it
    qtbot.wait(300)
    found.setblocking(False)
    with pytest.raises(BlockingIOError):
        heard(found)
    found.settimeout(30)
    window.show()
    qtbot.waitUntil(lambda: not watchdog._look.isActive(), timeout=60_000)
    assert heard(found) == ["READY=1", "STATUS=plays"]
    watchdog.status("locked: seat.db is damaged")
    assert heard(found) == ["STATUS=locked: seat.db is damaged"]
    watchdog.end(again=False)
    assert heard(found) == ["STOPPING=1", "STATUS=ends"]


def test_that_a_screen_that_begins_again_never_says_that_it_ends(manager, qtbot):
    found, environ = manager
    watchdog = Watchdog(readiness=Readiness(environ))
    watchdog.begin("starts")
    watchdog.end(again=True)
    qtbot.wait(2 * WATCHDOG_US // 1000)
    assert [heard(found)[0] for _ in range(3)] == ["STATUS=starts", "WATCHDOG=1", "WATCHDOG=1"]
    found.setblocking(False)
    with pytest.raises(BlockingIOError):
        heard(found)
