"""Fingers: several at once, chips that are carried, a tap that is seen before anything is written."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from kiosk.seat.events import TakeBack, Tap, Undo
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.touch_button import TouchButton


def middle(studio, spot: str) -> QPoint:
    return studio.window.parts.board.cell_rect(spot).center().toPoint()


def chip(studio, cents: int) -> QPoint:
    return studio.rack.chip_rect(cents).center()


def port(studio):
    return studio.window.parts.board.viewport()


def test_that_a_finger_on_the_rack_and_two_on_the_board_work_at_once(make_studio, seat, touch_screen):
    seat.open()
    studio = make_studio(seat)
    window = studio.window
    QTest.touchEvent(window, touch_screen).press(0, chip(studio, 2_500), studio.rack).commit()
    down = QTest.touchEvent(window, touch_screen)
    down.stationary(0).press(1, middle(studio, "big"), port(studio))
    down.press(2, middle(studio, "total-9"), port(studio)).commit()
    up = QTest.touchEvent(window, touch_screen)
    up.stationary(0).release(1, middle(studio, "big"), port(studio))
    up.release(2, middle(studio, "total-9"), port(studio)).commit()
    QTest.touchEvent(window, touch_screen).release(0, chip(studio, 2_500), studio.rack).commit()
    assert studio.model.state.draft == {"big": 2_500, "total-9": 2_500}


def test_that_a_chip_is_carried_from_the_rack_while_another_finger_taps(make_studio, seat, touch_screen):
    seat.open()
    studio = make_studio(seat)
    window, rack = studio.window, studio.rack
    on_big = rack.mapFromGlobal(port(studio).mapToGlobal(middle(studio, "big")))
    QTest.touchEvent(window, touch_screen).press(0, chip(studio, 10_000), rack).commit()
    QTest.touchEvent(window, touch_screen).move(0, on_big, rack).commit()
    assert window._hands.carried == 1
    tap = QTest.touchEvent(window, touch_screen)
    tap.stationary(0).press(1, middle(studio, "odd"), port(studio)).commit()
    lift = QTest.touchEvent(window, touch_screen)
    lift.stationary(0).release(1, middle(studio, "odd"), port(studio)).commit()
    QTest.touchEvent(window, touch_screen).release(0, on_big, rack).commit()
    assert window._hands.carried == 0
    assert studio.model.state.draft == {"odd": 10_000, "big": 10_000}


def test_that_a_chip_dropped_beside_the_board_goes_back(make_studio, seat, touch_screen):
    seat.open()
    studio = make_studio(seat)
    beside = QPoint(5, -2)
    QTest.touchEvent(studio.window, touch_screen).press(0, chip(studio, 500), studio.rack).commit()
    QTest.touchEvent(studio.window, touch_screen).move(0, beside, studio.rack).commit()
    QTest.touchEvent(studio.window, touch_screen).release(0, beside, studio.rack).commit()
    assert studio.window._hands.carried == 0
    assert studio.model.state.draft == {}


def test_that_the_mouse_can_tap_and_carry_too(make_studio, seat):
    seat.open()
    studio = make_studio(seat)
    rack = studio.rack
    QTest.mouseClick(rack, Qt.MouseButton.LeftButton, pos=chip(studio, 1_000))
    assert rack.chip_chosen == 1_000
    QTest.mouseClick(port(studio), Qt.MouseButton.LeftButton, pos=middle(studio, "small"))
    on_big = rack.mapFromGlobal(port(studio).mapToGlobal(middle(studio, "big")))
    QTest.mousePress(rack, Qt.MouseButton.LeftButton, pos=chip(studio, 500))
    QTest.mouseMove(rack, on_big)
    QTest.mouseRelease(rack, Qt.MouseButton.LeftButton, pos=on_big)
    assert studio.model.state.draft == {"small": 1_000, "big": 500}


def test_that_a_long_press_and_a_drag_off_take_the_chips_back(make_studio, seat):
    seat.open()
    studio = make_studio(seat, live=False)
    studio.window.parts.board.held.emit("big")
    studio.window.parts.board.dragged_off.emit("odd")
    assert studio.model.sent == [TakeBack("big"), TakeBack("odd")]


def test_that_two_buttons_are_pressed_by_two_fingers(make_studio, seat, touch_screen):
    seat.open()
    seat.place({"big": 500, "small": 500})
    studio = make_studio(seat, live=False)
    undo, double = (studio.window.parts.bottom.buttons[key] for key in ("action.undo", "action.double"))
    both = QTest.touchEvent(studio.window, touch_screen)
    both.press(0, undo.rect().center(), undo).press(1, double.rect().center(), double).commit()
    assert undo.isDown()
    assert double.isDown()
    lift = QTest.touchEvent(studio.window, touch_screen)
    lift.release(0, undo.rect().center(), undo).release(1, double.rect().center(), double).commit()
    assert {type(event).__name__ for event in studio.model.sent} == {"Undo", "Double"}


def test_that_a_finger_that_leaves_a_button_presses_nothing(qtbot, touch_screen):
    button = TouchButton("Undo")
    qtbot.addWidget(button)
    button.resize(120, 80)
    button.show()
    qtbot.waitExposed(button)
    clicks = []
    button.clicked.connect(lambda _=False: clicks.append(1))
    QTest.touchEvent(button, touch_screen).press(0, QPoint(10, 10), button).commit()
    assert button.isDown()
    QTest.touchEvent(button, touch_screen).move(0, QPoint(400, 10), button).commit()
    assert not button.isDown()
    QTest.touchEvent(button, touch_screen).release(0, QPoint(400, 10), button).commit()
    assert clicks == []


def lift_on_another_page(window, pages, touch_screen):
    pages.setCurrentIndex(1)
    QTest.touchEvent(window, touch_screen).release(0, QPoint(5, 5), window).commit()
    pages.setCurrentIndex(0)


def hide_and_lose_the_lift(window, pages, touch_screen):
    pages.setCurrentIndex(1)
    pages.setCurrentIndex(0)


LOST = {
    "lifted on another page": lift_on_another_page,
    "hidden meanwhile": hide_and_lose_the_lift,
    "never lifted": lambda *_: None,
}


@pytest.mark.parametrize("second", [0, 1])
@pytest.mark.parametrize("lost", LOST.values(), ids=LOST)
def test_that_a_lost_lift_deadens_no_button(qtbot, touch_screen, lost, second):
    window, pages, button = QWidget(), QStackedWidget(), TouchButton("COLLECT")
    QVBoxLayout(window).addWidget(pages)
    pages.addWidget(button)
    pages.addWidget(QWidget())
    qtbot.addWidget(window)
    window.resize(400, 300)
    window.show()
    qtbot.waitExposed(window)
    clicks = []
    button.clicked.connect(lambda _=False: clicks.append(1))
    at = button.rect().center()
    QTest.touchEvent(window, touch_screen).press(0, at, button).commit()
    lost(window, pages, touch_screen)
    QTest.touchEvent(window, touch_screen).press(second, at, button).commit()
    assert button.isDown()
    QTest.touchEvent(window, touch_screen).release(second, at, button).commit()
    assert clicks == [1]
    assert not button.isDown()


def test_that_two_fingers_on_one_button_press_it_once(qtbot, touch_screen):
    button = TouchButton("COLLECT")
    qtbot.addWidget(button)
    button.resize(200, 100)
    button.show()
    qtbot.waitExposed(button)
    clicks = []
    button.clicked.connect(lambda _=False: clicks.append(1))
    QTest.touchEvent(button, touch_screen).press(0, QPoint(10, 10), button).commit()
    QTest.touchEvent(button, touch_screen).stationary(0).press(1, QPoint(90, 50), button).commit()
    QTest.touchEvent(button, touch_screen).release(0, QPoint(10, 10), button).stationary(1).commit()
    QTest.touchEvent(button, touch_screen).release(1, QPoint(90, 50), button).commit()
    assert clicks == [1]


@pytest.mark.parametrize("second", [0, 1])
def test_that_a_chip_whose_lift_is_lost_is_carried_no_longer_than_its_screen_stands(
    make_studio, seat, touch_screen, second
):
    seat.open()
    studio = make_studio(seat)
    window, rack = studio.window, studio.rack
    beside = QPoint(5, -2)
    QTest.touchEvent(window, touch_screen).press(0, chip(studio, 500), rack).commit()
    QTest.touchEvent(window, touch_screen).move(0, beside, rack).commit()
    assert window._hands.carried == 1
    rack.hide()
    assert window._hands.carried == 0
    rack.show()
    on_big = rack.mapFromGlobal(port(studio).mapToGlobal(middle(studio, "big")))
    QTest.touchEvent(window, touch_screen).press(second, chip(studio, 500), rack).commit()
    QTest.touchEvent(window, touch_screen).move(second, on_big, rack).commit()
    QTest.touchEvent(window, touch_screen).release(second, on_big, rack).commit()
    assert studio.model.state.draft == {"big": 500}


class SlowModel(FakeModel):
    """Steps at once, as the real seat does; what would be written and sent piles up and is never answered."""

    def __init__(self, context, state):
        super().__init__(context, state, live=True)
        self.waiting = []

    def send(self, event):
        super().send(event)
        self.waiting.append(event)


def test_that_a_tap_is_painted_before_anything_is_durable(make_studio, seat):
    seat.open()
    model = SlowModel(seat.context, seat.state)
    studio = make_studio(seat, model=model)
    board = studio.window.parts.board
    place = board.chip_rect("big").toAlignedRect()
    before = board.grab(place).toImage()
    QTest.mouseClick(port(studio), Qt.MouseButton.LeftButton, pos=middle(studio, "big"))
    assert model.waiting == [Tap("big", 500)]
    assert board.chips["big"].cents == 500
    assert board.grab(place).toImage() != before
    assert studio.window.parts.bottom.bet.text == "$5.00"


def test_that_the_chip_offered_first_is_one_that_every_spot_takes(make_studio, seat):
    seat.open()
    studio = make_studio(seat)
    assert studio.rack.chip_chosen == 500
    studio.rack.choose(2_500)
    studio.model.send(Tap("big", 500))
    studio.model.send(Undo())
    assert studio.rack.chip_chosen == 2_500
