"""While nothing happens the seat's clock ticks seldom; whatever happens finds it quick again."""

from kiosk.seat.events import Called
from kiosk.ui.kit.bridge import REST_MS, TICK_MS


def test_that_a_seat_rests_and_a_tap_is_sent_as_soon_as_ever(slow_seat, qtbot):
    seat = slow_seat
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)
    seat.tap("single-1")
    assert seat.bridge._timer.interval() == TICK_MS
    qtbot.waitUntil(lambda: seat.bridge.state.registered is not None)
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)


def test_that_a_seat_whose_slip_is_on_its_way_does_not_rest(slow_seat, qtbot):
    seat = slow_seat
    seat.cable.close()
    seat.tap("single-1")
    qtbot.waitUntil(seat.cable.waiting.is_set)
    seat.bridge._happened_ms -= 60_000  # long ago
    seat.bridge._tick()
    assert seat.bridge._timer.interval() == TICK_MS
    seat.cable.open()


def test_that_what_another_thread_tells_wakes_a_seat(slow_seat, qtbot):
    seat = slow_seat
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)
    seat.bridge.inbox.put(Called(True))
    qtbot.waitUntil(lambda: seat.bridge.state.calling)
    assert seat.bridge._timer.interval() == TICK_MS
