"""`kiosk release`: what of a seat is an older copy; and its release, when there is no newer one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime

from kiosk.app.anchored import Anchored, NotAnchored
from kiosk.app.machine import utc_now
from kiosk.app.older import Released, check_reason, release, released_before
from kiosk.app.state_dir import StateDir
from kiosk.commands._answers import add_release, secret
from kiosk.commands._options import file_option, folder_option
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.ops.older_books import find_older
from kiosk.seat.roles import Right, StaffRefusal, check_name, may
from kiosk.store import read_only
from kiosk.store.staff import Session, StaffStore
from kiosk.table.log import NoAnswer

HELP = "name what of a seat is an older copy; with --as and --reason: retire its books and begin new ones"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose books, who acts and why. A PIN is never an argument: others could read it."""
    where = parser.add_mutually_exclusive_group()
    folder_option(
        where,
        "--state",
        f"the seat's state directory (default: {DEFAULT_STATE}); the hosts are not asked",
        default=DEFAULT_STATE,
    )
    file_option(
        where,
        "--config",
        "the configuration file of a seat over the network: the hosts are asked, and told of a release",
    )
    add_release(parser, "the supervisor who releases")


def run(args: argparse.Namespace) -> int:
    """0 nothing is older, or it was released; 1 something is older, or the release was refused; 2 it cannot be done."""
    try:
        with _seat(args) as (folder, hosts):
            return _run(args, folder, hosts)
    except NoAnswer as silence:
        raise EnvironmentFault(
            f"no host answers: {silence}", "See to the network and the hosts, then do it again"
        ) from silence


@contextmanager
def _seat(args: argparse.Namespace) -> Iterator[tuple[StateDir, Anchored]]:
    """The seat's folder, held, and what its hosts know of it."""
    if args.config is None:
        folder = StateDir(args.state)
        if not folder.seat_anchor.path.exists():  # what is known of a journal that is gone stands there
            read_only.need(folder.seat)
        folder.hold()
        try:
            yield folder, NotAnchored()
        finally:
            folder.release()
        return
    from kiosk.app.config import read_seat_file
    from kiosk.ops.anchored_link import anchored_link

    file = read_seat_file(args.config)
    folder = StateDir(file.state)
    folder.hold()
    try:
        with anchored_link(file) as hosts:
            yield folder, hosts
    finally:
        folder.release()


def _run(args: argparse.Namespace, folder: StateDir, hosts: Anchored) -> int:
    seen = hosts.anchor()
    state, older = find_older(folder, seen)
    for line in older:
        print(f"older: {line}")
    if not older:
        print("nothing is older than what is known of it")
        return 0
    if args.person is None or args.reason is None:
        print(
            "Put the newest copies back. If there are none: kiosk release --as NAME --reason TEXT retires these "
            "books; what is on them is then paid by people alone",
            file=sys.stderr,
        )
        return 1
    try:
        by, reason = _supervisor(folder, args.person), check_reason(args.reason)
    except (StaffRefusal, ValueError) as refusal:
        print(f"not done: {refusal}", file=sys.stderr)
        return 1
    # Books that a release began and that nothing was booked in since: the hosts alone have still to be told.
    done = released_before(folder, seen) if not find_older(folder)[1] else None
    if done is None:
        done = release(folder, state, older, by, reason, utc_now(), seen)
    print("\n".join(_lines(done)))
    if done.begun is not None:
        hosts.release_books(done.begun, done.left, by, reason)
    return 0


def _supervisor(folder: StateDir, name: str) -> str:
    """The name of who releases: a supervisor with a PIN, where the seat has staff. Raises :class:`StaffRefusal`."""
    if not folder.staff.exists():
        return check_name(name)
    with closing(StaffStore(folder.staff)) as staff:
        if staff.first_run:
            return check_name(name)
        answer = staff.log_in(name, secret(f"PIN of {name}: "), None, datetime.now(UTC))
        if not isinstance(answer, Session):
            wait = f", wait {answer.wait_s} s" if answer.wait_s else ""
            raise StaffRefusal(f"{name[:40]!a} is not logged in: {answer.reason}{wait}")
        staff.log_out(answer)
        if not may(answer.role, Right.RELEASE_OLDER_COPY):
            raise StaffRefusal(
                f"{answer.name} is {answer.role}: expected the right {Right.RELEASE_OLDER_COPY}"
            )
        return answer.name


def _lines(done: Released) -> list[str]:
    lines = [
        f"released by {done.by}: {done.reason}",
        f"the old books lie in {done.folder}; the seat begins with new ones at zero",
        f"on the old meter: {dollars(done.credit)} of credit, {dollars(done.in_play)} in play",
    ]
    if done.missing:
        lines.append(
            f"on tickets, by what the hosts have seen, and not in the old books: {dollars(done.missing)}"
        )
    return [
        *lines,
        "a manager decides who gets what of it, and about each ticket of the old books: the new ones know none",
    ]
