"""A tap is on the screen before anything is written or sent: it depends on neither disk nor network."""

from PySide6.QtWidgets import QApplication

from kiosk.seat.events import Called


def picture(board, spot):
    return board.grab(board.cell_rect(spot).toRect()).toImage()


def test_that_chips_are_on_the_screen_while_commit_and_append_stand_still(slow_seat, qtbot):
    seat = slow_seat
    seat.cable.close()
    seat.tap("single-1")
    qtbot.waitUntil(seat.cable.waiting.is_set)  # the slip has been committed, its append stands still
    seat.disk.close()
    seat.bridge.send(Called(True))
    qtbot.waitUntil(seat.disk.waiting.is_set)
    commits, appends = seat.commits, seat.appends
    for spot in list(seat.bridge.context.layout.spots)[20:44]:
        before = picture(seat.board, spot)
        chips = dict(seat.board.chips)
        seat.tap(spot)
        # No event loop in between: the tap itself has stepped the seat and put the chip on the board.
        assert seat.bridge.state.draft[spot] > 0
        assert seat.board.chips.keys() - chips.keys() == {spot}
        QApplication.processEvents()
        assert picture(seat.board, spot) != before
    assert seat.disk.waiting.is_set()
    assert seat.cable.waiting.is_set()
    assert (seat.commits, seat.appends) == (commits, appends)
    assert not seat.bridge.state.locks


def test_that_what_was_tapped_meanwhile_is_registered_when_disk_and_log_are_back(slow_seat, qtbot):
    seat = slow_seat
    seat.cable.close()
    seat.tap("single-1")
    qtbot.waitUntil(seat.cable.waiting.is_set)
    seat.disk.close()
    seat.bridge.send(Called(True))
    qtbot.waitUntil(seat.disk.waiting.is_set)
    for spot in ("single-2", "domino-12", "four-1234"):
        seat.tap(spot)
    wanted = dict(seat.bridge.state.draft)
    assert len(wanted) == 4
    seat.disk.open()
    seat.cable.open()
    qtbot.waitUntil(
        lambda: seat.bridge.state.registered is not None and seat.bridge.state.registered.stakes == wanted
    )
    assert seat.bridge.state.balances.escrow == sum(wanted.values())
