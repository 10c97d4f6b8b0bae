"""A recalled round as it is shown: read from what was stored, never worked out anew (money: Recall)."""

from dataclasses import dataclass

from kiosk.games.game import Fact, Layout, UnknownLayout
from kiosk.resources import layout_reader
from kiosk.seat.context import Context
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import LastRound, SeatState
from kiosk.table.facts import hidden
from kiosk.table.round import Phase, Table
from kiosk.ui.kit.chips import ChipStack, ChipState


@dataclass(frozen=True)
class Line:
    """One Bet of a recalled round: spot, stake, what came back of it and what it won on top, in cents."""

    spot: str
    staked: int
    returned: int
    won: int


def lines(one: Recalled) -> list[Line]:
    """Every Bet of the round as settled; of a Void round as returned (rule 5.9). The largest pay-out first."""
    if one.settlement is None:
        made = [Line(spot, cents, cents, 0) for spot, cents in one.stakes.items()]
    else:
        made = [
            Line(spot, result.staked, result.returned, result.won)
            for spot, result in one.settlement.spots.items()
        ]
    return sorted(made, key=lambda line: (-line.won, -line.staked))


def chips(one: Recalled) -> dict[str, ChipStack]:
    """The chips as they were registered."""
    return {spot: ChipStack(cents, ChipState.REGISTERED) for spot, cents in one.stakes.items() if cents > 0}


def as_it_ended(one: Recalled) -> SeatState:
    """A seat at which this round has just ended, for what shows a game as a seat does."""
    phase = Phase.RESULT if one.settlement is not None else Phase.VOID
    facts = _as_seen(one)
    last = LastRound(one.round, one.stakes, facts, one.settlement, one.void_reason, corrected=True)
    table = Table(number=one.round, phase=phase, game=one.game, facts=facts)
    return SeatState(link=True, table=table, last=last)


def _as_seen(one: Recalled) -> tuple[Fact, ...]:
    """The facts with what this seat alone has seen of them, in their order."""
    own, found = list(one.own or ()), []
    for fact in one.facts:
        mine = bool(own) and not fact.values and fact == hidden(own[0])
        found.append(own.pop(0) if mine else fact)
    return tuple(found)


def layout_of(one: Recalled, context: Context) -> Layout | None:
    """The layout that the round was played on; None when this seat does not have it any more."""
    found: Layout = context.layout
    if one.layout != found.name:
        try:
            found = context.game.read_layout(one.layout, layout_reader(context.game.name))
        except UnknownLayout:
            return None
    return found
