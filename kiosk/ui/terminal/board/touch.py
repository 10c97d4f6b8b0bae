"""What fingers and the mouse do on the board: tap, hold, drag off. Every point goes its own way."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, QTimerEvent, Signal

from kiosk.ui.kit import theme

MOUSE = -1  # the point that stands for the mouse
SLOP_PX = 10.0  # a finger may leave its spot by so much before that is a drag: fingers roll


@dataclass
class _Press:
    spot: str
    target: QRectF
    timer: int  # of this object: QObject.startTimer


class Touches(QObject):
    """Turns points into taps, holds and drags.

    `pressed` and `lifted` carry the point's number and its spot, for feedback; each press ends in exactly one of
    `tapped`, `held`, `dragged_off` or, when it is cancelled, none.
    """

    pressed = Signal(int, str)
    lifted = Signal(int, str)
    tapped = Signal(str)
    held = Signal(str)
    dragged_off = Signal(str)

    def __init__(
        self, target_at: Callable[[QPointF], tuple[str, QRectF] | None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._target_at = target_at
        self._presses: dict[int, _Press] = {}

    def down(self, point: int, at: QPointF) -> None:
        """A finger comes down."""
        self._end(point)  # a lost release must not leave a press behind
        found = self._target_at(at)
        if found is None:
            return
        spot, target = found
        # WORKAROUND for PySide6: a timer object to be deleted later that its parent takes along is freed twice.
        timer = self.startTimer(theme.LONG_PRESS_MS)
        self._presses[point] = _Press(spot, target.adjusted(-SLOP_PX, -SLOP_PX, SLOP_PX, SLOP_PX), timer)
        self.pressed.emit(point, spot)

    def move(self, point: int, at: QPointF) -> None:
        """A finger moves; off its spot, its press ends."""
        press = self._presses.get(point)
        if press is not None and not press.target.contains(at):
            self._end(point)
            self.dragged_off.emit(press.spot)

    def up(self, point: int, at: QPointF) -> None:
        """A finger lifts."""
        self.move(point, at)
        press = self._end(point)
        if press is not None:
            self.tapped.emit(press.spot)

    def cancel(self) -> None:
        """Forget every press: nothing was meant."""
        for point in list(self._presses):
            self._end(point)

    def timerEvent(self, event: QTimerEvent) -> None:
        for point, press in list(self._presses.items()):
            if press.timer == event.timerId():
                self._end(point)
                self.held.emit(press.spot)

    def _end(self, point: int) -> _Press | None:
        press = self._presses.pop(point, None)
        if press is not None:
            self.killTimer(press.timer)
            self.lifted.emit(point, press.spot)
        return press
