"""What a card game shows on the ribbon and on the screen that invites: cards, and little that moves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QRadialGradient, QRegion
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Fact
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.results_page import ResultWords
from kiosk.ui.terminal.game_part import PlayShow

_CARD = 230  # design px
_TURN = 9.0  # degrees from one card of the fan to the next
_STEP = 0.52  # from one card to the next, in widths
_RISE = 12  # design px


class DealerShow(PlayShow):
    """The Dealer's Hand, small, beside a result; nothing while it is played, for the felt shows that."""

    def __init__(self, results: ResultWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results = results
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._facts: tuple[Fact, ...] = ()
        self._px = 10
        self.resize(0, 0)

    def fit(self, height: int) -> None:
        """Cards of two thirds of that height."""
        self._px = max(1, round(height * 0.66))
        self._fit()

    def _fit(self) -> None:
        self.resize(self._results.result_width(self._px) if self._facts else 0, self._px)

    def show_result(self, facts: Sequence[Fact]) -> None:
        """Show the Dealer's Hand of that result."""
        self._facts = tuple(facts)
        self._fit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  a row of small cards
        painter = QPainter(self)
        if self._facts:
            self._results.paint_result(painter, 0, self.height() / 2, self._px, self._facts)
        painter.end()


class CardFan:
    """A fan of cards, the game's mark, that rises and sinks; see AttractShow."""

    repeats_ms = 5_200.0

    def __init__(self, look: Style, mark: Sequence[str]) -> None:
        self._scale, self._mark = look.scale, tuple(mark)
        self._fan = QPixmap()

    @property
    def _size(self) -> QSize:
        high = self._scale.px(_CARD)
        wide = card_width(high) * (1 + _STEP * (len(self._mark) - 1))
        top, bottom = _ends(len(self._mark))
        return QSize(round(wide * 1.35), math.ceil(high * max(1.35, bottom - top + 0.02)))

    def zone(self, room: QSize) -> QRect:
        """Where the fan floats."""
        size, rise = self._size, self._scale.px(_RISE)
        middle = round(room.height() * (0.33 if self._scale.portrait else 0.30))
        return QRect(
            (room.width() - size.width()) // 2,
            middle - size.height() // 2 - rise,
            size.width(),
            size.height() + 2 * rise,
        )

    def bake(self, dpr: float) -> None:
        """Paint the fan."""
        size = self._size
        self._fan = QPixmap(size * dpr)
        self._fan.setDevicePixelRatio(dpr)
        self._fan.fill(Qt.GlobalColor.transparent)
        with QPainter(self._fan) as painter:
            # The outer cards hang lower than the middle one stands out above: the whole fan lies in the middle.
            high = self._scale.px(_CARD)
            down = sum(_ends(len(self._mark))) / 2 * high
            room = QRectF(0, -down, size.width(), size.height())
            paint_fan(painter, room, high, dpr, self._mark)

    def paint_ground(self, painter: QPainter, room: QSize) -> None:
        """Its shadow."""
        zone = self.zone(room)
        middle = QPointF(zone.center().x(), zone.bottom() - self._scale.px(_RISE))
        shade = QRadialGradient(middle, zone.width() * 0.4)
        shade.setColorAt(0.0, QColor(0, 0, 0, 110))
        shade.setColorAt(1.0, QColor(0, 0, 0, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shade)
        painter.drawEllipse(middle, zone.width() * 0.4, zone.height() * 0.06)

    def moved(self, room: QSize, before_ms: float, at_ms: float) -> QRegion:
        """The whole fan, once it is a pixel from where it was."""
        return QRegion() if self._lift(before_ms) == self._lift(at_ms) else QRegion(self.zone(room))

    def paint(self, painter: QPainter, room: QSize, at_ms: float | None) -> None:
        """The fan as it floats at that time."""
        zone = self.zone(room)
        painter.drawPixmap(QPointF(zone.x(), zone.y() + self._scale.px(_RISE) + self._lift(at_ms)), self._fan)

    def _lift(self, at_ms: float | None) -> float:
        """How far below its middle it floats, on whole pixels, as it is painted anyway."""
        dpr = self._fan.devicePixelRatio()
        turn = (at_ms or 0.0) / self.repeats_ms
        return round(math.sin(turn * math.tau) * self._scale.px(_RISE) * dpr) / dpr


def paint_fan(painter: QPainter, room: QRectF, height: int, dpr: float, mark: Sequence[str]) -> None:
    """These cards as a hand holds them, in the middle of a room; cards of that height, px."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    wide = card_width(height)
    half = (len(mark) - 1) / 2
    for number, card in enumerate(mark):
        off = number - half
        painter.save()
        painter.translate(room.center().x() + off * wide * _STEP, room.center().y() + _drop(off) * height)
        painter.rotate(off * _TURN)
        painter.drawPixmap(QPointF(-wide / 2, -height / 2), card_pixmap(card, height, dpr))
        painter.restore()


def _drop(off: float) -> float:
    """How far below the middle of a fan a card lies that is so many cards from it, in heights."""
    return float(abs(off) ** 1.7 * 0.035)


def _ends(count: int) -> tuple[float, float]:
    """How far above and below its middle a fan of so many cards reaches, in heights; above is negative."""
    found = []
    for number in range(count):
        off = number - (count - 1) / 2
        turn = math.radians(abs(off) * _TURN)
        half = (math.cos(turn) + WIDE * math.sin(turn)) / 2
        found.append((_drop(off) - half, _drop(off) + half))
    return min(top for top, _ in found), max(bottom for _, bottom in found)
