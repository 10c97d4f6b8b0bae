"""What a check of the installation answers: its identity, or what is wrong with it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

import msgspec

from kiosk.written import on_one_line

_LONGEST_NAME = 300


class Kind(StrEnum):
    """What is wrong. The first seven are about the proof, the others about one root or one file."""

    MANIFEST_MISSING = "manifest-missing"
    MANIFEST_UNREADABLE = "manifest-unreadable"
    SIGNATURE_MISSING = "signature-missing"
    SIGNATURE_UNREADABLE = "signature-unreadable"
    SIGNATURE_WRONG = "signature-wrong"
    NOT_DECODABLE = "not-decodable"
    OTHER_FORMAT = "other-format"
    ROOT = "root"
    CHANGED = "changed"
    MISSING = "missing"
    EXTRA = "extra"
    LINK = "link"
    FOLDER = "folder"
    SPECIAL = "special"
    UNREADABLE = "unreadable"
    EXECUTABLE = "executable"
    MORE = "more"


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong. ``root`` and ``path`` are empty where it is about none; ``text`` names the file in full.

    Unprintable characters of names are escaped in both ``path`` and ``text``.
    """

    kind: Kind
    root: str
    path: str
    text: str


class Identity(msgspec.Struct, frozen=True):
    """What a whole installation is: software version, SHA-256 of the manifest in hex, files and links listed."""

    version: str
    manifest_hash: str
    file_count: int
    signed_at: datetime
    layouts: tuple[str, ...]


def shown(name: str) -> str:
    """A name for people: what is not printable is escaped, so that no file's name can write lines of its own."""
    text = on_one_line(name)
    return text if len(text) <= _LONGEST_NAME else f"{text[:_LONGEST_NAME]}…"
