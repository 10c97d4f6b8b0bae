"""What changes what this seat has booked: a result corrected, a Void afterwards, a payment by hand, a manager's order.

The difference is booked, once. What the player has cashed out already cannot be taken back: it becomes an open
item for the manager, and the credit never goes below zero.
"""

from __future__ import annotations

import msgspec

from kiosk.games.game import Settlement
from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.betting import owed
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import (
    AnyEffect,
    Count,
    LookUp,
    Notice,
    Post,
    Remember,
    Report,
    SignificantEvent,
    outbox_key,
)
from kiosk.seat.events import ReportRefused, RoundFound
from kiosk.seat.recalled import Decided, Recalled
from kiosk.seat.state import (
    CashoutStage,
    HandPaid,
    LastRound,
    Later,
    Lock,
    LockKind,
    Ordered,
    Resettlement,
    SeatState,
    Unconfirmed,
    lock_of,
    with_lock,
    without_lock,
)
from kiosk.seat.theory import theory
from kiosk.table.records import AmountBooked, OpenItem, Settled

SUBSTANTIAL = "substantial win"
_UNCERTAIN = (CashoutStage.PENDING, CashoutStage.PRINTING, CashoutStage.ASKING)

_recalled = msgspec.json.Decoder(Recalled)  # made in one thread, as in kiosk.seat.state

replace = msgspec.structs.replace


# --- settlements that the log holds, or does not yet ----------------------------------------------------------


def reported(state: SeatState, record: Settled) -> tuple[SeatState, Report]:
    """The report of a settlement. Until the log has it, all that the round gives stays at the seat.

    Also after a correction all of it, and not the difference alone: the House may pay a decision by hand without
    knowing that the seat has settled the one before.
    """
    others = tuple(found for found in state.unconfirmed if found.round != record.round)
    if record.paid > 0:
        others = (*others, Unconfirmed(record.round, record.decision, record.paid))
    return replace(state, unconfirmed=others), Report(record)


def confirmed(state: SeatState, key: str) -> SeatState:
    """The log holds the report with that name in the outbox: its money may leave the seat."""
    told = tuple(
        replace(found, told=True) if _key(found.round, found.decision) == key else found
        for found in state.unconfirmed
    )
    state = replace(state, unconfirmed=told)
    return caught_up(state) if state.link else state


def caught_up(state: SeatState) -> SeatState:
    """The seat knows all that the log holds: what is reported can no longer have been paid by hand."""
    return replace(state, unconfirmed=tuple(found for found in state.unconfirmed if not found.told))


def refused(state: SeatState, event: ReportRefused) -> Step:
    """The log holds something else in the place of a report of this seat."""
    done = (event.key,)
    if not event.foreign:
        return Step(state, (), done)  # the House has paid it; the record itself follows
    detail = f"the log holds another record as '{event.key}', which this seat did not write"
    state = confirmed(with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail)), event.key)
    return Step(state, (SignificantEvent("foreign-report", "fault", {"detail": detail}),), done)


def _key(number: int, decision: int) -> str:
    return f"report:{number}:settled-{decision}"


# --- one after the other --------------------------------------------------------------------------------------


def add(context: Context, state: SeatState, task: Later) -> Step:
    """``task`` has come by the log. What came before it is done first."""
    waiting = bool(state.later) or _paying_out(state)
    state = replace(state, later=(*state.later, task))
    return Step(state) if waiting else _go_on(context, state)


def _paying_out(state: SeatState) -> bool:
    """Whether money has left the credit and may come back: what it is can be told only when the paper is certain."""
    return state.cashout is not None and state.cashout.stage in _UNCERTAIN


def resumed(context: Context, before: SeatState, taken: Step) -> Step:
    """After any step: what has waited for a pay-out goes on when that is over."""
    if taken.state.later and _paying_out(before) and not _paying_out(taken.state):
        return _then_on(context, taken)
    return taken


def _then_on(context: Context, taken: Step) -> Step:
    after = _go_on(context, taken.state)
    return Step(after.state, (*taken.effects, *after.effects), (*taken.done, *after.done))


def _go_on(context: Context, state: SeatState) -> Step:
    """Book what a manager has ordered; the round that any other task is about must be looked up first."""
    effects: tuple[AnyEffect, ...] = ()
    while state.later and isinstance(task := state.later[0], Ordered):
        booked = _ordered(context, replace(state, later=state.later[1:]), task)
        state, effects = booked.state, (*effects, *booked.effects)
    if state.later and not isinstance(task := state.later[0], Ordered):
        effects = (*effects, LookUp(task.round, task.decision))
    return Step(state, effects)


def on_found(context: Context, state: SeatState, event: RoundFound) -> Step:
    """What the seat keeps of the round is here: book what has changed."""
    done = (outbox_key(LookUp(event.round, event.decision)),)
    task = state.later[0] if state.later else None
    if task is None or isinstance(task, Ordered):
        return Step(state, (), done)
    if (task.round, task.decision) != (event.round, event.decision):
        return Step(state, (), done)
    state = replace(state, later=state.later[1:])
    first = _booked(context, state, task, event.body)
    return _then_on(context, Step(first.state, first.effects, (*done, *first.done)))


def _booked(context: Context, state: SeatState, task: Resettlement | HandPaid, body: bytes) -> Step:
    if body and isinstance(task, Resettlement):
        return _redecide(context, state, task, _recalled.decode(body))
    if body and isinstance(task, HandPaid):
        return _hand_paid(context, state, task)
    if isinstance(
        task, HandPaid
    ):  # a machine in the place of one that is gone: the round is not in these books
        detail: dict[str, str | int] = {"round": task.round, "cents": task.cents}
        return Step(state, (SignificantEvent("paid-by-hand-elsewhere", "attention", detail),))
    return Step(state)  # this seat did not play that round


# --- a round decided anew -------------------------------------------------------------------------------------


def _redecide(context: Context, state: SeatState, task: Resettlement, kept: Recalled) -> Step:
    if task.decision <= kept.decision:
        return Step(state)  # booked already
    layout = context.layout_of(kept.layout)
    if task.facts and layout is None:
        detail = f"round {task.round} is decided anew and was played on layout {kept.layout}, which is not known here"
        state = with_lock(state, Lock(LockKind.AUDIT, detail))
        return Step(state, (SignificantEvent("correction-impossible", "fault", {"detail": detail}),))
    settlement = None
    if task.facts and layout is not None:
        settlement = context.game.settle(layout, kept.stakes, task.facts, context.config.seat)
    now = replace(
        kept,
        facts=task.facts,
        settlement=settlement,
        void_reason=task.void_reason,
        decision=task.decision,
        before=(*kept.before, Decided(kept.facts, kept.void_reason, kept.paid)),
    )
    change = now.paid - kept.paid
    kind = Kind.CORRECT if task.facts else Kind.VOID_SETTLED
    state, effects = _book(context, state, kind, task, change)
    record = Settled(
        seat=context.config.seat,
        round=task.round,
        staked=now.staked,
        paid=now.paid,
        decision=task.decision,
    )
    state, report = reported(state, record)
    state, lock = _lock_anew(context, state, task.round, kept.settlement, settlement)
    counts = Count(_counts(context, kept, -1, _counts(context, now, 1, {})))
    told = Notice("notice.corrected", {"round": task.round, "staked": now.staked, "paid": now.paid})
    return Step(
        _shown(state, task, now),
        (*effects, Remember(task.round, msgspec.json.encode(now)), counts, report, *lock, told),
    )


def _book(
    context: Context, state: SeatState, kind: Kind, task: Resettlement, change: int
) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    note = SignificantEvent(
        "result-corrected" if kind is Kind.CORRECT else "round-void",
        "attention",
        {"round": task.round, "reason": task.void_reason, "cents": change},
    )
    if change == 0:
        return state, (note,)
    if change > 0:
        taken, short = change, 0
    else:
        taken = max(change, -state.balances.credit)
        short = taken - change
    lines = (
        Posting(Account.CREDIT, taken),
        Posting(Account.ADJUST, -short),
        Posting(Account.HOUSE, -change),
    )
    postings = tuple(line for line in lines if line.cents)
    state = _within_credit(replace(state, balances=posted(state.balances, postings)))
    key = f"{kind.value}:{context.config.table}:{task.round}:{task.decision}"
    effects: tuple[AnyEffect, ...] = (note, Post(kind, key, state.table.number, postings))
    return state, (*effects, *_open_item(context, task.round, task.decision, short))


def take_back_interim(
    context: Context, state: SeatState, interim: Settlement
) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """The round is void after an interim settlement: its stakes come back, and what it paid is taken back (B33)."""
    number, reason = state.table.number, state.table.void_reason
    task = Resettlement(number, state.table.decisions, (), reason)
    return _book(context, state, Kind.VOID_SETTLED, task, interim.staked - interim.paid)


def _open_item(
    context: Context, number: int, decision: int, cents: int, *, by_hand: bool = False
) -> tuple[AnyEffect, ...]:
    """What could not be taken back: the manager decides about it."""
    if cents <= 0:
        return ()
    seat = context.config.seat
    record = OpenItem(seat=seat, round=number, decision=decision, cents=cents, by_hand=by_hand)
    return (SignificantEvent("open-item", "attention", {"round": number, "cents": cents}), Report(record))


def _within_credit(state: SeatState) -> SeatState:
    """What the credit does not cover any more: a hand pay is due for the rest alone, chips not sent yet go back."""
    lock = lock_of(state, LockKind.HANDPAY)
    if lock is not None and lock.cents > state.balances.credit:
        lesser = replace(lock, cents=state.balances.credit)
        state = with_lock(state, lesser) if lesser.cents else without_lock(state, LockKind.HANDPAY)
    if state.on_board <= owed(state):
        return state
    known = state.flight or state.registered
    return replace(state, draft=dict(known.stakes) if known is not None else {}, history=())


def _lock_anew(
    context: Context, state: SeatState, number: int, before: Settlement | None, now: Settlement | None
) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """A substantial win waits for its hand pay: with the amount that it has now, or not any more.

    It takes the place of a collected credit that waits for a hand pay. The rest of that stays on the meter.
    """
    limit = context.config.win_limit
    lock = lock_of(state, LockKind.HANDPAY)
    was_due = before is not None and before.won >= limit
    waits = lock is not None and (lock.detail, lock.round) == (SUBSTANTIAL, number)
    if was_due and not waits:
        return state, ()  # paid already: the difference is in the credit, or an open item
    if waits:
        state = without_lock(state, LockKind.HANDPAY)
    others = lock is not None and lock.detail == SUBSTANTIAL and not waits
    if now is None or now.won < limit or others:
        return state, ()
    state = with_lock(state, Lock(LockKind.HANDPAY, SUBSTANTIAL, now.won, number))
    return state, (SignificantEvent("handpay-due", "attention", {"cents": now.won}),)


def _counts(context: Context, kept: Recalled, sign: int, counts: dict[str, int]) -> dict[str, int]:
    """The meters of a round, added or taken away. A void round has none."""
    found = kept.settlement
    if found is not None:
        meters = {
            "turnover": found.staked,
            "wins": found.paid,
            "rounds_played": 1,
            "rounds_won": int(found.won > 0),
        }
        if (layout := context.layout_of(kept.layout)) is not None:
            meters |= theory(context.game, layout, kept.stakes)
        for name, value in meters.items():
            counts[name] = counts.get(name, 0) + sign * value
    return counts


def _shown(state: SeatState, task: Resettlement, now: Recalled) -> SeatState:
    """The screen shows the round as it is decided now, when it is still the last one."""
    if state.last is None or state.last.number != task.round:
        return state
    won = now.settlement.won if now.settlement is not None else 0
    last = LastRound(task.round, now.stakes, now.facts, now.settlement, now.void_reason, corrected=True)
    return replace(state, last=last, last_win=won, show_last=not state.on_board)


# --- paid by hand ---------------------------------------------------------------------------------------------


def _hand_paid(context: Context, state: SeatState, task: HandPaid) -> Step:
    """The House has paid it already: the money leaves the credit meter as a hand pay."""
    taken = min(task.cents, state.balances.credit)
    short = task.cents - taken
    lines = (
        Posting(Account.CREDIT, -taken),
        Posting(Account.ADJUST, -short),
        Posting(Account.HANDPAY, task.cents),
    )
    postings = tuple(line for line in lines if line.cents)
    others = tuple(
        found for found in state.unconfirmed if found.round != task.round or found.decision > task.decision
    )
    state = replace(state, balances=posted(state.balances, postings), unconfirmed=others)
    lock = lock_of(state, LockKind.HANDPAY)
    if lock is not None and (lock.detail, lock.round) == (SUBSTANTIAL, task.round):
        state = without_lock(state, LockKind.HANDPAY)  # the win was in what the House has paid
    state = replace(
        _within_credit(state), money=replace(state.money, money_out=state.money.money_out + taken)
    )
    key = f"{Kind.PAID_BY_HAND.value}:{context.config.table}:{task.round}:{task.decision}"
    effects: tuple[AnyEffect, ...] = (
        Post(Kind.PAID_BY_HAND, key, state.table.number, postings),
        SignificantEvent("paid-by-hand", "attention", {"round": task.round, "cents": task.cents}),
        *_open_item(context, task.round, task.decision, short, by_hand=True),
        Notice("notice.paid_by_hand", {"round": task.round, "cents": task.cents}),
    )
    return Step(state, effects, tuple(_key(task.round, n) for n in range(1, task.decision + 1)))


# --- ordered by a manager -------------------------------------------------------------------------------------


def _ordered(context: Context, state: SeatState, task: Ordered) -> Step:
    """To the credit, or from it as far as it goes (rule 5.10). What is not there to be taken stays an open item."""
    seat, cents = context.config.seat, max(task.cents, -state.balances.credit)
    note = SignificantEvent(
        "amount-ordered", "attention", {"cents": task.cents, "booked": cents, "number": task.number}
    )
    effects: tuple[AnyEffect, ...] = (note,)
    if cents:
        postings = (Posting(Account.CREDIT, cents), Posting(Account.ADJUST, -cents))
        state = _within_credit(replace(state, balances=posted(state.balances, postings)))
        key = f"{Kind.ORDERED.value}:{context.config.table}:{task.number}"
        told = Notice("notice.amount_credited" if cents > 0 else "notice.amount_taken", {"cents": abs(cents)})
        effects = (Post(Kind.ORDERED, key, state.table.number, postings), *effects, told)
    booked = AmountBooked(seat=seat, round=task.round, number=task.number, cents=cents)
    effects = (*effects, Report(booked))
    if (short := cents - task.cents) > 0:
        item = OpenItem(seat=seat, round=task.round, decision=0, cents=short, order=task.number)
        effects = (
            *effects,
            SignificantEvent("open-item", "attention", {"round": task.round, "cents": short}),
            Report(item),
        )
    return Step(state, effects)
