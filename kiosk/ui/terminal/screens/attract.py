"""Attract: a calm picture while nobody plays. Any touch leaves it."""

import math

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, QTimer, Signal, Slot
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
    QQuaternion,
    QRadialGradient,
    QResizeEvent,
    QShowEvent,
    QTouchEvent,
    QVector3D,
)
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.sicbo.tumbling_die import AIR, facing, turned_die_pixmap
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.whole import is_whole

FRAME_MS = 40
_FLOAT_MS = 5_200.0  # one rise and fall of a die
_DIE = 190  # design px
_FACES = (5, 1, 4)  # the faces in front: the red ones are the game's mark
_LEAN = ((-19.0, 22.0, -6.0), (-22.0, 10.0, 5.0), (-18.0, -14.0, 3.0))  # degrees about x, y, z


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
        self._dice: list[QPixmap] = []
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
        self._dice = []
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    # --- picture

    @Slot()
    def _float(self) -> None:
        self._at_ms = (self._at_ms + FRAME_MS) % (_FLOAT_MS * 60)
        self.update(self._dice_zone())

    def _rise(self) -> int:
        return self._dress.scale.px(12)

    def _dice_zone(self) -> QRect:
        side = round(self._dress.scale.px(_DIE) * AIR)
        width = 3 * side + 2 * self._dress.scale.px(10)
        top = round(self.height() * (0.33 if self._dress.scale.portrait else 0.30)) - side // 2 - self._rise()
        return QRect((self.width() - width) // 2, top, width, side + 2 * self._rise())

    def _bake(self) -> None:
        dpr = self.devicePixelRatioF()
        self._dice = []
        for value, (x, y, z) in zip(_FACES, _LEAN, strict=True):
            lean = (
                QQuaternion.fromAxisAndAngle(QVector3D(1, 0, 0), x)
                * QQuaternion.fromAxisAndAngle(QVector3D(0, 1, 0), y)
                * QQuaternion.fromAxisAndAngle(QVector3D(0, 0, 1), z)
            )
            self._dice.append(turned_die_pixmap(lean * facing(value), self._dress.scale.px(_DIE), dpr))
        self._back = QPixmap(round(self.width() * dpr), round(self.height() * dpr))
        self._back.setDevicePixelRatio(dpr)
        painter = QPainter(self._back)
        self._paint_back(painter)
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._back.isNull():
            self._bake()
        painter = QPainter(self)
        painter.setClipRect(event.rect())
        painter.drawPixmap(0, 0, self._back)
        zone = self._dice_zone()
        side = self._dress.scale.px(_DIE) * AIR
        for number, die in enumerate(self._dice):
            turn = self._at_ms / _FLOAT_MS + number / 3
            lift = math.sin(turn * math.tau) * self._rise() if self._animations else 0.0
            left = zone.x() + number * (side + self._dress.scale.px(10))
            painter.drawPixmap(QPointF(left, zone.y() + self._rise() + lift), die)
        painter.end()

    def _paint_back(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        zone = self._dice_zone()
        light = QRadialGradient(QPointF(zone.center()), max(self.width() * 0.62, self.height() * 0.6))
        light.setColorAt(0.0, QColor(theme.TABLE_LIGHT).lighter(128))
        light.setColorAt(0.45, QColor(theme.TABLE_LIGHT))
        light.setColorAt(1.0, QColor(theme.TABLE))
        painter.fillRect(self.rect(), light)
        self._paint_frame(painter)
        self._paint_shadows(painter, zone)
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

    def _paint_shadows(self, painter: QPainter, zone: QRect) -> None:
        side = self._dress.scale.px(_DIE) * AIR
        low = zone.bottom() - self._rise()
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(3):
            middle = QPointF(zone.x() + number * (side + self._dress.scale.px(10)) + side / 2, low)
            shade = QRadialGradient(middle, side * 0.36)
            shade.setColorAt(0.0, QColor(0, 0, 0, 120))
            shade.setColorAt(1.0, QColor(0, 0, 0, 0))
            painter.setBrush(shade)
            painter.drawEllipse(middle, side * 0.36, side * 0.07)

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
