"""What seats write, in the book: their slips, and their reports held against the console's own settlement."""

from __future__ import annotations

from kiosk.book.pages import Pages
from kiosk.book.values import Finding, Registered, RoundBook
from kiosk.table.records import AmountBooked, CloseShown, OpenItem, Report, Settled, Slip
from kiosk.table.round import Phase
from kiosk.table.slips import why_invalid


def on_slip(pages: Pages, seq: int, slip: Slip) -> str | None:
    """A slip counts here as it counts at the seat itself (rule 5.7): by its own layout.

    Also when the seat has another one by now, or is none of the table any more: what was bet stays what it was.
    """
    table, seat, layout = pages.table, slip.seat, pages.layouts.get(slip.layout)
    of_round = pages.rounds.get(slip.round)
    if of_round is not None:
        of_round.touched.add(seat)
    late = slip.round != table.number or table.phase is not Phase.BETTING
    if late or table.limits is None or of_round is None:
        return f"slip {slip.rev} of round {slip.round} in phase '{table.phase}' of round {table.number}"
    if layout is None or table.layout not in ("", slip.layout):
        return f"layout '{slip.layout}', expected {table.layout or ', '.join(pages.layouts)}"
    why = why_invalid(slip, layout, table.limits)
    if why is not None:
        return why
    pages.note_sign(seat, slip.round - 1)
    before = of_round.slips.get(seat)
    if before is not None and before.rev >= slip.rev:
        return None  # a repeat of an older position: the newer one stands
    staked = sum(slip.stakes.values())
    of_round.slips[seat] = Registered(slip.rev, slip.layout, slip.stakes, seq, staked)
    of_round.staked += staked - (before.staked if before is not None else 0)
    pages.exposure.put(seat, slip.layout, slip.stakes)
    return None


def on_report(pages: Pages, _seq: int, report: Report) -> str | None:
    """What a seat says of itself: that it shows the close, has settled, could not take back, has booked."""
    why = _why_no_report(pages, report)
    if why is not None:
        return why
    of_round = pages.rounds.get(report.round)
    match report:
        case OpenItem():
            pages.items.report(report)
            return None
        case Settled() if of_round is not None:
            of_round.settled[report.seat, report.decision] = report
            _compare(pages, of_round, report)
        case AmountBooked() if of_round is not None:
            of_round.booked[report.number] = report
            pages.note_sign(report.seat, report.round - 1)  # this round may still take bets
            return None
        case CloseShown() if of_round is not None:
            of_round.close_shown.add(report.seat)
    pages.note_sign(report.seat, report.round)
    return None


def _why_no_report(pages: Pages, report: Report) -> str | None:
    name, number, table = type(report).__name__, report.round, pages.table
    ordered = isinstance(report, AmountBooked) or (isinstance(report, OpenItem) and report.order > 0)
    betting = number == table.number and table.phase is Phase.BETTING and not ordered
    if number > table.number or betting:
        return f"{name} of round {number} in phase '{table.phase}' of round {table.number}"
    if isinstance(report, CloseShown):
        return None
    of_round = pages.rounds.get(number)
    if isinstance(report, AmountBooked):
        order = of_round.ordered.get(report.number) if of_round is not None else None
        if order is None or order.seat != report.seat:
            return f"{name} of round {number} for record {report.number}, which orders nothing"
        return None
    if of_round is None:
        # An item may follow its settlement when the round is held no more.
        lone = isinstance(report, OpenItem)
        return None if lone else f"{name} of round {number}, which was settled before"
    if report.decision > of_round.decisions:
        return f"{name} of round {number} for decision {report.decision}, the newest is {of_round.decisions}"
    return None


def _compare(pages: Pages, of_round: RoundBook, report: Settled) -> None:
    """The audit: what the seat says against the console's own settlement of the same slip."""
    slip = of_round.slips.get(report.seat)
    staked = slip.staked if slip is not None else 0
    paid = of_round.decided[report.decision - 1].due.get(report.seat, 0)
    if (report.staked, report.paid) != (staked, paid):
        pages.findings.append(
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
