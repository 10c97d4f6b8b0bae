"""The threads around one seat with a screen: its devices, and its table. The screen and the store have their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from kiosk.app.acceptors import Hand
from kiosk.app.cabinets import OnKey, lamp_of
from kiosk.app.machine import Seat
from kiosk.devices.cabinet.port import Door, Key, Lamp
from kiosk.devices.ports import DeviceEvent
from kiosk.devices.worker import Worker
from kiosk.runner.performer import Performer
from kiosk.runner.ports import LogSender, Registrar
from kiosk.seat.events import AnyEvent, LinkDown, LinkUp, LogRead, TicketPrinted
from kiosk.seat.state import SeatState
from kiosk.table.log import Entry

PATIENCE_S, PATIENCE = 0.02, 100  # a hand looks so often, so many times, whether the slot has opened

Put = Callable[[AnyEvent], None]
OnBug = Callable[[BaseException], None]


class TableThreads(Protocol):
    """A seat's table, in threads of its own: the one on the same machine, or one over the network.

    ``last_round`` is the newest round that had begun before; None where only the log will tell.
    """

    @property
    def sender(self) -> LogSender:
        """Takes what the seat writes. Never waits."""

    @property
    def registrar(self) -> Registrar | None:
        """Asks the house's registry of tickets; None where the seat keeps its own."""

    @property
    def last_round(self) -> int | None:
        """See above."""

    def start(
        self,
        state: SeatState,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        tell: Callable[[AnyEvent], None],
    ) -> None:
        """Follow the log from where ``state`` has read, say whether it answers, and what else is to be told.

        All of it in any thread.
        """

    def show(self, state: SeatState) -> None:
        """This is the seat's state now: what others may see of it they see. Never waits."""

    def stop(self) -> None:
        """Tell nothing more; what the seat still sends is taken."""

    def close(self) -> None:
        """Finish what was sent, then end."""


class Table(Protocol):
    """A table that is opened: by the start-up's thread, which can say what is wrong with it."""

    def threads(self, on_bug: OnBug) -> TableThreads:
        """Begin its threads; ``on_bug`` is told in any of them."""

    def close(self) -> None:
        """Close it again without having begun."""


class Threaded:
    """The devices of one seat and its table, each in a thread of its own.

    ``put`` and ``on_bug`` are called in any thread and must only enqueue. ``on_paper`` is called in the devices'
    thread with each ticket that came out. Nothing here keeps its caller waiting but ``start`` and ``stop``.
    """

    def __init__(
        self,
        seat: Seat,
        table: Table,
        put: Put,
        on_bug: OnBug,
        on_paper: Callable[[Path], None] = lambda _: None,
        on_key: OnKey = lambda _key, _turned: None,
    ) -> None:
        self._seat = seat
        self._put = put
        self._on_paper = on_paper
        self._worker = Worker("devices", on_bug)
        self._table = table.threads(on_bug)
        self._slot = seat.slot(self._device, on_bug)
        self._hands = Worker("hands", on_bug)
        self._stopping = threading.Event()
        self._case = seat.case(put, on_key, on_bug)
        self._lamp: Lamp | None = None
        self._own_lamp = Lamp()
        self._lamp_tested = False
        self._press = seat.press(self._device, self._worker, on_bug)
        self._ports = seat.ports(
            self._table.sender, self._slot.acceptor, self._press.printer, self._table.registrar
        )
        self._hand_is_busy = False
        self._papers = self._all_papers()

    @property
    def last_round(self) -> int | None:
        """The newest round of the table that had begun before; None when that is not known."""
        return self._table.last_round

    def performer(self, deliver: Put) -> Performer:
        """The seat's hands for these devices."""
        return Performer(self._seat.context.config, self._ports, self._seat.store, deliver)

    def power_up(self) -> None:
        """Before anything is asked of the devices: they tell what a power cut may have swallowed."""
        self._slot.acceptor.power_up()
        if self._case is not None:
            self._case.cabinet.power_up()

    def start(self) -> None:
        """Follow the log and let the table begin."""
        self._table.start(self._seat.core.state, self._entry, self._linked, self._put)

    def show(self, state: SeatState) -> None:
        """This is the seat's state now, for the table to see."""
        self._table.show(state)
        self._own_lamp = lamp_of(state)
        if not self._lamp_tested:
            self._light(self._own_lamp)

    def show_lamp(self, lamp: Lamp | None) -> None:
        """Staff try the tower lamp; None gives it back to the seat."""
        self._lamp_tested = lamp is not None
        self._light(lamp if lamp is not None else self._own_lamp)

    def _light(self, lamp: Lamp) -> None:
        if self._case is not None and lamp != self._lamp:
            self._lamp = lamp
            self._case.cabinet.show(lamp)

    def stop(self, stop_seat: Callable[[], None]) -> None:
        """End the threads, the ones that ask before the ones that answer; ``stop_seat`` ends the store's between."""
        self._table.stop()
        stop_seat()
        self._stopping.set()
        self._hands.close()
        if self._case is not None:
            self._case.close()
        self._slot.close()
        self._press.close()
        self._worker.close()
        self._table.close()

    # --- the devices' thread ------------------------------------------------------------------------------------

    def enable(self, enabled: bool, /) -> None:
        """Open or close the slot."""
        self._slot.acceptor.enable(enabled)

    def warm_up(self) -> None:
        """Prepare the first ticket."""
        if not self._worker.broken:
            self._worker(self._seat.warm_up)

    def adopt_board(self) -> None:
        """A technician accepts the board that watches the cabinet."""
        if self._case is not None:
            self._case.cabinet.adopt()

    @property
    def has_cabinet(self) -> bool:
        """Whether a board watches doors and keys."""
        return self._case is not None

    # --- hands at the devices -----------------------------------------------------------------------------------

    def insert_note(self, cents: int) -> None:
        """A person puts a note into a simulated acceptor."""
        hand = self._slot.hand
        if hand is not None:
            self.do_soon(lambda: self._hold_to(hand) and hand.insert(cents))

    def insert_ticket(self, number: str) -> None:
        """A person puts a ticket into a simulated acceptor."""
        self.do_soon(lambda: self.insert_ticket_now(number))

    def insert_ticket_now(self, number: str) -> None:
        """The same, from a job of the hand."""
        hand = self._slot.hand
        if hand is not None and self._hold_to(hand):
            hand.insert_ticket(number)

    def move_door(self, door: Door, *, open_it: bool) -> None:
        """A person opens or closes a door of a simulated cabinet."""
        if self._case is not None and (hand := self._case.hand) is not None:
            (hand.open if open_it else hand.close)(door)

    def turn_key(self, key: Key, *, turned: bool) -> bool:
        """A person turns a key of a simulated cabinet; False where there is none."""
        if self._case is None or self._case.hand is None:
            return False
        self._case.hand.turn(key, turned)
        return True

    def do_soon(self, work: Callable[[], object]) -> None:
        """Do what a person's hand does, in a thread of its own. While it has not done the last, the next is dropped."""
        if self._hand_is_busy or self._hands.broken:
            return
        self._hand_is_busy = True

        def job() -> None:
            try:
                work()
            finally:
                self._hand_is_busy = False

        self._hands(job)

    def _hold_to(self, hand: Hand) -> bool:
        """Hold an item to the slot until it opens, as a patient person does; push it then in any case."""
        for _ in range(PATIENCE):
            if hand.is_open or self._stopping.wait(PATIENCE_S):
                break
        return not self._stopping.is_set()

    def _device(self, told: DeviceEvent) -> None:
        self._put(told)
        if isinstance(told, TicketPrinted):
            papers = self._all_papers()
            for path in sorted(papers - self._papers):
                self._on_paper(path)
            self._papers = papers

    def _all_papers(self) -> set[Path]:
        """Tickets as files: of the printer of files, and of a simulated one."""
        return {
            path for kind in ("ticket-*.pdf", "paper-*.png") for path in self._seat.dir.tickets.glob(kind)
        }

    # --- the table's threads ------------------------------------------------------------------------------------

    def _linked(self, up: bool) -> None:
        self._put(LinkUp() if up else LinkDown())

    def _entry(self, entry: Entry) -> None:
        self._put(LogRead(entry.seq, entry.key, entry.value))
