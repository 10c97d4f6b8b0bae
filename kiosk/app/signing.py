"""Reads a machine's signing key and the list of all signers of its table. Loads no link to a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kiosk.faults import EnvironmentFault, why
from kiosk.links.signing import Signer, Signers, SignersList, decode_signers

if TYPE_CHECKING:
    from kiosk.app.config_links import LogConfig

_MOST_BYTES = 8 * 1024 * 1024


def read_signer(path: Path, name: str) -> Signer:
    """Who signs with the key of this PEM file. Raises EnvironmentFault, also where others may read the file."""
    from kiosk.integrity.keys import read_private_key

    return Signer(name, read_private_key(path))


def read_list(path: Path) -> SignersList:
    """The list in a file. Raises EnvironmentFault naming file, key, value and what was expected."""
    from kiosk.integrity.files import read_all

    try:
        data = read_all(path, _MOST_BYTES, follow=True)
    except OSError as error:
        raise EnvironmentFault(
            f"{path} cannot be read: {why(error)}", "Put the provisioned signers.json in place"
        ) from error
    try:
        return decode_signers(data)
    except ValueError as error:
        raise EnvironmentFault(f"{path}: {error}", "Put the provisioned signers.json in place") from error


def read_signers(path: Path, table: str) -> Signers:
    """All signers of that table. Raises EnvironmentFault, also for the list of another table."""
    found = read_list(path)
    if found.table != table:
        raise EnvironmentFault(
            f"{path}: table of {found.table!r}: expected {table!r}", "Name the list of this table's signers"
        )
    return Signers(found)


def signing_of(log: LogConfig, table: str, name: str) -> tuple[Signer | None, Signers | None]:
    """Who we are to the readers of a table's log, and whom we believe; None for what is not configured.

    Raises EnvironmentFault, also for a key that the list does not have: nobody would believe what it signs.
    """
    signer = read_signer(log.sign_key, name) if log.sign_key is not None else None
    signers = read_signers(log.signers, table) if log.signers is not None else None
    if signer is not None and signers is not None and not signers.knows(signer):
        raise EnvironmentFault(
            f"{log.sign_key}: its public key {signer.public} is not among those of {name} in {log.signers}",
            "Put key and list of the same provisioning in place",
        )
    return signer, signers
