"""What a person answers to a command."""

from __future__ import annotations

import argparse
import getpass
import sys

from kiosk.faults import EnvironmentFault

_MOST_LINE = 4_096  # characters of standard input that are read for one answer


def add_release(
    parser: argparse.ArgumentParser, who: str, why: str = "why no newer copy can be put back"
) -> None:
    """Declares who releases, in the words ``who``, and why. A PIN is never an argument: others could read it."""
    parser.add_argument("--as", dest="person", metavar="NAME", help=who)
    parser.add_argument("--reason", metavar="TEXT", help=why)


def refuse_release(args: argparse.Namespace, act: str) -> None:
    """Who releases and why go with ``act``; without it they say nothing. Raises :class:`EnvironmentFault`."""
    if args.person is not None or args.reason is not None:
        raise EnvironmentFault(f"--as and --reason go with {act}", "Add it, or leave them out")


def secret(prompt: str) -> str:
    """What nobody else shall read: typed without an echo, or a line of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline(_MOST_LINE).rstrip("\r\n")
