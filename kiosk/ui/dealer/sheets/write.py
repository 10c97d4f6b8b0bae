"""A few words, typed on a real keyboard or on keys on the screen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.pen import face
from kiosk.ui.dealer.sheets.flow import Write
from kiosk.ui.dealer.sheets.pages import PageWidget
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

LONGEST = 200  # characters
_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm,.?")


class _Field(QLineEdit):
    """The line. What ends or leaves the page goes to the sheet."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        leaving = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        if event.key() in leaving:
            event.ignore()
            return
        super().keyPressEvent(event)


class WritePage(PageWidget):
    """A line of text over the keys."""

    def __init__(self, page: Write, look: Style) -> None:
        super().__init__(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        column.addWidget(words(look, page.prompt, Role.STRONG, 24))
        self.field = _Field()
        self.field.setMaxLength(LONGEST)
        self.field.setFont(face(look, Role.BODY, 26))
        self.field.setFixedHeight(look.scale.touch(70))
        self.field.setFrame(False)
        self.field.setTextMargins(look.scale.px(16), 0, look.scale.px(16), 0)
        self.field.setPlaceholderText(look.t("dealer.sheet.write"))
        self._colour()
        self.field.textChanged.connect(self.changed)
        column.addWidget(self.field)
        self._shift = False
        self.keys: dict[str, DeskButton] = {}
        for row in _ROWS:
            column.addLayout(self._row([(letter, letter, self._typing(letter), 2) for letter in row]))
        say = look.t
        last = [
            ("shift", say("dealer.sheet.shift"), self.shift, 3),
            ("space", say("dealer.sheet.space"), self._typing(" "), 12),
            ("erase", say("dealer.sheet.erase"), self.field.backspace, 3),
        ]
        column.addLayout(self._row(last))
        self.setFocusProxy(self.field)

    def _colour(self) -> None:
        colours = self.field.palette()
        colours.setColor(QPalette.ColorRole.Base, QColor(palette.FIELD))
        colours.setColor(QPalette.ColorRole.Text, QColor(theme.TEXT))
        colours.setColor(QPalette.ColorRole.PlaceholderText, QColor(theme.TEXT_SOFT))
        self.field.setPalette(colours)

    def _row(self, keys: list[tuple[str, str, Callable[[], None], int]]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(self.look.scale.px(8))
        for name, text, act, stretch in keys:
            key = DeskButton(text, self.look, size=24)
            key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            key.setFixedHeight(self.look.scale.touch(66))
            key.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            key.clicked.connect(lambda _=False, act=act: act())
            self.keys[name] = key
            row.addWidget(key, stretch)
        return row

    def _typing(self, letter: str) -> Callable[[], None]:
        return lambda: self.type(letter)

    def type(self, letter: str) -> None:
        """One letter, large after the shift key."""
        self.field.insert(letter.upper() if self._shift else letter)
        if self._shift and letter.isalpha():
            self.shift()

    def shift(self) -> None:
        """The next letter is large, or small again."""
        self._shift = not self._shift
        for name, key in self.keys.items():
            if len(name) == 1 and name.isalpha():
                key.setText(name.upper() if self._shift else name)

    def missing(self) -> str:
        return "" if self.field.text().strip() else self.look.t("dealer.sheet.write_missing")

    def answer(self) -> object:
        return self.field.text().strip()


def field_of(widget: QWidget | None) -> QLineEdit | None:
    """The line of a page, where it has one."""
    return widget.field if isinstance(widget, WritePage) else None
