"""Whether a seat's books hold what the hosts have seen of them: asked before one cent of them is shown."""

from __future__ import annotations

from typing import Protocol

from kiosk.app.state_checks import WAY_OUT
from kiosk.faults import OlderCopy
from kiosk.money import dollars
from kiosk.store.seat_store import SeatStore
from kiosk.table.head import Head


class Anchored(Protocol):
    """A link whose other side keeps where a seat's books ended when they last wrote."""

    def anchor(self) -> Head | None:
        """The newest head of this seat's books that a host has written; None: none yet. Raises NoAnswer."""

    def continues(self, anchor: Head | None) -> None:
        """The books hold ``anchor``: what is sent from now on continues it."""

    def release_books(self, begun: Head, left: Head | None, by: str, reason: str) -> None:
        """Staff let this seat begin new books with ``begun``; those before ended at ``left`` where anything was left.

        On record at the hosts, with who and why. Once is as good as twice. Raises NoAnswer.
        """


class NotAnchored:
    """A log that keeps none: the servers of the log themselves, without a host between."""

    def anchor(self) -> Head | None:
        """There is none."""
        return None

    def continues(self, anchor: Head | None) -> None:
        """Nobody asks."""

    def release_books(self, begun: Head, left: Head | None, by: str, reason: str) -> None:
        """Nobody has seen the books before."""


def check_anchor(anchor: Head | None, store: SeatStore) -> None:
    """The books must hold the transaction to which hosts have seen them. Raises :class:`OlderCopy`. Any thread."""
    if anchor is None or store.contains(anchor):
        return
    head = store.head()
    if anchor.number > head.number:
        raise OlderCopy(
            f"seat.db ends at transaction {head.number}, the hosts have seen {anchor.number}: the books are an older "
            f"copy ({dollars(head.tickets)} on tickets, the hosts have seen {dollars(anchor.tickets)})",
            WAY_OUT,
        )
    raise OlderCopy(
        f"seat.db holds another history: its transaction {anchor.number} is not the one that the hosts have seen",
        WAY_OUT,
    )


def why_older(anchor: Head | None, store: SeatStore) -> list[str]:
    """As :func:`check_anchor`, in words."""
    try:
        check_anchor(anchor, store)
    except OlderCopy as older:
        return [older.what]
    return []
