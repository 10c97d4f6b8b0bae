"""Where a Low and a High Hand lie side by side in a room, px. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF

from kiosk.ui.kit.cards.face import WIDE, card_width

GAP = 0.06  # between two cards, in heights
_BETWEEN = 0.016  # between the hands, of the width
_PAD = 0.012  # around the cards, of the width
_KEPT = 64  # what was worked out last: every frame of a card that moves asks for all of it


@dataclass(frozen=True)
class TwoPlaces:
    """A room of `width` by `height` px for hands of so many cards; their words stand in `head` px above the cards.

    Both hands lie where they lie in every other room of that width, whatever its height. What is worked out is kept:
    nobody changes the rectangles.
    """

    width: float
    height: float
    low: int
    high: int
    head: float

    def zone(self, *, low: bool) -> QRectF:
        """All of a hand: its words and its cards."""
        return _zone(self, low=low)

    @property
    def card_height(self) -> int:
        """How high every card is."""
        return _card_height(self)

    def words(self, *, low: bool) -> QRectF:
        """Where a hand's words stand."""
        zone, pad = self.zone(low=low), _pad(self)
        return QRectF(zone.x() + pad, zone.y(), zone.width() - 2 * pad, self.head)

    def cards(self, count: int, *, low: bool) -> tuple[QRectF, ...]:
        """Where so many cards of a hand lie, and its empty places; more than it has places overlap."""
        return _row(self, count, low=low)


def _pad(places: TwoPlaces) -> float:
    return places.width * _PAD


@lru_cache(maxsize=_KEPT)
def _zone(places: TwoPlaces, *, low: bool) -> QRectF:
    gap = places.width * _BETWEEN
    shares = places.low + 0.35, places.high + 0.35  # each has its edge too
    first = (places.width - gap) * shares[0] / sum(shares)
    if low:
        return QRectF(0, 0, first, places.height)
    return QRectF(first + gap, 0, places.width - first - gap, places.height)


@lru_cache(maxsize=_KEPT)
def _card_height(places: TwoPlaces) -> int:
    across = [
        (places.zone(low=low).width() - 2 * _pad(places)) / (cards * WIDE + (cards - 1) * GAP)
        for low, cards in ((True, places.low), (False, places.high))
    ]
    return max(1, int(min(places.height - places.head - 1.5 * _pad(places), *across)))


@lru_cache(maxsize=_KEPT)
def _row(places: TwoPlaces, count: int, *, low: bool) -> tuple[QRectF, ...]:
    zone, high = places.zone(low=low), places.card_height
    wide, gap = card_width(high), high * GAP
    held = max(count, places.low if low else places.high)
    whole = min(held * wide + (held - 1) * gap, zone.width() - 2 * _pad(places))
    step = (whole - wide) / max(1, held - 1)
    left = zone.center().x() - whole / 2
    top = places.head + (places.height - places.head - _pad(places) - high) / 2
    return tuple(QRectF(round(left + at * step), round(top), wide, high) for at in range(held))
