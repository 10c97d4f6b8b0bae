"""The fold of a whole table. Pure: it reads records and answers questions; it writes and asks nobody."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from kiosk.console.book import due
from kiosk.console.book.items import Items
from kiosk.console.book.values import Decided, Finding, Ignored, Kept, Registered, RoundBook
from kiosk.console.book.written import Written
from kiosk.console.desk_acts import DeskAct
from kiosk.console.view import Exposure, ItemView, Totals
from kiosk.games.game import Game, Layout, Window
from kiosk.table import keys
from kiosk.table.facts import GameRules, known, why_not_sealed
from kiosk.table.log import Entry
from kiosk.table.records import (
    ActEnded,
    AmountBooked,
    AmountOrdered,
    BadRecord,
    Barrier,
    Choice,
    CloseShown,
    ConsoleHeld,
    ConsolePresent,
    DecisionBarrier,
    DecisionsEntered,
    DeskRecorded,
    FactCorrected,
    FactsSealed,
    IrregularityEntered,
    LogLife,
    ManagerRecorded,
    OldRoundRuled,
    OpenItem,
    PaidByHand,
    PaidMark,
    Present,
    Report,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    Slip,
    decode,
)
from kiosk.table.round import EARLIER_ROUNDS, NotAllowed, Phase, Table, fold, with_payment
from kiosk.table.slips import why_invalid, why_unregistered, window_of

if TYPE_CHECKING:
    from kiosk.console.exposure import LiveExposure

HELD_ROUNDS = 120  # more than the 100 that can be decided anew (kiosk/table/round.py)
LAST = 100  # records ignored and reports that differ, kept for the screen
LAST_MANAGERS = 200


class Book:
    """Everything under ``keys.root(table)``, folded in the log's order as every reader does.

    ``seats`` names the layout of every seat of the table; ``layouts`` holds these layouts by name. Raises ValueError
    for a seat whose layout is not among them.
    note: one thread. What it gives out is to be read at once, and not to be changed.
    """

    def __init__(
        self, table: str, game: Game, layouts: Mapping[str, Layout], seats: Mapping[str, str]
    ) -> None:
        without = sorted(seat for seat, layout in seats.items() if layout not in layouts)
        if without or not layouts:
            raise ValueError(f"seats {without}: expected for each one of the layouts {sorted(layouts)}")
        self._name = table
        self._game = game
        self._layouts = dict(layouts)
        self._seats = dict(seats)
        self._rules = GameRules(game, next(iter(layouts.values())))
        self._seq = 0
        self._keys_there: set[str] = set()  # records of one append share their place
        self._table = Table()
        self._holder: tuple[ConsoleHeld, int] | None = None
        self._rounds: dict[int, RoundBook] = {}
        self._written = Written(table)
        self._exposure: LiveExposure | None = None  # from the first question for it on
        self._totals = Totals()
        self._signs: dict[str, int] = {}
        self._items = Items()
        self._managers: deque[ManagerRecorded] = deque(maxlen=LAST_MANAGERS)
        self._desk: deque[DeskRecorded] = deque(maxlen=LAST_MANAGERS)
        self._opening: DeskRecorded | None = None
        self._ignored: deque[Ignored] = deque(maxlen=LAST)
        self._ignored_count = 0
        self._findings: deque[Finding] = deque(maxlen=LAST)
        self._newest_elsewhere = 0
        self._keeps_all = False
        self._resumes: dict[int, int] = {}  # while it is resumed: `beyond_seq` of each round

    # --- the log ------------------------------------------------------------------------------------------------

    def take(self, entry: Entry) -> Ignored | None:
        """The next record of the log; why it counts for nothing, or None. A record taken before changes nothing."""
        if entry.seq < self._seq or (entry.seq == self._seq and entry.key in self._keys_there):
            return None
        if entry.seq > self._seq:
            self._keys_there.clear()
        self._seq = entry.seq
        self._keys_there.add(entry.key)
        self._written.note(entry.key)
        why = self._why_nothing(entry)
        if why is None:
            return None
        ignored = Ignored(entry.seq, entry.key[:200], why[:300])
        self._ignored.append(ignored)
        self._ignored_count += 1
        return ignored

    def _why_nothing(self, entry: Entry) -> str | None:
        try:
            record = decode(entry.value)
        except BadRecord as error:
            return str(error)
        if not keys.stands_rightly(self._name, entry.key, record):
            return f"{type(record).__name__} does not belong there"
        match record:
            case Slip():
                return self._on_slip(entry.seq, record)
            case Choice():
                return self._on_choice(record)
            case FactsSealed():
                return self._on_sealed(record)
            case CloseShown() | Settled() | OpenItem() | AmountBooked():
                return self._on_report(record)
            case ManagerRecorded():
                return self._on_manager(record)
            case OldRoundRuled():
                return self._on_old_ruling(record)
            case DeskRecorded():
                self._on_desk(record)
                return None
            case ConsoleHeld():
                self._holder = (record, entry.seq)
                return None
            case Barrier() | DecisionBarrier() | PaidMark() | Present() | ConsolePresent():
                return None
            case LogLife():
                self._newest_elsewhere = max(self._newest_elsewhere, record.round)
                return None
            case _:
                return self._on_event(entry.seq, record)

    # --- the round ----------------------------------------------------------------------------------------------

    def _on_event(self, seq: int, event: RoundEvent) -> str | None:
        if isinstance(event, PaidByHand) and 0 < self._beyond(event.round) < seq:
            return self._on_old_payment(event)
        try:
            self._table = fold(self._table, seq, event, self._rules)
        except NotAllowed as error:
            return str(error)
        if isinstance(event, RoundOpened):
            self._open(seq, event)
        of_round = self._rounds.get(event.round)
        if of_round is None:
            return None  # the number was left out: no reader has anything of it
        match event:
            case ActEnded():
                of_round.counted_by = event.counted_by
            case DecisionsEntered():
                self._add_decided(of_round, event)
            case FactCorrected():
                of_round.choices.clear()  # an open decision is opened anew
                of_round.sealed = of_round.sealed.with_correction(event.at)
            case IrregularityEntered():
                of_round.choices.clear()  # likewise
            case ResultEntered():
                given = due.by_result(self._game, self._layouts, of_round, event.facts)
                self._decide(of_round, Decided(event.facts, "", event.by, event.authorised_by, seq, given))
            case ResultCorrected():
                given = due.by_result(self._game, self._layouts, of_round, event.facts)
                self._decide(of_round, Decided(event.facts, "", event.by, event.authorised_by, seq, given))
            case RoundVoided():
                given = due.by_void(of_round)
                self._decide(of_round, Decided((), event.reason, event.by, event.authorised_by, seq, given))
            case PaidByHand():
                of_round.paid[event.seat, event.decision] = event
            case AmountOrdered():
                of_round.ordered[event.number] = event
        return None

    def _beyond(self, number: int) -> int:
        """From where in the log on no event decides about the round any more; 0 while one can."""
        of_round = self._rounds.get(number)
        return of_round.beyond_seq if of_round is not None else 0

    def _on_old_payment(self, event: PaidByHand) -> str | None:
        """As the fold takes it. A fold that has left out the rounds between would take the round for a newer one."""
        try:
            self._table = with_payment(self._table, event)
        except NotAllowed as error:
            return str(error)
        of_round = self._rounds[event.round]
        of_round.paid[event.seat, event.decision] = event
        return None

    def _open(self, seq: int, event: RoundOpened) -> None:
        if self._exposure is not None:
            self._exposure.clear()
        beyond_seq = self._resumes.get(event.round, 0)
        self._rounds[event.round] = RoundBook(event.round, event.at, seq, beyond_seq=beyond_seq)
        if self._keeps_all:
            return
        for number in list(self._rounds)[:-HELD_ROUNDS]:
            if self.may_leave(number):
                del self._rounds[number]
        for number, of_round in self._rounds.items():
            if number >= event.round - EARLIER_ROUNDS:
                break
            of_round.beyond_seq = of_round.beyond_seq or seq
        self._written.forget(event.round - HELD_ROUNDS, frozenset(self._rounds))

    def _decide(self, of_round: RoundBook, decided: Decided) -> None:
        """The totals follow: what the decision before gave is taken back."""
        before = of_round.totals
        of_round.decided.append(decided)
        self._totals = due.added(due.added(self._totals, before, -1), of_round.totals)

    # --- the seats ----------------------------------------------------------------------------------------------

    def _on_slip(self, seq: int, slip: Slip) -> str | None:
        """A slip counts here as it counts at the seat itself (rule 5.7)."""
        table, layout = self._table, self._seats.get(slip.seat)
        if layout is None:
            return f"seat '{slip.seat}' is none of this table"
        of_round = self._rounds.get(slip.round)
        if of_round is not None:
            of_round.touched.add(slip.seat)
        late = slip.round != table.number or table.phase is not Phase.BETTING
        if late or table.limits is None or of_round is None:
            return f"slip {slip.rev} of round {slip.round} in phase '{table.phase}' of round {table.number}"
        why = why_invalid(slip, self._layouts[layout], table.limits)
        if why is not None:
            return why
        self._note_sign(slip.seat, slip.round - 1)
        before = of_round.slips.get(slip.seat)
        if before is not None and before.rev >= slip.rev:
            return None  # a repeat of an older position: the newer one stands
        now = Registered(slip.rev, slip.layout, slip.stakes, seq)
        of_round.slips[slip.seat] = now
        of_round.staked += now.staked - (before.staked if before is not None else 0)
        if self._exposure is not None:
            self._exposure.put(slip.seat, slip.layout, slip.stakes)
        return None

    def window(self, seat: str) -> Window | None:
        """What that box may decide in the decision that is open, as its seat sees it; None when it is not asked."""
        of_round = self.current
        slip = of_round.slips.get(seat) if of_round is not None else None
        if slip is None or of_round is None:
            return None
        facts = known(self._table.entered, of_round.sealed.of(seat))
        return window_of(self._game, self._layouts[slip.layout], self._table, facts, seat, slip.stakes)

    def _on_choice(self, choice: Choice) -> str | None:
        """A choice counts here as it counts at the seat itself."""
        layout = self._seats.get(choice.seat)
        if layout is None:
            return f"seat '{choice.seat}' is none of this table"
        window = self.window(choice.seat)
        of_round = self.current
        decided = of_round is not None and choice.seat in of_round.choices
        why = why_unregistered(choice, self._table, window, self._layouts[layout], decided=decided)
        if why is None and of_round is not None:
            of_round.choices[choice.seat] = choice
        return why

    def _add_decided(self, of_round: RoundBook, event: DecisionsEntered) -> None:
        """What was registered is what counts; its stakes are in play from now on."""
        for fact in event.facts:
            choice, slip = of_round.choices.get(fact.at), of_round.slips.get(fact.at)
            if choice is None or slip is None or fact.values[0] != choice.choice:
                continue
            of_round.slips[fact.at] = slip.with_stakes(choice.stakes)
            of_round.staked += sum(choice.stakes.values())
        of_round.choices.clear()

    def _on_sealed(self, record: FactsSealed) -> str | None:
        of_round = self._rounds.get(record.round)
        why = why_not_sealed(record, self._table.number, self._table.is_open)
        if why is not None or of_round is None:
            return why
        of_round.sealed = of_round.sealed.with_record(record, self._table.entered)
        of_round.seals[record.seat] = max(record.n, of_round.seals.get(record.seat, 0))
        return None

    def _on_report(self, report: Report) -> str | None:
        why = self._why_no_report(report)
        if why is not None:
            return why
        of_round = self._rounds.get(report.round)
        match report:
            case OpenItem():
                self._items.report(report)
                return None
            case Settled() if of_round is not None:
                of_round.settled[report.seat, report.decision] = report
                self._compare(of_round, report)
            case AmountBooked() if of_round is not None:
                of_round.booked[report.number] = report
                self._note_sign(report.seat, report.round - 1)  # this round may still take bets
                return None
            case CloseShown() if of_round is not None:
                of_round.close_shown.add(report.seat)
        self._note_sign(report.seat, report.round)
        return None

    def _why_no_report(self, report: Report) -> str | None:
        name, number, table = type(report).__name__, report.round, self._table
        if report.seat not in self._seats:
            return f"seat '{report.seat}' is none of this table"
        ordered = isinstance(report, AmountBooked) or (isinstance(report, OpenItem) and report.order > 0)
        betting = number == table.number and table.phase is Phase.BETTING and not ordered
        if number > table.number or betting:
            return f"{name} of round {number} in phase '{table.phase}' of round {table.number}"
        if isinstance(report, CloseShown):
            return None
        of_round = self._rounds.get(number)
        if isinstance(report, AmountBooked):
            order = of_round.ordered.get(report.number) if of_round is not None else None
            known = order is not None and order.seat == report.seat
            return (
                None
                if known
                else f"{name} of round {number} for record {report.number}, which orders nothing"
            )
        if of_round is None:
            # An item may follow its settlement when the round is held no more.
            return (
                None
                if isinstance(report, OpenItem)
                else f"{name} of round {number}, which was settled before"
            )
        if report.decision > of_round.decisions:
            return (
                f"{name} of round {number} for decision {report.decision}, the newest is {of_round.decisions}"
            )
        return None

    def _compare(self, of_round: RoundBook, report: Settled) -> None:
        """The audit: what the seat says against the console's own settlement of the same slip."""
        slip = of_round.slips.get(report.seat)
        staked = slip.staked if slip is not None else 0
        paid = of_round.decided[report.decision - 1].due.get(report.seat, 0)
        if (report.staked, report.paid) != (staked, paid):
            self._findings.append(
                Finding(
                    seat=report.seat,
                    round=report.round,
                    decision=report.decision,
                    staked=report.staked,
                    paid=report.paid,
                    staked_by_console=staked,
                    paid_by_console=paid,
                )
            )

    def _note_sign(self, seat: str, number: int) -> None:
        self._signs[seat] = max(number, self._signs.get(seat, 0))

    def _on_manager(self, record: ManagerRecorded) -> str | None:
        self._managers.append(record)
        self._items.close(record.seat, record.round, record.closes, record.closes_order)
        return None

    def _on_old_ruling(self, record: OldRoundRuled) -> str | None:
        """Nobody books anything by it: what it changes waits for a manager."""
        if record.round >= self._table.number - EARLIER_ROUNDS:
            return f"OldRoundRuled of round {record.round}, which the seats can still decide anew"
        for seat, cents in record.items.items():
            if cents:
                self._items.rule(seat, record.round, record.decision, cents)
        return None

    def _on_desk(self, record: DeskRecorded) -> None:
        self._desk.append(record)
        if record.what == DeskAct.TABLE_OPENED:
            self._opening = record
        elif record.what == DeskAct.TABLE_CLOSED:
            self._opening = None

    # --- answers ------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The table's name."""
        return self._name

    @property
    def seq(self) -> int:
        """The place of the newest record that was taken."""
        return self._seq

    @property
    def table(self) -> Table:
        """The newest round as the fold has it."""
        return self._table

    @property
    def highest(self) -> int:
        """The highest number of a round that was ever opened, as far as is known: the next one is above it."""
        return max(self._table.number, self._newest_elsewhere)

    @property
    def holder(self) -> tuple[ConsoleHeld, int] | None:
        """Which console holds the table, and the place of that record (the fencing token)."""
        return self._holder

    @property
    def rounds(self) -> Mapping[int, RoundBook]:
        """The newest 120 rounds and every older one that still waits for a seat, by number, oldest first."""
        return MappingProxyType(self._rounds)

    @property
    def current(self) -> RoundBook | None:
        """The newest round."""
        return self._rounds.get(self._table.number)

    @property
    def exposure(self) -> Exposure:
        """What the newest round's registered bets can cost; follows every slip. In cents."""
        if self._exposure is None:
            self._exposure = self._begun_exposure()
        return self._exposure.exposure

    def _begun_exposure(self) -> LiveExposure:
        # Its arithmetic is loaded here: who only reads a book, as a seat or a host does, starts without it.
        from kiosk.console.exposure import LiveExposure

        begun = LiveExposure(self._game, self._layouts)
        for seat, slip in self.current.slips.items() if self.current is not None else ():
            begun.put(seat, slip.layout, slip.stakes)
        return begun

    @property
    def totals(self) -> Totals:
        """All decided rounds, each by its newest decision."""
        return self._totals

    @property
    def open_items(self) -> tuple[ItemView, ...]:
        """What seats could not take back and no manager has closed, in the order of their reports."""
        return self._items.open

    @property
    def managers(self) -> tuple[ManagerRecorded, ...]:
        """The newest 200 decisions of managers, oldest first."""
        return tuple(self._managers)

    @property
    def desk_records(self) -> tuple[DeskRecorded, ...]:
        """The newest 200 records of what was done at the desk, oldest first."""
        return tuple(self._desk)

    @property
    def opening(self) -> DeskRecorded | None:
        """The opening of the table that holds; None while it is closed."""
        return self._opening

    @property
    def managers_written(self) -> int:
        """The highest number under which a manager's decision stands, valid or not."""
        return self._written.managers

    @property
    def desk_written(self) -> int:
        """The highest number under which a record of the desk stands, valid or not."""
        return self._written.desk

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The newest 100 records that count for nothing, oldest first."""
        return tuple(self._ignored)

    @property
    def ignored_count(self) -> int:
        """How many records counted for nothing since this book was begun."""
        return self._ignored_count

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The newest 100 reports that differ from the console's own settlement, oldest first."""
        return tuple(self._findings)

    def order(self, number: int) -> tuple[AmountOrdered, AmountBooked | None] | None:
        """What the manager's record of that number orders, and what its seat says of it; None when held no more."""
        for of_round in reversed(self._rounds.values()):
            if (ordered := of_round.ordered.get(number)) is not None:
                return ordered, of_round.booked.get(number)
        return None

    def events_written(self, number: int) -> int:
        """The highest ``n`` that stands under ``round/<number>/``, whatever stands there; 0 for none."""
        return self._written.events(number)

    def due(self, number: int, seat: str, decision: int | None = None) -> int | None:
        """What the decision (the newest when None) gives the seat's registered slip, in cents; None for none yet.

        By the seat's own pay table (rules 3.8 and 4.1); a void gives the stake back (rule 5.9). 0 for a seat without
        registered stakes.
        """
        of_round = self._rounds.get(number)
        if of_round is None:
            return None
        wanted = of_round.decisions if decision is None else decision
        return of_round.decided[wanted - 1].due.get(seat, 0) if 1 <= wanted <= of_round.decisions else None

    def payable(self, number: int, seat: str) -> int:
        """What may be paid by hand now, in cents, never below 0.

        What the newest decision gives, less what the player had for an earlier decision of this round; 0 when the
        newest is settled or paid by hand already. A round that waits for a seat stays payable however old it is.
        """
        of_round = self._rounds.get(number)
        return due.payable(of_round, seat) if of_round is not None else 0

    def settled_before(self, number: int, seat: str) -> bool:
        """Whether the book has a settlement or payment by hand of any decision: the bet may have left the log then."""
        of_round = self._rounds.get(number)
        return of_round is not None and due.was_known(of_round, seat)

    # --- what was settled while another console was at work -----------------------------------------------------

    def owed(self) -> list[tuple[int, str, Registered]]:
        """Of each round before the newest the registered slips that wait for their settlement, by round and seat."""
        return [
            (number, seat, of_round.slips[seat])
            for number, of_round in self._rounds.items()
            if number < self._table.number
            for seat in sorted(due.unsettled(of_round))
        ]

    def note_elsewhere(self, number: int, seat: str) -> None:
        """The seat's bet has left the log: it is settled, and how is not known here. Nothing is owed for it."""
        self._rounds[number].elsewhere.add(seat)

    @property
    def elsewhere(self) -> tuple[int, ...]:
        """The rounds with bets of which it is not known here how they were settled."""
        return tuple(
            number
            for number, of_round in self._rounds.items()
            if any(not due.is_known(of_round, seat) for seat in of_round.elsewhere)
        )

    def unsettled(self, number: int) -> frozenset[str]:
        """The seats with registered stakes whose newest decision is neither settled nor paid by hand (rule 1.8).

        While the round is open these are all seats with registered stakes.
        """
        of_round = self._rounds.get(number)
        return due.unsettled(of_round) if of_round is not None else frozenset()

    # --- what may leave -----------------------------------------------------------------------------------------

    def may_leave(self, number: int) -> bool:
        """Whether the bets and reports of the round may leave the log: it is wholly settled, and every seat knows it.

        The round can no longer be corrected; every seat with registered stakes has reported the newest decision
        settled or was paid it by hand; and every seat that has any slip in it has shown to have read all its slips,
        one that was paid by hand even what came after. Otherwise a seat that comes back would miss its newest slip
        and settle an older one, or miss the mark of what it was paid.
        """
        of_round = self._rounds.get(number)
        if of_round is None:
            return 0 < number < self._table.number
        if number >= self._table.number or due.unsettled(of_round):
            return False
        if not of_round.decided and not of_round.elsewhere:
            return False
        if of_round.ordered.keys() - of_round.booked.keys():
            return False  # a seat has still to read what was ordered for it
        by_hand = {seat for seat, _ in of_round.paid}
        return all(
            self._signs.get(seat, 0) >= number + (seat in by_hand) for seat in of_round.touched | by_hand
        )

    @property
    def passed(self) -> int:
        """Every seat of the table has shown to have read all rounds below this number; 0 while one has shown none."""
        return min((self._signs.get(seat, 0) for seat in self._seats), default=0)

    # --- the bounded start --------------------------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        """What the archive keeps beside the records, see :func:`resume`."""
        carried = self._totals
        for of_round in self._rounds.values():
            carried = due.added(carried, of_round.totals, -1)
        return Kept(
            seq=self._seq,
            table=self._table,
            held=tuple((number, of_round.beyond_seq) for number, of_round in self._rounds.items()),
            carried=carried,
            signs=dict(self._signs),
            items=tuple(self._items.keep()),
            opening=self._opening,
        )

    def resume(self, entries: Iterable[Entry], kept: Kept) -> None:
        """Into an empty book: the records of the rounds that ``kept`` holds, up to its place, and what it carries."""
        self._keeps_all, self._resumes = True, dict(kept.held)
        for entry in entries:
            self.take(entry)
        self._keeps_all, self._resumes = False, {}
        self._table = kept.table
        self._totals = kept.carried
        for of_round in self._rounds.values():
            self._totals = due.added(self._totals, of_round.totals)
        self._signs = dict(kept.signs)
        self._items.resume(kept.items)
        self._opening = kept.opening
        if kept.seq > self._seq:
            self._seq = kept.seq
            self._keys_there.clear()
