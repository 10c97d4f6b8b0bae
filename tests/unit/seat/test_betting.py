"""The player's fingers: when chips may be placed, how many, and what takes them back."""

import msgspec
import pytest

from kiosk.seat import events as e
from kiosk.seat.state import HISTORY_LENGTH, Lock, LockKind, with_lock
from kits.seat.seats import LAYOUTS, Play, make_limits

FINGERS = [e.Tap("big", 500), e.TakeBack("big"), e.Undo(), e.Clear(), e.Double(), e.Rebet()]
by_finger = pytest.mark.parametrize("event", FINGERS, ids=lambda event: type(event).__name__)


def refused(play, event, why):
    """The touch changes nothing and says why."""
    before = play.state
    play.told.clear()
    play.do(event)
    assert play.state == before
    assert play.told == [why]


# --- when (rules 3.2 and 3.5) -------------------------------------------------------------------------------------


@pytest.mark.rule("sicbo:3.2")
@by_finger
def test_that_no_chip_moves_before_the_notice_for_bets(event):
    play = Play()
    play.do(e.LinkUp())
    play.credit(10_000)
    refused(play, event, "notice.no_more_bets")


@pytest.mark.rule("sicbo:3.2", "sicbo:1.6", "sicbo:1.7")
def test_that_a_chip_lands_from_the_notice_on():
    play = Play().ready()
    play.tap("big", 500)
    assert play.state.draft == {"big": 500}


@pytest.mark.rule("sicbo:3.5")
@by_finger
@pytest.mark.parametrize("tumbled", [0, 1, 2, 3])
def test_that_no_chip_moves_from_no_more_bets_to_the_next_round(event, tumbled):
    play = Play().ready()
    play.bet(big=500)
    play.close()
    if tumbled > 0:
        play.tumble()
    if tumbled > 1:
        play.result(1, 2, 3)
    if tumbled > 2:
        play.end()
    refused(play, event, "notice.no_more_bets")


@by_finger
def test_that_a_locked_seat_takes_no_bets(event):
    play = Play().ready()
    play.state = with_lock(play.state, Lock(LockKind.PRINTER))
    refused(play, event, "notice.locked")


@by_finger
def test_that_a_seat_without_the_table_takes_no_bets(event):
    play = Play().ready()
    play.do(e.LinkDown())
    refused(play, event, "notice.link_down")


@by_finger
def test_that_no_chip_moves_while_the_credit_is_paid_out(event):
    play = Play().ready()
    play.do(e.Collect())
    refused(play, event, "notice.paying_out")


# --- how many -----------------------------------------------------------------------------------------------------


def play_with(minimum=500, maximum=2_000, unit=100, seat_maximum=5_000, credit=100_000):
    play = Play()
    play.limits = make_limits(
        LAYOUTS["A"], minimum=minimum, maximum=maximum, unit=unit, seat_maximum=seat_maximum
    )
    return play.ready(credit)


def test_that_taps_on_one_spot_add_up():
    play = play_with()
    play.tap("big", 500)
    play.tap("big", 1_000)
    assert play.state.draft == {"big": 1_500}
    assert play.told == ["notice.note_in"]


def test_that_a_tap_adds_up_to_the_maximum_of_the_spot_and_says_so():
    play = play_with()
    play.tap("big", 1_500)
    play.tap("big", 1_000)
    assert play.state.draft == {"big": 2_000}
    assert play.told[-1] == "notice.spot_maximum"
    refused(play, e.Tap("big", 500), "notice.spot_maximum")


def test_that_a_tap_adds_up_to_the_maximum_of_the_seat_and_says_so():
    play = play_with()
    for spot in ("big", "small"):
        play.tap(spot, 2_000)
    play.tap("odd", 2_000)
    assert play.state.on_board == 5_000
    assert play.told[-1] == "notice.seat_maximum"


def test_that_a_tap_below_the_minimum_says_what_is_missing():
    play = play_with()
    taken = play.tap("big", 100)
    assert play.state.draft == {"big": 100}
    assert (taken.effects[0].key, taken.effects[0].values) == ("notice.below_minimum", {"cents": 400})


def test_that_chips_never_exceed_the_credit():
    play = play_with(minimum=100, credit=700)
    play.tap("big", 500)
    play.tap("small", 500)
    assert play.state.draft == {"big": 500, "small": 200}
    assert play.told[-1] == "notice.short_credit"
    assert play.state.credit_shown == 0
    refused(play, e.Tap("odd", 100), "notice.no_credit")


def test_that_a_part_of_a_chip_is_a_multiple_of_the_unit():
    play = play_with(minimum=100, unit=100, credit=750)
    play.tap("big", 1_000)
    assert play.state.draft == {"big": 700}


@pytest.mark.parametrize(
    "event", [e.Tap("nowhere", 500), e.Tap("three-126", 500), e.Tap("big", 0), e.Tap("big", -500)]
)
def test_that_a_spot_or_a_chip_that_is_not_there_is_refused(event):
    refused(play_with(), event, "notice.no_such_spot")


def test_that_a_tap_costs_no_credit_before_it_is_sent():
    play = play_with()
    play.tap("big", 500)
    assert play.state.balances.credit == 100_000
    assert play.state.credit_shown == 99_500


# --- taking back --------------------------------------------------------------------------------------------------


def test_that_chips_come_back_from_one_spot():
    play = play_with()
    play.tap("big", 500)
    play.tap("small", 500)
    play.do(e.TakeBack("big"))
    assert play.state.draft == {"small": 500}


def test_that_clear_takes_all_chips_back_and_undo_puts_them_back():
    play = play_with()
    play.tap("big", 500)
    play.do(e.Clear())
    assert play.state.draft == {}
    play.do(e.Undo())
    assert play.state.draft == {"big": 500}
    play.do(e.Undo())
    assert play.state.draft == {}
    refused(play, e.Undo(), "notice.nothing_to_undo")


def test_that_undo_remembers_a_bounded_number_of_changes():
    play = play_with(maximum=100_000, seat_maximum=500_000)
    for _ in range(HISTORY_LENGTH + 5):
        play.tap("big", 500)
    for _ in range(HISTORY_LENGTH):
        play.do(e.Undo())
    assert play.state.draft == {"big": 2_500}
    refused(play, e.Undo(), "notice.nothing_to_undo")


def test_that_undo_does_not_reach_into_the_round_before():
    play = play_with()
    play.tap("big", 500)
    play.void()
    play.open()
    refused(play, e.Undo(), "notice.nothing_to_undo")


def test_that_the_touch_of_a_new_round_ends_the_show_of_the_last():
    play = play_with()
    play.bet(big=500)
    play.finish(1, 2, 3)
    play.open()
    assert play.state.show_last
    play.tap("big", 500)
    assert not play.state.show_last


# --- double and rebet: all or nothing -----------------------------------------------------------------------------


def test_that_double_doubles_every_stake():
    play = play_with()
    play.tap("big", 500)
    play.tap("odd", 1_000)
    play.do(e.Double())
    assert play.state.draft == {"big": 1_000, "odd": 2_000}


def test_that_double_without_chips_says_so():
    refused(play_with(), e.Double(), "notice.nothing_to_double")


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"credit": 2_500}, "notice.no_credit_for_all"),
        ({"seat_maximum": 2_500}, "notice.seat_maximum_for_all"),
        ({"maximum": 1_500}, "notice.spot_maximum_for_all"),
    ],
)
@pytest.mark.parametrize("finger", [e.Double(), e.Rebet()], ids=["double", "rebet"])
def test_that_double_and_rebet_place_all_or_nothing(limits, why, finger):
    play = play_with(**limits)
    if isinstance(finger, e.Rebet):
        play.bet(big=1_000, odd=500)
        play.void()
        play.open()
    play.tap("big", 1_000)
    play.tap("odd", 500)
    refused(play, finger, why)


def test_that_rebet_places_the_last_round_again():
    play = play_with()
    play.bet(big=500, single_1=600)
    play.finish(1, 2, 3)
    play.open()
    play.do(e.Rebet())
    assert play.state.draft == {"big": 500, "single-1": 600}


def test_that_rebet_after_a_void_round_places_its_bets():
    play = play_with()
    play.bet(big=500)
    play.void()
    play.open()
    play.do(e.Rebet())
    assert play.state.draft == {"big": 500}


def test_that_rebet_without_an_earlier_bet_says_so():
    refused(play_with(), e.Rebet(), "notice.nothing_to_rebet")


def test_that_rebet_of_spots_of_another_layout_is_refused():
    play = Play("B").ready()
    play.bet(three_126=500)
    play.finish(1, 2, 6)
    other = Play("A", state=play.state)
    other.seq = play.seq
    other.open()
    other.do(e.LinkUp())
    refused(other, e.Rebet(), "notice.no_such_spot")


def test_that_rebet_off_the_unit_of_a_new_round_is_refused():
    play = play_with(minimum=100, unit=100)
    play.bet(big=700)
    play.finish(1, 2, 6)
    play.open(make_limits(LAYOUTS["A"], minimum=500, unit=500))
    refused(play, e.Rebet(), "notice.no_such_spot")


@by_finger
def test_that_a_seat_of_another_layout_than_the_tables_takes_no_bets(event):
    play = Play().ready()
    own = play.context.layout.name
    for dealt_by, why in (("Z", "notice.demonstration"), (own, None)):
        table = msgspec.structs.replace(play.state.table, layout=dealt_by)
        play.state = msgspec.structs.replace(play.state, table=table)
        if why is not None:
            refused(play, event, why)
    play.tap("big", 500)
    assert play.state.draft == {"big": 500}
