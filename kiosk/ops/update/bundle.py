"""A bundle: one tar file with the packages of a version, what they are as JSON, and its signature.

Nothing of a bundle is believed before its signature was checked, and nothing is unpacked but what it lists.
"""

from __future__ import annotations

import hashlib
import io
import re
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Annotated

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from kiosk.devices.files import sync_folder, write_synced
from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import contents_of, read_all
from kiosk.ops.update.files import spoken, sync_file
from kiosk.ops.update.machine import Runner, checked
from kiosk.ops.update.places import BASE, PREFIX

FORMAT = "etg-bundle-1"
CONTENTS, SIGNATURE = "bundle.json", "bundle.sig"
_LARGEST_CONTENTS = 1 << 20  # bytes
_LARGEST_PACKAGE = 2 << 30  # bytes
_MOST_PACKAGES = 100
_SIGNATURE_SIZE = 64  # bytes of Ed25519
_NAME = re.compile(r"[a-z0-9][a-z0-9.+-]{1,99}")
_VERSION = re.compile(r"[0-9][A-Za-z0-9.+~-]{0,99}")  # no epoch: it names a folder
_FILE = re.compile(r"[a-z0-9][A-Za-z0-9.+_~%-]{0,90}\.deb")
_SHA256 = r"^[0-9a-f]{64}$"
_WAY_OUT = "Fetch the bundle again from whoever issued it; nothing was changed"


class Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Debian package of a bundle; ``size`` in bytes."""

    name: str
    version: str
    file: str
    size: Annotated[int, msgspec.Meta(ge=1, le=_LARGEST_PACKAGE)]
    sha256: Annotated[str, msgspec.Meta(pattern=_SHA256)]

    @property
    def ours(self) -> bool:
        """Whether it is of this product, and not one of Debian's that it needs."""
        return self.name.startswith(PREFIX)


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was signed: the version of our packages, and every package in order of its name."""

    version: str
    packages: Annotated[tuple[Package, ...], msgspec.Meta(min_length=1, max_length=_MOST_PACKAGES)]
    format: str = FORMAT


def make_bundle(debs: Sequence[Path], key: Ed25519PrivateKey, out: Path, run: Runner) -> Bundle:
    """Write the bundle of these packages: the same input gives the same bytes.

    Raises :class:`EnvironmentFault` for what is no package, and for packages that make no bundle together.
    """
    found = sorted(((_package(deb, run), deb) for deb in debs), key=lambda one: one[0].name)
    ours = [package.version for package, _ in found if package.name == BASE]
    if len(ours) != 1:
        raise EnvironmentFault(f"{len(ours)} packages {BASE}: expected one", "Name the packages of one build")
    bundle = Bundle(ours[0], tuple(package for package, _ in found))
    if (reason := _why_not(bundle)) is not None:
        raise EnvironmentFault(f"these packages make no bundle: {reason}")
    data = msgspec.json.encode(bundle, order="sorted")
    part = out.with_name(f"{out.name}.part")
    with spoken(f"bundle {out} cannot be written"):
        with tarfile.open(part, "w", format=tarfile.USTAR_FORMAT) as tar:
            _add(tar, CONTENTS, io.BytesIO(data), len(data))
            _add(tar, SIGNATURE, io.BytesIO(key.sign(data)), _SIGNATURE_SIZE)
            for package, deb in found:
                with deb.open("rb") as file:
                    _add(tar, package.file, file, package.size)
        sync_file(part)
        part.replace(out)
        sync_folder(out.absolute().parent)
    return bundle


def unpack_bundle(path: Path, key: Ed25519PublicKey, folder: Path) -> Bundle:
    """Check the signature, then unpack into the new ``folder`` what was signed, and nothing else.

    Raises :class:`EnvironmentFault` naming what is wrong; what lies in ``folder`` then is worth nothing.
    """
    try:
        with spoken(f"bundle {path} cannot be unpacked"):
            folder.mkdir(parents=True, mode=0o700)
            with path.open("rb") as file:
                tar = _Members(file)
                bundle = _begin(path, tar, key, folder)
                for package in bundle.packages:
                    _take(path, _member(path, tar, package.file), tar, package, folder)
                if (more := tar.next()) is not None:
                    raise _bad(path, f"{more.name!r} stands behind the last package, which nobody signed")
            sync_folder(folder)
            return bundle
    except (tarfile.TarError, EOFError, ValueError, OverflowError) as error:
        raise _bad(path, f"it is no whole tar file: {error}") from error


def check_folder(folder: Path, key: Ed25519PublicKey) -> Bundle:
    """The bundle that was unpacked here, when all of it is still as signed. Raises :class:`EnvironmentFault`."""
    way_out = "Take the bundle of that version and run kiosk update with it, which keeps its packages again"
    try:
        data = read_all(folder / CONTENTS, _LARGEST_CONTENTS)
        bundle = _proven(folder, data, read_all(folder / SIGNATURE, _SIGNATURE_SIZE), key)
        for package in bundle.packages:
            found = contents_of(folder / package.file)
            if (found.size, found.sha256) != (package.size, package.sha256):
                raise EnvironmentFault(f"package {folder / package.file} is not as it was signed", way_out)
    except OSError as error:
        raise EnvironmentFault(f"the packages in {folder} cannot be read: {why(error)}", way_out) from error
    return bundle


def _begin(path: Path, tar: _Members, key: Ed25519PublicKey, folder: Path) -> Bundle:
    data = _small(path, tar, CONTENTS, _LARGEST_CONTENTS)
    signature = _small(path, tar, SIGNATURE, _SIGNATURE_SIZE)
    bundle = _proven(path, data, signature, key)
    write_synced(folder / CONTENTS, data)
    write_synced(folder / SIGNATURE, signature)
    return bundle


def _proven(path: Path, data: bytes, signature: bytes, key: Ed25519PublicKey) -> Bundle:
    try:
        key.verify(signature, data)
    except InvalidSignature:
        raise _bad(path, "its signature does not fit its contents and the key of this machine") from None
    try:
        bundle = msgspec.json.decode(data, type=Bundle)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _bad(path, f"{CONTENTS} does not decode: {error}") from error
    if (reason := _why_not(bundle)) is not None:
        raise _bad(path, reason)
    return bundle


def _why_not(bundle: Bundle) -> str | None:
    if bundle.format != FORMAT:
        return f"its format is {bundle.format[:60]!r}, expected {FORMAT!r}"
    if not _VERSION.fullmatch(bundle.version):
        return f"version {bundle.version[:60]!r}: expected one as 1.2.3"
    names = [package.name for package in bundle.packages]
    if names != sorted(set(names)) or BASE not in names:
        return f"its packages are {', '.join(names)}: expected each once, in order, and {BASE} among them"
    for package in bundle.packages:
        if not _NAME.fullmatch(package.name) or not _FILE.fullmatch(package.file):
            return f"package {package.name[:60]!r} in {package.file[:60]!r}: expected a plain name"
        if package.ours and package.version != bundle.version:
            return f"{package.name} has version {package.version[:60]}, expected {bundle.version}"
    files = [package.file for package in bundle.packages]
    return None if len(set(files)) == len(files) else "two packages have one file"


def _package(deb: Path, run: Runner) -> Package:
    try:
        found = contents_of(deb)
    except OSError as error:
        raise EnvironmentFault(f"package {deb} cannot be read: {why(error)}", "Name .deb files") from error
    fields = checked(run, ["dpkg-deb", "-W", "--showformat=${Package}\n${Version}", str(deb)]).splitlines()
    if len(fields) != 2:
        raise EnvironmentFault(f"package {deb} names {fields}, expected a name and a version")
    return Package(fields[0], fields[1], deb.name, found.size, found.sha256)


def _add(tar: tarfile.TarFile, name: str, file: IO[bytes], size: int) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o644, 0
    tar.addfile(info, file)


class _Members:
    """The plain members of a tar file, one after the other; at most what is asked for is in memory.

    `tarfile` reads the bodies of its extensions (long names, PAX records, sparse maps) as it meets them, however long
    they say they are, and before anybody has looked at a signature. A bundle has none.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._left = 0  # of the member at hand, with what fills its last block

    def next(self) -> tarfile.TarInfo | None:
        """The next header, whatever it is of; None at the end. Raises TarError for what is none."""
        self._file.seek(self._left, io.SEEK_CUR)
        block = self._file.read(tarfile.BLOCKSIZE)
        if not block.strip(b"\0"):
            return None
        found = tarfile.TarInfo.frombuf(block, tarfile.ENCODING, "surrogateescape")
        if found.size < 0:
            raise tarfile.HeaderError("a size below zero")
        self._left = -(-found.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        return found

    def read(self, size: int) -> bytes:
        """The next bytes of the member, all of them. Raises TarError where the file ends before."""
        data = self._file.read(size)
        self._left -= len(data)
        if len(data) < size:
            raise tarfile.ReadError("it ends in the middle of a member")
        return data


def _member(path: Path, tar: _Members, name: str) -> tarfile.TarInfo:
    found = tar.next()
    if found is None or found.name != name or found.type not in (tarfile.REGTYPE, tarfile.AREGTYPE):
        told = "nothing" if found is None else repr(found.name)
        raise _bad(path, f"{told} stands where {name!r} must stand")
    return found


def _small(path: Path, tar: _Members, name: str, at_most: int) -> bytes:
    found = _member(path, tar, name)
    if found.size > at_most:
        raise _bad(path, f"{name} has {found.size} bytes, expected at most {at_most}")
    return tar.read(found.size)


def _take(path: Path, found: tarfile.TarInfo, tar: _Members, package: Package, folder: Path) -> None:
    if found.size != package.size:
        raise _bad(path, f"{package.file} has {found.size} bytes, expected {package.size}")
    digest = hashlib.sha256()
    target, left = folder / package.file, found.size
    with target.open("xb") as out:
        while left:
            part = tar.read(min(left, 1 << 20))
            left -= len(part)
            digest.update(part)
            out.write(part)
    sync_file(target)
    if digest.hexdigest() != package.sha256:
        raise _bad(path, f"{package.file} is not what was signed: its SHA-256 is {digest.hexdigest()}")


def _bad(path: Path, what: str) -> EnvironmentFault:
    return EnvironmentFault(f"bundle {path}: {what}", _WAY_OUT)
