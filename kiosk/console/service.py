"""The table service: writes what happens at the table, each event only in the phase that allows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kiosk.book import Registered
from kiosk.book.settings import TableSettings
from kiosk.console.hold import Fenced
from kiosk.console.playing import Counter, Playing
from kiosk.console.recording import Recording
from kiosk.games.game import Fact
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import (
    Barrier,
    BetsClosed,
    BetsClosing,
    JackpotOffer,
    Limits,
    PaidByHand,
    PaidMark,
    ResultCorrected,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    encode,
)
from kiosk.table.round import Phase

__all__ = ["Counter", "Fenced", "TableService", "TableSettings"]


class TableService(Playing, Recording):
    """One console's hold on one table. Resumes the round that the log shows.

    Raises :class:`NotAllowed` for an event that the phase forbids, :class:`Fenced` when another console holds the
    table, :class:`kiosk.table.log.NoAnswer` when the log does not answer. What had no answer is ``pending`` and is
    repeated, byte for byte, before anything else is written.

    With ``presences`` the console shows that it is at work, and is refused at a table where another one is, unless
    ``take_over`` is said on purpose. ``reading`` is how the table is read; by default the newest round alone is.
    ``instance`` is another one for each machine, so that two with one configuration see each other.
    ``barred`` is told of each payment by hand that is not written after all, at once or when it was repeated; ``taken``
    of each entry that is read. ``dropped_stands``: what was pending when another console took the table is in the log.
    """

    # --- what the seats say -------------------------------------------------------------------------------------

    @property
    def close_shown_by(self) -> frozenset[str]:
        """The seats that show "No more bets" in this round (rules 3.5 and 5.3.3)."""
        self._pump()
        current = self.reading.book.current
        if current is None or current.number != self.table.number:
            return frozenset()
        return frozenset(current.close_shown)

    @property
    def unsettled(self) -> frozenset[str]:
        """The seats with a registered bet in this round that have not reported its settlement (rule 1.8)."""
        self._pump()
        return self.reading.book.unsettled(self.table.number)

    @property
    def silent(self) -> frozenset[str]:
        """The seats that are flagged as not answering, until they do (rule 5.3.3)."""
        self._pump()
        answers = self.reading.answers
        self._flagged = {seat: count for seat, count in self._flagged.items() if answers[seat] == count}
        return frozenset(self._flagged)

    def flag_silent(self, seats: frozenset[str]) -> None:
        """These seats did not answer in time; the table goes on without their answer."""
        self._flagged |= {seat: self.reading.answers[seat] for seat in seats}

    # --- the round ----------------------------------------------------------------------------------------------

    def open_round(
        self,
        closes_in_ms: int,
        at: str,
        by: str = "",
        *,
        limits: Limits | None = None,
        jackpot: JackpotOffer | None = None,
        owes: tuple[int, ...] = (),
    ) -> int:
        """Open the next round for bets (rule 3.2); answers its number. ``at`` is UTC for information.

        ``limits`` are the round's own, where they are not the table's; ``jackpot`` is what it offers of a shared one,
        ``owes`` the rounds of which that does not know all.

        ``by``, here and below, is who did it, as the record keeps it.
        """
        self.retry()
        number = max(self.table.number, self.reading.book.highest) + 1
        self._seals.clear()
        self._write(
            RoundOpened(
                round=number,
                game=self._settings.game.name,
                limits=limits or self._settings.limits,
                closes_in_ms=closes_in_ms,
                at=at,
                by=by,
                demonstration=self._settings.demonstration,
                layout=self._settings.layout.name if self._settings.game.one_layout else "",
                jackpot=jackpot if jackpot is not None else msgspec.UNSET,
                owes=owes or msgspec.UNSET,
            )
        )
        return number

    def hurry(self, closes_in_ms: int, by: str = "") -> None:
        """Tell the players that the bets are about to close."""
        self._write(BetsClosing(round=self.table.number, closes_in_ms=closes_in_ms, by=by))

    def close_bets(self, by: str = "") -> None:
        """No more bets (rule 3.5); the bar for late slips is written in the same transaction."""
        self._write(BetsClosed(round=self.table.number, by=by), self._bar())

    def _bar(self) -> Put:
        """What late slips of the round that is played meet."""
        number = self.table.number
        return Put(keys.closed(self._settings.table, number), encode(Barrier(round=number)))

    def correct_result(
        self, facts: Sequence[Fact], by: str, authorised_by: str, *, number: int = 0, reason: str = ""
    ) -> None:
        """What the round really showed (rules 5.5 and 5.6): of this round (``number`` 0), or of one before it.

        It replaces a result, or a Void by mistake. Later rounds stay as they are.
        """
        self._write(
            ResultCorrected(
                round=number or self.table.number,
                facts=tuple(facts),
                by=by,
                authorised_by=authorised_by,
                reason=reason,
            )
        )

    def void(self, reason: str, by: str, authorised_by: str = "") -> None:
        """Void the round: every stake returns (rule 5.9). After its result only with a supervisor."""
        self.void_earlier(self.table.number, reason, by, authorised_by)

    def void_earlier(self, number: int, reason: str, by: str, authorised_by: str) -> None:
        """Void a round before this one, with a supervisor (rule 5.4); this one goes on as it stands."""
        open_for_bets = number == self.table.number and self.table.phase is Phase.BETTING
        bars = (self._bar(),) if open_for_bets else ()
        if number == self.table.number:
            bars = (*bars, *self._decision_bar())
        self._write(RoundVoided(round=number, reason=reason, by=by, authorised_by=authorised_by), *bars)

    def pay_by_hand(
        self, seat: str, number: int, decision: int, cents: int, by: str, authorised_by: str
    ) -> bool:
        """The House pays what a decision of a round gave a seat. False: it was settled meanwhile, nothing is paid.

        Whatever settlement of the round the book has not seen bars it, since the sum was worked out without it. So
        does a bet that is gone from the log: bets leave when they are settled.
        """
        table = self._settings.table
        event = PaidByHand(
            round=number, seat=seat, decision=decision, cents=cents, by=by, authorised_by=authorised_by
        )
        mark = PaidMark(seat=seat, round=number, decision=decision)
        return self._write(
            event,
            Put(keys.paid_mark(table, seat, number, decision), encode(mark)),
            unless=self._unseen(seat, number, decision),
            bet=self._bet(seat, number),
        )

    def _unseen(self, seat: str, number: int, decision: int) -> tuple[str, ...]:
        """Where the seat's settlements of the round up to this decision stand, but those that the book has seen."""
        of_round = self.reading.book.rounds.get(number)
        seen = of_round.settled if of_round is not None else {}
        table = self._settings.table
        return tuple(
            keys.settled(table, seat, number, n) for n in range(1, decision + 1) if (seat, n) not in seen
        )

    def _bet(self, seat: str, number: int) -> tuple[int, str, Registered] | None:
        """The bet that must stand still; None where it may have left because the book saw it settled before."""
        book = self.reading.book
        of_round = book.rounds.get(number)
        slip = of_round.slips.get(seat) if of_round is not None else None
        return None if slip is None or book.settled_before(number, seat) else (number, seat, slip)

    def end_round(self, by: str = "") -> None:
        """The settlement for all players is made (rule 1.8)."""
        self._write(RoundEnded(round=self.table.number, by=by))
