"""The tab My rounds: the last rounds of this seat; a tap on one opens its recall."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from kiosk.money import dollars, short_dollars
from kiosk.seat.rounds import Recalled
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_look import game_look
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.settlement_words import Sums, paid_words, signed
from kiosk.ui.kit.style import (
    CENTRE,
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    Style,
    fitted,
    label,
    paint_text,
    recolour,
)
from kiosk.ui.kit.touch_button import plain_button

_Index = QModelIndex | QPersistentModelIndex
_ROW_PX = 68
_LOW_ROW_PX = 48  # in a wide list, where everything stands in one line
_ONE_LINE_PX = 700  # from this design width on
_NO_PARENT = QModelIndex()


def sums(one: Recalled) -> Sums:
    """What the round came to for the player."""
    return Sums(one.staked, one.paid)


class _Rounds(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rounds: list[Recalled] = []

    def replace(self, rounds: list[Recalled]) -> None:
        self.beginResetModel()
        self.rounds = rounds
        self.endResetModel()

    def rowCount(self, parent: _Index = _NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rounds)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and index.isValid():
            return str(self.rounds[index.row()].round)
        return None


class _Row(QStyledItemDelegate):
    def __init__(self, look: Style, rounds: _Rounds) -> None:
        super().__init__(rounds)
        self._look = look
        self._rounds = rounds

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: ARG002
        one_line = self._is_one_line(option.rect.width())
        return QSize(10, self._look.scale.touch(_LOW_ROW_PX if one_line else _ROW_PX))

    def _is_one_line(self, width: float) -> bool:
        return width >= self._look.scale.px(_ONE_LINE_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        look, scale = self._look, self._look.scale
        one = self._rounds.rounds[index.row()]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(theme.BUTTON_DOWN))
        painter.fillRect(QRectF(rect.x(), rect.bottom() - 1, rect.width(), 1), QColor(theme.PANEL_RAISED))
        inner = rect.adjusted(scale.space("xs"), scale.space("s"), -scale.space("xs"), -scale.space("s"))
        arrow = QRectF(inner.right() - scale.px(20), inner.y(), scale.px(20), inner.height())
        paint_text(painter, arrow, "›", look.font(Role.BODY, "heading"), theme.TEXT_SOFT, CENTRE)
        if self._is_one_line(rect.width()):
            line = inner.adjusted(0, 0, -scale.px(30), 0)
            self._paint_upper(painter, line, one)
            second = line.adjusted(line.width() * 0.42, 0, 0, 0)
            body = look.font(Role.BODY, "body")
            paint_text(painter, second, self._second_line(one), body, theme.TEXT_SOFT, MIDDLE_LEFT)
            painter.restore()
            return
        upper = QRectF(inner.x(), inner.y(), inner.width() - scale.px(30), inner.height() * 0.56)
        lower = QRectF(inner.x(), upper.bottom() + 1, upper.width(), inner.height() - upper.height())
        self._paint_upper(painter, upper, one)
        text = self._second_line(one)
        written = fitted(look, text, Role.BODY, scale.text(theme.TYPE_PX["caption"]), lower.width())
        paint_text(painter, lower, text, written, theme.TEXT_SOFT, MIDDLE_LEFT)
        painter.restore()

    def _paint_upper(self, painter: QPainter, rect: QRectF, one: Recalled) -> None:
        look, scale = self._look, self._look.scale
        paint_text(painter, rect, str(one.round), look.font(Role.NUMBER, "body"), theme.TEXT, MIDDLE_LEFT)
        came = sums(one)
        amount, colour = signed(came.net), theme.GOLD_TEXT if came.is_gain else theme.TEXT
        if one.settlement is None:
            amount, colour = look.t("panel.void"), theme.WARN
        elif one.facts:
            side, left = round(min(rect.height() * 0.86, scale.px(25))), rect.x() + rect.width() * 0.24
            game_look(one.game).paint_result(painter, left, rect.center().y(), side, one.facts)
        written = fitted(look, amount, Role.MONEY, scale.text(theme.TYPE_PX["label"]), rect.width() * 0.44)
        paint_text(painter, rect, amount, written, colour, MIDDLE_RIGHT)

    def _second_line(self, one: Recalled) -> str:
        paid = paid_words(sums(one), self._look.texts)
        return self._look.t("panel.round_line", staked=short_dollars(one.staked), paid=paid)


class RoundsPage(QWidget):
    """The list, newest first. `opened` carries the index of the round that was tapped.

    `desk`, a button that is hidden at first, leads staff to all that the seat keeps.
    """

    opened = Signal(int)

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._rounds = _Rounds(self)
        self.summary = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        self.list = QListView()
        self.list.setModel(self._rounds)
        self.list.setItemDelegate(_Row(look, self._rounds))
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setUniformItemSizes(True)
        make_kinetic(self.list, look)
        self.list.clicked.connect(self._clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("s"))
        column.addWidget(self.summary)
        column.addWidget(self.list, 1)
        self.desk = plain_button(look, look.t("staff.open"), 48, pad=12)
        self.desk.hide()
        column.addWidget(self.desk)
        self.set_rounds([])

    @property
    def rounds(self) -> Sequence[Recalled]:
        """What the list shows, newest first."""
        return self._rounds.rounds

    def set_unreadable(self) -> None:
        """Say that the rounds cannot be read, and show none."""
        self._rounds.replace([])
        self.summary.setText(self._look.t("panel.rounds_unreadable"))
        recolour(self.summary, theme.WARN)

    def set_rounds(self, rounds: Sequence[Recalled], *, for_staff: bool = False) -> None:
        """Show these rounds, newest first; `for_staff` says that they are not one player's alone."""
        self._rounds.replace(list(rounds))
        recolour(self.summary, theme.WARN if for_staff else theme.TEXT_SOFT)
        if for_staff:
            self.summary.setText(self._look.t("panel.staff_rounds", rounds=len(rounds)))
            return
        if not rounds:
            self.summary.setText(self._look.t("panel.no_rounds"))
            return
        words = self._look.t(
            "panel.session",
            rounds=len(rounds),
            staked=dollars(sum(one.staked for one in rounds)),
            net=signed(sum(sums(one).net for one in rounds)),
        )
        note = game_look(rounds[0].game).rounds_note
        self.summary.setText(f"{words}\n{self._look.t(note)}" if note else words)

    def _clicked(self, index: QModelIndex) -> None:
        self.list.clearSelection()
        self.opened.emit(index.row())
