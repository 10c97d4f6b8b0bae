"""Two hands side by side under a finger: touches, drags, places that never overlap too far."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.ui.kit import theme
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kiosk.ui.terminal.cards.places import LANDSCAPE, played_places, set_places
from kiosk.ui.terminal.cards.set_faces import OneHand, OutcomeFace, TwoHands
from kiosk.ui.terminal.cards.two_hands_view import TwoHandsView
from kiosk.ui.terminal.cards.two_places import TwoPlaces

LOOK = Style(Texts(Language.EN), Scale(2 / 3))
SEVEN = ("As", "Kd", "Kh", "9c", "8d", "5h", "2s")
LEFT = Qt.MouseButton.LeftButton
FELTS = (
    (950, 500),
    (1426, 750),
    (2852, 1500),
    (1056, 1060),
)  # px, of every screen that pictures are made for


@pytest.fixture
def view(qtbot):
    made = TwoHandsView(LOOK, 2, 5, 52, animations=False)
    qtbot.addWidget(made)
    made.resize(707, 172)
    made.show()
    qtbot.waitExposed(made)
    made.set_open(True)
    made.show_face(TwoHands(OneHand(("9c",)), OneHand(tuple(card for card in SEVEN if card != "9c"))))
    made.told = []
    made.tapped.connect(made.told.append)
    made.dropped.connect(lambda *told: made.told.append(told))
    return made


def _at(view, card):
    """A point of a card that no other covers."""
    return (view.card_rect(card).topLeft()).toPoint() + QPoint(8, 30)


def _drag(view, card, to):
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, _at(view, card))
    QTest.mouseMove(view, _at(view, card) + QPoint(30, 0))
    QTest.mouseMove(view, to)
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, to)


@pytest.mark.parametrize("card", SEVEN)
def test_that_a_touch_tells_the_card(view, card):
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, _at(view, card))
    assert view.told == [card]


def test_that_a_finger_on_a_touch_screen_tells_the_card(view):
    device = QTest.createTouchDevice()
    QTest.touchEvent(view, device).press(0, _at(view, "Kh")).commit()
    QTest.touchEvent(view, device).release(0, _at(view, "Kh")).commit()
    assert view.told == ["Kh"]


def test_that_a_drag_tells_where_the_card_fell(view):
    _drag(view, "Kd", view.places.cards(1, low=True)[1].center().toPoint())
    _drag(view, "Kd", _at(view, "9c"))
    _drag(view, "9c", _at(view, "5h"))
    assert view.told == [("Kd", True, ""), ("Kd", True, "9c"), ("9c", False, "5h")]


def test_that_a_drag_that_comes_back_is_no_touch(view):
    _drag(view, "Kd", _at(view, "Kd"))
    assert [told[:2] for told in view.told] == [("Kd", False)]


def test_that_a_hand_that_is_set_takes_no_touch(view):
    view.set_open(False)
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, _at(view, "Kd"))
    assert view.told == []


def test_that_a_finger_beside_the_cards_does_nothing(view):
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(2, 2))
    assert view.told == []


def test_that_cards_that_change_hands_move(qtbot):
    view = TwoHandsView(LOOK, 2, 5, 52)
    qtbot.addWidget(view)
    view.resize(707, 172)
    view.show()
    qtbot.waitExposed(view)
    view.show_face(TwoHands(OneHand(), OneHand(SEVEN)))
    assert not view.moving
    view.show_face(TwoHands(OneHand(("As",)), OneHand(SEVEN[1:])))
    assert view.moving
    view.show_face(TwoHands(OneHand(("As",)), OneHand(SEVEN[1:])))
    assert view.moving, "the same hands again hurry no card"
    qtbot.waitUntil(lambda: not view.moving)


# --- places


@pytest.mark.parametrize("size", FELTS)
@pytest.mark.parametrize("hands", [(2, 5), (2, 2)])
def test_that_every_card_can_be_touched_alone(size, hands):
    """Also where all cards lie in the High Hand, one over the other."""
    own = set_places(*size).own
    factor = own.width() / 1060
    places = TwoPlaces(own.width(), own.height(), *hands, head=52 * factor)
    for count in range(1, sum(hands) + 1):
        cards = places.cards(count, low=False)
        assert all(places.zone(low=False).contains(card) for card in cards)
        assert all(other.x() - one.x() >= theme.MIN_TOUCH_PX for one, other in pairwise(cards[:count]))
        assert all(card.height() >= theme.MIN_TOUCH_PX for card in cards)


@pytest.mark.parametrize("size", FELTS)
def test_that_the_dealers_hands_lie_above_the_own(size):
    where = set_places(*size)
    for low in (True, False):
        own = TwoPlaces(where.own.width(), where.own.height(), 2, 5, 50).zone(low=low)
        dealer = TwoPlaces(where.dealer.width(), where.dealer.height(), 2, 5, 40).zone(low=low)
        assert (own.x(), own.width()) == (dealer.x(), dealer.width())


@pytest.mark.parametrize("size", FELTS)
def test_that_the_parts_of_the_felt_do_not_overlap(size):
    where = set_places(*size)
    rects = [where.corner, where.dealer, where.compared, where.own, where.others, where.bar]
    for number, one in enumerate(rects):
        assert not any(one.intersects(other) for other in rects[number + 1 :])


# --- the corner


def test_that_four_colours_are_a_touch_away_and_back(qtbot):
    board = OutcomeBoard(LOOK)
    qtbot.addWidget(board)
    board.resize(227, 212)
    told = []
    board.four_colours.connect(told.append)
    board.show_face(OutcomeFace("To win", ("Both hands",)))
    for _ in range(2):
        board.button.click()
    assert told == [True, False]
    assert min(board.button.width(), board.button.height()) >= theme.MIN_TOUCH_PX


@pytest.mark.parametrize("size", [size for size in FELTS if size[0] > size[1]])
def test_that_the_lines_of_a_low_corner_stand_apart_and_above_its_button(qtbot, size):
    where = played_places(*size).corner
    look = Style(Texts(Language.ZH), Scale(size[0] / LANDSCAPE[0]))
    board = OutcomeBoard(look)
    qtbot.addWidget(board)
    board.resize(where.size())
    board.apply_style(look)
    words = ("点数较大赔 1 倍", "保险赔 2 倍", "荷官任何 17 点都停牌")
    board.show_face(OutcomeFace("黑杰克赔 3 比 2", words))
    seen, edge = board.grab().toImage(), look.scale.px(8)
    written = "".join(
        "x"
        if any(seen.pixelColor(x, y).lightness() > 110 for x in range(edge, board.width() - edge))
        else "."
        for y in range(edge // 2, board.button.y())
    )
    lines = [line for line in written.split(".") if line]
    gaps = [gap for gap in written.strip(".").split("x") if gap]
    assert len(lines) == 1 + len(words)
    least = 0.2 * min(map(len, lines))
    assert all(len(gap) >= least for gap in gaps), written
    assert len(written) - len(written.rstrip(".")) >= least, "the last line keeps off the button"
