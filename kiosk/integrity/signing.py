"""Makes the manifest of an installation and signs it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import contents_of, read_all
from kiosk.integrity.findings import Identity, shown
from kiosk.integrity.manifest import (
    MANIFEST_NAME,
    Entry,
    FileEntry,
    LinkEntry,
    Manifest,
    NotAManifest,
    encode,
    why_no_path,
    why_no_target,
)
from kiosk.integrity.progress import Notice, Progress, untold
from kiosk.integrity.roots import LAYOUTS, Found, What, settled, walk

_LARGEST_LAYOUT = 1024 * 1024  # bytes
_WEIGHT_OF_A_FILE = 25_000  # bytes that are hashed while a file is opened


class _Layout(msgspec.Struct):
    name: str | None = None


def survey(roots: Mapping[str, Path], software: str, at: datetime, progress: Notice = untold) -> Manifest:
    """The manifest of what lies in the roots now. ``at`` is an aware time; seconds are kept.

    Compiled files in `__pycache__` are left out: a check proves them against their sources. Raises EnvironmentFault for
    what cannot be read or has no place in a manifest: pipes, names that are no text, links to compiled code.
    """
    folders = settled(roots)
    found = [(name, one) for name in folders for one in _listed(name, folders)]
    meter = Progress(sum(one.size + _WEIGHT_OF_A_FILE for _, one in found), progress)
    entries = []
    for name, one in found:
        entries.append(_entry(name, folders[name], one))
        meter.add(one.size + _WEIGHT_OF_A_FILE)
    meter.end()
    return Manifest(
        software=software,
        created=at.astimezone(UTC).replace(microsecond=0),
        roots=tuple(folders),
        layouts=tuple(sorted(set(_layouts(folders.get(LAYOUTS))))),
        files=tuple(sorted(entries, key=lambda entry: (entry.root, entry.path))),
    )


def sign(manifest: Manifest, key: Ed25519PrivateKey, folder: Path, roots: Mapping[str, Path]) -> Path:
    """Writes `manifest.json` and `manifest.sig` into the folder, in place of older ones; the path of the manifest.

    Raises EnvironmentFault, also for a folder within one of the roots: the manifest would be a file not listed there.
    """
    out = folder.resolve()
    for name, top in settled(roots).items():
        if out.is_relative_to(top):
            raise EnvironmentFault(
                f"{folder} lies in the root {name}", "Write the manifest beside what it lists"
            )
    try:
        data = encode(manifest)
    except NotAManifest as error:
        raise EnvironmentFault(f"no manifest can be made: {error}") from error
    path = out / MANIFEST_NAME
    try:
        out.mkdir(parents=True, exist_ok=True)
        _replace(path, data)
        _replace(signature_path(path), key.sign(data))
        _sync(out)
    except OSError as error:
        raise EnvironmentFault(f"the manifest cannot be written into {folder}: {why(error)}") from error
    return path


def signature_path(manifest: Path) -> Path:
    """Where the signature of a manifest lies: beside it, as `.sig` instead of `.json`."""
    return Path(os.path.splitext(manifest)[0] + ".sig")  # noqa: PTH122 - any path is taken, also one without a name


def identity_of(data: bytes, manifest: Manifest) -> Identity:
    """The identity that these bytes of a manifest give."""
    return Identity(
        version=manifest.software,
        manifest_hash=sha256(data).hexdigest(),
        file_count=len(manifest.files),
        signed_at=manifest.created,
        layouts=manifest.layouts,
    )


def _listed(name: str, folders: Mapping[str, Path]) -> Iterator[Found]:
    for one in walk(name, folders):
        where = shown(str(folders[name] / one.path))
        if one.what is What.UNREADABLE:
            raise EnvironmentFault(f"{where} cannot be read: {one.more}")
        if one.what is What.SPECIAL:
            raise EnvironmentFault(f"{where} is {one.more}: expected files, folders and links")
        if one.what is What.FOLDER:
            continue
        reason = why_no_path(one.path) or (why_no_target(one.more) if one.what is What.LINK else None)
        if reason is not None:
            raise EnvironmentFault(f"{where} cannot be listed: {reason}", "Give it another name")
        yield one


def _entry(name: str, top: Path, one: Found) -> Entry:
    if one.what is What.LINK:
        return LinkEntry(root=name, path=one.path, target=one.more)
    try:
        now = contents_of(top / one.path)
    except OSError as error:
        raise EnvironmentFault(f"{top / one.path} cannot be read: {why(error)}") from error
    return FileEntry(root=name, path=one.path, size=now.size, sha256=now.sha256, executable=now.executable)


def _layouts(folder: Path | None) -> Iterator[str]:
    """The layouts by game and name, as "sicbo/A": what has a name among the games' files."""
    for path in sorted(folder.glob("*/*.toml")) if folder else ():
        try:
            layout = msgspec.toml.decode(read_all(path, _LARGEST_LAYOUT), type=_Layout)
        except (OSError, ValueError) as error:
            raise EnvironmentFault(f"layout {path} cannot be read: {why(error)}") from error
        if layout.name is not None:
            yield f"{path.parent.name}/{layout.name}"


def _replace(path: Path, data: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
