"""The player's fingers: what a tap does to the chips on the board. Nothing here leaves the seat."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Spot
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import Notice
from kiosk.seat.events import Clear, Double, Rebet, TakeBack, Tap, Undo
from kiosk.seat.state import HISTORY_LENGTH, SeatState, Stakes
from kiosk.table.records import Limits, SpotLimit
from kiosk.table.round import Phase

BETS = "bets"  # the window of spots on which chips may lie before the close
Fingers = Tap | TakeBack | Undo | Clear | Double | Rebet


def why_no_bets(state: SeatState) -> str | None:
    """The message key of the reason why no bet can be placed now, or None (rules 3.2 and 3.5)."""
    if state.locks:
        return "notice.locked"
    if not state.link:
        return "notice.link_down"
    if state.cashout is not None:
        return "notice.paying_out"
    if state.later:
        return "notice.correcting"
    if state.table.phase is not Phase.BETTING or state.table.limits is None:
        return "notice.no_more_bets"
    return None


def why_not_here(context: Context, state: SeatState) -> str | None:
    """Money never meets the cards of a demonstration, nor simulated money a table that plays for money; and who has
    another layout than the one by which the table is dealt to does not follow its rounds."""
    dealt_by = state.table.layout or context.layout.name
    here = state.table.demonstration is context.config.demonstration and dealt_by == context.layout.name
    return None if here else "notice.demonstration"


def touch(context: Context, state: SeatState, event: Fingers) -> Step:
    """The step of one touch; refused with a notice when bets cannot be placed."""
    reason = why_no_bets(state) or why_not_here(context, state)
    if reason is not None:
        return Step(state, (Notice(reason),))
    limits = state.table.limits
    assert limits is not None  # noqa: S101 - why_no_bets has just said so
    match event:
        case Tap():
            return _tap(context, state, limits, event)
        case TakeBack():
            return _take_back(context, state, event)
        case Undo():
            return _undo(state)
        case Clear():
            return Step(_changed(state, {}))
        case Double():
            doubled = {spot: _only(context, limits, spot) or 2 * stake for spot, stake in state.draft.items()}
            return _all_or_nothing(context, state, limits, doubled, "notice.nothing_to_double")
        case Rebet():
            again = {
                spot: _only(context, limits, spot) or stake + state.draft.get(spot, 0)
                for spot, stake in state.rebet.items()
                if not _is_closed(context.layout.spots.get(spot), limits, state)
            }
            wanted = state.draft | again
            if not state.rebet:
                return Step(state, (Notice("notice.nothing_to_rebet"),))
            return _all_or_nothing(context, state, limits, wanted, "notice.nothing_to_rebet")


def _is_closed(spot: Spot | None, limits: Limits, state: SeatState) -> bool:
    """Whether it is the jackpot's, and takes no bets: the round offers none, or the jackpot is silent (Stud 5.18.2 c).

    What lies there already stays; bets are placed again without it.
    """
    silent = state.jackpot is not None and state.jackpot.silent
    return spot is not None and spot.jackpot and (silent or spot.kind not in limits.spots)


def _only(context: Context, limits: Limits, spot: str) -> int | None:
    """The one amount that this round takes on the spot, whatever the last one took; None where there are several."""
    known = context.layout.spots.get(spot)
    limit = limits.spots.get(known.kind) if known is not None else None
    return limit.only if limit is not None else None


def spendable(state: SeatState) -> int:
    """Cents that chips on the board may add up to: what the seat owes the player and may let go."""
    return owed(state) - state.held


def reserve_of(context: Context, stakes: Stakes) -> int:
    """Cents that the credit must keep beside these stakes; an unknown spot asks for nothing."""
    spots = context.layout.spots
    if not stakes.keys() <= spots.keys():
        stakes = {spot: stake for spot, stake in stakes.items() if spot in spots}
    return context.game.reserve(context.layout, stakes)


def bets_of(context: Context, stakes: Stakes) -> Stakes:
    """Of a round's stakes those that were bets: what decisions have added is not bet again."""
    spots = context.layout.spots
    return {spot: cents for spot, cents in stakes.items() if spots[spot].window == BETS}


def owed(state: SeatState) -> int:
    """Cents that the seat owes the player."""
    return state.balances.credit + state.balances.escrow


def _changed(state: SeatState, draft: Stakes) -> SeatState:
    if draft == state.draft:
        return state
    history = (*state.history, state.draft)[-HISTORY_LENGTH:]
    return msgspec.structs.replace(state, draft=draft, history=history, show_last=False)


def _tap(context: Context, state: SeatState, limits: Limits, tap: Tap) -> Step:
    spot = context.layout.spots.get(tap.spot)
    limit = limits.spots.get(spot.kind) if spot is not None and spot.window == BETS else None
    if _is_closed(spot, limits, state):
        return Step(state, (Notice("notice.jackpot_closed"),))
    if limit is None or tap.cents <= 0:
        return Step(state, (Notice("notice.no_such_spot"),))
    if spot is not None and spot.needs and not state.draft.get(spot.needs):
        return Step(state, (Notice("notice.needs_main_bet"),))
    stake = state.draft.get(tap.spot, 0)
    total = state.on_board
    left = _left(context, state, limits, tap.spot)
    if left < limits.unit:
        return Step(state, (Notice("notice.no_credit"),))
    maximum = _most(spot, limit, state.draft)
    room = {
        "notice.spot_maximum": maximum - stake,
        "notice.seat_maximum": limits.seat_maximum - total,
        "notice.short_credit": left,
    }
    why = min(room, key=lambda key: room[key])
    # A stake of one amount alone (a jackpot Bet, Stud 3.3) is placed by whatever chip the player holds.
    wanted = limit.minimum if limit.only is not None else tap.cents
    added = min(wanted, room[why]) // limits.unit * limits.unit
    if limit.only is not None and added < wanted and why == "notice.short_credit":
        return Step(state, (Notice("notice.no_credit"),))
    if limit.only is not None and added < wanted:
        added = 0
    told = []
    if added < wanted:
        cents = limits.seat_maximum if why == "notice.seat_maximum" else maximum
        told.append(Notice(why, {"cents": cents}))
    elif stake + added < limit.minimum:
        told.append(Notice("notice.below_minimum", {"cents": limit.minimum - stake - added}))
    if added <= 0:
        return Step(state, tuple(told))
    return Step(_changed(state, state.draft | {tap.spot: stake + added}), tuple(told))


def _most(spot: Spot | None, limit: SpotLimit, stakes: Stakes) -> int:
    """Cents that the spot takes at most beside these stakes (Blackjack 3.13.2.d)."""
    if spot is None or not spot.capped:
        return limit.maximum
    return min(limit.maximum, stakes.get(spot.needs, 0))


def _left(context: Context, state: SeatState, limits: Limits, spot: str) -> int:
    """Cents of the credit that may still go on the spot, with what must follow them (each unit asks for as much)."""
    reserve = reserve_of(context, state.draft)
    more = reserve_of(context, state.draft | {spot: state.draft.get(spot, 0) + limits.unit}) - reserve
    left = spendable(state) - state.on_board - reserve
    return left if not more else left // (limits.unit + more) * limits.unit


def _take_back(context: Context, state: SeatState, event: TakeBack) -> Step:
    left = {spot: stake for spot, stake in state.draft.items() if spot != event.spot}
    return Step(_changed(state, with_what_they_need(context, left)))


def with_what_they_need(context: Context, stakes: Stakes) -> Stakes:
    """The stakes without those whose main bet is not among them (Stud: decision S35)."""
    spots = context.layout.spots
    return {
        spot: stake
        for spot, stake in stakes.items()
        if spot not in spots or not spots[spot].needs or stakes.get(spots[spot].needs)
    }


def _undo(state: SeatState) -> Step:
    if not state.history:
        return Step(state, (Notice("notice.nothing_to_undo"),))
    before = state.history[-1]
    if sum(before.values()) > spendable(state):
        return Step(state, (Notice("notice.no_credit"),))
    return Step(msgspec.structs.replace(state, draft=before, history=state.history[:-1], show_last=False))


def _all_or_nothing(context: Context, state: SeatState, limits: Limits, wanted: Stakes, nothing: str) -> Step:
    if not wanted or wanted == state.draft:
        return Step(state, (Notice(nothing),))
    if sum(wanted.values()) + reserve_of(context, wanted) > spendable(state):
        return Step(state, (Notice("notice.no_credit_for_all", {"cents": sum(wanted.values())}),))
    if sum(wanted.values()) > limits.seat_maximum:
        return Step(state, (Notice("notice.seat_maximum_for_all", {"cents": limits.seat_maximum}),))
    for spot, stake in wanted.items():
        # The bets to repeat may come from another layout, or from before the limits were changed.
        known = context.layout.spots.get(spot)
        limit = limits.spots.get(known.kind) if known is not None else None
        if limit is None or stake % limits.unit:
            return Step(state, (Notice("notice.no_such_spot"),))
        if known is not None and known.needs and not wanted.get(known.needs):
            return Step(state, (Notice("notice.needs_main_bet"),))
        if stake > (maximum := _most(known, limit, wanted)):
            return Step(state, (Notice("notice.spot_maximum_for_all", {"cents": maximum}),))
    return Step(_changed(state, wanted))
