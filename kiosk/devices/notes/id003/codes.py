"""The bytes of ID-003 that this driver uses; as in JCM's protocol and the public drivers that implement it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import msgspec


class Command(IntEnum):
    """From the seat to the acceptor. Those from C0 on set something and are answered with themselves."""

    STATUS = 0x11
    RESET = 0x40
    STACK = 0x41  # "stack-1": VEND VALID when the item can no longer come back
    RETURN = 0x43
    HOLD = 0x44
    ACK = 0x50  # the answer to VEND VALID; not answered itself
    VERSION = 0x88
    CURRENCY = 0x8A  # which escrow code is which note
    DENOMINATIONS = 0xC0  # a 1 bit forbids
    SECURITY = 0xC1
    INHIBIT = 0xC3
    DIRECTION = 0xC4
    OPTIONS = 0xC5
    BARCODE = 0xC6
    BARCODE_INHIBIT = 0xC7


class Status(IntEnum):
    """What the acceptor answers to a question for its status."""

    IDLING = 0x11
    ACCEPTING = 0x12
    ESCROW = 0x13
    STACKING = 0x14
    VEND_VALID = 0x15
    STACKED = 0x16
    REJECTING = 0x17
    RETURNING = 0x18
    HOLDING = 0x19
    DISABLED = 0x1A
    INITIALIZE = 0x1B
    POWER_UP = 0x40
    POWER_UP_IN_ACCEPTOR = 0x41
    POWER_UP_IN_STACKER = 0x42
    STACKER_FULL = 0x43
    STACKER_OPEN = 0x44
    JAM_IN_ACCEPTOR = 0x45
    JAM_IN_STACKER = 0x46
    PAUSE = 0x47
    CHEATED = 0x48
    FAILURE = 0x49
    COMMUNICATION_ERROR = 0x4A


ACK: Final = 0x50
INVALID_COMMAND: Final = 0x4B
TICKET: Final = 0x6F  # the escrow code of a barcode; its digits follow
FIRST_NOTE: Final = 0x61
ENTRY: Final = 4  # bytes of one note in the currency assignment
MOST_EXPONENT: Final = 4  # of a note's worth: with a value of one byte no note is worth more
NOTES: Final = 8  # escrow codes 61 to 68, in the order of the bits that forbid them
POWER_UPS: Final = (Status.POWER_UP, Status.POWER_UP_IN_ACCEPTOR, Status.POWER_UP_IN_STACKER)


class Worth(msgspec.Struct, frozen=True):
    """What one escrow code stands for: a note of ``cents``, of the country with JCM's number ``country``."""

    cents: int
    country: int


def read_currency(data: bytes) -> dict[int, Worth]:
    """Escrow codes and what they stand for, out of the answer to CURRENCY.

    Four bytes each: the code, the country, and a worth of ``value * 10 ** exponent`` in whole units; 0 is unused.
    Only what cannot be misread is answered: an entry of another form is left out, and so is a code that is named with
    two meanings. Raises ValueError for a table that is not made of entries.
    """
    if len(data) % ENTRY:
        raise ValueError(f"currency assignment of {len(data)} bytes: expected {ENTRY} for each note")
    found: dict[int, Worth] = {}
    unclear: set[int] = set()
    for at in range(0, len(data), ENTRY):
        code, country, value, exponent = data[at : at + ENTRY]
        if not value or not FIRST_NOTE <= code < FIRST_NOTE + NOTES:
            continue
        if exponent > MOST_EXPONENT:
            unclear.add(code)
            continue
        worth = Worth(value * 10**exponent * 100, country)
        if found.setdefault(code, worth) != worth:
            unclear.add(code)
    return {code: worth for code, worth in found.items() if code not in unclear}


def write_currency(worth: dict[int, int], country: int) -> bytes:
    """The same as :func:`read_currency` reads it; ``worth`` in cents."""
    body = b""
    for code, cents in sorted(worth.items()):
        value, exponent = cents // 100, 0
        while value > 0xFF or (value and value % 10 == 0):
            value, exponent = value // 10, exponent + 1
        body += bytes((code, country, value, exponent))
    return body
