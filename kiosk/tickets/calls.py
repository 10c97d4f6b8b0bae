"""The calls of the two ports in terms of one question and answer, for every store and for who asks from afar."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from kiosk.tickets import rules
from kiosk.tickets.registry import (
    Action,
    Doing,
    Done,
    GamingDay,
    Liability,
    Paid,
    Rejected,
    Reserved,
    Sum,
    TicketRecord,
    TicketState,
)
from kiosk.tickets.ticket import Ticket


class Late(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="late"):
    """Nothing was changed: `turn` was carried out for this asker already, and the question's is not above it."""

    turn: int


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some of a list: each with the revision at which it was made. `after` names the next page; empty: the last."""

    found: list[tuple[int, msgspec.Raw]]
    after: str


class Calls(ABC):
    """`TicketRegistry`, and what of `TicketDesk` changes a ticket."""

    @abstractmethod
    def ask(self, request: rules.Request) -> rules.Answer:
        """Carry ``request`` out and answer. Raises RegistryFault."""

    def issue_pending(self, ticket: Ticket, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.Issue(ticket)))

    def confirm(self, number: str, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.Confirm(number)))

    def void(self, number: str, why: str, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.Void(number, why)))

    def reserve(self, number: str, by: str, at_utc: str, /) -> Reserved | Rejected:
        return rules.only(Reserved, self.ask(rules.Reserve(number, by, at_utc)))

    def release(self, number: str, by: str, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.Release(number, by)))

    def redeem(self, number: str, by: str, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.Redeem(number, by)))

    def look_up(self, number: str, /) -> TicketRecord | None:
        answer = self.ask(rules.LookUp(number))
        return answer.record if isinstance(answer, rules.Found) else None

    def pay(self, number: str, by: str, at_utc: str, /) -> Paid | Rejected:
        return rules.only(Paid, self.ask(rules.Pay(number, by, at_utc)))

    def void_issued(self, number: str, why: str, by: str, at_utc: str, /) -> Done | Rejected:
        return rules.only(Done, self.ask(rules.VoidIssued(number, by, at_utc, why)))


class Lists(ABC):
    """What of `TicketDesk` only reads."""

    @abstractmethod
    def records(self) -> list[TicketRecord]:
        """All tickets, the oldest first. Raises RegistryFault."""

    @abstractmethod
    def all_actions(self) -> list[Action]:
        """Every step, the first first. Raises RegistryFault."""

    def open_tickets(self, at_utc: str, /) -> Sequence[TicketRecord]:
        return [record for record in self.records() if is_open(record) and not record.is_expired(at_utc)]

    def expired(self, at_utc: str, /) -> Sequence[TicketRecord]:
        return [record for record in self.records() if is_open(record) and record.is_expired(at_utc)]

    def liability(self, day: GamingDay, /) -> Liability:
        return liability_of(self.records(), day)

    def actions(self, day: GamingDay, /) -> Sequence[Action]:
        return [action for action in self.all_actions() if day.holds(action.at_utc)]


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
