"""`kiosk staff`: who may do what at a seat, for whoever sets it up or serves it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from kiosk.bootstrap.setup.owners import Owner
from kiosk.bootstrap.state_dir import StateDir
from kiosk.commands._answers import secret
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind, StaffAct, StaffRefusal, check_name, check_pin, name_key
from kiosk.store.staff import Member, Session, StaffStore, Why
from kiosk.store.staff_acts import NotToldFault, StaffActs

HELP = "list a seat's staff, make its first supervisor, end a lock-out"


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
    _add_accept(actions)


def _add_accept(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    words = (
        "take an older staff.db for the newest, when the newest is lost; the supervisor's PIN is asked for"
    )
    accept = actions.add_parser("accept", help=words, description=words)
    accept.add_argument("--as", dest="person", required=True, metavar="NAME", help="the supervisor who acts")


def run(args: argparse.Namespace) -> int:
    """0 done, 1 refused or something was changed by another hand, 2 it could not be done."""
    folder = StateDir(args.state)
    path, acts = folder.staff, StaffActs(folder.staff_acts)
    if not args.state.is_dir():
        raise EnvironmentFault(
            f"state directory {args.state} is not there", "Name the directory of a seat with --state"
        )
    if args.action != "add-first" and not path.is_file():
        raise EnvironmentFault(
            f"no staff at {args.state}: expected the file {path.name}",
            "Make the first supervisor with: kiosk staff add-first NAME",
        )
    try:
        with _owned(folder.path), closing(StaffStore(path)) as staff:
            match args.action:
                case "list":
                    return _list(staff)
                case "add-first":
                    return _add_first(staff, acts, args.name)
                case "accept":
                    return _accept(staff, acts, args.person)
                case _:
                    return _unlock(staff, acts, args.name, args.person)
    except StaffRefusal as refusal:
        print(f"not done: {refusal}", file=sys.stderr)
        return 1


@contextmanager
def _owned(folder: Path) -> Iterator[None]:
    """The list's files belong to whom the folder belongs, whatever root made of them; no link leads root elsewhere."""
    if os.geteuid() != 0:
        yield
        return
    if links := sorted(path for path in folder.glob("staff.*") if path.is_symlink()):
        raise EnvironmentFault(
            f"{links[0]} is a link: expected the seat's own files alone", "Nothing was changed"
        )
    try:
        yield
    finally:
        _give(folder)


def _give(folder: Path) -> None:
    found = folder.stat()
    for path in folder.glob("staff.*"):
        try:
            if path.lstat().st_uid != found.st_uid:
                Owner(found.st_uid, found.st_gid).own(path, 0o600)
        except FileNotFoundError:
            continue  # a file of SQLite's own that has gone meanwhile
        except OSError as error:
            raise EnvironmentFault(
                f"{path} cannot be given to the user of its folder: {error.strerror}", "Give it by chown"
            ) from error


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


def _add_first(staff: StaffStore, acts: StaffActs, name: str) -> int:
    if not staff.first_run:
        raise StaffRefusal("there have been users already: expected a supervisor to make others at the seat")
    pin = secret(f"PIN for {name}: ")
    if sys.stdin.isatty() and secret("once more: ") != pin:
        raise StaffRefusal("the two PINs differ")
    check_pin(pin, check_name(name))
    with _begun(acts, "add-first", name, check_name(name)):
        _tell(acts, [staff.create_first(name, pin)])
    return 0


def _unlock(staff: StaffStore, acts: StaffActs, name: str, person: str) -> int:
    now = datetime.now(UTC)
    pin = secret(f"PIN of {person}: ")
    with _begun(acts, "unlock", name, _known(staff, name), {"as": _known(staff, person)}):
        session = staff.log_in(person, pin, None, now)
        if not isinstance(session, Session) and session.reason is Why.BADGE_WANTED:
            _tell(acts, session.acts)
            session = staff.log_in(person, pin, secret(f"badge of {person}: "), now)
        _tell(acts, session.acts)
        if not isinstance(session, Session):
            wait = f", wait {session.wait_s} s" if session.wait_s else ""
            print(f"not done: {person} is not logged in: {session.reason}{wait}", file=sys.stderr)
            return 1
        try:
            _tell(acts, [staff.unlock(session, name)])
        finally:
            _tell(acts, [staff.log_out(session)])
    return 0


def _accept(staff: StaffStore, acts: StaffActs, person: str) -> int:
    pin = secret(f"PIN of {person}: ")
    with _begun(acts, "accept", person, ""):
        answer = staff.accept_older(person, pin, datetime.now(UTC))
        if isinstance(answer, StaffAct):
            _tell(acts, [answer])
            return 0
        wait = f", wait {answer.wait_s} s" if answer.wait_s else ""
        raise StaffRefusal(f"{person[:40]!a} is no supervisor with this PIN: {answer.reason}{wait}")


@contextmanager
def _begun(
    acts: StaffActs, command: str, typed: str, name: str, more: dict[str, str | int] | None = None
) -> Iterator[None]:
    """What is done within is written down before it begins, and so is why it was not done."""
    detail: dict[str, str | int] = {"command": command}
    acts.begin(StaffAct(ActKind.COMMAND_BEGUN, name, "", detail | (more or {})))
    try:
        yield
    except NotToldFault:
        raise  # it was done
    except (StaffRefusal, EnvironmentFault) as fault:
        words = str(fault).replace(f"{typed[:40]!a}", "…")
        why: dict[str, str | int] = {"command": command, "why": words[:200]}
        with suppress(EnvironmentFault):  # then the journal has what was begun, and the fault is said here
            acts.tell([StaffAct(ActKind.COMMAND_FAILED, name, "", why)])
        raise


def _known(staff: StaffStore, name: str) -> str:
    """The name as its user has it; empty for anything else, such as a PIN in its place: that stands nowhere."""
    try:
        return next((one.name for one in staff.users() if name_key(one.name) == name_key(name)), "")
    except EnvironmentFault:
        return ""  # the log-in says what is wrong


def _tell(acts: StaffActs, told: Sequence[StaffAct]) -> None:
    """Write down what was done, then say it; it is said also when it cannot be written down."""
    try:
        acts.tell(told)
    finally:
        for act in told:
            detail = "".join(f" {name}={value}" for name, value in act.detail.items())
            who = f" {act.name}" if act.name else ""
            by = f" by {act.by}" if act.by and act.by != act.name else ""
            print(f"{act.kind}{who}{by}{detail}")
