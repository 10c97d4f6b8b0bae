"""Six keys with faces and digits, and the three dice that stand large before they are confirmed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.game_part import Entry, EntryKeys, EntryView
from kiosk.ui.dealer.pen import CENTRE, LEFT, panel, write
from kiosk.ui.dealer.sicbo.entry import COUNT, DiceEntry, roll_colours, roll_words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.dice import die_pixmap
from kiosk.ui.kit.style import Style, smooth

FACES = range(1, 7)
_PLACES = ("dealer.work.die_1", "dealer.work.die_2", "dealer.work.die_3")


def paint_die_in(painter: QPainter, rect: QRectF, value: int) -> None:
    """One die in the middle of a rectangle, as large as it allows."""
    side = int(min(rect.width(), rect.height()))
    x, y = rect.center().x() - side / 2, rect.center().y() - side / 2
    painter.drawPixmap(round(x), round(y), die_pixmap(value, side, painter.device().devicePixelRatioF()))


class DieKey(DeskButton):
    """A key with a face and its digit."""

    def __init__(self, value: int, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(str(value), look, size=30, parent=parent)
        self.value = value

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:
        look = self._dress
        pad = look.scale.px(12)
        if rect.height() < look.scale.px(110):
            half = QRectF(rect.x() + pad, rect.y() + pad, rect.height() - 2 * pad, rect.height() - 2 * pad)
            paint_die_in(painter, half, self.value)
            right = QRectF(half.right(), rect.y(), rect.right() - half.right(), rect.height())
            write(painter, right, self.text(), look, Role.MONEY, 26, ink, CENTRE)
            return
        digit = look.scale.px(44)
        upper = rect.adjusted(pad, pad * 1.3, -pad, -digit - pad * 0.6)
        paint_die_in(painter, upper, self.value)
        lower = QRectF(rect.x(), rect.bottom() - digit - pad * 0.4, rect.width(), digit)
        write(painter, lower, self.text(), look, Role.MONEY, 30, ink, CENTRE)


class DiceKeys(EntryKeys):
    """The six keys in a row. `pressed` carries the face."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.keys = [DieKey(value, look, self) for value in FACES]
        for key in self.keys:
            key.clicked.connect(lambda _=False, value=key.value: self.pressed.emit(value))

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(900), self._look.scale.px(150))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = self._look.scale.px(12)
        width = (self.width() - gap * 5) / 6
        for number, key in enumerate(self.keys):
            left = round(number * (width + gap))
            key.setGeometry(left, 0, round((number + 1) * (width + gap) - gap) - left, self.height())


class DiceSlots(EntryView):
    """The entered dice, large, with total and the words for the roll beside them."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._entry = DiceEntry()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def entry(self) -> DiceEntry:
        """What is shown."""
        return self._entry

    def show_entry(self, entry: Entry) -> None:
        """Show these dice."""
        if isinstance(entry, DiceEntry) and entry != self._entry:
            self._entry = entry
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(620), self._look.scale.px(124))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        # So wide that total and words have room beside them.
        gap, side = scale.px(12), min(self.height(), scale.px(150), (self.width() - scale.px(180)) // 3)
        top = (self.height() - side) / 2
        for number in range(COUNT):
            rect = QRectF(number * (side + gap), top, side, side)
            self._slot(painter, rect, number)
        left = COUNT * (side + gap) + scale.px(8)
        room = QRectF(left, top, self.width() - left, side)
        if len(self._entry.dice) == COUNT:
            paint_roll(painter, room, self._entry.dice, look)
        elif self._entry.dice:
            write(painter, room, f"{sum(self._entry.dice)} + …", look, Role.MONEY, 36, theme.TEXT, LEFT)
        painter.end()

    def _slot(self, painter: QPainter, rect: QRectF, number: int) -> None:
        look = self._look
        line = max(1.5, look.scale.factor * 3)
        filled = number < len(self._entry.dice)
        pen = QPen(QColor(theme.LINE_BRIGHT if filled else theme.BUTTON_OFF_EDGE), line)
        if not filled or self._entry.proposed:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(QColor(palette.FIELD if filled else palette.PANEL))
        radius = rect.width() * 0.2
        painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)
        pad = rect.width() * 0.12
        inner = rect.adjusted(pad, pad, -pad, -pad)
        if filled:
            paint_die_in(painter, inner, self._entry.dice[number])
        else:
            write(
                painter,
                inner,
                look.t(_PLACES[number]),
                look,
                Role.BODY,
                18,
                theme.TEXT_SOFT,
                CENTRE,
                wrap=True,
            )


def paint_roll(painter: QPainter, room: QRectF, dice: tuple[int, ...], look: Style) -> None:
    """Total and words of a roll, one above the other, in a column of screen px."""
    scale = look.scale
    upper = QRectF(room.x(), room.y(), room.width(), room.height() * 0.52)
    write(
        painter, upper, look.t("dealer.work.total", total=sum(dice)), look, Role.MONEY, 36, theme.TEXT, LEFT
    )
    words = roll_words(dice, look.texts)
    height = min(room.height() * 0.36, scale.px(44))
    # A triple is one word and may be wide; small or big stands beside odd or even.
    width = min(scale.px(104 if len(words) > 1 else 150), (room.width() - scale.px(10)) / len(words))
    x, y = room.x(), room.y() + room.height() * 0.56
    for number, word in enumerate(words):
        ground, ink = roll_colours(dice) if number == 0 else (theme.BUTTON, theme.TEXT)
        rect = QRectF(x, y, width, height)
        panel(painter, rect, look, ground, "" if number == 0 else theme.BUTTON_EDGE, 7)
        write(painter, rect.adjusted(4, 0, -4, 0), word, look, Role.STRONG, 20, ink, CENTRE)
        x += width + scale.px(10)
