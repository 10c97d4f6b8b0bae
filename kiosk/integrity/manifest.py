"""The manifest: which files an installation has, as canonical JSON. docs/integrity.md describes it for outsiders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Annotated

import msgspec

FORMAT = "kiosk-manifest-1"
MANIFEST_NAME = "manifest.json"
LARGEST = 64 * 1024 * 1024  # bytes of a manifest; a whole virtual environment needs some 4 MB

ROOT_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
_SHA256 = r"^[0-9a-f]{64}$"

_Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class NotAManifest(ValueError):
    """The bytes are no manifest in canonical form. The message says where and why."""


class OtherFormat(NotAManifest):
    """A manifest of another version of the format."""


class FileEntry(msgspec.Struct, frozen=True, tag="file", tag_field="type", forbid_unknown_fields=True):
    """A regular file: POSIX path relative to its root, bytes, SHA-256 in hex, whether anybody may execute it."""

    root: str
    path: str
    size: Annotated[int, msgspec.Meta(ge=0, le=2**53)]
    sha256: Annotated[str, msgspec.Meta(pattern=_SHA256)]
    executable: bool


class LinkEntry(msgspec.Struct, frozen=True, tag="link", tag_field="type", forbid_unknown_fields=True):
    """A symbolic link and what is written in it. What it leads to is not covered by this entry."""

    root: str
    path: str
    target: Annotated[str, msgspec.Meta(min_length=1)]


Entry = FileEntry | LinkEntry


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was signed. ``files`` is in order of root and path; ``layouts`` as "sicbo/A"."""

    software: _Text
    created: Annotated[datetime, msgspec.Meta(tz=True)]
    roots: tuple[str, ...]
    layouts: tuple[str, ...]
    files: tuple[Entry, ...]
    format: str = FORMAT


class _Head(msgspec.Struct):
    format: str


def encode(manifest: Manifest) -> bytes:
    """UTF-8 JSON without white space, keys in order: the same manifest gives the same bytes.

    Raises NotAManifest for a value that :func:`decode` would refuse.
    """
    _check(manifest)
    try:
        data = msgspec.json.encode(manifest, order="sorted")
    except UnicodeEncodeError as error:
        raise NotAManifest(str(error)) from error
    decode(data)
    return data


def decode(data: bytes) -> Manifest:
    """The manifest of these bytes. Raises NotAManifest and OtherFormat."""
    try:
        head = msgspec.json.decode(data, type=_Head)
        if head.format != FORMAT:
            raise OtherFormat(f'its format is "{head.format[:60]}", expected "{FORMAT}"')
        manifest = msgspec.json.decode(data, type=Manifest)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotAManifest(str(error)) from error
    _check(manifest)
    # A key given twice, or anything else that two readers may read differently, does not survive this.
    if msgspec.json.encode(manifest, order="sorted") != data:
        raise NotAManifest("it is not in canonical form: expected sorted keys, each once, and no white space")
    return manifest


def why_no_path(path: str) -> str | None:
    """Why this cannot be the relative path of an entry, or None. Such names would confuse readers and tools."""
    if any(part in {"", ".", ".."} for part in path.split("/")):
        return "expected a relative path without . and .."
    if not path.isprintable() or "\\" in path:
        return "expected printable characters without a backslash"
    return None


def why_no_target(target: str) -> str | None:
    """Why this cannot be what a listed link leads to, or None."""
    return None if target.isprintable() else "expected a target of printable characters"


def _check(manifest: Manifest) -> None:
    if manifest.created.utcoffset() != timedelta(0):
        raise NotAManifest(f"it was created at {manifest.created.isoformat()}: expected a time in UTC")
    for text in (manifest.software, *manifest.layouts):
        if not text.isprintable():
            raise NotAManifest(f"{text!r}: expected printable characters")
    _check_order("roots", manifest.roots)
    _check_order("layouts", manifest.layouts)
    _check_order("files", [f"{entry.root}\0{entry.path}" for entry in manifest.files])
    for name in manifest.roots:
        if not ROOT_NAME.fullmatch(name):
            raise NotAManifest(f"{name!r} is no name of a root: expected small letters, digits and hyphens")
    known = frozenset(manifest.roots)
    for entry in manifest.files:
        if entry.root not in known:
            raise NotAManifest(
                f"{entry.path!r} is of the root {entry.root!r}, which is not in the list of roots"
            )
        why = why_no_path(entry.path)
        if why is None and isinstance(entry, LinkEntry):
            why = why_no_target(entry.target)
        if why is not None:
            raise NotAManifest(f"{entry.path!r} cannot be listed: {why}")


def _check_order(what: str, found: Sequence[str]) -> None:
    for before, after in pairwise(found):
        if before >= after:
            raise NotAManifest(f"{what}: {after!r} stands after {before!r}: expected each once, in order")
