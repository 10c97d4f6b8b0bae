"""Who may ask the house's registry for what. Pure. The servers' rights say who writes where, this says what for."""

from __future__ import annotations

from kiosk.tickets import rules
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import TicketRecord
from kiosk.tickets.ticket import Ticket, TicketFacts


def may(place: Place, request: rules.Request, record: TicketRecord | None) -> bool:
    """Whether ``place`` may ask for that, of a ticket of which ``record`` is known.

    A seat acts for itself alone: it makes known, confirms, voids and looks up its own tickets, and holds and redeems
    under its own name. A desk looks up, pays and voids under its own name.
    """
    match request:
        case rules.Issue():
            return _is_of(request.ticket, place)
        case rules.Confirm() | rules.Void():
            return bool(place.table) and (record is None or _is_of(record.ticket, place))
        case rules.LookUp():
            return not place.table or record is None or _is_of(record.ticket, place)
        case rules.Pay() | rules.VoidIssued():
            return not place.table and request.by.startswith(place.party)
        case rules.Reserve() | rules.Release() | rules.Redeem():
            return bool(place.table) and request.by.startswith(place.party)


def _is_of(ticket: Ticket | TicketFacts, place: Place) -> bool:
    return bool(place.table) and (ticket.table, ticket.terminal) == (place.table, place.name)
