"""`kiosk host`: serves seats, consoles and desks, archives every record, takes finished rounds out of the log."""

from __future__ import annotations

import argparse
import signal

from kiosk.app.config import read_host_file
from kiosk.app.host import Host, declare_clock_right, release
from kiosk.app.log_release import Release
from kiosk.app.machine import utc_now
from kiosk.commands._answers import add_release, refuse_release
from kiosk.commands._life import say_on_stderr, unheard
from kiosk.commands._options import file_option
from kiosk.faults import EnvironmentFault
from kiosk.ops.readiness import Readiness

HELP = (
    "serve the tables' seats, consoles and desks; archive every record, remove finished rounds from the log"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_option(parser, "--config", "the host's configuration, as host.toml", required=True)
    act = parser.add_mutually_exclusive_group()
    act.add_argument(
        "--release-log",
        action="store_true",
        help="go on with a log that was put back from a backup, bring its tickets forward, and end",
    )
    act.add_argument(
        "--clock-right",
        action="store_true",
        help="this machine's clock is right, and a later time that the house has seen was not; and end",
    )
    add_release(parser, "who releases or says it", "why; it is kept with the name")


def _release(args: argparse.Namespace) -> int:
    if args.person is None or args.reason is None:
        raise EnvironmentFault(
            "--release-log and --clock-right need --as NAME and --reason TEXT", "Nothing was done"
        )
    act = release if args.release_log else declare_clock_right
    act(read_host_file(args.config), Release(args.person, args.reason, utc_now()), print)
    return 0


@unheard()
def run(args: argparse.Namespace) -> int:
    """Work until the process is told to end (SIGTERM or Ctrl-C)."""
    if args.release_log or args.clock_right:
        return _release(args)
    refuse_release(args, "--release-log or --clock-right")
    told: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda found, _frame: told.append(found))
    file = read_host_file(args.config)
    host = Host(file, _say, say_on_stderr("host"))
    tell = Readiness()

    def ended() -> bool:
        tell.alive()
        return bool(told)

    try:
        tell.ready("archives the tables")
        while host.run(ended):
            host.close()
            host = Host(file, _say, say_on_stderr("host"))
    finally:
        tell.stopping()
        host.close()
    return 0


def _say(line: str) -> None:
    print(f"kiosk host: {line}", flush=True)
