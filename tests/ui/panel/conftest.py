"""Seats whose rounds are known, for the side panel, Help and recall."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from kiosk.games.sicbo import GAME, dice_fact
from kiosk.resources import layout_reader
from kiosk.seat.accounts import Balances
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.effects import Outcome
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits, SpotLimit
from kiosk.table.round import Phase, Table
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.model import FakeModel

SIZES = (QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160), QSize(1080, 1920))


def read(name):
    return GAME.read_layout(name, layout_reader("sicbo"))


def make_context(name="B"):
    config = SeatConfig(seat="07", table="12", casino="Harbour", chips=(100, 500, 2_500))
    return Context(config, GAME, read(name))


def make_limits(layout, *, unit=100):
    """Limits that differ from kind to kind, so that a mix-up shows."""
    kinds = sorted({spot.kind for spot in layout.spots.values()})
    spots = {kind: SpotLimit(minimum=100 * (n + 1), maximum=10_000 * (n + 1)) for n, kind in enumerate(kinds)}
    return Limits(unit=unit, seat_maximum=777_700, spots=spots)


def rolled(number, *dice):
    return Outcome(number, (dice_fact(dice),))


def void(number, reason="A die is not flat"):
    return Outcome(number, (), reason)


def played(number, stakes, dice=None, *, layout="B", before=100_000, money_in=0, money_out=0):
    """A round as the seat stores it for recall, settled by the game; Void without dice."""
    facts = (dice_fact(dice),) if dice else ()
    settlement = GAME.settle(read(layout), stakes, facts) if dice else None
    after = before + (settlement.paid - settlement.staked if settlement else 0)
    reason = "" if dice else "A die is not flat"
    return Recalled(
        number,
        layout,
        stakes,
        facts,
        settlement,
        reason,
        before,
        after,
        money_in,
        money_out,
        "sicbo",
        2,
        900 + number,
    )


@pytest.fixture(autouse=True)
def fonts(qapp: QApplication) -> None:
    load_fonts()


@pytest.fixture
def seats():
    """The makers of this file: rounds, outcomes, limits, layouts."""
    return SimpleNamespace(
        SIZES=SIZES,
        read=read,
        make_context=make_context,
        make_limits=make_limits,
        rolled=rolled,
        void=void,
        played=played,
    )


@pytest.fixture
def make_model():
    def make(layout="B", outcomes=(), rounds=(), *, credit=100_000, limits=True):
        context = make_context(layout)
        table = Table(
            number=999,
            phase=Phase.BETTING,
            game="sicbo",
            limits=make_limits(context.layout) if limits else None,
        )
        state = SeatState(balances=Balances(credit=credit), table=table)
        return FakeModel(context, state, outcomes=outcomes, rounds=rounds)

    return make
