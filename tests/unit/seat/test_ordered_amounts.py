"""Amounts that a shift manager orders for a seat (rule 5.10): booked once, to the credit or from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Kind
from kiosk.seat.state import Ordered
from kiosk.table import keys
from kiosk.table import records as r
from kits.seat.seats import NUMBERS, TABLE, Play

pytestmark = pytest.mark.rule("sicbo:5.10")


def order(play, cents, number=1, seat="07"):
    record = r.AmountOrdered(
        round=play.number, seat=seat, number=number, cents=cents, by="Mia", authorised_by="Ng"
    )
    return play.read(r.encode(record), keys.round_event(TABLE, play.number, 50 + number))


def booked(play):
    return [
        (post.key, {p.account: p.cents for p in post.postings})
        for post in play.posts
        if post.kind is Kind.ORDERED
    ]


def reports(play, kind):
    return [asked.record for asked in play.asked(f.Report) if isinstance(asked.record, kind)]


@pytest.mark.parametrize("cents", [5_000, -3_000])
def test_that_an_amount_of_either_sign_is_booked_and_reported(cents):
    play = Play().ready(10_000)
    order(play, cents)
    assert play.state.balances.credit == 10_000 + cents
    assert booked(play) == [(f"ordered:{TABLE}:1", {Account.CREDIT: cents, Account.ADJUST: -cents})]
    assert reports(play, r.AmountBooked) == [r.AmountBooked(seat="07", round=1, number=1, cents=cents)]
    assert reports(play, r.OpenItem) == []
    assert ("notice.amount_credited" if cents > 0 else "notice.amount_taken") in play.told


@pytest.mark.parametrize("credit", [0, 1_000])
def test_that_what_is_not_there_to_be_taken_is_an_open_item_and_never_a_negative_credit(credit):
    play = Play().ready(credit)
    order(play, -2_500)
    assert play.state.balances.credit == 0
    assert reports(play, r.AmountBooked)[0].cents == -credit
    assert reports(play, r.OpenItem) == [
        r.OpenItem(seat="07", round=1, decision=0, cents=2_500 - credit, order=1)
    ]
    assert len(booked(play)) == bool(credit)


def test_that_chips_in_play_are_not_touched():
    play = Play().ready(2_000)
    play.bet(big=1_500)
    order(play, -2_000)
    assert (play.state.balances.credit, play.state.balances.escrow) == (0, 1_500)
    play.finish(6, 5, 4)
    assert play.state.balances.credit == 3_000


def test_that_an_order_for_another_seat_is_none_of_this_one():
    play = Play().ready(2_000)
    order(play, 5_000, seat="08")
    assert (play.state.balances.credit, booked(play)) == (2_000, [])


def test_that_an_order_that_comes_twice_is_booked_once():
    play = Play().ready(2_000)
    taken = order(play, 5_000)
    play.do(e.LogRead(play.seq, keys.round_event(TABLE, 1, 51), b"{}"))
    assert taken.state.balances.credit == play.state.balances.credit == 7_000
    assert len(booked(play)) == 1


def test_that_an_order_waits_until_a_ticket_is_certain():
    play = Play().ready(10_000)
    play.finish(1, 2, 3)
    play.collect()
    order(play, -4_000)
    assert (play.state.later, booked(play)) == ((Ordered(1, 1, -4_000),), [])
    play.do(e.RegistryDone("pending", NUMBERS[0]))
    play.do(e.TicketNotPrinted(NUMBERS[0], "jam"))
    assert (play.state.balances.credit, play.state.later) == (6_000, ())


def test_that_an_order_waits_behind_a_decision_that_came_before_it_and_lets_the_next_go_on():
    play = Play().ready(1_000)
    play.bet(big=1_000)
    play.finish(6, 5, 4)
    play.answers = False
    for n, record in enumerate((r.RoundVoided(round=1, reason="x", by="Mia", authorised_by="Ng"),)):
        play.read(r.encode(record), keys.round_event(TABLE, 1, 90 + n))
    order(play, -2_000)
    assert booked(play) == []
    assert play.state.balances.credit == 2_000
    body = next(kept.body for kept in play.asked(f.Remember))
    play.do(e.RoundFound(1, 2, body))
    assert (play.state.balances.credit, play.state.later) == (0, ())
    assert reports(play, r.OpenItem)[0].cents == 1_000


@given(st.lists(st.integers(-5_000, 5_000).filter(bool), max_size=8), st.integers(0, 6_000))
def test_that_credit_is_never_negative_and_what_is_ordered_is_booked_or_open(orders, credit):
    play = Play().ready(credit)
    for number, cents in enumerate(orders, start=1):
        order(play, cents, number)
        assert play.state.balances.credit >= 0
    opened = sum(item.cents for item in reports(play, r.OpenItem))
    done = sum(report.cents for report in reports(play, r.AmountBooked))
    assert done - opened == sum(orders)
    assert play.state.balances.credit == credit + done
    assert play.state.balances.adjust == -done
