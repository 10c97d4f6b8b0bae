"""The fold of a whole table. Pure: it reads records and answers questions; it writes and asks nobody."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.console.book.values import Finding, Ignored, Kept, RoundBook
from kiosk.console.view import Exposure, ItemView, Totals
from kiosk.games.game import Game, Layout
from kiosk.table.log import Entry
from kiosk.table.records import ConsoleHeld, ManagerRecorded
from kiosk.table.round import Table


class Book:
    """Everything under ``keys.root(table)``, folded in the log's order as every reader does.

    ``seats`` names the layout of every seat of the table; ``layouts`` holds these layouts by name.
    note: one thread. What it gives out is to be read at once, and not to be changed.
    """

    def __init__(
        self, table: str, game: Game, layouts: Mapping[str, Layout], seats: Mapping[str, str]
    ) -> None:
        raise NotImplementedError

    def take(self, entry: Entry) -> Ignored | None:
        """The next record of the log; why it counts for nothing, or None. A record taken before changes nothing."""
        raise NotImplementedError

    @property
    def seq(self) -> int:
        """The place of the newest record that was taken."""
        raise NotImplementedError

    @property
    def table(self) -> Table:
        """The newest round as the fold has it."""
        raise NotImplementedError

    @property
    def holder(self) -> tuple[ConsoleHeld, int] | None:
        """Which console holds the table, and the place of that record (the fencing token)."""
        raise NotImplementedError

    @property
    def rounds(self) -> Mapping[int, RoundBook]:
        """The newest 120 rounds and every older one that still waits for a seat, by number, oldest first."""
        raise NotImplementedError

    @property
    def current(self) -> RoundBook | None:
        """The newest round."""
        raise NotImplementedError

    @property
    def exposure(self) -> Exposure:
        """What the newest round's registered bets can cost; follows every slip. In cents."""
        raise NotImplementedError

    @property
    def totals(self) -> Totals:
        """All decided rounds, each by its newest decision."""
        raise NotImplementedError

    @property
    def open_items(self) -> tuple[ItemView, ...]:
        """What seats could not take back and no manager has closed."""
        raise NotImplementedError

    @property
    def managers(self) -> tuple[ManagerRecorded, ...]:
        """The newest 200 decisions of managers, oldest first."""
        raise NotImplementedError

    @property
    def managers_written(self) -> int:
        """The highest number under which a manager's decision stands, valid or not."""
        raise NotImplementedError

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The newest 100 records that count for nothing, oldest first."""
        raise NotImplementedError

    @property
    def ignored_count(self) -> int:
        """How many records counted for nothing since this book was begun."""
        raise NotImplementedError

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The newest 100 reports that differ from the console's own settlement, oldest first."""
        raise NotImplementedError

    def events_written(self, number: int) -> int:
        """The highest ``n`` that stands under ``round/<number>/``, whatever stands there; 0 for none."""
        raise NotImplementedError

    def due(self, number: int, seat: str, decision: int | None = None) -> int | None:
        """What the decision (the newest when None) gives the seat's registered slip, in cents; None for none yet.

        By the seat's own pay table (rules 3.8 and 4.1); a void gives the stake back (rule 5.9).
        """
        raise NotImplementedError

    def payable(self, number: int, seat: str) -> int:
        """What may be paid by hand now, in cents, never below 0.

        What the newest decision gives, less what the player had for an earlier decision of this round; 0 when the
        newest is settled or paid by hand already, or the round is none that can still be spoken of.
        """
        raise NotImplementedError

    def unsettled(self, number: int) -> frozenset[str]:
        """The seats with registered stakes whose newest decision is neither settled nor paid by hand (rule 1.8)."""
        raise NotImplementedError

    def may_leave(self, number: int) -> bool:
        """Whether the bets and reports of the round may leave the log, as protocol.md says."""
        raise NotImplementedError

    @property
    def kept(self) -> Kept:
        """What the archive keeps beside the records, see there."""
        raise NotImplementedError
