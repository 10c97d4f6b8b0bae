"""Where the signature of a record stands: in a tail behind it, that whoever reads the record alone takes off. Pure.

A value of the log is the record's JSON, or that JSON, a line feed, the signer's name, a blank and the signature in
base64. JSON as it is written here holds no line feed, so the first one parts the two.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from typing import NamedTuple

MOST_NAME = 64  # letters of a signer's name
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,63})"
# 64 bytes are 86 signs; the last of them has four bits that say nothing and must be 0: one signature has one spelling.
_TAIL = re.compile(rf"(?P<name>{_NAME}) (?P<signature>[A-Za-z0-9+/]{{85}}[AQgw]==)".encode())
MOST_TAIL = 1 + MOST_NAME + 1 + 88  # bytes


class Parts(NamedTuple):
    """A value of the log, parted. ``signer`` and ``signature`` (64 bytes) are empty where it bears none."""

    record: bytes
    signer: str = ""
    signature: bytes = b""


def joined(record: bytes, signer: str, signature: bytes) -> bytes:
    """The value that holds this record and its signature."""
    return b"\n".join((record, b" ".join((signer.encode("ascii"), b64encode(signature)))))


def parted(value: bytes) -> Parts:
    """Record and signature of a value; nothing is verified. Raises ValueError for a tail that is none."""
    record, line, tail = value.partition(b"\n")
    if not line:
        return Parts(record)
    match = _TAIL.fullmatch(tail)
    if match is None:
        raise ValueError(
            f"{len(tail)} bytes behind the record: expected nothing, or a signer's name and a signature"
        )
    return Parts(record, match["name"].decode("ascii"), b64decode(match["signature"]))


def is_of(value: bytes, record: bytes) -> bool:
    """Whether ``value``, signed or not, holds that record."""
    try:
        return parted(value).record == record
    except ValueError:
        return False


def is_again(standing: bytes, value: bytes) -> bool:
    """Whether ``value`` is what stands there, written once more by the same signer, whose key may be another by now.

    What was sent and not answered before a renewal of keys is sent again after it.
    """
    if standing == value:
        return True
    try:
        one, other = parted(standing), parted(value)
    except ValueError:
        return False
    return (one.record, one.signer) == (other.record, other.signer)
