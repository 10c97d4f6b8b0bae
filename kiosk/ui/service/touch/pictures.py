"""The pictures of a display test, exact to the px of the panel. Numbers only: 8-bit red, green and blue."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

_FULL = 255


class Picture(StrEnum):
    """What is shown, in this order."""

    BLACK = "black"
    WHITE = "white"
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    RAMP_ACROSS = "grey ramp across"
    RAMP_DOWN = "grey ramp down"
    STEPS = "grey steps"
    CHECKER = "checker"
    CHECKER_OTHER = "checker, the other way round"
    FRAME = "frame"


PICTURES = tuple(Picture)
STEPS = 17  # from black to white: each differs from the next by 16 of 255, the last by less

_PLAIN = {
    Picture.BLACK: (0, 0, 0),
    Picture.WHITE: (_FULL, _FULL, _FULL),
    Picture.RED: (_FULL, 0, 0),
    Picture.GREEN: (0, _FULL, 0),
    Picture.BLUE: (0, 0, _FULL),
}


def pixels(picture: Picture, width: int, height: int) -> Pixels:
    """A picture as an array of shape (height, width, 3). Raises ValueError for a picture without size."""
    if width < 1 or height < 1:
        raise ValueError(f"picture of {width}x{height} px: expected at least 1x1")
    made = np.zeros((height, width, 3), dtype=np.uint8)
    if picture in _PLAIN:
        made[:] = _PLAIN[picture]
        return made
    x, y = np.arange(width), np.arange(height)
    match picture:
        case Picture.RAMP_ACROSS:
            made[:] = _ramp(width)[None, :, None]
        case Picture.RAMP_DOWN:
            made[:] = _ramp(height)[:, None, None]
        case Picture.STEPS:
            made[:] = np.round((x * STEPS // width) * _FULL / (STEPS - 1)).astype(np.uint8)[None, :, None]
        case Picture.CHECKER:
            made[:] = (((x[None, :] + y[:, None]) % 2) * _FULL).astype(np.uint8)[:, :, None]
        case Picture.CHECKER_OTHER:
            made[:] = (((x[None, :] + y[:, None] + 1) % 2) * _FULL).astype(np.uint8)[:, :, None]
        case Picture.FRAME:
            made[[0, -1], :] = _FULL
            made[:, [0, -1]] = _FULL
    return made


def _ramp(length: int) -> Pixels:
    return np.round(np.linspace(0, _FULL, length)).astype(np.uint8)
