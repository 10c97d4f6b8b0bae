"""A pay table at the side: sections of rows, and the row lit that the hand would reach."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, rounded, smooth

_ROW, _TALL = 36, 54  # design px of a row: as designed, and at most where the table alone fills a side panel
_HEAD = 34
_GAP = 14
_PAD = 12
_SHORT = 5  # rows that a column may always have, where columns stand side by side
_LOW = 0.85  # how low its rows may be, of the design, before a section gets a column more


@dataclass(frozen=True)
class PayRow:
    """A row: what must be held, and what it pays. `lit`: the hand would reach it."""

    name: str
    pays: str
    lit: bool = False


@dataclass(frozen=True)
class PaySection:
    """Rows under a heading. `note` stands below them."""

    title: str
    rows: tuple[PayRow, ...]
    note: str = ""


class PayTable(QWidget):
    """The sections one below the other, or in `columns` where the room is wide. A row that changes is painted alone."""

    def __init__(self, look: Style, parent: QWidget | None = None, *, columns: bool = True) -> None:
        super().__init__(parent)
        self._look = look
        self._side_by_side = columns
        self._sections: tuple[PaySection, ...] = ()

    @property
    def lit(self) -> tuple[str, ...]:
        """The names of the rows that are lit."""
        return tuple(row.name for section in self._sections for row in section.rows if row.lit)

    def show_sections(self, sections: Sequence[PaySection]) -> None:
        """Show these."""
        before, self._sections = self._sections, tuple(sections)
        if before == self._sections:
            return
        shapes = [[(s.title, s.note, len(s.rows)) for s in one] for one in (before, self._sections)]
        if shapes[0] != shapes[1]:
            self.update()
            return
        for at, (one, other) in enumerate(zip(before, self._sections, strict=True)):
            for row in range(len(one.rows)):
                if one.rows[row] != other.rows[row]:
                    self.update(self.row_rect(at, row))

    # --- where

    @property
    def _is_wide(self) -> bool:
        return self._side_by_side and self.width() > self.height()

    @property
    def _columns(self) -> list[tuple[int, range]]:
        """The sections with the rows of each column: all of a section's, or a few where columns stand side by side."""
        if not self._is_wide:
            return [(at, range(len(one.rows))) for at, one in enumerate(self._sections)]
        found: list[tuple[int, range]] = []
        for at, one in enumerate(self._sections):
            rows = len(one.rows)
            columns = -(-rows // max(_SHORT, self._most_rows))
            step = -(-rows // max(1, columns))
            found += [(at, range(first, min(first + step, rows))) for first in range(0, rows, max(1, step))]
        return found

    @property
    def _most_rows(self) -> int:
        """So many rows of a column can be read below its heading."""
        return int((self.height() - self._head) / max(1.0, _LOW * self._look.scale.px(_ROW)))

    def _column_rect(self, number: int) -> QRectF:
        gap, columns = self._look.scale.px(_GAP), self._columns
        if self._is_wide:
            wide = (self.width() - gap * (len(columns) - 1)) / max(1, len(columns))
            return QRectF(number * (wide + gap), 0, wide, self.height())
        above = sum(self._head + self._lines(one) * self._row + gap for one in columns[:number])
        return QRectF(0, above, self.width(), self._head + self._lines(columns[number]) * self._row)

    def _lines(self, column: tuple[int, range]) -> int:
        """The rows of a column, and its note below the last."""
        section = self._sections[column[0]]
        return len(column[1]) + bool(section.note and column[1].stop == len(section.rows))

    @property
    def _head(self) -> float:
        return float(self._look.scale.px(_HEAD))

    @property
    def _row(self) -> float:
        """How high a row is: as designed, lower where the rows would not fit, higher where room would stay empty."""
        lines = [self._lines(column) for column in self._columns]
        if self._is_wide:
            room, rows, most = self.height() - self._head, max(lines, default=1), _ROW
        else:
            gaps = self._look.scale.px(_GAP) * (len(lines) - 1)
            room, rows = self.height() - self._head * len(lines) - gaps, sum(lines)
            most = _TALL
        return max(1.0, min(self._look.scale.px(most), room / max(1, rows)))

    def _row_in(self, number: int, row: int) -> QRect:
        rect, first = self._column_rect(number), self._columns[number][1].start
        top = rect.y() + self._head + (row - first) * self._row
        return QRectF(rect.x(), top, rect.width(), self._row).toAlignedRect()

    def row_rect(self, section: int, row: int) -> QRect:
        """Where that row lies."""
        number = next(at for at, (of, rows) in enumerate(self._columns) if of == section and row in rows)
        return self._row_in(number, row)

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        for number in range(len(self._columns)):
            self._paint_column(painter, number, event.rect())
        painter.end()

    def _paint_column(self, painter: QPainter, number: int, dirty: QRect) -> None:
        look, scale, rect = self._look, self._look.scale, self._column_rect(number)
        of, rows = self._columns[number]
        section = self._sections[of]
        head = QRectF(rect.x(), rect.y(), rect.width(), self._head)
        if not rows.start and dirty.intersects(head.toAlignedRect()):
            written = fitted(look, section.title, Role.STRONG, scale.text(19), rect.width())
            paint_text(painter, head, section.title, written, theme.GOLD_TEXT, MIDDLE_LEFT)
        for row in rows:
            room = self._row_in(number, row)
            if dirty.intersects(room):
                self._paint_row(painter, QRectF(room), section.rows[row], row - rows.start)
        below = self._row_in(number, rows.stop)
        if section.note and rows.stop == len(section.rows) and dirty.intersects(below):
            written = fitted(look, section.note, Role.BODY, scale.text(16), below.width())
            paint_text(painter, QRectF(below), section.note, written, theme.TEXT_SOFT, MIDDLE_LEFT)

    def _paint_row(self, painter: QPainter, room: QRectF, row: PayRow, number: int) -> None:
        look, scale = self._look, self._look.scale
        if row.lit or number % 2 == 0:
            radius = scale.radius("badge")
            rounded(
                painter, room.adjusted(0, 1, 0, -1), radius, theme.PRIMARY if row.lit else theme.PANEL_RAISED
            )
        pad = scale.px(_PAD)
        inner = room.adjusted(pad, 0, -pad, 0)
        size = min(scale.text(22), max(scale.least_text, round(room.height() * 0.62)))
        pays = fitted(look, row.pays, Role.MONEY, size, inner.width() * 0.5)
        name = fitted(look, row.name, Role.STRONG if row.lit else Role.LABEL, size, inner.width() * 0.62)
        ink = theme.TEXT_ON_GOLD if row.lit else theme.TEXT
        paint_text(painter, inner, row.name, name, ink, MIDDLE_LEFT)
        paint_text(painter, inner, row.pays, pays, ink if row.lit else theme.ODDS, MIDDLE_RIGHT)
