"""Writes everything that one table over a network needs into one new folder."""

from __future__ import annotations

import secrets
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import argon2
import msgspec

from kiosk.app.config_links import TICKETS_KEY_BYTES
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.credentials import Authorities, write_credentials
from kiosk.ops.provision.parties import (
    TICKETS_KEY,
    admin_file,
    cashier_file,
    console_file,
    host_file,
    seat_file,
)
from kiosk.ops.provision.plan import CONSOLES, Plan
from kiosk.ops.provision.readme import readme
from kiosk.ops.provision.roles import rights_of
from kiosk.ops.provision.servers import server_file
from kiosk.ops.provision.writing import write

RIGHTS, PLAN, README = "roles.json", "plan.json", "README.txt"
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
    write_whole(out, lambda made: _write_all(plan, authoriser, made))


def write_whole(out: Path, fill: Callable[[Path], None]) -> None:
    """``fill`` a folder that becomes ``out`` when nothing fails. Raises :class:`EnvironmentFault`."""
    check_out(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))  # of mode 0700
    except OSError as error:
        raise EnvironmentFault(
            f"folder {out} cannot be made: {error.strerror}", "Check its permissions"
        ) from error
    try:
        fill(made)
        made.rename(out)  # over an empty folder too
    except OSError as error:
        raise EnvironmentFault(
            f"folder {out} cannot be written: {error.strerror}", "Check the disk and its permissions"
        ) from error
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _write_all(plan: Plan, authoriser: Authoriser, out: Path) -> None:
    authorities = Authorities.new(plan.table)
    authorities.write(out / "ca")
    write_credentials(plan, authorities, out)
    token = f"table-{plan.table}-{secrets.token_hex(8)}"
    for node in plan.nodes:
        write(out / "etcd" / f"{node.name}.conf.yml", server_file(plan, node, token).encode())
    pin_hash = argon2.PasswordHasher().hash(authoriser.pin)  # Argon2id
    for name, text in _configurations(plan, authoriser.name, pin_hash):
        write(out / "config" / f"{name}.toml", text.encode(), secret=True)
    tickets_key = secrets.token_hex(TICKETS_KEY_BYTES).encode() + b"\n"
    for host in plan.hosts:
        write(out / "config" / host.name / TICKETS_KEY, tickets_key, secret=True)
    write(out / RIGHTS, msgspec.json.format(msgspec.json.encode(rights_of(plan)), indent=2) + b"\n")
    write(out / PLAN, msgspec.json.format(msgspec.json.encode(plan), indent=2) + b"\n")
    write(out / README, readme(plan, authorities.servers.pair.certificate).encode())


def _configurations(plan: Plan, supervisor: str, pin_hash: str) -> list[tuple[str, str]]:
    """Name and text of the configuration of everybody who connects."""
    found = [(f"seat-{seat.name}", seat_file(plan, seat)) for seat in plan.seats]
    found.extend((console, console_file(plan, console, supervisor, pin_hash)) for console in CONSOLES)
    found.extend((host.name, host_file(plan, host)) for host in plan.hosts)
    found.append(("cashier", cashier_file(plan)))
    found.append(("admin", admin_file(plan)))
    return found
