"""Checks an installation against its signed manifest."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from kiosk.faults import why
from kiosk.integrity.compare import Compared
from kiosk.integrity.files import read_all
from kiosk.integrity.findings import Finding, Identity, Kind, shown
from kiosk.integrity.manifest import LARGEST, Manifest, NotAManifest, OtherFormat, decode
from kiosk.integrity.progress import Notice, untold
from kiosk.integrity.roots import settled
from kiosk.integrity.signing import identity_of, signature_path

MOST_FINDINGS = 100
_SIGNATURE_SIZE = 64  # bytes of Ed25519


def check(
    manifest_path: Path,
    public_key: Ed25519PublicKey,
    roots: Mapping[str, Path],
    progress: Notice = untold,
) -> Identity | tuple[Finding, ...]:
    """Whether the roots hold exactly what was signed: the identity, or what is wrong, never an empty tuple.

    At most 100 findings are told, and one of kind MORE that says how many there are besides. A manifest that is not
    proven tells nothing about files: then its own finding is the only one. ``progress`` hears 0.0 to 1.0 while files
    are read, in this thread. Nothing is written, executed or repaired. Raises EnvironmentFault only for ``roots`` that
    make no sense together (see `settled`): what is wrong with the files is a finding.
    """
    folders = settled(roots)
    proven = _proven(manifest_path, public_key)
    if isinstance(proven, Finding):
        return (proven,)
    data, manifest = proven
    found = _bounded(Compared(manifest, folders, progress).findings())
    return found or identity_of(data, manifest)


def _proven(path: Path, public_key: Ed25519PublicKey) -> tuple[bytes, Manifest] | Finding:
    data = _read(path, LARGEST, "manifest", Kind.MANIFEST_MISSING, Kind.MANIFEST_UNREADABLE)
    if isinstance(data, Finding):
        return data
    beside = signature_path(path)
    signature = _read(beside, _SIGNATURE_SIZE, "signature", Kind.SIGNATURE_MISSING, Kind.SIGNATURE_UNREADABLE)
    if isinstance(signature, Finding):
        return signature
    try:
        public_key.verify(signature, data)
    except InvalidSignature:
        return _about(
            Kind.SIGNATURE_WRONG,
            f"signature {shown(str(beside))} does not fit {shown(str(path))} and the given key: "
            "expected all three as they were issued together",
        )
    try:
        return data, decode(data)
    except OtherFormat as error:
        return _about(Kind.OTHER_FORMAT, f"manifest {shown(str(path))}: {shown(str(error))}")
    except NotAManifest as error:
        return _about(
            Kind.NOT_DECODABLE, f"manifest {shown(str(path))} cannot be decoded: {shown(str(error))}"
        )


def _read(path: Path, at_most: int, what: str, missing: Kind, unreadable: Kind) -> bytes | Finding:
    try:
        return read_all(path, at_most, follow=True)
    except (FileNotFoundError, NotADirectoryError):
        return _about(missing, f"{what} {shown(str(path))} is missing")
    except OSError as error:
        return _about(unreadable, f"{what} {shown(str(path))} cannot be read: {why(error)}")


def _about(kind: Kind, text: str) -> Finding:
    return Finding(kind, "", "", text)


def _bounded(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    kept: list[Finding] = []
    more = 0
    for finding in findings:
        if len(kept) < MOST_FINDINGS:
            kept.append(finding)
        else:
            more += 1
    if more:
        kept.append(_about(Kind.MORE, f"and {more} more"))
    return tuple(kept)
