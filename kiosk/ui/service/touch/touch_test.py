"""Touch test: every part of the screen, all fingers at once, and a line to follow."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, fitted, paint_text, rounded
from kiosk.ui.service.touch.affine import Point
from kiosk.ui.service.touch.card import Card, Said
from kiosk.ui.service.touch.surface import TouchSurface
from kiosk.ui.service.touch.wiping import Finger, Grid, Line, TouchResult, Wiping

LEAVE_AFTER_MS = 60_000
HOLD_MS = 1_000  # the corner must be testable too: only a finger that rests there leaves
_CELL_PX = 80
_REACH_PX = 80  # so near to an end of the line must a stroke begin and lift
_CARD_PX = 620
_CENTRE = Qt.AlignmentFlag.AlignCenter


class TouchTest(TouchSurface):
    """It covers the whole screen. `finished` carries a TouchResult.

    It ends by a finger that rests in the upper right corner for HOLD_MS, and after 60 s without a touch.
    """

    def __init__(self, look: Style, parent: QWidget | None = None, *, clock: Clock | None = None) -> None:
        super().__init__(look, LEAVE_AFTER_MS, clock, parent)
        self._holding: tuple[int, int] | None = None  # which finger rests in the corner, and since when, ms
        self.watched = self._begin()

    def result(self) -> TouchResult:
        return self.watched.result

    @property
    def corner(self) -> QRectF:
        """Where a finger rests to leave, px."""
        scale = self.look.scale
        width, height = scale.touch(210), scale.touch(76)
        return QRectF(self.width() - width, 0, width, height)

    def finger_down(self, finger: int, at: QPointF) -> None:
        self.watched.down(finger, _point(at))
        if self._holding is None and self.corner.contains(at):
            self._holding = (finger, self.clock.now_ms())

    def finger_moved(self, finger: int, at: QPointF) -> None:
        self.watched.move(finger, _point(at))
        if self._holds(finger) and not self.corner.contains(at):
            self._holding = None

    def finger_up(self, finger: int, at: QPointF) -> None:
        self.watched.up(finger, _point(at))
        if self._holds(finger):
            self._holding = None

    def cancelled(self) -> None:
        self.watched.cancel()
        self._holding = None

    def tick(self) -> None:
        if self._held >= 1.0:
            self.leave()
        elif self._holding is not None:
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() == event.oldSize():
            return
        self.watched = self._begin()
        self.fingers.clear()
        self._holding = None

    def _begin(self) -> Wiping:
        width, height = max(8, self.width()), max(8, self.height())
        scale = self.look.scale
        reach = min(scale.px(_REACH_PX), math.hypot(width, height) / 8)
        return Wiping(Grid(width, height, scale.px(_CELL_PX)), Line((0, 0), (width, height), reach))

    def _holds(self, finger: int) -> bool:
        return self._holding is not None and self._holding[0] == finger

    @property
    def _held(self) -> float:
        """How much of HOLD_MS a finger has rested in the corner, 0 to 1."""
        if self._holding is None:
            return 0.0
        return min(1.0, (self.clock.now_ms() - self._holding[1]) / HOLD_MS)

    # --- words

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the screen now."""
        return tuple(one.text for one in self._said())

    def _said(self) -> tuple[Said, ...]:
        t, watched = self.look.t, self.watched
        left, total = watched.grid.left, watched.grid.total
        if left:
            cells = Said(t("service.touch.test_left", left=left, total=total), Role.NUMBER, "label")
        else:
            cells = Said(t("service.touch.test_all", total=total), Role.LABEL, "label", theme.GOLD_TEXT)
        now, most = len(watched.fingers), watched.most
        fingers = Said(t("service.touch.test_fingers", now=now, most=most), Role.NUMBER, "label")
        last = watched.line.last
        if last is None:
            line = Said(t("service.touch.test_line"), Role.LABEL, "label")
        else:
            worst, mean = f"{last.worst_px:.1f}", f"{last.mean_px:.1f}"
            line = Said(t("service.touch.test_line_result", worst=worst, mean=mean), Role.NUMBER, "label")
        note = Said(t("service.touch.test_note", seconds=LEAVE_AFTER_MS // 1000), colour=theme.TEXT_SOFT)
        return Said(t("service.touch.test_title"), Role.TITLE, "title"), cells, fingers, line, note

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.TABLE))
        self._paint_cells(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_line(painter)
        card = Card(self.look, self._said(), min(self.look.scale.px(_CARD_PX), self.width() * 0.8))
        card.paint(painter, card.at(self._beside_line(card)))
        self._paint_corner(painter)
        for finger in self.watched.ended:
            self._paint_trail(painter, finger, theme.BUTTON_EDGE)
        for finger in self.watched.fingers.values():
            self._paint_trail(painter, finger, theme.GOLD_TEXT)
            self._paint_finger(painter, finger)
        painter.end()

    def _beside_line(self, card: Card) -> QPointF:
        """The middle of the card, in the triangle below the line."""
        x = max(card.width / 2 + self.look.scale.space("xxl"), self.width() * 0.27)
        return QPointF(x, self.height() * 0.75)

    def _paint_cells(self, painter: QPainter) -> None:
        grid = self.watched.grid
        painter.setPen(QPen(QColor(theme.CHIP_PLACE), self.look.scale.px(1)))
        for column in range(grid.columns):
            for row in range(grid.rows):
                left, top, right, bottom = (round(px) for px in grid.rect(column, row))
                lit = (column, row) in grid.touched
                painter.setBrush(QColor(theme.BETTING) if lit else Qt.BrushStyle.NoBrush)
                painter.drawRect(left, top, right - left - 1, bottom - top - 1)

    def _paint_line(self, painter: QPainter) -> None:
        scale, line = self.look.scale, self.watched.line
        start, end = QPointF(*line.start), QPointF(*line.end)
        painter.setPen(QPen(QColor(theme.TEXT), scale.px(2), Qt.PenStyle.DashLine))
        painter.drawLine(start, end)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.TEXT), scale.px(3)))
        for point in (start, end):
            painter.drawEllipse(point, scale.px(_REACH_PX), scale.px(_REACH_PX))

    def _paint_corner(self, painter: QPainter) -> None:
        scale, corner = self.look.scale, self.corner
        edge = float(scale.space("xs"))
        rect = corner.adjusted(edge, edge, -edge, -edge)
        radius = scale.radius("button")
        painter.setPen(QPen(QColor(theme.BUTTON_EDGE), scale.px(2)))
        painter.setBrush(QColor(theme.BUTTON))
        painter.drawRoundedRect(rect, radius, radius)
        if self._held > 0:
            rounded(painter, rect.adjusted(0, 0, -rect.width() * (1 - self._held), 0), radius, theme.BETTING)
        text = self.look.t("service.touch.test_leave")
        size = scale.text(theme.TYPE_PX["body"])
        written = fitted(self.look, text, Role.LABEL, size, rect.width() - 4 * edge)
        paint_text(painter, rect, text, written, theme.TEXT, _CENTRE)

    def _paint_trail(self, painter: QPainter, finger: Finger, colour: str) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), self.look.scale.px(3)))
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in finger.trail]))

    def _paint_finger(self, painter: QPainter, finger: Finger) -> None:
        """A ring larger than a fingertip, with its number above it."""
        scale, at = self.look.scale, QPointF(*finger.trail[-1])
        radius, plate = scale.px(56), scale.px(20)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.GOLD_TEXT), scale.px(4)))
        painter.drawEllipse(at, radius, radius)
        # At the upper edge the number stands below the finger, so that it can be read everywhere.
        side = 1 if at.y() < radius + plate else -1
        middle = QPointF(at.x(), at.y() + side * radius)
        painter.setBrush(QColor(theme.GOLD_TEXT))
        painter.drawEllipse(middle, plate, plate)
        rect = QRectF(middle.x() - plate, middle.y() - plate, 2 * plate, 2 * plate)
        written = self.look.font(Role.MONEY, "body")
        paint_text(painter, rect, str(finger.number), written, theme.TEXT_ON_GOLD, _CENTRE)


def _point(at: QPointF) -> Point:
    return at.x(), at.y()
