"""`kiosk staff`: who may do what at a seat, for whoever sets it up or serves it."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import StaffAct, StaffRefusal
from kiosk.store.staff import Member, Session, StaffStore, Why

HELP = "list a seat's staff, make its first supervisor, end a lock-out"
FILE = "staff.db"

_MOST_LINE = 4_096  # characters of standard input that are read for one answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the actions. A PIN is never an argument: others could read it in the list of processes."""
    parser.add_argument(
        "--state",
        type=Path,
        default=DEFAULT_STATE,
        metavar="DIR",
        help=f"the seat's state directory (default: {DEFAULT_STATE})",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    words = "list users, and what was changed by another hand"
    actions.add_parser("list", help=words, description=words)
    words = "make the first supervisor; the PIN is asked for, or is a line of standard input"
    first = actions.add_parser("add-first", help=words, description=words)
    first.add_argument("name", help="name of the supervisor")
    words = "end a user's lock-out; the supervisor's PIN is asked for, or is a line of standard input"
    unlock = actions.add_parser("unlock", help=words, description=words)
    unlock.add_argument("name", help="who is locked out")
    unlock.add_argument("--as", dest="person", required=True, metavar="NAME", help="the supervisor who acts")


def run(args: argparse.Namespace) -> int:
    """0 done, 1 refused or something was changed by another hand, 2 it could not be done."""
    path = args.state / FILE
    if not args.state.is_dir():
        raise EnvironmentFault(
            f"state directory {args.state} is not there", "Name the directory of a seat with --state"
        )
    if args.action != "add-first" and not path.is_file():
        raise EnvironmentFault(
            f"no staff at {args.state}: expected the file {FILE}",
            "Make the first supervisor with: kiosk staff add-first NAME",
        )
    try:
        with closing(StaffStore(path)) as staff:
            match args.action:
                case "list":
                    return _list(staff)
                case "add-first":
                    return _add_first(staff, args.name)
                case _:
                    return _unlock(staff, args.name, args.person)
    except StaffRefusal as refusal:
        print(f"not done: {refusal}", file=sys.stderr)
        return 1


def _list(staff: StaffStore) -> int:
    findings = staff.self_test()
    for finding in findings:
        print(finding, file=sys.stderr)
    for member in staff.users():
        print(_line(member))
    if not findings and staff.first_run:
        print("there is no user yet: make the first supervisor with add-first")
    return 1 if findings else 0


def _line(member: Member) -> str:
    if member.damaged:
        return f"{member.name}: DAMAGED ({member.damaged})"
    said = [str(member.role)]
    if not member.active:
        said.append("not active")
    if member.has_badge:
        said.append("badge and PIN" if member.second_factor else "badge")
    if member.failures:
        said.append(f"{member.failures} wrong tries")
    if member.locked_until is not None:
        said.append(f"locked until {member.locked_until:%Y-%m-%dT%H:%M:%SZ}")
    return f"{member.name}: {', '.join(said)}"


def _add_first(staff: StaffStore, name: str) -> int:
    if not staff.first_run:
        raise StaffRefusal("there have been users already: expected a supervisor to make others at the seat")
    pin = _secret(f"PIN for {name}: ")
    if sys.stdin.isatty() and _secret("once more: ") != pin:
        raise StaffRefusal("the two PINs differ")
    _tell([staff.create_first(name, pin)])
    return 0


def _unlock(staff: StaffStore, name: str, person: str) -> int:
    now = datetime.now(UTC)
    pin = _secret(f"PIN of {person}: ")
    session = staff.log_in(person, pin, None, now)
    if not isinstance(session, Session) and session.reason is Why.BADGE_WANTED:
        session = staff.log_in(person, pin, _secret(f"badge of {person}: "), now)
    _tell(session.acts)
    if not isinstance(session, Session):
        wait = f", wait {session.wait_s} s" if session.wait_s else ""
        print(f"not done: {person} is not logged in: {session.reason}{wait}", file=sys.stderr)
        return 1
    try:
        _tell([staff.unlock(session, name)])
    finally:
        _tell([staff.log_out(session)])
    return 0


def _secret(prompt: str) -> str:
    """What nobody else shall read: typed without an echo, or a line of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline(_MOST_LINE).rstrip("\r\n")


def _tell(acts: Sequence[StaffAct]) -> None:
    for act in acts:
        detail = "".join(f" {name}={value}" for name, value in act.detail.items())
        who = f" {act.name}" if act.name else ""
        by = f" by {act.by}" if act.by and act.by != act.name else ""
        print(f"{act.kind}{who}{by}{detail}")
