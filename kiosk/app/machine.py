"""One seat's machine: its rules, its files and its devices, at whatever table it sits."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import msgspec

from kiosk import local_time
from kiosk.app.acceptors import AcceptorFile, AtOnce, Slot, open_slot
from kiosk.app.cabinets import CabinetFile, Case, OnKey, open_case
from kiosk.app.limits import FILE as LIMITS
from kiosk.app.limits import TableLimits, read_limits
from kiosk.app.older import check_registry, older_than_anchor
from kiosk.app.printers import Press, PrinterFile, open_press
from kiosk.app.state_checks import (
    check_journal_is_there,
    check_no_own_tickets,
    check_others_are_there,
)
from kiosk.app.state_dir import StateDir
from kiosk.audit.lists import compare_handpays, compare_kept, compare_outbox
from kiosk.devices.ports import Deliver, Later, NoteAcceptor, Printer
from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.devices.printer.names import why_not_printed
from kiosk.devices.printer.page import page_pdf
from kiosk.faults import EnvironmentFault, OlderCopy
from kiosk.games import first_game, game
from kiosk.games.game import Game, GameError, Layout
from kiosk.links.embedded_chain import wrong_records
from kiosk.local_time import utc_text
from kiosk.resources import NoData, NoSuchFile, layout_names, layout_reader
from kiosk.runner.books_check import BooksCheck
from kiosk.runner.clock_watch import at_start
from kiosk.runner.core import Core
from kiosk.runner.ports import DirectRegistrar, LogSender, Ports, Registrar
from kiosk.seat.accounts import Balances
from kiosk.seat.conditions import ClockCondition
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.effects import Begun
from kiosk.seat.events import AnyEvent, ClockIs, Happened, SoftwareIs
from kiosk.seat.same_rules import odds_of, why_not_changed
from kiosk.seat.state import Lock, LockKind, SeatState, decode_state, with_lock, without_lock
from kiosk.sqlite_file import DAMAGE
from kiosk.store.archive import moved
from kiosk.store.archive_files import Row
from kiosk.store.seat_store import SeatStore
from kiosk.tickets.number import draw_number
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.sqlite import SqliteRegistry
from kiosk.tickets.ticket import Ticket, utc_time

if TYPE_CHECKING:  # it knows of etcd, whose client takes long to load
    from kiosk.app.certificate_watch import CertificateWatch
    from kiosk.app.config import SeatFile

_SIMULATED, _TO_FILES, _NO_CABINET = AcceptorFile(), PrinterFile(), CabinetFile()
Made = TypeVar("Made")
_LETTERS = {"casino": 48, "table": 16, "seat": 16}  # of a ticket
NEWEST = 5_000  # transactions that are followed before the seat is shown; the rest while it runs
NOT_COMPARED = "no host has answered since the start: whether these books are the newest is not known yet"
DEMO_TABLE, DEMO_SEAT, DEMO_CASINO = "12", "07", "Demonstration Casino"


def utc_now() -> str:
    """The clock of this machine, in UTC as 2026-01-31T12:00:00Z."""
    return utc_text(datetime.now(UTC))


@dataclass(frozen=True)
class Rules:
    """The game, layout and limits that are played. ``others``: the game's other layouts by their names."""

    game: Game
    layout: Layout
    limits: TableLimits
    others: Mapping[str, Layout] = field(default_factory=dict)


def read_rules(layout: str, layouts: Path | None = None, *, of: str | None = None) -> Rules:
    """The rules from their files, ``of`` that game; None: the one that is meant where none is named.

    Raises :class:`EnvironmentFault` naming the file and what is wrong with it.
    """
    try:
        rules = game(of if of is not None else first_game())
        read = layout_reader(rules.name, layouts)
        found = rules.read_layout(layout.upper(), read)
        limits = read_limits(found, LIMITS, read(LIMITS), rules.kinds)
        return Rules(rules, found, limits, dict(_others(rules, found.name, read, layouts)))
    except (GameError, NoData, NoSuchFile, OSError, UnicodeError) as error:
        raise EnvironmentFault(str(error), "Correct the layout files and start again") from error


def all_layouts(found: Sequence[Rules]) -> dict[str, Layout]:
    """The layouts that are played, and behind them the game's others, by their names."""
    played = {rules.layout.name: rules.layout for rules in found}
    return played | {name: layout for name, layout in found[0].others.items() if name not in played}


def _others(
    rules: Game, name: str, read: Callable[[str], str], layouts: Path | None
) -> Iterator[tuple[str, Layout]]:
    """The game's other layouts, where they are: a round that was played by one of them is decided anew by it."""
    for other in layout_names(rules.name, layouts):
        with suppress(GameError, NoSuchFile, OSError, UnicodeError):
            if other != name:
                yield other, rules.read_layout(other, read)


@dataclass(frozen=True)
class Place:
    """Where a seat sits. ``own_log``: the table's log lies in the seat's own state directory.

    ``own_tickets``: so does a registry of its own tickets; without it the house's registry is asked.
    """

    config: SeatConfig
    own_log: bool
    own_tickets: bool = True
    acceptor: AcceptorFile = _SIMULATED
    printer: PrinterFile = _TO_FILES
    cabinet: CabinetFile = _NO_CABINET
    written: tuple[tuple[str, str], ...] = ()


def written(place: Place) -> tuple[tuple[str, str], ...]:
    """Every value that a place was given, by its key, for a place without a file."""
    parts = {
        "": place.config,
        "acceptor.": place.acceptor,
        "printer.": place.printer,
        "cabinet.": place.cabinet,
    }
    return tuple(
        (f"{prefix}{name}", str(getattr(part, name)))
        for prefix, part in parts.items()
        for name in part.__struct_fields__
    )


def demo_place(rules: Rules) -> Place:
    """The one seat of the demonstration's table."""
    config = SeatConfig(
        seat=DEMO_SEAT, table=DEMO_TABLE, casino=DEMO_CASINO, chips=rules.limits.chips, demonstration=True
    )
    return Place(config, own_log=True, cabinet=CabinetFile(kind="simulated"))


def place_of(file: SeatFile, rules: Rules) -> Place:
    """The seat of a configuration file, at a table over the network."""
    config = SeatConfig(
        seat=file.seat,
        table=file.table,
        casino=file.casino,
        chips=rules.limits.chips,
        ticket_limit=file.ticket_limit,
        win_limit=file.win_limit,
        credit_limit=file.credit_limit,
        note_velocity=file.note_velocity,
        ticket_days=file.ticket_days,
        demonstration=file.demonstration,
    )
    return Place(
        config,
        own_log=False,
        own_tickets=file.tickets == "own",
        acceptor=file.acceptor,
        printer=file.printer,
        cabinet=file.cabinet,
        written=tuple(_flat("", msgspec.to_builtins(file, enc_hook=str))),
    )


def _flat(prefix: str, value: object) -> Iterator[tuple[str, str]]:
    """The values of a configuration file by their whole keys."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _flat(f"{prefix}.{name}" if prefix else name, part)
    else:
        yield prefix, str(value)


def with_played(state: SeatState, store: SeatStore) -> SeatState:
    """The state; one from before the seat kept which round it has bet in last has it from its recall."""
    newest = store.recalled(1)
    if state.played or not newest:
        return state
    return msgspec.structs.replace(state, played=newest[0].round)


def check_names(config: SeatConfig) -> None:
    """Whether tickets can bear the seat's names: a ticket that cannot be laid out would never come out.

    Raises :class:`EnvironmentFault` naming the name and what is wrong with it.
    """
    for what, name in (("casino", config.casino), ("table", config.table), ("seat", config.seat)):
        reason = why_not_printed(name, _LETTERS[what])
        if reason is not None:
            raise EnvironmentFault(
                f"{what} of {name!r}: {reason}", "Correct the configuration and start again"
            )


class Seat:
    """The seat's parts on disk and its devices; whoever drives it adds a runner.

    guarantee: a store whose self-test found something is not written to: the seat starts locked, with the evidence
    as it was found, and nothing else of it is opened. So does a seat of which a file is older than another has seen:
    no cent of it is shown or paid before staff release it. Without ``place`` it is the demonstration's seat.
    """

    def __init__(
        self,
        state_dir: StateDir,
        rules: Rules,
        progress: Callable[[float], None],
        place: Place | None = None,
    ) -> None:
        self.dir = state_dir
        self._place = place if place is not None else demo_place(rules)
        self.context = Context(
            self._place.config,
            rules.game,
            rules.layout,
            dict(self._place.written or written(self._place)),
            rules.others,
        )
        check_names(self._place.config)
        check_journal_is_there(state_dir)
        self._registry: SqliteRegistry | None = None
        self.store = SeatStore(state_dir.seat, state_dir.seat_anchor)
        try:
            self._open(progress)
        except BaseException:
            self.store.close()
            raise
        self.language = "en"
        self.compared = True  # with what the table has seen of its books; else see `hold_back`
        self.endpoints_fault: Happened | None = None
        self.checked: SoftwareIs | None = None  # what its software is, told at its start
        self.certificates: CertificateWatch | None = None  # of a seat at a table over the network

    def _open(self, progress: Callable[[float], None]) -> None:
        self.clock_fault: Happened | None = None  # told at its start as well
        self.clock: ClockIs | None = None
        self.anchored: Happened | None = None  # so is a second place that knew nothing of these books
        self.findings = self.store.self_test(progress, newest=NEWEST)
        self.outbox: tuple[Begun, ...] = ()
        if self.findings:
            locked = with_lock(SeatState(), Lock(LockKind.AUDIT, "; ".join(self.findings)[:500]))
            self.core = Core(self.context, locked)
            return
        self.clock_fault = at_start(self.store.last_time(), utc_now())
        stored = self.store.load()
        self.outbox = stored.outbox
        # Whether the books are the newest is asked anew at each start.
        state = without_lock(with_played(stored.state, self.store), LockKind.CHECKING)
        state = msgspec.structs.replace(state, checking=not self.store.checked)
        self._refuse_other_place(state)
        self._refuse_other_rules(state)
        self.core = Core(self.context, state)
        try:
            place = self._place
            older = older_than_anchor(self.store, self.dir, stored.state)
            check_others_are_there(
                self.dir, stored.state, self.store, own_log=place.own_log, own_tickets=place.own_tickets
            )
            if place.own_tickets or self.dir.registry.exists():
                self._registry = SqliteRegistry(self.dir.registry, utc_now, self.dir.registry_anchor)
            if self._registry is not None and place.own_tickets:
                older += check_registry(self._registry, self.store, self.dir, place.config.place)
            elif self._registry is not None:
                check_no_own_tickets(self._registry)
                self._close_registry()
            if older:
                self._lock_older(older)
            else:
                self._anchor(stored.state)
                self._look_at_clock()
        except (RegistryFault, msgspec.MsgspecError, *DAMAGE) as fault:
            self._close_registry()
            raise EnvironmentFault(
                f"seat.db or registry.db: {fault}", "Call a technician; nothing was changed"
            ) from fault
        except EnvironmentFault:
            self._close_registry()
            raise

    def _look_at_clock(self) -> None:
        """Hold the clock against what this seat and its own registry have seen. A house's registry has its host's."""
        if self._registry is not None:
            self._registry.saw(self.store.last_time())
            behind = self._registry.clock().is_behind
            self.clock = ClockIs(ClockCondition.WRONG if behind else ClockCondition.RIGHT)

    def hold_back(self) -> None:
        """Nobody can tell yet whether these books are the newest: show no money, and finish nothing that was begun."""
        self.compared = False
        self.core = Core(self.context, with_lock(self.core.state, Lock(LockKind.CHECKING, NOT_COMPARED)))

    def books_check(self) -> BooksCheck:
        """Looks through the rest of the journal, and of its own table's log, while the seat runs."""
        config = self.context.config

        def beside(db: sqlite3.Connection, ends: Callable[[], bool]) -> Iterator[str]:
            (body,) = db.execute("SELECT body FROM snapshot").fetchone()
            state = decode_state(body)
            tickets, events, found = list[Row](), list[Row](), True
            try:
                for rows in moved(db, self.dir.archive):
                    tickets += rows.get("ticket", ())
                    events += (row for row in rows.get("event", ()) if row[2] == "hand-pay")
                    yield ""
            except EnvironmentFault:
                found = False  # elsewhere it bars nobody from his money: `kiosk verify` says it
            if found:
                yield from compare_kept(db, state, tickets)
                yield from compare_handpays(db, state, config.table, config.seat, events)
            yield from compare_outbox(db)
            if self._place.own_log:
                yield from wrong_records(self.dir.table, ends)

        return BooksCheck(self.store, beside)

    def lock_older(self, found: OlderCopy) -> None:
        """The seat's table shows that a copy is older: lock, and open nothing more of the seat."""
        self._lock_older([found.what])

    def _lock_older(self, older: list[str]) -> None:
        self._close_registry()
        self.findings, self.outbox = older, ()
        locked = with_lock(SeatState(), Lock(LockKind.OLDER_COPY, "; ".join(older)[:500]))
        self.core = Core(self.context, locked)

    def _anchor(self, state: SeatState) -> None:
        """Let the second place know what is newest. Raises :class:`EnvironmentFault` where it cannot be written."""
        known = self.dir.seat_anchor.read()
        try:
            if known is None or known.number < self.store.last_number:
                self.store.anchor(state.balances, utc_now())
            if self._registry is not None:
                self._registry.anchor()
        except (sqlite3.OperationalError, RegistryFault) as error:
            folder = self.dir.seat_anchor.path.parent
            raise EnvironmentFault(
                f"the anchor is not written: {error}",
                f"Let the seat's user write the folder {folder}, or repair its disk; nothing was changed",
            ) from error
        if known is None and self.store.last_number:
            self.anchored = Happened("anchor-begun", "attention", {"transaction": self.store.last_number})

    def _refuse_other_place(self, state: SeatState) -> None:
        """Books belong to one seat of one table: its credit and its bets are nobody else's."""
        place = self.context.config.place
        if state.place not in ("", place):
            raise EnvironmentFault(
                f"state directory {self.dir.path} holds the books of seat {state.place} (table/seat), "
                f"started was {place}",
                "Name the state directory of this seat; nothing was changed",
            )

    def _refuse_other_rules(self, state: SeatState) -> None:
        """A slip is settled by the pay table of its own layout (rule 4.1), also when its round is decided anew.

        Bets in play keep the seat to it, and so do rounds that can still be corrected, with the seat's limits.
        """
        name, in_play = self.context.layout.name, state.flight is not None or state.registered is not None
        dealt, game = state.table.game, self.context.game.name
        if dealt not in ("", game):
            raise EnvironmentFault(
                f"state directory {self.dir.path}: its table deals {dealt}: expected {game}",
                f'Put game = "{dealt}" back into the configuration: another game is another table',
            )
        known = (state.written or {}).get("demonstration")
        pretends = self.context.config.demonstration
        if known not in (None, str(pretends)) and state.balances != Balances():
            what = "books of money" if pretends else "the books of a demonstration"
            raise EnvironmentFault(
                f"state directory {self.dir.path} holds {what}: expected others",
                "What was put in at a demonstration is no money, and the other way round: put the configuration back, "
                "or begin with an empty state directory",
            )
        if in_play and state.layout != name:
            raise EnvironmentFault(
                f"bets of round {state.table.number} are in play on layout {state.layout}, started was layout {name}",
                f"Start with layout {state.layout} and let the round end",
            )
        if in_play and state.odds not in ("", odds_of(self.context.layout)):
            raise EnvironmentFault(
                f"bets of round {state.table.number} are in play by other spots or odds than layout {name} has now",
                "Put the layout files of before back, or the software, and let the round end",
            )
        if (wrong := why_not_changed(state, self.context.layout, self.context.written)) is not None:
            raise EnvironmentFault(*wrong)

    def slot(self, deliver: Deliver, on_bug: Callable[[BaseException], None]) -> Slot:
        """The acceptor in a thread of its own. Raises :class:`EnvironmentFault`."""
        pending = self.core.state.item is not None
        return open_slot(self._place.acceptor, self.dir, deliver, on_bug, pending=pending)

    def slot_at_once(self, deliver: Deliver) -> AtOnce:
        """A simulated acceptor in the caller's thread, whatever the configuration names: for a seat without a screen.

        Raises :class:`EnvironmentFault`.
        """
        return AtOnce(_SIMULATED, self.dir, deliver, pending=self.core.state.item is not None)

    def press(self, deliver: Deliver, later: Later, on_bug: Callable[[BaseException], None]) -> Press:
        """The printer of this seat. ``later`` runs the jobs of one that has no thread of its own."""
        return open_press(self._place.printer, self.dir, deliver, later, on_bug, local_time.zone())

    def press_at_once(self, deliver: Deliver) -> Printer:
        """A printer of files in the caller's thread, whatever the configuration names: for a seat without a screen."""
        return open_press(
            _TO_FILES, self.dir, deliver, lambda job: job(), lambda _: None, local_time.zone()
        ).printer

    def case(
        self, deliver: Callable[[AnyEvent], None], on_key: OnKey, on_bug: Callable[[BaseException], None]
    ) -> Case | None:
        """The cabinet, its board in a thread of its own; None for a seat without. Raises :class:`EnvironmentFault`."""
        first = not self.core.state.door_counts
        return open_case(self._place.cabinet, self.dir, deliver, on_key, on_bug, first=first)

    def warm_up(self) -> None:
        """Lay out a ticket and throw it away: the fonts are cut the first time, which takes a second.

        What goes wrong here is said by the first ticket, in its place.
        """
        config = self.context.config
        sample = Ticket(
            draw_number(),
            100,
            1,
            config.casino,
            config.seat,
            config.table,
            "2026-01-01T00:00:00Z",
            "2026-01-02T00:00:00Z",
        )
        with suppress(Exception):
            page_pdf(sample, ticket_fonts())

    @property
    def news(self) -> tuple[AnyEvent, ...]:
        """What the seat is to hear of its machine when it starts."""
        return tuple(
            told
            for told in (self.clock_fault, self.clock, self.anchored, self.endpoints_fault, self.checked)
            if told is not None
        )

    @property
    def own_tickets(self) -> bool:
        """Whether the seat keeps a registry of its own; else it asks the house's."""
        return self._place.own_tickets

    def ports(
        self,
        log: LogSender,
        acceptor: NoteAcceptor,
        printer: Printer,
        registrar: Registrar | None = None,
    ) -> Ports:
        """The seat's world; a seat that its self-test has locked has none. ``registrar`` asks the house's registry."""
        if self.findings:
            raise ValueError("ports of a seat that is locked by its self-test: expected a sound seat")
        if self._registry is not None:
            registrar = DirectRegistrar(self._registry)
        if registrar is None:
            raise ValueError("ports of a seat without a registry of tickets: expected the house's")

        def expires() -> str:
            return utc_text(utc_time(utc_now()) + timedelta(days=self.context.config.ticket_days))

        return Ports(
            log=log,
            acceptor=acceptor,
            printer=printer,
            registry=registrar,
            draw_number=draw_number,
            now=utc_now,
            expires=expires,
            language=lambda: self.language,
        )

    def certificate_news(self) -> tuple[AnyEvent, ...]:
        """Once a day, what is to be told of the seat's certificates: asked for again and again, in one thread."""
        told = self.certificates.look() if self.certificates is not None else ""
        return (Happened("certificate-ends", "warning", {"detail": told[:300]}),) if told else ()

    def close(self) -> None:
        """Close the files."""
        self._close_registry()
        self.store.close()

    def _close_registry(self) -> None:
        if self._registry is not None:
            self._registry.close()
        self._registry = None


def opened(seat: Seat, make: Callable[[], Made]) -> Made | None:
    """What ``make`` opens for a sound seat: its table. None for a seat that is locked, or is now by what was found."""
    if seat.findings:
        return None
    try:
        return make()
    except OlderCopy as older:
        seat.lock_older(older)
        return None
