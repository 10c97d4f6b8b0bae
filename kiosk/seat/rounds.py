"""The round as the seat lives it: reads the log in order, settles, returns, remembers."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Settlement
from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.betting import bets_of
from kiosk.seat.choices import on_closed, on_entered, on_opened, on_own_choice, on_undone
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import (
    AnyEffect,
    Audit,
    Count,
    Outcome,
    Post,
    Remember,
    Report,
    SignificantEvent,
    sent_key,
)
from kiosk.seat.events import CloseWasShown, LogRead
from kiosk.seat.later import SUBSTANTIAL, add, reported, take_back_interim
from kiosk.seat.play import (
    differing,
    other_stakes,
    rest,
    settle_interim,
    settle_postings,
    why_not_sealed,
    with_sealed,
)
from kiosk.seat.recalled import Recalled as Recalled
from kiosk.seat.slips import close, on_own_slip
from kiosk.seat.state import (
    HandPaid,
    LastRound,
    Lock,
    LockKind,
    Missed,
    Ordered,
    Resettlement,
    RoundMoney,
    SeatState,
    with_lock,
)
from kiosk.seat.theory import theory
from kiosk.table import keys
from kiosk.table.facts import Sealed, own_facts
from kiosk.table.history import Memory
from kiosk.table.log import Entry
from kiosk.table.records import (
    AmountOrdered,
    BadRecord,
    BetsClosed,
    Choice,
    CloseShown,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    FactCorrected,
    FactsEntered,
    FactsSealed,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    LogLife,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    Slip,
    decode,
    is_named,
)
from kiosk.table.round import NotAllowed, Phase, Play, brought_by, fold, why_read_before

replace = msgspec.structs.replace
MOST_MISSED = 8_192  # bytes of an event that is kept until it can be read: it goes to disk with every step


def on_log(context: Context, state: SeatState, event: LogRead) -> Step:
    """One record of the log. What does not decode, stands wrongly or is not allowed moves only the position.

    An event that does not decode may be a newer program's, and the round cannot go on without it: see
    :func:`read_on`. What decided a round anew since then counts once all the same; all others say of themselves whether
    they were read before.
    """
    if event.seq <= state.log_seq:
        return Step(state)  # delivered twice; of what a seat follows, no two records share a position
    before = state.log_seq
    state = replace(state, log_seq=event.seq, memory=_remembered(state, event))
    try:
        record = decode(event.value)
    except BadRecord as error:
        if state.missed is None and _may_be_newer(context, event):
            state = replace(state, missed=Missed(event.value, before))
        return _ignored(state, event, str(error))
    if not keys.stands_rightly(context.config.table, event.key, record):
        return _ignored(state, event, f"{type(record).__name__} does not belong there")
    match record:
        case Slip():
            return on_own_slip(context, state, event.seq, record)
        case Choice():
            return on_own_choice(context, state, event.seq, record)
        case FactsSealed() if why_not_sealed(context, state, record) is None:
            return Step(with_sealed(state, record))
        case FactsSealed():
            return _ignored(state, event, why_not_sealed(context, state, record) or "")
        case _ if isinstance(record, RoundEvent):
            return _round_event(context, state, event, record)
        case LogLife() if (brought := brought_by(record, state.table)) is not None:
            return _round_event(context, state, event, brought)
        case _:  # what others write for others
            return Step(state)


def _remembered(state: SeatState, event: LogRead) -> Memory:
    memory = replace(state.memory, seq=state.log_seq)
    return memory.reads(Entry(event.seq, event.key, event.value))


def _ignored(state: SeatState, event: LogRead, why: str) -> Step:
    detail: dict[str, str | int] = {"key": event.key[:200], "seq": event.seq, "why": why[:300]}
    return Step(state, (SignificantEvent("record-ignored", "warning", detail),))


def _may_be_newer(context: Context, event: LogRead) -> bool:
    of_a_round = event.key.startswith(keys.rounds(context.config.table))
    return of_a_round and len(event.value) <= MOST_MISSED and is_named(event.value)


def read_on(state: SeatState) -> SeatState:
    """Where the seat reads on at its start: behind an event that this program can read and the one before could not."""
    if state.missed is None:
        return state
    try:
        decode(state.missed.value)
    except BadRecord:
        return state
    return replace(state, log_seq=state.missed.after, missed=None)


def _round_event(context: Context, state: SeatState, event: LogRead, record: RoundEvent) -> Step:
    layout = record.layout if isinstance(record, RoundOpened) else state.table.layout
    n = keys.event_in(event.key)
    if (why := why_read_before(record, n, state.table, state.event)) is not None:
        return _ignored(state, event, why)
    if event.seq in state.counted:
        return Step(state)
    try:
        table = fold(state.table, event.seq, record, context.rules_by(layout))
    except NotAllowed as error:
        return _ignored(state, event, str(error))
    before = state
    state = replace(state, table=table, sealed=state.sealed.after(record, table.entered))
    if isinstance(record, RoundOpened | Play):
        state = replace(state, event=n, missed=None)
    elif isinstance(record, ResultCorrected | RoundVoided) and state.missed is not None:
        state = replace(state, counted=(*state.counted, event.seq))
    match record:
        case RoundOpened():
            return _open(before, state)
        case BetsClosed():
            state, effects, done = close(context, state)
            return Step(state, effects, done)
        case FactsEntered():
            shown = other_stakes(context, state) if record.stakes else ()
            return Step(state, (*differing(context, before, record.facts), *shown))
        case FactCorrected() | IrregularityEntered() | HandsMoved() if before.table.deciding:
            return on_undone(context, before, state)
        case DecisionsOpened():
            return on_opened(state)
        case DecisionsClosed():
            return on_closed(context, state)
        case DecisionsEntered():
            return _entered(context, before, state, record)
        case InterimEntered():
            return settle_interim(context, state)
        case ResultEntered():
            return _settle(context, state)
        case RoundVoided() if _is_settled(before, record):
            return _redecided(context, state, Resettlement(record.round, 0, (), record.reason))
        case RoundVoided():
            return _void(context, state)
        case ResultCorrected():
            return _redecided(context, state, Resettlement(record.round, 0, record.facts))
        case PaidByHand() if record.seat == context.config.seat:
            return add(context, state, HandPaid(record.round, record.decision, record.cents))
        case AmountOrdered() if record.seat == context.config.seat:
            return add(context, state, Ordered(record.round, record.number, record.cents))
        case _:
            return Step(state)


def _entered(context: Context, before: SeatState, state: SeatState, record: DecisionsEntered) -> Step:
    """Decided; what lies at this box is compared whenever the table or the seat itself has changed it."""
    step = on_entered(context, before, state)
    if not record.stakes and step.state.registered == before.registered:
        return step
    return Step(step.state, (*step.effects, *other_stakes(context, step.state)), step.done)


def _is_settled(before: SeatState, event: RoundVoided) -> bool:
    """Whether the round that is void now had been settled: this one after its result, or one before it."""
    return event.round < before.table.number or before.table.phase in (Phase.RESULT, Phase.ENDED)


def _redecided(context: Context, state: SeatState, task: Resettlement) -> Step:
    """Settle again, and show it (rules 5.4 and 5.5)."""
    task = replace(task, decision=state.table.decisions_of(task.round))
    last = state.last
    if last is not None and last.number == task.round and not last.stakes:
        settlement = Settlement({}) if task.facts else None
        last = LastRound(task.round, {}, task.facts, settlement, task.void_reason, corrected=True)
        state = replace(state, last=last)
    step = add(context, state, task)
    return Step(step.state, (Outcome(task.round, task.facts, task.void_reason), *step.effects), step.done)


def _open(before: SeatState, state: SeatState) -> Step:
    if before.balances.escrow != 0:
        detail = f"round {state.table.number} opens with {before.balances.escrow} cents in escrow"
        state = with_lock(state, Lock(LockKind.AUDIT, detail))
    state = replace(
        state,
        draft={},
        history=(),
        rev=0,
        flight=None,
        registered=None,
        chosen=None,
        sealed=Sealed(),
        counted=tuple(seq for seq in state.counted if seq > state.log_seq),
        interim=None,
        show_last=state.last is not None,
        money=RoundMoney(credit_before=state.balances.credit),
    )
    return Step(state, (Audit(f"round:{state.table.number}"),))


def _settle(context: Context, state: SeatState) -> Step:
    """Pay by the pay table (rules 3.8 and 4.1): the registered slip alone counts (rule 5.7)."""
    number, facts = state.table.number, state.table.facts
    outcome = Outcome(number, facts)
    stakes = state.registered.stakes if state.registered is not None else {}
    if not stakes:
        last = LastRound(number, {}, facts, Settlement({}))
        return Step(replace(state, last=last, show_last=True, draft={}, last_win=0), (outcome,))
    settlement = context.game.settle(context.layout, stakes, facts, context.config.seat)
    if state.interim is not None:
        settlement = Settlement(settlement.spots | state.interim.spots)
    postings = settle_postings(rest(settlement, state.interim)) or (Posting(Account.HOUSE, 0),)
    after = replace(
        state,
        balances=posted(state.balances, postings),
        last=LastRound(number, stakes, facts, settlement),
        show_last=True,
        rebet=bets_of(context, stakes),
        last_win=settlement.won,
    )
    report = Settled(
        seat=context.config.seat,
        round=number,
        staked=settlement.staked,
        paid=settlement.paid,
        decision=state.table.decisions,
    )
    after, told = reported(after, report)
    effects: tuple[AnyEffect, ...] = (
        outcome,
        Post(Kind.SETTLE, f"settle:{context.config.table}:{number}", number, postings),
        remember(context, after),
        Count(
            {
                "turnover": settlement.staked,
                "wins": settlement.paid,
                "rounds_played": 1,
                "rounds_won": int(settlement.won > 0),
                **theory(context.game, context.layout, stakes),
            }
        ),
        told,
    )
    if settlement.won >= context.config.win_limit:
        lock = Lock(LockKind.HANDPAY, SUBSTANTIAL, settlement.won, number)
        after = with_lock(after, lock)
        effects = (
            *effects,
            SignificantEvent("handpay-due", "attention", {"cents": settlement.won, "round": number}),
        )
    after = replace(after, registered=None, interim=None, draft={}, rev=0, played=number)
    return Step(after, effects)


def _void(context: Context, state: SeatState) -> Step:
    """Every stake of the round returns in full (rule 5.9), registered or not."""
    number, reason = state.table.number, state.table.void_reason
    held = state.balances.escrow
    stakes = dict(state.registered.stakes) if state.registered is not None else {}
    flight = state.flight
    done = (sent_key(number, flight.rev, flight.n),) if flight is not None else ()
    after = replace(
        state,
        last=LastRound(number, stakes, (), None, reason),
        show_last=True,
        rebet=bets_of(context, stakes) or state.rebet,
        last_win=0,
        draft={},
        history=(),
        flight=None,
        registered=None,
        chosen=None,
        interim=None,
        rev=0,
    )
    effects: tuple[AnyEffect, ...] = (
        Outcome(number, (), reason),
        SignificantEvent("round-void", "attention", {"round": number, "reason": reason}),
    )
    if held or state.interim is not None:
        postings = (Posting(Account.ESCROW, -held), *((Posting(Account.CREDIT, held),) if held else ()))
        after = replace(after, balances=posted(after.balances, postings))
        effects = (*effects, Post(Kind.VOID, f"void:{context.config.table}:{number}", number, postings))
    if state.interim is not None:
        after, reversed_ = take_back_interim(context, after, state.interim)
        effects = (*effects, *reversed_)
    if stakes:
        effects = (*effects, remember(context, replace(after, registered=state.registered)))
        staked = sum(stakes.values())
        report = Settled(
            seat=context.config.seat,
            round=number,
            staked=staked,
            paid=staked,
            decision=state.table.decisions,
        )
        after, told = reported(replace(after, played=number), report)
        effects = (*effects, told)
    return Step(after, effects, done)


def remember(context: Context, state: SeatState) -> Remember:
    """The round that has just ended, for recall."""
    last, money, registered = state.last, state.money, state.registered
    assert last is not None  # noqa: S101 - the caller has just set it
    recalled = Recalled(
        round=last.number,
        layout=context.layout.name,
        stakes=last.stakes,
        facts=last.facts,
        settlement=last.settlement,
        void_reason=last.void_reason,
        credit_before=money.credit_before,
        credit_after=state.balances.credit,
        money_in=money.money_in,
        money_out=money.money_out,
        game=context.game.name,
        registered_rev=registered.rev if registered is not None else 0,
        registered_seq=registered.seq if registered is not None else 0,
        own=own_facts(state.facts, context.config.seat) or msgspec.UNSET,
    )
    return Remember(last.number, msgspec.json.encode(recalled))


def on_close_shown(context: Context, state: SeatState, event: CloseWasShown) -> Step:
    """The screen shows "No more bets": the console may go on (rules 3.5 and 5.3.3)."""
    if event.round != state.table.number:
        return Step(state)
    return Step(state, (Report(CloseShown(seat=context.config.seat, round=event.round)),))
