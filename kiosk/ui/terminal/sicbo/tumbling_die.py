"""A die in the air: one picture of a cube turned by a quaternion. Slow to paint, so frames are baked."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
    QQuaternion,
    QTransform,
    QVector3D,
)

from kiosk.ui.kit.sicbo.dice import DIE_FACE, DIE_SHADE, check_face, paint_pips

AIR = 1.4  # side of the picture over the side of the die that lies flat
_FLYING = 0.8  # side of the cube in the air: its diagonal stays inside the picture
_LIGHT = QVector3D(-0.35, -0.5, 0.8).normalized()
# face value -> (right, down) of its picture on the cube; opposite faces sum to 7.
# x to the right, y down, z to the eye.
_FACES: dict[int, tuple[QVector3D, QVector3D]] = {
    1: (QVector3D(1, 0, 0), QVector3D(0, 1, 0)),
    6: (QVector3D(-1, 0, 0), QVector3D(0, 1, 0)),
    2: (QVector3D(0, 0, -1), QVector3D(0, 1, 0)),
    5: (QVector3D(0, 0, 1), QVector3D(0, 1, 0)),
    3: (QVector3D(1, 0, 0), QVector3D(0, 0, -1)),
    4: (QVector3D(1, 0, 0), QVector3D(0, 0, 1)),
}


def facing(value: int) -> QQuaternion:
    """The turn of the cube that shows this face to the viewer, upright."""
    right, down = _FACES[check_face(value)]
    out = QVector3D.crossProduct(right, down)
    return QQuaternion.fromAxes(right, down, out).conjugated()


def turned_die_pixmap(turn: QQuaternion, px: int, dpr: float = 1.0, flight: float = 1.0) -> QPixmap:
    """A cube in a picture of AIR * px. `flight` 1 is in the air, 0 as large as a die that lies flat."""
    side = px * AIR
    made = QPixmap(round(side * dpr), round(side * dpr))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    cube = px * (1 - (1 - _FLYING) * flight)
    seen = [(value, *_turned(turn, value)) for value in _FACES]
    near = [face for face in seen if face[3].z() > 0.02]
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        _paint_edges(painter, near, cube)
        for value, right, down, out in near:
            _paint_face(painter, value, right * cube, down * cube, out)
    return made


def _turned(turn: QQuaternion, value: int) -> tuple[QVector3D, QVector3D, QVector3D]:
    right, down = _FACES[value]
    out = QVector3D.crossProduct(right, down)
    return turn.rotatedVector(right), turn.rotatedVector(down), turn.rotatedVector(out)


def _corner(right: QVector3D, down: QVector3D, out: QVector3D, across: float, along: float) -> QPointF:
    point = out * 0.5 + right * across + down * along
    return QPointF(point.x(), point.y())


def _paint_edges(
    painter: QPainter, near: list[tuple[int, QVector3D, QVector3D, QVector3D]], cube: float
) -> None:
    """A dark body under the faces, so that rounded faces leave no gap at the cube's edges."""
    painter.setBrush(QColor(DIE_SHADE).darker(112))
    round_join = QPen(QColor(DIE_SHADE).darker(112), cube * 0.12)
    round_join.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(round_join)
    for _, right, down, out in near:
        corners = [
            _corner(right, down, out, x, y) * cube
            for x, y in ((-0.44, -0.44), (0.44, -0.44), (0.44, 0.44), (-0.44, 0.44))
        ]
        painter.drawPolygon(QPolygonF(corners))


def _paint_face(painter: QPainter, value: int, right: QVector3D, down: QVector3D, out: QVector3D) -> None:
    origin = out * right.length() * 0.5 - right * 0.5 - down * 0.5
    painter.save()
    painter.setTransform(
        QTransform(right.x(), right.y(), down.x(), down.y(), origin.x(), origin.y()), combine=True
    )
    bright = max(0.0, QVector3D.dotProduct(out, _LIGHT))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(DIE_FACE).darker(round(100 + 45 * (1 - bright))))
    painter.drawRoundedRect(QRectF(0.01, 0.01, 0.98, 0.98), 0.18, 0.18)
    paint_pips(painter, QRectF(0, 0, 1, 1), value)
    painter.restore()
