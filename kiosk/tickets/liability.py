"""What the house owes on tickets, day by day. Pure: it follows from the tickets as they are, so the days add up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiosk.tickets.registry import Doing, GamingDay, Liability, Sum, TicketRecord, TicketState

_OPEN: Final = (TicketState.ISSUED, TicketState.RESERVED)


def is_open(record: TicketRecord) -> bool:
    """Whether the house owes this ticket: a paper with somebody, expired or not."""
    return record.state in _OPEN


def liability_of(records: Iterable[TicketRecord], day: GamingDay) -> Liability:
    """What was owed on that day, by the tickets as they are now (or later: steps after the day do not count)."""
    sums: dict[str, list[int]] = {name: [] for name in Liability.__struct_fields__ if name != "day"}
    for record in records:
        cents = record.ticket.cents
        for name in _columns(record, day):
            sums[name].append(cents)
    return Liability(day, **{name: Sum(len(found), sum(found)) for name, found in sums.items()})


_ENDS: Final = {Doing.REDEEM: "redeemed", Doing.PAY: "paid", Doing.VOID_ISSUED: "voided"}


def _columns(record: TicketRecord, day: GamingDay) -> Iterable[str]:
    """The columns of a day's liability that the ticket counts in."""
    if not record.issued_utc or not day.is_over(record.issued_utc):
        return
    begun = day.holds(record.issued_utc)
    end = _ENDS.get(record.did)
    ended_before = end is not None and day.is_over(record.at_utc) and not day.holds(record.at_utc)
    if begun:
        yield "issued"
    elif not ended_before:
        yield "open_before"
    # A clock that went back may end a ticket before it was issued: it counts as ended on the day of its issue.
    if end is not None and (day.holds(record.at_utc) or (begun and ended_before)):
        yield end
    elif not ended_before:
        yield "open_after"
        if record.is_expired(day.until_utc):
            yield "expired"
