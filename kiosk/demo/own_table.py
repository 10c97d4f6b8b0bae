"""A whole table on one machine, around its one seat: log, desk and automatic dealer."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from kiosk.app.jackpot_watch import JackpotWatch
from kiosk.app.machine import DEMO_CASINO, DEMO_SEAT, DEMO_TABLE, Rules, Seat
from kiosk.app.state_checks import check_books_are_newest, check_log_reaches, followed
from kiosk.console.chance import ChanceFor, facts_by_chance
from kiosk.console.desk import Desk, DeskConfig, Pace
from kiosk.console.desk_thread import DeskThread
from kiosk.console.notes import Notebook, Notes
from kiosk.console.service import TableService, TableSettings
from kiosk.console.view import DeskView, Next
from kiosk.demo.dealing import answer_and_deal
from kiosk.demo.own_jackpot import OwnJackpot
from kiosk.faults import EnvironmentFault, MustEnd
from kiosk.links.embedded import EmbeddedLog, log_answers
from kiosk.runner.threads import SenderThread
from kiosk.seat.events import AnyEvent
from kiosk.seat.state import SeatState
from kiosk.store.staff import BrokenStaff, StaffStore
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.records import Present, encode


def monotonic_ms() -> int:
    """A monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class _NoNotes:
    """Nobody signs on here: nothing is noted that must outlive the program."""

    def load(self) -> Notes:
        return Notes()

    def keep(self, notes: Notes) -> None:
        """See :class:`kiosk.console.notes.Keeper`."""


def _no_staff() -> StaffStore:
    """Nobody deals here but the automatic dealer: this desk has no list of staff."""
    return cast("StaffStore", BrokenStaff(EnvironmentFault("", "")))


class OpenTable:
    """Log and desk of this machine, opened in this order for a sound seat. The automatic dealer waits for this seat.

    The desk reads its log and keeps no archive beside it. Raises :class:`EnvironmentFault`; nothing of it stays open
    then.
    """

    def __init__(
        self,
        seat: Seat,
        rules: Rules,
        chance: ChanceFor,
        pace: Pace,
        clock_ms: Callable[[], int] = monotonic_ms,
        jackpot: OwnJackpot | None = None,
    ) -> None:
        self.jackpot = jackpot
        self.log = EmbeddedLog(seat.dir.table, all_at_once=seat.store.checked)
        self.config = seat.context.config
        try:
            with log_answers():
                check_log_reaches(self.log, self.config, seat.core.state)
                check_books_are_newest(self.log, self.config, seat.core.state)
                self.service = TableService(self.log, _settings(rules))
        except BaseException:
            self.log.close()
            if jackpot is not None:
                jackpot.close()
            raise
        facts_for = facts_by_chance(rules.game, rules.layout, chance)
        config = DeskConfig(DEMO_CASINO, _settings(rules), pace, facts_for=facts_for)
        shown = Present(seat=DEMO_SEAT, layout=rules.layout.name)
        self.log.stand(keys.present(DEMO_TABLE, DEMO_SEAT), encode(shown))
        line = jackpot.line if jackpot is not None else None
        self.desk = Desk(
            self.service,
            config,
            Notebook(_NoNotes()),
            _no_staff(),
            clock_ms,
            presences=self.log,
            jackpot=line,
        )

    @property
    def last_round(self) -> int:
        """The newest round of the table, begun before this desk came; 0 when there was none."""
        return self.service.table.number

    def deal(self) -> None:
        """Do what is due by the desk's clock. Raises :class:`EnvironmentFault` when the log cannot be written."""
        if self.desk.needs_dealer and (asked := answer_and_deal(self.desk.view)) is not None:
            self.desk.do(asked)
        self.desk.poll()
        if self.service.pending:
            with log_answers():
                self.service.retry()

    def threads(self, on_bug: Callable[[BaseException], None]) -> OwnTableThreads:
        """The table in threads of its own, beside a screen."""
        return OwnTableThreads(self, on_bug)

    def close(self) -> None:
        """Close the desk, then the log; all that was told is on disk."""
        self.desk.close()
        self.close_log()

    def close_log(self) -> None:
        """Close what the desk, which is closed, has stood on."""
        if self.jackpot is not None:
            self.jackpot.close()
        self.log.close()


def _settings(rules: Rules) -> TableSettings:
    seats, limits = {DEMO_SEAT: rules.layout.name}, rules.limits.limits()
    return TableSettings(DEMO_TABLE, "console-1", rules.game, rules.layout, limits, seats, demonstration=True)


class OwnTableThreads:
    """The desk's thread and the sender's, around this machine's own log. See :class:`TableThreads`."""

    def __init__(self, table: OpenTable, on_bug: Callable[[BaseException], None]) -> None:
        self._table = table
        self._on_bug = on_bug
        self._desk = DeskThread(table.desk, self._shown, lambda _command, _refusal: None, on_bug)
        self._linked: Callable[[bool], None] = lambda _: None
        self._is_linked = True
        self._is_taken = False  # by another console: told once
        self.sender = SenderThread(table.log, on_bug)
        self._watch = JackpotWatch(table.jackpot.asked, on_bug) if table.jackpot is not None else None
        self.registrar = None  # the seat keeps its own registry
        self.last_round = table.last_round

    def start(
        self,
        state: SeatState,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        tell: Callable[[AnyEvent], None],
    ) -> None:
        """Tell what stands in the log, then let the automatic dealer begin."""
        if self._watch is not None:
            self._watch.start(tell)
        self._table.log.follow(followed(self._table.config), state.log_seq, deliver, linked)
        self._linked = linked
        self._desk.start()

    def _shown(self, view: DeskView) -> None:
        """In the desk's thread: say whether the log answers, and what a dealer would."""
        if (up := view.next is not Next.WAIT) is not self._is_linked:
            self._is_linked = up
            self._linked(up)
        if self._is_taken:
            return
        try:
            asked = answer_and_deal(view)
        except MustEnd as taken:
            self._is_taken = True
            self._on_bug(taken)
            return
        if up and asked is not None:
            self._desk.send(asked)

    def show(self, state: SeatState) -> None:
        """The desk stands at the same machine. Ask for the jackpot that its rounds offer."""
        if self._watch is not None:
            self._watch.look(state)

    def stop(self) -> None:
        """Deal and tell no more; what the seat still sends is taken."""
        if self._watch is not None:
            self._watch.end()
        self._desk.stop()

    def close(self) -> None:
        """Finish what was sent and close the log."""
        self.sender.close()
        if self._watch is not None:
            self._watch.close()
        self._table.close_log()
