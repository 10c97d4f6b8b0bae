"""A table for fingers: a head that stays, rows that scroll, a tap that names its row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRectF, QSize, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, smooth

_ROW_PX = 46
_HEAD_PX = 38
_GAP_PX = 14
_STILL_PX = 12  # a finger that moves further scrolls


@dataclass(frozen=True)
class Column:
    """A column: its head, its share of the width, and whether it holds figures, which stand at the right."""

    head: str
    share: float
    figures: bool = False


@dataclass(frozen=True)
class Row:
    """A row: one text for each column, and the colour of all of them."""

    cells: tuple[str, ...]
    colour: str = theme.TEXT
    strong: bool = False


class Table(QWidget):
    """The table. `tapped` carries the index of a row. Text that is too long for its cell is made smaller."""

    tapped = Signal(int)

    def __init__(self, look: Style, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._body = _Body(look, columns, self.tapped.emit)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_Head(look, columns, self._body))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self._body)
        make_kinetic(area, look)
        column.addWidget(area, 1)

    @property
    def rows(self) -> list[Row]:
        """What is shown."""
        return self._body.rows

    def set_rows(self, rows: Sequence[Row], *, tappable: bool = False) -> None:
        """Show these rows; `tappable` ones have an arrow at their end."""
        self._body.set_rows(rows, tappable=tappable)

    def tap(self, index: int) -> None:
        """As if a finger had tapped the row."""
        self.tapped.emit(index)


class _Grid(QWidget):
    def __init__(self, look: Style, columns: Sequence[Column]) -> None:
        super().__init__()
        self.look = look
        self.columns = tuple(columns)

    def cells(self, top: float, height: float, tail: float) -> list[QRectF]:
        """The rectangles of a row's cells, in screen px."""
        gap = self.look.scale.px(_GAP_PX)
        whole = sum(column.share for column in self.columns)
        room = self.width() - tail - gap * (len(self.columns) + 1)
        found, left = [], float(gap)
        for column in self.columns:
            width = room * column.share / whole
            found.append(QRectF(left, top, width, height))
            left += width + gap
        return found

    def write(
        self, painter: QPainter, rect: QRectF, text: str, face: tuple[Role, str, str], figures: bool
    ) -> None:
        role, size, colour = face
        written = fitted(self.look, text, role, self.look.scale.text(theme.TYPE_PX[size]), rect.width())
        paint_text(painter, rect, text, written, colour, MIDDLE_RIGHT if figures else MIDDLE_LEFT)


class _Head(_Grid):
    def __init__(self, look: Style, columns: Sequence[Column], body: QWidget) -> None:
        super().__init__(look, columns)
        self._under = body  # a scroll bar makes it narrower
        self.setFixedHeight(look.scale.px(_HEAD_PX))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        tail = _tail(self.look) + self.width() - self._under.width()
        for column, rect in zip(self.columns, self.cells(0, self.height(), tail), strict=True):
            self.write(painter, rect, column.head, (Role.LABEL, "caption", theme.TEXT_SOFT), column.figures)
        line = QRectF(0, self.height() - 1, self.width(), 1)
        painter.fillRect(line, QColor(theme.LINE))
        painter.end()


def _tail(look: Style) -> float:
    """Room for the arrow and the scroll bar."""
    return float(look.scale.px(36))


class _Body(_Grid):
    def __init__(self, look: Style, columns: Sequence[Column], tapped: Callable[[int], None]) -> None:
        super().__init__(look, columns)
        self.rows: list[Row] = []
        self._tapped = tapped
        self._tappable = False
        self._pressed: QPoint | None = None

    def set_rows(self, rows: Sequence[Row], *, tappable: bool) -> None:
        self.rows = list(rows)
        self._tappable = tappable
        self.setMinimumHeight(self.sizeHint().height())
        self.setAccessibleName("\n".join(" ".join(row.cells) for row in self.rows))
        self.updateGeometry()
        self.update()

    def _row_px(self) -> int:
        scale = self.look.scale
        return scale.touch(_ROW_PX) if self._tappable else scale.px(_ROW_PX)

    def sizeHint(self) -> QSize:
        return QSize(self.look.scale.px(400), self._row_px() * len(self.rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        high, tail = self._row_px(), _tail(self.look)
        first = max(0, event.rect().top() // high)
        last = min(len(self.rows) - 1, event.rect().bottom() // high)
        for index in range(first, last + 1):
            row, top = self.rows[index], index * high
            painter.fillRect(QRectF(0, top + high - 1, self.width(), 1), QColor(theme.PANEL_RAISED))
            for cell, rect, column in zip(row.cells, self.cells(top, high, tail), self.columns, strict=True):
                role = Role.NUMBER if column.figures else Role.STRONG if row.strong else Role.BODY
                self.write(painter, rect, cell, (role, "body", row.colour), column.figures)
            if self._tappable:
                arrow = QRectF(self.width() - tail, top, tail * 0.6, high)
                paint_text(
                    painter, arrow, "›", self.look.font(Role.BODY, "heading"), theme.TEXT_SOFT, MIDDLE_RIGHT
                )
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position().toPoint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        at = event.position().toPoint()
        if pressed is None or not self._tappable or (at - pressed).manhattanLength() > _STILL_PX:
            return
        index = at.y() // self._row_px()
        if 0 <= index < len(self.rows):
            self._tapped(index)
