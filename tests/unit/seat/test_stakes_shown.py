"""A table that shows other bets of a seat than it has registered: the seat says so, and settles its own."""

import pytest
from msgspec.structs import replace

from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.game import GAME
from kiosk.seat import effects as fx
from kiosk.seat import events as e
from kiosk.seat.config import SeatConfig
from kiosk.seat.context import Context
from kiosk.seat.state import Chosen, Registered, SeatState
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
    assert told(done) == ([] if cents is None else [{"round": 1, "cents": 1_000, "shown": cents}])
    assert done.state.registered.stakes == MINE


def told(done):
    return [one.detail for one in done.effects if isinstance(one, fx.SignificantEvent)]


@pytest.mark.parametrize(
    ("boxes", "shown", "differs"),
    [(("07", "08"), {"08": MINE}, True), (("07", "08"), {}, False), (("08",), {"08": MINE}, False)],
)
def test_that_the_own_box_is_missed_where_stakes_are_told(boxes, shown, differs):
    event = r.FactsEntered(round=1, facts=(Fact(HOLDS, boxes),), stakes=shown)
    done = step(CONTEXT, SEAT, e.LogRead(9, keys.round_event("12", 1, 3), r.encode(event)))
    assert told(done) == ([{"round": 1, "cents": 1_000, "shown": 0}] if differs else [])


BET = {"bet": 2_000}
ASKED = (
    Fact(HOLDS, ("07",)),
    Fact("shuffle", (1,)),
    *[Fact("card", (), "07", "07")] * 5,
    Fact("card", ("Ac",), "dealer"),
    *[Fact("card", (), "dealer", "nobody")] * 4,
)


@pytest.mark.parametrize(
    ("call", "added", "cents"),
    [
        ("fold", {}, None),
        ("fold", {"07": {"bet": 99_900}}, 100_900),
        ("bet", {"07": BET}, None),
        ("bet", {"07": {"bet": 5_000}}, 6_000),
        ("bet", {}, 1_000),
    ],
)
def test_that_what_decisions_are_shown_to_add_is_compared(call, added, cents):
    table = replace(
        CLOSED, phase=Phase.PLAY, entered=ASKED, deciding=1, asked=1, barred=True, stakes={"07": MINE}
    )
    chosen = Chosen(1, call, BET if call == "bet" else {}, 6)
    event = r.DecisionsEntered(round=1, n=1, facts=(Fact("call", (call,), "07"),), stakes=added)
    record = e.LogRead(20, keys.round_event("12", 1, 20), r.encode(event))
    done = step(CONTEXT, replace(SEAT, table=table, chosen=chosen), record)
    mine = MINE | chosen.stakes
    assert done.state.registered.stakes == mine
    assert told(done) == (
        [] if cents is None else [{"round": 1, "cents": sum(mine.values()), "shown": cents}]
    )
