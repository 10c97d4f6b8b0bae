"""The slip's way: from the draft on the screen into escrow and the log, registered or returned (rules 5.2, 5.7)."""

from __future__ import annotations

import msgspec

from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.betting import reserve_of, spendable
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import AnyEffect, Notice, Post, Send, SignificantEvent, outbox_key, sent_key
from kiosk.seat.events import SlipRefused, SlipUnanswered
from kiosk.seat.state import Flight, Lock, LockKind, Registered, SeatState, Stakes, with_lock
from kiosk.table.log import RefusedBecause
from kiosk.table.records import Slip
from kiosk.table.round import Phase
from kiosk.table.slips import below_minimum, why_invalid

SEND_EVERY_MS = 100  # taps are gathered and go out at most this often
ASK_AGAIN_MS = 1_000  # a slip without an answer is appended again under the same key this often

replace = msgspec.structs.replace


def sendable(context: Context, state: SeatState) -> Stakes:
    """The draft without the spots that are still below their minimum; what stands already, where the credit does not
    carry what must follow it."""
    if state.table.limits is None:
        return {}
    below = below_minimum(state.draft, context.layout, state.table.limits)
    stakes = dict(state.draft)
    for spot in below:
        del stakes[spot]
    if sum(stakes.values()) + reserve_of(context, stakes) > spendable(state):
        return dict(state.registered.stakes) if state.registered is not None else {}
    return stakes


def maybe_send(context: Context, state: SeatState, now_ms: int) -> Step:
    """Send the draft as the next slip when it differs from what the log knows and nothing is in flight."""
    known = state.registered.stakes if state.registered is not None else {}
    may = (
        state.table.phase is Phase.BETTING
        and state.link
        and state.flight is None
        and not state.locks
        and not state.later
        and state.audited_round == state.table.number
        and not 0 <= now_ms - state.sent_at_ms < SEND_EVERY_MS
    )
    if not may:
        return _ask_again(context, state, now_ms)
    if state.draft == known:  # what stands in the log was to be sent, and is: most ticks find this
        return Step(state)
    stakes = sendable(context, state)
    if stakes == known:
        return Step(state)
    rev = state.rev + 1
    slip = _slip(context, state, rev, stakes)
    state = replace(state, rev=rev, flight=Flight(rev, stakes), sent_at_ms=now_ms)
    state, effects = hold_escrow(context, state, f"send-{rev}")
    return Step(state, (*effects, Send(slip)))


def _ask_again(context: Context, state: SeatState, now_ms: int) -> Step:
    """A slip that had no answer goes out once more: a repeat finds its own record, so it does no harm."""
    flight = state.flight
    waited = flight is not None and flight.unanswered and not 0 <= now_ms - state.sent_at_ms < ASK_AGAIN_MS
    if flight is None or not waited or not state.link or state.table.phase is not Phase.BETTING:
        return Step(state)
    state = replace(state, flight=replace(flight, unanswered=False), sent_at_ms=now_ms)
    return Step(state, (Send(_slip(context, state, flight.rev, flight.stakes)),))


def _slip(context: Context, state: SeatState, rev: int, stakes: Stakes) -> Slip:
    return Slip(
        seat=context.config.seat,
        round=state.table.number,
        rev=rev,
        layout=context.layout.name,
        stakes=stakes,
    )


def escrow_due(state: SeatState) -> int:
    """What escrow must hold, in cents: the larger of the registered slip and the slip in flight.

    After the close, what is registered and not settled yet, and of the open decision likewise the larger.
    """
    registered = sum(state.registered.stakes.values()) if state.registered is not None else 0
    flying = sum(state.flight.stakes.values()) if state.flight is not None else 0
    if state.table.phase is Phase.BETTING:
        return max(registered, flying)
    settled = state.interim.staked if state.interim is not None else 0
    chosen = sum(state.chosen.stakes.values()) if state.chosen is not None else 0
    return registered - settled + max(chosen, flying)


def hold_escrow(context: Context, state: SeatState, why: str) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """Post the difference between what escrow holds and what it must hold. ``why`` makes the key unique."""
    change = escrow_due(state) - state.balances.escrow
    if change == 0:
        return state, ()
    kind = Kind.STAKE if change > 0 else Kind.RELEASE
    postings = (Posting(Account.CREDIT, -change), Posting(Account.ESCROW, change))
    key = f"{kind.value}:{context.config.table}:{state.table.number}:{why}"
    state = replace(state, balances=posted(state.balances, postings))
    return state, (Post(kind, key, state.table.number, postings),)


def on_refused(context: Context, state: SeatState, event: SlipRefused) -> Step:
    """The log refused the slip for good: its chips go back, the registered ones stay."""
    done = (sent_key(event.round, event.rev),)
    if not in_flight(state, event.round, event.rev):
        return Step(state, (), done)
    if event.because is not RefusedBecause.BARRED:
        detail = f"slip {event.rev} of round {event.round} was refused: {event.because.value}"
        state = with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail))
        effects: tuple[AnyEffect, ...] = (SignificantEvent("foreign-slip", "fault", {"detail": detail}),)
        return Step(state, effects, done)
    state, effects = drop_flight(context, state)
    return Step(state, effects, done)


def on_unanswered(state: SeatState, event: SlipUnanswered) -> Step:
    """No answer: the stake stays in escrow and the table will decide."""
    if not in_flight(state, event.round, event.rev, event.n) or state.flight is None:
        return Step(state)
    return Step(replace(state, flight=replace(state.flight, unanswered=True)))


def on_own_slip(context: Context, state: SeatState, seq: int, slip: Slip) -> Step:
    """A slip of this seat stands in the log: registered if valid and before the close (rule 5.7).

    This ends it in the outbox; the log's answer to it says nothing that this does not. A start that finds it there
    still sends it again, and it finds its own record.
    """
    table = state.table
    done = (outbox_key(Send(slip)),)
    if slip.round != table.number or table.phase is not Phase.BETTING or table.limits is None:
        detail = (
            f"slip {slip.rev} of round {slip.round} in phase '{table.phase.value}' of round {table.number}"
        )
        return Step(state, (SignificantEvent("slip-ignored", "warning", {"detail": detail}),), done)
    why = why_invalid(slip, context.layout, table.limits)
    if why is not None:
        state, effects = (
            drop_flight(context, state) if in_flight(state, slip.round, slip.rev) else (state, ())
        )
        if slip.layout != context.layout.name and slip.rev > state.rev:
            # Here nobody can tell what it bets; the table counts it by the layout that it names.
            detail = "the log holds a slip on another layout that this seat did not send"
            state = with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail, round=slip.round))
            effects = (*effects, SignificantEvent("foreign-slip", "fault", {"detail": detail}))
        return Step(state, (*effects, SignificantEvent("slip-ignored", "warning", {"detail": why})), done)
    if state.registered is not None and state.registered.rev >= slip.rev:
        return Step(state, (), done)
    if slip.rev > state.rev or (in_flight(state, slip.round, slip.rev) and slip.stakes != _flying(state)):
        # Whatever this seat sends it has written down before: another machine plays under its name.
        detail = f"the log holds a slip of {sum(slip.stakes.values())} cents that this seat did not send"
        state = with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail, round=slip.round))
        return Step(state, (SignificantEvent("foreign-slip", "fault", {"detail": detail}),), done)
    return _register(context, state, seq, slip, done)


def _flying(state: SeatState) -> Stakes:
    return state.flight.stakes if state.flight is not None else {}


def _register(context: Context, state: SeatState, seq: int, slip: Slip, done: tuple[str, ...]) -> Step:
    flight = None if in_flight(state, slip.round, slip.rev) else state.flight
    registered = replace(
        state,
        registered=Registered(slip.rev, slip.stakes, seq),
        flight=flight,
        rev=max(state.rev, slip.rev),
    )
    if escrow_due(registered) > state.balances.credit + state.balances.escrow:
        detail = f"the log holds a slip of {sum(slip.stakes.values())} cents that this seat did not send"
        state = with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail))
        return Step(state, (SignificantEvent("foreign-slip", "fault", {"detail": detail}),), done)
    registered, effects = hold_escrow(context, registered, f"registered-{slip.rev}")
    return Step(registered, effects, done)


def drop_flight(context: Context, state: SeatState) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """The slip in flight will never count: release its escrow; the board shows the registered chips."""
    if state.flight is None:
        return state, ()
    rev = state.flight.rev
    lost = sum(state.flight.stakes.values()) - sum(
        state.registered.stakes.values() if state.registered else ()
    )
    draft = dict(state.registered.stakes) if state.registered is not None else {}
    state = replace(state, flight=None, draft=draft, history=())
    state, effects = hold_escrow(context, state, f"dropped-{rev}")
    if lost > 0:
        effects = (*effects, Notice("notice.not_registered", {"cents": lost}))
    return state, effects


def close(context: Context, state: SeatState) -> tuple[SeatState, tuple[AnyEffect, ...], tuple[str, ...]]:
    """Bets are closed: what the log does not hold goes back; the board shows what is registered (rule 5.2.2)."""
    kept = dict(state.registered.stakes) if state.registered is not None else {}
    returned = sum(max(0, stake - kept.get(spot, 0)) for spot, stake in state.draft.items())
    done: tuple[str, ...] = ()
    rev = state.flight.rev if state.flight is not None else state.rev
    if state.flight is not None:
        done = (sent_key(state.table.number, rev),)
    state = replace(state, flight=None, draft=kept, history=())
    state, effects = hold_escrow(context, state, f"closed-{rev}")
    if returned > 0:
        effects = (*effects, Notice("notice.not_registered", {"cents": returned}))
    return state, effects, done


def in_flight(state: SeatState, number: int, rev: int, n: int = 0) -> bool:
    """Whether that slip of the round, or that choice of its ``n``-th decision, was sent and is not decided yet."""
    flight = state.flight
    return flight is not None and (flight.rev, flight.n, state.table.number) == (rev, n, number)
