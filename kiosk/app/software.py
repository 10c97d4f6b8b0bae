"""Whether the installed software is what was signed: asked before every play."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.resources import software
from kiosk.seat.events import SoftwareIs

MOST_SAID = 5  # findings that a lock names


class SoftwareFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The signed manifest in a seat's configuration, and the public key that it must be signed with."""

    manifest: Path
    key: Path


def check_software(
    file: SoftwareFile | None, *, signed: bool, progress: Callable[[float], None] = lambda _: None
) -> SoftwareIs | None:
    """What the seat is to know of its software; None for a working copy that nobody ever signed.

    ``signed``: it has been whole before, so that a manifest must be named.
    """
    if file is None and not signed:
        return None
    version = software()
    if file is None:
        return SoftwareIs(
            version, "", ("the configuration names no signed manifest, which this seat has had",)
        )
    from kiosk.integrity.check import check
    from kiosk.integrity.findings import Identity
    from kiosk.integrity.keys import read_public_key
    from kiosk.integrity.roots import installation_roots

    try:
        key = read_public_key(file.key)
        found = check(file.manifest, key, installation_roots(), progress)
    except EnvironmentFault as fault:
        return SoftwareIs(version, "", (fault.what,))
    if isinstance(found, Identity):
        fingerprint = sha256(key.public_bytes_raw()).hexdigest()
        return SoftwareIs(version, found.manifest_hash, key=fingerprint)
    return SoftwareIs(version, "", tuple(finding.text for finding in found[:MOST_SAID]))
