"""Who may read and write which keys of a table. The server enforces it; nobody is trusted to keep to it.

A user is known by the common name of its certificate and has no password. A transaction needs the permission for
every key that it compares, and for both of its branches.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.bootstrap.provision.plan import CONSOLES, Plan
from kiosk.host.registry_keys import HOUSE, STEPS, TICKETS, Place
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


def cashier_user(table: str) -> str:
    """The user of the cashier's desk that is provided with this table."""
    return f"{table}.cashier"


def rights_of(plan: Plan) -> Rights:
    """The narrowest rights with which seats, consoles and host can do their work."""
    table = plan.table
    console, host, cashier = _console_role(table), _host_role(table), _cashier_role(table)
    seats = [_seat_role(table, seat.name) for seat in plan.seats]
    users = [User(role.name, role.name) for role in seats]
    users += [User(console_user(table, name), console.name) for name in CONSOLES]
    users += [User(host_user(table), host.name), User(cashier_user(table), cashier.name)]
    return Rights(table, (*seats, console, host, cashier), tuple(users))


def _seat_role(table: str, seat: str) -> Role:
    return Role(
        seat_user(table, seat),
        (
            Permission(Access.READ, keys.rounds(table)),
            Permission(Access.READ, _folder(keys.closed(table, 1))),
            Permission(Access.READ, keys.private(table, seat)),
            Permission(Access.READ_WRITE, keys.seat(table, seat)),
            Permission(Access.READ_WRITE, keys.present(table, seat)),
            *_asking(Place(table, seat)),
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
    permissions = [Permission(Access.READ, key) for key in (keys.root(table), keys.left(table))]
    permissions += [Permission(Access.WRITE, key) for key in written]
    return Role(f"{table}.consoles", tuple(permissions))


def _host_role(table: str) -> Role:
    """The host removes what it has archived, and alone writes tickets. To remove, etcd asks the right to write."""
    written = (keys.root(table), HOUSE)
    return Role(host_user(table), tuple(Permission(Access.READ_WRITE, key) for key in written))


def _cashier_role(table: str) -> Role:
    """A desk reads all tickets and what became of them, and asks the hosts to pay or void one."""
    read = [Permission(Access.READ, key) for key in (TICKETS, STEPS)]
    return Role(cashier_user(table), (*read, *_asking(desk_of(table))))


def desk_of(table: str) -> Place:
    """The desk that is provided with a table: named as it is, so that no two of a house share a name."""
    return Place("", table)


def _asking(place: Place) -> tuple[Permission, ...]:
    """Who asks the registry writes and withdraws its own questions, counts them, and removes the answers."""
    return tuple(Permission(Access.READ_WRITE, key) for key in (place.asks, place.answers, place.turn))


def _folder(key: str) -> str:
    return key[: key.rindex("/") + 1]
