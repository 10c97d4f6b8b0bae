"""`python -m etg_deb`: builds the packages. Exit status 0, or 2 with one line that says why not."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from etg_deb.build import build
from etg_deb.faults import CannotBuild, say
from etg_deb.packages import COMPRESSIONS

_REPO = Path(__file__).resolve().parents[3]


def main() -> int:
    """Build what the words of the command say."""
    parser = argparse.ArgumentParser(prog="etg_deb", description="Build the Debian packages of one commit.")
    parser.add_argument(
        "--out", type=Path, default=_REPO / "var/deb", help="where they go (default: var/deb)"
    )
    parser.add_argument("--commit", default="HEAD", help="what is built (default: HEAD)")
    parser.add_argument(
        "--version", help="another version than that of pyproject.toml, to rehearse an upgrade"
    )
    parser.add_argument(
        "--compression", choices=COMPRESSIONS, default="xz", help="gzip, none: quick, for trials"
    )
    args = parser.parse_args()
    try:
        made = build(_REPO, args.out, commit=args.commit, version=args.version, compression=args.compression)
    except CannotBuild as fault:
        say(f"cannot build: {fault}")
        return 2
    except OSError as error:
        say(f"cannot build: {error.filename or args.out}: {error.strerror}; expected room and leave to write")
        return 2
    say(f"manifest {made.identity}; site-packages {_mb(made.kept)}, of {_mb(made.installed)} that are locked")
    for deb in made.debs:
        say(f"{deb}: {_mb(deb.stat().st_size)}")
    return 0


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


if __name__ == "__main__":
    sys.exit(main())
