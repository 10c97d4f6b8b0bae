"""The dealer's keys on the screen itself; a sheet that lies over it takes its own."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


class Act(StrEnum):
    """What a key asks for."""

    NEXT = "next"
    BACK = "back"
    CLEAR = "clear"
    HURRY = "hurry"
    CLOSE = "close"
    GO_ON = "go on"
    MORE_TIME = "more time"
    YES = "yes"
    NO = "no"
    MORE = "more"
    LESS = "less"
    SEATS = "seats"
    ITEMS = "items"
    TABLE = "table"
    DEALER = "dealer"
    AUTO = "auto"
    LANGUAGE = "language"
    ALERTS = "alerts"
    HOME = "home"


ACTS: dict[Qt.Key, Act] = {
    Qt.Key.Key_Return: Act.NEXT,
    Qt.Key.Key_Enter: Act.NEXT,
    Qt.Key.Key_Space: Act.NEXT,
    Qt.Key.Key_Backspace: Act.BACK,
    Qt.Key.Key_Delete: Act.CLEAR,
    Qt.Key.Key_H: Act.HURRY,
    Qt.Key.Key_C: Act.CLOSE,
    Qt.Key.Key_G: Act.GO_ON,
    Qt.Key.Key_M: Act.MORE_TIME,
    Qt.Key.Key_Y: Act.YES,
    Qt.Key.Key_N: Act.NO,
    Qt.Key.Key_Plus: Act.MORE,
    Qt.Key.Key_Equal: Act.MORE,  # the same key without Shift
    Qt.Key.Key_Minus: Act.LESS,
    Qt.Key.Key_Up: Act.SEATS,
    Qt.Key.Key_Down: Act.SEATS,
    Qt.Key.Key_Left: Act.SEATS,
    Qt.Key.Key_Right: Act.SEATS,
    Qt.Key.Key_F8: Act.ITEMS,
    Qt.Key.Key_F1: Act.TABLE,
    Qt.Key.Key_F9: Act.DEALER,
    Qt.Key.Key_F10: Act.AUTO,
    Qt.Key.Key_F11: Act.LANGUAGE,
    Qt.Key.Key_F12: Act.ALERTS,
    Qt.Key.Key_Escape: Act.HOME,
}
COMMAND_KEYS: dict[Qt.Key, str] = {
    Qt.Key.Key_F2: "Void",
    Qt.Key.Key_F3: "NotFlat",
    Qt.Key.Key_F4: "DamagedEquipment",
    Qt.Key.Key_F5: "Interrupted",
    Qt.Key.Key_F6: "CorrectResult",
    Qt.Key.Key_F7: "RecordDecision",
    Qt.Key.Key_R: "Shoe",
}


def arrow_step(event: QKeyEvent, columns: int) -> int | None:
    """How far an arrow goes among things that stand in so many columns, row by row; None for any other key."""
    steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Down: columns, Qt.Key.Key_Up: -columns}
    return steps.get(Qt.Key(event.key()))
