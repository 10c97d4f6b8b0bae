"""The window of Blackjack by touch: fingers reach spots and buttons, and an amount for less is chosen and sent."""

from itertools import pairwise

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest

from kiosk.seat import events as ev
from kiosk.tools.shots.blackjack.deals import deal
from kiosk.tools.shots.blackjack.scenes import ALL, FOUR, MANY, PAIR_8, SOFT, TURN_16
from kiosk.tools.shots.studio import SIZES
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.blackjack.bar import BACK, FEWER, LESS, MORE

LEFT = Qt.MouseButton.LeftButton


def _press(window, name):
    """A finger where it would touch the window, whatever lies there on top."""
    button = window.bar.buttons[name]
    at = button.mapTo(window, button.rect().center())
    found = window.childAt(at)
    QTest.mouseClick(found, LEFT, Qt.KeyboardModifier.NoModifier, found.mapFrom(window, at))


def _chosen(window):
    return [(event.choice, dict(event.stakes)) for event in window.model.sent if isinstance(event, ev.Choose)]


def test_that_a_touch_decides(make_window, seat):
    window = make_window(seat.decides(TURN_16))
    _press(window, "stand")
    assert _chosen(window) == [("stand", {})]


def test_that_a_double_takes_the_whole_bet(make_window, seat):
    window = make_window(seat.decides(SOFT))
    _press(window, "double")
    assert _chosen(window) == [("double", {"double-1": 1_000})]


@pytest.mark.rule("blackjack:3.22")
def test_that_a_double_for_less_is_chosen_in_steps_of_the_unit(make_window, seat):
    window = make_window(seat.decides(SOFT))
    _press(window, LESS)
    assert window.felt.amount.cents == 1_000
    for _ in range(3):
        _press(window, FEWER)
    _press(window, MORE)
    assert _chosen(window) == []
    _press(window, "double")
    assert _chosen(window) == [("double", {"double-1": 800})]


def test_that_an_amount_is_left_without_a_decision(make_window, seat):
    window = make_window(seat.decides(SOFT))
    _press(window, LESS)
    _press(window, BACK)
    assert window.felt.amount is None
    assert _chosen(window) == []
    assert LESS in window.bar.buttons


def test_that_an_amount_never_exceeds_what_the_credit_carries(make_window, make_seat):
    seat = make_seat(1).decides(SOFT)
    seat.state = replace(seat.state, balances=replace(seat.state.balances, credit=750))
    window = make_window(seat)
    _press(window, LESS)
    assert (window.felt.amount.cents, window.felt.amount.most) == (700, 700)


def test_that_an_amount_ends_with_its_decision(make_window, seat):
    window = make_window(seat.decides(SOFT))
    _press(window, LESS)
    seat.close_decisions(SOFT)
    window.model.show(seat.state)
    assert window.felt.amount is None


def test_that_a_button_which_cannot_be_used_says_why(make_window, seat):
    said = []
    window = make_window(seat.decides(TURN_16))
    window.bar.refused.connect(said.append)
    _press(window, "split")
    assert said == ["Only two cards of the same value can be split, up to four hands."]
    assert _chosen(window) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
def test_that_every_button_of_a_turn_can_be_touched(make_window, seat, size, language):
    window = make_window(seat.decides(PAIR_8), language, size)
    rects = [button.geometry() for button in window.bar.buttons.values()]
    assert len(rects) == 5
    assert all(min(rect.width(), rect.height()) >= theme.MIN_TOUCH_PX for rect in rects)
    assert all(window.bar.rect().contains(rect) for rect in rects)
    assert not any(one.intersects(other) for at, one in enumerate(rects) for other in rects[:at])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("facts", "turns"), [(FOUR, 6), (MANY, 3), (PAIR_8, 2)])
def test_that_cards_lie_within_their_hand_and_every_index_is_seen(make_window, seat, size, facts, turns):
    window = make_window(seat.decides(facts, turns=turns), size=size)
    view = window.felt.own
    for at, hand in enumerate(view.hands):
        rects = view.card_rects(at)
        assert len(rects) == len(hand.cards)
        room = view.hand_rect(at)
        for one, other in pairwise(rects):
            assert other.x() - one.x() >= one.width() * 0.49
        assert all(QRect(room).adjusted(-1, -1, 1, 1).contains(rect.toAlignedRect()) for rect in rects)


def test_that_three_cards_of_one_hand_lie_apart_where_the_felt_has_room(make_window, seat):
    window = make_window(seat.decides(deal("7c 7d 7h", "9h 8c", "hit", "stand"), turns=1), size=(1080, 1920))
    rects = window.felt.own.card_rects(0)
    assert len(rects) == 3
    assert all(other.left() > one.right() for one, other in pairwise(rects))


def test_that_side_bets_lie_on_the_board_and_added_bets_beside_their_hands(make_window, seat):
    window = make_window(seat.ended(PAIR_8, ALL))
    assert [hand.stake for hand in window.felt.face.own] == ["$10", "$20"]


def test_that_the_felt_without_a_hand_says_so(make_window, seat):
    window = make_window(seat.ended(deal("", "Ts 7h"), {}))
    assert window.felt.own.hands == ()
