"""Where a seat's books end: what a host knows of them, and what they must still hold whenever the seat starts."""

from __future__ import annotations

import msgspec


class Head(msgspec.Struct, frozen=True):
    """The journal's newest transaction: its number and its hash in hexadecimal. Number 0: there is none yet.

    ``tickets`` is what stands on the account of issued tickets after it, in cents: issued less voided.
    """

    number: int
    hash: str
    tickets: int
