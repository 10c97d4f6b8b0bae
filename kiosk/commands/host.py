"""`kiosk host`: keeps the records of its tables in archives, and takes finished rounds out of their log."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path

from kiosk.bootstrap.config import read_host_file
from kiosk.bootstrap.host import Host
from kiosk.bootstrap.readiness import Readiness
from kiosk.commands._life import say_on_stderr, unheard

HELP = "archive every record of the tables, and remove finished rounds from their log"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument(
        "--config", type=Path, required=True, metavar="FILE", help="the host's configuration, as host.toml"
    )


@unheard()
def run(args: argparse.Namespace) -> int:
    """Work until the process is told to end (SIGTERM or Ctrl-C)."""
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda found, _frame: told.append(found))
    host = Host(read_host_file(args.config), _say, say_on_stderr("host"))
    tell = Readiness()

    def ended() -> bool:
        tell.alive()
        return bool(told)

    try:
        tell.ready("archives the tables")
        host.run(ended)
    finally:
        tell.stopping()
        host.close()
    return 0


def _say(line: str) -> None:
    print(f"kiosk host: {line}", flush=True)
