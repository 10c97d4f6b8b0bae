"""The Bets of a recalled round as a list: spot, stake, win."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.money import dollars
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_look import game_look
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, smooth
from kiosk.ui.terminal.recall.facts import Line

_ROW_PX = 42
_HEAD_PX = 30
_BET_END = 0.74  # where the column of stakes ends, of the width


class BetTable(QWidget):
    """One row for each Bet under a line of headings; won ones in gold when the round is a gain."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._game = ""
        self._lines: Sequence[Line] = ()
        self._gain = False

    def set_lines(self, game: str, lines: Sequence[Line], *, gain: bool) -> None:
        """Show these Bets of a round of that game that has left the player with more than before, or has not."""
        self._game, self._lines = game, lines
        self._gain = gain
        self.setMinimumHeight(self.sizeHint().height())
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        scale = self._look.scale
        return QSize(scale.px(380), scale.px(_HEAD_PX) + scale.px(_ROW_PX) * len(self._lines))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        head, row = scale.px(_HEAD_PX), scale.px(_ROW_PX)
        written = look.font(Role.BODY, "caption")
        spot, bet, win = self._columns(QRectF(0, 0, self.width(), head))
        paint_text(painter, spot, look.t("recall.column_spot"), written, theme.TEXT_SOFT, MIDDLE_LEFT)
        paint_text(painter, bet, look.t("recall.column_bet"), written, theme.TEXT_SOFT, MIDDLE_RIGHT)
        paint_text(painter, win, look.t("recall.column_win"), written, theme.TEXT_SOFT, MIDDLE_RIGHT)
        for index, line in enumerate(self._lines):
            self._paint_line(painter, QRectF(0, head + index * row, self.width(), row), line)
        painter.end()

    def _columns(self, rect: QRectF) -> tuple[QRectF, QRectF, QRectF]:
        edge = self._look.scale.space("s")
        middle = rect.x() + rect.width() * _BET_END
        spot = QRectF(rect.x(), rect.y(), rect.width() * 0.5, rect.height())
        bet = QRectF(spot.right(), rect.y(), middle - spot.right(), rect.height())
        return spot, bet, QRectF(middle, rect.y(), rect.right() - middle - edge, rect.height())

    def _paint_line(self, painter: QPainter, rect: QRectF, line: Line) -> None:
        look, scale = self._look, self._look.scale
        painter.fillRect(QRectF(rect.x(), rect.y(), rect.width(), 1), QColor(theme.PANEL_RAISED))
        spot, bet, win = self._columns(rect)
        game, side = game_look(self._game), scale.px(22)
        word = game.spot_word(line.spot, look.texts)
        room = spot.width() - game.spot_width(line.spot, side)
        written = fitted(look, word, Role.STRONG, scale.text(theme.TYPE_PX["small"]), room)
        lit = theme.GOLD_TEXT if self._gain else theme.TEXT
        colour = lit if line.won else theme.TEXT
        paint_text(painter, spot, word, written, colour, MIDDLE_LEFT)
        x = spot.x() + QFontMetricsF(written).horizontalAdvance(word) + scale.space("s")
        game.paint_spot(painter, x, rect.center().y(), side, line.spot)
        self._paint_money(painter, bet, line.staked, theme.TEXT)
        self._paint_money(painter, win, line.won, lit if line.won else theme.TEXT_SOFT)

    def _paint_money(self, painter: QPainter, rect: QRectF, cents: int, colour: str) -> None:
        text = dollars(cents)
        written = fitted(
            self._look, text, Role.NUMBER, self._look.scale.text(theme.TYPE_PX["small"]), rect.width() - 4
        )
        paint_text(painter, rect, text, written, colour, MIDDLE_RIGHT)
