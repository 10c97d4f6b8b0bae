"""The calls of the two ports in terms of one question and answer, for every store and for who asks from afar."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec

from kiosk.tickets import rules
from kiosk.tickets.liability import is_open, liability_of
from kiosk.tickets.registry import Action, Done, GamingDay, Liability, Paid, Rejected, Reserved, TicketRecord
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
