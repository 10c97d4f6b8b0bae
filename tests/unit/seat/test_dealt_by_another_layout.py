"""A seat with another layout than its table's takes no bets, and yet follows what the table plays."""

import pytest
from msgspec.structs import replace

from kiosk.games.game import HOLDS, NOBODY, Fact
from kiosk.games.stud.deal import BURNT, SHUFFLE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import A
from kiosk.seat import events as e
from kiosk.seat.config import SeatConfig
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.seat.seats import make_limits

SHOE, SHUFFLER = Felt(A, burns=True, name="A"), Felt(A, name="B")
FACTS = (Fact(HOLDS, ("1", "2")), Fact(BURNT, (), "", NOBODY))


@pytest.mark.rule("stud:3.10", "stud:3.11")
def test_that_the_next_round_opens_for_it_all_the_same():
    config = SeatConfig(seat="07", table="12", casino="Harbour Casino", chips=(100,))
    context = Context(config, GAME, SHUFFLER, layouts={"A": SHOE, "B": SHUFFLER})
    opened = r.RoundOpened(
        round=1,
        game="stud",
        limits=make_limits(SHOE),
        closes_in_ms=1_000,
        at="2026-11-29T10:00:00Z",
        layout="A",
    )
    nothing = (Fact(HOLDS, ()),)
    state = SeatState()
    for number, first in ((1, (FACTS[0],)), (2, nothing)):
        events = [
            replace(opened, round=number),
            r.BetsClosed(round=number),
            r.FactsEntered(round=number, facts=first),
        ]
        if number == 1:
            events += [
                r.ActStarted(round=number, act=SHUFFLE),
                r.ActEnded(round=number, act=SHUFFLE, times=1),
                r.FactsEntered(round=number, facts=(FACTS[1],)),
                r.IrregularityEntered(
                    round=number, fact=Fact("invalid-hand", ("x",), "1"), by="a", authorised_by="b"
                ),
                r.IrregularityEntered(
                    round=number, fact=Fact("invalid-hand", ("x",), "2"), by="a", authorised_by="b"
                ),
                r.ResultEntered(
                    round=number,
                    facts=(*FACTS, *(Fact("invalid-hand", ("x",), box) for box in ("1", "2"))),
                    by="a",
                ),
                r.RoundEnded(round=number),
            ]
        for n, event in enumerate(events, 1):
            key = keys.round_event("12", number, n)
            state = step(context, state, e.LogRead(state.log_seq + 1, key, r.encode(event))).state
    assert (state.table.number, state.table.phase) == (2, Phase.PLAY)
