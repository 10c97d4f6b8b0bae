"""The top bar: game, table, seat, round, limits, the clock, and three buttons."""

from datetime import UTC, tzinfo

from PySide6.QtCore import QPointF, QRect, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.money import short_dollars
from kiosk.seat.betting import BETS
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.locks import local_clock
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton

_EDGE = 24
_GAP = 34
_BUTTON_GAP = 14
HOLD_MS = 2_000
"""So long a finger rests on the bar to ask for service mode: no player does so by accident."""


class TopBar(QWidget):
    """Says where the player is. The buttons only report; the window acts."""

    language_asked = Signal()
    help_asked = Signal()
    attendant_asked = Signal()
    service_asked = Signal()

    def __init__(self, context: Context, dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._dress = dress
        self._time = ""
        self._round = 0
        self._limits: Limits | None = None
        self._called: str | None = None
        self.language = TouchButton(parent=self)
        self.help = TouchButton(parent=self)
        self.attendant = TouchButton(parent=self)
        self.language.clicked.connect(self.language_asked)
        self.help.clicked.connect(self.help_asked)
        self.attendant.clicked.connect(self.attendant_asked)
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD_MS)
        self._hold.timeout.connect(self.service_asked)
        self.apply_style(dress)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  Qt's signature
        self._hold.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  Qt's signature
        self._hold.stop()

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language."""
        self._dress = dress
        for button in (self.language, self.help, self.attendant):
            button.set_face(dress.font(Role.LABEL, 18), dress.scale.radius("button"), dress.scale.px(18))
        self.language.setText(dress.t("bar.language"))
        self.help.setText(dress.t("bar.help"))
        self._name_attendant()
        self._place()
        self.update()

    def show_state(self, state: SeatState, zone: tzinfo = UTC) -> None:
        """Take over what the state says; `zone` is the one of the place."""
        seen = (state.table.number, state.table.limits)
        if seen != (self._round, self._limits):
            self._round, self._limits = seen
            self.update()
        called = local_clock(state.called_at, zone) if state.calling else None
        if called != self._called:
            self._called = called
            self._name_attendant()
            self._place()

    def show_time(self, time: str) -> None:
        """Show a time of day such as "21:14"."""
        if time != self._time:
            self._time = time
            self.update()

    def _name_attendant(self) -> None:
        called, say = self._called, self._dress.t
        if called is None:
            self.attendant.setText(say("bar.attendant"))
        else:
            words = say("bar.attendant_called_at", time=called) if called else say("bar.attendant_called")
            self.attendant.setText(words)
        self.attendant.set_look(ButtonLook.QUIET if called is None else ButtonLook.PRIMARY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _row_height(self) -> int:
        return self.height() // 2 if self._dress.scale.portrait else self.height()

    def _place(self) -> None:
        row = self._row_height()
        height = min(row, self._dress.scale.touch(46))
        right = self.width() - self._dress.scale.px(_EDGE)
        for button in (self.attendant, self.help, self.language):
            width = max(button.sizeHint().width(), theme.MIN_TOUCH_PX)
            button.setGeometry(right - width, (row - height) // 2, width, height)
            right -= width + self._dress.scale.px(_BUTTON_GAP)

    def _limits_text(self, key: str) -> str:
        if self._limits is None or not self._limits.spots:
            return ""
        # Those of a side bet are not the table's: who may place it has placed the main bet before.
        spots_of = self._context.layout.spots.values()
        kinds = {spot.kind for spot in spots_of if spot.window == BETS and not spot.needs}
        spots = [spot for kind, spot in self._limits.spots.items() if kind in kinds]
        return self._dress.t(
            key,
            least=short_dollars(min(spot.minimum for spot in spots)),
            most=short_dollars(max(spot.maximum for spot in spots)),
        )

    def _facts(self) -> list[str]:
        config = self._context.config
        number = self._round
        told = self._dress.t("bar.round", number=number) if number else self._dress.t("bar.no_round")
        return [self._dress.t("bar.seat", table=config.table, seat=config.seat), told]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.BAR_TOP))
        row = self._row_height()
        clock_left = self._paint_clock(painter, QRect(0, 0, self.language.x(), row))
        left = float(self._dress.scale.px(_EDGE))
        name = game_name(self._context.game.name, self._dress.texts)
        left = self._write(painter, left, row / 2, name, self._dress.font(Role.TITLE, 23), theme.TEXT)
        middle, room = row / 2, clock_left
        if self._dress.scale.portrait:
            # The lower row belongs to the facts.
            left, middle, room = float(self._dress.scale.px(_EDGE)), row * 1.42, float(self.width())
        small = self._dress.font(Role.BODY, 19)
        if self._context.config.demonstration:
            mark, strong = self._dress.t("bar.demonstration"), self._dress.font(Role.STRONG, 19)
            left = self._write(painter, left, middle, mark, strong, theme.WARN)
        for fact in self._facts():
            left = self._write(painter, left, middle, fact, small, theme.TEXT_SOFT)
        for key in ("bar.limits", "bar.limits_short"):
            limits = self._limits_text(key)
            if left + QFontMetricsF(small).horizontalAdvance(limits) <= room - self._dress.scale.px(_GAP):
                self._write(painter, left, middle, limits, small, theme.TEXT_SOFT)
                break
        painter.end()

    def _paint_clock(self, painter: QPainter, room: QRect) -> float:
        """The clock at the right end of the room; answers its left edge."""
        clock = self._dress.font(Role.NUMBER, 21)
        width = QFontMetricsF(clock).horizontalAdvance("00:00")
        left = room.right() - width - self._dress.scale.px(_GAP) * 0.7
        self._write(painter, left, room.center().y() + 0.5, self._time, clock, theme.TEXT)
        return left

    def _write(
        self, painter: QPainter, left: float, middle: float, text: str, font: QFont, colour: str
    ) -> float:
        """Write one text with its capitals centred on `middle`; answers where the next may begin."""
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.drawText(QPointF(left, middle + metrics.capHeight() / 2), text)
        return left + metrics.horizontalAdvance(text) + self._dress.scale.px(_GAP)
