"""The open items of a table: what seats could not take back, until a manager has decided about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kiosk.book.totals import ItemView
from kiosk.table.records import OpenItem

CLOSED = 1_000  # closed items that are remembered, so that a repeated report opens none of them again

Named = tuple[str, int, int, int]  # seat, round, decision, and the order of a manager, 0 for none


class KeptItem(msgspec.Struct, frozen=True, array_like=True):
    """One report of an item, or the memory of a closed one."""

    seat: str
    round: int
    decision: int
    cents: int
    by_hand: bool = False
    closed: bool = False
    order: int = 0


class Items:
    """By seat, round and decision. What a decision and a payment by hand could not take back adds up in one item."""

    def __init__(self) -> None:
        self._parts: dict[Named, dict[bool, int]] = {}
        self._closed: dict[Named, None] = {}

    def report(self, item: OpenItem) -> None:
        """A seat's report. A repeat changes nothing, also when the item is closed already."""
        named = (item.seat, item.round, item.decision, item.order)
        if named not in self._closed:
            self._parts.setdefault(named, {})[item.by_hand] = item.cents

    def rule(self, seat: str, number: int, decision: int, cents: int) -> None:
        """What a decision about an old round changes: cents that the player owes, below 0 the House."""
        named = (seat, number, decision, 0)
        if named not in self._closed:
            self._parts.setdefault(named, {})[False] = cents

    def close(self, seat: str, number: int, decision: int, order: int = 0) -> None:
        """A manager has decided about the item."""
        named = (seat, number, decision, order)
        if self._parts.pop(named, None) is None:
            return
        self._closed[named] = None
        while len(self._closed) > CLOSED:
            del self._closed[next(iter(self._closed))]

    @property
    def open(self) -> tuple[ItemView, ...]:
        """The items that wait, in the order of their reports."""
        return tuple(
            ItemView(seat, number, decision, sum(parts.values()), order)
            for (seat, number, decision, order), parts in self._parts.items()
        )

    def keep(self) -> Iterator[KeptItem]:
        """All that is needed to go on."""
        for (seat, number, decision, order), parts in self._parts.items():
            for by_hand, cents in parts.items():
                yield KeptItem(seat, number, decision, cents, by_hand, order=order)
        for seat, number, decision, order in self._closed:
            yield KeptItem(seat, number, decision, 0, closed=True, order=order)

    def resume(self, kept: Iterable[KeptItem]) -> None:
        """Go on from there."""
        self._parts, self._closed = {}, {}
        for item in kept:
            named = (item.seat, item.round, item.decision, item.order)
            if item.closed:
                self._closed[named] = None
            else:
                self._parts.setdefault(named, {})[item.by_hand] = item.cents
