"""Text and signs that are painted. Text that does not fit is made smaller and narrower, then cut and reported."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from itertools import count, takewhile

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role, font
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
TOP_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

LEAST_PX = 12.0  # smallest text of this screen, screen px
_SHRINK = 0.72  # so much smaller a text may become before it is cut
_STRETCHES = (88, 76, 68)  # so much of its width a text keeps before it is cut, in per cent
NARROW_PX = 11.0  # smallest text of a window that is narrower than the screen was made for
_FLAGS = int(Qt.TextFlag.TextWordWrap)

cut_watchers: list[Callable[[str], object]] = []
"""Who wants to know of a text that was cut: the tests that look for clipped words."""


def face(look: Style, role: Role, design_px: float) -> QFont:
    """The font of a role at a size in design px, never below LEAST_PX."""
    return look.font_px(role, max(LEAST_PX, look.scale.factor * design_px))


def width_of(look: Style, text: str, role: Role, design_px: float) -> float:
    """How wide one line of text is, in screen px."""
    return QFontMetricsF(face(look, role, design_px)).horizontalAdvance(text)


def fits(text: str, width: float, look: Style, role: Role, design_px: float) -> bool:
    """Whether one line of text can be written whole into a width of screen px, if need be small and narrow."""
    *_, narrowest = _fonts(look, role, design_px)
    return QFontMetricsF(narrowest).horizontalAdvance(text) <= width + 0.5


def write(
    painter: QPainter,
    rect: QRectF,
    text: str,
    look: Style,
    role: Role = Role.BODY,
    design_px: float = 20,
    colour: str = theme.TEXT,
    align: Qt.AlignmentFlag = LEFT,
    *,
    wrap: bool = False,
) -> None:
    """Write a text into a rectangle of screen px, in one line or wrapped at words."""
    if not text or rect.width() <= 0:
        return
    flags = int(align) | (_FLAGS if wrap else int(Qt.TextFlag.TextSingleLine))
    chosen = QFont()
    for chosen in _fonts(look, role, design_px):
        if _fits(chosen, rect, text, flags, wrap=wrap):
            break
    else:
        text = _cut(chosen, rect, text, wrap=wrap)
    painter.setFont(chosen)
    painter.setPen(QColor(colour))
    painter.drawText(rect, flags, text)


def _fonts(look: Style, role: Role, design_px: float) -> tuple[QFont, ...]:
    return _series(role, max(LEAST_PX, look.scale.factor * design_px), look.texts.language)


@lru_cache(maxsize=512)
def _series(role: Role, px: float, language: Language) -> tuple[QFont, ...]:
    """The fonts for a text, the best first: smaller ones, then narrower ones, then the smallest and narrowest."""
    least = max(LEAST_PX, px * _SHRINK)
    sizes = takewhile(lambda size: size > least, count(px, -0.5))
    found = [font(role, size, language) for size in sizes]
    for size, stretches in ((least, (100, *_STRETCHES)), (LEAST_PX, _STRETCHES), (NARROW_PX, _STRETCHES)):
        for stretch in stretches:
            narrow = font(role, size, language)
            narrow.setStretch(stretch)
            found.append(narrow)
    return tuple(found)


def _fits(tried: QFont, rect: QRectF, text: str, flags: int, *, wrap: bool) -> bool:
    metrics = QFontMetricsF(tried)
    if not wrap:
        return metrics.horizontalAdvance(text) <= rect.width() + 0.5
    needed = metrics.boundingRect(QRectF(0, 0, rect.width(), 10_000), flags & ~0xFF | int(TOP_LEFT), text)
    return needed.width() <= rect.width() + 0.5 and needed.height() <= rect.height() + 1


def _cut(tried: QFont, rect: QRectF, text: str, *, wrap: bool) -> str:
    for tell in cut_watchers:
        tell(text)
    metrics = QFontMetricsF(tried)
    lines = max(1, int(rect.height() // metrics.height())) if wrap else 1
    return metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width() * lines * 0.92)


def panel(
    painter: QPainter,
    rect: QRectF,
    look: Style,
    fill: str,
    edge: str = "",
    radius: float = 14,
    *,
    thick: float = 1.5,
) -> None:
    """A rounded ground with or without a border."""
    line = max(1.0, look.scale.factor * thick)
    half = line / 2
    painter.setPen(QPen(QColor(edge), line) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill))
    inner = rect.adjusted(half, half, -half, -half) if edge else rect
    painter.drawRoundedRect(inner, look.scale.px(radius), look.scale.px(radius))


class Icon(StrEnum):
    """A sign that goes with a word, so that colour is never the only one."""

    CHECK = "check"
    CARE = "care"
    LOCK = "lock"
    BELL = "bell"
    DASH = "dash"
    DOT = "dot"
    RING = "ring"
    COIN = "coin"
    NONE = ""


def icon(painter: QPainter, rect: QRectF, sign: Icon, colour: str) -> None:
    """Paint a sign into a square."""
    if sign is Icon.NONE:
        return
    side, thick = rect.width(), max(1.4, rect.width() * 0.13)
    pen = QPen(QColor(colour), thick)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)

    def at(x: float, y: float) -> QPointF:
        return QPointF(rect.x() + x * side, rect.y() + y * side)

    match sign:
        case Icon.CHECK:
            painter.drawPolyline(QPolygonF([at(0.12, 0.55), at(0.4, 0.82), at(0.9, 0.22)]))
        case Icon.CARE:
            painter.drawPolygon(QPolygonF([at(0.5, 0.1), at(0.95, 0.88), at(0.05, 0.88)]))
            painter.drawLine(at(0.5, 0.4), at(0.5, 0.6))
            painter.drawPoint(at(0.5, 0.76))
        case Icon.LOCK:
            painter.drawArc(QRectF(at(0.28, 0.06), at(0.72, 0.8)), 0, 180 * 16)
            painter.setBrush(QColor(colour))
            painter.drawRect(QRectF(at(0.18, 0.48), at(0.82, 0.9)))
        case Icon.BELL:
            painter.drawPolyline(QPolygonF([at(0.1, 0.76), at(0.25, 0.6), at(0.25, 0.4)]))
            painter.drawArc(QRectF(at(0.25, 0.1), at(0.75, 0.68)), 0, 180 * 16)
            painter.drawPolyline(QPolygonF([at(0.75, 0.4), at(0.75, 0.6), at(0.9, 0.76), at(0.1, 0.76)]))
            painter.drawPoint(at(0.5, 0.94))
        case Icon.DASH:
            painter.drawLine(at(0.15, 0.5), at(0.85, 0.5))
        case Icon.DOT:
            painter.setBrush(QColor(colour))
            painter.drawEllipse(at(0.5, 0.5), side * 0.26, side * 0.26)
        case Icon.RING:
            painter.drawEllipse(at(0.5, 0.5), side * 0.36, side * 0.36)
        case Icon.COIN:
            painter.drawEllipse(at(0.5, 0.5), side * 0.42, side * 0.42)
            painter.drawLine(at(0.5, 0.3), at(0.5, 0.7))
