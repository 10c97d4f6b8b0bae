"""A ticket brought forward by steps that the registry has forgotten. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.tickets.registry import Action, Doing, TicketRecord, TicketState
from kiosk.tickets.rules import moved_to

_BECAME = {
    Doing.CONFIRM: TicketState.ISSUED,
    Doing.VOID: TicketState.VOID,
    Doing.RESERVE: TicketState.RESERVED,
    Doing.RELEASE: TicketState.ISSUED,
    Doing.REDEEM: TicketState.REDEEMED,
    Doing.PAY: TicketState.REDEEMED,
    Doing.VOID_ISSUED: TicketState.VOID,
}
_BY_PARTY = frozenset({Doing.RESERVE, Doing.REDEEM, Doing.PAY, Doing.VOID_ISSUED})


def brought_forward(record: TicketRecord, actions: Sequence[Action]) -> TicketRecord:
    """``record`` after these steps, which followed it. Raises RuntimeError for steps that cannot have."""
    for action in actions:
        named = action.what in _BY_PARTY
        if action.what not in _BECAME:
            raise RuntimeError(
                f"step '{action.what}' of the ticket ending in {action.digits} follows no other"
            )
        record = moved_to(
            record,
            _BECAME[action.what],
            action.what,
            by=action.by if named else "",
            at_utc=action.at_utc if named else "",
            why=action.why,
            issued_utc=action.at_utc if action.what is Doing.CONFIRM else "",
        )
    return record
