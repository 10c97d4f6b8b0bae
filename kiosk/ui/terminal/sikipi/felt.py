"""What lies on the felt of Si Ki Pi."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from kiosk.seat.context import Context
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.set_felt_face import read_set_felt
from kiosk.ui.terminal.cards.setting_felt import SettingFelt
from kiosk.ui.terminal.sikipi.words import GAME


def make_felt(
    context: Context, look: Style, countdown: Countdown, *, animations: bool, parent: QWidget
) -> SettingFelt:
    """The felt over the board."""
    read = partial(read_set_felt, GAME)
    return SettingFelt(context, look, countdown, read, GAME.rules, animations=animations, parent=parent)
