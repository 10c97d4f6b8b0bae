"""The decision bar: what the player may do now and what it costs, the time left, and afterwards what became of it.

What hardly anybody means is asked once more; nothing is chosen before the second touch.
"""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, rounded, smooth
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.terminal.cards.faces import BarFace, OptionFace, ResultLine

TICK_MS = 100
URGENT_MS = 5_000
_PAD = 18  # design px
_GAP = 12
_BUTTON = 270
_TIME = 12  # height of the time bar
_NET = 1.25  # the room of the sum, in lines
_FEW_SHARE, _MANY_SHARE, _MANY = 0.6, 0.7, 3  # of the width for buttons: up to so many, and for more


class DecisionBar(QWidget):
    """Shows a BarFace. `chosen` carries the OptionFace that was taken, `refused` the text why one cannot be."""

    chosen = Signal(object)
    refused = Signal(str)

    def __init__(self, look: Style, countdown: Countdown, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._countdown = countdown
        self._face = BarFace()
        self._asked: OptionFace | None = None
        self._drawn = (-1, -1)
        self.buttons: dict[str, TouchButton] = {}
        self.confirm = self._button(ButtonLook.DANGER)
        self.keep = self._button(ButtonLook.PRIMARY)
        self.confirm.clicked.connect(self._confirmed)
        self.keep.clicked.connect(self._kept)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._lay_out()

    @property
    def face(self) -> BarFace:
        """What the bar shows."""
        return self._face

    @property
    def asks(self) -> OptionFace | None:
        """The option that is asked about once more, if there is one."""
        return self._asked

    @property
    def runs(self) -> bool:
        """Whether the time is painted as it goes by."""
        return self._timer.isActive()

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        self._lay_out()
        self.update()

    def show_face(self, face: BarFace) -> None:
        """Show this. A question stays as long as its option is open."""
        if face == self._face:
            return
        before, self._face = self._face, face
        if self._asked is not None:
            self._asked = next((one for one in face.options if one.choice == self._asked.choice), None)
        if self._asked is not None and self._asked.why_not:
            self._asked = None
        if [one.choice for one in before.options] != [one.choice for one in face.options]:
            self._make_buttons()
        self._lay_out()
        if face.timed:
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    # --- buttons

    def _button(self, look: ButtonLook) -> TouchButton:
        made = TouchButton(look=look, parent=self)
        made.hide()
        return made

    def _make_buttons(self) -> None:
        for button in self.buttons.values():
            button.hide()
            button.deleteLater()
        self.buttons = {}
        for option in self._face.options:
            button = self._button(ButtonLook.PRIMARY if option.primary else ButtonLook.QUIET)
            button.clicked.connect(lambda _=False, choice=option.choice: self._touched(choice))
            self.buttons[option.choice] = button

    def _touched(self, choice: str) -> None:
        option = next((one for one in self._face.options if one.choice == choice), None)
        if option is None:
            return
        if option.why_not:
            self.refused.emit(option.why_not)
        elif option.question:
            self._asked = option
            self._lay_out()
            self.update()
        else:
            self.chosen.emit(option)

    @Slot()
    def _confirmed(self) -> None:
        asked, self._asked = self._asked, None
        self._lay_out()
        self.update()
        if asked is not None:
            self.chosen.emit(asked)

    @Slot()
    def _kept(self) -> None:
        self._asked = None
        self._lay_out()
        self.update()

    def _lay_out(self) -> None:
        asked = self._asked
        for option in self._face.options:
            button = self.buttons[option.choice]
            button.setText(f"{option.title}\n{option.cost}" if option.cost else option.title)
            button.set_usable(not option.why_not)
            button.setVisible(asked is None)
        for button in (self.keep, self.confirm):
            button.setVisible(asked is not None)
        if asked is not None:
            self.confirm.setText(asked.confirm)
            self.keep.setText(self._look.t("felt.keep"))
        shown = [self.confirm, self.keep] if asked is not None else list(self.buttons.values())
        written = self._button_font(shown)
        for number, button in enumerate(reversed(shown)):
            self._place(button, number, written)

    def _button_font(self, shown: Sequence[TouchButton]) -> QFont:
        """One size for all buttons, in which every line fits: a line that wraps is cut off above and below."""
        look, room = self._look, self._button_width - 2 * self._look.scale.px(_GAP)
        lines = [line for button in shown for line in button.text().split("\n")]
        fonts = [fitted(look, line, Role.TITLE, look.scale.text(26), room) for line in lines]
        return min(fonts, key=QFont.pixelSize, default=look.font(Role.TITLE, 26))

    def _place(self, button: TouchButton, number: int, written: QFont) -> None:
        """The number counts from the right end."""
        scale = self._look.scale
        wide, pad = self._button_width, scale.px(_GAP)
        high = max(theme.MIN_TOUCH_PX, self.height() - 2 * pad)
        left = self.width() - pad - wide - number * (wide + pad)
        button.setGeometry(left, (self.height() - high) // 2, wide, high)
        button.set_face(written, scale.radius("button"), scale.px(10))

    @property
    def _button_width(self) -> int:
        shown = 2 if self._asked is not None else max(1, len(self._face.options))
        share = _MANY_SHARE if shown > _MANY else _FEW_SHARE
        half = (round(self.width() * share) - (shown + 1) * self._look.scale.px(_GAP)) // shown
        return max(theme.MIN_TOUCH_PX, min(self._look.scale.px(_BUTTON), half))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    # --- time

    @property
    def seconds(self) -> int:
        """Whole seconds left, counted up."""
        return -(-self._countdown.left_ms // 1000)

    def _time_zone(self) -> QRect:
        words = self._words_room()
        high = self._look.scale.px(_TIME)
        return QRect(
            round(words.x()),
            self.height() - high - self._look.scale.px(_PAD),
            round(words.width()),
            high,
        )

    def _time_px(self) -> int:
        return round(self._time_zone().width() * min(1.0, self._countdown.left_ms / self._countdown.total_ms))

    @Slot()
    def _tick(self) -> None:
        drawn = (self._time_px(), self.seconds)
        if drawn[1] != self._drawn[1]:
            self.update(self._words_room().toAlignedRect())
        elif drawn != self._drawn:
            self.update(self._time_zone())
        self._drawn = drawn

    # --- picture

    def _words_room(self) -> QRectF:
        pad = self._look.scale.px(_PAD)
        shown = 2 if self._asked is not None else len(self.buttons)
        taken = shown * (self._button_width + self._look.scale.px(_GAP)) if shown else 0
        return QRectF(pad, 0, self.width() - 2 * pad - taken, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        painter.setClipRect(event.rect())
        live = bool(self._face.options)
        scale = self._look.scale
        edge = theme.LINE_BRIGHT if live else theme.CHIP_PLACE
        line = scale.px(2 if live else 1)
        painter.setPen(QPen(QColor(edge), line))
        painter.setBrush(QColor(theme.PANEL))
        half = line / 2
        radius = scale.radius("panel")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)
        if self._face.lines:
            self._paint_lines(painter)
        else:
            self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        look, face, room = self._look, self._face, self._words_room()
        headline, detail = face.headline, face.detail
        if self._asked is not None:
            headline, detail = self._asked.question, ""
        if face.timed:
            room.setHeight(room.height() - look.scale.px(_TIME + _PAD))
            self._paint_time(painter, room)
            room.setWidth(room.width() - look.scale.px(70))
        if not detail:
            self._wrapped(painter, room, headline)
            return
        upper = QRectF(room.x(), room.y() + room.height() * 0.08, room.width(), room.height() * 0.48)
        lower = QRectF(room.x(), upper.bottom(), room.width(), room.height() * 0.36)
        small = fitted(look, detail, Role.BODY, look.scale.text(20), lower.width())
        if small.pixelSize() < look.scale.text(17) or small.stretch() in range(1, 100):
            # On two lines then, which take all that the headline leaves.
            upper = QRectF(room.x(), room.y() + room.height() * 0.03, room.width(), room.height() * 0.35)
            lower = QRectF(room.x(), upper.bottom(), room.width(), room.bottom() - upper.bottom())
            small = look.font(Role.BODY, 17)
        written = fitted(look, headline, Role.TITLE, look.scale.text(28), upper.width())
        paint_text(painter, upper, headline, written, theme.WARN if face.warns else theme.TEXT, MIDDLE_LEFT)
        painter.setFont(small)
        painter.setPen(QColor(theme.TEXT_SOFT))
        painter.drawText(lower, int(MIDDLE_LEFT | Qt.TextFlag.TextWordWrap), detail)

    def _wrapped(self, painter: QPainter, room: QRectF, text: str) -> None:
        """On one line, or smaller on two."""
        look = self._look
        written = fitted(look, text, Role.TITLE, look.scale.text(28), room.width())
        if written.pixelSize() >= look.scale.text(21):
            paint_text(painter, room, text, written, theme.TEXT, MIDDLE_LEFT)
            return
        painter.setFont(look.font(Role.TITLE, 22))
        painter.setPen(QColor(theme.TEXT))
        flags = int(MIDDLE_LEFT | Qt.TextFlag.TextWordWrap)
        painter.drawText(room, flags, text)

    def _paint_time(self, painter: QPainter, room: QRectF) -> None:
        look = self._look
        urgent = self._countdown.left_ms <= URGENT_MS
        zone = QRectF(self._time_zone())
        radius = zone.height() / 2
        rounded(painter, zone, radius, theme.BETTING_TRACK)
        left = self._time_px()
        if left > 0:
            painter.setBrush(QColor(theme.WARN if urgent else theme.BETTING_BAR))
            painter.drawRoundedRect(
                QRectF(zone.x(), zone.y(), max(zone.height(), left), zone.height()), radius, radius
            )
        written = look.font(Role.MONEY, 38)
        colour = theme.WARN if urgent else theme.TEXT
        paint_text(painter, room, str(self.seconds), written, colour, MIDDLE_RIGHT)

    def _paint_lines(self, painter: QPainter) -> None:
        face, pad = self._face, self._look.scale.px(_PAD)
        count = len(face.lines) + _NET
        wide = (self.width() - 2 * pad) / count
        for number, line in enumerate(face.lines):
            room = QRectF(pad + number * wide, pad * 0.5, wide - pad, self.height() - pad)
            self._paint_line(painter, room, line)
            painter.setPen(QPen(QColor(theme.CHIP_PLACE), self._look.scale.px(1)))
            x = room.right() + pad * 0.4
            painter.drawLine(round(x), round(self.height() * 0.2), round(x), round(self.height() * 0.8))
        room = QRectF(pad + len(face.lines) * wide, pad * 0.5, _NET * wide, self.height() - pad)
        self._paint_net(painter, room)

    def _paint_line(self, painter: QPainter, room: QRectF, line: ResultLine) -> None:
        look, scale = self._look, self._look.scale
        third = room.height() / 3
        rows = [QRectF(room.x(), room.y() + at * third, room.width(), third) for at in range(3)]
        written = fitted(look, line.name, Role.STRONG, scale.text(20), room.width())
        paint_text(painter, rows[0], line.name, written, theme.TEXT, MIDDLE_LEFT)
        written = fitted(look, line.words, Role.BODY, scale.text(17), room.width())
        paint_text(painter, rows[1], line.words, written, theme.TEXT_SOFT, MIDDLE_LEFT)
        written = fitted(look, line.net, Role.MONEY, scale.text(24), room.width())
        colour = theme.GOLD_TEXT if line.gain else theme.TEXT
        paint_text(painter, rows[2], line.net, written, colour, MIDDLE_LEFT)

    def _paint_net(self, painter: QPainter, room: QRectF) -> None:
        look, face = self._look, self._face
        upper = QRectF(room.x(), room.y(), room.width(), room.height() * 0.34)
        lower = QRectF(room.x(), upper.bottom(), room.width(), room.height() * 0.66)
        words = look.t("felt.net")
        paint_text(painter, upper, words, look.font(Role.STRONG, 20), theme.TEXT_SOFT, CENTRE)
        written = fitted(look, face.net, Role.MONEY, look.scale.text(42), room.width())
        paint_text(painter, lower, face.net, written, theme.GOLD_TEXT if face.gain else theme.TEXT, CENTRE)
