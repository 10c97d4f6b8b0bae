"""Hands that grow on the felt as cards fall: side by side, each with its total, its stake and how it ended.

A hand that gets many cards lays them over each other; its indices stay to be read. Only what changes is painted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, rounded
from kiosk.ui.terminal.cards.hand_view import COME_MS, CardsView, paint_place

_GAP = 14  # design px between two hands
_HEAD = 46  # above the cards
_PAD = 8
_WIDEST = 560  # of a hand; one that lies alone takes more where its cards need it
_APART = 0.06  # between two cards, in heights
_INDEX = 0.5  # the least of a card that is seen below the next one, in widths: its whole index
_LEAST_NOTE = 18  # smaller than that how a hand ended is said in fewer signs
_PLACES = 2  # where the first cards will lie


@dataclass(frozen=True)
class PlayedHand:
    """A hand as it lies: its cards, None for one face down, what it counts, its stake, and how it ended.

    `brief`: the same in fewer signs, for a hand with little room. `active`: its box decides about it now. `gain`: how
    it ended stands in gold. `dimmed`: it is over, and lost.
    """

    cards: tuple[str | None, ...] = ()
    total: str = ""
    stake: str = ""
    note: str = ""
    brief: str = ""
    active: bool = False
    gain: bool = False
    dimmed: bool = False


class PlayedHandsView(CardsView):
    """Up to four hands side by side. It takes no touch."""

    def __init__(self, look: Style, *, animations: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(animations=animations, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look = look
        self._hands: tuple[PlayedHand, ...] = ()
        self._words = ""
        self._coming: dict[tuple[int, int], int] = {}  # hand and place of a card: when it began to come

    @property
    def hands(self) -> tuple[PlayedHand, ...]:
        """What is shown."""
        return self._hands

    @property
    def moving(self) -> bool:
        """Whether a card is on its way."""
        return bool(self._coming)

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        self.update()

    def show_hands(self, hands: tuple[PlayedHand, ...], words: str = "") -> None:
        """Show these, or the words where there are none. A card more at the end of a hand comes from above."""
        room = self.hand_rect(0)
        before, self._hands = self._hands, hands
        if len(before) != len(hands) or (not hands and words != self._words) or room != self.hand_rect(0):
            self._words = words
            self._coming = {}
            self._begin(() if len(before) > len(hands) else before)
            self.update()
            return
        self._words = words
        self._begin(before)
        for at, (one, other) in enumerate(zip(before, hands, strict=True)):
            if one != other:
                self.update(self.hand_rect(at))

    def _begin(self, before: tuple[PlayedHand, ...]) -> None:
        if not self._animations or not self.isVisible():
            self._coming = {}
            self._timer.stop()
            return
        known = [len(hand.cards) for hand in before]
        now = self._clock.elapsed()
        for at, hand in enumerate(self._hands):
            had = known[at] if at < len(known) else 0
            if len(hand.cards) == had + 1:
                self._coming[at, had] = now
        if self._coming:
            self._timer.start()

    @Slot()
    def _tick(self) -> None:
        now = self._clock.elapsed()
        for (hand, place), began in list(self._coming.items()):
            if hand < len(self._hands):
                self.update(self.hand_rect(hand))
            if now - began >= COME_MS:
                del self._coming[hand, place]
        if not self._coming:
            self._timer.stop()

    # --- where

    def hand_rect(self, at: int) -> QRect:
        """Where that hand lies."""
        count, gap = max(1, len(self._hands)), self._look.scale.px(_GAP)
        alone = self._spread(len(self._hands[0].cards)) if len(self._hands) == 1 else 0
        widest = max(self._look.scale.px(_WIDEST), alone)
        wide = min(widest, (self.width() - gap * (count - 1)) // count)
        left = (self.width() - count * wide - gap * (count - 1)) // 2
        return QRect(left + at * (wide + gap), 0, wide, self.height())

    def _spread(self, cards: int) -> int:
        """How wide that many cards lie, as high as there is room, none over another."""
        scale = self._look.scale
        high = max(1, self.height() - scale.px(_HEAD) - scale.px(_PAD))
        wide = card_width(high)
        return math.ceil(wide * cards + max(2.0, high * _APART) * (cards - 1)) + 2 * scale.px(_PAD)

    def card_rects(self, at: int) -> list[QRectF]:
        """Where the cards of that hand lie, or will lie when it has none yet."""
        scale, cards = self._look.scale, len(self._hands[at].cards) or _PLACES
        pad, room = scale.px(_PAD), QRectF(self.hand_rect(at))
        inner = room.adjusted(pad, scale.px(_HEAD), -pad, -pad)
        most = max(1.0, inner.width() / (WIDE * (1 + _INDEX * max(0, cards - 1))))
        high = max(1, int(min(inner.height(), most)))
        wide = card_width(high)
        step = wide + max(2.0, high * _APART)
        if cards > 1:
            step = min(step, (inner.width() - wide) / (cards - 1))
        left = inner.center().x() - (wide + step * (cards - 1)) / 2
        top = inner.y() + (inner.height() - high) / 2
        return [QRectF(left + place * step, top, wide, high) for place in range(cards)]

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        if not self._hands and self._words:
            look = self._look
            written = fitted(look, self._words, Role.STRONG, look.scale.text(22), self.width() * 0.9)
            paint_text(painter, QRectF(self.rect()), self._words, written, theme.TEXT_SOFT, CENTRE)
        for at, hand in enumerate(self._hands):
            rect = self.hand_rect(at)
            if event.rect().intersects(rect):
                painter.save()
                painter.setClipRect(event.rect().intersected(rect))
                self._paint(painter, QRectF(rect), at, hand)
                painter.restore()
        painter.end()

    def _paint(self, painter: QPainter, rect: QRectF, at: int, hand: PlayedHand) -> None:
        scale = self._look.scale
        if hand.active:
            line = scale.px(3)
            painter.setPen(QPen(QColor(theme.PRIMARY), line))
            painter.setBrush(QColor(theme.CELL_PANEL))
            radius = scale.radius("panel")
            half = line / 2
            painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
        self._paint_head(painter, rect, hand)
        rooms = self.card_rects(at)
        if not hand.cards:
            for room in rooms:
                paint_place(painter, room)
        for place, (card, room) in enumerate(zip(hand.cards, rooms, strict=False)):
            began = self._coming.get((at, place))
            above = 0.0
            if began is not None:
                part = min(1.0, max(0, self._clock.elapsed() - began) / COME_MS)
                above = (1 - part) ** 3 * room.bottom()
            picture = card_pixmap(
                card,
                round(room.height()),
                self.devicePixelRatioF(),
                four_colours=self._four_colours,
                dimmed=hand.dimmed,
            )
            painter.drawPixmap(QPointF(round(room.x()), round(room.y() - above)), picture)

    def _paint_head(self, painter: QPainter, rect: QRectF, hand: PlayedHand) -> None:
        """The total on a plate in the middle, the stake at its left, how it ended at its right."""
        look, scale = self._look, self._look.scale
        pad = scale.px(_PAD)
        head = QRectF(rect.x() + 2 * pad, rect.y() + pad / 2, rect.width() - 4 * pad, scale.px(_HEAD) - pad)
        third = head.width() * 0.32
        if not (hand.stake or hand.note):
            third = 0.0
        middle = head.adjusted(third, 0, -third, 0)
        behind = middle.right()
        if hand.total:
            written = fitted(look, hand.total, Role.TITLE, scale.text(28), middle.width() - scale.px(20))
            painter.setFont(written)
            wide = painter.fontMetrics().horizontalAdvance(hand.total) + scale.px(36)
            plate = QRectF(middle.center().x() - wide / 2, middle.y(), wide, middle.height())
            rounded(painter, plate, plate.height() / 2, theme.PRIMARY if hand.active else theme.BUTTON)
            ink = theme.TEXT_ON_GOLD if hand.active else theme.TEXT_SOFT if hand.dimmed else theme.TEXT
            paint_text(painter, plate, hand.total, written, ink, CENTRE)
            behind = plate.right()
        written = fitted(look, hand.stake, Role.MONEY, scale.text(22), third)
        paint_text(painter, head, hand.stake, written, theme.ODDS, MIDDLE_LEFT)
        ink = theme.GOLD_TEXT if hand.gain else theme.TEXT_SOFT if hand.dimmed else theme.TEXT
        note, written = shown_note(look, hand, head.right() - behind - pad)
        paint_text(painter, head, note, written, ink, MIDDLE_RIGHT)


def shown_note(look: Style, hand: PlayedHand, room: float) -> tuple[str, QFont]:
    """How a hand ended in words that can be read from the chair, and their font."""
    whole = fitted(look, hand.note, Role.STRONG, look.scale.text(22), room)
    if whole.pixelSize() >= look.scale.text(_LEAST_NOTE) or not hand.brief:
        return hand.note, whole
    return hand.brief, fitted(look, hand.brief, Role.STRONG, look.scale.text(22), room)
