"""Where a seat's books end: what a host knows of them, and what they must still hold whenever the seat starts."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

MOST_OVER: Final = 16
"""So many heads, at most, a seat names as those that its books continue."""

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The journal's newest transaction: its number and its hash in hexadecimal. Number 0: there is none yet.

    ``tickets`` is what stands on the account of issued tickets after it, in cents: issued less voided.
    """

    number: Number
    hash: Digest
    tickets: Number
