"""`kiosk bundle`: makes one signed file of the packages of a version, for `kiosk update`."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.commands._options import file_option
from kiosk.integrity.keys import read_private_key
from kiosk.ops.update.bundle import make_bundle
from kiosk.ops.update.machine import run_command

HELP = "make a signed bundle of Debian packages, which kiosk update installs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the packages, the key and where the bundle goes."""
    parser.add_argument("debs", type=Path, nargs="+", metavar="DEB", help="all packages of one version")
    file_option(parser, "--key", "the private key", required=True)
    file_option(parser, "--out", "NAME.etgbundle", required=True)


def run(args: argparse.Namespace) -> int:
    """Makes the bundle."""
    bundle = make_bundle(args.debs, read_private_key(args.key), args.out, run_command)
    print(f"{args.out}: version {bundle.version}")
    for package in bundle.packages:
        print(f"  {package.name} {package.version} ({package.size} bytes)")
    return 0
