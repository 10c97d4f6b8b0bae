"""One seat without a screen: runner, devices and a bot in the caller's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from kiosk.app.acceptors import AtOnce
from kiosk.app.machine import Seat
from kiosk.app.state_dir import StateDir
from kiosk.demo.bot import Bot, Hands
from kiosk.demo.plain_slot import PlainSlot
from kiosk.devices.ports import Printer
from kiosk.faults import EnvironmentFault
from kiosk.runner.performer import Performer
from kiosk.runner.ports import LogSender, Registrar
from kiosk.runner.runner import Runner
from kiosk.seat.effects import Notice
from kiosk.seat.events import AnyEvent, CloseWasShown, LinkDown, LinkUp, LogRead, Tick
from kiosk.seat.staff_acts import CommandAct, happened_by_command, unread
from kiosk.seat.state import LockKind, SeatState, lock_of
from kiosk.store.staff_acts import StaffActs
from kiosk.table.log import Entry
from kiosk.table.round import Phase

Deliver = Callable[[AnyEvent], None]


class HeadlessSeat:
    """A sound seat in one thread. What comes from elsewhere comes through ``deliver``, which must only enqueue.

    Without ``deliver`` everything comes in the caller's thread and is queued in the runner itself. ``printer`` makes
    another one than the seat's, which writes files, ``slot`` another one than an acceptor behind its line.
    """

    def __init__(
        self,
        seat: Seat,
        sender: LogSender,
        bot_seed: int | None,
        *,
        deliver: Deliver | None = None,
        told: Callable[[Notice], None] = lambda _: None,
        registrar: Registrar | None = None,
        printer: Callable[[Deliver], Printer] | None = None,
        slot: Callable[[StateDir, Deliver], PlainSlot] | None = None,
    ) -> None:
        self.seat = seat
        self._deliver = deliver or self._enqueue
        self._shown = 0
        self.acceptor: PlainSlot | AtOnce = (
            seat.slot_at_once(self._deliver) if slot is None else slot(seat.dir, self._deliver)
        )
        paper = (printer or seat.press_at_once)(self._deliver)
        ports = seat.ports(sender, self.acceptor, paper, registrar)
        self._performer = Performer(seat.context.config, ports, seat.store, self._deliver)
        self.runner = Runner(seat.core, seat.store, self._performer, self.acceptor, ports.now, told)
        self._check = seat.books_check()
        self._bot = None if bot_seed is None else self._make_bot(bot_seed)

    @property
    def state(self) -> SeatState:
        """The seat's state now."""
        return self.runner.state

    @property
    def plays(self) -> bool:
        """Whether a bot plays here."""
        return self._bot is not None

    @property
    def needs_ticks(self) -> bool:
        """Whether time alone can make the seat do something: send its chips, or ask again what had no answer."""
        state = self.state
        if state.table.phase is not Phase.BETTING:
            return state.link and (self._performer.waiting or state.flight is not None)
        known = state.registered.stakes if state.registered is not None else {}
        return state.flight is not None or state.draft != known or self._performer.waiting

    def start(self) -> None:
        """Recover what a power cut has left; the devices are ready then."""
        self.runner.start(self.seat.outbox, self.acceptor.power_up, later=not self.seat.compared)
        for told in self.seat.news:
            self.runner.handle(told)
        self._take_acts()
        self._check.start(self._deliver)

    def _take_acts(self) -> None:
        """What commands have told of staff while no seat ran becomes significant events."""
        acts = StaffActs(self.seat.dir.staff_acts)
        if not acts.waits():
            return
        last: tuple[CommandAct, ...] = ()
        try:
            while (found := acts.take(self.seat.store.acts_kept)) and found != last:
                for act in found:
                    self.runner.handle(happened_by_command(act))
                last = found  # the same again: the books keep nothing now
        except EnvironmentFault as fault:
            self.runner.handle(unread(fault.what))
        except (sqlite3.Error, ValueError) as error:
            self.runner.handle(unread(str(error)))

    def act(self) -> None:
        """Let the bot do something."""
        if self._bot is not None:
            for event in self._bot.act():
                self.runner.handle(event)
            self.runner.pump()

    def tick(self, now_ms: int) -> None:
        """It is ``now_ms`` of a monotonic clock."""
        self.runner.handle(Tick(now_ms))

    def pump(self) -> None:
        """Apply what waits; there is no screen, so the close is shown as soon as the seat knows of it (rule 3.5)."""
        self.runner.pump()
        table = self.state.table
        if table.phase is Phase.CLOSED and self._shown != table.number:
            self._shown = table.number
            self.runner.handle(CloseWasShown(table.number))

    def entry(self, entry: Entry) -> None:
        """The log tells a record. Any thread that ``deliver`` allows."""
        self._deliver(LogRead(entry.seq, entry.key, entry.value))

    def linked(self, up: bool) -> None:
        """The log answers, or does not. Any thread that ``deliver`` allows."""
        self._deliver(LinkUp() if up else LinkDown())

    def check(self) -> None:
        """Raises :class:`EnvironmentFault` when the journal could not be written: the seat is locked then.

        :class:`MustEnd` when another process could have its files.
        """
        self.seat.dir.check_held()
        if self.runner.failed:
            lock = lock_of(self.state, LockKind.STORE)
            detail = f": {lock.detail}" if lock is not None else ""
            raise EnvironmentFault(
                f"the seat is locked{detail}", "Make room or repair the disk, then start again"
            )

    def close(self) -> None:
        """Close the files; all that was told is on disk."""
        self._check.close()
        self.runner.flush()
        self.seat.close()

    def _enqueue(self, event: AnyEvent) -> None:
        self.runner.deliver(event)

    def _make_bot(self, seed: int) -> Bot:
        hands = Hands(self._insert, self._insert_ticket, self._open_tickets)
        return Bot(seed, self.seat.core, hands)

    def _insert(self, cents: int) -> None:
        self.acceptor.insert(cents)

    def _insert_ticket(self, number: str) -> None:
        self.acceptor.insert_ticket(number)

    def _open_tickets(self) -> list[str]:
        kept = self.seat.store.tickets("out", 5)
        redeemed = {ticket.number for ticket in self.seat.store.tickets("in", 35)}
        return [
            ticket.number
            for ticket in kept[::-1]
            if ticket.state == "issued" and ticket.number not in redeemed
        ]
