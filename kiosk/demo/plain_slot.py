"""The slot of a table that plays by itself: what is put in falls into the seat's cash box, and no line is spoken.

The frames of a line, its driver and the mechanics at its far end are tried where a seat has them (`AtOnce` of
:mod:`kiosk.app.acceptors`); here they were a tenth of what a round costs.
"""

from __future__ import annotations

import uuid

from kiosk.app.acceptors import ACCEPTOR
from kiosk.app.cash_box import BoxedMemory
from kiosk.app.state_dir import StateDir
from kiosk.devices.ports import Deliver
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.events import (
    AcceptorIs,
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketBack,
    TicketIn,
    TicketOffered,
)
from kiosk.simulators.notes import Item, Remembered


class PlainSlot:
    """A `NoteAcceptor` in the caller's thread, with the hand that puts things in.

    guarantee: an item lies in the box, durably, before the seat is told that it is stacked. Raises
    :class:`kiosk.faults.EnvironmentFault` for a box or a memory that is damaged.
    """

    def __init__(self, folder: StateDir, deliver: Deliver) -> None:
        self._memory = BoxedMemory(folder.acceptor, folder.cash_box)
        self._stacked = self._memory.load().stacked
        self._deliver = deliver
        self._enabled = False
        self._held: Item | None = None

    def power_up(self) -> None:
        """See `NoteAcceptor`."""
        if self._stacked is not None:
            self._tell_stacked(self._stacked)
        self._deliver(AcceptorIs(ACCEPTOR, AcceptorCondition.READY))
        self._deliver(AcceptorReady(ACCEPTOR))

    def enable(self, enabled: bool, /) -> None:
        """See `NoteAcceptor`."""
        self._enabled = enabled

    def stack(self, item_id: str, /) -> None:
        """See `NoteAcceptor`. What the box cannot remember goes back."""
        held = self._held
        if held is not None and held.serial == item_id:
            try:
                self._memory.save(Remembered(stacked=held))
            except OSError:
                self.give_back(item_id)
                return
            self._held, self._stacked = None, held
        if self._stacked is not None and self._stacked.serial == item_id:
            self._tell_stacked(self._stacked)

    def give_back(self, item_id: str, /) -> None:
        """See `NoteAcceptor`."""
        held = self._held
        if held is not None and held.serial == item_id:
            self._held = None
            self._deliver((TicketBack if held.number else NoteBack)(ACCEPTOR, item_id))

    def insert(self, cents: int) -> None:
        """Put a note in. A slot that is shut or busy gives it back at once."""
        self._draw_in(Item(uuid.uuid4().hex, cents=cents))

    def insert_ticket(self, number: str) -> None:
        """Put a ticket in, likewise."""
        self._draw_in(Item(uuid.uuid4().hex, number=number))

    def _draw_in(self, item: Item) -> None:
        if not self._enabled or self._held is not None:
            return
        self._held = item
        if item.number:
            self._deliver(TicketOffered(ACCEPTOR, item.serial, item.number))
        else:
            self._deliver(NoteOffered(ACCEPTOR, item.serial, item.cents))

    def _tell_stacked(self, item: Item) -> None:
        if item.number:
            self._deliver(TicketIn(ACCEPTOR, item.serial, item.number))
        else:
            self._deliver(NoteIn(ACCEPTOR, item.serial, item.cents))
