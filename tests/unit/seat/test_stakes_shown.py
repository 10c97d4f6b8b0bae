"""A table that shows other bets of a seat than it has registered: the seat says so, and settles its own."""

import pytest
from msgspec.structs import replace

from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.game import GAME
from kiosk.seat import effects as fx
from kiosk.seat import events as e
from kiosk.seat.config import SeatConfig
from kiosk.seat.context import Context
from kiosk.seat.state import Registered, SeatState
from kiosk.seat.step import step
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase, Table
from kits.games.stud_dealt import FELT
from kits.games.stud_pit import LIMITS

CONTEXT = Context(SeatConfig(seat="07", table="12", casino="Harbour Casino", chips=(100,)), GAME, FELT)
CLOSED = Table(number=1, phase=Phase.CLOSED, game="stud", limits=LIMITS)
MINE = {"ante": 1_000}
SEAT = replace(SeatState(), table=CLOSED, registered=Registered(1, MINE, 5))


@pytest.mark.parametrize(("shown", "cents"), [(MINE, None), ({"ante": 500}, 500), ({"bet": 1_000}, 1_000)])
def test_that_what_is_shown_of_the_own_bets_is_compared(shown, cents):
    event = r.FactsEntered(round=1, facts=(Fact(HOLDS, ("07",)),), stakes={"07": shown})
    done = step(CONTEXT, SEAT, e.LogRead(9, keys.round_event("12", 1, 3), r.encode(event)))
    told = [one.detail for one in done.effects if isinstance(one, fx.SignificantEvent)]
    assert told == ([] if cents is None else [{"round": 1, "cents": 1_000, "shown": cents}])
    assert done.state.registered.stakes == MINE
