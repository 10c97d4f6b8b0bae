"""What the player's screen costs while nobody touches it, beside a bare window that repaints as much as often."""

import time

import pytest
from PySide6.QtCore import QEventLoop, QRect, QTimer
from PySide6.QtGui import QPixmap

from kiosk.games.sicbo import dice_fact
from kiosk.seat.events import LinkUp
from kiosk.table.records import ActEnded, ActStarted, BetsClosed, ResultEntered
from kiosk.ui.kit.bridge import REST_MS
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.life import watched
from kiosk.ui.terminal.screens.attract import FRAME_MS
from kits.bench.paints import Blit
from kits.ui.slow_seat import SlowSeat

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]
TURNS, LOOK_S = 5, 2.0
GOAL_MS = 10.0  # a second: one per cent of a core
BETTING_MS = 36_000  # as `kiosk demo` gives it
STEP = QRect(300, 20, 24, 16)  # what the end of the time bar repaints


@pytest.fixture
def seat(qtbot, qapp, tmp_path):
    load_fonts()
    seat = SlowSeat(tmp_path / "state", animations=True)
    with watched(lambda bug: pytest.fail(str(bug))):
        yield seat
    seat.end()
    qtbot.wait(0)


def ms_a_second():
    """Of processor, in all threads, while the event loop waits."""
    loop = QEventLoop()
    QTimer.singleShot(round(LOOK_S * 1e3), loop.quit)
    used, began = time.process_time(), time.perf_counter()
    loop.exec()
    return (time.process_time() - used) / (time.perf_counter() - began) * 1e3


def idle(figure, name, seat, pace_ms, part):
    """Turns of the seat's window, and of a bare one that blits that part so often."""
    peer = Blit(QPixmap(seat.window.size()))
    clock = QTimer(peer)
    clock.timeout.connect(lambda: peer.update(part))
    mine, bare = [], []
    for _ in range(TURNS):
        mine.append(ms_a_second())
        seat.window.hide()
        seat.bridge._timer.stop()
        peer.show()
        clock.start(pace_ms)
        bare.append(ms_a_second())
        clock.stop()
        peer.hide()
        seat.bridge._timer.start()
        seat.window.show()
        ms_a_second()  # what comes with being shown is no rest
    figure(
        f"idle: a second of {name}, beside a bare window that repaints so often", mine, bare, GOAL_MS, "ms"
    )
    peer.deleteLater()


def test_what_a_seat_that_invites_costs(seat, figure, qtbot):
    seat.bridge.start(())
    seat.bridge.send(LinkUp())
    seat.window.invite()
    assert seat.window.parts.attract.isVisible()
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)
    zone = seat.window.parts.attract._show.zone(seat.window.size())
    idle(figure, "inviting", seat, FRAME_MS, zone)


def test_what_a_seat_that_takes_bets_costs(seat, figure, qtbot):
    seat.begin(qtbot, closes_in_ms=BETTING_MS)
    for spot in list(seat.bridge.context.layout.spots)[:60]:
        seat.tap(spot)
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)
    idle(figure, "betting", seat, seat.window.parts.ribbon._frame.interval(), STEP)


def test_what_a_seat_that_shows_a_result_costs(seat, figure, qtbot):
    seat.begin(qtbot)
    act = seat.bridge.context.game.agenda(seat.bridge.context.layout, ())
    seat.record(BetsClosed(round=1))
    seat.record(ActStarted(act=act.kind, round=1))
    seat.record(ActEnded(act=act.kind, round=1, times=act.times))
    seat.record(ResultEntered(round=1, facts=(dice_fact((1, 2, 6)),), by="dealer"))
    qtbot.waitUntil(lambda: seat.bridge.state.last is not None and seat.window.parts.ribbon.is_revealed)
    qtbot.waitUntil(lambda: seat.bridge._timer.interval() == REST_MS)
    idle(figure, "a result", seat, REST_MS, QRect(0, 0, 1, 1))
