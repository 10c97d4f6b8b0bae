"""What a recalled round came to: the result and its words, and the money around it."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from kiosk.money import dollars
from kiosk.seat.rounds import Recalled
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.rounds import sums
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.style import (
    MIDDLE_LEFT,
    Style,
    fitted,
    label,
    paint_text,
    smooth,
)
from kiosk.ui.terminal.game_part import game_part

_APART_PX = 7  # between a figure and the name below
_HEIGHT_PX = 76


class ResultLine(QWidget):
    """The result as its game shows it; or that the round was Void."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._one: Recalled | None = None
        self.setFixedHeight(look.scale.px(_HEIGHT_PX))

    def set_round(self, one: Recalled) -> None:
        """Show the result of this round."""
        self._one = one
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(380), self._look.scale.px(_HEIGHT_PX))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        if self._one is None:
            return
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        painter.setPen(Qt.PenStyle.NoPen)
        facts = self._one.facts
        painter.setBrush(QColor(theme.NEUTRAL if facts else theme.OFFLINE))
        painter.drawRoundedRect(QRectF(self.rect()), scale.radius("button"), scale.radius("button"))
        inner = QRectF(self.rect()).adjusted(scale.space("m"), 0, -scale.space("m"), 0)
        if not facts:
            text = look.t("recall.void")
            written = fitted(look, text, Role.STRONG, scale.text(theme.TYPE_PX["heading"]), inner.width())
            paint_text(painter, inner, text, written, theme.TEXT, MIDDLE_LEFT)
        else:
            game_part(self._one.game).paint_recalled(painter, inner, facts, look)
        painter.end()


class MoneyLines(QWidget):
    """Stakes, what came back, win and net; credit before and after; money in and out. All as stored."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.values: dict[str, QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(look.scale.space("l"))
        self._grid.setVerticalSpacing(look.scale.px(1))  # lines of type bring air of their own
        names = (
            "recall.staked",
            "recall.returned",
            "recall.won",
            "recall.net",
            "recall.credit_before",
            "recall.credit_after",
            "recall.money_in",
            "recall.money_out",
        )
        for index, name in enumerate(names):
            self._add(name, index // 2, index % 2)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _add(self, name: str, row: int, column: int) -> None:
        look = self._look
        head = label(look, look.t(name), Role.BODY, "caption", theme.TEXT_SOFT)
        head.setWordWrap(False)
        value = label(look, "", Role.MONEY, "body")
        value.setWordWrap(False)
        self._grid.addWidget(head, row * 3, column)
        self._grid.addWidget(value, row * 3 + 1, column)
        # Else a name stands as near to the figure above as to its own; on a low screen the bets need the room.
        if row and look.scale.factor >= 1 and not look.scale.portrait:
            self._grid.setRowMinimumHeight(row * 3 - 1, look.scale.px(_APART_PX))
        self._grid.setColumnStretch(column, 1)
        self.values[name] = value

    def set_round(self, one: Recalled) -> None:
        """Show the money of this round."""
        settled = one.settlement
        cents = {
            "recall.staked": one.staked,
            "recall.returned": settled.returned if settled is not None else one.staked,
            "recall.won": settled.won if settled is not None else 0,
            "recall.credit_before": one.credit_before,
            "recall.credit_after": one.credit_after,
            "recall.money_in": one.money_in,
            "recall.money_out": one.money_out,
        }
        for name, amount in cents.items():
            self.values[name].setText(dollars(amount))
        self.values["recall.net"].setText(signed(sums(one).net))
