"""Where a Low and a High Hand lie side by side in a room, px. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from kiosk.ui.kit.cards.face import WIDE, card_width

GAP = 0.06  # between two cards, in heights
_BETWEEN = 0.016  # between the hands, of the width
_PAD = 0.012  # around the cards, of the width


@dataclass(frozen=True)
class TwoPlaces:
    """A room of `width` by `height` px for hands of so many cards; their words stand in `head` px above the cards.

    Both hands lie where they lie in every other room of that width, whatever its height.
    """

    width: float
    height: float
    low: int
    high: int
    head: float

    @property
    def _pad(self) -> float:
        return self.width * _PAD

    def zone(self, *, low: bool) -> QRectF:
        """All of a hand: its words and its cards."""
        gap = self.width * _BETWEEN
        shares = self.low + 0.35, self.high + 0.35  # each has its edge too
        first = (self.width - gap) * shares[0] / sum(shares)
        if low:
            return QRectF(0, 0, first, self.height)
        return QRectF(first + gap, 0, self.width - first - gap, self.height)

    @property
    def card_height(self) -> int:
        """How high every card is."""
        across = [
            (self.zone(low=low).width() - 2 * self._pad) / (cards * WIDE + (cards - 1) * GAP)
            for low, cards in ((True, self.low), (False, self.high))
        ]
        return max(1, int(min(self.height - self.head - 1.5 * self._pad, *across)))

    def words(self, *, low: bool) -> QRectF:
        """Where a hand's words stand."""
        zone = self.zone(low=low)
        return QRectF(zone.x() + self._pad, zone.y(), zone.width() - 2 * self._pad, self.head)

    def cards(self, count: int, *, low: bool) -> list[QRectF]:
        """Where so many cards of a hand lie, and its empty places; more than it has places overlap."""
        places = self.low if low else self.high
        zone, high = self.zone(low=low), self.card_height
        wide, gap = card_width(high), high * GAP
        held = max(count, places)
        whole = min(held * wide + (held - 1) * gap, zone.width() - 2 * self._pad)
        step = (whole - wide) / max(1, held - 1)
        left = zone.center().x() - whole / 2
        top = self.head + (self.height - self.head - self._pad - high) / 2
        return [QRectF(round(left + at * step), round(top), wide, high) for at in range(held)]
