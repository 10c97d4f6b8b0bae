"""The choice's way: from the player's finger into escrow and the log, registered or returned, exactly as a slip's."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Decide, Extra, Window
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import AnyEffect, Notice, Send, SignificantEvent, outbox_key, sent_key
from kiosk.seat.events import Choose, SlipRefused
from kiosk.seat.slips import ASK_AGAIN_MS, hold_escrow, in_flight
from kiosk.seat.state import Chosen, Flight, Lock, LockKind, Registered, SeatState, Stakes, with_lock
from kiosk.table.log import RefusedBecause
from kiosk.table.records import Choice
from kiosk.table.round import Phase, Table
from kiosk.table.slips import is_absence, why_no_choice, why_unregistered, window_of

replace = msgspec.structs.replace


def window(context: Context, state: SeatState) -> Window | None:
    """What this seat's box may decide now, as the player sees it; None when it is not its turn."""
    table, registered = state.table, state.registered
    if table.barred or registered is None:
        return None
    seat = context.config.seat
    return window_of(context.game, context.layout, table, state.facts, seat, registered.stakes)


def why_no_choices(state: SeatState) -> str | None:
    """The message key of the reason why nothing can be decided here now, or None."""
    if state.locks:
        return "notice.locked"
    if not state.link:
        return "notice.link_down"
    return "notice.correcting" if state.later else None


def can_add(state: SeatState) -> int:
    """Cents that a choice may add: all of the credit, what this round has paid already with it (Blackjack 3.13).

    What another round gave and the log does not hold yet, the House may pay by hand.
    """
    others = sum(found.cents for found in state.unconfirmed if found.round != state.table.number)
    return max(0, state.balances.credit - others)


def amounts(extra: Extra, unit: int, credit: int) -> range:
    """The stakes in cents that a choice may add there: what is asked for, in units, and the credit carries.

    None: the credit carries no choice that asks for it.
    """
    least = -(-extra.least // unit) * unit
    return range(least, min(extra.most, credit) + 1, unit)


def on_choose(context: Context, state: SeatState, event: Choose) -> Step:
    """The player decides, once and for good; refused with a notice where it cannot be."""
    if (reason := why_no_choices(state)) is not None:
        return Step(state, (Notice(reason),))
    found = window(context, state)
    limits = state.table.limits
    if found is None or limits is None or state.flight is not None:
        return Step(state, (Notice("notice.no_decision"),))
    if state.chosen is not None:
        return Step(state, (Notice("notice.decided_already"),))
    if sum(event.stakes.values()) > can_add(state):
        return Step(state, (Notice("notice.no_credit"),))
    rev = state.rev + 1
    choice = _choice(context, state, Flight(rev, event.stakes, n=state.table.deciding, choice=event.choice))
    if why_no_choice(choice, found, context.layout, limits) is not None:
        return Step(state, (Notice("notice.no_decision"),))
    flight = Flight(rev, dict(event.stakes), n=choice.n, choice=event.choice)
    state, effects = hold_escrow(context, replace(state, rev=rev, flight=flight), f"choose-{choice.n}-{rev}")
    return Step(state, (*effects, Send(choice)))


def _choice(context: Context, state: SeatState, flight: Flight) -> Choice:
    asks = context.rules_by(state.table.layout).asked(state.table.entered)
    return Choice(
        seat=context.config.seat,
        round=state.table.number,
        n=flight.n,
        rev=flight.rev,
        window=asks.window if isinstance(asks, Decide) else "",
        choice=flight.choice,
        stakes=dict(flight.stakes),
    )


def ask_again(context: Context, state: SeatState, now_ms: int) -> Step:
    """A choice that had no answer goes out once more: a repeat finds its own record, so it does no harm."""
    flight = state.flight
    if flight is None or not flight.unanswered or not state.link or flight.n != state.table.deciding:
        return Step(state)
    if 0 <= now_ms - state.sent_at_ms < ASK_AGAIN_MS:
        return Step(state)
    state = replace(state, flight=replace(flight, unanswered=False), sent_at_ms=now_ms)
    return Step(state, (Send(_choice(context, state, flight)),))


def on_refused(context: Context, state: SeatState, event: SlipRefused) -> Step:
    """The log refused the choice for good: what it added goes back."""
    done = (sent_key(event.round, event.rev, event.n),)
    if not in_flight(state, event.round, event.rev, event.n):
        return Step(state, (), done)
    if event.because is not RefusedBecause.BARRED:
        detail = f"choice {event.rev} of decision {event.n} of round {event.round} was refused: {event.because.value}"
        return _foreign(state, detail, done)
    state, effects = _drop(context, state)
    return Step(state, (*effects, Notice("notice.not_decided")), done)


def on_opened(state: SeatState) -> Step:
    """The boxes may decide: nothing is chosen yet. More time for the same decision changes nothing."""
    if state.chosen is not None or state.flight is not None:
        return Step(state)
    return Step(replace(state, rev=0))


def on_own_choice(context: Context, state: SeatState, seq: int, choice: Choice) -> Step:
    """A choice of this seat stands in the log: registered if it may be made, is the first and stands before the bar."""
    done = (outbox_key(Send(choice)),)
    flying = in_flight(state, choice.round, choice.rev, choice.n)
    if state.chosen is not None and not flying and choice.rev <= state.rev:
        return Step(state, (), done)
    why = why_unregistered(choice, state.table, window(context, state), context.layout, decided=False)
    if why is not None:
        state, effects = _drop(context, state) if flying else (state, ())
        return Step(state, (*effects, SignificantEvent("slip-ignored", "warning", {"detail": why})), done)
    flight = state.flight
    same = flight is not None and (flight.choice, flight.stakes) == (choice.choice, choice.stakes)
    if choice.rev > state.rev or (flying and not same):
        # Whatever this seat sends it has written down before: another machine plays under its name.
        return _foreign(
            state, f"the log holds the choice '{choice.choice}' that this seat did not send", done
        )
    chosen = Chosen(choice.rev, choice.choice, choice.stakes, seq)
    after = replace(state, chosen=chosen, flight=None if flying else flight)
    after, effects = hold_escrow(context, after, f"chosen-{choice.n}-{choice.rev}")
    return Step(_on_board(after), effects, done)


def on_closed(context: Context, state: SeatState) -> Step:
    """No more decisions: what was sent and does not stand in the log goes back."""
    if state.flight is None:
        return Step(state)
    done = (sent_key(state.table.number, state.flight.rev, state.flight.n),)
    state, effects = _drop(context, state)
    return Step(_on_board(state), (*effects, Notice("notice.not_decided")), done)


def on_entered(context: Context, before: SeatState, state: SeatState) -> Step:
    """What the log has for this box is what counts, and its stakes are in play."""
    n, rev, chosen = before.table.deciding, before.rev, before.chosen
    asks = context.rules_by(before.table.layout).asked(before.table.entered)
    name = asks.window if isinstance(asks, Decide) else ""
    new = state.table.entered[len(before.table.entered) :]
    told = next(
        (fact.values[0] for fact in new if fact.at == context.config.seat and fact.name == name), None
    )
    if chosen is not None and state.registered is not None and told != chosen.choice:
        # The order of one log is the judge: what stands in it before the bar must be what counts.
        state, effects = hold_escrow(context, replace(state, chosen=None), f"decided-{n}-{rev}")
        detail = f"round {state.table.number}: the table counts '{told}' for the choice '{chosen.choice}'"
        step = _foreign(_on_board(state), detail, ())
        return Step(step.state, (*effects, *step.effects))
    if chosen is not None and state.registered is not None:
        state = replace(state, registered=_added(state.registered, chosen.stakes), chosen=None)
    elif told is not None:
        return _decided_without(window(context, replace(before, table=_open(before))), state, told)
    return Step(_on_board(state))


def _decided_without(asked: Window | None, state: SeatState, told: int | str) -> Step:
    """The table counts something for this box, which has no choice in the log."""
    number = state.table.number
    if is_absence(asked, told):
        # Its bets come back, whatever its player may have seen (Stud S15): staff look for it here, too.
        return Step(_on_board(state), (SignificantEvent("box-absent", "attention", {"round": number}),))
    if asked is not None and told not in (asked.default, asked.absent):
        # As where a log was put back: what was staked by it is not in play here, and staff must see to it.
        detail = f"round {number}: the table counts '{told}', which this seat has not chosen"
        return _foreign(_on_board(state), detail, ())
    return Step(_on_board(state))


def _open(state: SeatState) -> Table:
    """The decision as it was before the bar."""
    return replace(state.table, barred=False)


def on_undone(context: Context, before: SeatState, state: SeatState) -> Step:
    """A fact was corrected while the decision was open: it is opened anew, and nothing is chosen."""
    n, rev = before.table.deciding, before.flight.rev if before.flight is not None else before.rev
    done = (sent_key(state.table.number, rev, n),) if before.flight is not None else ()
    chose = before.chosen is not None or before.flight is not None
    state = replace(state, chosen=None, flight=None)
    state, effects = hold_escrow(context, state, f"undone-{n}-{rev}")
    told = (Notice("notice.decide_anew"),) if chose else ()
    return Step(_on_board(state), (*effects, *told), done)


def _added(registered: Registered, stakes: Stakes) -> Registered:
    every = dict(registered.stakes)
    for spot, cents in stakes.items():
        every[spot] = every.get(spot, 0) + cents
    return replace(registered, stakes=every)


def _on_board(state: SeatState) -> SeatState:
    """The chips that the player sees are those that stand in the log."""
    if state.table.phase is Phase.BETTING or state.registered is None:
        return state
    stakes = state.chosen.stakes if state.chosen is not None else {}
    return replace(state, draft=dict(_added(state.registered, stakes).stakes))


def _drop(context: Context, state: SeatState) -> tuple[SeatState, tuple[AnyEffect, ...]]:
    n, rev = (state.flight.n, state.flight.rev) if state.flight is not None else (0, 0)
    return hold_escrow(context, replace(state, flight=None), f"dropped-{n}-{rev}")


def _foreign(state: SeatState, detail: str, done: tuple[str, ...]) -> Step:
    state = with_lock(state, Lock(LockKind.FOREIGN_SLIP, detail, round=state.table.number))
    return Step(state, (SignificantEvent("foreign-slip", "fault", {"detail": detail}),), done)
