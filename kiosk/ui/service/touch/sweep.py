"""A tone that rises, made by code: on the left, on the right, or on both sides. Pure."""

from __future__ import annotations

from enum import StrEnum

import numpy as np
import numpy.typing as npt

RATE_HZ = 48_000
CHANNELS = 2
SWEEP_MS = 2_000
LOWEST_HZ = 200.0
HIGHEST_HZ = 4_000.0
LOUDNESS = 0.8  # of full scale at a volume of 100: half of it is clearly heard, and no fright
FADE_MS = 30  # at both ends, so that the loudspeaker does not click


class Side(StrEnum):
    """Which loudspeaker."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


def sweep(side: Side, volume: int = 50) -> bytes:
    """SWEEP_MS of sound at a volume of 0 to 100.

    Signed 16 bit, little endian, left and right in turn, RATE_HZ frames a second.
    """
    tone = _tone() * (volume / 100)
    silence = np.zeros_like(tone)
    left = silence if side is Side.RIGHT else tone
    right = silence if side is Side.LEFT else tone
    return np.stack((left, right), axis=1).astype("<i2").tobytes()


def _tone() -> npt.NDArray[np.float64]:
    """The phase of a tone whose pitch rises evenly in octaves, as samples of 16 bit."""
    frames = RATE_HZ * SWEEP_MS // 1000
    seconds = np.arange(frames) / RATE_HZ
    length = SWEEP_MS / 1000
    rise = np.log(HIGHEST_HZ / LOWEST_HZ)
    phase = 2 * np.pi * LOWEST_HZ * length / rise * (np.exp(seconds / length * rise) - 1)
    fade = np.minimum(1.0, np.minimum(seconds, seconds[::-1]) * 1000 / FADE_MS)
    return np.asarray(np.round(np.sin(phase) * fade * LOUDNESS * 32_767), dtype=np.float64)
