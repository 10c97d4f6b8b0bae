"""Keys on the screen: a pad for a PIN, and letters for a name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton

ERASE = "⌫"
_LETTERS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM.' ")


class PinPad(QWidget):
    """Twelve keys. `typed` carries a digit, or an empty text for one back; `entered` is the big one."""

    typed = Signal(str)
    entered = Signal()

    def __init__(self, look: Style, enter: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(look.scale.space("s"))
        self.keys: dict[str, TouchButton] = {}
        for number, text in enumerate([*map(str, range(1, 10)), ERASE, "0", enter]):
            primary = text == enter
            key = TouchButton(text, look=ButtonLook.PRIMARY if primary else ButtonLook.QUIET)
            size = "body" if primary else "title"
            key.set_face(look.font(Role.LABEL, size), look.scale.radius("button"), look.scale.px(8))
            key.setFixedSize(look.scale.touch(126), look.scale.touch(76))
            key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            act = self.entered.emit if primary else self._type("" if text == ERASE else text)
            key.clicked.connect(lambda _=False, act=act: act())
            self.keys["enter" if primary else text] = key
            grid.addWidget(key, number // 3, number % 3)

    def _type(self, text: str) -> Callable[[], None]:
        return lambda: self.typed.emit(text)


class Letters(QWidget):
    """Letters, figures and a few signs. `typed` carries a sign, or an empty text for one back.

    note: other alphabets are entered with `kiosk staff`, where there is a whole keyboard.
    """

    typed = Signal(str)

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("s"))
        self.keys: dict[str, TouchButton] = {}
        for letters in _LETTERS:
            row = QHBoxLayout()
            row.setSpacing(look.scale.space("s"))
            signs = [*letters, ERASE] if letters is _LETTERS[0] else [*letters]
            for sign in signs:
                key = TouchButton("␣" if sign == " " else sign)
                key.set_face(look.font(Role.LABEL, "heading"), look.scale.radius("button"), look.scale.px(4))
                key.setMinimumSize(look.scale.touch(46), look.scale.touch(64))
                key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                key.clicked.connect(lambda _=False, sign=sign: self.typed.emit("" if sign == ERASE else sign))
                self.keys[sign] = key
                row.addWidget(key, 1)
            column.addLayout(row)


def with_sign(text: str, sign: str, longest: int) -> str:
    """The text with a sign more, or one less for an empty sign; small letters within a word."""
    if not sign:
        return text[:-1]
    begins = not text or text[-1] in " -.'"
    return (text + (sign if begins else sign.lower()))[:longest]
