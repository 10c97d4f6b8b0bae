"""A Low and a High Hand side by side: cards move from one to the other by a touch or under a finger.

The picture alone is here: what a touch does is told by `tapped` and `dropped`, and shown with the next face.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTouchEvent
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import card_pixmap
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, fitted, paint_text
from kiosk.ui.terminal.cards.hand_view import CardsView
from kiosk.ui.terminal.cards.set_faces import OneHand, Tone, TwoHands
from kiosk.ui.terminal.cards.two_places import TwoPlaces

MOVE_MS = 180
"""How long a card takes from one hand to the other."""
_MOUSE = -1
_EDGES = {
    Tone.PLAIN: theme.CHIP_PLACE,
    Tone.WANTED: theme.LINE_BRIGHT,
    Tone.FOUL: theme.WARN,
    Tone.GAIN: theme.LINE_BRIGHT,
}
_INKS = {Tone.FOUL: theme.WARN, Tone.GAIN: theme.GOLD_TEXT}


@dataclass
class _Held:
    """A card under a finger: where it was touched, from its corner, and where the finger is now."""

    finger: int
    card: str
    start: QPointF
    now: QPointF
    grip: QPointF
    carrying: bool = False


class TwoHandsView(CardsView):
    """Shows TwoHands. `tapped` carries a card; `dropped` a card, whether it fell on the Low Hand, and on which."""

    tapped = Signal(str)
    dropped = Signal(str, bool, str)

    def __init__(
        self,
        look: Style,
        low: int,
        high: int,
        head: int,
        *,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(animations=animations, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self._look, self._low, self._high, self._head = look, low, high, head
        self._face = TwoHands()
        self._open = False
        self._held: _Held | None = None
        self._from: dict[str, QPointF] = {}  # where a card that moves comes from

    @property
    def face(self) -> TwoHands:
        """What is shown."""
        return self._face

    @property
    def moving(self) -> bool:
        """Whether a card is on its way."""
        return self._timer.isActive()

    @property
    def places(self) -> TwoPlaces:
        """Where everything lies."""
        return TwoPlaces(self.width(), self.height(), self._low, self._high, self._look.scale.px(self._head))

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        self.update()

    def set_open(self, open_: bool) -> None:
        """Let cards be touched, or not."""
        self._open = open_
        if not open_:
            self._let_go()

    def show_face(self, face: TwoHands) -> None:
        """Show these hands; a card that lay elsewhere moves to its place."""
        if face == self._face:
            return
        before = dict(self._laid())
        self._face = face
        self._from = {}
        if self._animations and self.isVisible():
            self._from = {
                card: before[card].topLeft()
                for card, rect in self._laid()
                if card in before and before[card] != rect
            }
        held = self._held
        if held is not None and held.carrying and held.card in self._from:
            self._from[held.card] = held.now - held.grip
        if self._from:
            self._clock.restart()
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    @Slot()
    def _tick(self) -> None:
        if self._clock.elapsed() >= MOVE_MS:
            self._from = {}
            self._timer.stop()
        self.update()

    # --- where

    def card_rect(self, card: str) -> QRectF:
        """Where that card lies. Raises KeyError for one that lies nowhere."""
        return dict(self._laid())[card]

    def _laid(self) -> list[tuple[str, QRectF]]:
        """Every open card with its place, the lower of two first."""
        return [
            (card, rect)
            for low, hand in self._hands()
            for card, rect in zip(hand.cards, self.places.cards(len(hand.cards), low=low), strict=False)
            if card is not None
        ]

    def _hands(self) -> tuple[tuple[bool, OneHand], ...]:
        return (True, self._face.low), (False, self._face.high)

    def _card_at(self, position: QPointF, but: str = "") -> str:
        """The topmost card there; empty for none."""
        return next(
            (card for card, rect in reversed(self._laid()) if card != but and rect.contains(position)), ""
        )

    # --- fingers

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QTouchEvent):
            return super().event(event)
        if event.type() == QEvent.Type.TouchCancel:
            self._let_go()
            return True
        for point in event.points():
            if point.state() == point.state().Pressed:
                self._press(point.id(), point.position())
            elif point.state() == point.state().Updated:
                self._move(point.id(), point.position())
            elif point.state() == point.state().Released:
                self._release(point.id(), point.position())
        event.accept()
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._let_go()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(_MOUSE, event.position())

    mouseDoubleClickEvent = mousePressEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move(_MOUSE, event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._release(_MOUSE, event.position())

    def _press(self, finger: int, position: QPointF) -> None:
        card = self._card_at(position) if self._open else ""
        if not card:
            return
        # The newest finger counts: the lift of an earlier one may have been lost.
        self._held = _Held(finger, card, position, position, position - self.card_rect(card).topLeft())
        self.update()

    def _move(self, finger: int, position: QPointF) -> None:
        held = self._held
        if held is None or held.finger != finger:
            return
        held.now = position
        way = (position - held.start).manhattanLength()
        held.carrying = held.carrying or way >= QApplication.startDragDistance() + self._look.scale.px(8)
        if held.carrying:
            self.update()

    def _release(self, finger: int, position: QPointF) -> None:
        held = self._held
        if held is None or held.finger != finger:
            return
        held.now = position
        if held.carrying:
            middle = self.places.zone(low=False).x()
            self.dropped.emit(held.card, position.x() < middle, self._card_at(position, but=held.card))
        else:
            self.tapped.emit(held.card)
        self._let_go()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held = None
            self.update()

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(event.rect())
        for low, hand in self._hands():
            self._paint_zone(painter, hand, low=low)
        moving = self._from.keys() | ({self._held.card} if self._held is not None else set())
        for low, hand in self._hands():
            for card, rect in zip(hand.cards, self.places.cards(len(hand.cards), low=low), strict=False):
                if card not in moving:
                    self._paint_card(painter, card, rect.topLeft())
        for card, rect in self._laid():
            if card in moving:
                self._paint_card(painter, card, self._place_now(card, rect))
        painter.end()

    def _place_now(self, card: str, rect: QRectF) -> QPointF:
        held = self._held
        if held is not None and held.card == card:
            lift = QPointF(0, -rect.height() * 0.04)
            return held.now - held.grip + lift if held.carrying else rect.topLeft() + lift
        came = self._from.get(card)
        if came is None:
            return rect.topLeft()
        left = (1 - min(1.0, self._clock.elapsed() / MOVE_MS)) ** 3
        return rect.topLeft() + (came - rect.topLeft()) * left

    def _paint_card(self, painter: QPainter, card: str | None, at: QPointF) -> None:
        picture = card_pixmap(
            card,
            self.places.card_height,
            self.devicePixelRatioF(),
            four_colours=self._four_colours,
            dimmed=self._face.dimmed,
        )
        painter.drawPixmap(at, picture)

    def _paint_zone(self, painter: QPainter, hand: OneHand, *, low: bool) -> None:
        look, scale, places = self._look, self._look.scale, self.places
        strong = hand.tone is not Tone.PLAIN
        line = scale.px(3 if strong else 1)
        painter.setPen(QPen(QColor(_EDGES[hand.tone]), line))
        painter.setBrush(QColor(0, 0, 0, 40))
        half = line / 2
        radius = scale.radius("panel")
        painter.drawRoundedRect(places.zone(low=low).adjusted(half, half, -half, -half), radius, radius)
        for at, rect in enumerate(places.cards(len(hand.cards), low=low)):
            if at >= len(hand.cards):
                _paint_place(painter, rect, hand.tone)
        room = places.words(low=low)
        title = fitted(look, hand.title, Role.STRONG, scale.text(18), room.width())
        wide = painter.fontMetrics().horizontalAdvance(hand.title)
        paint_text(painter, room, hand.title, title, theme.TEXT_SOFT, MIDDLE_LEFT)
        wide = painter.fontMetrics().horizontalAdvance(hand.title) + scale.px(14)
        behind = room.adjusted(wide, 0, 0, 0)
        written = fitted(
            look, hand.words, Role.TITLE, min(scale.text(28), room.height() * 0.62), behind.width()
        )
        ink = theme.TEXT_SOFT if self._face.dimmed else _INKS.get(hand.tone, theme.TEXT)
        paint_text(painter, behind, hand.words, written, ink, MIDDLE_LEFT)


def _paint_place(painter: QPainter, rect: QRectF, tone: Tone) -> None:
    colour = QColor(theme.LINE_BRIGHT if tone is Tone.WANTED else theme.CHIP_PLACE)
    line = max(1.0, rect.height() * 0.01)
    pen = QPen(colour, line)
    if tone is Tone.WANTED:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(0, 0, 0, 26))
    corner = rect.height() * 0.07
    painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), corner, corner)
