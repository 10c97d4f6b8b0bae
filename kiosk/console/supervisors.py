"""Supervisors and their PINs. A PIN is compared with its argon2id hash and is neither kept nor shown anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil

import msgspec
from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import Type

from kiosk.console.commands import Authority, Refusal
from kiosk.console.notes import Notebook, Tries
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import Role, stands_for

WRONG_TRIES = 3  # so many wrong PINs lock a supervisor out
LOCKED_S = 30  # for the first time; each wrong PIN after it doubles the time
MOST_LOCKED_S = 3_600
MOST_PIN = 64  # characters

_NEEDS = {Role.DEALER: "no-dealer", Role.SUPERVISOR: "needs-supervisor", Role.MANAGER: "needs-manager"}


def hash_pin(pin: str) -> str:
    """The argon2id hash of a PIN, for a configuration file."""
    return PasswordHasher().hash(pin)


class Supervisors:
    """Those who may stand for a command, by name, with the hash of each one's PIN.

    Wrong tries are counted in the notebook before the PIN is looked at: stopping the console gives no further try.
    ``now_s`` is UTC in seconds: the time of a lock-out must survive a restart. Raises :class:`EnvironmentFault` for
    a hash that is not argon2id.
    """

    def __init__(
        self,
        hashes: Mapping[str, str],
        notebook: Notebook,
        now_s: Callable[[], float],
        managers: frozenset[str] = frozenset(),
    ) -> None:
        for name, hashed in hashes.items():
            if not _is_argon2id(hashed):
                raise EnvironmentFault(
                    f"supervisor '{name}': the PIN's hash is not argon2id",
                    "Make the hash anew for the configuration",
                )
        self._hashes = dict(hashes)
        self._roles = {name: Role.MANAGER if name in managers else Role.SUPERVISOR for name in hashes}
        self._notebook = notebook
        self._now_s = now_s
        self._hasher = PasswordHasher()

    @property
    def names(self) -> tuple[str, ...]:
        """Their names in order."""
        return tuple(sorted(self._hashes))

    @property
    def locked_out(self) -> dict[str, int]:
        """Who is locked out, and for how many seconds more."""
        left = {name: self._left_s(name) for name in self.names}
        return {name: seconds for name, seconds in left.items() if seconds}

    def names_of(self, at_least: Role) -> tuple[str, ...]:
        """The names of those who are ``at_least`` that, in order."""
        return tuple(name for name in self.names if stands_for(self._roles[name], at_least))

    def why_not(self, authority: Authority | None, at_least: Role = Role.SUPERVISOR) -> Refusal | None:
        """Why ``authority`` does not stand for a command that needs somebody ``at_least`` that, or None."""
        if authority is None or not authority.name:
            return Refusal(_NEEDS[at_least])
        name = authority.name
        if seconds := self._left_s(name):
            return Refusal("locked-out", {"seconds": seconds})
        if name in self._hashes:
            self._count(name, self._tries(name).wrong + 1)
        if not self._matches(name, authority.pin):
            if seconds := self._left_s(name):
                return Refusal("locked-out", {"seconds": seconds})
            return Refusal("wrong-pin")
        self._count(name, 0)
        return None if stands_for(self._roles[name], at_least) else Refusal(_NEEDS[at_least])

    def _matches(self, name: str, pin: str) -> bool:
        """For a name that is not known it takes as long, so that names cannot be found out."""
        hashed = self._hashes.get(name) or next(iter(self._hashes.values()), None)
        if hashed is None or len(pin) > MOST_PIN:
            return False
        try:
            self._hasher.verify(hashed, pin)
        except VerificationError:
            return False
        return name in self._hashes

    def _tries(self, name: str) -> Tries:
        return self._notebook.notes.tries.get(name, Tries())

    def _left_s(self, name: str) -> int:
        """Seconds until a PIN is looked at again. A clock that was set back does not lock out for longer."""
        tries = self._tries(name)
        return max(0, min(ceil(tries.until_s - self._now_s()), _locked_s(tries.wrong)))

    def _count(self, name: str, wrong: int) -> None:
        locked_s = _locked_s(wrong)
        tries = dict(self._notebook.notes.tries)
        if wrong:
            tries[name] = Tries(wrong, self._now_s() + locked_s if locked_s else 0.0)
        else:
            tries.pop(name, None)
        self._notebook.write(msgspec.structs.replace(self._notebook.notes, tries=tries))


def _locked_s(wrong: int) -> int:
    """For how long so many wrong tries lock out, in seconds."""
    if wrong < WRONG_TRIES:
        return 0
    return min(MOST_LOCKED_S, LOCKED_S << min(wrong - WRONG_TRIES, 10))


def _is_argon2id(hashed: str) -> bool:
    try:
        return extract_parameters(hashed).type is Type.ID
    except InvalidHashError:
        return False
