"""What a result makes of the spots of a board: three looks that are told apart without their colours too."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kiosk.games.game import Fact, Layout, Settlement
from kiosk.ui.kit.chips import ChipStack, ChipState
from kiosk.ui.terminal.game_part import game_part


class Lit(StrEnum):
    """How a spot looks once the result is known."""

    GAIN = "gain"  # filled with gold: an own bet that has won in a round with a gain
    EVEN = "even"  # filled with ivory: one that has won in a round without, or was given back, or half of it
    OTHER = "other"  # framed, not filled: it has won and nobody here had a chip on it
    GHOST_GAIN = "ghost gain"  # the frames of the three while the next round takes bets
    GHOST_EVEN = "ghost even"
    GHOST_OTHER = "ghost other"


@dataclass(frozen=True)
class BoardResult:
    """The spots that a result lights, and the stacks that lie there instead of the stakes."""

    lit: Mapping[str, Lit]
    stacks: Mapping[str, ChipStack]


def board_result(
    layout: Layout, settlement: Settlement, facts: tuple[Fact, ...], *, ghost: bool = False
) -> BoardResult | None:
    """The board after a result. None for a round without facts.

    guarantee: gold is on the board only where more was paid than staked, in a round that has left the player with
    more than before.
    """
    if not facts:
        return None
    gain = settlement.paid > settlement.staked
    stacks, lit = {}, {}
    for spot in game_part(layout.game).winning(layout, facts):
        if spot in layout.spots:
            lit[spot] = Lit.GHOST_OTHER if ghost else Lit.OTHER
    for spot, (staked, paid) in _on_board(layout, settlement).items():
        if not paid:
            stacks[spot] = ChipStack(staked, ChipState.LOST, ghost=ghost)
            continue
        golden = gain and paid > staked
        lit[spot] = _own_look(gain=golden, ghost=ghost)
        stacks[spot] = ChipStack(paid, ChipState.PAID if golden else ChipState.RETURNED, ghost=ghost)
    return BoardResult(lit, stacks)


def _on_board(layout: Layout, settlement: Settlement) -> dict[str, tuple[int, int]]:
    """What was staked and paid at every spot of the board, in cents.

    What a decision added at a spot that the board has not (a Split, a double) counts where the bet lies that it was
    added to: the board and what was paid must agree.
    """
    on_board: set[str] = set().union(*(board.spots for board in layout.boards.values()))
    found: dict[str, tuple[int, int]] = {}
    for spot, result in settlement.spots.items():
        known = layout.spots.get(spot)
        place = (
            known.added.on if spot not in on_board and known is not None and known.added is not None else spot
        )
        if place not in on_board or not result.staked:
            continue
        staked, paid = found.get(place, (0, 0))
        found[place] = staked + result.staked, paid + result.returned + result.won
    return found


def _own_look(*, gain: bool, ghost: bool) -> Lit:
    if ghost:
        return Lit.GHOST_GAIN if gain else Lit.GHOST_EVEN
    return Lit.GAIN if gain else Lit.EVEN
