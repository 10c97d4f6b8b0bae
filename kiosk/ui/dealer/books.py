"""The figures of the table, the last rounds, and this round's log."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DeskView, RoundLine
from kiosk.money import short_dollars
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.pen import CENTRE, LEFT, RIGHT, panel, width_of, write
from kiosk.ui.dealer.words import log_words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.reasons import void_words
from kiosk.ui.kit.style import Style, smooth

_ROW = 36  # design px


class ItemsButton(DeskButton):
    """The figure of open items, which can be touched."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__("", look, key="F8", parent=parent)
        self.count = 0

    def show_view(self, view: DeskView) -> None:
        """Show how many there are."""
        self.count = len(view.open_items)
        self.setText(f"{self._dress.t('dealer.figures.items')} {self.count}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look, scale = self._dress, self._dress.scale
        painter = smooth(self)
        edge = theme.FOCUS if self._ring else theme.WARN if self.count else theme.BUTTON_EDGE
        fill = theme.BUTTON_DOWN if self.isDown() else palette.CARE if self.count else theme.BUTTON
        panel(painter, QRectF(self.rect()), look, fill, edge, 12)
        room = QRectF(self.rect()).adjusted(scale.px(16), scale.px(8), -scale.px(14), -scale.px(8))
        label = look.t("dealer.figures.items")
        figure(painter, room, label, str(self.count), look, theme.WARN if self.count else theme.TEXT)
        write(
            painter,
            QRectF(room.x(), room.y(), room.width(), room.height() * 0.4),
            self.key,
            look,
            Role.NUMBER,
            18,
            theme.TEXT_SOFT,
            RIGHT,
        )
        painter.end()


def figure(
    painter: QPainter, rect: QRectF, label: str, value: str, look: Style, colour: str, size: float = 32
) -> None:
    """A label over a value."""
    upper = QRectF(rect.x(), rect.y(), rect.width(), rect.height() * 0.4)
    write(painter, upper, label, look, Role.BODY, 18, theme.TEXT_SOFT, LEFT)
    lower = QRectF(rect.x(), upper.bottom(), rect.width(), rect.height() - upper.height())
    write(painter, lower, value, look, Role.MONEY, size, colour, LEFT)


def _figures_of(view: DeskView) -> tuple[object, ...]:
    return (view.exposure, view.totals, view.open_items)


class Figures(QWidget):
    """Registered stakes, the worst result of all, open items; the table's totals below."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view: DeskView | None = None
        self.items = ItemsButton(look, self)

    def show_view(self, view: DeskView) -> None:
        """Show its figures."""
        before, self._view = self._view, view
        if before is not None and _figures_of(before) == _figures_of(view):
            return
        self.items.show_view(view)
        self.update()

    def _cells(self) -> tuple[QRectF, QRectF, QRectF, QRectF]:
        gap = self._look.scale.px(10)
        upper = (self.height() - gap) * 0.56
        width = self.width() - 2 * gap
        one, two = width * 0.29, width * 0.45
        return (
            QRectF(0, 0, one, upper),
            QRectF(one + gap, 0, two, upper),
            QRectF(one + two + 2 * gap, 0, self.width() - one - two - 2 * gap, upper),
            QRectF(0, upper + gap, self.width(), self.height() - upper - gap),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.items.setGeometry(self._cells()[2].toRect())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        view, look, scale = self._view, self._look, self._look.scale
        if view is None:
            return
        painter = smooth(self)
        staked, worst, _items, totals = self._cells()
        pad_x, pad_y = scale.px(18), scale.px(10)

        def cell(rect: QRectF) -> QRectF:
            panel(painter, rect, look, palette.PANEL, radius=12)
            return rect.adjusted(pad_x, pad_y, -pad_x, -pad_y)

        exposure = view.exposure
        figure(
            painter,
            cell(staked),
            look.t("dealer.figures.staked"),
            short_dollars(exposure.staked),
            look,
            theme.TEXT,
        )
        self._worst(painter, cell(worst), view)
        self._totals(painter, cell(totals), view)
        painter.end()

    def _worst(self, painter: QPainter, room: QRectF, view: DeskView) -> None:
        look, exposure = self._look, view.exposure
        left = game_part(view.game).paint_small(painter, room, exposure.worst_facts, look)
        colour = palette.DANGER_TEXT if exposure.worst < 0 else theme.TEXT
        label = QRectF(room.x(), room.y(), room.width(), room.height() * 0.4)
        write(painter, label, look.t("dealer.figures.worst"), look, Role.BODY, 18, theme.TEXT_SOFT)
        wide = left - room.x() - look.scale.px(6) * 2
        amount = QRectF(room.x(), label.bottom(), wide, room.height() - label.height())
        counted = bool(exposure.worst_facts) or not exposure.staked
        write(
            painter,
            amount,
            short_dollars(exposure.worst) if counted else "–",
            look,
            Role.MONEY,
            32,
            colour,
            LEFT,
        )

    def _totals(self, painter: QPainter, rect: QRectF, view: DeskView) -> None:
        say, totals = self._look.t, view.totals
        house = totals.turnover - totals.paid
        values = (
            (say("dealer.figures.rounds"), f"{totals.rounds:,}", 0.14),
            (say("dealer.figures.voids"), f"{totals.voids:,}", 0.12),
            (say("dealer.figures.turnover"), short_dollars(totals.turnover), 0.25),
            (say("dealer.figures.paid"), short_dollars(totals.paid), 0.25),
            (say("dealer.figures.won"), short_dollars(house), 0.24),
        )
        left = rect.x()
        for label, value, share in values:
            width = rect.width() * share
            colour = palette.DANGER_TEXT if value.startswith("−") else theme.TEXT
            figure(
                painter,
                QRectF(left, rect.y(), width - 8, rect.height()),
                label,
                value,
                self._look,
                colour,
                22,
            )
            left += width


class History(QWidget):
    """The last rounds on the left, this round's log on the right; as many lines as there is room for."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view: DeskView | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_view(self, view: DeskView) -> None:
        """Show its rounds and its log."""
        before, self._view = self._view, view
        if before is None or (before.last_rounds, before.round_log) != (view.last_rounds, view.round_log):
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        view, look, scale = self._view, self._look, self._look.scale
        if view is None:
            return
        painter = smooth(self)
        gap, pad = scale.px(12), scale.px(22)
        split = self.width() * 0.46
        left = QRectF(0, 0, split - gap / 2, self.height())
        right = QRectF(split + gap / 2, 0, self.width() - split - gap / 2, self.height())
        for rect, title in ((left, "dealer.history.last"), (right, "dealer.history.log")):
            panel(painter, rect, look, palette.PANEL)
            head = QRectF(rect.x() + pad, rect.y() + scale.px(8), rect.width() - 2 * pad, scale.px(32))
            write(painter, head, look.t(title), look, Role.STRONG, 20, theme.TEXT_SOFT)
        top = scale.px(44)
        self._rounds(painter, left.adjusted(pad, top, -pad, -scale.px(10)), view)
        self._log(painter, right.adjusted(pad, top, -pad, -scale.px(10)), view)
        painter.end()

    def _rows(self, rect: QRectF) -> tuple[int, float]:
        rows = max(1, int(rect.height() // self._look.scale.px(_ROW)))
        return rows, rect.height() / rows

    def _rounds(self, painter: QPainter, rect: QRectF, view: DeskView) -> None:
        rows, height = self._rows(rect)
        if not view.last_rounds:
            write(
                painter,
                rect,
                self._look.t("dealer.work.no_last"),
                self._look,
                colour=theme.TEXT_SOFT,
                align=CENTRE,
            )
        newest_first = sorted(view.last_rounds, key=lambda line: -line.number)
        for number, line in enumerate(newest_first[:rows]):
            self._round(
                painter, QRectF(rect.x(), rect.y() + number * height, rect.width(), height), line, view.game
            )

    def _round(self, painter: QPainter, rect: QRectF, line: RoundLine, game: str) -> None:
        look, scale = self._look, self._look.scale
        write(painter, rect, str(line.number), look, Role.NUMBER, 20, theme.TEXT_SOFT)
        at = rect.x() + width_of(look, "00000", Role.NUMBER, 20) + scale.px(10)
        part = game_part(game)
        if not part.result(line.facts):
            words = look.t("dealer.history.void", reason=void_words(line.void_reason, look.texts))
            write(
                painter,
                QRectF(at, rect.y(), rect.right() - at, rect.height()),
                words,
                look,
                Role.LABEL,
                19,
                theme.WARN,
            )
            return
        end = part.paint_row(painter, rect, at, line.facts, look)
        marks = []
        if line.corrected:
            marks.append(look.t("dealer.history.corrected"))
        if line.automatic_by:
            marks.append(look.t("dealer.history.automatic"))
        if line.unsettled:
            marks.append(look.t("dealer.history.unsettled", count=len(line.unsettled)))
        rest = QRectF(end + scale.px(12), rect.y(), rect.right() - end - scale.px(12), rect.height())
        if marks:
            write(painter, rest, " · ".join(marks), look, Role.LABEL, 18, theme.WARN, RIGHT)
        else:
            write(painter, rest, short_dollars(line.paid), look, Role.NUMBER, 18, theme.TEXT_SOFT, RIGHT)

    def _log(self, painter: QPainter, rect: QRectF, view: DeskView) -> None:
        rows, height = self._rows(rect)
        look = self._look
        if not view.round_log:
            write(painter, rect, look.t("dealer.history.nothing"), look, colour=theme.TEXT_SOFT, align=CENTRE)
        at = width_of(look, "00:00:00", Role.NUMBER, 20) + look.scale.px(18)
        for number, line in enumerate(view.round_log[-rows:]):
            row = QRectF(rect.x(), rect.y() + number * height, rect.width(), height)
            write(painter, row, line.at, look, Role.NUMBER, 20, theme.TEXT_SOFT)
            write(painter, row.adjusted(at, 0, 0, 0), log_words(line, look.texts), look, Role.BODY, 20)
