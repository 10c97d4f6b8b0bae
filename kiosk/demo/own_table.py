"""A whole table on one machine, around its one seat: log, table service and automatic dealer."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.app.machine import DEMO_SEAT, DEMO_TABLE, Rules, Seat, utc_now
from kiosk.app.state_checks import check_books_are_newest, check_log_reaches, followed
from kiosk.console.auto_dealer import AutoDealer, Pace
from kiosk.console.dice import RollFor
from kiosk.console.service import TableService, TableSettings
from kiosk.console.table_thread import TableThread
from kiosk.games.game import Fact
from kiosk.games.sicbo import dice_fact
from kiosk.links.embedded import EmbeddedLog, log_answers
from kiosk.runner.threads import SenderThread
from kiosk.seat.events import AnyEvent
from kiosk.seat.state import SeatState
from kiosk.table.log import Entry


def open_table(log: EmbeddedLog, rules: Rules) -> TableService:
    """The table service of this machine. Raises :class:`EnvironmentFault` when the log cannot be written."""
    seats = {DEMO_SEAT: rules.layout.name}
    settings = TableSettings(
        DEMO_TABLE, "console-1", rules.game, rules.layout, rules.limits.limits(), seats, demonstration=True
    )
    with log_answers():
        return TableService(log, settings)


def open_dealer(service: TableService, roll: RollFor, pace: Pace) -> AutoDealer:
    """The automatic dealer of this machine's table; it waits for this machine's seat."""

    def facts(number: int) -> tuple[Fact, ...]:
        return (dice_fact(roll(number)),)

    return AutoDealer(service, facts, pace, utc_now, frozenset({DEMO_SEAT}))


class OpenTable:
    """Log, table service and dealer of this machine, opened in this order for a sound seat.

    Raises :class:`EnvironmentFault`; nothing of it stays open then.
    """

    def __init__(self, seat: Seat, rules: Rules, roll: RollFor, pace: Pace) -> None:
        self.log = EmbeddedLog(seat.dir.table)
        self.config = seat.context.config
        try:
            with log_answers():
                check_log_reaches(self.log, self.config, seat.core.state)
                check_books_are_newest(self.log, self.config, seat.core.state)
            self.service = open_table(self.log, rules)
            with log_answers():
                self.dealer = open_dealer(self.service, roll, pace)
        except BaseException:
            self.log.close()
            raise

    @property
    def last_round(self) -> int:
        """The newest round of the table, begun before this dealer came; 0 when there was none."""
        return self.service.table.number

    def threads(self, on_bug: Callable[[BaseException], None]) -> OwnTableThreads:
        """The table in threads of its own, beside a screen."""
        return OwnTableThreads(self, on_bug)

    def close(self) -> None:
        """Close the service, then the log; all that was told is on disk."""
        self.service.close_service()
        self.log.close()


class OwnTableThreads:
    """The dealer's thread and the sender's, around this machine's own log. See :class:`TableThreads`."""

    def __init__(self, table: OpenTable, on_bug: Callable[[BaseException], None]) -> None:
        self._table = table
        self._on_bug = on_bug
        self._dealer: TableThread | None = None
        self.sender = SenderThread(table.log, on_bug)
        self.registrar = None  # the seat keeps its own registry
        self.last_round = table.last_round

    def start(
        self,
        state: SeatState,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        tell: Callable[[AnyEvent], None],  # noqa: ARG002 - of this log nothing else is told
    ) -> None:
        """Tell what stands in the log, then let the dealer begin."""
        config = self._table.config
        prefixes = followed(config)
        self._table.log.follow(prefixes, state.log_seq, deliver, linked)
        self._dealer = TableThread(self._table.dealer, linked, self._on_bug)
        self._dealer.start()

    def show(self, state: SeatState) -> None:
        """The dealer sits at the same machine."""

    def stop(self) -> None:
        """Deal and tell no more; what the seat still sends is taken."""
        if self._dealer is not None:
            self._dealer.stop()
        self._table.service.close_service()

    def close(self) -> None:
        """Finish what was sent and close the log."""
        self.sender.close()
        self._table.log.close()
