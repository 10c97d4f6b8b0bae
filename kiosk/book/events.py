"""What the console writes, in the book: the events of rounds, the decisions of managers, what was done at the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.book import due
from kiosk.book.desk_acts import DeskAct
from kiosk.book.of_seats import on_report, on_slip
from kiosk.book.pages import Pages
from kiosk.book.play import absences, add_decided, add_interim, on_choice, on_sealed
from kiosk.book.values import Decided, RoundBook
from kiosk.games.game import Fact
from kiosk.table import shoe
from kiosk.table.records import (
    ActEnded,
    AmountBooked,
    AmountOrdered,
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
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    LogLife,
    ManagerRecorded,
    OldRoundRuled,
    OpenItem,
    PaidByHand,
    PaidMark,
    Present,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    Slip,
)
from kiosk.table.round import (
    EARLIER_ROUNDS,
    NotAllowed,
    Play,
    brought_by,
    fold,
    why_read_before,
    with_payment,
)

HELD_ROUNDS = 120  # more than the 100 that can be decided anew (kiosk/table/round.py)


def on_event(pages: Pages, seq: int, event: RoundEvent, n: int) -> str | None:
    """An event of a round, which stands as its ``n``-th, as every reader takes it."""
    if isinstance(event, PaidByHand) and 0 < _beyond(pages, event.round) < seq:
        return _on_old_payment(pages, event)
    if (why := why_read_before(event, n, pages.table, pages.event)) is not None:
        return why
    absent = absences(pages, event) if isinstance(event, DecisionsEntered) else ()
    before = pages.table.number
    layout = event.layout if isinstance(event, RoundOpened) else pages.table.layout
    try:
        pages.table = fold(pages.table, seq, event, pages.rules_by(layout))
    except NotAllowed as error:
        return str(error)
    if isinstance(event, RoundOpened | Play):
        pages.event = n
    pages.absences.extend(absent)
    pages.shoe = shoe.after(pages.shoe, event, before, pages.table, pages.game, pages.layout)
    if isinstance(event, RoundOpened):
        _open(pages, seq, event)
    of_round = pages.rounds.get(event.round)
    if of_round is None:
        return None  # the number was left out: no reader has anything of it
    match event:
        case ActEnded():
            of_round.counted_by = event.counted_by
        case DecisionsEntered():
            add_decided(pages, of_round, event)
        case InterimEntered():
            add_interim(pages, of_round)
        case FactCorrected() | IrregularityEntered() | HandsMoved():
            of_round.choices.clear()  # an open decision is opened anew
            of_round.sealed = of_round.sealed.after(event, pages.table.entered)
            if isinstance(event, FactCorrected):
                of_round.corrections[event.fact.at] = of_round.corrections.get(event.fact.at, 0) + 1
        case ResultEntered() | ResultCorrected():
            given = due.by_result(pages.game, pages.layouts, of_round, event.facts)
            _decide(pages, of_round, seq, event, given, event.facts)
        case RoundVoided():
            _decide(pages, of_round, seq, event, due.by_void(of_round), reason=event.reason)
        case PaidByHand():
            of_round.paid[event.seat, event.decision] = event
        case AmountOrdered():
            of_round.ordered[event.number] = event
    return None


def _beyond(pages: Pages, number: int) -> int:
    """From where in the log on no event decides about the round any more; 0 while one can."""
    of_round = pages.rounds.get(number)
    return of_round.beyond_seq if of_round is not None else 0


def _on_old_payment(pages: Pages, event: PaidByHand) -> str | None:
    """As the fold takes it. A fold that has left out the rounds between would take the round for a newer one."""
    try:
        pages.table = with_payment(pages.table, event)
    except NotAllowed as error:
        return str(error)
    pages.rounds[event.round].paid[event.seat, event.decision] = event
    return None


def _open(pages: Pages, seq: int, event: RoundOpened) -> None:
    pages.exposure.clear()
    owes = frozenset(event.owes or ())
    # No round that might leave the log before stays from now on: what has left would look as if somebody took it.
    pages.owes = owes & (pages.owes | set(list(pages.rounds)[-1:]))
    beyond_seq = pages.resumes.get(event.round, 0)
    pages.rounds[event.round] = RoundBook(event.round, event.at, seq, beyond_seq=beyond_seq)
    if pages.keeps_all:
        return
    for number in list(pages.rounds)[:-HELD_ROUNDS]:
        if number not in owes and may_leave(pages, number):
            del pages.rounds[number]
    for number, of_round in pages.rounds.items():
        if number >= event.round - EARLIER_ROUNDS:
            break
        of_round.beyond_seq = of_round.beyond_seq or seq
    pages.written.forget(event.round - HELD_ROUNDS, frozenset(pages.rounds))


def _decide(
    pages: Pages,
    of_round: RoundBook,
    seq: int,
    event: ResultEntered | ResultCorrected | RoundVoided,
    given: dict[str, int],
    facts: tuple[Fact, ...] = (),
    reason: str = "",
) -> None:
    """The totals follow: what the decision before gave is taken back."""
    before = of_round.totals
    of_round.decided.append(Decided(facts, reason, event.by, event.authorised_by, seq, given))
    pages.totals = due.added(due.added(pages.totals, before, -1), of_round.totals)


def may_leave(pages: Pages, number: int) -> bool:
    """See :meth:`kiosk.book.Book.may_leave`."""
    of_round = pages.rounds.get(number)
    if number in pages.owes:
        return False
    if of_round is None:
        return 0 < number < pages.table.number
    if number >= pages.table.number or _waits_for_a_seat(pages, of_round):
        return False
    if not of_round.decided and not of_round.elsewhere:
        return False
    if of_round.ordered.keys() - of_round.booked.keys():
        return False  # a seat has still to read what was ordered for it, also one that is put back into the file later
    by_hand = {seat for seat, _ in of_round.paid}
    # Who is none of the table any more reads nothing.
    reading = (of_round.touched | by_hand) & pages.seats.keys()
    return all(pages.signs.get(seat, 0) >= number + (seat in by_hand) for seat in reading)


def _waits_for_a_seat(pages: Pages, of_round: RoundBook) -> bool:
    """Whether a bet is not settled, and may still be.

    One whose seat is none of the table any more, or was replaced, is never settled: its new machine reads on and has
    nothing of the bet. It waits to be paid by hand, and where nothing is due until it can be decided anew no more.
    """
    number = of_round.number
    decided_anew = number >= pages.table.number - EARLIER_ROUNDS

    def settles(seat: str) -> bool:
        has_its_bet = due.was_known(of_round, seat) or pages.signs.get(seat, 0) <= number
        return seat in pages.seats and has_its_bet

    return any(
        decided_anew or settles(seat) or due.payable(of_round, seat) > 0 for seat in due.unsettled(of_round)
    )


def _on_manager(pages: Pages, _seq: int, record: ManagerRecorded) -> str | None:
    pages.managers.append(record)
    pages.items.close(record.seat, record.round, record.closes, record.closes_order)
    return None


def _on_old_ruling(pages: Pages, _seq: int, record: OldRoundRuled) -> str | None:
    """Nobody books anything by it: what it changes waits for a manager."""
    if record.round >= pages.table.number - EARLIER_ROUNDS:
        return f"OldRoundRuled of round {record.round}, which the seats can still decide anew"
    for seat, cents in record.items.items():
        if cents:
            pages.items.rule(seat, record.round, record.decision, cents)
    return None


def _on_desk(pages: Pages, _seq: int, record: DeskRecorded) -> str | None:
    pages.desk.append(record)
    if record.what == DeskAct.TABLE_OPENED:
        pages.opening = record
    elif record.what == DeskAct.TABLE_CLOSED:
        pages.opening = None
    elif record.what == DeskAct.NEW_SHOE:
        pages.shoe = shoe.shuffled(pages.shoe, record, pages.table, pages.game)
    elif record.what == DeskAct.STRAY_CARD:
        pages.shoe = shoe.strayed(pages.shoe, record)
    elif record.what == DeskAct.COVER_CARD:
        pages.shoe = shoe.covered(pages.shoe, record)
    elif record.what == DeskAct.COVER_CARD_BACK:
        pages.shoe = shoe.uncovered(pages.shoe, record)
    return None


def _on_held(pages: Pages, seq: int, record: ConsoleHeld) -> str | None:
    pages.holder = (record, seq)
    return None


def _on_life(pages: Pages, seq: int, record: LogLife) -> str | None:
    pages.elsewhere = max(pages.elsewhere, record.round)
    if record.by:
        pages.life_seq = seq
    gone, why = set(record.gone), None
    if (brought := brought_by(record, pages.table)) is not None:
        if isinstance(brought, RoundVoided):
            # What the rest of the round took from it, nobody here knows.
            pages.shoe = shoe.unknown(pages.shoe)
            pages.rounds[brought.round].half = True
        gone.add(brought.round)
        why = on_event(pages, seq, brought, 0)
    for number in gone & pages.rounds.keys():
        # A seat that has read more has settled, and its report may be gone as well; any other returns the stakes.
        of_round = pages.rounds[number]
        of_round.elsewhere |= due.unsettled(of_round)
    return why


def _on_nothing(_pages: Pages, _seq: int, _record: object) -> str | None:
    """It stands there for others."""
    return None


HANDLERS: dict[type, Callable[[Pages, int, Any], str | None]] = {
    Slip: on_slip,
    Choice: on_choice,
    FactsSealed: on_sealed,
    **dict.fromkeys((CloseShown, Settled, OpenItem, AmountBooked), on_report),
    ManagerRecorded: _on_manager,
    OldRoundRuled: _on_old_ruling,
    DeskRecorded: _on_desk,
    ConsoleHeld: _on_held,
    LogLife: _on_life,
    **dict.fromkeys((Barrier, DecisionBarrier, PaidMark, Present, ConsolePresent), _on_nothing),
}
"""What takes each kind of record, and says why it counts for nothing; :func:`on_event` takes all others."""
