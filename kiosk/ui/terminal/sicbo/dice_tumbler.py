"""The three dice of a round: tumbling, coming to rest one after the other, lying still."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QQuaternion, QVector3D
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Fact
from kiosk.games.sicbo import dice_of
from kiosk.ui.kit import theme
from kiosk.ui.kit.sicbo.dice import check_face, die_pixmap
from kiosk.ui.terminal.game_part import PlayShow
from kiosk.ui.terminal.sicbo.tumbling_die import AIR, facing, turned_die_pixmap

FRAME_MS = 16
ROLL_MS = 1600  # shortest tumble before the dice may come to rest
_LOOP_FRAMES = 30
_LOOP_MS = 620.0
_LAND_FRAMES = 10
_STAGGER_MS = 220  # from one die's rest to the next
_DICE = 3
_BOUNCE = 0.06  # of a die, up and down
_AXES = (QVector3D(1.0, 0.55, 0.2), QVector3D(0.45, 1.0, -0.3), QVector3D(-0.8, 0.5, 0.4))
_STARTS = (20.0, 140.0, 250.0)  # degrees, so that no two dice look alike


class DiceTumbler(PlayShow):
    """Three dice in a row of `die_px` screen px each.

    `roll()` lets them tumble until `land(dice)`; a tumble lasts at least ROLL_MS. `settled` is emitted
    once when the last of them lies still. Without animations every change is at once. A frame costs three
    pixmap blits: `bake()` paints the frames ahead, and what it has not painted is painted when it is due.
    """

    def __init__(self, die_px: int, *, animations: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._die_px = die_px
        self._animations = animations
        self._dice: tuple[int, ...] = ()
        self._target: tuple[int, ...] = ()
        self._rolling = False
        self._rolled_ms = 0.0
        self._landing_ms = 0.0
        self._loops: tuple[list[QPixmap], ...] = _no_frames()
        self._landings: tuple[_Landing, ...] = ()
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._take_size()

    # --- as the ribbon asks, see PlayShow

    @property
    def plays(self) -> bool:
        return self._rolling

    @property
    def inset(self) -> float:
        return self.height() * 0.1

    def fit(self, height: int) -> None:
        self.set_die_px(max(1, round(height * 0.62)))

    def begin(self) -> None:
        self.roll()

    def end(self, facts: Sequence[Fact]) -> None:
        self.land(dice_of(facts))

    def show_result(self, facts: Sequence[Fact]) -> None:
        self.show_dice(dice_of(facts) if facts else None)

    # --- dice

    @property
    def rolling(self) -> bool:
        """Whether the dice are in the air."""
        return self._rolling

    def set_die_px(self, die_px: int) -> None:
        """Change the size of a die, screen px."""
        if die_px == self._die_px:
            return
        self._die_px = die_px
        self._loops = _no_frames()
        self._landings = ()
        self._take_size()

    def sizeHint(self) -> QSize:
        pitch = self._pitch()
        return QSize(
            math.ceil(pitch * (_DICE - 1) + self._die_px * AIR), math.ceil(self._die_px * (AIR + 2 * _BOUNCE))
        )

    def bake(self) -> bool:
        """Paint the next frame of the tumble, for all three dice; False when all are there."""
        frame = len(self._loops[0])
        if frame == _LOOP_FRAMES:
            return False
        for number, loop in enumerate(self._loops):
            loop.append(turned_die_pixmap(self._turn(number, frame), self._die_px, self.devicePixelRatioF()))
        return True

    def show_dice(self, dice: Sequence[int] | None) -> None:
        """Show dice that lie still, or none."""
        self._stop()
        self._dice = tuple(check_face(value) for value in dice or ())
        self.update()

    def roll(self) -> None:
        """Throw the dice up; a roll in progress goes on."""
        if self._rolling:
            return
        self._rolling = True
        self._target = ()
        self._dice = ()
        self._rolled_ms = 0.0
        self._landing_ms = 0.0
        self._landings = ()
        if self._animations:
            self._clock.start()
            self._timer.start()
        self.update()

    def land(self, dice: Sequence[int]) -> None:
        """Let the dice come to rest on these three faces, as soon as they have tumbled long enough."""
        target = tuple(check_face(value) for value in dice)
        if len(target) != _DICE:
            raise ValueError(f"{len(target)} dice: expected {_DICE}")
        if not self._rolling or not self._animations:
            self.show_dice(target)
            self.settled.emit()
            return
        self._target = target

    def advance(self, elapsed_ms: float) -> None:
        """Move the animation on by so many ms. The timer does this; a test may."""
        if not self._rolling:
            return
        self._rolled_ms += elapsed_ms
        if self._target and self._rolled_ms >= ROLL_MS:
            if not self._landings:
                self._landings = tuple(self._begin_landing(number) for number in range(_DICE))
            self._landing_ms += elapsed_ms
            if self._landing_ms >= theme.LAND_MS + (_DICE - 1) * _STAGGER_MS:
                self.show_dice(self._target)
                self.settled.emit()
                return
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._loops = _no_frames()
            self._landings = ()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        if not self._rolling and not self._dice:
            return
        painter = QPainter(self)
        middle_x, middle_y = self._die_px * AIR / 2, self.height() / 2
        for number in range(_DICE):
            picture = self._picture(number)
            side = picture.width() / picture.devicePixelRatio()
            at = QPointF(middle_x - side / 2, middle_y - self._bounce(number) - side / 2)
            painter.drawPixmap(at, picture)
            middle_x += self._pitch()
        painter.end()

    @Slot()
    def _tick(self) -> None:
        self.advance(float(self._clock.restart()))

    def _stop(self) -> None:
        self._timer.stop()
        self._rolling = False
        self._target = ()
        self._landings = ()

    def _take_size(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.update()

    def _pitch(self) -> float:
        return self._die_px * 1.2

    def _rest_ms(self, number: int) -> float:
        """How long this die has been coming to rest; below 0 while it tumbles on."""
        return self._landing_ms - number * _STAGGER_MS if self._landings else -1.0

    def _picture(self, number: int) -> QPixmap:
        if not self._rolling:
            return die_pixmap(self._dice[number], self._die_px, self.devicePixelRatioF())
        rest_ms = self._rest_ms(number)
        if rest_ms < 0:
            loop, frame = self._loops[number], self._loop_frame(self._rolled_ms)
            while frame >= len(loop):
                self.bake()
            return loop[frame]
        if rest_ms >= theme.LAND_MS:
            return die_pixmap(self._target[number], self._die_px, self.devicePixelRatioF())
        return self._landings[number].picture(int(rest_ms / theme.LAND_MS * _LAND_FRAMES))

    def _bounce(self, number: int) -> float:
        if not self._rolling or self._rest_ms(number) >= 0:
            return 0.0
        phase = self._rolled_ms / _LOOP_MS * math.tau + number * 2.1
        return math.sin(phase) * self._die_px * _BOUNCE

    def _loop_frame(self, at_ms: float) -> int:
        return int(at_ms / _LOOP_MS * _LOOP_FRAMES) % _LOOP_FRAMES

    def _turn(self, number: int, frame: int) -> QQuaternion:
        return QQuaternion.fromAxisAndAngle(_AXES[number], _STARTS[number] + frame * 360 / _LOOP_FRAMES)

    def _begin_landing(self, number: int) -> _Landing:
        starts_ms = self._rolled_ms + number * _STAGGER_MS
        start = self._turn(number, self._loop_frame(starts_ms))
        return _Landing(start, self._target[number], self._die_px, self.devicePixelRatioF())


class _Landing:
    """How one die comes to rest: its frames, each painted when it is due, for all at once would stop the others."""

    def __init__(self, start: QQuaternion, value: int, die_px: int, dpr: float) -> None:
        self._start, self._value = start, value
        self._die_px, self._dpr = die_px, dpr
        self._frames: dict[int, QPixmap] = {}

    def picture(self, frame: int) -> QPixmap:
        if frame not in self._frames:
            done = 1 - (1 - (frame + 1) / _LAND_FRAMES) ** 3
            turn = QQuaternion.slerp(self._start, facing(self._value), done)
            self._frames[frame] = turned_die_pixmap(turn, self._die_px, self._dpr, flight=1 - done)
        return self._frames[frame]


def _no_frames() -> tuple[list[QPixmap], ...]:
    return tuple([] for _ in range(_DICE))
