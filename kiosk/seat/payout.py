"""COLLECT: credit becomes a ticket in two phases, or an attendant pays by hand. Never money in two places."""

from __future__ import annotations

import msgspec

from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.betting import owed
from kiosk.seat.calls import called
from kiosk.seat.conditions import AcceptorCondition, ClockCondition
from kiosk.seat.context import Context, Step
from kiosk.seat.devices import on_clock
from kiosk.seat.effects import (
    AnyEffect,
    Audit,
    Count,
    Keep,
    Notice,
    Post,
    PreparePayout,
    Print,
    PrintReceipt,
    RegistryConfirm,
    RegistryPending,
    RegistryVoid,
    Seal,
    SignificantEvent,
    TicketOut,
)
from kiosk.seat.events import (
    AuditDone,
    BooksChecked,
    CancelCredit,
    Collect,
    HandpayConfirmed,
    LockCleared,
    PayoutReady,
    ReceiptAgain,
    RegistryDone,
    RegistryGone,
    TicketNotPrinted,
    TicketPrinted,
    TicketUnknown,
)
from kiosk.seat.later import SUBSTANTIAL
from kiosk.seat.state import (
    Cashout,
    CashoutStage,
    LastReceipt,
    Lock,
    LockKind,
    SeatState,
    is_clearable,
    lock_of,
    new_session,
    with_lock,
    without_lock,
)

replace = msgspec.structs.replace
_CLEARED = "cleared:"  # an audit that a person asked for, before the lock of an earlier one goes
BY_HAND = "an attendant pays the credit"  # and no ticket was tried
_WITH_PAPER = ("confirm", "redeem")  # of the registry's steps: a ticket came out, or was credited
WRONG_CLOCK = "wrong-clock"  # the registry's word for a ticket by a clock that is wrong


def why_no_collect(state: SeatState, *, by_staff: bool = False) -> str | None:
    """The message key of the reason why the credit cannot be paid out now, or None.

    ``by_staff``: those who service the seat pay it by hand.
    """
    if any(not (by_staff and lock.kind is LockKind.SERVICE) for lock in state.locks):
        return "notice.locked"
    if state.cashout is not None:
        return "notice.paying_out"
    # An item that a broken acceptor holds is credited or given back when the acceptor speaks again, however long that
    # takes: it bars nobody from the credit that is there.
    if state.item is not None and state.acceptor is AcceptorCondition.READY:
        return "notice.acceptor_busy"
    if state.later:
        return "notice.correcting"
    if state.balances.escrow or state.on_board or state.flight is not None:
        return "notice.bets_open"
    if state.balances.credit == 0:
        return "notice.nothing_to_collect"
    if state.balances.credit == state.held:
        return "notice.settlement_unconfirmed"
    return None


def on_collect(state: SeatState, _event: Collect) -> Step:
    """The player wants the money: the books are audited first."""
    reason = why_no_collect(state)
    if reason is not None:
        return Step(state, (Notice(reason),))
    return Step(replace(state, cashout=Cashout(CashoutStage.PREPARING)), (PreparePayout(),))


def on_cancel_credit(state: SeatState, event: CancelCredit) -> Step:
    """An attendant pays the credit by hand: the books are audited first, as for a ticket."""
    reason = why_no_collect(state, by_staff=True)
    if reason is not None:
        return Step(state, (Notice(reason),))
    note = SignificantEvent("credit-cancelled", "attention", {"by": event.by, "cents": state.balances.credit})
    return Step(
        replace(state, cashout=Cashout(CashoutStage.PREPARING, by_hand=True)), (note, PreparePayout())
    )


def on_receipt_again(state: SeatState, event: ReceiptAgain) -> Step:
    """The last receipt once more: it bears the same number, so nobody takes two for two payments."""
    last = state.receipt
    if last is None:
        return Step(state, (Notice("notice.no_receipt"),))
    note = SignificantEvent("receipt-again", "info", {"by": event.by, "number": last.number})
    again = PrintReceipt(last.kind, last.number, last.cents, last.at, last.by, last.language)
    return Step(state, (note, again))


def on_audit(state: SeatState, event: AuditDone) -> Step:
    """Right books open the round for bets; wrong ones lock the seat for an attendant."""
    done = ("payout",) if event.purpose == "payout" else (f"audit:{event.purpose}",)
    if event.findings:
        detail = "; ".join(event.findings)[:500]
        cashout = None if event.purpose == "payout" else state.cashout
        state = with_lock(replace(state, cashout=cashout), Lock(LockKind.AUDIT, detail))
        return Step(state, (SignificantEvent("audit-failed", "fault", {"detail": detail}),), done)
    if event.purpose == f"round:{state.table.number}":
        state = replace(state, audited_round=state.table.number)
    if event.purpose.startswith(_CLEARED) and lock_of(state, LockKind.AUDIT) is not None:
        by = event.purpose.removeprefix(_CLEARED)
        note = SignificantEvent("lock-cleared", "attention", {"lock": LockKind.AUDIT.value, "by": by})
        return Step(replace(without_lock(state, LockKind.AUDIT), calling=False), (note,), done)
    return Step(state, (), done)


def on_checked(state: SeatState, event: BooksChecked) -> Step:
    """The journal was looked through since the start: a pay-out that has waited for it goes on."""
    state = replace(state, checking=False)
    waits = state.cashout is not None and state.cashout.stage is CashoutStage.PREPARING
    if event.findings:
        return on_audit(state, AuditDone("payout" if waits else "start", event.findings))
    return Step(state, (Seal(), PreparePayout()) if waits else (Seal(),))


def on_ready(context: Context, state: SeatState, event: PayoutReady) -> Step:
    """A number is drawn. Phase one: the credit leaves, the registry learns of a ticket that is not redeemable yet."""
    done = ("payout",)
    cashout = state.cashout
    if cashout is None or cashout.stage is not CashoutStage.PREPARING:
        return Step(state, (), done)
    cents = state.balances.credit - state.held
    if state.later or not cents:
        return Step(replace(state, cashout=None), (Notice("notice.correcting"),), done)
    why = BY_HAND if cashout.by_hand else _why_no_ticket(context, state, cents)
    if why is not None:
        return _to_handpay(replace(state, cashout=None), cents, why, done)
    sequence = state.ticket_sequence + 1
    ticket = TicketOut(event.number, cents, sequence, event.at, event.expires, event.language)
    postings = (Posting(Account.CREDIT, -cents), Posting(Account.TICKETS_OUT, cents))
    state = replace(
        state,
        balances=posted(state.balances, postings),
        ticket_sequence=sequence,
        money=replace(state.money, money_out=state.money.money_out + cents),
        cashout=Cashout(
            CashoutStage.PENDING, cents, ticket.number, sequence, ticket.at, ticket.expires, ticket.language
        ),
    )
    effects = (
        Post(Kind.TICKET_OUT, f"ticket:{ticket.number}", state.table.number, postings),
        Keep("out", ticket.number, cents, "pending", msgspec.json.encode(ticket)),
        Count({"tickets_out_count": 1}),
        RegistryPending(ticket),
    )
    return Step(state, effects, done)


def _why_no_ticket(context: Context, state: SeatState, cents: int) -> str | None:
    """Why ``cents`` must be paid by hand, or None."""
    if not state.link:
        return "the table does not answer"
    if cents > context.config.ticket_limit:
        return "above the ticket limit"
    if not state.printer.can_print:
        return f"the printer cannot print: {state.printer.value}"
    return None


def on_registry_done(state: SeatState, event: RegistryDone) -> Step:
    """The registry has done its part; phase two follows."""
    done = (_asked(event),)
    cashout = state.cashout
    if cashout is None or cashout.number != event.number:
        return Step(state, (), done)
    if event.what == "pending" and cashout.stage is CashoutStage.PENDING:
        state, _ = on_clock(state, ClockCondition.RIGHT)
        state = replace(state, cashout=replace(cashout, stage=CashoutStage.PRINTING))
        return Step(state, (Print(_ticket(cashout)),), done)
    if event.what == "confirm" and cashout.stage is CashoutStage.CONFIRMING:
        told = Notice("notice.ticket_printed", {"cents": cashout.cents})
        return Step(replace(state, cashout=None), (told,), done)
    return Step(state, (), done)


def on_registry_gone(state: SeatState, event: RegistryGone) -> Step:
    """No ticket can be issued: the credit comes back and an attendant pays by hand."""
    done = (_asked(event),)
    cashout = state.cashout
    if event.what != "pending" or cashout is None or cashout.number != event.number:
        return _refused(state, event, done)
    told: tuple[AnyEffect, ...] = ()
    if event.reason == WRONG_CLOCK:
        state, told = on_clock(state, ClockCondition.WRONG)
    state, effects = _reverse(state, cashout, "registry gone")
    step = _to_handpay(state, cashout.cents, f"no ticket: {event.reason}", done)
    return Step(step.state, (*told, *effects, *step.effects), done)


def _refused(state: SeatState, event: RegistryGone, done: tuple[str, ...]) -> Step:
    """The registry will not have what the books say; what is booked stays.

    Where a paper came out or was credited nothing is locked, but staff must compare it with the registry.
    """
    detail: dict[str, str | int] = {
        "what": event.what,
        "reason": event.reason[:200],
        "ending": event.number[-4:],
    }
    told: tuple[AnyEffect, ...] = ()
    cashout = state.cashout
    if event.what == "confirm" and cashout is not None and cashout.number == event.number:
        state = replace(state, cashout=None)
        detail |= {"sequence": cashout.sequence, "cents": cashout.cents}
        told = (Notice("notice.ticket_refused", {"cents": cashout.cents}),)
    note = SignificantEvent("registry-refused", "fault", detail)
    if event.what not in _WITH_PAPER:
        return Step(state, (note, *told), done)
    state, call = called(state)
    return Step(state, (note, *call, *told), done)


def on_printed(state: SeatState, event: TicketPrinted) -> Step:
    """The paper is with the player: now the ticket is redeemable."""
    done = (f"print:{event.number}",)
    cashout = state.cashout
    waiting = (CashoutStage.PRINTING, CashoutStage.ASKING)
    if cashout is None or cashout.number != event.number or cashout.stage not in waiting:
        return Step(state, (), done)
    state = new_session(without_lock(state, LockKind.TICKET_UNKNOWN))
    state = replace(state, cashout=replace(cashout, stage=CashoutStage.CONFIRMING))
    kept = Keep("out", cashout.number, cashout.cents, "issued", msgspec.json.encode(_ticket(cashout)))
    return Step(state, (kept, RegistryConfirm(cashout.number), *_answered(event, "came out")), done)


def on_not_printed(state: SeatState, event: TicketNotPrinted) -> Step:
    """No paper came out: the posting is reversed, the number is void, the credit is back on the meter."""
    done = (f"print:{event.number}",)
    cashout = state.cashout
    waiting = (CashoutStage.PRINTING, CashoutStage.ASKING)
    if cashout is None or cashout.number != event.number or cashout.stage not in waiting:
        return Step(state, (), done)
    state, effects = _reverse(without_lock(state, LockKind.TICKET_UNKNOWN), cashout, event.reason)
    state = with_lock(state, Lock(LockKind.PRINTER, event.reason[:200]))
    note = SignificantEvent("print-failed", "fault", {"reason": event.reason[:200], "cents": cashout.cents})
    return Step(state, (*effects, note, *_answered(event, "did not come out")), done)


def _answered(event: TicketPrinted | TicketNotPrinted, what: str) -> tuple[AnyEffect, ...]:
    """Who has answered for the printer, when it was a person."""
    return (
        (SignificantEvent("ticket-answered", "attention", {"by": event.by, "ticket": what}),)
        if event.by
        else ()
    )


def on_unknown(state: SeatState, event: TicketUnknown) -> Step:
    """Nobody can tell whether the paper came out: an attendant looks and answers."""
    cashout = state.cashout
    if cashout is None or cashout.number != event.number:
        return Step(state, (), (f"print:{event.number}",))
    state = replace(state, cashout=replace(cashout, stage=CashoutStage.ASKING))
    state = with_lock(state, Lock(LockKind.TICKET_UNKNOWN, event.detail[:200], cashout.cents))
    return Step(
        state,
        (
            SignificantEvent(
                "ticket-unknown", "fault", {"sequence": cashout.sequence, "detail": event.detail[:200]}
            ),
        ),
    )


def on_handpay(context: Context, state: SeatState, event: HandpayConfirmed) -> Step:
    """An attendant with a key has paid the locked amount: it leaves the credit meter."""
    lock = lock_of(state, LockKind.HANDPAY)
    if not state.shows_money:
        return Step(state, (Notice("notice.locked"),))
    if lock is None:
        return Step(state, (Notice("notice.no_handpay"),))
    if state.checking:
        return Step(state, (Notice("notice.checking"),))
    if state.later:
        return Step(state, (Notice("notice.correcting"),))
    cents = min(lock.cents, state.balances.credit)
    if event.cents not in (None, cents):
        return Step(state, (Notice("notice.amount_changed"),))
    if cents > state.balances.credit - state.held:
        return Step(state, (Notice("notice.settlement_unconfirmed"),))
    postings = (Posting(Account.CREDIT, -cents), Posting(Account.HANDPAY, cents))
    number = state.handpays + 1
    state = replace(
        without_lock(state, LockKind.HANDPAY),
        balances=posted(state.balances, postings),
        handpays=number,
        calling=False,
        money=replace(state.money, money_out=state.money.money_out + cents),
    )
    if owed(state) == 0:
        state = new_session(state)
    won = lock.detail == SUBSTANTIAL
    kind = "hand-pay" if won else "cancelled-credit"
    effects: tuple[AnyEffect, ...] = (
        SignificantEvent(
            "hand-pay", "attention", {"cents": cents, "by": event.by, "number": number, "kind": kind}
        ),
    )
    if cents:
        key = f"handpay:{context.config.table}:{context.config.seat}:{number}"
        meter = "handpay_wins" if won else "cancelled_credits"
        receipt = LastReceipt(kind, number, cents, event.at, event.by, event.language)
        state = replace(state, receipt=receipt)
        effects = (
            Post(Kind.HANDPAY, key, state.table.number, postings),
            Count({meter: cents}),
            *effects,
            PrintReceipt(kind, number, cents, event.at, event.by, event.language),
        )
    return Step(state, effects)


def on_cleared(state: SeatState, event: LockCleared) -> Step:
    """An attendant has dealt with a lock; only some kinds may be cleared at the seat."""
    kind = next((lock.kind for lock in state.locks if lock.kind == event.kind), None)
    if kind is None or not is_clearable(state, kind):
        return Step(state, (Notice("notice.cannot_clear"),))
    if kind is LockKind.AUDIT:
        return Step(
            state, (Audit(f"{_CLEARED}{event.by}"),)
        )  # it goes when the books add up, and stays otherwise
    note = SignificantEvent("lock-cleared", "attention", {"lock": kind.value, "by": event.by})
    return Step(replace(without_lock(state, kind), calling=False), (note,))


def _asked(event: RegistryDone | RegistryGone) -> str:
    """The outbox's name of what the registry answers."""
    return ":".join(part for part in (event.what, event.number, event.serial) if part)


def _ticket(cashout: Cashout) -> TicketOut:
    return TicketOut(
        cashout.number, cashout.cents, cashout.sequence, cashout.at, cashout.expires, cashout.language
    )


def _reverse(state: SeatState, cashout: Cashout, reason: str) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    cents = cashout.cents
    postings = (Posting(Account.TICKETS_OUT, -cents), Posting(Account.CREDIT, cents))
    state = replace(
        state,
        balances=posted(state.balances, postings),
        cashout=None,
        money=replace(state.money, money_out=state.money.money_out - cents),
    )
    effects = (
        Post(Kind.TICKET_VOID, f"ticket-void:{cashout.number}", state.table.number, postings),
        Keep("out", cashout.number, cents, "void", msgspec.json.encode(_ticket(cashout))),
        RegistryVoid(cashout.number),
        Count({"tickets_out_count": -1}),
        SignificantEvent("ticket-void", "warning", {"sequence": cashout.sequence, "reason": reason[:200]}),
    )
    return state, effects


def _to_handpay(state: SeatState, cents: int, why: str, done: tuple[str, ...]) -> Step:
    state = with_lock(state, Lock(LockKind.HANDPAY, why, cents))
    return Step(state, (SignificantEvent("handpay-due", "attention", {"cents": cents, "why": why}),), done)
