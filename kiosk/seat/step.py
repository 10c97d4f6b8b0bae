"""seat.step(context, state, event) -> Step: the one door through which anything changes a seat. Pure."""

from __future__ import annotations

import msgspec

from kiosk.seat import (
    betting,
    cabinet,
    calls,
    cash,
    choices,
    devices,
    later,
    other_log,
    payout,
    rounds,
    service,
    slips,
)
from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition, PrinterCondition
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import AnyEffect, Count, PreparePayout, SignificantEvent, outbox_key
from kiosk.seat.same_rules import odds_of
from kiosk.seat.state import CashoutStage, JackpotSeen, Lock, LockKind, SeatState, with_lock, without_lock
from kiosk.table.round import Phase

replace = msgspec.structs.replace


def step(context: Context, state: SeatState, event: e.AnyEvent) -> Step:
    """What ``event`` makes of ``state``, and what is to be done about it.

    Raises nothing for bad input: it is refused with a notice or a significant event. A
    :class:`~kiosk.seat.accounts.BookError` is a bug and is not caught.
    """
    return calls.followed(state, later.resumed(context, state, _step(context, state, event)))


def _step(context: Context, state: SeatState, event: e.AnyEvent) -> Step:
    match event:
        case e.Tap() | e.TakeBack() | e.Undo() | e.Clear() | e.Double() | e.Rebet():
            return betting.touch(context, state, event)
        case e.Tick():
            if state.flight is not None and state.flight.n:
                return choices.ask_again(context, state, event.now_ms)
            return slips.maybe_send(context, state, event.now_ms)
        case e.Choose():
            return choices.on_choose(context, state, event)
        case e.LogRead():
            return rounds.on_log(context, state, event)
        case e.CloseWasShown():
            return rounds.on_close_shown(context, state, event)
        case e.SlipRefused() if event.n:
            return choices.on_refused(context, state, event)
        case e.SlipRefused():
            return slips.on_refused(context, state, event)
        case e.SlipUnanswered():
            return slips.on_unanswered(state, event)
        case e.Reported():
            return Step(later.confirmed(state, event.key), (), (event.key,))
        case e.ReportRefused():
            return later.refused(state, event)
        case e.RoundFound():
            return later.on_found(context, state, event)
        case _:
            return _money_or_machine(context, state, event)


def _money_or_machine(context: Context, state: SeatState, event: e.AnyEvent) -> Step:
    match event:
        case e.NoteOffered():
            return cash.on_note_offered(context, state, event)
        case e.NoteIn():
            return cash.on_note_in(context, state, event)
        case e.NoteBack():
            return cash.on_note_back(state, event)
        case e.TicketOffered():
            return cash.on_ticket_offered(context, state, event)
        case e.TicketGood():
            return cash.on_ticket_good(context, state, event)
        case e.TicketBad():
            return cash.on_ticket_bad(state, event)
        case e.TicketIn():
            return cash.on_ticket_in(context, state, event)
        case e.TicketBack():
            return cash.on_ticket_back(state, event)
        case e.AcceptorIs():
            return devices.on_acceptor(state, event)
        case e.PrinterIs():
            return devices.on_printer(state, event)
        case e.ClockIs():
            return Step(*devices.on_clock(state, event.condition))
        case e.ReceiptOut() | e.ReceiptNotOut():
            return devices.on_receipt(state, event)
        case e.AcceptorReady():
            return cash.on_acceptor_ready(state, event)
        case e.Collect():
            return payout.on_collect(state, event)
        case e.BooksChecked():
            return payout.on_checked(state, event)
        case e.PayoutReady():
            return payout.on_ready(context, state, event)
        case e.AuditDone():
            return payout.on_audit(state, event)
        case e.RegistryDone():
            return payout.on_registry_done(state, event)
        case e.RegistryGone():
            return payout.on_registry_gone(state, event)
        case e.TicketPrinted():
            return payout.on_printed(state, event)
        case e.TicketNotPrinted():
            return payout.on_not_printed(state, event)
        case e.TicketUnknown():
            return payout.on_unknown(state, event)
        case e.HandpayConfirmed():
            return payout.on_handpay(context, state, event)
        case e.CancelCredit():
            return payout.on_cancel_credit(state, event)
        case e.ReceiptAgain():
            return payout.on_receipt_again(state, event)
        case e.LockCleared():
            return payout.on_cleared(state, event)
        case _:
            return _machine(context, state, event)


def _machine(context: Context, state: SeatState, event: e.AnyEvent) -> Step:
    match event:
        case e.BooksCompared():
            return other_log.on_compared(state, event)
        case e.LogDiffers():
            return other_log.on_differs(state, event)
        case e.LogReleased():
            return other_log.on_released(state, event)
        case e.LinkUp():
            if state.link:
                return Step(state)
            return Step(later.caught_up(replace(state, link=True)), (SignificantEvent("link-up", "info"),))
        case e.LinkDown():
            if not state.link:
                return Step(state)
            flight = replace(state.flight, unanswered=True) if state.flight is not None else None
            return Step(
                replace(state, link=False, flight=flight), (SignificantEvent("link-down", "warning"),)
            )
        case e.JackpotIs(cents=cents, silent=silent):
            return Step(replace(state, jackpot=JackpotSeen(cents, silent)))
        case e.Called():
            return calls.on_called(state, event)
        case e.DoorIs() | e.OpenedWhileOff() | e.CabinetIs():
            return cabinet.on_cabinet(state, event)
        case e.BoardAdopted():
            return cabinet.on_adopted(state, event)
        case e.ServiceBegan() | e.ServiceEnded():
            return service.on_service(state, event)
        case e.TestPrint() | e.NoteTest():
            return service.on_test(state, event)
        case e.SettingsChanged() | e.SettingsUndone():
            return service.on_settings(state, event)
        case e.Happened() | e.EventAcknowledged() | e.PeriodEnded() | e.SoftwareIs() | e.MinutePassed():
            return service.on_act(state, event)
        case e.StoreFailed():
            return Step(with_lock(state, Lock(LockKind.STORE, event.reason[:300])))
        case e.Restarted():
            return _restart(context, state)
        case _:
            raise TypeError(f"seat event of type {type(event).__name__} is not known")


def _restart(context: Context, state: SeatState) -> Step:
    """After a power cut: chips that were never sent are back on the credit meter, the rest goes on where it stood."""
    draft = state.draft  # after the close it is what stands in the log
    if state.table.phase is Phase.BETTING:
        known = state.flight or state.registered
        draft = known.stakes if known is not None else {}
    elif state.table.phase not in (Phase.CLOSED, Phase.PLAY):
        draft = {}
    if state.layout not in ("", context.layout.name):
        # Another board: what was played on the old one can be neither shown nor bet again on this one.
        state = replace(state, last=None, show_last=False, rebet={})
    state = rounds.read_on(state)
    # The store opened and passed its self-test, so the fault that made it fail is gone.
    state = without_lock(state, LockKind.STORE)
    state = replace(
        state,
        draft=dict(draft),
        history=(),
        sent_at_ms=0,
        link=False,
        jackpot=None,
        layout=context.layout.name,
        odds=odds_of(context.layout),
        note_test=False,
    )
    # Devices start as well and tell anew what is wrong; a lock for what was wrong stays, and may be cleared when the
    # acceptor has answered.
    well = {"acceptor": AcceptorCondition.STARTING, "printer": PrinterCondition.READY}
    if state.flight is not None:  # nobody knows whether it went out: it is asked for again
        state = replace(state, flight=replace(state.flight, unanswered=True))
    state = replace(state, place=context.config.place, **well)
    if state.item is not None:
        state = replace(state, item=replace(state.item, old=True))
    state, changed = service.configured(context, state)
    done: tuple[str, ...] = ()
    if state.cashout is not None and state.cashout.stage is CashoutStage.PREPARING:
        # Nothing was booked yet: the player presses COLLECT again, when the table answers.
        state, done = replace(state, cashout=None), (outbox_key(PreparePayout()),)
    notes: tuple[AnyEffect, ...] = (
        SignificantEvent("power-up", "info", {"round": state.table.number}),
        Count({"power_ups": 1}),
        *changed,
    )
    return Step(state, notes, done)
