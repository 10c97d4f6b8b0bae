"""Pictures of dice, crisp at any size: ivory faces, red 1 and 4 as in Asia."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen, QPixmap

DIE_FACE = "#f6f1e4"  # ivory
DIE_SHADE = "#d8cfb8"  # its darker side and edge
PIP_BLACK = "#1b1f33"  # 2, 3, 5, 6
PIP_RED = "#c8262f"  # 1 and 4, as in Asia

_NEAR, _MID, _FAR = 0.25, 0.5, 0.75
_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_NEAR, _NEAR), (_FAR, _FAR)),
    3: ((_NEAR, _NEAR), (_MID, _MID), (_FAR, _FAR)),
    4: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _FAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_FAR, _NEAR), (_MID, _MID), (_NEAR, _FAR), (_FAR, _FAR)),
    6: ((_NEAR, _NEAR), (_FAR, _NEAR), (_NEAR, _MID), (_FAR, _MID), (_NEAR, _FAR), (_FAR, _FAR)),
}
RED_FACES = frozenset({1, 4})
_CORNER = 0.2


def check_face(value: int) -> int:
    """The value itself; ValueError when it is not on a die."""
    if value not in _PIPS:
        raise ValueError(f"die face {value!r}: expected 1 to 6")
    return value


def paint_pips(painter: QPainter, rect: QRectF, value: int) -> None:
    """Draw the pips of a face into a square."""
    side = rect.width()
    # The lone red pip is larger, as on Asian dice; six pips need room between them.
    radius = side * (0.17 if value == 1 else 0.098 if value == 6 else 0.105)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(PIP_RED if value in RED_FACES else PIP_BLACK))
    for x, y in _PIPS[check_face(value)]:
        painter.drawEllipse(QPointF(rect.x() + x * side, rect.y() + y * side), radius, radius)


def paint_die(painter: QPainter, rect: QRectF, value: int) -> None:
    """Draw one die, seen from above, into a square of screen px."""
    side = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    light = QLinearGradient(rect.topLeft(), rect.bottomRight())
    light.setColorAt(0.0, QColor("#ffffff"))
    light.setColorAt(0.35, QColor(DIE_FACE))
    light.setColorAt(1.0, QColor(DIE_SHADE).lighter(106))
    painter.setBrush(light)
    edge = max(0.75, side * 0.02)
    painter.setPen(QPen(QColor(DIE_SHADE).darker(115), edge))
    half = edge / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), side * _CORNER, side * _CORNER)
    paint_pips(painter, rect, value)
    painter.restore()


@lru_cache(maxsize=256)
def die_pixmap(value: int, px: int, dpr: float = 1.0) -> QPixmap:
    """The picture of a die of `px` screen px, kept for the next asker. Do not paint on it."""
    check_face(value)
    made = QPixmap(round(px * dpr), round(px * dpr))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        paint_die(painter, QRectF(0, 0, px, px), value)
    return made


def paint_dice(painter: QPainter, x: float, middle: float, px: int, dice: tuple[int, ...]) -> float:
    """Dice in a row from x, centred on the line `middle`; answers where the row ends. All in px."""
    gap = max(2, round(px * 0.22))
    dpr = painter.device().devicePixelRatioF()
    for face in dice:
        painter.drawPixmap(round(x), round(middle - px / 2), die_pixmap(face, px, dpr))
        x += px + gap
    return x - gap
