"""Ed25519 keys as PEM files: the private one signs and never comes to a table, the public one is known beforehand."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import read_all

PRIVATE_NAME = "private.pem"
PUBLIC_NAME = "public.pem"
_PRIVATE_MODE, _PUBLIC_MODE = 0o600, 0o644
_LARGEST = 64 * 1024  # bytes


def new_keys(folder: Path) -> tuple[Path, Path]:
    """Writes a new pair into the folder, which is made when needed; the private file has mode 0600 from the start.

    Returns the files, private and public. Raises EnvironmentFault when either exists already: nothing is overwritten.
    """
    private, public = folder / PRIVATE_NAME, folder / PUBLIC_NAME
    for path in (private, public):
        if os.path.lexists(path):
            raise EnvironmentFault(f"{path} exists already", "Name another folder: no key is overwritten")
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    known = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write_new(private, secret, _PRIVATE_MODE)
        _write_new(public, known, _PUBLIC_MODE)
    except OSError as error:
        raise EnvironmentFault(f"the keys cannot be written into {folder}: {why(error)}") from error
    return private, public


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """The key of a PEM file that only its owner may read. Raises EnvironmentFault."""
    data = _read(path)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        raise EnvironmentFault(f"key {path} cannot be read: {why(error)}") from error
    if mode & 0o077:
        raise EnvironmentFault(
            f"private key {path} has mode {mode:04o}: expected 0600", "Others may have read it: make new keys"
        )
    try:
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise EnvironmentFault(
            f"{path} is no private key: expected Ed25519 in PEM without a password"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise EnvironmentFault(f"{path} is a private key of another kind: expected Ed25519")
    return key


def read_public_key(path: Path) -> Ed25519PublicKey:
    """The key of a PEM file. Raises EnvironmentFault."""
    data = _read(path)
    if b"PRIVATE KEY" in data:
        raise EnvironmentFault(f"{path} is a private key: expected the public one, as {PUBLIC_NAME}")
    try:
        key = load_pem_public_key(data)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise EnvironmentFault(f"{path} is no public key: expected Ed25519 in PEM") from error
    if not isinstance(key, Ed25519PublicKey):
        raise EnvironmentFault(f"{path} is a public key of another kind: expected Ed25519")
    return key


def _read(path: Path) -> bytes:
    try:
        return read_all(path, _LARGEST, follow=True)
    except OSError as error:
        raise EnvironmentFault(f"key {path} cannot be read: {why(error)}") from error


def _write_new(path: Path, data: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
    except OSError:
        path.unlink(missing_ok=True)  # half a key is none, and would be in the way of the next attempt
        raise
