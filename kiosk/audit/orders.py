"""Holds what the journal books by order of shift managers against the log: each order once, and no cent of another."""

from __future__ import annotations

from collections.abc import Iterator

from kiosk.audit.journal import Journal
from kiosk.audit.later import Read
from kiosk.audit.table import TableAudit
from kiosk.seat.accounts import Kind


def compare_orders(journal: Journal, found: TableAudit, read: Read, table: str) -> Iterator[str]:
    """Every order that the seat has read is booked as far as it could be, and nothing else is.

    What was not there to be taken is in no posting: the seat says how much it has booked, and nothing may be left then.
    """
    booked = dict(journal.orders)
    for number, (seq, order) in found.ordered.items():
        key = f"{Kind.ORDERED.value}:{table}:{number}"
        cents, left = booked.pop(key, (0, 0))
        if seq > read.seq or number in read.orders:
            if cents:
                yield f"'{key}' of {cents} cents is booked before the seat has come to it"
            continue
        whole = cents == order.cents
        if not whole and not (order.cents < cents <= 0 and left == 0):
            yield f"the journal books {cents} cents as '{key}', the log orders {order.cents}"
        told = found.booked.get(number)
        if told is not None and told.cents != cents:
            yield f"the journal books {cents} cents as '{key}', the seat has reported {told.cents}"
    yield from (f"the journal books '{key}', which nobody has ordered" for key in booked)
