"""`kiosk update`: another version of the software from a signed bundle, and the way back."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import msgspec

from kiosk.app.machine import utc_now
from kiosk.app.state_dir import HeldFolder
from kiosk.commands._life import say_on_stderr
from kiosk.commands._options import folder_option
from kiosk.faults import EnvironmentFault
from kiosk.ops.update.act import Updater
from kiosk.ops.update.examine import examine
from kiosk.ops.update.journal import Step
from kiosk.ops.update.places import UNITS, Places

HELP = "bring this machine to the version of a signed bundle, or back, with the money as it was"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the bundle, or one of the other ways."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("bundle", type=Path, nargs="?", metavar="BUNDLE", help="the file NAME.etgbundle")
    what.add_argument("--back", action="store_true", help="return to the version before the last update")
    what.add_argument("--resume", action="store_true", help="end an update that was broken off")
    what.add_argument("--examine", type=Path, help=argparse.SUPPRESS)  # one program asks another
    parser.add_argument("--held", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--stop", action="store_true", help="stop what runs on this machine, and start it again afterwards"
    )
    folder_option(parser, "--root", "the system to change (default: /)", default=Path("/"))


def run(args: argparse.Namespace) -> int:
    """0 done. A broken-off update that was taken back is 0 too: the machine has a version that works."""
    if args.examine is not None:
        return _examine(args)
    if os.geteuid() != 0 and args.root == Path("/"):
        raise EnvironmentFault("kiosk update exchanges packages: expected to be run as root", "Use sudo")
    updater = Updater(args.root, say_on_stderr("update"), utc_now)
    if args.resume:
        return _resume(updater)
    version = updater.back(stop=args.stop) if args.back else updater.update(args.bundle, stop=args.stop)
    print(f"version {version} is installed, and its packages are kept")
    return 0


def _resume(updater: Updater) -> int:
    found = updater.resume()
    if found is None:
        print("no update was under way")
    elif found.step is Step.DONE:
        print(f"the update from {found.source} to {found.target} has come to its end")
    else:
        # The seat starts after this, so it is no failure; the reason stays in undone.json.
        print(f"version {found.source} is in place again; {found.target} was not taken: {found.why}")
    return 0


def _examine(args: argparse.Namespace) -> int:
    for name in UNITS:
        folder = HeldFolder(args.examine / name, name)
        if not args.held and folder.path.is_dir() and folder.in_use():
            raise EnvironmentFault(f"{folder.path} is in use by a running {name}", "Stop it first")
    found = examine(args.examine.absolute(), Places(args.root).configuration)
    print(msgspec.json.encode(found).decode())
    return 1 if found.findings else 0
