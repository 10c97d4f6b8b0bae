"""What hosts know of a seat's books, and whether a seat that writes still has them. Pure.

A host keeps the newest head of each seat's books beside the table's log, and moves it in the transaction that writes
what the seat sends. Books that do not continue it are an older copy, or another machine's: nothing is written for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from kiosk.faults import NOT_JSON, EnvironmentFault
from kiosk.table.head import Head, Number
from kiosk.written import shown, why_no_text

MOST_NAME: Final = 64  # letters
MOST_REASON: Final = 200

_Count = Annotated[int, msgspec.Meta(ge=0, le=999_999)]


def judge(stored: Head | None, head: Head, over: Sequence[Head]) -> str | None:
    """Why books that end at ``head`` are not those that hosts have seen to ``stored``, or None where they may write.

    ``over`` are the heads that the seat knows its books to continue: the last that a host has acknowledged, and those
    that it has sent since without an answer.
    """
    if stored is None or stored == head:
        return None
    if head.number < stored.number:
        return (
            f"seat.db ends at transaction {head.number}, the hosts have seen {stored.number}: an older copy"
        )
    if head.number == stored.number:
        return f"seat.db holds another history: its transaction {head.number} is not the one that the hosts have seen"
    if stored not in over:
        return (
            f"seat.db ends at transaction {head.number} and does not say that it continues {stored.number}, "
            "to which the hosts have seen it"
        )
    return None


class Anchor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What hosts know of a seat's books: where they end, and what staff released before.

    ``retired`` are the cents that stood on the ticket accounts of books that a release has retired: tickets of theirs
    are still about. ``releases`` counts them; each stands for itself under :func:`kiosk.table.keys.anchor_release`.
    """

    head: Head
    retired: Number = 0
    releases: _Count = 0

    @property
    def tickets(self) -> int:
        """The cents that this seat's books, all together, have on tickets: more it cannot have issued."""
        return self.retired + self.head.tickets

    def moved(self, head: Head) -> Anchor:
        """After an append of books that end at ``head`` and were judged."""
        return msgspec.structs.replace(self, head=head)


class AnchorReleased(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Staff let a seat begin new books: who, why, when (UTC). ``before`` is what hosts had seen of the old ones.

    ``left`` is where those ended that the seat still had; None: nothing was left of them. ``begun`` is the first
    transaction of the new ones.
    """

    by: str
    reason: str
    at: str
    before: Head | None
    left: Head | None
    begun: Head

    @property
    def missing(self) -> int:
        """The cents on tickets that hosts had seen and the books that were left do not account for: an open item."""
        return _tickets(self.before) - _tickets(self.left)


# Made in one thread, as the bodies of `kiosk.links.hosts.wire`.
_anchor = msgspec.json.Decoder(Anchor)
_released = msgspec.json.Decoder(AnchorReleased)


def _tickets(head: Head | None) -> int:
    return 0 if head is None else head.tickets


def release(
    anchor: Anchor | None, begun: Head, left: Head | None, by: str, reason: str, at: str
) -> tuple[Anchor, AnchorReleased]:
    """The anchor of books that began with ``begun`` instead, and the entry that stays.

    What covers tickets is what hosts have seen themselves: ``left`` is the seat's word, and new books have none.
    Raises ValueError without a name or a reason, and for books that are not new.
    """
    if begun.number != 1 or begun.tickets:
        raise ValueError(
            f"release of a seat's books: the new ones end at transaction {begun.number} with {begun.tickets} cents "
            "on tickets: expected their first transaction, without any"
        )
    for what, text, most in (("name", by, MOST_NAME), ("reason", reason, MOST_REASON)):
        if (why := why_no_text(text, most)) is not None:
            raise ValueError(f"release of a seat's books, {what} {shown(text)}: {why}")
    before = None if anchor is None else anchor.head
    releases = 0 if anchor is None else anchor.releases
    retired = 0 if anchor is None else anchor.tickets
    entry = AnchorReleased(by.strip(), reason.strip(), at, before, left, begun)
    return Anchor(begun, retired, releases + 1), entry


def was_released(entries: Sequence[bytes], begun: Head) -> bool:
    """Whether one of a seat's releases has let it begin these very books: a repeat, however late, changes nothing."""
    return any(_begun(value) == begun for value in entries)


def _begun(entry: bytes) -> Head | None:
    try:
        return _released.decode(entry).begun
    except NOT_JSON:
        return None


def encode_anchor(anchor: Anchor) -> bytes:
    """As it stands in its cell."""
    return msgspec.json.encode(anchor)


def decode_anchor(key: str, value: bytes) -> Anchor:
    """What the cell ``key`` holds. Raises :class:`EnvironmentFault` for one that is damaged: nobody may write then."""
    try:
        return _anchor.decode(value)
    except NOT_JSON as error:
        raise EnvironmentFault(
            f"the anchor '{key}' holds {shown(value)}: expected where a seat's books end: {error}",
            "What it knew is lost: look into the seat's books, then release them by name with kiosk release",
        ) from error
