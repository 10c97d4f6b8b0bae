"""A whole table in one thread: log, desk with its archive, seats with bots, and a clock that nobody waits for."""

from __future__ import annotations

from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kiosk.app.machine import DEMO_CASINO, DEMO_TABLE, Place, Rules, Seat
from kiosk.app.seating import check_seating
from kiosk.app.state_checks import followed
from kiosk.app.state_dir import StateDir
from kiosk.book.archive import Archive
from kiosk.book.settings import TableSettings
from kiosk.console.chance import facts_by_chance, seeded_chance
from kiosk.console.desk import Desk, DeskConfig, Pace, open_desk
from kiosk.console.notes import Notes
from kiosk.demo.dealing import answer_and_deal
from kiosk.demo.headless_seat import Deliver, HeadlessSeat
from kiosk.demo.plain_slot import PlainSlot
from kiosk.devices.ports import Presented
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.ports import DirectSender
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.config import SeatConfig
from kiosk.seat.events import ReceiptOut, TicketPrinted
from kiosk.seat.roles import CONSOLE_ROLES
from kiosk.store.staff import open_staff
from kiosk.table import keys
from kiosk.table.records import Present, encode
from kiosk.table.round import Phase
from kiosk.tickets.ticket import Receipt, Ticket

STEP_MS = 700  # a bot touches the screen this often
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
MOST_TOUCHES = 3  # of a bot that has put money in, until it has bet
_OVER = (Phase.ENDED, Phase.VOID)


class NoPaper:
    """A printer whose paper nobody reads: it knows what it has printed, until the program ends."""

    status = PrinterCondition.READY

    def __init__(self, deliver: Deliver) -> None:
        self._deliver = deliver
        self._printed: set[str] = set()

    def print(self, ticket: Ticket, /) -> None:
        """See :class:`kiosk.devices.ports.Printer`."""
        self._printed.add(ticket.number)
        self._deliver(TicketPrinted(ticket.number))

    def print_receipt(self, receipt: Receipt, /) -> None:
        """See :class:`kiosk.devices.ports.Printer`."""
        self._deliver(ReceiptOut(receipt.kind, receipt.number))

    def presented(self, number: str, /) -> Presented:
        """See :class:`kiosk.devices.ports.Printer`."""
        return Presented.YES if number in self._printed else Presented.NO


class _NoNotes:
    """Nobody signs on here: nothing is noted that must outlive the program."""

    def load(self) -> Notes:
        return Notes()

    def keep(self, notes: Notes) -> None:
        """See :class:`kiosk.console.notes.Keeper`."""


class WholeTable:
    """Real desk, real seats, real books, on files in ``folder``; the automatic dealer drives the desk.

    Time passes when nothing is left to do at its moment, and then by the time between two touches of a bot. The same
    seed plays the same rounds. Raises :class:`EnvironmentFault`; nothing stays open then.
    """

    def __init__(self, folder: Path, rules: Rules, seats: int, seed: int) -> None:
        self._rules = rules
        self._now_ms = 2 * STEP_MS
        self._touched: tuple[int, int, int] = (
            0,
            0,
            0,
        )  # the moment at which the bots were let to do something
        self._first = self._last = 0
        self._stopped = False
        self._parts = ExitStack()
        self.archive = folder / "archive.db"
        self.books: dict[str, Path] = {}  # by seat: its state directory
        try:
            self._log = EmbeddedLog(folder / "table.db")
            self._parts.callback(self._log.close)
            names = [f"{n:02}" for n in range(1, seats + 1)]
            check_seating(DEMO_TABLE, [rules], names)
            self._desk = self._open_desk(folder, names, seed)
            self._parts.callback(self._desk.close)
            self.seats = [self._open_seat(folder, name, seed + n) for n, name in enumerate(names)]
        except BaseException:
            self._parts.close()
            raise

    def _open_desk(self, folder: Path, names: list[str], seed: int) -> Desk:
        rules = self._rules
        archive = self._parts.enter_context(closing(Archive(self.archive, DEMO_TABLE)))
        staff = self._parts.enter_context(closing(open_staff(folder / "staff.db", CONSOLE_ROLES)))
        settings = TableSettings(
            DEMO_TABLE,
            "console-1",
            rules.game,
            rules.layout,
            rules.limits.limits(),
            dict.fromkeys(names, rules.layout.name),
            demonstration=True,
        )
        at_once = Pace(STEP_MS, 0, 0, 0, STEP_MS, 0, 0)
        config = DeskConfig(
            DEMO_CASINO,
            settings,
            at_once,
            facts_for=facts_by_chance(rules.game, rules.layout, seeded_chance(seed)),
            now_utc=lambda: BEGAN + timedelta(milliseconds=self._now_ms),
        )
        desk = open_desk(
            self._log, archive, config, _NoNotes(), staff, lambda: self._now_ms, presences=self._log
        )
        self._first = self._last = desk.table.number
        return desk

    def _open_seat(self, folder: Path, name: str, seed: int) -> HeadlessSeat:
        rules, state = self._rules, StateDir(folder / f"seat-{name}")
        self.books[name] = state.path
        config = SeatConfig(
            seat=name, table=DEMO_TABLE, casino=DEMO_CASINO, chips=rules.limits.chips, demonstration=True
        )
        state.hold()
        self._parts.callback(state.release)
        opened = Seat(state, rules, lambda _: None, Place(config, own_log=False))
        self._parts.callback(opened.close)
        if opened.findings:
            raise EnvironmentFault(f"seat {name} is locked: {'; '.join(opened.findings)}")
        seat = HeadlessSeat(opened, DirectSender(self._log), seed, printer=NoPaper, slot=PlainSlot)
        seat.start()
        self._log.follow(followed(config), seat.state.log_seq, seat.entry, seat.linked)
        shown = Present(seat=name, layout=rules.layout.name)
        self._log.stand(keys.present(DEMO_TABLE, name), encode(shown))
        return seat

    @property
    def played(self) -> int:
        """Rounds that are over, since it was opened."""
        return self._last - self._first

    def stop(self) -> None:
        """End ``run`` soon. Any thread, and a signal's handler too."""
        self._stopped = True

    def run(self, rounds: int) -> None:
        """Play so many rounds more; 0: until it is stopped. Raises :class:`EnvironmentFault`."""
        until = self.played + rounds
        while not self._stopped and (rounds == 0 or self.played < until):
            self._pass()

    def _pass(self) -> None:
        """Everybody does what is to be done at this moment."""
        before = self._log.seq
        if self._desk.needs_dealer and (asked := answer_and_deal(self._desk.view)) is not None:
            self._desk.do(asked)
        self._desk.poll()
        table = self._desk.table
        moment = (table.number, table.deciding, self._now_ms)
        touch = moment != self._touched and (table.phase is Phase.BETTING or table.deciding > 0)
        if touch:
            self._touched = moment
        for seat in self.seats:
            seat.check()
            seat.pump()
            if touch:
                _touch(seat)
            if seat.needs_ticks:
                seat.tick(self._now_ms)
                seat.pump()
        self._last = table.number if table.phase in _OVER else max(self._last, table.number - 1)
        if self._log.seq == before:
            self._now_ms += STEP_MS

    def close(self) -> None:
        """Close everything; all that was told is on disk."""
        self._parts.close()


def _touch(seat: HeadlessSeat) -> None:
    """The bot does something; where bets are open it goes on until it has bet, since it must put money in first."""
    for _ in range(MOST_TOUCHES):
        seat.act()
        if seat.state.draft or seat.state.table.phase is not Phase.BETTING:
            return
