"""Brings users and roles into a running cluster and turns its checks of rights on. Never widens, never removes.

What stands there already and is wider than the provided rights is refused by name before anything is changed.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import msgspec
from aetcd import rpc

from kiosk.app.certificates import PROVIDE_ANEW
from kiosk.app.config import read_admin_file
from kiosk.app.config_links import LogConfig
from kiosk.faults import NOT_JSON, EnvironmentFault
from kiosk.jackpot import keys as jackpots
from kiosk.ops.provision.files import ADMIN, RIGHTS
from kiosk.ops.provision.roles import (
    ROOT,
    Access,
    Permission,
    Rights,
    Role,
    User,
    host_user,
    with_jackpots,
)
from kiosk.table import keys
from kiosk.tickets.keys import TICKETS

TIMEOUT_S = 5
_MOST_NAMED = 3  # users that have no right to be there
Say = Callable[[str], None]

_TYPES = {
    Access.READ: rpc.Permission.READ,
    Access.WRITE: rpc.Permission.WRITE,
    Access.READ_WRITE: rpc.Permission.READWRITE,
}
_OFF, _NO_PASSWORD = "authentication is not enabled", "no password user"  # etcd's words
_SILENT = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
Grant = tuple[int, bytes, bytes]  # a permission as etcd tells it


def apply(folder: Path, say: Say) -> None:
    """Make etcd know the users and roles of a provided ``folder``; ``say`` is told each thing that was done.

    Raises :class:`EnvironmentFault`. A repeat does nothing.
    """
    rights = with_jackpots(read_rights(folder / RIGHTS))
    _check_hosts_alone(folder / RIGHTS, rights)
    with _connected(read_admin_file(folder / ADMIN).log) as channel:
        server = _Server(channel, say)
        server.check(rights)
        server.bring(rights)
        server.enable()
        server.check_passwords(rights)


def read_rights(path: Path) -> Rights:
    """The rights of a provided folder. Raises :class:`EnvironmentFault`."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Rights)
    except OSError as error:
        raise EnvironmentFault(
            f"{path} cannot be read: {error.strerror}", "Name a folder that was provided"
        ) from error
    except NOT_JSON as error:
        raise EnvironmentFault(f"{path}: {error}", "Correct the file or provide a new folder") from error


def _check_hosts_alone(path: Path, rights: Rights) -> None:
    """Raises :class:`EnvironmentFault` for a folder of before there were hosts: it lets the floor into the servers."""
    host = host_user(rights.table)
    others = [user.name for user in rights.users if user.name != host]
    others += [role.name for role in rights.roles if role.name not in (host, *others)]
    if others:
        raise EnvironmentFault(
            f"{path} gives rights to {', '.join(others[:_MOST_NAMED])}: expected {host} alone, since seats, "
            "consoles and desks speak to hosts; nothing was done",
            PROVIDE_ANEW,
        )


@contextmanager
def _connected(log: LogConfig) -> Iterator[grpc.Channel]:
    """A channel to the first member that answers."""
    if log.ca is None or log.certificate is None or log.key is None:
        raise EnvironmentFault(
            "the administrator's file has no certificate: rights are brought over TLS alone"
        )
    log.check()
    credentials = grpc.ssl_channel_credentials(
        log.ca.read_bytes(), log.key.read_bytes(), log.certificate.read_bytes()
    )
    silent = []
    for endpoint in log.endpoints:
        with grpc.secure_channel(endpoint, credentials) as channel:
            try:
                rpc.MaintenanceStub(channel).Status(rpc.StatusRequest(), timeout=TIMEOUT_S)
            except grpc.RpcError as error:
                silent.append(f"{endpoint}: {_words(error)}")
                continue
            yield channel
            return
    raise EnvironmentFault(
        "no member of the cluster answers: " + "; ".join(silent), "Start the servers first"
    )


class _Server:
    """etcd's users and roles."""

    def __init__(self, channel: grpc.Channel, say: Say) -> None:
        self._auth = rpc.AuthStub(channel)
        self._say = say
        users = self._ask("UserList", rpc.AuthUserListRequest()).users
        roles = self._ask("RoleList", rpc.AuthRoleListRequest()).roles
        self._users: dict[str, set[str]] = {name: self._roles_of(name) for name in users}
        self._roles: dict[str, set[Grant]] = {name: self._grants_of(name) for name in roles}

    def check(self, rights: Rights) -> None:
        """Refuse what is wider than ``rights``, before anything is changed. Other tables' roles are none of ours."""
        allowed = {role.name: {_grant(found) for found in role.permissions} for role in rights.roles}
        for name, grants in self._roles.items():
            for grant in sorted(grants - allowed.get(name, set())):
                foreign = name != ROOT and (
                    _touches(grant, keys.root(rights.table)) or _writes_for_the_house(name, grant)
                )
                if name in allowed or foreign:
                    raise _wider(f"role {name} may {_told(grant)}")
        provided = {user.name: {user.role} for user in rights.users} | {ROOT: {ROOT}}
        for name, roles in self._users.items():
            for role in sorted(roles - provided.get(name, set())):
                if name in provided or role == ROOT or role in allowed:
                    raise _wider(f"user {name} has the role {role}")

    def bring(self, rights: Rights) -> None:
        """Add what is missing."""
        self._bring_role(Role(ROOT, ()))
        self._bring_user(User(ROOT, ROOT))
        for role in rights.roles:
            self._bring_role(role)
        for user in rights.users:
            self._bring_user(user)

    def _bring_role(self, role: Role) -> None:
        if role.name not in self._roles:
            self._ask("RoleAdd", rpc.AuthRoleAddRequest(name=role.name))
            self._say(f"role {role.name} added")
        for permission in role.permissions:
            kind, key, end = grant = _grant(permission)
            if grant in self._roles.get(role.name, set()):
                continue
            wanted = rpc.Permission(permType=kind, key=key, range_end=end)
            self._ask("RoleGrantPermission", rpc.AuthRoleGrantPermissionRequest(name=role.name, perm=wanted))
            self._say(f"role {role.name} may {_told(grant)}")

    def _bring_user(self, user: User) -> None:
        if user.name not in self._users:
            # Without a password there is nothing to guess: only the certificate opens.
            options = rpc.UserAddOptions(no_password=True)
            self._ask("UserAdd", rpc.AuthUserAddRequest(name=user.name, options=options))
            self._say(f"user {user.name} added")
        if user.role not in self._users.get(user.name, set()):
            self._ask("UserGrantRole", rpc.AuthUserGrantRoleRequest(user=user.name, role=user.role))
            self._say(f"user {user.name} has the role {user.role}")

    def enable(self) -> None:
        """Turn the checks of rights on."""
        if _OFF not in self._refusal(ROOT):
            self._say("rights are checked")
            return
        self._ask("AuthEnable", rpc.AuthEnableRequest())
        self._say("rights are checked from now on")

    def check_passwords(self, rights: Rights) -> None:
        """Refuse to call it done while somebody could come in with a password, beside the certificate."""
        for name in (ROOT, *(user.name for user in rights.users)):
            if _NO_PASSWORD not in (said := self._refusal(name)):
                raise _wider(f"user {name} has a password (etcd says: {said})")

    def _refusal(self, user: str) -> str:
        """What etcd answers to a password that nobody has. etcd 3.4 has no other way to ask whether rights are on."""
        try:
            self._auth.Authenticate(
                rpc.AuthenticateRequest(name=user, password=secrets.token_hex()), timeout=TIMEOUT_S
            )
        except grpc.RpcError as error:
            if error.code() in _SILENT:
                raise _failed("Authenticate", error) from error
            return _words(error)
        raise _wider(f"user {user} may come in with any password")

    def _roles_of(self, user: str) -> set[str]:
        return set(self._ask("UserGet", rpc.AuthUserGetRequest(name=user)).roles)

    def _grants_of(self, role: str) -> set[Grant]:
        answer = self._ask("RoleGet", rpc.AuthRoleGetRequest(role=role))
        return {(found.permType, found.key, found.range_end) for found in answer.perm}

    def _ask(self, what: str, request: object) -> Any:  # noqa: ANN401 - the stubs of etcd have no types
        try:
            return getattr(self._auth, what)(request, timeout=TIMEOUT_S)
        except grpc.RpcError as error:
            raise _failed(what, error) from error


def _grant(permission: Permission) -> Grant:
    return _TYPES[permission.access], permission.key.encode(), permission.range_end.encode()


def _told(grant: Grant) -> str:
    kind, key, end = grant
    access = next(access for access, found in _TYPES.items() if found == kind)
    first = key.decode(errors="replace")
    if not end:
        return f"{access} {first}"
    if key.endswith(b"/") and end == key[:-1] + b"0":
        return f"{access} all of {first}"
    return f"{access} all from {first!r} to {end.decode(errors='replace')!r}"


def _touches(grant: Grant, root: str) -> bool:
    """Whether a permission reaches into a table's keys."""
    _, key, end = grant
    first, behind = root.encode(), root[:-1].encode() + b"0"
    if not end:
        return first <= key < behind
    return key < behind and (end == b"\0" or end > first)  # to zero: to the last key of all


def _writes_for_the_house(role: str, grant: Grant) -> bool:
    """Whether a permission writes tickets or jackpots, which the hosts of all tables may do, and nobody else."""
    writes = not role.endswith(".host") and grant[0] != rpc.Permission.READ
    return writes and any(_touches(grant, prefix) for prefix in (TICKETS, jackpots.ROOT))


def _wider(what: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"{what}: that is more than was provided", "Find out who gave it, take it away, then apply again"
    )


def _failed(what: str, error: grpc.RpcError) -> EnvironmentFault:
    return EnvironmentFault(f"etcd does not do {what}: {_words(error)}", "Nothing was widened; try again")


def _words(error: grpc.RpcError) -> str:
    return str(error.details() or error.code())
