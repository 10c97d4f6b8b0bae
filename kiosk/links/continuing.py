"""Which heads of its books a seat knows that a host may have: what it names with each record that it sends. Pure."""

from __future__ import annotations

from kiosk.table.head import MOST_OVER, Head


class Continuing:
    """One seat's. One thread.

    guarantee: while at most ``MOST_OVER`` heads wait for their answer, what the host has is among those that
    :meth:`send` names. Beyond that, and whenever the host says that the books do not continue what it has, the caller
    asks for the host's anchor, looks whether the books hold it, and tells :meth:`begin`.
    """

    def __init__(self) -> None:
        self._known: Head | None = None
        self._open: dict[Head, int] = {}  # sends of that head without an answer yet

    @property
    def known(self) -> Head | None:
        """What the host has for certain."""
        return self._known

    def begin(self, anchor: Head | None) -> None:
        """The host has ``anchor``, which the books hold; None: it has nothing of this seat."""
        self._known = anchor

    def send(self, head: Head) -> tuple[Head, ...]:
        """The heads to name with a record that is sent now from books that end at ``head``: oldest first."""
        known = () if self._known is None else (self._known,)
        over = (*known, *(sent for sent in sorted(self._open, key=_number) if sent != self._known))
        self._open[head] = self._open.get(head, 0) + 1
        if len(self._open) >= MOST_OVER:
            del self._open[min(self._open, key=_number)]
        return over

    def acknowledged(self, head: Head) -> None:
        """The host has written what was sent with ``head``: what was sent before it is behind."""
        if self._known is None or head.number >= self._known.number:
            self._known = head
        self._open = {sent: n for sent, n in self._open.items() if sent.number > self._known.number}

    def refused(self, head: Head) -> None:
        """The host has written nothing of what was sent with ``head``, for good."""
        left = self._open.pop(head, 0) - 1
        if left > 0:
            self._open[head] = left


def _number(head: Head) -> int:
    return head.number
