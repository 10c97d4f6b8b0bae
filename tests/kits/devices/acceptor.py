"""A seat that takes everything it may, the ID-003 driver and the simulated acceptor, with power cuts at every point."""

from kiosk.devices.files import Volatile
from kiosk.devices.notes.id003.driver import Polls
from kiosk.devices.notes.id003.machine import Settings
from kiosk.devices.notes.id003.memory import Kept
from kiosk.devices.notes.id003.wire import DirectWire
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
from kiosk.simulators.id003.line import Line
from kiosk.simulators.id003.mechanics import Mechanics
from kiosk.simulators.notes import Remembered

NOTES = (500, 1_000, 2_000, 5_000, 10_000)
SETTINGS = Settings("acceptor-1", frozenset(NOTES))


class DriverDies(BaseException):
    """The seat's power is cut here."""


class AcceptorDies(BaseException):
    """The acceptor's power is cut here."""


class Points:
    """Counts the points at which a power cut may come, and lets it come at those that are chosen.

    Where the acceptor is at work the driver's death waits until its answer is there, and the other way round the
    acceptor's power is away at once, while the driver goes on.
    """

    def __init__(self, mechanics):
        self.count = 0
        self.cuts = {}  # point: who dies
        self._mechanics = mechanics
        self._driver_is_dead = False

    def in_driver(self):
        self.count += 1
        match self.cuts.pop(self.count, None):
            case "driver":
                raise DriverDies
            case "acceptor":
                self._mechanics().power_cycle()

    def in_acceptor(self):
        self.count += 1
        match self.cuts.pop(self.count, None):
            case "driver":
                self._driver_is_dead = True
            case "acceptor":
                raise AcceptorDies

    def after_acceptor(self):
        dead, self._driver_is_dead = self._driver_is_dead, False
        if dead:
            raise DriverDies


class Box(Volatile):
    """The acceptor's memory, and a count of what fell into the box."""

    def __init__(self, points):
        super().__init__(Remembered())
        self._points = points
        self.fallen = {}

    def save(self, remembered, /):
        self._points.in_acceptor()
        super().save(remembered)
        if remembered.stacked is not None:
            self.fallen[remembered.stacked.serial] = remembered.stacked
        self._points.in_acceptor()


class Remembering(Volatile):
    def __init__(self, points):
        super().__init__(Kept())
        self._points = points

    def save(self, kept, /):
        self._points.in_driver()
        super().save(kept)
        self._points.in_driver()


class Table:
    """Everything on one table. ``take``: the seat stacks what it is offered; else it gives it back."""

    def __init__(self, take=True):
        self.points = Points(lambda: self.mechanics)
        self.box = Box(self.points)
        self.mechanics = Mechanics(NOTES, self.box)
        self.line = Line(self.mechanics)
        self.kept = Remembering(self.points)
        self.take = take
        # What the seat has on disk.
        self.pending = None
        self.credited = {}
        self.told = []
        self.after = []  # orders that the seat gives when the event is written down
        self.start_driver()

    # --- the seat -----------------------------------------------------------------------------------------------

    def start_driver(self):
        self.after = []
        self.polls = Polls(SETTINGS, self._wire, self.kept, self._deliver)
        self.polls.enable(True)
        self.polls.power_up()
        if self.pending is not None:  # as a restart repeats what the outbox holds
            self.polls.stack(self.pending)
        self._orders()

    def _deliver(self, event):
        self.points.in_driver()
        self.told.append(event)
        match event:
            case NoteOffered() | TicketOffered():
                if self.take:
                    self.pending = event.serial
                    self.after.append(lambda: self.polls.stack(event.serial))
                else:
                    self.after.append(lambda: self.polls.give_back(event.serial))
            case NoteIn():
                self.credited.setdefault(event.serial, event.cents)
                self.pending = None
            case TicketIn():
                self.credited.setdefault(event.serial, event.number)
                self.pending = None
            case NoteBack() | TicketBack():
                if self.pending == event.serial:
                    self.pending = None
            case AcceptorReady():
                self.pending = None  # what was not named was never stacked
        self.points.in_driver()

    def _orders(self):
        orders, self.after = self.after, []
        for order in orders:
            order()

    # --- the line -----------------------------------------------------------------------------------------------

    def _wire(self):
        return DirectWire(self._answers)

    def _answers(self, data):
        self.points.in_driver()
        try:
            back = self.line.answers(data)
        except AcceptorDies:
            self.mechanics.power_cycle()
            back = b""
        self.points.after_acceptor()
        self.points.in_driver()
        return back

    # --- time ---------------------------------------------------------------------------------------------------

    def insert(self, what):
        """A hand puts a note (cents) or a ticket (number) in, whatever dies just then."""
        try:
            if isinstance(what, str):
                self.mechanics.insert_ticket(what)
            else:
                self.mechanics.insert(what)
            self.points.after_acceptor()
        except DriverDies:
            self._restart()
        except AcceptorDies:
            self.mechanics.power_cycle()

    def poll(self, times=1):
        for _ in range(times):
            try:
                self.polls.poll(0)
                self._orders()
            except DriverDies:
                self._restart()

    def _restart(self):
        while True:
            try:
                self.start_driver()
            except DriverDies:
                continue
            return

    def until(self, holds, polls=400):
        for _ in range(polls):
            if holds():
                return
            self.poll()
        raise AssertionError(f"still not so after {polls} polls: {self.polls.machine}")

    def ready(self):
        self.until(lambda: self.mechanics.status.name == "IDLING")

    def rest(self):
        """Until the acceptor is empty and the driver knows it."""
        self.until(
            lambda: (
                self.box.load().escrow is None
                and self.polls.machine.kept.item is None
                and self.mechanics.status.name == "IDLING"
                and self.polls.machine.last is not None
                and not self.polls.machine.answer
            )
        )
        self.poll(2)

    def status_told(self):
        return [event.condition for event in self.told if isinstance(event, AcceptorIs)]

    def assert_exact(self):
        """What lies in the box is credited, note by note and ticket by ticket, and nothing else is."""
        fallen = (
            sorted(item.number or item.cents for item in self.box.fallen.values())
            if self._same_kind()
            else None
        )
        assert sorted(self.credited.values()) == fallen
        assert not {item.serial for item in self.mechanics.returned} & self.box.fallen.keys()

    def _same_kind(self):
        return len({bool(item.number) for item in self.box.fallen.values()}) <= 1
