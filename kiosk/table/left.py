"""What has left a table's log, and whose archive must have it. Pure.

A host removes records that it has archived. What it has removed it says beforehand under a key of its own, so that an
archive that was put back from an older copy is known: it ends before records that stand nowhere else any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A host has removed records of rounds up to ``round``; none of them stood after the place ``seq``."""

    round: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    seq: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0

    def joined(self, other: Left) -> Left:
        """What both say together."""
        return Left(max(self.round, other.round), max(self.seq, other.seq))


class LeftReleased(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Staff let a host go on with an archive in which what stood from ``after`` up to ``left`` may be missing."""

    by: str
    reason: str
    at: str
    after: int
    left: Left


class Keeper(msgspec.Struct, frozen=True):
    """Who keeps an archive of a table: a host by the id that its folder holds, or a console by its name."""

    table: str
    host: str = ""
    console: str = ""

    def must_have(self, left: Mapping[str, Left], takes: Sequence[tuple[int, str]]) -> Left:
        """Up to where its archive must reach. ``left`` is by host, ``takes`` who took the table, in order, and where.

        A host: what it has removed itself; what others have removed while it was away it cannot have. One that has
        never removed anything here is new, or has lost its folder: it needs what the others have. A console: what was
        removed while it was the table's last one, for hosts wait for the console at work, and what stood before it
        took the table may have been removed before; one that came before another has read at least that it took the
        table; one that never had the table has nothing to have.
        """
        everything = _joined(left.values())
        if self.host:
            return left.get(self.host, everything)
        own = [seq for seq, console in takes if console == self.console]
        if not own:
            return Left()
        last = takes[-1][1] == self.console
        if last and everything.seq > own[-1]:
            return everything
        read = own[-1] if not last else own[-2] if len(own) > 1 else 0
        return Left(everything.round, min(everything.seq, read))


def _joined(found: Iterable[Left]) -> Left:
    result = Left()
    for each in found:
        result = result.joined(each)
    return result


def read_left(value: bytes) -> Left | None:
    """What a host says; None for what none has written."""
    try:
        return msgspec.json.decode(value, type=Left)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
