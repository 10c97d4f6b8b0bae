"""Who may deal at the table, stand for a command, or decide as the shift manager: the console's staff and their PINs.

A PIN is compared by the store of staff and is neither kept nor shown anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from math import ceil

from kiosk.console.commands import Authority, ChangeStaff, Refusal, StaffChange
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind, Role, StaffAct, StaffRefusal, stands_for
from kiosk.store.staff import First, Member, Refused, Session, StaffStore, Why

MOST_SHOWN_S = 3_600  # of a lock-out, whatever the clock did

_NEEDS = {Role.DEALER: "no-dealer", Role.SUPERVISOR: "needs-supervisor", Role.MANAGER: "needs-manager"}


class Supervisors:
    """Everybody who signs with a PIN at this console: dealers, supervisors, managers.

    Wrong tries are on disk before the PIN is looked at: stopping the console gives no further try. ``first`` are those
    with whom the list begins; ``told`` is told of who was refused or changed, ``stood`` of who stood for a command.
    note: what is shown is as :meth:`refresh` saw it last; what is decided is looked up.
    """

    def __init__(self, staff: StaffStore, first: Sequence[First], now: Callable[[], datetime]) -> None:
        self._staff = staff
        self._now = now
        self._users: tuple[Member, ...] = ()
        self.told: Callable[[StaffAct], None] = lambda _: None
        self.stood: Callable[[str, Role], None] = lambda _name, _role: None
        self.fault = ""
        try:
            self.begun = staff.begin_with(first)
        except EnvironmentFault:
            self.begun = ()  # the fault is shown as long as it lasts
        except StaffRefusal as refusal:
            raise EnvironmentFault(f"supervisors: {refusal}", "Correct the configuration file") from refusal
        self.refresh()

    # --- who there is -------------------------------------------------------------------------------------------

    def refresh(self) -> bool:
        """Look at the list again, which a command may have changed; whether anything is different."""
        before = (self._users, self.fault)
        try:
            self._users, self.fault = tuple(self._staff.users()), ""
        except EnvironmentFault as fault:
            self._users, self.fault = (), fault.what
        return before != (self._users, self.fault)

    @property
    def users(self) -> tuple[Member, ...]:
        """Everybody, active or not, in the order of being made."""
        return self._users

    @property
    def names(self) -> tuple[str, ...]:
        """Who can stand for a command, in order."""
        return self.names_of(Role.SUPERVISOR)

    def names_of(self, at_least: Role) -> tuple[str, ...]:
        """The names of those who are ``at_least`` that and active, in order."""
        found = (one for one in self._users if one.active and one.role is not None)
        return tuple(sorted(one.name for one in found if one.role and stands_for(one.role, at_least)))

    def is_dealer(self, name: str) -> bool:
        """Whether this is somebody who may deal now."""
        return name in self.names_of(Role.DEALER)

    @property
    def locked_out(self) -> dict[str, int]:
        """Who is locked out, and for how many seconds more."""
        until = {one.name: one.locked_until for one in self._users if one.locked_until is not None}
        if not until:
            return {}  # asked at every poll of the desk
        now = self._now()
        left = {name: ceil((locked_until - now).total_seconds()) for name, locked_until in until.items()}
        return {name: min(seconds, MOST_SHOWN_S) for name, seconds in left.items() if seconds > 0}

    # --- who stands for something -------------------------------------------------------------------------------

    def why_not(self, authority: Authority | None, at_least: Role = Role.SUPERVISOR) -> Refusal | None:
        """Why ``authority`` does not stand for a command that needs somebody ``at_least`` that, or None."""
        found = self._session(authority, at_least)
        if isinstance(found, Refusal):
            return found
        self._staff.log_out(found)
        self.stood(found.name, found.role)
        return None

    def sign_on(self, authority: Authority) -> Refusal | None:
        """Why this dealer does not sign on, or None. Whoever stands above a dealer may deal."""
        found = self._session(authority, Role.DEALER)
        if isinstance(found, Refusal):
            return found
        self._staff.log_out(found)
        return None

    def _session(self, authority: Authority | None, at_least: Role) -> Session | Refusal:
        if authority is None or not authority.name:
            return Refusal(_NEEDS[at_least])
        try:
            found = self._staff.log_in(authority.name, authority.pin, None, self._now())
        except EnvironmentFault as fault:
            return Refusal("staff", {"reason": fault.what})
        finally:
            self.refresh()
        for act in found.acts:
            if act.kind is not ActKind.LOGGED_IN and act.detail.get("reason") != Why.LOCKED:
                self.told(act)
        if isinstance(found, Refused):
            return _refusal(found, authority.name)
        if found.name != authority.name or not stands_for(found.role, at_least):
            self._staff.log_out(found)
            return Refusal(_NEEDS[at_least])
        return found

    # --- changing who there is ----------------------------------------------------------------------------------

    def change(self, command: ChangeStaff) -> Refusal | None:
        """Make, change or retire somebody, with a supervisor; everybody changes the own PIN."""
        own = command.change is StaffChange.NEW_PIN and command.name == command.authority.name
        found = self._session(command.authority, Role.DEALER if own else Role.SUPERVISOR)
        if isinstance(found, Refusal):
            return found
        try:
            for act in self._changed(found, command, own=own):
                self.told(act)
        except (EnvironmentFault, ValueError) as why:  # also a refusal, or a role that is none
            return Refusal("staff", {"reason": str(why)})
        finally:
            self._staff.log_out(found)
            self.refresh()
        return None

    def _changed(self, by: Session, command: ChangeStaff, *, own: bool) -> tuple[StaffAct, ...]:
        staff, name = self._staff, command.name
        match command.change:
            case StaffChange.ADD:
                return (staff.add(by, name, Role(command.role), command.pin),)
            case StaffChange.NEW_PIN if own:
                done = staff.change_pin(by, command.authority.pin, command.pin, self._now())
                return done.acts if isinstance(done, Refused) else done
            case StaffChange.NEW_PIN:
                return (staff.reset_pin(by, name, command.pin),)
            case StaffChange.ROLE:
                return (staff.set_role(by, name, Role(command.role)),)
            case StaffChange.DEACTIVATE:
                return (staff.deactivate(by, name),)
            case StaffChange.REACTIVATE:
                return (staff.reactivate(by, name),)
            case StaffChange.UNLOCK:
                return (staff.unlock(by, name),)


def _refusal(found: Refused, name: str) -> Refusal:
    if found.wait_s:
        return Refusal("locked-out", {"seconds": found.wait_s})
    match found.reason:
        case Why.INACTIVE:
            return Refusal("retired", {"name": name})
        case Why.DAMAGED:
            return Refusal("staff", {"reason": "the list of staff was changed from outside"})
        case _:
            return Refusal("wrong-pin")
