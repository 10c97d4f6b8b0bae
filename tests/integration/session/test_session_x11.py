"""The way without weston: openbox with our rc.xml on a real X server, the seat on all of it, no key that leaves."""

import os
import shutil
import subprocess
import sys

import pytest
from PIL import ImageGrab

from kits.ops.session import DISPLAY, PACKAGING, REPO, TERMINAL, Machine, wait, why_not

_MISSING = [name for name in ("Xvfb", "openbox", "xdotool", "xset", "xsetroot") if not shutil.which(name)]
pytestmark = [
    pytest.mark.torture,  # `make install-test`
    pytest.mark.skipif(bool(_MISSING), reason=f"needs {', '.join(_MISSING)}"),
]

LEAVING = ("alt+F4", "alt+Tab", "alt+Escape", "alt+space", "super+e", "super+d", "ctrl+alt+Left", "ctrl+alt+BackSpace",
           "ctrl+alt+F2", "super+F1", "ctrl+g", "Menu")  # fmt: skip


@pytest.fixture
def server():
    words = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-ac", "-noreset"]
    found = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    yield found.stdout.readline().strip()
    found.kill()
    found.communicate()


@pytest.fixture
def openbox(server):
    found = subprocess.Popen([PACKAGING / "session/x11/display", server], stderr=subprocess.PIPE)
    yield found
    found.kill()
    found.communicate()


@pytest.fixture
def seat(server, openbox, tmp_path):
    found = subprocess.Popen(
        [sys.executable, "-m", "kiosk", "demo", "--full-screen", "--state", str(tmp_path / "state")],
        env=os.environ | {"DISPLAY": f":{server}", "QT_QPA_PLATFORM": "xcb"}, cwd=REPO,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    yield found
    found.kill()
    found.communicate()


def covered(server):
    shot = ImageGrab.grab(xdisplay=f":{server}").convert("RGB")
    edges = [(x, y) for x in range(0, 1280, 16) for y in (0, 719)] + [
        (x, y) for x in (0, 1279) for y in range(720)
    ]
    return len(shot.getcolors(1 << 24)) > 500 and all(shot.getpixel(place) != (0, 0, 0) for place in edges)


def test_that_the_seat_fills_the_screen_and_no_key_leaves_it(server, openbox, seat):
    wait(lambda: covered(server), "the seat on the whole screen")
    keys = ["xdotool", "key", *LEAVING]
    subprocess.run(keys, env={"DISPLAY": f":{server}"}, check=True, timeout=30)
    menu = [
        "xdotool",
        "mousemove",
        "640",
        "10",
        "click",
        "2",
        "click",
        "3",
    ]  # openbox's own menus hang on these buttons
    subprocess.run(menu, env={"DISPLAY": f":{server}"}, check=True, timeout=30)
    wait(lambda: covered(server), "the seat on the whole screen")
    assert seat.poll() is None
    assert openbox.poll() is None


def test_that_the_screen_without_a_seat_is_black_and_has_no_menu(server, openbox):
    def black():
        shot = ImageGrab.grab(xdisplay=f":{server}").convert("RGB")
        return shot.getcolors(1 << 24) == [(1280 * 720, (0, 0, 0))]

    def managed():
        asked = ["xdotool", "get_num_desktops"]  # which a window manager tells
        return not subprocess.run(
            asked, env={"DISPLAY": f":{server}"}, capture_output=True, check=False
        ).returncode

    wait(managed, "the window manager")
    wait(black, "black")
    presses = [
        "xdotool",
        "mousemove",
        "600",
        "300",
        "click",
        "1",
        "click",
        "2",
        "click",
        "3",
        "key",
        *LEAVING,
    ]
    subprocess.run(presses, env={"DISPLAY": f":{server}"}, check=True, timeout=30)
    assert black()
    assert openbox.poll() is None


def test_that_a_server_that_is_no_number_is_refused():
    found = subprocess.run(
        [PACKAGING / "session/x11/display", "0; id"], capture_output=True, text=True, check=False, timeout=30
    )
    assert found.returncode == 2
    assert "expected a number" in found.stderr


XORG = """#!/bin/sh
# No graphics card here: Xvfb in its place, with the same number and the same key.
number=$1
while [ "$1" != -auth ]; do shift; done
exec Xvfb "$number" -screen 0 1280x720x24 -nolisten tcp -auth "$2"
"""


@pytest.mark.skipif(bool(why_not() or not shutil.which("xauth")), reason=why_not() or "needs xauth")
def test_that_the_units_run_on_x11_with_the_drop_ins(monkeypatch):
    number = 700 + os.getpid() % 100_000
    with Machine() as machine:
        machine.put("/usr/lib/xorg/Xorg", XORG.encode(), "0755")
        for unit, name in (("etg-kiosk-display@.service", "display"), (TERMINAL, "terminal")):
            text = (
                (PACKAGING / f"session/x11/{name}.conf")
                .read_text()
                .replace("DISPLAY=:0", f"DISPLAY=:{number}")
            )
            machine.drop_in(unit, text, "x11")
        machine.systemctl("start", TERMINAL)
        machine.wait_for(TERMINAL, ActiveState="active", StatusText="plays")
        assert machine.show(DISPLAY, "ActiveState") == "active"
        monkeypatch.delenv("XAUTHORITY", raising=False)
        with pytest.raises(OSError, match="X connection failed"):
            ImageGrab.grab(xdisplay=f":{number}")  # nobody without the key
        monkeypatch.setenv("XAUTHORITY", str(machine.path("/run/etg-kiosk-display-seat/xauthority")))
        wait(lambda: covered(number), "the seat on the whole screen")
