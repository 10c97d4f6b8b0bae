"""Writes everything that one table over a network needs into one new folder."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

import argon2
import msgspec

from kiosk.bootstrap.provision.ca import Authority, Pair
from kiosk.bootstrap.provision.parties import (
    admin_file,
    cashier_file,
    console_file,
    host_file,
    seat_file,
)
from kiosk.bootstrap.provision.plan import CONSOLES, Plan
from kiosk.bootstrap.provision.readme import readme
from kiosk.bootstrap.provision.roles import ROOT, cashier_user, console_user, host_user, rights_of, seat_user
from kiosk.bootstrap.provision.servers import server_file
from kiosk.faults import EnvironmentFault

RIGHTS = "roles.json"
ADMIN = Path("config/admin.toml")
FEWEST_DIGITS, MOST_DIGITS = 4, 12


@dataclass(frozen=True)
class Authoriser:
    """A supervisor of the table and the PIN as a person types it; only its hash is written."""

    name: str
    pin: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= 64 or not self.name.isprintable():
            raise EnvironmentFault(f"supervisor {self.name!r}: expected 1 to 64 printable letters")
        digits = self.pin.isascii() and self.pin.isdigit()
        if not digits or not FEWEST_DIGITS <= len(self.pin) <= MOST_DIGITS:
            raise EnvironmentFault(f"the supervisor's PIN: expected {FEWEST_DIGITS} to {MOST_DIGITS} digits")


def check_out(out: Path) -> None:
    """Whether ``out`` can become the new folder: absent or empty. Raises :class:`EnvironmentFault`."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise EnvironmentFault(f"{out} is no folder", "Name a new folder with --out")
    try:
        if out.exists() and any(out.iterdir()):
            raise EnvironmentFault(
                f"folder {out} is not empty: expected a new or an empty one",
                "Name another: certificates that are in use are never overwritten",
            )
    except OSError as error:
        raise EnvironmentFault(f"folder {out} cannot be read: {error.strerror}") from error


def provide(plan: Plan, authoriser: Authoriser, out: Path) -> None:
    """Write the folder ``out``: whole, or not at all. Raises :class:`EnvironmentFault`."""
    check_out(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))  # of mode 0700
    except OSError as error:
        raise EnvironmentFault(
            f"folder {out} cannot be made: {error.strerror}", "Check its permissions"
        ) from error
    try:
        _write_all(plan, authoriser, made)
        made.rename(out)  # over an empty folder too
    except OSError as error:
        raise EnvironmentFault(
            f"folder {out} cannot be written: {error.strerror}", "Check the disk and its permissions"
        ) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _write_all(plan: Plan, authoriser: Authoriser, out: Path) -> None:
    # Two authorities: with one, a seat's certificate would open the servers' own ports, where no right is asked.
    clients, peers = Authority(f"table {plan.table}"), Authority(f"table {plan.table} servers")
    ca = clients.pair.certificate
    _write_pair(out / "ca", "ca", clients.pair)
    _write_pair(out / "ca", "peer-ca", peers.pair)
    token = f"table-{plan.table}-{secrets.token_hex(8)}"
    for node in plan.nodes:
        folder = out / "etcd" / node.name
        _write_pair(folder, "server", clients.server(f"server {node.name}", node.address))
        _write_pair(folder, "peer", peers.peer(f"server {node.name}", node.address))
        _write(folder / "ca.crt", ca)
        _write(folder / "peer-ca.crt", peers.pair.certificate)
        _write(out / "etcd" / f"{node.name}.conf.yml", server_file(plan, node, token).encode())
    pin_hash = argon2.PasswordHasher().hash(authoriser.pin)  # Argon2id
    for name, user, text in _parties(plan, authoriser.name, pin_hash):
        _write_pair(out / "config" / name, "client", clients.client(user))
        _write(out / "config" / name / "ca.crt", ca)
        _write(out / "config" / f"{name}.toml", text.encode(), secret=True)
    _write(out / RIGHTS, msgspec.json.format(msgspec.json.encode(rights_of(plan)), indent=2) + b"\n")
    _write(out / "README.txt", readme(plan, ca).encode())


def _parties(plan: Plan, supervisor: str, pin_hash: str) -> list[tuple[str, str, str]]:
    """Name of the files, user and configuration of everybody who connects."""
    table = plan.table
    found = [(f"seat-{seat.name}", seat_user(table, seat.name), seat_file(plan, seat)) for seat in plan.seats]
    found.extend(
        (console, console_user(table, console), console_file(plan, console, supervisor, pin_hash))
        for console in CONSOLES
    )
    found.append(("host", host_user(table), host_file(plan)))
    found.append(("cashier", cashier_user(table), cashier_file(plan)))
    found.append(("admin", ROOT, admin_file(plan)))
    return found


def _write_pair(folder: Path, name: str, pair: Pair) -> None:
    _write(folder / f"{name}.crt", pair.certificate)
    _write(folder / f"{name}.key", pair.key, secret=True)


def _write(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Write a new file durably; a secret one never had another mode."""
    for folder in (path.parent.parent, path.parent):  # `parents` of mkdir would not heed the mode
        folder.mkdir(mode=0o700, exist_ok=True)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o644)
    with os.fdopen(opened, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
