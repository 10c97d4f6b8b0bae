"""What the console's book holds of one round. Amounts in cents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from kiosk.book.items import KeptItem
from kiosk.book.totals import Totals
from kiosk.games.game import Fact
from kiosk.table.facts import Sealed
from kiosk.table.records import AmountBooked, AmountOrdered, Choice, DeskRecorded, PaidByHand, Settled
from kiosk.table.round import Table
from kiosk.table.shoe import Shoe


class Ignored(msgspec.Struct, frozen=True):
    """A record that counts for nothing, at every reader alike, and why."""

    seq: int
    key: str
    why: str


class Finding(msgspec.Struct, frozen=True):
    """A seat's report that differs from the console's own settlement. Amounts in cents; the words name them."""

    seat: str
    round: int
    decision: int
    staked: int
    paid: int
    staked_by_console: int
    paid_by_console: int

    def __str__(self) -> str:
        """In words, with both sides' cents."""
        return (
            f"seat {self.seat}, round {self.round}, decision {self.decision}: reported {self.staked} cents staked "
            f"and {self.paid} paid; the console's own settlement is {self.staked_by_console} staked and "
            f"{self.paid_by_console} paid"
        )


class Registered(msgspec.Struct, frozen=True, gc=False):
    """The slip of a seat that counts (rule 5.7): stakes in cents by spot, where it stands in the log, and their sum."""

    rev: int
    layout: str
    stakes: dict[str, int]
    seq: int
    staked: int

    def with_stakes(self, more: Mapping[str, int]) -> Registered:
        """With what a decision has added, in cents by spot."""
        stakes = dict(self.stakes)
        for spot, cents in more.items():
            stakes[spot] = stakes.get(spot, 0) + cents
        return msgspec.structs.replace(self, stakes=stakes, staked=self.staked + sum(more.values()))


class Absence(msgspec.Struct, frozen=True):
    """For a box was decided as for a seat that is not there. ``at``: when its round was opened, UTC."""

    seat: str
    round: int
    at: str


class Decided(msgspec.Struct, frozen=True):
    """One decision about a round: facts, or void for a reason. ``due`` is what it gives each seat, in cents.

    Only seats with registered stakes are in ``due``; a void gives the stake back (rule 5.9).
    """

    facts: tuple[Fact, ...]
    void_reason: str
    by: str
    authorised_by: str
    seq: int
    due: Mapping[str, int]

    @property
    def is_void(self) -> bool:
        """Whether the decision is that the round has no result."""
        return bool(self.void_reason)


@dataclass(slots=True, eq=False)
class RoundBook:
    """One round as the console has it. The book alone writes it; everybody else only reads.

    ``slips`` are the registered ones by seat, also those that stake nothing any more, with what decisions have added.
    ``choices`` are those registered in the decision that is open; ``sealed`` the values of hidden facts,
    ``seals`` how many records of them each seat has. ``decided`` counts from the
    first result or void: decision ``n`` is ``decided[n - 1]``. ``corrections`` counts by box the
    facts of the play that were corrected there. ``touched`` are the seats with any slip in the log.
    ``paid_early`` is what interim settlements have paid each seat, in cents, ``staked_again`` what decisions may have
    staked of that: by that much less than the round gives may have come to the seat's credit.
    ``ordered`` are the amounts that managers have ordered while it was the newest, by the number of their record;
    ``booked`` what the seats say of them.
    ``beyond_seq``: from this place of the log on no event can decide about the round any more; 0 while one can.
    ``elsewhere``: the seats whose bets have left the log without a settlement that is known here: they leave when
    they are settled, so that was while another console was at work. Also those of a round whose records are gone from
    a log that was put back: the report of what they settled may be gone with them.
    ``half``: it was void because what followed is gone from the log, see :func:`kiosk.table.round.brought_by`.
    """

    number: int
    opened_at: str
    opened_seq: int
    slips: dict[str, Registered] = field(default_factory=dict)
    choices: dict[str, Choice] = field(default_factory=dict)
    sealed: Sealed = field(default_factory=Sealed)
    seals: dict[str, int] = field(default_factory=dict)
    decided: list[Decided] = field(default_factory=list)
    corrections: dict[str, int] = field(default_factory=dict)
    paid_early: dict[str, int] = field(default_factory=dict)
    staked_again: dict[str, int] = field(default_factory=dict)
    counted_by: str = ""
    close_shown: set[str] = field(default_factory=set)
    settled: dict[tuple[str, int], Settled] = field(default_factory=dict)
    paid: dict[tuple[str, int], PaidByHand] = field(default_factory=dict)
    ordered: dict[int, AmountOrdered] = field(default_factory=dict)
    booked: dict[int, AmountBooked] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)
    staked: int = 0
    beyond_seq: int = 0
    half: bool = False

    @property
    def decisions(self) -> int:
        """How often the round was decided: 0 while it is open."""
        return len(self.decided)

    @property
    def newest(self) -> Decided | None:
        """The decision that counts."""
        return self.decided[-1] if self.decided else None

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What decides the round now; empty while it is open and when it is void."""
        return self.decided[-1].facts if self.decided else ()

    @property
    def void_reason(self) -> str:
        """Why the round is void; empty when it is not."""
        return self.decided[-1].void_reason if self.decided else ""

    @property
    def by(self) -> str:
        """Who entered the newest decision."""
        return self.decided[-1].by if self.decided else ""

    @property
    def authorised_by(self) -> str:
        """The supervisor who stood for the newest decision, if one did."""
        return self.decided[-1].authorised_by if self.decided else ""

    @property
    def automatic_by(self) -> str:
        """The supervisor who let the result that counts be published without a dealer; "" where one confirmed it."""
        first = self.decided[0] if len(self.decided) == 1 else None
        return first.authorised_by if first is not None and not first.is_void else ""

    @property
    def corrected(self) -> bool:
        """Whether the result that counts replaced another one, or a void (rule 5.5)."""
        return len(self.decided) > 1 and not self.decided[-1].is_void

    @property
    def facts_shown(self) -> tuple[Fact, ...]:
        """The facts that were known last: of the result that counts, or of the one before a void; empty for none."""
        return next((found.facts for found in reversed(self.decided) if found.facts), ())

    @property
    def turnover(self) -> int:
        """All registered stakes, in cents; 0 for a void round."""
        return 0 if self.void_reason else self.staked

    @property
    def paid_total(self) -> int:
        """What the newest decision pays all seats together, stakes included, in cents; 0 while open and when void."""
        newest = self.newest
        return 0 if newest is None or newest.is_void else sum(newest.due.values())

    @property
    def totals(self) -> Totals:
        """What this round adds to the table's totals: nothing before it is decided."""
        if not self.decided:
            return Totals()
        return Totals(
            rounds=1, voids=int(self.decided[-1].is_void), turnover=self.turnover, paid=self.paid_total
        )


class Kept(msgspec.Struct, frozen=True):
    """What a book needs beside the records of the rounds it holds, to be folded again from a bounded read.

    ``seq`` is the last record that is in it, ``table`` the fold there, ``held`` the rounds it holds, each with its
    ``beyond_seq``, ``carried`` the totals of the rounds that it holds no more, ``signs`` the newest round that each
    seat has shown to have read up to the close, ``items`` the open items and the memory of closed ones,
    ``opening`` the opening of the table that holds, ``absences`` the newest boxes that were decided for as absent,
    ``owes`` the rounds that stay in the log for a shared jackpot, ``shoe`` what has left the shoe, ``passed_over``
    whether any record could not be read that a newer program may have written.
    """

    seq: int = 0
    table: Table = Table()
    held: tuple[tuple[int, int], ...] = ()
    carried: Totals = Totals()
    signs: dict[str, int] = {}
    items: tuple[KeptItem, ...] = ()
    opening: DeskRecorded | None = None
    absences: tuple[Absence, ...] = ()
    owes: tuple[int, ...] = ()
    shoe: Shoe = Shoe()
    passed_over: bool = False
    software: str = ""  # by which the archive has noted it
