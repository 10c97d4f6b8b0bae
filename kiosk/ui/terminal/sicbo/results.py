"""The tab Results: the newest results as a list, the totals at a glance, and how often each side came."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.dice import paint_dice
from kiosk.ui.kit.style import (
    CENTRE,
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    Style,
    fitted,
    label,
    paint_badge,
    paint_text,
    rounded,
    smooth,
)
from kiosk.ui.terminal.game_part import TrendPage
from kiosk.ui.terminal.sicbo.sides import side_colours, side_word
from kiosk.ui.terminal.sicbo.trends import TOTALS, Shown, Side, Trends, side_of

_ROW_PX = 47  # design height of a row; rows stretch so that the list fills its room
_TWO_COLUMNS_PX = 560  # from this design width on, the list stands in two columns


class ResultsList(QWidget):
    """The newest results from the top, as many as there is room for."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._rounds: Sequence[Shown] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_rounds(self, rounds: Sequence[Shown]) -> None:
        """Show these rounds, given oldest first."""
        self._rounds = rounds
        self.update()

    @property
    def columns(self) -> int:
        """One column, or two where the list is wide."""
        return 2 if self.width() >= _TWO_COLUMNS_PX * self._look.scale.factor else 1

    @property
    def rows(self) -> int:
        """How many rows one column has."""
        return max(1, self.height() // self._look.scale.px(_ROW_PX))

    def visible_rounds(self) -> list[Shown]:
        """The rounds that are on the screen, newest first."""
        return list(reversed(self._rounds[-self.rows * self.columns :]))

    def row_rect(self, index: int) -> QRectF:
        """Where the `index`-th row lies, in px."""
        gap = self._look.scale.space("xl")
        width = (self.width() - gap * (self.columns - 1)) / self.columns
        column, row = divmod(index, self.rows)
        height = self.height() / self.rows
        return QRectF(column * (width + gap), row * height, width, height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt gives it; the whole list is small
        painter = smooth(self)
        for index in range(self.rows * self.columns):
            if index % self.rows:
                rect = self.row_rect(index)
                painter.fillRect(QRectF(rect.x(), rect.y(), rect.width(), 1), QColor(theme.PANEL_RAISED))
        found = self.visible_rounds()
        for index, one in enumerate(found):
            self._paint_row(painter, self.row_rect(index), one, newest=index == 0)
        if not found:
            text = self._look.t("panel.no_results")
            written = fitted(
                self._look, text, Role.BODY, self._look.scale.text(theme.TYPE_PX["body"]), self.width() * 0.9
            )
            paint_text(painter, QRectF(self.rect()), text, written, theme.TEXT_SOFT, CENTRE)
        painter.end()

    def _paint_row(self, painter: QPainter, rect: QRectF, one: Shown, *, newest: bool) -> None:
        look, scale = self._look, self._look.scale
        if newest:
            rounded(painter, rect.adjusted(0, 1, 0, -1), scale.radius("badge"), theme.PANEL_RAISED)
        inner = rect.adjusted(scale.space("s"), 0, -scale.space("s"), 0)
        number = str(one.round)
        width = inner.width()
        written = fitted(look, number, Role.NUMBER, scale.text(19), width * 0.17)
        paint_text(painter, inner, number, written, theme.TEXT if newest else theme.TEXT_SOFT, MIDDLE_LEFT)
        badge_width, badge_height = min(width * 0.24, scale.px(88)), min(rect.height() * 0.66, scale.px(28))
        badge = QRectF(
            inner.right() - badge_width, inner.center().y() - badge_height / 2, badge_width, badge_height
        )
        side = side_of(one.dice) if one.dice else None
        paint_badge(painter, badge, side_word(look, side), look, side_colours(side))
        if one.dice is None:
            return
        die = round(min(rect.height() * 0.66, scale.px(29), width * 0.085))
        end = paint_dice(painter, inner.x() + width * 0.2, inner.center().y(), die, one.dice)
        total = QRectF(end, inner.y(), min(width * 0.17, badge.x() - end), inner.height())
        paint_text(painter, total, str(one.total), look.font(Role.MONEY, "label"), theme.TEXT, MIDDLE_RIGHT)


class CompactTotals(QWidget):
    """How often each total came, as slim bars over their numbers."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._totals = dict.fromkeys(TOTALS, 0)
        self.setMinimumHeight(look.scale.px(96))

    def set_trends(self, counted: Trends) -> None:
        """Show these counts."""
        self._totals = dict(counted.totals)
        self.update()

    def bar_rect(self, total: int) -> QRectF:
        """Where the bar of a total lies, in px; flat when it never came."""
        wide = self.width() / len(TOTALS)
        foot = self.height() - self._foot_px()
        most = max(1, *self._totals.values())
        height = self._totals[total] * (foot - 2) / most
        return QRectF((total - TOTALS[0]) * wide + wide * 0.14, foot - height, wide * 0.72, height)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        wide = self.width() / len(TOTALS)
        foot = self._foot_px()
        written = self._look.font_px(Role.NUMBER, min(self._look.scale.text(15), wide * 0.66))
        widest = QFontMetricsF(written).horizontalAdvance(f" {TOTALS[-1]}")
        every = 1 if widest <= wide else 2  # figures that touch each other are not read
        for total in TOTALS:
            bar = self.bar_rect(total)
            radius = min(wide * 0.12, bar.height() / 2)
            rounded(painter, bar, radius, theme.LINE_BRIGHT)
            painter.fillRect(QRectF(bar.x(), bar.bottom(), bar.width(), 1), QColor(theme.LINE))
            if total % every == 0:
                under = QRectF((total - TOTALS[0]) * wide, self.height() - foot, wide, foot)
                paint_text(painter, under, str(total), written, theme.TEXT_SOFT, CENTRE)
        painter.end()

    def _foot_px(self) -> int:
        return self._look.scale.text(15) + self._look.scale.space("s")


class ShareBar(QWidget):
    """Counts side by side as parts of one bar, each with its word: who came how often."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._parts: tuple[tuple[str, int, tuple[str, str]], ...] = ()
        self.setFixedHeight(look.scale.px(32))

    def set_parts(self, *parts: tuple[str, int, tuple[str, str]]) -> None:
        """Show parts of word, count, and colours of ground and text."""
        self._parts = parts
        self.setAccessibleName(self.words())
        self.update()

    def words(self) -> str:
        """What the bar says: `BIG 46 · TRIPLE 3 · SMALL 51`."""
        return " · ".join(f"{word} {count}" for word, count, _ in self._parts)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        gap = max(2, self._look.scale.px(3))
        edges = self._edges()
        for (word, count, colours), (left, right) in zip(self._parts, pairwise(edges), strict=True):
            rect = QRectF(left, 0, right - left - (gap if right < self.width() else 0), self.height())
            paint_badge(painter, rect, f"{word} {count}", self._look, colours)
        painter.end()

    def _edges(self) -> list[float]:
        # Every part keeps room for its word: only what is left over is shared by count.
        least = 0.23 * self.width()
        left_over = self.width() - least * len(self._parts)
        total = sum(count for _, count, _ in self._parts)
        edges = [0.0]
        for _, count, _ in self._parts:
            share = count / total if total else 1 / len(self._parts)
            edges.append(edges[-1] + least + left_over * share)
        return [*edges[:-1], float(self.width())]

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(300), self.height())


class ResultsPage(TrendPage):
    """List above and counts below; side by side where the panel is wide."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.list = ResultsList(look)
        self.caption = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        self.chart = CompactTotals(look)
        self.sides = ShareBar(look)
        self.parity = ShareBar(look)
        self._counts = QWidget()
        column = QVBoxLayout(self._counts)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("s"))
        column.addWidget(self.caption)
        column.addWidget(self.chart, 1)
        column.addWidget(self.sides)
        column.addWidget(self.parity)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(look.scale.space("m"))
        self._box.addWidget(self.list, 7)
        self._box.addWidget(self._counts, 3)

    def set_wide(self, wide: bool) -> None:
        """Side by side, or one above the other."""
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        self._box.setStretch(0, 6 if wide else 7)
        self._box.setStretch(1, 4 if wide else 3)
        self._box.setSpacing(self._look.scale.space("xxl" if wide else "m"))

    def set_trends(self, counted: Trends) -> None:
        """Show the rounds and their counts."""
        look = self._look
        self.list.set_rounds(counted.recent)
        self.chart.set_trends(counted)
        self.caption.setText(look.t("panel.totals_caption", rounds=counted.rounds))
        self.sides.set_parts(
            *(
                (side_word(look, side), counted.sides[side], side_colours(side))
                for side in (Side.BIG, Side.TRIPLE, Side.SMALL)
            )
        )
        plain = (theme.PANEL_RAISED, theme.TEXT)
        self.parity.set_parts(
            (look.t("board.odd"), counted.odd, plain), (look.t("board.even"), counted.even, plain)
        )
