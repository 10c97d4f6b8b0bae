"""What the commands about staff have in common: each act is written down, and somebody stands for it with a PIN."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from kiosk.commands._answers import secret
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind, StaffAct, StaffRefusal, name_key
from kiosk.store.staff import Session, StaffStore, Why
from kiosk.store.staff_acts import NotToldFault, StaffActs

Change = Callable[[Session, str], Sequence[StaffAct]]
"""What somebody does who is logged in, with the PIN of the log-in."""


def changed(
    staff: StaffStore, acts: StaffActs, command: str, about: tuple[str, str], person: str, change: Change
) -> int:
    """Log ``person`` in by a PIN that is asked for, and do it; 0 done, 1 refused.

    ``about`` is the name as it was typed, and as the record may have it: "" for what nobody has made into a name.
    """
    now = datetime.now(UTC)
    pin = secret(f"PIN of {person}: ")
    with begun(acts, command, about[0], about[1], {"as": known(staff, person)}):
        session = staff.log_in(person, pin, None, now)
        if not isinstance(session, Session) and session.reason is Why.BADGE_WANTED:
            tell(acts, session.acts)
            session = staff.log_in(person, pin, secret(f"badge of {person}: "), now)
        tell(acts, session.acts)
        if not isinstance(session, Session):
            wait = f", wait {session.wait_s} s" if session.wait_s else ""
            print(f"not done: {person} is not logged in: {session.reason}{wait}", file=sys.stderr)
            return 1
        try:
            tell(acts, change(session, pin))
        finally:
            tell(acts, [staff.log_out(session)])
    return 0


@contextmanager
def begun(
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


def known(staff: StaffStore, name: str) -> str:
    """The name as its user has it; empty for anything else, such as a PIN in its place: that stands nowhere."""
    try:
        return next((one.name for one in staff.users() if name_key(one.name) == name_key(name)), "")
    except EnvironmentFault:
        return ""  # the log-in says what is wrong


def tell(acts: StaffActs, told: Sequence[StaffAct]) -> None:
    """Write down what was done, then say it; it is said also when it cannot be written down."""
    try:
        acts.tell(told)
    finally:
        for act in told:
            detail = "".join(f" {name}={value}" for name, value in act.detail.items())
            who = f" {act.name}" if act.name else ""
            by = f" by {act.by}" if act.by and act.by != act.name else ""
            print(f"{act.kind}{who}{by}{detail}")
