"""Devices of the simulation. What they did in the physical world stays through every crash."""

from kiosk.devices.ports import Presented, PrintFault, not_printed
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import ReceiptOut, TicketPrinted
from kiosk.simulators.notes import Remembered
from kits.simulation.faults import Chance


class Box:
    """The acceptor's memory and the cash box under it: every stacked item, once, in order."""

    def __init__(self) -> None:
        self.remembered = Remembered()
        self.items: list = []

    def load(self) -> Remembered:
        return self.remembered

    def save(self, remembered: Remembered, /) -> None:
        stacked = remembered.stacked
        if stacked is not None and all(item.serial != stacked.serial for item in self.items):
            self.items.append(stacked)
        self.remembered = remembered

    @property
    def notes(self) -> list[int]:
        """The notes in the box, in cents."""
        return [item.cents for item in self.items if not item.number]

    @property
    def tickets(self) -> list[str]:
        """The numbers of the tickets in the box."""
        return [item.number for item in self.items if item.number]


class Papers:
    """What has come out of the printer, for good."""

    def __init__(self) -> None:
        self.cents: dict[str, int] = {}
        self.printing = None  # in the printer's mechanics when the power failed

    @property
    def total(self) -> int:
        """Cents on all papers ever printed."""
        return sum(self.cents.values())


class SimPrinter:
    """A printer that answers late, twice, or that it failed; after a crash it may not know what it did."""

    def __init__(self, papers: Papers, deliver, later, chance: Chance) -> None:
        self._papers = papers
        self._deliver = deliver
        self._later = later
        self._chance = chance

    def print(self, ticket, /) -> None:
        self._papers.printing = ticket
        if self._chance.happens(0.15):
            self._chance.light(3)
        self._later(self._finish)

    def print_receipt(self, receipt, /) -> None:
        self._deliver(ReceiptOut(receipt.kind, receipt.number))

    def _finish(self) -> None:
        ticket = self._papers.printing
        if ticket is None:
            return
        self._papers.printing = None
        if ticket.number not in self._papers.cents and self._chance.happens(0.15):
            self._deliver(not_printed(ticket.number, PrintFault.JAM))
            return
        assert ticket.number not in self._papers.cents, "a ticket was printed twice"
        self._papers.cents[ticket.number] = ticket.cents
        self._chance.point("after the paper came out")
        self._deliver(TicketPrinted(ticket.number))

    def power_cut(self) -> None:
        """The paper that was on its way comes out, or never does."""
        ticket, self._papers.printing = self._papers.printing, None
        if ticket is not None and self._chance.random.random() < 0.5:
            self._papers.cents[ticket.number] = ticket.cents

    def presented(self, number: str, /) -> Presented:
        if self._chance.happens(0.3):
            return Presented.UNKNOWN
        return Presented.YES if number in self._papers.cents else Presented.NO

    @property
    def status(self) -> PrinterCondition:
        return PrinterCondition.READY
