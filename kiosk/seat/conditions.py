"""What the devices of a seat say of themselves, as the seat knows it."""

from __future__ import annotations

from enum import StrEnum


class AcceptorCondition(StrEnum):
    """The condition of the note and ticket acceptor. All but READY take nothing in."""

    READY = "ready"
    STACKER_FULL = "stacker-full"
    STACKER_OPEN = "stacker-open"
    JAM = "jam"
    CHEAT = "cheat"
    FAILURE = "failure"
    DISCONNECTED = "disconnected"


class PrinterCondition(StrEnum):
    """The condition of the ticket printer. READY and PAPER_LOW can print."""

    READY = "ready"
    PAPER_LOW = "paper-low"
    PAPER_OUT = "paper-out"
    JAM = "jam"
    COVER_OPEN = "cover-open"
    OFFLINE = "offline"
