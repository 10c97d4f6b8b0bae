"""One seat of the simulation: the real step, runner, performer and store, which a power cut takes apart."""

from collections import deque

import msgspec

from kiosk.runner.core import Core
from kiosk.runner.ports import DirectRegistrar, Ports
from kiosk.runner.runner import Runner
from kiosk.seat.context import Context
from kiosk.seat.events import AuditDone, LinkUp, LogRead, PayoutReady
from kiosk.seat.state import LockKind, SeatState, lock_of
from kiosk.table import keys
from kiosk.tickets.number import check_digit
from kits.devices.hand_fed import SimulatedAcceptor
from kits.simulation.devices import Box, Papers, SimPrinter
from kits.simulation.faults import Chance, SimPerformer, SimRegistry, SimStore
from kits.simulation.link import SimLink

ACCEPTOR = "acceptor-1"
DENOMINATIONS = (500, 1_000, 2_000, 5_000, 10_000)
NOW, EXPIRES = "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z"


class SimSeat:
    """Everything that a power cut takes away, and how it comes back. Physical things outlive it."""

    def __init__(self, folder, context: Context, chance: Chance, link: SimLink) -> None:
        self._folder = folder
        self.context = context
        self._chance = chance
        self.link = link
        self.box = Box()
        self.papers = Papers()
        self.registry = SimRegistry(folder / "registry.db", chance, NOW)
        self.slot: deque = deque()  # what the acceptor says, on its way
        self.tray: deque = deque()  # jobs of the printer
        self.answers: deque = deque()  # what registry and auditor answer, on its way
        self.drawn = 0
        self.inserted = 0
        self.committed = SeatState()
        self.starts = 0
        self.failed = False

    @property
    def state(self) -> SeatState:
        """The seat's state in memory."""
        return self.core.state

    def start(self) -> None:
        """Power is back: the files are opened, what was begun is finished. May crash again on the way."""
        self.starts += 1
        self.failed = False
        self.store = SimStore(self._folder / "seat.db", self._chance)
        findings = self.store.self_test()
        assert findings == [], findings
        stored = self.store.load()
        assert stored.state == self.committed, "the disk does not hold the last committed state"
        self.store.committed = stored.state
        self.core = Core(self.context, stored.state)
        self.acceptor = SimulatedAcceptor(
            ACCEPTOR,
            self._device,
            self.slot.append,
            denominations=DENOMINATIONS,
            memory=self.box,
            serials=self._serial,
        )
        self.printer = SimPrinter(self.papers, self._device, self.tray.append, self._chance)
        ports = Ports(
            log=self.link,
            acceptor=self.acceptor,
            printer=self.printer,
            registry=DirectRegistrar(self.registry),
            draw_number=self._draw,
            now=lambda: NOW,
            expires=lambda: EXPIRES,
            language=lambda: "en",
        )
        config = self.context.config
        performer = SimPerformer(config, ports, self.store, self._answered, self._chance)
        self.runner = Runner(self.core, self.store, performer, self.acceptor, lambda: NOW)
        self.runner.start(stored.outbox, self.acceptor.power_up)
        if self._chance.random.random() < 0.7:
            self.link_up()

    def power_cut(self) -> None:
        """All volatile things are gone."""
        self.committed = self.store.committed
        self.store.close()
        self.link.power_cut()
        self.printer.power_cut()
        for volatile in (self.slot, self.tray, self.answers):
            volatile.clear()

    def link_up(self) -> None:
        """The log answers again: the seat reads on, sometimes from a little before."""
        config = self.context.config
        after = self.state.log_seq
        if self._chance.happens(0.3):
            after = max(0, after - self._chance.random.randint(1, 6))
        self.link.mend([keys.rounds(config.table), keys.slips(config.table, config.seat)], after)
        if not self.link.feed:
            self.runner.handle(LinkUp())

    def read(self) -> None:
        """The next entry reaches the seat; sometimes it will come once more."""
        entry = self.link.feed.popleft()
        if self._chance.happens(0.05):
            self.link.feed.insert(self._chance.random.randint(0, len(self.link.feed)), entry)
        if self._chance.happens(0.05):
            self.link.feed.append(entry)
        self._chance.trace.append(f"read {entry.seq} {entry.key}")
        self.runner.handle(LogRead(entry.seq, entry.key, entry.value))
        if self.link.up and not self.link.feed and not self.state.link:
            self.runner.handle(LinkUp())  # all that was missed is here

    def run(self, queue: deque) -> None:
        """The next thing on a queue happens."""
        queue.popleft()()
        self.runner.pump()

    def _draw(self) -> str:
        self.drawn += 1
        digits = f"{self.drawn:017d}"
        return digits + check_digit(digits)

    def _serial(self) -> str:
        self.inserted += 1
        return f"s{self.inserted}"

    def _device(self, event) -> None:
        self._chance.trace.append(f"device {event}")
        kind = type(event).__name__
        # Some by a count and not by chance: what a seed meets does not hang on how often a device says that it is up.
        if kind == "AcceptorReady":
            again = self.inserted % 5 == 0
        else:
            again = kind not in ("NoteOffered", "TicketOffered") and self._chance.happens(0.1)
        if again:
            self.slot.append(lambda: self.runner.deliver(event))
        self.runner.deliver(event)

    def _answered(self, event) -> None:
        """The performer's answers: at once, late, or twice."""
        times = 1
        if not isinstance(event, PayoutReady | AuditDone) and self._chance.happens(0.05):
            times = 2
        for _ in range(times):
            if self._chance.happens(0.3) or self.answers or times == 2:
                self.answers.append(lambda: self.runner.deliver(event))
            else:
                self.runner.deliver(event)

    def quick_facts(self) -> str:
        """The state in short, for a failing seed."""
        builtins = msgspec.to_builtins(self.state)
        wanted = ("balances", "draft", "flight", "registered", "locks", "cashout", "item", "log_seq", "link")
        return str({name: builtins[name] for name in wanted})

    def has(self, kind: LockKind) -> bool:
        """Whether the seat has that lock."""
        return lock_of(self.state, kind) is not None
