"""The chart of best play for Help, made from the game's own: what to do with each total against the dealer's card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from kiosk.games.blackjack.best_play import ROWS, UPS, letter, row_of
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, Style, fitted, label, paint_text, smooth
from kiosk.ui.terminal.help.pages import Ground

_ROW = 36  # design px
_GAP = 24
_TITLE = 1.6  # the rows' titles, in columns
_HEADS = 2  # a heading, and the dealer's cards
_FACES = {
    "H": ("blackjack.chart_hit", "#1d5c47", theme.TEXT),
    "S": ("blackjack.chart_stand", "#7a2a31", theme.TEXT),
    "D": ("blackjack.chart_double", theme.PRIMARY, theme.TEXT_ON_GOLD),
    "d": ("blackjack.chart_double_stand", theme.PRIMARY, theme.TEXT_ON_GOLD),
    "P": ("blackjack.chart_split", "#254a8c", theme.TEXT),
    "R": ("blackjack.chart_surrender", "#4b4f57", theme.TEXT),
}
"""By the letter of the chart the word of a cell, its ground and its ink."""
_HEADINGS = {"hard": "blackjack.chart_hard", "soft": "blackjack.chart_soft", "pair": "blackjack.chart_pair"}
KINDS = tuple(_HEADINGS)


def rows_of(kind: str) -> tuple[str, ...]:
    """The rows of one part of the chart, as the game names them."""
    return tuple(row for row in ROWS if row.startswith(kind))


def cell(row: str, up: str) -> str:
    """The letter that is played: a pair that is not split plays as its total."""
    found = letter(row, up)
    rank = row.partition(" ")[2]
    return found if found != "." else letter(row_of((f"{rank}s", f"{rank}h")), up)


class ChartPicture(QWidget):
    """Three tables side by side, or one below the other on a portrait screen."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        lines = [len(rows_of(kind)) + _HEADS for kind in KINDS]
        row, gap = look.scale.px(_ROW), look.scale.px(_GAP)
        high = row * sum(lines) + gap * 2 if look.scale.portrait else row * max(lines)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(high)

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(900), self.height())

    def _part(self, number: int) -> QRectF:
        """Where the table of that kind lies."""
        gap, row = self._look.scale.px(_GAP), self._look.scale.px(_ROW)
        high = row * (len(rows_of(KINDS[number])) + _HEADS)
        if not self._look.scale.portrait:
            wide = (self.width() - gap * 2) / 3
            return QRectF(number * (wide + gap), 0, wide, high)
        above = sum(row * (len(rows_of(kind)) + _HEADS) + gap for kind in KINDS[:number])
        return QRectF(0, above, self.width(), high)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  painted once a page
        painter = smooth(self)
        for number, kind in enumerate(KINDS):
            self._paint_part(painter, self._part(number), kind)
        painter.end()

    def _paint_part(self, painter: QPainter, room: QRectF, kind: str) -> None:
        look, row = self._look, self._look.scale.px(_ROW)
        heading = look.t(_HEADINGS[kind])
        head = QRectF(room.x(), room.y(), room.width(), row)
        written = fitted(look, heading, Role.STRONG, look.scale.text(19), head.width())
        paint_text(painter, head, heading, written, theme.GOLD_TEXT, MIDDLE_LEFT)
        self._paint_line(painter, QRectF(room.x(), head.bottom(), room.width(), row), "", [*map(_sign, UPS)])
        for at, name in enumerate(rows_of(kind)):
            line = QRectF(room.x(), room.y() + (at + _HEADS) * row, room.width(), row)
            self._paint_line(painter, line, _title(name, look), [cell(name, up) for up in UPS], lit=True)

    def _paint_line(
        self, painter: QPainter, line: QRectF, title: str, cells: Sequence[str], *, lit: bool = False
    ) -> None:
        look, wide = self._look, line.width() / (len(cells) + _TITLE)
        size = look.scale.text(17)
        first = QRectF(line.x(), line.y(), wide * _TITLE, line.height())
        written = fitted(look, title, Role.STRONG, size, first.width() - 4)
        paint_text(painter, first, title, written, theme.TEXT, MIDDLE_LEFT)
        for at, found in enumerate(cells):
            box = QRectF(first.right() + at * wide, line.y(), wide, line.height()).adjusted(1, 1, -1, -1)
            words, ink = found, theme.TEXT_SOFT
            if lit:
                key, ground, ink = _FACES[found]
                words = look.t(key)
                painter.fillRect(box, QColor(ground))
            written = fitted(look, words, Role.STRONG, size, box.width() - 2)
            paint_text(painter, box, words, written, ink, CENTRE)


def chart_block(look: Style) -> tuple[QWidget, ...]:
    """The chart with its heading, what its signs mean, and how it was made."""
    return (
        label(look, look.t("blackjack.chart_title"), Role.STRONG, "heading", theme.GOLD_TEXT),
        label(look, look.t("blackjack.chart_legend"), Role.BODY, "body"),
        _on_ground(look),
        label(look, look.t("blackjack.chart_note"), Role.BODY, "label", theme.TEXT_SOFT),
    )


def _on_ground(look: Style) -> QWidget:
    made = Ground(look)
    column = QVBoxLayout(made)
    pad = look.scale.space("m")
    column.setContentsMargins(pad, pad, pad, pad)
    column.addWidget(ChartPicture(look))
    return made


def _sign(up: str) -> str:
    return "10" if up == "T" else up


def _title(row: str, look: Style) -> str:
    """`8 or less`, `17 or more`, `A + 2`, `8 8`."""
    kind, _, name = row.partition(" ")
    if kind == "pair":
        return f"{_sign(name)} {_sign(name)}"
    if row == rows_of("hard")[0]:
        return look.t("blackjack.chart_most", total=name)
    if row == rows_of(kind)[-1]:
        return look.t("blackjack.chart_least", total=name)
    return name
