"""`kiosk setup`: the first run of a seat, by touch on its own screen, or from a file."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from kiosk.commands._life import unheard
from kiosk.commands._options import file_option, folder_option
from kiosk.commands._screen import LANGUAGES, need_screen, window
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import read_answers
from kiosk.ops.setup.devices import Devices, queues, touch_screens, usb_printers
from kiosk.ops.setup.serial_ports import identify_all, serial_ports
from kiosk.ops.setup.summary import Summary
from kiosk.ops.setup.unattended import root_of, set_up
from kiosk.ops.setup.writing import SeatSetUp
from kiosk.ops.update.machine import run_command

HELP = "set a seat up: by touch on its screen, or without one from a file of answers"
SCREEN = "kiosk.ui.setup.app"
DISPLAY = "run/etg-kiosk-seat-display"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares where the answers come from and which machine is set up."""
    file_option(parser, "--unattended", "take the answers from this file, without a screen")
    parser.add_argument(
        "--again", action="store_true", help="set up again a seat that has a configuration and no money"
    )
    folder_option(parser, "--root", "the system to set up (default: /)", default=Path("/"))
    parser.add_argument(
        "--stay", action="store_true", help="let nobody leave before a configuration is written"
    )
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the first page (default: en)")
    parser.add_argument("--window", type=window, metavar="WxH[+X+Y]", help="in a window of this size, in px")


@unheard()
def run(args: argparse.Namespace) -> int:
    """0 done, 1 done and the test print did not come out, 2 not done: the configuration is as it was."""
    if os.geteuid() != 0 and args.root == Path("/"):
        raise EnvironmentFault("kiosk setup writes the configuration: expected to be run as root", "Use sudo")
    seat = SeatSetUp(root_of(args.root))
    if args.unattended is not None:
        found = set_up(read_answers(args.unattended), seat, look, again=args.again)
        tell(found)
        return 1 if found.print_failed else 0
    reason = seat.why_not(again=args.again)
    if reason:
        raise EnvironmentFault(reason, "Nothing was changed")
    _find_display(args.root)
    screen = need_screen(SCREEN, "Use --unattended FILE")
    options = screen.Options(args.lang or "en", args.window or (), again=args.again, stay=args.stay)
    return int(screen.run_on_screen(options, seat, look, run_command))


def look() -> Devices:
    """Find the devices of this machine."""
    return Devices(identify_all(serial_ports()), usb_printers(), queues(), touch_screens())


def tell(found: Summary) -> None:
    """Print what was done, every value and every warning."""
    for act in found.acts:
        print(act)
    for item, value in found.values:
        print(f"{item}: {value}")
    for warning in found.warnings:
        print(f"warning: {warning}")


def _find_display(root: Path) -> None:
    """Whoever starts the command in a console of the machine means the seat's own display."""
    socket = root / DISPLAY
    if not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        if not socket.exists():
            return
        os.environ |= {"WAYLAND_DISPLAY": str(socket), "QT_QPA_PLATFORM": "wayland"}
        os.environ.setdefault("XDG_RUNTIME_DIR", str(socket.parent))
