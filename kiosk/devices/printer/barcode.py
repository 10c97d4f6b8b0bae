"""Interleaved 2 of 5 as bars to draw, encoded by the same kept library that reads them."""

from itertools import pairwise
from typing import Any, Final

from kiosk.tickets import number as numbers

# Dots of a 203 dpi head: a narrow bar of three dots (0.375 mm), a wide one of nine. Ratio 3:1, the most tolerant.
DOTS_PER_INCH: Final = 203
NARROW_DOTS: Final = 3
_GREY: Final = 128


def bars(number: str) -> tuple[tuple[int, int], ...]:
    """The black bars of a valid 18-digit number as (start, width) in narrow modules, quiet zones not included.

    Raises ValueError when the number is not valid.
    """
    if not numbers.is_valid(number):
        raise ValueError(
            f"barcode of {numbers.mask(number)!r}: expected {numbers.LENGTH} digits, the last a check"
        )
    # Loaded with the first ticket: a seat is playable before.
    import zxingcpp

    symbol = zxingcpp.create_barcode(number, zxingcpp.BarcodeFormat.ITF)
    picture: Any = zxingcpp.write_barcode_to_image(symbol, scale=1, add_quiet_zones=False)
    _, width = picture.shape
    light = [True, *(grey >= _GREY for grey in memoryview(picture).cast("B")[:width]), True]
    edges = [place for place, (left, right) in enumerate(pairwise(light)) if left is not right]
    offset = edges[0]
    return tuple((start - offset, end - start) for start, end in zip(edges[::2], edges[1::2], strict=True))


def width_modules(drawn: tuple[tuple[int, int], ...]) -> int:
    """The width of `bars(...)` in narrow modules."""
    start, width = drawn[-1]
    return start + width
