"""`kiosk staff`: who may do what at a seat or at a Game Console, for whoever sets it up or serves it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from kiosk.app.state_dir import ConsoleDir, StateDir
from kiosk.commands._answers import secret
from kiosk.commands._options import file_option, folder_option
from kiosk.commands._staff_acts import begun, changed, known, tell
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.owners import Owner
from kiosk.seat.roles import CONSOLE_ROLES, Role, StaffAct, StaffRefusal, check_name, check_pin, name_key
from kiosk.store.staff import Member, Refused, Session, StaffStore
from kiosk.store.staff_acts import StaffActs

HELP = "list the staff of a seat or a console, begin the list, end a lock-out; at a console also change it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the actions. A PIN is never an argument: others could read it in the list of processes."""
    where = parser.add_mutually_exclusive_group()
    folder_option(
        where, "--state", f"the seat's state directory (default: {DEFAULT_STATE})", default=DEFAULT_STATE
    )
    file_option(where, "--console", "a Game Console's configuration file")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    words = "list users, and what was changed from outside"
    actions.add_parser("list", help=words, description=words)
    words = "make the first supervisor; the PIN is asked for, or is a line of standard input"
    first = actions.add_parser("add-first", help=words, description=words)
    first.add_argument("name", help="name of the supervisor")
    asked = "the PIN of who acts is asked for, or is a line of standard input"
    _action(actions, "unlock", f"end a user's lock-out; {asked}", "who is locked out")
    _action(actions, "accept", f"take an older staff.db for the newest, when the newest is lost; {asked}")
    add = _action(actions, "add", f"at a console: put somebody on the list; {asked}, then the new one", "who")
    add.add_argument("--role", choices=CONSOLE_ROLES, required=True, type=Role)
    words = f"at a console: another role, or a new PIN; {asked}, then the new one"
    change = _action(actions, "change", words, "whom it is about")
    what = change.add_mutually_exclusive_group(required=True)
    what.add_argument("--role", choices=CONSOLE_ROLES, type=Role)
    what.add_argument("--pin", action="store_true", help="a new PIN; everybody may change the own one")
    _action(actions, "deactivate", f"at a console: let somebody do nothing any more; {asked}", "who")
    _action(actions, "reactivate", f"at a console: undo it; {asked}", "who was deactivated")


def _action(
    actions: argparse._SubParsersAction[argparse.ArgumentParser], action: str, words: str, name: str = ""
) -> argparse.ArgumentParser:
    made = actions.add_parser(action, help=words, description=words)
    if name:
        made.add_argument("name", help=name)
    made.add_argument("--as", dest="person", required=True, metavar="NAME", help="who acts")
    return made


def run(args: argparse.Namespace) -> int:
    """0 done, 1 refused or something was changed from outside, 2 it could not be done."""
    try:
        return _run_at_seat(args) if args.console is None else _run_at_console(args)
    except StaffRefusal as refusal:
        print(f"not done: {refusal}", file=sys.stderr)
        return 1


def _run_at_seat(args: argparse.Namespace) -> int:
    folder = StateDir(args.state)
    path, acts = folder.staff, StaffActs(folder.staff_acts)
    if not args.state.is_dir():
        raise EnvironmentFault(
            f"state directory {args.state} is not there", "Name the directory of a seat with --state"
        )
    if args.action in ("add", "change", "deactivate", "reactivate"):
        raise EnvironmentFault(
            f"{args.action} without --console: a seat's staff are changed at the seat",
            "Log in at the seat, or name a console's configuration file with --console",
        )
    if args.action != "add-first" and not path.is_file():
        raise EnvironmentFault(
            f"no staff at {args.state}: expected the file {path.name}",
            f"Make the first supervisor with: kiosk staff --state {args.state} add-first NAME",
        )
    with _owned(folder.path), closing(StaffStore(path)) as staff:
        if args.action == "add-first":
            return _add_first(staff, acts, args.name)
        return _common(args, staff, acts)


def _run_at_console(args: argparse.Namespace) -> int:
    """What is done waits beside the list until the console, which may run or not, has it in the table log."""
    from kiosk.app.config import read_console_file  # here alone: etcd's client takes long to load
    from kiosk.app.console import first_staff

    file = read_console_file(args.console)
    folder = ConsoleDir(file.state)
    if not folder.path.is_dir():
        raise EnvironmentFault(
            f"state directory {folder.path} of {args.console} is not there", "Start the console once"
        )
    if args.action == "add-first":
        raise EnvironmentFault(
            f"add-first with --console: the list begins with the supervisors of {args.console}",
            "Put others on it with: kiosk staff --console FILE add NAME --role ROLE --as NAME",
        )
    acts = StaffActs(folder.staff_acts)
    with _owned(folder.path), closing(StaffStore(folder.staff, roles=CONSOLE_ROLES)) as staff:
        if args.action != "accept":
            tell(acts, staff.begin_with(first_staff(file)))
        if args.action in ("list", "unlock", "accept"):
            return _common(args, staff, acts)
        name: str = args.name
        about = (name, check_name(name) if args.action == "add" else known(staff, name))
        return changed(staff, acts, args.action, about, args.person, partial(_change, args, staff))


def _common(args: argparse.Namespace, staff: StaffStore, acts: StaffActs) -> int:
    match args.action:
        case "list":
            return _list(staff)
        case "accept":
            return _accept(staff, acts, args.person)
        case _:
            about = (args.name, known(staff, args.name))
            return changed(staff, acts, args.action, about, args.person, partial(_unlock, staff, args.name))


def _unlock(staff: StaffStore, name: str, by: Session, _pin: str) -> Sequence[StaffAct]:
    return [staff.unlock(by, name)]


def _change(args: argparse.Namespace, staff: StaffStore, by: Session, pin: str) -> Sequence[StaffAct]:
    name: str = args.name
    match args.action:
        case "add":
            return [staff.add(by, name, args.role, _new_pin(name))]
        case "deactivate":
            return [staff.deactivate(by, name)]
        case "reactivate":
            return [staff.reactivate(by, name)]
        case _ if args.role is not None:
            return [staff.set_role(by, name, args.role)]
        case _ if name_key(name) == name_key(by.name):
            done = staff.change_pin(by, pin, _new_pin(name), datetime.now(UTC))
            if isinstance(done, Refused):
                raise StaffRefusal(f"the PIN of {by.name} was not the old one: {done.reason}")
            return done
        case _:
            return [staff.reset_pin(by, name, _new_pin(name))]


def _new_pin(name: str) -> str:
    pin = secret(f"PIN for {name}: ")
    if sys.stdin.isatty() and secret("once more: ") != pin:
        raise StaffRefusal("the two PINs differ")
    return pin


@contextmanager
def _owned(folder: Path) -> Iterator[None]:
    """The list's files belong to whom the folder belongs, whatever root made of them; no link leads root elsewhere."""
    if os.geteuid() != 0:
        yield
        return
    if links := sorted(path for path in folder.glob("staff.*") if path.is_symlink()):
        raise EnvironmentFault(f"{links[0]} is a link: expected its own files alone", "Nothing was changed")
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
    pin = _new_pin(name)
    check_pin(pin, check_name(name))
    with begun(acts, "add-first", name, check_name(name)):
        tell(acts, [staff.create_first(name, pin)])
    return 0


def _accept(staff: StaffStore, acts: StaffActs, person: str) -> int:
    pin = secret(f"PIN of {person}: ")
    with begun(acts, "accept", person, ""):
        answer = staff.accept_older(person, pin, datetime.now(UTC))
        if isinstance(answer, StaffAct):
            tell(acts, [answer])
            return 0
        wait = f", wait {answer.wait_s} s" if answer.wait_s else ""
        raise StaffRefusal(f"{person[:40]!a} is no supervisor with this PIN: {answer.reason}{wait}")
