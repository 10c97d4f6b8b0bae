"""From a tap to the paint, and a frame of the dice, on board B at 1920x1080 without a display."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.terminal.sicbo.dice_tumbler import DiceTumbler
from kits.bench.figures import Times, medians
from kits.bench.paints import Blit, Painted, until_painted
from kits.ui.slow_seat import SlowSeat

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]
CHIPS, TAPS, FRAMES, RUNS = 60, 250, 300, 3
PACE_MS = 40  # 25 taps a second: more than two hands can do
GOAL_MS, GOAL_FRAME = 4.0, Times(2)


@pytest.fixture
def seat(qtbot, qapp, tmp_path):
    load_fonts()
    seat = SlowSeat(tmp_path / "state", animations=True)
    seat.begin(qtbot)
    spots = list(seat.bridge.context.layout.spots)
    for spot in spots[:CHIPS]:
        seat.tap(spot)
    qtbot.waitUntil(lambda: seat.bridge.state.flight is None and seat.bridge.state.registered is not None)
    seat.board._motions.finish()
    assert len(seat.board.chips) == CHIPS
    yield seat
    seat.end()
    qtbot.wait(0)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


@pytest.fixture
def blit(seat, qtbot):
    """Shows a bare blit of that much of the board, beside it."""

    def show(size):
        peer = Blit(QPixmap(seat.board.picture.background).copy(QRect(QPoint(), size)), None)
        qtbot.addWidget(peer)
        peer.show()
        qtbot.waitExposed(peer)
        return peer

    return show


def tap_to_paint(seat, peer):
    """p99 of many quick taps until the board has painted, and of bare blits between them: processor, and clock, ms."""
    painted, blitted = Painted(seat.board.viewport()), Painted(peer)
    known, limits = seat.bridge.context.layout.spots, seat.bridge.state.table.limits.spots
    spots = [spot for spot in seat.board.chips if limits[known[spot].kind].maximum >= 50_000]
    taps, blits = [], []
    for number in range(TAPS):
        QTest.qWait(PACE_MS // 2)
        on_board, spot = seat.bridge.state.on_board, spots[number * 7 % len(spots)]
        taps.append(until_painted(painted, lambda spot=spot: seat.tap(spot)))
        assert seat.bridge.state.on_board > on_board
        QTest.qWait(PACE_MS // 2)
        blits.append(until_painted(blitted, peer.update))
    (taps_wall, taps), (_, blits) = (tuple(zip(*times, strict=True)) for times in (taps, blits))
    return percentile(taps, 0.99), percentile(blits, 0.99), percentile(taps_wall, 0.99)


@pytest.mark.parametrize(("commit_ms", "append_ms"), [(0, 0), (50, 200)])
def test_how_soon_a_tap_is_painted(seat, figure, blit, commit_ms, append_ms):
    seat.disk.delay_s, seat.cable.delay_s = commit_ms / 1e3, append_ms / 1e3
    peer = blit(seat.board.size())
    taps, blits, wall = zip(*(tap_to_paint(seat, peer) for _ in range(RUNS)), strict=True)
    slower = ", slow disk and log" if append_ms else ""
    figure(
        f"paint: p99 of a tap with {CHIPS} chips{slower}, beside a blit of the board",
        taps,
        blits,
        GOAL_MS,
        "ms",
        wall=wall,
    )


def test_what_a_frame_of_the_dice_costs(seat, figure, blit):
    tumbler = next(found for found in seat.window.findChildren(DiceTumbler))
    tumbler.show()
    tumbler.roll()
    tumbler._timer.stop()  # the frames come from here, one at a time
    while tumbler.bake():
        pass
    peer = blit(tumbler.size())
    painted, blitted = Painted(tumbler), Painted(peer)
    frames, blits, wall = [], [], []
    for _ in range(FRAMES):
        QApplication.processEvents()
        clock, processor = until_painted(painted, lambda: tumbler.advance(16.0))
        frames.append(processor)
        wall.append(clock)
        QApplication.processEvents()
        blits.append(until_painted(blitted, peer.update)[1])
    figure(
        "paint: a frame of the tumbling dice, beside a blit of its area",
        *map(medians, (frames, blits)),
        GOAL_FRAME,
        "ms",
        wall=medians(wall),
    )
