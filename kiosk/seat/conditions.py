"""What the devices of a seat say of themselves, as the seat knows it."""

from __future__ import annotations

from enum import StrEnum


class AcceptorCondition(StrEnum):
    """The condition of the note and ticket acceptor. All but READY take nothing in."""

    READY = "ready"
    STARTING = "starting"  # it has not answered since the seat started
    STACKER_FULL = "stacker-full"
    STACKER_OPEN = "stacker-open"
    JAM = "jam"
    CHEAT = "cheat"
    FAILURE = "failure"
    DISCONNECTED = "disconnected"

    @property
    def locks(self) -> bool:
        """Whether somebody must look into the acceptor before anybody plays on."""
        return self in (AcceptorCondition.JAM, AcceptorCondition.CHEAT, AcceptorCondition.FAILURE)


class Door(StrEnum):
    """A door of the cabinet that a switch watches."""

    MAIN = "main"
    LOGIC = "logic"
    CASH_BOX = "cash-box"


class CabinetCondition(StrEnum):
    """The condition of the board that watches doors and keys. All but READY and BATTERY_LOW see no door."""

    READY = "ready"
    BATTERY_LOW = "battery-low"  # openings while power is off may soon be missed
    SILENT = "silent"
    WRONG = "wrong"  # another board than the seat knows, or one that has forgotten its counts

    @property
    def watches(self) -> bool:
        """Whether an open door would be seen now."""
        return self in (CabinetCondition.READY, CabinetCondition.BATTERY_LOW)


class ClockCondition(StrEnum):
    """How the seat's clock stands to what was seen already. By a WRONG one the registry takes no ticket."""

    RIGHT = "right"
    WRONG = "wrong"


class PrinterCondition(StrEnum):
    """The condition of the ticket printer. READY and PAPER_LOW can print."""

    READY = "ready"
    PAPER_LOW = "paper-low"
    PAPER_OUT = "paper-out"
    JAM = "jam"
    COVER_OPEN = "cover-open"
    OFFLINE = "offline"

    @property
    def can_print(self) -> bool:
        """Whether a ticket sent now would come out."""
        return self in (PrinterCondition.READY, PrinterCondition.PAPER_LOW)
