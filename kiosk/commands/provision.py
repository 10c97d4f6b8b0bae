"""`kiosk provision`: certificates, servers' files, users, roles and configuration of a table over a network."""

from __future__ import annotations

import argparse
import getpass
import secrets
import sys
from pathlib import Path

from kiosk.commands._game import USUAL_LAYOUT, add_game, layout_of
from kiosk.commands._options import count, file_option, folder_option
from kiosk.faults import EnvironmentFault, why
from kiosk.games import game_names
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.files import Authoriser, check_out, provide
from kiosk.ops.provision.plan import Plan, hidden, hosts_beside, hosts_of, nodes_of, seats_of
from kiosk.ops.provision.renewal import renew

HELP = "provide a table over a network: certificates, etcd, users, roles and configuration files"

GENERATED_DIGITS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options: write a new folder, renew an existing one into it, or apply one to its servers."""
    folder_option(parser, "--out", "write everything into this new folder")
    existing = parser.add_mutually_exclusive_group()
    folder_option(existing, "--apply", "bring users and roles of this folder into its running servers")
    folder_option(
        existing,
        "--renew",
        "write this folder again into --out, with new certificates and signing keys of the same authorities",
    )
    new = parser.add_argument_group("for a new folder")
    new.add_argument("--table", metavar="T", help="name of the table (required)")
    new.add_argument("--seats", type=count, metavar="N", help="how many seats (required)")
    add_game(new, game_names())
    new.add_argument(
        "--layouts",
        metavar="A,C",
        help=f"layouts of the game, given in turn (default: {USUAL_LAYOUT}, or its first)",
    )
    new.add_argument(
        "--seats-first", default="01", metavar="NN", help="number of the first seat (default: 01)"
    )
    new.add_argument(
        "--nodes",
        default="127.0.0.1",
        metavar="ADDRESS[:CLIENT[:PEER]],...",
        help="servers with their ports (default: 127.0.0.1, ports 2379 and 2380)",
    )
    new.add_argument(
        "--hosts",
        metavar="ADDRESS[:PORT],...",
        help="hosts, to whom seats and consoles speak (default: one beside the servers of each address, port 2500)",
    )
    new.add_argument(
        "--casino", default="Casino", metavar="NAME", help="stands on the tickets (default: Casino)"
    )
    new.add_argument(
        "--demonstration", action="store_true", help="the table plays for no money; every screen says so"
    )
    new.add_argument("--supervisor", default="Supervisor", metavar="NAME", help="who may authorise")
    file_option(new, "--pin-file", "its first line is the supervisor's PIN")


def run(args: argparse.Namespace) -> int:
    """Write, renew or apply. Nothing that exists is overwritten, no right is widened."""
    if (args.apply is None) == (args.out is None):
        raise EnvironmentFault(
            "expected --apply FOLDER alone, or --out NEW-FOLDER, with --renew FOLDER or without it",
            "Nothing was done",
        )
    if (args.apply or args.renew) is not None and (given := _given_for_new(args)):
        raise EnvironmentFault(
            f"{', '.join(given)}: for a new folder alone; what is provided stands in its plan.json",
            "Leave it out; nothing was done",
        )
    if args.apply is not None:
        apply(args.apply, print)
        return 0
    if args.renew is not None:
        plan = renew(args.renew, args.out)
        print(f"table {plan.table}: new certificates and signing keys in {args.out}")
        print("read 'Renew the certificates' in the operator's manual")
        return 0
    for option in ("table", "seats"):
        if getattr(args, option) is None:
            raise EnvironmentFault(f"--{option} is missing: a new folder needs it")
    layouts = [layout_of(args.game, None)] if args.layouts is None else args.layouts.split(",")
    seats = seats_of(args.seats, layouts, args.seats_first)
    nodes = nodes_of(args.nodes)
    hosts = hosts_of(args.hosts) if args.hosts is not None else hosts_beside(nodes)
    plan = Plan(args.table, args.casino, seats, hidden(nodes, hosts), hosts, args.demonstration, args.game)
    check_out(args.out)  # before anybody is asked for a PIN
    pin, generated = _pin(args.pin_file, args.supervisor)
    provide(plan, Authoriser(args.supervisor, pin), args.out)
    print(
        f"table {plan.table}: {len(seats)} seats, {len(plan.nodes)} servers, {len(hosts)} hosts in {args.out}"
    )
    if generated:
        print(f"PIN of {args.supervisor}: {pin} (shown this once, kept nowhere)")
    print(f"read {args.out / 'README.txt'}")
    return 0


def _given_for_new(args: argparse.Namespace) -> list[str]:
    """The options of a new folder that differ from what they are when left out."""
    fresh = argparse.ArgumentParser()
    add_arguments(fresh)
    left_out = vars(fresh.parse_args([])).items()
    given = [name for name, value in left_out if getattr(args, name) != value]
    return [f"--{name.replace('_', '-')}" for name in given if name not in ("out", "apply", "renew")]


def _pin(file: Path | None, supervisor: str) -> tuple[str, bool]:
    """The PIN and whether it was drawn here: from the file, else typed twice, else random."""
    if file is not None:
        try:
            lines = file.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeError) as error:
            raise EnvironmentFault(f"--pin-file {file} cannot be read: {why(error)}") from error
        return (lines[0].strip() if lines else ""), False
    if sys.stdin.isatty():
        pin = getpass.getpass(f"PIN for {supervisor}: ")
        if getpass.getpass("once more: ") != pin:
            raise EnvironmentFault("the two PINs differ", "Nothing was written")
        return pin, False
    return f"{secrets.randbelow(10**GENERATED_DIGITS):0{GENERATED_DIGITS}d}", True
