"""An acceptor of notes and tickets in one class: `insert` does what a person's hand does.

Like a real acceptor it remembers through a power cut what is in escrow and what it stacked last.
"""

import threading
import uuid
from collections.abc import Callable, Collection

from kiosk.devices.files import Memory, Volatile
from kiosk.devices.ports import AcceptorEvent, Deliver, Later
from kiosk.seat.events import (
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketBack,
    TicketIn,
    TicketOffered,
)
from kiosk.simulators.notes import Item, Remembered
from kiosk.tickets import number as numbers


class SimulatedAcceptor:
    """Fits `NoteAcceptor`. `insert` and `insert_ticket` are the person's hand; any thread may call.

    `serials` gives a new insertion its name for ever; `later` runs the answers.
    """

    def __init__(
        self,
        device: str,
        deliver: Deliver,
        later: Later,
        *,
        denominations: Collection[int],
        memory: Memory[Remembered] | None = None,
        serials: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        bad = [cents for cents in denominations if type(cents) is not int or cents <= 0]
        if bad or not denominations:
            raise ValueError(f"denominations of {device}: found {bad or 'none'}, expected cents above 0")
        self._device = device
        self._deliver = deliver
        self._later = later
        self._denominations = frozenset(denominations)
        self._memory = memory or Volatile(Remembered())
        self._serials = serials
        self._lock = threading.Lock()
        self._enabled = False
        self._remembered = self._memory.load()

    def power_up(self) -> None:
        """See `NoteAcceptor`. What was stacked last is told before what came back."""
        with self._lock:
            if self._remembered.stacked is not None:
                self._tell(self._stacked(self._remembered.stacked))
            if self._remembered.escrow is not None:
                self._keep(
                    escrow=None,
                    stacked=self._remembered.stacked,
                    tell=self._returned(self._remembered.escrow),
                )
            self._tell(AcceptorReady(self._device))

    def enable(self, enabled: bool, /) -> None:
        with self._lock:
            self._enabled = enabled

    def insert(self, cents: int) -> str:
        """Puts a note of `cents` into the slot; returns the serial of this insertion."""
        return self._insert(Item(self._serials(), cents=cents), known=cents in self._denominations)

    def insert_ticket(self, number: str) -> str:
        """Puts a ticket into the slot; a number with a wrong check digit comes straight back."""
        return self._insert(Item(self._serials(), number=number), known=numbers.is_valid(number))

    def stack(self, item_id: str, /) -> None:
        with self._lock:
            escrow, stacked = self._remembered.escrow, self._remembered.stacked
            if escrow is not None and escrow.serial == item_id:
                self._keep(escrow=None, stacked=escrow, tell=self._stacked(escrow))
            elif stacked is not None and stacked.serial == item_id:
                self._tell(self._stacked(stacked))

    def give_back(self, item_id: str, /) -> None:
        with self._lock:
            escrow = self._remembered.escrow
            if escrow is not None and escrow.serial == item_id:
                self._keep(escrow=None, stacked=self._remembered.stacked, tell=self._returned(escrow))

    def _insert(self, item: Item, *, known: bool) -> str:
        with self._lock:
            if known and self._enabled and self._remembered.escrow is None:
                self._keep(escrow=item, stacked=self._remembered.stacked, tell=self._held(item))
            else:
                self._tell(self._returned(item))
        return item.serial

    def _keep(self, *, escrow: Item | None, stacked: Item | None, tell: AcceptorEvent) -> None:
        # Remembered before it is told: a power cut in between is answered at power-up.
        wanted = Remembered(escrow=escrow, stacked=stacked)
        moving = escrow or self._remembered.escrow
        if self._saved(wanted):
            self._remembered = wanted
            self._tell(tell)
        elif moving is not None:
            # What cannot be remembered is not taken. Told again at power-up, it does no harm.
            self._remembered = Remembered(escrow=None, stacked=self._remembered.stacked)
            self._tell(self._returned(moving))

    def _saved(self, wanted: Remembered) -> bool:
        try:
            self._memory.save(wanted)
        except OSError:
            return self._memory.load() == wanted  # it may have failed after it was done
        return True

    def _tell(self, event: AcceptorEvent) -> None:
        self._later(lambda: self._deliver(event))

    def _held(self, item: Item) -> AcceptorEvent:
        if item.number:
            return TicketOffered(self._device, item.serial, item.number)
        return NoteOffered(self._device, item.serial, item.cents)

    def _stacked(self, item: Item) -> AcceptorEvent:
        if item.number:
            return TicketIn(self._device, item.serial, item.number)
        return NoteIn(self._device, item.serial, item.cents)

    def _returned(self, item: Item) -> AcceptorEvent:
        if item.number:
            return TicketBack(self._device, item.serial)
        return NoteBack(self._device, item.serial)
