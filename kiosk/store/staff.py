"""Who may do what at a seat: users with a role, a PIN and perhaps a badge, in staff.db with staff.key beside it.

There is no user and no PIN by default. Wrong tries are on disk before they are answered. Nothing here keeps or tells
a PIN; the file holds its argon2id hash. What happened comes back as values for the seat's significant events.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from math import ceil
from pathlib import Path
from typing import cast

import msgspec
from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import (
    FREE_TRIES,
    SEAT_ROLES,
    TERMINAL_TRIES,
    ActKind,
    Right,
    Role,
    StaffAct,
    StaffRefusal,
    Tries,
    anew,
    check_badge,
    check_name,
    check_pin,
    locked_s,
    may,
    name_key,
    one_less,
    one_more,
)
from kiosk.store.anchor import Anchor, anchor_folder
from kiosk.store.staff_schema import (
    MOST_STRANGERS,
    MOST_USERS,
    Broken,
    Page,
    StaffFile,
    StaffHead,
    Stranger,
    User,
)

MOST_TYPED = 64  # characters of a PIN that are looked at
MOST_SESSIONS = 16  # at once; the oldest ends
STEP_BACK_MS = 2_000  # so far a clock may be set back by its own correction without being told

_ACCEPTS = frozenset(role for role in Role if may(role, Right.MANAGE_STAFF))
_replace = msgspec.structs.replace


class Why(StrEnum):
    """Why somebody is not logged in."""

    WRONG = "wrong"
    LOCKED = "locked"
    INACTIVE = "inactive"
    BADGE_WANTED = "badge-wanted"
    DAMAGED = "damaged"


class Refused(msgspec.Struct, frozen=True):
    """Not logged in. ``wait_s``: seconds until a PIN is looked at again; ``tries_left`` before a lock-out."""

    reason: Why
    wait_s: int = 0
    tries_left: int = 0
    clock_went_back: bool = False
    acts: tuple[StaffAct, ...] = ()


class Session(msgspec.Struct, frozen=True):
    """Somebody is logged in; ends with a log-out, a new PIN or role, or the program. ``acts``: what the log-in was."""

    name: str
    role: Role
    logged_in_at: datetime
    id: str
    clock_went_back: bool = False
    acts: tuple[StaffAct, ...] = ()


class Member(msgspec.Struct, frozen=True):
    """A user as a list shows one. ``damaged`` names the parts that were changed from outside: nothing else counts
    then. ``locked_until`` is UTC."""

    name: str
    role: Role | None = None
    active: bool = False
    has_badge: bool = False
    second_factor: bool = False
    failures: int = 0
    locked_until: datetime | None = None
    damaged: str = ""


class First(msgspec.Struct, frozen=True):
    """Somebody with whom a list begins; ``pin`` is the PIN's argon2id hash."""

    name: str
    role: Role
    pin: str

    def __repr__(self) -> str:
        """Without the hash, so that no log can show it."""
        return f"First({self.name!r},{self.role!r})"


class BrokenStaff:
    """In the place of a store whose files cannot be opened: nobody gets in, and everybody is told why."""

    def __init__(self, fault: EnvironmentFault) -> None:
        self.fault = fault

    def __getattr__(self, name: str) -> object:
        # Without what the raises before have left on it: a console that asks at each look would grow without end.
        raise self.fault.with_traceback(None)

    def self_test(self) -> list[str]:
        """Why nobody can log in."""
        return [str(self.fault)]

    def close(self) -> None:
        """Nothing is open."""


def open_staff(path: Path, roles: Sequence[Role] = SEAT_ROLES) -> StaffStore:
    """The staff of a seat or console; a :class:`BrokenStaff` where the files cannot be used. The rest goes on."""
    try:
        return StaffStore(path, roles=roles)
    except EnvironmentFault as fault:
        return cast("StaffStore", BrokenStaff(fault))


class _Asked(msgspec.Struct, frozen=True):
    """A try that is counted already; ``if_wrong`` is the answer unless it proves right."""

    user: User | None
    at_ms: int
    if_wrong: Refused


class StaffStore:
    """The staff of one seat or one console. Several threads and processes may use the same file at once.

    ``cost`` is that of argon2id; ``roles`` are those that somebody can have here. Raises :class:`EnvironmentFault`
    for files that cannot be used or trusted (log-ins answer that they are damaged), :class:`StaffRefusal` for what is
    not done.
    """

    def __init__(
        self, path: Path, cost: Parameters = RFC_9106_LOW_MEMORY, roles: Sequence[Role] = SEAT_ROLES
    ) -> None:
        self._roles = tuple(roles)
        self._hasher = PasswordHasher.from_parameters(cost)
        self._nobodys = _nobodys(cost)
        self._sessions: dict[str, tuple[Session, str]] = {}  # with the PIN's hash: another PIN ends it
        self._sessions_lock = threading.Lock()
        self._file = StaffFile(path, Anchor(anchor_folder(path.absolute().parent) / "staff", StaffHead))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def self_test(self) -> list[str]:
        """What was changed from outside, by user and part; empty when all is as it was written."""
        return self._file.self_test()

    def users(self) -> list[Member]:
        """All users in the order in which they were made, without any hash."""
        with self._file.page() as page:
            _ = page.sound
            return [_member(user) for user in page.users]

    # --- the first supervisor -----------------------------------------------------------------------------------

    @property
    def first_run(self) -> bool:
        """Whether the first supervisor is still to be made. False ever after, unless both files are taken away."""
        with self._file.page() as page:
            return page.first_run

    def create_first(self, name: str, pin: str) -> StaffAct:
        """Make the first supervisor, once, by whoever sets the seat up."""
        name = check_name(name)
        check_pin(pin, name)
        hashed = self._hasher.hash(pin)
        with self._file.page() as page:
            _ = page.sound
            if not page.first_run:
                raise StaffRefusal("there are users already: expected a supervisor to make others")
            page.put(User(page.next_id(), name, name_key(name), Role.SUPERVISOR, hashed))
        self._file.mark_begun()
        return StaffAct(ActKind.FIRST_MADE, name, "", {"role": Role.SUPERVISOR.value})

    def accept_older(self, name: str, pin: str, now: datetime) -> StaffAct | Refused:
        """A supervisor takes an older copy for the newest: log-ins go by it again. Wrong tries count outside the copy.

        ``now`` is UTC. Raises :class:`StaffRefusal` when nothing is older.
        """
        answer: StaffAct | Refused = Refused(Why.WRONG)

        def asked(page: Page, before: Tries) -> Tries | None:
            nonlocal answer
            at_ms = int(now.timestamp() * 1000)
            if before.locked_until - at_ms > 1000 * locked_s(before.failures, FREE_TRIES):
                before = anew(before, FREE_TRIES, at_ms, at_ms)  # the clock was set back since
            if (wait_ms := before.locked_until - at_ms) > 0:
                answer = Refused(Why.LOCKED, ceil(wait_ms / 1000))
                return before
            found = page.find(name_key(name))
            user = found if isinstance(found, User) else None
            if self._matches(user, pin) and user is not None and user.active and user.role in _ACCEPTS:
                answer = StaffAct(ActKind.OLDER_ACCEPTED, user.name, user.name)
                return None
            tries = one_more(before, FREE_TRIES, at_ms)
            wait_s = ceil(max(0, tries.locked_until - at_ms) / 1000)
            answer = Refused(Why.WRONG, wait_s, max(0, FREE_TRIES - tries.failures))
            return tries

        if not self._file.accept(asked):
            raise StaffRefusal("the list of staff is no older copy: expected one to accept")
        return answer

    def begin_with(self, first: Sequence[First]) -> tuple[StaffAct, ...]:
        """Make these users where there has never been one, by their PINs' hashes; nothing where there has been."""
        for one in first:
            self._check_role(one.role)
        with self._file.page() as page:
            _ = page.sound
            if not first or not page.first_run:
                return ()
            for one in first:
                name = check_name(one.name)
                if page.find(name_key(name)) is not None:
                    raise StaffRefusal(f"the name '{name}' is there twice: expected another for each")
                page.put(User(page.next_id(), name, name_key(name), one.role, one.pin))
        self._file.mark_begun()
        return tuple(
            StaffAct(ActKind.FIRST_MADE, check_name(one.name), "", {"role": one.role.value}) for one in first
        )

    # --- logging in ---------------------------------------------------------------------------------------------

    def log_in(self, name: str, pin: str, badge: str | None, now: datetime) -> Session | Refused:
        """Log somebody in by name and PIN. A badge may stand for the name (then empty), never for the PIN.

        ``now`` is UTC. A wrong try is on disk before this returns, and before the PIN is looked at.
        """
        badge = (badge or "").strip() or None
        with self._file.page() as page:
            if page.terminal is None:
                return _damaged(StaffAct(ActKind.REFUSED, "", "", {"reason": Why.DAMAGED.value}))
            mac = page.key.text_mac("badge", badge) if badge is not None else None
            found = page.find(name_key(name)) if name.strip() or mac is None else page.find_badge(mac)
            who = page.key.text_mac("stranger", name_key(name) or badge or "").hex()[:16]
            asked = _ask(page, found, who, now)
        if isinstance(asked, Refused):
            return asked
        user = asked.user
        proven = self._matches(user, pin) and user is not None
        if user is None or not proven or (mac is not None and not _is_badge(user, mac)):
            return asked.if_wrong
        return self._admit(asked, now, with_badge=mac is not None)

    def _admit(self, asked: _Asked, now: datetime, *, with_badge: bool) -> Session | Refused:
        """The PIN was right: log in, or take the try back and say what else is in the way."""
        back = asked.if_wrong.clock_went_back
        acts = _clock_acts(asked)
        with self._file.page() as page:
            user = _unchanged(page, asked.user)
            if user is None:
                return asked.if_wrong
            why = None if user.active else Why.INACTIVE
            if why is None and user.second_factor and not with_badge:
                why = Why.BADGE_WANTED
            if why is not None:
                page.put(_replace(user, tries=one_less(user.tries)))
                less = one_less(page.sound.tries)
                page.put_terminal(_replace(page.sound, tries=less))
                act = StaffAct(ActKind.REFUSED, user.name, "", {"reason": why.value})
                left = FREE_TRIES - one_less(user.tries).failures
                return Refused(why, 0, max(0, left), back, (*acts, act))
            _forgive(page, user)
        act = StaffAct(ActKind.LOGGED_IN, user.name, user.name, {"role": user.role.value})
        session = Session(user.name, user.role, now.astimezone(UTC), secrets.token_hex(8), back, (*acts, act))
        with self._sessions_lock:
            while len(self._sessions) >= MOST_SESSIONS:
                self._sessions.pop(next(iter(self._sessions)))
            self._sessions[session.id] = (session, user.pin)
        return session

    def log_out(self, session: Session) -> StaffAct:
        """End a session."""
        with self._sessions_lock:
            self._sessions.pop(session.id, None)
        return StaffAct(ActKind.LOGGED_OUT, session.name, session.name)

    def holds(self, session: Session, right: Right) -> bool:
        """Whether the session is still good, and has ``right``."""
        with self._file.page() as page:
            user = self._user_of(page, session)
        return user is not None and may(user.role, right)

    # --- one's own PIN ------------------------------------------------------------------------------------------

    def change_pin(
        self, session: Session, old: str, new: str, now: datetime
    ) -> tuple[StaffAct, ...] | Refused:
        """Change one's own PIN. A wrong ``old`` counts like a wrong log-in. Other sessions of the user end."""
        check_pin(new, session.name)
        if new == old:
            raise StaffRefusal("the new PIN is the old one: expected another")
        with self._file.page() as page:
            user = self._user_of(page, session)
            if user is None:
                raise _ended(session)
            asked = _ask(page, user, "", now)
        if isinstance(asked, Refused):
            return asked
        if not self._matches(asked.user, old):
            return asked.if_wrong
        hashed = self._hasher.hash(new)
        with self._file.page() as page:
            changed = _unchanged(page, user)
            if changed is None:
                raise _ended(session)
            _forgive(page, _replace(changed, pin=hashed))
        with self._sessions_lock:
            if session.id in self._sessions:
                self._sessions[session.id] = (session, hashed)
        return (*_clock_acts(asked), StaffAct(ActKind.PIN_CHANGED, session.name, session.name))

    # --- what a supervisor does ---------------------------------------------------------------------------------

    def add(
        self,
        by: Session,
        name: str,
        role: Role,
        pin: str,
        *,
        badge: str | None = None,
        second_factor: bool = False,
    ) -> StaffAct:
        """Make a user. Names are never used again, whatever became of who had them."""
        name = check_name(name)
        check_pin(pin, name)
        self._check_role(role)
        hashed = self._hasher.hash(pin)
        with self._managing(by) as page:
            _check_rank(page, by, role)
            if page.find(name_key(name)) is not None:
                raise StaffRefusal(f"the name '{name}' is taken: expected one that nobody has had")
            if len(page.sound.users) >= MOST_USERS:
                raise StaffRefusal(f"there are {MOST_USERS} users, the most that a seat keeps")
            user = User(page.next_id(), name, name_key(name), role, hashed)
            page.put(_with_badge(page, user, badge, second_factor=second_factor))
        return StaffAct(ActKind.MADE, name, by.name, {"role": role.value})

    def reset_pin(self, by: Session, name: str, new: str) -> StaffAct:
        """Give somebody else a new PIN, for instance when the old one is forgotten. It ends a lock-out too."""
        if name_key(name) == name_key(by.name):
            raise StaffRefusal("one's own PIN is changed, not reset: the old one is asked for")
        check_pin(new, name)
        hashed = self._hasher.hash(new)
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role)
            check_pin(new, user.name)
            page.put(_replace(user, pin=hashed, tries=Tries()))
        return StaffAct(ActKind.PIN_RESET, user.name, by.name)

    def set_role(self, by: Session, name: str, role: Role) -> StaffAct:
        """Give somebody another role. The last active user who may manage staff keeps one that may."""
        self._check_role(role)
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role, role)
            if not may(role, Right.MANAGE_STAFF):
                _check_not_last(page, user)
            page.put(_replace(user, role=role))
        return StaffAct(ActKind.ROLE_SET, user.name, by.name, {"from": user.role.value, "role": role.value})

    def set_badge(
        self, by: Session, name: str, badge: str | None, *, second_factor: bool = False
    ) -> StaffAct:
        """Give somebody a badge by its barcode's text, or take it away. ``second_factor``: nobody gets in without."""
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role)
            page.put(_with_badge(page, user, badge, second_factor=second_factor))
        detail: dict[str, str | int] = {"badge": int(badge is not None), "second-factor": int(second_factor)}
        return StaffAct(ActKind.BADGE_SET, user.name, by.name, detail)

    def deactivate(self, by: Session, name: str) -> StaffAct:
        """Let somebody in no more; the name stays. The last active supervisor stays active."""
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role)
            _check_not_last(page, user)
            page.put(_replace(user, active=False))
        return StaffAct(ActKind.DEACTIVATED, user.name, by.name)

    def reactivate(self, by: Session, name: str) -> StaffAct:
        """Let somebody in again, with the PIN that was."""
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role)
            page.put(_replace(user, active=True))
        return StaffAct(ActKind.REACTIVATED, user.name, by.name)

    def unlock(self, by: Session, name: str) -> StaffAct:
        """End somebody's lock-out before its time."""
        with self._managing(by) as page:
            user = _known(page, name)
            _check_rank(page, by, user.role)
            page.put(_replace(user, tries=Tries()))
        return StaffAct(ActKind.UNLOCKED, user.name, by.name, {"failures": user.tries.failures})

    @contextmanager
    def _managing(self, by: Session) -> Iterator[Page]:
        """A transaction of somebody who is logged in and may manage staff now."""
        with self._file.page() as page:
            _ = page.sound
            user = self._user_of(page, by)
            if user is None:
                raise _ended(by)
            if not may(user.role, Right.MANAGE_STAFF):
                raise StaffRefusal(f"{user.name} is {user.role}: expected the right {Right.MANAGE_STAFF}")
            yield page

    def _check_role(self, role: Role) -> None:
        if role not in self._roles:
            raise StaffRefusal(f"nobody is {role} here: expected one of {', '.join(self._roles)}")

    def _user_of(self, page: Page, session: Session) -> User | None:
        """Whose session it is, while it is good: made here, and neither PIN, role nor active changed since."""
        with self._sessions_lock:
            made, pin = self._sessions.get(session.id, (None, ""))
        user = page.find(name_key(session.name))
        if made != session or not isinstance(user, User) or not user.active:
            return None
        return user if user.pin == pin and user.role is session.role else None

    def _matches(self, user: User | None, pin: str) -> bool:
        """Whether it is the user's PIN. Takes as long for nobody, and for what is no PIN."""
        hashed = user.pin if user is not None else self._nobodys
        digits = pin if len(pin) <= MOST_TYPED and pin.isascii() and pin.isdecimal() else ""
        try:
            self._hasher.verify(hashed, digits)
        except (VerificationError, InvalidHashError):
            return False
        return True


def _nobodys(cost: Parameters) -> str:
    """A hash of no PIN: an unknown name takes as long as a known one. Drawn, since hashing would delay every start."""
    salt, hashed = (
        b64encode(secrets.token_bytes(size)).rstrip(b"=").decode() for size in (cost.salt_len, cost.hash_len)
    )
    how = f"m={cost.memory_cost},t={cost.time_cost},p={cost.parallelism}"
    return f"$argon2id$v={cost.version}${how}${salt}${hashed}"


# --- counting -------------------------------------------------------------------------------------------------------


def _ask(page: Page, found: User | Broken | None, stranger: str, now: datetime) -> _Asked | Refused:
    """Count a try as a wrong one, or refuse to look at it. ``stranger`` stands for a name that is not known."""
    if now.tzinfo is None:
        raise ValueError(f"the time {now} has no zone: expected UTC")
    if isinstance(found, Broken):
        detail: dict[str, str | int] = {"reason": Why.DAMAGED.value, "parts": ", ".join(found.parts)}
        return _damaged(StaffAct(ActKind.REFUSED, found.name, "", detail))
    at_ms, acts = _see(page, int(now.timestamp() * 1000))
    if isinstance(found, User):
        found = _unchanged(page, found)  # its lock-out may have begun anew
    name = found.name if found is not None else ""
    strangers = {one.key: one.tries for one in page.sound.strangers}
    own = found.tries if found is not None else strangers.pop(stranger, Tries())
    wait_ms = max(own.locked_until, page.sound.tries.locked_until) - at_ms
    if wait_ms > 0:
        acts = (*acts, _refused_act(name, Why.LOCKED, ceil(wait_ms / 1000)))
        return Refused(Why.LOCKED, ceil(wait_ms / 1000), 0, _has_clock(acts), acts)
    own = one_more(own, FREE_TRIES, at_ms)
    every = one_more(page.sound.tries, TERMINAL_TRIES, at_ms)
    if found is not None:
        found = _replace(found, tries=own)
        page.put(found)
    else:
        strangers[stranger] = own
    kept = tuple(Stranger(*one) for one in strangers.items())[-MOST_STRANGERS:]
    page.put_terminal(_replace(page.sound, tries=every, strangers=kept))
    return _Asked(found, at_ms, _wrong(name, own, every, at_ms, acts))


def _wrong(name: str, own: Tries, every: Tries, at_ms: int, acts: tuple[StaffAct, ...]) -> Refused:
    """The answer to a try that proves wrong."""
    wait_s = ceil(max(0, max(own.locked_until, every.locked_until) - at_ms) / 1000)
    acts = (*acts, _refused_act(name, Why.WRONG, wait_s))
    if own.locked_until:
        acts = (*acts, StaffAct(ActKind.LOCKED_OUT, name, "", {"failures": own.failures, "wait-s": wait_s}))
    if every.locked_until:
        detail: dict[str, str | int] = {"failures": every.failures, "wait-s": wait_s}
        acts = (*acts, StaffAct(ActKind.TERMINAL_LOCKED, "", "", detail))
    left = max(0, min(FREE_TRIES - own.failures, TERMINAL_TRIES - every.failures))
    return Refused(Why.WRONG, wait_s, left, _has_clock(acts), acts)


def _see(page: Page, now_ms: int) -> tuple[int, tuple[StaffAct, ...]]:
    """Take note of the time. When the clock went back, every lock-out that ran begins anew, and those over stay over.

    The time to go on with: never before the latest seen, but for a clock that was set back.
    """
    latest = page.sound.latest
    if now_ms >= latest - STEP_BACK_MS:
        now_ms = max(now_ms, latest)
        page.put_terminal(_replace(page.sound, latest=now_ms))
        return now_ms, ()
    for user in page.whole():
        if user.tries.locked_until:
            page.put(_replace(user, tries=anew(user.tries, FREE_TRIES, latest, now_ms)))
    strangers = (
        _replace(one, tries=anew(one.tries, FREE_TRIES, latest, now_ms)) for one in page.sound.strangers
    )
    every = anew(page.sound.tries, TERMINAL_TRIES, latest, now_ms)
    page.put_terminal(_replace(page.sound, tries=every, latest=now_ms, strangers=tuple(strangers)))
    return now_ms, (StaffAct(ActKind.CLOCK_WENT_BACK, "", "", {"seconds": (latest - now_ms) // 1000}),)


def _forgive(page: Page, user: User) -> None:
    page.put(_replace(user, tries=Tries()))
    page.put_terminal(_replace(page.sound, tries=Tries()))


def _clock_acts(asked: _Asked) -> tuple[StaffAct, ...]:
    return tuple(act for act in asked.if_wrong.acts if act.kind is ActKind.CLOCK_WENT_BACK)


def _has_clock(acts: tuple[StaffAct, ...]) -> bool:
    return any(act.kind is ActKind.CLOCK_WENT_BACK for act in acts)


def _refused_act(name: str, why: Why, wait_s: int) -> StaffAct:
    return StaffAct(ActKind.REFUSED, name, "", {"reason": why.value, "wait-s": wait_s})


def _damaged(act: StaffAct) -> Refused:
    return Refused(Why.DAMAGED, acts=(act,))


# --- users ----------------------------------------------------------------------------------------------------------


def _unchanged(page: Page, user: User | None) -> User | None:
    """The user as now kept, or None when another PIN, role or badge was given meanwhile, or the row was damaged."""
    found = page.find(user.key) if user is not None else None
    if user is None or not isinstance(found, User):
        return None
    return found if _replace(found, tries=user.tries) == user else None


def _known(page: Page, name: str) -> User:
    found = page.find(name_key(name))
    if isinstance(found, Broken):
        raise StaffRefusal(f"{found} changed from outside: expected a whole row, nothing was changed")
    if found is None:
        raise StaffRefusal(f"there is no user {name[:40]!a}")
    return found


def _check_not_last(page: Page, user: User) -> None:
    managing = [one for one in page.whole() if one.active and may(one.role, Right.MANAGE_STAFF)]
    if managing == [user]:
        raise StaffRefusal(f"{user.name} is the last active supervisor: expected another one first")


def _check_rank(page: Page, by: Session, *roles: Role) -> None:
    """A shift manager is made and changed by one alone. While there is none, a supervisor names the first.

    Whose row was changed from outside may be one: damage makes nobody a manager.
    """
    managers = any(isinstance(one, Broken) or (one.active and one.role is Role.MANAGER) for one in page.users)
    if Role.MANAGER in roles and managers and by.role is not Role.MANAGER:
        raise StaffRefusal(f"{by.name} is {by.role}: expected a manager where it is about a manager")


def _with_badge(page: Page, user: User, badge: str | None, *, second_factor: bool) -> User:
    if badge is None:
        if second_factor:
            raise StaffRefusal(f"{user.name} has no badge: expected one where nobody gets in without")
        return _replace(user, badge=None, second_factor=False)
    mac = page.key.text_mac("badge", check_badge(badge, user.name))
    holder = page.find_badge(mac)
    if holder is not None and holder.id != user.id:
        raise StaffRefusal(f"the badge is {holder.name}'s: expected one that nobody has")
    return _replace(user, badge=mac, second_factor=second_factor)


def _is_badge(user: User, mac: bytes) -> bool:
    return user.badge is not None and hmac.compare_digest(user.badge, mac)


def _ended(session: Session) -> StaffRefusal:
    return StaffRefusal(f"the session of {session.name} has ended: expected a new log-in")


def _member(user: User | Broken) -> Member:
    if isinstance(user, Broken):
        return Member(user.name, damaged=", ".join(user.parts))
    until = user.tries.locked_until
    return Member(
        user.name,
        user.role,
        user.active,
        user.badge is not None,
        user.second_factor,
        user.tries.failures,
        datetime.fromtimestamp(until / 1000, UTC) if until else None,
    )
