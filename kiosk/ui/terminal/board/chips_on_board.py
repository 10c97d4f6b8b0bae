"""Which chips and winners the board shows for a state of the seat. Pure."""

from kiosk.games.game import Layout
from kiosk.games.sicbo import SicBoLayout, dice_of, winning_spots
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.round import Phase
from kiosk.table.slips import below_minimum
from kiosk.ui.shared.chips import ChipStack, ChipState


def chips_of(state: SeatState) -> dict[str, ChipStack]:
    """The chips on the board: the draft, or those of the last round until the next round's first tap."""
    last = shown_last(state)
    if last is not None:
        stakes = {} if last.void_reason else last.stakes
        return {spot: ChipStack(cents, ChipState.REGISTERED) for spot, cents in stakes.items() if cents > 0}
    return {
        spot: ChipStack(cents, _how_far(state, spot, cents)) for spot, cents in state.draft.items() if cents
    }


def shown_last(state: SeatState) -> LastRound | None:
    """The last round while it is what the board shows."""
    return state.last if state.show_last and not state.draft else None


def _how_far(state: SeatState, spot: str, cents: int) -> ChipState:
    if state.registered is not None and state.registered.stakes.get(spot) == cents:
        return ChipState.REGISTERED
    if state.flight is not None and state.flight.stakes.get(spot) == cents:
        return ChipState.SENT
    return ChipState.PLACED


def winners_of(layout: Layout, state: SeatState) -> dict[str, int | None] | None:
    """Every spot that the last result makes win, with what a stake there has paid in cents (stake included).

    None while no result is shown.
    """
    last = shown_last(state)
    if last is None or last.settlement is None or not last.facts or not isinstance(layout, SicBoLayout):
        return None
    paid = {spot: result.returned + result.won for spot, result in last.settlement.spots.items()}
    return {spot: paid.get(spot) or None for spot in winning_spots(layout, dice_of(last.facts))}


def below_minimum_of(layout: Layout, state: SeatState) -> frozenset[str]:
    """The spots whose chips are still below the spot's minimum while bets are open."""
    limits = state.table.limits
    if state.table.phase is not Phase.BETTING or limits is None:
        return frozenset()
    return below_minimum(state.draft, layout, limits)


def bet_shown(state: SeatState) -> int:
    """The BET meter in cents: chips on the board while bets are open, afterwards what is or was at stake."""
    last = shown_last(state)
    if last is not None:
        return 0 if last.void_reason else sum(last.stakes.values())
    if state.table.phase is Phase.BETTING:
        return state.on_board
    return sum(state.registered.stakes.values()) if state.registered is not None else state.balances.escrow
