"""Attract: a calm picture while nobody plays. Any touch leaves it."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRadialGradient,
    QResizeEvent,
    QShowEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.whole import is_whole
from kiosk.ui.terminal.game_part import game_part

FRAME_MS = 125  # what floats so slowly moves by a pixel or two meanwhile


class AttractScreen(QWidget):
    """Invites to play, in both languages: first in the screen's own."""

    left = Signal()

    def __init__(
        self, game: str, dress: Style, other: Texts, *, animations: bool = True, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._game = game
        self._dress = dress
        self._other = other
        self._animations = animations
        self._at_ms = 0.0
        self._show = game_part(game).attract_show(dress)
        self._back = QPixmap()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._float)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()

    def apply_style(self, dress: Style, other: Texts) -> None:
        """Take over scale and languages."""
        self._dress = dress
        self._other = other
        self._forget()

    def _forget(self) -> None:
        self._show = game_part(self._game).attract_show(self._dress)
        self._back = QPixmap()
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            event.accept()
            if event.type() == QEvent.Type.TouchBegin:
                self.left.emit()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
        self.left.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._animations:
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if is_whole(self):
            self._timer.stop()
            self._forget()  # a picture as large as the screen: nobody waits when it is painted anew

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    # --- picture

    @Slot()
    def _float(self) -> None:
        before_ms, self._at_ms = self._at_ms, (self._at_ms + FRAME_MS) % self._show.repeats_ms
        self.update(self._show.moved(self.size(), before_ms, self._at_ms))

    def _bake(self) -> None:
        dpr = self.devicePixelRatioF()
        self._show.bake(dpr)
        self._back = QPixmap(round(self.width() * dpr), round(self.height() * dpr))
        self._back.setDevicePixelRatio(dpr)
        painter = QPainter(self._back)
        self._paint_back(painter)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt clips to what is to be painted
        if self._back.isNull():
            self._bake()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._back)
        self._show.paint(painter, self.size(), self._at_ms if self._animations else None)
        painter.end()

    def _paint_back(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        zone = self._show.zone(self.size())
        light = QRadialGradient(QPointF(zone.center()), max(self.width() * 0.62, self.height() * 0.6))
        light.setColorAt(0.0, QColor(theme.TABLE_LIGHT).lighter(128))
        light.setColorAt(0.45, QColor(theme.TABLE_LIGHT))
        light.setColorAt(1.0, QColor(theme.TABLE))
        painter.fillRect(self.rect(), light)
        self._paint_frame(painter)
        self._show.paint_ground(painter, self.size())
        texts = self._dress.texts
        top = self.height() * (0.47 if self._dress.scale.portrait else 0.51)
        top = self._centre(
            painter, top, game_name(self._game, texts), self._dress.font(Role.TITLE, 76), theme.TEXT
        )
        top = self._centre(
            painter,
            top + self._dress.scale.px(6),
            game_name(self._game, self._other),
            self._dress.font(Role.STRONG, 36),
            theme.ODDS,
        )
        self._paint_invitation(painter, top + self._dress.scale.px(54))
        touch = f"{texts.get('attract.touch')}   ·   {self._other.get('attract.touch')}"
        low = self.height() - self._dress.scale.px(74)
        self._centre(painter, low, touch, self._dress.font(Role.BODY, 21), theme.TEXT_SOFT)

    def _paint_frame(self, painter: QPainter) -> None:
        inset = self._dress.scale.px(22)
        radius = self._dress.scale.px(26)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for distance, colour in ((inset, theme.LINE_BRIGHT), (inset + self._dress.scale.px(9), theme.LINE)):
            painter.setPen(QPen(QColor(colour), max(1.0, self._dress.scale.factor * 1.5)))
            rect = QRectF(self.rect()).adjusted(distance, distance, -distance, -distance)
            painter.drawRoundedRect(rect, radius, radius)

    def _paint_invitation(self, painter: QPainter, top: float) -> None:
        """What to do, in both languages, on a gold plate."""
        font = self._dress.font(Role.TITLE, 32)
        gap = self._dress.scale.px(40)
        words = [self._dress.t("attract.insert"), self._other.get("attract.insert")]
        metrics = QFontMetricsF(font)
        widths = [metrics.horizontalAdvance(word) for word in words]
        pad = self._dress.scale.px(44)
        plate = QRectF(0, top, sum(widths) + gap + 2 * pad, self._dress.scale.px(88))
        plate.moveLeft((self.width() - plate.width()) / 2)
        gold = QLinearGradient(plate.topLeft(), plate.bottomLeft())
        gold.setColorAt(0.0, QColor(theme.CELL_WON))
        gold.setColorAt(1.0, QColor(theme.PRIMARY))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(gold)
        painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2)
        painter.setPen(QColor(theme.TEXT_ON_GOLD))
        painter.setFont(font)
        base = plate.center().y() + metrics.capHeight() / 2
        painter.drawText(QPointF(plate.x() + pad, base), words[0])
        painter.drawText(QPointF(plate.x() + pad + widths[0] + gap, base), words[1])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.TEXT_ON_GOLD))
        dot = self._dress.scale.px(4)
        painter.drawEllipse(QPointF(plate.x() + pad + widths[0] + gap / 2, plate.center().y()), dot, dot)

    def _centre(self, painter: QPainter, top: float, text: str, font: QFont, colour: str) -> float:
        """Write a line in the middle; answers where the next may begin."""
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        left = (self.width() - metrics.horizontalAdvance(text)) / 2
        painter.drawText(QPointF(left, top + metrics.ascent()), text)
        return top + metrics.height()
