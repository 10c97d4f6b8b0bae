"""Where everything lies on the felt: one pure function of its size. The spots of the board have the rest.

Designed for the region of the board at 1920x1080 and 1080x1920, and stretched with it.
"""

from dataclasses import dataclass

from PySide6.QtCore import QRect

LANDSCAPE = (1426, 750)
PORTRAIT = (1056, 1060)
"""The felt that the places are written for, design px."""

_Rect = tuple[int, int, int, int]


@dataclass(frozen=True)
class TablePlaces:
    """The parts that every felt has, px. `corner` is the game's own."""

    corner: QRect
    dealer: QRect
    others: QRect
    own: QRect
    bar: QRect
    other_rows: int
    """In how many rows the other boxes lie, where there are many."""


@dataclass(frozen=True)
class Places(TablePlaces):
    """Those of a felt with hands in one row each, and words beside them."""

    dealer_title: QRect
    dealer_words: QRect
    own_words: QRect
    colours: QRect


_LANDSCAPE: dict[str, _Rect] = {
    "corner": (0, 8, 400, 172),
    "dealer_title": (440, 0, 546, 32),
    "dealer": (440, 32, 546, 150),
    "dealer_words": (1006, 32, 420, 150),
    "others": (0, 202, 1426, 122),
    "own_words": (566, 336, 660, 56),
    "colours": (1236, 338, 190, 52),
    "own": (366, 394, 1060, 232),
    "bar": (366, 640, 1060, 110),
}
_PORTRAIT: dict[str, _Rect] = {
    "corner": (0, 6, 420, 210),
    "dealer_title": (440, 0, 616, 32),
    "dealer": (440, 32, 616, 122),
    "dealer_words": (440, 156, 616, 66),
    "others": (0, 236, 1056, 216),
    "own_words": (200, 464, 656, 58),
    "colours": (866, 467, 190, 52),
    "own": (0, 524, 1056, 262),
    "bar": (0, 944, 1056, 116),
}


def places(width: int, height: int) -> Places:
    """The places of a felt of that size, px."""
    rects = _stretched(_LANDSCAPE, _PORTRAIT, width, height)
    return Places(**rects, other_rows=2 if height > width else 1)


@dataclass(frozen=True)
class SetPlaces(TablePlaces):
    """Those of a felt on which hands are set: the Dealer's two hands lie above the own ones."""

    compared: QRect


_SET_LANDSCAPE: dict[str, _Rect] = {
    "corner": (0, 4, 340, 318),
    "dealer": (366, 4, 1060, 182),
    "compared": (366, 190, 1060, 38),
    "own": (366, 232, 1060, 258),
    "others": (366, 502, 1060, 126),
    "bar": (366, 640, 1060, 110),
}
_SET_PORTRAIT: dict[str, _Rect] = {
    "corner": (0, 624, 1056, 164),
    "dealer": (0, 4, 1056, 178),
    "compared": (0, 186, 1056, 38),
    "own": (0, 228, 1056, 258),
    "others": (0, 496, 1056, 118),
    "bar": (0, 944, 1056, 116),
}


def set_places(width: int, height: int) -> SetPlaces:
    """The places of a felt of that size on which hands are set, px."""
    return SetPlaces(**_stretched(_SET_LANDSCAPE, _SET_PORTRAIT, width, height), other_rows=1)


_PLAYED_LANDSCAPE: dict[str, _Rect] = {
    "corner": (0, 4, 340, 188),
    "dealer": (366, 4, 1060, 188),
    "others": (0, 204, 1426, 122),
    "own": (366, 338, 1060, 290),
    "bar": (366, 640, 1060, 110),
}
_PLAYED_PORTRAIT: dict[str, _Rect] = {
    "corner": (0, 4, 400, 190),
    "dealer": (412, 4, 644, 190),
    "others": (0, 206, 1056, 216),
    "own": (0, 434, 1056, 352),
    "bar": (0, 944, 1056, 116),
}


def played_places(width: int, height: int) -> TablePlaces:
    """The places of a felt of that size on which hands are played one after the other, px."""
    rects = _stretched(_PLAYED_LANDSCAPE, _PLAYED_PORTRAIT, width, height)
    return TablePlaces(**rects, other_rows=2 if height > width else 1)


def _stretched(
    landscape: dict[str, _Rect], portrait: dict[str, _Rect], width: int, height: int
) -> dict[str, QRect]:
    tall = height > width
    across, down = PORTRAIT if tall else LANDSCAPE
    wide, high = width / across, height / down
    return {
        name: QRect(round(x * wide), round(y * high), round(w * wide), round(h * high))
        for name, (x, y, w, h) in (portrait if tall else landscape).items()
    }
