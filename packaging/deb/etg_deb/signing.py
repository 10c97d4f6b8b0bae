"""The signed manifest within the packages, and the key that a build without a key makes do with."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from etg_deb.faults import CannotBuild, say
from etg_deb.source import Source
from kiosk.faults import EnvironmentFault
from kiosk.integrity.check import check
from kiosk.integrity.findings import Identity
from kiosk.integrity.keys import PRIVATE_NAME, new_keys, read_private_key
from kiosk.integrity.signing import sign, survey

VARIABLE = "ETG_SIGNING_KEY"


@dataclass(frozen=True)
class Signer:
    """Who signs. Without ``production`` the key lies beside the packages: it proves nothing to anybody."""

    key: Ed25519PrivateKey
    production: bool

    @property
    def public(self) -> bytes:
        """The public half as PEM."""
        return self.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def signer(out: Path) -> Signer:
    """The key that ETG_SIGNING_KEY names; without it a throw-away one in ``out``/throw-away-key, made when needed.

    Raises :class:`CannotBuild` for a named key that cannot be used.
    """
    named = os.environ.get(VARIABLE)
    try:
        if named:
            return Signer(read_private_key(Path(named)), production=True)
        folder = out / "throw-away-key"
        if not (folder / PRIVATE_NAME).exists():
            new_keys(folder)
        say(f"{VARIABLE} names no key: signed with a throw-away one, NOT FOR PRODUCTION")
        return Signer(read_private_key(folder / PRIVATE_NAME), production=False)
    except EnvironmentFault as fault:
        raise CannotBuild(f"{VARIABLE}: {fault}") from fault


def put_manifest(source: Source, site: Path, folder: Path, by: Signer) -> Identity:
    """Write manifest.json and manifest.sig of the installed program into ``folder``, and check them as a seat will."""
    roots = {
        "kiosk": site / "kiosk",
        "layouts": site / "kiosk/_data/layouts",
        "assets": site / "kiosk/_data/assets",
    }
    try:
        listed = survey(roots, source.version, datetime.fromtimestamp(source.epoch, UTC))
        found = check(sign(listed, by.key, folder, roots), by.key.public_key(), roots)
    except EnvironmentFault as fault:
        raise CannotBuild(f"manifest: {fault}") from fault
    if not isinstance(found, Identity):
        raise CannotBuild(f"manifest: {found[0].text}")
    return found
