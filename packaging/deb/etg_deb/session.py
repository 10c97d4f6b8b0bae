"""The seat's session on a machine in a folder: weston's kiosk shell without a screen, and what it would show."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from etg_deb.faults import Failed
from etg_deb.machine import Machine

# Of the cells of two pictures. What is lit, staked and counted differs from painted; another layout differs more.
ALIKE, AHEAD = 0.7, 0.1
_CELLS = (96, 54)
_NEAR = 16  # of 255

# Starts the compositor and the seat as the units do, waits until the seat says that it is ready, and until its board is
# on the compositor's output. That is a window which fills an X server without a screen: the kiosk shell shows nothing
# where there is no input device, and weston's own headless output has none. Runs in the machine, as the seat's user.
_SHOW = r"""
import json, os, pathlib, socket, subprocess, sys, time
from PIL import ImageGrab

folder = pathlib.Path("/var/lib/etg-kiosk/seat/session")
folder.mkdir(mode=0o700, exist_ok=True)
os.chdir(folder)
words = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-ac", "-noreset"]
server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
screen = ":" + server.stdout.readline().strip()
ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
ready.bind("ready")
ready.settimeout(120)
env = os.environ | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder), "DISPLAY": screen}
shown = env | {"WAYLAND_DISPLAY": "display", "QT_QPA_PLATFORM": "wayland", "NOTIFY_SOCKET": str(folder / "ready")}
shown |= {"QT_WAYLAND_DISABLE_WINDOWDECORATION": "1"}
compositor = ["weston", "--backend=x11-backend.so", "--use-pixman", "--socket=display", "--log=weston.log"]
compositor += ["--width=1920", "--height=1080", "--config=/usr/lib/etg-kiosk/session/weston.ini"]
words = ["kiosk", "terminal", "--config", "/etc/etg-kiosk/seat.toml", "--full-screen"]
weston = seat = None

def said(name):
    return f"{name}: {(folder / name).read_text()[-600:]}"

try:
    began = time.monotonic()
    weston = subprocess.Popen(compositor, env=env)
    while not (folder / "display").exists():
        if weston.poll() is not None or time.monotonic() - began > 30:
            sys.exit(said("weston.log"))
        time.sleep(0.02)
    with open("seat.log", "w") as log:
        seat = subprocess.Popen(words, env=shown, stdout=log, stderr=subprocess.STDOUT)
    while b"READY=1" not in ready.recv(4096).split(b"\n"):
        if seat.poll() is not None:
            sys.exit(said("seat.log"))
    told = time.monotonic() - began
    while True:
        image = ImageGrab.grab(xdisplay=screen).convert("RGB")
        colours = len(image.getcolors(1 << 24))
        seen = time.monotonic() - began
        if colours > 500:
            break
        if seen > 60 or seat.poll() is not None:
            sys.exit(f"the output shows {colours} colours: expected the seat's board. {said('seat.log')}")
    image.save("shown.png")
    print(json.dumps({"ready_s": round(told, 1), "seen_s": round(seen, 1)}))
finally:
    for process in (seat, weston, server):
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait(30)
"""


def show(seat: Machine, to: Path, painted: Path, other: Path) -> str:
    """Start the seat's session, take a picture of what is on its screen to ``to``; how long it took, in words.

    Raises Failed unless it looks like ``painted``, the same layout by `kiosk shots`, and not like ``other``.
    """
    told = seat.run("/usr/lib/etg-kiosk/venv/bin/python3", "-I", "-c", _SHOW, user="etg-seat")
    seat.take("/var/lib/etg-kiosk/seat/session/shown.png", to)
    seat.run("rm", "-r", "/var/lib/etg-kiosk/seat/session")
    if not to.read_bytes().startswith(b"\x89PNG\r\n"):
        raise Failed(f"{to} is no picture")
    same, wrong = alike(to, painted), alike(to, other)
    if same < ALIKE or same - wrong < AHEAD:
        raise Failed(
            f"{to} has {same:.2f} in common with {painted.name} and {wrong:.2f} with {other.name}: "
            f"expected {ALIKE} or more, and {AHEAD} less"
        )
    found = json.loads(told.stdout.strip().splitlines()[-1])
    return f"{found['ready_s']} s, seen on the screen after {found['seen_s']} s"


def alike(one: Path, other: Path) -> float:
    """How much two pictures of a screen have in common, from 0 to 1: chips and numbers differ, the board does not."""
    cells = []
    for path in (one, other):
        with Image.open(path) as image:
            cells.append(image.convert("L").resize(_CELLS, Image.Resampling.BOX).tobytes())
    return sum(abs(a - b) < _NEAR for a, b in zip(*cells, strict=True)) / len(cells[0])
