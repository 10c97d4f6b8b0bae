"""The seat's session on a machine in a folder: weston's kiosk shell without a screen, and what it would show."""

from __future__ import annotations

import json
from pathlib import Path

from etg_deb.faults import Failed
from etg_deb.machine import Machine

# Starts the compositor and the seat as the units do, waits until the seat says that it is ready, and takes a picture of
# the compositor's output. Runs in the machine, as the seat's user.
_SHOW = r"""
import json, os, pathlib, socket, subprocess, sys, time

folder = pathlib.Path("/var/lib/etg-kiosk/seat/session")
folder.mkdir(mode=0o700, exist_ok=True)
os.chdir(folder)
env = os.environ | {"XDG_RUNTIME_DIR": str(folder), "HOME": str(folder)}
ini = folder / "weston.ini"
ini.write_text(pathlib.Path("/usr/lib/etg-kiosk/session/weston.ini").read_text())
began = time.monotonic()
words = ["weston", "--backend=headless-backend.so", "--use-pixman", "--debug", "--socket=display"]
words += ["--width=1920", "--height=1080", f"--config={ini}", "--log=weston.log", "--idle-time=0"]
weston = subprocess.Popen(words, env=env)
ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
ready.bind("ready")
ready.settimeout(120)
seat = None
try:
    while not (folder / "display").exists():
        if weston.poll() is not None or time.monotonic() - began > 30:
            sys.exit("weston: " + (folder / "weston.log").read_text()[-600:])
        time.sleep(0.02)
    shown = env | {"WAYLAND_DISPLAY": "display", "QT_QPA_PLATFORM": "wayland", "NOTIFY_SOCKET": str(folder / "ready")}
    shown["QT_WAYLAND_DISABLE_WINDOWDECORATION"] = "1"
    words = ["kiosk", "terminal", "--config", "/etc/etg-kiosk/seat.toml", "--full-screen"]
    seat = subprocess.Popen(words, env=shown, stdout=open("seat.log", "w"), stderr=subprocess.STDOUT)
    while b"READY=1" not in ready.recv(4096).split(b"\n"):
        if seat.poll() is not None:
            sys.exit("seat: " + (folder / "seat.log").read_text()[-600:])
    took = time.monotonic() - began
    until = time.monotonic() + 60
    while not list(folder.glob("wayland-screenshot*.png")):
        subprocess.run(["weston-screenshooter"], env=shown, check=True)
        if time.monotonic() > until:
            sys.exit("no picture of the output")
    list(folder.glob("wayland-screenshot*.png"))[0].rename("shown.png")
    print(json.dumps({"ready_s": round(took, 1)}))
finally:
    for process in (seat, weston):
        if process is not None and process.poll() is None:
            process.terminate()
            process.wait(30)
"""


def show(seat: Machine, to: Path) -> str:
    """Start the seat's session, take a picture of what is on its screen to ``to``; how long it took, in words."""
    told = seat.run("python3.11", "-c", _SHOW, user="etg-seat")
    seat.take("/var/lib/etg-kiosk/seat/session/shown.png", to)
    seat.run("rm", "-r", "/var/lib/etg-kiosk/seat/session")
    if not to.read_bytes().startswith(b"\x89PNG\r\n"):
        raise Failed(f"{to} is no picture")
    return f"{json.loads(told.stdout.strip().splitlines()[-1])['ready_s']} s"
