"""Who may read and write which keys of a table. The server enforces it; nobody is trusted to keep to it.

A user is known by the common name of its certificate and has no password. A transaction needs the permission for
every key that it compares, and for both of its branches.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.bootstrap.provision.plan import CONSOLES, Plan
from kiosk.table import keys

ROOT = "root"  # etcd's name of the user and the role that may do everything


class Access(StrEnum):
    """What a permission allows."""

    READ = "read"
    WRITE = "write"
    READ_WRITE = "read and write"


class Permission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Access to one key, or to all keys that begin with ``key`` when it ends with a slash."""

    access: Access
    key: str

    def __post_init__(self) -> None:
        if not self.key or not self.key.isascii():
            raise ValueError(f"permission for key {self.key!r}: expected an ASCII key")

    @property
    def range_end(self) -> str:
        """The first key behind the permitted ones; empty for a single key."""
        return self.key[:-1] + chr(ord("/") + 1) if self.key.endswith("/") else ""


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role and all that it allows."""

    name: str
    permissions: tuple[Permission, ...]


class User(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user, named as the common name of its certificate, and its only role."""

    name: str
    role: str


class Rights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All roles and users of one table, beside root."""

    table: str
    roles: tuple[Role, ...]
    users: tuple[User, ...]


def seat_user(table: str, seat: str) -> str:
    """The user of a seat. A name holds no dot, so no two parties share one."""
    return f"{table}.seat.{seat}"


def console_user(table: str, console: str) -> str:
    """The user of one console of the table."""
    return f"{table}.{console}"


def host_user(table: str) -> str:
    """The host's user for this table."""
    return f"{table}.host"


def rights_of(plan: Plan) -> Rights:
    """The narrowest rights with which seats, consoles and host can do their work."""
    table = plan.table
    console, host = _console_role(table), _host_role(table)
    seats = [_seat_role(table, seat.name) for seat in plan.seats]
    users = [User(role.name, role.name) for role in seats]
    users += [User(console_user(table, name), console.name) for name in CONSOLES]
    users.append(User(host_user(table), host.name))
    return Rights(table, (*seats, console, host), tuple(users))


def _seat_role(table: str, seat: str) -> Role:
    return Role(
        seat_user(table, seat),
        (
            Permission(Access.READ, keys.rounds(table)),
            Permission(Access.READ, _folder(keys.closed(table, 1))),
            Permission(Access.READ, keys.private(table, seat)),
            Permission(Access.READ_WRITE, keys.seat(table, seat)),
            Permission(Access.READ_WRITE, keys.present(table, seat)),
        ),
    )


def _console_role(table: str) -> Role:
    """All consoles share it: which of them is the table's is decided by the fencing token, not by a right."""
    written = (
        keys.rounds(table),
        _folder(keys.closed(table, 1)),
        _folder(keys.private(table, "0").removesuffix("/")),
        keys.consoles(table),
        keys.console_presences(table),
        keys.manager_records(table),
    )
    permissions = [Permission(Access.READ, keys.root(table))]
    permissions += [Permission(Access.WRITE, key) for key in written]
    return Role(f"{table}.consoles", tuple(permissions))


def _host_role(table: str) -> Role:
    """The host removes what it has archived. etcd has no right to remove without the right to write."""
    return Role(f"{table}.host", (Permission(Access.READ_WRITE, keys.root(table)),))


def _folder(key: str) -> str:
    return key[: key.rindex("/") + 1]
