"""The seat under its own units: ready on the whole screen, back after every blow, out of service after too many."""

import json
import os
import signal
import time

import pytest
from PIL import Image

from kits.ops.session import DISPLAY, OUT_OF_SERVICE, SEAT, SEAT_UID, SETUP, TERMINAL, Machine, wait, why_not

pytestmark = [
    pytest.mark.torture,  # a machine with systemd of its own: `make install-test`
    pytest.mark.skipif(bool(why_not()), reason=why_not() or "can be"),
]

STANDS_S = 5
FRAMEBUFFER = {"virtual_size": "640,360", "bits_per_pixel": "32", "stride": "2560"}
PICTURE = """
[Service]
ExecStart=
ExecStart=/usr/lib/etg-kiosk/session/out-of-service /run/screen
ReadWritePaths=/run/screen
"""


@pytest.fixture
def machine():
    with Machine() as found:
        for name, line in FRAMEBUFFER.items():
            found.put(f"/run/screen/sys/class/graphics/fb0/{name}", f"{line}\n".encode())
        picture = found.path("/usr/lib/etg-kiosk/session/out-of-service.ppm.gz").read_bytes()
        found.put("/run/screen/usr/lib/etg-kiosk/session/out-of-service.ppm.gz", picture)
        found.put("/run/screen/dev/fb0", b"")
        found.put("/run/screen/dev/tty1", b"")
        found.drop_in(OUT_OF_SERVICE, PICTURE)
        yield found


def playing(machine):
    machine.systemctl("start", TERMINAL)
    machine.wait_for(TERMINAL, ActiveState="active", SubState="running", StatusText="plays")


def test_that_display_and_seat_are_their_users_own(machine):
    playing(machine)
    for unit in (DISPLAY, TERMINAL):
        assert machine.path(f"/proc/{machine.pid(unit)}").stat().st_uid == SEAT_UID
    socket = machine.path("/run/etg-kiosk-seat-display").stat()
    assert (socket.st_uid, socket.st_mode & 0o777) == (SEAT_UID, 0o600)
    assert machine.path("/run/terminal.err").read_text() == ""


def test_that_a_killed_seat_is_back_and_a_tired_one_gives_way_to_the_picture(machine):
    playing(machine)
    for restarts in range(1, 5):
        os.kill(machine.pid(TERMINAL), signal.SIGKILL)
        machine.wait_for(TERMINAL, NRestarts=str(restarts), ActiveState="active", StatusText="plays")
        assert machine.show(OUT_OF_SERVICE, "ActiveState") == "inactive"
    os.kill(machine.pid(TERMINAL), signal.SIGKILL)
    machine.wait_for(TERMINAL, ActiveState="failed")
    machine.wait_for(OUT_OF_SERVICE, ActiveState="active", SubState="exited")
    machine.wait_for(DISPLAY, ActiveState="inactive")  # it has left the screen to the picture
    pixels = machine.path("/run/screen/dev/fb0").read_bytes()
    shown = Image.frombytes("RGB", (640, 360), pixels, "raw", "BGRX")
    assert shown.getpixel((2, 2)) == (6, 32, 25)
    assert (245, 217, 122) in {colour for _, colour in shown.getcolors(1 << 20)}
    machine.systemctl("reset-failed")
    playing(machine)  # a technician takes the screen back
    assert machine.show(OUT_OF_SERVICE, "ActiveState") == "inactive"


def test_that_a_screen_that_hangs_is_restarted(machine):
    machine.drop_in(TERMINAL, "[Service]\nWatchdogSec=3\n")
    playing(machine)
    hung = machine.pid(TERMINAL)
    os.kill(hung, signal.SIGSTOP)
    machine.wait_for(TERMINAL, NRestarts="1", ActiveState="active", StatusText="plays")
    assert machine.pid(TERMINAL) not in (0, hung)


def test_that_a_display_that_dies_comes_back_with_the_seat(machine):
    playing(machine)
    display, seat = machine.pid(DISPLAY), machine.pid(TERMINAL)
    os.kill(display, signal.SIGKILL)
    wait(lambda: machine.pid(TERMINAL) not in (0, seat), "another seat")
    machine.wait_for(TERMINAL, ActiveState="active", StatusText="plays")
    assert machine.pid(DISPLAY) not in (0, display)
    assert machine.show(OUT_OF_SERVICE, "ActiveState") == "inactive"


def test_that_a_display_that_never_works_gives_way_to_the_picture(machine):
    machine.drop_in(
        "etg-kiosk-display@.service", "[Service]\nExecStart=\nExecStart=/bin/false\nRestartSec=50ms\n", "zz"
    )
    machine.systemctl("start", "--no-block", TERMINAL)
    machine.wait_for(OUT_OF_SERVICE, ActiveState="active", SubState="exited")
    machine.wait_for(TERMINAL, ActiveState="inactive")


def test_that_a_seat_without_a_file_is_not_begun(machine):
    machine.path("/etc/etg-kiosk/seat.toml").unlink()
    machine.systemctl("start", TERMINAL)
    assert machine.show(TERMINAL, "ConditionResult") == "no"
    assert machine.show(OUT_OF_SERVICE, "ActiveState") == "inactive"


def set_up_stands(machine, restarts=0):
    """The real set-up by touch is on the screen, and stays there."""
    machine.wait_for(SETUP, ActiveState="active", SubState="running", NRestarts=str(restarts))
    pid = machine.pid(SETUP)
    time.sleep(STANDS_S)
    assert machine.pid(SETUP) == pid, machine.said()
    assert machine.path("/run/setup.err").read_text() == ""
    return pid


@pytest.fixture
def bare(machine):
    """A machine without a configuration, with its set-up on the screen as after the power-on."""
    machine.path("/etc/etg-kiosk/seat.toml").unlink()
    machine.systemctl("start", SETUP, TERMINAL)
    assert machine.show(TERMINAL, "ConditionResult") == "no"
    return machine


def test_that_a_killed_set_up_is_back_and_a_seat_that_was_set_up_from_a_file_takes_its_place(bare):
    os.kill(set_up_stands(bare), signal.SIGKILL)
    set_up_stands(bare, restarts=1)
    bare.put("/etc/etg-kiosk/seat.toml", SEAT.encode())
    playing(bare)
    for unit, state in {SETUP: "inactive", OUT_OF_SERVICE: "inactive", DISPLAY: "active"}.items():
        assert bare.show(unit, "ActiveState") == state, unit
    bare.systemctl("start", SETUP)
    assert bare.show(SETUP, "ConditionResult") == "no", (
        "a seat that has its configuration is not set up again"
    )


def test_that_a_set_up_that_has_written_gives_way_to_the_seat_on_a_new_display(bare):
    display = bare.pid(DISPLAY)
    bare.put("/run/seat.toml", SEAT.encode())
    kept = bare.path("/var/lib/etg-kiosk/seat/touch-calibration.json")
    kept.write_text('{"matrix":[1,0,0.01,0,1,0],"worst_px":2}')  # as the set-up has made it
    bare.drop_in("etg-kiosk-display@.service", "[Service]\nExecStartPre=/bin/sleep 5\n", "slow")
    written = "ExecStart=/usr/bin/install -m 0644 /run/seat.toml /etc/etg-kiosk/seat.toml"
    bare.drop_in(SETUP, f"[Service]\nExecStart=\n{written}\n", "done")
    os.kill(set_up_stands(bare), signal.SIGKILL)  # the next one writes, and ends with 0
    bare.wait_for(TERMINAL, ActiveState="active", SubState="running", StatusText="plays")
    assert bare.show(SETUP, "ActiveState") == "inactive"
    assert bare.pid(DISPLAY) not in (0, display)
    applied = bare.path("/run/etg-kiosk-display-seat/touch-calibration.json")
    assert (applied.read_text(), applied.stat().st_uid) == (kept.read_text(), SEAT_UID)
    assert bare.restarts(TERMINAL) == 0


def test_that_a_set_up_that_is_stopped_is_no_fault(bare):
    set_up_stands(bare)
    bare.systemctl("stop", SETUP)
    assert bare.show(SETUP, "ActiveState") == bare.show(OUT_OF_SERVICE, "ActiveState") == "inactive"


PROBE = """
import ctypes, errno, json, mmap, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def tried(do):
    try:
        found = do()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "can" if found is None or found != -1 else errno.errorcode[ctypes.get_errno()]
def others():
    folders = [name for name in os.listdir("/proc") if name.isdecimal()]
    return sorted(name for name in folders if os.stat("/proc/" + name).st_uid != os.getuid())
def rights():
    lines = open("/proc/self/status").read().splitlines()
    return [line.split()[1] for line in lines if line.startswith(("CapEff", "CapBnd", "NoNewPrivs"))]
def write(path):
    with open(path, "w") as file:
        file.write("x")
print(json.dumps({
    "own state": tried(lambda: write("/var/lib/etg-kiosk/seat/probe")),
    "program": tried(lambda: write("/usr/bin/kiosk")),
    "configuration": tried(lambda: write("/etc/etg-kiosk/seat.toml")),
    "other state": tried(lambda: write("/var/lib/etg-kiosk/other")),
    "kernel": tried(lambda: write("/proc/sys/kernel/hostname")),
    "others": others(),
    "raw packets": tried(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()),
    "trace": tried(lambda: libc.ptrace(0, 0, 0, 0)),
    "mount": tried(lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None)),
    "namespace": tried(lambda: libc.unshare(0x10000000)),
    "written code": tried(lambda: mmap.mmap(-1, 4096, prot=7).close()),
    "rights": rights(),
    "user": os.getuid(),
    "homes": tried(lambda: os.listdir("/root")),
}))
"""


def test_that_the_seats_sandbox_holds(machine):
    machine.put("/usr/lib/etg-kiosk/probe.py", PROBE.encode())
    machine.put("/run/in-tmp", b"")
    machine.drop_in(
        TERMINAL,
        "[Service]\nType=oneshot\nRestart=no\nWatchdogSec=0\nExecStart=\n"
        "ExecStart=/usr/bin/python3.11 /usr/lib/etg-kiosk/probe.py\nStandardOutput=truncate:/run/probe.json\n",
    )
    machine.systemctl("start", TERMINAL)
    found = json.loads(machine.path("/run/probe.json").read_text())
    assert found == {
        "own state": "can", "program": "EROFS", "configuration": "EROFS", "other state": "EROFS",
        "kernel": "ENOENT",
        "others": [],
        "raw packets": "EAFNOSUPPORT",
        "trace": "EPERM", "mount": "EPERM", "namespace": "EPERM", "written code": "EPERM",
        "rights": ["0000000000000000", "0000000000000000", "1"],
        "user": SEAT_UID,
        "homes": "EACCES",
    }  # fmt: skip
