"""Big fields to choose one of, a page of them at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, fitted, label, paint_text, smooth
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.setup.page import big_button

_LEAST_SHARE = 0.62  # of its size: a text that would have to be smaller loses its middle instead


@dataclass(frozen=True)
class Option:
    """One that can be chosen: what it is called, and a word more."""

    value: object
    name: str
    note: str = ""


class OptionButton(TouchButton):
    """A big field with a name and a note. Text that is too long is made smaller, then shortened in its middle."""

    def __init__(self, look: Style, option: Option, tallest_px: int) -> None:
        super().__init__(option.name)
        self._words = look
        self.option = option
        self.set_face(look.font(Role.LABEL, "title"), look.scale.radius("button"), look.scale.px(18))
        self.setMinimumHeight(look.scale.touch(84))
        self.setMaximumHeight(look.scale.touch(tallest_px))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(f"{option.name} {option.note}".strip())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        face, edge, text = self._colours()
        painter = smooth(self)
        scale = self._words.scale
        rect = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(edge), max(1.0, scale.px(2))))
        painter.setBrush(QColor(face))
        painter.drawRoundedRect(rect, scale.radius("button"), scale.radius("button"))
        inside = rect.adjusted(scale.px(18), scale.px(8), -scale.px(18), -scale.px(8))
        if not self.option.note:
            self._write(painter, inside, self.option.name, Role.LABEL, "title", text)
        else:
            name, note = QRectF(inside), QRectF(inside)
            middle = inside.center().y()
            name.setBottom(middle + scale.px(4))
            name.setTop(max(inside.top(), name.bottom() - scale.px(52)))
            note.setTop(name.bottom())
            note.setHeight(min(scale.px(34), inside.bottom() - note.top()))
            soft = text if self.isChecked() or self.isDown() else theme.TEXT_SOFT
            self._write(painter, name, self.option.name, Role.LABEL, "heading", text)
            self._write(painter, note, self.option.note, Role.BODY, "body", soft)
        painter.end()

    def _write(self, painter: QPainter, rect: QRectF, text: str, role: Role, size: str, colour: str) -> None:
        full = self._words.scale.text(theme.TYPE_PX[size])
        written = fitted(self._words, text, role, full, rect.width())
        if written.pixelSize() < full * _LEAST_SHARE:
            written = self._words.font_px(role, full * _LEAST_SHARE)
            text = QFontMetricsF(written).elidedText(text, Qt.TextElideMode.ElideMiddle, rect.width())
        paint_text(painter, rect, text, written, colour, CENTRE)


class Choice(QWidget):
    """The fields. `chosen` carries the value of the one that was touched."""

    chosen = Signal(object)

    def __init__(self, look: Style, *, columns: int = 3, rows: int = 5, tallest_px: int = 190) -> None:
        super().__init__()
        self._tallest_px = tallest_px
        self._look = look
        self._columns, self._rows = columns, rows
        self._options: tuple[Option, ...] = ()
        self._value: object = None
        self._page = 0
        self.buttons: list[OptionButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("l"))
        self._grid = QGridLayout()
        self._grid.setSpacing(look.scale.space("l"))
        column.addLayout(self._grid, 1)
        column.addStretch(0)
        foot = QHBoxLayout()
        self.earlier, self.later = big_button(look, "‹"), big_button(look, "›")
        self.earlier.clicked.connect(lambda: self._turn(-1))
        self.later.clicked.connect(lambda: self._turn(1))
        self._where = label(look, "", Role.NUMBER, "heading", theme.TEXT_SOFT)
        self._where.setAlignment(Qt.AlignmentFlag.AlignCenter)
        foot.addWidget(self.earlier)
        foot.addWidget(self._where, 1)
        foot.addWidget(self.later)
        column.addLayout(foot)

    @property
    def options(self) -> tuple[Option, ...]:
        """All that can be chosen."""
        return self._options

    def show_options(self, options: Sequence[Option], value: object) -> None:
        """Offer these; the one whose value that is counts as chosen, and its page is shown."""
        self._options, self._value = tuple(options), value
        at = next((n for n, option in enumerate(self._options) if option.value == value), 0)
        self._page = at // self._room
        self._lay()

    @property
    def _room(self) -> int:
        return self._columns * self._rows

    def _turn(self, by: int) -> None:
        self._page = (self._page + by) % self._pages
        self._lay()

    @property
    def _pages(self) -> int:
        return max(1, -(-len(self._options) // self._room))

    def _lay(self) -> None:
        for button in self.buttons:
            self._grid.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        first = self._page * self._room
        for number, option in enumerate(self._options[first : first + self._room]):
            made = OptionButton(self._look, option, self._tallest_px)
            made.setChecked(option.value == self._value)
            made.clicked.connect(lambda _=False, option=option: self._choose(option))
            self._grid.addWidget(made, number // self._columns, number % self._columns)
            self.buttons.append(made)
        for n in range(self._columns):
            self._grid.setColumnStretch(n, 1)
        several = self._pages > 1
        for widget in (self.earlier, self._where, self.later):
            widget.setVisible(several)
        self._where.setText(f"{self._page + 1} / {self._pages}")

    def _choose(self, option: Option) -> None:
        self._value = option.value
        for button in self.buttons:
            button.setChecked(button.option == option)
        self.chosen.emit(option.value)
