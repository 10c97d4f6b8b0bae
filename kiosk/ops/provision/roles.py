"""What hosts may in etcd, which serves them alone, and the names in everybody's certificates.

A user is known by the common name of its certificate and has no password. What seats, consoles and cashiers may is
decided by hosts, see :mod:`kiosk.host.rights`: etcd does not know them, and refuses their certificates.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.jackpot import keys as jackpots
from kiosk.ops.provision.plan import Plan
from kiosk.table import keys
from kiosk.tickets.keys import HOUSE, Place

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
    """What the table's hosts need, who alone speak to etcd. Who may what on the floor, the hosts decide."""
    host = _host_role(plan.table)
    return Rights(plan.table, (host,), (User(host.name, host.name),))


def with_jackpots(rights: Rights) -> Rights:
    """Rights of a folder that was provided when hosts wrote no jackpots, with what they need now."""
    host, jackpot = host_user(rights.table), Permission(Access.READ_WRITE, jackpots.ROOT)
    roles = tuple(
        msgspec.structs.replace(role, permissions=(*role.permissions, jackpot))
        if role.name == host and jackpot not in role.permissions
        else role
        for role in rights.roles
    )
    return msgspec.structs.replace(rights, roles=roles)


def _host_role(table: str) -> Role:
    """The host removes what it has archived, and alone writes tickets and jackpots: which one a table shares its file
    says. To remove, etcd asks the right to write."""
    written = (keys.root(table), HOUSE, jackpots.ROOT)
    return Role(host_user(table), tuple(Permission(Access.READ_WRITE, key) for key in written))


def desk_of(table: str) -> Place:
    """The desk that is provided with a table: named as it is, so that no two of a house share a name."""
    return Place("", table)
