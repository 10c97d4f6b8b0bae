"""Notes and tickets into the credit meter. Credit is posted once, at 'stacked and valid' alone."""

from __future__ import annotations

import msgspec

from kiosk.seat.accounts import Account, Kind, Posting, posted
from kiosk.seat.betting import owed
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import (
    AnyEffect,
    Count,
    Keep,
    Notice,
    Post,
    RegistryRedeem,
    RegistryRelease,
    ReserveTicket,
    ReturnNote,
    ReturnTicket,
    SignificantEvent,
    StackNote,
    StackTicket,
    outbox_key,
)
from kiosk.seat.events import (
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketBack,
    TicketBad,
    TicketGood,
    TicketIn,
    TicketOffered,
)
from kiosk.seat.state import SEEN_LENGTH, Item, ItemStage, Lock, LockKind, SeatState, new_session, with_lock

replace = msgspec.structs.replace


def why_no_money(context: Context, state: SeatState, cents: int) -> str | None:
    """The message key of the reason why ``cents`` cannot be taken in now, or None."""
    if state.locks:
        return "notice.locked"
    if not state.link:
        return "notice.link_down"
    if state.cashout is not None:
        return "notice.paying_out"
    if state.acceptor is not AcceptorCondition.READY:
        return "notice.acceptor_shut"
    if owed(state) + cents > context.config.credit_limit:
        return "notice.credit_limit"
    return None


def takes_in(context: Context, state: SeatState) -> bool:
    """Whether the slot is open: for money, or while staff try it."""
    if state.note_test:
        return state.acceptor is AcceptorCondition.READY and LockKind.DOOR not in {
            lock.kind for lock in state.locks
        }
    return why_no_money(context, state, 0) is None


def on_note_offered(context: Context, state: SeatState, event: NoteOffered) -> Step:
    """A note waits in escrow: take it or give it back."""
    if state.note_test:
        note = SignificantEvent("note-tested", "info", {"cents": event.cents})
        return Step(
            state,
            (
                ReturnNote(event.device, event.serial),
                note,
                Notice("notice.note_tested", {"cents": event.cents}),
            ),
        )
    reason = why_no_money(context, state, event.cents)
    if reason is None and (state.item is not None or event.cents <= 0):
        reason = "notice.acceptor_busy"
    if reason is not None:
        return Step(state, (ReturnNote(event.device, event.serial), Notice(reason)))
    item = Item(event.device, event.serial, ItemStage.STACKING, event.cents)
    return Step(replace(state, item=item), (StackNote(event.device, event.serial),))


def on_note_in(context: Context, state: SeatState, event: NoteIn) -> Step:
    """The note is stacked and valid: credit, once per serial."""
    done = (f"note:{event.serial}",)
    state = _without_item(state, event.serial)
    name = f"note:{event.device}:{event.serial}"
    if name in state.seen:
        return Step(state, (), done)
    state, post = _credit(state, Account.NOTES, Kind.NOTE, name, event.cents)
    effects: tuple[AnyEffect, ...] = (
        post,
        Count({f"notes_{event.cents}": 1}),
        Notice("notice.note_in", {"cents": event.cents}),
    )
    state, locked = _lock_too_fast(context, state)
    return Step(state, (*effects, *locked), done)


def on_note_back(state: SeatState, event: NoteBack) -> Step:
    """The note is with the player: nothing is credited."""
    return _gone_back(state, event.serial)


def on_ticket_offered(context: Context, state: SeatState, event: TicketOffered) -> Step:
    """A ticket waits in escrow: the registry answers first."""
    if state.note_test:
        detail = {"ending": event.number[-4:]}
        back = ReturnTicket(event.device, event.serial, event.number)
        return Step(
            state,
            (
                back,
                SignificantEvent("ticket-tested", "info", dict(detail)),
                Notice("notice.ticket_tested", dict(detail)),
            ),
        )
    reason = why_no_money(context, state, 0)
    if reason is None and state.item is not None:
        reason = "notice.acceptor_busy"
    if reason is not None:
        return Step(state, (ReturnTicket(event.device, event.serial, event.number), Notice(reason)))
    item = Item(event.device, event.serial, ItemStage.ASKING, number=event.number)
    return Step(replace(state, item=item), (ReserveTicket(event.serial, event.number),))


def on_ticket_good(context: Context, state: SeatState, event: TicketGood) -> Step:
    """The registry has reserved it: stack it, or give both back when the seat cannot take it any more."""
    done = (outbox_key(ReserveTicket(event.serial, event.number)),)
    item = state.item
    if item is not None and item.serial == event.serial and item.stage is ItemStage.STACKING:
        return Step(state, (), done)  # told again: the reservation is in use
    if item is None or item.serial != event.serial or item.stage is not ItemStage.ASKING:
        return Step(state, _free(state, event.serial, event.number), done)
    reason = why_no_money(context, state, event.cents)
    if reason is not None:
        # Worth nothing from here: stacked all the same, it stays as good as the registry has it, and is not credited.
        state = replace(state, item=replace(item, stage=ItemStage.RETURNING, cents=0))
        back = ReturnTicket(item.device, item.serial, item.number)
        return Step(state, (back, RegistryRelease(item.serial, item.number), Notice(reason)), done)
    state = replace(state, item=replace(item, stage=ItemStage.STACKING, cents=event.cents))
    return Step(state, (StackTicket(item.device, item.serial, item.number),), done)


def on_ticket_bad(state: SeatState, event: TicketBad) -> Step:
    """The registry rejects it: the paper goes back, with the reason."""
    done = (outbox_key(ReserveTicket(event.serial, event.number)),)
    item = state.item
    # Without an answer the registry may hold the ticket for this insertion: the player could never use it again.
    free = _free(state, event.serial, event.number) if event.unsure else ()
    if item is None or item.serial != event.serial:
        return Step(state, free, done)
    if item.stage is not ItemStage.ASKING:
        return Step(state, (), done)
    state = replace(state, item=replace(item, stage=ItemStage.RETURNING))
    back = ReturnTicket(item.device, item.serial, item.number)
    return Step(state, (*free, back, Notice("notice.ticket_rejected", {"reason": event.reason})), done)


def _free(state: SeatState, serial: str, number: str) -> tuple[AnyEffect, ...]:
    """Give a reservation back that nobody needs.

    Never that of a ticket which is credited: an answer that comes late or twice would make it good once more, before
    the registry has heard that it has paid.
    """
    return () if f"ticket-in:{number}" in state.seen else (RegistryRelease(serial, number),)


def on_ticket_in(context: Context, state: SeatState, event: TicketIn) -> Step:
    """The ticket is stacked: credit, once per number, then the registry marks it redeemed."""
    done = (f"ticket-item:{event.serial}",)
    item = state.item
    name = f"ticket-in:{event.number}"
    cents = item.cents if item is not None and item.number == event.number else 0
    state = _without_item(state, event.serial)
    if name in state.seen:
        return Step(state, (), done)
    if cents <= 0:  # stacked although nobody asked for it: the paper is in the box, an attendant must look
        note = SignificantEvent(
            "ticket-without-credit", "fault", {"ending": event.number[-4:], "serial": event.serial}
        )
        return Step(state, (note,), done)
    state, post = _credit(state, Account.TICKETS_IN, Kind.TICKET_IN, name, cents)
    effects = (
        post,
        Keep("in", event.number, cents, "redeemed"),
        RegistryRedeem(event.serial, event.number),
        Count({"tickets_in_count": 1}),
        Notice("notice.ticket_in", {"cents": cents}),
    )
    state, locked = _lock_too_fast(context, state)
    return Step(state, (*effects, *locked), done)


def on_ticket_back(state: SeatState, event: TicketBack) -> Step:
    """The ticket is with the player: a reservation that was going to be stacked is given back."""
    return _gone_back(state, event.serial)


def on_acceptor_ready(state: SeatState, event: AcceptorReady) -> Step:
    """After a power cut, an item that the acceptor did not name was never stacked: the player has it.

    Told late or again it says nothing of an item that came since.
    """
    if state.acceptor is AcceptorCondition.STARTING:
        state = replace(state, acceptor=AcceptorCondition.READY)
    if state.item is None or state.item.device != event.device or not state.item.old:
        return Step(state)
    return _gone_back(state, state.item.serial)


def _gone_back(state: SeatState, serial: str) -> Step:
    item = state.item
    done = (f"note:{serial}", f"ticket-item:{serial}")
    if item is None or item.serial != serial:
        return Step(state, (), done)
    reserved = bool(item.number) and item.stage is ItemStage.STACKING
    effects: tuple[AnyEffect, ...] = (RegistryRelease(serial, item.number),) if reserved else ()
    return Step(_without_item(state, serial), effects, done)


def _lock_too_fast(context: Context, state: SeatState) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    """Too much money in within one round, notes and tickets together, needs an attendant's eye."""
    money_in = state.money.money_in
    if money_in <= context.config.note_velocity:
        return state, ()
    state = with_lock(state, Lock(LockKind.VELOCITY, "too much money in within one round", money_in))
    return state, (SignificantEvent("velocity-lock", "attention", {"cents": money_in}),)


def _without_item(state: SeatState, serial: str) -> SeatState:
    if state.item is not None and state.item.serial == serial:
        return replace(state, item=None)
    return state


def _credit(state: SeatState, account: Account, kind: Kind, name: str, cents: int) -> tuple[SeatState, Post]:
    postings = (Posting(account, -cents), Posting(Account.CREDIT, cents))
    if owed(state) == 0:
        state = new_session(state)
    state = replace(
        state,
        balances=posted(state.balances, postings),
        seen=(*state.seen, name)[-SEEN_LENGTH:],
        money=replace(state.money, money_in=state.money.money_in + cents),
    )
    return state, Post(kind, name, state.table.number, postings)
