"""Which chips and which result the board shows for a state of the seat. Pure."""

from functools import lru_cache

from kiosk.games.game import Layout
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.table.slips import below_minimum
from kiosk.ui.kit.chips import ChipStack, ChipState
from kiosk.ui.terminal.board.outcome import BoardResult, board_result
from kiosk.ui.terminal.last_round import is_ghost, shown_last


def chips_of(state: SeatState) -> dict[str, ChipStack]:
    """The stakes on the board: the draft. Those of a round that has come to something lie there no more."""
    return {spot: _stack(cents, _how_far(state, spot, cents)) for spot, cents in state.draft.items() if cents}


@lru_cache(maxsize=512)
def _stack(cents: int, state: ChipState) -> ChipStack:
    """The same stack for the same chips: a tap compares sixty that lie there already."""
    return ChipStack(cents, state)


def _how_far(state: SeatState, spot: str, cents: int) -> ChipState:
    if state.registered is not None and state.registered.stakes.get(spot) == cents:
        return ChipState.REGISTERED
    if state.flight is not None and state.flight.stakes.get(spot) == cents:
        return ChipState.SENT
    return ChipState.PLACED


def result_of(layout: Layout, state: SeatState) -> BoardResult | None:
    """The result on the board, as a ghost while the next round takes bets; None while none is shown."""
    last = shown_last(state)
    if last is None or last.settlement is None:
        return None
    return board_result(layout, last.settlement, last.facts, ghost=is_ghost(state))


def below_minimum_of(layout: Layout, state: SeatState) -> frozenset[str]:
    """The spots whose chips are still below the spot's minimum while bets are open."""
    limits = state.table.limits
    if state.table.phase is not Phase.BETTING or limits is None:
        return frozenset()
    return below_minimum(state.draft, layout, limits)
