"""The registry of tickets as the host names it. The port lies lower, where a seat's runner may reach it."""

from kiosk.devices.registry import (
    TRANSITIONS,
    Done,
    Refusal,
    RegistryFault,
    Rejected,
    Reserved,
    TicketRecord,
    TicketRegistry,
    TicketState,
)

__all__ = [
    "TRANSITIONS",
    "Done",
    "Refusal",
    "RegistryFault",
    "Rejected",
    "Reserved",
    "TicketRecord",
    "TicketRegistry",
    "TicketState",
]
