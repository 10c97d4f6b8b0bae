"""From a tap to the paint, and a frame of the dice, on board B at 1920x1080 without a display."""

import statistics
import time

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.terminal.sicbo.dice_tumbler import DiceTumbler
from kits.ui.slow_seat import SlowSeat

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]
CHIPS, TAPS, FRAMES, RUNS = 60, 250, 300, 3
QUIET_MS = 2.0
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
    seat.board._motions.finish()
    assert len(seat.board.chips) == CHIPS
    yield seat
    seat.end()
    qtbot.wait(0)


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


class Blit(QWidget):
    """The least that a board can cost: one picture of its size."""

    def __init__(self, picture, parent):
        super().__init__(parent)
        self._picture = picture
        self.resize(picture.deviceIndependentSize().toSize())

    def paintEvent(self, _event):  # noqa: N802 - Qt's name
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._picture)


@pytest.fixture
def peer(seat, qtbot):
    """A bare blit of the same board, beside it."""
    peer = Blit(QPixmap(seat.board.picture.background), None)
    qtbot.addWidget(peer)
    peer.show()
    qtbot.waitExposed(peer)
    return peer


def until_painted(painted, act):
    """How long it takes until the watched widget has painted, in ms: by the clock, and of this thread's processor."""
    before, used, began = painted.count, time.thread_time(), time.perf_counter()
    act()
    while painted.count == before:
        QApplication.processEvents()
    return (time.perf_counter() - began) * 1e3, (time.thread_time() - used) * 1e3


def tap_to_paint(seat, peer):
    """p99 of many quick taps until the board has painted, and of bare blits between them: clock and processor, ms."""
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
    return [percentile([one[0] for one in taps], share) for share in (0.99, 0.5)] + [
        percentile([one[1] for one in taps], 0.99),
        percentile([one[0] for one in blits], 0.99),
    ]


@pytest.mark.parametrize(("commit_ms", "append_ms"), [(0, 0), (50, 200)])
def test_that_a_tap_is_painted_within_eight_milliseconds(seat, say, peer, commit_ms, append_ms):
    seat.disk.delay_s, seat.cable.delay_s = commit_ms / 1e3, append_ms / 1e3
    # Of several runs the one that other programs of the machine disturbed least.
    p99, median, processor, blit = min(tap_to_paint(seat, peer) for _ in range(RUNS))
    say(
        f"tap to paint, {CHIPS} chips, commits {commit_ms} ms and appends {append_ms} ms slower: "
        f"median {median:.2f} ms, p99 {p99:.2f} ms (asked: < {ASKED_MS:g} ms), "
        f"of this thread's processor p99 {processor:.2f} ms; "
        f"a bare blit of the board between the taps p99 {blit:.2f} ms; {TAPS} taps, best of {RUNS} runs"
    )
    assert processor < ASKED_MS
    if blit < QUIET_MS:  # else other programs take the processor away, and the clock measures them
        assert p99 < ASKED_MS


def test_that_a_frame_of_the_dice_costs_at_most_three_bare_blits_of_the_board(seat, say, peer):
    tumbler = next(found for found in seat.window.findChildren(DiceTumbler))
    tumbler.show()
    tumbler.roll()
    tumbler._timer.stop()  # the frames come from here, one at a time
    painted, blitted = Painted(tumbler), Painted(peer)
    frames, blits = [], []
    for _ in range(FRAMES):
        QApplication.processEvents()
        frames.append(until_painted(painted, lambda: tumbler.advance(16.0))[0])
        QApplication.processEvents()
        blits.append(until_painted(blitted, peer.update)[0])
    frame, blit = statistics.median(frames), statistics.median(blits)
    say(
        f"a frame of the tumbling dice {frame:.2f} ms (p99 {percentile(frames, 0.99):.2f}), a bare blit of the board "
        f"{blit:.2f} ms (p99 {percentile(blits, 0.99):.2f}), ratio {frame / blit:.2f} (asked: <= {ASKED_FRAME:g})"
    )
    assert frame <= ASKED_FRAME * blit
