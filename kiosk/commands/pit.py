"""`kiosk pit`: a table over the network on this machine: etcd, a console and two seats, each a process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from kiosk.bootstrap.config import read_seat_file
from kiosk.bootstrap.machine import place_of, read_rules
from kiosk.bootstrap.pit import SUPERVISOR, Pit
from kiosk.bootstrap.state_dir import StateDir
from kiosk.commands._life import ends_by_signal
from kiosk.commands._screen import LANGUAGES, count, load, speed
from kiosk.commands._state import audited, where_at_table
from kiosk.faults import EnvironmentFault
from kiosk.host.verify import Verdict

HELP = "play a table over the network on this machine: etcd, console and two seats"

DEFAULT_DIR = Path("var/pit")
HEADLESS_ROUNDS = 5
HEADLESS_SPEED = 4.0
AUDIT_S = 15.0  # so long the console may take to archive the last reports
DRAWER_PX, BARS_PX = 236, 80

_SCREEN = (
    "from PySide6.QtGui import QGuiApplication as A; a = A([]); s = a.primaryScreen().availableSize();"
    "print(s.width(), s.height())"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a pit."""
    parser.add_argument(
        "--dir", type=Path, default=DEFAULT_DIR, metavar="DIR", help="where everything is kept (var/pit)"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language at the start")
    parser.add_argument("--auto", action="store_true", help="the automatic dealer begins")
    parser.add_argument("--headless", action="store_true", help="without windows, with dealer and bots")
    parser.add_argument(
        "--rounds",
        type=count,
        default=HEADLESS_ROUNDS,
        metavar="N",
        help=f"without windows: rounds to play (default: {HEADLESS_ROUNDS})",
    )
    parser.add_argument(
        "--speed",
        type=speed,
        default=HEADLESS_SPEED,
        metavar="X",
        help=f"without windows: X times as fast (default: {HEADLESS_SPEED:g})",
    )


def run(args: argparse.Namespace) -> int:
    """Run the pit until its console is closed or Ctrl-C; without a display play some rounds and audit them."""
    screen = None if args.headless else _screen_size()
    pit = Pit(args.dir)
    new = pit.provide()
    print(
        f"{'provided' if new else 'found'} a table in {args.dir}; PIN of {SUPERVISOR}: {pit.pin}", flush=True
    )
    try:
        pit.start_etcd()
        if screen is not None:
            return _with_windows(pit, args, screen)
        if not args.headless:
            print("kiosk pit: no display here; playing without windows, with bots", file=sys.stderr)
        return _without_windows(pit, args)
    finally:
        pit.end()


def _screen_size() -> tuple[int, int] | None:
    """The room for windows in px; None without a display. Asked in another process: Qt ends it where there is none."""
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        return None
    asked = [sys.executable, "-c", _SCREEN]
    try:
        found = subprocess.run(asked, capture_output=True, text=True, timeout=15, check=True)  # noqa: S603 - ours
        width, height = found.stdout.split()
        return int(width), int(height)
    except (subprocess.SubprocessError, ValueError):
        return None


def _with_windows(pit: Pit, args: argparse.Namespace, screen: tuple[int, int]) -> int:
    """The console at the left, the seats above each other at the right."""
    width, height = screen[0] // 2, screen[1] - BARS_PX
    more = ["--lang", args.lang]
    auto = ["--auto"] if args.auto else []
    place = f"{max(width, 800)}x{max(height, 600)}+0+0"
    console = pit.start(
        ["console", "--config", str(pit.console), "--tumbler", "--window", place, *auto, *more], "console"
    )
    share = height // len(pit.seats)
    for n, seat in enumerate(pit.seats):
        place = f"{max(width - DRAWER_PX, 640)}x{max(share - 40, 400)}+{width}+{n * share}"
        pit.start(["terminal", "--config", str(seat), "--window", place, *more], seat.stem)
    print("the pit runs until its console is closed, or Ctrl-C", flush=True)
    told: list[bool] = []
    with ends_by_signal(lambda: told.append(True)):
        while console.poll() is None and not told:
            time.sleep(0.1)
    if told:
        return 0
    if console.returncode:
        print(f"kiosk pit: {pit.last_words('console')}", file=sys.stderr)
    return int(console.returncode != 0)


def _without_windows(pit: Pit, args: argparse.Namespace) -> int:
    dealing = ["--headless", "--auto", "--speed", str(args.speed)]
    console = pit.start(["console", "--config", str(pit.console), *dealing], "console")
    playing = ["--headless", "--bot", "--rounds", str(args.rounds)]
    seats = [pit.start(["terminal", "--config", str(seat), *playing], seat.stem) for seat in pit.seats]
    told: list[bool] = []
    with ends_by_signal(lambda: told.append(True)):
        while any(seat.poll() is None for seat in seats) and not told:
            if console.poll() is not None:
                raise EnvironmentFault(f"the console has ended: {pit.last_words('console')}")
            time.sleep(0.1)
    if told:
        return 0
    status = 0
    for path, seat in zip(pit.seats, seats, strict=True):
        found = _audit(pit, path)
        print(f"{path.stem}: {pit.last_words(path.stem)}; cents lost: {found.lost}")
        for finding in found.findings:
            print(f"found: {finding}")
        status |= int(seat.returncode != 0 or not found.ok)
    print("books: everything agrees" if status == 0 else "books: see above")
    _pictures(pit, args.lang)
    return status


def _audit(pit: Pit, path: Path) -> Verdict:
    """The seat's books against the console's archive, which may still be taking the last reports."""
    file = read_seat_file(path)
    until_s = time.monotonic() + AUDIT_S
    while True:
        found = audited(*where_at_table(file.state, file.table, file.seat, pit.archive))
        if found.ok or time.monotonic() > until_s:
            return found
        time.sleep(0.5)


def _pictures(pit: Pit, language: str) -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    screen = load("kiosk.ui.terminal.play.app")
    if isinstance(screen, str):
        print(f"screenshots: none, {screen}")
        return
    for path in pit.seats:
        file = read_seat_file(path)
        rules = read_rules(file.layout)
        print(
            f"screenshot: {screen.picture_of(rules, StateDir(file.state), language, place_of(file, rules))}"
        )
