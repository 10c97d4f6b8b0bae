"""What managers decide and what is done at the desk, as the console writes it: no event of a round."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.book.reading import newest_number
from kiosk.console.hold import Hold, Pending
from kiosk.games.game import Fact
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import (
    AmountOrdered,
    DeskRecorded,
    ManagerRecorded,
    OldRoundRuled,
    encode,
)
from kiosk.table.round import fold


class Recording(Hold):
    """The records beside the rounds."""

    def record_manager(
        self,
        decision: str,
        reason: str,
        by: str,
        authorised_by: str,
        at: str,
        *,
        number: int = 0,
        seat: str = "",
        cents: int = 0,
        closes: int = 0,
        closes_order: int = 0,
    ) -> None:
        """A manager's decision (rule 5.10). ``number`` is the round that it is about, 0 for none.

        ``cents`` are ordered for the seat in the same append, as an event of the round that is played: a seat that is
        gone reads it whenever it comes back, since the round stays in the log until then.
        """
        self.retry()
        n = self._next_record()
        record = ManagerRecorded(
            number=n,
            decision=decision,
            reason=reason,
            by=by,
            authorised_by=authorised_by,
            at=at,
            round=number,
            seat=seat,
            cents=cents,
            closes=closes,
            closes_order=closes_order,
        )
        puts = [Put(keys.manager_record(self._settings.table, n), encode(record))]
        order, event = None, 0
        if cents:
            current = self.table.number
            order = AmountOrdered(
                round=current,
                seat=seat,
                number=n,
                cents=cents,
                by=by,
                authorised_by=authorised_by,
                about=number,
            )
            fold(self.table, 0, order, self._rules)
            event = self._next_event(order)
            key = keys.round_event(self._settings.table, current, event)
            puts.append(Put(key, encode(order)))
        self._pending = Pending(tuple(puts), (), order or record, event, manager=n)
        self._send()

    def rule_old(
        self,
        number: int,
        decision: int,
        facts: Sequence[Fact],
        reason: str,
        by: str,
        authorised_by: str,
        at: str,
        items: dict[str, int],
    ) -> None:
        """Decide about a round that the seats cannot decide anew any more: ``items`` are for a manager, in cents."""
        self.retry()
        n = self._next_record()
        record = OldRoundRuled(
            number=n,
            round=number,
            decision=decision,
            facts=tuple(facts),
            reason=reason,
            by=by,
            authorised_by=authorised_by,
            at=at,
            items=items,
        )
        put = Put(keys.manager_record(self._settings.table, n), encode(record))
        self._pending = Pending((put,), (), record, 0, manager=n)
        self._send()

    def _next_record(self) -> int:
        """The number of the next record of managers, whatever stands there. Raises NoAnswer."""
        # Looked up, too: a console may have read only the newest round.
        newest = newest_number(self._log, keys.manager_numbers(self._settings.table))
        return max(self._managers, self.reading.book.managers_written, newest) + 1

    def _next_of_desk(self) -> int:
        """The same for what is done at the desk."""
        newest = newest_number(self._log, keys.desk_records(self._settings.table))
        return max(self._desk, self.reading.book.desk_written, newest) + 1

    def record_desk(
        self,
        what: str,
        by: str,
        at: str,
        *,
        authorised_by: str = "",
        reason: str = "",
        number: int = 0,
        who: str = "",
        mark: str = "",
    ) -> None:
        """What was done or found at the desk: see :class:`DeskRecorded`. ``number`` is the round, 0 for none."""
        self.retry()
        n = self._next_of_desk()
        record = DeskRecorded(
            number=n,
            what=what,
            by=by,
            at=at,
            authorised_by=authorised_by,
            reason=reason,
            round=number,
            who=who,
            mark=mark,
        )
        put = Put(keys.desk_record(self._settings.table, n), encode(record))
        self._pending = Pending((put,), (), record, n)
        self._send()
