"""A short notice beside what it is about. Its sign and colour say what kind it is."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.marks import COLOURS, Mark, paint_mark
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.terminal.board.motion import Motions

SHOWN_MS = 2_500
"""How long a notice stays. A newer one takes its place at once."""
_FADE = "fade"
_SIZES = (25, 22, 19, 17)  # design px, the first that fits on one line


@dataclass(frozen=True)
class Zone:
    """Where a notice may lie, px of the window, and to which side of it it keeps."""

    rect: QRect
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignHCenter


class Toast(QWidget):
    """The newest notice, and nothing when there is none. It fades in and out and lets touches through."""

    def __init__(self, dress: Style, parent: QWidget, *, animations: bool = True) -> None:
        super().__init__(parent)
        self._dress = dress
        self._text = ""
        self._mark = Mark.INFORMATION
        self._painted = ""  # while it fades out the words are still seen
        self._opacity = 1.0
        self._motions = Motions(animations=animations, parent=self)
        self._zone = Zone(QRect())
        self._gone = QTimer(self)
        self._gone.setSingleShot(True)
        self._gone.setInterval(SHOWN_MS)
        self._gone.timeout.connect(self._fade_out)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """The notice that is shown, empty for none or one that is going."""
        return self._text

    @property
    def mark(self) -> Mark:
        """What kind of notice the last one is."""
        return self._mark

    @property
    def stays(self) -> bool:
        """Whether the notice waits for the next touch."""
        return bool(self._text) and not self._gone.isActive()

    @property
    def opacity(self) -> float:
        """How much of it is seen, 0 to 1."""
        return 0.0 if self.isHidden() else self._opacity

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language; an old notice would be in the old language."""
        self._dress = dress
        self.clear()

    def show_text(self, text: str, zone: Zone, mark: Mark, *, stays: bool = False) -> None:
        """Show a notice for SHOWN_MS, or until the next touch when it ``stays``."""
        self._text = self._painted = text
        self._mark = mark
        if stays:
            self._gone.stop()
        else:
            self._gone.start()
        self.move_to(zone)
        if self.isHidden():
            self.show()
            self._motions.start(_FADE, theme.FADE_MS, self._set_opacity)
        else:  # a newer notice takes the place of the older one at once
            self._motions.stop(_FADE)
            self._set_opacity(1.0)
        self.raise_()
        self.update()

    def touched(self) -> None:
        """Somebody has touched the screen: a notice that has waited for it goes."""
        if self.stays:
            self._fade_out()

    def move_to(self, zone: Zone) -> None:
        """Take another zone."""
        self._zone = zone
        if not self._painted:
            return
        metrics = QFontMetricsF(self._dress.font(Role.STRONG, self._size()))
        width = round(metrics.horizontalAdvance(self._painted)) + 2 * self._pad() + self._sign()
        room = zone.rect
        width = min(width, room.width())
        left = room.x() + (room.width() - width) // 2
        if zone.side is Qt.AlignmentFlag.AlignLeft:
            left = room.x()
        elif zone.side is Qt.AlignmentFlag.AlignRight:
            left = room.x() + room.width() - width
        self.setGeometry(left, room.y(), width, room.height())

    @Slot()
    def clear(self) -> None:
        """Take the notice away at once."""
        self._text = self._painted = ""
        self._gone.stop()
        self._motions.stop(_FADE)
        self.hide()

    @Slot()
    def _fade_out(self) -> None:
        self._text = ""
        self._gone.stop()
        self._motions.start(_FADE, theme.FADE_MS, lambda part: self._set_opacity(1 - part), self.clear)

    def _set_opacity(self, opacity: float) -> None:
        self._opacity = opacity
        self.update()

    def _pad(self) -> int:
        return self._dress.scale.px(18)

    def _sign(self) -> int:
        return self._dress.scale.px(44)

    def _size(self) -> int:
        """The largest size at which the text stands on one line, else the smallest."""
        room = self._zone.rect.width() - 2 * self._pad() - self._sign()
        for size in _SIZES:
            metrics = QFontMetricsF(self._dress.font(Role.STRONG, size))
            if metrics.horizontalAdvance(self._painted) <= room:
                return size
        return _SIZES[-1]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        painter.setOpacity(self._opacity)
        line = max(1.5, self._dress.scale.factor * 2)
        rect = QRectF(self.rect()).adjusted(line, line, -line, -line)
        radius = self._dress.scale.radius("button")
        painter.setPen(QPen(QColor(COLOURS[self._mark]), line))
        painter.setBrush(QColor(theme.PANEL))
        painter.drawRoundedRect(rect, radius, radius)
        side = min(self._dress.scale.px(28), self.height() * 0.6)
        paint_mark(painter, QRectF(self._pad(), (self.height() - side) / 2, side, side), self._mark)
        painter.setPen(QColor(theme.TEXT))
        painter.setFont(self._dress.font(Role.STRONG, self._size()))
        words = rect.adjusted(self._pad() + self._sign() - line, 0, -self._pad() / 2, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(words, int(flags), self._painted)
        painter.end()
