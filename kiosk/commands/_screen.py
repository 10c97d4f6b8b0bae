"""Shared by the commands that open a window, and by those that play without one."""

from __future__ import annotations

import argparse
import gc
import os
import re
import subprocess
import sys
from importlib import import_module
from types import ModuleType

from kiosk.faults import EnvironmentFault

LANGUAGES = ("en", "zh")
LEAST_PX = 400

_PROBE = "import sys; from PySide6.QtGui import QGuiApplication; QGuiApplication([]); sys.exit(0)"


def start_probe() -> subprocess.Popen[bytes] | None:
    """Qt ends the process when a display cannot be used, so another process tries first, in the meantime."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if not any(os.environ.get(name) for name in named):
        return None
    quiet = subprocess.DEVNULL
    return subprocess.Popen([sys.executable, "-c", _PROBE], stdin=quiet, stdout=quiet, stderr=quiet)  # noqa: S603 - our own program


def shows(probe: subprocess.Popen[bytes]) -> bool:
    """Whether a window can be opened."""
    try:
        return probe.wait(timeout=15) == 0
    except subprocess.TimeoutExpired:
        probe.kill()
        probe.wait()
        return False


def load(name: str) -> ModuleType | str:
    """The module ``name`` of ui; where the screen library cannot be loaded, why not."""
    # What is loaded at the start stays: looking through it for garbage would only take time.
    gc.disable()
    try:
        return import_module(name)
    except ImportError as error:
        return f"Qt cannot be loaded here: {error}"
    finally:
        gc.freeze()
        gc.enable()


def need_screen(name: str, other: str) -> ModuleType:
    """The module ``name`` of ui, where there is a display. Raises :class:`EnvironmentFault`; ``other`` is a way out."""
    probe = start_probe()
    screen = load(name)
    if probe is None or not shows(probe):
        raise EnvironmentFault("no display here", other)
    if isinstance(screen, str):
        raise EnvironmentFault(screen, other)
    return screen


def no_screen(demonstration: bool, headless: str, whose: str) -> str:
    """What to do without a display: with money nobody plays or deals unseen."""
    return f"Use {headless}" if demonstration else f"Start it where the {whose}'s screen is"


_WINDOW = re.compile(r"([0-9]{3,5})x([0-9]{3,5})(?:\+([0-9]{1,5})\+([0-9]{1,5}))?")


def window(text: str) -> tuple[int, ...]:
    """Width and height of a window, and where it stands if that is said, as 1280x720 or 1280x720+0+40."""
    match = _WINDOW.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(
            f"window '{text}': expected width x height in px, as 1280x720, or with a place, as 1280x720+0+40"
        )
    found = tuple(int(part) for part in match.groups() if part is not None)
    if min(found[:2]) < LEAST_PX:
        raise argparse.ArgumentTypeError(f"window '{text}': expected at least {LEAST_PX}x{LEAST_PX}")
    return found


def seconds(text: str) -> float:
    """A time to bet."""
    return _number(text, "betting seconds", 1, 3600)


def speed(text: str) -> float:
    """How many times as fast."""
    return _number(text, "speed", 0.1, 1000)


def _number(text: str, what: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{what} '{text}': expected a number from {least:g} to {most:g}")
    return value
