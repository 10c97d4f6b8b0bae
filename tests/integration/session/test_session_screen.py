"""What a person sees and can press at a seat under its own units: the whole screen, and no way out of it."""

import shutil

import pytest

from kits.ops.session import DISPLAY, SETUP, TERMINAL, Machine, wait, why_not

_WHY_NOT = why_not() or next((f"needs {name}" for name in ("Xvfb", "xdotool") if not shutil.which(name)), "")
pytestmark = [
    pytest.mark.torture,  # a machine with systemd of its own: `make install-test`
    pytest.mark.skipif(bool(_WHY_NOT), reason=_WHY_NOT or "can be"),
]

LEAVING = (
    "ctrl+alt+BackSpace", "ctrl+alt+Delete", *(f"ctrl+alt+F{n}" for n in range(1, 9)), "alt+F2", "alt+F4", "alt+Tab",
    "super", "super+Tab", "super+k", "super+m", "super+r", "super+s", "super+shift+space", "q", "ctrl+c", "ctrl+q",
    "ctrl+w", "Escape", "Print", "Menu",
)  # fmt: skip


@pytest.fixture
def machine(request):
    with Machine(**getattr(request, "param", {}), seen=True) as found:
        found.systemctl("start", TERMINAL)
        found.wait_for(TERMINAL, ActiveState="active", StatusText="plays")
        yield found


def covered(machine, wide, high):
    """The picture, when the seat fills it to every edge."""
    shot = machine.screenshot()
    assert shot.size == (wide, high)
    across, down = range(0, wide, 16), range(0, high, 16)
    edges = [(x, y) for x in across for y in (0, high - 1)] + [(x, y) for x in (0, wide - 1) for y in down]
    assert all(shot.getpixel(place) != (0, 0, 0) for place in edges), "the display's black is seen at an edge"
    assert len(shot.getcolors(1 << 24)) > 500, "no board"
    return shot


@pytest.mark.parametrize(
    "machine", [{"width": 1920, "height": 1080}, {"width": 1080, "height": 1920}], indirect=True
)
def test_that_the_seat_fills_the_screen(machine):
    covered(machine, *machine.size)


def test_that_no_key_leaves_the_seat(machine):
    display, seat = machine.pid(DISPLAY), machine.pid(TERMINAL)
    processes = machine.processes()
    for keys in LEAVING:
        machine.press(keys)
    covered(machine, *machine.size)
    assert (machine.pid(DISPLAY), machine.pid(TERMINAL)) == (display, seat)
    assert machine.processes() == processes
    assert machine.show(TERMINAL, "NRestarts") == "0"


def test_that_a_machine_without_a_configuration_shows_the_set_up():
    with Machine(seen=True) as machine:
        machine.path("/etc/etg-kiosk/seat.toml").unlink()
        machine.systemctl("start", SETUP)
        wide, _ = machine.size
        wait(lambda: machine.screenshot().getpixel((wide // 2, 2)) != (0, 0, 0), "the set-up", 60)
        covered(machine, *machine.size)
        machine.press("Escape", "ctrl+q", "alt+F4")
        covered(machine, *machine.size)
        assert machine.show(SETUP, "NRestarts") == "0"
