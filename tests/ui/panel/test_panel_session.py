"""Which rounds a player may recall: the own ones."""

import msgspec

from kiosk.seat.accounts import Balances
from kiosk.seat.state import SeatState
from kiosk.ui.terminal.recall_session import own_session, rounds_paid_out

PLAYING = SeatState(balances=Balances(credit=5_000))
EMPTY = SeatState()


def _rounds(seats, *meters):
    """Rounds 1, 2, … with credit before and after, newest first."""
    made = [
        seats.played(n, {"big": 100}, (1, 2, 3), before=pair[0]) for n, pair in enumerate(meters, start=1)
    ]
    made = [
        msgspec.structs.replace(one, credit_after=pair[1]) for one, pair in zip(made, meters, strict=True)
    ]
    return list(reversed(made))


def _numbers(rounds):
    return [one.round for one in rounds]


def test_that_a_session_goes_on_while_money_only_comes_in(seats):
    rounds = _rounds(seats, (1_000, 900), (900, 800), (5_800, 5_000))
    assert _numbers(own_session(rounds, PLAYING)) == [3, 2, 1]


def test_that_a_session_begins_where_nothing_was_left(seats):
    rounds = _rounds(seats, (100, 0), (2_000, 1_900), (1_900, 5_000))
    assert _numbers(own_session(rounds, PLAYING)) == [3, 2]


def test_that_a_session_begins_where_money_was_taken(seats):
    rounds = _rounds(seats, (9_000, 8_900), (2_000, 1_900))
    assert _numbers(own_session(rounds, PLAYING)) == [2]
    rounds = _rounds(seats, (9_000, 8_900), (8_900, 5_000))
    rounds[0] = msgspec.structs.replace(rounds[0], money_out=8_900, money_in=5_100)
    assert _numbers(own_session(rounds, PLAYING)) == [2]


def test_that_an_empty_seat_shows_nobody_what_was_cashed_out(seats):
    assert own_session(_rounds(seats, (1_000, 900)), EMPTY) == []


def test_that_who_has_lost_everything_still_sees_how(seats):
    assert _numbers(own_session(_rounds(seats, (200, 100), (100, 0)), EMPTY)) == [2, 1]


def test_that_rounds_before_a_seen_pay_out_are_another_session(seats):
    rounds = _rounds(seats, (1_000, 900), (900, 1_000), (5_800, 5_000))
    assert _numbers(own_session(rounds, PLAYING, paid_out_after=2)) == [3]


def test_that_a_pay_out_is_seen_by_ticket_and_by_hand():
    assert rounds_paid_out(EMPTY, msgspec.structs.replace(EMPTY, ticket_sequence=1))
    assert rounds_paid_out(EMPTY, msgspec.structs.replace(EMPTY, handpays=1))
    assert not rounds_paid_out(EMPTY, PLAYING)
