"""`kiosk pit`: a table over the network on this machine: etcd, a host, a console and two seats, each a process."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from kiosk.app.config import read_seat_file
from kiosk.app.machine import place_of, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.audit.verify import Verdict
from kiosk.commands._game import add_game
from kiosk.commands._life import ends_by_signal, leaves_by_signal, unheard
from kiosk.commands._options import count, folder_option
from kiosk.commands._screen import LANGUAGES, load, speed
from kiosk.commands._state import audited, where_at_table
from kiosk.demo.pit import SUPERVISOR, Pit
from kiosk.faults import EnvironmentFault
from kiosk.games import game_names
from kiosk.simulators.dealing import has_device

HELP = "play a table over the network on this machine: etcd, host, console and two seats"

DEFAULT_DIR = Path("var/pit")
HEADLESS_ROUNDS = 5
HEADLESS_SPEED = 4.0
AUDIT_S = 15.0  # so long the console may take to archive the last reports
DRAWER_PX, TITLE_PX = 236, 40  # beside and above a seat
LEAST_CONSOLE_PX, LEAST_SEAT_PX = 960, 720

_SCREEN = (
    "from PySide6.QtGui import QGuiApplication as A; a = A([]); s = a.primaryScreen().availableSize();"
    "print(s.width(), s.height())"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a pit."""
    folder_option(parser, "--dir", "where everything is kept (var/pit)", default=DEFAULT_DIR)
    add_game(parser, game_names())
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


@unheard()
def run(args: argparse.Namespace) -> int:
    """Run the pit until its console is closed or Ctrl-C; without a display play some rounds and audit them."""
    with leaves_by_signal() as leaving:
        pit = Pit(args.dir, args.game)
        try:
            return _run(pit, args)
        finally:
            leaving.hold()
            pit.end()


def _run(pit: Pit, args: argparse.Namespace) -> int:
    screen = None if args.headless else _screen_size()
    new = pit.provide()
    print(
        f"{'provided' if new else 'found'} a table in {args.dir}; PIN of {SUPERVISOR}: {pit.pin}", flush=True
    )
    pit.start_etcd()
    pit.start(["host", "--config", str(pit.host)], "host")
    if screen is not None:
        return _with_windows(pit, args, screen)
    if not args.headless:
        print("kiosk pit: no display here; playing without windows, with bots", file=sys.stderr)
    return _without_windows(pit, args)


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
    more = ["--lang", args.lang]
    auto = ["--auto"] if args.auto else []
    device = ["--device"] if has_device(args.game) else []
    console_at, *seats_at = places(screen, len(pit.seats))
    console = pit.start(
        ["console", "--config", str(pit.console), "--window", console_at, *device, *auto, *more],
        "console",
    )
    for seat, place in zip(pit.seats, seats_at, strict=True):
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


def places(screen: tuple[int, int], seats: int) -> list[str]:
    """Where the windows stand, as --window takes it: the console at the left, the seats above each other at the right.

    A seat keeps the shape that it was laid out for; a small screen lets the windows overlap.
    """
    half, height = screen[0] // 2, screen[1]
    console = max(half, LEAST_CONSOLE_PX)
    found = [f"{console}x{max(min(height - TITLE_PX, console), console * 10 // 16)}+0+0"]
    share = height // seats
    room = share - TITLE_PX
    width = max(min(half - DRAWER_PX, room * 16 // 9), LEAST_SEAT_PX)
    return found + [f"{width}x{width * 9 // 16}+{half}+{n * share}" for n in range(seats)]


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
        where = where_at_table(
            file.state,
            file.table,
            file.seat,
            pit.archive,
            house_tickets=True,
            signers=file.log.signers,
            game=file.game,
        )
        found = audited(*where)
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
        rules = read_rules(file.layout, of=file.game)
        print(
            f"screenshot: {screen.picture_of(rules, StateDir(file.state), language, place_of(file, rules))}"
        )
