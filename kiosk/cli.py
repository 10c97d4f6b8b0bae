"""The command `kiosk`: finds its subcommands in `kiosk.commands` and answers with their exit status.

0 is fine, 1 found something wrong, 2 could not do it.
"""

from __future__ import annotations

import argparse
import errno
import gc
import importlib
import io
import os
import pkgutil
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from kiosk import commands
from kiosk.faults import EnvironmentFault
from kiosk.written import on_one_line

DESCRIPTION = "Player Terminal of an electronic casino table"
CANNOT = 2
# TLS 1.3 has ciphers of its own, which are always there. Of the older versions nothing is left to agree on: this one
# wants a shared secret that nobody has.
TLS_1_3_ONLY = "ECDHE-PSK-CHACHA20-POLY1305"


class Command(Protocol):
    """What a module of `kiosk.commands` offers."""

    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's options."""

    def run(self, args: argparse.Namespace) -> int:
        """Do it; the exit status."""


def command_names() -> tuple[str, ...]:
    """The subcommands, in alphabetical order."""
    found = (module.name for module in pkgutil.iter_modules(commands.__path__))
    return tuple(sorted(name for name in found if not name.startswith("_")))


def _take_the_place_of_closed_files() -> None:
    """Standard files that the process was started without are nobody's: else the next file that is opened, as one of
    the seat's, would stand in their place, and what a library writes to standard output would go into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free: this one
    # Python has None for them, which has nothing to flush.
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115 - open to the end
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115 - open to the end
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115 - open to the end


def _replace_what_a_terminal_lacks() -> None:
    """Signs that a terminal's encoding does not have, and bytes that it does not know, are replaced."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. A fault of the environment is one clear line on standard error and exit status 2.

    A fault in the program is told in full, with the same status.
    """
    # The library of the connections to etcd writes lines of its own to stderr, three a second, while a server cannot be
    # reached, and none that a person understands: we say it in words. It reads this when it is loaded.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    os.environ["GRPC_SSL_CIPHER_SUITES"] = TLS_1_3_ONLY  # this, too
    _take_the_place_of_closed_files()
    _replace_what_a_terminal_lacks()
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(prog="kiosk", description=DESCRIPTION)
    parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    names = command_names()
    chosen = [given[0]] if given and given[0] in names else list(names)  # one command imports one module
    for name in chosen:
        command = _load(name)
        sub = parsers.add_parser(name, help=command.HELP, description=command.HELP)
        command.add_arguments(sub)
        sub.set_defaults(run=command.run)
    args = argparse.Namespace(command=" ".join(given[:1]))
    try:
        try:
            parser.parse_args(given, args)
        except SystemExit:
            sys.stdout.flush()  # the help
            raise
        status = int(args.run(args))
        sys.stdout.flush()  # here, where a reader who has gone is known, and not at the exit
    except EnvironmentFault as fault:
        print(f"kiosk {args.command}: {on_one_line(str(fault))}", file=sys.stderr)
        return CANNOT
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CANNOT
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except Exception as error:  # noqa: BLE001 - a fault in the program: status 1 would say that something wrong was found
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it fits nowhere
            said = f"kiosk {args.command}: cannot write: {error.strerror}. Make room and start again"
            print(said, file=sys.stderr)
        else:
            traceback.print_exc()
        return CANNOT
    return status


def _load(name: str) -> Command:
    # What is loaded at the start stays: looking through it for garbage would only take time.
    gc.disable()
    try:
        return cast("Command", importlib.import_module(f"kiosk.commands.{name}"))
    finally:
        gc.freeze()
        gc.enable()
