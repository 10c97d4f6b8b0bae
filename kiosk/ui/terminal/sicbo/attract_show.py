"""Three dice that rise and fall, one after the other: the show of the attract screen."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QQuaternion, QRadialGradient, QRegion, QVector3D

from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.sicbo.tumbling_die import AIR, facing, turned_die_pixmap

_DIE = 190  # design px
_FACES = (5, 1, 4)  # the faces in front: the red ones are the game's mark
_LEAN = ((-19.0, 22.0, -6.0), (-22.0, 10.0, 5.0), (-18.0, -14.0, 3.0))  # degrees about x, y, z


class FloatingDice:
    """See AttractShow."""

    repeats_ms = 5_200.0  # one rise and fall of a die

    def __init__(self, look: Style) -> None:
        self._scale = look.scale
        self._dice: list[
            tuple[QPoint, QPixmap]
        ] = []  # each without the air around it, and what lies left and above

    def zone(self, room: QSize) -> QRect:
        """Where the dice float."""
        side = round(self._side)
        width = 3 * side + 2 * self._scale.px(10)
        top = round(room.height() * (0.33 if self._scale.portrait else 0.30)) - side // 2 - self._rise
        return QRect((room.width() - width) // 2, top, width, side + 2 * self._rise)

    def bake(self, dpr: float) -> None:
        """Paint the three pictures."""
        self._dice = []
        for value, (x, y, z) in zip(_FACES, _LEAN, strict=True):
            lean = (
                QQuaternion.fromAxisAndAngle(QVector3D(1, 0, 0), x)
                * QQuaternion.fromAxisAndAngle(QVector3D(0, 1, 0), y)
                * QQuaternion.fromAxisAndAngle(QVector3D(0, 0, 1), z)
            )
            self._dice.append(
                _without_air(turned_die_pixmap(lean * facing(value), self._scale.px(_DIE), dpr))
            )

    def paint_ground(self, painter: QPainter, room: QSize) -> None:
        """Their shadows."""
        zone = self.zone(room)
        low = zone.bottom() - self._rise
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(3):
            middle = QPointF(zone.x() + number * self._pitch + self._side / 2, low)
            shade = QRadialGradient(middle, self._side * 0.36)
            shade.setColorAt(0.0, QColor(0, 0, 0, 120))
            shade.setColorAt(1.0, QColor(0, 0, 0, 0))
            painter.setBrush(shade)
            painter.drawEllipse(middle, self._side * 0.36, self._side * 0.07)

    def moved(self, room: QSize, before_ms: float, at_ms: float) -> QRegion:
        """The dice that are a pixel or more from where they were."""
        moved = QRegion()
        for (_, die), before, now in zip(
            self._dice, self._places(room, before_ms), self._places(room, at_ms), strict=True
        ):
            if before != now:
                size = die.deviceIndependentSize().toSize() + QSize(1, 1)
                moved += QRect(before.toPoint(), size).united(QRect(now.toPoint(), size))
        return moved

    def paint(self, painter: QPainter, room: QSize, at_ms: float | None) -> None:
        """The dice as they float at that time; None: they lie still."""
        for (_, die), place in zip(self._dice, self._places(room, at_ms), strict=True):
            painter.drawPixmap(place, die)

    def _places(self, room: QSize, at_ms: float | None) -> list[QPointF]:
        """Where the pictures lie, without their air: on whole pixels upwards, as they are painted anyway."""
        zone, places = self.zone(room), []
        for number, (air, die) in enumerate(self._dice):
            dpr = die.devicePixelRatio()
            turn = (at_ms or 0.0) / self.repeats_ms + number / 3
            lift = math.sin(turn * math.tau) * self._rise if at_ms is not None else 0.0
            left, top = zone.x() + number * self._pitch, zone.y() + self._rise + round(lift * dpr) / dpr
            places.append(QPointF(left + air.x() / dpr, top + air.y() / dpr))
        return places

    @property
    def _side(self) -> float:
        return self._scale.px(_DIE) * AIR

    @property
    def _pitch(self) -> float:
        return self._side + self._scale.px(10)

    @property
    def _rise(self) -> int:
        return self._scale.px(12)


def _without_air(picture: QPixmap) -> tuple[QPoint, QPixmap]:
    """What is to be seen of a picture, and how far it lies from its corner, in device px."""
    seen = QRegion(picture.mask()).boundingRect()
    return seen.topLeft(), picture.copy(seen)
