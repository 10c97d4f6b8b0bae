"""The hash chain of the journal: each transaction is bound to the one before by SHA-256."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

START = bytes(32)

Line = tuple[str, int]
_encode = msgspec.json.Encoder().encode


def link(
    prev: bytes, number: int, kind: str, key: str, round_number: int, at: str, lines: Sequence[Line]
) -> bytes:
    """The hash of a transaction: SHA-256 over ``prev`` and the JSON array of its columns and postings."""
    body = _encode((number, kind, key, round_number, at, tuple(lines)))
    return hashlib.sha256(prev + body).digest()
