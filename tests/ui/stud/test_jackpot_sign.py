"""The display of the jackpot: its figures run to a new value, and stand still otherwise."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from kiosk.seat.state import JackpotSeen, SeatState
from kiosk.table.records import JackpotOffer, Limits, SpotLimit
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.stud.sign import JackpotSign
from kits.games.stud_dealt import FELT


@pytest.fixture
def make_sign(qtbot):
    def make(*, animations):
        sign = JackpotSign(Style(Texts(Language.EN), Scale(1.0)), animations=animations)
        qtbot.addWidget(sign)
        sign.resize(400, 170)
        sign.show()
        qtbot.waitExposed(sign)
        return sign

    return make


def test_that_the_first_value_stands_at_once(make_sign):
    sign = make_sign(animations=True)
    sign.show_cents(5_000_000)
    assert (sign.shown, sign.moving) == (5_000_000, False)


def test_that_the_figures_run_to_a_new_value_and_stop(make_sign, qtbot):
    sign = make_sign(animations=True)
    sign.show_cents(5_000_000)
    sign.show_cents(5_000_070)
    assert sign.moving
    assert 5_000_000 <= sign.shown <= 5_000_070
    qtbot.waitUntil(lambda: not sign.moving)
    assert sign.shown == 5_000_070


def test_that_nothing_runs_where_nothing_may_move(make_sign):
    sign = make_sign(animations=False)
    sign.show_cents(5_000_000)
    sign.show_cents(5_100_000)
    assert (sign.shown, sign.moving) == (5_100_000, False)


def test_that_the_same_value_starts_nothing(make_sign):
    sign = make_sign(animations=True)
    sign.show_cents(5_000_000)
    sign.show_cents(5_000_000)
    assert not sign.moving


def test_that_it_shows_what_the_round_offers_and_keeps_it_while_the_jackpot_is_silent(make_sign):
    sign = make_sign(animations=False)
    context, state = SimpleNamespace(layout=FELT), SeatState()
    offer = JackpotOffer(name="main", terms=1, bet=100, reset=5_000_000, shown=12_345_678)
    sign.show_state(context, state)
    assert sign.shown == FELT.reset
    for jackpot in (offer, None):
        sign.show_state(context, replace(state, table=replace(state.table, jackpot=jackpot)))
        assert sign.shown == 12_345_678


OFFER = JackpotOffer(name="main", terms=1, bet=100, reset=5_000_000, shown=12_345_678)
LIMITS = Limits(100, 20_100, {"jackpot": SpotLimit(100, 100)})


def offered(**state):
    found = SeatState(link=True, **state)
    return replace(found, table=replace(found.table, jackpot=OFFER, limits=LIMITS))


@pytest.mark.rule("stud:1.13")
def test_that_it_moves_with_the_meter_that_all_tables_share(make_sign):
    sign, context = make_sign(animations=False), SimpleNamespace(layout=FELT)
    for heard, shown in ((None, OFFER.shown), (12_345_708, 12_345_708), (5_000_000, 5_000_000)):
        sign.show_state(context, offered(jackpot=JackpotSeen(heard) if heard else None))
        assert (sign.shown, sign.closed) == (shown, False)


@pytest.mark.rule("stud:5.18.2")
def test_that_it_says_that_no_bets_are_taken_while_the_meter_or_the_link_is_silent(make_sign):
    sign, context = make_sign(animations=False), SimpleNamespace(layout=FELT)
    sign.show_state(context, offered(jackpot=JackpotSeen(12_345_708, silent=True)))
    assert (sign.shown, sign.closed) == (12_345_708, True)
    sign.show_state(context, replace(offered(jackpot=JackpotSeen(12_345_708)), link=False))
    assert sign.closed
    sign.show_state(context, offered(jackpot=JackpotSeen(12_345_708)))
    assert not sign.closed
